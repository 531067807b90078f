/**
 * Tests orders in the app: they are entered with the keyboard alone, placed exactly once whatever the connection does,
 * and their effects are shown before the action.
 */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { actAs, signedInVisitor, type TestApp, useApp } from '../support/app/app.ts'
import { intercept, loseAnswers } from '../support/app/interception.ts'
import { type Browser, signedUp } from '../support/node/browser.ts'
import { addMember, newOwner } from '../support/scene/team.ts'
import { made, stockedShop, type WebShop } from '../support/scene/web-shop.ts'

const app = useApp()

const entry = (page: Page) => page.getByRole('combobox', { name: 'Артикул, штрихкод или название' })
const place = (page: Page) => page.getByRole('button', { name: 'Оформить заказ' })
const plain = (text: string | null) => (text ?? '').replace(/\s/g, ' ')

interface Seller {
  readonly page: Page
  readonly owner: Browser
  readonly shop: WebShop
}

async function seller(of: TestApp): Promise<Seller> {
  const owner = await signedUp(of.sessionUrl)
  const shop = await stockedShop(owner)
  const visitor = await of.visitor()
  await actAs(visitor, owner)
  return { page: visitor.page, owner, shop }
}

async function ordersOf(owner: Browser) {
  return (await owner.get('/api/v1/orders')).json.items
}

async function stockOf(owner: Browser, productId: string) {
  const { onHand, reserved, available } = (await owner.get(`/api/v1/stock?productId=${productId}`)).json.items[0]
  return { onHand, reserved, available }
}

/** Fills in the order form, up to its first line, with the keyboard alone. */
async function typeOrder(page: Page): Promise<void> {
  await page.goto('/orders')
  await page.getByRole('heading', { name: 'Заказы', level: 1 }).waitFor()
  await page.keyboard.press('c')
  const customer = page.getByRole('combobox', { name: 'Покупатель' }).last()
  await customer.waitFor()
  await expect.poll(() => customer.evaluate((field) => field.matches(':focus'))).toBe(true)
  await page.keyboard.type('Иван')
  await page.getByRole('option', { name: 'Иван Петров' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByText('У покупателя тип цены «Опт».').waitFor()
  await entry(page).focus()
  await page.keyboard.type('K-1')
  await page.keyboard.press('Enter')
  const kettles = page.getByRole('textbox', { name: 'Количество: Чайник эмалированный' })
  await kettles.waitFor()
  await page.keyboard.type('3')
  await page.keyboard.press('Enter')
  await expect.poll(() => entry(page).evaluate((field) => field.matches(':focus'))).toBe(true)
}

test('an order can be placed, picked and shipped with the keyboard alone', async () => {
  const { page, owner, shop } = await seller(app)
  await typeOrder(page)
  // Type the next code into the quantity field at once, because a scanner does not wait.
  await page.keyboard.type('4600000000024')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Количество: Чашка фарфоровая' }).waitFor()
  await page.getByText('40 шт · 0 в резерве · 40 доступно').waitFor()
  await page.keyboard.type('4600000000024')
  await page.keyboard.press('Enter')
  expect(await page.getByRole('textbox', { name: 'Количество: Чашка фарфоровая' }).inputValue()).toBe('2')
  expect(plain(await page.getByText('Сумма: ').textContent())).toBe('Сумма: 5 000,00 ₽')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('heading', { name: /^Заказ / }).waitFor()
  const [order] = await ordersOf(owner)
  expect([order.total, order.priceTypeId, order.items.length]).toEqual([5000, null, 2])
  expect(await stockOf(owner, shop.kettleId)).toEqual({ onHand: 12, reserved: 3, available: 9 })
  await page.getByText('12 шт · 3 в резерве · 9 доступно').waitFor()

  await page.getByRole('button', { name: 'В сборку' }).click()
  await page.getByRole('button', { name: 'В сборку' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Отгрузить' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('себестоимость').waitFor()
  // Two of the three kettles cost 700 each and one costs 800; each of the two cups costs 93.70.
  expect(plain(await dialog.textContent())).toContain('Отгрузить 2 позиции, себестоимость 2 387,40 ₽.')
  await dialog.getByRole('button', { name: 'Отгрузить' }).dblclick()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('tab', { name: 'Партии' }).click()
  await page.getByText('Отгружено из партий').waitFor()
  expect((await ordersOf(owner))[0].cost).toBe(2387.4)
  expect(await stockOf(owner, shop.kettleId)).toEqual({ onHand: 9, reserved: 0, available: 9 })
  expect(await stockOf(owner, shop.cupId)).toEqual({ onHand: 38, reserved: 0, available: 38 })
})

test('despite a reload, a lost response and a double click only one order is placed', async () => {
  const { page, owner } = await seller(app)
  const keys: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/v1/orders'))
      keys.push(request.headers()['idempotency-key']!)
  })
  await typeOrder(page)
  await page.reload()
  await page.getByText('Восстановлено то, что вы не успели сохранить').waitFor()
  expect(await page.getByRole('textbox', { name: 'Количество: Чайник эмалированный' }).inputValue()).toBe('3')
  const answers = await loseAnswers(page, { url: '**/api/v1/orders', method: 'POST' })
  await place(page).dblclick()
  await expect.poll(answers.count).toBeGreaterThan(0)
  await page.reload()
  answers.release()
  expect(await entry(page).isEnabled()).toBe(false)
  await page.getByRole('button', { name: 'Повторить' }).dblclick()
  await page.getByRole('heading', { name: /^Заказ / }).waitFor()
  expect(new Set(keys).size).toBe(1)
  expect(await ordersOf(owner)).toHaveLength(1)
})

test('order lines can be scanned offline and are looked up when the connection is back', async () => {
  const { page, owner } = await seller(app)
  await typeOrder(page)
  const connect = await intercept(page, { url: '**/api/v1/**' }, (route) => route.abort('internetdisconnected'))
  await page.keyboard.type('4600000000024')
  await page.keyboard.press('Enter')
  await page.getByText('Ищем «4600000000024»').waitFor()
  await page.keyboard.press('Enter')
  connect()
  await page.getByRole('textbox', { name: 'Количество: Чашка фарфоровая' }).waitFor()
  // The connection is lost again while the order is sent, and restored before the client gives up.
  let attempts = 0
  const connectAgain = await intercept(page, { url: '**/api/v1/orders' }, (route) => {
    attempts += 1
    return route.abort('internetdisconnected')
  })
  await place(page).click()
  await expect.poll(() => attempts).toBeGreaterThan(0)
  connectAgain()
  await page.getByRole('heading', { name: /^Заказ / }).waitFor()
  expect(await ordersOf(owner)).toHaveLength(1)
})

test('an order placed while a product cannot be looked up shows this, and is not sent later by itself', async () => {
  const { page, owner } = await seller(app)
  await typeOrder(page)
  const connect = await intercept(page, { url: '**/api/v1/**' }, (route) => route.abort('internetdisconnected'))
  await page.keyboard.type('4600000000024')
  await page.keyboard.press('Enter')
  await page.getByText('Ищем «4600000000024»').waitFor()
  await place(page).click()
  await page.getByText('Уточните отмеченные позиции').waitFor()
  connect()
  await page
    .getByRole('textbox', { name: /^Количество: / })
    .first()
    .fill('2')
  await page.getByRole('textbox', { name: 'Количество: Чашка фарфоровая' }).waitFor()
  await page.waitForTimeout(1_000)
  expect(await ordersOf(owner)).toHaveLength(0)
})

test('an order can be followed on the board, cancelled, deleted and printed', async () => {
  const { page, owner, shop } = await seller(app)
  const body = { customer: 'Иван Петров', warehouseId: shop.warehouseId, channel: 'Сайт' }
  const set = await made(owner, 'products', {
    name: 'Чайный набор',
    kind: 'bundle',
    price: 2400,
    components: [
      { productId: shop.kettleId, quantity: 1 },
      { productId: shop.cupId, quantity: 6 },
    ],
  })
  const order = await made(owner, 'orders', { ...body, items: [{ productId: set.id, quantity: 2 }] })
  await page.goto('/orders?view=board')
  await page.getByRole('region', { name: 'Новые' }).getByText('Иван Петров').click()
  await page.getByText('Чашка фарфоровая × 12').waitFor()

  await page.goto(`/print/orders/${order.id}/picking`)
  const rows = page.getByRole('row')
  await rows.filter({ hasText: 'Чашка фарфоровая' }).getByText('12 шт').waitFor()
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('button', { name: 'Напечатать' }).isVisible()).toBe(false)
  await page.emulateMedia({ media: 'screen' })

  await page.goto(`/orders/${order.id}`)
  await page.getByRole('button', { name: 'Действия' }).click()
  await page.getByRole('menuitem', { name: 'Отменить заказ' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Отменить заказ' }).click()
  await page
    .getByRole('region', { name: `Заказ ${order.number}` })
    .getByText('отменён')
    .waitFor()
  expect(await stockOf(owner, shop.cupId)).toEqual({ onHand: 40, reserved: 0, available: 40 })

  await page.goto(`/orders/new?copy=${order.id}`)
  const sets = page.getByRole('textbox', { name: 'Количество: Чайный набор' })
  await sets.fill('13')
  await page.getByText('Доступно 12, в заказе 13').waitFor()
  await place(page).click()
  await page.getByText('Доступно 12, нужно 13: «Чайник эмалированный», склад «Основной».').waitFor()
  await sets.fill('1')
  await place(page).click()
  await page.getByRole('button', { name: 'Действия' }).last().click()
  await page.getByRole('menuitem', { name: 'Удалить' }).click()
  await page.getByRole('dialog').getByText('Резерв снимется').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(async () => (await ordersOf(owner)).length).toBe(1)
})

test('a storekeeper can pick and ship orders and sees no cost', async () => {
  const owner = await newOwner(app.sessionUrl)
  const shop = await stockedShop(owner)
  const body = { customer: 'Иван Петров', warehouseId: shop.warehouseId, channel: 'Сайт' }
  const order = await made(owner, 'orders', { ...body, items: [{ productId: shop.kettleId, quantity: 3 }] })
  const visitor = await app.visitor()
  await actAs(visitor, await addMember(app, owner, 'storekeeper'))
  const { page } = visitor
  await page.goto('/orders')
  await page.getByRole('row').filter({ hasText: order.number }).click()
  await page.getByRole('tab', { name: 'Партии' }).click()
  await page.getByText('Партии к отгрузке').waitFor()
  await page.getByRole('row').filter({ hasText: 'ООО «Поставка»' }).first().waitFor()
  const seen = async () => plain(await page.locator('body').textContent())
  expect(await seen()).not.toMatch(/700|800|[Сс]ебестоимость|Цена закупки/)
  expect(await page.getByRole('button', { name: 'Создать' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Действия' }).click()
  await page.getByRole('menuitem', { name: 'Лист сборки' }).waitFor()
  expect(await page.getByRole('menuitem').allTextContents()).toEqual(['Лист сборки', 'Заказ покупателя', 'Накладная'])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Отгрузить' }).click()
  await page.getByRole('dialog').getByText('Отгрузить 1 позицию.').waitFor()
  expect(await seen()).not.toMatch(/700|800|[Сс]ебестоимость/)
  await page.getByRole('dialog').getByRole('button', { name: 'Отгрузить' }).click()
  await page.getByText('Отгружено из партий').waitFor()
  expect(await seen()).not.toMatch(/700|800|[Сс]ебестоимость/)
  expect(await stockOf(owner, shop.kettleId)).toEqual({ onHand: 9, reserved: 0, available: 9 })
})

test('an order or product address without a valid id is reported as not found', async () => {
  const { page } = await signedInVisitor(app)
  for (const address of ['/orders/nothing-there', '/products/nothing-there']) {
    await page.goto(address)
    await page.getByText('Такой страницы нет').waitFor()
  }
  await page.goto('/orders/018f0000-0000-7000-8000-000000000000')
  await page.getByRole('heading', { name: 'Заказы', level: 1 }).waitFor()
})

/** Pastes text into the focused field as if it were spreadsheet cells. */
const paste = (page: Page, text: string) =>
  page.evaluate(
    `(() => { const data = new DataTransfer(); data.setData('text/plain', ${JSON.stringify(text)});
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })) })()`,
  )

const PASTED = 500

test('five hundred lines can be pasted into an order, and unreadable lines or unknown products are marked', async () => {
  const owner = await signedUp(app.sessionUrl)
  const shop = await stockedShop(owner)
  const rows = Array.from({ length: PASTED }, (_, at) => [at % 2 === 0 ? 'K-1' : 'C-1', '0,01'])
  rows[7] = ['нет такого', '2']
  rows[9] = ['C-1', '12 по 30']
  rows[11] = ['C-1', '1\u00a0000,5']
  const visitor = await app.visitor()
  await actAs(visitor, owner)
  const { page } = visitor
  await page.goto('/orders/new')
  await entry(page).focus()
  await paste(
    page,
    [['Артикул', 'Кол-во'], ...rows, ['K-1', '1'], ['K-1', '1']].map((row) => row.join('\t')).join('\r\n'),
  )
  const preview = page.getByRole('dialog', { name: 'Строки из таблицы' })
  await preview.getByText('Не нашлось: «нет такого»').waitFor()
  await preview.getByText('Ещё 2 строки не поместились: возьмите их отдельно.').waitFor()
  await preview.getByText('500 строк · 2 с ошибками не войдут').waitFor()
  const unreadable = preview.getByRole('textbox', { name: 'Количество в строке 11' })
  expect(await unreadable.inputValue()).toBe('12 по 30')
  await unreadable.fill('1')
  await preview.getByRole('button', { name: 'Добавить 499 строк' }).click()
  await page.getByText('Добавлено 499 строк. Не вошла 1 строка таблицы: 9.').waitFor()
  await expect.poll(() => page.getByRole('textbox', { name: /^Количество: / }).count()).toBe(PASTED - 1)
  const quantities = page.getByRole('textbox', { name: 'Количество: Чашка фарфоровая' })
  const typed = await quantities.evaluateAll((fields) =>
    fields.map((one) => (one as unknown as { value: string }).value),
  )
  expect(typed.filter((one) => one !== '0,01')).toEqual(['1', '1\u00a0000,5'])
  await quantities.nth(4).fill('1')
  await page.getByRole('combobox', { name: 'Покупатель' }).last().fill('Иван')
  await page.getByRole('option', { name: 'Иван Петров' }).click()
  await page.keyboard.press('Control+Enter')
  await page.getByRole('heading', { name: /^Заказ \d/ }).waitFor()
  const [order] = (await owner.get('/api/v1/orders')).json.items
  expect(order.items).toHaveLength(PASTED - 1)
  expect(order.items[0]).toMatchObject({ productId: shop.kettleId, quantity: 0.01 })
})
