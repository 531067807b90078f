/**
 * Tests reports in the app: numbers that match the API's, links to the records behind the numbers, charts, and
 * downloads.
 */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { actAs, barriersInBothThemes, useApp } from '../support/app/app.ts'
import { readXlsx } from '../support/figures/xlsx.ts'
import type { Json } from '../support/node/client.ts'
import { addMember, newOwner, type Owner } from '../support/scene/team.ts'
import { made, stockedShop, type WebShop } from '../support/scene/web-shop.ts'

const app = useApp()

const plain = (text: string | null) => (text ?? '').replace(/\s/g, ' ')
const money = (value: number) =>
  `${plain(new Intl.NumberFormat('ru-RU', { minimumFractionDigits: 2 }).format(value))} ₽`
const rowsOf = async (page: Page) => (await page.getByRole('row').allTextContents()).map(plain)

interface Trader {
  readonly owner: Owner
  readonly shop: WebShop
}

/**
 * Opens a shop that has sold three kettles and two cups in two orders, and has moved five cups to a second warehouse.
 */
async function trader(): Promise<Trader> {
  const owner = await newOwner(app.sessionUrl)
  const shop = await stockedShop(owner)
  const second = await made(owner, 'warehouses', { name: 'Второй' })
  const { warehouseId, cupId, kettleId } = shop
  await made(owner, 'partners', { name: 'Анна Сидорова' })
  await made(owner, 'stock/transfer', { productId: cupId, warehouseId, toWarehouseId: second.id, quantity: 5 })
  for (const [customer, items] of [
    ['Иван Петров', [{ productId: kettleId, quantity: 3 }]],
    ['Анна Сидорова', [{ productId: cupId, quantity: 2 }]],
  ] as const) {
    const order = await made(owner, 'orders', { customer, warehouseId, channel: 'Сайт', items })
    await owner.send('PATCH', `/api/v1/orders/${order.id}/status`, { status: 'shipped' })
  }
  return { owner, shop }
}

async function pageOf(owner: Owner, locale = 'ru-RU'): Promise<Page> {
  const visitor = await app.visitor({ locale, width: 1440, height: 900 })
  await actAs(visitor, owner)
  return visitor.page
}

const answerOf = async (owner: Owner, path: string): Promise<Json> => (await owner.get(`/api/v1/reports/${path}`)).json

/** Returns the first of the last thirty days, the app's default period. */
const monthAgo = () => {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Moscow' }).format(new Date())
  return new Date(Date.parse(today) - 29 * 86_400_000).toISOString().slice(0, 10)
}

test('each report in the app shows the API’s numbers and opens the records behind them', async () => {
  const { owner, shop } = await trader()
  const page = await pageOf(owner)
  await page.goto('/overview')
  await page.getByRole('heading', { name: 'Обзор', level: 1 }).waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('r')
  await page.getByRole('heading', { name: 'Отчёты', level: 1 }).waitFor()
  expect(await page.getByRole('region', { name: 'Отчёты' }).getByRole('link').count()).toBe(24)

  await page.getByRole('link', { name: 'Стоимость остатков', exact: false }).first().click()
  const value = await answerOf(owner, 'stock-valuation')
  await page.getByRole('row').filter({ hasText: 'Итого' }).waitFor()
  const rows = await rowsOf(page)
  for (const { product, warehouse, value: worth } of value.items)
    expect(rows.some((row) => row.includes(product) && row.includes(warehouse) && row.includes(money(worth)))).toBe(
      true,
    )
  expect(rows.at(-1)).toBe(`Итого${value.totals.quantity} шт${money(value.totals.value)}`)
  await page.getByRole('combobox', { name: 'По чему сложить' }).selectOption('warehouse')
  await page.getByRole('row').filter({ hasText: 'Второй' }).waitFor()
  expect(new URL(page.url()).search).toBe('?groupBy=warehouse')
  await page.getByText('График', { exact: true }).click()
  await page.locator('canvas').waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await page.getByText('Таблица', { exact: true }).click()
  await page.getByRole('row').filter({ hasText: 'Второй' }).click()
  await page.getByRole('row').filter({ hasText: 'Чашка фарфоровая' }).waitFor()
  // Check that a number in a report links to the lots that add up to it.
  await page.getByRole('link', { name: money(468.5) }).click()
  await page.waitForURL(/groupBy=lot/)
  await page.getByRole('columnheader', { name: 'Партия от' }).waitFor()
  expect((await rowsOf(page)).at(-1)).toMatch(new RegExp(`^Итого.*${money(468.5)}$`))

  await page.goto('/reports/gross-profit')
  const profit = await answerOf(owner, `gross-profit?from=${monthAgo()}`)
  await page.getByRole('row').filter({ hasText: 'Итого' }).waitFor()
  const [, ...shown] = await rowsOf(page)
  expect(profit.items.map(({ product }: Json) => product)).toEqual(['Чайник эмалированный', 'Чашка фарфоровая'])
  for (const [index, row] of profit.items.entries())
    for (const figure of [row.revenue, row.cost, row.profit]) expect(shown[index]).toContain(money(figure))
  expect(shown.at(-1)).toContain(
    `${money(profit.totals.revenue)}${money(profit.totals.cost)}${money(profit.totals.profit)}`,
  )
  await page.getByRole('link', { name: money(2200), exact: true }).click()
  await page.waitForURL(/groupBy=order/)
  await page.getByRole('row').filter({ hasText: 'Иван Петров' }).waitFor()
  expect((await rowsOf(page)).at(-1)).toContain(money(2200))
  expect(new URL(page.url()).searchParams.get('product')).toBe(shop.kettleId)

  await page.goto('/reports/gross-profit?groupBy=month')
  const last = page
    .getByRole('row')
    .filter({ hasText: money(profit.totals.profit) })
    .first()
  await last.click()
  await page.getByRole('row').filter({ hasText: 'Анна Сидорова' }).click()
  await page.getByRole('heading', { name: /^Заказ / }).waitFor()

  await page.goto(`/reports/turnover?warehouse=${shop.warehouseId}`)
  const turnover = await answerOf(owner, `turnover?from=${monthAgo()}&warehouseId=${shop.warehouseId}`)
  await page.getByRole('row').filter({ hasText: 'Итого' }).waitFor()
  const names = ['openingQuantity', 'receiptQuantity', 'shipmentQuantity', 'transferOutQuantity', 'closingQuantity']
  const figures = names.map((name) => turnover.totals[name] && `${turnover.totals[name]} шт`).join('')
  expect((await rowsOf(page)).at(-1)).toBe(`Итого${figures}`)
  const cups = page.getByRole('row').filter({ hasText: 'Чашка фарфоровая' })
  await cups.getByRole('link').first().click()
  await page.getByRole('row').filter({ hasText: 'приёмка' }).first().waitFor()
  const cup = turnover.items.find(({ product }: Json) => product === 'Чашка фарфоровая')
  await page.getByText('Всего 1', { exact: true }).waitFor()
  expect((await rowsOf(page)).at(-1)).toContain(`+${cup.receiptQuantity}`)
})

test('a report is downloaded completely, with the filters set in the app', async () => {
  const { owner, shop } = await trader()
  const page = await pageOf(owner)
  await page.goto(`/reports/stock-valuation?groupBy=product&warehouse=${shop.warehouseId}`)
  await page.getByRole('row').filter({ hasText: 'Итого' }).waitFor()
  const fileOf = async (format: string) => {
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Скачать' }).click()
    await page.getByRole('menuitem', { name: format }).click()
    const download = await coming
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
  }
  const csv = await fileOf('CSV')
  expect(csv.name).toMatch(/^Стоимость остатков \d{4}-\d\d-\d\d\.csv$/)
  const lines = csv.bytes.toString('utf8').trim().split('\r\n')
  expect(lines).toHaveLength(4)
  expect(lines.at(-1)).toContain('Итого')
  const { totals } = await answerOf(owner, `stock-valuation?groupBy=product&warehouseId=${shop.warehouseId}`)
  expect(lines.at(-1)).toContain(String(totals.value).replace('.', ','))
  const xlsx = await fileOf('Excel')
  expect(xlsx.name).toMatch(/\.xlsx$/)
  expect(JSON.stringify(await readXlsx(xlsx.bytes))).toContain(String(totals.value))
})

test('a storekeeper is offered only reports without costs', async () => {
  const { owner } = await trader()
  const page = await pageOf(await addMember(app, owner, 'storekeeper'), 'en-GB')
  await page.goto('/reports')
  await page.getByRole('heading', { name: 'Reports', level: 1 }).waitFor()
  const links = await page.getByRole('region', { name: 'Reports' }).getByRole('link').allTextContents()
  expect(
    links.map(
      (text) =>
        text.split(
          /(?<=stock|date|Turnover|results|to come|the shelf|counted|Shrinkage|order|move|again|count next|\(INV-3\)|\(INV-19\)|Mis-sorts)(?=[A-Z])/,
        )[0],
    ),
  ).toEqual([
    'Stock on a date',
    'Turnover',
    'Below minimum stock',
    'Stocktake results',
    'Last counted',
    'Shrinkage',
    'To be counted again',
    'What to count next',
    'Inventory list (INV-3)',
    'Comparison sheet (INV-19)',
    'Mis-sorts',
    'What to order',
    'What to move',
    'What is to come',
    'Not on the shelf',
  ])
  const paths = [
    'stock',
    'turnover?show=cost',
    'below-minimum',
    'stocktake-lines',
    'last-counted',
    'shrinkage',
    'stocktake-recounts',
    'count-next',
    'inventory-list',
    'comparison-sheet',
    'mis-sorts',
    'reorder',
    'proposed-transfers',
  ]
  for (const path of paths) {
    await page.goto(`/reports/${path}`)
    await page.getByText(/As of/).waitFor()
    const seen = plain(await page.locator('body').textContent())
    expect(seen).not.toMatch(/[Cc]ost|[Vv]alue|₽|RUB|93\.7|2,200|700|800/)
    expect(seen).not.toMatch(/[а-я]{4} на|Итого/)
  }
  await page.goto('/reports/gross-profit')
  await page.getByText("You don't have access").waitFor()
})

test('on a telephone a report shows its main number and complete names', async () => {
  const owner = await newOwner(app.sessionUrl)
  const { warehouseId, kettleId } = await stockedShop(owner)
  const name = 'Чайник эмалированный, 2 л'
  await owner.send('PATCH', `/api/v1/products/${kettleId}`, { name, price: 1_500 })
  const items = [{ productId: kettleId, quantity: 2 }]
  const order = await made(owner, 'orders', { customer: 'Иван Петров', warehouseId, channel: 'Сайт', items })
  await owner.send('PATCH', `/api/v1/orders/${order.id}/status`, { status: 'shipped' })
  const visitor = await app.visitor({ isPhone: true, width: 360, height: 740 })
  await actAs(visitor, owner)
  const { page } = visitor
  await page.goto('/reports/gross-profit')
  await page.getByRole('columnheader', { name: 'Валовая прибыль' }).waitFor()
  await page.getByText(name).first().waitFor()
  const cut = `[...document.querySelectorAll('[role="gridcell"], [role="gridcell"] span')]
    .filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight)
    .map((one) => one.textContent)`
  expect(await page.evaluate(cut)).toEqual([])
  // Use a window that is wide enough for all columns, in which their titles wrap over several lines.
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('columnheader', { name: 'Себестоимость позиций без цены' }).waitFor()
  const above = `[...document.querySelectorAll('[role="columnheader"]')]
    .filter((one) => one.getBoundingClientRect().bottom > one.parentElement.getBoundingClientRect().bottom)
    .map((one) => one.textContent)`
  expect(await page.evaluate(above)).toEqual([])
})

test('the debts report shows balances by partner and opens a partner’s statement', async () => {
  const { owner } = await trader()
  const page = await pageOf(owner)
  await page.goto('/reports/partner-balances')
  const { items } = await answerOf(owner, 'partner-balances')
  const ivan = items.find(({ partner }: Json) => partner === 'Иван Петров')
  await page.getByRole('row').filter({ hasText: 'Иван Петров' }).getByText(money(ivan.receivable)).first().waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await page.getByRole('row').filter({ hasText: 'Иван Петров' }).click()
  await page.waitForURL(/partner-statement/)
  await page.getByRole('row').filter({ hasText: 'сальдо на конец' }).waitFor()
  const rows = await rowsOf(page)
  expect(rows.some((row) => row.includes('отгрузка по заказу') && row.includes(money(ivan.shipped)))).toBe(true)
  await page.getByRole('row').filter({ hasText: 'отгрузка по заказу' }).click()
  await page.waitForURL(/\/orders\//)
})
