/**
 * Tests the dates and numbers of paper documents in the app: entered when goods are posted, corrected later, and shown
 * beside the posting time.
 */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { farFrom } from '../../web/data/paper-day.ts'
import { actAs, barriersInBothThemes, useApp } from '../support/app/app.ts'
import { isWide, PHONE, plain } from '../support/app/floor.ts'
import type { Browser } from '../support/node/browser.ts'
import { newOwner, type Owner } from '../support/scene/team.ts'
import { made, stockedShop, type WebShop } from '../support/scene/web-shop.ts'

const app = useApp()
const YEAR = new Date().getFullYear()
const DAY_MS = 86_400_000

const read = async (owner: Browser, path: string) => (await owner.get(`/api/v1/${path}`)).json

/** A date about a week ago, in the API's format. */
const LATELY = new Date(Date.now() - 7 * DAY_MS).toISOString().slice(0, 10)
const inRussian = (day: string) => day.split('-').reverse().join('.')
const inEnglish = (day: string) => day.split('-').reverse().join('/')

interface Desk {
  readonly page: Page
  readonly owner: Owner
  readonly shop: WebShop
}

async function desk(settings: Parameters<typeof app.visitor>[0] = {}): Promise<Desk> {
  const owner = await newOwner(app.sessionUrl)
  const shop = await stockedShop(owner)
  const visitor = await app.visitor(settings)
  await actAs(visitor, owner)
  return { page: visitor.page, owner, shop }
}

const placed = (owner: Browser, shop: WebShop) =>
  made(owner, 'orders', {
    ...{ customer: 'Иван Петров', warehouseId: shop.warehouseId, channel: 'Сайт' },
    items: [{ productId: shop.kettleId, quantity: 2, price: 1000 }],
  })

test('with the keyboard alone an order can be shipped with the date and number of its paper document, and both can be corrected later', async () => {
  const { page, owner, shop } = await desk()
  const order = await placed(owner, shop)
  await page.goto(`/orders/${order.id}`)
  await page.getByRole('button', { name: 'Отгрузить' }).press('Enter')
  const dialog = page.getByRole('dialog')
  const date = dialog.getByRole('combobox', { name: 'Дата документа' })
  expect(await date.inputValue()).toBe('')
  // Wait until the dialog has opened and moved the focus to its button.
  const ship = dialog.getByRole('button', { name: 'Отгрузить' })
  await expect.poll(() => ship.evaluate((button) => button === button.ownerDocument.activeElement)).toBe(true)
  await date.focus()
  // Type a mistyped year, which the app questions instead of refusing it. Type slowly, because fast typing counts as a
  // scan.
  await page.keyboard.type(`0103${YEAR - 2}`, { delay: 120 })
  await page.keyboard.press('Tab')
  await dialog.getByText('Это больше полугода назад. Всё верно?').waitFor()
  await date.focus()
  await page.keyboard.press('Control+A')
  await page.keyboard.type(inRussian(LATELY), { delay: 120 })
  await date.blur()
  await expect.poll(() => dialog.getByText('Всё верно?').count()).toBe(0)
  await dialog.getByRole('textbox', { name: 'Номер документа' }).focus()
  await page.keyboard.type('ТН-17')
  expect(await barriersInBothThemes(page)).toEqual([])
  await ship.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  const [shipment] = (await read(owner, `shipments?orderId=${order.id}`)).items
  expect(shipment).toMatchObject({ documentDate: LATELY, documentNumber: 'ТН-17' })

  await page.goto(`/orders/${order.id}?tab=shipments`)
  const shown = page.getByRole('region', { name: `Отгрузка ${order.number}-1` })
  await shown.getByText(`Документ № ТН-17 от ${inRussian(LATELY)} · Проведено`).waitFor()
  const before = await read(owner, 'bootstrap')
  await shown.getByRole('button', { name: 'Дата и номер документа' }).press('Enter')
  expect(await date.inputValue()).toBe(inRussian(LATELY))
  await date.fill('31.12.1999')
  await dialog.getByRole('button', { name: 'Сохранить' }).click()
  await dialog.getByText(/Укажите дату с 01\.01\.2000 по /).waitFor()
  await date.fill(`01.03.${YEAR}`)
  await dialog.getByRole('textbox', { name: 'Номер документа' }).fill('')
  expect(await barriersInBothThemes(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Сохранить' }).click()
  await dialog.waitFor({ state: 'detached' })
  await shown.getByText(`Дата документа 01.03.${YEAR} · Проведено`).waitFor()
  const after = await read(owner, 'bootstrap')
  expect([after.stock, after.lots, after.orders]).toEqual([before.stock, before.lots, before.orders])
  // Check that the delivery note shows the paper document's date.
  await page.goto(`/print/orders/${order.id}/note`)
  await page.getByRole('heading', { name: new RegExp(`01\\.03\\.${YEAR}`) }).waitFor()
})

test('a write-off can be given the date of its paper document, and the movement’s page shows that date beside the posting date', async () => {
  const { page, owner, shop } = await desk()
  await page.goto(`/stock/write-off?productId=${shop.kettleId}&at=${shop.warehouseId}`)
  await page.getByRole('textbox', { name: 'Количество' }).fill('1')
  await page.getByRole('combobox', { name: 'Причина' }).fill('Бой')
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'Дата документа' }).fill(inRussian(LATELY))
  await page.getByRole('textbox', { name: 'Номер документа' }).fill('А-3')
  await page.getByRole('button', { name: 'Списать' }).last().click()
  await page.waitForURL(/\/stock\/movements\//)
  const [movement] = (await read(owner, 'movements?type=writeoff')).items
  expect(movement).toMatchObject({ documentDate: LATELY, documentNumber: 'А-3' })
  await page.getByText('Проведено', { exact: true }).waitFor()
  const facts = plain(await page.locator('body').textContent())
  expect(facts).toMatch(new RegExp(`Дата документа${inRussian(LATELY)}`))
  await page.getByRole('button', { name: 'Дата и номер документа' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Дата документа' }).fill('')
  await dialog.getByRole('button', { name: 'Сохранить' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(async () => (await read(owner, `movements/${movement.id}`)).documentDate).toBe(undefined)
})

test('a transfer can be given the date of its paper document, and the movement’s page shows that date beside the posting date', async () => {
  const { page, owner, shop } = await desk()
  const { id: otherId } = await made(owner, 'warehouses', { name: 'Второй' })
  await page.goto(`/stock/transfer?productId=${shop.kettleId}&at=${shop.warehouseId}`)
  await page.getByRole('textbox', { name: 'Количество' }).fill('1')
  await page.getByRole('option', { name: 'Второй' }).last().waitFor({ state: 'attached' })
  await page.getByLabel('На склад').selectOption(otherId)
  await page.getByRole('combobox', { name: 'Дата документа' }).fill(inRussian(LATELY))
  await page.getByRole('textbox', { name: 'Номер документа' }).fill('П-4')
  await page.locator('footer').getByRole('button', { name: 'Переместить' }).click()
  await page.waitForURL(/\/stock\/movements\//)
  const [movement] = (await read(owner, 'movements?type=transfer')).items
  expect(movement).toMatchObject({ documentDate: LATELY, documentNumber: 'П-4', toWarehouseId: otherId })
  await page.getByText('Проведено', { exact: true }).waitFor()
  const facts = plain(await page.locator('body').textContent())
  expect(facts).toMatch(new RegExp(`Дата документа${inRussian(LATELY)}`))
})

test('a stocktake can be given a date, and the dates of posted returns and payments can be corrected from their menus', async () => {
  const { page, owner, shop } = await desk()
  const order = await placed(owner, shop)
  await made(owner, `orders/${order.id}/shipments`, {})
  const returned = await made(owner, 'customer-returns', { orderId: order.id, lines: [{ lineId: 1, quantity: 1 }] })
  await owner.send('PATCH', `/api/v1/customer-returns/${returned.id}/status`, { status: 'posted' })
  const payment = { partnerId: order.customerId, direction: 'incoming', method: 'cash', amount: 100 }
  const paid = await made(owner, 'procurement/payments', payment)
  await owner.send('PATCH', `/api/v1/procurement/payments/${paid.id}/status`, { status: 'posted' })
  const dialog = page.getByRole('dialog')
  for (const [path, label] of [
    [`/orders/returns/${returned.id}`, 'Дата документа'],
    [`/purchasing/payments/${paid.id}`, 'Дата платежа'],
  ] as const) {
    await page.goto(path)
    await page.getByRole('button', { name: 'Действия' }).click()
    await page.getByRole('menuitem', { name: 'Дата и номер документа' }).click()
    await dialog.getByRole('combobox', { name: label }).fill(inRussian(LATELY))
    await dialog.getByRole('button', { name: 'Сохранить' }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect
      .poll(async () => plain(await page.locator('body').textContent()))
      .toContain(`${label}${inRussian(LATELY)}`)
  }
  expect(await read(owner, `customer-returns/${returned.id}`)).toMatchObject({ documentDate: LATELY })
  expect(await read(owner, `procurement/payments/${paid.id}`)).toMatchObject({ paidAt: LATELY })

  await page.goto('/stock/stocktakes/new')
  await page.getByRole('combobox', { name: 'Склад' }).selectOption('Основной')
  await page.getByRole('combobox', { name: 'Дата документа' }).fill(inRussian(LATELY))
  await page.getByRole('textbox', { name: 'Номер документа' }).fill('ИНВ-1')
  await page.keyboard.press('Control+Enter')
  await expect
    .poll(async () => (await read(owner, 'stocktakes')).items[0])
    .toMatchObject({ documentDate: LATELY, documentNumber: 'ИНВ-1' })
})

test('on a telephone with the app in English, an unlikely shipment date is questioned, the corrected date is shown, and everything fits', async () => {
  const { page, owner, shop } = await desk({ ...PHONE, locale: 'en-GB' })
  const order = await placed(owner, shop)
  await page.goto(`/orders/${order.id}`)
  await page.getByRole('button', { name: 'Ship', exact: true }).click()
  const dialog = page.getByRole('dialog')
  const date = dialog.getByRole('combobox', { name: 'Document date' })
  await date.fill(`01/03/${YEAR + 1}`)
  await date.blur()
  await dialog.getByText('Is it right?').waitFor()
  await date.fill(inEnglish(LATELY))
  await date.blur()
  expect(await isWide(page)).toBe(false)
  expect(await barriersInBothThemes(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Ship', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.goto(`/orders/${order.id}?tab=shipments`)
  await page.getByText(`Document date ${inEnglish(LATELY)} · Posted`).waitFor()
  expect(await isWide(page)).toBe(false)
})

test('a date counts as far from today if it is more than half a year back or more than a month ahead', () => {
  const far = (day: string) => farFrom('2026-11-27', day)
  expect([far('2026-05-28'), far('2026-05-27'), far('2006-11-27')]).toEqual([null, 'longAgo', 'longAgo'])
  expect([far('2026-12-28'), far('2026-12-29'), far('2062-11-27')]).toEqual([null, 'farAhead', 'farAhead'])
  expect([far('2026-11-27'), far('')]).toEqual([null, null])
})
