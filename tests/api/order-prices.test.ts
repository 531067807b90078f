/** Tests the prices in an order: given prices, discounts on lines and on the whole order, and the minimum price. */
import { expect, test } from 'vitest'
import { pathsOf } from '../support/contract/problems.ts'
import type { Json } from '../support/node/client.ts'
import { useService } from '../support/node/service.ts'
import { addPriceType, addProduct, openShop, orderBody, placeOrder, type Shop } from '../support/scene/fixtures.ts'
import { joinAs } from '../support/scene/members.ts'

const service = useService()

const shopWith = async (onHand = 100) => openShop(await service.newCompany(), onHand)
const pathOf = ({ id }: { id: string }) => `/api/v1/orders/${id}`
const change = (shop: Shop, order: { id: string }, body: object): Promise<Json> =>
  shop.client.made('PATCH', pathOf(order), body)
const place = (shop: Shop, items: object[], fields: object = {}): Promise<Json> =>
  placeOrder(shop, { ...fields, items })
const refused = (shop: Shop, items: object[], fields: object = {}) =>
  shop.client.refused('POST', '/api/v1/orders', { ...orderBody(shop, 1), ...fields, items })
const amountsOf = ({ items }: Json) => items.map(({ amount }: Json) => amount)
const services = (shop: Shop, ...prices: (number | null)[]): Promise<string[]> =>
  Promise.all(prices.map((price, at) => addProduct(shop.client, { kind: 'service', name: `Услуга ${at}`, price })))

test('an order line uses the price given in the request, or the catalogue price if none is given', async () => {
  const shop = await shopWith()
  const { productId } = shop
  const order = await place(shop, [
    { productId, quantity: 2, price: 99.99 },
    { productId, quantity: 1 },
    { productId, quantity: 1, price: null },
    { productId, quantity: 3, price: 0 },
  ])
  expect(order.items).toMatchObject([
    { id: 1, price: 99.99, priceGiven: true, amount: 199.98 },
    { id: 2, price: 150, amount: 150 },
    { id: 3, price: 150, amount: 150 },
    { id: 4, price: 0, priceGiven: true, amount: 0 },
  ])
  expect(order.items.map((item: Json) => 'priceGiven' in item)).toEqual([true, false, false, true])
  expect(order).toMatchObject({ total: 499.98, unpricedItems: 0 })
})

test('a line for a product without a catalogue price takes the price given in the order', async () => {
  const shop = await shopWith()
  const [unpriced] = await services(shop, null)
  const order = await place(shop, [{ productId: unpriced, quantity: 2, price: 10 }])
  expect(order).toMatchObject({ total: 20, unpricedItems: 0 })
})

test.each([
  [33.33, 3, 10, 89.99],
  [0.01, 1, 50, 0],
  [0.05, 1, 50, 0.02],
  [1500, 1, 12.5, 1312.5],
  [99.99, 0.333, 33.33, 22.2],
  [100, 1, 100, 0],
  [100, 1, 0.01, 99.99],
])(
  'with the price %s, the quantity %s and a discount of %s percent, the amount of an order line is %s',
  async (price, quantity, discountPercent, amount) => {
    const shop = await shopWith()
    const order = await place(shop, [{ productId: shop.productId, quantity, price, discountPercent }])
    expect(order.items).toMatchObject([{ price, discountPercent, amount }])
    expect(order.total).toBe(amount)
  },
)

test('a discount on the whole order is distributed over its lines to the exact kopeck', async () => {
  const shop = await shopWith()
  const [one, two, three, free] = await services(shop, 33.33, 33.33, 33.34, null)
  const items = [one, free, two, three].map((productId) => ({ productId, quantity: 1 }))
  const byAmount = await place(shop, items, { discountAmount: 10 })
  expect(amountsOf(byAmount)).toEqual([30, null, 29.99, 30.01])
  expect(byAmount).toMatchObject({ discountAmount: 10, total: 90, unpricedItems: 1 })
  const byPercent = await place(shop, items, { discountPercent: 33.33 })
  expect(byPercent).toMatchObject({ discountPercent: 33.33, total: 66.67 })
  const sum = amountsOf(byPercent).reduce(
    (all: number, amount: number | null) => all + Math.round((amount ?? 0) * 100),
    0,
  )
  expect(sum).toBe(6667)
  expect(amountsOf(await place(shop, items, { discountPercent: 100 }))).toEqual([0, null, 0, 0])
})

test('a discount on the whole order is applied after the discounts on its lines', async () => {
  const shop = await shopWith()
  const [one, two] = await services(shop, 100, 100)
  const items = [
    { productId: one, quantity: 1, discountPercent: 50 },
    { productId: two, quantity: 1 },
  ]
  expect(amountsOf(await place(shop, items, { discountAmount: 15 }))).toEqual([45, 90])
})

test('an order without discounts has none of the discount fields', async () => {
  const shop = await shopWith()
  const item = { productId: shop.productId, quantity: 1, discountPercent: 0 }
  const order = await place(shop, [item], { discountPercent: 0, discountAmount: null })
  expect(Object.keys(order).filter((key) => /discount/.test(key))).toEqual([])
  expect(Object.keys(order.items[0])).toEqual([
    ...['id', 'productId', 'name', 'sku', 'quantity', 'price', 'amount', 'shipped', 'cancelled', 'reserved'],
  ])
})

test.each([
  ['both kinds of discount', [{ price: 10 }], { discountPercent: 5, discountAmount: 1 }, ['/discountAmount']],
  ['a discount above its total', [{ price: 10 }], { discountAmount: 10.01 }, ['/discountAmount']],
  ['a discount above 100 percent', [{ price: 10, discountPercent: 100.01 }], {}, ['/items/0/discountPercent']],
  ['a discount with three decimals', [{ price: 10, discountPercent: 1.005 }], {}, ['/items/0/discountPercent']],
  ['a negative price', [{ price: -1 }], {}, ['/items/0/price']],
  ['a price with three decimals', [{ price: 1.005 }], {}, ['/items/0/price']],
  ['an id for a new line', [{ price: 1, id: 1 }], {}, ['/items/0/id']],
  ['an amount above the limit', [{ price: 10 ** 12, quantity: 1.001, discountPercent: 99 }], {}, ['/items/0/quantity']],
])('an order with %s is refused', async (_what, lines, fields, paths) => {
  const shop = await shopWith()
  const problem = await refused(
    shop,
    lines.map((line) => ({ productId: shop.productId, quantity: 1, ...line })),
    fields,
  )
  expect([problem.status, problem.code, pathsOf(problem)]).toEqual([400, 'VALIDATION_FAILED', paths])
})

test('an order update identifies a line by its id, and the line keeps the fields that the update omits', async () => {
  const shop = await shopWith()
  const { productId } = shop
  const order = await place(shop, [
    { productId, quantity: 1, price: 100 },
    { productId, quantity: 2, discountPercent: 10 },
  ])
  const changed = await change(shop, order, {
    items: [
      { id: 2, productId, quantity: 3 },
      { id: null, productId, quantity: 1, price: 120 },
      { id: 1, productId, quantity: 1, price: 90, discountPercent: 5 },
    ],
  })
  expect(changed.items).toMatchObject([
    { id: 2, quantity: 3, price: 150, discountPercent: 10, amount: 405 },
    { id: 3, quantity: 1, price: 120, priceGiven: true, amount: 120 },
    { id: 1, quantity: 1, price: 90, priceGiven: true, discountPercent: 5, amount: 85.5 },
  ])
  expect(changed.total).toBe(610.5)
  const cleared = await change(shop, order, {
    items: [{ id: 1, productId, quantity: 1, price: null, discountPercent: null }],
  })
  expect(cleared.items).toEqual(
    [{ ...order.items[0], price: 150, amount: 150, priceGiven: undefined }].map(withoutNone),
  )
})

const withoutNone = (item: Json) => Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined))

test('an order update is refused if a line id is unknown, belongs to another product or is given twice', async () => {
  const shop = await shopWith()
  const { productId } = shop
  const other = await addProduct(shop.client)
  const order = await place(shop, [{ productId, quantity: 1 }])
  const faultOf = async (items: object[]) => pathsOf(await shop.client.refused('PATCH', pathOf(order), { items }))
  expect(await faultOf([{ id: 2, productId, quantity: 1 }])).toEqual(['/items/0/id'])
  expect(await faultOf([{ id: 1, productId: other, quantity: 1 }])).toEqual(['/items/0/id'])
  expect(
    await faultOf([
      { id: 1, productId, quantity: 1 },
      { id: 1, productId, quantity: 1 },
    ]),
  ).toEqual(['/items/1/id'])
})

test('changing an order’s price type reprices only lines without an explicit price', async () => {
  const shop = await shopWith()
  const priceTypeId = await addPriceType(shop.client)
  const productId = await addProduct(shop.client, { kind: 'service', price: 100, prices: [{ priceTypeId, price: 80 }] })
  const order = await place(shop, [
    { productId, quantity: 1 },
    { productId, quantity: 1, price: 95 },
  ])
  const changed = await change(shop, order, { priceTypeId })
  expect(changed.items).toMatchObject([{ price: 80 }, { price: 95, priceGiven: true }])
})

test('a discount on the whole order is redistributed when the order’s lines change', async () => {
  const shop = await shopWith()
  const { productId } = shop
  const order = await place(shop, [{ productId, quantity: 2 }], { discountPercent: 10 })
  expect(order.total).toBe(270)
  const more = await change(shop, order, { items: [{ id: 1, productId, quantity: 4 }] })
  expect(more).toMatchObject({ discountPercent: 10, total: 540 })
  const asSum = await change(shop, order, { discountAmount: 100 })
  expect(asSum).toMatchObject({ discountAmount: 100, total: 500 })
  expect('discountPercent' in asSum).toBe(false)
  const problem = await shop.client.refused('PATCH', pathOf(order), { items: [{ id: 1, productId, quantity: 0.5 }] })
  expect(pathsOf(problem)).toEqual(['/discountAmount'])
  const none = await change(shop, order, { discountAmount: null })
  expect(none.total).toBe(600)
  expect(Object.keys(none).filter((key) => /discount/.test(key))).toEqual([])
})

test('only owners may lower a price below the product’s minimum', async () => {
  const shop = await shopWith()
  const client = await joinAs(service, shop.client.companyId, { role: 'manager', seesCosts: true })
  const manager = { ...shop, client }
  const productId = await addProduct(shop.client, { kind: 'service', name: 'Доставка', price: 100, minPrice: 90 })
  const bargain = await addProduct(shop.client, { kind: 'service', price: 80, minPrice: 90 })
  await place(manager, [{ productId, quantity: 3, discountPercent: 10 }])
  await place(manager, [{ productId: bargain, quantity: 1 }])
  const below = [{ productId, quantity: 3, price: 89.99 }]
  const problem = await refused(manager, below)
  expect(problem).toMatchObject({
    ...{ status: 409, code: 'BELOW_MIN_PRICE' },
    figures: { productId, product: 'Доставка', line: 1 },
  })
  expect(problem.detail).not.toContain('90')
  expect((await refused(manager, [{ productId, quantity: 1 }], { discountPercent: 10.01 })).code).toBe(
    'BELOW_MIN_PRICE',
  )
  const order = await place(shop, below)
  // A price that the owner agreed to stays when others change the order.
  const changed = await change(manager, order, { note: 'Позвонить', items: [{ id: 1, productId, quantity: 2 }] })
  expect(changed.items).toMatchObject([{ price: 89.99, quantity: 2 }])
  const lower = { items: [{ id: 1, productId, quantity: 2, price: 89.98 }] }
  expect((await manager.client.refused('PATCH', pathOf(order), lower)).code).toBe('BELOW_MIN_PRICE')
})

test('a manager cannot remove order lines if that would push another line below its minimum price', async () => {
  const shop = await shopWith()
  const client = await joinAs(service, shop.client.companyId, { role: 'manager', seesCosts: true })
  const productId = await addProduct(shop.client, { kind: 'service', name: 'Доставка', price: 100, minPrice: 90 })
  const [dear] = await services(shop, 900)
  const items = [
    { productId, quantity: 1 },
    { productId: dear, quantity: 1 },
  ]
  const order = await place({ ...shop, client }, items, { discountAmount: 50 })
  expect(amountsOf(order)).toEqual([95, 855])
  const alone = { items: [{ id: 1, productId, quantity: 1 }] }
  expect((await client.refused('PATCH', pathOf(order), alone)).code).toBe('BELOW_MIN_PRICE')
  expect(amountsOf(await change(shop, order, alone))).toEqual([50])
})

test('gross profit uses the revenue of order lines after discounts', async () => {
  const shop = await shopWith()
  const order = await place(shop, [{ productId: shop.productId, quantity: 3, price: 120 }], { discountAmount: 60 })
  await shop.client.patch(`${pathOf(order)}/status`, { status: 'shipped' })
  const { json } = await shop.client.get('/api/v1/reports/gross-profit?from=2020-01-01')
  expect(json.items).toMatchObject([{ revenue: 300, cost: 300, profit: 0 }])
  const { json: check } = await shop.client.get('/api/v1/self-check')
  expect(check.checks.filter(({ ok }: Json) => !ok)).toEqual([])
})
