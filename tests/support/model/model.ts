/**
 * An independent implementation of the specification to compare the service with: plain maps, BigInt, its own FIFO and
 * rounding, written from docs/specification.md alone. It imports nothing of the server. Money is in kopecks, quantities in
 * thousandths.
 */
import type {
  Json,
  ModelContract,
  ModelDocument,
  ModelField,
  ModelFilter,
  ModelLink,
  ModelLot,
  ModelOrganization,
  ModelPayment,
  ModelPurchase,
  ModelSettings,
} from './model-kinds.ts'

/** A command as a client sends it. */
export interface Asked {
  /** The operationId. */
  readonly name: string
  readonly params: Readonly<Record<string, string>>
  readonly body: Json
  /** True if a manager sends the command; otherwise the owner does. */
  readonly isManagers?: boolean
}

/** What a successful command showed to the outside. */
export interface Seen {
  readonly result: Json
  /** Lots that did not exist before, as the API shows them; null if the answer did not show them (never for a transfer). */
  readonly newLots: readonly Json[] | null
  /** The movements and notifications it made, in order, as the API shows them; null if they were not read. */
  readonly movements: readonly Json[] | null
  readonly notices: readonly Json[] | null
}

/** The model's rule for one command. */
export interface Rule {
  /** The codes with which the command may be refused now. Empty: it must succeed. */
  refusals(model: Model, asked: Asked): string[]
  /** Applies a successful command to the model. @returns the differences between the answer and the expected one. */
  take(model: Model, asked: Asked, seen: Seen): string[]
}

interface ModelWarehouse {
  readonly id: string
  name: string
  archived: boolean
}

type ModelPriceType = ModelWarehouse

export interface ModelProduct {
  readonly id: string
  name: string
  sku: string | null
  /** The other plain text fields. */
  readonly texts: Record<string, string | null>
  kind: string
  price: bigint | null
  minPrice: bigint | null
  readonly prices: Map<string, bigint>
  readonly components: Map<string, bigint>
  analogIds: string[]
  parentProductId: string | null
  preferredSupplierId: string | null
  cost: bigint | null
  minStock: bigint | null
  filterValueIds: string[]
  customValues: Json
  archived: boolean
}

export interface ModelPartner {
  readonly id: string
  name: string
  readonly type: string | null
  roles: string[]
  email: string | null
  phone: string | null
  priceTypeId: string | null
  customValues: Json
  archived: boolean
}

export interface ModelLine {
  readonly id: number
  readonly productId: string
  readonly name: string
  readonly quantity: bigint
  readonly price: bigint | null
  readonly isPriceGiven: boolean
  /** The line's discount in hundredths of a per cent; 0n means none. */
  readonly discount: bigint
  readonly amount: bigint | null
  readonly components: readonly (readonly [string, bigint])[] | null
}

/** The discount of a whole order, in hundredths of a per cent or in kopecks; 0n means none. */
export interface ModelDiscount {
  readonly percent: bigint
  readonly sum: bigint
}

export interface ModelOrder {
  readonly id: string
  readonly number: string
  status: string
  customer: string
  customerId: string
  warehouseId: string
  priceTypeId: string | null
  lines: readonly ModelLine[]
  discount: ModelDiscount
  /** Quantity by product, with bundles expanded and services omitted. */
  demand: ReadonlyMap<string, bigint>
  cost: bigint | null
  /** True once somebody started picking it. */
  isPicked: boolean
  readonly external: string | null
}

export type NumberedKind = 'orders' | 'purchases' | 'documents' | 'payments'

export interface Model {
  revision: number
  readonly warehouses: Map<string, ModelWarehouse>
  readonly priceTypes: Map<string, ModelPriceType>
  readonly products: Map<string, ModelProduct>
  readonly partners: Map<string, ModelPartner>
  /** By product and warehouse, see `place`. */
  readonly stock: Map<string, { onHand: bigint; reserved: bigint }>
  /** Lots with a remainder. */
  readonly lots: Map<string, ModelLot>
  /** Used-up lots. */
  readonly spentLots: Map<string, ModelLot>
  /** All orders that were not deleted. */
  readonly orders: Map<string, ModelOrder>
  readonly filters: Map<string, ModelFilter>
  readonly organizations: Map<string, ModelOrganization>
  readonly contracts: Map<string, ModelContract>
  readonly customFields: Map<string, ModelField>
  /** By `linkKey`. */
  readonly links: Map<string, ModelLink>
  readonly purchases: Map<string, ModelPurchase>
  readonly documents: Map<string, ModelDocument>
  readonly payments: Map<string, ModelPayment>
  settings: ModelSettings
  /** Notifications whose id was seen: id → whether it is read. */
  readonly notifications: Map<string, boolean>
  /** The highest number given so far to orders, purchases, documents and payments. */
  readonly lastNumbers: Record<NumberedKind, number>
  /** Products and warehouses named by any movement. */
  readonly moved: Set<string>
  /** Per product: what came into stock and what went out. */
  readonly flows: Map<string, { came: bigint; went: bigint }>
  /** The highest id seen: ids ascend. */
  lastId: string
}

export function createModel(companyName: string): Model {
  return {
    revision: 0,
    warehouses: new Map(),
    priceTypes: new Map(),
    products: new Map(),
    partners: new Map(),
    stock: new Map(),
    lots: new Map(),
    spentLots: new Map(),
    orders: new Map(),
    filters: new Map(),
    organizations: new Map(),
    contracts: new Map(),
    customFields: new Map(),
    links: new Map(),
    purchases: new Map(),
    documents: new Map(),
    payments: new Map(),
    settings: { companyName, lowStockAlerts: false, dailySummary: false, timeZone: 'Europe/Moscow' },
    notifications: new Map(),
    lastNumbers: { orders: 0, purchases: 0, documents: 0, payments: 0 },
    moved: new Set(),
    flows: new Map(),
    lastId: '',
  }
}

/** Converts a decimal number of the API to a whole number of its smallest unit. */
export function scaled(value: number, decimals: number): bigint {
  if (Number.isSafeInteger(value)) return BigInt(value) * 10n ** BigInt(decimals)
  const [whole = '', fraction = ''] = String(value).split('.')
  if (!/^-?\d+$/.test(whole) || fraction.length > decimals)
    throw new Error(`${value} is no number with ${decimals} decimals`)
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}

/** Converts main units to thousandths. */
export const milli = (value: number): bigint => scaled(value, 3)
/** Converts main units to kopecks. */
export const minor = (value: number): bigint => scaled(value, 2)
export const minorOrNull = (value: number | null | undefined): bigint | null => (value == null ? null : minor(value))

/** 10^12 main units: the limit of a price, amount or quantity. */
export const MOST_MINOR = 100_000_000_000_000n

/** quantity × price, rounded half up to the kopeck. */
export function amount(quantity: bigint, price: bigint): bigint {
  return (quantity * price + 500n) / 1000n
}

/** Returns the key of a stock row. */
export function place(productId: string, warehouseId: string): string {
  return `${productId}/${warehouseId}`
}

export function available(model: Model, productId: string, warehouseId: string): bigint {
  const row = model.stock.get(place(productId, warehouseId))
  return row === undefined ? 0n : row.onHand - row.reserved
}

/** Returns a product's lots with a remainder at a warehouse, by receivedAt, then id. */
export function lotsInOrder(model: Model, productId: string, warehouseId: string): ModelLot[] {
  return [...model.lots.values()]
    .filter((lot) => lot.productId === productId && lot.warehouseId === warehouseId)
    .sort((a, b) => (`${a.receivedAt} ${a.id}` < `${b.receivedAt} ${b.id}` ? -1 : 1))
}

/** Like Math.min, which does not take BigInts. */
export function leastOf(values: readonly bigint[]): bigint {
  return [...values].sort((a, b) => (a < b ? -1 : 1))[0]!
}

export interface Drawn {
  readonly lot: ModelLot
  readonly quantity: bigint
}

/** Draws a quantity from lots in order. */
export function draw(model: Model, lots: readonly ModelLot[], quantity: bigint): { drawn: Drawn[]; cost: bigint } {
  const drawn: Drawn[] = []
  let left = quantity
  let cost = 0n
  for (const lot of lots) {
    if (left === 0n) break
    const share = leastOf([left, lot.remaining])
    lot.remaining -= share
    left -= share
    cost += amount(share, lot.unitCost)
    drawn.push({ lot, quantity: share })
    if (lot.remaining > 0n) continue
    model.lots.delete(lot.id)
    model.spentLots.set(lot.id, lot)
  }
  if (left !== 0n) throw new Error('The model has fewer goods in lots than on hand')
  return { drawn, cost }
}

/** Changes a stock row; it exists from the first receipt on. */
export function restock(model: Model, productId: string, warehouseId: string, onHand: bigint, reserved: bigint): void {
  const key = place(productId, warehouseId)
  const row = model.stock.get(key) ?? { onHand: 0n, reserved: 0n }
  model.stock.set(key, { onHand: row.onHand + onHand, reserved: row.reserved + reserved })
}

/** Returns a quantity to the lot it was drawn from. */
export function putBack(model: Model, lot: ModelLot, quantity: bigint): void {
  lot.remaining += quantity
  model.spentLots.delete(lot.id)
  model.lots.set(lot.id, lot)
}

/** Records that goods came in or went out for good. */
export function flow(model: Model, productId: string, came: bigint, went: bigint): void {
  const sums = model.flows.get(productId) ?? { came: 0n, went: 0n }
  model.flows.set(productId, { came: sums.came + came, went: sums.went + went })
}

function stockValue(model: Model): bigint {
  let value = 0n
  for (const lot of model.lots.values()) value += amount(lot.remaining, lot.unitCost)
  return value
}

/** Returns the totals that the state shows. */
export function totalsOf(model: Model): Record<string, bigint> {
  return {
    warehouses: BigInt(model.warehouses.size),
    priceTypes: BigInt(model.priceTypes.size),
    products: BigInt(model.products.size),
    partners: BigInt(model.partners.size),
    filters: BigInt(model.filters.size),
    organizations: BigInt(model.organizations.size),
    contracts: BigInt(model.contracts.size),
    customFields: BigInt(model.customFields.size),
    lots: BigInt(model.lots.size + model.spentLots.size),
    purchases: BigInt(model.purchases.size),
    documents: BigInt(model.documents.size),
    payments: BigInt(model.payments.size),
    orders: BigInt(model.orders.size),
    stockValue: stockValue(model),
  }
}

/** The highest number of thousandths that a JSON number holds exactly. */
export const MOST_EXACT = BigInt(Number.MAX_SAFE_INTEGER)

export function isOpen(order: ModelOrder): boolean {
  return order.status === 'new' || order.status === 'picking'
}

/** Prints texts, numbers, flags and structures of them, with BigInts as text. */
function printable(value: unknown): string {
  return JSON.stringify(value, (_key, inner) => (typeof inner === 'bigint' ? `${inner}n` : inner)) ?? 'undefined'
}

/** A fast comparison: usually all is equal, and nothing need be printed. */
function isSame(a: unknown, b: unknown): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return Object.is(a, b)
  return a.length === b.length && a.every((entry, position) => isSame(entry, b[position]))
}

/** Collects differences between actual and expected values. */
export function differences(): {
  expect(what: string, actual: unknown, expected: unknown): void
  readonly found: string[]
} {
  const found: string[] = []
  return {
    found,
    expect(what, actual, expected) {
      if (isSame(actual, expected)) return
      const [is, should] = [printable(actual), printable(expected)]
      if (is === should) return
      if (!Array.isArray(actual) || !Array.isArray(expected)) {
        found.push(`${what} is ${is}, expected ${should}`)
        return
      }
      const at = expected.findIndex((entry, position) => printable(entry) !== printable(actual[position]))
      const position = at === -1 ? expected.length : at
      const first = `${printable(actual[position])}, expected ${printable(expected[position])}`
      found.push(`${what} (${actual.length}, expected ${expected.length}) at ${position} is ${first}`)
    },
  }
}

/** Checks that a new id is higher than all before (S-VALUE-4). */
export function noteNewId(model: Model, id: string, diff: ReturnType<typeof differences>): void {
  if (!(id > model.lastId)) diff.found.push(`The new id ${id} is not after ${model.lastId}`)
  if (id > model.lastId) model.lastId = id
}

/** An update's field: omitted it stays, null or an empty text clears it. */
export const kept = <T>(value: T | null | undefined, before: T | null): T | null =>
  value === undefined ? before : value === '' ? null : value

/** The same for a text, which the API trims. */
export const keptText = (value: string | null | undefined, before: string | null): string | null =>
  kept<string>(value == null ? value : value.trim(), before)

/** Returns a new record's number: at least five digits, never given twice. */
export function nextNumber(model: Model, kind: NumberedKind): string {
  model.lastNumbers[kind] += 1
  return String(model.lastNumbers[kind]).padStart(5, '0')
}

/** Checks a delete's answer, which has the id, and removes the record. */
export function takeDelete(map: Map<string, unknown>, id: string, { result }: Seen): string[] {
  const diff = differences()
  diff.expect('result', result, { id, deleted: true })
  map.delete(id)
  return diff.found
}
