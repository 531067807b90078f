import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { revokeToken } from '../../server/access/company-sql.ts'
import type { Client } from '../support/node/client.ts'
import { findDifferences } from '../support/node/invariants.ts'
import { issueToken } from '../support/node/new-company.ts'
import { type OpenNode, startOpenNode } from '../support/node/open-node.ts'
import { useService } from '../support/node/service.ts'
import { addProduct, openShop, orderBody, receive, type Shop, stockRow } from '../support/scene/fixtures.ts'

const POLL_MS = 50
const PATIENCE_MS = 30_000
const SUMMARY = { prefer: 'state=summary' }

const service = useService()
let other: OpenNode

beforeAll(async () => {
  other = await startOpenNode(service.databaseUrl)
})
afterAll(() => other.stop())

/** Creates a shop with clients on both nodes. */
async function openOverBoth(onHand = 0): Promise<{ shop: Shop; both: readonly Client[] }> {
  const shop = await openShop(await service.newCompany(), onHand)
  return { shop, both: [shop.client, shop.client.at(other.url)] }
}

const turn = <T>(both: readonly T[], index: number): T => both[index % both.length]!

async function expectAllWell({ client }: Shop): Promise<void> {
  expect(await findDifferences(service.database, client.companyId)).toEqual([])
  const [here, there] = [await client.get('/api/v1/bootstrap'), await client.at(other.url).get('/api/v1/bootstrap')]
  expect(here.text).toBe(there.text)
}

test('of 50 simultaneous orders for the last 10 units, split over two nodes, exactly 10 succeed', async () => {
  const { shop, both } = await openOverBoth(10)
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, index) => turn(both, index).post('/api/v1/orders', orderBody(shop, 1), SUMMARY)),
  )
  expect(replies.filter((reply) => reply.status === 200)).toHaveLength(10)
  expect(replies.filter((reply) => reply.json.code === 'INSUFFICIENT_STOCK')).toHaveLength(40)
  expect(await stockRow(shop.client, shop.productId, shop.warehouseId)).toMatchObject({ reserved: 10, available: 0 })
  await expectAllWell(shop)
})

test('lists served from memory contain the writes of another node at once', async () => {
  const { shop, both } = await openOverBoth()
  const found = async (client: Client, query: string) =>
    (await client.get(`/api/v1/products?${query}`)).json.items.map(({ name }: { name: string }) => name)
  for (let round = 0; round < 20; round += 1) {
    const [here, there] = [turn(both, round), turn(both, round + 1)]
    const q = encodeURIComponent(`слово${round}`)
    const id = await addProduct(here, { name: `А Слово${round}`, category: 'Первая' })
    expect(await found(there, `q=${q}`)).toEqual([`А Слово${round}`])
    await there.made('PATCH', `/api/v1/products/${id}`, { name: `А Иное${round}`, category: 'Вторая' })
    expect(await found(here, `q=${q}`)).toEqual([])
    expect(await found(here, 'sort=name&limit=1')).toEqual([`А Иное${round}`])
    expect(await found(here, `category=${encodeURIComponent('Первая')}`)).toEqual([])
    await here.made('DELETE', `/api/v1/products/${id}`, {})
    expect(await found(there, `category=${encodeURIComponent('Вторая')}`)).toEqual([])
  }
  await expectAllWell(shop)
})

test.each([undefined, 'state=changes', 'state=summary'])(
  'a command sent 20 times at once over two nodes with one key (Prefer %s) takes effect once, and all requests get the same response',
  async (prefer) => {
    const { shop, both } = await openOverBoth(10)
    const key = randomUUID()
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        turn(both, index).post('/api/v1/orders', orderBody(shop, 2), { key, prefer }),
      ),
    )
    expect(new Set(replies.map((reply) => `${reply.status} ${reply.text}`)).size).toBe(1)
    expect(replies[0]!.status).toBe(200)
    expect(replies.filter((reply) => reply.headers.get('idempotent-replayed') === null)).toHaveLength(1)
    expect(await stockRow(shop.client, shop.productId, shop.warehouseId)).toMatchObject({ reserved: 2 })
    await expectAllWell(shop)
  },
)

test('of 200 simultaneous write-offs from 150 units, split over two nodes, exactly 150 succeed', async () => {
  const { shop, both } = await openOverBoth(150)
  const { productId, warehouseId } = shop
  const body = { productId, warehouseId, quantity: 1, reason: 'Бой' }
  const replies = await Promise.all(
    Array.from({ length: 200 }, (_, index) => turn(both, index).post('/api/v1/stock/writeoff', body, SUMMARY)),
  )
  expect(replies.filter((reply) => reply.status === 200)).toHaveLength(150)
  expect(await stockRow(shop.client, productId, warehouseId)).toMatchObject({ onHand: 0 })
  await expectAllWell(shop)
})

test('once one node has acknowledged a write, the other node shows its result', async () => {
  const { both } = await openOverBoth()
  for (let index = 0; index < 60; index += 1) {
    const written = await turn(both, index).post('/api/v1/warehouses', { name: `Склад ${index}` }, SUMMARY)
    const read = await turn(both, index + 1).get('/api/v1/bootstrap')
    expect(read.json.revision).toBe(written.json.state.revision)
    expect(read.json.warehouses.at(-1).name).toBe(`Склад ${index}`)
  }
})

test('a client that switches nodes between GET requests never sees an older state than before', async () => {
  const { shop, both } = await openOverBoth(10)
  let isWriting = true
  const writers = Promise.all(
    Array.from({ length: 8 }, async (_, writer) => {
      for (let index = 0; index < 25; index += 1)
        await turn(both, writer).post('/api/v1/price-types', { name: `${writer}/${index}` }, SUMMARY)
    }),
  ).then(() => {
    isWriting = false
  })
  let seen = 0
  for (let index = 0; isWriting && index < 5_000; index += 1) {
    const { revision } = (await turn(both, index).get('/api/v1/bootstrap')).json
    expect(revision).toBeGreaterThanOrEqual(seen)
    seen = revision
  }
  await writers
  await expectAllWell(shop)
})

test('a node ships an order that another node placed, although its memory lacks the order and the goods', async () => {
  const { shop, both } = await openOverBoth(0)
  const [here, there] = both as [Client, Client]
  const { productId, warehouseId } = shop
  // The other node knows the stock row, which is empty.
  await receive(shop, 5)
  await here.made('POST', '/api/v1/stock/writeoff', { productId, warehouseId, quantity: 5, reason: 'Бой' })
  await there.get('/api/v1/bootstrap')
  await receive(shop, 5)
  const { id } = await here.made('POST', '/api/v1/orders', orderBody(shop, 2))
  const shipped = await there.patch(`/api/v1/orders/${id}/status`, { status: 'shipped' }, SUMMARY)
  expect([shipped.status, shipped.json.result.status]).toEqual([200, 'shipped'])
  expect(await stockRow(shop.client, productId, warehouseId)).toMatchObject({ onHand: 3, reserved: 0 })
  await expectAllWell(shop)
})

test('the number of an order deleted on one node is not reused for a new order on another node', async () => {
  const { shop, both } = await openOverBoth(100)
  for (let round = 1; round <= 6; round += 1) {
    const client = turn(both, round)
    const placed = await client.post('/api/v1/orders', orderBody(shop, 1), SUMMARY)
    expect(Number(placed.json.result.number)).toBe(round)
    await client.delete(`/api/v1/orders/${placed.json.result.id}`)
  }
  await expectAllWell(shop)
})

test('a node can keep writing while another one writes continuously', async () => {
  const { shop, both } = await openOverBoth()
  const [busy, modest] = both as [Client, Client]
  let isOver = false
  let written = 0
  const load = Promise.all(
    Array.from({ length: 16 }, async () => {
      for (let index = 0; !isOver && index < 5_000; index += 1) {
        const reply = await busy.post('/api/v1/price-types', { name: 'Опт' }, SUMMARY)
        expect(reply.status).toBe(200)
        written += 1
      }
    }),
  )
  const writtenBetween: number[] = []
  for (let index = 0; index < 30; index += 1) {
    const before = written
    expect((await modest.post('/api/v1/warehouses', { name: 'Склад' }, SUMMARY)).status).toBe(200)
    writtenBetween.push(written - before)
  }
  isOver = true
  await load
  expect(written).toBeGreaterThan(30)
  // Between two of this test's commands only a limited number of the other node's commands are executed, although many
  // more are sent.
  expect(Math.max(...writtenBetween)).toBeLessThan(2_000)
  await expectAllWell(shop)
})

test('a node with only one database connection can decide a command while it holds the company’s lock', async () => {
  const { shop, both } = await openOverBoth(1_000)
  const narrow = await startOpenNode(service.databaseUrl)
  narrow.database.options.max = 1
  const modest = shop.client.at(narrow.url)
  let isOver = false
  // The other nodes write without a pause, so the node with a single connection keeps losing the races and must take
  // the company's lock.
  const load = Promise.all(
    Array.from({ length: 24 }, async (_, index) => {
      for (let count = 0; !isOver && count < 5_000; count += 1)
        await turn(both, index).post('/api/v1/price-types', { name: 'Опт' }, SUMMARY)
    }),
  )
  const statuses: number[] = []
  for (let index = 0; index < 20; index += 1) {
    const external = { externalSource: 'shop', externalId: String(index) }
    statuses.push((await modest.post('/api/v1/orders', { ...orderBody(shop, 1), ...external }, SUMMARY)).status)
  }
  isOver = true
  await load
  expect(statuses.filter((status) => status !== 200)).toEqual([])
  await narrow.stop()
  await expectAllWell(shop)
})

test('a token that is revoked in the database stops working on running nodes', async () => {
  const client = await service.newCompany()
  const { id, token } = await issueToken(service.database, client.companyId)
  const revoked = [service.url, other.url].map((url) => ({ url, send: () => bootstrapStatus(url, token) }))
  for (const { send } of revoked) expect(await send()).toBe(200)
  expect(await revokeToken(service.database, client.companyId, id)).not.toBeNull()
  const deadline = Date.now() + PATIENCE_MS
  for (const { send } of revoked) {
    while ((await send()) === 200 && Date.now() < deadline) await sleep(POLL_MS)
    expect(await send()).toBe(401)
  }
  expect((await client.get('/api/v1/bootstrap')).status).toBe(200)
})

test('a node that is notified of a revoked token rejects it at once', async () => {
  const client = await service.newCompany()
  for (let round = 0; round < 5; round += 1) {
    const { id, token } = await issueToken(service.database, client.companyId)
    expect(await bootstrapStatus(other.url, token)).toBe(200)
    await revokeToken(service.database, client.companyId, id)
    other.tokens.forget(id)
    expect(await bootstrapStatus(other.url, token)).toBe(401)
  }
})

test('a token that is revoked while a node looks it up does not stay valid', async () => {
  const node = await startOpenNode(service.databaseUrl)
  const client = await service.newCompany()
  const { id, token } = await issueToken(service.database, client.companyId)
  // Pause after the database has finished the look-up, and before its result reaches the node.
  const arrived = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const query = node.database.query.bind(node.database) as (...given: unknown[]) => Promise<unknown>
  node.database.query = (async (...given: unknown[]) => {
    const found = await query(...given)
    arrived.resolve()
    await released.promise
    return found
  }) as never
  const underWay = bootstrapStatus(node.url, token)
  await arrived.promise
  await revokeToken(service.database, client.companyId, id)
  node.tokens.forget(id)
  released.resolve()
  await underWay
  expect(await bootstrapStatus(node.url, token)).toBe(401)
  await node.stop()
})

async function bootstrapStatus(url: string, token: string): Promise<number> {
  const response = await fetch(`${url}/api/v1/bootstrap`, { headers: { authorization: `Bearer ${token}` } })
  await response.arrayBuffer()
  return response.status
}
