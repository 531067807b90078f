import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Service } from '../../server/service.ts'
import { pathsOf, readProblem } from '../support/contract/problems.ts'
import { findDifferences } from '../support/node/invariants.ts'
import { startNode, useService } from '../support/node/service.ts'
import { applyChanges, inParallel, keyOf, STATE_ARRAYS, STATE_KEYS } from '../support/node/state.ts'
import { everyKindOfChange } from '../support/scene/changes.ts'
import {
  addBundle,
  addPartner,
  addPriceType,
  addProduct,
  addWarehouse,
  moveOrder,
  openShop,
  orderBody,
  placeOrder,
  receive,
  setArchived,
  UNKNOWN_ID,
} from '../support/scene/fixtures.ts'

const service = useService()
let otherNode: Service

beforeAll(async () => {
  otherNode = await startNode(service.databaseUrl)
})
afterAll(() => otherNode.stop())

const shopWith = async (onHand = 0) => openShop(await service.newCompany(), onHand)

const NO_TOTALS = {
  ...Object.fromEntries(STATE_ARRAYS.filter((name) => name !== 'stock').map((name) => [name, 0])),
  stockValue: 0,
}

// Tests of what the company state contains.

test('a new company’s state has every array in the specified order, and all arrays are empty', async () => {
  const client = await service.newCompany('ООО «Новая»')
  const state = await client.state()
  expect(Object.keys(state)).toEqual(STATE_KEYS)
  expect(state).toEqual({
    revision: 0,
    company: { id: client.companyId, name: 'ООО «Новая»' },
    settings: { companyName: 'ООО «Новая»', lowStockAlerts: false, dailySummary: false, timeZone: 'Europe/Moscow' },
    totals: NO_TOTALS,
    ...Object.fromEntries(STATE_ARRAYS.map((name) => [name, []])),
  })
})

test('the response to a write contains its result and the same company state that bootstrap returns', async () => {
  const shop = await shopWith(5)
  const reply = await shop.client.post('/api/v1/orders', orderBody(shop, 1))
  expect(Object.keys(reply.json)).toEqual(['result', 'state'])
  const bootstrap = await shop.client.get('/api/v1/bootstrap')
  expect(reply.text).toBe(`{"result":${JSON.stringify(reply.json.result)},"state":${bootstrap.text}}`)
})

test('every successful command raises the revision by one', async () => {
  const client = await service.newCompany()
  for (let revision = 1; revision <= 3; revision += 1) {
    const { json } = await client.post('/api/v1/warehouses', { name: 'А' })
    expect(json.state.revision).toBe(revision)
  }
})

test('archived records are part of the company state and its totals', async () => {
  const { client, productId } = await shopWith()
  await setArchived(client, 'products', productId)
  expect(await client.state()).toMatchObject({ totals: { products: 1 }, products: [{ archived: true }] })
})

test('arrays in the company state are always sorted by id', async () => {
  const client = await service.newCompany()
  const ids: string[] = []
  for (let count = 0; count < 6; count += 1) ids.push(await addProduct(client))
  await client.made('PATCH', `/api/v1/products/${ids[4]}`, { name: 'Позже' })
  await client.made('PATCH', `/api/v1/products/${ids[0]}`, { name: 'Ещё позже' })
  await client.made('DELETE', `/api/v1/products/${ids[2]}`, {})
  const shown = (await client.state()).products.map((product: { id: string }) => product.id)
  expect(shown).toEqual(ids.filter((id) => id !== ids[2]))
})

test('stock rows in the company state are sorted by product, then by warehouse', async () => {
  const shop = await shopWith()
  const secondId = await addWarehouse(shop.client)
  const otherId = await addProduct(shop.client)
  await receive({ ...shop, productId: otherId, warehouseId: secondId }, 1)
  await receive({ ...shop, warehouseId: secondId }, 1)
  await receive({ ...shop, productId: otherId }, 1)
  await receive(shop, 1)
  const keys = (await shop.client.state()).stock.map(keyOf)
  expect(keys).toHaveLength(4)
  expect(keys).toEqual([...keys].sort())
})

test('a large state is complete, and is the same on every node byte for byte', async () => {
  const shop = await shopWith()
  const { client } = shop
  const ids: string[] = []
  await inParallel(400, 20, async () => {
    ids.push(await addProduct(client, { description: 'Ж'.repeat(300) }))
  })
  await inParallel(100, 20, async (index) => {
    const path = `/api/v1/products/${ids[index * 3]}`
    if (index % 4 === 0) await client.made('DELETE', path, {})
    else await client.made('PATCH', path, { name: `Товар ${index}`, price: index })
  })
  const here = await client.get('/api/v1/bootstrap')
  const there = await client.at(otherNode.apiUrl).get('/api/v1/bootstrap')
  expect(here.json.products).toHaveLength(376)
  expect(here.json.products.map(keyOf)).toEqual([...here.json.products.map(keyOf)].sort())
  expect(there.text).toBe(here.text)
})

test('a node that follows another node returns the same bytes after every kind of change', async () => {
  const client = await service.newCompany()
  const follower = client.at(otherNode.apiUrl)
  for await (const _sent of everyKindOfChange(client))
    expect((await follower.get('/api/v1/bootstrap')).text).toBe((await client.get('/api/v1/bootstrap')).text)
})

test('the database tables are consistent after every kind of change', async () => {
  const client = await service.newCompany()
  for await (const _sent of everyKindOfChange(client)) {
    // The loop body is empty because iterating is enough to send the commands.
  }
  expect(await findDifferences(service.database, client.companyId)).toEqual([])
})

// Tests of GET /bootstrap.

test('bootstrap responds with 304 while the client’s ETag, built from the revision and the company, is current', async () => {
  const client = await service.newCompany()
  await addWarehouse(client)
  const etag = (await client.get('/api/v1/bootstrap')).headers.get('etag')!
  expect(etag).toMatch(/^"1-[\w-]{8}"$/)
  for (const tag of [etag, `W/${etag}`, `"0", ${etag}`, '*']) {
    const reply = await client.get('/api/v1/bootstrap', { headers: { 'if-none-match': tag } })
    expect([reply.status, reply.text, reply.headers.get('etag')]).toEqual([304, '', etag])
  }
})

test('bootstrap returns the full state if the ETag is from another revision or company', async () => {
  const client = await service.newCompany()
  await addWarehouse(client)
  const other = await service.newCompany()
  await addWarehouse(other)
  const [own, others] = await Promise.all(
    [client, other].map(async (one) => (await one.get('/api/v1/bootstrap')).headers.get('etag')!),
  )
  for (const tag of [others!, '"1"', own!.replace('"1-', '"0-'), own!.slice(1, -1), own!.replace('"1-', '"11-'), '']) {
    const reply = await client.get('/api/v1/bootstrap', { headers: { 'if-none-match': tag } })
    expect(reply.status).toBe(200)
    expect(reply.json.revision).toBe(1)
  }
})

test('bootstrap with the current revision as `since` reports no changes', async () => {
  const client = await service.newCompany()
  await addWarehouse(client)
  const { revision, totals } = await client.state()
  const { json } = await client.get(`/api/v1/bootstrap?since=${revision}`)
  expect(json).toEqual({ revision, since: revision, totals, changed: {}, removed: {} })
})

test.each(['-1', '1.5', 'x', '', '99999999999999999999', '1&since=2'])(
  'bootstrap with the parameter since=%s is refused',
  async (since) => {
    const client = await service.newCompany()
    const problem = readProblem(await client.get(`/api/v1/bootstrap?since=${since}`))
    expect(problem.code).toBe('VALIDATION_FAILED')
    expect(pathsOf(problem)).toEqual(['query/since'])
  },
)

test('bootstrap with a `since` above the current revision is refused', async () => {
  const client = await service.newCompany()
  const problem = readProblem(await client.get('/api/v1/bootstrap?since=1'))
  expect(problem).toMatchObject({ code: 'VALIDATION_FAILED', detail: expect.stringContaining('0') })
  expect(pathsOf(problem)).toEqual(['query/since'])
})

test('bootstrap refuses an unknown query parameter', async () => {
  const client = await service.newCompany()
  expect(pathsOf(readProblem(await client.get('/api/v1/bootstrap?sinc=1')))).toEqual(['query/sinc'])
})

// Tests of changes.

test('applying a command’s changes to the previous state gives the state after the command', async () => {
  const client = await service.newCompany()
  let state = await client.state()
  for await (const { reply } of everyKindOfChange(client, 'state=changes')) {
    expect(reply.headers.get('preference-applied')).toBe('state=changes')
    state = applyChanges(state, reply.json.state)
    expect(state).toEqual(await client.state())
  }
})

test('the changes since any revision, applied to the state at that revision, give the current state', async () => {
  const client = await service.newCompany()
  const states = [await client.state()]
  for await (const _sent of everyKindOfChange(client)) states.push(await client.state())
  for (const node of [client, client.at(otherNode.apiUrl)])
    for (const before of states) {
      const { json } = await node.get(`/api/v1/bootstrap?since=${before.revision}`)
      expect(applyChanges(before, json)).toEqual(await client.state())
    }
})

test('a command’s changes contain only the records it changed, and list a used-up lot as removed', async () => {
  const shop = await shopWith(5)
  const { client, productId, warehouseId } = shop
  const [lot] = (await client.state()).lots
  const body = { productId, warehouseId, quantity: 5, reason: 'Бой' }
  const { json } = await client.post('/api/v1/stock/writeoff', body, { prefer: 'state=changes' })
  expect(json.state).toEqual({
    revision: 6,
    since: 5,
    totals: expect.objectContaining({ lots: 1, stockValue: 0 }),
    changed: { stock: [{ productId, warehouseId, onHand: 0, reserved: 0, available: 0 }] },
    removed: { lots: [lot.id] },
  })
})

test('a stock row that disappears is listed in the changes as removed, with its product id and its warehouse id', async () => {
  const shop = await shopWith(5)
  const bundleId = await addBundle(shop.client, [[shop.productId, 1]])
  const { json } = await shop.client.send('DELETE', `/api/v1/products/${bundleId}`, {}, { prefer: 'state=changes' })
  expect(json.state.removed).toEqual({
    products: [bundleId],
    stock: [{ productId: bundleId, warehouseId: shop.warehouseId }],
  })
})

test('a record created and deleted since the requested revision is listed neither as changed nor as removed', async () => {
  const client = await service.newCompany()
  await client.made('DELETE', `/api/v1/products/${await addProduct(client)}`, {})
  const { json } = await client.get('/api/v1/bootstrap?since=0')
  expect(json).toEqual({ revision: 2, since: 0, totals: NO_TOTALS, changed: {}, removed: {} })
})

test('a write returns the changes since the revision named in its Prefer header', async () => {
  const client = await service.newCompany()
  const before = await client.state()
  await addWarehouse(client)
  await addPartner(client, 'Кто-то')
  const reply = await client.post('/api/v1/price-types', { name: 'Опт' }, { prefer: 'state=changes; since=0' })
  expect(reply.headers.get('preference-applied')).toBe('state=changes; since=0')
  expect(applyChanges(before, reply.json.state)).toEqual(await client.state())
})

// Tests of the Prefer header.

test.each([
  ['state=summary', 'state=summary'],
  ['return=minimal', 'return=minimal'],
  ['STATE="summary"', 'state=summary'],
  ['handling=lenient, state=summary', 'state=summary'],
])('a write with Prefer: %s returns only a summary of the state', async (prefer, applied) => {
  const client = await service.newCompany()
  const reply = await client.post('/api/v1/warehouses', { name: 'А' }, { prefer })
  const { revision, company, totals } = await client.state()
  expect(reply.json.state).toEqual({ revision, company, totals })
  expect(reply.headers.get('preference-applied')).toBe(applied)
})

test.each([
  'state=changes; since=5',
  'state=changes; since=-1',
  'state=changes; since=x',
  'state=changes; since=',
  'state=nonsense',
  'state',
  'return=representation',
  'state=full',
  ';;;,,,===',
  '"',
  'state=changes; since=99999999999999999999999',
])('a write with Prefer: %s gets the full state, because the header is ignored', async (prefer) => {
  const client = await service.newCompany()
  const reply = await client.post('/api/v1/warehouses', { name: 'А' }, { prefer })
  expect(reply.status).toBe(200)
  expect(reply.json.state).toEqual(await client.state())
  expect(reply.headers.get('preference-applied')).toBeNull()
})

test('a command sent with Prefer: state=changes and its own revision as `since` gets no changes', async () => {
  const client = await service.newCompany()
  const prefer = 'state=changes; since=1'
  const { json } = await client.post('/api/v1/warehouses', { name: 'А' }, { prefer })
  expect(json.state).toMatchObject({ revision: 1, since: 1, changed: {}, removed: {} })
})

// Tests of compression.

test.each([
  ['br', 'br'],
  ['gzip', 'gzip'],
  ['gzip, br', 'gzip'],
  ['br, gzip, deflate', 'gzip'],
  ['br, gzip;q=0.9', 'br'],
  ['gzip;q=0, br;q=0.1', 'br'],
  ['gzip;q=0, *', 'br'],
  ['*', 'gzip'],
  ['gzip;q=0.5, identity', null],
  ['gzip;q=0', null],
  ['deflate, zstd', null],
  ['identity', null],
])('a response to a request with Accept-Encoding: %s has the content encoding %s', async (accepted, encoding) => {
  const { client } = await shopWith(5)
  const headers = { 'accept-encoding': accepted }
  const reply = await client.get('/api/v1/bootstrap', { headers })
  expect(reply.headers.get('content-encoding')).toBe(encoding)
  expect(reply.json).toEqual(await client.state())
  const written = await client.post('/api/v1/warehouses', { name: 'А' }, { headers })
  expect(written.headers.get('content-encoding')).toBe(encoding)
  expect(written.json.state).toEqual(await client.state())
})

test.each(['br', 'gzip', 'identity'])(
  'a state of half a megabyte arrives complete with Accept-Encoding: %s',
  async (accepted) => {
    const client = await service.newCompany()
    await inParallel(60, 10, async () => {
      await addProduct(client, { description: randomUUID().repeat(270) })
    })
    const reply = await client.get('/api/v1/bootstrap', { headers: { 'accept-encoding': accepted } })
    expect(reply.headers.get('content-encoding')).toBe(accepted === 'identity' ? null : accepted)
    expect(reply.json.products).toHaveLength(60)
    expect(reply.json).toEqual(await client.state())
  },
)

test('a response smaller than 1 KiB is not compressed', async () => {
  const client = await service.newCompany()
  const sending = { headers: { 'accept-encoding': 'br, gzip' }, prefer: 'state=summary' }
  const reply = await client.post('/api/v1/warehouses', { name: 'А' }, sending)
  expect(reply.headers.get('content-encoding')).toBeNull()
})

test('a catalog request with an unknown price type or filter value is refused as not found', async () => {
  const client = await service.newCompany()
  for (const query of [`priceTypeId=${UNKNOWN_ID}`, `valueId=${UNKNOWN_ID}`])
    expect(readProblem(await client.get(`/api/v1/catalog?${query}`)).code).toBe('NOT_FOUND')
})

test('the catalog shows active products with their price of the chosen price type, or null if they have none', async () => {
  const shop = await shopWith(5)
  const { client } = shop
  const priceTypeId = await addPriceType(client)
  await addProduct(client, { name: 'Чай', price: 5, prices: [{ priceTypeId, price: 4.5 }] })
  await setArchived(client, 'products', await addProduct(client))
  const main = (await client.get('/api/v1/catalog')).json
  const chosen = (await client.get(`/api/v1/catalog?priceTypeId=${priceTypeId}`)).json
  const pricesOf = (products: { selectedPrice: number | null }[]) => products.map((product) => product.selectedPrice)
  expect([main.priceType, pricesOf(main.products)]).toEqual([null, [150, 5]])
  expect([chosen.priceType, pricesOf(chosen.products)]).toEqual([{ id: priceTypeId, name: 'Опт' }, [null, 4.5]])
  expect(main.products[0].stock).toEqual((await client.state()).stock)
})

test('a shipped order stays in the company state', async () => {
  const shop = await shopWith(5)
  const order = await placeOrder(shop)
  await moveOrder(shop, order.id, 'shipped')
  expect((await shop.client.state()).orders).toMatchObject([{ id: order.id, status: 'shipped' }])
})
