/** Creates, through the API, a company that has records in every list. */
import type { Client, Json } from '../node/client.ts'
import { addDelivery, addPhoto } from './deliveries.ts'
import {
  addContract,
  addDocument,
  addField,
  addFilter,
  addFilterValue,
  addOrganization,
  addPartner,
  addPayment,
  addPlainRecords,
  addPriceType,
  addProduct,
  addPurchase,
  addWarehouse,
} from './fixtures.ts'

const write = (client: Client, path: string, body: object): Promise<Json> =>
  client.made('POST', `/api/v1/${path}`, body)

export interface ListCompany {
  readonly client: Client
  readonly ids: Readonly<Record<string, string>>
}

/** Creates at least two records for every list. */
export async function fillLists(client: Client): Promise<ListCompany> {
  const warehouseId = await addWarehouse(client, 'Ёлочный склад')
  const secondId = await addWarehouse(client, 'Дальний склад')
  const priceTypeId = await addPriceType(client, 'Оптовая')
  await addPriceType(client, 'Розничная')
  const filterId = await addFilter(client)
  await addFilter(client)
  const valueId = await addFilterValue(client, filterId)
  const supplierId = await addPartner(client, 'ООО «Ромашка»', { phone: '+7 (916) 123-45-67' })
  const customerId = await addPartner(client, 'Семён Ёжиков', { phone: '8 495 765 43 21', email: 's@mail.example' })
  const productId = await addProduct(client, {
    name: 'Чайник «Ёлка» 1,7 л',
    sku: 'AB-1020/7',
    category: 'Кухня',
    barcodes: ['4600051000057'],
    tags: ['новинка'],
    preferredSupplierId: supplierId,
    filterValueIds: [valueId],
    prices: [{ priceTypeId, price: 5 }],
  })
  const otherId = await addProduct(client, { name: 'утюг 50%_\\', parentProductId: productId })
  await client.made('PATCH', `/api/v1/products/${otherId}`, { name: 'утюг 50%_\\', archived: false })
  const organizationId = await addOrganization(client)
  await addOrganization(client)
  const contractId = await addContract(client, { partnerId: supplierId, organizationId })
  await addContract(client, { partnerId: customerId, organizationId })
  await addField(client)
  await addField(client, { name: 'Второе' })
  await addPlainRecords(client)
  await addPlainRecords(client)
  const supplier = 'ООО «Ромашка»'
  const purchaseId = await addPurchase(client, { productId, warehouseId, supplier })
  await addPurchase(client, { productId: otherId, warehouseId, supplier, externalSource: 'ozon', externalId: 'p1' })
  const lines = [{ productId, quantity: 1, unitCost: 1 }]
  const documentId = await addDocument(client, { lines, supplierId, warehouseId })
  await addDocument(client, { lines: [], sourceDocumentId: documentId })
  await addPayment(client, { partnerId: supplierId })
  await addPayment(client, { partnerId: supplierId, documentId, direction: 'incoming' })
  const receipt = { warehouseId, supplier, unitCost: 2, quantity: 50 }
  await write(client, 'stock/receipt', { ...receipt, productId })
  await write(client, 'stock/receipt', { ...receipt, productId: otherId })
  const transfer = { productId, warehouseId, toWarehouseId: secondId, quantity: 5 }
  const moved = await write(client, 'stock/transfer', transfer)
  await write(client, 'stock/writeoff', { productId: otherId, warehouseId, quantity: 50, reason: 'Бой' })
  const items = [{ productId, quantity: 1 }]
  const order = { customer: 'Семён Ёжиков', warehouseId, channel: 'Сайт', items }
  const pair = { externalSource: 'ozon', externalId: 'o1', externalNumber: 'OZ-77', priceTypeId }
  const { id: orderId } = await write(client, 'orders', { ...order, ...pair, orderedAt: '2020-05-05' })
  const { id: shippedId } = await write(client, 'orders', { ...order, channel: 'Опт' })
  await client.made('POST', `/api/v1/orders/${shippedId}/shipments`, { lines: [{ lineId: 1, quantity: 0.5 }] })
  await client.made('PATCH', `/api/v1/orders/${shippedId}/status`, { status: 'shipped' })
  const returned = { orderId: shippedId, lines: [{ lineId: 1, quantity: 0.25 }] }
  const draft = await write(client, 'customer-returns', returned)
  await client.made('PATCH', `/api/v1/customer-returns/${draft.id}/status`, { status: 'posted' })
  await write(client, 'customer-returns', { ...returned, warehouseId: secondId })
  for (const [externalId, internalId] of [
    ['1', productId],
    ['2', otherId],
  ])
    await write(client, 'external-links', { source: 'ozon', entityType: 'product', externalId, internalId })
  await write(client, 'stocktakes', { warehouseId, scope: { all: true } })
  await write(client, 'stocktakes', { warehouseId: secondId, scope: { productIds: [productId] } })
  await write(client, 'stock-rules', { productId, warehouseId: secondId, minStock: 2 })
  await write(client, 'stock-rules', { productId: otherId, supplierId })
  // Mark all goods of this delivery as missing, so that stock and lots stay as they are.
  const missing = [{ productId, quantity: 1, missing: 1, unitCost: 3 }]
  const { documentId: deliveryId } = await addDelivery(client, { supplierId, warehouseId, lines: missing })
  await addPhoto(client, deliveryId)
  for (const id of [productId, otherId])
    await write(client, 'supplier-items', { productId: id, supplierId, code: 'RM-1' })
  const ids = { warehouseId, secondId, priceTypeId, filterId, valueId, supplierId, customerId, productId, otherId }
  return {
    client,
    ids: { ...ids, organizationId, contractId, purchaseId, documentId, orderId, shippedId, lotId: moved.lots[0].lotId },
  }
}

/** Returns every record of a list, page by page. */
export async function pageThrough(client: Client, path: string, limit: number): Promise<Json[]> {
  const items: Json[] = []
  let cursor: string | null = null
  do {
    const mark: string = path.includes('?') ? '&' : '?'
    const at: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const { status, json, text } = await client.get(`/api/v1/${path}${mark}limit=${limit}${at}`)
    if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`)
    items.push(...json.items)
    cursor = json.nextCursor
  } while (cursor !== null)
  return items
}
