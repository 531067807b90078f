/**
 * A second, independent implementation of the specification, with which the service is compared. It uses plain maps,
 * BigInt, and its own FIFO and rounding, written from docs/specification.md alone. It imports nothing from the server.
 * Money is in kopecks and quantities are in thousandths.
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
  ModelReturn,
  ModelSettings,
} from './model-kinds.ts'

/** A command as a client sends it. */
export interface Asked {
  /** The operation's id in the OpenAPI document. */
  readonly name: string
  readonly params: Readonly<Record<string, string>>
  readonly body: Json
  /** True if a manager sends the command; otherwise the owner sends it. */
  readonly isManagers?: boolean
}

/** The outcome of a successful command, as far as clients can see it. */
export interface Seen {
  readonly result: Json
  /**
   * The lots that the command created, as the API shows them; null if the response does not show lots. The response to
   * a transfer always does.
   */
  readonly newLots: readonly Json[] | null
  /** The movements and notifications that the command created, in order, as the API shows them; null if they were not read. */
  readonly movements: readonly Json[] | null
  readonly notices: readonly Json[] | null
}

/** The rules of the model for one command. */
export interface Rule {
  /** Returns the codes with which the command may be refused now. If there are none, the command must succeed. */
  refusals(model: Model, asked: Asked): string[]
  /** Applies a command that succeeded to the model. @returns the differences between the answer and the expected answer. */
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
  /** The values of the product's other plain text fields, by field name. */
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
  /** The shipped quantity, and the quantity that was given up by closing the order. */
  readonly shipped: bigint
  readonly cancelled: bigint
  /** The reserved part of the quantity that is still to be shipped. */
  readonly held: bigint
  /** The sum of the amounts of the shipped parts, in kopecks. */
  readonly charged: bigint
  /** The quantity that the customer returned, and the amount that was credited for it. */
  readonly returned: bigint
  readonly back: bigint
  readonly components: readonly (readonly [string, bigint])[] | null
}

/** The discount on a whole order, in hundredths of a per cent or in kopecks; 0n means none. */
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
  /**
   * The quantities that the order still reserves, keyed by product. Bundles are replaced by their components, and
   * services are left out.
   */
  demand: ReadonlyMap<string, bigint>
  cost: bigint | null
  /** How many shipments the order has had. */
  shipments: number
  /** The order's shipments, without their ids, in the order in which they were made. */
  readonly parts: Omit<ModelShipment, 'id'>[]
  /** Whether somebody has started to pick the order. */
  isPicked: boolean
  readonly external: string | null
  /** Whether the order may wait for goods, and the time that decides its turn among the waiting orders. */
  isBackorder: boolean
  orderedAt: string
  /** The time at which the order's reservation ends; null means never. */
  ends: string | null
  /** True if the reservation has ended. */
  isReleased: boolean
}

export interface ModelShipment {
  readonly id: string
  readonly orderId: string
  readonly lines: readonly { readonly id: number; readonly quantity: bigint; readonly amount: bigint | null }[]
  /** The goods that the shipment drew from lots, product by product. */
  readonly drawn: readonly {
    readonly productId: string
    readonly quantity: bigint
    readonly cost: bigint
    readonly from: readonly Drawn[]
  }[]
  readonly cost: bigint
  isCancelled: boolean
}

export type NumberedKind = 'orders' | 'purchases' | 'documents' | 'payments' | 'customerReturns'

export interface Model {
  revision: number
  readonly warehouses: Map<string, ModelWarehouse>
  readonly priceTypes: Map<string, ModelPriceType>
  readonly products: Map<string, ModelProduct>
  readonly partners: Map<string, ModelPartner>
  /** The stock rows, under keys from `place`, which combine product and warehouse. */
  readonly stock: Map<string, { onHand: bigint; reserved: bigint }>
  /** The lots that still contain goods, by id. */
  readonly lots: Map<string, ModelLot>
  /** The lots that are used up, by id. */
  readonly spentLots: Map<string, ModelLot>
  /** All orders except deleted ones, by id. */
  readonly orders: Map<string, ModelOrder>
  readonly shipments: Map<string, ModelShipment>
  readonly filters: Map<string, ModelFilter>
  readonly organizations: Map<string, ModelOrganization>
  readonly contracts: Map<string, ModelContract>
  readonly customFields: Map<string, ModelField>
  /** The external links, under keys from `linkKey`. */
  readonly links: Map<string, ModelLink>
  readonly purchases: Map<string, ModelPurchase>
  readonly documents: Map<string, ModelDocument>
  readonly payments: Map<string, ModelPayment>
  readonly returns: Map<string, ModelReturn>
  settings: ModelSettings
  /** Whether each notification seen so far is read, keyed by the notification's id. */
  readonly notifications: Map<string, boolean>
  /** The highest number assigned so far to orders, purchases, documents, payments and returns. */
  readonly lastNumbers: Record<NumberedKind, number>
  /** The ids of the products and warehouses that occur in any movement. */
  readonly moved: Set<string>
  /** The quantities that entered and left stock so far, keyed by product. */
  readonly flows: Map<string, { came: bigint; went: bigint }>
  /** The highest id seen so far. The id of each new record must be higher. */
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
    shipments: new Map(),
    filters: new Map(),
    organizations: new Map(),
    contracts: new Map(),
    customFields: new Map(),
    links: new Map(),
    purchases: new Map(),
    documents: new Map(),
    payments: new Map(),
    returns: new Map(),
    settings: { companyName, lowStockAlerts: false, dailySummary: false, timeZone: 'Europe/Moscow' },
    notifications: new Map(),
    lastNumbers: { orders: 0, purchases: 0, documents: 0, payments: 0, customerReturns: 0 },
    moved: new Set(),
    flows: new Map(),
    lastId: '',
  }
}

/** Converts a decimal number of the API to a whole number of its smallest units. */
export function scaled(value: number, decimals: number): bigint {
  if (Number.isSafeInteger(value)) return BigInt(value) * 10n ** BigInt(decimals)
  const [whole = '', fraction = ''] = String(value).split('.')
  if (!/^-?\d+$/.test(whole) || fraction.length > decimals)
    throw new Error(`${value} is no number with ${decimals} decimals`)
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}

/** Converts whole units to thousandths. */
export const milli = (value: number): bigint => scaled(value, 3)
/** Converts roubles to kopecks. */
export const minor = (value: number): bigint => scaled(value, 2)
export const minorOrNull = (value: number | null | undefined): bigint | null => (value == null ? null : minor(value))

/** 10^12 roubles in kopecks: the limit of a price or amount. */
export const MOST_MINOR = 100_000_000_000_000n

/** Returns quantity × price, rounded half up to the kopeck. */
export function amount(quantity: bigint, price: bigint): bigint {
  return (quantity * price + 500n) / 1000n
}

/** Returns the key of a product's stock row at a warehouse. */
export function place(productId: string, warehouseId: string): string {
  return `${productId}/${warehouseId}`
}

export function available(model: Model, productId: string, warehouseId: string): bigint {
  const row = model.stock.get(place(productId, warehouseId))
  return row === undefined ? 0n : row.onHand - row.reserved
}

/** Returns a product's lots at a warehouse that are not used up, sorted by receivedAt, then id. */
export function lotsInOrder(model: Model, productId: string, warehouseId: string): ModelLot[] {
  return [...model.lots.values()]
    .filter((lot) => lot.productId === productId && lot.warehouseId === warehouseId)
    .sort((a, b) => (`${a.receivedAt} ${a.id}` < `${b.receivedAt} ${b.id}` ? -1 : 1))
}

/** Returns the smallest value. Math.min cannot be used, because it does not accept BigInts. */
export function leastOf(values: readonly bigint[]): bigint {
  return [...values].sort((a, b) => (a < b ? -1 : 1))[0]!
}

export interface Drawn {
  readonly lot: ModelLot
  readonly quantity: bigint
}

/** Draws a quantity from the given lots, in their order. */
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

/** Changes a stock row, which exists from the product's first receipt on. */
export function restock(model: Model, productId: string, warehouseId: string, onHand: bigint, reserved: bigint): void {
  const key = place(productId, warehouseId)
  const row = model.stock.get(key) ?? { onHand: 0n, reserved: 0n }
  model.stock.set(key, { onHand: row.onHand + onHand, reserved: row.reserved + reserved })
}

/** Puts a quantity back into the lot it was drawn from. */
export function putBack(model: Model, lot: ModelLot, quantity: bigint): void {
  lot.remaining += quantity
  model.spentLots.delete(lot.id)
  model.lots.set(lot.id, lot)
}

/** Records how much of a product entered or left stock. Transfers do not count. */
export function flow(model: Model, productId: string, came: bigint, went: bigint): void {
  const sums = model.flows.get(productId) ?? { came: 0n, went: 0n }
  model.flows.set(productId, { came: sums.came + came, went: sums.went + went })
}

function stockValue(model: Model): bigint {
  let value = 0n
  for (const lot of model.lots.values()) value += amount(lot.remaining, lot.unitCost)
  return value
}

/** Returns the totals that the company state must show. */
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
    customerReturns: BigInt(model.returns.size),
    orders: BigInt(model.orders.size),
    stockValue: stockValue(model),
  }
}

/** The highest number of thousandths that a JSON number can represent exactly. */
export const MOST_EXACT = BigInt(Number.MAX_SAFE_INTEGER)

/** Returns the amount that was paid for an order and not paid back, recomputed from all payments. */
export function paidFor(model: Model, orderId: string): bigint {
  let sum = 0n
  for (const { status, direction, orders } of model.payments.values())
    for (const [id, part] of orders)
      if (status === 'posted' && id === orderId) sum += direction === 'incoming' ? part : -part
  return sum
}

/** Returns the amount that was refunded for a return, recomputed from all payments. */
export function refundedFor(model: Model, returnId: string): bigint {
  let sum = 0n
  for (const payment of model.payments.values())
    if (payment.status === 'posted' && payment.returnId === returnId) sum += payment.amount
  return sum
}

/** Whether any payment, whatever its status, refers to the order. */
export function isPaidFor(model: Model, orderId: string): boolean {
  return [...model.payments.values()].some(({ orders }) => orders.some(([id]) => id === orderId))
}

export function isOpen(order: ModelOrder): boolean {
  return order.status === 'new' || order.status === 'picking'
}

/** Formats strings, numbers, booleans and structures of them as JSON, with BigInts as strings. */
function printable(value: unknown): string {
  return JSON.stringify(value, (_key, inner) => (typeof inner === 'bigint' ? `${inner}n` : inner)) ?? 'undefined'
}

/** Compares two values quickly. They are usually equal, so they need not be formatted. */
function isSame(a: unknown, b: unknown): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return Object.is(a, b)
  return a.length === b.length && a.every((entry, position) => isSame(entry, b[position]))
}

/** Collects the differences between actual and expected values. */
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

/** Checks that a new record's id is higher than all ids before it (S-VALUE-4). */
export function noteNewId(model: Model, id: string, diff: ReturnType<typeof differences>): void {
  if (!(id > model.lastId)) diff.found.push(`The new id ${id} is not after ${model.lastId}`)
  if (id > model.lastId) model.lastId = id
}

/** Returns a field after an update: if the field is omitted, the old value stays; null or an empty string clears it. */
export const kept = <T>(value: T | null | undefined, before: T | null): T | null =>
  value === undefined ? before : value === '' ? null : value

/** Returns a text field after an update; the API trims the new text. */
export const keptText = (value: string | null | undefined, before: string | null): string | null =>
  kept<string>(value == null ? value : value.trim(), before)

/** Returns the number of a new record: at least five digits, never given twice. */
export function nextNumber(model: Model, kind: NumberedKind): string {
  model.lastNumbers[kind] += 1
  return String(model.lastNumbers[kind]).padStart(5, '0')
}

/** Checks the response to a delete command, which contains the record's id, and removes the record from the model. */
export function takeDelete(map: Map<string, unknown>, id: string, { result }: Seen): string[] {
  const diff = differences()
  diff.expect('result', result, { id, deleted: true })
  map.delete(id)
  return diff.found
}
