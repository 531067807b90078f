/** Creates, through the API, the records that most tests need. */
import { plainCommands } from '../../../server/commands/plain.ts'
import { namesOf, PLAIN_KINDS } from '../../../server/domain/kinds.ts'
import type { Client } from '../node/client.ts'

export interface Shop {
  readonly client: Client
  readonly warehouseId: string
  readonly productId: string
  readonly supplier: string
  readonly customer: string
}

/** Creates a warehouse, a product at 150.00, a supplier and a customer, and receives `onHand` units at 100.00 each. */
export async function openShop(client: Client, onHand = 0): Promise<Shop> {
  const warehouse = await client.made('POST', '/api/v1/warehouses', { name: 'Основной' })
  const product = await client.made('POST', '/api/v1/products', { name: 'Чайник', price: 150 })
  await client.made('POST', '/api/v1/partners', { name: 'Поставка', type: 'Поставщик' })
  await client.made('POST', '/api/v1/partners', { name: 'Иван', type: 'Покупатель' })
  const shop: Shop = {
    client,
    warehouseId: warehouse.id,
    productId: product.id,
    supplier: 'Поставка',
    customer: 'Иван',
  }
  if (onHand > 0) await receive(shop, onHand)
  return shop
}

export function receive(shop: Shop, quantity: number, unitCost = 100) {
  const { productId, warehouseId, supplier } = shop
  return shop.client.made('POST', '/api/v1/stock/receipt', { productId, warehouseId, supplier, unitCost, quantity })
}

export function orderBody(shop: Shop, quantity: number) {
  return {
    customer: shop.customer,
    warehouseId: shop.warehouseId,
    channel: 'Сайт',
    items: [{ productId: shop.productId, quantity }],
  }
}

/** Returns the stock row of a product at a warehouse. */
export async function stockRow(client: Client, productId: string, warehouseId: string) {
  const state = await client.state()
  return state.stock.find(
    (row: { productId: string; warehouseId: string }) => row.productId === productId && row.warehouseId === warehouseId,
  )
}

/** The format of every id that the service issues: UUIDv7. */
export const ISSUED_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
/** An id in the right format that no record has. */
export const UNKNOWN_ID = '00000000-0000-7000-8000-000000000000'
/** The format of every time in responses: RFC 3339 in UTC with milliseconds. */
export const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

/** Creates a warehouse. Like the other `add…` functions, returns the id of the new record. */
export async function addWarehouse(client: Client, name = 'Второй'): Promise<string> {
  return (await client.made('POST', '/api/v1/warehouses', { name })).id
}

export async function addPriceType(client: Client, name = 'Опт'): Promise<string> {
  return (await client.made('POST', '/api/v1/price-types', { name })).id
}

export async function addProduct(client: Client, fields: Record<string, unknown> = {}): Promise<string> {
  return (await client.made('POST', '/api/v1/products', { name: 'Товар', ...fields })).id
}

/** Creates a bundle with components given as `[[productId, quantity]]`. */
export async function addBundle(client: Client, components: [string, number][], fields: object = {}): Promise<string> {
  return addProduct(client, {
    name: 'Набор',
    kind: 'bundle',
    components: components.map(([productId, quantity]) => ({ productId, quantity })),
    ...fields,
  })
}

export async function addPartner(client: Client, name: string, fields: Record<string, unknown> = {}): Promise<string> {
  return (await client.made('POST', '/api/v1/partners', { name, ...fields })).id
}

/** Archives or restores a record in a collection such as `warehouses`. */
export async function setArchived(client: Client, collection: string, id: string, archived = true): Promise<void> {
  const { name } = await findIn(client, collection.replace('price-types', 'priceTypes'), id)
  await client.made('PATCH', `/api/v1/${collection}/${id}`, { name, archived })
}

/** Finds a record by its id in an array of the company state. */
export async function findIn(client: Client, collection: string, id: string) {
  return (await client.state())[collection].find((record: { id: string }) => record.id === id)
}

/** Receives the shop's product, with some fields of the receipt changed. Returns the movement. */
export function receiveOf(shop: Shop, fields: Record<string, unknown>) {
  const { productId, warehouseId, supplier } = shop
  const body = { productId, warehouseId, supplier, unitCost: 100, quantity: 10, ...fields }
  return shop.client.made('POST', '/api/v1/stock/receipt', body)
}

export function placeOrder(shop: Shop, fields: Record<string, unknown> = {}) {
  return shop.client.made('POST', '/api/v1/orders', { ...orderBody(shop, 1), ...fields })
}

export function moveOrder(shop: Pick<Shop, 'client'>, orderId: string, status: string) {
  return shop.client.made('PATCH', `/api/v1/orders/${orderId}/status`, { status })
}

/**
 * Ships lines of an order given as `[[lineId, quantity]]`, or everything not yet shipped if `lines` is omitted. Returns
 * the shipment.
 */
export function shipOrder({ client }: Pick<Shop, 'client'>, orderId: string, lines?: [number, number][], more = {}) {
  const body =
    lines === undefined ? more : { lines: lines.map(([lineId, quantity]) => ({ lineId, quantity })), ...more }
  return client.made('POST', `/api/v1/orders/${orderId}/shipments`, body)
}

export function cancelShipment({ client }: Pick<Shop, 'client'>, shipmentId: string) {
  return client.made('POST', `/api/v1/shipments/${shipmentId}/cancel`, {})
}

export function closeOrder({ client }: Pick<Shop, 'client'>, orderId: string) {
  return client.made('POST', `/api/v1/orders/${orderId}/close`, {})
}

/** Drafts a return of order lines given as `[lineId, quantity, damaged]`. Returns the draft. */
export function draftReturn(
  { client }: Pick<Shop, 'client'>,
  orderId: string,
  lines: [lineId: number, quantity: number, damaged?: number][],
  more = {},
) {
  const asked = lines.map(([lineId, quantity, damaged = 0]) => ({ lineId, quantity, damaged }))
  return client.made('POST', '/api/v1/customer-returns', { orderId, lines: asked, ...more })
}

export function moveReturn({ client }: Pick<Shop, 'client'>, returnId: string, status: string) {
  return client.made('PATCH', `/api/v1/customer-returns/${returnId}/status`, { status })
}

/** Drafts a return of an order and posts it. Returns the posted return. */
export async function postReturn(...asked: Parameters<typeof draftReturn>) {
  return moveReturn(asked[0], (await draftReturn(...asked)).id, 'posted')
}

export async function addFilter(client: Client, name = 'Цвет'): Promise<string> {
  return (await client.made('POST', '/api/v1/filters', { name })).id
}

export async function addFilterValue(client: Client, filterId: string, name = 'Красный'): Promise<string> {
  return (await client.made('POST', `/api/v1/filters/${filterId}/values`, { name })).id
}

export async function addOrganization(client: Client, name = 'ООО «Свои»', fields: object = {}): Promise<string> {
  return (await client.made('POST', '/api/v1/organizations', { name, ...fields })).id
}

/** Creates a contract of kind `purchase`; the fields must give the partner and the organization. */
export async function addContract(client: Client, fields: object): Promise<string> {
  return (await client.made('POST', '/api/v1/contracts', { kind: 'purchase', ...fields })).id
}

/** Creates a custom field for products that holds text, unless `fields` overrides this. */
export async function addField(client: Client, fields: object = {}): Promise<string> {
  const field = { entityKind: 'product', name: 'Сезон', valueType: 'string', ...fields }
  return (await client.made('POST', '/api/v1/custom-fields', field)).id
}

/** Creates a purchase of 10 units at 5.00; the fields must give product, warehouse and supplier. */
export async function addPurchase(client: Client, fields: object): Promise<string> {
  return (await client.made('POST', '/api/v1/purchases', { quantity: 10, unitCost: 5, ...fields })).id
}

/** Creates a draft document of kind `receipt` without lines, unless `fields` overrides this. */
export async function addDocument(client: Client, fields: object = {}): Promise<string> {
  return (await client.made('POST', '/api/v1/procurement/documents', { kind: 'receipt', lines: [], ...fields })).id
}

/** Creates a draft payment of 100.00 to the partner given in the fields. */
export async function addPayment(client: Client, fields: object): Promise<string> {
  const payment = { direction: 'outgoing', method: 'bank', amount: 100, ...fields }
  return (await client.made('POST', '/api/v1/procurement/payments', payment)).id
}

export function moveDocument(client: Client, documentId: string, status: string) {
  return client.made('PATCH', `/api/v1/procurement/documents/${documentId}/status`, { status })
}

export function movePayment(client: Client, paymentId: string, status: string) {
  return client.made('PATCH', `/api/v1/procurement/payments/${paymentId}/status`, { status })
}

/** Links a partner to an external system. Returns the link's id. */
export async function addLink(client: Client, partnerId: string): Promise<string> {
  const key = { source: 'ozon', entityType: 'partner', externalId: '1' }
  return (await client.made('POST', '/api/v1/external-links', { ...key, internalId: partnerId })).id
}

/** Switches the company's low-stock notifications on or off. */
export function setAlerts(client: Client, lowStockAlerts: boolean) {
  return client.made('PATCH', '/api/v1/settings', { companyName: 'Лавка', lowStockAlerts, dailySummary: false })
}

/**
 * Creates a record of each kind whose commands are generated, from the command's example. @returns the ids of the
 * records, keyed by their names in paths.
 */
export async function addPlainRecords(client: Client): Promise<Record<string, string>> {
  const ids: Record<string, string> = {}
  for (const kind of PLAIN_KINDS) {
    const [create] = plainCommands(kind)
    ids[namesOf(kind).idName] = (await client.made('POST', create!.path, create!.example)).id
  }
  return ids
}
