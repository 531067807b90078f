/**
 * Tests scans and numbers in a real browser: a scan adds to the lines whatever element has the focus, and a field keeps
 * unreadable input.
 */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { actAs, barriersInBothThemes, useApp } from '../support/app/app.ts'
import { runScans, scanWorld } from '../support/app/scan-bursts.ts'
import { SCANNERS, scanAs } from '../support/app/scanner-settings.ts'
import { chooseSeed, createChance } from '../support/chance/chance.ts'
import { signedUp } from '../support/node/browser.ts'
import { made, stockedShop } from '../support/scene/web-shop.ts'

const app = useApp()
const SEED = chooseSeed(20_261_123)

async function visitor(isPhone = false) {
  const owner = await signedUp(app.sessionUrl)
  const shop = await stockedShop(owner)
  const one = await app.visitor(isPhone ? { width: 360, height: 740, isPhone } : {})
  await actAs(one, owner)
  const session = await one.context.newCDPSession(one.page)
  const chance = createChance(SEED)
  const scan = (code: string, scanner = 0) => scanAs(session, SCANNERS[scanner]!, code, chance)
  const writes: string[] = []
  one.page.on('request', (request) => {
    if (request.method() !== 'GET') writes.push(new URL(request.url()).pathname)
  })
  return { ...one, owner, shop, scan, writes }
}

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const plain = (text: string | null) => (text ?? '').replace(/\s/g, ' ')

test(`a scan counts once whatever element has the focus, and changes nothing else (seed ${SEED})`, async () => {
  const owner = await signedUp(app.sessionUrl)
  const world = await scanWorld(owner)
  const newPage = async () => {
    const one = await app.visitor()
    await actAs(one, owner)
    return one.page
  }
  expect(await runScans({ world, newPage, count: 24, pairs: 3, seed: SEED })).toEqual([])
})

test('scanned codes become order lines, and no scan places the order or changes its address', async () => {
  const { page, owner, scan, writes } = await visitor()
  for (const sku of ['T-00419', 'T-00420', 'T-00421', '7788'])
    await made(owner, 'products', { name: `Проба ${sku}`, sku })
  await page.goto('/orders/new')
  await page.getByRole('combobox', { name: 'Покупатель' }).last().fill('Иван')
  await page.getByRole('option', { name: 'Иван Петров' }).click()
  const entry = page.getByRole('combobox', { name: 'Артикул, штрихкод или название' })
  await expect.poll(() => entry.evaluate((one) => one.matches(':focus'))).toBe(true)
  for (const sku of ['T-00419', 'T-00420', 'T-00421', '7788', '7788']) await scan(sku)
  const quantityOf = (sku: string) => field(page, `Количество: Проба ${sku}`)
  await quantityOf('7788').waitFor()
  await field(page, 'Адрес доставки').fill('ул. Мира, 5')
  await scan('T-00420', 1)
  await scan('T-00421', 6)
  await expect.poll(() => quantityOf('T-00421').inputValue()).toBe('2')
  expect(await field(page, 'Адрес доставки').inputValue()).toBe('ул. Мира, 5')
  const quantities = ['T-00419', 'T-00420', '7788'].map((sku) => quantityOf(sku).inputValue())
  expect(await Promise.all(quantities)).toEqual(['1', '2', '2'])
  await field(page, 'Адрес доставки').press('Enter')
  expect(writes).toEqual([])
})

test('a scan in a form with one product selects that product, whatever field has the focus', async () => {
  const { page, owner, scan, writes } = await visitor()
  await made(owner, 'products', {
    name: 'Проба короткая',
    sku: '7788',
    packages: [{ name: 'Ящик', quantity: 6, barcode: '14601234567890' }],
  })
  await made(owner, 'products', { name: 'Проба другая', sku: 'T-00419' })
  const plainFields = [
    ['/stock/receive', 'Цена закупки'],
    ['/stock/write-off', 'Причина'],
    ['/stock/transfer', 'Количество'],
    ['/purchasing/purchases/new', 'Количество'],
  ] as const
  for (const [path, name] of plainFields) {
    await page.goto(path)
    const product = page.getByRole('combobox', { name: 'Товар' })
    const quantity = field(page, 'Количество')
    await quantity.focus()
    await scan('7788')
    await expect.poll(() => product.inputValue(), { message: path }).toMatch(/Проба короткая/)
    await expect.poll(() => quantity.inputValue(), { message: path }).toBe('1')
    const other = field(page, name).or(page.getByRole('combobox', { name, exact: true }))
    const before = await other.inputValue()
    await other.focus()
    await scan('14601234567890', 6)
    await expect.poll(() => quantity.inputValue(), { message: path }).toBe('7')
    await other.focus()
    await scan('T-00419', 1)
    await page.getByText('Отсканирован другой товар: Проба другая').first().waitFor()
    expect([await product.inputValue(), await quantity.inputValue()], path).toEqual([
      expect.stringMatching(/Проба короткая/),
      '7',
    ])
    if (name !== 'Количество') expect(await other.inputValue()).toBe(before)
  }
  expect(writes).toEqual([])
})

test('a scan in the product form becomes a barcode unless a code field has the focus', async () => {
  const { page, owner, scan } = await visitor()
  await page.goto('/products/new')
  await field(page, 'Название').fill('Самовар')
  await field(page, 'Цена').fill('100')
  await scan('4600000000055')
  await page.getByText('Штрихкод товара: 4600000000055').first().waitFor()
  await field(page, 'Название').focus()
  await scan('010460123456789310LOT7', 6)
  await page.getByText('Штрихкод товара: 4601234567893').first().waitFor()
  await button(page, /^Ещё/).click()
  await field(page, 'Артикул').focus()
  await scan('T-77')
  expect(await field(page, 'Артикул').inputValue()).toBe('T-77')
  expect((await owner.get('/api/v1/products?q=Самовар')).json.items).toEqual([])
  await page.keyboard.press('Control+Enter')
  const saved = async () => (await owner.get('/api/v1/products?q=Самовар')).json.items[0]
  await expect.poll(saved).toMatchObject({
    name: 'Самовар',
    sku: 'T-77',
    price: 100,
    barcodes: ['4600000000055', '4601234567893'],
  })
})

test('a scan in a line sheet adds a line, whatever cell has the focus', async () => {
  const { page, owner, scan, writes } = await visitor()
  await made(owner, 'products', {
    name: 'Проба короткая',
    sku: '7788',
    barcodes: ['4601234567893'],
    packages: [{ name: 'Ящик', quantity: 6, barcode: '14601234567890' }],
  })
  await made(owner, 'products', { name: 'Проба другая', sku: 'T-00419' })
  for (const path of ['/stock/receive/lines', '/stock/write-off/lines', '/stock/transfer/lines']) {
    await page.goto(path)
    const cell = (row: number, column: number) => page.locator(`[data-cell="${row - 1}:${column - 1}"]`)
    const rowsNow = async () => {
      const rows = []
      for (const row of [1, 2, 3]) rows.push(plain((await cell(row, 1).locator('span').first().textContent()) ?? ''))
      for (const row of [1, 2, 3]) rows.push(plain((await cell(row, 2).locator('span').first().textContent()) ?? ''))
      return rows
    }
    await cell(1, 1).click()
    await scan('4601234567893')
    await expect.poll(rowsNow, { message: path }).toEqual(['4601234567893', '', '', '1', '', ''])
    await cell(1, 2).click()
    // Scan another code of the same product while its quantity cell has the focus.
    await scan('7788')
    await expect.poll(rowsNow, { message: path }).toEqual(['4601234567893', '', '', '2', '', ''])
    await scan('14601234567890', 1)
    await scan('T-00419', 2)
    await expect.poll(rowsNow, { message: path }).toEqual(['4601234567893', 'T-00419', '', '8', '1', ''])
    // Send a scan while the user is typing into a cell.
    await cell(2, 2).click()
    await page.keyboard.type('1', { delay: 200 })
    await page.keyboard.type('2', { delay: 200 })
    await scan('010460123456789310LOT7', 6)
    await expect.poll(rowsNow, { message: path }).toEqual(['4601234567893', 'T-00419', '', '9', '12', ''])
    await scan('NO-SUCH-1')
    await expect.poll(rowsNow, { message: path }).toEqual(['4601234567893', 'T-00419', 'NO-SUCH-1', '9', '12', '1'])
    await page.getByRole('gridcell', { name: 'ошибка: Такого товара нет' }).waitFor()
  }
  expect(writes).toEqual([])
})

test('scans are entered only into code cells of the product sheet', async () => {
  const { page, owner, scan, writes } = await visitor()
  await page.goto('/products/grid')
  const cell = (row: number, column: number) => page.locator(`[data-cell="${row - 1}:${column - 1}"]`)
  const texts = () => page.getByRole('gridcell').allInnerTexts()
  await cell(1, 1).waitFor()
  const before = await texts()
  for (const column of [1, 3, 4]) {
    await cell(1, column).click()
    await scan('4601234567893', column)
    await page
      .getByText('Отсканирован код 4601234567893. Чтобы записать его, встаньте в столбец «Артикул».')
      .last()
      .waitFor()
    await expect.poll(texts).toEqual(before)
  }
  // Scan with a pause in the code: the first part of the code opens a cell's editor, and the rest comes later.
  await cell(1, 3).click()
  await scan('4601234567893', 9)
  await expect.poll(texts).toEqual(before)
  // Scan while the user is typing a number.
  await cell(1, 3).dblclick()
  await page.keyboard.type('15', { delay: 200 })
  await scan('7788')
  expect(await page.locator('[data-cell="0:2"] input').inputValue()).toBe('15')
  await page.keyboard.press('Escape')
  // Scan with a scanner that sends Enter twice. The focus must move down only one row, so that the next code is entered
  // there.
  await cell(1, 2).click()
  await scan('T-00420', 3)
  await scan('T-00421', 3)
  const skus = await Promise.all([1, 2].map((row) => cell(row, 2).locator('span').first().textContent()))
  expect(skus).toEqual(['T-00420', 'T-00421'])

  await page.goto('/purchasing/payments/new')
  const amount = field(page, 'Сумма')
  await amount.fill('150')
  await scan('7788')
  await page.getByText('Отсканирован код 7788. В поле для числа он не записан.').waitFor()
  expect(await amount.inputValue()).toBe('150')
  expect([writes, (await owner.get('/api/v1/products?q=T-0042')).json.items]).toEqual([[], []])
})

test('a number that was typed as fast as a scanner can be restored with one click', async () => {
  const { page } = await visitor()
  const session = await page.context().newCDPSession(page)
  const slow = { name: 'slow', everyMs: [60, 60], ending: [{ key: 'Tab', code: 'Tab' }] } as const
  const type = (text: string, settings: Parameters<typeof scanAs>[1]) =>
    scanAs(session, settings, text, createChance(SEED))
  await page.goto('/products/new')
  const price = field(page, 'Цена')
  await price.focus()
  await type('5000', slow)
  await page.getByText('Штрихкод товара: 5000').waitFor()
  expect(await price.inputValue()).toBe('')
  await button(page, 'Набрано вручную').click()
  expect(plain(await price.inputValue())).toMatch(/^5 ?000/)
  await price.fill('')
  await type('7000', { ...slow, everyMs: [85, 85] })
  await expect.poll(async () => plain(await price.inputValue())).toBe('7 000')
  await page.keyboard.press('Control+Enter')
  await button(page, /^Ещё/).click()
  expect(await page.getByText('5000', { exact: true }).count()).toBe(0)
})

test('a number field keeps input that cannot be read and shows the error', async () => {
  const { page, owner, writes } = await visitor()
  await page.goto('/products/new')
  await field(page, 'Название').fill('Самовар')
  const price = page.getByRole('textbox', { name: 'Цена', exact: true })
  for (const typed of ['1490-50', '1e5', '-5', '12 шт по 30', '1.234']) {
    await price.fill(typed)
    await price.press('Control+Enter')
    await expect.poll(() => price.getAttribute('aria-invalid')).toBe('true')
    expect(await price.inputValue()).toBe(typed)
    expect(await price.evaluate((one) => one.matches(':focus'))).toBe(true)
  }
  expect(writes).toEqual([])
  await price.fill('68 531,29 руб.')
  await price.blur()
  expect(plain(await price.inputValue())).toBe('68 531,29')
  expect(await barriersInBothThemes(page)).toEqual([])
  await price.press('Control+Enter')
  await expect.poll(async () => (await owner.get('/api/v1/products?q=Самовар')).json.items[0]?.price).toBe(68531.29)
})

test('on the warehouse-floor screens the user must choose if two products have the scanned code', async () => {
  const { page, owner, shop, scan } = await visitor(true)
  for (const name of ['Блюдце синее', 'Блюдце белое'])
    await made(owner, 'products', { name, uom: 'шт', cost: 5, barcodes: ['4600000000048'] })
  await made(owner, 'products', { name: 'Молоко', uom: 'шт', cost: 90, barcodes: ['4601234567893'] })
  await page.goto('/floor/receive')
  await page.getByRole('combobox', { name: 'Поставщик' }).fill(shop.supplier.slice(0, 6))
  await page.getByRole('option', { name: shop.supplier }).click()
  await button(page, 'Начать').click()
  await page.getByText('Сканируйте товар.').waitFor()
  await scan('4600000000048')
  await button(page, 'Блюдце белое').waitFor()
  await scan('4600000000048')
  await button(page, 'Блюдце белое').click()
  const lines = page.getByRole('list', { name: 'Отсканировано' }).getByRole('listitem')
  await lines.filter({ hasText: /Блюдце белое.*2\sшт/ }).waitFor()
  await scan('\x1d010460123456789317261231' + '10LOT7\x1d21S1')
  await lines.filter({ hasText: /Молоко.*партия LOT7 · серийный номер S1 · годен до 31\.12\.2026/ }).waitFor()
  await scan('010460123456789321S1')
  await page.getByText('Уже отсканировано: серийный номер S1').waitFor()
  await scan('NO-SUCH-CODE')
  await page.getByText('1 позиция останется здесь').waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await button(page, 'Принять: 2 позиции').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Принять' }).click()
  await page.getByText('Всё отправлено').first().waitFor()
  expect(await lines.count()).toBe(1)
  await lines.filter({ hasText: 'NO-SUCH-CODE' }).waitFor()
})

test('an unusual quantity on the warehouse-floor screens must be confirmed', async () => {
  const { page, owner, shop, scan, writes } = await visitor(true)
  await made(owner, 'warehouses', { name: 'Второй' })
  await page.goto('/floor/move')
  await page.getByRole('combobox', { name: 'Со склада' }).selectOption(shop.warehouseId)
  await page.getByRole('combobox', { name: 'На склад' }).selectOption({ label: 'Второй' })
  await button(page, 'Начать').click()
  await scan('K-1')
  const amount = field(page, 'Количество: Чайник эмалированный')
  await amount.waitFor()
  await amount.fill('5000000')
  await button(page, 'Переместить').click()
  await page.getByText('5 000 000 шт. Верно?').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await amount.fill('50')
  await amount.press('Enter')
  await page.getByText('доступно 12 шт, нужно 50 шт').waitFor()
  expect(writes).toEqual([])
})
