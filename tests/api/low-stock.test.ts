/**
 * Tests the low-stock notification: each fall below `minStock` produces one, created by the command that causes the
 * fall.
 */
import { expect, test } from 'vitest'
import { readCompany } from '../../server/store/database.ts'
import type { Client, Json } from '../support/node/client.ts'
import { sendWhileHeld } from '../support/node/holding.ts'
import { startNode, useService } from '../support/node/service.ts'
import {
  addBundle,
  addDocument,
  addProduct,
  addWarehouse,
  moveDocument,
  moveOrder,
  openShop,
  placeOrder,
  receive,
  receiveOf,
  type Shop,
  setAlerts,
} from '../support/scene/fixtures.ts'

const service = useService()

/** Returns the notifications stored for a company, oldest first. */
async function noticesOf({ companyId }: Client): Promise<Json[]> {
  return readCompany(service.database, companyId, async (tx) => {
    const { rows } = await tx.query('select id, kind, read_at, record from notifications order by id')
    return rows.map(({ record, ...row }) => ({ ...row, record: JSON.parse(record) }))
  })
}
const countOf = async ({ client }: Shop) => (await noticesOf(client)).length

/** Creates a shop with 10 units of a product whose minimum is 5, with low-stock notifications turned on. */
async function openStore(minStock = 5): Promise<Shop> {
  const shop = await openShop(await service.newCompany(), 10)
  await shop.client.made('PATCH', `/api/v1/products/${shop.productId}`, { name: 'Чайник', uom: 'шт', minStock })
  await setAlerts(shop.client, true)
  return shop
}

const writeOff = ({ client, productId, warehouseId }: Shop, quantity: number) =>
  client.made('POST', '/api/v1/stock/writeoff', { productId, warehouseId, quantity, reason: 'Бой' })
const reserve = (shop: Shop, quantity: number) => placeOrder(shop, { items: [{ productId: shop.productId, quantity }] })

test('stock that falls below a product’s minimum causes one notification, which is not part of the company state', async () => {
  const shop = await openStore()
  await writeOff(shop, 5)
  expect(await countOf(shop)).toBe(0)
  const { warehouseId, productId, client } = shop
  const body = { productId, warehouseId, quantity: 0.001, reason: 'Бой' }
  const { json, text } = await client.post('/api/v1/stock/writeoff', body)
  const notices = await noticesOf(client)
  expect(notices).toEqual([
    {
      id: expect.any(String),
      kind: 'low_stock',
      read_at: null,
      record: {
        id: notices[0].id,
        kind: 'low_stock',
        title: 'Заканчивается: Чайник',
        text: 'Доступно 4.999 шт при неснижаемом остатке 5.',
        productId,
        createdAt: json.result.at,
        readAt: null,
        revision: json.state.revision,
      },
    },
  ])
  for (const whole of [text, (await client.get('/api/v1/bootstrap')).text]) {
    expect(whole).not.toContain(notices[0].id)
    expect(whole).not.toContain('Заканчивается')
  }
})

test('a product causes another low-stock notification only after its stock has risen to the minimum in between', async () => {
  const shop = await openStore()
  await writeOff(shop, 6)
  await writeOff(shop, 1)
  await writeOff(shop, 1)
  expect(await countOf(shop)).toBe(1)
  await receive(shop, 2.999)
  await writeOff(shop, 1)
  expect(await countOf(shop)).toBe(1)
  await receive(shop, 1.001)
  await writeOff(shop, 0.001)
  expect(await countOf(shop)).toBe(2)
})

test('reserving stock can cause a low-stock notification, but shipping reserved stock cannot', async () => {
  const shop = await openStore()
  const { id } = await reserve(shop, 6)
  expect(await countOf(shop)).toBe(1)
  await moveOrder(shop, id, 'picking')
  await moveOrder(shop, id, 'shipped')
  expect(await countOf(shop)).toBe(1)
  await receive(shop, 6)
  const other = await reserve(shop, 6)
  expect(await countOf(shop)).toBe(2)
  await moveOrder(shop, other.id, 'cancelled')
  expect(await countOf(shop)).toBe(2)
})

test('an order of a bundle causes one low-stock notification for all its components together', async () => {
  const shop = await openStore()
  const other = await addProduct(shop.client, { name: 'Чашка', minStock: 1 })
  await receiveOf(shop, { productId: other, quantity: 2 })
  const bundle = await addBundle(shop.client, [
    [shop.productId, 2],
    [other, 1],
  ])
  const item = (productId: string, quantity: number) => ({ productId, quantity })
  await placeOrder(shop, { items: [item(bundle, 1), item(shop.productId, 2), item(bundle, 1)] })
  const notices = await noticesOf(shop.client)
  expect(notices.map(({ record }) => record.productId).sort()).toEqual([shop.productId, other].sort())
})

test('low stock is judged over all warehouses together, so a transfer causes no notification', async () => {
  const shop = await openStore()
  const { client, productId, warehouseId } = shop
  const toWarehouseId = await addWarehouse(client)
  await client.made('POST', '/api/v1/stock/transfer', { productId, warehouseId, toWarehouseId, quantity: 8 })
  await writeOff(shop, 2)
  expect(await countOf(shop)).toBe(0)
  await writeOff({ ...shop, warehouseId: toWarehouseId }, 3.5)
  expect(await countOf(shop)).toBe(1)
})

test('supplier returns and cancelled receipts can also cause low-stock notifications', async () => {
  const shop = await openStore()
  const { client, productId, warehouseId } = shop
  const { partners } = await client.state()
  const lines = [3, 3].map((quantity) => ({ productId, quantity, unitCost: 1 }))
  const fields = { supplierId: partners[0].id, warehouseId, lines }
  const returned = await addDocument(client, { kind: 'supplier_return', ...fields })
  await moveDocument(client, returned, 'posted')
  expect(await countOf(shop)).toBe(1)
  const received = await addDocument(client, fields)
  await moveDocument(client, received, 'posted')
  await moveDocument(client, received, 'cancelled')
  expect(await countOf(shop)).toBe(2)
})

test('a fall of stock while the low-stock setting is off causes no notification, not even later', async () => {
  const shop = await openStore()
  await setAlerts(shop.client, false)
  await writeOff(shop, 6)
  await setAlerts(shop.client, true)
  await writeOff(shop, 1)
  expect(await countOf(shop)).toBe(0)
  await receive(shop, 10)
  await writeOff(shop, 10)
  expect(await countOf(shop)).toBe(1)
})

test('a product that is archived or has no minimum never causes a low-stock notification', async () => {
  for (const fields of [{ minStock: null }, { minStock: 0 }]) {
    const shop = await openStore()
    await shop.client.made('PATCH', `/api/v1/products/${shop.productId}`, { name: 'Чайник', ...fields })
    await writeOff(shop, 10)
    expect(await countOf(shop)).toBe(0)
  }
  const shop = await openStore()
  const { id } = await reserve(shop, 1)
  await shop.client.made('PATCH', `/api/v1/products/${shop.productId}`, { name: 'Чайник', minStock: 100 })
  await writeOff(shop, 1)
  await moveOrder(shop, id, 'cancelled')
  expect(await countOf(shop)).toBe(0)
})

test('neither a refused nor a repeated command causes a low-stock notification', async () => {
  const shop = await openStore()
  const { client, productId, warehouseId } = shop
  const body = { productId, warehouseId, quantity: 11, reason: 'Бой' }
  await client.refused('POST', '/api/v1/stock/writeoff', body)
  const send = () => client.post('/api/v1/stock/writeoff', { ...body, quantity: 6 }, { key: 'low-stock-1' })
  const first = await send()
  expect((await send()).text).toBe(first.text)
  const restarted = await startNode(service.databaseUrl)
  try {
    const there = { ...shop, client: client.at(restarted.apiUrl) }
    expect(
      (await there.client.post('/api/v1/stock/writeoff', { ...body, quantity: 6 }, { key: 'low-stock-1' })).text,
    ).toBe(first.text)
    await writeOff(there, 1)
  } finally {
    await restarted.stop()
  }
  expect(await countOf(shop)).toBe(1)
})

test('of many simultaneous write-offs only the one that crosses the minimum causes a low-stock notification', async () => {
  const shop = await openStore()
  await Promise.all(Array.from({ length: 10 }, () => writeOff(shop, 1)))
  expect(await countOf(shop)).toBe(1)
})

test('the title of a notification cuts a long product name between whole characters', async () => {
  const shop = await openStore()
  const name = `я${'𝒳'.repeat(254)}`
  await shop.client.made('PATCH', `/api/v1/products/${shop.productId}`, { name })
  await writeOff(shop, 6)
  const [notice] = await noticesOf(shop.client)
  expect([...notice.record.title]).toHaveLength(255)
  expect(notice.record.title.isWellFormed()).toBe(true)
})

test('a product that has a notification can be deleted', async () => {
  const shop = await openStore()
  await writeOff(shop, 6)
  const problem = await shop.client.refused('DELETE', `/api/v1/products/${shop.productId}`, {})
  expect(problem.detail).not.toMatch(/notification/)
})

// Tests of marking notifications as read.

const markPath = (id: string) => `/api/v1/notifications/${id}`

test('a notification can be marked as read and as unread', async () => {
  const shop = await openStore()
  const { client } = shop
  await writeOff(shop, 6)
  const [{ id, record }] = await noticesOf(client)
  const { revision: _kept, ...notice } = record
  const read = await client.made('PATCH', markPath(id), { read: true })
  expect(read).toEqual({ ...notice, readAt: expect.any(String) })
  expect(await client.made('PATCH', markPath(id), { read: true })).toEqual(read)
  expect((await noticesOf(client))[0]).toMatchObject({
    read_at: new Date(read.readAt),
    record: { readAt: read.readAt },
  })
  expect(await client.made('PATCH', markPath(id), { read: false })).toEqual(notice)
  expect((await noticesOf(client))[0]).toMatchObject({ read_at: null, record: { readAt: null } })
})

test('commands that mark a notification as read and unread are applied in the order in which they arrived', async () => {
  const shop = await openStore()
  const { client } = shop
  await writeOff(shop, 6)
  const [{ id }] = await noticesOf(client)
  const mark = (read: boolean) => () => client.patch(markPath(id), { read })
  const replies = await sendWhileHeld(service.database, client, [
    mark(false),
    mark(true),
    mark(false),
    mark(true),
    mark(false),
  ])
  expect(replies.map(({ json }) => json.result.readAt === null)).toEqual([true, false, true, false, true])
  expect((await noticesOf(client))[0].read_at).toBeNull()
})
