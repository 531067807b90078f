/** Tests the list of what must be counted again in a stocktake: why a product is on it, and how it leaves the list. */
import { afterEach, expect, test } from 'vitest'
import type { Client, Json } from '../support/node/client.ts'
import { findDifferences } from '../support/node/invariants.ts'
import { useService } from '../support/node/service.ts'
import { addProduct, openShop, receiveOf, type Shop } from '../support/scene/fixtures.ts'
import { joinAs } from '../support/scene/members.ts'
import { count, linesOf, moveStocktake, postStocktake, startStocktake } from '../support/scene/stocktakes.ts'

const service = useService()
const opened: Client[] = []

afterEach(async () => {
  for (const client of opened.splice(0)) expect(await findDifferences(service.database, client.companyId)).toEqual([])
})

/** Opens a shop with 10 kettles in its warehouse. */
async function openCounted(): Promise<Shop> {
  const shop = await openShop(await service.newCompany(), 10)
  opened.push(shop.client)
  return shop
}

const recountsOf = async (client: Client, stocktakeId?: string): Promise<Json[]> => {
  const query = stocktakeId === undefined ? '' : `?stocktakeId=${stocktakeId}`
  return (await client.get(`/api/v1/reports/stocktake-recounts${query}`)).json.items
}
const recount = (client: Client, id: string, ...productIds: string[]) =>
  client.made('POST', `/api/v1/stocktakes/${id}/recount`, { productIds })

test('a product stays on the recount list, with its earlier count, from the manager’s order for a recount until it is counted again', async () => {
  const { client, productId, warehouseId } = await openCounted()
  const id = await startStocktake(client, warehouseId)
  await count(client, id, { productId, quantity: 7 })
  expect(await recountsOf(client, id)).toEqual([])
  await recount(client, id, productId)
  expect(await recountsOf(client, id)).toMatchObject([
    {
      ...{ productId, product: 'Чайник', warehouse: 'Основной', number: '00001', reason: 'recount', round: 2 },
      ...{ counted: null, difference: null, countedBefore: 7, differenceBefore: -3, countedAt: null },
    },
  ])
  // Counted again with the same difference, so the two counts agree.
  await count(client, id, { productId, quantity: 7 })
  expect(await recountsOf(client, id)).toEqual([])
})

test('a product whose two counts disagree stays on the recount list until a further count agrees with an earlier one', async () => {
  const { client, productId, warehouseId } = await openCounted()
  const id = await startStocktake(client, warehouseId)
  await count(client, id, { productId, quantity: 7 })
  await count(client, id, { productId, quantity: 9, round: 2 })
  expect(await recountsOf(client, id)).toMatchObject([
    { reason: 'differ', round: 3, counted: 9, difference: -1, countedBefore: 7, differenceBefore: -3 },
  ])
  await count(client, id, { productId, quantity: 8, round: 3 })
  expect(await recountsOf(client, id)).toMatchObject([
    { reason: 'differ', round: 4, counted: 8, difference: -2, countedBefore: 9, differenceBefore: -1 },
  ])
  await count(client, id, { productId, quantity: 7, round: 4 })
  expect(await recountsOf(client, id)).toEqual([])
  expect((await linesOf(client, id))[productId]).toMatchObject({ counted: 7, difference: -3 })
})

test('two rounds of counting agree if they found the same difference, even if goods came in between', async () => {
  const shop = await openCounted()
  const { client, productId, warehouseId } = shop
  const id = await startStocktake(client, warehouseId)
  await count(client, id, { productId, quantity: 4, sheet: 'A' }, { productId, quantity: 5, sheet: 'B' })
  await receiveOf(shop, { quantity: 5 })
  // 9 of 10 in the first round, 14 of 15 in the second: one is missing each time.
  await count(client, id, { productId, quantity: 14, round: 2 })
  expect(await recountsOf(client, id)).toEqual([])
})

test('a product that moved while it was counted stays on the recount list until it is counted in the listed round, or accepted', async () => {
  const shop = await openCounted()
  const { client, productId, warehouseId } = shop
  const other = await addProduct(client, { name: 'Кружка' })
  await receiveOf(shop, { productId: other, quantity: 4 })
  const id = await startStocktake(client, warehouseId)
  for (const one of [productId, other]) {
    await count(client, id, { productId: one, sheet: 'A', quantity: 2 })
    await receiveOf(shop, { productId: one, quantity: 1 })
    await count(client, id, { productId: one, sheet: 'B', quantity: 3 })
  }
  expect(await recountsOf(client, id)).toMatchObject([
    { productId: other, reason: 'disturbed', round: 2, counted: 5, difference: 0, countedBefore: null },
    { productId, reason: 'disturbed', round: 2, counted: 5, difference: -6, countedBefore: null },
  ])
  await client.made('POST', `/api/v1/stocktakes/${id}/accept`, { productIds: [other] })
  await count(client, id, { productId, quantity: 5, round: 2 })
  expect(await recountsOf(client, id)).toEqual([])
  await moveStocktake(client, id, 'review')
  await recount(client, id, productId)
  expect(await recountsOf(client, id)).toMatchObject([{ productId, reason: 'recount', round: 3 }])
})

test('when a manager accepts disagreeing counts, the product leaves the recount list, and its next count puts it back', async () => {
  const { client, productId, warehouseId } = await openCounted()
  const id = await startStocktake(client, warehouseId)
  await count(client, id, { productId, quantity: 7 }, { productId, quantity: 9, round: 2 })
  await client.made('POST', `/api/v1/stocktakes/${id}/accept`, { productIds: [productId] })
  expect(await recountsOf(client, id)).toEqual([])
  await count(client, id, { productId, quantity: 8 })
  expect(await recountsOf(client, id)).toMatchObject([{ reason: 'differ', counted: 8 }])
})

test('without a stocktakeId, the recount list covers all open stocktakes, and never posted or cancelled ones', async () => {
  const shop = await openCounted()
  const { client, productId, warehouseId } = shop
  const posted = await startStocktake(client, warehouseId)
  await count(client, posted, { productId, quantity: 7 }, { productId, quantity: 9, round: 2 })
  const second = (await client.made('POST', '/api/v1/warehouses', { name: 'Дальний' })).id
  const far = await startStocktake(client, second)
  await count(client, far, { productId, quantity: 1 }, { productId, quantity: 2, round: 2 })
  expect((await recountsOf(client)).map((row) => [row.number, row.warehouse])).toEqual([
    ['00001', 'Основной'],
    ['00002', 'Дальний'],
  ])
  // Disagreeing counts do not stop a manager from posting.
  await postStocktake(client, posted)
  await moveStocktake(client, far, 'cancelled')
  expect(await recountsOf(client)).toEqual([])
  expect(await recountsOf(client, posted)).toEqual([])
})

test('users who may not see costs get the recount list of a blind stocktake without figures, so that the recount is blind too', async () => {
  const { client, productId, warehouseId } = await openCounted()
  const storekeeper = await joinAs(service, client.companyId, { role: 'storekeeper' })
  const id = await startStocktake(client, warehouseId, { blind: true })
  await count(client, id, { productId, quantity: 7 }, { productId, quantity: 9, round: 2 })
  expect(await recountsOf(storekeeper, id)).toMatchObject([
    {
      ...{ productId, reason: 'differ', round: 3, counted: null, difference: null },
      ...{ countedBefore: null, differenceBefore: null },
    },
  ])
  expect(await recountsOf(client, id)).toMatchObject([{ counted: 9, differenceBefore: -3 }])
})

test('the recount list can be downloaded as CSV in the user’s language', async () => {
  const { client, productId, warehouseId } = await openCounted()
  const id = await startStocktake(client, warehouseId)
  await count(client, id, { productId, quantity: 7 }, { productId, quantity: 9, round: 2 })
  const { text } = await client.get(
    `/api/v1/reports/stocktake-recounts?stocktakeId=${id}&format=csv&language=ru&decimal=comma`,
  )
  const [head, row] = text.replace('﻿', '').split('\r\n')
  expect(head).toContain('Почему;В круг;Когда посчитано;Посчитано;Разница;Посчитано раньше;Разница раньше')
  expect(row).toMatch(/;подсчёты расходятся;3;.*;9;-1;7;-3$/)
})
