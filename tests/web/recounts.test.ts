/** Recounts, mis-sorts and what to count next, at the desk and on a telephone, in both languages. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { actAs, barriersInBothThemes, useApp } from '../support/app/app.ts'
import { button, isWide, KETTLE, keeperOf, PHONE, plain, said, scan } from '../support/app/floor.ts'
import type { Browser } from '../support/node/browser.ts'
import type { Json } from '../support/node/client.ts'
import { addMember, newOwner } from '../support/scene/team.ts'
import { made, stockedShop } from '../support/scene/web-shop.ts'

const app = useApp()

const rowsOf = async (owner: Browser, report: string, id: string): Promise<Json[]> =>
  (await owner.get(`/api/v1/reports/${report}?stocktakeId=${id}`)).json.items
const countedOf = async (owner: Browser, id: string, productId: string): Promise<Json> =>
  (await rowsOf(owner, 'stocktake-lines', id)).find((row) => row.productId === productId)!
const count = (owner: Browser, id: string, ...lines: object[]) => made(owner, `stocktakes/${id}/counts`, { lines })

test('a user works through the recount list on a telephone, and each recount replaces the earlier count', async () => {
  const { owner, shop } = await keeperOf(app)
  const { id } = await made(owner, 'stocktakes', { warehouseId: shop.warehouseId, blind: true })
  const { user, company } = await owner.session()
  const member = await addMember(app, Object.assign(owner, { userId: user.id, companyId: company.id }), 'storekeeper')
  const visitor = await app.visitor(PHONE)
  await actAs(visitor, member)
  const { page, context } = visitor
  await page.goto('/floor/count')
  await page.getByRole('list', { name: 'Идёт подсчёт' }).getByRole('button').click()
  await page.getByText('Сканируйте товар или найдите').waitFor()
  await scan(page, KETTLE)
  const quantity = page.getByRole('textbox', { name: 'Количество: Чайник эмалированный' })
  await quantity.fill('9')
  await button(page, 'Записать').click()
  const done = page.getByRole('list', { name: 'Посчитано на этом листе' }).getByRole('listitem')
  await done.filter({ hasText: /Чайник.*9\sшт/ }).waitFor()
  await expect.poll(async () => (await countedOf(owner, id, shop.kettleId))?.counted).toBe(9)
  // Somebody else finds another quantity in the second round, and a recount of the cups is ordered.
  await count(owner, id, { productId: shop.kettleId, quantity: 11, round: 2 }, { productId: shop.cupId, quantity: 1 })
  await made(owner, `stocktakes/${id}/recount`, { productIds: [shop.cupId] })
  const list = page.getByRole('list', { name: 'Что пересчитать' })
  await list.getByText('подсчёты расходятся').waitFor()
  await list.getByText('назначен пересчёт').waitFor()
  // A blind recount shows no figures of earlier rounds.
  expect(plain(await list.textContent())).not.toMatch(/9|11/)
  expect(await barriersInBothThemes(page)).toEqual([])
  expect(await isWide(page)).toBe(false)
  await list.getByRole('button', { name: /Чайник/ }).click()
  await page.getByText('пересчёт: впишите, сколько всего').waitFor()
  await expect.poll(() => list.getByRole('listitem').count()).toBe(1)
  await quantity.fill('11')
  await button(page, 'Записать').click()
  await said(page).filter({ hasText: 'Чайник эмалированный: записано 11 шт' }).waitFor()
  await done.filter({ hasText: /Чайник.*11\sшт/ }).waitFor()
  await expect.poll(async () => (await countedOf(owner, id, shop.kettleId)).counted).toBe(11)
  expect((await rowsOf(owner, 'stocktake-recounts', id)).map(({ productId }) => productId)).toEqual([shop.cupId])
  // Without a connection the list stays, and the recount is sent later.
  await page.waitForFunction(`caches.match('/floor').then((one) => one !== undefined)`)
  await context.setOffline(true)
  await page.getByText('Нет связи. Продолжайте').waitFor()
  await list.getByRole('button', { name: /Чашка/ }).click()
  await page.getByRole('textbox', { name: 'Количество: Чашка фарфоровая' }).fill('40')
  await button(page, 'Записать').click()
  await done.filter({ hasText: /Чашка.*40\sшт/ }).waitFor()
  expect(await list.count()).toBe(0)
  await context.setOffline(false)
  await expect.poll(async () => (await countedOf(owner, id, shop.cupId)).counted, { timeout: 20_000 }).toBe(40)
  expect((await countedOf(owner, id, shop.cupId)).difference).toBe(0)
})

async function deskOf(isPhone: boolean, locale = 'ru-RU') {
  const owner = await newOwner(app.sessionUrl)
  const shop = await stockedShop(owner)
  const { id } = await made(owner, 'stocktakes', { warehouseId: shop.warehouseId })
  const visitor = await app.visitor({ locale, ...(isPhone ? { width: 375, height: 740, isPhone } : {}) })
  await actAs(visitor, owner)
  return { owner, shop, id: id as string, page: visitor.page }
}

const openStocktake = (page: Page, id: string) => page.goto(`/stock/stocktakes/${id}`)

test('in the desktop app, a row of the recount list can be counted, sent for a recount, or accepted', async () => {
  const { owner, shop, id, page } = await deskOf(false)
  const { kettleId, cupId } = shop
  await count(owner, id, { productId: kettleId, quantity: 10 }, { productId: kettleId, quantity: 12, round: 2 })
  await count(owner, id, { productId: cupId, quantity: 30 }, { productId: cupId, quantity: 39, round: 2 })
  await openStocktake(page, id)
  const list = page.getByRole('list', { name: 'Что пересчитать' })
  const row = (name: string) => list.getByRole('listitem').filter({ hasText: name })
  await row('Чайник').waitFor()
  expect(plain(await row('Чашка').textContent())).toMatch(
    /подсчёты расходятся · посчитано 39 шт, разница [−-]1 шт · раньше 30 шт, разница [−-]10 шт/,
  )
  expect(await barriersInBothThemes(page)).toEqual([])
  await row('Чайник').getByRole('textbox', { name: 'Пересчёт: Чайник эмалированный' }).focus()
  await page.keyboard.type('12', { delay: 120 })
  await page.keyboard.press('Enter')
  await expect.poll(() => list.getByRole('listitem').count()).toBe(1)
  expect(await countedOf(owner, id, kettleId)).toMatchObject({ counted: 12, difference: 0 })
  await row('Чашка').getByRole('button', { name: 'Принять' }).click()
  await list.waitFor({ state: 'detached' })
  // The count of the cups differs from the books, so a recount of it can be ordered in the list of all lines.
  await page.getByRole('row').filter({ hasText: 'Чашка' }).getByRole('button', { name: 'Пересчитать' }).click()
  await row('Чашка').getByText('назначен пересчёт').waitFor()
  expect(await row('Чашка').getByRole('button', { name: 'Принять' }).count()).toBe(0)
  await page.getByRole('link', { name: 'Список пересчёта' }).click()
  await page.getByRole('row').filter({ hasText: 'Чашка' }).getByText('назначен пересчёт').waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
})

test('in the desktop app, a shortage is netted against a surplus of a similar product, and this is undone again', async () => {
  const { owner, shop, id, page } = await deskOf(true, 'en-GB')
  const { warehouseId, supplier, cupId } = shop
  const red = await made(owner, 'products', { name: 'Чашка красная', uom: 'шт', cost: 500 })
  await made(owner, 'stock/receipt', { productId: red.id, warehouseId, supplier, quantity: 2, unitCost: 120 })
  await count(owner, id, { productId: cupId, quantity: 38 }, { productId: red.id, quantity: 5 })
  await openStocktake(page, id)
  const list = page.getByRole('list', { name: 'Mis-sorts' })
  await list.getByText('Missing: “Чашка фарфоровая”, too much: “Чашка красная”').waitFor()
  await list.getByText('2 шт · similar name').waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  expect(await isWide(page)).toBe(false)
  const stored = async () => (await owner.get(`/api/v1/stocktakes/${id}`)).json.misSorts
  await list.getByRole('button', { name: 'Net: Чашка фарфоровая and Чашка красная' }).click()
  // 2 of the missing cups cost 93.70 each.
  await list.getByText(/2\sшт · netted · .*187\.4/).waitFor()
  expect(await stored()).toEqual([{ shortProductId: cupId, overProductId: red.id, quantity: 2 }])
  await list.getByRole('button', { name: 'Undo: Чашка фарфоровая and Чашка красная' }).click()
  await list.getByText('similar name').waitFor()
  expect(await stored()).toEqual([])
  await page.getByRole('link', { name: 'INV-19' }).click()
  await page.getByRole('heading', { name: 'Comparison sheet (INV-19)' }).waitFor()
  await page.getByText('Чашка красная').first().waitFor()
})

test('a stocktake is started with one click from what should be counted next', async () => {
  const { owner, shop, id, page } = await deskOf(false)
  await owner.send('PATCH', `/api/v1/stocktakes/${id}/status`, { status: 'cancelled' })
  await page.goto('/reports/count-next')
  await page.getByRole('row').filter({ hasText: 'Чайник' }).getByText('ни разу не считали').waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await button(page, 'Начать инвентаризацию: Основной, 2 товара').click()
  await page.getByText('идёт подсчёт').first().waitFor()
  const [stocktake] = (await owner.get('/api/v1/stocktakes?status=counting')).json.items
  expect(page.url()).toContain(`/stock/stocktakes/${stocktake.id}`)
  expect(stocktake.scope.productIds.sort()).toEqual([shop.kettleId, shop.cupId].sort())
  await page.goto('/reports/count-next')
  await page.getByText('Считать пока нечего').waitFor()
})
