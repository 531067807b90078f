/** Tests orders shipped in parts, at the desk and on the warehouse floor. */
import { expect, test } from 'vitest'
import { actAs, barriersInBothThemes, useApp } from '../support/app/app.ts'
import { CUP, finish, isWide, KETTLE, keeperOf, plain, said, scan } from '../support/app/floor.ts'
import type { Browser } from '../support/node/browser.ts'
import { addMember, newOwner } from '../support/scene/team.ts'
import { made, stockedShop, type WebShop } from '../support/scene/web-shop.ts'

const app = useApp()

const placed = (owner: Browser, shop: WebShop) =>
  made(owner, 'orders', {
    ...{ customer: 'Иван Петров', warehouseId: shop.warehouseId, channel: 'Сайт' },
    items: [
      { productId: shop.kettleId, quantity: 3 },
      { productId: shop.cupId, quantity: 2 },
    ],
  })
const orderNow = async (owner: Browser, id: string) => (await owner.get(`/api/v1/orders/${id}`)).json

test('part of an order is shipped by lowering the quantities, its shipment is cancelled, and the rest is closed', async () => {
  const owner = await newOwner(app.sessionUrl)
  const shop = await stockedShop(owner)
  const order = await placed(owner, shop)
  const visitor = await app.visitor()
  await actAs(visitor, owner)
  const { page } = visitor
  await page.goto(`/orders/${order.id}`)
  await page.getByRole('button', { name: 'Отгрузить' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Только часть' }).click()
  const [kettles, cups] = ['Чайник эмалированный', 'Чашка фарфоровая'].map((name) =>
    dialog.getByRole('textbox', { name }),
  )
  await kettles!.fill('4')
  await kettles!.blur()
  await dialog.getByText('Осталось только 3 шт').waitFor()
  expect(await dialog.getByRole('button', { name: 'Отгрузить' }).isDisabled()).toBe(true)
  await kettles!.fill('1')
  await cups!.fill('')
  // The shipped kettle comes from the older lot, at 700.
  await dialog.getByText('Отгрузить 1 позицию, себестоимость 700,00 ₽.').waitFor()
  await dialog.getByRole('textbox', { name: 'Трек-номер' }).fill('80083914051027')
  expect(await barriersInBothThemes(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Отгрузить' }).dblclick()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('отгружен частично').waitFor()
  const row = page.getByRole('row').filter({ hasText: 'Чайник эмалированный' })
  expect(plain(await row.textContent())).toMatch(/3 шт.*отгружено 1.*осталось 2/)
  await page.getByRole('tab', { name: 'Отгрузки' }).click()
  const shipment = page.getByRole('region', { name: `Отгрузка ${order.number}-1` })
  await shipment.getByText('трек-номер 80083914051027').waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  expect(await orderNow(owner, order.id)).toMatchObject({ fulfilment: 'part', shippedAmount: 1500, shipmentCount: 1 })

  await shipment.getByRole('button', { name: 'Отменить отгрузку' }).click()
  await dialog.getByText('Товар вернётся в те же партии').waitFor()
  await dialog.getByRole('button', { name: 'Отменить отгрузку' }).click()
  await shipment.getByText('отменена', { exact: true }).waitFor()
  expect(await shipment.getByRole('button', { name: 'Отменить отгрузку' }).count()).toBe(0)
  expect(await orderNow(owner, order.id)).toMatchObject({ fulfilment: 'none', cost: null })

  await made(owner, `orders/${order.id}/shipments`, { lines: [{ lineId: 2, quantity: 2 }] })
  await page.getByRole('button', { name: 'Действия' }).click()
  await page.getByRole('menuitem', { name: 'Закрыть остаток' }).click()
  await dialog.getByText('К оплате останется отгруженное: 500,00 ₽.').waitFor()
  await dialog.getByRole('button', { name: 'Закрыть остаток' }).click()
  await page.getByText('остаток закрыт', { exact: false }).first().waitFor()
  expect(await orderNow(owner, order.id)).toMatchObject({ status: 'shipped', closedShort: true, shippedAmount: 500 })
})

test('a storekeeper can ship part of an order, but cannot cancel a shipment or close the rest', async () => {
  const owner = await newOwner(app.sessionUrl)
  const shop = await stockedShop(owner)
  const order = await placed(owner, shop)
  const visitor = await app.visitor()
  await actAs(visitor, await addMember(app, owner, 'storekeeper'))
  const { page } = visitor
  await page.goto(`/orders/${order.id}`)
  await page.getByRole('button', { name: 'Отгрузить' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Только часть' }).click()
  await dialog.getByRole('textbox', { name: 'Чайник эмалированный' }).fill('2')
  await dialog.getByRole('button', { name: 'Отгрузить' }).click()
  await page.getByRole('tab', { name: 'Отгрузки' }).click()
  const shipment = page.getByRole('region', { name: `Отгрузка ${order.number}-1` })
  await shipment.getByRole('row').filter({ hasText: 'Чайник' }).waitFor()
  expect(await shipment.getByRole('button').count()).toBe(0)
  expect(plain(await page.locator('body').textContent())).not.toMatch(/[Сс]ебестоимость/)
  await page.getByRole('button', { name: 'Действия' }).click()
  await page.getByRole('menuitem', { name: 'Лист сборки' }).waitFor()
  expect(await page.getByRole('menuitem', { name: 'Закрыть остаток' }).count()).toBe(0)
})

test('on the warehouse floor the picked goods are shipped, and the rest stays in the order to be picked later', async () => {
  const { page, owner, shop } = await keeperOf(app)
  const order = await placed(owner, shop)
  await page.goto('/floor/pick')
  await page.getByText(`Заказ ${order.number}`).click()
  await page.getByText('Осталось 2 позиции').waitFor()
  expect(await page.getByRole('button', { name: 'Отгрузить собранное' }).count()).toBe(0)
  await scan(page, KETTLE, KETTLE)
  await said(page).filter({ hasText: 'Чайник эмалированный: 2 из 3' }).waitFor()
  await page.getByRole('button', { name: 'Отгрузить собранное' }).waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  expect(await isWide(page)).toBe(false)
  await page.getByRole('button', { name: 'Отгрузить собранное' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('1 позиция уйдёт со склада «Основной», остальное останется в заказе').waitFor()
  await dialog.getByRole('button', { name: 'Отгрузить' }).click()
  await expect.poll(async () => (await orderNow(owner, order.id)).fulfilment).toBe('part')
  expect((await orderNow(owner, order.id)).items).toMatchObject([
    { shipped: 2, reserved: 1 },
    { shipped: 0, reserved: 2 },
  ])
  await page.goto('/floor/pick')
  await page.getByText(`Заказ ${order.number}`).click()
  await page.getByText('0 из 1 шт').waitFor()
  await scan(page, KETTLE, CUP, CUP)
  await said(page).filter({ hasText: 'Всё собрано' }).waitFor()
  await finish(page, 'Отгрузить')
  await expect.poll(async () => (await orderNow(owner, order.id)).status).toBe('shipped')
})
