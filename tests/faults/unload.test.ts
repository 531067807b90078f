import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listUsedLast } from '../../server/access/access-sql.ts'
import { bytesOf } from '../../server/engine/companies.ts'
import { startService } from '../../server/service.ts'
import { lockCompany, writeCompany } from '../../server/store/commits.ts'
import type { Client } from '../support/node/client.ts'
import { findDifferences } from '../support/node/invariants.ts'
import { type OpenNode, startOpenNode } from '../support/node/open-node.ts'
import { nodeConfig, useService } from '../support/node/service.ts'
import { openShop, orderBody, type Shop } from '../support/scene/fixtures.ts'
import { addOwner } from '../support/scene/notifications.ts'

/**
 * A memory limit in bytes that is smaller than one company, so that only the most recently used company stays loaded.
 */
const TINY = 1

const service = useService()
let tiny: OpenNode
let small: OpenNode

beforeAll(async () => {
  tiny = await startOpenNode(service.databaseUrl, TINY)
  const [shop] = await openShops(1)
  await bytes(shop!.client.at(tiny.url))
  const ofOne = bytesOf((await tiny.companies.get(shop!.client.companyId))!)
  // Allow memory for two and a half shops.
  small = await startOpenNode(service.databaseUrl, 2.5 * ofOne)
})
afterAll(async () => {
  await tiny.stop()
  await small.stop()
})

const openShops = (count: number) =>
  Promise.all(Array.from({ length: count }, async () => openShop(await service.newCompany(), 5)))
const bytes = async (client: Client): Promise<string> => (await client.get('/api/v1/bootstrap')).text

test('a company that was unloaded from memory and loaded again is returned byte for byte as before', async () => {
  const shops = await openShops(6)
  const clients = shops.map(({ client }) => client.at(tiny.url))
  const before = await Promise.all(shops.map(({ client }) => bytes(client)))
  const key = 'unload-test-key'
  const first = await clients[0]!.post('/api/v1/warehouses', { name: 'Второй' }, { key })
  for (let round = 0; round < 3; round += 1)
    for (const [index, client] of clients.entries()) {
      if (index > 0) expect(await bytes(client)).toBe(before[index])
      expect(tiny.companies.size).toBe(1)
    }
  const again = await clients[0]!.post('/api/v1/warehouses', { name: 'Второй' }, { key })
  expect(again.text).toBe(first.text)
  expect(again.headers.get('idempotent-replayed')).toBe('true')
})

test('the least recently used company is unloaded first', async () => {
  const [a, b, c] = (await openShops(3)).map(({ client }) => client.at(small.url)) as [Client, Client, Client]
  const inMemory = async (client: Client) => small.companies.get(client.companyId)
  await bytes(a)
  await bytes(b)
  const [keptA, keptB] = [await inMemory(a), await inMemory(b)]
  expect(small.companies.size).toBe(2)
  await bytes(a)
  await bytes(c)
  expect(small.companies.size).toBe(2)
  expect(await inMemory(a)).toBe(keptA)
  expect(await inMemory(b)).not.toBe(keptB)
})

test('a company that is processing commands is not unloaded, however full the memory is', async () => {
  const [working, ...others] = (await openShops(4)) as [Shop, ...Shop[]]
  const client = working.client.at(tiny.url)
  await bytes(client)
  const company = await tiny.companies.get(client.companyId)
  const { written, answered } = await writeCompany(service.database, client.companyId, async (tx) => {
    // While the test holds the lock on the company's row, the company's commits wait.
    await lockCompany(tx, client.companyId)
    const sent = Array.from({ length: 5 }, () => client.post('/api/v1/orders', orderBody(working, 1)))
    while (company!.isIdle) await new Promise((resolve) => setTimeout(resolve, 1))
    for (const other of others) await bytes(other.client.at(tiny.url))
    expect(await tiny.companies.get(client.companyId)).toBe(company)
    return { written: sent.length, answered: Promise.all(sent) }
  })
  const replies = await answered
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(written)
  expect(await findDifferences(service.database, client.companyId)).toEqual([])
})

test('companies are loaded in advance, in the given order, until they use 1/64 of the memory', async () => {
  const shops = await openShops(4)
  const ids = shops.map(({ client }) => client.companyId)
  const oneBytes = bytesOf((await small.companies.get(ids[0]!))!)
  const node = await startOpenNode(service.databaseUrl, 64 * 1.5 * oneBytes)
  try {
    // Load the companies one after another: if two were loaded at once, the second would start before the memory of the
    // first is counted.
    for (const companyId of ['not a company', ...ids]) await node.companies.loadAhead([companyId], 60_000)
    expect(node.companies.size).toBe(2)
    const [first, second] = await Promise.all(ids.slice(0, 2).map((companyId) => node.companies.get(companyId)))
    expect([first!.isIdle, second!.isIdle]).toEqual([true, true])
    expect(node.companies.size).toBe(2)
    const client = shops[0]!.client.at(node.url)
    expect((await client.post('/api/v1/orders', orderBody(shops[0]!, 1))).status).toBe(200)
    expect(await bytes(client)).toBe(await bytes(shops[0]!.client))
  } finally {
    await node.stop()
  }
})

test('a starting node loads the most recently used companies before it accepts connections', async () => {
  const used = await openShops(2)
  for (const { client } of used) await bytes(client)
  const logged: { msg: string; companies?: number }[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(JSON.parse(line)) })
  const node = await startService(nodeConfig(service.databaseUrl), log)
  try {
    const loaded = logged.findIndex(({ companies }) => companies !== undefined)
    expect(logged[loaded]!.companies).toBeGreaterThanOrEqual(1)
    expect(logged.findIndex(({ msg }) => msg.includes('serves the API'))).toBeGreaterThan(loaded)
  } finally {
    await node.stop()
  }
})

test('companies with the most recently used token or session are loaded first', async () => {
  const [a, b, c] = (await openShops(3)) as [Shop, Shop, Shop]
  const at = (minutes: number) => `2099-01-01T00:${String(minutes).padStart(2, '0')}:00Z`
  const use = (shop: Shop, minutes: number, more = '') =>
    service.database.query(`update tokens set last_used_at = $2 ${more} where company_id = $1`, [
      shop.client.companyId,
      at(minutes),
    ])
  await use(a, 1)
  await use(b, 2)
  await use(c, 3, ', revoked_at = now()')
  expect(await listUsedLast(service.database, 2)).toEqual([b.client.companyId, a.client.companyId])
  const email = `${a.client.companyId}@example.org`
  await addOwner(service.database, a.client, email)
  await service.database.query(
    `insert into sessions (id, token_hash, user_id, company_id, last_used_at, expires_at, ends_at)
     select id, id, id, $2, $3, $3, $3 from users where email = $1`,
    [email, a.client.companyId, at(4)],
  )
  expect(await listUsedLast(service.database, 2)).toEqual([a.client.companyId, b.client.companyId])
})

test('every command takes effect exactly once even if many companies share too little memory and are loaded in turn', async () => {
  const shops = await openShops(8)
  const replies = await Promise.all(
    Array.from({ length: 160 }, (_, index) => {
      const shop = shops[index % shops.length]!
      const node = index % 3 === 0 ? small.url : tiny.url
      return shop.client.at(node).post('/api/v1/orders', orderBody(shop, 1), { prefer: 'state=summary' })
    }),
  )
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(5 * shops.length)
  expect(replies.filter(({ json }) => json.code === 'INSUFFICIENT_STOCK')).toHaveLength(15 * shops.length)
  for (const { client } of shops) {
    expect(await bytes(client.at(tiny.url))).toBe(await bytes(client))
    expect(await findDifferences(service.database, client.companyId)).toEqual([])
  }
})

test('when a company grows, its new size counts towards the memory limit', async () => {
  const [a, b] = (await openShops(2)).map(({ client }) => client.at(small.url)) as [Client, Client]
  await bytes(a)
  await bytes(b)
  expect(small.companies.size).toBe(2)
  await b.post('/api/v1/products', { name: 'Паспорт', customValues: { паспорт: 'x'.repeat(60_000) } })
  await expect.poll(() => small.companies.size, { timeout: 10_000 }).toBe(1)
})
