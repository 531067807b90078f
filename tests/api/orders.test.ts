import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { pathsOf } from '../support/contract/problems.ts'
import type { Json } from '../support/node/client.ts'
import { startNode, useService } from '../support/node/service.ts'
import {
  addBundle,
  addPriceType,
  addProduct,
  addWarehouse,
  findIn,
  ISSUED_ID,
  MOMENT,
  moveOrder,
  openShop,
  orderBody,
  placeOrder,
  receive,
  receiveOf,
  type Shop,
  setArchived,
  stockRow,
  UNKNOWN_ID,
} from '../support/scene/fixtures.ts'

const service = useService()

const shopWith = async (onHand = 0) => openShop(await service.newCompany(), onHand)
const statusPathOf = (orderId: string) => `/api/v1/orders/${orderId}/status`

const refusedOrder = (shop: Shop, fields: Record<string, unknown>) =>
  shop.client.refused('POST', '/api/v1/orders', { ...orderBody(shop, 1), ...fields })

/** Converts `[[productId, quantity]]` to the lines of an order. */
const itemsOf = (items: [string, number][]) => items.map(([productId, quantity]) => ({ productId, quantity }))

// Tests of placing orders.

test('a new order reserves stock, and shipping it writes off the oldest lots at their cost', async () => {
  const shop = await shopWith(10)
  const placed = await shop.client.post('/api/v1/orders', orderBody(shop, 4))
  expect(placed.status).toBe(200)
  expect(placed.json.result).toMatchObject({ status: 'new', number: '00001', total: 600, cost: null, customer: 'Иван' })
  expect(await stockRow(shop.client, shop.productId, shop.warehouseId)).toMatchObject({
    onHand: 10,
    reserved: 4,
    available: 6,
  })
  const shipped = await shop.client.patch(statusPathOf(placed.json.result.id), { status: 'shipped' })
  expect(shipped.json.result).toMatchObject({ status: 'shipped', cost: 400 })
  expect(shipped.json.state.lots).toMatchObject([{ received: 10, remaining: 6 }])
  expect(shipped.json.state.totals).toMatchObject({ orders: 1, lots: 1, stockValue: 600 })
})

test('the response to a new order contains all fields of the order', async () => {
  const shop = await shopWith(10)
  const { json } = await shop.client.post('/api/v1/orders', orderBody(shop, 1.5))
  expect(json.result).toEqual({
    id: expect.stringMatching(ISSUED_ID),
    number: '00001',
    status: 'new',
    customer: 'Иван',
    customerId: json.state.partners[1].id,
    warehouseId: shop.warehouseId,
    channel: 'Сайт',
    priceTypeId: null,
    externalNumber: null,
    deliveryAddress: null,
    note: null,
    orderedAt: json.result.createdAt,
    externalSource: null,
    externalId: null,
    items: [
      {
        ...{ id: 1, productId: shop.productId, name: 'Чайник', sku: null, quantity: 1.5, price: 150, amount: 225 },
        ...{ shipped: 0, cancelled: 0, reserved: 1.5 },
      },
    ],
    total: 225,
    shippedAmount: 0,
    fulfilment: 'none',
    unpricedItems: 0,
    paid: 0,
    payment: 'unpaid',
    cost: null,
    shippedAt: null,
    createdAt: expect.stringMatching(MOMENT),
    updatedAt: json.result.createdAt,
  })
  expect(json.state.orders).toEqual([json.result])
})

test('an order stores the external number, address, note and other plain fields that a client sends', async () => {
  const shop = await shopWith(10)
  const fields = {
    externalNumber: 'A-17',
    deliveryAddress: 'Тверь',
    note: 'Позвонить',
    externalSource: 'ozon',
    externalId: '17',
  }
  const order = await placeOrder(shop, { ...fields, orderedAt: '2026-03-01T10:00:00+03:00' })
  expect(order).toMatchObject({ ...fields, orderedAt: '2026-03-01T07:00:00.000Z' })
})

test('an orderedAt with only a date is stored as midnight UTC', async () => {
  expect(await placeOrder(await shopWith(1), { orderedAt: '2026-03-01' })).toMatchObject({
    orderedAt: '2026-03-01T00:00:00.000Z',
  })
})

test.each(['вчера', '2026-02-30', '2026-03-01T25:00:00Z', '2026-03-01T10:00:00', '', 5])(
  'orderedAt %j is not a valid point in time',
  async (orderedAt) => {
    const problem = await refusedOrder(await shopWith(1), { orderedAt })
    expect(problem.code).toBe('VALIDATION_FAILED')
    expect(pathsOf(problem)).toEqual(['/orderedAt'])
  },
)

test('an order keeps the product’s name, SKU and price from when it was placed', async () => {
  const shop = await shopWith(10)
  const order = await placeOrder(shop)
  await shop.client.made('PATCH', `/api/v1/products/${shop.productId}`, { name: 'Самовар', sku: 'S', price: 1 })
  expect(await findIn(shop.client, 'orders', order.id)).toEqual(order)
})

test('an order line without a price has no amount, and the total is the sum of the other lines', async () => {
  const shop = await shopWith(10)
  const freeId = await addProduct(shop.client, { kind: 'service' })
  const order = await placeOrder(shop, {
    items: itemsOf([
      [shop.productId, 2],
      [freeId, 3],
    ]),
  })
  expect(order).toMatchObject({
    total: 300,
    unpricedItems: 1,
    items: [
      { price: 150, amount: 300 },
      { price: null, amount: null },
    ],
  })
})

test('a price of 0 counts as a price', async () => {
  const shop = await shopWith(10)
  const giftId = await addProduct(shop.client, { kind: 'service', price: 0 })
  expect(await placeOrder(shop, { items: itemsOf([[giftId, 1]]) })).toMatchObject({
    total: 0,
    unpricedItems: 0,
    items: [{ price: 0, amount: 0 }],
  })
})

test('an order with a price type uses only prices of that type, never the main price', async () => {
  const shop = await shopWith(10)
  const priceTypeId = await addPriceType(shop.client)
  const prices = [{ priceTypeId, price: 99.99 }]
  const pricedId = await addProduct(shop.client, { kind: 'service', price: 500, prices })
  const order = await placeOrder(shop, {
    priceTypeId,
    items: itemsOf([
      [pricedId, 3],
      [shop.productId, 1],
    ]),
  })
  expect(order).toMatchObject({
    priceTypeId,
    total: 299.97,
    unpricedItems: 1,
    items: [
      { price: 99.99, amount: 299.97 },
      { price: null, amount: null },
    ],
  })
})

test('a partner’s own price type and discount do not affect an order’s prices', async () => {
  const shop = await shopWith(10)
  const priceTypeId = await addPriceType(shop.client)
  await shop.client.made('POST', '/api/v1/partners', { name: 'Льготный', priceTypeId, discountPercent: 50 })
  expect(await placeOrder(shop, { customer: 'Льготный' })).toMatchObject({ priceTypeId: null, total: 150 })
})

test('each order line’s amount is rounded half up, and the total is the sum of the rounded amounts', async () => {
  const shop = await shopWith()
  const productId = await addProduct(shop.client, { kind: 'service', price: 0.01 })
  const order = await placeOrder(shop, {
    items: itemsOf([
      [productId, 0.5],
      [productId, 0.5],
      [productId, 0.499],
    ]),
  })
  expect(order.items.map((item: { amount: number }) => item.amount)).toEqual([0.01, 0.01, 0])
  expect(order.total).toBe(0.02)
})

test('orders are numbered consecutively and no number is used twice, even after a restart', async () => {
  const shop = await shopWith(10)
  const numbers: string[] = []
  const placeAndDelete = async (client = shop.client) => {
    const order = await placeOrder({ ...shop, client })
    await client.made('DELETE', `/api/v1/orders/${order.id}`, {})
    numbers.push(order.number)
  }
  numbers.push((await placeOrder(shop)).number)
  await placeAndDelete()
  await placeAndDelete()
  const restarted = await startNode(service.databaseUrl)
  await placeAndDelete(shop.client.at(restarted.apiUrl))
  await restarted.stop()
  expect(numbers).toEqual(['00001', '00002', '00003', '00004'])
})

test('a service can be ordered without stock and reserves nothing', async () => {
  const shop = await shopWith()
  const serviceId = await addProduct(shop.client, { kind: 'service', price: 300 })
  const { json } = await shop.client.post('/api/v1/orders', { ...orderBody(shop, 1), items: itemsOf([[serviceId, 9]]) })
  expect(json.result).toMatchObject({ total: 2700 })
  expect(json.state.stock).toEqual([])
})

test('an order for more than is available is refused, and the refusal states how much is available', async () => {
  const shop = await shopWith(5)
  await placeOrder(shop, { items: itemsOf([[shop.productId, 2]]) })
  expect(await refusedOrder(shop, { items: itemsOf([[shop.productId, 5]]) })).toMatchObject({
    code: 'INSUFFICIENT_STOCK',
    detail: expect.stringMatching(/\b5\b.*Чайник.*\b3\b/),
    figures: {
      ...{ reason: 'product', asked: 5, available: 3, productId: shop.productId, product: 'Чайник' },
      ...{ warehouseId: shop.warehouseId, warehouse: expect.any(String) },
    },
  })
})

test('stock at another warehouse cannot fill an order', async () => {
  const shop = await shopWith(5)
  const problem = await refusedOrder(shop, { warehouseId: await addWarehouse(shop.client) })
  expect(problem.code).toBe('INSUFFICIENT_STOCK')
})

test('an order’s demand for a product is the sum over all its lines', async () => {
  const shop = await shopWith(5)
  const items = itemsOf([
    [shop.productId, 3],
    [shop.productId, 2.001],
  ])
  expect(await refusedOrder(shop, { items })).toMatchObject({
    code: 'INSUFFICIENT_STOCK',
    detail: expect.stringMatching(/5\.001.*\b5\b/),
  })
  await placeOrder(shop, {
    items: itemsOf([
      [shop.productId, 3],
      [shop.productId, 2],
    ]),
  })
  expect(await stockRow(shop.client, shop.productId, shop.warehouseId)).toMatchObject({ reserved: 5, available: 0 })
})

test('an order is refused as a whole if one of its lines lacks stock', async () => {
  const shop = await shopWith(5)
  const emptyId = await addProduct(shop.client, { name: 'Пустой' })
  expect(
    await refusedOrder(shop, {
      items: itemsOf([
        [shop.productId, 1],
        [emptyId, 1],
      ]),
    }),
  ).toMatchObject({
    code: 'INSUFFICIENT_STOCK',
    detail: expect.stringContaining('Пустой'),
  })
})

test('an order needs at least one line, and each quantity must be at least 0.001', async () => {
  const shop = await shopWith(5)
  expect(pathsOf(await refusedOrder(shop, { items: [] }))).toEqual(['/items'])
  expect(pathsOf(await refusedOrder(shop, { items: itemsOf([[shop.productId, 0]]) }))).toEqual(['/items/0/quantity'])
})

test('an order may have at most 20,000 parts, and a bundle line counts once for each component', async () => {
  const shop = await shopWith()
  const components: [string, number][] = []
  for (let each = 0; each < 21; each += 1) components.push([await addProduct(shop.client), 1])
  const bundleId = await addBundle(shop.client, components)
  const linesOf = (count: number) => itemsOf(Array.from({ length: count }, () => [bundleId, 1]))
  expect(await refusedOrder(shop, { items: linesOf(952) })).toMatchObject({ code: 'INSUFFICIENT_STOCK' })
  expect(await refusedOrder(shop, { items: linesOf(953) })).toMatchObject({
    code: 'VALIDATION_FAILED',
    detail: expect.stringContaining('20,013'),
  })
})

test('an order whose line amount or total is above 10^12 is refused', async () => {
  const shop = await shopWith()
  const productId = await addProduct(shop.client, { kind: 'service', price: 600_000_000_000 })
  expect(await refusedOrder(shop, { items: itemsOf([[productId, 2]]) })).toMatchObject({ code: 'VALIDATION_FAILED' })
  expect(
    await refusedOrder(shop, {
      items: itemsOf([
        [productId, 1],
        [productId, 1],
      ]),
    }),
  ).toMatchObject({
    code: 'VALIDATION_FAILED',
  })
})

test.each([
  ['warehouseId', UNKNOWN_ID],
  ['warehouseId', 'склад'],
  ['priceTypeId', UNKNOWN_ID],
  ['customer', 'Никто'],
  ['customer', 'Поставка'],
])('an order whose %s is %s is refused with NOT_FOUND', async (field, value) => {
  expect(await refusedOrder(await shopWith(5), { [field]: value })).toMatchObject({
    code: 'NOT_FOUND',
    detail: expect.stringContaining(value),
  })
})

test('an order of a product that does not exist is refused', async () => {
  expect(await refusedOrder(await shopWith(5), { items: itemsOf([[UNKNOWN_ID, 1]]) })).toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('if an order refers to missing records and also lacks stock, its refusal reports the missing records', async () => {
  const shop = await shopWith()
  expect(await refusedOrder(shop, { customer: 'Никто' })).toMatchObject({ code: 'NOT_FOUND' })
  expect(
    await refusedOrder(shop, {
      items: itemsOf([
        [shop.productId, 1],
        [UNKNOWN_ID, 1],
      ]),
    }),
  ).toMatchObject({
    code: 'NOT_FOUND',
  })
})

// Tests of external ids.

test.each([
  ['/externalId', { externalSource: 'ozon' }],
  ['/externalSource', { externalId: '17' }],
  ['/externalId', { externalSource: 'ozon', externalId: '' }],
])('an order with only one of externalSource and externalId is refused: without %s', async (path, fields) => {
  const problem = await refusedOrder(await shopWith(5), fields)
  expect(problem.code).toBe('VALIDATION_FAILED')
  expect(pathsOf(problem)).toEqual([path])
})

test('an external id cannot be used for a second order, even if the first one is finished', async () => {
  const shop = await shopWith(5)
  const pair = { externalSource: 'ozon', externalId: '17' }
  const order = await placeOrder(shop, pair)
  const refusal = {
    code: 'DUPLICATE_EXTERNAL_ID',
    detail: expect.stringContaining('17'),
    blockers: [{ entity: 'order', id: order.id, label: expect.any(String) }],
  }
  expect(await refusedOrder(shop, pair)).toMatchObject(refusal)
  await moveOrder(shop, order.id, 'cancelled')
  expect(await refusedOrder(shop, pair)).toMatchObject(refusal)
})

test('the same external id from another source belongs to another order', async () => {
  const shop = await shopWith(5)
  await placeOrder(shop, { externalSource: 'ozon', externalId: '17' })
  expect(await placeOrder(shop, { externalSource: 'wb', externalId: '17' })).toMatchObject({ externalSource: 'wb' })
})

test('an external id can be used again after the order that had it is deleted', async () => {
  const shop = await shopWith(5)
  const pair = { externalSource: 'ozon', externalId: '17' }
  await shop.client.made('DELETE', `/api/v1/orders/${(await placeOrder(shop, pair)).id}`, {})
  expect(await placeOrder(shop, pair)).toMatchObject(pair)
})

test('of 20 simultaneous orders with one external id exactly one is placed', async () => {
  const shop = await shopWith(50)
  const body = { ...orderBody(shop, 1), externalSource: 'ozon', externalId: '17' }
  const replies = await Promise.all(Array.from({ length: 20 }, () => shop.client.post('/api/v1/orders', body)))
  expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
  expect(replies.filter((reply) => reply.json.code === 'DUPLICATE_EXTERNAL_ID')).toHaveLength(19)
})

// Tests of bundles.

test('an order of a bundle stores the bundle’s components and reserves them', async () => {
  const shop = await shopWith(10)
  const bundleId = await addBundle(shop.client, [[shop.productId, 1.5]], { price: 400 })
  const order = await placeOrder(shop, { items: itemsOf([[bundleId, 2]]) })
  expect(order).toMatchObject({
    total: 800,
    items: [{ productId: bundleId, components: [{ productId: shop.productId, name: 'Чайник', quantity: 1.5 }] }],
  })
  expect(await stockRow(shop.client, shop.productId, shop.warehouseId)).toMatchObject({ reserved: 3, available: 7 })
})

test('editing a bundle does not affect existing orders, which ship the components stored with them', async () => {
  const shop = await shopWith(10)
  const otherId = await addProduct(shop.client, { name: 'Крышка' })
  await receiveOf(shop, { productId: otherId })
  const bundleId = await addBundle(shop.client, [[shop.productId, 1]])
  const order = await placeOrder(shop, { items: itemsOf([[bundleId, 2]]) })
  const edit = { name: 'Другой', components: itemsOf([[otherId, 5]]) }
  await shop.client.made('PATCH', `/api/v1/products/${bundleId}`, edit)
  expect(await findIn(shop.client, 'orders', order.id)).toEqual(order)
  await moveOrder(shop, order.id, 'shipped')
  expect(await stockRow(shop.client, shop.productId, shop.warehouseId)).toMatchObject({ onHand: 8, reserved: 0 })
  expect(await stockRow(shop.client, otherId, shop.warehouseId)).toMatchObject({ onHand: 10, reserved: 0 })
})

test('cancelling an order releases the components it reserved, even if the bundle was edited since', async () => {
  const shop = await shopWith(10)
  const bundleId = await addBundle(shop.client, [[shop.productId, 2]])
  const order = await placeOrder(shop, { items: itemsOf([[bundleId, 3]]) })
  await shop.client.made('PATCH', `/api/v1/products/${bundleId}`, {
    name: 'Набор',
    components: itemsOf([[shop.productId, 1]]),
  })
  await moveOrder(shop, order.id, 'cancelled')
  expect(await stockRow(shop.client, shop.productId, shop.warehouseId)).toMatchObject({ reserved: 0, available: 10 })
})

test('an order cannot oversell a component that two of its lines share', async () => {
  const shop = await shopWith(5)
  const bundleId = await addBundle(shop.client, [[shop.productId, 2]])
  const otherBundleId = await addBundle(shop.client, [[shop.productId, 1]])
  const lines: [string, number][][] = [
    [
      [bundleId, 2],
      [shop.productId, 2],
    ],
    [
      [bundleId, 2],
      [otherBundleId, 2],
    ],
    [
      [bundleId, 1],
      [bundleId, 2],
    ],
  ]
  for (const line of lines)
    expect(await refusedOrder(shop, { items: itemsOf(line) })).toMatchObject({
      code: 'INSUFFICIENT_STOCK',
      detail: expect.stringMatching(/\b6\b.*Чайник.*\b5\b/),
    })
  expect(
    await placeOrder(shop, {
      items: itemsOf([
        [bundleId, 2],
        [otherBundleId, 1],
      ]),
    }),
  ).toMatchObject({
    status: 'new',
  })
})

test('an order for a bundle is refused if the quantity of a component would not be a multiple of 0.001', async () => {
  const shop = await shopWith(5)
  const bundleId = await addBundle(shop.client, [[shop.productId, 0.001]])
  const problem = await refusedOrder(shop, {
    items: itemsOf([
      [shop.productId, 1],
      [bundleId, 1.5],
    ]),
  })
  expect(problem.code).toBe('VALIDATION_FAILED')
  expect(pathsOf(problem)).toEqual(['/items/1/quantity'])
})

test('an order for a bundle is refused if a component’s quantity would exceed 10^12', async () => {
  const shop = await shopWith(5)
  const bundleId = await addBundle(shop.client, [[shop.productId, 1_000_000_000_000]])
  const problem = await refusedOrder(shop, { items: itemsOf([[bundleId, 2]]) })
  expect(problem.code).toBe('VALIDATION_FAILED')
  expect(pathsOf(problem)).toEqual(['/items/0/quantity'])
})

test('the cost of a shipped bundle is the cost of its components', async () => {
  const shop = await shopWith()
  const otherId = await addProduct(shop.client)
  await receive(shop, 2, 10)
  await receive(shop, 2, 20)
  await receiveOf(shop, { productId: otherId, unitCost: 1.5 })
  const bundleId = await addBundle(shop.client, [
    [shop.productId, 1],
    [otherId, 2],
  ])
  const order = await placeOrder(shop, { items: itemsOf([[bundleId, 3]]) })
  expect(await moveOrder(shop, order.id, 'shipped')).toMatchObject({ cost: 49 })
})

// Tests of status changes.

const MOVES: Record<string, string[]> = {
  new: ['picking', 'shipped', 'cancelled'],
  picking: ['shipped', 'cancelled'],
  shipped: [],
  cancelled: [],
}
const matrix = Object.entries(MOVES).flatMap(([from, possible]) =>
  ['picking', 'shipped', 'cancelled'].map((to) => ({ from, to, isPossible: possible.includes(to) })),
)

test.each(matrix)('moving an order from $from to $to is allowed: $isPossible', async ({ from, to, isPossible }) => {
  const shop = await shopWith(5)
  const order = await placeOrder(shop)
  if (from !== 'new') await moveOrder(shop, order.id, from)
  if (isPossible) expect(await moveOrder(shop, order.id, to)).toMatchObject({ status: to })
  else
    expect(await shop.client.refused('PATCH', statusPathOf(order.id), { status: to })).toMatchObject({
      code: 'INVALID_TRANSITION',
      detail: expect.stringContaining(from),
    })
})

test('an order cannot become new again', async () => {
  const shop = await shopWith(5)
  const order = await placeOrder(shop)
  expect(pathsOf(await shop.client.refused('PATCH', statusPathOf(order.id), { status: 'new' }))).toEqual(['/status'])
})

test('starting to pick an order changes only its status and records who picks it, which later changes keep', async () => {
  const shop = await shopWith(5)
  const order = await placeOrder(shop)
  const picking = await moveOrder(shop, order.id, 'picking')
  const [{ actor }] = (await shop.client.get('/api/v1/audit?limit=1')).json.items
  const pickedBy = { id: actor.id, name: actor.name }
  expect(picking).toEqual({ ...order, status: 'picking', pickedBy, updatedAt: picking.updatedAt })
  expect(await stockRow(shop.client, shop.productId, shop.warehouseId)).toMatchObject({ reserved: 1 })
  const changed = await shop.client.send('PATCH', `/api/v1/orders/${order.id}`, { note: 'Хрупкое' })
  expect(changed.json.result).toMatchObject({ status: 'picking', note: 'Хрупкое', pickedBy })
  expect(await moveOrder(shop, order.id, 'shipped')).toMatchObject({ status: 'shipped', pickedBy })
  expect((await shop.client.get(`/api/v1/orders/${order.id}`)).json).toMatchObject({ pickedBy })
})

test('shipping an order takes goods from the oldest lots first and stores the cost and time of the shipment', async () => {
  const shop = await shopWith()
  await receive(shop, 2, 10)
  await receive(shop, 3, 20)
  const order = await placeOrder(shop, {
    items: itemsOf([
      [shop.productId, 1],
      [shop.productId, 2.5],
    ]),
  })
  const shipped = await moveOrder(shop, order.id, 'shipped')
  expect(shipped).toEqual({
    ...order,
    items: order.items.map((item: Json) => ({ ...item, shipped: item.quantity, reserved: 0 })),
    status: 'shipped',
    shippedAmount: order.total,
    fulfilment: 'all',
    shipmentCount: 1,
    cost: 50,
    shippedAt: shipped.updatedAt,
    updatedAt: expect.stringMatching(MOMENT),
  })
  const state = await shop.client.state()
  expect(state.lots).toMatchObject([{ unitCost: 20, remaining: 1.5 }])
  expect(state.stock).toMatchObject([{ onHand: 1.5, reserved: 0, available: 1.5 }])
  expect(state.totals).toMatchObject({ lots: 2, stockValue: 30 })
})

test('an order that contains only services ships at a cost of 0', async () => {
  const shop = await shopWith()
  const serviceId = await addProduct(shop.client, { kind: 'service' })
  const order = await placeOrder(shop, { items: itemsOf([[serviceId, 1]]) })
  expect(await moveOrder(shop, order.id, 'shipped')).toMatchObject({ cost: 0 })
})

test('an open order can be shipped or cancelled even if its product and customer were archived later', async () => {
  const shop = await shopWith(5)
  const [toShip, toCancel] = [await placeOrder(shop), await placeOrder(shop)]
  await setArchived(shop.client, 'products', shop.productId)
  await setArchived(shop.client, 'partners', toShip.customerId)
  expect(await moveOrder(shop, toShip.id, 'shipped')).toMatchObject({ status: 'shipped', cost: 100 })
  expect(await moveOrder(shop, toCancel.id, 'cancelled')).toMatchObject({ status: 'cancelled' })
})

/** Returns the company state without those parts that a deleted or cancelled order may leave changed. */
function withoutOrders(state: { totals: object }) {
  return { ...state, revision: 0, orders: [], totals: { ...state.totals, orders: 0 } }
}

test('placing and then cancelling an order leaves the rest of the company state unchanged', async () => {
  const shop = await shopWith(10)
  const bundleId = await addBundle(shop.client, [[shop.productId, 2]])
  const before = await shop.client.state()
  const order = await placeOrder(shop, {
    items: itemsOf([
      [shop.productId, 3],
      [bundleId, 2],
    ]),
  })
  const cancelled = await moveOrder(shop, order.id, 'cancelled')
  const after = await shop.client.state()
  const items = order.items.map((item: Json) => ({ ...item, reserved: 0 }))
  expect(cancelled).toEqual({ ...order, items, status: 'cancelled', updatedAt: cancelled.updatedAt })
  expect(after.orders).toEqual([cancelled])
  expect(withoutOrders(after)).toEqual(withoutOrders(before))
})

test.each(['new', 'picking', 'cancelled'])(
  'deleting an order that is %s leaves no trace of the order',
  async (status) => {
    const shop = await shopWith(10)
    const before = await shop.client.state()
    const order = await placeOrder(shop, { items: itemsOf([[shop.productId, 3]]) })
    if (status !== 'new') await moveOrder(shop, order.id, status)
    const { json } = await shop.client.delete(`/api/v1/orders/${order.id}`)
    expect(json.result).toEqual({ id: order.id, deleted: true })
    expect(await shop.client.state()).toEqual({ ...before, revision: json.state.revision })
    expect(await shop.client.refused('DELETE', `/api/v1/orders/${order.id}`, {})).toMatchObject({ code: 'NOT_FOUND' })
  },
)

test('a shipped order cannot be deleted', async () => {
  const shop = await shopWith(10)
  const order = await placeOrder(shop)
  await moveOrder(shop, order.id, 'shipped')
  expect(await shop.client.refused('DELETE', `/api/v1/orders/${order.id}`, {})).toMatchObject({
    code: 'INVALID_TRANSITION',
    detail: expect.stringContaining('00001'),
  })
})

test.each([UNKNOWN_ID, 'order-1'])('an order with the unknown id %s is not found', async (id) => {
  const { client } = await shopWith()
  expect(await client.refused('PATCH', statusPathOf(id), { status: 'shipped' })).toMatchObject({ code: 'NOT_FOUND' })
  expect(await client.refused('DELETE', `/api/v1/orders/${id}`, {})).toMatchObject({ code: 'NOT_FOUND' })
})

// Tests of simultaneous requests.

test('of 50 simultaneous orders for the last 10 units exactly 10 succeed', async () => {
  const shop = await shopWith(10)
  const replies = await Promise.all(
    Array.from({ length: 50 }, () => shop.client.post('/api/v1/orders', orderBody(shop, 1))),
  )
  expect(replies.filter((reply) => reply.status === 200)).toHaveLength(10)
  expect(replies.filter((reply) => reply.json.code === 'INSUFFICIENT_STOCK')).toHaveLength(40)
})

test('50 simultaneous orders for a bundle and for its component never take more than the stock', async () => {
  const shop = await shopWith(10)
  const bundleId = await addBundle(shop.client, [[shop.productId, 2]])
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, index) => {
      const items = itemsOf([[index % 2 === 0 ? bundleId : shop.productId, 1]])
      return shop.client.post('/api/v1/orders', { ...orderBody(shop, 1), items })
    }),
  )
  const row = await stockRow(shop.client, shop.productId, shop.warehouseId)
  const placed = replies.filter((reply) => reply.status === 200).map((reply) => reply.json.result.items[0])
  const taken = placed.reduce((total, item) => total + (item.productId === bundleId ? 2 : 1), 0)
  expect(row).toEqual({ ...row, onHand: 10, reserved: 10, available: 0 })
  expect(taken).toBe(10)
})

test('an order sent 20 times at once with one idempotency key is placed once', async () => {
  const shop = await shopWith(10)
  const key = randomUUID()
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => shop.client.post('/api/v1/orders', orderBody(shop, 1), { key })),
  )
  expect(new Set(replies.map((reply) => `${reply.status} ${reply.text}`)).size).toBe(1)
  expect(replies[0]!.status).toBe(200)
  expect(replies.filter((reply) => reply.headers.get('idempotent-replayed') === 'true')).toHaveLength(19)
  expect((await shop.client.state()).totals.orders).toBe(1)
})

test('if a refused order is sent 20 times at once with one idempotency key, every response is the same refusal', async () => {
  const shop = await shopWith()
  const key = randomUUID()
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => shop.client.post('/api/v1/orders', orderBody(shop, 1), { key })),
  )
  expect(new Set(replies.map((reply) => `${reply.status} ${reply.text}`)).size).toBe(1)
  expect(replies[0]!.json.code).toBe('INSUFFICIENT_STOCK')
})

test('of 20 simultaneous shipments of one order exactly one succeeds', async () => {
  const shop = await shopWith(10)
  const order = await placeOrder(shop)
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => shop.client.patch(statusPathOf(order.id), { status: 'shipped' })),
  )
  expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
  expect(replies.filter((reply) => reply.json.code === 'INVALID_TRANSITION')).toHaveLength(19)
  expect(await stockRow(shop.client, shop.productId, shop.warehouseId)).toMatchObject({ onHand: 9, reserved: 0 })
})
