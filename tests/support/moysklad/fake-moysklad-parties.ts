/** Generates the counterparties, organizations and stores of a MoySklad account. */
import type { Chance } from '../chance/chance.ts'
import { fieldValues, type Settings } from './fake-moysklad-settings.ts'
import { decimal, metaOf, momentAt, nested, newId, optionally, type Row, refTo } from './fake-moysklad-shapes.ts'
import {
  address,
  addressText,
  BANKS,
  CITIES,
  digits,
  firmName,
  fullName,
  GROUPS,
  person,
  taxNumber,
} from './fake-moysklad-words.ts'

const ODD_EVERY = 25

export interface PartiesWorld {
  readonly settings: Settings
  readonly chance: Chance
}

export function makeCounterparty(world: PartiesWorld, index: number, before: readonly Row[]): Row {
  const { chance, settings } = world
  const id = newId(chance)
  const twin = index % ODD_EVERY === 5 ? (before.at(-1) ?? null) : null
  const kind = legalKind(chance, index)
  return {
    ...head(world, 'counterparty', id),
    ...kind,
    ...(twin === null ? {} : { name: twin.name, inn: twin.inn }),
    ...(index % ODD_EVERY === 9 ? { inn: '1234567890' } : {}),
    ...(chance.happens(0.5) ? { code: `К-${index + 1}` } : {}),
    ...{
      externalCode: newId(chance).slice(0, 22),
      archived: chance.happens(0.1),
      created: momentAt(index, 'milliseconds'),
    },
    ...optionally(chance, 'description', 0.3, () => 'Постоянный клиент, просит звонить заранее'),
    ...addresses(chance),
    ...optionally(chance, 'email', 0.6, () => `client${index}@example.ru`),
    ...optionally(chance, 'phone', 0.7, () => phoneOf(chance)),
    tags: GROUPS.filter(() => chance.happens(0.2)),
    ...(chance.happens(0.2) ? { priceType: chance.pick(settings.priceTypes) } : {}),
    ...discounts(chance),
    ...fieldValues(chance, settings.fields.counterparty, settings),
    salesAmount: decimal(chance.happens(0.5) ? '0.0' : `${chance.between(1, 9_000_000)}.0`),
    bonusPoints: index % ODD_EVERY === 3 ? 120 : 0,
    accounts: nested(`/entity/counterparty/${id}/accounts`, 'account', accounts(world, 'counterparty', id)),
    contactpersons: nested(`/entity/counterparty/${id}/contactpersons`, 'contactperson', contacts(world, id)),
    notes: nested(`/entity/counterparty/${id}/notes`, 'note', []),
    files: nested(`/entity/counterparty/${id}/files`, 'files', []),
  }
}

export function makeOrganization(world: PartiesWorld, index: number): Row {
  const { chance, settings } = world
  const id = newId(chance)
  return {
    ...head(world, 'organization', id),
    ...legalKind(chance, index === 1 ? 1 : 0),
    ...{ externalCode: newId(chance).slice(0, 22), archived: index > 1, created: momentAt(index, 'milliseconds') },
    ...addresses(chance),
    ...{ email: 'office@example.ru', phone: phoneOf(chance), payerVat: index === 0, director: 'Иванов И. И.' },
    ...{ chiefAccountant: 'Петрова А. А.', bonusPoints: 0 },
    accounts: nested(`/entity/organization/${id}/accounts`, 'account', [
      ...accounts(world, 'organization', id),
      account(world, { type: 'organization', id, isDefault: false }, settings.currencies[1]),
    ]),
  }
}

export function makeStore(world: PartiesWorld, index: number, before: readonly Row[]): Row {
  const { chance } = world
  const id = newId(chance)
  const parts = address(chance)
  const parent = index > 0 && index % 3 === 0 ? before[0]! : null
  return {
    ...head(world, 'store', id),
    name: index === 0 ? 'Основной склад' : `Склад ${CITIES[index % CITIES.length]} ${index}`,
    ...(index % 2 === 0 ? { code: `СК${index + 1}` } : {}),
    ...{ externalCode: newId(chance).slice(0, 22), archived: index > 2 && chance.happens(0.3) },
    ...(index % 4 === 2 ? { address: '' } : { address: addressText(parts) }),
    addressFull: parts,
    pathName: parent === null ? '' : parent.name,
    ...(parent === null ? {} : { parent: refTo(parent) }),
    zones: nested(`/entity/store/${id}/zones`, 'storezone', []),
    slots: nested(`/entity/store/${id}/slots`, 'slot', []),
  }
}

function head({ settings, chance }: PartiesWorld, type: string, id: string): Row {
  return { ...metaOf(type, id), id, ...settings.owned, updated: momentAt(chance.below(500_000), 'milliseconds') }
}

function legalKind(chance: Chance, index: number): Row {
  const who = person(chance)
  if (index % 5 === 1)
    return {
      ...{ companyType: 'entrepreneur', name: `ИП ${fullName(who)}`, legalTitle: `ИП ${fullName(who)}`, ...who },
      ...{ inn: taxNumber(chance, 12), ogrnip: `3${digits(chance, 14)}` },
    }
  if (index % 5 === 4) return { companyType: 'individual', name: fullName(who), ...who }
  const title = firmName(chance)
  return {
    ...{ companyType: 'legal', name: `ООО "${title}"` },
    legalTitle: `Общество с ограниченной ответственностью "${title}"`,
    ...{ inn: taxNumber(chance, 10), kpp: `${digits(chance, 4)}01001`, ogrn: `1${digits(chance, 12)}` },
    ...(chance.happens(0.3) ? { okpo: digits(chance, 8) } : {}),
  }
}

function addresses(chance: Chance): Row {
  const legal = address(chance)
  const actual = address(chance)
  return {
    ...(chance.happens(0.8) ? { legalAddress: addressText(legal), legalAddressFull: legal } : {}),
    // Some rows have the parts of the address but not the full address.
    ...(chance.happens(0.1) ? { actualAddressFull: actual } : {}),
    ...(chance.happens(0.4) ? { actualAddress: addressText(actual), actualAddressFull: actual } : {}),
  }
}

const phoneOf = (chance: Chance) =>
  chance.pick([
    `+7 (9${digits(chance, 2)}) ${digits(chance, 3)}-${digits(chance, 4)}`,
    `8 800 ${digits(chance, 7)}, доб. 12`,
  ])

function discounts(chance: Chance): Row {
  if (!chance.happens(0.2)) return {}
  const discount = metaOf('personaldiscount', newId(chance))
  return {
    discounts: chance.happens(0.7)
      ? [
          {
            discount: refTo(discount),
            personalDiscount: decimal(`${chance.between(1, 30)}.${chance.pick(['0', '5'])}`),
          },
        ]
      : [{ discount: refTo(discount), accumulationDiscount: decimal('5.0'), demandSumCorrection: decimal('0.0') }],
  }
}

interface AccountOf {
  readonly type: 'counterparty' | 'organization'
  readonly id: string
  readonly isDefault: boolean
}

function account({ chance, settings }: PartiesWorld, { type, id, isDefault }: AccountOf, currency?: Row): Row {
  const own = newId(chance)
  return {
    ...metaOf('account', own, `/entity/${type}/${id}/accounts`),
    ...{ id: own, accountId: settings.accountId, updated: momentAt(20), isDefault },
    ...{ accountNumber: `40702810${digits(chance, 12)}`, bankName: chance.pick(BANKS) },
    ...optionally(chance, 'bankLocation', 0.4, () => 'г Москва'),
    ...{ correspondentAccount: `30101810${digits(chance, 12)}` },
    ...optionally(chance, 'bic', 0.9, () => (chance.happens(0.1) ? 'уточнить' : `0445${digits(chance, 5)}`)),
    ...(currency === undefined ? {} : { currency: refTo(currency) }),
  }
}

function accounts(world: PartiesWorld, type: 'counterparty' | 'organization', id: string): Row[] {
  const count = world.chance.pick([0, 1, 1, 2, 3])
  return Array.from({ length: count }, (_, index) => account(world, { type, id, isDefault: index === count - 1 }))
}

function contacts({ chance, settings }: PartiesWorld, id: string): Row[] {
  return Array.from({ length: chance.pick([0, 0, 1, 2, 4]) }, () => {
    const own = newId(chance)
    return {
      ...metaOf('contactperson', own, `/entity/counterparty/${id}/contactpersons`),
      ...{ id: own, accountId: settings.accountId, updated: momentAt(20), name: fullName(person(chance)) },
      ...optionally(chance, 'description', 0.2, () => 'Звонить после обеда'),
      ...{ externalCode: newId(chance).slice(0, 22) },
      ...optionally(chance, 'email', 0.5, () => 'person@example.ru'),
      ...optionally(chance, 'phone', 0.7, () => phoneOf(chance)),
      ...optionally(chance, 'position', 0.5, () => 'Менеджер по закупкам'),
      agent: refTo(metaOf('counterparty', id)),
    }
  })
}
