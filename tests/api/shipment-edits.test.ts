/** Tests changes to an order that is partly shipped. */
import { expect, test } from 'vitest'
import type { Json } from '../support/node/client.ts'
import { useService } from '../support/node/service.ts'
import {
  addPartner,
  addPriceType,
  addProduct,
  addWarehouse,
  cancelShipment,
  closeOrder,
  openShop,
  placeOrder,
  type Shop,
  shipOrder,
  stockRow,
} from '../support/scene/fixtures.ts'

const service = useService()

const shopWith = async (onHand = 100) => openShop(await service.newCompany(), onHand)
const pathOf = ({ id }: { id: string }) => `/api/v1/orders/${id}`
const change = (shop: Shop, order: { id: string }, body: object): Promise<Json> =>
  shop.client.made('PATCH', pathOf(order), body)
const refused = (shop: Shop, order: { id: string }, body: object) => shop.client.refused('PATCH', pathOf(order), body)
const amountsOf = ({ items }: Json) => items.map(({ amount }: Json) => amount)

/** Places an order of ten teapots at 100.00 and two cups at 10.00, and ships four teapots. */
async function shipPart(fields: object = {}, price = 100) {
  const shop = await shopWith()
  const cup = await addProduct(shop.client, { name: 'Чашка', kind: 'service', price: 10 })
  const items = [
    { productId: shop.productId, quantity: 10, price },
    { productId: cup, quantity: 2 },
  ]
  const order = await placeOrder(shop, { ...fields, items })
  const shipment = await shipOrder(shop, order.id, [[1, 4]])
  /** Returns the order's lines for an update; `teapots` overrides fields of the teapots' line. */
  const lines = (teapots: object) => [
    { id: 1, productId: shop.productId, quantity: 10, ...teapots },
    { id: 2, productId: cup, quantity: 2 },
  ]
  return { shop, cup, order, shipment, lines }
}

test('an order line’s quantity cannot fall below the shipped quantity, and changing it changes the reserved rest', async () => {
  const { shop, order, lines } = await shipPart()
  expect(await refused(shop, order, { items: lines({ quantity: 3.999 }) })).toMatchObject({
    code: 'ALREADY_SHIPPED',
    figures: { reason: 'quantity', line: 1, product: 'Чайник', asked: 3.999, shipped: 4, cancelled: 0 },
  })
  const changed = await change(shop, order, { items: lines({ quantity: 5 }) })
  expect(changed.items[0]).toMatchObject({ quantity: 5, shipped: 4, reserved: 1, amount: 500, shippedAmount: 400 })
  expect(await stockRow(shop.client, shop.productId, shop.warehouseId)).toMatchObject({ onHand: 96, reserved: 1 })
})

test('an order line that was partly shipped cannot be removed, but unshipped lines can', async () => {
  const { shop, cup, order, lines } = await shipPart()
  expect(await refused(shop, order, { items: [{ id: 2, productId: cup, quantity: 2 }] })).toMatchObject({
    code: 'ALREADY_SHIPPED',
    figures: { reason: 'removed', orderId: order.id, number: order.number, line: 1, product: 'Чайник', shipped: 4 },
  })
  expect(amountsOf(await change(shop, order, { items: lines({}).slice(0, 1) }))).toEqual([1000])
})

test.each([{ price: 99.99 }, { price: null }, { discountPercent: 5 }])(
  'the price and discount of a shipped line cannot change: %j is refused',
  async (fields) => {
    const { shop, order, lines } = await shipPart()
    expect(await refused(shop, order, { items: lines(fields) })).toMatchObject({
      code: 'ALREADY_SHIPPED',
      figures: { reason: 'price', line: 1, product: 'Чайник', shipped: 4 },
    })
    const [teapots, cups] = lines({ price: 100, discountPercent: 0 })
    expect(amountsOf(await change(shop, order, { items: [teapots, { ...cups, price: 12 }] }))).toEqual([1000, 24])
  },
)

test('the customer, warehouse, price type and discount of a partly shipped order cannot change', async () => {
  const { shop, order } = await shipPart()
  await addPartner(shop.client, 'Пётр', { type: 'Покупатель' })
  const changes = [
    ['customer', { customer: 'Пётр' }],
    ['warehouse', { warehouseId: await addWarehouse(shop.client) }],
    ['price type', { priceTypeId: await addPriceType(shop.client) }],
    ['discount', { discountPercent: 1 }],
    ['discount', { discountAmount: 1 }],
  ] as const
  for (const [field, body] of changes)
    expect(await refused(shop, order, body)).toMatchObject({
      code: 'ALREADY_SHIPPED',
      figures: { reason: 'order', orderId: order.id, number: order.number, field },
    })
  const kept = { customer: 'иван', warehouseId: shop.warehouseId, priceTypeId: null, discountPercent: null }
  expect(await change(shop, order, { ...kept, channel: 'Почта', note: 'Звонить' })).toMatchObject({ channel: 'Почта' })
})

test('everything in an order can be changed again once all its shipments are cancelled', async () => {
  const { shop, order, shipment, lines } = await shipPart()
  await cancelShipment(shop, shipment.id)
  const changed = await change(shop, order, { items: lines({ quantity: 1, price: 7 }), discountPercent: 50 })
  expect(changed).toMatchObject({ total: 13.5, items: [{ amount: 3.5 }, { amount: 10 }] })
})

test('an edit that leaves nothing to ship marks the order as shipped', async () => {
  const { shop, order, lines } = await shipPart()
  const [teapots] = lines({ quantity: 4 })
  const done = await change(shop, order, { items: [teapots] })
  expect(done).toMatchObject({ status: 'shipped', fulfilment: 'all', total: 400, shippedAmount: 400 })
  expect(done).not.toHaveProperty('closedShort')
  expect(done.shippedAt).toBe(done.updatedAt)
})

test('an edit that leaves nothing to ship in an order without shipments is refused', async () => {
  const { shop, cup, order, shipment } = await shipPart()
  await closeOrder(shop, order.id)
  await cancelShipment(shop, shipment.id)
  expect(await refused(shop, order, { items: [{ id: 2, productId: cup, quantity: 2 }] })).toMatchObject({
    code: 'VALIDATION_FAILED',
    errors: [{ path: '/items' }],
  })
})

// With the order's discount of 102.00, the lines of 10 × 100.00 and 2 × 10.00 have the amounts 900.00 and 18.00. Of the
// first line, 4 units were shipped for 360.00.
test('shipped lines keep their share of the order’s discount, and the rest is spread over the other lines', async () => {
  const { shop, order, lines } = await shipPart({ discountAmount: 102 })
  expect(amountsOf(order)).toEqual([900, 18])
  const more = await change(shop, order, { items: lines({ quantity: 12 }) })
  expect(amountsOf(more)).toEqual([1100, 18])
  const third = { id: null, productId: shop.productId, quantity: 1, price: 20 }
  const added = await change(shop, order, { items: [...lines({ quantity: 12 }), third] })
  expect(amountsOf(added)).toEqual([1100, 19, 19])
  expect(added.total).toBe(1138)
  expect((await shipOrder(shop, order.id, [[1, 8]])).amount).toBe(740)
})

test('an order’s percentage discount applies to the new quantity of a shipped line', async () => {
  const { shop, order, lines } = await shipPart({ discountPercent: 10 })
  expect(amountsOf(await change(shop, order, { items: lines({ quantity: 5 }) }))).toEqual([450, 18])
  expect((await shipOrder(shop, order.id, [[1, 1]])).amount).toBe(90)
})

test('an edit is refused if the order’s discount amount no longer fits its lines', async () => {
  const { shop, order, lines } = await shipPart({ discountAmount: 102 })
  expect(await refused(shop, order, { items: lines({ quantity: 4 }) })).toMatchObject({
    code: 'VALIDATION_FAILED',
    errors: [{ path: '/items', code: 'NOT_VALID' }],
  })
})

test('a line reduced to its shipped quantity has exactly its shipped amount', async () => {
  const { shop, order, lines } = await shipPart({ discountPercent: 33.33 }, 0.07)
  const [{ shippedAmount }] = (await shop.client.state()).orders[0].items
  const changed = await change(shop, order, { items: lines({ quantity: 4 }) })
  expect(changed.items[0]).toMatchObject({ amount: shippedAmount, shipped: 4, reserved: 0 })
})
