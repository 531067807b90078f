/**
 * Tests lines taken from tables: pasted into an order, or read from files into a write-off, a receipt, a document and a
 * stocktake, each exactly once.
 */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { actAs, barriersInBothThemes, useApp } from '../support/app/app.ts'
import { loseAnswers } from '../support/app/interception.ts'
import { type Browser, signedUp } from '../support/node/browser.ts'
import type { Json } from '../support/node/client.ts'
import { inWindows1251 } from '../support/scene/table-bytes.ts'
import { xlsx } from '../support/scene/tables.ts'
import { addMember, newOwner } from '../support/scene/team.ts'
import { made, stockedShop } from '../support/scene/web-shop.ts'

const app = useApp()

const plain = (text: string | null) => (text ?? '').replace(/\s/g, ' ')
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Строки из таблицы' })
const line = (page: Page, text: string) => dialog(page).getByRole('listitem').filter({ hasText: text })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function shopkeeper() {
  const owner = await signedUp(app.sessionUrl)
  const shop = await stockedShop(owner)
  const visitor = await app.visitor()
  await actAs(visitor, owner)
  return { page: visitor.page, owner, shop }
}

async function stockOf(owner: Browser, productId: string): Promise<number> {
  return (await owner.get(`/api/v1/stock?productId=${productId}`)).json.items[0].onHand
}

async function movementsOf(owner: Browser, type: string) {
  return (await owner.get(`/api/v1/movements?type=${type}`)).json.items
}

/** Opens the dialog and chooses a file in it. */
async function giveFile(page: Page, name: string, buffer: Buffer): Promise<void> {
  await press(page, 'Из таблицы…')
  await dialog(page).waitFor()
  await page.locator('input[type=file]').setInputFiles([{ name, mimeType: 'application/octet-stream', buffer }])
}

test('with the keyboard alone, a pasted table with headings, unneeded columns and mistakes is corrected in the preview and turned into an order', async () => {
  const { page, owner, shop } = await shopkeeper()
  await page.goto('/orders/new')
  await page.getByRole('combobox', { name: 'Артикул, штрихкод или название' }).focus()
  const rows = [
    ['Заказ № 15', '', '', '', ''],
    ['№', 'Цена, руб.', 'Кол-во, шт', 'Наименование', 'Артикул'],
    ['1', '1 200,40', '2', 'Чайник', 'K-1'],
    ['2', '', '10,5', 'Чашка фарфоровая', ''],
    ['3', '10', 'три', 'Чашка', 'нет-такого'],
    ['', '', '12,5', 'Итого', ''],
  ]
  await page.evaluate(
    `(() => { const data = new DataTransfer(); data.setData('text/plain', ${JSON.stringify(rows.map((row) => row.join('\t')).join('\r\n'))});
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })) })()`,
  )
  await dialog(page).getByText('Заголовки в строке 2 · Цена: «Цена, руб.» · Количество: «Кол-во, шт»').waitFor()
  await dialog(page).getByText('Итоги пропущены, строки: 6.').waitFor()
  // Check that a line with an unknown code is not matched to the product with a similar name.
  await line(page, 'нет-такого').getByText('Нет товара с таким кодом или названием: «нет-такого». Похожие:').waitFor()
  await dialog(page).getByText('3 строки · 1 с ошибкой не войдёт').waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await page.getByRole('textbox', { name: 'Количество в строке 5' }).fill('3')
  await line(page, 'нет-такого').getByRole('button', { name: 'Чашка фарфоровая · C-1' }).click()
  await line(page, 'нет-такого').getByText('Этот товар уже есть в строке 4').waitFor()
  await page.getByRole('button', { name: 'Добавить 3 строки' }).focus()
  // In the form behind the dialog Ctrl+Enter sends the order, which must not happen before the lines are added.
  await page.keyboard.press('Control+Enter')
  await dialog(page).waitFor({ state: 'hidden' })
  await page.getByText('Добавлены 3 строки.').waitFor()
  await page.getByRole('combobox', { name: 'Покупатель' }).last().fill('Иван')
  await page.getByRole('option', { name: 'Иван Петров' }).click()
  await page.keyboard.press('Control+Enter')
  await page.getByRole('heading', { name: /^Заказ \d/ }).waitFor()
  const [order] = (await owner.get('/api/v1/orders')).json.items
  const told = order.items.map(({ productId, quantity, price }: Record<string, unknown>) => [
    productId,
    quantity,
    price,
  ])
  expect(told).toEqual([
    [shop.kettleId, 2, 1200.4],
    [shop.cupId, 10.5, 250],
    [shop.cupId, 3, 10],
  ])
})

test('the lines of an Excel file are written off together and only once, even if the response is lost', async () => {
  const { page, owner, shop } = await shopkeeper()
  // Give two products the same barcode, so that the user must choose which product is meant.
  const other = await made(owner, 'products', { name: 'Чашка с браком', sku: 'C-9', barcodes: ['4600000000024'] })
  const book = await xlsx([
    ['Акт списания', null, null],
    ['Кол-во', 'Штрихкод', 'Причина'],
    [2, '4600000000017', 'Бой'],
    [3.5, 4_600_000_000_024, 'Бой'],
    [1, '4600000000017', 'Бой'],
    [1, '4699999999999', 'Бой'],
    [7.5, null, null],
  ])
  await page.goto('/stock/write-off/lines')
  await page.getByRole('combobox', { name: 'Склад', exact: true }).selectOption(shop.warehouseId)
  await page.getByRole('combobox', { name: 'Причина' }).fill('Бой')
  await giveFile(page, 'Акт.xlsx', book)
  await line(page, '4699999999999').getByText('Не нашлось: «4699999999999»').waitFor()
  await line(page, '4600000000024').getByText('Подходит несколько: «4600000000024»').waitFor()
  await dialog(page).getByText('Итоги пропущены, строки: 7.').waitFor()
  await line(page, '4600000000024').getByRole('button', { name: 'Чашка фарфоровая · C-1' }).click()
  await press(page, 'Добавить 3 строки')
  await page.getByText('Добавлены 3 строки. Не вошла 1 строка таблицы: 6.').waitFor()
  const lost = await loseAnswers(page, { url: '**/api/v1/batch', method: 'POST' })
  await page.getByRole('button', { name: 'Списать 3 строки' }).dblclick()
  await expect.poll(() => lost.count()).toBeGreaterThan(0)
  await page.reload()
  lost.release()
  await page.getByText('Без ответа остались 3 строки: повторите, дважды это не выполнится.').waitFor()
  await press(page, 'Повторить')
  await page.getByText('Списаны 3 строки').waitFor()
  expect([await stockOf(owner, shop.kettleId), await stockOf(owner, shop.cupId)]).toEqual([9, 36.5])
  expect(await movementsOf(owner, 'writeoff')).toHaveLength(3)
  expect((await owner.get(`/api/v1/movements?productId=${other.id}`)).json.items).toEqual([])
})

test('if one of the lines cannot be written off, no line is, and the sheet shows which line failed and why', async () => {
  const { page, owner, shop } = await shopkeeper()
  await page.goto('/stock/write-off/lines')
  await page.getByRole('combobox', { name: 'Склад', exact: true }).selectOption(shop.warehouseId)
  await page.getByRole('combobox', { name: 'Причина' }).fill('Бой')
  // The two lines for kettles, 7 and 6, together exceed the 12 in stock, although each line alone could be written off.
  await giveFile(page, 'Акт.csv', inWindows1251('Артикул;Количество\r\nK-1;7\r\nC-1;5\r\nK-1;6\r\n'))
  await press(page, 'Добавить 3 строки')
  await press(page, 'Списать 3 строки')
  await page.getByText('Одна строка не прошла, поэтому ещё 2 строки не записаны.').waitFor()
  await page.getByText('1 строка с ошибкой останется здесь').waitFor()
  expect(await movementsOf(owner, 'writeoff')).toEqual([])
  await page.locator('[data-cell="2:1"]').click()
  await page.keyboard.type('5')
  await page.keyboard.press('Enter')
  await press(page, 'Списать 3 строки')
  await page.getByText('Списаны 3 строки').waitFor()
  expect([await stockOf(owner, shop.kettleId), await stockOf(owner, shop.cupId)]).toEqual([0, 35])
})

test('a receipt entered as a list becomes one document with a date and a number, even if the response to posting it is lost', async () => {
  const { page, owner, shop } = await shopkeeper()
  await page.goto('/stock/receive/lines')
  await page.getByRole('combobox', { name: 'Поставщик' }).fill('ООО')
  await page.getByRole('option', { name: shop.supplier }).click()
  await page.getByRole('combobox', { name: 'Склад', exact: true }).selectOption(shop.warehouseId)
  await page.getByLabel('Дата документа').fill('05.03.2026')
  await page.getByLabel('Номер у поставщика').fill('УПД-7')
  await giveFile(page, 'Накладная.csv', Buffer.from('Цена;Артикул;Кол-во\n1 050,50;K-1;10\n90;C-1;24\n'))
  await press(page, 'Добавить 2 строки')
  const lost = await loseAnswers(page, { url: '**/api/v1/procurement/documents/*/status', method: 'PATCH' })
  // The sum is 10 × 1,050.50 + 24 × 90.
  await press(page, 'Принять 2 строки на 12 665,00 ₽')
  await expect.poll(() => lost.count()).toBeGreaterThan(0)
  await page.reload()
  lost.release()
  await press(page, 'Повторить')
  await page.getByText('Приёмка 00001 проведена. Приняты 2 строки').waitFor()
  const { items } = (await owner.get('/api/v1/procurement/documents')).json
  expect(items).toHaveLength(1)
  expect(items[0]).toMatchObject({ status: 'posted', reference: 'УПД-7', issuedAt: '2026-03-05', total: 12_665 })
  expect([await stockOf(owner, shop.kettleId), await stockOf(owner, shop.cupId)]).toEqual([22, 64])
  await page.getByRole('link', { name: 'Открыть документ' }).click()
  await page.getByRole('heading', { name: /00001/ }).waitFor()
})

test('the counts in a table are saved in a stocktake all at once: zeros count, and rows of the same product are added up', async () => {
  const { page, owner, shop } = await shopkeeper()
  const stocktake = await made(owner, 'stocktakes', { warehouseId: shop.warehouseId, scope: { all: true } })
  await page.goto(`/stock/stocktakes/${stocktake.id}`)
  await press(page, 'Из таблицы…')
  const table =
    'Товар\tКоличество\tФакт\nЧайник эмалированный\t12\t0\nЧашка фарфоровая\t40\t20,5\nЧашка фарфоровая\t\t19'
  await dialog(page).getByRole('textbox', { name: 'Или вставьте строки сюда' }).fill(table)
  await press(page, 'Показать строки')
  await line(page, 'Чашка').last().getByText('Этот товар уже есть в строке 3: количества сложатся').waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await press(page, 'Добавить 3 строки')
  await page.getByText('Записано', { exact: true }).waitFor()
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  await expect.poll(async () => plain(await row('Чайник').textContent())).toMatch(/0 шт.*12 шт/)
  await expect.poll(async () => plain(await row('Чашка').textContent())).toMatch(/39,5 шт.*40 шт/)
})

test('a purchase document takes prices from a table, and another price column can be chosen', async () => {
  const { page, owner, shop } = await shopkeeper()
  await page.goto('/purchasing/documents/new')
  await giveFile(page, 'Счёт.csv', Buffer.from('Артикул;Кол-во;Прайс;Цена\nK-1;2;100;90,5\n'))
  await line(page, 'K-1').getByText('90,50').waitFor()
  await dialog(page)
    .getByRole('button', { name: /^Заголовки в строке 1/ })
    .click()
  await page.getByLabel('Что в столбце «Прайс»').selectOption({ label: 'Цена' })
  await line(page, 'K-1').getByText('100,00').waitFor()
  expect(await page.getByLabel('Что в столбце «Цена»').inputValue()).toBe('')
  await press(page, 'Добавить 1 строку')
  await page.keyboard.press('Control+Enter')
  await expect
    .poll(async () => (await owner.get('/api/v1/procurement/documents')).json.items[0]?.lines)
    .toMatchObject([{ productId: shop.kettleId, quantity: 2, unitCost: 100 }])
})

const MANY = 500
const PART = 100

/** Sends the same command with many bodies, in batches. */
async function sendAll(owner: Browser, path: string, bodies: readonly object[]) {
  const results: { readonly result: { readonly id: string } }[] = []
  for (let from = 0; from < bodies.length; from += PART) {
    const commands = bodies
      .slice(from, from + PART)
      .map((body) => ({ key: crypto.randomUUID(), method: 'POST', path: `/api/v1/${path}`, body }))
    const { json, status, text } = await owner.post('/api/v1/batch', { mode: 'all', commands })
    expect(status, text).toBe(200)
    results.push(...json.results)
  }
  return results.map(({ result }) => result)
}

test('five hundred lines with different products are found and written off, a hundred at a time', async () => {
  const { page, owner, shop } = await shopkeeper()
  const numbers = Array.from({ length: MANY }, (_, at) => at + 1)
  const products = await sendAll(
    owner,
    'products',
    numbers.map((number) => ({ name: `Товар ${number}`, sku: `T-${1_000 + number}`, price: 10 })),
  )
  const receipt = { warehouseId: shop.warehouseId, supplier: shop.supplier, quantity: 5, unitCost: 2 }
  await sendAll(
    owner,
    'stock/receipt',
    products.map(({ id }) => ({ ...receipt, productId: id })),
  )
  await page.goto('/stock/write-off/lines')
  await page.getByRole('combobox', { name: 'Склад', exact: true }).selectOption(shop.warehouseId)
  await page.getByRole('combobox', { name: 'Причина' }).fill('Бой')
  const rows = numbers.map((number) => `${number};T-${1_000 + number};1,5`)
  const from = performance.now()
  await giveFile(page, 'Акт.csv', inWindows1251(['№;Артикул;Кол-во', ...rows, ';Итого;750'].join('\r\n')))
  await press(page, 'Добавить 500 строк')
  const found = performance.now()
  // Before it starts, the sheet says that this is not one transaction.
  await page.getByText('Строк 500: уйдут частями по 100').waitFor()
  await press(page, 'Списать 500 строк')
  await page.getByText('Списано 500 строк').waitFor()
  const done = performance.now()
  console.log(`500 lines: found in ${Math.round(found - from)} ms, written off in ${Math.round(done - found)} ms`)
  const { totals } = (await owner.get('/api/v1/movements?type=writeoff&limit=1&totals=true')).json
  expect(totals.count).toBe(MANY)
  expect(await stockOf(owner, products.at(-1)!.id)).toBe(3.5)
})

test('a list of 150 lines received by a storekeeper is one document, and if one line is refused, none is received', async () => {
  const owner = await newOwner(app.sessionUrl)
  const shop = await stockedShop(owner)
  const numbers = Array.from({ length: 150 }, (_, at) => at + 1)
  const named = numbers.map((number) => ({ name: `Товар ${number}`, sku: `T-${1_000 + number}`, cost: 10 }))
  await sendAll(owner, 'products', [...named, { name: 'Без цены', sku: 'T-9' }])
  const visitor = await app.visitor()
  await actAs(visitor, await addMember(app, owner, 'storekeeper'))
  const { page } = visitor
  const receive = async (rows: readonly string[]) => {
    await giveFile(page, 'Накладная.csv', inWindows1251(['№;Артикул;Кол-во', ...rows].join('\r\n')))
  }
  await page.goto('/stock/receive/lines')
  await page.getByRole('combobox', { name: 'Склад', exact: true }).selectOption(shop.warehouseId)
  await page.getByRole('combobox', { name: 'Поставщик' }).fill('ООО')
  await page.getByRole('option', { name: shop.supplier }).click()
  await receive(numbers.map((number) => `${number};T-${1_000 + number};1,5`))
  await press(page, 'Добавить 150 строк')
  await press(page, 'Принять 150 строк')
  await page.getByText('Принято 150 строк').waitFor()
  const documents = async () => (await owner.get('/api/v1/procurement/documents?kind=receipt')).json.items
  const [receipt, ...others] = await documents()
  expect(others).toEqual([])
  expect(receipt).toMatchObject({ status: 'posted', total: 2_250 })
  expect(receipt.lines.map(({ sku, quantity }: Json) => `${sku} ${quantity}`)).toEqual(
    numbers.map((number) => `T-${1_000 + number} 1.5`),
  )
  await page.getByText(`Приёмка ${receipt.number}`).waitFor()
  await receive(['1;T-1001;1', '2;T-9;4', '3;T-1002;1'])
  await press(page, 'Добавить 3 строки')
  await press(page, 'Принять 3 строки')
  await page.getByText('Цена закупки товара «Без цены» ещё не известна').first().waitFor()
  expect(await documents()).toHaveLength(1)
})
