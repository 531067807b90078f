/**
 * Tests changing an open order in the app: unchanged lines keep their price, only differences are sent, and shortages
 * are shown at their line.
 */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { actAs, barriersInBothThemes, useApp } from '../support/app/app.ts'
import type { Browser } from '../support/node/browser.ts'
import { addMember, newOwner } from '../support/scene/team.ts'
import { made, stockedShop } from '../support/scene/web-shop.ts'

const app = useApp()

const plain = (text: string | null) => (text ?? '').replace(/\s/g, ' ')
const quantityOf = (page: Page, name: string) => page.getByRole('textbox', { name: `Количество: ${name}` })
const save = (page: Page) => page.getByRole('button', { name: 'Сохранить' })

/** Places an order for three kettles whose price has since changed. */
async function shopWithOrder(owner: Browser) {
  const shop = await stockedShop(owner)
  const body = { customer: 'Иван Петров', warehouseId: shop.warehouseId, channel: 'Сайт' }
  const order = await made(owner, 'orders', {
    ...body,
    note: 'Позвонить',
    orderedAt: '2026-03-01',
    items: [{ productId: shop.kettleId, quantity: 3 }],
  })
  const raised = await owner.send('PATCH', `/api/v1/products/${shop.kettleId}`, {
    name: 'Чайник эмалированный',
    price: 1900,
  })
  expect(raised.status).toBe(200)
  return { ...shop, order }
}

test('an order line that stays in a changed order keeps its price, and only changed fields are sent', async () => {
  const owner = await newOwner(app.sessionUrl)
  const shop = await shopWithOrder(owner)
  const visitor = await app.visitor()
  await actAs(visitor, await addMember(app, owner, 'manager'))
  const { page } = visitor
  const sent: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') sent.push(request.postDataJSON())
  })
  await page.goto(`/orders/${shop.order.id}`)
  await page.getByRole('button', { name: 'Изменить' }).click()
  const kettles = quantityOf(page, 'Чайник эмалированный')
  await kettles.waitFor()
  await expect.poll(async () => plain(await page.getByText('Сумма: ').textContent())).toBe('Сумма: 4 500,00 ₽')
  // Twelve kettles are available, including the three that this order reserves.
  await kettles.fill('13')
  await page.getByText('Доступно 12, в заказе 13').waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await save(page).click()
  await page.getByText('Доступно 12, нужно 13: «Чайник эмалированный», склад «Основной».').waitFor()
  await kettles.fill('4')
  await page.getByRole('combobox', { name: 'Артикул, штрихкод или название' }).fill('C-1')
  await page.keyboard.press('Enter')
  await quantityOf(page, 'Чашка фарфоровая').waitFor()
  await page.getByRole('textbox', { name: 'Комментарий' }).fill('')
  await expect.poll(async () => plain(await page.getByText('Сумма: ').textContent())).toBe('Сумма: 6 250,00 ₽')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Чашка фарфоровая').waitFor()
  await page.getByRole('button', { name: 'Изменить' }).waitFor()
  expect(sent.at(-1)).toEqual({
    note: null,
    items: [
      { id: 1, productId: shop.kettleId, quantity: 4 },
      { id: null, productId: shop.cupId, quantity: 1 },
    ],
  })
  const { json } = await owner.get(`/api/v1/orders/${shop.order.id}`)
  expect([json.total, json.note, json.orderedAt]).toEqual([6250, null, '2026-03-01T00:00:00.000Z'])

  // Remove a line and add it again. It counts as the same line, so nothing needs to be sent.
  const before = sent.length
  await page.getByRole('button', { name: 'Изменить' }).click()
  await page.getByRole('button', { name: 'Убрать Чашка фарфоровая' }).click()
  await page.getByRole('combobox', { name: 'Артикул, штрихкод или название' }).fill('C-1')
  await page.keyboard.press('Enter')
  await quantityOf(page, 'Чашка фарфоровая').waitFor()
  await save(page).click()
  await page.getByRole('button', { name: 'Изменить' }).waitFor()
  expect(sent).toHaveLength(before)
})

test('the products of all lines of an order are fetched in one request', async () => {
  const owner = await newOwner(app.sessionUrl)
  const { warehouseId, kettleId, cupId } = await stockedShop(owner)
  const body = { customer: 'Иван Петров', warehouseId, channel: 'Сайт' }
  const items = [kettleId, cupId].map((productId) => ({ productId, quantity: 1 }))
  const order = await made(owner, 'orders', { ...body, items })
  const visitor = await app.visitor()
  await actAs(visitor, owner)
  const asked: string[] = []
  visitor.page.on('request', (request) => {
    if (/\/api\/v1\/products[/?]/.test(request.url())) asked.push(request.url())
  })
  await visitor.page.goto(`/orders/${order.id}`)
  await visitor.page.getByText('40 шт · 1 в резерве · 39 доступно').waitFor()
  expect(asked.map((url) => new URL(url).searchParams.getAll('id').toSorted())).toEqual([[kettleId, cupId].toSorted()])
})

test('users who may not change an order get no edit button', async () => {
  const owner = await newOwner(app.sessionUrl)
  const shop = await shopWithOrder(owner)
  const visitor = await app.visitor()
  await actAs(visitor, await addMember(app, owner, 'storekeeper'))
  await visitor.page.goto(`/orders/${shop.order.id}`)
  await visitor.page.getByRole('button', { name: 'Отгрузить' }).waitFor()
  expect(await visitor.page.getByRole('button', { name: 'Изменить' }).count()).toBe(0)

  const other = await app.visitor()
  await actAs(other, owner)
  await owner.send('PATCH', `/api/v1/orders/${shop.order.id}/status`, { status: 'cancelled' })
  await other.page.goto(`/orders/${shop.order.id}/edit`)
  await other.page.waitForURL(`**/orders/${shop.order.id}`)
  await other.page.getByRole('tab', { name: 'Состав' }).waitFor()
  expect(await other.page.getByRole('button', { name: 'Изменить' }).count()).toBe(0)
})

test('the changes of two users to different fields of one order are merged', async () => {
  const owner = await newOwner(app.sessionUrl)
  const { order, cupId, kettleId } = await shopWithOrder(owner)
  const [mine, theirs] = [await app.visitor(), await app.visitor()]
  await actAs(mine, owner)
  await actAs(theirs, await addMember(app, owner, 'manager'))
  const kettles = quantityOf(mine.page, 'Чайник эмалированный')
  const theirKettles = quantityOf(theirs.page, 'Чайник эмалированный')
  for (const { page } of [mine, theirs]) {
    await page.goto(`/orders/${order.id}/edit`)
    await quantityOf(page, 'Чайник эмалированный').waitFor()
  }
  await theirKettles.fill('5')
  await save(theirs.page).click()
  await theirs.page.getByRole('button', { name: 'Изменить' }).waitFor()
  // Nothing was typed into this field, so it shows the other user's value.
  await expect.poll(() => kettles.inputValue()).toBe('5')

  await mine.page.getByRole('textbox', { name: 'Комментарий' }).fill('До обеда')
  await owner.send('PATCH', `/api/v1/orders/${order.id}`, { deliveryAddress: 'Тверь' })
  await mine.page.getByText('Сохранится и то и другое').waitFor()
  await kettles.fill('6')
  await owner.send('PATCH', `/api/v1/orders/${order.id}`, {
    items: [...[kettleId, cupId].map((productId) => ({ productId, quantity: 5 }))],
  })
  const clash = mine.page.getByRole('alert').filter({ hasText: 'кто-то ещё изменил то же самое' })
  await clash.waitFor()
  expect(await clash.getByRole('row').filter({ hasText: 'Позиции' }).getByRole('cell').allInnerTexts()).toEqual([
    'Чайник эмалированный × 5\nЧашка фарфоровая × 5',
    'Чайник эмалированный × 6',
  ])
  expect(await barriersInBothThemes(mine.page)).toEqual([])
  await save(mine.page).click()
  const now = async () => (await owner.get(`/api/v1/orders/${order.id}`)).json
  const goods = async () => (await now()).items.map((one: { quantity: number }) => one.quantity)
  // The form must not be sent; instead the focus must move to the conflict that is still open.
  expect(await mine.page.evaluate('document.activeElement.textContent')).toBe('Начать с того, что есть сейчас')
  expect(await goods()).toEqual([5, 5])
  await clash.getByRole('button', { name: 'Оставить моё' }).click()
  await clash.waitFor({ state: 'detached' })
  await save(mine.page).click()
  await mine.page.getByRole('button', { name: 'Изменить' }).waitFor()
  expect(await goods()).toEqual([6])
  expect(await now()).toMatchObject({ note: 'До обеда', deliveryAddress: 'Тверь' })

  // Create another conflict, and discard the typed value this time.
  await mine.page.getByRole('button', { name: 'Изменить' }).click()
  await kettles.fill('7')
  await owner.send('PATCH', `/api/v1/orders/${order.id}`, { items: [{ productId: kettleId, quantity: 2 }] })
  await clash.getByRole('button', { name: 'Начать с того, что есть сейчас' }).click()
  await expect.poll(() => kettles.inputValue()).toBe('2')
})

test('an order that another user has just shipped is shown as shipped and cannot be changed', async () => {
  const owner = await newOwner(app.sessionUrl)
  const { order, kettleId } = await shopWithOrder(owner)
  const [manager, keeper] = [await app.visitor(), await app.visitor()]
  await actAs(manager, owner)
  await actAs(keeper, await addMember(app, owner, 'storekeeper'))
  await manager.page.goto(`/orders/${order.id}/edit`)
  await quantityOf(manager.page, 'Чайник эмалированный').fill('4')
  await keeper.page.goto(`/orders/${order.id}`)
  await keeper.page.getByRole('button', { name: 'Отгрузить' }).click()
  const dialog = keeper.page.getByRole('dialog')
  await dialog.getByText('Отгрузить 1 позицию').waitFor()
  // In the meantime let a colleague ship the order.
  const colleague = await addMember(app, owner, 'storekeeper')
  const shipped = await colleague.send('PATCH', `/api/v1/orders/${order.id}/status`, { status: 'shipped' })
  expect(shipped.status).toBe(200)
  await manager.page.getByText('Пока вы меняли заказ, его отгрузили. Изменить его уже нельзя.').waitFor()
  expect(await barriersInBothThemes(manager.page)).toEqual([])
  await save(manager.page).click()
  await manager.page.getByText(`Заказ ${order.number} уже отгружен, изменить его нельзя.`).waitFor()
  expect(await quantityOf(manager.page, 'Чайник эмалированный').inputValue()).toBe('4')
  await dialog.getByRole('button', { name: 'Отгрузить' }).click()
  await dialog.getByText(`Заказ ${order.number} уже отгружен`).waitFor()
  const { items } = (await owner.get(`/api/v1/movements?productId=${kettleId}&type=shipment`)).json
  expect(items.map((one: { quantity: number }) => one.quantity)).toEqual([3])
})

test('the records that prevent a product’s deletion are named and linked', async () => {
  const owner = await newOwner(app.sessionUrl)
  const shop = await shopWithOrder(owner)
  const visitor = await app.visitor()
  await actAs(visitor, owner)
  const { page } = visitor
  await page.goto(`/products/${shop.kettleId}`)
  await page.getByRole('button', { name: 'Действия' }).last().click()
  await page.getByRole('menuitem', { name: 'Удалить' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Удалить' }).click()
  const order = dialog.getByRole('link', { name: `заказ ${shop.order.number}` })
  await order.waitFor()
  expect(await dialog.getByRole('link', { name: /^партия от \d\d\.\d\d\.\d{4}$/ }).count()).toBeGreaterThan(0)
  expect(await dialog.innerText()).not.toMatch(/[a-z]{3}/)
  expect(await barriersInBothThemes(page)).toEqual([])
  await order.click()
  await page.getByRole('heading', { name: `Заказ ${shop.order.number}` }).waitFor()
})

const history = (page: Page) => page.getByRole('tabpanel').getByRole('list').first().getByRole('listitem')

test('the history of an order is complete even if the log returns it in partly filled pages', async () => {
  const owner = await newOwner(app.sessionUrl)
  const { order } = await shopWithOrder(owner)
  for (const note of ['Позвонить утром', 'Позвонить вечером'])
    expect((await owner.send('PATCH', `/api/v1/orders/${order.id}`, { note })).status).toBe(200)
  const visitor = await app.visitor()
  await actAs(visitor, owner)
  const { page } = visitor
  // Simulate thousands of other changes in between: each page of the audit log contains few entries, and more pages
  // follow.
  await page.route(/\/api\/v1\/audit\?/, (route) => {
    const url = new URL(route.request().url())
    url.searchParams.set('limit', '1')
    return route.continue({ url: url.href })
  })
  await page.goto(`/orders/${order.id}?tab=history`)
  await expect.poll(() => history(page).count(), { timeout: 20_000 }).toBe(3)
})

test('a long history of an order shows the newest entries first and the rest on request', async () => {
  const owner = await newOwner(app.sessionUrl)
  const { id } = await made(owner, 'products', { name: 'Чайник' })
  for (let price = 1; price <= 60; price++)
    expect((await owner.send('PATCH', `/api/v1/products/${id}`, { name: 'Чайник', price })).status).toBe(200)
  const visitor = await app.visitor()
  await actAs(visitor, owner)
  const { page } = visitor
  await page.goto(`/products/${id}?tab=history`)
  await expect.poll(() => history(page).count(), { timeout: 20_000 }).toBe(50)
  await page.getByRole('button', { name: 'Показать более ранние' }).click()
  await expect.poll(() => history(page).count()).toBe(61)
  expect(await page.getByRole('button', { name: 'Показать более ранние' }).count()).toBe(0)
})

test('if a bundle cannot be made, the missing component is named', async () => {
  const owner = await newOwner(app.sessionUrl)
  const shop = await stockedShop(owner)
  const components = [
    { productId: shop.cupId, quantity: 1 },
    { productId: shop.kettleId, quantity: 5 },
  ]
  const set = await made(owner, 'products', { name: 'Набор', kind: 'bundle', price: 9000, components })
  const visitor = await app.visitor()
  await actAs(visitor, owner)
  const { page } = visitor
  await page.goto(`/orders/new?product=${set.id}`)
  await quantityOf(page, 'Набор').fill('3')
  await page.getByText('Не хватает «Чайник эмалированный»: доступно 12, в заказе 15').waitFor()
})
