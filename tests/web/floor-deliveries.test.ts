/**
 * Tests deliveries on the warehouse floor: expected goods, goods received by scanning, taking over orders, and goods
 * missing from the shelf.
 */
import { expect, test } from 'vitest'
import { actAs, barriersInBothThemes, useApp } from '../support/app/app.ts'
import type { VisitorSettings } from '../support/app/chromium.ts'
import { button, CUP, finish, isWide, KETTLE, keeperOf, movements, plain, said, scan } from '../support/app/floor.ts'
import type { Browser } from '../support/node/browser.ts'
import type { Json } from '../support/node/client.ts'
import { blackPng } from '../support/papers/pictures.ts'
import { addMember } from '../support/scene/team.ts'
import { made, type WebShop } from '../support/scene/web-shop.ts'

const app = useApp()
const PHONE: VisitorSettings = { width: 375, height: 740, isPhone: true }

/** Opens a shop, with a storekeeper who uses a telephone. */
async function storekeeper() {
  const { owner, shop, ...first } = await keeperOf(app, PHONE)
  const { user, company } = await owner.session()
  const member = await addMember(app, Object.assign(owner, { userId: user.id, companyId: company.id }), 'storekeeper')
  const visitor = await app.visitor(PHONE)
  await actAs(visitor, member)
  return { ...visitor, owner, shop, member, first }
}

/** Posts a purchase order for 5 kettles at 650.00 and 12 cups at 80.00. */
async function ordered(owner: Browser, shop: WebShop): Promise<Json> {
  const supplierId = (await owner.get('/api/v1/partners?q=Поставка')).json.items[0].id
  const { id } = await made(owner, 'procurement/documents', {
    ...{ kind: 'purchase_order', supplierId, warehouseId: shop.warehouseId, reference: 'З-15' },
    lines: [
      { productId: shop.kettleId, quantity: 5, unitCost: 650 },
      { productId: shop.cupId, quantity: 12, unitCost: 80 },
    ],
  })
  const reply = await owner.send('PATCH', `/api/v1/procurement/documents/${id}/status`, { status: 'posted' })
  return reply.json.result
}

const receipts = async (owner: Browser): Promise<Json[]> =>
  (await owner.get('/api/v1/procurement/documents?kind=receipt&limit=50')).json.items

test('a storekeeper receives a purchase order by scanning, with missing, extra and damaged goods, without seeing prices', async () => {
  const { page, owner, shop } = await storekeeper()
  const order = await ordered(owner, shop)
  const spoon = await made(owner, 'products', { name: 'Ложка', cost: 15, barcodes: ['4600000000062'], uom: 'шт' })
  await page.goto('/floor')
  await page.getByRole('link', { name: 'Принять' }).click()
  const expected = page.getByRole('list', { name: 'Ожидается' }).getByRole('button')
  await expected.filter({ hasText: `Заказ поставщику ${order.number}` }).waitFor()
  expect(plain(await expected.textContent())).toContain('ООО «Поставка»2 позиции')
  expect(await barriersInBothThemes(page)).toEqual([])
  expect(await isWide(page)).toBe(false)
  await expected.click()
  await page.getByText('0 из 5 шт').waitFor()
  await scan(page, KETTLE, KETTLE, KETTLE, KETTLE, KETTLE, KETTLE)
  await said(page).filter({ hasText: 'Чайник эмалированный: лишнее, 1 шт сверх заказа' }).waitFor()
  await scan(page, '4600000000062')
  await said(page).filter({ hasText: 'Ложка: лишнее, 1 шт сверх заказа' }).waitFor()
  await scan(page, 'NO-SUCH')
  await said(page).filter({ hasText: 'Товара с кодом NO-SUCH нет' }).waitFor()
  expect(await said(page).getAttribute('data-outcome')).toBe('wrong')
  const lines = page.getByRole('list', { name: 'Отсканировано' })
  await lines.getByRole('button', { name: /Чашка/ }).click()
  const counted = page.getByRole('textbox', { name: 'Привезли: Чашка фарфоровая' })
  await counted.fill('10')
  await counted.press('Enter')
  const damaged = page.getByRole('textbox', { name: 'Из них брак: Чашка фарфоровая' })
  await damaged.fill('11')
  await damaged.press('Enter')
  await page.locator('footer').getByRole('button', { name: 'Принять' }).click()
  await said(page).filter({ hasText: 'Чашка фарфоровая: брака больше, чем вернули' }).waitFor()
  await damaged.fill('3')
  await damaged.press('Enter')
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'бой.png', mimeType: 'image/png', buffer: blackPng(60, 40) })
  await page.getByText('1 фотография').waitFor()
  // Reload the page. The quantities counted so far must survive.
  await page.reload()
  await page.getByText('10 из 12 шт').waitFor()
  await page.getByText('1 фотография').waitFor()
  await lines.getByRole('button', { name: /Чашка/ }).click()
  expect(await barriersInBothThemes(page)).toEqual([])
  expect(await isWide(page)).toBe(false)
  expect(plain(await page.locator('body').textContent())).not.toMatch(/₽|650|Цена/)
  const consequence = await finish(page, 'Принять')
  expect(consequence).toContain(`Заказ поставщику ${order.number}: 3 позиции придут на склад «Основной».`)
  expect(consequence).toContain('Не привезли, ждём дальше: Чашка фарфоровая 2 шт.')
  expect(consequence).toContain('Сверх заказа: Ложка 1 шт, Чайник эмалированный 1 шт.')
  expect(consequence).toContain('Брак, на склад не попадёт: Чашка фарфоровая 3 шт.')
  await said(page).filter({ hasText: 'Всё отправлено' }).waitFor()
  const [receipt] = await receipts(owner)
  expect(receipt).toMatchObject({ status: 'posted', sourceDocumentId: order.id, photoCount: 1 })
  const byProduct = new Map(receipt.lines.map((line: Json) => [line.productId, line]))
  expect(byProduct.get(shop.kettleId)).toMatchObject({ quantity: 6, unitCost: 650 })
  expect(byProduct.get(shop.cupId)).toMatchObject({ quantity: 7, damaged: 3, unitCost: 80 })
  expect(byProduct.get(spoon.id)).toMatchObject({ quantity: 1, unitCost: 15 })
  // Five cups are still expected: two were not delivered, and three were damaged.
  await page.getByRole('link', { name: 'Принять' }).click()
  await expected.click()
  await page.getByText('0 из 5 шт').waitFor()
  await lines.getByText('Чашка фарфоровая').waitFor()
  expect(await lines.getByText('Чайник').count()).toBe(0)
})

test('a delivery counted offline is sent once, and the storekeeper is told if somebody else has already received part of it', async () => {
  const { page, context, owner, shop } = await storekeeper()
  const order = await ordered(owner, shop)
  await page.goto('/floor/receive')
  await page.getByRole('list', { name: 'Ожидается' }).getByRole('button').waitFor()
  await expect.poll(() => page.evaluate('localStorage.length')).toBeGreaterThan(0)
  await context.setOffline(true)
  await page.getByText('Нет связи. Продолжайте').waitFor()
  await page.getByRole('list', { name: 'Ожидается' }).getByRole('button').click()
  await scan(page, KETTLE, KETTLE)
  await said(page).filter({ hasText: 'Чайник эмалированный: 2 из 5 шт' }).waitFor()
  await finish(page, 'Принять')
  await page.getByText('Нет связи: 1 операция уйдёт').waitFor()
  // In the meantime let a colleague receive four of the five kettles.
  const other = {
    documentId: order.id,
    warehouseId: shop.warehouseId,
    lines: [{ productId: shop.kettleId, quantity: 4 }],
  }
  await made(owner, 'stock/deliveries', other)
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Не прошло: 1' }).click()
  const row = page.getByRole('list', { name: 'Очередь отправки' })
  await row
    .getByText('ждут ещё 1 «Чайник эмалированный», а принимают 2: возможно, часть принял кто-то другой')
    .waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await button(page, 'Принять сверх заказа').click()
  await page.getByText('Здесь видно то, что ждёт связи или не прошло.').waitFor()
  const all = await movements(owner, `productId=${shop.kettleId}&type=receipt`)
  expect(all.filter(({ documentId }) => documentId !== undefined).map(({ quantity }) => quantity)).toEqual([2, 4])
})

test('a user who sees no prices receives purchases from the list of expected goods', async () => {
  const { page, owner, shop } = await storekeeper()
  const { supplier, warehouseId, kettleId } = shop
  const purchase = await made(owner, 'purchases', {
    productId: kettleId,
    warehouseId,
    supplier,
    quantity: 3,
    unitCost: 650,
  })
  await page.goto('/floor/receive')
  await page
    .getByRole('list', { name: 'Ожидается' })
    .getByRole('button', { name: /Закупки/ })
    .click()
  await page.getByText('Сканируйте товар.').waitFor()
  await scan(page, KETTLE, KETTLE)
  await page.getByText(`по закупке ${purchase.number}, ждём 3 шт`).waitFor()
  await finish(page, 'Принять')
  await said(page).filter({ hasText: 'Всё отправлено' }).waitFor()
  expect((await owner.get(`/api/v1/purchases/${purchase.id}`)).json).toMatchObject({ status: 'partial', received: 2 })
})

const orderOf = (shop: WebShop) => ({
  ...{ customer: 'Иван Петров', warehouseId: shop.warehouseId, channel: 'Сайт' },
  items: [
    { productId: shop.kettleId, quantity: 1 },
    { productId: shop.cupId, quantity: 2 },
  ],
})

test('a storekeeper takes over an order with a message, and the first picker’s telephone shows it', async () => {
  const { page, owner, shop, first } = await storekeeper()
  const order = await made(owner, 'orders', orderOf(shop))
  const { user } = await owner.session()
  await first.page.goto('/floor/pick')
  await first.page.getByText(`Заказ ${order.number}`).click()
  await first.page.getByText('Осталось 2 позиции').waitFor()
  await page.goto('/floor/pick')
  await page.getByRole('button', { name: new RegExp(`собирает ${user.name}`) }).click()
  await button(page, 'Забрать себе').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(`Заказ ${order.number} собирает ${user.name}`).waitFor()
  await dialog.getByRole('textbox', { name: `Что передать: ${user.name}` }).fill('Ты на обеде, соберу сам')
  expect(await barriersInBothThemes(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Забрать себе' }).click()
  await said(page)
    .filter({ hasText: `Заказ ${order.number} теперь собираете вы` })
    .waitFor()
  await page.getByRole('note').waitFor({ state: 'detached' })
  await said(first.page).filter({ hasText: '«Ты на обеде, соберу сам»' }).waitFor()
  expect(await said(first.page).getAttribute('data-outcome')).toBe('wrong')
  await first.page.getByRole('note').filter({ hasText: 'Заказ теперь собирает' }).waitFor()
  expect((await owner.get(`/api/v1/orders/${order.id}`)).json.pickedBy).toMatchObject({
    from: { id: user.id },
    note: 'Ты на обеде, соберу сам',
  })
})

test('each order line shows the stock on hand, and goods missing from the shelf are reported to managers', async () => {
  const { page, owner, shop } = await storekeeper()
  const order = await made(owner, 'orders', orderOf(shop))
  await page.goto('/floor/pick')
  await page.getByText(`Заказ ${order.number}`).click()
  const lines = page.getByRole('list', { name: 'Отсканировано' })
  await lines.getByText('на складе 40 шт').waitFor()
  await scan(page, CUP)
  await lines.getByRole('button', { name: /Чашка/ }).click()
  await button(page, 'Нет на полке').click()
  await said(page).filter({ hasText: 'менеджеры узнают' }).waitFor()
  const note = lines.getByText('нет на полке 1 шт')
  await note.waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  expect(await isWide(page)).toBe(false)
  const missed = async () => (await owner.get('/api/v1/reports/not-on-shelf')).json.items
  expect(await missed()).toMatchObject([{ number: order.number, product: 'Чашка фарфоровая', quantity: 1, onHand: 40 }])
  await button(page, 'Нашлось').click()
  await note.waitFor({ state: 'detached' })
  expect(await missed()).toEqual([])
})
