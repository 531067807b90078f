/** Tests changes to open orders: what is kept, what is taken from current data, and what is reserved. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { pathsOf } from '../support/contract/problems.ts'
import type { Json } from '../support/node/client.ts'
import { startNode, useService } from '../support/node/service.ts'
import {
  addBundle,
  addPartner,
  addPriceType,
  addProduct,
  addWarehouse,
  findIn,
  moveOrder,
  openShop,
  placeOrder,
  receive,
  receiveOf,
  type Shop,
  setArchived,
  shipOrder,
  stockRow,
} from '../support/scene/fixtures.ts'

const service = useService()

const shopWith = async (onHand = 0) => openShop(await service.newCompany(), onHand)
const pathOf = ({ id }: { id: string }) => `/api/v1/orders/${id}`
const change = (shop: Shop, order: { id: string }, body: object): Promise<Json> =>
  shop.client.made('PATCH', pathOf(order), body)
const refused = (shop: Shop, order: { id: string }, body: object) => shop.client.refused('PATCH', pathOf(order), body)

/** Converts `[[productId, quantity]]` to the items of a request body. */
const itemsOf = (items: [string, number][]) => items.map(([productId, quantity]) => ({ productId, quantity }))
const linesOf = (order: Json) =>
  order.items.map(({ name, quantity, price, amount }: Json) => [name, quantity, price, amount])

async function selfCheckFaults({ client }: Shop): Promise<Json[]> {
  return (await client.get('/api/v1/self-check')).json.checks.filter(({ ok }: Json) => !ok)
}

test('an order update sets the given fields, clears fields set to null, and leaves everything else unchanged', async () => {
  const shop = await shopWith(10)
  const order = await placeOrder(shop, { deliveryAddress: 'Тверь', note: 'Звонить', externalNumber: 'A-1' })
  const customerId = await addPartner(shop.client, 'ООО «Ёлка»')
  const fields = { channel: 'Почта', externalNumber: 'B-2', orderedAt: '2026-03-01T10:00:00.000Z' }
  const changed = await change(shop, order, { ...fields, customer: ' ооо «ЁЛКА»', note: null, deliveryAddress: '' })
  const names = { customer: 'ООО «Ёлка»', customerId, note: null, deliveryAddress: null }
  expect(changed).toEqual({ ...order, ...fields, ...names, updatedAt: changed.updatedAt })
  expect((await shop.client.get(pathOf(order))).json).toEqual(changed)
  expect(await findIn(shop.client, 'orders', order.id)).toEqual(changed)
  expect(await change(shop, order, {})).toEqual({ ...changed, updatedAt: expect.anything() })
})

test('list filters find a changed order by its new values, and no longer by its old values', async () => {
  const shop = await shopWith(10)
  const [otherPlace, otherId] = [await addWarehouse(shop.client), await addProduct(shop.client, { kind: 'service' })]
  const order = await placeOrder(shop, { orderedAt: '2026-01-01' })
  await addPartner(shop.client, 'Пётр')
  const now = { customer: 'Пётр', channel: 'Почта', orderedAt: '2026-03-01', warehouseId: otherPlace }
  const changed = await change(shop, order, { ...now, items: itemsOf([[otherId, 1]]) })
  const found = async (query: string) =>
    (await shop.client.get(`/api/v1/orders?${query}`)).json.items.map(({ id }: Json) => id)
  for (const [has, had] of [
    [`customerId=${changed.customerId}`, `customerId=${order.customerId}`],
    [`channel=${encodeURIComponent('Почта')}`, `channel=${encodeURIComponent('Сайт')}`],
    ['orderedFrom=2026-02-01', 'orderedTo=2026-02-01'],
    [`warehouseId=${otherPlace}`, `warehouseId=${order.warehouseId}`],
    [`productId=${otherId}`, `productId=${shop.productId}`],
  ])
    expect([await found(has!), await found(had!)], has).toEqual([[order.id], []])
  expect(await selfCheckFaults(shop)).toEqual([])
})

// Tests of order lines.

test('in an order update, existing lines keep their name, price and components, while new lines take the current ones', async () => {
  const shop = await shopWith(20)
  const otherId = await addProduct(shop.client, { name: 'Чашка', price: 30, kind: 'service' })
  const bundleId = await addBundle(shop.client, [[shop.productId, 2]], { price: 200 })
  const before = itemsOf([
    [shop.productId, 1],
    [bundleId, 1],
  ])
  const order = await placeOrder(shop, { items: before })
  await shop.client.made('PATCH', `/api/v1/products/${shop.productId}`, { name: 'Самовар', price: 1 })
  await shop.client.made('PATCH', `/api/v1/products/${bundleId}`, {
    name: 'Другой',
    price: 2,
    components: [{ productId: shop.productId, quantity: 5 }],
  })
  const changed = await change(shop, order, {
    items: itemsOf([
      [bundleId, 2],
      [otherId, 1],
      [shop.productId, 3],
      [shop.productId, 1],
    ]),
  })
  expect(linesOf(changed)).toEqual([
    ['Набор', 2, 200, 400],
    ['Чашка', 1, 30, 30],
    ['Чайник', 3, 150, 450],
    ['Самовар', 1, 1, 1],
  ])
  expect(changed.items[0].components).toEqual(order.items[1].components)
  expect(changed).toMatchObject({ total: 881, unpricedItems: 0 })
  expect(await stockRow(shop.client, shop.productId, shop.warehouseId)).toMatchObject({ reserved: 8, available: 12 })
})

test('when several order lines have the same product, the price in an order update selects the line', async () => {
  const shop = await shopWith(10)
  const order = await placeOrder(shop)
  await shop.client.made('PATCH', `/api/v1/products/${shop.productId}`, { name: 'Чайник', price: 170 })
  const [first] = itemsOf([[shop.productId, 1]])
  const two = await change(shop, order, { items: [first, first] })
  expect(linesOf(two)).toEqual([
    ['Чайник', 1, 150, 150],
    ['Чайник', 1, 170, 170],
  ])
  expect(linesOf(await change(shop, order, { items: [first, { ...first, price: 150 }] }))).toEqual([
    ['Чайник', 1, 170, 170],
    ['Чайник', 1, 150, 150],
  ])
  expect(linesOf(await change(shop, order, { items: [{ ...first, quantity: 2, price: 170 }] }))).toEqual([
    ['Чайник', 2, 170, 340],
  ])
  const problem = await refused(shop, order, { items: [{ ...first, price: 150 }] })
  expect([problem.code, pathsOf(problem)]).toEqual(['VALIDATION_FAILED', ['/items/0/price']])
})

test('in an order update, price: null refers to the order line without a price', async () => {
  const shop = await shopWith()
  const productId = await addProduct(shop.client, { kind: 'service' })
  const order = await placeOrder(shop, { items: itemsOf([[productId, 1]]) })
  await shop.client.made('PATCH', `/api/v1/products/${productId}`, { name: 'Товар', price: 5 })
  const changed = await change(shop, order, { items: [{ productId, quantity: 2, price: null }] })
  expect(changed).toMatchObject({ total: 0, unpricedItems: 1 })
})

test('changing or clearing an order’s price type reprices lines without an explicit price', async () => {
  const shop = await shopWith(10)
  const priceTypeId = await addPriceType(shop.client)
  const bundleId = await addBundle(shop.client, [[shop.productId, 1]], { price: 200 })
  const order = await placeOrder(shop, {
    items: itemsOf([
      [shop.productId, 2],
      [bundleId, 1],
    ]),
  })
  const prices = [{ priceTypeId, price: 90 }]
  await shop.client.made('PATCH', `/api/v1/products/${shop.productId}`, { name: 'Самовар', price: 160, prices })
  const changed = await change(shop, order, { priceTypeId })
  expect(changed).toMatchObject({ priceTypeId, total: 180, unpricedItems: 1 })
  expect(linesOf(changed)).toEqual([
    ['Чайник', 2, 90, 180],
    ['Набор', 1, null, null],
  ])
  expect(changed.items[1].components).toEqual(order.items[1].components)
  await setArchived(shop.client, 'price-types', priceTypeId)
  expect(await change(shop, order, { priceTypeId, note: 'Та же' })).toMatchObject({ priceTypeId, total: 180 })
  expect(await change(shop, order, { priceTypeId: null })).toMatchObject({ priceTypeId: null, total: 520 })
  expect(await refused(shop, order, { priceTypeId })).toMatchObject({ code: 'ARCHIVED' })
})

test('a change that raises an order’s total or amount above the limit is refused', async () => {
  const shop = await shopWith()
  const productId = await addProduct(shop.client, { kind: 'service', price: 1e11 })
  const order = await placeOrder(shop, { items: itemsOf([[productId, 1]]) })
  const problem = await refused(shop, order, { items: itemsOf([[productId, 11]]) })
  expect([problem.code, pathsOf(problem)]).toEqual(['VALIDATION_FAILED', ['/items/0/quantity']])
})

// Tests of reserves.

test('changing a line’s quantity adjusts the order’s reserve, which can grow only by the quantity still available', async () => {
  const shop = await shopWith(10)
  const order = await placeOrder(shop, { items: itemsOf([[shop.productId, 4]]) })
  await placeOrder(shop, { items: itemsOf([[shop.productId, 3]]) })
  const reserved = async () => (await stockRow(shop.client, shop.productId, shop.warehouseId)).reserved
  const want = (quantity: number) => ({ items: itemsOf([[shop.productId, quantity]]) })
  await change(shop, order, want(1.5))
  expect(await reserved()).toBe(4.5)
  await change(shop, order, want(7))
  expect(await reserved()).toBe(10)
  expect(await refused(shop, order, want(7.001))).toMatchObject({
    code: 'INSUFFICIENT_STOCK',
    detail: expect.stringMatching(/\b7\.001\b.*Чайник.*\b7\b/),
  })
  await moveOrder(shop, order.id, 'picking')
  await change(shop, order, want(2))
  expect(await reserved()).toBe(5)
})

test('the quantity of a product that an order update needs is summed over all lines, including components of bundles', async () => {
  const shop = await shopWith(10)
  const bundleId = await addBundle(shop.client, [[shop.productId, 2]])
  const order = await placeOrder(shop, { items: itemsOf([[bundleId, 3]]) })
  const both = (bundles: number, pieces: number) => ({
    items: itemsOf([
      [bundleId, bundles],
      [shop.productId, pieces],
    ]),
  })
  expect(await refused(shop, order, both(4, 3))).toMatchObject({ code: 'INSUFFICIENT_STOCK' })
  await change(shop, order, both(4, 2))
  expect(await stockRow(shop.client, shop.productId, shop.warehouseId)).toMatchObject({ reserved: 10, available: 0 })
  expect((await refused(shop, order, both(0.0005, 1))).code).toBe('VALIDATION_FAILED')
})

test('moving an order to another warehouse moves its reserve too', async () => {
  const shop = await shopWith(3)
  const order = await placeOrder(shop, { items: itemsOf([[shop.productId, 3]]) })
  const warehouseId = await addWarehouse(shop.client)
  await receiveOf(shop, { warehouseId, quantity: 2 })
  expect(await refused(shop, order, { warehouseId })).toMatchObject({ code: 'INSUFFICIENT_STOCK' })
  await receiveOf(shop, { warehouseId, quantity: 1 })
  expect(await change(shop, order, { warehouseId })).toMatchObject({ warehouseId })
  expect(await stockRow(shop.client, shop.productId, shop.warehouseId)).toMatchObject({ reserved: 0, available: 3 })
  expect(await stockRow(shop.client, shop.productId, warehouseId)).toMatchObject({ reserved: 3, available: 0 })
  const archivedId = await addWarehouse(shop.client, 'Третий')
  await setArchived(shop.client, 'warehouses', archivedId)
  expect(await refused(shop, order, { warehouseId: archivedId })).toMatchObject({ code: 'ARCHIVED' })
})

test('50 simultaneous order updates that compete for the last 10 units reserve exactly 10 units more', async () => {
  const shop = await shopWith(30)
  const orders = await Promise.all(Array.from({ length: 20 }, () => placeOrder(shop)))
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, at) =>
      shop.client.patch(pathOf(orders[at % 20]), { items: itemsOf([[shop.productId, 2]]) }),
    ),
  )
  const larger = (await shop.client.state()).orders.filter((order: Json) => order.items[0].quantity === 2)
  expect(larger).toHaveLength(10)
  expect(new Set(replies.map(({ status, json }) => json.code ?? status))).toEqual(new Set([200, 'INSUFFICIENT_STOCK']))
  expect(await stockRow(shop.client, shop.productId, shop.warehouseId)).toMatchObject({ reserved: 30, available: 0 })
})

test('a shipment uses the latest version of a changed order', async () => {
  const shop = await shopWith()
  await receive(shop, 2, 10)
  await receive(shop, 3, 20)
  const order = await placeOrder(shop)
  await change(shop, order, { items: itemsOf([[shop.productId, 4]]) })
  expect(await moveOrder(shop, order.id, 'shipped')).toMatchObject({ cost: 60, total: 600 })
  expect(await stockRow(shop.client, shop.productId, shop.warehouseId)).toMatchObject({ onHand: 1, reserved: 0 })
  expect(await selfCheckFaults(shop)).toEqual([])
})

// Tests of names.

test('an order update may keep a product or customer archived since the order was placed, but cannot add another archived one', async () => {
  const shop = await shopWith(10)
  const order = await placeOrder(shop)
  const otherId = await addProduct(shop.client, { kind: 'service' })
  await addPartner(shop.client, 'Пётр')
  for (const [collection, id] of [
    ['products', shop.productId],
    ['products', otherId],
    ['partners', order.customerId],
    ['partners', (await findByName(shop, 'Пётр')).id],
  ] as const)
    await setArchived(shop.client, collection, id)
  const same = { customer: 'иван', items: itemsOf([[shop.productId, 2]]) }
  expect(await change(shop, order, same)).toMatchObject({ customerId: order.customerId, total: 300 })
  expect(await refused(shop, order, { items: itemsOf([[otherId, 1]]) })).toMatchObject({ code: 'ARCHIVED' })
  expect(await refused(shop, order, { customer: 'Пётр' })).toMatchObject({ code: 'ARCHIVED' })
  expect(await refused(shop, order, { customer: 'Никто' })).toMatchObject({ code: 'NOT_FOUND' })
})

const findByName = async ({ client }: Shop, name: string) =>
  (await client.state()).partners.find((partner: Json) => partner.name === name)

test('an order update can name the order’s own customer even if another partner has the same name', async () => {
  const shop = await shopWith(1)
  const order = await placeOrder(shop)
  for (const name of ['Иван', 'Пётр', 'Пётр']) await addPartner(shop.client, name)
  expect(await change(shop, order, { customer: 'Иван' })).toMatchObject({ customerId: order.customerId })
  expect(await refused(shop, order, { customer: 'Пётр' })).toMatchObject({ code: 'AMBIGUOUS_PARTNER' })
})

test('a product can be deleted once it is removed from its orders', async () => {
  const shop = await shopWith()
  const [firstId, secondId] = [
    await addProduct(shop.client, { kind: 'service' }),
    await addProduct(shop.client, { kind: 'service' }),
  ]
  const order = await placeOrder(shop, { items: itemsOf([[firstId, 1]]) })
  await change(shop, order, { items: itemsOf([[secondId, 1]]) })
  expect(await shop.client.refused('DELETE', `/api/v1/products/${secondId}`, {})).toMatchObject({
    code: 'HAS_REFERENCES',
    blockers: [{ entity: 'order', id: order.id }],
  })
  await shop.client.made('DELETE', `/api/v1/products/${firstId}`, {})
})

test.each(['shipped', 'cancelled'])('an order that is %s cannot be changed', async (status) => {
  const shop = await shopWith(5)
  const order = await placeOrder(shop)
  await moveOrder(shop, order.id, status)
  expect(await refused(shop, order, { note: 'Поздно' })).toMatchObject({
    code: 'INVALID_TRANSITION',
    detail: expect.stringContaining(status),
  })
})

// Tests of repeated commands and history.

test('repeating a command after its order was changed or deleted returns the command’s first response byte for byte', async () => {
  const shop = await shopWith(10)
  const otherId = await addProduct(shop.client, { name: 'Услуга', kind: 'service' })
  const body = { customer: 'Иван', warehouseId: shop.warehouseId, channel: 'Сайт' }
  const sent: [string, string, object, string][] = []
  const send = async (method: string, path: string, given: object) => {
    const key = randomUUID()
    const reply = await shop.client.send(method, path, given, { key })
    expect(reply.status, reply.text).toBe(200)
    sent.push([method, path, given, key])
    return reply
  }
  const replies = [await send('POST', '/api/v1/orders', { ...body, items: itemsOf([[shop.productId, 1]]) })]
  const path = pathOf(replies[0]!.json.result)
  for (const given of [
    { note: 'Первая' },
    { items: itemsOf([[otherId, 1]]) },
    { note: 'Вторая', items: itemsOf([[otherId, 2]]) },
    { channel: 'Почта' },
    { items: itemsOf([[shop.productId, 3]]), warehouseId: shop.warehouseId },
  ])
    replies.push(await send('PATCH', path, given))
  const sendAllAgain = async () =>
    Promise.all(sent.map(async ([method, at, given, key]) => (await shop.client.send(method, at, given, { key })).text))
  const first = replies.map(({ text }) => text)
  expect(await sendAllAgain()).toEqual(first)
  await moveOrder(shop, replies[0]!.json.result.id, 'picking')
  expect(await sendAllAgain()).toEqual(first)
  await shop.client.made('DELETE', path, {})
  expect(await sendAllAgain()).toEqual(first)
})

test('another node reads a changed order and can change it further', async () => {
  const shop = await shopWith(10)
  const order = await placeOrder(shop)
  const other = await startNode(service.databaseUrl)
  const there = { ...shop, client: shop.client.at(other.apiUrl) }
  await there.client.state()
  await change(shop, order, { items: itemsOf([[shop.productId, 4]]) })
  expect((await there.client.get('/api/v1/bootstrap')).text).toBe((await shop.client.get('/api/v1/bootstrap')).text)
  const changed = await change(there, order, { items: itemsOf([[shop.productId, 5]]) })
  expect((await shop.client.state()).orders).toEqual([changed])
  await other.stop()
})

test('the audit log states the new values of a changed order', async () => {
  const shop = await shopWith(10)
  const order = await placeOrder(shop)
  const changed = await change(shop, order, { items: itemsOf([[shop.productId, 2]]) })
  const { items } = (await shop.client.get(`/api/v1/audit?entityType=order&entityId=${order.id}`)).json
  expect(items[0]).toMatchObject({
    action: 'order.updated',
    summary: 'Order 00001 for "Иван" changed: 1 items, 300',
    details: { result: changed },
  })
})

test('the audit log contains the state of an order before each of its changes', async () => {
  const shop = await shopWith(10)
  const placed = await placeOrder(shop)
  const changed = await change(shop, placed, { items: itemsOf([[shop.productId, 2]]), note: 'Звонить' })
  const picked = await moveOrder(shop, placed.id, 'picking')
  const cancelled = await moveOrder(shop, placed.id, 'cancelled')
  await shop.client.made('DELETE', pathOf(placed), {})
  const { items } = (await shop.client.get(`/api/v1/audit?entityType=order&entityId=${placed.id}`)).json
  expect(items.map(({ details }: Json) => details)).toEqual([
    { result: { id: placed.id, deleted: true }, before: cancelled },
    { result: cancelled, before: picked },
    { result: picked, before: changed },
    { result: changed, before: placed },
    {},
  ])
  // Check that the entry requested alone contains the same record byte for byte.
  const one = await shop.client.get(`/api/v1/audit/${items[1].id}`)
  expect(one.text).toContain(`"before":${JSON.stringify(picked)}`)
})

test('the self-check agrees with an order that an edit finished after its only shipment, with bundles and without a price', async () => {
  const shop = await shopWith(20)
  const { client, productId } = shop
  const cup = await addProduct(client, { name: 'Чашка' })
  await receiveOf(shop, { productId: cup, quantity: 5 })
  const bundleId = await addBundle(client, [[cup, 2]])
  const free = await addProduct(client, { name: 'Без цены', price: null })
  await receiveOf(shop, { productId: free, quantity: 5 })
  for (const shipped of [productId, free, bundleId]) {
    const order = await placeOrder(shop, {
      items: itemsOf([
        [shipped, 2],
        [productId, 3],
      ]),
    })
    await shipOrder(shop, order.id, [[1, 2]])
    await new Promise((resolve) => setTimeout(resolve, 5))
    const { items } = await change(shop, order, { items: [{ id: 1, productId: shipped, quantity: 2 }] })
    expect(items).toMatchObject([{ productId: shipped, shipped: 2 }])
    expect(await findIn(client, 'orders', order.id)).toMatchObject({ status: 'shipped', fulfilment: 'all' })
    expect(await selfCheckFaults(shop)).toEqual([])
  }
})
