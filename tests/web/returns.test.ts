/**
 * Tests customer returns in the app: at the desk, with and without an order, and on the warehouse floor by scanning.
 */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { actAs, barriersInBothThemes, useApp } from '../support/app/app.ts'
import { CUP, finish, isWide, KETTLE, keeperOf, PHONE, plain, said, scan } from '../support/app/floor.ts'
import type { Browser } from '../support/node/browser.ts'
import { addMember, newOwner, type Owner } from '../support/scene/team.ts'
import { made, stockedShop, type WebShop } from '../support/scene/web-shop.ts'

const app = useApp()

/** Ships an order for three kettles, for 100.00 in total, from two lots: two kettles cost 700 each and one cost 800. */
async function soldKettles(owner: Browser, shop: WebShop) {
  const order = await made(owner, 'orders', {
    ...{ customer: 'Иван Петров', warehouseId: shop.warehouseId, channel: 'Сайт', discountAmount: 50 },
    items: [{ productId: shop.kettleId, quantity: 3, price: 50 }],
  })
  await made(owner, `orders/${order.id}/shipments`, {})
  return order
}

const read = async (owner: Browser, path: string) => (await owner.get(`/api/v1/${path}`)).json

interface Desk {
  readonly page: Page
  readonly owner: Owner
  readonly shop: WebShop
}

async function desk(): Promise<Desk> {
  const owner = await newOwner(app.sessionUrl)
  const shop = await stockedShop(owner)
  const visitor = await app.visitor()
  await actAs(visitor, owner)
  return { page: visitor.page, owner, shop }
}

test('a return of two of three kettles, one damaged, is entered with the keyboard alone, and the money is refunded', async () => {
  const { page, owner, shop } = await desk()
  const order = await soldKettles(owner, shop)
  const paid = await made(owner, 'procurement/payments', {
    ...{ partnerId: order.customerId, direction: 'incoming', method: 'cash', amount: 100 },
    orders: [{ orderId: order.id, amount: 100 }],
  })
  await owner.send('PATCH', `/api/v1/procurement/payments/${paid.id}/status`, { status: 'posted' })
  await page.goto(`/orders/${order.id}`)
  await page.getByRole('button', { name: 'Возврат', exact: true }).press('Enter')
  const form = page.getByRole('region', { name: `Возврат по заказу ${order.number}` })
  await form.getByText('отгружено 3 шт, можно вернуть 3 шт').waitFor()
  const back = form.getByRole('textbox', { name: 'Вернули: Чайник эмалированный' })
  expect(await back.evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true)
  await page.keyboard.type('4')
  await page.keyboard.press('Tab')
  await form.getByText('Можно вернуть только 3 шт').waitFor()
  await page.keyboard.press('Control+Enter')
  await form.getByRole('alert').filter({ hasText: 'Проверьте отмеченные поля' }).waitFor()
  // Check that the first wrong field has the focus now.
  await expect.poll(() => back.evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true)
  await page.keyboard.type('2')
  await page.keyboard.press('Tab')
  await page.keyboard.type('1')
  // The refund is 100.00 × 2 ÷ 3 = 66.666…, rounded half up.
  await form.getByText('К возврату: 66,67 ₽').waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Треснула ручка')
  expect(await barriersInBothThemes(page)).toEqual([])
  await page.keyboard.press('Control+Enter')
  const record = page.getByRole('region', { name: 'Возврат 00001' })
  await record.getByText('проведён', { exact: true }).waitFor()
  await record.getByText('из них брак 1 шт').waitFor()
  const [posted] = (await read(owner, `customer-returns?orderId=${order.id}`)).items
  expect(posted).toMatchObject({ status: 'posted', amount: 66.67, cost: 1500, reason: 'Треснула ручка' })
  expect(posted.lines).toMatchObject([{ quantity: 2, damaged: 1, amount: 66.67 }])
  await record.getByText('Осталось вернуть').waitFor()
  expect(plain(await record.textContent())).toMatch(/Осталось вернуть66,67 ₽/)
  expect(await barriersInBothThemes(page)).toEqual([])

  await record.getByRole('button', { name: 'Вернуть деньги' }).click()
  const dialog = page.getByRole('dialog')
  expect(plain(await dialog.getByRole('textbox', { name: 'Сумма' }).inputValue())).toBe('66,67')
  await dialog.getByRole('button', { name: 'Вернуть деньги' }).click()
  await dialog.waitFor({ state: 'detached' })
  await record.getByText('Возвращено денег').waitFor()
  expect(await record.getByRole('button', { name: 'Вернуть деньги' }).count()).toBe(0)
  expect(await read(owner, `customer-returns/${posted.id}`)).toMatchObject({ refunded: 66.67 })

  await record.getByRole('tab', { name: 'Движения' }).click()
  const moves = record.getByRole('group', { name: 'Движения товара' })
  await moves.getByRole('link', { name: 'списание' }).waitFor()
  expect(plain(await moves.textContent())).toContain('возврат покупателя')
  await page.goto(`/orders/${order.id}?tab=shipments`)
  await page.getByRole('region', { name: 'Возвраты' }).getByRole('link', { name: '00001' }).waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await page.getByRole('tab', { name: 'Состав' }).click()
  await page.getByText('возвращено 2').waitFor()
})

test('a return of goods without an order is drafted, changed, posted by a storekeeper and cancelled', async () => {
  const { page, owner, shop } = await desk()
  await page.goto('/orders')
  await page.getByRole('link', { name: 'Возвраты' }).click()
  await page.getByText('Здесь будут возвраты покупателей').waitFor()
  await page.getByRole('button', { name: 'Возврат без заказа' }).click()
  const form = page.getByRole('region', { name: 'Возврат без заказа' })
  await form.getByRole('combobox', { name: 'Покупатель' }).fill('Иван')
  await page.getByRole('option', { name: 'Иван Петров' }).click()
  await form.getByRole('combobox', { name: 'Артикул, штрихкод или название' }).fill('C-1')
  await page.keyboard.press('Enter')
  await form.getByRole('textbox', { name: 'Количество: Чашка фарфоровая' }).fill('3')
  // Check that without a typed price the price of the product applies: 3 × 250.
  await form.getByText('К возврату: 750,00 ₽').waitFor()
  await form.getByRole('textbox', { name: 'Цена: Чашка фарфоровая' }).fill('33,33')
  await form.getByRole('textbox', { name: 'Цена закупки: Чашка фарфоровая' }).fill('81,5')
  await form.getByRole('textbox', { name: 'Из них брак: Чашка фарфоровая' }).fill('4')
  await form.getByRole('button', { name: 'Сохранить черновик' }).click()
  await form.getByText('Брака больше, чем вернули').waitFor()
  await form.getByRole('textbox', { name: 'Из них брак: Чашка фарфоровая' }).fill('1')
  await form.getByText('К возврату: 99,99 ₽').waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await form.getByRole('button', { name: 'Сохранить черновик' }).dblclick()
  const record = page.getByRole('region', { name: 'Возврат 00001' })
  await record.getByText('черновик', { exact: true }).waitFor()
  const drafts = (await read(owner, 'customer-returns')).items
  expect(drafts).toMatchObject([{ status: 'draft', amount: 99.99, orderId: null, customerId: shop.customerId }])
  expect(drafts[0].lines).toMatchObject([{ unitCost: 81.5 }])
  const [{ id }] = drafts
  // Set an amount of 100.00 for three pieces, which no price per piece gives. The amount must stay the same if the user
  // changes only the reason.
  const odd = { lines: [{ productId: shop.cupId, quantity: 3, damaged: 1, amount: 100 }] }
  expect((await owner.send('PATCH', `/api/v1/customer-returns/${id}`, odd)).status).toBe(200)
  await record.getByText('100,00 ₽').first().waitFor()
  await record.getByRole('button', { name: 'Изменить' }).click()
  const edit = page.getByRole('textbox', { name: 'Причина' })
  await edit.fill('Не подошёл цвет')
  await page.getByText('К возврату: 100,00 ₽').waitFor()
  await page.getByRole('button', { name: 'Сохранить черновик' }).click()
  await record.getByText('Не подошёл цвет').waitFor()
  expect(await read(owner, `customer-returns/${id}`)).toMatchObject({ amount: 100, status: 'draft' })

  const other = await app.visitor()
  await actAs(other, await addMember(app, owner, 'storekeeper'))
  await other.page.goto(`/orders/returns/${id}`)
  await other.page.getByRole('button', { name: 'Провести' }).click()
  const dialog = other.page.getByRole('dialog')
  await dialog.getByText('На склад «Основной» вернётся 1 позиция. К возврату покупателю: 100,00 ₽.').waitFor()
  await dialog.getByText('Брак сразу спишется.').waitFor()
  await dialog.getByRole('button', { name: 'Провести' }).click()
  await other.page.getByText('проведён', { exact: true }).first().waitFor()
  expect(plain(await other.page.locator('body').textContent())).not.toMatch(/[Сс]ебестоимость/)
  expect(await other.page.getByRole('button', { name: 'Действия' }).count()).toBe(0)

  await record.getByText('проведён', { exact: true }).waitFor()
  await record.getByRole('button', { name: 'Действия' }).click()
  await page.getByRole('menuitem', { name: 'Отменить возврат' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Отменить возврат' }).click()
  await record.getByText('отменён', { exact: true }).waitFor()
  expect(await read(owner, `customer-returns/${id}`)).toMatchObject({ status: 'cancelled' })
})

test('a return that cannot be posted stays a draft, and a message about it is shown', async () => {
  const { page, owner, shop } = await desk()
  const vase = await made(owner, 'products', { name: 'Ваза', sku: 'V-1', price: 900 })
  await page.goto('/orders/returns/new')
  const form = page.getByRole('region', { name: 'Возврат без заказа' })
  await form.getByRole('combobox', { name: 'Покупатель' }).fill('Иван')
  await page.getByRole('option', { name: 'Иван Петров' }).click()
  await form.getByRole('combobox', { name: 'Артикул, штрихкод или название' }).fill('V-1')
  await page.keyboard.press('Enter')
  await page.getByText('К возврату: 900,00 ₽').waitFor()
  // Post the return, which must fail because the vase has no known cost.
  await page.getByRole('button', { name: 'Провести возврат' }).click()
  await page.getByText('сохранён черновиком, но не проведён').waitFor()
  await page.getByRole('region', { name: 'Возврат 00001' }).getByText('черновик', { exact: true }).waitFor()
  const { items } = await read(owner, 'customer-returns')
  expect(items).toMatchObject([{ status: 'draft', warehouseId: shop.warehouseId, lines: [{ productId: vase.id }] }])
})

test('on the warehouse floor a manager scans goods returned from an order, even offline, and undoes the return', async () => {
  const { page, context, owner, shop } = await keeperOf(app)
  const order = await soldKettles(owner, shop)
  await page.goto('/floor')
  await page.getByRole('link', { name: 'Возврат' }).click()
  await page.getByRole('list', { name: 'Отгруженные заказы' }).getByText(`Заказ ${order.number}`).waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  expect(await isWide(page)).toBe(false)
  await scan(page, '77777')
  await said(page).filter({ hasText: 'Заказа или возврата с номером 77777 нет' }).waitFor()
  await scan(page, order.number)
  await page.getByText('0 из 3 шт').waitFor()
  await scan(page, CUP)
  await said(page).filter({ hasText: 'Нет в этом заказе' }).waitFor()
  await scan(page, KETTLE, KETTLE)
  await said(page).filter({ hasText: 'Чайник эмалированный: 2 из 3 шт' }).waitFor()
  await page
    .getByRole('list', { name: 'Отсканировано' })
    .getByRole('button', { name: /Чайник/ })
    .click()
  const damaged = page.getByRole('textbox', { name: 'Из них брак: Чайник эмалированный' })
  await damaged.fill('3')
  await damaged.press('Enter')
  await page.locator('footer').getByRole('button', { name: 'Принять возврат' }).click()
  await said(page).filter({ hasText: 'брака больше, чем вернули' }).waitFor()
  await damaged.fill('1')
  await damaged.press('Enter')
  expect(await barriersInBothThemes(page)).toEqual([])
  expect(await isWide(page)).toBe(false)
  await context.setOffline(true)
  await page.getByText('Нет связи. Продолжайте').waitFor()
  const told = await finish(page, 'Принять возврат')
  expect(told).toContain(`Заказ ${order.number}: 1 позиция придёт на склад «Основной». Брак сразу спишется.`)
  await page.getByRole('link', { name: 'В очереди: 1' }).waitFor()
  await context.setOffline(false)
  await said(page).filter({ hasText: 'Всё отправлено' }).waitFor()
  const [posted] = (await read(owner, `customer-returns?orderId=${order.id}`)).items
  expect(posted).toMatchObject({ status: 'posted', amount: 66.67, lines: [{ quantity: 2, damaged: 1 }] })

  await page.getByRole('link', { name: 'Возврат' }).click()
  await page.getByRole('button', { name: `Отменить: Возврат ${posted.number}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Отменить' }).click()
  await said(page)
    .filter({ hasText: `Возврат ${posted.number} отменён` })
    .waitFor()
  expect(await read(owner, `customer-returns/${posted.id}`)).toMatchObject({ status: 'cancelled' })
})

test('a return that can be drafted on the warehouse floor but not posted leaves no draft, however often it is sent', async () => {
  const { page, owner, shop } = await keeperOf(app)
  const set = await made(owner, 'products', {
    ...{ name: 'Набор', kind: 'bundle', price: 100 },
    components: [{ productId: shop.cupId, quantity: 0.5 }],
  })
  const order = await made(owner, 'orders', {
    ...{ customer: 'Иван Петров', warehouseId: shop.warehouseId, channel: 'Сайт' },
    items: [{ productId: set.id, quantity: 1 }],
  })
  await made(owner, `orders/${order.id}/shipments`, {})
  await page.goto('/floor/return')
  await page.getByText(`Заказ ${order.number}`).click()
  await page.getByRole('list', { name: 'Отсканировано' }).getByRole('button', { name: /Набор/ }).click()
  // Return 0.001 of the set, which would return half of a thousandth of a cup and so must be refused.
  const back = page.getByRole('textbox', { name: 'Вернули: Набор' })
  await back.fill('0,001')
  await back.press('Enter')
  await finish(page, 'Принять возврат')
  await said(page).filter({ hasText: 'Не прошло' }).waitFor()
  await page.getByRole('link', { name: 'Не прошло: 1' }).click()
  await page.getByText(`Заказ ${order.number}: возврат`).first().waitFor()
  await page.getByRole('button', { name: 'Повторить' }).click()
  await said(page).filter({ hasText: 'Не прошло' }).waitFor()
  // While the return is sent again, a draft exists for a moment, and the first message may still be shown.
  await expect.poll(async () => (await read(owner, 'customer-returns')).items).toEqual([])
  await page.getByRole('button', { name: 'Не отправлять' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Не отправлять' }).click()
  await page.getByText('Всё отправлено').first().waitFor()
})

test('a storekeeper takes back an order’s goods by scanning them, and checks a draft return in the same way', async () => {
  const owner = await newOwner(app.sessionUrl)
  const shop = await stockedShop(owner)
  const [order, other] = [await soldKettles(owner, shop), await soldKettles(owner, shop)]
  const lines = [{ lineId: 1, quantity: 2, damaged: 1 }]
  const draft = await made(owner, 'customer-returns', { orderId: order.id, lines })
  const visitor = await app.visitor(PHONE)
  const { page } = visitor
  await actAs(visitor, await addMember(app, owner, 'storekeeper'))
  await page.goto('/floor/return')
  await page.getByRole('list', { name: 'Ждут приёмки' }).getByText(`Возврат ${draft.number}`).waitFor()
  await scan(page, other.number)
  await page.getByText('0 из 3 шт').waitFor()
  await scan(page, KETTLE)
  await said(page).filter({ hasText: 'Чайник эмалированный: 1 из 3 шт' }).waitFor()
  await finish(page, 'Принять возврат')
  await said(page).filter({ hasText: 'Всё отправлено' }).waitFor()
  const { items } = await read(owner, `customer-returns?orderId=${other.id}`)
  expect(items).toMatchObject([{ status: 'posted', lines: [{ quantity: 1 }] }])
  await page.goto('/floor/return')
  await page.getByRole('list', { name: 'Отгруженные заказы' }).waitFor()
  await scan(page, order.number)
  await page.getByText('брак 1 шт').waitFor()
  const post = page.locator('footer').getByRole('button')
  expect(await post.textContent()).toBe('Не отсканирована 1 позиция')
  await scan(page, KETTLE, KETTLE)
  await said(page).filter({ hasText: 'Всё на месте' }).waitFor()
  await scan(page, KETTLE)
  await said(page).filter({ hasText: 'вернуть можно только 2 шт' }).waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await finish(page, 'Принять возврат')
  await expect.poll(async () => (await read(owner, `customer-returns/${draft.id}`)).status).toBe('posted')
})

test('on a telephone a manager drafts a return without an order from the floor, and a storekeeper takes the goods by scanning them', async () => {
  const owner = await newOwner(app.sessionUrl)
  await stockedShop(owner)
  const [visitor, other] = [await app.visitor(PHONE), await app.visitor(PHONE)]
  await actAs(visitor, await addMember(app, owner, 'manager'))
  await actAs(other, await addMember(app, owner, 'storekeeper'))
  await other.page.goto('/floor/return')
  await other.page.getByText('Возврат без заказа оформляет менеджер').waitFor()
  expect(await other.page.getByRole('link', { name: 'Возврат без заказа' }).count()).toBe(0)
  const { page } = visitor
  await page.goto('/floor/return')
  await page.getByRole('link', { name: 'Возврат без заказа' }).click()
  const form = page.getByRole('region', { name: 'Возврат без заказа' })
  await form.getByRole('combobox', { name: 'Покупатель' }).fill('Иван')
  await page.getByRole('option', { name: 'Иван Петров' }).click()
  await form.getByRole('combobox', { name: 'Артикул, штрихкод или название' }).fill('C-1')
  await page.keyboard.press('Enter')
  await form.getByRole('textbox', { name: 'Количество: Чашка фарфоровая' }).fill('2')
  await form.getByText('К возврату: 500,00 ₽').waitFor()
  expect(await isWide(page)).toBe(false)
  await form.getByRole('button', { name: 'Сохранить черновик' }).click()
  await page.getByRole('region', { name: 'Возврат 00001' }).getByText('черновик', { exact: true }).waitFor()
  await other.page.getByRole('list', { name: 'Ждут приёмки' }).getByText('Возврат 00001').click()
  await other.page.getByText('0 из 2 шт').waitFor()
  await scan(other.page, CUP, CUP)
  await said(other.page).filter({ hasText: 'Всё на месте' }).waitFor()
  await finish(other.page, 'Принять возврат')
  await expect.poll(async () => (await read(owner, 'customer-returns')).items[0].status).toBe('posted')
  expect((await read(owner, 'stock?q=C-1')).items[0].onHand).toBe(42)
})
