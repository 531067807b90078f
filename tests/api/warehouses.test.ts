import { expect, test } from 'vitest'
import { useService } from '../support/node/service.ts'
import {
  addPartner,
  addProduct,
  addWarehouse,
  findIn,
  ISSUED_ID,
  MOMENT,
  moveOrder,
  openShop,
  placeOrder,
  receive,
  receiveOf,
  type Shop,
  setArchived,
  UNKNOWN_ID,
} from '../support/scene/fixtures.ts'

const service = useService()

const shopWith = async (onHand = 0) => openShop(await service.newCompany(), onHand)
const pathOf = (id: string) => `/api/v1/warehouses/${id}`

/**
 * Creates a shop that sells a service. A service has no stock, so it can be ordered even at warehouses without lots.
 */
async function shopWithService(): Promise<Shop & { serviceId: string; secondId: string }> {
  const shop = await shopWith()
  const serviceId = await addProduct(shop.client, { name: 'Доставка', kind: 'service', price: 300 })
  return { ...shop, serviceId, secondId: await addWarehouse(shop.client) }
}

test('the response to creating a warehouse has all its fields, with trimmed text and null for omitted fields', async () => {
  const client = await service.newCompany()
  const { status, json } = await client.post('/api/v1/warehouses', { name: '  Основной склад ', city: 'Тверь' })
  expect(status).toBe(200)
  expect(json.result).toEqual({
    id: expect.stringMatching(ISSUED_ID),
    name: 'Основной склад',
    short: null,
    city: 'Тверь',
    address: null,
    archived: false,
    createdAt: expect.stringMatching(MOMENT),
    updatedAt: json.result.createdAt,
  })
  expect(json.state.warehouses).toEqual([json.result])
  expect(json.state.totals.warehouses).toBe(1)
})

test('null and blank text both mean that a warehouse’s field has no value', async () => {
  const client = await service.newCompany()
  const made = await client.made('POST', '/api/v1/warehouses', { name: 'А', short: '', city: null, address: '  ' })
  expect(made).toMatchObject({ short: null, city: null, address: null })
})

test('two warehouses may have the same name', async () => {
  const client = await service.newCompany()
  const ids = [await addWarehouse(client, 'Склад'), await addWarehouse(client, 'Склад')]
  expect((await client.state()).warehouses.map((warehouse: { id: string }) => warehouse.id)).toEqual(ids)
})

test('a warehouse update changes the given fields, keeps the others, and clears fields set to null', async () => {
  const client = await service.newCompany()
  const before = await client.made('POST', '/api/v1/warehouses', {
    name: 'Склад',
    short: 'С',
    city: 'Тверь',
    address: 'Садовая, 1',
  })
  const after = await client.made('PATCH', pathOf(before.id), { name: 'Новый', city: null, address: '' })
  expect(after).toEqual({ ...before, name: 'Новый', city: null, address: null, updatedAt: after.updatedAt })
})

test('an empty update of a warehouse changes no field', async () => {
  const client = await service.newCompany()
  const before = await client.made('POST', '/api/v1/warehouses', { name: 'Склад', city: 'Тверь' })
  const after = await client.made('PATCH', pathOf(before.id), {})
  expect(after).toEqual({ ...before, updatedAt: after.updatedAt })
})

test('an archived warehouse stays in the company state and can be changed and restored', async () => {
  const { client, warehouseId } = await shopWith()
  await addWarehouse(client)
  expect(await client.made('PATCH', pathOf(warehouseId), { archived: true })).toMatchObject({ archived: true })
  expect(await client.made('PATCH', pathOf(warehouseId), { city: 'Пермь' })).toMatchObject({ archived: true })
  expect(await client.made('PATCH', pathOf(warehouseId), { archived: false })).toMatchObject({ city: 'Пермь' })
  expect(await findIn(client, 'warehouses', warehouseId)).toMatchObject({ archived: false, city: 'Пермь' })
})

test('a warehouse that is no longer archived accepts goods again', async () => {
  const shop = await shopWith()
  await addWarehouse(shop.client)
  await setArchived(shop.client, 'warehouses', shop.warehouseId)
  await setArchived(shop.client, 'warehouses', shop.warehouseId, false)
  expect(await receive(shop, 5)).toMatchObject({ type: 'receipt', good: 5 })
})

test('no new operation can use an archived warehouse', async () => {
  const shop = await shopWith()
  const { client, warehouseId, productId } = shop
  const otherId = await addWarehouse(client)
  await receiveOf(shop, { warehouseId: otherId })
  await setArchived(client, 'warehouses', warehouseId)
  const writeOff = { productId, warehouseId, quantity: 1, reason: 'Бой' }
  const operations: [string, object][] = [
    ['receipt', { productId, warehouseId, supplier: shop.supplier, unitCost: 1, quantity: 1 }],
    ['writeoff', writeOff],
    ['transfer', { productId, warehouseId, toWarehouseId: otherId, quantity: 1 }],
    ['transfer', { productId, warehouseId: otherId, toWarehouseId: warehouseId, quantity: 1 }],
  ]
  for (const [operation, body] of operations)
    expect(await client.refused('POST', `/api/v1/stock/${operation}`, body)).toMatchObject({
      code: 'ARCHIVED',
      detail: expect.stringContaining('Основной'),
    })
  const order = { customer: shop.customer, warehouseId, channel: 'Сайт', items: [{ productId, quantity: 1 }] }
  expect(await client.refused('POST', '/api/v1/orders', order)).toMatchObject({ code: 'ARCHIVED' })
})

test('an archived warehouse keeps its history', async () => {
  const shop = await shopWith()
  const { client, warehouseId, productId } = shop
  await addWarehouse(client)
  await receive(shop, 3)
  await moveOrder(shop, (await placeOrder(shop)).id, 'shipped')
  await client.made('POST', '/api/v1/stock/writeoff', { productId, warehouseId, quantity: 2, reason: 'Бой' })
  const histories = [`movements?warehouseId=${warehouseId}`, `orders?warehouseId=${warehouseId}`]
  const read = () => Promise.all(histories.map(async (path) => (await client.get(`/api/v1/${path}`)).text))
  const [movements, orders] = await read()
  const { items: entries } = (await client.get('/api/v1/audit')).json
  await setArchived(client, 'warehouses', warehouseId)
  expect(await read()).toEqual([movements, orders])
  expect(JSON.parse(movements!).items).toHaveLength(3)
  expect(JSON.parse(orders!).items).toHaveLength(1)
  expect((await client.get('/api/v1/audit')).json.items.slice(1)).toEqual(entries)
})

test('archiving the last active warehouse is refused for that reason, even if it also has stock', async () => {
  const { client, warehouseId } = await shopWith(5)
  const problem = await client.refused('PATCH', pathOf(warehouseId), { archived: true })
  expect(problem).toMatchObject({ code: 'LAST_WAREHOUSE', detail: expect.stringContaining('Основной') })
})

test('archived warehouses do not count when the service checks that an active warehouse remains', async () => {
  const { client, warehouseId } = await shopWith()
  await setArchived(client, 'warehouses', await addWarehouse(client))
  expect(await client.refused('PATCH', pathOf(warehouseId), { archived: true })).toMatchObject({
    code: 'LAST_WAREHOUSE',
  })
})

test('archiving an archived warehouse again succeeds and changes nothing', async () => {
  const { client } = await shopWith()
  const secondId = await addWarehouse(client)
  await setArchived(client, 'warehouses', secondId)
  expect(await client.made('PATCH', pathOf(secondId), { archived: true })).toMatchObject({ archived: true })
})

test('a warehouse with stock cannot be archived, and the refusal names the lots', async () => {
  const { client, warehouseId } = await shopWith(5)
  await addWarehouse(client)
  const lotId = (await client.state()).lots[0].id
  expect(await client.refused('PATCH', pathOf(warehouseId), { archived: true })).toMatchObject({
    code: 'WAREHOUSE_NOT_EMPTY',
    detail: expect.stringMatching(/\b1 lot\b/),
    blockers: [{ entity: 'lot', id: lotId, label: 'Чайник' }],
  })
})

test('a warehouse with an open order cannot be archived, and the refusal names the order', async () => {
  const shop = await shopWithService()
  const order = await placeOrder(shop, { items: [{ productId: shop.serviceId, quantity: 1 }] })
  await moveOrder(shop, order.id, 'picking')
  expect(await shop.client.refused('PATCH', pathOf(shop.warehouseId), { archived: true })).toMatchObject({
    code: 'WAREHOUSE_NOT_EMPTY',
    detail: expect.stringMatching(/\b1 open order\b/),
    blockers: [{ entity: 'order', id: order.id, label: expect.stringContaining('00001') }],
  })
})

test('the refusal to archive a warehouse lists at most ten blockers, but states the total number', async () => {
  const shop = await shopWith()
  await addWarehouse(shop.client)
  for (let count = 0; count < 12; count += 1) await receive(shop, 1)
  const problem = await shop.client.refused('PATCH', pathOf(shop.warehouseId), { archived: true })
  expect(problem.detail).toContain('12 lots')
  expect(problem.blockers).toHaveLength(10)
})

test.each(['shipped', 'cancelled'])(
  'a warehouse can be archived if its only order is %s and the rest of its stock was moved out',
  async (status) => {
    const shop = await shopWith(5)
    const { client, productId, warehouseId } = shop
    const toWarehouseId = await addWarehouse(client)
    await moveOrder(shop, (await placeOrder(shop)).id, status)
    const quantity = status === 'shipped' ? 4 : 5
    await client.made('POST', '/api/v1/stock/transfer', { productId, warehouseId, toWarehouseId, quantity })
    expect(await client.made('PATCH', pathOf(warehouseId), { archived: true })).toMatchObject({ archived: true })
  },
)

test('an empty warehouse that no record refers to can be deleted', async () => {
  const { client } = await shopWith()
  const id = await addWarehouse(client)
  const { status, json } = await client.delete(pathOf(id))
  expect(status).toBe(200)
  expect(json.result).toEqual({ id, deleted: true })
  expect(json.state.warehouses).toHaveLength(1)
  expect(json.state.totals.warehouses).toBe(1)
  expect(await client.refused('DELETE', pathOf(id), {})).toMatchObject({ code: 'NOT_FOUND' })
})

test('deleting the last active warehouse is refused for that reason, even if it also has stock', async () => {
  const { client, warehouseId } = await shopWith(5)
  await setArchived(client, 'warehouses', await addWarehouse(client))
  expect(await client.refused('DELETE', pathOf(warehouseId), {})).toMatchObject({ code: 'LAST_WAREHOUSE' })
})

test('an archived warehouse can be deleted even if only one active warehouse is left', async () => {
  const { client } = await shopWith()
  const id = await addWarehouse(client)
  await setArchived(client, 'warehouses', id)
  expect((await client.delete(pathOf(id))).status).toBe(200)
})

test('deleting a warehouse with both stock and history is refused because of its stock', async () => {
  const { client, warehouseId } = await shopWith(5)
  await addWarehouse(client)
  expect(await client.refused('DELETE', pathOf(warehouseId), {})).toMatchObject({
    code: 'WAREHOUSE_NOT_EMPTY',
    blockers: [{ entity: 'lot' }],
  })
})

test('a warehouse with history cannot be deleted, and the refusal lists the records that prevent it', async () => {
  const { client, warehouseId, productId } = await shopWith(5)
  await addWarehouse(client)
  await client.made('POST', '/api/v1/stock/writeoff', { productId, warehouseId, quantity: 5, reason: 'Бой' })
  const problem = await client.refused('DELETE', pathOf(warehouseId), {})
  expect(problem).toMatchObject({ code: 'HAS_REFERENCES', detail: expect.stringContaining('1 lot') })
  expect(problem.detail).toContain('2 movements')
  expect(new Set(problem.blockers?.map((blocker) => blocker.entity))).toContain('movement')
})

test('a warehouse whose goods were all moved out again cannot be deleted', async () => {
  const { client, warehouseId, productId } = await shopWith(5)
  const passedId = await addWarehouse(client)
  const body = { productId, quantity: 5 }
  await client.made('POST', '/api/v1/stock/transfer', { ...body, warehouseId, toWarehouseId: passedId })
  await client.made('POST', '/api/v1/stock/transfer', { ...body, warehouseId: passedId, toWarehouseId: warehouseId })
  expect(await client.refused('DELETE', pathOf(passedId), {})).toMatchObject({ code: 'HAS_REFERENCES' })
})

test('a warehouse that has received only damaged goods cannot be deleted', async () => {
  const shop = await shopWith()
  const warehouseId = await addWarehouse(shop.client)
  await receiveOf(shop, { warehouseId, quantity: 3, damaged: 3 })
  expect(await shop.client.refused('DELETE', pathOf(warehouseId), {})).toMatchObject({
    code: 'HAS_REFERENCES',
    detail: expect.stringContaining('1 movement'),
  })
})

test('a warehouse with a cancelled order cannot be deleted until the order is deleted', async () => {
  const shop = await shopWithService()
  const order = await placeOrder(shop, {
    warehouseId: shop.secondId,
    items: [{ productId: shop.serviceId, quantity: 1 }],
  })
  await moveOrder(shop, order.id, 'cancelled')
  expect(await shop.client.refused('DELETE', pathOf(shop.secondId), {})).toMatchObject({
    code: 'HAS_REFERENCES',
    blockers: [{ entity: 'order', id: order.id, label: expect.stringContaining('00001') }],
  })
  await shop.client.made('DELETE', `/api/v1/orders/${order.id}`, {})
  expect((await shop.client.delete(pathOf(shop.secondId))).status).toBe(200)
})

test.each([UNKNOWN_ID, 'warehouse-1', '%20'])('a warehouse with the unknown id %s is not found', async (id) => {
  const { client } = await shopWith()
  expect(await client.refused('PATCH', pathOf(id), { name: 'А' })).toMatchObject({ code: 'NOT_FOUND' })
  expect(await client.refused('DELETE', pathOf(id), {})).toMatchObject({ code: 'NOT_FOUND' })
})

test('a partner’s or product’s id in a warehouse’s path is refused as not found', async () => {
  const { client, productId } = await shopWith()
  const partnerId = await addPartner(client, 'Кто-то')
  for (const id of [productId, partnerId])
    expect(await client.refused('PATCH', pathOf(id), { name: 'А' })).toMatchObject({ code: 'NOT_FOUND' })
})
