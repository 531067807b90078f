import { expect, test } from 'vitest'
import { pathsOf, readProblem } from '../support/contract/problems.ts'
import type { Json } from '../support/node/client.ts'
import { useService } from '../support/node/service.ts'
import {
  addBundle,
  addDocument,
  addPartner,
  addPriceType,
  addProduct,
  addWarehouse,
  ISSUED_ID,
  MOMENT,
  moveDocument,
  openShop,
  placeOrder,
  receive,
  receiveOf,
  type Shop,
  stockRow,
  UNKNOWN_ID,
} from '../support/scene/fixtures.ts'

const service = useService()

const shopWith = async (onHand = 0) => openShop(await service.newCompany(), onHand)

function receiptBody({ productId, warehouseId, supplier }: Shop, fields: object = {}) {
  return { productId, warehouseId, supplier, unitCost: 100, quantity: 1, ...fields }
}

function writeOffBody({ productId, warehouseId }: Shop, quantity: number, fields: object = {}) {
  return { productId, warehouseId, quantity, reason: 'Бой', ...fields }
}

const writeOff = (shop: Shop, quantity: number, fields: object = {}) =>
  shop.client.made('POST', '/api/v1/stock/writeoff', writeOffBody(shop, quantity, fields))

const refusedWriteOff = (shop: Shop, quantity: number, fields: object = {}) =>
  shop.client.refused('POST', '/api/v1/stock/writeoff', writeOffBody(shop, quantity, fields))

function transferBody({ productId, warehouseId }: Shop, toWarehouseId: string, quantity: number, fields: object = {}) {
  return { productId, warehouseId, toWarehouseId, quantity, ...fields }
}

const transfer = (shop: Shop, toWarehouseId: string, quantity: number, fields: object = {}) =>
  shop.client.made('POST', '/api/v1/stock/transfer', transferBody(shop, toWarehouseId, quantity, fields))

const refusedTransfer = (shop: Shop, toWarehouseId: string, quantity: number, fields: object = {}) =>
  shop.client.refused('POST', '/api/v1/stock/transfer', transferBody(shop, toWarehouseId, quantity, fields))

/** Creates a shop with three lots of 2, 3 and 5 units, at unit costs of 10, 20 and 30. */
async function shopWithThreeLots(): Promise<Shop & { lotIds: string[] }> {
  const shop = await shopWith()
  const lotIds: string[] = []
  for (const [quantity, cost] of [
    [2, 10],
    [3, 20],
    [5, 30],
  ])
    lotIds.push((await receive(shop, quantity!, cost)).lots[0].lotId)
  return { ...shop, lotIds }
}

// Tests of receipts.

test('a receipt creates a lot, a stock row and a movement', async () => {
  const shop = await shopWith()
  const { json } = await shop.client.post('/api/v1/stock/receipt', receiptBody(shop, { quantity: 10, unitCost: 12.5 }))
  const [lot] = json.state.lots
  const { productId, warehouseId } = shop
  const { id: supplierId } = json.state.partners[0]
  expect(json.result).toEqual({
    id: expect.stringMatching(ISSUED_ID),
    type: 'receipt',
    at: expect.stringMatching(MOMENT),
    productId,
    warehouseId,
    quantity: 10,
    good: 10,
    damaged: 0,
    missing: 0,
    unitCost: 12.5,
    cost: 125,
    lots: [{ lotId: lot.id, quantity: 10, unitCost: 12.5 }],
    supplier: 'Поставка',
    supplierId,
  })
  expect(lot).toEqual({
    id: expect.stringMatching(ISSUED_ID),
    productId,
    warehouseId,
    supplier: 'Поставка',
    supplierId,
    unitCost: 12.5,
    received: 10,
    remaining: 10,
    receivedAt: json.result.at,
    sourceLotId: null,
  })
  expect(json.state.stock).toEqual([{ productId, warehouseId, onHand: 10, reserved: 0, available: 10 }])
  expect(json.state.totals).toMatchObject({ lots: 1, stockValue: 125 })
})

test('damaged and missing goods of a receipt do not go into stock', async () => {
  const shop = await shopWith()
  const movement = await receiveOf(shop, { quantity: 10, damaged: 1.5, missing: 0.25, unitCost: 10 })
  expect(movement).toMatchObject({ quantity: 10, good: 8.25, damaged: 1.5, missing: 0.25, cost: 82.5 })
  expect(await stockRow(shop.client, shop.productId, shop.warehouseId)).toMatchObject({ onHand: 8.25 })
  expect((await shop.client.state()).lots).toMatchObject([{ received: 8.25, remaining: 8.25 }])
})

// Tests of receipts without a unit cost.

/**
 * Receives goods without stating a unit cost. Checks that the service uses the cost that it shows in advance, unless
 * the cost comes from a purchase.
 */
async function receiveAtUnknown(shop: Shop, fields: object = {}): Promise<Json> {
  const body = receiptBody(shop, { unitCost: null, quantity: 2, ...fields }) as Json
  const [told] = await receiptCosts(shop, `&warehouseId=${body.warehouseId}`)
  const movement = await shop.client.made('POST', '/api/v1/stock/receipt', body)
  if (body.purchaseId === undefined) expect(told.unitCost).toBe(movement.unitCost)
  return movement
}

const receiptCosts = async ({ client, productId }: Shop, query = ''): Promise<Json[]> =>
  (await client.get(`/api/v1/stock/receipt-costs?productId=${productId}${query}`)).json.items

test('a receipt for a purchase takes the purchase’s unit cost if it states none itself', async () => {
  const shop = await shopWith()
  const { productId, warehouseId, supplier } = shop
  await receive(shop, 1, 30)
  const purchase = { productId, warehouseId, supplier, quantity: 5, unitCost: 41.25 }
  const { id: purchaseId } = await shop.client.made('POST', '/api/v1/purchases', purchase)
  const movement = await receiveAtUnknown(shop, { purchaseId })
  expect(movement).toMatchObject({ unitCost: 41.25, cost: 82.5, lots: [{ quantity: 2, unitCost: 41.25 }] })
})

test('a receipt without a unit cost takes it from the newest lot at its warehouse, or else from the newest lot anywhere', async () => {
  const shop = await shopWith()
  const { client } = shop
  const [second, third] = [await addWarehouse(client, 'Второй'), await addWarehouse(client, 'Третий')]
  await client.made('PATCH', `/api/v1/products/${shop.productId}`, { name: 'Чай', cost: 99 })
  await receive(shop, 1, 10)
  await receive(shop, 1, 20)
  await writeOff(shop, 2)
  await receiveOf(shop, { warehouseId: second, unitCost: 30, quantity: 1 })
  expect(await receiveAtUnknown(shop)).toMatchObject({ unitCost: 20, cost: 40 })
  expect(await receiveAtUnknown(shop, { warehouseId: second, quantity: 1 })).toMatchObject({ unitCost: 30 })
  await receive(shop, 1, 50)
  expect(await receiveAtUnknown(shop, { warehouseId: third })).toMatchObject({ unitCost: 50 })
})

test('a receipt without a unit cost does not take the unit cost of a cancelled receipt', async () => {
  const shop = await shopWith()
  const { client, productId, warehouseId, supplier } = shop
  const supplierId = (await client.state()).partners.find(({ name }: { name: string }) => name === supplier).id
  await receive(shop, 1, 20)
  const lines = [{ productId, quantity: 1, unitCost: 20_000 }]
  const mistyped = await addDocument(client, { kind: 'receipt', supplierId, warehouseId, lines })
  await moveDocument(client, mistyped, 'posted')
  await moveDocument(client, mistyped, 'cancelled')
  expect(await receiveAtUnknown(shop)).toMatchObject({ unitCost: 20 })
})

test('a receipt without a unit cost takes the product’s cost if the product was never received', async () => {
  const shop = await shopWith()
  await shop.client.made('PATCH', `/api/v1/products/${shop.productId}`, { name: 'Чай', cost: 7.5 })
  expect(await receiveAtUnknown(shop, { damaged: 2 })).toMatchObject({ unitCost: 7.5, cost: 0, lots: [] })
  expect(await receiveAtUnknown(shop)).toMatchObject({ unitCost: 7.5, cost: 15 })
})

test('a receipt whose unit cost cannot be determined is refused, and the refusal explains how to continue', async () => {
  const shop = await shopWith()
  const body = receiptBody(shop, { unitCost: null })
  expect(await shop.client.refused('POST', '/api/v1/stock/receipt', body)).toMatchObject({
    ...{ status: 409, code: 'UNIT_COST_UNKNOWN' },
    detail: expect.stringMatching(
      /^The cost of ".+" is not known: .+Give its unitCost, or ask someone who sees costs\.$/,
    ),
  })
  await receive(shop, 1, 0)
  expect(await receiveAtUnknown(shop)).toMatchObject({ unitCost: 0, cost: 0 })
})

test('the receipt-costs route shows which unit cost a receipt would take, and where that cost comes from', async () => {
  const shop = await shopWith()
  const { client, productId } = shop
  const other = await addProduct(client, { name: 'Поднос', cost: 7.5 })
  expect(await receiptCosts(shop, `&productId=${other}&productId=${UNKNOWN_ID}`)).toEqual([
    { productId, unitCost: null, source: null, receivedAt: null },
    { productId: other, unitCost: 7.5, source: 'product', receivedAt: null },
  ])
  await receive(shop, 1, 12.34)
  const [{ receivedAt }] = (await client.state()).lots
  expect(await receiptCosts(shop)).toEqual([{ productId, unitCost: 12.34, source: 'lot', receivedAt }])
  for (const query of ['', `?productId=${productId}&warehouse=1`])
    expect(readProblem(await client.get(`/api/v1/stock/receipt-costs${query}`)).code).toBe('VALIDATION_FAILED')
})

test('a receipt must contain the unitCost field, even if it is null', async () => {
  const shop = await shopWith(1)
  const { unitCost: _, ...body } = receiptBody(shop)
  expect(pathsOf(await shop.client.refused('POST', '/api/v1/stock/receipt', body))).toEqual(['/unitCost'])
})

test('repeating a receipt with its idempotency key returns the unit cost found the first time', async () => {
  const shop = await shopWith()
  await receive(shop, 1, 10)
  const send = () =>
    shop.client.post('/api/v1/stock/receipt', receiptBody(shop, { unitCost: null }), { key: 'as-last-time' })
  const first = await send()
  await receive(shop, 1, 99)
  const again = await send()
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect(again.json.result).toEqual(first.json.result)
  expect(again.json.result.unitCost).toBe(10)
})

test('a receipt is refused if the quantity times the unit cost that the service found is above 10^12', async () => {
  const shop = await shopWith()
  await receive(shop, 1, 600_000_000_000)
  const body = receiptBody(shop, { unitCost: null, quantity: 2 })
  expect(pathsOf(await shop.client.refused('POST', '/api/v1/stock/receipt', body))).toEqual(['/quantity'])
})

test('a receipt whose goods are all damaged or missing succeeds but creates no lot', async () => {
  const shop = await shopWith()
  const { status, json } = await shop.client.post(
    '/api/v1/stock/receipt',
    receiptBody(shop, { quantity: 3, damaged: 1, missing: 2 }),
  )
  expect(status).toBe(200)
  expect(json.result).toMatchObject({ quantity: 3, good: 0, damaged: 1, missing: 2, cost: 0, lots: [] })
  expect(json.state).toMatchObject({ lots: [], totals: { lots: 0, stockValue: 0 } })
})

test('a receipt whose damaged and missing quantities exceed its total quantity is refused', async () => {
  const shop = await shopWith()
  const body = receiptBody(shop, { quantity: 3, damaged: 2, missing: 1.001 })
  const problem = await shop.client.refused('POST', '/api/v1/stock/receipt', body)
  expect(problem.code).toBe('VALIDATION_FAILED')
  expect(pathsOf(problem)).toEqual(['/quantity'])
})

test('goods may be received at a cost of 0', async () => {
  const shop = await shopWith()
  expect(await receive(shop, 5, 0)).toMatchObject({ cost: 0, good: 5 })
})

test('the smallest quantity of a receipt is 0.001', async () => {
  const shop = await shopWith()
  expect(await receive(shop, 0.001, 1)).toMatchObject({ good: 0.001 })
  const problem = await shop.client.refused('POST', '/api/v1/stock/receipt', receiptBody(shop, { quantity: 0 }))
  expect(pathsOf(problem)).toEqual(['/quantity'])
})

test('the amount of a receipt is rounded half up to the kopeck', async () => {
  const shop = await shopWith()
  expect(await receive(shop, 0.5, 0.01)).toMatchObject({ cost: 0.01 })
  expect(await receive(shop, 0.499, 0.01)).toMatchObject({ cost: 0 })
  expect(await receive(shop, 1.005, 10.01)).toMatchObject({ cost: 10.06 })
})

test('the stock value is the sum of the lots’ values, each rounded', async () => {
  const shop = await shopWith()
  await receive(shop, 0.5, 0.01)
  await receive(shop, 0.5, 0.01)
  await receive(shop, 0.25, 0.01)
  expect((await shop.client.state()).totals.stockValue).toBe(0.02)
})

test('receiving 0.1 and 0.2 of a product gives a stock of exactly 0.3', async () => {
  const shop = await shopWith()
  await receive(shop, 0.1)
  await receive(shop, 0.2)
  expect(await stockRow(shop.client, shop.productId, shop.warehouseId)).toMatchObject({ onHand: 0.3, available: 0.3 })
  await writeOff(shop, 0.3)
  expect((await shop.client.state()).lots).toEqual([])
})

test('taking goods from stock is refused if their cost is too large to be stored exactly in kopecks', async () => {
  const shop = await shopWith()
  for (let count = 0; count < 71; count += 1) await receive(shop, 1, 999_999_999_999.99)
  const order = await placeOrder(shop, { items: [{ productId: shop.productId, quantity: 71 }] })
  const shipping = { status: 'shipped' }
  const path = `/api/v1/orders/${order.id}/status`
  await shop.client.made('PATCH', path, { status: 'picking' })
  expect(await shop.client.refused('PATCH', path, shipping)).toMatchObject({ code: 'VALIDATION_FAILED' })
  await shop.client.made('PATCH', path, { status: 'cancelled' })
  expect(await refusedWriteOff(shop, 71)).toMatchObject({ code: 'VALIDATION_FAILED' })
  const most = await shop.client.made('POST', '/api/v1/stock/writeoff', writeOffBody(shop, 70))
  expect(most.cost).toBe(69_999_999_999_999.3)
  expect((await shop.client.get(`/api/v1/movements/${most.id}`)).json.cost).toBe(69_999_999_999_999.3)
})

test('a receipt that costs more than 10^12 is refused', async () => {
  const shop = await shopWith()
  const dear = receiptBody(shop, { quantity: 2, unitCost: 600_000_000_000 })
  const problem = await shop.client.refused('POST', '/api/v1/stock/receipt', dear)
  expect(problem.code).toBe('VALIDATION_FAILED')
  expect(await receive(shop, 1, 1_000_000_000_000)).toMatchObject({ cost: 1_000_000_000_000 })
})

test('the stock value may grow beyond 10^12 and stays exact to the kopeck', async () => {
  const shop = await shopWith()
  await receive(shop, 1, 999_999_999_999.99)
  await receive(shop, 1, 999_999_999_999.99)
  const { text } = await shop.client.get('/api/v1/bootstrap')
  expect(text).toContain('"stockValue":1999999999999.98}')
})

test.each([
  ['productId', UNKNOWN_ID],
  ['productId', 'чайник'],
  ['warehouseId', UNKNOWN_ID],
  ['purchaseId', UNKNOWN_ID],
  ['supplier', 'Никто'],
  ['supplier', 'Иван'],
])('a receipt is refused as not found if its %s is %s', async (field, value) => {
  const shop = await shopWith()
  expect(
    await shop.client.refused('POST', '/api/v1/stock/receipt', receiptBody(shop, { [field]: value })),
  ).toMatchObject({ code: 'NOT_FOUND', detail: expect.stringContaining(value) })
})

test.each(['bundle', 'service'])('a %s cannot be received, written off or transferred', async (kind) => {
  const shop = await shopWith(5)
  const productId =
    kind === 'bundle' ? await addBundle(shop.client, [[shop.productId, 1]]) : await addProduct(shop.client, { kind })
  const toWarehouseId = await addWarehouse(shop.client)
  const other = { ...shop, productId }
  const problems = [
    await shop.client.refused('POST', '/api/v1/stock/receipt', receiptBody(other)),
    await refusedWriteOff(other, 1),
    await refusedTransfer(other, toWarehouseId, 1),
  ]
  expect(problems.map((problem) => problem.code)).toEqual(['NOT_STOCKED', 'NOT_STOCKED', 'NOT_STOCKED'])
})

test('a product variant can be received into stock like a product', async () => {
  const shop = await shopWith()
  const productId = await addProduct(shop.client, { kind: 'variant', parentProductId: shop.productId })
  expect(await receiveOf(shop, { productId })).toMatchObject({ good: 10 })
})

// Tests of write-offs.

test('a write-off draws from the oldest lots first, at their cost', async () => {
  const shop = await shopWithThreeLots()
  const [first, second, third] = shop.lotIds
  const movement = await writeOff(shop, 4)
  expect(movement).toEqual({
    id: expect.stringMatching(ISSUED_ID),
    type: 'writeoff',
    at: expect.stringMatching(MOMENT),
    productId: shop.productId,
    warehouseId: shop.warehouseId,
    quantity: 4,
    cost: 60,
    lots: [
      { lotId: first, quantity: 2, unitCost: 10 },
      { lotId: second, quantity: 2, unitCost: 20 },
    ],
    reason: 'Бой',
  })
  const state = await shop.client.state()
  expect(state.lots).toMatchObject([
    { id: second, received: 3, remaining: 1 },
    { id: third, received: 5, remaining: 5 },
  ])
  expect(state.totals).toMatchObject({ lots: 3, stockValue: 170 })
})

test('a write-off that selects a lot draws only from that lot', async () => {
  const shop = await shopWithThreeLots()
  const [, second] = shop.lotIds
  expect(await writeOff(shop, 2, { selectedLotId: second })).toMatchObject({
    cost: 40,
    lots: [{ lotId: second, quantity: 2, unitCost: 20 }],
  })
  expect((await shop.client.state()).lots.map((lot: { remaining: number }) => lot.remaining)).toEqual([2, 1, 5])
})

test('a write-off split over several lots rounds the cost of each part', async () => {
  const shop = await shopWith()
  await receive(shop, 0.5, 0.01)
  await receive(shop, 0.5, 0.01)
  expect(await writeOff(shop, 1)).toMatchObject({ cost: 0.02 })
})

test('a write-off of more than is available is refused, and the refusal states how much is available', async () => {
  const shop = await shopWith(3)
  const problem = await refusedWriteOff(shop, 5)
  expect(problem).toMatchObject({ code: 'INSUFFICIENT_STOCK', detail: expect.stringMatching(/\b5\b.*\b3\b/) })
})

test('a product that was never stocked cannot be written off', async () => {
  const problem = await refusedWriteOff(await shopWith(), 0.001)
  expect(problem).toMatchObject({ code: 'INSUFFICIENT_STOCK', detail: expect.stringMatching(/0\.001.*\b0\b/) })
})

test('stock at one warehouse cannot be written off from another', async () => {
  const shop = await shopWith(5)
  const problem = await refusedWriteOff({ ...shop, warehouseId: await addWarehouse(shop.client) }, 1)
  expect(problem.code).toBe('INSUFFICIENT_STOCK')
})

test('reserved stock can be neither written off nor transferred', async () => {
  const shop = await shopWith(5)
  const toWarehouseId = await addWarehouse(shop.client)
  await placeOrder(shop, { items: [{ productId: shop.productId, quantity: 3 }] })
  expect(await refusedWriteOff(shop, 2.001)).toMatchObject({
    code: 'INSUFFICIENT_STOCK',
    detail: expect.stringMatching(/2\.001.*\b2\b/),
  })
  expect(await refusedTransfer(shop, toWarehouseId, 2.001)).toMatchObject({ code: 'INSUFFICIENT_STOCK' })
  expect(await writeOff(shop, 2)).toMatchObject({ quantity: 2 })
})

test('reserved stock cannot be written off even if the write-off selects a lot', async () => {
  const shop = await shopWithThreeLots()
  await placeOrder(shop, { items: [{ productId: shop.productId, quantity: 9 }] })
  expect(await refusedWriteOff(shop, 2, { selectedLotId: shop.lotIds[2] })).toMatchObject({
    code: 'INSUFFICIENT_STOCK',
  })
  expect(await writeOff(shop, 1, { selectedLotId: shop.lotIds[2] })).toMatchObject({ cost: 30 })
})

test('a write-off of more than the selected lot contains is refused, and the refusal states how much it contains', async () => {
  const shop = await shopWithThreeLots()
  expect(await refusedWriteOff(shop, 4, { selectedLotId: shop.lotIds[1] })).toMatchObject({
    code: 'INSUFFICIENT_STOCK',
    detail: expect.stringMatching(/\b4\b.*\b3\b/),
  })
})

test('the refusal to take goods from a used-up lot states that nothing is left', async () => {
  const shop = await shopWithThreeLots()
  const [first] = shop.lotIds
  await writeOff(shop, 2, { selectedLotId: first })
  expect(await refusedWriteOff(shop, 1, { selectedLotId: first })).toMatchObject({
    code: 'INSUFFICIENT_STOCK',
    detail: expect.stringMatching(/\b1\b.*\b0\b/),
  })
})

test('a write-off that selects a lot of another product or warehouse is refused', async () => {
  const shop = await shopWith(5)
  const { client } = shop
  const otherProductId = await addProduct(client)
  const otherWarehouseId = await addWarehouse(client)
  const lots: string[] = []
  for (const place of [{ productId: otherProductId }, { warehouseId: otherWarehouseId }])
    lots.push((await receiveOf(shop, place)).lots[0].lotId)
  const usedUp = (await receiveOf(shop, { productId: otherProductId, quantity: 1 })).lots[0].lotId
  await writeOff({ ...shop, productId: otherProductId }, 1, { selectedLotId: usedUp })
  for (const selectedLotId of [...lots, usedUp])
    expect(await refusedWriteOff(shop, 1, { selectedLotId })).toMatchObject({
      code: 'LOT_MISMATCH',
      detail: expect.stringContaining(selectedLotId),
    })
})

test.each([UNKNOWN_ID, 'партия'])('selecting the unknown lot %s is refused as not found', async (selectedLotId) => {
  const shop = await shopWith(5)
  const toWarehouseId = await addWarehouse(shop.client)
  expect(await refusedWriteOff(shop, 1, { selectedLotId })).toMatchObject({ code: 'NOT_FOUND' })
  expect(await refusedTransfer(shop, toWarehouseId, 1, { selectedLotId })).toMatchObject({ code: 'NOT_FOUND' })
})

test('a write-off needs a reason', async () => {
  const shop = await shopWith(5)
  for (const reason of [undefined, '', '   '])
    expect(pathsOf(await refusedWriteOff(shop, 1, { reason }))).toEqual(['/reason'])
})

test.each([
  ['productId', UNKNOWN_ID],
  ['warehouseId', UNKNOWN_ID],
])('a write-off with an unknown %s is refused as not found', async (field, value) => {
  const shop = await shopWith(5)
  expect(await refusedWriteOff(shop, 1, { [field]: value })).toMatchObject({ code: 'NOT_FOUND' })
})

test('of 200 simultaneous write-offs of one unit each from a stock of 10, exactly 10 succeed', async () => {
  const shop = await shopWith(10)
  const body = writeOffBody(shop, 1)
  const replies = await Promise.all(
    Array.from({ length: 200 }, () => shop.client.post('/api/v1/stock/writeoff', body, { prefer: 'state=summary' })),
  )
  expect(replies.filter((reply) => reply.status === 200)).toHaveLength(10)
  expect(replies.filter((reply) => reply.json.code === 'INSUFFICIENT_STOCK')).toHaveLength(190)
  expect(await stockRow(shop.client, shop.productId, shop.warehouseId)).toMatchObject({ onHand: 0, available: 0 })
})

test('of 200 simultaneous write-offs of one unit each from a selected lot of 10, exactly 10 succeed', async () => {
  const shop = await shopWith(5)
  const selectedLotId = (await receive(shop, 10)).lots[0].lotId
  const body = writeOffBody(shop, 1, { selectedLotId })
  const replies = await Promise.all(
    Array.from({ length: 200 }, () => shop.client.post('/api/v1/stock/writeoff', body, { prefer: 'state=summary' })),
  )
  expect(replies.filter((reply) => reply.status === 200)).toHaveLength(10)
  expect(replies.filter((reply) => reply.json.code === 'INSUFFICIENT_STOCK')).toHaveLength(190)
  expect((await shop.client.state()).lots).toMatchObject([{ remaining: 5 }])
})

// Tests of transfers.

test('a transfer moves the oldest lots and keeps their cost, supplier and receivedAt', async () => {
  const shop = await shopWithThreeLots()
  const [first, second, third] = shop.lotIds
  const toWarehouseId = await addWarehouse(shop.client)
  const before = await shop.client.state()
  const movement = await transfer(shop, toWarehouseId, 4)
  expect(movement).toEqual({
    id: expect.stringMatching(ISSUED_ID),
    type: 'transfer',
    at: expect.stringMatching(MOMENT),
    productId: shop.productId,
    warehouseId: shop.warehouseId,
    toWarehouseId,
    quantity: 4,
    cost: 60,
    lots: [
      { lotId: first, quantity: 2, unitCost: 10 },
      { lotId: second, quantity: 2, unitCost: 20 },
    ],
  })
  const { lots, totals } = await shop.client.state()
  expect(lots.slice(0, 2)).toMatchObject([
    { id: second, remaining: 1 },
    { id: third, remaining: 5 },
  ])
  const arrived = (position: number) => ({
    ...before.lots[position],
    id: expect.stringMatching(ISSUED_ID),
    warehouseId: toWarehouseId,
    received: 2,
    remaining: 2,
    sourceLotId: before.lots[position].id,
  })
  expect(lots.slice(2)).toEqual([arrived(0), arrived(1)])
  expect(totals).toMatchObject({ lots: 5, stockValue: before.totals.stockValue })
})

test('a transfer changes the stock rows of both warehouses', async () => {
  const shop = await shopWith(10)
  const toWarehouseId = await addWarehouse(shop.client)
  await transfer(shop, toWarehouseId, 3.5)
  expect(await stockRow(shop.client, shop.productId, shop.warehouseId)).toMatchObject({ onHand: 6.5, available: 6.5 })
  expect(await stockRow(shop.client, shop.productId, toWarehouseId)).toEqual({
    productId: shop.productId,
    warehouseId: toWarehouseId,
    onHand: 3.5,
    reserved: 0,
    available: 3.5,
  })
})

test('a transferred lot keeps its age, so it is used before lots received later at the target warehouse', async () => {
  const shop = await shopWith()
  const toWarehouseId = await addWarehouse(shop.client)
  const there = { ...shop, warehouseId: toWarehouseId }
  await receive(shop, 1, 10)
  await receive(there, 1, 20)
  await transfer(shop, toWarehouseId, 1)
  expect(await writeOff(there, 1)).toMatchObject({ cost: 10 })
})

test('a transfer that selects a lot takes only from that lot', async () => {
  const shop = await shopWithThreeLots()
  const toWarehouseId = await addWarehouse(shop.client)
  const selectedLotId = shop.lotIds[2]
  expect(await transfer(shop, toWarehouseId, 2, { selectedLotId })).toMatchObject({
    cost: 60,
    lots: [{ lotId: selectedLotId, quantity: 2, unitCost: 30 }],
  })
})

test('goods transferred back to their first warehouse form a third lot, whose source is the second lot', async () => {
  const shop = await shopWith(1)
  const toWarehouseId = await addWarehouse(shop.client)
  await transfer(shop, toWarehouseId, 1)
  const [there] = (await shop.client.state()).lots
  await transfer({ ...shop, warehouseId: toWarehouseId }, shop.warehouseId, 1)
  expect((await shop.client.state()).lots).toMatchObject([{ sourceLotId: there.id, receivedAt: there.receivedAt }])
})

test('a transfer to the same warehouse is refused', async () => {
  const shop = await shopWith(5)
  const problem = await refusedTransfer(shop, shop.warehouseId, 1)
  expect(problem.code).toBe('VALIDATION_FAILED')
  expect(pathsOf(problem)).toEqual(['/toWarehouseId'])
})

test.each(['productId', 'warehouseId', 'toWarehouseId'])(
  'a transfer with an unknown %s is refused as not found',
  async (field) => {
    const shop = await shopWith(5)
    const toWarehouseId = await addWarehouse(shop.client)
    expect(await refusedTransfer(shop, toWarehouseId, 1, { [field]: UNKNOWN_ID })).toMatchObject({
      code: 'NOT_FOUND',
      detail: expect.stringContaining(UNKNOWN_ID),
    })
  },
)

test('a transfer of more than is available is refused, and the refusal states how much is available', async () => {
  const shop = await shopWith(3)
  const toWarehouseId = await addWarehouse(shop.client)
  expect(await refusedTransfer(shop, toWarehouseId, 5)).toMatchObject({
    code: 'INSUFFICIENT_STOCK',
    detail: expect.stringMatching(/\b5\b.*\b3\b/),
  })
})

test('a transfer that selects a lot of another warehouse, or takes more than the lot has, is refused', async () => {
  const shop = await shopWith(5)
  const toWarehouseId = await addWarehouse(shop.client)
  const there = (await receiveOf(shop, { warehouseId: toWarehouseId })).lots[0].lotId
  const here = (await receiveOf(shop, { quantity: 2 })).lots[0].lotId
  expect(await refusedTransfer(shop, toWarehouseId, 1, { selectedLotId: there })).toMatchObject({
    code: 'LOT_MISMATCH',
  })
  expect(await refusedTransfer(shop, toWarehouseId, 3, { selectedLotId: here })).toMatchObject({
    code: 'INSUFFICIENT_STOCK',
  })
})

test('simultaneous transfers back and forth between two warehouses lose nothing', async () => {
  const shop = await shopWith(10)
  const toWarehouseId = await addWarehouse(shop.client)
  const back = { ...shop, warehouseId: toWarehouseId }
  const sending = Array.from({ length: 60 }, (_, index) =>
    index % 2 === 0
      ? shop.client.post('/api/v1/stock/transfer', transferBody(shop, toWarehouseId, 1), { prefer: 'state=summary' })
      : shop.client.post('/api/v1/stock/transfer', transferBody(back, shop.warehouseId, 1), {
          prefer: 'state=summary',
        }),
  )
  await Promise.all(sending)
  const { stock, lots, totals } = await shop.client.state()
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
  expect(sum(stock.map((row: { onHand: number }) => row.onHand))).toBe(10)
  expect(sum(lots.map((lot: { remaining: number }) => lot.remaining))).toBe(10)
  expect(totals.stockValue).toBe(1000)
})

test('the id of a price type, a partner or an order is refused where the id of a product, warehouse or lot is expected', async () => {
  const shop = await shopWith(5)
  const otherId = await addPriceType(shop.client)
  const partnerId = await addPartner(shop.client, 'Кто-то')
  for (const fields of [{ productId: otherId }, { warehouseId: partnerId }, { selectedLotId: shop.productId }])
    expect(await refusedWriteOff(shop, 1, fields)).toMatchObject({ code: 'NOT_FOUND' })
})
