/** A company in which every command can succeed, with the ids that the commands' examples need. */
import type { Command } from '../../../server/commands/define.ts'
import { writeCompany } from '../../../server/store/commits.ts'
import { type Database, readCompany } from '../../../server/store/database.ts'
import type { Client, Json, Sending } from '../node/client.ts'
import { copyCompany } from '../node/copied-company.ts'
import type { Reply } from '../node/reply.ts'
import type { TestService } from '../node/service.ts'
import { EXTRACTION, finishAs } from '../papers/papers.ts'
import { blackPng } from '../papers/pictures.ts'
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
  /** Ids by field name or path parameter. */
  readonly bodyIds: Readonly<Record<string, string>>
  /** Records that nothing names, so that they can be deleted too. */
  readonly pathIds: Readonly<Record<string, string>>
}

/** The partners named in the examples of orders and receipts. */
const SUPPLIER = 'ООО «Ромашка»'
const CUSTOMER = 'Иван Петров'

export async function setScene(client: Client, database: Database): Promise<Scene> {
  const productId = await addProduct(client, { price: 10, minStock: 100 })
  const warehouseId = await addWarehouse(client, 'Первый')
  const supplierId = await addPartner(client, SUPPLIER)
  await addPartner(client, CUSTOMER, { phone: '7', email: 'petrov@mail.example' })
  const receipt = { productId, warehouseId, supplier: SUPPLIER, unitCost: 5, quantity: 100 }
  const received = await client.made('POST', '/api/v1/stock/receipt', receipt)
  const organizationId = await addOrganization(client)
  const contractId = await addContract(client, { partnerId: supplierId, organizationId })
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
    partnerId: supplierId,
    organizationId,
    contractId,
    documentId,
    sourceDocumentId: documentId,
    purchaseId: await addPurchase(client, { productId, warehouseId, supplier: SUPPLIER }),
    internalId: productId,
  }
  const pathIds = await addLoose(client, bodyIds, database)
  return { client, bodyIds: { ...bodyIds, imageIds: pathIds.imageId }, pathIds }
}

/** Copies the scene to another company, with the same ids. */
export async function copyScene(scene: Scene, service: TestService): Promise<Scene> {
  return { ...scene, client: await copyCompany(service, scene.client) }
}

/** Makes records that nothing names, by path parameter. */
async function addLoose(client: Client, ids: Record<string, string>, database: Database) {
  const { productId, warehouseId, supplierId: partnerId, organizationId } = ids as Record<string, string>
  const items = [{ productId, quantity: 1 }]
  const lines = [{ productId, quantity: 1, unitCost: 5 }]
  const order = { customer: CUSTOMER, warehouseId, channel: 'Сайт', items }
  await setAlerts(client, true)
  const { id: orderId } = await client.made('POST', '/api/v1/orders', order)
  await setAlerts(client, false)
  const filterId = await addFilter(client, 'Ничей')
  const looseProductId = await addProduct(client, { name: 'Ничей' })
  return {
    orderId,
    // The order took stock of a product that was just at its minimum.
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
    ...(await addPlainRecords(client)),
  }
}

/** Adds an uploaded file with a recognition result. */
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

/** Notifications are not in the state, so read them from the database. */
async function newestNotification({ companyId }: Client, database: Database): Promise<string> {
  const { rows } = await readCompany(database, companyId, (tx) =>
    tx.query<{ id: string }>('select id from notifications where company_id = $1 order by id desc', [companyId]),
  )
  return rows[0]!.id
}

/** Returns the command's example with the scene's ids. */
export function bodyIn(scene: Scene, command: Command): Record<string, unknown> {
  const fill = (name: string, value: unknown): unknown => {
    if (value === '…') return scene.bodyIds[name]
    if (Array.isArray(value)) return value.map((entry) => fill(name, entry))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fill(key, inner)]))
  }
  return fill('', command.example) as Record<string, unknown>
}

/** Accepted by every upload, whatever it is used for. */
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

/** Returns the command's path with the scene's ids, or with some of them replaced. */
export function pathIn(
  scene: Pick<Scene, 'pathIds'>,
  command: Command,
  ids: Readonly<Record<string, string>> = {},
): string {
  return command.path.replace(/:(\w+)/g, (_all, name: string) => ids[name] ?? scene.pathIds[name]!)
}

export function paramsOf(command: Command): string[] {
  return [...command.path.matchAll(/:(\w+)/g)].map((match) => match[1]!)
}
