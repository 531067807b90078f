/**
 * Examples for the OpenAPI document: one for each kind of record, the rest composed of them along the schema. A test validates
 * each against its schema.
 */
import { hash } from 'node:crypto'
import type { Command } from '../commands/define.ts'
import { PROBLEMS, type ProblemCode, problemOf } from '../domain/refusals.ts'

type Json = Record<string, unknown>

interface Schema {
  readonly type?: string | readonly string[]
  readonly title?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly format?: string
}

/** An id of the issued form, the same for the same name on every run. */
export function exampleId(name: string): string {
  const hex = hash('sha256', name.replace(/Ids?$/, '').toLowerCase(), 'hex')
  return `0199a3c1-${hex.slice(0, 4)}-7${hex.slice(4, 7)}-8${hex.slice(7, 10)}-${hex.slice(10, 22)}`
}

const at = '2026-03-02T09:15:00.000Z'
const stamps = { archived: false, createdAt: at, updatedAt: at }
const product = { productId: exampleId('product') }
const place = { ...product, warehouseId: exampleId('warehouse') }
const supplier = { supplier: 'ООО «Ромашка»', supplierId: exampleId('supplier') }
const orderItem = { ...product, name: 'Чайник', sku: 'TEA-1', quantity: 2, price: 1500, amount: 3000 }
const documentLine = { ...product, name: 'Чайник', sku: 'TEA-1', quantity: 10, unitCost: 980.5, amount: 9805 }
const draws = [{ lotId: exampleId('lot'), quantity: 9, unitCost: 980.5 }]
const noDetails = { legalKind: null, fullName: null, kpp: null, ogrn: null, legalAddress: null, actualAddress: null }
const notNamed = { organizationId: null, contractId: null }
const filterValue = { id: exampleId('value'), filterId: exampleId('filter'), name: 'Красный', ...stamps }
const counts = {
  warehouses: 1,
  priceTypes: 1,
  filters: 1,
  products: 1,
  partners: 2,
  organizations: 1,
  contracts: 1,
  customFields: 1,
  lots: 1,
  purchases: 1,
  documents: 1,
  payments: 1,
  orders: 1,
}

/** By the title of the schema. Other fields of a schema that is composed are filled along it. */
const RECORDS: Readonly<Record<string, Json>> = {
  Company: { id: exampleId('company'), name: 'ООО «Складно»' },
  Settings: { companyName: 'ООО «Складно»', lowStockAlerts: true, dailySummary: false },
  Totals: { ...counts, stockValue: 8824.5 },
  Warehouse: { id: place.warehouseId, name: 'Основной склад', short: 'ОСН', city: 'Москва', address: null, ...stamps },
  PriceType: { id: exampleId('priceType'), name: 'Оптовая', city: null, ...stamps },
  FilterValue: filterValue,
  Filter: { id: exampleId('filter'), name: 'Цвет', values: [filterValue], ...stamps },
  ProductImage: { id: exampleId('image'), contentType: 'image/jpeg', size: 184320, width: 1600, height: 1200 },
  Product: {
    id: product.productId,
    name: 'Чайник',
    kind: 'product',
    sku: 'TEA-1',
    category: 'Кухня',
    description: null,
    code: null,
    externalCode: null,
    uom: 'шт',
    country: null,
    price: 1500,
    cost: 980.5,
    minPrice: null,
    minStock: 5,
    weightKg: 1.2,
    volumeM3: null,
    vatRate: 20,
    preferredSupplierId: null,
    parentProductId: null,
    barcodes: ['4607001234562'],
    packages: [],
    analogIds: [],
    tags: ['хит'],
    components: [],
    filterValueIds: [filterValue.id],
    prices: [{ priceTypeId: exampleId('priceType'), price: 1350 }],
    images: [],
    customValues: { Гарантия: '1 год' },
    ...stamps,
  },
  Partner: {
    id: supplier.supplierId,
    name: supplier.supplier,
    type: 'Поставщик',
    roles: ['Поставщик'],
    contact: null,
    phone: '+7 495 123-45-67',
    email: 'info@romashka.example',
    ...noDetails,
    inn: '7712345678',
    contacts: [],
    bankAccounts: [],
    groups: [],
    note: null,
    priceTypeId: null,
    discountPercent: null,
    customValues: {},
    ...stamps,
  },
  Organization: {
    id: exampleId('organization'),
    name: 'ООО «Складно Трейд»',
    ...noDetails,
    inn: '7701234567',
    bankAccounts: [],
    ...stamps,
  },
  Contract: {
    id: exampleId('contract'),
    partnerId: supplier.supplierId,
    organizationId: exampleId('organization'),
    kind: 'purchase',
    number: '17/26',
    signedAt: '2026-01-15',
    commissionPercent: null,
    note: null,
    ...stamps,
  },
  CustomField: {
    id: exampleId('field'),
    entityKind: 'product',
    name: 'Сезон',
    valueType: 'select',
    options: ['Лето', 'Зима'],
    ...stamps,
  },
  Stock: { ...place, onHand: 9, reserved: 2, available: 7 },
  StockPlace: place,
  Lot: {
    id: exampleId('lot'),
    ...place,
    ...supplier,
    unitCost: 980.5,
    received: 9,
    remaining: 9,
    receivedAt: at,
    sourceLotId: null,
  },
  Purchase: {
    id: exampleId('purchase'),
    number: '1',
    status: 'open',
    ...place,
    ...supplier,
    quantity: 12,
    unitCost: 95.4,
    received: 0,
    damaged: 0,
    missing: 0,
    externalSource: null,
    externalId: null,
    createdAt: at,
    updatedAt: at,
  },
  Document: {
    id: exampleId('document'),
    number: '1',
    kind: 'receipt',
    status: 'draft',
    reference: 'УПД-1542',
    ...supplier,
    ...notNamed,
    warehouseId: place.warehouseId,
    sourceDocumentId: null,
    importId: null,
    issuedAt: '2026-03-01',
    dueAt: null,
    note: null,
    customValues: {},
    lines: [documentLine],
    total: 9805,
    postedAt: null,
    createdAt: at,
    updatedAt: at,
  },
  Payment: {
    id: exampleId('payment'),
    number: '1',
    status: 'draft',
    partner: supplier.supplier,
    partnerId: supplier.supplierId,
    direction: 'outgoing',
    method: 'bank',
    amount: 9805,
    reference: 'п/п 318',
    ...notNamed,
    documentId: exampleId('document'),
    paidAt: '2026-03-02',
    note: null,
    postedAt: null,
    createdAt: at,
    updatedAt: at,
  },
  Order: {
    id: exampleId('order'),
    number: '1',
    status: 'new',
    customer: 'Иван Петров',
    customerId: exampleId('customer'),
    warehouseId: place.warehouseId,
    channel: 'Сайт',
    priceTypeId: null,
    externalNumber: null,
    deliveryAddress: null,
    note: null,
    orderedAt: at,
    externalSource: null,
    externalId: null,
    items: [orderItem],
    total: 3000,
    unpricedItems: 0,
    cost: null,
    shippedAt: null,
    createdAt: at,
    updatedAt: at,
  },
  ExternalLink: {
    id: exampleId('link'),
    source: 'ozon',
    entityType: 'product',
    externalId: 'SKU-1',
    internalId: product.productId,
    createdAt: at,
  },
  Notification: {
    id: exampleId('notification'),
    kind: 'low_stock',
    title: 'Мало на складе: Чайник',
    text: 'Доступно 3, минимум 5.',
    ...product,
    createdAt: at,
    readAt: null,
  },
  Movement: {
    id: exampleId('movement'),
    type: 'receipt',
    at,
    ...place,
    quantity: 10,
    good: 9,
    damaged: 1,
    missing: 0,
    unitCost: 980.5,
    cost: 8824.5,
    lots: draws,
    ...supplier,
  },
  ImportFile: {
    id: exampleId('import'),
    fileName: 'УПД-1542.pdf',
    contentType: 'application/pdf',
    size: 184320,
    sha256: hash('sha256', 'УПД-1542', 'hex'),
    status: 'queued',
    uploadedAt: at,
  },
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

/** Results that differ in more than the fields of the body from the record's example. */
const RESULTS: Readonly<Record<string, Json>> = {
  changeOrderStatus: { ...RECORDS.Order, status: 'shipped', cost: 1961, shippedAt: at },
  changeDocumentStatus: { ...RECORDS.Document, status: 'posted', postedAt: at },
  changePaymentStatus: { ...RECORDS.Payment, status: 'posted', postedAt: at },
  markNotification: { ...RECORDS.Notification, readAt: at },
  receiveStock: RECORDS.Movement!,
  writeOffStock: { ...moved, type: 'writeoff', ...drawn, reason: 'Бой при разгрузке' },
  transferStock: { ...moved, type: 'transfer', ...drawn, toWarehouseId: exampleId('toWarehouse') },
}

/** Of fields that no record's example has, or has otherwise. */
const FIELDS: Readonly<Record<string, unknown>> = {
  revision: 42,
  since: 41,
  deleted: true,
  created: false,
  count: 1,
  priceType: { id: exampleId('priceType'), name: 'Оптовая' },
  values: [{ id: filterValue.id, name: filterValue.name, count: 1 }],
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

/** Titles of records with more fields. */
const COMPOSED = /^(Catalog|Resolved|Listed)/

/** A value that fits the schema: of records whole ones, of an array one entry, of several forms the last, which is the shortest. */
export function exampleOf(schema: Schema, name = ''): unknown {
  const { title, properties, items, type } = schema
  const forms = schema.oneOf ?? schema.anyOf
  if (title !== undefined && RECORDS[title] !== undefined) return RECORDS[title]
  if (name in FIELDS) return FIELDS[name]
  if (forms !== undefined) return exampleOf(forms.at(-1)!, name)
  if (properties !== undefined) {
    const whole = title === undefined ? undefined : RECORDS[title.replace(COMPOSED, '')]
    const fields = Object.entries(properties).filter(([field]) => schema.required?.includes(field))
    return Object.fromEntries(
      fields.map(([field, inner]) => [field, FIELDS[field] ?? whole?.[field] ?? exampleOf(inner, field)]),
    )
  }
  if (items !== undefined) return [exampleOf(items, name)]
  if (schema.enum !== undefined) return schema.enum[0]
  return schema.format === 'date-time' ? at : exampleOfPlain(type, name)
}

function exampleOfPlain(type: Schema['type'], name: string): unknown {
  if (Array.isArray(type) && type.includes('null')) return null
  if (type === 'integer' || type === 'number') return 0
  if (type === 'boolean') return true
  if (/^id$|Id$/.test(name)) return exampleId(name)
  return type === 'string' ? 'Текст' : {}
}

/** A body with ids in the place of the dots. */
export function exampleBody(command: Command): Json {
  const fill = (name: string, value: unknown): unknown => {
    if (value === '…') return exampleId(name)
    if (Array.isArray(value)) return value.map((entry) => fill(name, entry))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fill(key, inner)]))
  }
  return fill('', command.example) as Json
}

/** What the example of a command is answered: the record with the plain fields that the body gives. */
export function exampleAnswer(command: Command, answer: Schema): Json {
  const composed = exampleOf(answer) as { result: Json; state: Json }
  const own = RESULTS[command.name]
  if (own !== undefined) return { ...composed, result: own }
  const given = Object.entries(exampleBody(command)).filter(
    ([name, value]) => name in composed.result && (typeof value !== 'object' || Array.isArray(composed.result[name])),
  )
  const plain = given.filter(([, value]) => !Array.isArray(value) || typeof value[0] !== 'object')
  return { ...composed, result: { ...composed.result, ...Object.fromEntries(plain) } }
}

const REQUEST_ID = exampleId('request')
const DETAILS: Readonly<Partial<Record<ProblemCode, string>>> = {
  VALIDATION_FAILED: '/name is required.',
  UNAUTHENTICATED: 'Send the header Authorization: Bearer <API token>. The token was missing, wrong or revoked.',
  NOT_FOUND: `There is no product "${product.productId}" in this company.`,
  INSUFFICIENT_STOCK: 'Of "Чайник" 5 are asked for, 3 are available.',
  HAS_REFERENCES: 'The product "Чайник" is in use: 1 order. Archive it instead.',
}
const EXTRAS: Readonly<Partial<Record<ProblemCode, object>>> = {
  VALIDATION_FAILED: { errors: [{ path: '/name', message: 'is required' }] },
  HAS_REFERENCES: { blockers: [{ entity: 'order', id: exampleId('order'), label: '1' }] },
}

/** Problems of these codes, by code. */
export function exampleProblems(codes: readonly ProblemCode[]): Record<string, { value: object }> {
  const one = (code: ProblemCode) =>
    problemOf(code, DETAILS[code] ?? `${PROBLEMS[code].title}.`, EXTRAS[code] ?? {}, REQUEST_ID)
  return Object.fromEntries(codes.map((code) => [code, { value: one(code) }]))
}
