/** Generates the purchase orders, supplier invoices and supplies of a MoySklad account. */
import type { Chance } from '../chance/chance.ts'
import { fieldValues, type Settings } from './fake-moysklad-settings.ts'
import {
  decimal,
  kopecks,
  metaOf,
  momentAt,
  nested,
  newId,
  optionally,
  type Row,
  refTo,
} from './fake-moysklad-shapes.ts'

export const DOCUMENT_TYPES = ['purchaseorder', 'invoicein', 'supply'] as const
export type DocumentType = (typeof DOCUMENT_TYPES)[number]

/**
 * The interval at which documents are long: every 40th document has more lines than a page with expanded lines shows.
 */
const LONG_EVERY = 40
const LONG_LINES = 130
const ODD_EVERY = 20

export interface DocumentsWorld {
  readonly settings: Settings
  readonly chance: Chance
  readonly counterparties: readonly Row[]
  readonly organizations: readonly Row[]
  readonly stores: readonly Row[]
  /** The products that a document line may contain; bundles are not allowed. */
  readonly goods: readonly Row[]
}

const LINE_TYPES: Readonly<Record<DocumentType, string>> = {
  purchaseorder: 'purchaseorderposition',
  invoicein: 'invoiceposition',
  supply: 'supplyposition',
}

export function makeDocument(world: DocumentsWorld, type: DocumentType, index: number): Row {
  const { chance, settings } = world
  const id = newId(chance)
  const moment = index * 37
  const isForeign = chance.happens(0.06)
  const count = index % LONG_EVERY === LONG_EVERY - 1 ? LONG_LINES : chance.between(1, 8)
  const lines = Array.from({ length: count }, (_, line) => makeLine(world, { type, id, line, index }))
  // Document numbers repeat, because MoySklad numbers documents per organization or year.
  const name = String((index % 300) + 1).padStart(5, '0')
  return {
    ...metaOf(type, id),
    ...{ id, ...settings.owned, updated: momentAt(moment + 5, 'milliseconds'), name },
    ...optionally(chance, 'description', 0.3, () => `Комментарий к документу ${index + 1}`),
    ...{ externalCode: newId(chance).slice(0, 22), moment: momentAt(moment), applicable: chance.happens(0.9) },
    rate: rateOf(settings, chance, isForeign),
    sum: decimal(sumOf(lines)),
    ...(type === 'supply' || chance.happens(0.8) ? { store: refTo(chance.pick(world.stores)) } : {}),
    // MoySklad's schema allows an organization in place of a counterparty.
    agent: refTo(index % ODD_EVERY === 13 ? world.organizations[0]! : chance.pick(world.counterparties)),
    organization: refTo(chance.pick(world.organizations)),
    ...fieldValues(chance, settings.fields.documents, settings),
    ...{ created: momentAt(moment, 'milliseconds'), printed: false, published: false },
    files: nested(`/entity/${type}/${id}/files`, 'files', []),
    ...{ vatEnabled: true, vatIncluded: chance.happens(0.7), vatSum: decimal('0.0') },
    positions: nested(`/entity/${type}/${id}/positions`, LINE_TYPES[type], lines),
    ...own(chance, type, moment),
  }
}

function own(chance: Chance, type: DocumentType, moment: number): Row {
  const incoming = optionally(chance, 'incomingNumber', 0.6, () => `УТ-${chance.between(1, 9_999)}`)
  if (type === 'purchaseorder')
    return {
      ...(chance.happens(0.5) ? { deliveryPlannedMoment: momentAt(moment + 10_000) } : {}),
      ...{ payedSum: decimal('0.0'), shippedSum: decimal('0.0'), invoicedSum: decimal('0.0') },
    }
  if (type === 'invoicein')
    return {
      ...(chance.happens(0.5) ? { paymentPlannedMoment: momentAt(moment + 20_000) } : {}),
      ...{ payedSum: decimal('0.0'), ...incoming, incomingDate: momentAt(moment - 1_440) },
    }
  return {
    ...{ payedSum: decimal('0.0'), ...incoming, incomingDate: momentAt(moment - 1_440) },
    ...(chance.happens(0.1) ? { overhead: { sum: decimal('5000.0'), distribution: 'price' } } : {}),
  }
}

/** Returns a document's currency and its rate; a rate of 1 is left out. */
function rateOf({ currencies }: Settings, chance: Chance, isForeign: boolean): Row {
  if (!isForeign) return { currency: refTo(currencies[0]!) }
  const currency = chance.pick(currencies.slice(1))
  return { currency: refTo(currency), value: currency.rate }
}

interface LineOf {
  readonly type: DocumentType
  readonly id: string
  readonly line: number
  readonly index: number
}

function makeLine({ chance, goods, settings }: DocumentsWorld, { type, id, line, index }: LineOf): Row {
  const own = newId(chance)
  const good = chance.pick(goods)
  const isOdd = line === 0 && index % ODD_EVERY === 17
  return {
    ...metaOf(LINE_TYPES[type], own, `/entity/${type}/${id}/positions`),
    ...{ id: own, accountId: settings.accountId },
    quantity: chance.happens(0.8)
      ? decimal(`${chance.between(1, 200)}.0`)
      : decimal(`${chance.below(20)}.${chance.between(1, 999)}`),
    price: chance.happens(0.05) ? decimal(`${chance.between(1, 90_000)}.5`) : kopecks(chance.between(100, 900_000)),
    discount: decimal(chance.happens(0.1) ? chance.pick(['5.0', '12.5', '-3.0']) : '0.0'),
    ...{ vat: chance.pick([0, 10, 20]), vatEnabled: chance.happens(0.8) },
    assortment: isOdd ? refTo(metaOf('consignment', newId(chance))) : refTo(good),
    ...(good.packs !== undefined && chance.happens(0.3) ? { pack: good.packs[0] } : {}),
    ...(type === 'purchaseorder' ? { shipped: decimal('0.0'), inTransit: decimal('0.0') } : {}),
    ...(type === 'supply' ? { overhead: 0 } : {}),
    ...(type === 'supply' && chance.happens(0.05) ? { gtd: { name: '10702070/010124/0001234' } } : {}),
  }
}

/** Returns a rough sum of the lines, which is enough because no test checks the sum of a document. */
function sumOf(lines: readonly Row[]): string {
  const sum = lines.reduce((total, { quantity, price }) => total + Number(quantity.rawJSON) * Number(price.rawJSON), 0)
  return `${Math.round(sum)}.0`
}
