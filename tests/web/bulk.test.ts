/**
 * Tests actions on many rows of a list: selecting rows, changing each row with a command of its own, and undoing the
 * changes. Also tests choosing columns and saving views.
 */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { actAs, barriersInBothThemes, useApp } from '../support/app/app.ts'
import { signedUp } from '../support/node/browser.ts'
import type { Json } from '../support/node/client.ts'
import { made } from '../support/scene/web-shop.ts'

const app = useApp()

const SOON = { timeout: 30_000 }
const plain = (text: string | null) => (text ?? '').replace(/\s/g, ' ').trim()
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const bar = (page: Page) => page.getByRole('region', { name: 'Отмеченные строки' })

async function shopOf(prices: readonly (number | null)[]) {
  const owner = await signedUp(app.sessionUrl)
  for (const [at, price] of prices.entries())
    await made(owner, 'products', { name: `Кружка ${at + 1}`, ...(price === null ? {} : { price }) })
  const visitor = await app.visitor()
  await actAs(visitor, owner)
  const { page } = visitor
  await page.goto('/products')
  await row(page, 'Кружка 1').waitFor()
  const products = async (): Promise<Json[]> => (await owner.get('/api/v1/products?sort=name')).json.items
  return { page, owner, products }
}

test('the selected products of a list can be changed and archived together', async () => {
  const { page, owner, products } = await shopOf([100, 99.99, null, 10, 20])
  const filter = await made(owner, 'filters', { name: 'Цвет' })
  const value = await made(owner, `filters/${filter.id}/values`, { name: 'Синий' })
  const [first] = await products()
  await made(owner, 'products', {
    name: 'Набор',
    kind: 'bundle',
    components: [{ productId: first!.id, quantity: 1 }],
  })
  await row(page, 'Набор').waitFor()
  await page.getByRole('checkbox', { name: 'Отметить: Кружка 1' }).click()
  await page.getByRole('checkbox', { name: 'Отметить: Кружка 4' }).click({ modifiers: ['Shift'] })
  await expect.poll(() => bar(page).getByRole('status').textContent(), SOON).toBe('Отмечено 4 строки')
  expect(await barriersInBothThemes(page)).toEqual([])

  await bar(page).getByRole('button', { name: 'Цена' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Процент' }).fill('10')
  await expect
    .poll(() => dialog.getByRole('status').textContent(), SOON)
    .toBe('Изменится товаров: 3. Останется как есть: 1.')
  expect(await barriersInBothThemes(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Изменить 3 товара' }).click()
  await page.getByText('Изменены 3 товара').waitFor()
  expect((await products()).map(({ price }) => price)).toEqual([110, 109.99, null, 11, 20, null])

  await bar(page).getByRole('button', { name: 'Характеристика' }).click()
  await dialog.getByRole('combobox', { name: 'Характеристика' }).selectOption(filter.id)
  await dialog.getByRole('combobox', { name: 'Значение' }).selectOption(value.id)
  await dialog.getByRole('button', { name: 'Изменить 4 товара' }).click()
  await page.getByText('Изменены 4 товара').waitFor()
  expect((await products()).map(({ filterValueIds }) => filterValueIds.length)).toEqual([1, 1, 1, 1, 0, 0])

  // One of the products is a component of a bundle, so it must stay active. The other products are archived, and then
  // restored with the button in the message.
  await bar(page).getByRole('button', { name: 'В архив' }).click()
  await bar(page).getByText('Не изменён 1 товар').waitFor()
  expect(plain(await bar(page).getByRole('listitem').textContent())).toMatch(/^Кружка 1: .*комплект/)
  expect((await products()).map(({ archived }) => archived)).toEqual([false, true, true, true, false, false])
  await page.getByRole('button', { name: 'Вернуть', exact: true }).click()
  await expect.poll(async () => (await products()).filter(({ archived }) => archived).length, SOON).toBe(0)
})

test('the rows of a list can be selected with Space, Shift+Space and Ctrl+A', async () => {
  const { page } = await shopOf([1, 2, 3])
  await row(page, 'Кружка 1').focus()
  await page.keyboard.press(' ')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+ ')
  await expect.poll(() => bar(page).getByRole('status').textContent(), SOON).toBe('Отмечено 2 строки')
  await page.keyboard.press('Control+a')
  await expect.poll(() => bar(page).getByRole('status').textContent(), SOON).toBe('Отмечено 3 строки')
  const download = page.waitForEvent('download')
  await bar(page).getByRole('button', { name: 'Скачать' }).click()
  expect((await download).suggestedFilename()).toBe('Товары.csv')
  await bar(page).getByRole('button', { name: 'Снять отметки' }).click()
  await bar(page).waitFor({ state: 'detached' })

  const sku = page.getByRole('columnheader', { name: 'Артикул' })
  await sku.waitFor()
  await page.getByRole('button', { name: 'Столбцы' }).click()
  await page.getByRole('checkbox', { name: 'Артикул' }).uncheck()
  await sku.waitFor({ state: 'detached' })
  expect(await barriersInBothThemes(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.goto('/products?q=Кружка&archived=all&sort=-name')
  await row(page, 'Кружка 3').waitFor()
  expect(await sku.count()).toBe(0)

  await page.getByRole('button', { name: 'Сохранённые виды' }).click()
  await page.getByRole('menuitem', { name: 'Сохранить этот отбор' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Название' }).fill('Все кружки')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.goto('/products')
  await page.getByRole('button', { name: 'Сохранённые виды' }).click()
  await page.getByRole('menuitem', { name: 'Все кружки' }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('sort'), SOON).toBe('-name')
  expect(new URL(page.url()).searchParams.get('q')).toBe('Кружка')
})
