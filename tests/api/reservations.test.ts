/**
 * Tests reservations that end: the setting for their duration, the events that end or keep them, and reserving again.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Service } from '../../server/service.ts'
import type { Json } from '../support/node/client.ts'
import { startNode, useService } from '../support/node/service.ts'
import {
  findIn,
  moveOrder,
  movePayment,
  openShop,
  placeOrder,
  receive,
  type Shop,
  stockRow,
} from '../support/scene/fixtures.ts'
import { until } from '../support/scene/notifications.ts'

const service = useService()
let otherNode: Service
beforeAll(async () => {
  otherNode = await startNode(service.databaseUrl)
})
afterAll(() => otherNode.stop())

const HOUR = 3_600_000
const soon = () => new Date(Date.now() + 1_000).toISOString()
const shopWith = async (onHand: number) => openShop(await service.newCompany(), onHand)
const orderNow = (shop: Shop, { id }: { id: string }): Promise<Json> => findIn(shop.client, 'orders', id)
const rowOf = ({ client, productId, warehouseId }: Shop): Promise<Json> => stockRow(client, productId, warehouseId)
const place = (shop: Shop, quantity: number, fields: object = {}): Promise<Json> =>
  placeOrder(shop, { items: [{ productId: shop.productId, quantity }], ...fields })
const pathOf = ({ id }: { id: string }) => `/api/v1/orders/${id}`
const reserve = ({ client }: Shop, order: Json, body: object = {}): Promise<Json> =>
  client.made('POST', `${pathOf(order)}/reserve`, body)
const setHours = ({ client }: Shop, reservationHours: number | null | undefined) =>
  client.made('PATCH', '/api/v1/settings', {
    ...{ companyName: 'Лавка', lowStockAlerts: false, dailySummary: false },
    reservationHours,
  })
const faultsOf = async ({ client }: Shop): Promise<Json> =>
  (await client.get('/api/v1/self-check')).json.checks.filter(({ ok }: Json) => !ok)
const isReleased = (shop: Shop, order: Json) =>
  until(async () => (await orderNow(shop, order)).releasedAt !== undefined)

test('by default, reservations do not expire', async () => {
  const shop = await shopWith(5)
  expect(await place(shop, 2)).not.toHaveProperty('reservedUntil')
})

test('once a reservation period is set, new orders state when their reservation ends, but older orders do not', async () => {
  const shop = await shopWith(9)
  const older = await place(shop, 1)
  expect(await setHours(shop, 48)).toMatchObject({ reservationHours: 48 })
  const order = await place(shop, 1)
  expect(Date.parse(order.reservedUntil) - Date.parse(order.createdAt)).toBe(48 * HOUR)
  expect(await orderNow(shop, older)).not.toHaveProperty('reservedUntil')
  expect(await setHours(shop, undefined)).toMatchObject({ reservationHours: 48 })
  expect(await setHours(shop, null)).not.toHaveProperty('reservationHours')
  expect(await place(shop, 1)).not.toHaveProperty('reservedUntil')
})

test.each([0, -1, 1.5, 87_601, '24'])('a reservation period of %s hours is refused', async (reservationHours) => {
  const { client } = await shopWith(0)
  const body = { companyName: 'Лавка', lowStockAlerts: false, dailySummary: false, reservationHours }
  expect((await client.refused('PATCH', '/api/v1/settings', body)).code).toBe('VALIDATION_FAILED')
})

test('when an order’s reservation ends, waiting orders get its goods and the order is not cancelled', async () => {
  const shop = await shopWith(5)
  const order = await place(shop, 5)
  const waiting = await place(shop, 3, { backorder: true })
  await reserve(shop, order, { reservedUntil: soon() })
  await isReleased(shop, order)
  const now = await orderNow(shop, order)
  expect(now).toMatchObject({ status: 'new', items: [{ quantity: 5, reserved: 0, shipped: 0, cancelled: 0 }] })
  expect(now).not.toHaveProperty('reservedUntil')
  expect((await orderNow(shop, waiting)).items).toMatchObject([{ reserved: 3 }])
  expect(await rowOf(shop)).toMatchObject({ onHand: 5, reserved: 3, available: 2 })
  const { items } = (await shop.client.get(`/api/v1/audit?entityId=${order.id}`)).json
  expect(items[0]).toMatchObject({
    action: 'order.released',
    figures: { how: 'ended', number: order.number, customer: 'Иван' },
    actor: { type: 'system', name: 'Срок резерва' },
  })
  expect(await faultsOf(shop)).toEqual([])
})

test('a reservation is ended only once, although two nodes look for expired reservations', async () => {
  const shop = await shopWith(5)
  const orders = [await place(shop, 1), await place(shop, 1), await place(shop, 1)]
  for (const order of orders) await reserve(shop, order, { reservedUntil: soon() })
  const { revision } = await shop.client.state()
  for (const order of orders) await isReleased(shop, order)
  await new Promise((resolve) => setTimeout(resolve, 5_000))
  const state = await shop.client.at(otherNode.apiUrl).state()
  expect(state.revision).toBe(revision + 3)
  expect(await rowOf(shop)).toMatchObject({ reserved: 0, available: 5 })
})

test('an order whose reservation ended can be reserved again, unless its goods are no longer available', async () => {
  const shop = await shopWith(5)
  const { client } = shop
  const order = await place(shop, 5)
  await reserve(shop, order, { reservedUntil: soon() })
  await isReleased(shop, order)
  const ended = { reason: 'ended', orderId: order.id, number: order.number }
  const unpicked = await client.refused('PATCH', `${pathOf(order)}/status`, { status: 'picking' })
  const unshipped = await client.refused('POST', `${pathOf(order)}/shipments`, {})
  for (const problem of [unpicked, unshipped]) expect(problem).toMatchObject({ code: 'NOT_RESERVED', figures: ended })
  const rival = await place(shop, 2)
  const gone = await client.refused('POST', `${pathOf(order)}/reserve`, {})
  expect(gone).toMatchObject({ code: 'INSUFFICIENT_STOCK', figures: { asked: 5, available: 3 } })
  await moveOrder(shop, rival.id, 'cancelled')
  const again = await reserve(shop, order)
  expect(again).not.toHaveProperty('releasedAt')
  expect(again.items).toMatchObject([{ reserved: 5 }])
  expect(await faultsOf(shop)).toEqual([])
})

test('a backorder holds no goods after its reservation ends, and gets what is available when reserved again', async () => {
  const shop = await shopWith(5)
  const order = await place(shop, 8, { backorder: true })
  await reserve(shop, order, { reservedUntil: soon() })
  await isReleased(shop, order)
  expect((await orderNow(shop, order)).items[0]).toMatchObject({ quantity: 8, reserved: 0 })
  expect(await orderNow(shop, order)).not.toHaveProperty('waiting')
  await receive(shop, 1)
  expect(await rowOf(shop)).toMatchObject({ reserved: 0, available: 6 })
  expect((await reserve(shop, order)).items).toMatchObject([{ reserved: 6, waiting: 2 }])
  expect(await faultsOf(shop)).toEqual([])
})

test('a partly paid order keeps its reservation, which then no longer ends', async () => {
  const shop = await shopWith(5)
  const order = await place(shop, 5)
  const payment = await shop.client.made('POST', '/api/v1/procurement/payments', {
    ...{ partnerId: order.customerId, direction: 'incoming', method: 'cash', amount: 100 },
    orders: [{ orderId: order.id, amount: 100 }],
  })
  await movePayment(shop.client, payment.id, 'posted')
  await reserve(shop, order, { reservedUntil: soon() })
  await until(async () => (await orderNow(shop, order)).reservedUntil === undefined)
  expect(await orderNow(shop, order)).toMatchObject({ items: [{ reserved: 5 }] })
  expect(await orderNow(shop, order)).not.toHaveProperty('releasedAt')
  const { items } = (await shop.client.get(`/api/v1/audit?entityId=${order.id}`)).json
  expect(items[0].figures).toMatchObject({ how: 'paid' })
})

test('picking an order or shipping part of it removes the time limit of its reservation', async () => {
  const shop = await shopWith(9)
  await setHours(shop, 1)
  const [picked, part] = [await place(shop, 2), await place(shop, 2)]
  expect(await moveOrder(shop, picked.id, 'picking')).not.toHaveProperty('reservedUntil')
  await shop.client.made('POST', `${pathOf(part)}/shipments`, { lines: [{ lineId: 1, quantity: 1 }] })
  expect(await orderNow(shop, part)).not.toHaveProperty('reservedUntil')
  for (const order of [picked, part]) {
    const problem = await shop.client.refused('POST', `${pathOf(order)}/reserve`, {})
    const figures = { reason: 'in_work', orderId: order.id, number: order.number }
    expect(problem).toMatchObject({ code: 'INVALID_TRANSITION', figures })
  }
})

test('a reservation can be extended or made unlimited, but its end cannot be in the past', async () => {
  const shop = await shopWith(9)
  await setHours(shop, 1)
  const order = await place(shop, 2)
  const reservedUntil = '2099-12-31T23:59:59.000Z'
  expect(await reserve(shop, order, { reservedUntil })).toMatchObject({ reservedUntil })
  expect(await reserve(shop, order, { reservedUntil: null })).not.toHaveProperty('reservedUntil')
  const again = await reserve(shop, order)
  expect(Date.parse(again.reservedUntil) - Date.parse(again.updatedAt)).toBe(HOUR)
  const past = { reservedUntil: '2020-01-01T00:00:00.000Z' }
  expect((await shop.client.refused('POST', `${pathOf(order)}/reserve`, past)).code).toBe('VALIDATION_FAILED')
})
