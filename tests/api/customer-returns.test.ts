/**
 * Tests customer returns: which lots the goods come back into and at which cost, what the customer owes afterwards, and
 * refusals.
 */
import { expect, test } from 'vitest'
import type { Json } from '../support/node/client.ts'
import { useService } from '../support/node/service.ts'
import {
  addBundle,
  addPartner,
  addProduct,
  addWarehouse,
  cancelShipment,
  draftReturn,
  findIn,
  ISSUED_ID,
  moveOrder,
  moveReturn,
  openShop,
  placeOrder,
  postReturn,
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
const RETURNS = '/api/v1/customer-returns'

const shopWith = async (onHand = 0) => openShop(await service.newCompany(), onHand)
const orderNow = (shop: Shop, { id }: { id: string }): Promise<Json> => findIn(shop.client, 'orders', id)
const lotsOf = async ({ client }: Shop, query = ''): Promise<Json[]> =>
  (await client.get(`/api/v1/lots?sort=createdAt${query}`)).json.items
const movementsOf = async ({ client }: Shop, { id }: { id: string }): Promise<Json[]> =>
  (await client.get(`/api/v1/movements?returnId=${id}&sort=at`)).json.items
const faultsOf = async ({ client }: Shop): Promise<Json> =>
  (await client.get('/api/v1/self-check')).json.checks.filter(({ ok }: Json) => !ok)
const profitOf = async ({ client }: Shop, groupBy = 'product'): Promise<Json[]> =>
  (await client.get(`/api/v1/reports/gross-profit?groupBy=${groupBy}&from=2020-01-01&to=2100-01-01`)).json.items
const statusPath = ({ id }: { id: string }) => `${RETURNS}/${id}/status`

/** Writes off the remaining stock, so that the warehouse can be archived. */
const writeOffRest = ({ client, productId, warehouseId }: Shop, quantity: number) =>
  client.made('POST', '/api/v1/stock/writeoff', { productId, warehouseId, quantity, reason: 'Бой' })

/** Ships an order of `quantity` of the shop's product. Returns the order. */
async function shipped(shop: Shop, quantity: number, item: object = {}): Promise<Json> {
  const { id } = await placeOrder(shop, { items: [{ productId: shop.productId, quantity, ...item }] })
  return moveOrder(shop, id, 'shipped')
}

/** Sets up a shop that has sold 3 units for 3,000.00, taken from two lots: L1 (1 × 100.00) and L2 (2 × 110.00). */
async function exampleShop(): Promise<{ shop: Shop; order: Json }> {
  const shop = await shopWith()
  await receive(shop, 1, 100)
  await receive(shop, 4, 110)
  return { shop, order: await shipped(shop, 3, { price: 1000 }) }
}

test('returned goods go back into the lots they came from, last-drawn first and at their cost, and damaged goods are written off', async () => {
  const { shop, order } = await exampleShop()
  expect(order).toMatchObject({ total: 3000, cost: 320 })
  const first = await postReturn(shop, order.id, [[1, 2, 1]])
  expect(first).toMatchObject({ status: 'posted', amount: 2000, cost: 220, refunded: 0 })
  expect(first.lines).toMatchObject([{ lineId: 1, quantity: 2, damaged: 1, amount: 2000, cost: 220 }])
  const [l1, l2] = await lotsOf(shop)
  expect([l1!.remaining, l2!.remaining]).toEqual([0, 3])
  expect(await movementsOf(shop, first)).toMatchObject([
    { type: 'customer_return', quantity: 2, cost: 220, orderId: order.id, lots: [{ lotId: l2!.id, quantity: 2 }] },
    { type: 'writeoff', quantity: 1, cost: 110, reason: 'Брак при возврате', lots: [{ lotId: l2!.id, quantity: 1 }] },
  ])
  expect(await orderNow(shop, order)).toMatchObject({ shippedAmount: 3000, returnedAmount: 2000, cost: 320 })
  expect(await profitOf(shop)).toMatchObject([{ quantity: 1, revenue: 1000, cost: 100, profit: 900 }])
  const second = await postReturn(shop, order.id, [[1, 1]])
  expect(second).toMatchObject({ amount: 1000, cost: 100 })
  expect((await lotsOf(shop)).map(({ remaining }) => remaining)).toEqual([1, 3])
  for (const groupBy of ['product', 'order', 'customer', 'channel'])
    expect(await profitOf(shop, groupBy)).toMatchObject([{ revenue: 0, cost: 0, profit: 0 }])
  expect((await orderNow(shop, order)).items).toMatchObject([{ shipped: 3, returned: 3, returnedAmount: 3000 }])
  expect(await faultsOf(shop)).toEqual([])
})

test('a draft return keeps the submitted values, gets its own number and moves no stock', async () => {
  const { shop, order } = await exampleShop()
  const draft = await draftReturn(shop, order.id, [[1, 2, 1]], { reason: ' Не подошёл цвет ', note: 'Без коробки' })
  expect(draft).toEqual({
    id: expect.stringMatching(ISSUED_ID),
    number: '00001',
    status: 'draft',
    orderId: order.id,
    customer: 'Иван',
    customerId: order.customerId,
    warehouseId: shop.warehouseId,
    reason: 'Не подошёл цвет',
    note: 'Без коробки',
    lines: [
      {
        lineId: 1,
        productId: shop.productId,
        name: 'Чайник',
        quantity: 2,
        damaged: 1,
        amount: 2000,
        cost: null,
      },
    ],
    amount: 2000,
    refunded: 0,
    cost: null,
    postedAt: null,
    createdAt: draft.createdAt,
    updatedAt: draft.createdAt,
  })
  expect((await shop.client.get(`${RETURNS}/${draft.id}`)).json).toEqual(draft)
  expect((await shop.client.get(`${RETURNS}?orderId=${order.id}&status=draft`)).json.items).toEqual([draft])
  expect((await shop.client.get(`${RETURNS}?productId=${shop.productId}`)).json.items).toEqual([draft])
  expect((await shop.client.get(`${RETURNS}?customerId=${UNKNOWN_ID}`)).json.items).toEqual([])
  const edited = await shop.client.made('PATCH', `${RETURNS}/${draft.id}`, {
    note: null,
    lines: [{ lineId: 1, quantity: 1 }],
  })
  expect(edited).toMatchObject({ reason: 'Не подошёл цвет', note: null, amount: 1000 })
  expect(await movementsOf(shop, draft)).toEqual([])
  expect((await orderNow(shop, order)).items[0]).not.toHaveProperty('returned')
  expect((await shop.client.delete(`${RETURNS}/${draft.id}`)).status).toBe(200)
  expect((await shop.client.get(`${RETURNS}/${draft.id}`)).status).toBe(404)
  expect((await draftReturn(shop, order.id, [[1, 1]])).number).toBe('00002')
})

test('no more goods can be returned than were shipped, which is checked again when a draft return is posted', async () => {
  const shop = await shopWith(10)
  const order = await placeOrder(shop, { items: [{ productId: shop.productId, quantity: 5 }] })
  await shipOrder(shop, order.id, [[1, 3]])
  const tooMuch = { orderId: order.id, lines: [{ lineId: 1, quantity: 3.001 }] }
  expect(await shop.client.refused('POST', RETURNS, tooMuch)).toMatchObject({
    code: 'RETURN_EXCEEDS_SHIPPED',
    figures: { orderId: order.id, number: order.number, line: 1, product: 'Чайник', asked: 3.001, left: 3 },
  })
  const drafts = [await draftReturn(shop, order.id, [[1, 2]]), await draftReturn(shop, order.id, [[1, 2]])]
  await moveReturn(shop, drafts[0]!.id, 'posted')
  const refused = await shop.client.refused('PATCH', statusPath(drafts[1]!), { status: 'posted' })
  expect(refused).toMatchObject({ code: 'RETURN_EXCEEDS_SHIPPED', figures: { asked: 2, left: 1 } })
  await shipOrder(shop, order.id)
  await moveReturn(shop, drafts[1]!.id, 'posted')
  expect((await orderNow(shop, order)).items).toMatchObject([{ shipped: 5, returned: 4 }])
  expect(await stockRow(shop.client, shop.productId, shop.warehouseId)).toMatchObject({ onHand: 9, reserved: 0 })
})

test('three units sold for 100.00 are returned at 33.33, 33.34 and 33.33, even if the second return is cancelled and repeated', async () => {
  const shop = await shopWith(10)
  const { id } = await placeOrder(shop, {
    items: [{ productId: shop.productId, quantity: 3, price: 33.34 }],
    discountAmount: 0.02,
  })
  await moveOrder(shop, id, 'shipped')
  const returns = []
  for (let part = 1; part <= 3; part += 1) returns.push(await postReturn(shop, id, [[1, 1]]))
  expect(returns.map(({ amount }) => amount)).toEqual([33.33, 33.34, 33.33])
  await moveReturn(shop, returns[1]!.id, 'cancelled')
  expect((await findIn(shop.client, 'orders', id)).items).toMatchObject([{ returned: 2, returnedAmount: 66.66 }])
  expect(await postReturn(shop, id, [[1, 1]])).toMatchObject({ amount: 33.34 })
  expect(await findIn(shop.client, 'orders', id)).toMatchObject({ returnedAmount: 100, payment: 'paid' })
  expect(await faultsOf(shop)).toEqual([])
})

test('the costs of a unit returned in fractions add up to exactly the cost at which it was shipped', async () => {
  const shop = await shopWith()
  await receive(shop, 1, 0.01)
  const order = await shipped(shop, 1, { price: 1 })
  expect(order.cost).toBe(0.01)
  const costs = []
  for (const quantity of [0.5, 0.3, 0.2]) costs.push((await postReturn(shop, order.id, [[1, quantity]])).cost)
  expect(costs).toEqual([0, 0.01, 0])
  expect(await profitOf(shop)).toMatchObject([{ revenue: 0, cost: 0, profit: 0 }])
  expect(await faultsOf(shop)).toEqual([])
})

test('goods returned to another warehouse go into new lots with the cost, age and supplier of the lots they came from', async () => {
  const { shop, order } = await exampleShop()
  const branch = await addWarehouse(shop.client, 'Филиал')
  const posted = await postReturn(shop, order.id, [[1, 3, 1]], { warehouseId: branch })
  expect(posted.cost).toBe(320)
  const drawn = await lotsOf(shop, `&warehouseId=${shop.warehouseId}`)
  expect(drawn.map(({ remaining }) => remaining)).toEqual([0, 2])
  const came = await lotsOf(shop, `&warehouseId=${branch}`)
  const taken = ({ unitCost, receivedAt, supplierId }: Json) => ({ unitCost, receivedAt, supplierId })
  expect(came).toMatchObject([
    { ...taken(drawn[1]), sourceLotId: drawn[1]!.id, received: 2, remaining: 1 },
    { ...taken(drawn[0]), sourceLotId: drawn[0]!.id, received: 1, remaining: 1 },
  ])
  expect(await faultsOf(shop)).toEqual([])
  await moveReturn(shop, posted.id, 'cancelled')
  expect((await lotsOf(shop, `&warehouseId=${branch}`)).map(({ remaining }) => remaining)).toEqual([0, 0])
  // Check that after the return is cancelled, the customer has the goods again and can return them again from the same
  // lots.
  expect(await postReturn(shop, order.id, [[1, 3]])).toMatchObject({ cost: 320 })
  expect((await lotsOf(shop, `&warehouseId=${shop.warehouseId}`)).map(({ remaining }) => remaining)).toEqual([1, 4])
  expect(await faultsOf(shop)).toEqual([])
})

test('partial returns take goods back in the reverse order of shipping', async () => {
  const shop = await shopWith()
  await receive(shop, 2, 100)
  await receive(shop, 2, 110)
  await receive(shop, 2, 120)
  const order = await placeOrder(shop, { items: [{ productId: shop.productId, quantity: 6 }] })
  for (const quantity of [1, 3, 2]) await shipOrder(shop, order.id, [[1, quantity]])
  const costs = []
  for (const quantity of [3, 2, 1]) costs.push((await postReturn(shop, order.id, [[1, quantity]])).cost)
  expect(costs).toEqual([120 * 2 + 110, 110 + 100, 100])
})

test('a returned bundle comes back as its components, and a returned service only as money', async () => {
  const shop = await shopWith(20)
  const sugar = await addProduct(shop.client, { name: 'Сахар' })
  await receiveOf(shop, { productId: sugar, quantity: 10, unitCost: 7 })
  const components: [string, number][] = [
    [shop.productId, 2],
    [sugar, 0.5],
  ]
  const set = await addBundle(shop.client, components, { price: 500 })
  const delivery = await addProduct(shop.client, { kind: 'service', name: 'Доставка', price: 300 })
  const { id } = await placeOrder(shop, {
    items: [
      { productId: set, quantity: 4 },
      { productId: delivery, quantity: 1 },
    ],
  })
  await moveOrder(shop, id, 'shipped')
  const posted = await postReturn(shop, id, [
    [1, 3, 1],
    [2, 1],
  ])
  expect(posted).toMatchObject({ amount: 1800, cost: 610.5 })
  expect(posted.lines).toMatchObject([
    { amount: 1500, cost: 610.5 },
    { amount: 300, cost: 0 },
  ])
  expect(await movementsOf(shop, posted)).toMatchObject([
    { type: 'customer_return', productId: shop.productId, quantity: 6 },
    { type: 'writeoff', productId: shop.productId, quantity: 2 },
    { type: 'customer_return', productId: sugar, quantity: 1.5 },
    { type: 'writeoff', productId: sugar, quantity: 0.5 },
  ])
  expect(await profitOf(shop)).toMatchObject([
    { productId: set, quantity: 1, revenue: 500, cost: 203.5 },
    { productId: delivery, quantity: 0, revenue: 0, cost: 0 },
  ])
  const tooFine = await draftReturn(shop, id, [[1, 0.001]])
  const refused = await shop.client.refused('PATCH', statusPath(tooFine), { status: 'posted' })
  expect(refused).toMatchObject({ code: 'VALIDATION_FAILED', errors: [{ code: 'TOO_PRECISE' }] })
  expect(await faultsOf(shop)).toEqual([])
})

test('returning goods sold without a price takes back their cost', async () => {
  const shop = await shopWith()
  const productId = await addProduct(shop.client, { name: 'Без цены' })
  await receiveOf(shop, { productId, quantity: 5, unitCost: 7 })
  const { id } = await placeOrder(shop, { items: [{ productId, quantity: 4 }] })
  await moveOrder(shop, id, 'shipped')
  expect(await postReturn(shop, id, [[1, 3]])).toMatchObject({
    amount: 0,
    cost: 21,
    lines: [{ amount: null, cost: 21 }],
  })
  for (const groupBy of ['product', 'order', 'customer', 'channel', 'month']) {
    const rows = await profitOf(shop, groupBy)
    expect(rows.filter(({ cost }) => cost !== 0)).toMatchObject([{ cost: 7, unpricedCost: 7, unpricedItems: 1 }])
  }
  expect((await orderNow(shop, { id })).items[0]).not.toHaveProperty('returnedAmount')
  expect(await faultsOf(shop)).toEqual([])
})

test('goods returned without an order get the stated unit cost, or else that of the newest lot, or else the product’s', async () => {
  const shop = await shopWith()
  const [lamp, cup, unknown] = [
    await addProduct(shop.client, { name: 'Лампа', cost: 40 }),
    await addProduct(shop.client, { name: 'Чашка' }),
    await addProduct(shop.client, { name: 'Неизвестный' }),
  ]
  await receive(shop, 1, 100)
  await receive(shop, 1, 130)
  const { client, warehouseId } = shop
  const customerId = await addPartner(client, 'Пётр', { type: 'Покупатель' })
  const free = { customerId, warehouseId }
  const draft = await client.made('POST', RETURNS, {
    ...free,
    lines: [
      { productId: shop.productId, quantity: 2, damaged: 1, amount: 300 },
      { productId: lamp, quantity: 1, amount: 90 },
      { productId: cup, quantity: 3, amount: 30, unitCost: 4.5 },
    ],
  })
  expect(draft).toMatchObject({ orderId: null, customer: 'Пётр', amount: 420, cost: null })
  expect(draft.lines[2]).toMatchObject({ unitCost: 4.5 })
  const posted = await moveReturn(shop, draft.id, 'posted')
  expect(posted).toMatchObject({ cost: 313.5, lines: [{ cost: 260 }, { cost: 40 }, { cost: 13.5 }] })
  const made = (await lotsOf(shop)).filter(({ supplierId }) => supplierId === null)
  expect(made).toMatchObject([
    { productId: shop.productId, unitCost: 130, received: 2, remaining: 1, supplier: null, sourceLotId: null },
    { productId: lamp, unitCost: 40, received: 1 },
    { productId: cup, unitCost: 4.5, received: 3 },
  ])
  expect(await profitOf(shop, 'order')).toMatchObject([
    { orderId: draft.id, number: draft.number, channel: null, revenue: -420 },
  ])
  expect(await profitOf(shop, 'customer')).toMatchObject([{ customer: 'Пётр', orders: 0, profit: -106.5 }])
  const lines = [{ productId: unknown, quantity: 1, amount: 1 }]
  const costless = await client.made('POST', RETURNS, { ...free, lines })
  const refused = await client.refused('PATCH', statusPath(costless), { status: 'posted' })
  expect(refused).toMatchObject({ code: 'UNIT_COST_UNKNOWN', figures: { productId: unknown } })
  // Check that the lot of a cancelled return no longer counts as the newest lot.
  await moveReturn(shop, posted.id, 'cancelled')
  const again = await client.made('POST', RETURNS, { ...free, lines: [{ productId: cup, quantity: 1, amount: 1 }] })
  expect(await client.refused('PATCH', statusPath(again), { status: 'posted' })).toMatchObject({
    code: 'UNIT_COST_UNKNOWN',
  })
  expect(await faultsOf(shop)).toEqual([])
})

test('cancelling a return takes the goods out of their lots again and restores the sale', async () => {
  const { shop, order } = await exampleShop()
  const before = await profitOf(shop)
  const posted = await postReturn(shop, order.id, [[1, 2, 1]])
  const cancelled = await moveReturn(shop, posted.id, 'cancelled')
  expect(cancelled).toMatchObject({ status: 'cancelled', cancelledAt: cancelled.updatedAt, postedAt: posted.postedAt })
  expect((await lotsOf(shop)).map(({ remaining }) => remaining)).toEqual([0, 2])
  expect((await movementsOf(shop, posted)).slice(2)).toMatchObject([
    { type: 'reversal', reverses: 'writeoff', quantity: 1, cost: 110 },
    { type: 'reversal', reverses: 'customer_return', quantity: 2, cost: 220, orderId: order.id },
  ])
  expect(await profitOf(shop)).toEqual(before)
  const after = await orderNow(shop, order)
  expect(after).not.toHaveProperty('returnedAmount')
  expect(after.items).toEqual(order.items)
  const again = await shop.client.refused('PATCH', statusPath(posted), { status: 'cancelled' })
  expect(again).toMatchObject({ code: 'INVALID_TRANSITION', figures: { entity: 'customer return', from: 'cancelled' } })
  expect(await faultsOf(shop)).toEqual([])
})

test('a return cannot be cancelled once its goods are reserved or shipped again', async () => {
  const shop = await shopWith(2)
  const order = await shipped(shop, 2)
  const posted = await postReturn(shop, order.id, [[1, 2]])
  const reserving = await placeOrder(shop, { items: [{ productId: shop.productId, quantity: 1 }] })
  const reserved = await shop.client.refused('PATCH', statusPath(posted), { status: 'cancelled' })
  expect(reserved).toMatchObject({ code: 'INSUFFICIENT_STOCK', figures: { asked: 2, available: 1 } })
  await moveOrder(shop, reserving.id, 'shipped')
  const gone = await shop.client.refused('PATCH', statusPath(posted), { status: 'cancelled' })
  expect(gone).toMatchObject({ code: 'LOTS_CONSUMED', figures: { product: 'Чайник', received: 2, gone: 1 } })
})

test('a shipment of an order with a return cannot be cancelled until the return is cancelled', async () => {
  const shop = await shopWith(5)
  const order = await placeOrder(shop, { items: [{ productId: shop.productId, quantity: 2 }] })
  const shipment = await shipOrder(shop, order.id)
  const posted = await postReturn(shop, order.id, [[1, 1]])
  const refused = await shop.client.refused('POST', `/api/v1/shipments/${shipment.id}/cancel`, {})
  expect(refused).toMatchObject({
    code: 'ALREADY_RETURNED',
    figures: { orderId: order.id, number: order.number, product: 'Чайник', returned: 1 },
  })
  await moveReturn(shop, posted.id, 'cancelled')
  await cancelShipment(shop, shipment.id)
  expect(await faultsOf(shop)).toEqual([])
})

test('a draft return is refused if the order’s shipment was cancelled, or if the warehouse was archived', async () => {
  const shop = await shopWith(5)
  const order = await placeOrder(shop, { items: [{ productId: shop.productId, quantity: 2 }] })
  const shipment = await shipOrder(shop, order.id)
  const draft = await draftReturn(shop, order.id, [[1, 1]])
  await cancelShipment(shop, shipment.id)
  const unshipped = await shop.client.refused('PATCH', statusPath(draft), { status: 'posted' })
  expect(unshipped).toMatchObject({ code: 'RETURN_EXCEEDS_SHIPPED', figures: { left: 0 } })
  const other = await addWarehouse(shop.client)
  await shipOrder(shop, order.id)
  await writeOffRest(shop, 3)
  await setArchived(shop.client, 'warehouses', shop.warehouseId)
  const archived = await shop.client.refused('PATCH', statusPath(draft), { status: 'posted' })
  expect(archived).toMatchObject({ code: 'ARCHIVED' })
  await shop.client.made('PATCH', `${RETURNS}/${draft.id}`, { warehouseId: other })
  expect(await moveReturn(shop, draft.id, 'posted')).toMatchObject({ warehouseId: other, cost: 100 })
})

const WRONG: readonly (readonly [what: string, body: object, path: string, code: string])[] = [
  ['an unknown line', { lines: [{ lineId: 9, quantity: 1 }] }, '/lines/0/lineId', 'NOT_VALID'],
  [
    'a line twice',
    {
      lines: [
        { lineId: 1, quantity: 1 },
        { lineId: 1, quantity: 1 },
      ],
    },
    '/lines/1/lineId',
    'TWICE',
  ],
  ['no line of the order', { lines: [{ quantity: 1 }] }, '/lines/0/lineId', 'REQUIRED'],
  ['an amount of its own', { lines: [{ lineId: 1, quantity: 1, amount: 1 }] }, '/lines/0/amount', 'NOT_VALID'],
  ['more damaged than returned', { lines: [{ lineId: 1, quantity: 1, damaged: 2 }] }, '/lines/0/damaged', 'AT_MOST'],
  ['another customer', { customerId: UNKNOWN_ID, lines: [{ lineId: 1, quantity: 1 }] }, '/customerId', 'NOT_VALID'],
  ['neither order nor customer', { orderId: null, lines: [{ quantity: 1 }] }, '/customerId', 'REQUIRED'],
]

test.each(WRONG)('a return with %s is refused', async (_what, body, path, code) => {
  const { shop, order } = await exampleShop()
  const refused = await shop.client.refused('POST', RETURNS, { orderId: order.id, ...body })
  expect(refused).toMatchObject({ code: 'VALIDATION_FAILED', errors: [{ path, code }] })
})

test('lines of a return without an order need a stocked product and an amount, and must not refer to an order line', async () => {
  const { shop, order } = await exampleShop()
  const delivery = await addProduct(shop.client, { kind: 'service', name: 'Доставка' })
  const { customerId, warehouseId } = order
  const ask = (line: object) =>
    shop.client.refused('POST', RETURNS, { customerId, warehouseId, lines: [{ quantity: 1, ...line }] })
  const { productId } = shop
  expect(await ask({ productId })).toMatchObject({ errors: [{ path: '/lines/0/amount', code: 'REQUIRED' }] })
  expect(await ask({ amount: 1 })).toMatchObject({ errors: [{ path: '/lines/0/productId', code: 'REQUIRED' }] })
  expect(await ask({ lineId: 1, productId, amount: 1 })).toMatchObject({ errors: [{ path: '/lines/0/lineId' }] })
  expect(await ask({ productId: delivery, amount: 1 })).toMatchObject({ code: 'NOT_STOCKED' })
  expect(await ask({ productId: UNKNOWN_ID, amount: 1 })).toMatchObject({ code: 'NOT_FOUND' })
  const lines = [{ productId, quantity: 1, amount: 1 }]
  const nowhere = await shop.client.refused('POST', RETURNS, { customerId, lines })
  expect(nowhere).toMatchObject({ errors: [{ path: '/warehouseId', code: 'REQUIRED' }] })
})

test('only draft returns can be edited or deleted, and a product, customer or warehouse used by a return cannot be deleted', async () => {
  const shop = await shopWith()
  const { client } = shop
  const productId = await addProduct(client, { name: 'Лампа', cost: 40 })
  const customerId = await addPartner(client, 'Пётр')
  const warehouseId = await addWarehouse(client)
  const lines = [{ productId, quantity: 1, amount: 90 }]
  const draft = await client.made('POST', RETURNS, { customerId, warehouseId, lines })
  for (const path of [`products/${productId}`, `partners/${customerId}`, `warehouses/${warehouseId}`]) {
    const refused = await client.refused('DELETE', `/api/v1/${path}`, undefined)
    expect(refused).toMatchObject({
      code: 'HAS_REFERENCES',
      blockers: [{ entity: 'customer return', id: draft.id, label: `Return ${draft.number}` }],
    })
  }
  await moveReturn(shop, draft.id, 'posted')
  for (const method of ['PATCH', 'DELETE'] as const) {
    const refused = await client.refused(
      method,
      `${RETURNS}/${draft.id}`,
      method === 'PATCH' ? { note: '1' } : undefined,
    )
    expect(refused).toMatchObject({ code: 'NOT_DRAFT', figures: { entity: 'customer return', status: 'posted' } })
  }
})

test('a storekeeper can draft and post returns of orders, but sees no costs', async () => {
  const { shop, order } = await exampleShop()
  const storekeeper = await joinAs(service, shop.client.companyId, { role: 'storekeeper' })
  const draft = await draftReturn(shop, order.id, [[1, 2, 1]])
  const body = { orderId: order.id, lines: [{ lineId: 1, quantity: 1 }] }
  const own = (await storekeeper.post(RETURNS, body)).json.result
  expect(own).toMatchObject({ status: 'draft', amount: 1000 })
  expect((await storekeeper.delete(`${RETURNS}/${own.id}`)).status).toBe(200)
  // Check that only managers may decide how much a customer is refunded for goods returned without an order.
  const free = {
    ...{ customerId: order.customerId, warehouseId: order.warehouseId },
    lines: [{ productId: order.items[0].productId, quantity: 1, amount: 1 }],
  }
  expect((await storekeeper.post(RETURNS, free)).status).toBe(403)
  const ofManager = await shop.client.made('POST', RETURNS, free)
  expect((await storekeeper.delete(`${RETURNS}/${ofManager.id}`)).json.code).toBe('FORBIDDEN')
  await shop.client.delete(`${RETURNS}/${ofManager.id}`)
  expect((await storekeeper.patch(`${RETURNS}/${draft.id}`, { note: '1' })).status).toBe(403)
  expect((await storekeeper.patch(statusPath(draft), { status: 'cancelled' })).status).toBe(403)
  const posted = (await storekeeper.patch(statusPath(draft), { status: 'posted' })).json.result
  expect(posted).toMatchObject({ status: 'posted', amount: 2000 })
  expect(posted).not.toHaveProperty('cost')
  expect(posted.lines[0]).not.toHaveProperty('cost')
  const listed = (await storekeeper.get(RETURNS)).json
  expect(JSON.stringify(listed)).not.toContain('cost')
  expect(listed.items).toEqual([posted])
  expect((await storekeeper.get('/api/v1/audit?entityType=customer_return')).text).not.toContain('cost')
})
