/**
 * Tests several companies on one node: no matter what one company requests, and how often, other companies need not
 * wait.
 */
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readCompany } from '../../server/store/database.ts'
import type { Client } from '../support/node/client.ts'
import type { Reply } from '../support/node/reply.ts'
import { useService } from '../support/node/service.ts'

const TURNOVER = '/api/v1/reports/turnover?from=2020-01-01'
const service = useService()
let busy: Client
let neighbour: Client
/**
 * Two database connections: one holds a lock, and the other reads which connections wait for locks. They must be
 * separate, because the statistics about connections never change within one transaction.
 */
let admin: pg.Client
let watcher: pg.Client

beforeAll(async () => {
  busy = await service.newCompany()
  neighbour = await service.newCompany()
  admin = new pg.Client({ connectionString: service.databaseUrl })
  watcher = new pg.Client({ connectionString: service.databaseUrl })
  await Promise.all([admin.connect(), watcher.connect()])
})
afterAll(() => Promise.all([admin.end(), watcher.end()]))

/** Blocks all queries of the movements table until the returned function is called. */
async function holdUpMovements(): Promise<() => Promise<unknown>> {
  await admin.query('begin; lock table movements in access exclusive mode')
  return () => admin.query('rollback')
}

const countQueries = async (like: string, waitEvent: string) => {
  const { rows } = await watcher.query<{ count: number }>(
    `select count(*)::int from pg_stat_activity
      where datname = current_database() and state = 'active' and query like $1 and wait_event_type = $2`,
    [like, waitEvent],
  )
  return rows[0]!.count
}

const untilHeldUp = (queries: number) =>
  vi.waitFor(async () => expect(await countQueries('%', 'Lock')).toBe(queries), { timeout: 20_000, interval: 20 })

test('a company’s report does not wait behind all the reports that another company requested', async () => {
  const letGo = await holdUpMovements()
  const finished: string[] = []
  const ask = async (client: Client, name: string) => {
    const { status } = await client.get(TURNOVER)
    if (status === 200) finished.push(name)
    return status
  }
  const others = Array.from({ length: 20 }, () => ask(busy, 'busy'))
  await untilHeldUp(1)
  const own = ask(neighbour, 'neighbour')
  await untilHeldUp(2)
  await letGo()
  expect(await own).toBe(200)
  expect(finished.indexOf('neighbour')).toBeLessThanOrEqual(3)
  await Promise.all(others)
})

test('a report that the database stops is refused with the advice to ask for less, and the database counts as reachable', async () => {
  const letGo = await holdUpMovements()
  const stopped = busy.get(TURNOVER)
  await untilHeldUp(1)
  await watcher.query(
    `select pg_cancel_backend(pid) from pg_stat_activity
      where datname = current_database() and state = 'active' and wait_event_type = 'Lock'`,
  )
  expect((await stopped).json).toMatchObject({
    status: 503,
    code: 'UNAVAILABLE',
    detail: expect.stringContaining('Ask for less, for example a shorter period'),
  })
  expect((await fetch(`${busy.url}/readyz`)).status).toBe(200)
  await letGo()
  expect((await busy.get(TURNOVER)).status).toBe(200)
})

test('a self-check is refused while the client has too many running, and other clients are not affected', async () => {
  const letGo = await holdUpMovements()
  const clients = Array.from({ length: 5 }, () => new AbortController())
  const ask = ({ url, token }: Client, signal?: AbortSignal) =>
    fetch(`${url}/api/v1/self-check`, { headers: { authorization: `Bearer ${token}` }, ...(signal ? { signal } : {}) })
  const gone = clients.map(({ signal }) => ask(busy, signal).catch(() => null))
  await untilHeldUp(1)
  const refused = await vi.waitFor(
    async () => {
      const reply = await ask(busy, AbortSignal.timeout(200)).catch(() => null)
      expect(reply?.status).toBe(503)
      return reply!
    },
    { timeout: 20_000 },
  )
  expect(refused.headers.get('retry-after')).toBe('1')
  const own = ask(neighbour)
  await untilHeldUp(2)
  for (const client of clients) client.abort()
  await Promise.all(gone)
  await untilHeldUp(1)
  const again = ask(busy)
  await untilHeldUp(2)
  await letGo()
  expect((await own).status).toBe(200)
  expect((await again).status).toBe(200)
})

test('a database query is cancelled once no client is waiting for its result', async () => {
  const client = new AbortController()
  const asker = { companyId: busy.companyId, signal: client.signal }
  let pid = 0
  const pidOf = async (tx: pg.ClientBase) => (await tx.query('select pg_backend_pid() as pid')).rows[0].pid
  const reading = readCompany(service.database, asker, async (tx) => {
    pid = await pidOf(tx)
    await tx.query('select pg_sleep(600)')
  })
  const sleeping = () => countQueries('select pg_sleep%', 'Timeout')
  await vi.waitFor(async () => expect(await sleeping()).toBe(1), { timeout: 20_000 })
  client.abort()
  await expect(reading).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  // The query must have ended. Otherwise the company's next query would find it still running.
  expect(await sleeping()).toBe(0)
  // The connection must be reused; otherwise a client that keeps disconnecting would force the service to open new ones.
  const pids = await Promise.all(
    Array.from({ length: 4 }, (_, company) =>
      readCompany(service.database, company % 2 === 0 ? busy.companyId : neighbour.companyId, async (tx) => {
        await tx.query('select pg_sleep(0.2)')
        return pidOf(tx)
      }),
    ),
  )
  expect(pids).toContain(pid)
})

test('a database connection can be used again once the response that used it has been read completely', async () => {
  const replies: Reply[] = []
  for (let count = 0; count < 5; count += 1)
    replies.push(await busy.get(TURNOVER), await busy.get('/api/v1/self-check'))
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
  const { rows } = await watcher.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and application_name like 'skladno % work' order by pid`,
  )
  await busy.get(TURNOVER)
  await busy.get('/api/v1/self-check')
  const { rows: after } = await watcher.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and application_name like 'skladno % work' order by pid`,
  )
  expect(after).toEqual(rows)
})

test('commits have their own database connections, so queries cannot delay them', async () => {
  const letGo = await holdUpMovements()
  const readers = Array.from({ length: 6 }, () => service.newCompany())
  const reading = (await Promise.all(readers)).flatMap((client) =>
    Array.from({ length: 6 }, () => client.get('/api/v1/self-check')),
  )
  await untilHeldUp(2)
  expect((await neighbour.post('/api/v1/warehouses', { name: 'Склад' })).status).toBe(200)
  await letGo()
  await Promise.all(reading)
})
