import { expect, test } from 'vitest'
import { KINDS, plainTextsOf } from '../support/contract/plain-texts.ts'
import { pathsOf } from '../support/contract/problems.ts'
import { useService } from '../support/node/service.ts'
import {
  addBundle,
  addPartner,
  addPriceType,
  addProduct,
  findIn,
  ISSUED_ID,
  MOMENT,
  moveOrder,
  openShop,
  placeOrder,
  receive,
  receiveOf,
  setArchived,
  stockRow,
  UNKNOWN_ID,
} from '../support/scene/fixtures.ts'

const service = useService()

const pathOf = (id: string) => `/api/v1/products/${id}`
const shopWith = async (onHand = 0) => openShop(await service.newCompany(), onHand)

const EMPTY = {
  ...Object.fromEntries(plainTextsOf(KINDS.products).map((name) => [name, null])),
  kind: 'product',
  price: null,
  cost: null,
  minPrice: null,
  minStock: null,
  weightKg: null,
  volumeM3: null,
  vatRate: null,
  preferredSupplierId: null,
  parentProductId: null,
  barcodes: [],
  packages: [],
  analogIds: [],
  tags: [],
  components: [],
  filterValueIds: [],
  prices: [],
  images: [],
  customValues: {},
  archived: false,
}

const PLAIN = {
  sku: 'COF-1000',
  category: 'Кофе',
  description: 'Зерно',
  code: '17',
  externalCode: 'e-17',
  uom: 'кг',
  country: 'Бразилия',
  price: 1290.57,
  cost: 0,
  minPrice: 0.01,
  minStock: 1.005,
  weightKg: 1.0255,
  volumeM3: 0.003,
  vatRate: 20,
  barcodes: ['4607001234562'],
  packages: [{ name: 'Коробка', quantity: 0.5, barcode: '14607001234569' }],
  tags: ['зерно', 'хит'],
  customValues: { Обжарка: 'средняя', вложенное: { б: [1, null, 'x'], а: true } },
}

test('a product can be created with only a name, and the response contains all its fields', async () => {
  const client = await service.newCompany()
  const { json } = await client.post('/api/v1/products', { name: ' Чай ' })
  expect(json.result).toEqual({
    ...EMPTY,
    id: expect.stringMatching(ISSUED_ID),
    name: 'Чай',
    createdAt: expect.stringMatching(MOMENT),
    updatedAt: json.result.createdAt,
  })
  expect(json.state.products).toEqual([json.result])
  expect(json.state.totals.products).toBe(1)
})

test('every product field that is not a reference is stored exactly, to the last digit', async () => {
  const client = await service.newCompany()
  const made = await client.made('POST', '/api/v1/products', { name: 'Кофе', ...PLAIN })
  expect(made).toEqual({
    ...EMPTY,
    ...PLAIN,
    id: made.id,
    name: 'Кофе',
    createdAt: made.createdAt,
    updatedAt: made.createdAt,
  })
})

test('the keys of a product’s custom values keep their order and spelling', async () => {
  const client = await service.newCompany()
  const customValues = { я: 1, А: 2, snake_key: 3, camelKey: 4, '': 5 }
  const { text } = await client.post('/api/v1/products', { name: 'Чай', customValues })
  expect(text).toContain(`"customValues":${JSON.stringify(customValues)}`)
})

test('a product stores the ids of the records it refers to', async () => {
  const client = await service.newCompany()
  const fields = {
    preferredSupplierId: await addPartner(client, 'Поставка'),
    parentProductId: await addProduct(client),
    analogIds: [await addProduct(client), await addProduct(client)],
    prices: [{ priceTypeId: await addPriceType(client), price: 10.5 }],
  }
  expect(await client.made('POST', '/api/v1/products', { name: 'Чай', kind: 'variant', ...fields })).toMatchObject(
    fields,
  )
})

test('a product update keeps omitted fields', async () => {
  const client = await service.newCompany()
  const before = await client.made('POST', '/api/v1/products', { name: 'Кофе', ...PLAIN })
  const after = await client.made('PATCH', pathOf(before.id), { name: 'Чай' })
  expect(after).toEqual({ ...before, name: 'Чай', updatedAt: after.updatedAt })
})

test('a product update clears fields set to null, including arrays and custom values', async () => {
  const client = await service.newCompany()
  const before = await client.made('POST', '/api/v1/products', { name: 'Кофе', ...PLAIN })
  const nulls = Object.fromEntries(Object.keys(PLAIN).map((field) => [field, null]))
  const after = await client.made('PATCH', pathOf(before.id), { name: 'Кофе', ...nulls })
  expect(after).toMatchObject({ ...EMPTY, name: 'Кофе' })
})

test('an array in a product update replaces the whole stored array', async () => {
  const client = await service.newCompany()
  const { id } = await client.made('POST', '/api/v1/products', { name: 'Кофе', ...PLAIN })
  expect(await client.made('PATCH', pathOf(id), { name: 'Кофе', tags: ['чай'], customValues: { а: 1 } })).toMatchObject(
    {
      tags: ['чай'],
      customValues: { а: 1 },
      barcodes: PLAIN.barcodes,
    },
  )
})

test('a product update without a name is refused', async () => {
  const client = await service.newCompany()
  const problem = await client.refused('PATCH', pathOf(await addProduct(client)), { price: 1 })
  expect(problem.code).toBe('VALIDATION_FAILED')
  expect(pathsOf(problem)).toEqual(['/name'])
})

test('a product can be archived by an update, but not when it is created', async () => {
  const client = await service.newCompany()
  const problem = await client.refused('POST', '/api/v1/products', { name: 'Чай', archived: false })
  expect(pathsOf(problem)).toEqual(['/archived'])
  const id = await addProduct(client)
  expect(await client.made('PATCH', pathOf(id), { name: 'Чай', archived: true })).toMatchObject({ archived: true })
  expect(await client.made('PATCH', pathOf(id), { name: 'Чай', archived: false })).toMatchObject({ archived: false })
})

test.each([
  ['preferredSupplierId', (id: string) => ({ preferredSupplierId: id })],
  ['parentProductId', (id: string) => ({ parentProductId: id })],
  ['analogIds', (id: string) => ({ analogIds: [id] })],
  ['filterValueIds', (id: string) => ({ filterValueIds: [id] })],
  ['prices', (id: string) => ({ prices: [{ priceTypeId: id, price: 1 }] })],
  ['components', (id: string) => ({ kind: 'bundle', components: [{ productId: id, quantity: 1 }] })],
])('the records referred to in a product’s %s must exist', async (_field, fieldsFor) => {
  const client = await service.newCompany()
  const id = await addProduct(client)
  for (const unknown of [UNKNOWN_ID, 'nobody']) {
    const body = { name: 'Чай', ...fieldsFor(unknown) }
    expect(await client.refused('POST', '/api/v1/products', body)).toMatchObject({ code: 'NOT_FOUND' })
    expect(await client.refused('PATCH', pathOf(id), body)).toMatchObject({
      code: 'NOT_FOUND',
      detail: expect.stringContaining(unknown),
    })
  }
})

test('a product cannot newly refer to an archived supplier, parent or analog, but keeps one it already refers to', async () => {
  const client = await service.newCompany()
  const supplierId = await addPartner(client, 'Поставка')
  const otherId = await addProduct(client, { name: 'Другой' })
  const attempts = [{ preferredSupplierId: supplierId }, { parentProductId: otherId }, { analogIds: [otherId] }]
  const kept = await addProduct(client, Object.assign({}, ...attempts))
  const fresh = await addProduct(client)
  await setArchived(client, 'partners', supplierId)
  await setArchived(client, 'products', otherId)
  for (const attempt of attempts) {
    const body = { name: 'Чай', ...attempt }
    expect(await client.refused('POST', '/api/v1/products', body)).toMatchObject({ code: 'ARCHIVED' })
    expect(await client.refused('PATCH', pathOf(fresh), body)).toMatchObject({ code: 'ARCHIVED' })
    expect(await client.made('PATCH', pathOf(kept), body)).toMatchObject(attempt)
  }
})

test('a product may have only one price of each price type', async () => {
  const client = await service.newCompany()
  const priceTypeId = await addPriceType(client)
  const prices = [1, 2].map((price) => ({ priceTypeId, price }))
  const problem = await client.refused('POST', '/api/v1/products', { name: 'Чай', prices })
  expect(problem.code).toBe('VALIDATION_FAILED')
  expect(pathsOf(problem)).toEqual(['/prices/1/priceTypeId'])
})

test('a bundle may list each component only once', async () => {
  const client = await service.newCompany()
  const productId = await addProduct(client)
  const components = [1, 2].map((quantity) => ({ productId, quantity }))
  const problem = await client.refused('POST', '/api/v1/products', { name: 'Набор', kind: 'bundle', components })
  expect(problem.code).toBe('VALIDATION_FAILED')
  expect(pathsOf(problem)).toEqual(['/components/1/productId'])
})

test.each([{}, { components: null }, { components: [] }])(
  'creating a bundle without components is refused: %j',
  async (fields) => {
    const client = await service.newCompany()
    const problem = await client.refused('POST', '/api/v1/products', { name: 'Набор', kind: 'bundle', ...fields })
    expect(problem.code).toBe('VALIDATION_FAILED')
    expect(pathsOf(problem)).toEqual(['/components'])
  },
)

test.each([undefined, 'product', 'service', 'variant'])(
  'a product of kind %s with components is refused',
  async (kind) => {
    const client = await service.newCompany()
    const components = [{ productId: await addProduct(client), quantity: 1 }]
    const problem = await client.refused('POST', '/api/v1/products', { name: 'Чай', kind, components })
    expect(problem.code).toBe('VALIDATION_FAILED')
    expect(pathsOf(problem)).toEqual(['/components'])
  },
)

test('a bundle may contain products and variants', async () => {
  const client = await service.newCompany()
  const components = [
    { productId: await addProduct(client), quantity: 0.001 },
    { productId: await addProduct(client, { kind: 'variant' }), quantity: 2 },
  ]
  const made = await client.made('POST', '/api/v1/products', { name: 'Набор', kind: 'bundle', components })
  expect(made).toMatchObject({ kind: 'bundle', components })
})

test.each(['service', 'bundle'])('a %s cannot be a component of a bundle', async (kind) => {
  const client = await service.newCompany()
  const productId =
    kind === 'bundle' ? await addBundle(client, [[await addProduct(client), 1]]) : await addProduct(client, { kind })
  const body = { name: 'Набор', kind: 'bundle', components: [{ productId, quantity: 1 }] }
  expect(await client.refused('POST', '/api/v1/products', body)).toMatchObject({ code: 'INVALID_COMPONENT' })
})

test('an archived product cannot become a component of a bundle', async () => {
  const client = await service.newCompany()
  const productId = await addProduct(client)
  await setArchived(client, 'products', productId)
  const body = { name: 'Набор', kind: 'bundle', components: [{ productId, quantity: 1 }] }
  expect(await client.refused('POST', '/api/v1/products', body)).toMatchObject({ code: 'INVALID_COMPONENT' })
})

test('a bundle cannot be a component of itself', async () => {
  const client = await service.newCompany()
  const productId = await addProduct(client)
  const body = { name: 'Набор', kind: 'bundle', components: [{ productId, quantity: 1 }] }
  expect(await client.refused('PATCH', pathOf(productId), body)).toMatchObject({ code: 'INVALID_COMPONENT' })
})

test('a product cannot be its own parent', async () => {
  const client = await service.newCompany()
  const id = await addProduct(client)
  const problem = await client.refused('PATCH', pathOf(id), { name: 'Чай', parentProductId: id })
  expect(problem.code).toBe('VALIDATION_FAILED')
  expect(pathsOf(problem)).toEqual(['/parentProductId'])
})

test('a chain of parent products cannot form a cycle', async () => {
  const client = await service.newCompany()
  const first = await addProduct(client)
  const second = await addProduct(client, { parentProductId: first })
  const third = await addProduct(client, { parentProductId: second })
  const problem = await client.refused('PATCH', pathOf(first), { name: 'Чай', parentProductId: third })
  expect(problem.code).toBe('VALIDATION_FAILED')
  expect(pathsOf(problem)).toEqual(['/parentProductId'])
})

test('a component of an active bundle can neither be archived nor change its kind', async () => {
  const client = await service.newCompany()
  const productId = await addProduct(client)
  const bundleId = await addBundle(client, [[productId, 1]])
  for (const change of [{ archived: true }, { kind: 'variant' }, { kind: 'service' }])
    expect(await client.refused('PATCH', pathOf(productId), { name: 'Товар', ...change })).toMatchObject({
      code: 'HAS_REFERENCES',
      blockers: [{ entity: 'product', id: bundleId, label: 'Набор' }],
    })
})

test('a bundle cannot be restored while one of its components is archived', async () => {
  const client = await service.newCompany()
  const productId = await addProduct(client)
  const bundleId = await addBundle(client, [[productId, 1]])
  await setArchived(client, 'products', bundleId)
  await setArchived(client, 'products', productId)
  expect(await client.refused('PATCH', pathOf(bundleId), { name: 'Набор', archived: false })).toMatchObject({
    code: 'INVALID_COMPONENT',
  })
})

test('a product without stock or orders can change its kind', async () => {
  const client = await service.newCompany()
  const id = await addProduct(client)
  expect(await client.made('PATCH', pathOf(id), { name: 'Чай', kind: 'service' })).toMatchObject({ kind: 'service' })
})

test.each(['variant', 'service'])('a product with stock cannot become a %s', async (kind) => {
  const { client, productId } = await shopWith(1)
  expect(await client.refused('PATCH', pathOf(productId), { name: 'Чайник', kind })).toMatchObject({
    code: 'KIND_IN_USE',
    detail: expect.stringContaining('1 lot'),
  })
})

test('the kind of a product counted in a stocktake cannot be changed, even if the count was zero', async () => {
  const { client, warehouseId, productId } = await openShop(await service.newCompany())
  const { id } = await client.made('POST', '/api/v1/stocktakes', { warehouseId, scope: { all: true } })
  await client.made('POST', `/api/v1/stocktakes/${id}/counts`, { lines: [{ productId, quantity: 0 }] })
  expect(
    await client.refused('PATCH', `/api/v1/products/${productId}`, { name: 'Чайник', kind: 'service' }),
  ).toMatchObject({
    code: 'KIND_IN_USE',
    figures: { references: [{ entity: 'stocktake', count: 1 }] },
  })
})

test('the kind of a product that was ever ordered cannot be changed, even after the order is cancelled', async () => {
  const shop = await shopWith()
  const serviceId = await addProduct(shop.client, { kind: 'service' })
  const order = await placeOrder(shop, { items: [{ productId: serviceId, quantity: 1 }] })
  await moveOrder(shop, order.id, 'cancelled')
  expect(await shop.client.refused('PATCH', pathOf(serviceId), { name: 'Чай', kind: 'product' })).toMatchObject({
    code: 'KIND_IN_USE',
    detail: expect.stringContaining('1 order'),
  })
})

test('the kind of an ordered bundle cannot change', async () => {
  const shop = await shopWith(5)
  const bundleId = await addBundle(shop.client, [[shop.productId, 1]])
  await placeOrder(shop, { items: [{ productId: bundleId, quantity: 1 }] })
  const body = { name: 'Набор', kind: 'product', components: [] }
  expect(await shop.client.refused('PATCH', pathOf(bundleId), body)).toMatchObject({ code: 'KIND_IN_USE' })
})

test('an update that sends a product’s current kind does not count as a change of kind', async () => {
  const { client, productId } = await shopWith(1)
  expect(await client.made('PATCH', pathOf(productId), { name: 'Чайник', kind: 'product' })).toMatchObject({
    kind: 'product',
  })
})

test('changing a bundle into another kind of product requires components: [] in the same command', async () => {
  const client = await service.newCompany()
  const bundleId = await addBundle(client, [[await addProduct(client), 1]])
  const problem = await client.refused('PATCH', pathOf(bundleId), { name: 'Набор', kind: 'product' })
  expect(problem.code).toBe('VALIDATION_FAILED')
  expect(pathsOf(problem)).toEqual(['/components'])
  expect(
    await client.made('PATCH', pathOf(bundleId), { name: 'Набор', kind: 'product', components: [] }),
  ).toMatchObject({ kind: 'product', components: [] })
})

test('an archived product can be neither received nor ordered', async () => {
  const shop = await shopWith(5)
  const { client, productId, warehouseId } = shop
  await setArchived(client, 'products', productId)
  const operations: [string, object][] = [
    ['stock/receipt', { productId, warehouseId, supplier: shop.supplier, unitCost: 1, quantity: 1 }],
    ['orders', { customer: shop.customer, warehouseId, channel: 'Сайт', items: [{ productId, quantity: 1 }] }],
  ]
  for (const [operation, body] of operations)
    expect(await client.refused('POST', `/api/v1/${operation}`, body)).toMatchObject({
      code: 'ARCHIVED',
      detail: expect.stringContaining('Чайник'),
    })
})

test('stock of an archived product can be written off, transferred and returned to the supplier', async () => {
  const shop = await shopWith(5)
  const { client, productId, warehouseId } = shop
  const toWarehouseId = (await client.made('POST', '/api/v1/warehouses', { name: 'Второй' })).id
  const { partners } = await client.state()
  await setArchived(client, 'products', productId)
  await client.made('POST', '/api/v1/stock/writeoff', { productId, warehouseId, quantity: 1, reason: 'Бой' })
  await client.made('POST', '/api/v1/stock/transfer', { productId, warehouseId, toWarehouseId, quantity: 2 })
  const lines = [{ productId, quantity: 2, unitCost: 100 }]
  const fields = { warehouseId, supplierId: partners[0].id, lines }
  const back = await client.made('POST', '/api/v1/procurement/documents', { kind: 'supplier_return', ...fields })
  await client.made('PATCH', `/api/v1/procurement/documents/${back.id}/status`, { status: 'posted' })
  const { stock } = await client.state()
  expect(stock.map(({ onHand }: { onHand: number }) => onHand).sort()).toEqual([0, 2])
  const receipt = { kind: 'receipt', ...fields }
  expect(await client.refused('POST', '/api/v1/procurement/documents', receipt)).toMatchObject({ code: 'ARCHIVED' })
  await client.made('PATCH', `/api/v1/products/${productId}`, { name: 'Чайник', archived: false })
})

test('a product that no record refers to can be deleted', async () => {
  const client = await service.newCompany()
  const id = await addProduct(client)
  const { json } = await client.delete(pathOf(id))
  expect(json.result).toEqual({ id, deleted: true })
  expect(json.state.products).toEqual([])
  expect(json.state.totals.products).toBe(0)
  expect(await client.refused('DELETE', pathOf(id), {})).toMatchObject({ code: 'NOT_FOUND' })
})

test('a product with stock cannot be deleted, and the refusal lists the kinds of records that refer to it', async () => {
  const { client, productId } = await shopWith(5)
  const problem = await client.refused('DELETE', pathOf(productId), {})
  expect(problem).toMatchObject({ code: 'HAS_REFERENCES', detail: expect.stringContaining('1 lot, 1 movement') })
  expect(problem.blockers?.map((blocker) => blocker.entity)).toEqual(['lot', 'movement'])
})

test('a product that once had stock cannot be deleted, even when the stock is used up', async () => {
  const { client, productId, warehouseId } = await shopWith(5)
  await client.made('POST', '/api/v1/stock/writeoff', { productId, warehouseId, quantity: 5, reason: 'Бой' })
  expect(await client.refused('DELETE', pathOf(productId), {})).toMatchObject({ code: 'HAS_REFERENCES' })
})

test('a product of which only damaged goods were received cannot be deleted', async () => {
  const shop = await shopWith()
  await receiveOf(shop, { quantity: 2, damaged: 2 })
  expect(await shop.client.refused('DELETE', pathOf(shop.productId), {})).toMatchObject({
    code: 'HAS_REFERENCES',
    blockers: [{ entity: 'movement' }],
  })
})

test('a product that is a component or a parent cannot be deleted, and the refusal names the bundle or the variant', async () => {
  const client = await service.newCompany()
  const productId = await addProduct(client)
  const bundleId = await addBundle(client, [[productId, 1]])
  const variantId = await addProduct(client, { name: 'Красный', kind: 'variant', parentProductId: productId })
  await setArchived(client, 'products', bundleId)
  expect(await client.refused('DELETE', pathOf(productId), {})).toMatchObject({
    code: 'HAS_REFERENCES',
    detail: expect.stringContaining('1 bundle, 1 variant'),
    blockers: [
      { entity: 'bundle', id: bundleId, label: 'Набор' },
      { entity: 'variant', id: variantId, label: 'Красный' },
    ],
  })
})

test('a service in an order can be deleted only after that order is deleted', async () => {
  const shop = await shopWith()
  const serviceId = await addProduct(shop.client, { kind: 'service' })
  const item = { productId: serviceId, quantity: 1 }
  const order = await placeOrder(shop, { items: [item, item] })
  expect(await shop.client.refused('DELETE', pathOf(serviceId), {})).toMatchObject({
    code: 'HAS_REFERENCES',
    detail: expect.stringContaining('1 order'),
    blockers: [{ entity: 'order', id: order.id, label: expect.stringContaining('00001') }],
  })
  await shop.client.made('DELETE', `/api/v1/orders/${order.id}`, {})
  expect((await shop.client.delete(pathOf(serviceId))).status).toBe(200)
})

test('deleting a product removes it from the analogs of other products', async () => {
  const client = await service.newCompany()
  const [goneId, keptId] = [await addProduct(client), await addProduct(client)]
  const id = await addProduct(client, { analogIds: [goneId, keptId] })
  expect((await client.delete(pathOf(goneId))).status).toBe(200)
  expect(await findIn(client, 'products', id)).toMatchObject({ analogIds: [keptId] })
})

test('a bundle’s stock row shows as many whole bundles as the scarcest component allows', async () => {
  const shop = await shopWith(10)
  const { client, productId, warehouseId } = shop
  const otherId = await addProduct(client)
  await receiveOf(shop, { productId: otherId, quantity: 2.9 })
  const bundleId = await addBundle(client, [
    [productId, 3],
    [otherId, 0.5],
  ])
  const row = { productId: bundleId, warehouseId, onHand: null, reserved: null }
  expect(await stockRow(client, bundleId, warehouseId)).toEqual({ ...row, available: 3 })
  await placeOrder(shop, { items: [{ productId: otherId, quantity: 2 }] })
  expect(await stockRow(client, bundleId, warehouseId)).toEqual({ ...row, available: 1 })
})

test('a bundle with a component that was never stocked is unavailable', async () => {
  const shop = await shopWith(10)
  const bundleId = await addBundle(shop.client, [
    [shop.productId, 1],
    [await addProduct(shop.client), 1],
  ])
  expect(await stockRow(shop.client, bundleId, shop.warehouseId)).toMatchObject({ available: 0 })
})

test('a bundle’s stock row changes with its components’ stock and disappears with the bundle', async () => {
  const shop = await shopWith(10)
  const { client, productId, warehouseId } = shop
  const bundleId = await addBundle(client, [[productId, 1]])
  const components = [{ productId, quantity: 4 }]
  await client.made('PATCH', pathOf(bundleId), { name: 'Набор', components })
  expect(await stockRow(client, bundleId, warehouseId)).toMatchObject({ available: 2 })
  await client.made('DELETE', pathOf(bundleId), {})
  expect(await stockRow(client, bundleId, warehouseId)).toBeUndefined()
})

test('a bundle has one stock row per warehouse', async () => {
  const shop = await shopWith(10)
  const secondId = (await shop.client.made('POST', '/api/v1/warehouses', { name: 'Второй' })).id
  await receive({ ...shop, warehouseId: secondId }, 3)
  const bundleId = await addBundle(shop.client, [[shop.productId, 2]])
  expect(await stockRow(shop.client, bundleId, shop.warehouseId)).toMatchObject({ available: 5 })
  expect(await stockRow(shop.client, bundleId, secondId)).toMatchObject({ available: 1 })
})

test.each<Record<string, unknown>>([
  { constructor: 1 },
  { prototype: 1 },
  { вложенное: { constructor: {} } },
  { массив: [{ prototype: null }] },
])('custom values with a dangerous key are refused: %j', async (customValues) => {
  const client = await service.newCompany()
  const problem = await client.refused('POST', '/api/v1/products', { name: 'Чай', customValues })
  expect(problem.code).toBe('VALIDATION_FAILED')
  expect(pathsOf(problem)).toEqual(['/customValues'])
})

test.each([UNKNOWN_ID, 'товар', '%F0%9F%8D%B5'])('a product with the unknown id %s is not found', async (id) => {
  const client = await service.newCompany()
  const path = pathOf(encodeURI(decodeURI(id)))
  expect(await client.refused('PATCH', path, { name: 'А' })).toMatchObject({ code: 'NOT_FOUND' })
  expect(await client.refused('DELETE', path, {})).toMatchObject({ code: 'NOT_FOUND' })
})

test('a command whose path contains an unknown product is refused for that reason, whatever its body contains', async () => {
  const client = await service.newCompany()
  const body = { name: 'А', kind: 'bundle', components: [] }
  expect(await client.refused('PATCH', pathOf(UNKNOWN_ID), body)).toMatchObject({ code: 'NOT_FOUND' })
})
