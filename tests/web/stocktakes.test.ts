/**
 * Tests stocktakes: started with a scope, counted and posted at the desk, and counted on the warehouse floor, with and
 * without a connection.
 */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { actAs, barriersInBothThemes, useApp } from '../support/app/app.ts'
import { BOX_OF_CUPS, button, CUP, isWide, KETTLE, keeperOf, PHONE, plain, said, scan } from '../support/app/floor.ts'
import type { Browser } from '../support/node/browser.ts'
import type { Json } from '../support/node/client.ts'
import { addMember, newOwner } from '../support/scene/team.ts'
import { made, stockedShop } from '../support/scene/web-shop.ts'

const app = useApp()

/** Returns the rows of the stocktake report, by product name. */
async function countedOf(owner: Browser, id: string): Promise<Record<string, Json>> {
  const { json } = await owner.get(`/api/v1/reports/stocktake-lines?stocktakeId=${id}`)
  return Object.fromEntries(json.items.map((row: Json) => [row.product, row]))
}

/** Waits until a search field offers this product and nothing else. */
async function onlyOption(page: Page, name: string): Promise<void> {
  const options = page.getByRole('listbox').getByRole('option')
  await options.filter({ hasText: name }).waitFor()
  await expect.poll(() => options.count()).toBe(1)
}

const onHand = async (owner: Browser, productId: string) =>
  (await owner.get(`/api/v1/stock?productId=${productId}`)).json.items[0].onHand

test('a stocktake of chosen products is started, counted and posted with the keyboard alone', async () => {
  const owner = await newOwner(app.sessionUrl)
  const shop = await stockedShop(owner)
  const { page, ...visitor } = await app.visitor()
  await actAs({ page, ...visitor }, owner)
  await page.goto('/stock/stocktakes/new')
  const warehouse = page.getByRole('combobox', { name: 'Склад' })
  await warehouse.locator('option', { hasText: 'Основной' }).waitFor({ state: 'attached' })
  await warehouse.focus()
  for (const key of ['ArrowDown', 'Tab', 'ArrowDown', 'Tab']) await page.keyboard.press(key)
  for (const name of ['Чайник', 'Чашка']) {
    await page.keyboard.type(name)
    await onlyOption(page, name)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('list', { name: 'Выбранные товары' }).getByText(new RegExp(name)).waitFor()
  }
  expect(await barriersInBothThemes(page)).toEqual([])
  await page.getByRole('checkbox', { name: 'Вслепую' }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await page.getByText('Выбранные товары: Чайник эмалированный, Чашка фарфоровая').waitFor()
  const [stocktake] = (await owner.get('/api/v1/stocktakes')).json.items
  expect(stocktake).toMatchObject({ blind: true, absent: 'keep', status: 'counting' })
  expect(stocktake.scope).toEqual({ all: false, productIds: [shop.kettleId, shop.cupId] })
  const product = page.getByRole('combobox', { name: 'Товар' })
  for (const [name, found] of [
    ['Чайник', '11'],
    ['Чашка', '42'],
  ] as const) {
    await product.focus()
    await page.keyboard.type(name)
    await onlyOption(page, name)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.getByRole('textbox', { name: 'Посчитано' }).focus()
    await page.keyboard.type(found)
    await page.keyboard.press('Enter')
    await page.getByRole('row').filter({ hasText: name }).waitFor()
  }
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  // The recorded stock is 12 kettles and 40 cups.
  expect(plain(await row('Чайник').textContent())).toMatch(/11 шт.*12 шт.*[−-]1 шт/)
  expect(plain(await row('Чашка').textContent())).toMatch(/42 шт.*40 шт.*2 шт/)
  expect(await barriersInBothThemes(page)).toEqual([])
  const press = async (name: string, within = page.locator('body')) => {
    await within.getByRole('button', { name, exact: true }).focus()
    await page.keyboard.press('Enter')
  }
  await press('На проверку')
  await button(page, 'Вернуть к подсчёту').waitFor()
  await press('Провести')
  await press('Провести', page.getByRole('dialog'))
  await page.getByText('проведена').first().waitFor()
  expect(await onHand(owner, shop.kettleId)).toBe(11)
  expect(await onHand(owner, shop.cupId)).toBe(42)
})

test('a stocktake can be started for a filter value or a supplier, and the form shows what is missing', async () => {
  const owner = await newOwner(app.sessionUrl)
  const { supplier } = await stockedShop(owner)
  const filter = await made(owner, 'filters', { name: 'Материал' })
  const enamel = await made(owner, `filters/${filter.id}/values`, { name: 'Эмаль' })
  const visitor = await app.visitor({ width: 375, height: 740, isPhone: true })
  await actAs(visitor, owner)
  const { page } = visitor
  const begin = async (way: string) => {
    await page.goto('/stock/stocktakes/new')
    await page.getByRole('combobox', { name: 'Склад' }).selectOption('Основной')
    await page.getByRole('combobox', { name: 'Что считаем' }).selectOption(way)
  }
  const save = () => page.getByRole('button', { name: 'Сохранить' }).click()
  await begin('Товары с характеристикой')
  await save()
  await page.getByText('Заполните это поле').first().waitFor()
  await page.getByRole('combobox', { name: 'Значение характеристики' }).selectOption('Эмаль')
  // Choose another scope and then the earlier one again. The filter value chosen for the earlier scope must still be
  // there.
  await page.getByRole('combobox', { name: 'Что считаем' }).selectOption('Все товары склада')
  await page.getByRole('combobox', { name: 'Что считаем' }).selectOption('Товары с характеристикой')
  await page.getByRole('combobox', { name: 'Не посчитанное' }).selectOption('списать')
  expect(await barriersInBothThemes(page)).toEqual([])
  expect(await isWide(page)).toBe(false)
  await save()
  await page.getByText('Материал: Эмаль').waitFor()
  await begin('Товары поставщика')
  await page.getByRole('combobox', { name: 'Поставщик' }).fill('Поставка')
  await page.getByRole('option', { name: supplier }).click()
  await save()
  await page.getByText(`Товары поставщика: ${supplier}`).waitFor()
  const { items } = (await owner.get('/api/v1/stocktakes?sort=createdAt')).json
  expect(items[0]).toMatchObject({ absent: 'zero', scope: { all: false, filterValueId: enamel.id } })
  expect(items[1].scope.supplierId).toBeTruthy()
})

/** Opens the counting screen as a storekeeper with a telephone, for a stocktake of all the shop's goods. */
async function counterOf(fields: object = {}) {
  const { owner, shop } = await keeperOf(app)
  const stocktake = await made(owner, 'stocktakes', { warehouseId: shop.warehouseId, ...fields })
  const visitor = await app.visitor(PHONE)
  const { user, company } = await owner.session()
  const member = await addMember(app, Object.assign(owner, { userId: user.id, companyId: company.id }), 'storekeeper')
  await actAs(visitor, member)
  const { page } = visitor
  await page.goto('/floor')
  await page.getByRole('link', { name: 'Инвентаризация' }).click()
  return { ...visitor, owner, member, shop, stocktake, id: stocktake.id as string }
}

test('when two telephones count on sheets with the same name, neither overwrites the other’s counts', async () => {
  const { page: one, owner, member, id } = await counterOf()
  const second = await app.visitor(PHONE)
  await actAs(second, member)
  const { page: other } = second
  await other.goto('/floor/count')
  for (const page of [one, other]) {
    await page.getByRole('textbox', { name: 'Лист' }).fill('Стеллаж 1')
    await page.getByRole('list', { name: 'Идёт подсчёт' }).getByRole('button').click()
    await page.getByText('Сканируйте товар или найдите').waitFor()
    await scan(page, KETTLE)
    await page.getByRole('textbox', { name: 'Количество: Чайник эмалированный' }).fill(page === one ? '5' : '3')
    await button(page, 'Записать').click()
  }
  const counted = async () => (await countedOf(owner, id))['Чайник эмалированный']?.counted
  await expect.poll(counted).toBe(8)
  await one
    .getByRole('list', { name: 'Посчитано на этом листе' })
    .getByRole('button', { name: /Чайник/ })
    .click()
  await one.getByRole('textbox', { name: 'Всего на листе: Чайник эмалированный' }).fill('4')
  await button(one, 'Исправить').click()
  await expect.poll(counted).toBe(7)
})

test('a storekeeper counts by scanning and by name, sheet by sheet, and corrects the counts', async () => {
  const { page, owner, id } = await counterOf()
  await page.getByRole('textbox', { name: 'Лист' }).fill('Стеллаж 1')
  expect(await barriersInBothThemes(page)).toEqual([])
  await page.getByRole('list', { name: 'Идёт подсчёт' }).getByRole('button').click()
  await page.getByText('Лист «Стеллаж 1»').waitFor()
  const now = page.getByRole('list', { name: 'Считаем сейчас' })
  const done = page.getByRole('list', { name: 'Посчитано на этом листе' }).getByRole('listitem')
  await scan(page, KETTLE, KETTLE)
  await now.getByText('по учёту 12 шт').waitFor()
  // Scan the next product without pressing Enter first. The typed quantity must be kept.
  await page.getByRole('textbox', { name: 'Количество: Чайник эмалированный' }).fill('9')
  await scan(page, BOX_OF_CUPS, CUP)
  await done.filter({ hasText: /Чайник.*9\sшт/ }).waitFor()
  await expect.poll(() => page.getByRole('textbox', { name: 'Количество: Чашка фарфоровая' }).inputValue()).toBe('13')
  expect(await barriersInBothThemes(page)).toEqual([])
  expect(await isWide(page)).toBe(false)
  await button(page, 'Записать').click()
  await said(page).filter({ hasText: 'Чашка фарфоровая: записано 13 шт' }).waitFor()
  // Count the product at another place for the same sheet. The product is found by its name, and the count is added.
  await page.getByRole('textbox', { name: 'Штрихкод, артикул или название' }).fill('Чайник')
  await page.getByRole('list', { name: 'Что нашлось' }).getByRole('button').click()
  await now.getByText('на листе уже 9 шт, станет 10 шт').waitFor()
  await expect.poll(() => page.evaluate('document.activeElement.getAttribute("aria-label")')).toContain('Количество')
  await page.keyboard.type('4')
  await page.keyboard.press('Enter')
  await done.filter({ hasText: /Чайник.*13\sшт/ }).waitFor()
  await expect.poll(async () => (await countedOf(owner, id))['Чайник эмалированный']?.counted).toBe(13)
  await done.filter({ hasText: 'Чайник' }).getByRole('button').click()
  await button(page, 'Отменить запись').click()
  await page.getByRole('dialog').getByText('на листе снова станет 9 шт').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Отменить запись' }).click()
  await done.filter({ hasText: /Чайник.*9\sшт/ }).waitFor()
  await done.filter({ hasText: 'Чашка' }).getByRole('button').click()
  await page.getByRole('textbox', { name: 'Всего на листе: Чашка фарфоровая' }).fill('0')
  expect(await barriersInBothThemes(page)).toEqual([])
  await button(page, 'Исправить').click()
  await done.filter({ hasText: /Чашка.*0\sшт/ }).waitFor()
  await expect.poll(async () => Object.values(await countedOf(owner, id)).map(({ counted }) => counted)).toEqual([9, 0])
  // Start a second sheet. Its counts are added to the counts of the first sheet.
  await button(page, 'Изменить').click()
  await page.getByRole('textbox', { name: 'Лист' }).fill('')
  await page.getByRole('list', { name: 'Идёт подсчёт' }).getByRole('button').click()
  await page.getByText('Сканируйте товар или найдите').waitFor()
  expect(await done.count()).toBe(0)
  await scan(page, KETTLE)
  await button(page, 'Записать').click()
  await done.filter({ hasText: /Чайник.*1\sшт/ }).waitFor()
  await expect.poll(async () => (await countedOf(owner, id))['Чайник эмалированный']?.counted).toBe(10)
})

test('counts made offline arrive exactly once with the times at which they were made, and a blind stocktake shows no stock', async () => {
  const { page, context, owner, shop, id } = await counterOf({ blind: true })
  const late = await made(owner, 'products', { name: 'Поднос', uom: 'шт', barcodes: ['4600000000055'] })
  await page.getByRole('list', { name: 'Идёт подсчёт' }).getByRole('button').filter({ hasText: 'вслепую' }).click()
  await page.getByText('Сканируйте товар или найдите').waitFor()
  await scan(page, KETTLE, CUP)
  const done = page.getByRole('list', { name: 'Посчитано на этом листе' }).getByRole('listitem')
  await done.filter({ hasText: /Чайник.*1\sшт/ }).waitFor()
  await page.getByRole('textbox', { name: 'Количество: Чашка фарфоровая' }).waitFor()
  expect(plain(await page.locator('main').textContent())).not.toMatch(/по учёту|12 шт|40 шт/)
  await page.waitForFunction(`caches.match('/floor').then((one) => one !== undefined)`)
  // Set this telephone's clock a day ahead. The server's clock must correct the times of its counts.
  await page.clock.install({ time: Date.now() + 86_400_000 })
  await page.reload()
  await page.getByRole('textbox', { name: 'Количество: Чашка фарфоровая' }).waitFor()
  await context.setOffline(true)
  await page.getByText('Нет связи. Продолжайте').waitFor()
  await scan(page, KETTLE, KETTLE, '4600000000055', '4600000000055')
  await done.filter({ hasText: /Чайник.*3\sшт/ }).waitFor()
  await button(page, 'Записать').click()
  await done.filter({ hasText: /4600000000055.*найдётся, когда вернётся связь.*2/ }).waitFor()
  await page.reload()
  await page.getByRole('link', { name: 'В очереди: 3' }).waitFor()
  await done.filter({ hasText: /Чашка.*1\sшт/ }).waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  // Write off two kettles after they were counted.
  await made(owner, 'stock/writeoff', {
    productId: shop.kettleId,
    warehouseId: shop.warehouseId,
    quantity: 2,
    reason: 'бой',
  })
  // Wait, because the app sends the time of a count only if the count is more than five seconds old.
  await page.waitForTimeout(6_000)
  await context.setOffline(false)
  await said(page).filter({ hasText: 'Всё отправлено' }).waitFor()
  await done.filter({ hasText: /Поднос.*2\sшт/ }).waitFor()
  const rows = await countedOf(owner, id)
  expect(rows['Чайник эмалированный']).toMatchObject({ counted: 3, expected: 12 })
  expect(rows['Чашка фарфоровая']).toMatchObject({ counted: 1 })
  expect(rows[late.name]).toMatchObject({ counted: 2, expected: 0 })
})
