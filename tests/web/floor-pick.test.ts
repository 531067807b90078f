/**
 * Tests picking by several people on the warehouse floor: who picks which order, orders that are finished or changed
 * during picking, and orders that are searched for or scanned.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { actAs, barriersInBothThemes, useApp } from '../support/app/app.ts'
import {
  button,
  CUP,
  finish,
  isWide,
  KETTLE,
  keeperOf,
  PHONE,
  plain,
  playedLast,
  said,
  scan,
} from '../support/app/floor.ts'
import { addMember, newOwner } from '../support/scene/team.ts'
import { made, stockedShop } from '../support/scene/web-shop.ts'

const app = useApp()

const ordersOf = (shop: { kettleId: string; cupId: string; warehouseId: string }) => ({
  ...{ customer: 'Иван Петров', warehouseId: shop.warehouseId, channel: 'Сайт' },
  items: [
    { productId: shop.kettleId, quantity: 1 },
    { productId: shop.cupId, quantity: 2 },
  ],
})

test('the warehouse-floor screens show who is picking an order', async () => {
  const { page, owner, shop } = await keeperOf(app)
  const order = await made(owner, 'orders', ordersOf(shop))
  await page.goto('/floor/pick')
  await page.getByText(`Заказ ${order.number}`).click()
  await page.getByText('Осталось 2 позиции').waitFor()
  await scan(page, CUP)
  await said(page).filter({ hasText: 'Чашка фарфоровая: 1 из 2' }).waitFor()
  const { user, company } = await owner.session()
  const second = await app.visitor(PHONE)
  const other = await addMember(app, Object.assign(owner, { userId: user.id, companyId: company.id }), 'storekeeper')
  await actAs(second, other)
  await second.page.goto('/floor/pick')
  const row = second.page.getByRole('list', { name: 'Заказы к сборке' }).getByRole('button')
  await row.filter({ hasText: `собирает ${user.name}` }).click()
  await said(second.page)
    .filter({ hasText: `Этот заказ уже собирает ${user.name}` })
    .waitFor()
  await second.page.getByRole('note').filter({ hasText: user.name }).waitFor()
  expect(await barriersInBothThemes(second.page)).toEqual([])
  await other.send('PATCH', `/api/v1/orders/${order.id}/status`, { status: 'shipped' })
  await said(page).filter({ hasText: 'уже отгружен' }).waitFor()
  expect(await said(page).getAttribute('data-outcome')).toBe('wrong')
  await page.evaluate('globalThis.__played.length = 0')
  await scan(page, CUP)
  await expect.poll(() => playedLast(page)).toBe('square')
  expect(await said(page).textContent()).toContain('уже отгружен')
  await page.getByRole('list', { name: 'Отсканировано' }).getByText('1 из 2').waitFor()
  expect(
    await page.getByRole('list', { name: 'Отсканировано' }).evaluate((list) => list.closest('[inert]') !== null),
  ).toBe(true)
  expect(await button(page, 'Отгрузить').count()).toBe(0)
  expect(await barriersInBothThemes(page)).toEqual([])
  // Leave the screen. The menu must not mention unfinished work.
  await page.getByRole('link', { name: 'Назад' }).click()
  const door = page.getByRole('link', { name: 'Собрать' })
  await door.waitFor()
  await expect.poll(() => door.textContent()).not.toContain('не закончено')
  await door.click()
  await page.locator('footer').getByRole('button', { name: 'Выбрать другой заказ' }).click()
  await page.getByText('Собирать нечего').waitFor()
})

test('picking that was interrupted for another order continues where it stopped', async () => {
  const { page, context, owner, shop } = await keeperOf(app)
  const order = await made(owner, 'orders', ordersOf(shop))
  const another = await made(owner, 'orders', ordersOf(shop))
  await page.goto('/floor/pick')
  const row = (number: string) =>
    page.getByRole('list', { name: 'Заказы к сборке' }).getByRole('button', { name: `Заказ ${number}` })
  await row(order.number).click()
  await page.getByText('Осталось 2 позиции').waitFor()
  await scan(page, KETTLE, CUP)
  await said(page).filter({ hasText: 'Чашка фарфоровая: 1 из 2' }).waitFor()
  await button(page, 'Другой заказ').click()
  await row(another.number).waitFor()
  await row(order.number).filter({ hasText: 'собрано здесь: 1 из 2' }).filter({ hasText: 'собирает вы' }).click()
  await page.getByText('Осталась 1 позиция').waitFor()
  const items = [
    { productId: shop.kettleId, quantity: 2 },
    { productId: shop.cupId, quantity: 1 },
  ]
  expect((await owner.send('PATCH', `/api/v1/orders/${order.id}`, { items })).status).toBe(200)
  const lines = page.getByRole('list', { name: 'Отсканировано' })
  const line = (name: string) => lines.getByRole('listitem').filter({ hasText: name })
  // The order now contains two kettles and one cup. Before the change it contained one kettle and two cups, so each of
  // these texts appeared at the other product.
  await line('Чайник').getByText('1 из 2 шт').waitFor()
  await line('Чашка').getByText('1 из 1 шт').waitFor()
  await scan(page, KETTLE)
  await said(page).filter({ hasText: 'Всё собрано' }).waitFor()
  await context.setOffline(true)
  await page.getByText('Нет связи. Продолжайте').waitFor()
  await finish(page, 'Отгрузить')
  const door = page.getByRole('link', { name: 'Собрать' })
  await door.waitFor()
  expect(plain(await door.textContent())).not.toContain('не закончено')
  await context.setOffline(false)
  await said(page).filter({ hasText: 'Всё отправлено' }).waitFor()
  expect((await owner.get(`/api/v1/orders/${order.id}`)).json.status).toBe('shipped')
})

test('an order on the warehouse-floor screens can be opened by its barcode, its number or its customer', async () => {
  const owner = await newOwner(app.sessionUrl)
  const shop = await stockedShop(owner)
  const body = { ...ordersOf(shop), items: [{ productId: shop.cupId, quantity: 0.1 }] }
  for (let count = 0; count < 101; count++) await made(owner, 'orders', body)
  await made(owner, 'partners', { name: 'Сидорова Анна', type: 'Покупатель' })
  const last = await made(owner, 'orders', { ...body, customer: 'Сидорова Анна' })
  const desk = await app.visitor()
  await actAs(desk, owner)
  await desk.page.goto(`/print/orders/${last.id}/picking`)
  const picture = await desk.page.getByRole('img', { name: last.number }).screenshot()
  const wasmBinary = await readFile(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasmBinary).buffer } })
  const read = await readBarcodes(new Uint8Array(picture), { formats: ['Code128'] })
  expect(read.map(({ text }) => text)).toEqual([last.number])
  const visitor = await app.visitor(PHONE)
  const { page } = visitor
  await actAs(visitor, owner)
  await page.goto('/floor/pick')
  const rows = page.getByRole('list', { name: 'Заказы к сборке' }).getByRole('button')
  await expect.poll(() => rows.count()).toBe(100)
  await scan(page, '99999')
  await said(page).filter({ hasText: 'Заказа с номером 99999 нет' }).waitFor()
  await button(page, 'Показать ещё').click()
  await expect.poll(() => rows.count()).toBe(102)
  await page.reload()
  await expect.poll(() => rows.count()).toBe(100)
  const entry = page.getByRole('searchbox', { name: 'Номер или покупатель' })
  await entry.fill('Сидорова')
  await expect.poll(() => rows.count()).toBe(1)
  expect(await isWide(page)).toBe(false)
  expect(await barriersInBothThemes(page)).toEqual([])
  await entry.fill('')
  await expect.poll(() => rows.count()).toBe(100)
  await entry.blur()
  await scan(page, last.number)
  await page.getByText('Осталась 1 позиция').waitFor()
  await page.getByText('Сидорова Анна').waitFor()
})
