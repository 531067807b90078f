/** Checks that a turnover report that uses stored yearly totals equals one that adds up all movements. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { yearsBetween } from '../../server/reports/dates.ts'
import { keepYear } from '../../server/reports/turnover-totals-sql.ts'
import { createChance } from '../support/chance/chance.ts'
import { Client, type Json } from '../support/node/client.ts'
import { startNode, useService } from '../support/node/service.ts'
import { openShop, receive } from '../support/scene/fixtures.ts'
import { setSettings } from '../support/scene/notifications.ts'
import { playWorkload, type Workload } from '../support/scene/report-workload.ts'

// The tests set the clock far ahead, which a node does not accept by default.
const service = useService({ maxClockLeadMs: 0 })
/**
 * The start of the history. It lies in the future, because otherwise jobs that follow the real clock would count as
 * overdue.
 */
const START = Date.parse('2041-05-10T10:00:00Z')
const STEPS = 220
const DAY_MS = 86_400_000
const WAIT_MS = 10_000
/** The years that are over at the end of the history. */
const OVER = [2041, 2042, 2043]
let workload: Workload
let asked: string[]
/** A superuser connection, which bypasses row-level security. */
let admin: pg.Client

beforeAll(async () => {
  vi.useFakeTimers({ now: START, toFake: ['Date'] })
  const chance = createChance(20_261_122)
  const days = () => chance.between(0, 2 * Math.round((3.2 * 365) / STEPS)) * DAY_MS
  const advance = () => vi.setSystemTime(Date.now() + days() + chance.between(1, DAY_MS))
  workload = await playWorkload(await service.newCompany(), chance, STEPS, advance)
  vi.setSystemTime(Math.max(Date.now(), Date.parse('2044-03-01T00:00:00Z')))
  for (let step = 0; step < 10; step += 1) await workload.step()
  const times = workload.ledger.events.map(({ at }) => at)
  const edges = [
    ...[2041, 2042, 2043, 2044].flatMap((year) => {
      const edge = Date.UTC(year, 0, 1) - 3 * 3_600_000
      return [edge - 1, edge, edge + 1]
    }),
    ...Array.from({ length: 4 }, () => chance.pick(times)),
  ]
  const periods = edges.flatMap((from) => edges.filter((to) => to > from).map((to) => ({ from, to })))
  asked = [
    'from=1970-01-02',
    'from=2041-01-01&to=2043-12-31',
    'from=2042-01-01&to=2042-12-31',
    'from=2041-01-01&to=2043-12-31&timeZone=Asia/Vladivostok',
    'from=2041-01-01&to=2043-12-31&timeZone=America/New_York',
    ...workload.productIds.map((id) => `from=2041-01-01&productId=${id}`),
    ...workload.warehouseIds.map((id) => `from=2041-01-01&to=2043-12-31&warehouseId=${id}`),
    ...periods.map(({ from, to }) => `from=${new Date(from).toISOString()}&to=${new Date(to).toISOString()}`),
  ]
  admin = new pg.Client({ connectionString: service.databaseUrl })
  await admin.connect()
}, 120_000)
afterEach(() => forget())
afterAll(async () => {
  vi.useRealTimers()
  await admin.end()
})

const turnover = async (query: string, client = workload.client): Promise<Json> => {
  const reply = await client.get(`/api/v1/reports/turnover?${query}`)
  expect(reply.status, `${query}: ${reply.text}`).toBe(200)
  return reply.json
}

async function keptYears(companyId = workload.client.companyId): Promise<number[]> {
  const sql = 'select year from turnover_years where company_id = $1 order by 1'
  return (await admin.query(sql, [companyId])).rows.map(({ year }) => year)
}

async function untilKept(years: number[], companyId = workload.client.companyId): Promise<void> {
  for (let waited = 0; waited < WAIT_MS; waited += 10) {
    if ((await keptYears(companyId)).join() === years.join()) return
    await sleep(10)
  }
  expect(await keptYears(companyId)).toEqual(years)
}

async function forget(): Promise<void> {
  await admin.query('begin; delete from turnover_years; delete from turnover_totals; commit')
}

/** Returns the reports as computed when no totals are stored. */
async function answersWithout(queries: string[]): Promise<Json[]> {
  const answers: Json[] = []
  // Lock the table of totals until all reports are read, so that the service cannot store the totals that it computes
  // for them.
  const holder = new pg.Client({ connectionString: service.databaseUrl })
  await holder.connect()
  try {
    await holder.query('begin; lock table turnover_years in exclusive mode')
    for (const query of queries) answers.push(await turnover(query))
    expect(await keptYears()).toEqual([])
  } finally {
    await holder.query('commit')
    await holder.end()
  }
  await untilKept(OVER)
  return answers
}

/** Returns the start times of the years that have stored totals. */
async function keptEdges(): Promise<string> {
  const sql = 'select starts from turnover_years where company_id = $1 order by year'
  return (await admin.query(sql, [workload.client.companyId])).rows.map(({ starts }) => starts).join()
}

async function expectInOrder(client = workload.client): Promise<void> {
  const { json } = await client.get('/api/v1/self-check')
  expect(json.checks.filter(({ ok }: Json) => !ok)).toEqual([])
}

test('the turnover report is the same with and without stored yearly totals', async () => {
  const without = await answersWithout(asked)
  expect(await keptYears()).toEqual(OVER)
  for (const [index, query] of asked.entries()) expect(await turnover(query), query).toEqual(without[index])
  await expectInOrder()
  const flows = Object.entries(without[0].totals).filter(([, value]) => value !== 0)
  for (const name of ['receipt', 'reversalIn', 'shipment', 'writeoff', 'return', 'reversalOut'])
    expect(flows.map(([flow]) => flow)).toContain(`${name}Quantity`)
})

test('stored yearly totals are the sums of the movements, and the self-check detects wrong ones', async () => {
  const query = 'from=2041-01-01&to=2043-12-31'
  await turnover(query)
  await untilKept(OVER)
  const before = await turnover(query)
  const changed = await admin.query(
    `update turnover_totals set good_milli = good_milli + 1000
      where company_id = $1 and year = 2042 and type = 'shipment'`,
    [workload.client.companyId],
  )
  const after = await turnover(query)
  expect(after.totals.shipmentQuantity).toBeCloseTo(before.totals.shipmentQuantity + changed.rowCount!, 3)
  const { json } = await workload.client.get('/api/v1/self-check')
  const [wrong, ...others] = json.checks.filter(({ ok }: Json) => !ok)
  expect(others).toEqual([])
  expect(wrong.name).toMatch(/^the stored totals of a past year/)
  expect(wrong.differences[0]).toMatch(/^2042: .*, shipment$/)
})

test('the turnover report is right no matter which years have stored totals', async () => {
  const query = 'from=2041-01-01'
  const [without] = await answersWithout([query])
  for (const lacking of OVER) {
    const where = 'where company_id = $1 and year = $2'
    for (const table of ['turnover_years', 'turnover_totals'])
      await admin.query(`delete from ${table} ${where}`, [workload.client.companyId, lacking])
    expect(await turnover(query)).toEqual(without)
    await untilKept(OVER)
    expect(await turnover(query)).toEqual(without)
  }
})

test('a node that dies while storing a year’s totals leaves no partial totals', async () => {
  const holder = new pg.Client({ connectionString: service.databaseUrl })
  await holder.connect()
  await holder.query('begin; lock table turnover_totals in share mode')
  await turnover('from=2042-01-01&to=2042-12-31')
  const waiting = `select pid from pg_stat_activity where query like 'delete from turnover_totals%' and wait_event_type = 'Lock'`
  let pids: number[] = []
  for (let waited = 0; pids.length === 0 && waited < WAIT_MS; waited += 10) {
    pids = (await admin.query(waiting)).rows.map(({ pid }) => pid)
    await sleep(10)
  }
  expect(pids).toHaveLength(1)
  await admin.query('select pg_terminate_backend($1)', pids)
  await holder.query('commit')
  await holder.end()
  expect(await keptYears()).toEqual([])
  expect((await admin.query('select from turnover_totals')).rowCount).toBe(0)
  await turnover('from=2042-01-01&to=2042-12-31')
  await untilKept([2042])
  await expectInOrder()
})

test.each([
  ['Europe/Moscow', 'Asia/Vladivostok'],
  ['Asia/Vladivostok', 'America/New_York'],
  ['America/New_York', 'Europe/Moscow'],
])(
  'after a move from time zone %s to %s, totals by the old zone’s years are first ignored, then replaced',
  async (before, timeZone) => {
    const { client } = workload
    const queries = ['from=2041-01-01&to=2043-12-31', 'from=2042-01-01&to=2042-12-31', 'from=2041-01-01&timeZone=UTC']
    const edgesIn = (zone: string) =>
      yearsBetween(Date.parse('2040-12-01'), Date.parse('2044-02-01'), zone)
        .map(({ startId }) => startId)
        .join()
    const untilEdges = async (zone: string) => {
      for (let waited = 0; (await keptEdges()) !== edgesIn(zone) && waited < WAIT_MS; waited += 10) await sleep(10)
      expect(await keptEdges()).toBe(edgesIn(zone))
    }
    const answers = async () => {
      const all = []
      for (const query of queries) all.push({ ...(await turnover(query)), revision: null })
      return all
    }
    await setSettings(client, { timeZone })
    const without = (await answersWithout(queries)).map((answer) => ({ ...answer, revision: null }))
    await untilEdges(timeZone)
    await setSettings(client, { timeZone: before })
    await answers()
    await untilEdges(before)
    await setSettings(client, { timeZone })
    expect(await answers()).toEqual(without)
    await untilEdges(timeZone)
    expect(await answers()).toEqual(without)
    await expectInOrder()
  },
)

test('a year’s totals are not stored before the year is over', async () => {
  const { client } = workload
  const [year] = yearsBetween(Date.parse('2043-12-31T21:00:00Z'), Date.parse('2045-01-01T00:00:00Z'), 'Europe/Moscow')
  expect(year).toMatchObject({ year: 2044 })
  await keepYear(service.database, client.companyId, year!)
  expect(await keptYears()).toEqual([])
})

test('reports include every command committed around the end of a year', async () => {
  const end = Date.parse('2044-12-31T21:00:00Z')
  vi.setSystemTime(end - 40)
  const shop = await openShop(await service.newCompany(), 10)
  const { client } = shop
  let isDone = false
  const readers = Array.from({ length: 2 }, async () => {
    while (!isDone) {
      const { items } = await turnover('from=2040-01-01', client)
      for (const row of items) expect(row.receiptQuantity).toBe(row.closingQuantity)
    }
  })
  for (let step = 0; step < 60; step += 1) {
    vi.setSystemTime(end - 30 + step)
    await Promise.all([receive(shop, 1, 0.5), receive(shop, 2, 0.7)])
  }
  isDone = true
  await Promise.all(readers)
  await untilKept([2044], client.companyId)
  const answer = await turnover('from=2040-01-01', client)
  expect(answer.totals).toMatchObject({ receiptQuantity: 10 + 180, closingQuantity: 10 + 180 })
  await forget()
  expect(await turnover('from=2040-01-01', client)).toEqual(answer)
  await untilKept([2044], client.companyId)
  await expectInOrder(client)
})

test('two nodes that store yearly totals at the same time store each year once', async () => {
  const first = 2050
  vi.setSystemTime(Date.UTC(first, 3, 1))
  const shop = await openShop(await service.newCompany(), 10)
  const { client } = shop
  const years = [first, first + 1, first + 2]
  for (const year of [...years, first + 3]) {
    vi.setSystemTime(Date.UTC(year, 6, 1))
    await receive(shop, 1, 0.5)
  }
  const query = `from=${first}-01-01`
  const without = await turnover(query, client)
  await untilKept(years, client.companyId)
  const other = await startNode(service.databaseUrl)
  try {
    const there = new Client(other.apiUrl, client.token, client.companyId)
    for (let round = 0; round < 5; round += 1) {
      await forget()
      // If a node was just storing a year's totals when they were deleted, they are not stored until the next report.
      for (let tries = 0; tries < 50 && (await keptYears(client.companyId)).join() !== years.join(); tries += 1)
        await Promise.all([there, client].map((one) => turnover(query, one)))
      expect(await keptYears(client.companyId)).toEqual(years)
      await expectInOrder(client)
      for (const one of [there, client]) expect(await turnover(query, one)).toEqual(without)
    }
  } finally {
    await other.stop()
  }
})
