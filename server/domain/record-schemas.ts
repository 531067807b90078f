/**
 * The shapes of the records that the API shows: one value each gives the static type, the printed JSON and the OpenAPI document.
 * Source: http-api.md "Resources and their fields", decisions.md §2, §5, §6.
 */
import { type TProperties, Type } from 'typebox'
import { costly } from './costs.ts'
import { CONTRACT } from './fields/contracts.ts'
import { ORGANIZATION } from './fields/organizations.ts'
import { PARTNER } from './fields/partners.ts'
import { PRICE_TYPE } from './fields/price-types.ts'
import { PRODUCT } from './fields/products.ts'
import { WAREHOUSE } from './fields/warehouses.ts'
import {
  CustomValues,
  DayOrMoment,
  Flag,
  Id,
  list,
  Moment,
  Money,
  Name,
  Note,
  oneOf,
  orNull,
  QuantityOrZero,
  StockCost,
  StockQuantity,
  TimeZone,
  Words,
} from './schema.ts'

export { CONTRACT_KINDS } from './fields/contracts.ts'
export { PARTNER_TYPES } from './fields/partners.ts'
export { PRODUCT_KINDS, ProductImage } from './fields/products.ts'

/** A schema with its name in the OpenAPI document. */
export function record<T extends TProperties>(title: string, description: string, properties: T) {
  return Type.Object(properties, { title, description })
}

const stamps = { archived: Flag, createdAt: Moment, updatedAt: Moment }

export const ORDER_STATUSES = ['new', 'picking', 'shipped', 'cancelled'] as const
export const PURCHASE_STATUSES = ['open', 'partial', 'received'] as const
export const DOCUMENT_KINDS = [
  'purchase_order',
  'supplier_invoice',
  'receipt',
  'supplier_return',
  'internal_order',
] as const
export const DOCUMENT_STATUSES = ['draft', 'posted', 'closed', 'cancelled'] as const
export const PAYMENT_STATUSES = ['draft', 'posted', 'cancelled'] as const
export const PAYMENT_DIRECTIONS = ['outgoing', 'incoming'] as const
export const PAYMENT_METHODS = ['bank', 'cash'] as const
export const VALUE_TYPES = ['string', 'number', 'date', 'boolean', 'select'] as const
export const LINKED_ENTITIES = ['product', 'partner', 'order'] as const
export const NOTIFICATION_KINDS = ['low_stock', 'daily_summary'] as const
export const MOVEMENT_TYPES = ['receipt', 'writeoff', 'transfer', 'shipment', 'return', 'reversal'] as const

export const SettingsRecord = record('Settings', 'Settings of the company.', {
  companyName: Name,
  lowStockAlerts: Flag,
  dailySummary: Flag,
  timeZone: TimeZone,
})

export const WarehouseRecord = WAREHOUSE.record

export const PriceTypeRecord = PRICE_TYPE.record

export const FilterValueRecord = record('FilterValue', 'A value of a filter, which products may carry.', {
  id: Id,
  filterId: Id,
  name: Name,
  ...stamps,
})

export const FilterRecord = record('Filter', 'A property that products are filtered by, with its values.', {
  id: Id,
  name: Name,
  // As many as the owner makes, one command each: not held to the bound of a body's array.
  values: Type.Array(FilterValueRecord),
  ...stamps,
})

export const OrganizationRecord = ORGANIZATION.record

export const ContractRecord = CONTRACT.record

export const CustomFieldRecord = record('CustomField', "A field of the company's own, with the type of its values.", {
  id: Id,
  entityKind: Name,
  name: Name,
  valueType: oneOf(VALUE_TYPES),
  options: list(Name),
  ...stamps,
})

export const ProductRecord = PRODUCT.record

export const PartnerRecord = PARTNER.record

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
  unitCost: costly(Money),
  received: QuantityOrZero,
  remaining: QuantityOrZero,
  receivedAt: Moment,
  sourceLotId: orNull(Id),
})

export const OrderComponent = Type.Object(
  { productId: Id, name: Name, quantity: QuantityOrZero },
  { title: 'OrderComponent' },
)
export const OrderItem = Type.Object(
  {
    productId: Id,
    name: Name,
    sku: orNull(Words),
    quantity: QuantityOrZero,
    price: orNull(Money),
    amount: orNull(Money),
    components: Type.Optional(list(OrderComponent)),
  },
  { title: 'OrderItem' },
)

export const Picker = Type.Object({ id: Words, name: Words }, { title: 'Picker', description: 'Who began to pick it.' })

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
  cost: costly(orNull(StockCost)),
  shippedAt: orNull(Moment),
  pickedBy: Type.Optional(Picker),
  createdAt: Moment,
  updatedAt: Moment,
})

export const PurchaseRecord = record('Purchase', 'Goods of one product expected from a supplier.', {
  id: Id,
  number: Words,
  status: oneOf(PURCHASE_STATUSES),
  productId: Id,
  warehouseId: Id,
  supplier: Name,
  supplierId: Id,
  quantity: QuantityOrZero,
  unitCost: costly(Money),
  received: QuantityOrZero,
  damaged: QuantityOrZero,
  missing: QuantityOrZero,
  externalSource: orNull(Words),
  externalId: orNull(Words),
  createdAt: Moment,
  updatedAt: Moment,
})

export const DocumentLine = Type.Object(
  {
    productId: Id,
    name: Name,
    sku: orNull(Words),
    quantity: QuantityOrZero,
    unitCost: costly(Money),
    amount: Money,
  },
  { title: 'DocumentLine' },
)

export const DocumentRecord = record('Document', 'A procurement document; posting a receipt or return moves stock.', {
  id: Id,
  number: Words,
  kind: oneOf(DOCUMENT_KINDS),
  status: oneOf(DOCUMENT_STATUSES),
  reference: orNull(Words),
  supplier: orNull(Name),
  supplierId: orNull(Id),
  organizationId: orNull(Id),
  contractId: orNull(Id),
  warehouseId: orNull(Id),
  sourceDocumentId: orNull(Id),
  importId: orNull(Id),
  issuedAt: orNull(DayOrMoment),
  dueAt: orNull(DayOrMoment),
  note: orNull(Note),
  customValues: CustomValues,
  lines: list(DocumentLine),
  total: costly(Money),
  postedAt: orNull(Moment),
  createdAt: Moment,
  updatedAt: Moment,
})

export const PaymentRecord = record('Payment', 'Money paid to a partner or received from one.', {
  id: Id,
  number: Words,
  status: oneOf(PAYMENT_STATUSES),
  partner: Name,
  partnerId: Id,
  direction: oneOf(PAYMENT_DIRECTIONS),
  method: oneOf(PAYMENT_METHODS),
  amount: costly(Money),
  reference: orNull(Words),
  organizationId: orNull(Id),
  contractId: orNull(Id),
  documentId: orNull(Id),
  paidAt: orNull(DayOrMoment),
  note: orNull(Note),
  postedAt: orNull(Moment),
  createdAt: Moment,
  updatedAt: Moment,
})

export const ExternalLinkRecord = record('ExternalLink', 'What a record is called in another system.', {
  id: Id,
  source: Name,
  entityType: oneOf(LINKED_ENTITIES),
  externalId: Name,
  internalId: Id,
  createdAt: Moment,
})

export const NotificationRecord = record('Notification', 'Something that the owner wants to be told.', {
  id: Id,
  kind: oneOf(NOTIFICATION_KINDS),
  title: Name,
  text: Note,
  productId: orNull(Id),
  createdAt: Moment,
  readAt: orNull(Moment),
})

export const LotDraw = Type.Object(
  { lotId: Id, quantity: QuantityOrZero, unitCost: costly(Money) },
  { title: 'LotDraw' },
)

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
  unitCost: Type.Optional(costly(Money)),
  cost: costly(StockCost),
  // As many as it takes: a draw may go through more lots than a body's array may have entries.
  lots: Type.Array(LotDraw),
  reason: Type.Optional(Note),
  // Of a reversal: the type of the movements that it takes back.
  reverses: Type.Optional(oneOf(['receipt', 'return'] as const)),
  supplier: Type.Optional(Name),
  supplierId: Type.Optional(Id),
  orderId: Type.Optional(Id),
  purchaseId: Type.Optional(Id),
  documentId: Type.Optional(Id),
})
