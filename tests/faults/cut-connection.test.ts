import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Service } from '../../server/service.ts'
import { lockCompany, writeCompany } from '../../server/store/commits.ts'
import { type Database, openDatabase } from '../../server/store/database.ts'
import { chooseSeed, createChance } from '../support/chance/chance.ts'
import { type Cut, type CuttingProxy, startCuttingProxy } from '../support/fakes/cutting-proxy.ts'
import type { Client } from '../support/node/client.ts'
import { findDifferences } from '../support/node/invariants.ts'
import { cloneDatabase, newCompany, startNode } from '../support/node/service.ts'
import { auditTraffic, openTradedShop, repeatAll, runTraffic } from '../support/node/traffic.ts'
import { openShop, orderBody, type Shop } from '../support/scene/fixtures.ts'

const CUTS: readonly Cut[] = ['before', 'during', 'after', 'silent before', 'silent after']
const AT_ONCE = 12
const WAIT_MS = 10
const MOST_WAITS = 1_000

let cloned: Awaited<ReturnType<typeof cloneDatabase>>
let proxy: CuttingProxy
/** A node whose database connections go through the proxy, which cuts them. */
let cutOff: Service
/** A node whose database connections bypass the proxy. */
let safe: Service
let database: Database
const seed = chooseSeed(20_261_121)

beforeAll(async () => {
  console.log(`cut-connection.test.ts SEED=${seed}`)
  cloned = await cloneDatabase()
  proxy = await startCuttingProxy(cloned.tcpUrl)
  cutOff = await startNode(proxy.url)
  safe = await startNode(cloned.url)
  database = openDatabase(cloned.url, () => {})
})
afterAll(async () => {
  await database.end()
  await safe.stop()
  await cutOff.stop()
  await proxy.stop()
  await cloned.drop()
})

const openCutOffShop = async (): Promise<Shop> => openShop(await newCompany(database, cutOff.apiUrl), 1_000)

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let waits = 0; !(await isSo()) && waits < MOST_WAITS; waits += 1) await sleep(WAIT_MS)
  expect(await isSo()).toBe(true)
}

/** Returns how many database connections are waiting for a lock. */
async function countWaiting(): Promise<number> {
  const { rows } = await database.query<{ waiting: number }>(
    `select count(*) as waiting
       from pg_locks join pg_stat_activity using (pid)
      where not granted and datname = current_database()`,
  )
  return rows[0]!.waiting
}

/** Checks that the node's memory agrees with the database, and that the other node has the same state. */
async function expectAllWell({ client }: Shop): Promise<void> {
  const [here, there] = [await client.get('/api/v1/bootstrap'), await client.at(safe.apiUrl).get('/api/v1/bootstrap')]
  expect(here.status).toBe(200)
  expect(here.text).toBe(there.text)
  expect(await findDifferences(database, client.companyId)).toEqual([])
}

/** Sends orders all at once, so that some are in the batch whose connection is cut and some in the next one. */
function sendOrders(client: Client, shop: Shop, keys: readonly string[]) {
  const forms = [undefined, 'state=changes', 'state=summary']
  return Promise.all(
    keys.map((key, index) => client.post('/api/v1/orders', orderBody(shop, 1), { key, prefer: forms[index % 3] })),
  )
}

test.each(CUTS)(
  'if a commit’s database connection is cut (%s), the commit takes effect once or the response is 503, and other companies are unaffected',
  async (cut) => {
    const shop = await openCutOffShop()
    const cutsBefore = proxy.cuts
    const keys = Array.from({ length: AT_ONCE }, () => randomUUID())
    proxy.cutNext('commit_batch', cut)
    const first = await sendOrders(shop.client, shop, keys)
    expect(proxy.cuts).toBe(cutsBefore + 1)
    for (const { status, headers } of first) {
      expect([200, 503]).toContain(status)
      // The client sent each key once. So the response must not be marked as a repeat, even if the node had to look up
      // whether its commit succeeded.
      expect(headers.get('idempotent-replayed')).toBeNull()
    }
    const again = await sendOrders(shop.client, shop, keys)
    for (const [index, reply] of again.entries()) {
      expect(reply.status).toBe(200)
      if (first[index]!.status === 200) expect(reply.text).toBe(first[index]!.text)
    }
    expect((await shop.client.state()).totals.orders).toBe(AT_ONCE)
    await expectAllWell(shop)
  },
)

test.each(CUTS)(
  'a refused command whose database connection is cut (%s) gets the same refusal on repetition',
  async (cut) => {
    const shop = await openCutOffShop()
    const key = randomUUID()
    proxy.cutNext('commit_batch', cut)
    const first = await shop.client.post('/api/v1/orders', orderBody(shop, 2_000), { key })
    expect([409, 503]).toContain(first.status)
    expect(first.headers.get('idempotent-replayed')).toBeNull()
    const again = await shop.client.post('/api/v1/orders', orderBody(shop, 2_000), { key })
    expect(again.json.code).toBe('INSUFFICIENT_STOCK')
    if (first.status === 409) expect(again.text).toBe(first.text)
    await expectAllWell(shop)
  },
)

test('the service waits for a commit that is still running after its database connection was cut', async () => {
  const shop = await openCutOffShop()
  const keys = Array.from({ length: 4 }, () => randomUUID())
  const cutsBefore = proxy.cuts
  const { replies } = await writeCompany(database, shop.client.companyId, async (tx) => {
    // While the test holds the lock on the company's row, the commit waits in PostgreSQL.
    await lockCompany(tx, shop.client.companyId)
    proxy.cutNext('commit_batch', 'during')
    const sent = sendOrders(shop.client, shop, keys)
    await until(() => proxy.cuts > cutsBefore)
    await sleep(200)
    return { replies: sent }
  })
  for (const { status, headers } of await replies) {
    expect(status).toBe(200)
    expect(headers.get('idempotent-replayed')).toBeNull()
  }
  expect((await shop.client.state()).totals.orders).toBe(keys.length)
  await expectAllWell(shop)
})

/**
 * SQL that the node sends later: when it looks up a commit's outcome, before it updates its memory, and when it
 * retries.
 */
const LATER = ['for update', 'repeatable read', 'commit_batch']

const COMMANDS = {
  orders: (shop: Shop) => orderBody(shop, 1),
  'orders that are refused': (shop: Shop) => orderBody(shop, 2_000),
  'orders that need a look-up in the history': (shop: Shop, key: string) => ({
    ...orderBody(shop, 1),
    externalSource: 'shop',
    externalId: key,
  }),
}

describe.each(LATER)(
  'a command takes effect once if its connection to the database was cut just before "%s"',
  (until) => {
    test.each(Object.entries(COMMANDS))(
      'a commit that reaches the database over a cut connection takes effect once, and its responses are not marked as repeats: %s',
      async (_, bodyOf) => {
        const shop = await openCutOffShop()
        const keys = Array.from({ length: AT_ONCE }, () => randomUUID())
        const send = (key: string) => shop.client.post('/api/v1/orders', bodyOf(shop, key), { key })
        const cutsBefore = proxy.cuts
        proxy.delayNext('commit_batch', until)
        const first = await Promise.all(keys.map(send))
        expect(proxy.cuts).toBe(cutsBefore + 1)
        expect(first.map(({ headers }) => headers.get('idempotent-replayed'))).toEqual(keys.map(() => null))
        const again = await Promise.all(keys.map(send))
        expect(again.map(({ text }) => text)).toEqual(first.map(({ text }) => text))
        expect(again.map(({ headers }) => headers.get('idempotent-replayed'))).toEqual(keys.map(() => 'true'))
        const placed = first.filter(({ status }) => status === 200)
        expect(placed).toHaveLength(bodyOf === COMMANDS['orders that are refused'] ? 0 : AT_ONCE)
        expect((await shop.client.state()).totals.orders).toBe(placed.length)
        await expectAllWell(shop)
      },
    )
  },
)

test('a command that another node executed while the connection was cut gets that node’s response', async () => {
  const shop = await openCutOffShop()
  const key = randomUUID()
  const send = (client: Client) => client.post('/api/v1/orders', orderBody(shop, 1), { key })
  const cutsBefore = proxy.cuts
  const { here, there } = await writeCompany(database, shop.client.companyId, async (tx) => {
    // While the test holds the lock on the company's row, neither node can commit.
    await lockCompany(tx, shop.client.companyId)
    const waiting = send(shop.client.at(safe.apiUrl))
    await until(async () => (await countWaiting()) === 1)
    proxy.cutNext('commit_batch', 'before')
    const cut = send(shop.client)
    await until(async () => proxy.cuts > cutsBefore && (await countWaiting()) === 2)
    return { here: cut, there: waiting }
  })
  expect((await there).headers.get('idempotent-replayed')).toBeNull()
  expect((await here).headers.get('idempotent-replayed')).toBe('true')
  expect((await here).text).toBe((await there).text)
  await expectAllWell(shop)
})

test.each(['from commands', 'for update', 'company_revision', 'begin', 'commit_batch'])(
  'two nodes use the same idempotency keys while a connection is cut at "%s": each command takes effect once',
  async (marker) => {
    const shop = await openCutOffShop()
    const keys = Array.from({ length: AT_ONCE }, () => randomUUID())
    const here = sendOrders(shop.client.at(safe.apiUrl), shop, keys)
    proxy.cutNext(marker, 'before')
    const there = sendOrders(shop.client, shop, keys)
    const [first, second] = [await here, await there]
    proxy.spare()
    for (const [index, reply] of second.entries()) {
      expect(first[index]!.status).toBe(200)
      expect([200, 503]).toContain(reply.status)
      if (reply.status !== 200) continue
      expect(reply.text).toBe(first[index]!.text)
      // Only one of the two nodes executed the command, so exactly one of the two responses is marked as a repeat.
      const replays = [reply, first[index]!].filter(({ headers }) => headers.get('idempotent-replayed') === 'true')
      expect(replays).toHaveLength(1)
    }
    expect((await shop.client.state()).totals.orders).toBe(keys.length)
    await expectAllWell(shop)
  },
)

test.each(['begin', 'set_config', 'from companies', 'from commands'])(
  'if a connection breaks between two queries, after "%s", the process keeps running and the command succeeds',
  async (marker) => {
    const shop = await openCutOffShop()
    const external = { externalSource: 'shop', externalId: '1' }
    const key = randomUUID()
    // Place an order with an external id, because the node looks this id up in a transaction of several queries.
    proxy.cutNext(marker, 'between')
    const reply = await shop.client.post('/api/v1/orders', { ...orderBody(shop, 1), ...external }, { key })
    proxy.spare()
    expect(reply.status).toBe(200)
    expect((await shop.client.post('/api/v1/orders', { ...orderBody(shop, 1), ...external }, { key })).text).toBe(
      reply.text,
    )
    await expectAllWell(shop)
  },
)

test('GET requests get a correct response or a 503 while the database connection is being cut', async () => {
  const shop = await openCutOffShop()
  for (const [marker, cut] of [
    ['company_revision', 'after'],
    ['find_token', 'after'],
    ['from commands', 'after'],
    ['begin', 'between'],
    ['set_config', 'between'],
  ] as const) {
    proxy.cutNext(marker, cut)
    for (const path of ['/api/v1/bootstrap', '/api/v1/audit', '/api/v1/bootstrap?since=1']) {
      const reply = await shop.client.get(path)
      expect([200, 503]).toContain(reply.status)
      if (reply.status === 503) expect(reply.json.code).toBe('UNAVAILABLE')
    }
  }
  proxy.spare()
  await expectAllWell(shop)
})

test('when connections are cut at random under load on two nodes, no write is lost and none is executed twice', async () => {
  const chance = createChance(seed)
  const client = await newCompany(database, safe.apiUrl)
  const target = { url: safe.apiUrl, token: client.token, companyId: client.companyId }
  const shop = await openTradedShop(target, chance)
  await auditTraffic(database, client.companyId, [])
  const cutsBefore = proxy.cuts
  proxy.cutAtRandom(chance.fork(), 40)
  const traffic = await runTraffic(shop, {
    connections: 16,
    urls: () => [cutOff.apiUrl, cutOff.apiUrl, safe.apiUrl],
    isOver: ({ lines }) => lines.length >= 400,
  })
  proxy.cutAtRandom(null, 0)
  expect(proxy.cuts - cutsBefore).toBeGreaterThan(5)
  expect(await repeatAll(target, traffic)).toEqual([])
  expect(await auditTraffic(database, client.companyId, traffic.lines)).toEqual([])
  for (const url of [cutOff.apiUrl, safe.apiUrl])
    expect((await client.at(url).get('/api/v1/bootstrap')).text).toBe((await client.get('/api/v1/bootstrap')).text)
})
