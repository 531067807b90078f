/**
 * Simulates the working day before a database dump is taken: commands of every kind, file uploads and table imports,
 * some of them finished and some half done.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { HeldVision } from '../../tests/support/fakes/held-vision.ts'
import type { Client, Json } from '../../tests/support/node/client.ts'
import type { DumpedDay } from '../../tests/support/node/dumps.ts'
import {
  pageAskedFor,
  plainPage,
  plainPdf,
  readingOfPage,
  untilStatus,
  uploadFile,
} from '../../tests/support/papers/reading.ts'
import * as add from '../../tests/support/scene/fixtures.ts'

const CUSTOMER = 'Иван Хвостов'
const TABLE_IMPORTS = '/api/v1/table-imports'
/** The number of rows in a table. It exceeds the server's batch size. */
const TABLE_ROWS = 320
const LOOK_MS = 50
/** The number of milliseconds without a write after which the server is assumed to be waiting for the lock. */
const STILL_MS = 600

/** Sends the commands that do not occur in the demo's trading day, requesting the state in various forms. */
export async function playTail(client: Client): Promise<void> {
  const state = await client.state()
  const [warehouseId, productId] = [state.warehouses[0].id, state.products[0].id]
  const supplierId = state.partners.find(({ type }: Json) => type === 'Поставщик').id
  await add.setAlerts(client, true)
  const organizationId = await add.addOrganization(client)
  const contractId = await add.addContract(client, { partnerId: supplierId, organizationId, number: 'Д-1' })
  await add.addField(client, { valueType: 'select', options: ['Лето', 'Зима'] })
  const filterId = await add.addFilter(client)
  const valueId = await add.addFilterValue(client, filterId)
  const priceTypeId = await add.addPriceType(client)
  const fields = { prices: [{ priceTypeId, price: 12.5 }], filterValueIds: [valueId], sku: 'ХВ-1' }
  const made = await add.addProduct(client, { name: 'С хвостом', weightKg: 1.25, ...fields })
  await client.send('POST', `/api/v1/products/${made}/images`, undefined, picture(await plainPage(7)))
  const lines = [{ productId: made, quantity: 3, unitCost: 7.1 }]
  const documentId = await add.addDocument(client, { supplierId, warehouseId, contractId, lines })
  await add.addDocument(client, { supplierId, warehouseId, lines })
  await add.moveDocument(client, documentId, 'posted')
  const paymentId = await add.addPayment(client, { partnerId: supplierId, documentId })
  await add.movePayment(client, paymentId, 'posted')
  const { name: supplier } = state.partners.find(({ id }: Json) => id === supplierId)
  await add.addPurchase(client, { productId: made, warehouseId, supplier })
  await client.made('POST', '/api/v1/stock/receipt', {
    productId: made,
    warehouseId,
    supplier,
    unitCost: 3.33,
    quantity: 7.5,
  })
  await add.addPartner(client, CUSTOMER)
  await add.addLink(client, supplierId)
  await client.delete(`/api/v1/warehouses/${await add.addWarehouse(client, 'Ненадолго')}`)
  await playOrders(client, { warehouseId, productId: made, other: productId })
}

const picture = (raw: Buffer) => ({ raw, headers: { 'content-type': 'image/png' } })

async function playOrders(
  client: Client,
  ids: { warehouseId: string; productId: string; other: string },
): Promise<void> {
  const { warehouseId, productId, other } = ids
  const body = (items: object[]) => ({ customer: CUSTOMER, warehouseId, channel: 'Сайт', items })
  const order = (await client.post('/api/v1/orders', body([{ productId, quantity: 1 }]), { prefer: 'state=changes' }))
    .json
  await client.post('/api/v1/orders', body([{ productId, quantity: 1_000_000 }]), { prefer: 'state=full' })
  if (order.result === undefined) throw new Error(`The order was refused: ${JSON.stringify(order)}`)
  const { id } = order.result
  // Orders here have only items with a product and a quantity, because the first version supported no other form.
  const items = [{ productId, quantity: 2 }]
  await client.patch(`/api/v1/orders/${id}`, {
    customer: CUSTOMER,
    warehouseId,
    channel: 'Сайт',
    items,
    note: 'Позвонить',
  })
  await client.patch(`/api/v1/orders/${id}/status`, { status: 'picking' }, { prefer: 'state=full' })
  await client.patch(`/api/v1/orders/${id}/status`, { status: 'shipped' })
  await client.post('/api/v1/orders', body([{ productId: other, quantity: 0 }]))
  await client.post('/api/v1/orders', body([{ productId, quantity: 1 }]), { prefer: 'state=full' })
}

/**
 * Leaves three uploaded files: one recognized, one whose recognition is stuck because its second page never gets a
 * response, and one waiting behind it.
 */
export async function leaveFiles(client: Client, vision: HeldVision): Promise<DumpedDay['files']> {
  const read = await uploadFile(client, await plainPage(1))
  const first = await vision.next()
  first.answer(readingOfPage(first))
  await untilStatus(client, read, 'recognized')
  const half = await uploadFile(client, await plainPdf(3))
  const second = await vision.next()
  // Handle the first version too, which sent all pages for recognition at once.
  if (pageAskedFor(second) === '1 of 3') {
    second.answer(readingOfPage(second))
    await vision.next()
  }
  return { read, half, waiting: await uploadFile(client, await plainPage(2)) }
}

export const ROWS_OF_TABLES = 'table_import_rows'

/**
 * Leaves three imported tables: one written, one with only its columns assigned, and one with some rows written but not
 * recorded as written, because `hold` locks the table that records them.
 */
export async function leaveTables(client: Client, hold: () => Promise<void>): Promise<DumpedDay['tables']> {
  if ((await client.get(TABLE_IMPORTS)).status === 404) return null
  const done = await mapTable(client, 'Артикул;Название\nДП-1;Чай из файла\n')
  await client.post(`${TABLE_IMPORTS}/${done}/apply`)
  await untilTable(client, done, 'done')
  const ready = await mapTable(client, 'Артикул;Название;Цена\nДП-2;Кофе из файла;99,90\n')
  const rows = Array.from({ length: TABLE_ROWS }, (_, n) => `ДП-Т-${n};Товар из файла ${n}`)
  const half = await mapTable(client, `Артикул;Название\n${rows.join('\n')}\n`)
  await hold()
  await client.post(`${TABLE_IMPORTS}/${half}/apply`)
  await untilStill(async () => (await client.state()).totals.products)
  return { done, half, ready }
}

async function mapTable(client: Client, text: string): Promise<string> {
  const headers = { 'content-type': 'application/octet-stream', 'x-file-name': encodeURIComponent('Прайс.csv') }
  const reply = await client.send('POST', `${TABLE_IMPORTS}?kind=products`, undefined, { raw: text, headers })
  if (reply.status !== 200) throw new Error(`The table was answered ${reply.status}: ${reply.text}`)
  const mapped = await client.send('PUT', `${TABLE_IMPORTS}/${reply.json.id}/columns`, {})
  if (mapped.status !== 200) throw new Error(`The columns were answered ${mapped.status}: ${mapped.text}`)
  await untilTable(client, reply.json.id, 'ready')
  return reply.json.id
}

async function untilTable(client: Client, id: string, status: string): Promise<void> {
  for (;;) {
    const { json } = await client.get(`${TABLE_IMPORTS}/${id}`)
    if (json.status === status) return
    if (json.status === 'failed') throw new Error(`The table failed: ${JSON.stringify(json)}`)
    await sleep(LOOK_MS)
  }
}

/** Waits until a value has changed and then stayed the same for a while. */
async function untilStill(look: () => Promise<unknown>): Promise<void> {
  const first = String(await look())
  for (let last = first, since = performance.now(); last === first || performance.now() - since < STILL_MS; ) {
    await sleep(LOOK_MS)
    const now = String(await look())
    if (now !== last) since = performance.now()
    last = now
  }
}
