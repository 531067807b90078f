/**
 * Tests goods expected from suppliers, and deliveries: everything that arrived with one document, against an order or
 * without one.
 */
import { expect, test } from 'vitest'
import { listNamedFiles } from '../../server/cli/named-files-sql.ts'
import { reindexCompany } from '../../server/engine/reindex.ts'
import { writeCompany } from '../../server/store/commits.ts'
import { readCompany } from '../../server/store/database.ts'
import type { Json } from '../support/node/client.ts'
import { findDifferences } from '../support/node/invariants.ts'
import { useService } from '../support/node/service.ts'
import { blackPng } from '../support/papers/pictures.ts'
import {
  addBundle,
  addDocument,
  addPartner,
  addProduct,
  addPurchase,
  addWarehouse,
  moveDocument,
  openShop,
  receive,
  receiveOf,
  type Shop,
  setArchived,
  stockRow,
  UNKNOWN_ID,
} from '../support/scene/fixtures.ts'
import { joinAs, type SessionClient } from '../support/scene/members.ts'
import { DOCUMENTS, madeFrom } from '../support/scene/ordering.ts'

const service = useService()
const DELIVERIES = '/api/v1/stock/deliveries'
const MOST = 1_000_000_000_000

interface FloorShop extends Shop {
  readonly supplierId: string
  readonly cupId: string
  readonly keeper: SessionClient
}

/** Creates a shop with kettles and cups, and a storekeeper. */
async function newShop(): Promise<FloorShop> {
  const shop = await openShop(await service.newCompany())
  const { client } = shop
  const { items } = (await client.get('/api/v1/partners?q=Поставка')).json
  const cupId = await addProduct(client, { name: 'Чашка', sku: 'C-1', uom: 'шт' })
  const keeper = await joinAs(service, client.companyId, { role: 'storekeeper' })
  return { ...shop, supplierId: items[0].id, cupId, keeper }
}

/** Posts a purchase order of 10 kettles at 95.40 and 24 cups at 20.00. */
async function orderGoods(shop: FloorShop, fields: object = {}): Promise<Json> {
  const { client, supplierId, warehouseId, productId, cupId } = shop
  const lines = [
    { productId, quantity: 10, unitCost: 95.4 },
    { productId: cupId, quantity: 24, unitCost: 20 },
  ]
  const id = await addDocument(client, { kind: 'purchase_order', supplierId, warehouseId, lines, ...fields })
  return moveDocument(client, id, 'posted')
}

async function expected(client: Pick<Shop['client'], 'get'>, query = ''): Promise<Json[]> {
  const reply = await client.get(`/api/v1/reports/expected?${query}`)
  expect(reply.status, reply.text).toBe(200)
  return reply.json.items
}
const comes = async (client: Pick<Shop['client'], 'get'>, query = '') =>
  (await expected(client, query)).map(({ number, product, expected: all, received, quantity }) => [
    ...[number, product, all, received, quantity],
  ])

async function deliver(client: Pick<Shop['client'], 'send'>, body: object): Promise<Json> {
  const reply = await client.send('POST', DELIVERIES, body)
  expect(reply.status, reply.text).toBe(200)
  return reply.json.result
}
const read = async ({ client }: Shop, id: string): Promise<Json> => (await client.get(`${DOCUMENTS}/${id}`)).json

test('the expected goods are the outstanding quantities of purchases, posted orders and draft receipts, without any price', async () => {
  const shop = await newShop()
  const { client, keeper, supplierId, supplier, warehouseId, productId, cupId } = shop
  const purchaseId = await addPurchase(client, { productId, warehouseId, supplier })
  await receiveOf(shop, { purchaseId, quantity: 4, damaged: 1, missing: 1 })
  const order = await orderGoods(shop)
  const lines = [{ productId: cupId, quantity: 5, unitCost: 20 }]
  const draftId = await addDocument(client, { supplierId, reference: 'УПД-9', lines })
  // Create records that do not lead to expected goods: a draft order, an invoice entered by hand, a service, and a
  // closed order.
  await addDocument(client, { kind: 'purchase_order', supplierId, lines })
  await addDocument(client, { kind: 'supplier_invoice', supplierId, lines })
  const serviceId = await addProduct(client, { name: 'Доставка', kind: 'service' })
  await orderGoods(shop, { lines: [{ productId: serviceId, quantity: 1, unitCost: 500 }] })
  await moveDocument(client, (await orderGoods(shop)).id, 'closed')

  const rows = await expected(keeper)
  const purchase = (await client.get(`/api/v1/purchases/${purchaseId}`)).json
  const draft = await read(shop, draftId)
  expect(
    rows.map(({ kind, number, product, expected: all, received, quantity }) => [
      kind,
      number,
      product,
      all,
      received,
      quantity,
    ]),
  ).toEqual([
    ['purchase', purchase.number, 'Чайник', 10, 2, 6],
    ['purchase_order', order.number, 'Чайник', 10, 0, 10],
    ['purchase_order', order.number, 'Чашка', 24, 0, 24],
    ['receipt', draft.number, 'Чашка', 5, 0, 5],
  ])
  expect(rows[3]).toMatchObject({
    sourceId: draftId,
    reference: 'УПД-9',
    supplierId,
    supplier,
    warehouseId: null,
    sku: 'C-1',
    uom: 'шт',
  })
  expect(JSON.stringify(rows)).not.toMatch(/cost|price|amount|95\.4/i)
  // The goods of a document without a warehouse may arrive at any warehouse.
  expect(await comes(keeper, `warehouseId=${await addWarehouse(client)}`)).toEqual([[draft.number, 'Чашка', 5, 0, 5]])
  expect(await comes(keeper, `productId=${cupId}&supplierId=${supplierId}`)).toHaveLength(2)
})

test('the goods of an invoice read from a file are expected, unless the invoice was made from an order', async () => {
  const shop = await newShop()
  const { client, supplierId, cupId } = shop
  const lines = [{ productId: cupId, quantity: 3, unitCost: 20 }]
  const id = await addDocument(client, { kind: 'supplier_invoice', supplierId, lines })
  const fromOrder = await madeFrom(shop, await orderGoods(shop), 'supplier_invoice', { lines: [[cupId, 24]] })
  const invoice = await read(shop, id)
  await writeCompany(service.database, client.companyId, (tx) =>
    tx.query('update documents set import_id = gen_random_uuid() where company_id = $1 and id = any ($2)', [
      client.companyId,
      [id, fromOrder.id],
    ]),
  )
  expect((await comes(client)).filter(([number]) => number === invoice.number)).toEqual([
    [invoice.number, 'Чашка', 3, 0, 3],
  ])
  expect(await comes(client)).toHaveLength(3)
})

test('a storekeeper receives an order in two deliveries, each recorded as a numbered document, and sees no costs in the responses', async () => {
  const shop = await newShop()
  const { client, keeper, supplierId, warehouseId, productId, cupId } = shop
  const order = await orderGoods(shop)
  const body = {
    documentId: order.id,
    warehouseId,
    reference: ' ТОРГ-12 №77 ',
    issuedAt: '2026-03-01',
    lines: [
      { productId, quantity: 6, damaged: 1, missing: 2 },
      { productId: cupId, quantity: 24 },
    ],
  }
  const delivery = await deliver(keeper, body)
  expect(delivery).toEqual({
    ...{ id: delivery.id, number: delivery.number, supplier: 'Поставка', supplierId, warehouseId },
    ...{ reference: 'ТОРГ-12 №77', sourceDocumentId: order.id, postedAt: delivery.postedAt },
    lines: [
      { productId, name: 'Чайник', sku: null, quantity: 3, damaged: 1, missing: 2 },
      { productId: cupId, name: 'Чашка', sku: 'C-1', quantity: 24 },
    ],
  })
  // Calculated by hand: 3 × 95.40 + 24 × 20.00 = 766.20. Two kettles are missing and one is damaged, so seven are still
  // expected.
  expect(await read(shop, delivery.id)).toMatchObject({
    ...{ kind: 'receipt', status: 'posted', number: delivery.number, issuedAt: '2026-03-01', total: 766.2 },
    lines: [
      { unitCost: 95.4, amount: 286.2 },
      { unitCost: 20, amount: 480 },
    ],
  })
  expect(await comes(keeper)).toEqual([[order.number, 'Чайник', 10, 3, 7]])
  const { items: movements } = (await client.get(`/api/v1/movements?documentId=${delivery.id}`)).json
  expect(movements.find((one: Json) => one.productId === productId)).toMatchObject({
    ...{ type: 'receipt', quantity: 6, good: 3, damaged: 1, missing: 2, unitCost: 95.4, cost: 286.2 },
  })
  await deliver(keeper, { documentId: order.id, warehouseId, lines: [{ productId, quantity: 7 }] })
  expect(await comes(keeper)).toEqual([])
  expect(await stockRow(client, productId, warehouseId)).toMatchObject({ onHand: 10 })
  const audit = (await keeper.get('/api/v1/audit?entityType=delivery')).json.items
  expect(audit.map((one: Json) => one.figures)).toEqual([
    expect.objectContaining({ lines: 1, warehouse: 'Основной', supplier: 'Поставка' }),
    expect.objectContaining({ number: delivery.number, lines: 2 }),
  ])
  expect(await findDifferences(service.database, client.companyId)).toEqual([])
})

test('a delivery that exceeds the expected quantity is refused with both quantities, unless it marks the excess as beyond the order', async () => {
  const shop = await newShop()
  const { client, keeper, warehouseId, productId, cupId } = shop
  const order = await orderGoods(shop)
  const body = { documentId: order.id, warehouseId, lines: [{ productId, quantity: 12 }] }
  const refused = await client.refused('POST', DELIVERIES, body)
  expect(refused).toMatchObject({
    code: 'DELIVERY_EXCEEDED',
    figures: { documentId: order.id, number: order.number, productId, product: 'Чайник', asked: 12, left: 10 },
  })
  const spoonId = await addProduct(client, { name: 'Ложка', cost: 7.5 })
  const delivery = await deliver(keeper, {
    ...body,
    lines: [
      { productId, quantity: 12, beyond: 2 },
      { productId: spoonId, quantity: 3, beyond: 3 },
    ],
  })
  expect((await read(shop, delivery.id)).lines).toMatchObject([
    { productId, quantity: 12, unitCost: 95.4 },
    { productId: spoonId, quantity: 3, unitCost: 7.5 },
  ])
  expect(await comes(client)).toEqual([[order.number, 'Чашка', 24, 0, 24]])
  const late = await client.refused('POST', DELIVERIES, { ...body, lines: [{ productId, quantity: 1 }] })
  expect(late.figures).toMatchObject({ asked: 1, left: 0 })
  // For a product that is not in the order, any quantity exceeds the order.
  const other = { ...body, lines: [{ productId: spoonId, quantity: 1 }] }
  expect((await client.refused('POST', DELIVERIES, other)).figures).toMatchObject({ product: 'Ложка', left: 0 })
  expect(cupId).not.toBe(spoonId)
})

test('two order lines for the same product at different costs are received in line order', async () => {
  const shop = await newShop()
  const { client, keeper, warehouseId, productId } = shop
  const lines = [
    { productId, quantity: 4, unitCost: 10 },
    { productId, quantity: 6, unitCost: 12.5 },
  ]
  const order = await orderGoods(shop, { lines })
  const receivedAs = async (quantity: number, more: object = {}) => {
    const line = { productId, quantity, ...more }
    const { id } = await deliver(keeper, { documentId: order.id, warehouseId, lines: [line] })
    return (await read(shop, id)).lines.map((one: Json) => [one.quantity, one.unitCost, one.damaged, one.missing])
  }
  expect(await receivedAs(1)).toEqual([[1, 10, undefined, undefined]])
  // Three units at 10.00 are still expected, and after them six at 12.50. The last of the delivered units count as
  // missing and damaged.
  expect(await receivedAs(5, { damaged: 1, missing: 1 })).toEqual([
    [3, 10, undefined, undefined],
    [0, 12.5, 1, 1],
  ])
  expect(await receivedAs(8, { beyond: 2 })).toEqual([[8, 12.5, undefined, undefined]])
  expect(await comes(client)).toEqual([])
})

test('delivering a draft receipt posts it with the quantities that arrived and records the rest as missing', async () => {
  const shop = await newShop()
  const { client, keeper, supplierId, warehouseId, productId, cupId } = shop
  const lines = [
    { productId, quantity: 10, unitCost: 95.4 },
    { productId: cupId, quantity: 24, unitCost: 20 },
  ]
  const id = await addDocument(client, { supplierId, reference: 'УПД-1', note: 'Фото', lines })
  const delivery = await deliver(keeper, {
    documentId: id,
    warehouseId,
    lines: [{ productId, quantity: 8, damaged: 1 }],
  })
  expect(delivery).toMatchObject({
    ...{ id, reference: 'УПД-1', sourceDocumentId: null, warehouseId },
    lines: [
      { productId, quantity: 7, damaged: 1, missing: 2 },
      { productId: cupId, quantity: 0, missing: 24 },
    ],
  })
  expect(await read(shop, id)).toMatchObject({ status: 'posted', note: 'Фото', total: 667.8 })
  expect(await comes(client)).toEqual([])
  const again = { documentId: id, warehouseId, lines: [{ productId, quantity: 1 }] }
  expect(await client.refused('POST', DELIVERIES, again)).toMatchObject({
    code: 'NOT_EXPECTED',
    figures: { documentId: id, number: delivery.number, status: 'posted' },
  })
  expect(await stockRow(client, productId, warehouseId)).toMatchObject({ onHand: 7 })
  // The manager cancels the delivery like any other receipt, which takes back only what was added to stock.
  await moveDocument(client, id, 'cancelled')
  expect(await stockRow(client, productId, warehouseId)).toMatchObject({ onHand: 0 })
  const { items } = (await client.get(`/api/v1/movements?documentId=${id}&type=reversal`)).json
  expect(items).toMatchObject([{ productId, quantity: 7, cost: 667.8 }])
  expect(await findDifferences(service.database, client.companyId)).toEqual([])
})

test('goods of a draft receipt made from an order are expected only once', async () => {
  const shop = await newShop()
  const { client, keeper, supplierId, warehouseId, cupId } = shop
  const order = await orderGoods(shop)
  const lines = [{ productId: cupId, quantity: 20, unitCost: 21 }]
  const id = await addDocument(client, { supplierId, warehouseId, sourceDocumentId: order.id, lines })
  const draft = await read(shop, id)
  const rows = [
    [order.number, 'Чайник', 10, 0, 10],
    [order.number, 'Чашка', 24, 0, 4],
    [draft.number, 'Чашка', 20, 0, 20],
  ]
  expect(await comes(client)).toEqual(rows)
  await deliver(keeper, { documentId: id, warehouseId, lines: [{ productId: cupId, quantity: 20 }] })
  expect(await comes(client)).toEqual([rows[0], [order.number, 'Чашка', 24, 20, 4]])
})

test('goods delivered without a document or cost get the unit cost of the newest lot, or else of the product', async () => {
  const shop = await newShop()
  const { client, keeper, supplierId, warehouseId, productId } = shop
  await receive(shop, 1, 33.33)
  const spoonId = await addProduct(client, { name: 'Ложка', cost: 7.5 })
  const forkId = await addProduct(client, { name: 'Вилка' })
  const lines = [
    { productId, quantity: 2 },
    { productId: spoonId, quantity: 3, unitCost: null },
    { productId: forkId, quantity: 4, unitCost: 1.25 },
    // This line has the same product again, from a second box.
    { productId: forkId, quantity: 2, unitCost: 1.5 },
  ]
  const { id, number, sourceDocumentId } = await deliver(keeper, { supplierId, warehouseId, lines })
  expect(sourceDocumentId).toBe(null)
  expect(await read(shop, id)).toMatchObject({
    number,
    total: 97.16,
    lines: [{ unitCost: 33.33 }, { unitCost: 7.5 }, { unitCost: 1.25 }, { unitCost: 1.5 }],
  })
  const unknown = await addProduct(client, { name: 'Нож' })
  const body = { supplierId, warehouseId, lines: [...lines, { productId: unknown, quantity: 1 }] }
  expect(await client.refused('POST', DELIVERIES, body)).toMatchObject({
    code: 'UNIT_COST_UNKNOWN',
    figures: { product: 'Нож' },
  })
})

test('a delivery in which everything is damaged or missing creates a document but adds no stock', async () => {
  const shop = await newShop()
  const { client, keeper, supplierId, warehouseId, productId } = shop
  await receive(shop, 1)
  const lines = [{ productId, quantity: 5, damaged: 2, missing: 3 }]
  const { id } = await deliver(keeper, { supplierId, warehouseId, lines })
  expect(await read(shop, id)).toMatchObject({ total: 0, lines: [{ quantity: 0, amount: 0, damaged: 2, missing: 3 }] })
  expect(await stockRow(client, productId, warehouseId)).toMatchObject({ onHand: 1 })
  await moveDocument(client, id, 'cancelled')
  expect(await findDifferences(service.database, client.companyId)).toEqual([])
})

test('a delivery with one invalid line or field is refused as a whole', async () => {
  const shop = await newShop()
  const { client, supplierId, warehouseId, productId, cupId } = shop
  const order = await orderGoods(shop)
  const otherId = await addPartner(client, 'Другая')
  const bundleId = await addBundle(client, [[cupId, 2]])
  const oldId = await addProduct(client, { name: 'Прежний', cost: 1 })
  await setArchived(client, 'products', oldId)
  const good = { productId, quantity: 1, unitCost: 1 }
  const refusal = async (fields: object) => {
    const body = { supplierId, warehouseId, lines: [good], ...fields }
    const { code, errors } = await client.refused('POST', DELIVERIES, body)
    return errors === undefined ? code : [errors[0]!.path, errors[0]!.code]
  }
  const lines = (...some: object[]) => ({ lines: [good, ...some] })
  const twice = { documentId: order.id, ...lines({ productId, quantity: 1 }) }
  expect(await refusal(twice)).toEqual(['/lines/1/productId', 'TWICE'])
  expect(await refusal({ lines: [{ ...good, damaged: 0.6, missing: 0.401 }] })).toEqual([
    '/lines/0/quantity',
    'AT_LEAST',
  ])
  expect(await refusal({ lines: [{ ...good, beyond: 1.001 }] })).toEqual(['/lines/0/beyond', 'AT_MOST'])
  expect(await refusal({ lines: [] })).toEqual(['/lines', 'REQUIRED'])
  expect(await refusal({ supplierId: undefined })).toEqual(['/supplierId', 'REQUIRED'])
  expect(await refusal({ supplierId: UNKNOWN_ID })).toBe('NOT_FOUND')
  expect(await refusal({ documentId: order.id, supplierId: otherId })).toEqual(['/supplierId', 'NOT_VALID'])
  expect(await refusal({ documentId: UNKNOWN_ID })).toBe('NOT_FOUND')
  expect(await refusal({ warehouseId: UNKNOWN_ID })).toBe('NOT_FOUND')
  expect(await refusal(lines({ productId: UNKNOWN_ID, quantity: 1 }))).toBe('NOT_FOUND')
  expect(await refusal(lines({ productId: bundleId, quantity: 1 }))).toBe('NOT_STOCKED')
  expect(await refusal(lines({ productId: oldId, quantity: 1 }))).toBe('ARCHIVED')
  expect(await refusal({ lines: [{ ...good, quantity: 2, unitCost: MOST }] })).toEqual([
    '/lines/0/unitCost',
    'TOO_LARGE',
  ])
  const dear = { productId: cupId, quantity: 1, unitCost: MOST }
  expect(await refusal(lines(dear))).toEqual(['/lines', 'TOO_LARGE'])
  for (const kind of ['supplier_return', 'internal_order', 'purchase_order']) {
    const documentId = await addDocument(client, { kind, supplierId, lines: [good] })
    expect(await refusal({ documentId })).toBe('NOT_EXPECTED')
  }
  await setArchived(client, 'partners', supplierId)
  expect(await refusal({})).toBe('ARCHIVED')
})

test('a storekeeper cannot work out a cost from the largest quantity that a delivery accepts', async () => {
  const shop = await newShop()
  const { client, keeper, supplierId, warehouseId, productId, cupId } = shop
  await receive(shop, 1, 777.13)
  await receiveOf(shop, { productId: cupId, quantity: 1, unitCost: 1913.57 })
  // Each of the two lines exceeds the limit for an amount, and so does their sum.
  const lines = [productId, cupId].map((id) => ({ productId: id, quantity: MOST, missing: 1 }))
  const body = { supplierId, warehouseId, lines }
  expect(await client.refused('POST', DELIVERIES, body)).toMatchObject({ code: 'VALIDATION_FAILED' })
  const { id } = await deliver(keeper, body)
  expect((await read(shop, id)).total).toBeLessThanOrEqual(MOST)
  expect(await findDifferences(service.database, client.companyId)).toEqual([])
})

test('viewers cannot receive a delivery, and a repeated delivery is received once and returns the same response', async () => {
  const shop = await newShop()
  const { client, keeper, warehouseId, productId } = shop
  const order = await orderGoods(shop)
  const body = { documentId: order.id, warehouseId, lines: [{ productId, quantity: 10 }] }
  const viewer = await joinAs(service, client.companyId, { role: 'viewer' })
  expect((await viewer.send('POST', DELIVERIES, body)).status).toBe(403)
  const key = 'a-delivery-sent-twice'
  const first = await keeper.send('POST', DELIVERIES, body, { key })
  const second = await keeper.send('POST', DELIVERIES, body, { key })
  expect(second.text).toBe(first.text)
  expect(first.text).not.toMatch(/unitCost|"amount"|95\.4/)
  expect(await stockRow(client, productId, warehouseId)).toMatchObject({ onHand: 10 })
})

test('a photograph of a delivery is listed, can be read, is counted in the delivery’s document, and cannot be deleted', async () => {
  const shop = await newShop()
  const { client, keeper, supplierId, warehouseId, productId } = shop
  const { id } = await deliver(client, {
    supplierId,
    warehouseId,
    lines: [{ productId, quantity: 1, damaged: 1, unitCost: 1 }],
  })
  const path = `${DELIVERIES}/${id}/photos`
  const bytes = blackPng(40, 30)
  const sending = { raw: bytes, headers: { 'content-type': 'image/png' } }
  const { user } = await keeper.browser.session()
  const reply = await keeper.send('POST', path, undefined, sending)
  expect(reply.status, reply.text).toBe(200)
  const photo = reply.json.result
  expect(photo).toMatchObject({
    documentId: id,
    contentType: 'image/png',
    width: 40,
    height: 30,
    by: { id: user.id, name: user.name },
  })
  expect((await keeper.get(`/api/v1/delivery-photos?documentId=${id}`)).json.items).toEqual([photo])
  const image = await fetch(`${client.url}/api/v1/images/${photo.id}`, { headers: client.credentials })
  expect(Buffer.from(await image.arrayBuffer()).equals(bytes)).toBe(true)
  expect(await read(shop, id)).toMatchObject({ photoCount: 1 })
  const draftId = await addDocument(client, { supplierId })
  for (const other of [UNKNOWN_ID, draftId])
    expect((await client.send('POST', `${DELIVERIES}/${other}/photos`, undefined, sending)).json.code).toBe('NOT_FOUND')
  for (let count = 1; count < 30; count += 1)
    expect((await client.send('POST', path, undefined, sending)).status).toBe(200)
  const full = (await client.send('POST', path, undefined, sending)).json
  expect(full).toMatchObject({ code: 'VALIDATION_FAILED', errors: [{ code: 'TOO_MANY', figures: { most: 30 } }] })
  expect((await client.delete(`/api/v1/delivery-photos/${photo.id}`)).status).toBe(404)
  const named = await readCompany(service.database, client.companyId, (tx) =>
    listNamedFiles(tx, client.companyId, [photo.sha256, 'none']),
  )
  expect(named).toEqual([photo.sha256])
  await reindexCompany(service.database, client.companyId)
  expect(await findDifferences(service.database, client.companyId)).toEqual([])
})
