/**
 * Generates random commands about filters, organizations, contracts, custom fields, external links, settings and
 * notifications.
 */
import { type Ask, type Asking, bodyOf, maybe, someId, usualId } from './asking-basics.ts'
import type { Json, ModelField } from './model-kinds.ts'

export const createFilter: Ask = ({ chance }) => ({
  name: 'createFilter',
  params: {},
  body: { name: chance.pick(['Цвет', ' Размер ', 'Материал']) },
})

export const updateFilter: Ask = (asking) => ({
  name: 'updateFilter',
  params: { filterId: someId(asking, asking.model.filters.values()) },
  body: { name: asking.chance.pick(['Цвет', 'Размер']), archived: asking.chance.happens(0.3) },
})

export const deleteFilter: Ask = (asking) => ({
  name: 'deleteFilter',
  params: { filterId: someId(asking, asking.model.filters.values()) },
  body: {},
})

export const createFilterValue: Ask = (asking) => ({
  name: 'createFilterValue',
  params: { filterId: usualId(asking, asking.model.filters.values()) },
  body: { name: asking.chance.pick(['Красный', 'Синий', ' XL ']) },
})

/** Returns a filter value together with its filter, rarely with a wrong filter. */
function valueOfFilter(asking: Asking): Record<string, string> {
  const { chance, model } = asking
  const all = [...model.filters.values()].filter(({ values }) => values.size > 0)
  const filter = all.length === 0 ? undefined : chance.pick(all)
  const filterId = chance.happens(0.05) || filter === undefined ? someId(asking, model.filters.values()) : filter.id
  return { filterId, valueId: someId(asking, filter?.values.values() ?? []) }
}

export const updateFilterValue: Ask = (asking) => ({
  name: 'updateFilterValue',
  params: valueOfFilter(asking),
  body: { name: asking.chance.pick(['Алый', 'Синий']), archived: asking.chance.happens(0.3) },
})

export const deleteFilterValue: Ask = (asking) => ({
  name: 'deleteFilterValue',
  params: valueOfFilter(asking),
  body: {},
})

const organizationFields = (asking: Asking) => ({
  inn: maybe(asking.chance, 0.4, () => asking.chance.pick(['7712345678', ' 77 ', '', null])),
  bankAccounts: maybe(asking.chance, 0.3, () => asking.chance.pick([null, [], [{ bankName: 'Банк', bic: 4 }]])),
})

export const createOrganization: Ask = (asking) => ({
  name: 'createOrganization',
  params: {},
  body: bodyOf({ name: `ООО ${asking.chance.below(20)}`, ...organizationFields(asking) }),
})

export const updateOrganization: Ask = (asking) => ({
  name: 'updateOrganization',
  params: { organizationId: someId(asking, asking.model.organizations.values()) },
  body: bodyOf({
    name: maybe(asking.chance, 0.4, () => ` ООО ${asking.chance.below(20)}`),
    ...organizationFields(asking),
    archived: maybe(asking.chance, 0.5, () => asking.chance.happens(0.3)),
  }),
})

export const deleteOrganization: Ask = (asking) => ({
  name: 'deleteOrganization',
  params: { organizationId: someId(asking, asking.model.organizations.values()) },
  body: {},
})

const contractFields = ({ chance }: Asking) => ({
  number: maybe(chance, 0.5, () => chance.pick(['17/26', ' 18/26 ', '', null])),
  signedAt: maybe(chance, 0.3, () => chance.pick(['2026-01-15', null])),
  commissionPercent: maybe(chance, 0.2, () => chance.pick([0, 2.5, 33.333, null])),
})
const CONTRACT_KINDS = ['purchase', 'sale', 'commission']

export const createContract: Ask = (asking) => ({
  name: 'createContract',
  params: {},
  body: bodyOf({
    partnerId: usualId(asking, asking.model.partners.values()),
    organizationId: usualId(asking, asking.model.organizations.values()),
    kind: asking.chance.pick(CONTRACT_KINDS),
    ...contractFields(asking),
  }),
})

export const updateContract: Ask = (asking) => {
  const { chance, model } = asking
  return {
    name: 'updateContract',
    params: { contractId: someId(asking, model.contracts.values()) },
    body: bodyOf({
      partnerId: maybe(chance, 0.4, () => usualId(asking, model.partners.values())),
      organizationId: maybe(chance, 0.3, () => usualId(asking, model.organizations.values())),
      kind: maybe(chance, 0.2, () => chance.pick(CONTRACT_KINDS)),
      ...contractFields(asking),
      archived: maybe(chance, 0.4, () => chance.happens(0.3)),
    }),
  }
}

export const deleteContract: Ask = (asking) => ({
  name: 'deleteContract',
  params: { contractId: someId(asking, asking.model.contracts.values()) },
  body: {},
})

/**
 * The names of custom fields. There are only three, so that several fields share a name, and keys without a custom
 * field get a field later.
 */
const FIELD_NAMES = ['Сезон', 'Срок', 'Вес']
const OPTIONS = ['Лето', 'Зима', '5']
const ENTITIES = ['product', 'partner', 'procurement_document']

export const createCustomField: Ask = ({ chance }) => {
  const valueType = chance.pick(['string', 'number', 'date', 'boolean', 'select', 'select', 'select'])
  const isOdd = chance.happens(0.08)
  return {
    name: 'createCustomField',
    params: {},
    body: bodyOf({
      entityKind: chance.happens(0.9) ? chance.pick(ENTITIES) : 'order',
      name: chance.pick(FIELD_NAMES),
      valueType,
      options:
        (valueType === 'select') !== isOdd
          ? chance.pick([OPTIONS, ['Лето'], isOdd ? ['Лето', 'Лето'] : ['Зима', '5']])
          : maybe(chance, 0.2, () => chance.pick([[], null])),
    }),
  }
}

export const updateCustomField: Ask = (asking) => {
  const { chance, model } = asking
  const fieldId = someId(asking, model.customFields.values())
  const isSelect = model.customFields.get(fieldId)?.valueType === 'select'
  return {
    name: 'updateCustomField',
    params: { fieldId },
    body: bodyOf({
      name: maybe(chance, 0.2, () => chance.pick(FIELD_NAMES)),
      options: maybe(chance, isSelect ? 0.7 : 0.1, () =>
        chance.pick([OPTIONS, OPTIONS.slice(1), OPTIONS.slice(0, 2), ['Зима', 'Зима'], [], null]),
      ),
      archived: maybe(chance, 0.3, () => chance.happens(0.4)),
    }),
  }
}

export const deleteCustomField: Ask = (asking) => ({
  name: 'deleteCustomField',
  params: { fieldId: someId(asking, asking.model.customFields.values()) },
  body: {},
})

const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  string: ['слово', ''],
  number: [5, 0, -1.5],
  boolean: [true, false],
  date: ['2026-02-28', '2028-02-29'],
  select: OPTIONS,
}
const ODD_VALUES = ['2026-02-30', 5, 'true', { глубже: [1] }, null]

/**
 * Returns custom values for a kind of record: under the names or ids of its fields, and under keys that are not custom
 * fields. Most values suit their field.
 */
export function customValues(asking: Asking, entityKind: string): Json {
  const { chance, model } = asking
  if (chance.happens(0.15)) return null
  const fields = [...model.customFields.values()].filter((field) => field.entityKind === entityKind)
  const fits = ({ valueType, options }: ModelField) => {
    const values = valueType === 'select' && options.length > 0 ? options : VALUES[valueType]!
    return chance.pick(chance.happens(0.9) ? values : ODD_VALUES)
  }
  const given: Record<string, unknown> = {}
  if (chance.happens(0.3)) given.свободно = chance.pick(ODD_VALUES)
  if (fields.length === 0 && chance.happens(0.2)) given[chance.pick(FIELD_NAMES)] = chance.pick(['Лето', 5])
  for (const field of fields) if (chance.happens(0.4)) given[chance.happens(0.5) ? field.id : field.name] = fits(field)
  return given
}

export const createExternalLink: Ask = (asking) => {
  const { chance, model } = asking
  const known = [...model.links.values()]
  if (known.length > 0 && chance.happens(0.25)) {
    const { source, entityType, externalId, internalId } = chance.pick(known)
    return { name: 'createExternalLink', params: {}, body: { source, entityType, externalId, internalId } }
  }
  const entityType = chance.pick(['product', 'partner', 'order'] as const)
  const records = { product: model.products, partner: model.partners, order: model.orders }[entityType]
  const internalId = someId(asking, records.values())
  return {
    name: 'createExternalLink',
    params: {},
    // Orders and links use the same small set of external ids, so that they collide.
    body: { source: 'shop', entityType, externalId: `E-${chance.below(25)}`, internalId },
  }
}

export const deleteExternalLink: Ask = (asking) => ({
  name: 'deleteExternalLink',
  params: { linkId: someId(asking, asking.model.links.values()) },
  body: {},
})

export const updateSettings: Ask = ({ chance }) => ({
  name: 'updateSettings',
  params: {},
  body: {
    companyName: chance.pick(['Лавка', ' Склад и Ко ', 'Модель']),
    lowStockAlerts: chance.happens(0.8),
    dailySummary: chance.happens(0.5),
    timeZone: chance.pick([undefined, undefined, null, 'Asia/Vladivostok', ' Europe/Berlin ']),
    ...chance.pick([{}, {}, { reservationHours: null }, { reservationHours: chance.between(1, 100) }]),
  },
})

export const markNotification: Ask = (asking) => {
  const ids = [...asking.model.notifications.keys()].map((id) => ({ id }))
  return {
    name: 'markNotification',
    params: { notificationId: someId(asking, ids) },
    body: { read: asking.chance.happens(0.7) },
  }
}
