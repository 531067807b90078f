/**
 * The records of a company as the API shows them. In memory they have the same field names, with money in kopecks (Minor) and
 * quantities in thousandths (Milli); `revision` is the command that last changed the record and is not shown.
 * Source: http-api.md "Resources and their fields", decisions.md §2, §5, §6.
 */
import { type Static, type TProperties, Type } from 'typebox'
import {
  CustomValues,
  Flag,
  Id,
  list,
  Measure,
  Moment,
  Money,
  Name,
  Note,
  oneOf,
  orNull,
  QuantityOrZero,
  StockCost,
  StockQuantity,
  Words,
} from './schema.ts'

function record<T extends TProperties>(title: string, description: string, properties: T) {
  return Type.Object(properties, { title, description })
}

const stamps = { archived: Flag, createdAt: Moment, updatedAt: Moment }

export const PRODUCT_KINDS = ['product', 'bundle', 'service', 'variant'] as const
export const PARTNER_TYPES = ['Поставщик', 'Покупатель'] as const
export const ORDER_STATUSES = ['new', 'picking', 'shipped', 'cancelled'] as const
export const MOVEMENT_TYPES = ['receipt', 'writeoff', 'transfer', 'shipment', 'return', 'reversal'] as const

export const SettingsRecord = record('Settings', 'Settings of the company.', {
  companyName: Name,
  lowStockAlerts: Flag,
  dailySummary: Flag,
})

export const WarehouseRecord = record('Warehouse', 'A place where stock is kept.', {
  id: Id,
  name: Name,
  short: orNull(Words),
  city: orNull(Words),
  address: orNull(Words),
  ...stamps,
})

export const PriceTypeRecord = record('PriceType', 'A kind of price, such as wholesale.', {
  id: Id,
  name: Name,
  city: orNull(Words),
  ...stamps,
})

export const Package = Type.Object({ name: Name, quantity: QuantityOrZero, barcode: orNull(Words) })
export const Component = Type.Object({ productId: Id, quantity: QuantityOrZero })
export const ProductPrice = Type.Object({ priceTypeId: Id, price: Money })
export const ProductImage = Type.Object({
  id: Id,
  contentType: Words,
  size: Type.Integer(),
  width: Type.Integer(),
  height: Type.Integer(),
})

export const ProductRecord = record('Product', 'A product, variant, service or bundle.', {
  id: Id,
  name: Name,
  kind: oneOf(PRODUCT_KINDS),
  sku: orNull(Words),
  category: orNull(Words),
  description: orNull(Note),
  code: orNull(Words),
  externalCode: orNull(Words),
  uom: orNull(Words),
  country: orNull(Words),
  price: orNull(Money),
  cost: orNull(Money),
  minPrice: orNull(Money),
  minStock: orNull(QuantityOrZero),
  weightKg: orNull(Measure),
  volumeM3: orNull(Measure),
  vatRate: orNull(Measure),
  preferredSupplierId: orNull(Id),
  parentProductId: orNull(Id),
  barcodes: list(Words),
  packages: list(Package),
  analogIds: list(Id),
  tags: list(Words),
  components: list(Component),
  filterValueIds: list(Id),
  prices: list(ProductPrice),
  images: list(ProductImage),
  customValues: CustomValues,
  ...stamps,
})

export const FreeObject = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })

export const PartnerRecord = record('Partner', 'A supplier, a customer, or both.', {
  id: Id,
  name: Name,
  type: orNull(oneOf(PARTNER_TYPES)),
  roles: list(Words),
  contact: orNull(Words),
  phone: orNull(Words),
  email: orNull(Words),
  legalKind: orNull(Words),
  fullName: orNull(Note),
  inn: orNull(Words),
  kpp: orNull(Words),
  ogrn: orNull(Words),
  legalAddress: orNull(Note),
  actualAddress: orNull(Note),
  contacts: list(FreeObject),
  bankAccounts: list(FreeObject),
  groups: list(Words),
  note: orNull(Note),
  priceTypeId: orNull(Id),
  discountPercent: orNull(Measure),
  customValues: CustomValues,
  ...stamps,
})

export const StockRecord = record(
  'Stock',
  'What is there of a product at a warehouse; a bundle has only `available`.',
  {
    productId: Id,
    warehouseId: Id,
    onHand: orNull(StockQuantity),
    reserved: orNull(StockQuantity),
    available: StockQuantity,
  },
)

export const LotRecord = record('Lot', 'Goods received together at one cost; drawn oldest first.', {
  id: Id,
  productId: Id,
  warehouseId: Id,
  supplier: Name,
  supplierId: Id,
  unitCost: Money,
  received: QuantityOrZero,
  remaining: QuantityOrZero,
  receivedAt: Moment,
  sourceLotId: orNull(Id),
})

export const OrderComponent = Type.Object({ productId: Id, name: Name, quantity: QuantityOrZero })
export const OrderItem = Type.Object({
  productId: Id,
  name: Name,
  sku: orNull(Words),
  quantity: QuantityOrZero,
  price: orNull(Money),
  amount: orNull(Money),
  components: Type.Optional(list(OrderComponent)),
})

export const OrderRecord = record('Order', 'A customer order; `cost` is known once it is shipped.', {
  id: Id,
  number: Words,
  status: oneOf(ORDER_STATUSES),
  customer: Name,
  customerId: Id,
  warehouseId: Id,
  channel: Name,
  priceTypeId: orNull(Id),
  externalNumber: orNull(Words),
  deliveryAddress: orNull(Note),
  note: orNull(Note),
  orderedAt: Moment,
  externalSource: orNull(Words),
  externalId: orNull(Words),
  items: list(OrderItem),
  total: Money,
  unpricedItems: Type.Integer(),
  cost: orNull(StockCost),
  shippedAt: orNull(Moment),
  createdAt: Moment,
  updatedAt: Moment,
})

export const LotDraw = Type.Object({ lotId: Id, quantity: QuantityOrZero, unitCost: Money })

export const MovementRecord = record('Movement', 'One change of stock; never edited.', {
  id: Id,
  type: oneOf(MOVEMENT_TYPES),
  at: Moment,
  productId: Id,
  warehouseId: Id,
  toWarehouseId: Type.Optional(Id),
  quantity: QuantityOrZero,
  good: Type.Optional(QuantityOrZero),
  damaged: Type.Optional(QuantityOrZero),
  missing: Type.Optional(QuantityOrZero),
  unitCost: Type.Optional(Money),
  cost: StockCost,
  // As many as it takes: a draw may go through more lots than a body's array may have entries.
  lots: Type.Array(LotDraw),
  reason: Type.Optional(Note),
  supplier: Type.Optional(Name),
  supplierId: Type.Optional(Id),
  orderId: Type.Optional(Id),
  purchaseId: Type.Optional(Id),
  documentId: Type.Optional(Id),
})

/** A record as it stands in memory, in the database and in the change log. */
export type Kept<T> = Readonly<T> & { readonly revision: number }

export type Settings = Kept<Static<typeof SettingsRecord>>
export type Warehouse = Kept<Static<typeof WarehouseRecord>>
export type PriceType = Kept<Static<typeof PriceTypeRecord>>
export type Product = Kept<Static<typeof ProductRecord>>
export type Partner = Kept<Static<typeof PartnerRecord>>
export type Stock = Kept<Static<typeof StockRecord>>
export type Lot = Kept<Static<typeof LotRecord>>
export type Order = Kept<Static<typeof OrderRecord>>
export type Movement = Kept<Static<typeof MovementRecord>>

/** The kinds of record that a command can change, by the name of their array in the state (decisions.md §2). */
export interface RecordOf {
  settings: Settings
  warehouses: Warehouse
  priceTypes: PriceType
  products: Product
  partners: Partner
  stock: Stock
  lots: Lot
  orders: Order
  movements: Movement
}
export type Kind = keyof RecordOf
export type AnyRecord = RecordOf[Kind]

/**
 * What a rule wants done: a record put in whole, or one taken out (null). `before` is the record as it was, given only when
 * the rule has it from history and the books do not hold it.
 */
export type Change = {
  [K in Kind]: {
    readonly kind: K
    readonly id: string
    readonly record: RecordOf[K] | null
    readonly before?: RecordOf[K] | null
  }
}[Kind]

/** A change that puts a record in. */
export function put<K extends Exclude<Kind, 'stock' | 'settings'>>(kind: K, record: RecordOf[K]): Change {
  return { kind, id: record.id, record } as unknown as Change
}

/** A change that puts a stock row in. */
export function putStock(row: Stock): Change {
  return { kind: 'stock', id: stockKey(row.productId, row.warehouseId), record: row }
}

/** A change that takes a record out. */
export function remove<K extends Kind>(kind: K, id: string, before?: RecordOf[K]): Change {
  return { kind, id, record: null, ...(before === undefined ? {} : { before }) } as unknown as Change
}

/** A stock row has no id of its own; this is its key in maps, in the change log and in the order of the state. */
export function stockKey(productId: string, warehouseId: string): string {
  return `${productId}/${warehouseId}`
}

export function isFinishedOrder(order: Order): boolean {
  return order.status === 'shipped' || order.status === 'cancelled'
}
