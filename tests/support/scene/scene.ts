/** Creates a company in which every command can succeed, with the ids that the example of each command needs. */
import type { Command } from '../../../server/commands/define.ts'
import { writeCompany } from '../../../server/store/commits.ts'
import { type Database, readCompany } from '../../../server/store/database.ts'
import type { Client, Json, Sending } from '../node/client.ts'
import { copyCompany } from '../node/copied-company.ts'
import type { Reply } from '../node/reply.ts'
import type { TestService } from '../node/service.ts'
import { EXTRACTION, finishAs } from '../papers/papers.ts'
import { blackPng } from '../papers/pictures.ts'
import { addDelivery } from './deliveries.ts'
import {
  addContract,
  addDocument,
  addField,
  addFilter,
  addFilterValue,
  addLink,
  addOrganization,
  addPartner,
  addPayment,
  addPlainRecords,
  addPriceType,
  addProduct,
  addPurchase,
  addWarehouse,
  setAlerts,
} from './fixtures.ts'

export interface Scene {
  readonly client: Client
  /** The ids to put into bodies and paths, by field name or path parameter. */
  readonly bodyIds: Readonly<Record<string, string>>
  /**
   * The ids of records that no other record refers to, so that they can be deleted. An id keyed by `<command>
   * <parameter>` is for that command only.
   */
  readonly pathIds: Readonly<Record<string, string>>
}

/** The names of partners that the examples of orders and receipts contain. */
const SUPPLIER = 'ООО «Ромашка»'
const CUSTOMER = 'Иван Петров'

export async function setScene(client: Client, database: Database): Promise<Scene> {
  const productId = await addProduct(client, { price: 10, minStock: 100 })
  const warehouseId = await addWarehouse(client, 'Первый')
  const supplierId = await addPartner(client, SUPPLIER)
  const customerId = await addPartner(client, CUSTOMER, { phone: '7', email: 'petrov@mail.example' })
  const receipt = { productId, warehouseId, supplier: SUPPLIER, unitCost: 5, quantity: 100 }
  const received = await client.made('POST', '/api/v1/stock/receipt', receipt)
  const organizationId = await addOrganization(client)
  const contractId = await addContract(client, { partnerId: supplierId, organizationId })
  // Place an order for a service, because it takes nothing from stock. The customer is the payment's partner.
  const delivery = await addProduct(client, { name: 'Доставка', kind: 'service', price: 100 })
  const items = [{ productId: delivery, quantity: 1 }]
  const order = await client.made('POST', '/api/v1/orders', { customer: SUPPLIER, warehouseId, channel: 'Сайт', items })
  const lines = [{ productId, quantity: 1, unitCost: 5 }]
  const documentId = await addDocument(client, { supplierId, warehouseId, contractId, lines })
  const bodyIds = {
    productId,
    warehouseId,
    toWarehouseId: await addWarehouse(client, 'Второй'),
    priceTypeId: await addPriceType(client),
    selectedLotId: received.lots[0].lotId,
    preferredSupplierId: supplierId,
    parentProductId: productId,
    analogIds: productId,
    filterValueIds: await addFilterValue(client, await addFilter(client)),
    supplierId,
    customerId,
    partnerId: supplierId,
    organizationId,
    contractId,
    documentId,
    sourceDocumentId: documentId,
    purchaseId: await addPurchase(client, { productId, warehouseId, supplier: SUPPLIER }),
    internalId: productId,
    productIds: await addProduct(client, { name: 'Считаемый' }),
    orderId: order.id,
  }
  const pathIds = await addLoose(client, bodyIds, database)
  const { imageId: imageIds, customerReturnId: returnId, shortProductId, overProductId } = pathIds
  const further = { imageIds, returnId, shortProductId, overProductId }
  return { client, bodyIds: { ...bodyIds, ...further }, pathIds: { ...pathIds, movementId: received.id } }
}

/** Copies the company of a scene to another company with the same record ids. */
export async function copyScene(scene: Scene, service: TestService): Promise<Scene> {
  return { ...scene, client: await copyCompany(service, scene.client) }
}

/** Creates records that no other record refers to. Returns their ids by path parameter. */
async function addLoose(client: Client, ids: Record<string, string>, database: Database) {
  const { productId, warehouseId, supplierId: partnerId, organizationId } = ids as Record<string, string>
  const items = [{ productId, quantity: 1 }]
  const lines = [{ productId, quantity: 1, unitCost: 5 }]
  const order = { customer: CUSTOMER, warehouseId, channel: 'Сайт', items }
  await setAlerts(client, true)
  const { id: orderId } = await client.made('POST', '/api/v1/orders', order)
  await setAlerts(client, false)
  const shipped = await addPartlyShipped(client, productId!, order)
  const filterId = await addFilter(client, 'Ничей')
  const looseProductId = await addProduct(client, { name: 'Ничей' })
  return {
    orderId,
    ...shipped,
    // The order lowered the stock of a product to below its minimum, which caused the newest notification.
    notificationId: await newestNotification(client, database),
    productId: looseProductId,
    imageId: await addImage(client, looseProductId),
    warehouseId: await addWarehouse(client, 'Ничей'),
    partnerId: await addPartner(client, 'Ничей'),
    priceTypeId: await addPriceType(client, 'Ничей'),
    filterId,
    valueId: await addFilterValue(client, filterId, 'Ничьё'),
    organizationId: await addOrganization(client, 'Ничья'),
    contractId: await addContract(client, { partnerId, organizationId }),
    fieldId: await addField(client, { valueType: 'select', options: ['Лето', 'Зима'] }),
    purchaseId: await addPurchase(client, { productId, warehouseId, supplier: SUPPLIER }),
    documentId: await addDocument(client, { supplierId: partnerId, warehouseId, lines }),
    paymentId: await addPayment(client, { partnerId }),
    importId: await addRecognized(client, database),
    linkId: await addLink(client, partnerId!),
    ...(await addDelivered(client, { warehouseId, supplierId: partnerId, lines })),
    'updateCustomerReturn customerReturnId': await addReturnOfNoOrder(client, ids),
    ...(await addOrdering(client, ids)),
    ...(await addStocktakes(client, ids)),
    ...(await addPlainRecords(client)),
  }
}

/**
 * Places three orders: one of two pieces with one piece shipped, a larger one to be shipped in many parts, and a
 * shipped one with a draft return. Returns the ids that shipment and return commands need.
 */
async function addPartlyShipped(client: Client, productId: string, order: object) {
  const place = async (quantity: number): Promise<string> =>
    (await client.made('POST', '/api/v1/orders', { ...order, items: [{ productId, quantity }] })).id
  const id = await place(2)
  const lines = [{ lineId: 1, quantity: 1 }]
  const shipment = await client.made('POST', `/api/v1/orders/${id}/shipments`, { lines })
  const returned = await place(5)
  await client.made('POST', `/api/v1/orders/${returned}/shipments`, {})
  const draft = await client.made('POST', '/api/v1/customer-returns', { orderId: returned, lines })
  return {
    'closeOrder orderId': id,
    'shipOrder orderId': await place(30),
    shipmentId: shipment.id as string,
    'createCustomerReturn orderId': returned,
    customerReturnId: draft.id as string,
  }
}

/** Creates a product with a stock rule and a supplier item, and another product with neither. */
async function addOrdering(client: Client, { supplierId }: Record<string, string>): Promise<Record<string, string>> {
  const [productId, free] = [
    await addProduct(client, { name: 'Заказной' }),
    await addProduct(client, { name: 'Без правил' }),
  ]
  const rule = await client.made('POST', '/api/v1/stock-rules', { productId, minStock: 1 })
  const item = await client.made('POST', '/api/v1/supplier-items', { productId, supplierId })
  return {
    stockRuleId: rule.id as string,
    supplierItemId: item.id as string,
    'createStockRule productId': free,
    'createSupplierItem productId': free,
    'orderProposed productId': free,
  }
}

/** Drafts a return of goods that were sold without a known order. */
async function addReturnOfNoOrder(client: Client, ids: Record<string, string>): Promise<string> {
  const { customerId, warehouseId, productId } = ids
  const lines = [{ productId, quantity: 1, amount: 10, unitCost: 5 }]
  const { id } = await client.made('POST', '/api/v1/customer-returns', { customerId, warehouseId, lines })
  return id as string
}

/** Starts a stocktake in which goods are being counted, and one that can be posted. */
async function addStocktakes(client: Client, ids: Record<string, string>) {
  const count = async (warehouseId: string, productId: string, scope: object) => {
    const { id } = await client.made('POST', '/api/v1/stocktakes', { warehouseId, scope })
    await client.made('POST', `/api/v1/stocktakes/${id}/counts`, { lines: [{ productId, quantity: 101 }] })
    return id as string
  }
  const posted = await count(ids.warehouseId!, ids.productId!, { productIds: [ids.productId] })
  await client.made('PATCH', `/api/v1/stocktakes/${posted}/status`, { status: 'review' })
  const stocktakeId = await count(ids.toWarehouseId!, ids.productIds!, { all: true })
  return { stocktakeId, 'postStocktake stocktakeId': posted, ...(await addMisSorted(client, ids.warehouseId!)) }
}

/** Starts a stocktake in which 50 of one product are missing, and there are 101 too many of another one. */
async function addMisSorted(client: Client, warehouseId: string) {
  const [short, over] = [await addProduct(client, { name: 'Недостача' }), await addProduct(client, { name: 'Излишек' })]
  const receipt = { productId: short, warehouseId, supplier: SUPPLIER, unitCost: 5, quantity: 50 }
  await client.made('POST', '/api/v1/stock/receipt', receipt)
  const scope = { productIds: [short, over] }
  const { id } = await client.made('POST', '/api/v1/stocktakes', { warehouseId, scope })
  const lines = [
    { productId: short, quantity: 0 },
    { productId: over, quantity: 101 },
  ]
  await client.made('POST', `/api/v1/stocktakes/${id}/counts`, { lines })
  return {
    'setMisSorts stocktakeId': id as string,
    shortProductId: short,
    overProductId: over,
  }
}

/** Adds an uploaded file that has a recognition result. */
async function addRecognized(client: Client, database: Database): Promise<string> {
  const reply = await client.send('POST', '/api/v1/procurement/imports', undefined, PICTURE)
  const importId = reply.json.result.id as string
  await writeCompany(database, client.companyId, (tx) =>
    finishAs(tx, client.companyId, importId, { extraction: EXTRACTION }),
  )
  return importId
}

async function addImage(client: Client, productId: string): Promise<string> {
  const reply = await client.send('POST', `/api/v1/products/${productId}/images`, undefined, PICTURE)
  return reply.json.result.id
}

/** Reads the newest notification from the database, because notifications are not part of the company state. */
async function newestNotification({ companyId }: Client, database: Database): Promise<string> {
  const { rows } = await readCompany(database, companyId, (tx) =>
    tx.query<{ id: string }>('select id from notifications where company_id = $1 order by id desc', [companyId]),
  )
  return rows[0]!.id
}

/** Returns the example body of a command with the ids of the scene. */
export function bodyIn(scene: Scene, command: Command): Record<string, unknown> {
  const fill = (name: string, value: unknown): unknown => {
    if (value === '…') return scene.pathIds[`${command.name} ${name}`] ?? scene.bodyIds[name]
    if (Array.isArray(value)) return value.map((entry) => fill(name, entry))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fill(key, inner)]))
  }
  return fill('', command.example) as Record<string, unknown>
}

/** Receives a delivery and adds one photograph to it. */
async function addDelivered(client: Client, body: object) {
  const { documentId, photoId } = await addDelivery(client, body)
  return { 'addDeliveryPhoto documentId': documentId, deliveryPhotoId: photoId }
}

/** A picture that every upload route accepts. */
const PICTURE = { raw: blackPng(2, 2), headers: { 'content-type': 'image/png' } }

/** Sends a command as its route requires: a JSON body, or a picture to an upload route. */
export function sendCommand(
  { client, pathIds }: Pick<Scene, 'client' | 'pathIds'>,
  command: Command,
  body: unknown,
  { path = pathIn({ pathIds }, command), ...sending }: Sending & { path?: string } = {},
): Promise<Reply<Json>> {
  if (command.upload === undefined) return client.send(command.method, path, body, sending)
  const headers = { ...PICTURE.headers, ...sending.headers }
  return client.send(command.method, path, undefined, { ...PICTURE, ...sending, headers })
}

/** Returns the path of a command with the ids of the scene, some of which can be replaced. */
export function pathIn(
  scene: Pick<Scene, 'pathIds'>,
  command: Command,
  ids: Readonly<Record<string, string>> = {},
): string {
  const own = (name: string) => scene.pathIds[`${command.name} ${name}`] ?? scene.pathIds[name]!
  return command.path.replace(/:(\w+)/g, (_all, name: string) => ids[name] ?? own(name))
}

export function paramsOf(command: Command): string[] {
  return [...command.path.matchAll(/:(\w+)/g)].map((match) => match[1]!)
}
