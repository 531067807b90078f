/**
 * Tests the product sheet in a real browser: it is pasted from a spreadsheet, edited with the keyboard alone, and saved
 * exactly once.
 */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { actAs, barriersInBothThemes, useApp } from '../support/app/app.ts'
import { intercept } from '../support/app/interception.ts'
import { type Browser, signedUp } from '../support/node/browser.ts'
import { made, stockedShop } from '../support/scene/web-shop.ts'

const app = useApp()

const SOON = { timeout: 30_000 }
const soon = <T>(read: () => T) => expect.poll(read, SOON)
const plain = (text: string | null) => (text ?? '').replace(/\s/g, ' ').trim()
const numbered = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_one, at) => from + at)
const nameOf = (number: number) => `Товар ${String(number).padStart(3, '0')}`
/** Returns the visible cell at a row and a column, counted from 1. */
const cell = (page: Page, row: number, column: number) => page.locator(`[data-cell="${row - 1}:${column - 1}"]`)
const textOf = async (page: Page, row: number, column: number) =>
  plain(await cell(page, row, column).locator('span').first().textContent())
const isAt = (page: Page, row: number, column: number) =>
  page.evaluate(`document.activeElement.dataset.cell === '${row - 1}:${column - 1}'`)
const status = (page: Page) => page.locator('footer').getByRole('status')

/** Opens a sheet with the given number of products. */
async function sheet(count: number) {
  const owner = await signedUp(app.sessionUrl)
  for (const ten of numbered(0, count / 10 - 1))
    await Promise.all(
      numbered(1, 10).map((one) => made(owner, 'products', { name: nameOf(ten * 10 + one), price: 1, uom: 'шт' })),
    )
  const visitor = await app.visitor()
  await actAs(visitor, owner)
  const { page } = visitor
  await page.goto('/products')
  await page.getByRole('button', { name: 'Правка таблицей' }).click()
  await page.getByRole('grid', { name: 'Товары таблицей' }).waitFor()
  await cell(page, 1, 1).waitFor()
  return { page, owner }
}

/** Pastes text into the current cell, as if it were copied from a spreadsheet. */
const paste = (page: Page, text: string) =>
  page.evaluate(
    `(() => { const data = new DataTransfer(); data.setData('text/plain', ${JSON.stringify(text)});
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })) })()`,
  )

/** Returns how often each product was changed, according to the audit log. */
async function changesOf(owner: Browser) {
  const entries: { entityId: string }[] = []
  for (let cursor = ''; ; ) {
    const { json } = await owner.get(`/api/v1/audit?entityType=product&action=product.updated&limit=200${cursor}`)
    entries.push(...json.items)
    if (json.nextCursor === null) break
    cursor = `&cursor=${json.nextCursor}`
  }
  return Map.groupBy(entries, ({ entityId }) => entityId)
}

test('each price pasted from a spreadsheet is changed exactly once, and invalid prices are marked', async () => {
  const { page, owner } = await sheet(200)
  const prices = numbered(1, 200).map((one) => (one === 7 ? 'дорого' : one === 90 ? '12,345' : `1 ${one + 200},50`))
  await cell(page, 1, 3).click()
  await paste(page, `${prices.join('\r\n')}\r\n`)
  await soon(() => status(page).textContent()).toContain('Изменено 200 строк · 2 строки с ошибками')
  expect(await textOf(page, 1, 3)).toBe('1 201,50 ₽')
  await page.keyboard.press('Control+z')
  await soon(() => status(page).textContent()).toBe('Изменений нет')
  await page.keyboard.press('Control+Shift+z')
  await soon(() => status(page).textContent()).toContain('Изменено 200 строк')
  await page.getByRole('button', { name: 'К ошибке' }).click()
  const wrong = page.getByRole('gridcell', { name: 'ошибка: Здесь нужно число' })
  await wrong.waitFor()
  expect(await wrong.getAttribute('aria-invalid')).toBe('true')
  expect(await barriersInBothThemes(page)).toEqual([])

  // Answer the first 60 requests, let the next four be carried out without a response, and never send the rest.
  let sent = 0
  const release = await intercept(page, { url: '**/api/v1/products/*', method: 'PATCH' }, async (route) => {
    sent += 1
    if (sent > 60 && sent <= 64) await route.fetch()
    if (sent <= 60) await route.continue()
  })
  await page.getByRole('button', { name: 'Сохранить 198 строк' }).click()
  await soon(() => sent).toBe(64)
  await page.reload()
  release()
  await page.getByText('повторите, дважды это не выполнится').waitFor()
  await page.getByRole('button', { name: 'Повторить', exact: true }).click()
  await soon(() => status(page).textContent()).toBe('Изменены 2 строки · 2 строки с ошибками останутся здесь')
  expect(await cell(page, 7, 3).textContent()).toContain('дорого')

  const changes = await changesOf(owner)
  expect([changes.size, Math.max(...[...changes.values()].map((all) => all.length))]).toEqual([198, 1])
  const { items } = (await owner.get('/api/v1/products?sort=name&limit=300')).json
  expect(items.map((one: { price: number }) => one.price)).toEqual(
    numbered(1, 200).map((one) => (one === 7 || one === 90 ? 1 : 1_000 + one + 200.5)),
  )
})

test('a sheet can be edited with the keyboard alone', async () => {
  const { page, owner } = await sheet(10)
  const component = (await owner.get('/api/v1/products?sort=name&limit=1')).json.items[0]
  await made(owner, 'products', {
    name: 'Я набор',
    kind: 'bundle',
    components: [{ productId: component.id, quantity: 1 }],
  })
  // Reload the page to see the new rows, because rows do not move while the user edits.
  await page.reload()
  await cell(page, 11, 1).waitFor()
  await cell(page, 1, 1).focus()
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  await press('ArrowRight', 'ArrowRight')
  await page.keyboard.type('12,5')
  await press('Enter')
  expect(await isAt(page, 2, 3)).toBe(true)
  await page.keyboard.type('99')
  await press('Escape')
  expect(await textOf(page, 2, 3)).toBe('1,00 ₽')
  await press('ArrowUp', 'Shift+ArrowDown', 'Shift+ArrowDown', 'Control+d')
  expect([await textOf(page, 2, 3), await textOf(page, 3, 3)]).toEqual(['12,50 ₽', '12,50 ₽'])
  await press('F2')
  await page.keyboard.type('7')
  await press('Tab', 'Delete')
  expect(await textOf(page, 1, 3)).toBe('7,00 ₽')
  // Go to the archive column, in which Space toggles the value.
  await press('End', ' ')
  expect(await textOf(page, 1, 5)).toBe('Да')
  await press('Home', 'Delete')
  expect(await cell(page, 1, 1).getAttribute('aria-invalid')).toBe('true')
  await press('Control+z', 'Control+End')
  expect(await isAt(page, 11, 5)).toBe(true)
  // Check that the focus can leave the sheet with Tab.
  await press('Tab')
  expect(await page.evaluate("document.activeElement.closest('[role=grid]') === null")).toBe(true)
  await page.getByRole('button', { name: 'Сохранить 3 строки' }).focus()
  await press('Enter')
  await soon(() => status(page).textContent()).toBe('Изменена 1 строка · 1 строка с ошибкой останется здесь')
  await page.getByRole('gridcell', { name: 'ошибка' }).first().waitFor()
  const { items } = (await owner.get('/api/v1/products?sort=name&limit=3')).json
  expect(items.map((one: { price: number; archived: boolean }) => [one.price, one.archived])).toEqual([
    [1, false],
    [12.5, false],
    [12.5, false],
  ])
  // Use the message that appears after a row is archived, which offers to restore the row.
  await cell(page, 2, 1).focus()
  await press('End', ' ')
  await page.getByRole('button', { name: 'Сохранить 1 строку' }).click()
  await page.getByRole('button', { name: 'Вернуть архив' }).click()
  const archived = async () => (await owner.get('/api/v1/products?archived=true')).json.items.length
  await soon(async () => (await changesOf(owner)).size).toBe(3)
  await soon(archived).toBe(0)
})

test('the lines of a receipt can be pasted from a spreadsheet, and unknown products are marked', async () => {
  const owner = await signedUp(app.sessionUrl)
  const { warehouseId, kettleId, cupId } = await stockedShop(owner)
  await made(owner, 'products', { name: 'Чашка стеклянная', price: 1 })
  const visitor = await app.visitor()
  await actAs(visitor, owner)
  const { page } = visitor
  await page.goto('/stock')
  await page.getByRole('button', { name: 'Действия' }).click()
  await page.getByRole('menuitem', { name: 'Принять по списку' }).click()
  await page.getByRole('combobox', { name: 'Поставщик' }).fill('Пост')
  await page.getByRole('option', { name: 'ООО «Поставка»' }).click()
  await cell(page, 1, 1).click()
  const lines = [
    ['K-1', '10', '1 050,50'],
    ['4600000000024', '24', '90'],
    ['Чашка', '5', '10'],
    ['Самовар', '1', '2'],
    // This row has no price, so the last cost would be used, but the quantity must be given.
    ['чайник эмал', '', ''],
  ]
  await paste(page, lines.map((line) => line.join('\t')).join('\n'))
  await page.getByRole('gridcell', { name: 'ошибка: Подходит несколько: Чашка стеклянная, Чашка фарфоровая' }).waitFor()
  await page.getByRole('gridcell', { name: 'ошибка: Такого товара нет' }).waitFor()
  await page.getByRole('gridcell', { name: 'Чайник эмалированный' }).first().waitFor()
  await page.getByRole('button', { name: 'К ошибке' }).click()
  await page.getByRole('gridcell', { name: 'ошибка: Заполните это поле' }).waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await page.reload()
  await page.getByRole('button', { name: 'Принять 2 строки' }).dblclick()
  await page.getByText('Приёмка 00001 проведена. Приняты 2 строки').waitFor()
  await soon(() => status(page).textContent()).toBe('Изменены 3 строки · 3 строки с ошибками останутся здесь')
  await cell(page, 3, 2).click()
  await page.keyboard.type('1,5')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Принять 1 строку' }).click()
  await page.getByText('Приёмка 00002 проведена. Принята 1 строка').waitFor()
  const onHand = async (id: string) =>
    (await owner.get(`/api/v1/stock?productId=${id}&warehouseId=${warehouseId}`)).json.items[0].onHand
  expect([await onHand(kettleId), await onHand(cupId)]).toEqual([23.5, 64])
})
