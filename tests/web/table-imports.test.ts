/**
 * Tests importing tables in a real browser, from the file to the records. Wrong rows are shown, corrected and uploaded
 * again.
 */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { actAs, barriersInBothThemes, signedInVisitor, useApp } from '../support/app/app.ts'
import { readXlsx } from '../support/figures/xlsx.ts'
import { holdTable } from '../support/node/held-table.ts'
import { type CellValue, xlsx } from '../support/scene/tables.ts'
import { addMember, newOwner } from '../support/scene/team.ts'
import { made, stockedShop } from '../support/scene/web-shop.ts'

const app = useApp()

const ROWS = 1_000
const BAD = 7
const HEADS = ['Артикул', 'Название', 'Розничная цена', 'Чьё-то поле']
const isBad = (at: number) => at % 143 === 5 && at < 143 * BAD
const TABLE: CellValue[][] = Array.from({ length: ROWS }, (_, at) => [
  `T-${at}`,
  `Товар ${at}`,
  isBad(at) ? 'спросить' : at + 1,
  'x',
])

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const plain = (text: string | null) => (text ?? '').replace(/\s/g, ' ')

async function choose(page: Page, rows: CellValue[][]): Promise<void> {
  const buffer = await xlsx(rows)
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  await page.locator('input[type="file"]').setInputFiles({ name: 'Прайс.xlsx', mimeType, buffer })
  await page.getByRole('heading', { name: 'Столбцы' }).waitFor()
}

async function countProducts(page: Page): Promise<number> {
  const answer = (await (await page.request.get('/api/v1/bootstrap')).json()) as { totals: { products: number } }
  return answer.totals.products
}

async function write(page: Page): Promise<void> {
  await button(page, 'Записать').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Записать' }).click()
  await page.getByText('записано', { exact: true }).first().waitFor()
}

test('the bad rows of an uploaded table are shown with reasons and can be corrected and uploaded again', async () => {
  const { page } = await signedInVisitor(app)
  await page.goto('/products')
  await button(page, 'Скачать список').click()
  await page.getByRole('menuitem', { name: 'Загрузить таблицу' }).click()
  await page.getByText('Перетащите таблицу').waitFor()
  const example = page.waitForEvent('download')
  await button(page, 'Скачать пустую таблицу').click()
  expect(await readFile(await (await example).path(), 'utf8')).toContain('"Артикул"')
  await choose(page, [HEADS, ...TABLE])
  const meaning = (column: string) => page.getByRole('combobox', { name: `Что в столбце «${column}»` })
  expect(await meaning('Артикул').inputValue()).toBe('sku')
  expect(await meaning('Чьё-то поле').inputValue()).toBe('')
  // Check that the top of the page lists the columns that will be skipped, before anything is written.
  await page.getByText('1 столбец не загрузится: Чьё-то поле.').waitFor()
  expect(
    await page
      .getByRole('combobox', { name: /^Что в столбце/ })
      .first()
      .getAttribute('aria-label'),
  ).toContain('Чьё-то поле')
  await meaning('Чьё-то поле').selectOption('name')
  await page.getByText('Выбрано для двух столбцов').first().waitFor()
  expect(await button(page, 'Проверить строки').isDisabled()).toBe(true)
  await meaning('Чьё-то поле').selectOption({ label: 'Новая характеристика «Чьё-то поле»' })
  expect(await barriersInBothThemes(page)).toEqual([])
  await button(page, 'Проверить строки').dblclick()
  const rows = page.getByRole('region', { name: 'Строки' }).getByRole('listitem')
  await rows.first().waitFor()
  expect(await rows.count()).toBe(BAD)
  expect(plain(await rows.first().textContent())).toContain('Строка 7 T-5 · Товар 5 · спросить')
  await rows.first().getByText('«спросить» — не число').waitFor()
  await page.getByLabel('Какие строки показать').selectOption('all')
  await rows.filter({ hasText: 'Товар 0 ' }).first().waitFor()
  // Hold up the import while it is writing, leave the page, and open it again.
  const held = await holdTable(app.databaseUrl, 'table_import_rows')
  await button(page, 'Записать').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Записать' }).click()
  await held.met()
  await button(page, 'Приостановить').click()
  await page.getByText('на паузе').waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await held.letGo()
  await page.reload()
  await button(page, 'Продолжить').click()
  await page.getByText('записано', { exact: true }).first().waitFor()
  expect(await countProducts(page)).toBe(ROWS - BAD)
  // Check that the page shows that the import has finished, and links to the imported products.
  await page.getByText('Создано', { exact: true }).waitFor()
  expect(await page.getByText('Будет создано').count()).toBe(0)
  expect(await page.getByRole('link', { name: 'К товарам' }).getAttribute('href')).toBe('/products')
  const download = page.waitForEvent('download')
  await button(page, `Скачать ${BAD} строк с ошибками`).click()
  const report = readXlsx(await readFile(await (await download).path()))
  const [head, ...below] = report as [CellValue[], ...CellValue[][]]
  const price = head.indexOf('Розничная цена')
  const wrong = below.filter((row) => row[price] === 'спросить')
  expect(wrong).toHaveLength(BAD)
  expect(below).toHaveLength(BAD)
  await page.getByRole('link', { name: 'Другая таблица' }).click()
  await page.getByText('Загруженные раньше').waitFor()
  await choose(page, [head, ...wrong.map((row) => row.map((cell, at) => (at === price ? 10 : cell)))])
  await button(page, 'Проверить строки').click()
  await page.getByText('Будет создано').waitFor()
  await write(page)
  expect(await countProducts(page)).toBe(ROWS)
})

test('a table file that cannot be read shows the reason', async () => {
  const { page } = await signedInVisitor(app, { width: 320, height: 640, isPhone: true })
  await page.goto('/tables?kind=partners')
  await page.getByText('Перетащите таблицу').waitFor()
  const wrong = {
    name: 'Список.xlsx',
    mimeType: 'application/vnd.ms-excel',
    buffer: Buffer.from('PK\u0003\u0004 не таблица'),
  }
  await page.locator('input[type="file"]').setInputFiles(wrong)
  await page.getByText('Файл не похож на таблицу').waitFor()
  await choose(page, [
    ['Название', 'ИНН'],
    ['ООО «Ромашка»', '7707083893'],
    ['', '7707083893'],
  ])
  expect(await page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth')).toBe(true)
  expect(await barriersInBothThemes(page)).toEqual([])
  await button(page, 'Проверить строки').click()
  await page.getByRole('region', { name: 'Строки' }).getByText('уже есть в строке 2').waitFor()
  expect(await page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth')).toBe(true)
  await button(page, 'Отменить загрузку').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Отменить загрузку' }).click()
  await page.getByText('отменено', { exact: true }).waitFor()
  await button(page, 'Удалить').click()
  await page.getByText('Перетащите таблицу').waitFor()
  expect(await page.getByText('Загруженные раньше').count()).toBe(0)
})

test('stock rules and a supplier’s price list are imported from tables, and the same table again changes nothing', async () => {
  const owner = await newOwner(app.sessionUrl)
  const shop = await stockedShop(owner)
  const visitor = await app.visitor({ width: 360, height: 740, isPhone: true })
  await actAs(visitor, owner)
  const { page } = visitor
  const isWide = 'document.documentElement.scrollWidth > document.documentElement.clientWidth'
  await page.goto('/tables?kind=stock_rules')
  await page.getByText('без склада — для всех складов').waitFor()
  const rules: CellValue[][] = [
    ['Артикул', 'Склад', 'Мин. остаток', 'Макс. остаток'],
    ['C-1', 'основной', '60,5', 120],
    ['K-1', 'Подвал', 5, null],
  ]
  await choose(page, rules)
  await page.getByRole('combobox', { name: 'Склад для строк без склада' }).waitFor()
  expect(await page.getByRole('checkbox', { name: 'Создавать новые записи' }).isChecked()).toBe(true)
  expect(await page.getByRole('checkbox', { name: /недостающие/ }).count()).toBe(0)
  expect(await page.evaluate(isWide)).toBe(false)
  expect(await barriersInBothThemes(page)).toEqual([])
  await button(page, 'Проверить строки').click()
  await page.getByText('Нет склада «Подвал»').waitFor()
  await write(page)
  expect(await page.getByRole('link', { name: 'К правилам запаса' }).getAttribute('href')).toBe(
    '/purchasing/stock-rules',
  )
  expect((await owner.get('/api/v1/stock-rules')).json.items).toMatchObject([
    { productId: shop.cupId, warehouseId: shop.warehouseId, minStock: 60.5, maxStock: 120 },
  ])
  await page.getByRole('link', { name: 'Другая таблица' }).click()
  await page.getByText('Перетащите таблицу').waitFor()
  await page.getByRole('combobox', { name: 'Что в таблице' }).selectOption('stock_rules')
  await choose(page, rules)
  await button(page, 'Проверить строки').click()
  await page.getByText('Без изменений').first().waitFor()
  const [again] = (await owner.get('/api/v1/table-imports')).json.items
  expect(again.counts).toMatchObject({ create: 0, update: 0, unchanged: 1, problem: 1 })

  await page.goto('/tables?kind=supplier_items')
  await page.getByText('на которых поставщик продаёт товар').waitFor()
  await choose(page, [
    ['Штрихкод', 'Артикул поставщика', 'Цена, руб.', 'Срок поставки'],
    ['4600000000024', 'RM-1', '95,40', '3 дня'],
    ['4600000000017', 'RM-2', '700', ''],
  ])
  expect(await button(page, 'Проверить строки').isDisabled()).toBe(true)
  await page.getByRole('combobox', { name: 'Поставщик для строк без поставщика' }).fill('ООО')
  await page.getByRole('option', { name: shop.supplier }).click()
  await button(page, 'Проверить строки').click()
  await page.getByText('Будет создано').waitFor()
  await write(page)
  const { items } = (await owner.get('/api/v1/supplier-items')).json
  expect(items.find((one: { code: string }) => one.code === 'RM-1')).toMatchObject({
    ...{ productId: shop.cupId, price: 95.4, leadDays: 3, packQuantity: null },
  })
  expect(items).toHaveLength(2)
})

test('a storekeeper can upload only tables of opening stock, and a viewer none', async () => {
  const owner = await newOwner(app.sessionUrl)
  const shop = await stockedShop(owner)
  await made(owner, 'products', { name: 'Ложка', sku: 'L-1', cost: 5 })
  const visitor = await app.visitor()
  await actAs(visitor, await addMember(app, owner, 'storekeeper'))
  const { page } = visitor
  await page.goto('/tables')
  const kind = page.getByRole('combobox', { name: 'Что в таблице' })
  await kind.waitFor()
  expect(await kind.locator('option').allTextContents()).toEqual(['Начальные остатки'])
  await choose(page, [
    ['Артикул', 'Остаток', 'Цена закупки'],
    ['L-1', 12, 4],
    ['NO', 1, 1],
  ])
  await page.getByRole('combobox', { name: 'Склад' }).selectOption(shop.warehouseId)
  await page.getByRole('combobox', { name: 'Поставщик' }).fill('ООО')
  await page.getByRole('option', { name: shop.supplier }).click()
  await button(page, 'Проверить строки').click()
  await page.getByText('Нет записи «NO»').waitFor()
  await write(page)
  const stock = (await owner.get('/api/v1/stock?q=L-1')).json.items
  expect(stock).toMatchObject([{ onHand: 12 }])
  const viewer = await app.visitor()
  await actAs(viewer, await addMember(app, owner, 'viewer'))
  await viewer.page.goto('/tables')
  await viewer.page.getByText('Недоступно для вашей роли').waitFor()
})
