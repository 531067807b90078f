/**
 * Tests waiting orders and expiring reservations as users see them at the desk and on the warehouse floor, in both
 * languages.
 */
import { expect, test } from 'vitest'
import { actAs, barriersInBothThemes, useApp } from '../support/app/app.ts'
import { CUP, isWide, KETTLE, keeperOf, PHONE, plain, said, scan } from '../support/app/floor.ts'
import { newOwner } from '../support/scene/team.ts'
import { made, stockedShop } from '../support/scene/web-shop.ts'

const app = useApp()

test('an order that exceeds the stock waits, can be found in the list, and gets its goods when they arrive', async () => {
  const owner = await newOwner(app.sessionUrl)
  const shop = await stockedShop(owner)
  const visitor = await app.visitor()
  await actAs(visitor, owner)
  const { page } = visitor
  await page.goto('/orders/new')
  await page.getByRole('combobox', { name: 'Покупатель' }).last().fill('Иван')
  await page.getByRole('option', { name: 'Иван Петров' }).click()
  for (const key of ['K-1', 'Enter', '15', 'Enter'])
    if (key === 'Enter') await page.keyboard.press(key)
    else await page.keyboard.type(key)
  const mayWait = page.getByRole('checkbox', { name: 'Разрешить заказ без остатка' })
  await page.getByRole('button', { name: 'Оформить заказ' }).click()
  await page.getByText(/Доступно 12, нужно 15/).waitFor()
  await mayWait.focus()
  await page.keyboard.press('Space')
  expect(await barriersInBothThemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Оформить заказ' }).click()
  await page.getByText('есть 12, ожидается 3').waitFor()
  await page.getByText('ждёт товар').first().waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  const [order] = (await owner.get('/api/v1/orders')).json.items
  expect(order).toMatchObject({ backorder: true, waiting: 3, items: [{ reserved: 12, waiting: 3 }] })

  await page.goto('/orders?waiting=yes')
  await page.getByRole('row').filter({ hasText: order.number }).waitFor()
  await page.goto(`/products/${shop.kettleId}?tab=stock`)
  await page.getByRole('columnheader', { name: 'Ожидают заказы' }).waitFor()

  await page.goto(`/orders/${order.id}`)
  await page.getByText('есть 12, ожидается 3').waitFor()
  const receipt = { warehouseId: shop.warehouseId, supplier: shop.supplier, productId: shop.kettleId, unitCost: 800 }
  await made(owner, 'stock/receipt', { ...receipt, quantity: 2 })
  await page.getByText('есть 14, ожидается 1').waitFor()
  await page.getByRole('button', { name: 'Отгрузить' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Отгрузить' }).click()
  await page.getByText('есть 0, ожидается 1').waitFor()
  expect(await page.getByRole('button', { name: 'Отгрузить' }).count()).toBe(0)
  await made(owner, 'stock/receipt', { ...receipt, quantity: 1 })
  await page.getByRole('button', { name: 'Отгрузить' }).waitFor()
})

test('whether an order may wait for goods can be changed', async () => {
  const owner = await newOwner(app.sessionUrl)
  const shop = await stockedShop(owner)
  const items = [{ productId: shop.kettleId, quantity: 1 }]
  const placed = { customer: 'Иван Петров', warehouseId: shop.warehouseId, channel: 'Сайт', items }
  const order = await made(owner, 'orders', placed)
  const visitor = await app.visitor()
  await actAs(visitor, owner)
  const { page } = visitor
  await page.goto(`/orders/${order.id}/edit`)
  await page.getByRole('checkbox', { name: 'Разрешить заказ без остатка' }).check()
  await page.getByRole('button', { name: 'Сохранить' }).click()
  await expect.poll(async () => (await owner.get(`/api/v1/orders/${order.id}`)).json.backorder).toBe(true)
})

test('if two users both let an order wait, nothing is left to choose, and a setting that only one of them changed stays as changed', async () => {
  const owner = await newOwner(app.sessionUrl)
  const shop = await stockedShop(owner)
  const items = [{ productId: shop.kettleId, quantity: 1 }]
  const placed = { customer: 'Иван Петров', warehouseId: shop.warehouseId, channel: 'Сайт', items }
  const order = await made(owner, 'orders', placed)
  const now = async () => (await owner.get(`/api/v1/orders/${order.id}`)).json
  const visitor = await app.visitor()
  await actAs(visitor, owner)
  const { page } = visitor
  const mayWait = page.getByRole('checkbox', { name: 'Разрешить заказ без остатка' })
  const choice = page.getByRole('alert').filter({ hasText: 'кто-то ещё изменил то же самое' })
  const save = page.getByRole('button', { name: 'Сохранить' })
  await page.goto(`/orders/${order.id}/edit`)
  await mayWait.check()
  await owner.send('PATCH', `/api/v1/orders/${order.id}`, { backorder: true, deliveryAddress: 'Тверь' })
  await page.getByText('Сохранится и то и другое').waitFor()
  expect(await choice.count()).toBe(0)
  await save.click()
  await page.getByRole('button', { name: 'Изменить' }).waitFor()
  expect(await now()).toMatchObject({ backorder: true, deliveryAddress: 'Тверь' })

  await page.getByRole('button', { name: 'Изменить' }).click()
  await page.getByRole('textbox', { name: 'Комментарий' }).fill('До обеда')
  await owner.send('PATCH', `/api/v1/orders/${order.id}`, { backorder: false })
  await page.getByText('Сохранится и то и другое').waitFor()
  expect(await choice.count()).toBe(0)
  await save.click()
  await page.getByRole('button', { name: 'Изменить' }).waitFor()
  const { backorder = false, note } = await now()
  expect([backorder, note]).toEqual([false, 'До обеда'])
})

test('a reservation shows the time left, can be extended, expires, and can then be made again', async () => {
  const owner = await newOwner(app.sessionUrl)
  const shop = await stockedShop(owner)
  const visitor = await app.visitor({ ...PHONE, locale: 'en-GB' })
  await actAs(visitor, owner)
  const { page } = visitor
  await page.goto('/settings/company')
  await page.getByRole('textbox', { name: 'Hours to reserve goods for' }).fill('48')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(async () => (await owner.get('/api/v1/settings')).json.reservationHours).toBe(48)
  expect(await barriersInBothThemes(page)).toEqual([])
  const items = [{ productId: shop.kettleId, quantity: 5 }]
  const placed = { customer: 'Иван Петров', warehouseId: shop.warehouseId, channel: 'Сайт', items }
  const order = await made(owner, 'orders', placed)
  await page.goto(`/orders/${order.id}`)
  await page.getByText('47 hours left').waitFor()
  await page.getByRole('button', { name: 'Without an end' }).click()
  await page.getByText(/^Reserved until/).waitFor({ state: 'detached' })

  const soon = new Date(Date.now() + 3_000).toISOString()
  await made(owner, `orders/${order.id}/reserve`, { reservedUntil: soon })
  await page.getByText('1 minute left').waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await page.getByText(/The reservation ended/).waitFor()
  expect(await isWide(page)).toBe(false)
  expect(await barriersInBothThemes(page)).toEqual([])
  expect(await page.getByRole('button', { name: 'Ship' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Reserve again' }).click()
  await page.getByText('47 hours left').waitFor()
  expect((await owner.get(`/api/v1/orders/${order.id}`)).json.items).toMatchObject([{ reserved: 5 }])

  await page.goto('/settings/company')
  await page.getByRole('textbox', { name: 'Hours to reserve goods for' }).fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(async () => (await owner.get('/api/v1/settings')).json.reservationHours).toBe(undefined)
})

test('on the warehouse floor the available goods of an order are picked and shipped, and orders without available goods are not offered', async () => {
  const { page, owner, shop } = await keeperOf(app)
  const place = (productId: string, quantity: number) =>
    made(owner, 'orders', {
      ...{ customer: 'Иван Петров', warehouseId: shop.warehouseId, channel: 'Сайт', backorder: true },
      items: [
        { productId, quantity },
        ...(productId === shop.kettleId ? [{ productId: shop.cupId, quantity: 1 }] : []),
      ],
    })
  const order = await place(shop.kettleId, 13)
  await place(shop.cupId, 39)
  const hungry = await place(shop.cupId, 2)
  await page.goto('/floor/pick')
  await page.getByText(`Заказ ${order.number}`).waitFor()
  expect(await page.getByText(`Заказ ${hungry.number}`).count()).toBe(0)
  await page.getByText('остальное ожидается').first().waitFor()
  await scan(page, hungry.number)
  await said(page)
    .filter({ hasText: `Заказ ${hungry.number} ждёт товар: собирать пока нечего` })
    .waitFor()
  await page.getByText(`Заказ ${order.number}`).click()
  await page.getByText('0 из 12 шт').waitFor()
  for (let piece = 0; piece < 12; piece += 1) await scan(page, KETTLE)
  await scan(page, CUP)
  await said(page).filter({ hasText: 'Всё собрано' }).waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await page.locator('footer').getByRole('button', { name: 'Отгрузить' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Отгрузить' }).click()
  await expect
    .poll(async () => (await owner.get(`/api/v1/orders/${order.id}`)).json)
    .toMatchObject({ status: 'picking', fulfilment: 'part', waiting: 1 })
  expect(plain(await page.locator('body').textContent())).not.toContain('undefined')
})
