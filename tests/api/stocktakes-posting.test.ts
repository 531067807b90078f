/**
 * Tests posting a stocktake: shortages and surpluses, posting in parts, cancelling, who can see what, and the reports.
 */
import { afterEach, expect, test } from 'vitest'
import type { Client, Json } from '../support/node/client.ts'
import { findDifferences } from '../support/node/invariants.ts'
import { useService } from '../support/node/service.ts'
import {
  addProduct,
  addWarehouse,
  moveOrder,
  openShop,
  placeOrder,
  receive,
  receiveOf,
  type Shop,
  stockRow,
} from '../support/scene/fixtures.ts'
import { joinAs } from '../support/scene/members.ts'
import {
  ALL,
  count,
  linesOf,
  movementsOf,
  moveStocktake,
  postStocktake,
  startStocktake,
} from '../support/scene/stocktakes.ts'

const service = useService()
const opened: Client[] = []

afterEach(async () => {
  for (const client of opened.splice(0)) expect(await findDifferences(service.database, client.companyId)).toEqual([])
})

async function openCounted(onHand = 0): Promise<Shop> {
  const shop = await openShop(await service.newCompany(), onHand)
  opened.push(shop.client)
  return shop
}

/** Creates a shop with an older lot of 4 at 100.00 and a newer one of 6 at 110.00. */
async function openWithLots(): Promise<Shop> {
  const shop = await openCounted(4)
  await receive(shop, 6, 110)
  return shop
}

const onHandOf = async ({ client, productId, warehouseId }: Shop) =>
  (await stockRow(client, productId, warehouseId)).onHand
const ship = async (shop: Shop, quantity: number) => {
  const { id } = await placeOrder(shop, { items: [{ productId: shop.productId, quantity }] })
  await moveOrder(shop, id, 'shipped')
}
const counts = (id: string) => `/api/v1/stocktakes/${id}/counts`
const post = (id: string) => `/api/v1/stocktakes/${id}/post`

test('a surplus becomes a lot without a supplier, at the cost of the newest lot in the same warehouse', async () => {
  const shop = await openWithLots()
  const { client, productId, warehouseId } = shop
  await client.made('PATCH', `/api/v1/products/${productId}`, { name: 'Чайник', price: 150, cost: 55 })
  const id = await startStocktake(client, warehouseId)
  await count(client, id, { productId, quantity: 13 })
  expect((await linesOf(client, id))[productId]).toMatchObject({ surplus: 3, surplusCost: 330 })
  await postStocktake(client, id)
  const lot = (await client.state()).lots.find((one: Json) => one.supplier === null)
  expect(lot).toMatchObject({ supplierId: null, unitCost: 110, received: 3, remaining: 3, sourceLotId: null })
  const [movement] = await movementsOf(client, id)
  expect(movement).toMatchObject({ type: 'surplus', quantity: 3, unitCost: 110, cost: 330, reason: 'Инвентаризация' })
  expect(movement.lots).toEqual([{ lotId: lot.id, quantity: 3, unitCost: 110 }])
})

test('a surplus takes its cost from a lot in another warehouse or from the product; if neither has one, posting requires a cost', async () => {
  const shop = await openCounted()
  const { client, productId, warehouseId } = shop
  await receiveOf(shop, { warehouseId: await addWarehouse(client, 'Дальний'), unitCost: 90 })
  const priced = await addProduct(client, { name: 'С ценой', cost: 70.5 })
  const unknown = await addProduct(client, { name: 'Без цены' })
  const id = await startStocktake(client, warehouseId)
  await count(client, id, ...[productId, priced, unknown].map((one) => ({ productId: one, quantity: 2 })))
  expect((await linesOf(client, id))[unknown].surplusCost).toBeNull()
  await moveStocktake(client, id, 'review')
  expect(await client.refused('POST', post(id), {})).toMatchObject({
    code: 'UNIT_COST_UNKNOWN',
    figures: { productId: unknown },
  })
  await client.made('POST', post(id), { unitCosts: [{ productId: unknown, unitCost: 3.33 }] })
  const costs = (await movementsOf(client, id)).map((one: Json) => [one.productId, one.cost])
  expect(Object.fromEntries(costs)).toEqual({ [productId]: 180, [priced]: 141, [unknown]: 6.66 })
})

test('a cost given for a surplus is used even if lots or the product have another cost', async () => {
  const shop = await openWithLots()
  const { client, productId, warehouseId } = shop
  const priced = await addProduct(client, { name: 'С ценой', cost: 70.5 })
  const other = await addProduct(client, { name: 'Без своей цены', cost: 9 })
  const id = await startStocktake(client, warehouseId)
  await count(
    client,
    id,
    { productId, quantity: 13 },
    { productId: priced, quantity: 2 },
    { productId: other, quantity: 1 },
  )
  const unitCosts = [
    { productId, unitCost: 42.5 },
    { productId: priced, unitCost: 0 },
  ]
  await postStocktake(client, id, { unitCosts })
  const costs = (await movementsOf(client, id)).map((one: Json) => [one.productId, [one.unitCost, one.cost]])
  expect(Object.fromEntries(costs)).toEqual({ [productId]: [42.5, 127.5], [priced]: [0, 0], [other]: [9, 9] })
  const lot = (await client.state()).lots.find((one: Json) => one.productId === productId && one.supplier === null)
  expect(lot).toMatchObject({ unitCost: 42.5, remaining: 3 })
})

test('uncounted goods are left unchanged or written off, depending on the stocktake’s setting', async () => {
  for (const [absent, left] of [
    ['keep', 10],
    ['zero', 0],
  ] as const) {
    const shop = await openCounted(10)
    const { client, productId } = shop
    // Count in an earlier stocktake first. These counts must have no effect on the next stocktake.
    const earlier = await startStocktake(client, shop.warehouseId)
    await count(client, earlier, { productId, quantity: 10 })
    await postStocktake(client, earlier)
    const id = await startStocktake(client, shop.warehouseId, { absent })
    const row = (await linesOf(client, id))[productId]
    if (absent === 'keep') expect(row).toBeUndefined()
    else expect(row).toMatchObject({ state: 'not_counted', counted: null, shortage: 10, shortageCost: 1000 })
    expect(await postStocktake(client, id)).toMatchObject({ postedLines: absent === 'keep' ? 0 : 1 })
    expect(await onHandOf(shop)).toBe(left)
  }
})

test('a stocktake can be posted in parts, and is finished when no line is left', async () => {
  const shop = await openCounted(10)
  const { client, productId, warehouseId } = shop
  const others = [await addProduct(client, { name: 'Б', cost: 5 }), await addProduct(client, { name: 'В', cost: 5 })]
  await receiveOf(shop, { productId: others[0], unitCost: 5, quantity: 4 })
  const id = await startStocktake(client, warehouseId, { absent: 'zero' })
  await count(client, id, { productId, quantity: 9 }, { productId: others[1]!, quantity: 1 })
  await moveStocktake(client, id, 'review')
  const part = () => client.made('POST', post(id), { limit: 1 })
  expect(await part()).toMatchObject({ status: 'review', postedLines: 1, postedAt: null })
  const frozen = { lines: [{ productId, quantity: 1 }] }
  await moveStocktake(client, id, 'counting')
  expect(await client.refused('POST', counts(id), frozen)).toMatchObject({ code: 'INVALID_TRANSITION' })
  await moveStocktake(client, id, 'review')
  expect(await part()).toMatchObject({ status: 'review', postedLines: 2 })
  expect(await part()).toMatchObject({ status: 'posted', postedLines: 3 })
  expect((await movementsOf(client, id)).map((one: Json) => [one.type, one.quantity])).toEqual([
    ['writeoff', 1],
    ['surplus', 1],
    ['writeoff', 4],
  ])
})

test('a stocktake posted by several people at once is posted once', async () => {
  const shop = await openCounted(10)
  const { client, productId } = shop
  const id = await startStocktake(client, shop.warehouseId)
  await count(client, id, { productId, quantity: 8 })
  await moveStocktake(client, id, 'review')
  const replies = await Promise.all([1, 2, 3].map(() => client.post(post(id), {})))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect(await onHandOf(shop)).toBe(8)
  expect(await movementsOf(client, id)).toHaveLength(1)
})

test('a shortage of goods reserved for orders is refused, naming the orders', async () => {
  const shop = await openCounted(10)
  const { client, productId } = shop
  const order = await placeOrder(shop, { items: [{ productId, quantity: 8 }] })
  const id = await startStocktake(client, shop.warehouseId)
  await count(client, id, { productId, quantity: 7 })
  await moveStocktake(client, id, 'review')
  const problem = await client.refused('POST', post(id), {})
  expect(problem).toMatchObject({ code: 'RESERVED_SHORT', figures: { productId, left: 7, reserved: 8 } })
  expect(problem.blockers).toMatchObject([{ entity: 'order', id: order.id, label: order.number }])
  await moveOrder(shop, order.id, 'cancelled')
  await client.made('POST', post(id), {})
  expect(await onHandOf(shop)).toBe(7)
})

test('a shortage greater than the current stock is refused', async () => {
  const shop = await openCounted(10)
  const { client, productId } = shop
  const id = await startStocktake(client, shop.warehouseId)
  await count(client, id, { productId, quantity: 2 })
  await ship(shop, 5)
  await moveStocktake(client, id, 'review')
  expect(await client.refused('POST', post(id), {})).toMatchObject({
    code: 'INSUFFICIENT_STOCK',
    figures: { reason: 'product', asked: 8, available: 5 },
  })
})

test('cancelling a stocktake before posting moves nothing, and after posting undoes its shortages and surpluses', async () => {
  const shop = await openWithLots()
  const { client, productId, warehouseId } = shop
  const found = await addProduct(client, { name: 'Найден', cost: 20 })
  const before = await client.state()
  const unposted = await startStocktake(client, warehouseId)
  await count(client, unposted, { productId, quantity: 1 })
  expect(await moveStocktake(client, unposted, 'cancelled')).toMatchObject({ status: 'cancelled' })
  const id = await startStocktake(client, warehouseId)
  await count(client, id, { productId, quantity: 5 }, { productId: found, quantity: 2 })
  await postStocktake(client, id)

  const cancelled = await moveStocktake(client, id, 'cancelled')

  expect(cancelled).toMatchObject({ status: 'cancelled', postedLines: 0 })
  const after = await client.state()
  expect(after.lots).toEqual(before.lots)
  expect(after.totals.stockValue).toBe(before.totals.stockValue)
  expect(await onHandOf(shop)).toBe(10)
  const reversals = (await movementsOf(client, id)).filter((one: Json) => one.type === 'reversal')
  expect(reversals.map((one: Json) => [one.reverses, one.quantity, one.cost])).toEqual([
    ['writeoff', 5, 510],
    ['surplus', 2, 40],
  ])
  expect((await linesOf(client, id))[productId].state).toBe('reversed')
  expect(await client.refused('PATCH', `/api/v1/stocktakes/${id}/status`, { status: 'review' })).toMatchObject({
    code: 'INVALID_TRANSITION',
  })
})

test('a posted surplus cannot be undone after some of it was shipped', async () => {
  const shop = await openCounted()
  const { client, productId, warehouseId } = shop
  const id = await startStocktake(client, warehouseId)
  await count(client, id, { productId, quantity: 3 })
  await postStocktake(client, id, { unitCosts: [{ productId, unitCost: 1 }] })
  await ship(shop, 1)
  expect(await client.refused('PATCH', `/api/v1/stocktakes/${id}/status`, { status: 'cancelled' })).toMatchObject({
    code: 'LOTS_CONSUMED',
    figures: { productId, received: 3, gone: 1 },
  })
})

test('storekeepers can count but see no costs, and see no expected quantities in a blind stocktake', async () => {
  const shop = await openCounted(10)
  const { client, productId, warehouseId } = shop
  const storekeeper = await joinAs(service, client.companyId, { role: 'storekeeper' })
  const id = await startStocktake(client, warehouseId, { blind: true, absent: 'zero' })
  await addProduct(client, { name: 'Б' })
  await count(storekeeper, id, { productId, quantity: 8 })
  const seen = await linesOf(storekeeper, id)
  expect(seen[productId]).toMatchObject({ counted: 8, expected: null, difference: null, shortage: null, surplus: null })
  expect(Object.keys(seen[productId])).not.toContain('shortageCost')
  expect((await linesOf(client, id))[productId]).toMatchObject({ expected: 10, shortage: 2, shortageCost: 200 })
  const path = `/api/v1/stocktakes/${id}`
  for (const [method, url, body] of [
    ['POST', '/api/v1/stocktakes', { warehouseId, scope: ALL }],
    ['PATCH', `${path}/status`, { status: 'review' }],
    ['POST', `${path}/recount`, { productIds: [productId] }],
    ['POST', `${path}/accept`, { productIds: [productId] }],
    ['POST', `${path}/post`, {}],
  ] as const)
    expect((await storekeeper.send(method, url, body)).json.code).toBe('FORBIDDEN')
})

test('a finished stocktake can be found by id, status or warehouse, and a product counted in it cannot be deleted', async () => {
  const shop = await openCounted()
  const { client, warehouseId } = shop
  const counted = await addProduct(client, { name: 'Посчитан', cost: 1 })
  const id = await startStocktake(client, warehouseId, { note: 'Годовая' })
  await count(client, id, { productId: counted, quantity: 0 })
  await postStocktake(client, id)
  await startStocktake(client, warehouseId)
  expect((await client.get(`/api/v1/stocktakes/${id}`)).json).toMatchObject({ number: '00001', status: 'posted' })
  const listed = async (query: string) =>
    (await client.get(`/api/v1/stocktakes?${query}`)).json.items.map((one: Json) => one.number)
  expect(await listed('status=posted')).toEqual(['00001'])
  expect(await listed(`warehouseId=${warehouseId}`)).toEqual(['00002', '00001'])
  expect(await listed(`productId=${counted}`)).toEqual(['00001'])
  expect(await listed('q=годовая')).toEqual(['00001'])
  expect(await client.refused('DELETE', `/api/v1/products/${counted}`, {})).toMatchObject({
    code: 'HAS_REFERENCES',
    blockers: [{ entity: 'stocktake', id, label: 'Stocktake 00001' }],
  })
})

test('stocktake lines can be exported as CSV with surplus and shortage', async () => {
  const shop = await openCounted(10)
  const { client, productId } = shop
  const id = await startStocktake(client, shop.warehouseId)
  await count(client, id, { productId, quantity: 8 })
  const { text } = await client.get(
    `/api/v1/reports/stocktake-lines?stocktakeId=${id}&format=csv&language=ru&decimal=comma`,
  )
  const [head, row] = text.replace('\uFEFF', '').split('\r\n')
  expect(head).toContain('Излишек;Излишек, сумма;Недостача;Недостача, сумма')
  expect(row).toMatch(/;посчитано;.*;8;10;-2;0;0;2;200$/)
})

test('the last-counted report begins with products that were never counted', async () => {
  const shop = await openCounted(10)
  const { client, productId, warehouseId } = shop
  const never = await addProduct(client, { name: 'Никогда' })
  await receiveOf(shop, { productId: never })
  const report = async () =>
    (await client.get('/api/v1/reports/last-counted')).json.items.map((one: Json) => [one.productId, one.countedAt])
  const id = await startStocktake(client, warehouseId)
  await count(client, id, { productId, quantity: 10 })
  expect((await report()).map(([, at]: [string, string]) => at)).toEqual([null, null])
  await postStocktake(client, id)
  expect(await report()).toEqual([
    [never, null],
    [productId, expect.stringMatching(/Z$/)],
  ])
})

test('the shrinkage report totals write-offs by reason, including the losses and finds of stocktakes, net of cancellations', async () => {
  const shop = await openCounted(10)
  const { client, productId, warehouseId } = shop
  await client.made('POST', '/api/v1/stock/writeoff', { productId, warehouseId, quantity: 1, reason: 'Бой' })
  const adjust = async (quantity: number) => {
    const id = await startStocktake(client, warehouseId)
    await count(client, id, { productId, quantity })
    await postStocktake(client, id)
    return id
  }
  await adjust(6)
  await adjust(8)
  await moveStocktake(client, await adjust(1), 'cancelled')
  const { json } = await client.get('/api/v1/reports/shrinkage?from=2001-01-01')
  expect(json.items).toEqual([
    { reason: 'Бой', movements: 1, lost: 1, lostCost: 100, found: 0, foundCost: 0 },
    { reason: 'Инвентаризация', movements: 3, lost: 3, lostCost: 300, found: 2, foundCost: 200 },
  ])
  const byProduct = (await client.get('/api/v1/reports/shrinkage?from=2001-01-01&groupBy=product')).json.items
  expect(byProduct).toMatchObject([{ productId, lost: 4, found: 2 }])
})

test('the turnover report shows surpluses as incoming goods', async () => {
  const shop = await openCounted(10)
  const { client, productId, warehouseId } = shop
  const id = await startStocktake(client, warehouseId)
  await count(client, id, { productId, quantity: 12 })
  await postStocktake(client, id)
  const { json } = await client.get('/api/v1/reports/turnover?from=2001-01-01')
  expect(json.items).toMatchObject([{ receiptQuantity: 10, surplusQuantity: 2, surplusCost: 200, closingQuantity: 12 }])
})
