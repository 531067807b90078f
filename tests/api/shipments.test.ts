/** Tests shipping an order in parts: amounts and costs of the parts, closing the rest, and cancelling a shipment. */
import { expect, test } from 'vitest'
import type { Json } from '../support/node/client.ts'
import { useService } from '../support/node/service.ts'
import {
  addBundle,
  addProduct,
  addWarehouse,
  cancelShipment,
  closeOrder,
  findIn,
  ISSUED_ID,
  moveOrder,
  openShop,
  placeOrder,
  receive,
  receiveOf,
  type Shop,
  setArchived,
  shipOrder,
  stockRow,
  UNKNOWN_ID,
} from '../support/scene/fixtures.ts'
import { joinAs } from '../support/scene/members.ts'

const service = useService()

const shopWith = async (onHand = 100) => openShop(await service.newCompany(), onHand)
const place = (shop: Shop, items: object[], fields: object = {}): Promise<Json> =>
  placeOrder(shop, { ...fields, items })
const orderNow = (shop: Shop, { id }: { id: string }): Promise<Json> => findIn(shop.client, 'orders', id)
const shipmentsOf = async ({ client }: Shop, { id }: { id: string }): Promise<Json[]> =>
  (await client.get(`/api/v1/shipments?orderId=${id}`)).json.items
const rowOf = ({ client, productId, warehouseId }: Shop) => stockRow(client, productId, warehouseId)
const faultsOf = async ({ client }: Shop): Promise<Json> =>
  (await client.get('/api/v1/self-check')).json.checks.filter(({ ok }: Json) => !ok)
const pathOf = ({ id }: { id: string }) => `/api/v1/orders/${id}`

test('three units worth 100.00, shipped one by one, have the amounts 33.33, 33.34 and 33.33', async () => {
  const shop = await shopWith()
  const order = await place(shop, [{ productId: shop.productId, quantity: 3, price: 33.34 }], { discountAmount: 0.02 })
  expect(order.total).toBe(100)
  const amounts = []
  for (let part = 1; part <= 3; part += 1) amounts.push((await shipOrder(shop, order.id, [[1, 1]])).amount)
  expect(amounts).toEqual([33.33, 33.34, 33.33])
  expect(await orderNow(shop, order)).toMatchObject({
    shippedAmount: 100,
    total: 100,
    fulfilment: 'all',
    shipmentCount: 3,
  })
  expect(await faultsOf(shop)).toEqual([])
})

test('a shipment has a number derived from its order’s, the shipped quantity of each line, and a tracking number', async () => {
  const shop = await shopWith()
  const delivery = await addProduct(shop.client, { kind: 'service', name: 'Доставка', price: 300 })
  const order = await place(shop, [
    { productId: shop.productId, quantity: 5 },
    { productId: delivery, quantity: 1 },
  ])
  const told = { trackingNumber: ' 80083914051027 ', note: 'Курьером' }
  const shipment = await shipOrder(
    shop,
    order.id,
    [
      [2, 1],
      [1, 2],
    ],
    told,
  )
  expect(shipment).toEqual({
    id: expect.stringMatching(ISSUED_ID),
    number: `${order.number}-1`,
    orderId: order.id,
    status: 'posted',
    at: expect.any(String),
    items: [
      { lineId: 1, productId: shop.productId, name: 'Чайник', quantity: 2, amount: 300, cost: 200 },
      { lineId: 2, productId: delivery, name: 'Доставка', quantity: 1, amount: 300, cost: 0 },
    ],
    amount: 600,
    cost: 200,
    trackingNumber: '80083914051027',
    note: 'Курьером',
    createdAt: shipment.at,
    updatedAt: shipment.at,
  })
  expect((await shop.client.get(`/api/v1/shipments/${shipment.id}`)).json).toEqual(shipment)
  const { items } = (await shop.client.get(`/api/v1/movements?orderId=${order.id}`)).json
  expect(items).toMatchObject([{ type: 'shipment', quantity: 2, shipmentId: shipment.id, orderId: order.id }])
})

test('shipments are found by the beginning of the number, or of the tracking number in either case and with any spaces', async () => {
  const shop = await shopWith()
  const [first, second] = [
    await place(shop, [{ productId: shop.productId, quantity: 5 }]),
    await place(shop, [{ productId: shop.productId, quantity: 5 }]),
  ]
  const one = await shipOrder(shop, first.id, [[1, 1]], { trackingNumber: 'RA\u00a0644 000 001 RU' })
  const two = await shipOrder(shop, first.id, [[1, 1]])
  const three = await shipOrder(shop, second.id, [[1, 1]], { trackingNumber: '80083914051027' })
  const [number, bare] = [first.number, first.number.replace(/^0+/, '')]
  const found: [string, Json[]][] = [
    [number, [two, one]],
    [bare, [two, one]],
    [`${number}-`, [two, one]],
    [`${bare}-2`, [two]],
    [`0${bare}-1`, [one]],
    ['ra644000', [one]],
    ['RA 64 4000001ru', [one]],
    ['8008 3914', [three]],
    ['80083914051027', [three]],
    ['1027', []],
    ['%', []],
    ['a', []],
    ['8\uffff', []],
    ['000', [three, two, one]],
  ]
  for (const [q, shipments] of found) {
    const answer = (await shop.client.get(`/api/v1/shipments?totals=true&q=${encodeURIComponent(q)}`)).json
    expect([q, answer.items.map(({ id }: Json) => id)]).toEqual([q, shipments.map(({ id }) => id)])
    expect(answer.totals).toMatchObject({ count: shipments.length })
  }
})

test('a partly shipped order keeps its status, reserves the rest, and shows how much was shipped', async () => {
  const shop = await shopWith(10)
  const order = await place(shop, [{ productId: shop.productId, quantity: 8 }])
  expect(order).toMatchObject({ fulfilment: 'none', shippedAmount: 0, cost: null })
  expect(order.items).toMatchObject([{ shipped: 0, cancelled: 0, reserved: 8 }])
  expect(order).not.toHaveProperty('shipmentCount')
  await shipOrder(shop, order.id, [[1, 3]])
  const part = await orderNow(shop, order)
  expect(part).toMatchObject({ status: 'new', fulfilment: 'part', shippedAmount: 450, cost: 300, shippedAt: null })
  expect(part.items).toMatchObject([{ shipped: 3, cancelled: 0, reserved: 5, shippedAmount: 450 }])
  expect(await rowOf(shop)).toMatchObject({ onHand: 7, reserved: 5, available: 2 })
  await moveOrder(shop, order.id, 'picking')
  const done = await moveOrder(shop, order.id, 'shipped')
  expect(done).toMatchObject({ status: 'shipped', fulfilment: 'all', shippedAmount: 1200, cost: 800 })
  expect(done.items[0]).toMatchObject({ shipped: 8, reserved: 0 })
  expect(done.items[0]).not.toHaveProperty('shippedAmount')
  expect(await rowOf(shop)).toMatchObject({ onHand: 2, reserved: 0, available: 2 })
})

test('changing an order’s status to `shipped` ships everything that is left as one shipment', async () => {
  const shop = await shopWith()
  const order = await place(shop, [{ productId: shop.productId, quantity: 2 }])
  const shipped = await moveOrder(shop, order.id, 'shipped')
  const [shipment] = await shipmentsOf(shop, order)
  expect(shipment).toMatchObject({ number: `${order.number}-1`, amount: 300, cost: 200, at: shipped.shippedAt })
})

test('partial shipments draw from the oldest lots first, and their costs add up to the cost of the order', async () => {
  const shop = await shopWith(0)
  await receive(shop, 2, 100)
  await receive(shop, 5, 10.01)
  const order = await place(shop, [{ productId: shop.productId, quantity: 5 }])
  expect((await shipOrder(shop, order.id, [[1, 1]])).cost).toBe(100)
  expect((await shipOrder(shop, order.id, [[1, 3]])).cost).toBe(120.02)
  expect((await shipOrder(shop, order.id)).cost).toBe(10.01)
  expect(await orderNow(shop, order)).toMatchObject({ cost: 230.03, status: 'shipped' })
})

test('shipping part of a bundle takes its components in proportion and splits a component’s cost among the lines using it', async () => {
  const shop = await shopWith(20)
  const sugar = await addProduct(shop.client, { name: 'Сахар' })
  await receiveOf(shop, { productId: sugar, quantity: 10, unitCost: 0.05 })
  const set = await addBundle(
    shop.client,
    [
      [shop.productId, 2],
      [sugar, 0.5],
    ],
    { price: 500 },
  )
  const order = await place(shop, [
    { productId: set, quantity: 3 },
    { productId: sugar, quantity: 1, price: 1 },
  ])
  const shipment = await shipOrder(shop, order.id, [
    [1, 1],
    [2, 1],
  ])
  expect(shipment.items).toMatchObject([
    { lineId: 1, quantity: 1, amount: 500, cost: 200.02, components: [{ quantity: 2 }, { quantity: 0.5 }] },
    { lineId: 2, quantity: 1, amount: 1, cost: 0.06 },
  ])
  expect(await rowOf(shop)).toMatchObject({ onHand: 18, reserved: 4 })
  expect(await stockRow(shop.client, sugar, shop.warehouseId)).toMatchObject({ onHand: 8.5, reserved: 1 })
  expect(await faultsOf(shop)).toEqual([])
})

test('shipping a fraction of a bundle that needs less than 0.001 of a component is refused', async () => {
  const shop = await shopWith(20)
  const set = await addBundle(shop.client, [[shop.productId, 0.5]])
  const order = await place(shop, [{ productId: set, quantity: 3 }])
  const problem = await shop.client.refused('POST', `${pathOf(order)}/shipments`, {
    lines: [{ lineId: 1, quantity: 0.001 }],
  })
  expect(problem).toMatchObject({
    code: 'VALIDATION_FAILED',
    errors: [{ path: '/lines/0/quantity', code: 'TOO_PRECISE' }],
  })
})

test('shipping more than is left of a line is refused with both quantities', async () => {
  const shop = await shopWith()
  const order = await place(shop, [{ productId: shop.productId, quantity: 5 }])
  await shipOrder(shop, order.id, [[1, 2]])
  const problem = await shop.client.refused('POST', `${pathOf(order)}/shipments`, {
    lines: [{ lineId: 1, quantity: 3.001 }],
  })
  expect(problem).toMatchObject({
    code: 'SHIPMENT_EXCEEDED',
    figures: { orderId: order.id, number: order.number, line: 1, product: 'Чайник', asked: 3.001, left: 3 },
  })
})

test.each([
  ['a line that the order does not have', [{ lineId: 2, quantity: 1 }], '/lines/0/lineId'],
  [
    'a line twice',
    [
      { lineId: 1, quantity: 1 },
      { lineId: 1, quantity: 1 },
    ],
    '/lines/1/lineId',
  ],
  ['no line', [], '/lines'],
  ['nothing of a line', [{ lineId: 1, quantity: 0 }], '/lines/0/quantity'],
])('shipping %s is refused', async (_what, lines, path) => {
  const shop = await shopWith()
  const order = await place(shop, [{ productId: shop.productId, quantity: 5 }])
  const problem = await shop.client.refused('POST', `${pathOf(order)}/shipments`, { lines })
  expect(problem).toMatchObject({ code: 'VALIDATION_FAILED', errors: [{ path }] })
})

test('a shipped or cancelled order can be neither shipped nor closed', async () => {
  const shop = await shopWith()
  for (const status of ['shipped', 'cancelled']) {
    const order = await place(shop, [{ productId: shop.productId, quantity: 1 }])
    await moveOrder(shop, order.id, status)
    for (const act of ['shipments', 'close'])
      expect(await shop.client.refused('POST', `${pathOf(order)}/${act}`, {})).toMatchObject({
        code: 'INVALID_TRANSITION',
        figures: { reason: status, orderId: order.id },
      })
  }
})

test('a storekeeper can ship part of an order, but cannot see costs, close the order or cancel the shipment', async () => {
  const shop = await shopWith()
  const order = await place(shop, [{ productId: shop.productId, quantity: 5 }])
  const storekeeper = await joinAs(service, shop.client.companyId, { role: 'storekeeper' })
  const shipment = await shipOrder({ client: storekeeper }, order.id, [[1, 2]])
  expect(shipment).toMatchObject({ amount: 300, items: [{ amount: 300 }] })
  expect(JSON.stringify(shipment)).not.toContain('cost')
  const list = (await storekeeper.get(`/api/v1/shipments?orderId=${order.id}&totals=true`)).text
  expect(list).not.toContain('cost')
  const csv = '/api/v1/shipments?format=csv'
  expect((await shop.client.get(csv)).text).toContain('Себестоимость')
  expect((await storekeeper.get(csv)).text).toMatch(/Номер(?!.*Себестоимость)/s)
  for (const path of [`orders/${order.id}/close`, `shipments/${shipment.id}/cancel`])
    expect((await storekeeper.post(`/api/v1/${path}`, {})).status).toBe(403)
})

test('closing a partly shipped order releases the rest, but does not change the order’s total', async () => {
  const shop = await shopWith(10)
  const order = await place(shop, [{ productId: shop.productId, quantity: 8 }])
  await shipOrder(shop, order.id, [[1, 3]])
  const closed = await closeOrder(shop, order.id)
  expect(closed).toMatchObject({
    ...{ status: 'shipped', closedShort: true, fulfilment: 'part', total: 1200, shippedAmount: 450, cost: 300 },
    items: [{ quantity: 8, shipped: 3, cancelled: 5, reserved: 0, shippedAmount: 450 }],
  })
  expect(await rowOf(shop)).toMatchObject({ onHand: 7, reserved: 0, available: 7 })
  expect(await faultsOf(shop)).toEqual([])
})

test('an order of which nothing was shipped cannot be closed', async () => {
  const shop = await shopWith()
  const order = await place(shop, [{ productId: shop.productId, quantity: 1 }])
  expect(await shop.client.refused('POST', `${pathOf(order)}/close`, {})).toMatchObject({
    code: 'INVALID_TRANSITION',
    figures: { reason: 'unshipped', orderId: order.id, number: order.number },
  })
})

test('a partly shipped order can be neither cancelled nor deleted', async () => {
  const shop = await shopWith()
  const order = await place(shop, [{ productId: shop.productId, quantity: 5 }])
  await shipOrder(shop, order.id, [[1, 2]])
  const figures = { reason: 'part', orderId: order.id, number: order.number }
  const cancelling = await shop.client.refused('PATCH', `${pathOf(order)}/status`, { status: 'cancelled' })
  expect(cancelling).toMatchObject({ code: 'INVALID_TRANSITION', figures })
  expect(await shop.client.refused('DELETE', pathOf(order), {})).toMatchObject({ code: 'INVALID_TRANSITION', figures })
})

test('cancelling a shipment puts the goods back into their lots and reserves them again', async () => {
  const shop = await shopWith(0)
  await receive(shop, 2, 100)
  await receive(shop, 5, 10.01)
  const order = await place(shop, [{ productId: shop.productId, quantity: 4 }])
  const before = await shop.client.state()
  const shipment = await shipOrder(shop, order.id, [[1, 3]])
  const cancelled = await cancelShipment(shop, shipment.id)
  expect(cancelled).toEqual({
    ...shipment,
    ...{ status: 'cancelled', cancelledAt: cancelled.updatedAt, updatedAt: expect.any(String) },
  })
  const after = await shop.client.state()
  expect(after.lots).toEqual(before.lots)
  expect(after.stock).toEqual(before.stock)
  expect(after.orders).toMatchObject([{ ...before.orders[0], updatedAt: expect.any(String), shipmentCount: 1 }])
  const [reversal] = (await shop.client.get(`/api/v1/movements?orderId=${order.id}&type=reversal`)).json.items
  expect(reversal).toMatchObject({ reverses: 'shipment', quantity: 3, cost: 210.01, shipmentId: shipment.id })
  expect(await shop.client.refused('POST', `/api/v1/shipments/${shipment.id}/cancel`, {})).toMatchObject({
    code: 'INVALID_TRANSITION',
    figures: { reason: 'status', entity: 'shipment', from: 'cancelled', to: 'cancelled' },
  })
  expect(await faultsOf(shop)).toEqual([])
})

test('cancelling a shipment of a shipped order sets the order back to picking', async () => {
  const shop = await shopWith(10)
  const order = await place(shop, [{ productId: shop.productId, quantity: 4 }])
  await shipOrder(shop, order.id, [[1, 1]])
  const rest = await shipOrder(shop, order.id)
  await cancelShipment(shop, rest.id)
  const open = await orderNow(shop, order)
  expect(open).toMatchObject({ status: 'picking', fulfilment: 'part', shippedAmount: 150, cost: 100, shippedAt: null })
  expect(open.items).toMatchObject([{ shipped: 1, reserved: 3 }])
  expect((await shipOrder(shop, order.id)).number).toBe(`${order.number}-3`)
  expect(await faultsOf(shop)).toEqual([])
})

test('quantities cancelled by closing an order stay cancelled when one of its shipments is cancelled later', async () => {
  const shop = await shopWith(10)
  const order = await place(shop, [{ productId: shop.productId, quantity: 8 }])
  await shipOrder(shop, order.id, [[1, 2]])
  const second = await shipOrder(shop, order.id, [[1, 3]])
  await closeOrder(shop, order.id)
  await cancelShipment(shop, second.id)
  const open = await orderNow(shop, order)
  expect(open).toMatchObject({
    status: 'picking',
    fulfilment: 'part',
    items: [{ shipped: 2, cancelled: 3, reserved: 3 }],
  })
  expect(open).not.toHaveProperty('closedShort')
  expect(await rowOf(shop)).toMatchObject({ onHand: 8, reserved: 3, available: 5 })
  const again = await moveOrder(shop, order.id, 'shipped')
  expect(again).toMatchObject({ closedShort: true, fulfilment: 'part', shippedAmount: 750, total: 1200 })
  expect(await faultsOf(shop)).toEqual([])
})

test('a line’s shipped amounts add up to its amount even if a shipment is cancelled and its goods are shipped again', async () => {
  const shop = await shopWith()
  const order = await place(shop, [{ productId: shop.productId, quantity: 3, price: 33.34 }], { discountAmount: 0.02 })
  const [first, second] = [await shipOrder(shop, order.id, [[1, 1]]), await shipOrder(shop, order.id, [[1, 1]])]
  expect([first.amount, second.amount]).toEqual([33.33, 33.34])
  await cancelShipment(shop, first.id)
  expect(await orderNow(shop, order)).toMatchObject({ shippedAmount: 33.34, items: [{ shippedAmount: 33.34 }] })
  expect((await shipOrder(shop, order.id, [[1, 1]])).amount).toBe(33.33)
  expect((await shipOrder(shop, order.id)).amount).toBe(33.33)
  expect(await orderNow(shop, order)).toMatchObject({ shippedAmount: 100 })
})

test('an order whose shipments were all cancelled can be cancelled, but not deleted', async () => {
  const shop = await shopWith()
  const order = await place(shop, [{ productId: shop.productId, quantity: 1 }])
  await cancelShipment(shop, (await shipOrder(shop, order.id)).id)
  expect(await orderNow(shop, order)).toMatchObject({ status: 'picking', fulfilment: 'none', cost: null })
  expect(await shop.client.refused('DELETE', pathOf(order), {})).toMatchObject({
    code: 'HAS_REFERENCES',
    blockers: [{ entity: 'shipment', name: `${order.number}-1` }],
  })
  expect(await moveOrder(shop, order.id, 'cancelled')).toMatchObject({ status: 'cancelled', items: [{ reserved: 0 }] })
  expect(await faultsOf(shop)).toEqual([])
})

test('a shipment from an archived warehouse cannot be cancelled', async () => {
  const shop = await shopWith(1)
  await addWarehouse(shop.client)
  const order = await place(shop, [{ productId: shop.productId, quantity: 1 }])
  const shipment = await shipOrder(shop, order.id)
  await setArchived(shop.client, 'warehouses', shop.warehouseId)
  const problem = await shop.client.refused('POST', `/api/v1/shipments/${shipment.id}/cancel`, {})
  expect(problem).toMatchObject({ code: 'ARCHIVED', figures: { entity: 'warehouse', id: shop.warehouseId } })
})

test('cancelling an unknown shipment is refused as not found', async () => {
  const { client } = await shopWith(1)
  expect((await client.refused('POST', `/api/v1/shipments/${UNKNOWN_ID}/cancel`, {})).code).toBe('NOT_FOUND')
})

test('an order line without a price has no amount in its shipments either', async () => {
  const shop = await shopWith()
  const productId = await addProduct(shop.client, { name: 'Без цены' })
  await receiveOf(shop, { productId, quantity: 5 })
  const order = await place(shop, [{ productId, quantity: 2 }])
  const shipment = await shipOrder(shop, order.id, [[1, 1]])
  expect(shipment).toMatchObject({ amount: 0, cost: 100, items: [{ amount: null, cost: 100 }] })
  expect((await orderNow(shop, order)).items[0]).not.toHaveProperty('shippedAmount')
})
