/** Tests mis-sorts: shortages netted against surpluses, how cost moves to the kopeck, and how that is undone. */
import { afterEach, expect, test } from 'vitest'
import type { Client, Json } from '../support/node/client.ts'
import { findDifferences } from '../support/node/invariants.ts'
import { useService } from '../support/node/service.ts'
import {
  addFilter,
  addFilterValue,
  addProduct,
  openShop,
  receiveOf,
  type Shop,
  stockRow,
} from '../support/scene/fixtures.ts'
import { joinAs } from '../support/scene/members.ts'
import {
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

interface Cups {
  readonly shop: Shop
  readonly client: Client
  readonly blue: string
  readonly red: string
  readonly id: string
}

/**
 * Opens a shop with two lots of blue cups, 4 at 100.00 and 6 at 110.00, and 5 red cups at 130.00, and counts them in a
 * stocktake.
 */
async function countCups({ blue: foundBlue, red: foundRed }: { blue: number; red: number }): Promise<Cups> {
  const shop = await openShop(await service.newCompany())
  const { client } = shop
  opened.push(client)
  const blue = await addProduct(client, { name: 'Чашка синяя', uom: 'шт' })
  const red = await addProduct(client, { name: 'Чашка красная', uom: 'шт' })
  await receiveOf(shop, { productId: blue, quantity: 4, unitCost: 100 })
  await receiveOf(shop, { productId: blue, quantity: 6, unitCost: 110 })
  await receiveOf(shop, { productId: red, quantity: 5, unitCost: 130 })
  const id = await startStocktake(client, shop.warehouseId)
  await count(client, id, { productId: blue, quantity: foundBlue }, { productId: red, quantity: foundRed })
  return { shop, client, blue, red, id }
}

const path = (id: string) => `/api/v1/stocktakes/${id}/mis-sorts`
const pair = (shortProductId: string, overProductId: string, quantity: number) => ({
  shortProductId,
  overProductId,
  quantity,
})
const net = (client: Client, id: string, ...misSorts: object[]): Promise<Json> =>
  client.made('PUT', path(id), { misSorts })
const lotsOf = async (client: Client, productId: string) =>
  (await client.state()).lots
    .filter((lot: Json) => lot.productId === productId && lot.remaining > 0)
    .map((lot: Json) => [lot.remaining, lot.unitCost])
const stockValueOf = async (client: Client) => (await client.state()).totals.stockValue
const rowsOf = async (client: Client, report: string, id: string): Promise<Json[]> =>
  (await client.get(`/api/v1/reports/${report}?stocktakeId=${id}`)).json.items

test('the netted part of a surplus gets the cost of the oldest missing goods, so only the rest of the shortage is a loss', async () => {
  const { client, blue, red, id } = await countCups({ blue: 5, red: 8 })
  expect(await stockValueOf(client)).toBe(1710)
  const netted = await net(client, id, pair(blue, red, 3))
  expect(netted.misSorts).toEqual([pair(blue, red, 3)])
  // Computed before posting: 5 blue cups are missing, 4 at 100 and 1 at 110. The first 3 of these are netted against
  // red cups.
  const lines = await linesOf(client, id)
  expect(lines[blue]).toMatchObject({ shortage: 5, shortageCost: 510 })
  expect(lines[red]).toMatchObject({ surplus: 3, surplusCost: 300 })

  const posted = await postStocktake(client, id)

  expect(posted.misSorts).toEqual([{ ...pair(blue, red, 3), cost: 300 }])
  expect(await lotsOf(client, blue)).toEqual([[5, 110]])
  expect(await lotsOf(client, red)).toEqual([
    [5, 130],
    [3, 100],
  ])
  // 2 blue cups are lost for good: 1 × 100 + 1 × 110.
  expect(await stockValueOf(client)).toBe(1710 - 210)
  const movements = await movementsOf(client, id)
  expect(movements.map(({ type, quantity, cost, unitCost }) => [type, quantity, cost, unitCost])).toEqual([
    ['writeoff', 5, 510, undefined],
    ['surplus', 3, 300, 100],
  ])
})

test('a surplus netted against goods with two unit costs gets a lot for each cost, and the rest of it has the usual cost of a surplus', async () => {
  const { client, blue, red, id } = await countCups({ blue: 5, red: 11 })
  await net(client, id, pair(blue, red, 5))
  expect((await linesOf(client, id))[red]).toMatchObject({ surplus: 6, surplusCost: 640 })
  const posted = await postStocktake(client, id)
  expect(posted.misSorts[0].cost).toBe(510)
  expect(await lotsOf(client, red)).toEqual([
    [5, 130],
    [4, 100],
    [1, 110],
    [1, 130],
  ])
  const surplus = (await movementsOf(client, id)).find(({ type }) => type === 'surplus')!
  expect(surplus).toMatchObject({ quantity: 6, cost: 640 })
  expect(surplus).not.toHaveProperty('unitCost')
  // The stock loses no value: 5 missing cups are netted against cups of the other colour, and one more was found.
  expect(await stockValueOf(client)).toBe(1710 + 130)
})

test('a surplus that is completely netted can be posted even if the product has no known cost', async () => {
  const { shop, client, blue, id } = await countCups({ blue: 8, red: 5 })
  const green = await addProduct(client, { name: 'Чашка зелёная', uom: 'шт' })
  await count(client, id, { productId: green, quantity: 2 })
  await moveStocktake(client, id, 'review')
  expect((await client.refused('POST', `/api/v1/stocktakes/${id}/post`, {})).code).toBe('UNIT_COST_UNKNOWN')
  await net(client, id, pair(blue, green, 2))
  await client.made('POST', `/api/v1/stocktakes/${id}/post`, {})
  expect(await lotsOf(client, green)).toEqual([[2, 100]])
  expect((await stockRow(client, blue, shop.warehouseId)).onHand).toBe(8)
})

test('when a shortage is netted against several surpluses, the first of them gets the cost of the oldest goods', async () => {
  const { client, blue, red, id } = await countCups({ blue: 3, red: 8 })
  const green = await addProduct(client, { name: 'Чашка зелёная', uom: 'шт', cost: 7 })
  await count(client, id, { productId: green, quantity: 4 })
  // 7 blue cups are missing: 4 at 100 and 3 at 110. Red ones get 3 of the first, green ones 1 × 100 and 3 × 110.
  await net(client, id, pair(blue, red, 3), pair(blue, green, 4))
  expect((await linesOf(client, id))[green]).toMatchObject({ surplusCost: 430 })
  const posted = await postStocktake(client, id)
  expect(posted.misSorts.map(({ cost }: Json) => cost)).toEqual([300, 430])
  expect(await lotsOf(client, green)).toEqual([
    [1, 100],
    [3, 110],
  ])
  expect(await stockValueOf(client)).toBe(1710)
})

test('the cost of each lot is rounded to the kopeck separately, even if the drawn goods are divided between two products', async () => {
  const shop = await openShop(await service.newCompany())
  const { client, warehouseId } = shop
  opened.push(client)
  const ids: string[] = []
  for (const name of ['Гвозди 100', 'Гвозди 80', 'Гвозди 60']) ids.push(await addProduct(client, { name, uom: 'кг' }))
  const [big, middle, small] = ids as [string, string, string]
  await receiveOf(shop, { productId: big, quantity: 3, unitCost: 1.05 })
  const id = await startStocktake(client, warehouseId)
  await count(client, id, ...[0, 1.5, 1.5].map((quantity, at) => ({ productId: ids[at]!, quantity })))
  await net(client, id, pair(big, middle, 1.5), pair(big, small, 1.5))
  const posted = await postStocktake(client, id)
  // 3 kg cost 3.15. Divided into two lots, each half costs 1.575, rounded to 1.58, so rounding adds one kopeck.
  expect(posted.misSorts.map(({ cost }: Json) => cost)).toEqual([1.58, 1.58])
  expect(await stockValueOf(client)).toBe(3.16)
  const [row] = await rowsOf(client, 'comparison-sheet', id)
  expect(row).toMatchObject({ product: 'Гвозди 100', shortageCost: 3.15, shortageNettedCost: 3.16, shortageLeft: 0 })
  expect(row!.shortageLeftCost).toBe(-0.01)
})

test('a new list of mis-sorts replaces the old list, and an empty list removes all mis-sorts', async () => {
  const { client, blue, red, id } = await countCups({ blue: 5, red: 8 })
  await net(client, id, pair(blue, red, 3))
  expect((await net(client, id, pair(blue, red, 1.5))).misSorts).toEqual([pair(blue, red, 1.5)])
  expect((await net(client, id)).misSorts).toEqual([])
  await postStocktake(client, id)
  expect(await lotsOf(client, red)).toEqual([
    [5, 130],
    [3, 130],
  ])
})

test('counting a product again, or ordering its recount, removes its mis-sorts', async () => {
  const { client, blue, red, id } = await countCups({ blue: 5, red: 8 })
  const green = await addProduct(client, { name: 'Чашка зелёная', uom: 'шт', cost: 7 })
  await count(client, id, { productId: green, quantity: 1 })
  const now = async () => (await client.get(`/api/v1/stocktakes/${id}`)).json.misSorts
  await net(client, id, pair(blue, red, 3), pair(blue, green, 1))
  await count(client, id, { productId: red, quantity: 7 })
  expect(await now()).toEqual([pair(blue, green, 1)])
  await client.made('POST', `/api/v1/stocktakes/${id}/recount`, { productIds: [blue] })
  expect(await now()).toEqual([])
})

test('a mis-sort of a product with itself, between different units, or of more than the shortage or the surplus is refused', async () => {
  const { client, blue, red, id } = await countCups({ blue: 5, red: 8 })
  const bulk = await addProduct(client, { name: 'Чай', uom: 'кг', cost: 1 })
  await count(client, id, { productId: bulk, quantity: 9 })
  const faultOf = async (...misSorts: object[]) => {
    const problem = await client.refused('PUT', path(id), { misSorts })
    expect(problem.code).toBe('VALIDATION_FAILED')
    const [{ path: place, code, figures }] = problem.errors! as [Json]
    return [place, code, figures?.most]
  }
  expect(await faultOf(pair(blue, blue, 1))).toEqual(['/misSorts/0/overProductId', 'NOT_VALID', undefined])
  expect(await faultOf(pair(blue, bulk, 1))).toEqual(['/misSorts/0/overProductId', 'NOT_VALID', undefined])
  expect(await faultOf(pair(blue, red, 3.001))).toEqual(['/misSorts/0/quantity', 'AT_MOST', 3])
  expect(await faultOf(pair(blue, red, 2), pair(blue, red, 1.5))).toEqual(['/misSorts/1/quantity', 'AT_MOST', 1])
  // The pair the other way round is refused, because no red cups are missing.
  expect(await faultOf(pair(red, blue, 1))).toEqual(['/misSorts/0/quantity', 'AT_MOST', 0])
  expect(await faultOf(...Array.from({ length: 101 }, () => pair(blue, red, 0.001)))).toEqual([
    '/misSorts',
    'AT_MOST',
    100,
  ])
  const uncounted = await addProduct(client, { name: 'Не считан', uom: 'шт' })
  expect((await client.refused('PUT', path(id), { misSorts: [pair(blue, uncounted, 1)] })).code).toBe('NOT_FOUND')
})

test('a posted stocktake accepts no mis-sorts, and cancelling it restores the lots and their costs', async () => {
  const { client, blue, red, id } = await countCups({ blue: 5, red: 11 })
  const before = await client.state()
  await net(client, id, pair(blue, red, 5))
  await postStocktake(client, id)
  expect((await client.refused('PUT', path(id), { misSorts: [] })).code).toBe('INVALID_TRANSITION')
  expect(await moveStocktake(client, id, 'cancelled')).toMatchObject({ status: 'cancelled', postedLines: 0 })
  const after = await client.state()
  const left = (state: Json) =>
    state.lots.filter((lot: Json) => lot.remaining > 0).map((lot: Json) => [lot.id, lot.remaining])
  expect(left(after)).toEqual(left(before))
  expect(after.totals.stockValue).toBe(1710)
  const reversals = (await movementsOf(client, id)).filter(({ type }) => type === 'reversal')
  expect(reversals.map(({ reverses, quantity, cost }) => [reverses, quantity, cost])).toEqual([
    ['writeoff', 5, 510],
    ['surplus', 6, 640],
  ])
})

test('a stocktake cannot be cancelled once goods were taken from any of the lots of a netted surplus', async () => {
  const { shop, client, blue, red, id } = await countCups({ blue: 5, red: 11 })
  await net(client, id, pair(blue, red, 5))
  await postStocktake(client, id)
  const surplus = (await movementsOf(client, id)).find(({ type }) => type === 'surplus')!
  const selectedLotId = surplus.lots.at(-1).lotId
  const used = { productId: red, warehouseId: shop.warehouseId, quantity: 0.5, reason: 'Бой', selectedLotId }
  await client.made('POST', '/api/v1/stock/writeoff', used)
  expect(await client.refused('PATCH', `/api/v1/stocktakes/${id}/status`, { status: 'cancelled' })).toMatchObject({
    code: 'LOTS_CONSUMED',
    figures: { productId: red, received: 1, gone: 0.5 },
  })
})

test('one command posts all products of mis-sorts, even if it was asked to post fewer products', async () => {
  const { client, blue, red, id } = await countCups({ blue: 5, red: 8 })
  const other = await addProduct(client, { name: 'Ложка', cost: 1 })
  await count(client, id, { productId: other, quantity: 1 })
  await net(client, id, pair(blue, red, 3))
  await moveStocktake(client, id, 'review')
  const part = () => client.made('POST', `/api/v1/stocktakes/${id}/post`, { limit: 1 })
  expect(await part()).toMatchObject({ status: 'review', postedLines: 2, misSorts: [{ cost: 300 }] })
  expect(await part()).toMatchObject({ status: 'posted', postedLines: 3, misSorts: [{ cost: 300 }] })
})

test('managers but not storekeepers may net mis-sorts, and users who may not see costs are not shown the cost that moved', async () => {
  const { client, blue, red, id } = await countCups({ blue: 5, red: 8 })
  const manager = await joinAs(service, client.companyId, { role: 'manager' })
  const storekeeper = await joinAs(service, client.companyId, { role: 'storekeeper' })
  expect((await storekeeper.send('PUT', path(id), { misSorts: [] })).json.code).toBe('FORBIDDEN')
  await net(manager, id, pair(blue, red, 3))
  await postStocktake(client, id)
  const seen = (await storekeeper.get(`/api/v1/stocktakes/${id}`)).json
  expect(seen.misSorts).toEqual([pair(blue, red, 3)])
  const [row] = await rowsOf(storekeeper, 'mis-sorts', id)
  expect(row).toMatchObject({ productId: blue, overProductId: red, state: 'netted', quantity: 3 })
  expect(row).not.toHaveProperty('cost')
  const { stocktakes } = (await storekeeper.get('/api/v1/bootstrap')).json
  expect(stocktakes.map((one: Json) => one.misSorts)).toEqual([[pair(blue, red, 3)]])
  const [entry] = (await client.get('/api/v1/audit?limit=100')).json.items.filter(
    ({ action }: Json) => action === 'stocktake.netted',
  )
  expect(entry).toMatchObject({
    summary: 'Stocktake 00001: mis-sorts netted, 1 pairs',
    figures: { number: '00001', pairs: 1 },
  })
})

test('the report on mis-sorts proposes surpluses of similar products for each shortage, the most similar first, until the shortage is netted', async () => {
  const { shop, client, blue, red, id } = await countCups({ blue: 5, red: 8 })
  const value = await addFilterValue(client, await addFilter(client, 'Серия'), 'Зима')
  const twin = await addProduct(client, {
    name: 'Синяя, 300 мл',
    kind: 'variant',
    parentProductId: blue,
    uom: 'шт',
    cost: 1,
  })
  const jug = await addProduct(client, { name: 'Кувшин', uom: 'шт', filterValueIds: [value], cost: 1 })
  const tea = await addProduct(client, { name: 'Чашка чая', uom: 'кг', cost: 1 })
  const spoon = await addProduct(client, { name: 'Ложка', uom: 'шт', cost: 1 })
  await client.made('PATCH', `/api/v1/products/${blue}`, { name: 'Чашка синяя', filterValueIds: [value] })
  await count(client, id, ...[twin, jug, tea, spoon].map((productId) => ({ productId, quantity: 1 })))
  const offered = async () =>
    (await rowsOf(client, 'mis-sorts', id)).map(({ overProduct, state, quantity }) => [overProduct, state, quantity])
  expect(await offered()).toEqual([
    ['Синяя, 300 мл', 'variant', 1],
    ['Чашка красная', 'name', 3],
    ['Кувшин', 'filter', 1],
  ])
  await net(client, id, pair(blue, red, 3))
  expect(await offered()).toEqual([
    ['Чашка красная', 'netted', 3],
    ['Синяя, 300 мл', 'variant', 1],
    ['Кувшин', 'filter', 1],
  ])
  expect((await rowsOf(client, 'mis-sorts', id))[0]).toMatchObject({ cost: 300, productId: blue })
  expect(shop.client).toBe(client)
})

test('the report on mis-sorts shows nothing of a blind stocktake to users who may not see costs', async () => {
  const { client, shop, id } = await countCups({ blue: 5, red: 8 })
  await moveStocktake(client, id, 'cancelled')
  const blind = await startStocktake(client, shop.warehouseId, { blind: true })
  const rows = (await client.get('/api/v1/products')).json.items.map(({ id: one }: Json) => one)
  await count(
    client,
    blind,
    ...rows.slice(0, 3).map((productId: string, at: number) => ({ productId, quantity: at * 4 })),
  )
  const storekeeper = await joinAs(service, client.companyId, { role: 'storekeeper' })
  for (const report of ['mis-sorts', 'comparison-sheet']) expect(await rowsOf(storekeeper, report, blind)).toEqual([])
  expect(await rowsOf(client, 'comparison-sheet', blind)).not.toEqual([])
})
