/**
 * An example of every kind of record for the OpenAPI document, in the units of the API. A test validates each example
 * against its schema.
 */
import { hash } from 'node:crypto'
import { EXAMPLE_MOMENT as at, exampleId } from '../../domain/fields/examples.ts'
import { FILTER_VALUE } from '../../domain/fields/filters.ts'
import { MOVEMENT } from '../../domain/fields/stock.ts'
import { aboutKind, KIND_NAMES } from '../../domain/kinds.ts'
import { STATE_KINDS } from '../../domain/records.ts'

export type Json = Record<string, unknown>

const product = { productId: exampleId('product') }
const place = { ...product, warehouseId: exampleId('warehouse') }
const draws = MOVEMENT.example.lots as Json[]
/** The totals, which must match the number of examples. There are two partners, because one of them is a customer. */
const counts = {
  ...Object.fromEntries(STATE_KINDS.filter((kind) => kind !== 'stock').map((kind) => [kind, 1])),
  partners: 2,
}

const anna = { id: 'k3J9xQ2aW7', name: 'Анна Петрова' }
const week = '2026-03-09T09:15:00.000Z'
const company = { id: exampleId('company'), name: 'ООО «Складно»' }
/** Examples for schemas that only the session address has. */
const SESSION_RECORDS: Readonly<Record<string, Json>> = {
  CompanyName: company,
  Person: anna,
  Membership: { ...company, role: 'owner' },
  User: { ...anna, email: 'anna@example.org', emailVerified: true, twoFactorEnabled: false },
  Token: {
    id: exampleId('token'),
    name: 'Сайт',
    prefix: 'skl_fz_ZfcW',
    scope: 'write',
    createdAt: at,
    createdBy: anna,
    lastUsedAt: null,
    expiresAt: null,
  },
  Member: {
    userId: 'p8Vd2LmQx4',
    name: 'Иван Петров',
    email: 'ivan@example.org',
    role: 'storekeeper',
    seesCosts: false,
    joinedAt: at,
  },
  Invitation: {
    id: exampleId('invitation'),
    email: null,
    role: 'storekeeper',
    seesCosts: false,
    mailed: false,
    createdAt: at,
    createdBy: anna,
    expiresAt: week,
  },
  SourceRights: { missing: [], partial: ['counterparty'], seesCosts: true },
  Connection: { connected: true, accountName: 'romashka', connectedAt: at, employeeName: anna.name },
  InvitationPreview: {
    company,
    role: 'storekeeper',
    seesCosts: false,
    email: null,
    invitedBy: anna.name,
    expiresAt: week,
  },
}

/** Example records of the kinds whose definitions contain an example. */
const EXAMPLES = Object.fromEntries(
  KIND_NAMES.flatMap((kind) => {
    const { title, example } = aboutKind(kind).of
    return example === undefined ? [] : [[title, example]]
  }),
)

/** Examples by schema title. The other fields of a composed schema are generated from the schema. */
export const RECORDS: Readonly<Record<string, Json>> = {
  ...SESSION_RECORDS,
  Company: { id: exampleId('company'), name: 'ООО «Складно»' },
  Settings: { companyName: 'ООО «Складно»', lowStockAlerts: true, dailySummary: false, timeZone: 'Europe/Moscow' },
  Totals: { ...counts, stockValue: 8824.5 },
  ...EXAMPLES,
  FilterValue: FILTER_VALUE.example,
  ProductImage: { id: exampleId('image'), contentType: 'image/jpeg', size: 184320, width: 1600, height: 1200 },
  Delivery: {
    ...{ id: exampleId('document'), number: '00012', supplier: 'ООО «Ромашка»', supplierId: exampleId('partner') },
    ...{ warehouseId: exampleId('warehouse'), reference: 'ТОРГ-12 №77', sourceDocumentId: null, postedAt: at },
    lines: [{ productId: exampleId('product'), name: 'Чайник', sku: 'TEA-1', quantity: 9, damaged: 1 }],
  },
  StockPlace: place,
  ImportFile: {
    id: exampleId('import'),
    fileName: 'УПД-1542.pdf',
    contentType: 'application/pdf',
    size: 184320,
    sha256: hash('sha256', 'УПД-1542', 'hex'),
    status: 'queued',
    uploadedAt: at,
  },
  RequestsUsed: { limit: 600, used: 41, resetsIn: 17 },
  ProductsUsed: { limit: 5_000, used: 1_280 },
  FilesUsed: { limit: 10_000, used: 702 },
  FileBytesUsed: { limit: 2_147_483_648, used: 184_549_376 },
  Actor: { type: 'token', id: exampleId('token'), name: 'Сайт' },
  AuditEntry: {
    id: exampleId('entry'),
    at,
    revision: 42,
    actor: { type: 'token', id: exampleId('token'), name: 'Сайт' },
    action: 'warehouse.archived',
    entityType: 'warehouse',
    entityId: place.warehouseId,
    summary: 'Warehouse "Основной склад" archived',
    figures: { name: 'Основной склад' },
    details: {},
  },
}

const drawn = { quantity: 1, cost: 980.5, lots: [{ ...draws[0], quantity: 1 }] }
const {
  good: _good,
  damaged: _damaged,
  missing: _missing,
  unitCost: _unitCost,
  supplier: _name,
  supplierId: _id,
  ...moved
} = RECORDS.Movement!

const [ORDER_ITEM] = RECORDS.Order!.items as readonly [Json]
const SHIPPED_ORDER = {
  ...RECORDS.Order,
  items: [{ ...ORDER_ITEM, shipped: 2, reserved: 0 }],
  ...{ status: 'shipped', shippedAmount: 3000, fulfilment: 'all', shipmentCount: 1, cost: 1961, shippedAt: at },
}

/** Examples of results that differ from the record's example in more than the fields of the body. */
export const RESULTS: Readonly<Record<string, Json>> = {
  changeOrderStatus: SHIPPED_ORDER,
  closeOrder: {
    ...SHIPPED_ORDER,
    items: [{ ...ORDER_ITEM, shipped: 1, cancelled: 1, reserved: 0, shippedAmount: 1500 }],
    ...{ shippedAmount: 1500, fulfilment: 'part', closedShort: true, cost: 980.5 },
  },
  cancelShipment: { ...RECORDS.Shipment, status: 'cancelled', cancelledAt: at },
  changeDocumentStatus: { ...RECORDS.Document, status: 'posted', postedAt: at },
  changePaymentStatus: { ...RECORDS.Payment, status: 'posted', postedAt: at },
  markNotification: { ...RECORDS.Notification, readAt: at },
  receiveStock: RECORDS.Movement!,
  writeOffStock: { ...moved, type: 'writeoff', ...drawn, reason: 'Бой при разгрузке' },
  transferStock: { ...moved, type: 'transfer', ...drawn, toWarehouseId: exampleId('toWarehouse') },
}

/** Examples of fields that no example record has, or whose value must differ from the record's. */
export const FIELDS: Readonly<Record<string, unknown>> = {
  revision: 42,
  since: 41,
  deleted: true,
  created: false,
  count: 1,
  priceType: { id: exampleId('priceType'), name: 'Оптовая' },
  values: [{ id: FILTER_VALUE.example.id, name: FILTER_VALUE.example.name, count: 1 }],
  selectedPrice: 1350,
  changed: { settings: RECORDS.Settings },
  removed: {},
  nextCursor: null,
  product: 'Чайник',
  sku: 'TEA-1',
  warehouse: 'Основной склад',
  customer: 'Иван Петров',
  channel: 'Сайт',
  timeZone: 'Europe/Moscow',
  rowCount: 1,
  quantity: 9,
  value: 8824.5,
}
