/**
 * Tests the page "Done today" of the warehouse-floor screens, which lists the signed-in user's operations and lets the
 * user undo them.
 */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { actAs, barriersInBothThemes, useApp } from '../support/app/app.ts'
import type { VisitorSettings } from '../support/app/chromium.ts'
import { button, isWide, keeperOf, plain, said } from '../support/app/floor.ts'
import type { Browser } from '../support/node/browser.ts'
import type { Json } from '../support/node/client.ts'
import { addMember } from '../support/scene/team.ts'
import { made } from '../support/scene/web-shop.ts'

const app = useApp()
const PHONE: VisitorSettings = { width: 375, height: 740, isPhone: true }

const rows = (page: Page) => page.getByRole('list', { name: /Сделано сегодня|Done today/ }).getByRole('listitem')
const row = (page: Page, text: string) => rows(page).filter({ hasText: text })
const undo = async (page: Page, text: string, action = 'Вернуть') => {
  await row(page, text).getByRole('button', { name: action }).click()
  const dialog = page.getByRole('dialog')
  expect(plain(await dialog.textContent())).toContain(text)
  await dialog.getByRole('button', { name: action }).click()
}
const lotsOf = async (owner: Browser, productId: string): Promise<Json[]> =>
  (await owner.get(`/api/v1/lots?productId=${productId}&limit=100`)).json.items.map(
    ({ warehouseId, unitCost, remaining, receivedAt }: Json) => ({ warehouseId, unitCost, remaining, receivedAt }),
  )
const byCost = (lots: Json[]) =>
  lots
    .filter(({ remaining }) => remaining > 0)
    .sort((one, other) => one.unitCost - other.unitCost || one.remaining - other.remaining)

test('a storekeeper sees their own operations of today, and undoes a transfer, a not-on-shelf report and a draft return', async () => {
  const { owner, shop } = await keeperOf(app, PHONE)
  const { user, company } = await owner.session()
  const member = await addMember(app, Object.assign(owner, { userId: user.id, companyId: company.id }), 'storekeeper')
  const { page, context } = await app.visitor(PHONE)
  await actAs({ page, context, faults: [] }, member)
  const { kettleId: productId, warehouseId } = shop
  const { id: toWarehouseId } = await made(owner, 'warehouses', { name: 'Дальний' })
  const receipt = { warehouseId, supplier: shop.supplier, productId }
  await made(owner, 'stock/receipt', { ...receipt, quantity: 3, unitCost: 901.5 })
  // Receive older and newer goods in the other warehouse first, at other costs.
  await made(owner, 'stock/receipt', { ...receipt, warehouseId: toWarehouseId, quantity: 5, unitCost: 77 })
  const before = byCost(await lotsOf(owner, productId))
  const items = [{ productId, quantity: 2 }]
  const sale = { customer: 'Иван Петров', warehouseId, channel: 'Сайт', items }
  const shipped = await made(owner, 'orders', sale)
  await owner.send('PATCH', `/api/v1/orders/${shipped.id}/status`, { status: 'shipped' })
  const afterSale = byCost(await lotsOf(owner, productId))
  const open = await made(owner, 'orders', sale)

  // Move 11 of the 13 available units: the rest of the first lot and a part of the second.
  const moved = { productId, warehouseId, toWarehouseId, quantity: 11 }
  expect((await member.send('POST', '/api/v1/stock/transfer', moved)).status).toBe(200)
  await member.send('POST', `/api/v1/orders/${open.id}/absences`, { productId, quantity: 1 })
  const returned = { orderId: shipped.id, lines: [{ lineId: 1, quantity: 1 }] }
  const draft = await made(member, 'customer-returns', returned)
  const dropped = { productId: shop.cupId, warehouseId, quantity: 0.5, reason: 'Бой' }
  await member.send('POST', '/api/v1/stock/writeoff', dropped)

  await page.goto('/floor')
  await page.getByRole('link', { name: 'Сделано сегодня' }).click()
  await row(page, 'Списан').waitFor()
  expect(await rows(page).count()).toBe(4)
  expect(await row(page, 'Списан').getByRole('button').count()).toBe(0)
  expect(plain(await rows(page).first().textContent())).not.toContain('77')
  expect(await barriersInBothThemes(page)).toEqual([])
  expect(await isWide(page)).toBe(false)

  await undo(page, 'Нет на полке')
  await said(page).filter({ hasText: 'Возвращено: Нет на полке' }).waitFor()
  expect((await owner.get(`/api/v1/orders/${open.id}`)).json).not.toHaveProperty('absent')
  await undo(page, `Создан возврат ${draft.number}`)
  await expect.poll(async () => (await owner.get(`/api/v1/customer-returns/${draft.id}`)).status).toBe(404)
  await undo(page, 'Перемещ')
  await said(page).filter({ hasText: 'Возвращено: ' }).last().waitFor()
  await expect
    .poll(async () => byCost(await lotsOf(owner, productId)).filter((lot) => lot.warehouseId === warehouseId).length)
    .toBeGreaterThan(1)
  const sums = (lots: Json[]) => {
    const sum = new Map<string, number>()
    for (const { warehouseId: at, unitCost, remaining, receivedAt } of lots)
      sum.set(`${at} ${unitCost} ${receivedAt}`, (sum.get(`${at} ${unitCost} ${receivedAt}`) ?? 0) + remaining)
    return Object.fromEntries([...sum].sort())
  }
  // Check that all goods are back in their warehouse, with their cost and their age.
  const now = sums(byCost(await lotsOf(owner, productId)))
  const expected = sums(afterSale)
  expect(now).toEqual(expected)
  expect(before.length).toBeGreaterThan(1)

  // Check that the transfer can be undone only once: its lots are used up now.
  await page.reload()
  await row(page, 'Перемещ').last().waitFor()
  await row(page, 'Перемещ').last().getByRole('button').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Вернуть' }).click()
  await page.getByRole('alert').filter({ hasText: 'Этого товара там уже нет' }).waitFor()
  expect(sums(byCost(await lotsOf(owner, productId)))).toEqual(expected)
})

test('a manager using the app in English cancels today’s shipment and return, and does not see others’ work', async () => {
  const { owner, shop } = await keeperOf(app, PHONE)
  const { user, company } = await owner.session()
  const manager = await addMember(app, Object.assign(owner, { userId: user.id, companyId: company.id }), 'manager')
  const { page, context } = await app.visitor({ ...PHONE, locale: 'en-GB' })
  await actAs({ page, context, faults: [] }, manager)
  await page.goto('/floor/today')
  await page.getByText('You have done nothing today yet').waitFor()
  const items = [{ productId: shop.kettleId, quantity: 4 }]
  const sale = { customer: 'Иван Петров', warehouseId: shop.warehouseId, channel: 'Сайт', items }
  const order = await made(owner, 'orders', sale)
  const shipment = await made(manager, `orders/${order.id}/shipments`, { lines: [{ lineId: 1, quantity: 3 }] })
  const back = await made(manager, 'customer-returns', { orderId: order.id, lines: [{ lineId: 1, quantity: 1 }] })
  await manager.send('PATCH', `/api/v1/customer-returns/${back.id}/status`, { status: 'posted' })
  await page.reload()
  await row(page, `Return ${back.number}`).first().waitFor()
  expect(await rows(page).count()).toBe(3)
  // The shipment cannot be cancelled while goods of the order are returned, and the refusal must say so.
  await undo(page, `Shipment ${shipment.number}`, 'Undo')
  await page.getByRole('alert').first().waitFor()
  expect((await owner.get(`/api/v1/shipments/${shipment.id}`)).json.status).toBe('posted')
  // Check that only the last operation on the return can be undone.
  expect(await row(page, `Return ${back.number}`).getByRole('button').count()).toBe(1)
  await undo(page, `Return ${back.number} from “Иван Петров” posted`, 'Undo')
  await expect.poll(async () => (await owner.get(`/api/v1/customer-returns/${back.id}`)).json.status).toBe('cancelled')
  await undo(page, `Shipment ${shipment.number} for`, 'Undo')
  await expect.poll(async () => (await owner.get(`/api/v1/shipments/${shipment.id}`)).json.status).toBe('cancelled')
  await expect.poll(() => button(page, 'Undo').count()).toBe(0)
  const supplierId = (await owner.get('/api/v1/partners?q=Поставка')).json.items[0].id
  const lines = [{ productId: shop.kettleId, quantity: 2, unitCost: 650 }]
  const delivery = await made(manager, 'stock/deliveries', { supplierId, warehouseId: shop.warehouseId, lines })
  await page.reload()
  await undo(page, `Delivery ${delivery.number} received`, 'Undo')
  const document = `/api/v1/procurement/documents/${delivery.id}`
  await expect.poll(async () => (await owner.get(document)).json.status).toBe('cancelled')
})
