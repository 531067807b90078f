/** Tests the report of what to count next: each reason with its figures, and the stocktake that is started from it. */
import { expect, test } from 'vitest'
import { writeCompany } from '../../server/store/commits.ts'
import type { Client, Json } from '../support/node/client.ts'
import { useService } from '../support/node/service.ts'
import {
  addFilter,
  addFilterValue,
  addProduct,
  addWarehouse,
  openShop,
  receiveOf,
  type Shop,
} from '../support/scene/fixtures.ts'
import { joinAs } from '../support/scene/members.ts'
import { count, moveStocktake, postStocktake, startStocktake } from '../support/scene/stocktakes.ts'

const service = useService()

const nextOf = async (client: Client, query = ''): Promise<Json[]> =>
  (await client.get(`/api/v1/reports/count-next?${query}`)).json.items

/** Moves the moments of counts of some products into the past. */
async function age(client: Client, days: number, ...productIds: string[]): Promise<void> {
  await writeCompany(service.database, client.companyId, (tx) =>
    tx.query(
      `update stocktake_lines set counted_at = counted_at - make_interval(days => $3)
        where company_id = $1 and product_id = any ($2)`,
      [client.companyId, productIds, days],
    ),
  )
}

/** Counts and posts products, given as `[productId, quantity]`. */
async function counted(shop: Shop, ...lines: [string, number][]): Promise<void> {
  const { client, warehouseId } = shop
  const id = await startStocktake(client, warehouseId)
  await count(client, id, ...lines.map(([productId, quantity]) => ({ productId, quantity })))
  await postStocktake(client, id)
}

/** Opens a shop with stock of products by the given names: 10 of each, at the given unit cost. */
async function openWith(costs: Record<string, number>) {
  const shop = await openShop(await service.newCompany())
  const ids: Record<string, string> = {}
  for (const [name, unitCost] of Object.entries(costs)) {
    ids[name] = await addProduct(shop.client, { name })
    await receiveOf(shop, { productId: ids[name], unitCost })
  }
  return { shop, client: shop.client, ids }
}

test('the report on what to count next starts with goods that were never counted, shows their figures, and leaves out goods counted recently', async () => {
  const { shop, client, ids } = await openWith({ А: 10, Б: 20 })
  await counted(shop, [ids.А!, 10])
  expect(await nextOf(client)).toMatchObject([
    {
      ...{ productId: ids.Б, warehouseId: shop.warehouseId, reason: 'never', quantity: 10, value: 200 },
      ...{ countedAt: null, daysSince: null, counts: 0, wrong: 0, movements: 1 },
    },
  ])
})

test('goods last counted more than `days` days ago (90 by default) are proposed for counting', async () => {
  const { shop, client, ids } = await openWith({ А: 10, Б: 10 })
  await counted(shop, [ids.А!, 10], [ids.Б!, 10])
  await age(client, 89, ids.А!, ids.Б!)
  // Both goods are valuable, so they are proposed after a third of the days anyway. This test only looks at the reason.
  expect((await nextOf(client)).map(({ reason }) => reason)).not.toContain('long_ago')
  await age(client, 2, ids.Б!)
  const long = (await nextOf(client)).find(({ productId }) => productId === ids.Б)
  expect(long).toMatchObject({ reason: 'long_ago', daysSince: 91, counts: 1, wrong: 0 })
  expect((await nextOf(client, 'days=80')).map(({ reason }) => reason)).toEqual(['long_ago', 'long_ago'])
})

test('goods are proposed for counting after a third of the days if at least half of their counts found a difference', async () => {
  const { shop, client, ids } = await openWith({ А: 1, Б: 1 })
  await counted(shop, [ids.А!, 10], [ids.Б!, 10])
  await counted(shop, [ids.А!, 9], [ids.Б!, 10])
  const own = async () => (await nextOf(client, `productId=${ids.А}`))[0]
  await age(client, 29, ids.А!, ids.Б!)
  expect(await own()).toBeUndefined()
  await age(client, 2, ids.А!, ids.Б!)
  expect(await own()).toMatchObject({ reason: 'often_wrong', daysSince: 31, counts: 2, wrong: 1, quantity: 9 })
  expect((await nextOf(client, `productId=${ids.Б}`))[0]).not.toMatchObject({ reason: 'often_wrong' })
  // Counts that are more than a year old no longer matter.
  await age(client, 365, ids.А!)
  expect(await own()).toMatchObject({ reason: 'long_ago', counts: 0, wrong: 0 })
})

test('the most valuable goods, which make up 80 % of the value, are proposed for counting after a third of the days to users who may see costs', async () => {
  // 10 × 70, 10 × 20 and 10 × 10 add up to 1,000. The first product makes up 70 %, the first two make up 90 %, so the
  // third is not needed to reach 80 %.
  const { shop, client, ids } = await openWith({ А: 70, Б: 20, В: 10 })
  await counted(shop, [ids.А!, 10], [ids.Б!, 10], [ids.В!, 10])
  await age(client, 31, ids.А!, ids.Б!, ids.В!)
  // All three have one receipt, so their turnover counts as high, but value comes before turnover in the list of
  // reasons.
  const rows = await nextOf(client)
  expect(rows.filter(({ reason }) => reason === 'high_value').map(({ product, value }) => [product, value])).toEqual([
    ['А', 700],
    ['Б', 200],
  ])
  const storekeeper = await joinAs(service, client.companyId, { role: 'storekeeper' })
  const seen = await nextOf(storekeeper)
  expect(seen.map(({ reason }) => reason)).not.toContain('high_value')
  expect(Object.keys(seen[0] ?? { reason: '' })).not.toContain('value')
})

test('the goods with the most movements, which make up 80 % of all movements, are proposed for counting after a third of the days', async () => {
  const { shop, client, ids } = await openWith({ А: 1, Б: 1, В: 1000 })
  const move = (productId: string) => receiveOf(shop, { productId, quantity: 1, unitCost: 1 })
  // Including the first receipts, there are 8, 1 and 1 movements. The first product alone makes up 80 %, so the others
  // do not count.
  for (let times = 0; times < 7; times += 1) await move(ids.А!)
  await counted(shop, [ids.А!, 17], [ids.Б!, 10], [ids.В!, 10])
  await age(client, 31, ids.А!, ids.Б!, ids.В!)
  expect((await nextOf(client)).map(({ product, reason, movements }) => [product, reason, movements])).toEqual([
    ['В', 'high_value', 1],
    ['А', 'high_turnover', 8],
  ])
})

test('a stocktake started from the rows of the report counts exactly these products, and the report no longer lists them', async () => {
  const { shop, client, ids } = await openWith({ А: 10, Б: 20, В: 30 })
  await counted(shop, [ids.В!, 10])
  const rows = await nextOf(client, `warehouseId=${shop.warehouseId}`)
  const productIds = rows.map(({ productId }) => productId)
  expect(productIds.sort()).toEqual([ids.А, ids.Б].sort())
  const id = await startStocktake(client, shop.warehouseId, { scope: { productIds } })
  expect(await nextOf(client)).toEqual([])
  const refused = await client.refused('POST', `/api/v1/stocktakes/${id}/counts`, {
    lines: [{ productId: ids.В, quantity: 1 }],
  })
  expect(refused.code).toBe('OUT_OF_SCOPE')
  await moveStocktake(client, id, 'cancelled')
  expect(await nextOf(client)).toHaveLength(2)
})

test('products in the scope of an open stocktake are not proposed for counting, whether the scope is a supplier, a filter value or all goods', async () => {
  const { shop, client, ids } = await openWith({ А: 10, Б: 20, В: 30 })
  const { warehouseId } = shop
  const { supplierId } = (await client.state()).lots[0]
  const valueId = await addFilterValue(client, await addFilter(client, 'Цвет'), 'Красный')
  await client.made('PATCH', `/api/v1/products/${ids.А}`, { name: 'А', preferredSupplierId: supplierId })
  await client.made('PATCH', `/api/v1/products/${ids.Б}`, { name: 'Б', filterValueIds: [valueId] })
  const names = async () => (await nextOf(client)).map(({ product }) => product).sort()
  for (const [scope, left] of [
    [{ supplierId }, ['Б', 'В']],
    [{ filterValueId: valueId }, ['А', 'В']],
    [{ all: true }, []],
  ] as const) {
    const id = await startStocktake(client, warehouseId, { scope })
    expect(await names()).toEqual(left)
    await moveStocktake(client, id, 'cancelled')
  }
  // The other warehouse is not concerned.
  const far = await addWarehouse(client, 'Дальний')
  await receiveOf(shop, { productId: ids.А, warehouseId: far })
  await startStocktake(client, warehouseId)
  expect((await nextOf(client)).map(({ product, warehouse }) => [product, warehouse])).toEqual([['А', 'Дальний']])
})

test('the report on what to count next can be downloaded as CSV, with totals of its quantities and values', async () => {
  const { client } = await openWith({ А: 10, Б: 20.55 })
  const { text } = await client.get('/api/v1/reports/count-next?format=csv&language=ru&decimal=comma')
  const lines = text.replace('﻿', '').trim().split('\r\n')
  expect(lines[0]).toContain(
    'Почему;В наличии;Стоимость;Посчитан;Дней назад;Подсчётов за год;Из них с разницей;Движений',
  )
  expect(lines[1]).toContain(';ни разу не считали;10;')
  expect(lines.at(-1)).toMatch(/^Итого;.*;20;305,5;/)
})
