/** Tests GET /summary: the current tasks, compared with the company state and the reports. */
import { expect, test } from 'vitest'
import { writeCompany } from '../../server/store/commits.ts'
import { createChance } from '../support/chance/chance.ts'
import type { Client, Json } from '../support/node/client.ts'
import { useService } from '../support/node/service.ts'
import { EXTRACTION, finishAs } from '../support/papers/papers.ts'
import { plainPage, uploadFile } from '../support/papers/reading.ts'
import {
  addBundle,
  addDocument,
  addOrganization,
  addPartner,
  addPayment,
  addProduct,
  addWarehouse,
  moveDocument,
  moveOrder,
  movePayment,
  openShop,
  placeOrder,
  receiveOf,
  setArchived,
} from '../support/scene/fixtures.ts'
import { joinAs } from '../support/scene/members.ts'

const service = useService()

async function summary(client: Pick<Client, 'get'>, query = ''): Promise<Json> {
  const reply = await client.get(`/api/v1/summary${query}`)
  expect(reply.status, reply.text).toBe(200)
  return reply.json
}

const kopecks = (amount: number) => Math.round(amount * 100)

/** Computes the numbers of the summary from all records of the company state. */
function truthOf(state: Json): Json {
  const orders = (status: string) => {
    const open = state.orders.filter((order: Json) => order.status === status)
    return { count: open.length, total: open.reduce((sum: number, { total }: Json) => sum + kopecks(total), 0) / 100 }
  }
  const availableOf = (id: string) =>
    state.stock
      .filter((row: Json) => row.productId === id)
      .reduce((sum: number, { available }: Json) => sum + Math.round(available * 1000), 0) / 1000
  const low = state.products
    .filter(({ kind, archived, minStock }: Json) => !archived && minStock && /^(product|variant)$/.test(kind))
    .map((product: Json) => ({ ...product, available: availableOf(product.id) }))
    .filter(({ available, minStock }: Json) => available < minStock)
    .sort((a: Json, b: Json) => a.available / a.minStock - b.available / b.minStock || (a.id < b.id ? -1 : 1))
  return {
    orders: { new: orders('new'), picking: orders('picking') },
    belowMinimum: {
      count: low.length,
      items: low.slice(0, 5).map(({ id, name, sku, uom, available, minStock }: Json) => ({
        productId: id,
        name,
        sku,
        uom,
        available,
        minStock,
      })),
    },
    stockValue: state.totals.stockValue,
  }
}

test('the summary of an empty company lists no tasks and shows which kinds of record are still missing', async () => {
  const client = await service.newCompany()
  const nothing = { count: 0, total: 0 }
  const none = {
    hasWarehouse: false,
    hasOrganization: false,
    hasProduct: false,
    hasSupplier: false,
    wasStocked: false,
    hasOrder: false,
  }
  expect(await summary(client)).toEqual({
    revision: (await client.state()).revision,
    orders: { new: nothing, picking: nothing },
    notOnShelf: { count: 0 },
    shippedToday: { ...nothing, cost: 0 },
    belowMinimum: { count: 0, items: [] },
    files: { recognized: 0, failed: 0 },
    drafts: { count: 0 },
    unpaid: { count: 0, due: 0 },
    stockValue: 0,
    setUp: none,
  })
  const has = async () => (await summary(client)).setUp
  const warehouseId = await addWarehouse(client)
  expect(await has()).toEqual({ ...none, hasWarehouse: true })
  await addOrganization(client)
  await addPartner(client, 'Анна', { type: 'Покупатель' })
  const productId = await addProduct(client, { price: 10 })
  expect(await has()).toEqual({ ...none, hasWarehouse: true, hasOrganization: true, hasProduct: true })
  const supplier = 'Поставка'
  await addPartner(client, supplier, { type: 'Поставщик' })
  expect(await has()).toMatchObject({ hasSupplier: true, wasStocked: false })
  await client.made('POST', '/api/v1/stock/receipt', { productId, warehouseId, supplier, unitCost: 1, quantity: 2 })
  expect(await has()).toMatchObject({ wasStocked: true, hasOrder: false })
  const order = { customer: 'Анна', warehouseId, channel: 'Сайт', items: [{ productId, quantity: 2 }] }
  const { id } = await client.made('POST', '/api/v1/orders', order)
  await client.made('PATCH', `/api/v1/orders/${id}/status`, { status: 'shipped' })
  // All goods were sold, but they were received once, so `wasStocked` stays true.
  expect(await has()).toEqual({
    hasWarehouse: true,
    hasOrganization: true,
    hasProduct: true,
    hasSupplier: true,
    wasStocked: true,
    hasOrder: true,
  })
})

test('the numbers in the summary always equal those in the company state and in the reports', async () => {
  const chance = createChance(20_261_124)
  const shop = await openShop(await service.newCompany())
  const { client } = shop
  const name = 'Товар'
  const productIds: string[] = []
  for (let count = 0; count < 8; count += 1) productIds.push(await addProduct(client, { name, price: 10.5 + count }))
  const warehouseIds = [shop.warehouseId, await addWarehouse(client)]
  const open: string[] = []
  const picked: string[] = []
  const steps = [
    async () => {
      const minStock = chance.pick([null, 0, 3.5, 20, 80])
      await client.made('PATCH', `/api/v1/products/${chance.pick(productIds)}`, { name, price: 12, minStock })
    },
    async () => {
      const [productId, warehouseId] = [chance.pick(productIds), chance.pick(warehouseIds)]
      await receiveOf(shop, { productId, warehouseId, quantity: chance.between(1, 30), unitCost: 3.33 })
    },
    async () => {
      const rows = (await client.state()).stock.filter(({ available }: Json) => available >= 2)
      if (rows.length === 0) return
      const { productId, warehouseId } = chance.pick(rows) as Json
      const items = [{ productId, quantity: chance.between(1, 2) }]
      open.push((await placeOrder(shop, { warehouseId, items })).id)
    },
    async () => {
      const id = open.splice(chance.between(0, open.length - 1), 1)[0]
      if (id === undefined) return
      const status = chance.pick(['picking', 'shipped', 'cancelled'])
      await moveOrder(shop, id, status)
      if (status === 'picking') picked.push(id)
    },
    async () => {
      const id = picked.shift()
      if (id !== undefined) await moveOrder(shop, id, chance.pick(['shipped', 'cancelled']))
    },
  ]
  for (let round = 0; round < 10; round += 1) {
    for (let step = 0; step < 10; step += 1) await chance.pick(steps)()
    const [found, state] = [await summary(client), await client.state()]
    expect(found).toMatchObject({ revision: state.revision, ...truthOf(state) })
    const low = (await client.get('/api/v1/reports/below-minimum')).json
    expect(low.rowCount).toBe(found.belowMinimum.count)
    const shown = ({ productId, available, minStock }: Json) => ({ productId, available, minStock })
    expect(low.items.slice(0, 5).map(shown)).toEqual(found.belowMinimum.items.map(shown))
    const sold = (await client.get('/api/v1/reports/gross-profit?from=2020-01-01&groupBy=channel')).json
    const { orders: count, revenue: total, cost } = sold.totals
    expect(found.shippedToday).toEqual({ count, total, cost })
  }
})

test('bundles, services and archived products never count as below their minimum', async () => {
  const shop = await openShop(await service.newCompany())
  const { client } = shop
  const minStock = 5
  const productId = await addProduct(client, { name: 'Мало', sku: 'М-1', uom: 'шт', minStock })
  await receiveOf(shop, { productId, quantity: 4.5 })
  const second = await addWarehouse(client)
  await receiveOf(shop, { productId: await addProduct(client, { minStock }), quantity: 5 })
  await addProduct(client, { kind: 'service', minStock })
  await addBundle(client, [[productId, 1]], { minStock })
  await setArchived(client, 'products', await addProduct(client, { minStock }))
  const low = { productId, name: 'Мало', sku: 'М-1', uom: 'шт', available: 4.5, minStock: 5 }
  expect((await summary(client)).belowMinimum).toEqual({ count: 1, items: [low] })
  expect((await client.get('/api/v1/reports/below-minimum')).json.items).toMatchObject([{ productId, shortfall: 0.5 }])
  // Reserved stock does not count as available, but stock in another warehouse does.
  await receiveOf(shop, { productId, warehouseId: second, quantity: 1 })
  expect((await summary(client)).belowMinimum.count).toBe(0)
  await placeOrder(shop, { items: [{ productId, quantity: 1 }] })
  expect((await summary(client)).belowMinimum).toEqual({ count: 1, items: [low] })
})

test('the summary counts files to check, drafts made from files, and amounts to pay', async () => {
  const { client, productId, warehouseId } = await openShop(await service.newCompany())
  const files = [await uploadFile(client, await plainPage(1)), await uploadFile(client, await plainPage(2))]
  const [read, unread] = files as [string, string]
  await writeCompany(service.database, client.companyId, async (tx) => {
    await finishAs(tx, client.companyId, read, { extraction: EXTRACTION })
    await finishAs(tx, client.companyId, unread, { error: 'Не читается' })
  })
  await addWarehouse(client, 'Третий')
  expect(await summary(client)).toMatchObject({ files: { recognized: 1, failed: 1 }, drafts: { count: 0 } })
  const supplierId = await addPartner(client, 'ООО «Поставка»')
  const fields = { warehouseId, supplierId, lines: [{ productId, quantity: 2, unitCost: 50.05 }] }
  await addDocument(client, fields)
  const { id: draft } = await client.made('POST', `/api/v1/procurement/imports/${read}/document`, {
    kind: 'receipt',
    ...fields,
  })
  expect(await summary(client)).toMatchObject({ files: { recognized: 0, failed: 1 }, drafts: { count: 1 } })
  await moveDocument(client, draft, 'posted')
  expect(await summary(client)).toMatchObject({ drafts: { count: 0 }, unpaid: { count: 1, due: 100.1 } })
  const payment = await addPayment(client, { partnerId: supplierId, documentId: draft, amount: 60 })
  expect((await summary(client)).unpaid).toEqual({ count: 1, due: 100.1 })
  await movePayment(client, payment, 'posted')
  expect((await summary(client)).unpaid).toEqual({ count: 1, due: 40.1 })
})

test('a user who may not see costs gets a summary without costs', async () => {
  const shop = await openShop(await service.newCompany(), 3)
  const { client } = shop
  const order = await placeOrder(shop, { items: [{ productId: shop.productId, quantity: 1 }] })
  const storekeeper = await joinAs(service, client.companyId, { role: 'storekeeper' })
  expect((await summary(client)).stockValue).toBeGreaterThan(0)
  await moveOrder(shop, order.id, 'shipped')
  const shown = await summary(storekeeper)
  expect(Object.keys(shown)).toEqual([
    'revision',
    'orders',
    'shippedToday',
    'belowMinimum',
    'notOnShelf',
    'files',
    'setUp',
  ])
  expect(Object.keys(shown.shippedToday)).toEqual(['count', 'total'])
  expect((await summary(client)).shippedToday).toMatchObject({ count: 1, cost: 100 })
})

/** Returns a time zone in which it is now about the given hour. */
function zoneAt(hour: number): string {
  const ahead = ((hour - new Date().getUTCHours() + 24 + 12) % 24) - 12
  // The names of these zones have the opposite sign.
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}

test('in the summary, today begins at midnight in the company’s time zone, or in the one that the request names', async () => {
  const shop = await openShop(await service.newCompany(), 10)
  const { client } = shop
  const { companyId } = client
  const { id } = await placeOrder(shop, { items: [{ productId: shop.productId, quantity: 2 }] })
  await moveOrder(shop, id, 'shipped')
  // It is as if the order was shipped eight hours ago: today where it is evening, yesterday where it is early morning.
  await writeCompany(service.database, companyId, (tx) =>
    tx.query(`update deliveries set at = at - interval '8 hours' where company_id = $1`, [companyId]),
  )
  const [evening, morning] = [zoneAt(18), zoneAt(4)]
  const shipped = async (query = '') => (await summary(client, query)).shippedToday.count
  for (const [zone, count] of [
    [evening, 1],
    [morning, 0],
  ] as const) {
    const others = { companyName: 'Лавка', lowStockAlerts: false, dailySummary: false }
    await client.made('PATCH', '/api/v1/settings', { ...others, timeZone: zone })
    expect([zone, await shipped()]).toEqual([zone, count])
  }
  expect(await shipped(`?timeZone=${encodeURIComponent(evening)}`)).toBe(1)
})

test('the summary accepts a requested time zone and refuses an unknown one', async () => {
  const client = await service.newCompany()
  for (const timeZone of ['Asia/Vladivostok', 'America/New_York'])
    expect(await summary(client, `?timeZone=${timeZone}`)).toMatchObject({ shippedToday: { count: 0 } })
  const { json } = await client.get('/api/v1/summary?timeZone=Mars/Olympus')
  expect(json).toMatchObject({ code: 'VALIDATION_FAILED', errors: [{ path: 'query/timeZone' }] })
})
