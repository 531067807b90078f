/**
 * Tests orders that wait for goods: what fills them and in which order, how bundles wait, and what happens when waiting
 * orders are shipped, closed or changed.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Service } from '../../server/service.ts'
import type { Json } from '../support/node/client.ts'
import { startNode, useService } from '../support/node/service.ts'
import {
  addBundle,
  addDocument,
  addPartner,
  addProduct,
  addWarehouse,
  cancelShipment,
  closeOrder,
  draftReturn,
  findIn,
  moveDocument,
  moveOrder,
  moveReturn,
  openShop,
  orderBody,
  placeOrder,
  receive,
  receiveOf,
  type Shop,
  shipOrder,
  stockRow,
} from '../support/scene/fixtures.ts'
import { proposals } from '../support/scene/ordering.ts'
import { count, postStocktake, startStocktake } from '../support/scene/stocktakes.ts'

const service = useService()
let otherNode: Service
beforeAll(async () => {
  otherNode = await startNode(service.databaseUrl)
})
afterAll(() => otherNode.stop())

const shopWith = async (onHand = 0) => openShop(await service.newCompany(), onHand)
const waitFor = (shop: Shop, quantity: number, fields: object = {}): Promise<Json> =>
  placeOrder(shop, { backorder: true, items: [{ productId: shop.productId, quantity }], ...fields })
const orderNow = (shop: Shop, { id }: { id: string }): Promise<Json> => findIn(shop.client, 'orders', id)
const rowOf = ({ client, productId, warehouseId }: Shop): Promise<Json> => stockRow(client, productId, warehouseId)
const pathOf = ({ id }: { id: string }) => `/api/v1/orders/${id}`
/** Returns the reserved and the waiting quantity of each order's first line. */
const linesOf = async (shop: Shop, ...orders: { id: string }[]): Promise<[number, number][]> => {
  const found: [number, number][] = []
  for (const order of orders) {
    const { reserved, waiting = 0 } = (await orderNow(shop, order)).items[0]
    found.push([reserved, waiting])
  }
  return found
}
const faultsOf = async ({ client }: Shop): Promise<Json> =>
  (await client.get('/api/v1/self-check')).json.checks.filter(({ ok }: Json) => !ok)
const at = (day: number) => ({ orderedAt: `2026-03-0${day}T10:00:00.000Z` })

test('an order that may wait reserves the goods in stock and waits for the rest', async () => {
  const shop = await shopWith(4)
  const order = await waitFor(shop, 10)
  expect(order).toMatchObject({ backorder: true, waiting: 6, status: 'new', total: 1500 })
  expect(order.items).toMatchObject([{ quantity: 10, reserved: 4, waiting: 6 }])
  expect(await rowOf(shop)).toMatchObject({ onHand: 4, reserved: 4, available: 0, waiting: 6 })
  expect(await faultsOf(shop)).toEqual([])
})

test('an order that is not allowed to wait is refused if it asks for more than is available', async () => {
  const shop = await shopWith(4)
  for (const fields of [{}, { backorder: false }]) {
    const problem = await shop.client.refused('POST', '/api/v1/orders', { ...orderBody(shop, 10), ...fields })
    expect(problem).toMatchObject({ code: 'INSUFFICIENT_STOCK', figures: { asked: 10, available: 4 } })
  }
  const order = await placeOrder(shop, { items: [{ productId: shop.productId, quantity: 4 }] })
  expect(Object.keys(order)).not.toEqual(expect.arrayContaining(['backorder']))
  expect(Object.keys(await rowOf(shop))).not.toEqual(expect.arrayContaining(['waiting']))
})

test('an order can wait for a product that was never received', async () => {
  const shop = await shopWith()
  const order = await waitFor(shop, 2.5)
  expect(await rowOf(shop)).toMatchObject({ onHand: 0, reserved: 0, available: 0, waiting: 2.5 })
  await receive(shop, 3)
  expect(await orderNow(shop, order)).not.toHaveProperty('waiting')
  expect(await rowOf(shop)).toMatchObject({ onHand: 3, reserved: 2.5, available: 0.5 })
  expect(await faultsOf(shop)).toEqual([])
})

test('received goods go to the oldest waiting order first, by order date rather than by time of entry', async () => {
  const shop = await shopWith()
  const second = await waitFor(shop, 5, at(2))
  const third = await waitFor(shop, 5, at(3))
  const first = await waitFor(shop, 5, at(1))
  await receive(shop, 7)
  expect(await linesOf(shop, first, second, third)).toEqual([
    [5, 0],
    [2, 3],
    [0, 5],
  ])
  await receive(shop, 4)
  expect(await linesOf(shop, first, second, third)).toEqual([
    [5, 0],
    [5, 0],
    [1, 4],
  ])
  expect(await faultsOf(shop)).toEqual([])
})

test('a new order with an earlier date takes nothing that another order has reserved, but comes before it when goods are received', async () => {
  const shop = await shopWith(3)
  const waiting = await waitFor(shop, 5, at(5))
  const older = await waitFor(shop, 1, at(1))
  expect(await linesOf(shop, waiting, older)).toEqual([
    [3, 2],
    [0, 1],
  ])
  await receive(shop, 2)
  expect(await linesOf(shop, waiting, older)).toEqual([
    [4, 1],
    [1, 0],
  ])
})

const FILLED_BY: Record<string, (shop: Shop, holder: Json) => Promise<unknown>> = {
  'a receipt': (shop) => receive(shop, 3),
  'a receipt document': async (shop) => {
    const supplierId = await addPartner(shop.client, 'Завод', { type: 'Поставщик' })
    const { productId, warehouseId } = shop
    const lines = [{ productId, quantity: 3, unitCost: 90 }]
    return moveDocument(shop.client, await addDocument(shop.client, { supplierId, warehouseId, lines }), 'posted')
  },
  'a cancelled order': (shop, holder) => moveOrder(shop, holder.id, 'cancelled'),
  'a deleted order': (shop, holder) => shop.client.delete(pathOf(holder)),
  'an order that needs less': (shop, holder) =>
    shop.client.made('PATCH', pathOf(holder), { items: [{ id: 1, productId: shop.productId, quantity: 1 }] }),
  'an order that moves to another warehouse': async (shop, holder) => {
    const warehouseId = await addWarehouse(shop.client)
    await receiveOf(shop, { warehouseId, quantity: 4 })
    return shop.client.made('PATCH', pathOf(holder), { warehouseId })
  },
  'goods from another warehouse': async (shop) => {
    const warehouseId = await addWarehouse(shop.client)
    await receiveOf(shop, { warehouseId, quantity: 3 })
    const { productId } = shop
    const body = { productId, warehouseId, toWarehouseId: shop.warehouseId, quantity: 3 }
    return shop.client.made('POST', '/api/v1/stock/transfer', body)
  },
  'what a customer returns': async (shop, holder) => {
    await shipOrder(shop, holder.id)
    return moveReturn(shop, (await draftReturn(shop, holder.id, [[1, 3]])).id, 'posted')
  },
  'the surplus of a stocktake': async ({ client, productId, warehouseId }) => {
    const id = await startStocktake(client, warehouseId)
    await count(client, id, { productId, quantity: 7 })
    return postStocktake(client, id)
  },
  'the rest of an order that is closed': async (shop, holder) => {
    await shipOrder(shop, holder.id, [[1, 1]])
    return closeOrder(shop, holder.id)
  },
}

test.each(Object.keys(FILLED_BY))('waiting orders are filled by %s in the same command', async (name) => {
  const shop = await shopWith(4)
  const holder = await placeOrder(shop, { items: [{ productId: shop.productId, quantity: 4 }] })
  const order = await waitFor(shop, 10)
  await FILLED_BY[name]!(shop, holder)
  const { available, waiting = 0, revision: _revision } = await rowOf(shop)
  const [[reserved, left]] = (await linesOf(shop, order)) as [[number, number]]
  expect([available, waiting, left]).toEqual([0, 10 - reserved, 10 - reserved])
  expect(reserved).toBeGreaterThanOrEqual(3)
  expect(await faultsOf(shop)).toEqual([])
})

test('an order for bundles reserves only whole bundles, and until then leaves their components to others', async () => {
  const shop = await shopWith(10)
  const cup = await addProduct(shop.client, { name: 'Чашка', price: 20 })
  const set = await addBundle(shop.client, [
    [shop.productId, 1],
    [cup, 6],
  ])
  await receiveOf(shop, { productId: cup, quantity: 5 })
  const order = await placeOrder(shop, { backorder: true, items: [{ productId: set, quantity: 3 }] })
  expect(order.items).toMatchObject([{ reserved: 0, waiting: 3 }])
  expect(await stockRow(shop.client, cup, shop.warehouseId)).toMatchObject({ available: 5, waiting: 18 })
  expect(await rowOf(shop)).toMatchObject({ available: 10, waiting: 3 })

  await receiveOf(shop, { productId: cup, quantity: 8 })
  expect((await orderNow(shop, order)).items).toMatchObject([{ reserved: 2, waiting: 1 }])
  expect(await stockRow(shop.client, cup, shop.warehouseId)).toMatchObject({ reserved: 12, available: 1, waiting: 6 })
  expect(await rowOf(shop)).toMatchObject({ reserved: 2, available: 8, waiting: 1 })
  expect(await faultsOf(shop)).toEqual([])
})

test('an order for half a bundle is filled once enough of every component is in stock', async () => {
  const shop = await shopWith()
  const set = await addBundle(shop.client, [[shop.productId, 4]])
  const order = await placeOrder(shop, { backorder: true, items: [{ productId: set, quantity: 1.5 }] })
  await receive(shop, 5)
  expect((await orderNow(shop, order)).items).toMatchObject([{ reserved: 1, waiting: 0.5 }])
  await receive(shop, 1)
  expect((await orderNow(shop, order)).items[0]).toMatchObject({ reserved: 1.5 })
  expect(await orderNow(shop, order)).not.toHaveProperty('waiting')
})

test('ordered services never wait', async () => {
  const shop = await shopWith()
  const delivery = await addProduct(shop.client, { kind: 'service', name: 'Доставка', price: 300 })
  const items = [
    { productId: shop.productId, quantity: 2 },
    { productId: delivery, quantity: 1 },
  ]
  const order = await placeOrder(shop, { backorder: true, items })
  expect(order.items).toMatchObject([{ reserved: 0, waiting: 2 }, { reserved: 1 }])
  expect(order.waiting).toBe(2)
})

test('shipping an order takes its reserved goods, and the rest keeps waiting', async () => {
  const shop = await shopWith(4)
  const order = await waitFor(shop, 10)
  const shipment = await shipOrder(shop, order.id)
  expect(shipment.items).toMatchObject([{ quantity: 4, amount: 600 }])
  expect(await orderNow(shop, order)).toMatchObject({ status: 'new', fulfilment: 'part', waiting: 6 })
  await receive(shop, 6)
  const whole = await moveOrder(shop, order.id, 'shipped')
  expect(whole).toMatchObject({ status: 'shipped', fulfilment: 'all', shippedAmount: 1500 })
  expect(await faultsOf(shop)).toEqual([])
})

test('setting an order to shipped leaves it open if part of it still waits', async () => {
  const shop = await shopWith(4)
  const order = await waitFor(shop, 10)
  await moveOrder(shop, order.id, 'picking')
  expect(await moveOrder(shop, order.id, 'shipped')).toMatchObject({
    ...{ status: 'picking', fulfilment: 'part', waiting: 6, shippedAt: null },
  })
})

test('an order with nothing reserved can be neither picked nor shipped, and no line can ship more than is reserved for it', async () => {
  const shop = await shopWith()
  const order = await waitFor(shop, 10)
  const { client } = shop
  const nothing = { reason: 'waiting', orderId: order.id, number: order.number }
  for (const status of ['picking', 'shipped']) {
    const problem = await client.refused('PATCH', `${pathOf(order)}/status`, { status })
    expect(problem).toMatchObject({ code: 'NOT_RESERVED', figures: nothing })
  }
  const unshipped = await client.refused('POST', `${pathOf(order)}/shipments`, {})
  expect(unshipped).toMatchObject({ code: 'NOT_RESERVED', figures: nothing })
  await receive(shop, 4)
  const lines = (quantity: number) => ({ lines: [{ lineId: 1, quantity }] })
  expect((await client.refused('POST', `${pathOf(order)}/shipments`, lines(5))).figures).toEqual({
    ...{ reason: 'line', orderId: order.id, number: order.number },
    ...{ line: 1, product: 'Чайник', asked: 5, reserved: 4 },
  })
  const beyond = await client.refused('POST', `${pathOf(order)}/shipments`, lines(11))
  expect(beyond.code).toBe('SHIPMENT_EXCEEDED')
})

test('closing or cancelling an order ends its wait for goods', async () => {
  const shop = await shopWith(4)
  const [closed, cancelled] = [await waitFor(shop, 10), await waitFor(shop, 3)]
  await shipOrder(shop, closed.id)
  expect(await closeOrder(shop, closed.id)).toMatchObject({
    ...{ status: 'shipped', closedShort: true },
    items: [{ shipped: 4, cancelled: 6, reserved: 0 }],
  })
  expect(await rowOf(shop)).toMatchObject({ waiting: 3 })
  await moveOrder(shop, cancelled.id, 'cancelled')
  expect(await rowOf(shop)).not.toHaveProperty('waiting')
  expect(await orderNow(shop, cancelled)).not.toHaveProperty('waiting')
  await receive(shop, 5)
  expect(await rowOf(shop)).toMatchObject({ reserved: 0, available: 5 })
  expect(await faultsOf(shop)).toEqual([])
})

test('a cancelled shipment gives its goods back to its own order, not to older waiting orders', async () => {
  const shop = await shopWith(4)
  const first = await waitFor(shop, 6, at(2))
  const older = await waitFor(shop, 1, at(1))
  const shipment = await shipOrder(shop, first.id)
  await cancelShipment(shop, shipment.id)
  expect(await linesOf(shop, first, older)).toEqual([
    [4, 2],
    [0, 1],
  ])
  expect(await faultsOf(shop)).toEqual([])
})

test('a changed order keeps what it has reserved, waits for what it lacks, and frees what it no longer needs', async () => {
  const shop = await shopWith(4)
  const { client, productId } = shop
  const order = await waitFor(shop, 4)
  const other = await waitFor(shop, 2)
  const change = (quantity: number, more = {}) =>
    client.made('PATCH', pathOf(order), { items: [{ id: 1, productId, quantity }], ...more })
  expect((await change(9)).items).toMatchObject([{ reserved: 4, waiting: 5 }])
  expect((await change(3)).items[0]).toMatchObject({ quantity: 3, reserved: 3 })
  expect(await linesOf(shop, other)).toEqual([[1, 1]])
  const warehouseId = await addWarehouse(client)
  await receiveOf(shop, { warehouseId, quantity: 2 })
  expect((await change(3, { warehouseId })).items).toMatchObject([{ reserved: 2, waiting: 1 }])
  expect(await linesOf(shop, other)).toEqual([[2, 0]])
  expect(await faultsOf(shop)).toEqual([])
})

test('an order can be allowed to wait later, and that permission can be withdrawn only once everything is reserved', async () => {
  const shop = await shopWith(4)
  const { client, productId } = shop
  const order = await placeOrder(shop, { items: [{ productId, quantity: 4 }] })
  const items = [{ id: 1, productId, quantity: 6 }]
  expect((await client.refused('PATCH', pathOf(order), { items })).code).toBe('INSUFFICIENT_STOCK')
  expect(await client.made('PATCH', pathOf(order), { items, backorder: true })).toMatchObject({ waiting: 2 })
  const problem = await client.refused('PATCH', pathOf(order), { backorder: false })
  expect(problem).toMatchObject({ code: 'INSUFFICIENT_STOCK', figures: { asked: 6, available: 4 } })
  await receive(shop, 2)
  const plain = await client.made('PATCH', pathOf(order), { backorder: false })
  expect(plain.items).toMatchObject([{ reserved: 6 }])
  expect(plain).not.toHaveProperty('backorder')
})

test('products that orders wait for cannot be deleted', async () => {
  const shop = await shopWith()
  const { client } = shop
  const part = await addProduct(client, { name: 'Ручка' })
  const set = await addBundle(client, [[part, 1]])
  const order = await placeOrder(shop, { backorder: true, items: [{ productId: set, quantity: 1 }] })
  const components = [{ productId: shop.productId, quantity: 1 }]
  await client.made('PATCH', `/api/v1/products/${set}`, { name: 'Набор', components })
  expect((await client.refused('DELETE', `/api/v1/products/${part}`, {})).code).toBe('HAS_REFERENCES')
  expect(await orderNow(shop, order)).toMatchObject({ waiting: 1 })
})

test('order lists can be filtered by waiting orders, and stock rows show the waiting quantity', async () => {
  const shop = await shopWith(4)
  const { client } = shop
  const [waiting, whole] = [
    await waitFor(shop, 10),
    await waitFor(shop, 0.5, { warehouseId: await addWarehouse(client) }),
  ]
  const placed = await placeOrder(shop, { items: [{ productId: await received(shop), quantity: 1 }] })
  const found = async (query: string) =>
    (await client.get(`/api/v1/orders?${query}`)).json.items.map(({ id }: Json) => id).sort()
  expect(await found('waiting=true')).toEqual([waiting.id, whole.id].sort())
  expect(await found('waiting=false')).toEqual([placed.id])
  const rows = (await client.get(`/api/v1/stock?productId=${shop.productId}`)).json.items
  expect(rows.map((row: Json) => row.waiting).sort()).toEqual([0.5, 6])
})

const received = async (shop: Shop): Promise<string> => {
  const productId = await addProduct(shop.client, { name: 'Ложка' })
  await receiveOf(shop, { productId, quantity: 1 })
  return productId
}

test('simultaneous receipts on two nodes reserve no unit twice and leave none unreserved while orders wait', async () => {
  const shop = await shopWith()
  const other = shop.client.at(otherNode.apiUrl)
  const orders = [await waitFor(shop, 5, at(1)), await waitFor(shop, 5, at(2)), await waitFor(shop, 5, at(3))]
  const { productId, warehouseId, supplier } = shop
  const body = { productId, warehouseId, supplier, unitCost: 1, quantity: 1 }
  await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      (index % 2 === 0 ? shop.client : other).made('POST', '/api/v1/stock/receipt', body),
    ),
  )
  expect(await linesOf(shop, ...orders)).toEqual([
    [5, 0],
    [5, 0],
    [2, 3],
  ])
  expect(await rowOf(shop)).toMatchObject({ onHand: 12, reserved: 12, available: 0, waiting: 3 })
  expect((await other.state()).stock).toEqual((await shop.client.state()).stock)
  expect(await faultsOf(shop)).toEqual([])
})

test('repeating a receipt that filled orders returns the same response, byte for byte', async () => {
  const shop = await shopWith()
  const order = await waitFor(shop, 5)
  const { productId, warehouseId, supplier } = shop
  const body = { productId, warehouseId, supplier, unitCost: 1, quantity: 3 }
  const first = await shop.client.post('/api/v1/stock/receipt', body, { key: 'receipt-that-fills' })
  await receive(shop, 2)
  await moveOrder(shop, order.id, 'shipped')
  const second = await shop.client.post('/api/v1/stock/receipt', body, { key: 'receipt-that-fills' })
  expect(second.text).toBe(first.text)
  expect(first.json.state.orders).toMatchObject([{ id: order.id, waiting: 2, items: [{ reserved: 3, waiting: 2 }] }])
})

test('goods that orders wait for are proposed for purchase only once', async () => {
  const shop = await shopWith(4)
  const { client, productId } = shop
  await waitFor(shop, 10)
  const proposed = () => proposals(client)
  expect(await proposed()).toMatchObject([
    { productId, reason: 'waiting', available: 0, waiting: 6, ordered: 0, position: -6, quantity: 6 },
  ])
  const supplierId = await addPartner(client, 'Завод', { type: 'Поставщик' })
  const lines = [{ productId, quantity: 6, ordered: 0 }]
  await client.made('POST', '/api/v1/procurement/proposals', { supplierId, lines })
  expect(await proposed()).toEqual([])
  await waitFor(shop, 2)
  expect(await proposed()).toMatchObject([{ waiting: 8, ordered: 6, position: -2, quantity: 2 }])
})
