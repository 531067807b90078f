/** Tests stocktakes: counting on sheets, what disturbs a count, posting the differences, and cancelling. */
import { afterEach, expect, test } from 'vitest'
import type { Client, Json } from '../support/node/client.ts'
import { findDifferences } from '../support/node/invariants.ts'
import { useService } from '../support/node/service.ts'
import {
  addBundle,
  addFilter,
  addFilterValue,
  addPartner,
  addProduct,
  addWarehouse,
  findIn,
  moveOrder,
  openShop,
  placeOrder,
  receive,
  type Shop,
  setArchived,
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
const remainders = async ({ client }: Shop) =>
  (await client.state()).lots.map((lot: Json) => [lot.unitCost, lot.remaining])
const ship = async (shop: Shop, quantity: number) => {
  const { id } = await placeOrder(shop, { items: [{ productId: shop.productId, quantity }] })
  await moveOrder(shop, id, 'shipped')
}
const counts = (id: string) => `/api/v1/stocktakes/${id}/counts`
const post = (id: string) => `/api/v1/stocktakes/${id}/post`

test('counts of 5 and 4 on two sheets against 10 on hand give a shortage of 1, which is written off even after goods are shipped', async () => {
  const shop = await openWithLots()
  const { client, productId } = shop
  const id = await startStocktake(client, shop.warehouseId)
  await count(client, id, { productId, sheet: 'A', quantity: 5 })
  await count(client, id, { productId, sheet: 'B', quantity: 4 })
  expect((await linesOf(client, id))[productId]).toMatchObject({
    ...{ state: 'counted', counted: 9, expected: 10, difference: -1 },
    ...{ surplus: 0, shortage: 1, surplusCost: 0, shortageCost: 100 },
  })
  await ship(shop, 2)

  const posted = await postStocktake(client, id)

  expect(posted).toMatchObject({ status: 'posted', postedLines: 1 })
  const [movement, ...others] = await movementsOf(client, id)
  expect(others).toEqual([])
  expect(movement).toMatchObject({
    ...{ type: 'writeoff', quantity: 1, cost: 100, reason: 'Инвентаризация', stocktakeId: id },
    lots: [{ quantity: 1, unitCost: 100 }],
  })
  expect(await onHandOf(shop)).toBe(7)
  expect(await remainders(shop)).toEqual([
    [100, 1],
    [110, 6],
  ])
  expect((await linesOf(client, id))[productId]).toMatchObject({ state: 'posted', shortageCost: 100 })
})

test('a shipment between the counts on two sheets makes the count doubtful, and posting requires a recount', async () => {
  const shop = await openWithLots()
  const { client, productId } = shop
  const id = await startStocktake(client, shop.warehouseId)
  await count(client, id, { productId, sheet: 'A', quantity: 5 })
  await ship(shop, 2)
  await count(client, id, { productId, sheet: 'B', quantity: 2 })
  expect((await linesOf(client, id))[productId]).toMatchObject({ state: 'disturbed', counted: 7, expected: 8 })
  await moveStocktake(client, id, 'review')

  const problem = await client.refused('POST', post(id), {})

  expect(problem).toMatchObject({ code: 'RECOUNT_NEEDED', figures: { stocktakeId: id, products: 1 } })
  expect(problem.blockers).toMatchObject([{ entity: 'product', id: productId }])
  const again = await client.made('POST', `/api/v1/stocktakes/${id}/recount`, { productIds: [productId] })
  expect(again.status).toBe('counting')
  expect((await linesOf(client, id))[productId]).toMatchObject({ state: 'recount', counted: null, difference: null })
  await moveStocktake(client, id, 'review')
  expect(await client.refused('POST', post(id), {})).toMatchObject({ code: 'RECOUNT_NEEDED' })
  await moveStocktake(client, id, 'counting')
  await count(client, id, { productId, sheet: 'A', quantity: 8 })
  expect(await postStocktake(client, id)).toMatchObject({ status: 'posted', postedLines: 0 })
  expect(await movementsOf(client, id)).toEqual([])
})

test('a manager may accept a doubtful count, and the next count of the product revokes the acceptance', async () => {
  const shop = await openCounted(10)
  const { client, productId } = shop
  const id = await startStocktake(client, shop.warehouseId)
  await count(client, id, { productId, sheet: 'A', quantity: 5 })
  await receive(shop, 1)
  await count(client, id, { productId, sheet: 'B', quantity: 4 })
  const accept = () => client.made('POST', `/api/v1/stocktakes/${id}/accept`, { productIds: [productId] })
  await accept()
  expect((await linesOf(client, id))[productId].state).toBe('accepted')
  await count(client, id, { productId, sheet: 'B', quantity: 5 })
  expect((await linesOf(client, id))[productId].state).toBe('disturbed')
  await accept()
  await postStocktake(client, id)
  expect(await onHandOf(shop)).toBe(10)
})

test('goods can be received and shipped after a count, because posting applies the counted difference to the current stock', async () => {
  const shop = await openCounted(10)
  const { client, productId } = shop
  const id = await startStocktake(client, shop.warehouseId)
  await count(client, id, { productId, quantity: 12.5 })
  await receive(shop, 5, 120)
  await ship(shop, 3)
  await postStocktake(client, id)
  expect(await onHandOf(shop)).toBe(14.5)
})

test('a count on a sheet replaces the last one or, with mode add, is added to it; a missing count does not mean zero', async () => {
  const shop = await openCounted(10)
  const { client, productId } = shop
  const other = await addProduct(client, { name: 'Не посчитан' })
  const id = await startStocktake(client, shop.warehouseId)
  await count(
    client,
    id,
    { productId, sheet: 'A', quantity: 7 },
    { productId, sheet: 'A', quantity: 3 },
    { productId, sheet: 'A', quantity: 2, mode: 'add' },
    { productId, sheet: 'B', quantity: 0 },
  )
  const lines = await linesOf(client, id)
  expect(lines[productId]).toMatchObject({ counted: 5, difference: -5 })
  await receive(shop, 2)
  await count(client, id, { productId, sheet: 'A', quantity: 7 }, { productId, sheet: 'B', quantity: 5 })
  expect((await linesOf(client, id))[productId]).toMatchObject({ state: 'counted', expected: 12, difference: 0 })
  expect(lines[other]).toBeUndefined()
})

test('a count without a sheet goes to the caller’s own sheet, so the counts of two people add up', async () => {
  const shop = await openCounted(10)
  const { client, productId } = shop
  const storekeeper = await joinAs(service, client.companyId, { role: 'storekeeper' })
  const id = await startStocktake(client, shop.warehouseId)
  await count(client, id, { productId, quantity: 4 })
  await count(storekeeper, id, { productId, quantity: 5 })
  await count(storekeeper, id, { productId, quantity: 6 })
  expect((await linesOf(client, id))[productId].counted).toBe(10)
})

test('a count in a higher round replaces the counts of lower rounds', async () => {
  const shop = await openCounted(10)
  const { client, productId } = shop
  const id = await startStocktake(client, shop.warehouseId)
  await count(client, id, { productId, sheet: 'A', quantity: 4 }, { productId, sheet: 'B', quantity: 4 })
  await count(client, id, { productId, sheet: 'A', round: 2, quantity: 9 })
  await count(client, id, { productId, sheet: 'B', round: 1, quantity: 100 })
  expect((await linesOf(client, id))[productId]).toMatchObject({ counted: 9, difference: -1 })
})

test('a count submitted late is compared with the stock at the time of counting', async () => {
  const shop = await openCounted(10)
  const { client, productId } = shop
  const id = await startStocktake(client, shop.warehouseId)
  const { startedAt } = await findIn(client, 'stocktakes', id)
  await receive(shop, 5)
  await ship(shop, 2)
  await count(client, id, { productId, quantity: 9, countedAt: startedAt })
  // The goods moved within ten minutes of the count, so a manager must accept the count.
  expect((await linesOf(client, id))[productId]).toMatchObject({ state: 'disturbed', counted: 9, expected: 10 })
})

test('an older count that arrives after a newer one on the same sheet changes nothing', async () => {
  const shop = await openCounted(10)
  const { client, productId } = shop
  const id = await startStocktake(client, shop.warehouseId)
  const { startedAt } = await findIn(client, 'stocktakes', id)
  await count(client, id, { productId, sheet: 'A', quantity: 9 })
  await count(client, id, { productId, sheet: 'A', quantity: 3, countedAt: startedAt })
  await count(client, id, { productId, sheet: 'A', quantity: 3, mode: 'add', countedAt: startedAt })
  expect((await linesOf(client, id))[productId]).toMatchObject({ state: 'counted', counted: 9 })
})

test('a count dated before the start of the stocktake, or in the future, is refused', async () => {
  const shop = await openCounted(10)
  const { client, productId } = shop
  const id = await startStocktake(client, shop.warehouseId)
  for (const countedAt of ['2001-01-01T00:00:00Z', '2199-01-01T00:00:00Z']) {
    const problem = await client.refused('POST', counts(id), { lines: [{ productId, quantity: 1, countedAt }] })
    expect(problem.errors).toMatchObject([{ path: '/lines/0/countedAt', code: 'NOT_VALID' }])
  }
})

test('a stocktake accepts only counts of products in its scope: listed products, a filter value or a preferred supplier', async () => {
  const shop = await openCounted(10)
  const { client, productId, warehouseId } = shop
  const filterValueId = await addFilterValue(client, await addFilter(client))
  const supplierId = await addPartner(client, 'Любимый')
  const filtered = await addProduct(client, { name: 'Красный', filterValueIds: [filterValueId] })
  const preferred = await addProduct(client, { name: 'Поставляемый', preferredSupplierId: supplierId })
  const of: [object, string][] = [
    [{ productIds: [productId] }, productId],
    [{ filterValueId }, filtered],
    [{ supplierId }, preferred],
  ]
  for (const [scope, covered] of of) {
    const id = await startStocktake(client, warehouseId, { scope })
    expect((await findIn(client, 'stocktakes', id)).scope).toEqual({ all: false, ...scope })
    const outside = [productId, filtered, preferred].filter((one) => one !== covered)
    await count(client, id, { productId: covered, quantity: 1 })
    for (const one of outside) {
      const problem = await client.refused('POST', counts(id), { lines: [{ productId: one, quantity: 1 }] })
      expect(problem).toMatchObject({ code: 'OUT_OF_SCOPE', figures: { productId: one, stocktakeId: id } })
    }
  }
})

test('a stocktake needs exactly one scope, which may contain only products that can be stocked', async () => {
  const shop = await openCounted()
  const { client, productId, warehouseId } = shop
  const bundle = await addBundle(client, [[productId, 1]])
  for (const scope of [{}, { all: false }, { all: true, productIds: [productId] }])
    expect((await client.refused('POST', '/api/v1/stocktakes', { warehouseId, scope })).errors).toMatchObject([
      { path: '/scope', code: 'NOT_VALID' },
    ])
  const refused = async (scope: object) =>
    (await client.refused('POST', '/api/v1/stocktakes', { warehouseId, scope })).code
  expect(await refused({ productIds: [bundle] })).toBe('NOT_STOCKED')
  expect(await refused({ productIds: ['none'] })).toBe('NOT_FOUND')
  expect(await refused({ filterValueId: 'none' })).toBe('NOT_FOUND')
  expect(await refused({ supplierId: 'none' })).toBe('NOT_FOUND')
  await addWarehouse(client, 'Запасной')
  await setArchived(client, 'warehouses', warehouseId)
  expect(await refused(ALL)).toBe('ARCHIVED')
})

test('a product cannot be counted in two open stocktakes of a warehouse, even if it enters their scopes later', async () => {
  const shop = await openCounted(10)
  const { client, productId, warehouseId } = shop
  const filterValueId = await addFilterValue(client, await addFilter(client))
  const first = await startStocktake(client, warehouseId, { scope: { filterValueId } })
  const other = await addProduct(client, { name: 'Другой', filterValueIds: [filterValueId] })
  expect(
    await client.refused('POST', '/api/v1/stocktakes', { warehouseId, scope: { productIds: [productId, other] } }),
  ).toMatchObject({ code: 'OVERLAPPING', figures: { stocktakeId: first, productId: other } })
  await startStocktake(client, await addWarehouse(client), { scope: ALL })
  const second = await startStocktake(client, warehouseId, { scope: { productIds: [productId] } })
  await client.made('PATCH', `/api/v1/products/${productId}`, { name: 'Чайник', filterValueIds: [filterValueId] })
  for (const [id, elsewhere] of [
    [first, second],
    [second, first],
  ] as const)
    expect(await client.refused('POST', counts(id), { lines: [{ productId, quantity: 1 }] })).toMatchObject({
      code: 'OVERLAPPING',
      figures: { stocktakeId: elsewhere, productId },
    })
  await count(client, first, { productId: other, quantity: 0 })
  await client.made('PATCH', `/api/v1/products/${other}`, { name: 'Другой', filterValueIds: [] })
  await moveStocktake(client, second, 'cancelled')
  const third = await startStocktake(client, warehouseId, { scope: { productIds: [other] } })
  expect(await client.refused('POST', counts(third), { lines: [{ productId: other, quantity: 1 }] })).toMatchObject({
    code: 'OVERLAPPING',
    figures: { stocktakeId: first },
  })
})

test('a count repeated with its idempotency key counts only once', async () => {
  const shop = await openCounted(10)
  const { client, productId } = shop
  const id = await startStocktake(client, shop.warehouseId)
  const body = { lines: [{ productId, quantity: 2, mode: 'add' }] }
  const first = await client.post(counts(id), body, { key: 'the-same-key' })
  const second = await client.post(counts(id), body, { key: 'the-same-key' })
  expect(second.text).toBe(first.text)
  expect((await linesOf(client, id))[productId].counted).toBe(2)
})

test('a stocktake in review accepts no counts, and can be returned to counting', async () => {
  const shop = await openCounted(10)
  const { client, productId } = shop
  const id = await startStocktake(client, shop.warehouseId)
  expect(await client.refused('POST', post(id), {})).toMatchObject({ code: 'INVALID_TRANSITION' })
  await moveStocktake(client, id, 'review')
  const body = { lines: [{ productId, quantity: 1 }] }
  expect(await client.refused('POST', counts(id), body)).toMatchObject({ code: 'INVALID_TRANSITION' })
  await moveStocktake(client, id, 'counting')
  await client.made('POST', counts(id), body)
})

test('a product that was not counted cannot be recounted or accepted', async () => {
  const shop = await openCounted(10)
  const { client, productId } = shop
  const id = await startStocktake(client, shop.warehouseId)
  for (const action of ['recount', 'accept'])
    expect(
      await client.refused('POST', `/api/v1/stocktakes/${id}/${action}`, { productIds: [productId] }),
    ).toMatchObject({ code: 'NOT_FOUND' })
})
