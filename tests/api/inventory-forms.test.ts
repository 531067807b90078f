/** Tests the reports with the figures of the forms ИНВ-3 and ИНВ-19, computed by hand. */
import { expect, test } from 'vitest'
import type { Client, Json } from '../support/node/client.ts'
import { useService } from '../support/node/service.ts'
import { addProduct, moveOrder, openShop, placeOrder, receiveOf, type Shop } from '../support/scene/fixtures.ts'
import { joinAs } from '../support/scene/members.ts'
import { count, postStocktake, startStocktake } from '../support/scene/stocktakes.ts'

const service = useService()

const reportOf = async (client: Client, name: string, id: string): Promise<Json> =>
  (await client.get(`/api/v1/reports/${name}?stocktakeId=${id}`)).json

interface Counted {
  readonly shop: Shop
  readonly client: Client
  readonly blue: string
  readonly red: string
  readonly id: string
}

/**
 * Counts 5 of 10 blue cups (4 at 100.00 and 6 at 110.00), 8 of 5 red ones (at 130.00), and 7 of 7 kg of tea (at 2.50).
 */
async function countCups(fields: object = {}): Promise<Counted> {
  const shop = await openShop(await service.newCompany())
  const { client } = shop
  const blue = await addProduct(client, { name: 'А синяя', uom: 'шт' })
  const red = await addProduct(client, { name: 'Б красная', uom: 'шт' })
  const tea = await addProduct(client, { name: 'Чай', uom: 'кг' })
  await receiveOf(shop, { productId: blue, quantity: 4, unitCost: 100 })
  await receiveOf(shop, { productId: blue, quantity: 6, unitCost: 110 })
  await receiveOf(shop, { productId: red, quantity: 5, unitCost: 130 })
  await receiveOf(shop, { productId: tea, quantity: 7, unitCost: 2.5 })
  const id = await startStocktake(client, shop.warehouseId, fields)
  await count(
    client,
    id,
    { productId: blue, quantity: 5 },
    { productId: red, quantity: 8 },
    { productId: tea, quantity: 7 },
  )
  return { shop, client, blue, red, id }
}

test('the inventory list shows the quantities found and those in the books, with their costs and with totals for each unit', async () => {
  const { client, id } = await countCups()
  const { items, totals } = await reportOf(client, 'inventory-list', id)
  expect(
    items.map(({ line, product, unitCost, found, foundCost, book, bookCost }: Json) => [
      ...[line, product, unitCost, found, foundCost, book, bookCost],
    ]),
  ).toEqual([
    // By the books 4 × 100 + 6 × 110. The missing 5 are 4 × 100 + 1 × 110, so 550 are left.
    [1, 'А синяя', 106, 5, 550, 10, 1060],
    // 3 more at 130.
    [2, 'Б красная', 130, 8, 1040, 5, 650],
    [3, 'Чай', 2.5, 7, 17.5, 7, 17.5],
  ])
  expect(totals).toMatchObject({ foundCost: 1607.5, bookCost: 1727.5, found: null })
  expect(totals.byUnit).toEqual([
    { uom: 'кг', found: 7, book: 7 },
    { uom: 'шт', found: 13, book: 15 },
  ])
})

test('the inventory list values the books as of the moment of the count, whatever moves before or after posting', async () => {
  const { shop, client, blue, id } = await countCups()
  const ship = async (quantity: number) => {
    const { id: orderId } = await placeOrder(shop, { items: [{ productId: blue, quantity }] })
    await moveOrder(shop, orderId, 'shipped')
  }
  await ship(2)
  await receiveOf(shop, { productId: blue, quantity: 50, unitCost: 1 })
  const first = async () => (await reportOf(client, 'inventory-list', id)).items[0]
  // Of the older lot 2 are left: the missing 5 would now be 2 × 100 + 3 × 110.
  expect(await first()).toMatchObject({ book: 10, bookCost: 1060, found: 5, foundCost: 530 })
  await postStocktake(client, id)
  await ship(3)
  expect(await first()).toMatchObject({ book: 10, bookCost: 1060, found: 5, foundCost: 530 })
})

test('goods that were written off because nobody counted them are in both the inventory list and the comparison sheet', async () => {
  const { shop, client, id } = await countCups({ absent: 'zero' })
  const lost = await addProduct(client, { name: 'Я забытая', uom: 'шт' })
  await receiveOf(shop, { productId: lost, quantity: 2, unitCost: 30 })
  const last = async (name: string) => (await reportOf(client, name, id)).items.at(-1)
  for (const isPosted of [false, true]) {
    if (isPosted) await postStocktake(client, id)
    expect(await last('inventory-list')).toMatchObject({ line: 4, found: 0, foundCost: 0, book: 2, bookCost: 60 })
    expect(await last('comparison-sheet')).toMatchObject({ line: 4, shortage: 2, shortageCost: 60, shortageLeft: 2 })
  }
})

test('the comparison sheet contains only lines with a difference, and shows which lines were netted with each other and what is left', async () => {
  const { client, blue, red, id } = await countCups()
  const misSorts = [{ shortProductId: blue, overProductId: red, quantity: 2 }]
  await client.made('PUT', `/api/v1/stocktakes/${id}/mis-sorts`, { misSorts })
  const rows = [
    {
      ...{ line: 1, product: 'А синяя', surplus: 0, surplusCost: 0, shortage: 5, shortageCost: 510 },
      ...{ surplusNetted: 0, surplusNettedCost: 0, shortageNetted: 2, shortageNettedCost: 200, nettedWith: '2' },
      ...{ surplusLeft: 0, surplusLeftCost: 0, shortageLeft: 3, shortageLeftCost: 310 },
    },
    {
      // 2 at the 100 of the missing ones, 1 at the 130 of the newest lot.
      ...{ line: 2, product: 'Б красная', surplus: 3, surplusCost: 330, shortage: 0, shortageCost: 0 },
      ...{ surplusNetted: 2, surplusNettedCost: 200, shortageNetted: 0, shortageNettedCost: 0, nettedWith: '1' },
      ...{ surplusLeft: 1, surplusLeftCost: 130, shortageLeft: 0, shortageLeftCost: 0 },
    },
  ]
  const totals = {
    ...{ surplus: 3, surplusCost: 330, shortage: 5, shortageCost: 510, surplusNettedCost: 200 },
    ...{ shortageNettedCost: 200, surplusLeftCost: 130, shortageLeftCost: 310 },
  }
  for (const isPosted of [false, true]) {
    if (isPosted) await postStocktake(client, id)
    const report = await reportOf(client, 'comparison-sheet', id)
    expect(report.items).toMatchObject(rows)
    expect(report.items).toHaveLength(2)
    expect(report.totals).toMatchObject(totals)
    // Both forms agree: what was found is worth 180 less than the books.
    const list = await reportOf(client, 'inventory-list', id)
    expect(list.totals.foundCost - list.totals.bookCost).toBe(330 - 510)
  }
})

test('users who may not see costs get both forms with quantities only, and without the quantities in the books if the stocktake is blind', async () => {
  const { client, id } = await countCups()
  const storekeeper = await joinAs(service, client.companyId, { role: 'storekeeper' })
  const list = await reportOf(storekeeper, 'inventory-list', id)
  expect(list.items[0]).toMatchObject({ found: 5, book: 10 })
  const sheet = await reportOf(storekeeper, 'comparison-sheet', id)
  expect(sheet.items[0]).toMatchObject({ shortage: 5, shortageLeft: 5 })
  for (const report of [list, sheet]) expect(JSON.stringify(report)).not.toMatch(/Cost/)
  const blind = await countCups({ blind: true })
  const other = await joinAs(service, blind.client.companyId, { role: 'storekeeper' })
  expect((await reportOf(other, 'inventory-list', blind.id)).items[0]).toMatchObject({ found: 5, book: null })
})

test('the inventory list and the comparison sheet can be downloaded as tables with a row of totals', async () => {
  const { client, id } = await countCups()
  const csv = async (name: string) => {
    const { text } = await client.get(`/api/v1/reports/${name}?stocktakeId=${id}&format=csv&language=ru&decimal=comma`)
    return text.replace('﻿', '').trim().split('\r\n')
  }
  const list = await csv('inventory-list')
  expect(list[0]).toContain('Цена;Фактически, кол-во;Фактически, сумма;По учёту, кол-во;По учёту, сумма')
  expect(list[1]).toMatch(/^1;.*;106;5;550;10;1060$/)
  // One row of totals for each unit; the sums of money are in the first one.
  expect(list.slice(4).join('\n')).toMatch(/1607,5.*1727,5/s)
  const sheet = await csv('comparison-sheet')
  expect(sheet[0]).toContain(
    'Зачтено со строками;Оприходовать, кол-во;Оприходовать, сумма;Списать, кол-во;Списать, сумма',
  )
  expect(sheet.slice(3).join('\n')).toMatch(/390/)
})
