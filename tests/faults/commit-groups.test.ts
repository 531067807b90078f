/**
 * Tests commits of several companies in one database round trip. One company's commit must not make another's fail,
 * wait or take effect twice.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { findDifferences } from '../support/node/invariants.ts'
import { type OpenNode, startOpenNode } from '../support/node/open-node.ts'
import type { Reply } from '../support/node/reply.ts'
import { useService } from '../support/node/service.ts'
import { openShop, orderBody, type Shop } from '../support/scene/fixtures.ts'

const COMPANIES = 6
/** The maximum number of rounds, large enough for several round trips to be interrupted. */
const MOST_ROUNDS = 100
/** A pause in milliseconds that is slightly shorter than a commit. */
const LOOK_MS = 5
const SUMMARY = { prefer: 'state=summary' }

const service = useService()
let node: OpenNode
let admin: pg.Client
let shops: Shop[]
/** The number of commit batches in each of the node's database round trips. */
const trips: number[] = []

beforeAll(async () => {
  node = await startOpenNode(service.databaseUrl)
  admin = new pg.Client({ connectionString: service.databaseUrl })
  await admin.connect()
  const query = node.database.query.bind(node.database) as (...asked: unknown[]) => unknown
  Object.assign(node.database, {
    query: (...asked: unknown[]) => {
      const [{ name, values }] = asked as [{ name?: string; values?: unknown[] }]
      if (name === 'commit_batches') trips.push(String(values![0]).split(',').length)
      return query(...asked)
    },
  })
  shops = []
  for (let index = 0; index < COMPANIES; index += 1) {
    const shop = await openShop(await service.newCompany(), 1_000)
    shops.push({ ...shop, client: shop.client.at(node.url) })
  }
})
afterAll(async () => {
  await admin.end()
  await node.stop()
})

const order = (shop: Shop, key: string = randomUUID()) =>
  shop.client.post('/api/v1/orders', orderBody(shop, 1), { ...SUMMARY, key })

/** Sends the given number of orders for each company, all at once. */
const orderOfEach = (of: readonly Shop[], count: number) =>
  Promise.all(of.flatMap((shop) => Array.from({ length: count }, () => order(shop))))

async function expectOrders(shop: Shop, count: number): Promise<void> {
  expect((await shop.client.state()).totals.orders).toBe(count)
  expect(await findDifferences(service.database, shop.client.companyId)).toEqual([])
}

test.skipIf(inject('clusterNodes').length > 0)(
  'orders of several companies are committed in a single database round trip',
  async () => {
    const before = await Promise.all(shops.map(async ({ client }) => (await client.state()).totals.orders))
    trips.length = 0
    for (let round = 0; round < 5; round += 1)
      expect(new Set((await orderOfEach(shops, 3)).map(({ status }) => status))).toEqual(new Set([200]))
    expect(Math.max(...trips)).toBeGreaterThan(2)
    for (const [index, shop] of shops.entries()) await expectOrders(shop, before[index] + 15)
  },
)

test('a company whose row is locked in the database does not delay other companies in the same commit', async () => {
  const [held, ...others] = shops
  await admin.query('begin')
  await admin.query('select from companies where company_id = $1 for update', [held!.client.companyId])
  const first = order(held!)
  let isAnswered = false
  const waiting = Promise.all([first, order(held!), order(held!)]).then((replies) => {
    isAnswered = true
    return replies
  })
  for (let round = 0; round < 10; round += 1)
    for (const { status } of await orderOfEach(others, 2)) expect(status).toBe(200)
  expect(isAnswered).toBe(false)
  await admin.query('commit')
  expect((await waiting).map(({ status }) => status)).toEqual([200, 200, 200])
})

test('when another node has changed a company, only that company’s part of a shared commit is retried', async () => {
  const other = shops[0]!.client.at(service.url)
  for (let round = 0; round < 10; round += 1) {
    // Alternate between two situations: in one, a refusal on the other node has used up the key without raising the
    // revision; in the other, the company is at a revision that this node has not loaded.
    const key = randomUUID()
    const [path, body] = ['/api/v1/orders', orderBody(shops[0]!, round % 2 === 0 ? 1_000_000 : 1)] as const
    const there = await other.post(path, body, { ...SUMMARY, key })
    const [again, ...replies] = (await Promise.all([
      shops[0]!.client.post(path, body, { ...SUMMARY, key }),
      ...shops.map((shop) => order(shop)),
    ])) as Reply[]
    expect(again!.text).toBe(there.text)
    expect(again!.headers.get('idempotent-replayed')).toBe('true')
    expect(replies.map(({ status }) => status)).toEqual(shops.map(() => 200))
  }
})

test('after the database connection is interrupted, each company’s commit is resolved separately', async () => {
  const before = await Promise.all(shops.map(async ({ client }) => (await client.state()).totals.orders))
  let cut = 0
  let isOver = false
  const cutting = (async () => {
    for (; !isOver; await sleep(LOOK_MS)) {
      const { rowCount } = await admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and query like 'select commit_batch%' and state = 'active'`,
      )
      cut += rowCount ?? 0
    }
  })()
  let sent: string[][] = []
  let rounds = 0
  const send = (keys: readonly string[][]) =>
    Promise.all(shops.flatMap((shop, index) => keys[index]!.map((key) => order(shop, key))))
  for (; cut < 3 && rounds < MOST_ROUNDS; rounds += 1) {
    sent = shops.map(() => Array.from({ length: 20 }, () => randomUUID()))
    await send(sent)
  }
  isOver = true
  await cutting
  expect(cut).toBeGreaterThanOrEqual(3)
  // Repeat the commands: each must get its first response.
  const replies = await send(sent)
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(replies.map(({ json }) => json.result.id)).size).toBe(replies.length)
  for (const [index, shop] of shops.entries()) await expectOrders(shop, before[index] + 20 * rounds)
})
