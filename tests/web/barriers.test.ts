/**
 * Checks the accessibility of every screen, in a company that has content on each screen: in both themes, on a narrow
 * screen and at 200 % zoom.
 */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actAs, barriersInBothThemes, useApp } from '../support/app/app.ts'
import { pagesOfRecords, RECORDS, REPORTS } from '../support/app/definitions.ts'
import { lostAt, NARROW } from '../support/app/layout.ts'
import { kindsOfPages, walkTo } from '../support/app/walk.ts'
import { FAKE_TOKEN, startFakeMoysklad } from '../support/moysklad/fake-moysklad.ts'
import { NO_PACE } from '../support/moysklad/node.ts'
import { openWholeCompany, type WholeCompany } from '../support/scene/whole-company.ts'

const DESK = { width: 1280, height: 800 }

const fake = await startFakeMoysklad()
const app = useApp({ extsys: { url: fake.url, pace: NO_PACE } })
let company: WholeCompany
let page: Page
beforeAll(async () => {
  company = await openWholeCompany(app, FAKE_TOKEN)
  const visitor = await app.visitor(DESK)
  page = visitor.page
  await actAs(visitor, company.owner.browser)
  await page.goto('/overview')
})
afterAll(async () => {
  await company?.stop()
  await fake.close()
})

/** Returns an address for each kind of page. Public pages come first; the others are opened by the owner. */
function addresses(): string[] {
  const { ids, productId, warehouseId } = company
  const plain = (path: string, list = path.slice(1)) => [path, `${path}/${ids[list]}`, `${path}/${ids[list]}/edit`]
  return [
    ...[
      '/sign-in',
      '/sign-up',
      '/forgot-password',
      '/reset-password',
      '/invitation',
      '/company-deleted',
      '/companies',
      '/overview',
    ],
    ...['/reports', ...REPORTS.map(({ name }) => `/reports/${name}`)],
    ...['/products/new', '/products/grid', ...plain('/products')],
    ...['prices', 'packages', 'stock', 'history'].map((tab) => `/products/${productId}?tab=${tab}`),
    ...['/orders?view=board', '/orders/new', ...plain('/orders'), `/orders/${ids.orders}?tab=lots`],
    ...plain('/orders/returns', 'customer-returns'),
    ...['/orders/returns/new', `/orders/returns/new?order=${company.shippedOrderId}`],
    ...['/stock', '/stock?view=lots', '/stock?view=movements', '/stock/receive', '/stock/receive/lines'],
    ...['/stock/write-off/lines', '/stock/transfer/lines'],
    ...['/stock/write-off', '/stock/transfer', `/stock/rows/${productId}/${warehouseId}`],
    ...[`/stock/lots/${ids.lots}`, `/stock/movements/${ids.movements}`, `/print/orders/${ids.orders}/picking`],
    ...['/floor', '/floor/receive', '/floor/pick', '/floor/return', '/floor/move', '/floor/find', '/floor/today'],
    ...['/settings', '/settings/company', '/settings/team', '/settings/tokens', '/settings/account'],
    ...RECORDS.flatMap((spec) => pagesOfRecords(spec, ids[spec.kind])),
    ...['/settings/import', `/settings/import/${ids.imports}`, `/settings/import/${ids.imports}/0`],
    ...['/settings/audit', `/settings/audit/${ids.audit}`, '/settings/self-check', '/tables'],
    `/tables/${ids.tables}`,
    ...[
      '/purchasing',
      '/purchasing/proposals',
      '/purchasing/purchases',
      `/purchasing/purchases/${ids.purchases}`,
      '/purchasing/files',
    ],
    ...plain('/purchasing/documents', 'procurement/documents'),
    ...plain('/purchasing/payments', 'procurement/payments'),
    `/purchasing/files/${ids['procurement/imports']}`,
  ]
}

/** The pages that only redirect to another page. */
const LEADS_ON = ['/purchasing']
/**
 * Returns whether a page may stay unvisited. This is allowed only for the pages of records, because there may be no
 * records of their kind yet.
 */
const mayBeEmpty = (path: string) => path.includes('/$records/')

/** Returns all accessibility and layout faults of the current screen. */
async function faults(where: string): Promise<string[]> {
  if ((await page.getByRole('dialog').count()) === 0) {
    // Close the list that a focused field may have opened, because it covers the other fields.
    await page.evaluate('document.activeElement?.blur()')
    await page.getByRole('listbox').waitFor({ state: 'detached' })
  }
  const told = await barriersInBothThemes(page)
  for (const size of NARROW) told.push(...(await lostAt(page, size)))
  await page.setViewportSize(DESK)
  return told.map((one) => `${where}: ${one}`)
}

test('every page of the app is accessible, and no content is cut off on a narrow screen', async () => {
  const visited = new Set<string>()
  const found: string[] = []
  for (const address of addresses()) {
    visited.add(await walkTo(page, address))
    found.push(...(await faults(address)))
  }
  const paths = await kindsOfPages(page)
  expect(paths.filter((path) => !visited.has(path) && !mayBeEmpty(path))).toEqual(LEADS_ON)
  expect(found).toEqual([])
}, 180_000)

test('the dialogs for actions are accessible, and no content is cut off on a narrow screen', async () => {
  const { ids } = company
  const press = (name: string) => page.getByRole('button', { name, exact: true }).last().click()
  const choose = async (name: string) => {
    await press('Действия')
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  const draft = (await company.owner.get('/api/v1/procurement/documents?status=draft')).json.items[0].id
  const dialogs: readonly (readonly [path: string, show: () => Promise<void>])[] = [
    [`/orders/${ids.orders}`, () => choose('Удалить')],
    [`/orders/${ids.orders}`, () => press('Отгрузить')],
    [`/purchasing/documents/${draft}`, () => press('Провести')],
    ['/settings/team', () => press('Пригласить')],
    ['/settings/tokens', () => press('Новый ключ')],
    ['/overview', () => page.keyboard.press('Control+k')],
    ['/overview', () => page.keyboard.press('?')],
  ]
  const found: string[] = []
  for (const [path, show] of dialogs) {
    await walkTo(page, path)
    await show()
    await page.getByRole('dialog').waitFor()
    await expect.poll(() => page.locator('.mantine-Skeleton-root').count()).toBe(0)
    found.push(...(await faults(`a dialog of ${path}`)))
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  expect(found).toEqual([])
})

test('the menus are accessible, and no content is cut off on a narrow screen', async () => {
  const { ids, productId } = company
  const menus: readonly (readonly [path: string, button: string])[] = [
    [`/orders/${ids.orders}`, 'Действия'],
    [`/products/${productId}`, 'Действия'],
    ['/orders', 'Сохранённые виды'],
    ['/orders', 'Скачать список'],
    ['/overview', 'Меню пользователя'],
  ]
  const found: string[] = []
  for (const [path, name] of menus) {
    await walkTo(page, path)
    await page.getByRole('button', { name }).last().click()
    await page.getByRole('menu').waitFor()
    found.push(...(await barriersInBothThemes(page)).map((one) => `${name} of ${path}: ${one}`))
    // The arrow key must move to the first menu item, except in the menu of saved views, which begins with a field.
    await page.keyboard.press('ArrowDown')
    if (name !== 'Сохранённые виды') expect(await page.evaluate('document.activeElement.role'), name).toBe('menuitem')
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
  }
  await walkTo(page, '/orders/new')
  await page.getByRole('combobox', { name: 'Покупатель' }).click()
  await page.getByRole('listbox').first().waitFor()
  found.push(...(await barriersInBothThemes(page)).map((one) => `the list of a field: ${one}`))
  await page.keyboard.press('Escape')
  expect(found).toEqual([])
})

test('when a form is rejected, the focus moves to its first invalid field', async () => {
  await walkTo(page, '/orders/new')
  const name = await page.evaluate('document.activeElement.getAttribute("aria-label")')
  await page.getByRole('combobox', { name: 'Канал' }).focus()
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => page.evaluate('document.activeElement.getAttribute("aria-invalid")')).toBe('true')
  const first = page.locator('form [aria-invalid="true"]').first()
  expect(await first.evaluate((field) => field === field.ownerDocument.activeElement), String(name)).toBe(true)
})

test('each row of a list is a link, and the list’s search box is marked up as a search field', async () => {
  await walkTo(page, '/orders')
  await page.getByRole('searchbox', { name: 'Номер заказа или покупатель' }).waitFor()
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') })
    .first()
  const address = await row.getByRole('link').first().getAttribute('href')
  expect(address).toMatch(/^\/orders\/[0-9a-f-]{36}$/)
  await row.getByRole('link').first().click()
  await expect.poll(() => new URL(page.url()).pathname).toBe(address)
})

test('no text of the app is cut off with larger text spacing', async () => {
  await walkTo(page, '/overview')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.evaluate(
    `document.styleSheets[0].insertRule('* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }')`,
  )
  const cut = await page.evaluate<string[]>(`[...document.querySelectorAll('nav a span, nav button span')]
    .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)`)
  expect(cut).toEqual([])
  await page.evaluate('document.styleSheets[0].deleteRule(0)')
  await walkTo(page, '/orders/new')
  await page.setViewportSize({ width: 740, height: 360 })
  await page.getByRole('navigation', { name: 'Разделы' }).waitFor({ state: 'hidden' })
  const form = page.getByRole('region', { name: 'Новый заказ' })
  expect((await form.boundingBox())!.height).toBeGreaterThan(350)
  expect(await lostAt(page, { width: 740, height: 360 })).toEqual([])
  await page.setViewportSize(DESK)
})

test('in forced-colours mode selected items still look different', async () => {
  await walkTo(page, '/orders')
  await page.emulateMedia({ forcedColors: 'active' })
  const backgroundOf = (name: string) =>
    page.evaluate<string>(
      `getComputedStyle([...document.querySelectorAll('.mantine-SegmentedControl-label')].find((one) => one.textContent === '${name}')).backgroundColor`,
    )
  const [table, board] = [await backgroundOf('Таблица'), await backgroundOf('Доска')]
  await page.emulateMedia({ forcedColors: 'none' })
  expect(table).not.toBe(board)
})
