import { expect, test } from 'vitest'
import { pathsOf } from '../support/contract/problems.ts'
import { useService } from '../support/node/service.ts'
import {
  addPartner,
  addPriceType,
  addProduct,
  findIn,
  ISSUED_ID,
  MOMENT,
  openShop,
  placeOrder,
  receive,
  setArchived,
  UNKNOWN_ID,
} from '../support/scene/fixtures.ts'

const service = useService()

const pathOf = (id: string) => `/api/v1/price-types/${id}`

test('the response to creating a price type has all its fields', async () => {
  const client = await service.newCompany()
  const { json } = await client.post('/api/v1/price-types', { name: ' Опт ', city: 'Москва' })
  expect(json.result).toEqual({
    id: expect.stringMatching(ISSUED_ID),
    name: 'Опт',
    city: 'Москва',
    archived: false,
    createdAt: expect.stringMatching(MOMENT),
    updatedAt: json.result.createdAt,
  })
  expect(json.state.priceTypes).toEqual([json.result])
  expect(json.state.totals.priceTypes).toBe(1)
})

test.each(['name', 'archived'])('a price type update without %s is refused', async (field) => {
  const client = await service.newCompany()
  const body: Record<string, unknown> = { name: 'Опт', archived: false }
  delete body[field]
  const problem = await client.refused('PATCH', pathOf(await addPriceType(client)), body)
  expect(problem.code).toBe('VALIDATION_FAILED')
  expect(pathsOf(problem)).toEqual([`/${field}`])
})

test('a price type update keeps the city if it is omitted and clears it if it is null', async () => {
  const client = await service.newCompany()
  const { id } = await client.made('POST', '/api/v1/price-types', { name: 'Опт', city: 'Москва' })
  expect(await client.made('PATCH', pathOf(id), { name: 'Розница', archived: false })).toMatchObject({
    name: 'Розница',
    city: 'Москва',
  })
  expect(await client.made('PATCH', pathOf(id), { name: 'Розница', archived: false, city: null })).toMatchObject({
    city: null,
  })
})

test('no product, partner or order can newly refer to an archived price type', async () => {
  const shop = await openShop(await service.newCompany(), 5)
  const { client } = shop
  const priceTypeId = await addPriceType(client)
  const partnerId = await addPartner(client, 'Клиент')
  await setArchived(client, 'price-types', priceTypeId)
  const prices = [{ priceTypeId, price: 1 }]
  const order = {
    customer: shop.customer,
    warehouseId: shop.warehouseId,
    channel: 'Сайт',
    items: [{ productId: shop.productId, quantity: 1 }],
    priceTypeId,
  }
  const attempts: ['POST' | 'PATCH', string, object][] = [
    ['POST', '/api/v1/products', { name: 'Товар', prices }],
    ['PATCH', `/api/v1/products/${shop.productId}`, { name: 'Товар', prices }],
    ['POST', '/api/v1/partners', { name: 'Новый', priceTypeId }],
    ['PATCH', `/api/v1/partners/${partnerId}`, { priceTypeId }],
    ['POST', '/api/v1/orders', order],
  ]
  for (const [method, path, body] of attempts)
    expect(await client.refused(method, path, body)).toMatchObject({
      code: 'ARCHIVED',
      detail: expect.stringContaining('Опт'),
    })
})

test('records keep their price type after it is archived, and their prices of that type can still be changed', async () => {
  const client = await service.newCompany()
  const priceTypeId = await addPriceType(client)
  const productId = await addProduct(client, { prices: [{ priceTypeId, price: 10 }] })
  const partnerId = await addPartner(client, 'Клиент', { priceTypeId })
  await setArchived(client, 'price-types', priceTypeId)
  const product = { name: 'Товар', prices: [{ priceTypeId, price: 12.5 }] }
  expect(await client.made('PATCH', `/api/v1/products/${productId}`, product)).toMatchObject(product)
  expect(await client.made('PATCH', `/api/v1/partners/${partnerId}`, { priceTypeId, note: 'ок' })).toMatchObject({
    priceTypeId,
  })
})

test('new references to a restored price type are accepted again', async () => {
  const client = await service.newCompany()
  const priceTypeId = await addPriceType(client)
  await setArchived(client, 'price-types', priceTypeId)
  await setArchived(client, 'price-types', priceTypeId, false)
  expect(await addProduct(client, { prices: [{ priceTypeId, price: 1 }] })).toMatch(ISSUED_ID)
})

test('deleting a price type removes its prices from products and clears the price type of partners', async () => {
  const client = await service.newCompany()
  const [goneId, keptId] = [await addPriceType(client, 'Опт'), await addPriceType(client, 'Розница')]
  const keptPrice = { priceTypeId: keptId, price: 20 }
  const productId = await addProduct(client, { prices: [{ priceTypeId: goneId, price: 10 }, keptPrice] })
  const partnerId = await addPartner(client, 'Клиент', { priceTypeId: goneId })
  const { json } = await client.delete(pathOf(goneId))
  expect(json.result).toEqual({ id: goneId, deleted: true })
  expect(json.state.priceTypes.map((type: { id: string }) => type.id)).toEqual([keptId])
  expect(json.state.totals.priceTypes).toBe(1)
  expect(await findIn(client, 'products', productId)).toMatchObject({ prices: [keptPrice] })
  expect(await findIn(client, 'partners', partnerId)).toMatchObject({ priceTypeId: null })
})

test('deleting a price type changes no product or partner that does not refer to it', async () => {
  const client = await service.newCompany()
  const priceTypeId = await addPriceType(client)
  await addProduct(client)
  await addPartner(client, 'Клиент')
  const before = await client.state()
  await client.made('DELETE', pathOf(priceTypeId), {})
  const after = await client.state()
  expect(after.products).toEqual(before.products)
  expect(after.partners).toEqual(before.partners)
})

test('an order keeps the id and the prices of its price type after that price type is deleted', async () => {
  const shop = await openShop(await service.newCompany())
  const { client } = shop
  const priceTypeId = await addPriceType(client)
  const productId = await addProduct(client, { price: 99, prices: [{ priceTypeId, price: 10 }] })
  await receive({ ...shop, productId }, 5)
  const order = await placeOrder(shop, { priceTypeId, items: [{ productId, quantity: 2 }] })
  await client.made('DELETE', pathOf(priceTypeId), {})
  expect(await findIn(client, 'orders', order.id)).toEqual(order)
  expect(order).toMatchObject({ priceTypeId, total: 20, items: [{ price: 10, amount: 20 }] })
})

test('an archived price type can be deleted', async () => {
  const client = await service.newCompany()
  const priceTypeId = await addPriceType(client)
  await setArchived(client, 'price-types', priceTypeId)
  expect((await client.delete(pathOf(priceTypeId))).status).toBe(200)
})

test.each([UNKNOWN_ID, 'опт'])('a price type with the unknown id %s is not found', async (id) => {
  const client = await service.newCompany()
  const path = pathOf(encodeURIComponent(id))
  expect(await client.refused('PATCH', path, { name: 'А', archived: true })).toMatchObject({ code: 'NOT_FOUND' })
  expect(await client.refused('DELETE', path, {})).toMatchObject({ code: 'NOT_FOUND' })
})
