/**
 * Tests how the list tables are updated from the log after each commit, which clients must never notice. A GET request
 * sent after the response to a write must return that write, on every node, even if the update is late, interrupted or
 * fails. `PROJECTOR_ROUNDS` sets how many writes are followed by a GET request; `npm run test:projector` uses 10,000.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reindexCompany } from '../../server/engine/reindex.ts'
import { readSnapshot } from '../../server/store/database.ts'
import { listDiffering, restoreRecords } from '../../server/store/reindex.ts'
import { listToSummarize } from '../../server/workers/notification-sql.ts'
import { chooseSeed, createChance } from '../support/chance/chance.ts'
import type { Client } from '../support/node/client.ts'
import { findDifferences } from '../support/node/invariants.ts'
import { type OpenNode, startOpenNode } from '../support/node/open-node.ts'
import type { Reply } from '../support/node/reply.ts'
import { useService } from '../support/node/service.ts'
import { openShop, orderBody, receive, type Shop, UNKNOWN_ID } from '../support/scene/fixtures.ts'
import { setSettings } from '../support/scene/notifications.ts'
import { playWorkload } from '../support/scene/report-workload.ts'

const ROUNDS = Number(process.env.PROJECTOR_ROUNDS ?? 200)
const TIMEOUT_MS = 60_000 + ROUNDS * 200
const ACTORS = 4
const MOST_DELAY_MS = 40
const PATIENCE_MS = 30_000
const SUMMARY = { prefer: 'state=summary' }

const service = useService()
let nodes: OpenNode[]
let admin: pg.Client
const seed = chooseSeed(20_261_124)

beforeAll(async () => {
  console.log(`projector.test.ts SEED=${seed}`)
  nodes = await Promise.all([1, 2].map(() => startOpenNode(service.databaseUrl)))
  admin = new pg.Client({ connectionString: service.databaseUrl })
  await admin.connect()
})
afterAll(async () => {
  await admin.end()
  for (const node of nodes) await node.stop()
})

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const giveUpAt = Date.now() + PATIENCE_MS
  while (!(await isSo()) && Date.now() < giveUpAt) await sleep(50)
  expect(await isSo()).toBe(true)
}

/**
 * Repeats a GET request until the answer is not a 503. While the test makes list-table updates fail, some answers are
 * 503.
 */
async function readIn(client: Client, path: string): Promise<Reply> {
  let reply = await client.get(path)
  await until(async () => {
    if (reply.status === 503) reply = await client.get(path)
    return reply.status !== 503
  })
  return reply
}

test(
  `on two nodes, ${ROUNDS} GET requests return all earlier writes even though updates of the list tables are late, interrupted or fail`,
  async () => {
    const chance = createChance(seed)
    const troubles = { late: 0, cut: 0, failed: 0 }
    const hinder = chance.fork()
    for (const { database } of nodes)
      database.projector.beforeStep = async () => {
        const trouble = hinder.weigh([
          [5, 'none'],
          [4, 'late'],
          [1, 'cut'],
          [1, 'failed'],
        ] as const)
        if (trouble === 'none') return
        troubles[trouble] += 1
        if (trouble === 'late') return sleep(hinder.below(MOST_DELAY_MS))
        if (trouble === 'failed') throw new Error('on purpose')
        await admin.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and query like 'select project_%' and state = 'active'`,
        )
      }
    const client = await service.newCompany()
    const shop = await openShop(client)
    await Promise.all(
      Array.from({ length: ACTORS }, (_, index) =>
        act(shop, index, { chance: chance.fork(), rounds: ROUNDS / ACTORS }),
      ),
    )
    for (const { database } of nodes) database.projector.beforeStep = () => undefined
    expect(Math.min(...Object.values(troubles))).toBeGreaterThan(0)
    expect(await findDifferences(service.database, client.companyId)).toEqual([])
    const [here, there] = await Promise.all(nodes.map(({ url }) => client.at(url).get('/api/v1/bootstrap')))
    expect(here!.text).toBe(there!.text)
  },
  TIMEOUT_MS,
)

/** Acts as a client that writes to its own products and then searches for the new values. */
async function act(
  shared: Shop,
  index: number,
  { chance, rounds }: { chance: ReturnType<typeof createChance>; rounds: number },
): Promise<void> {
  const client = () => shared.client.at(chance.pick(nodes).url)
  const product = await client().made('POST', '/api/v1/products', { name: `Товар ${index}`, price: 10 })
  const shop: Shop = { ...shared, productId: product.id }
  const orders = new Map<string, string>()
  let movements = 0
  const receipt = async () => {
    await receive({ ...shop, client: client() }, 20)
    movements += 1
  }
  await receipt()
  for (let round = 0; round < rounds; round += 1) {
    const open = [...orders].filter(([, status]) => status === 'new').map(([id]) => id)
    if (open.length === 0 || chance.happens(0.5)) {
      const placed = await client().post('/api/v1/orders', orderBody(shop, 1), SUMMARY)
      if (placed.status === 409) await receipt()
      else orders.set(placed.json.result.id, 'new')
    } else {
      const id = chance.pick(open)
      const status = chance.pick(['cancelled', 'shipped'])
      const reply = await client().patch(`/api/v1/orders/${id}/status`, { status }, SUMMARY)
      expect(reply.status).toBe(200)
      orders.set(id, status)
      if (status === 'shipped') movements += 1
    }
    const [id, status] = chance.pick([...orders])
    expect((await readIn(client(), `/api/v1/orders/${id}`)).json).toMatchObject({ id, status })
    const listed = await readIn(client(), `/api/v1/movements?productId=${product.id}&limit=1000`)
    expect(listed.json.items).toHaveLength(movements)
  }
}

test('a company whose list tables cannot be updated still accepts writes, and its state can still be read', async () => {
  const shop = await openShop(await service.newCompany(), 100)
  const { client } = shop
  const other = (await openShop(await service.newCompany(), 100)).client
  await admin.query(`alter table orders add constraint no_worst check (channel <> 'worst') not valid`)
  try {
    const placed = await client.post('/api/v1/orders', { ...orderBody(shop, 1), channel: 'worst' })
    expect(placed.status).toBe(200)
    const listed = await client.get('/api/v1/orders')
    expect(listed.status).toBe(503)
    expect(listed.json).toMatchObject({ code: 'UNAVAILABLE', detail: expect.stringMatching(/no longer updated/) })
    expect((await client.get(`/api/v1/orders/${placed.json.result.id}`)).status).toBe(503)
    expect((await client.get('/api/v1/reports/stock')).status).toBe(503)
    // Check that writing still works, and so does reading the company state.
    expect((await client.post('/api/v1/orders', orderBody(shop, 1))).json.state.totals.orders).toBe(2)
    expect((await client.get('/api/v1/bootstrap')).json.orders).toHaveLength(2)
    expect((await client.get('/api/v1/products')).json.items).toHaveLength(1)
    expect((await client.at(nodes[0]!.url).get('/api/v1/bootstrap')).json.totals.orders).toBe(2)
    expect((await client.get('/api/v1/audit')).status).toBe(200)
    expect((await other.get('/api/v1/orders')).status).toBe(200)
    const ready = (await client.get('/readyz')).json
    expect(ready).toMatchObject({ status: 'ready', standingStill: [{ companyId: client.companyId }] })
  } finally {
    await admin.query('alter table orders drop constraint no_worst')
  }
  await until(async () => (await client.get('/api/v1/orders')).status === 200)
  expect((await client.get('/api/v1/orders')).json.items).toHaveLength(2)
  await until(async () => (await client.get('/readyz')).json.standingStill === undefined)
  expect(await findDifferences(service.database, client.companyId)).toEqual([])
})

test('an order’s external id can be reused as soon as the order is deleted', async () => {
  const shop = await openShop(await service.newCompany(), 100)
  const { client } = shop
  // Delay the updates of the list tables, so that one update processes everything. That update then adds a second order
  // with the external id while the first order is still in the table.
  for (const { database } of nodes) database.projector.beforeStep = () => sleep(MOST_DELAY_MS)
  const pair = { externalSource: 'shop', externalId: '1' }
  const send = (url: string) => client.at(url).post('/api/v1/orders', { ...orderBody(shop, 1), ...pair })
  for (let round = 0; round < 3; round += 1) {
    const { url } = nodes[round % 2]!
    const { id } = (await send(url)).json.result
    expect((await client.at(url).patch(`/api/v1/orders/${id}/status`, { status: 'cancelled' })).status).toBe(200)
    expect((await client.at(url).send('DELETE', `/api/v1/orders/${id}`)).status).toBe(200)
  }
  for (const { database } of nodes) database.projector.beforeStep = () => undefined
  expect((await send(service.url)).status).toBe(200)
  expect((await client.get('/api/v1/orders')).json.items).toHaveLength(1)
  expect(await findDifferences(service.database, client.companyId)).toEqual([])
})

test('the next node updates the list tables from commits left unprocessed by an interrupted node', async () => {
  const shop = await openShop(await service.newCompany(), 10)
  const { client } = shop
  const dying = await startOpenNode(service.databaseUrl)
  // Make this node never finish updating the list tables.
  dying.database.projector.beforeStep = () => new Promise(() => undefined)
  const placed = await client.at(dying.url).post('/api/v1/orders', orderBody(shop, 1))
  expect((await client.get(`/api/v1/orders/${placed.json.result.id}`)).status).toBe(200)
  await client.at(dying.url).post('/api/v1/orders', orderBody(shop, 1))
  const behind = async () => (await admin.query('select companies_behind() as id')).rows.map(({ id }) => id as string)
  expect(await behind()).toContain(client.companyId)
  const next = await startOpenNode(service.databaseUrl)
  await next.database.projector.start({ info: () => undefined, error: () => undefined })
  await until(async () => !(await behind()).includes(client.companyId))
  await next.stop()
  await dying.stop()
})

test('a company that turns the summary on at the last moment is included that morning, on either node', async () => {
  const client = await service.newCompany()
  const dying = await startOpenNode(service.databaseUrl)
  dying.database.projector.beforeStep = () => new Promise(() => undefined)
  await setSettings(client.at(dying.url), { dailySummary: true })
  const [{ database }] = nodes as [OpenNode]
  const at = new Date(Date.now() + 60_000)
  const listed = () => listToSummarize(database, { timeZone: 'Europe/Moscow', at, after: UNKNOWN_ID, limit: 1_000 })
  expect(await listed()).not.toContain(client.companyId)
  await database.projector.reachAll()
  expect(await listed()).toContain(client.companyId)
  await dying.stop()
})

/** SQL statements that damage tables which only the service should change; `$1` is the company's id. */
const DAMAGE = [
  'delete from order_items where company_id = $1 and position = 0',
  'update order_items set quantity_milli = quantity_milli + 1 where company_id = $1',
  `insert into order_items (company_id, product_id, order_id, position, quantity_milli)
   select company_id, customer_id, id, 77, 1 from orders where company_id = $1`,
  'delete from movement_lots where company_id = $1 and quantity_milli % 2 = 0',
  `insert into movement_lots (company_id, movement_id, lot_id, quantity_milli, unit_cost_minor)
   select $1, gen_random_uuid(), id, 1, 1 from lots where company_id = $1`,
  'delete from sales where company_id = $1',
  'update movements set revenue_minor = null, good_milli = 1 where company_id = $1',
  `update orders set status = 'new', total_minor = 1 where company_id = $1`,
  `update lots set record = '{}', remaining_milli = 1 where company_id = $1`,
  'delete from stock where company_id = $1',
  `update products set name = 'Иной', record = replace(record, 'Товар', 'Тавар') where company_id = $1`,
  'update product_components set quantity_milli = quantity_milli + 1 where company_id = $1',
  `delete from partners where company_id = $1 and name = 'Поставка'`,
  'delete from movements where company_id = $1 and id in (select id from movements where company_id = $1 order by id limit 3)',
]

/**
 * Returns a fingerprint of each table that is not changed by the writes running at the same time. Checkpoints and their
 * chunks are left out, because the server writes them in the background some time after a command.
 */
async function picture(companyId: string): Promise<Record<string, string>> {
  const { rows } = await admin.query<{ name: string }>(
    `select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'company_id'
        and table_name not in ('commands', 'companies', 'projections', 'price_types', 'tokens', 'checkpoints',
                               'state_chunks')`,
  )
  const prints: Record<string, string> = {}
  for (const { name } of rows) {
    const text = `select md5(string_agg(t::text, '|' order by t::text)) as print from ${name} as t where company_id = $1`
    prints[name] = (await admin.query(text, [companyId])).rows[0].print
  }
  return prints
}

test('damaged tables are rebuilt from the log and from their stored records while writes continue', async () => {
  const client = await service.newCompany()
  await playWorkload(client, createChance(7), 80)
  await readIn(client, '/api/v1/orders')
  const before = await picture(client.companyId)
  await admin.query('begin')
  await admin.query('set local session_replication_role = replica')
  for (const statement of DAMAGE) await admin.query(statement.replaceAll('$1', `'${client.companyId}'`))
  await admin.query('commit')
  expect(await findDifferences(service.database, client.companyId)).not.toEqual([])
  let isOver = false
  const statuses = new Set<number>()
  const writing = (async () => {
    while (!isOver) {
      statuses.add((await client.post('/api/v1/price-types', { name: 'Опт' }, SUMMARY)).status)
      statuses.add((await client.get('/api/v1/movements')).status)
    }
  })()
  const done = await reindexCompany(service.database, client.companyId)
  isOver = true
  await writing
  expect([...statuses]).toEqual([200])
  expect(done).toMatchObject({ unknown: 0 })
  expect(done.restored).toBeGreaterThan(0)
  expect(await findDifferences(service.database, client.companyId)).toEqual([])
  expect(await picture(client.companyId)).toEqual(before)
})

test('the self-check includes commits that are not yet in the list tables', async () => {
  const shop = await openShop(await service.newCompany(), 10)
  const { client } = shop
  expect((await client.get('/api/v1/movements')).status).toBe(200)
  const dying = await startOpenNode(service.databaseUrl)
  dying.database.projector.beforeStep = () => new Promise(() => undefined)
  const { id: movementId } = await receive({ ...shop, client: client.at(dying.url) }, 1)
  const [{ database }] = nodes as [OpenNode]
  const { seen, records } = await readSnapshot(database, client, (tx) => listDiffering(tx, client.companyId))
  expect(records).toEqual([])
  // Simulate a PostgreSQL crash that loses the last updates of the list tables after a client has already read them.
  const ahead = { kind: 'movements', key: movementId, revision: seen + 1 }
  await restoreRecords(database, client.companyId, { seen: seen + 1, records: [ahead] })
  const { json } = await client.get('/api/v1/movements')
  expect(json.items.map(({ id }: { id: string }) => id)).toContain(movementId)
  expect(await findDifferences(service.database, client.companyId)).toEqual([])
  await dying.stop()
})
