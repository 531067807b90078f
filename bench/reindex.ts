/**
 * `npm run bench:reindex -- [--quick] [--check]`: measures `npm run reindex` in a company of 100,000 products and
 * 500,000 movements, while other requests read and write. Rows are damaged beforehand, so that there is something to
 * restore. Every request must succeed. Afterwards log, tables and memory must agree, and a second rebuild must leave
 * the tables unchanged.
 */
import { execFile } from 'node:child_process'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { chanceFrom } from './chance.ts'
import { exchange, type Measured, measure, readRequest, writeRequests } from './load.ts'
import { count, figure, type Goal, printGoals, printTable } from './report.ts'
import { authorization, fill, openShop, orderRequests, type Shop } from './shop.ts'
import { OWN_CHECKOUT, openSite, type Pace, type Site } from './site.ts'

const PACE: Pace = {
  isQuick: false,
  seconds: 10,
  warmUpSeconds: 1,
  heatSeconds: 0,
  rounds: 1,
  restarts: 0,
  manyProducts: 100_000,
}
const QUICK_PACE: Pace = { ...PACE, isQuick: true, seconds: 3, manyProducts: 2_000 }
/** The number of movements per product, including its receipt. */
const MOVEMENTS = 5
const STEP = 100_000
const CONNECTIONS = 8
/** How many of the connections request lists; the other connections write. */
const READERS = 2
const LONGEST_SECONDS = 1_200
const LISTS = ['products?limit=50', 'orders?limit=50', 'movements?limit=50', 'orders?status=new&limit=50']

/**
 * How many products and lots are changed so that they disagree with the log. Tables derived from records are damaged by
 * separate statements.
 */
const DAMAGED_RECORDS = 2_000
/** The statements that damage the tables. `$1` is the company's id. */
const DAMAGE = [
  `update movements set good_milli = good_milli - 1 where company_id = $1 and quantity_milli % 1000 = 0 and id < (select id from movements where company_id = $1 order by id offset 5000 limit 1)`,
  `delete from movement_lots where company_id = $1 and movement_id in (select id from movements where company_id = $1 and type = 'writeoff' order by id limit 5000)`,
  `update products set name = 'Иной', record = replace(record, '"name"', '"nаme"') where company_id = $1 and id in (select id from products where company_id = $1 order by id limit 1000)`,
  `delete from lots where company_id = $1 and id in (select id from lots where company_id = $1 order by id limit 1000)`,
]

async function damage(site: Site, { companyId }: Shop): Promise<void> {
  const statements = DAMAGE.map((text) => text.replaceAll('$1', `'${companyId}'`)).join(';\n')
  await site.query(`do $damage$ begin set local session_replication_role = replica; ${statements}; end $damage$`)
}

/** Writes off one piece of each product, which creates movements that draw on lots. */
async function writeOff(site: Site, shop: Shop, many: number): Promise<void> {
  const toRequest = writeRequests('POST', '/api/v1/stock/writeoff', {
    ...authorization(shop),
    prefer: 'return=minimal',
  })
  for (let from = 0; from < many; from += STEP) {
    const most = Math.min(STEP, many - from)
    const connections = Math.min(64, most)
    await fill(site, most, (connection, turn) => {
      const n = from + turn * connections + connection
      const productId = shop.productIds[n % shop.productIds.length]!
      const body = { productId, warehouseId: shop.warehouseId, quantity: 1, reason: 'broken' }
      return toRequest(`writeoff-${n}`, JSON.stringify(body))
    })
  }
}

/**
 * Sends orders and list requests until the rebuild has finished. Throws at the first response whose status is not 200.
 */
function load(
  site: Site,
  shop: Shop,
  { seconds, isOver }: { seconds: number; isOver: () => boolean },
): Promise<Measured> {
  const orders = orderRequests(site, shop, 'return=minimal')
  const reads = LISTS.map((list) => readRequest(`/api/v1/${list}`, authorization(shop)))
  const { port } = site.server
  return measure({
    port,
    connections: CONNECTIONS,
    seconds,
    request: (connection, turn) => {
      if (isOver()) return null
      return connection < READERS ? reads[turn % reads.length]! : orders(connection, turn)
    },
  })
}

async function reindex(site: Site, { companyId }: Shop): Promise<{ seconds: number; said: string; restored: number }> {
  const startedAt = performance.now()
  const args = [join(OWN_CHECKOUT, 'server/cli/reindex.ts'), '--company', companyId]
  const env = { PATH: process.env.PATH ?? '', DATABASE_URL: site.databaseUrl }
  const { stdout } = await promisify(execFile)(process.execPath, args, { env })
  const { changed } = JSON.parse(stdout) as { changed: { restored: number }[] }
  return { seconds: (performance.now() - startedAt) / 1_000, said: stdout.trim(), restored: changed[0]?.restored ?? 0 }
}

/** Returns the differences that the server finds between the log, the tables and its memory. */
async function differences(site: Site, shop: Shop): Promise<string[]> {
  const { status, body } = await exchange(site.server.port, readRequest('/api/v1/self-check', authorization(shop)))
  if (status !== 200) throw new Error(`The self-check answered ${status}: ${body}`)
  const { checks } = JSON.parse(body.toString('utf8')) as {
    checks: { name: string; ok: boolean; differences: string[] }[]
  }
  return checks.filter(({ ok }) => !ok).map(({ name, differences }) => `${name}: ${differences.slice(0, 3).join('; ')}`)
}

/** Returns a checksum over the company's rows in each table. */
async function picture(site: Site, { companyId }: Shop): Promise<string> {
  const tables = await site.query<{ name: string }>(
    `select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where table_schema = 'public' and c.column_name = 'company_id' and t.table_type = 'BASE TABLE'
        and table_name not in ('companies', 'projections', 'tokens')
      order by table_name`,
  )
  const lines: string[] = []
  for (const { name } of tables) {
    const [row] = await site.query<{ rows: number; sum: string }>(
      `select count(*)::float8 as rows, coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text as sum from ${name} as t where company_id = $1`,
      [companyId],
    )
    if (row!.rows > 0) lines.push(`${name} ${row!.rows} ${row!.sum}`)
  }
  return lines.join('\n')
}

/** Prints the name of a step when it begins, because steps take minutes, and its duration afterwards. */
async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  console.log(`… ${name}`)
  const result = await work()
  console.log(`  ${figure((performance.now() - startedAt) / 1_000)} s`)
  return result
}

async function run(site: Site): Promise<Goal[]> {
  const { manyProducts, seconds } = site.pace
  const shop = await step('products with a receipt each', () => openShop(site, manyProducts))
  await step('write-offs', () => writeOff(site, shop, (MOVEMENTS - 1) * manyProducts))
  await step('vacuum analyze', () => site.query('vacuum analyze'))
  const alone = await step('the load alone', () => load(site, shop, { seconds, isOver: () => false }))
  await step('damaging', () => damage(site, shop))
  const damaged = await step('self-check of the damaged data', () => differences(site, shop))
  if (damaged.length === 0) throw new Error('The self-check does not find the damage')
  let isOver = false
  const running = load(site, shop, { seconds: LONGEST_SECONDS, isOver: () => isOver })
  const done = await step('reindex during the load', () =>
    Promise.race([
      reindex(site, shop),
      running.then(() => Promise.reject(new Error('The load ended before the reindex'))),
    ]),
  )
  isOver = true
  const beside = await running
  const left = await step('self-check of the repaired data', () => differences(site, shop))
  const before = await step('sums of all tables', () => picture(site, shop))
  const again = await step('reindex alone', () => reindex(site, shop))
  const after = await step('sums of all tables', () => picture(site, shop))
  const [rows] = await site.query<{ products: number; movements: number }>(
    `select (select count(*) from products where company_id = $1)::float8 as products,
            (select count(*) from movements where company_id = $1)::float8 as movements`,
    [shop.companyId],
  )
  console.log(`\n## reindex of ${count(rows!.products)} products and ${count(rows!.movements)} movements`)
  console.log(
    `during the load, of which ${count(beside.answers.reduce((a, b) => a + b))} requests were answered 200, ${figure(done.seconds)} s: ${done.said}\nalone ${figure(again.seconds)} s: ${again.said}`,
  )
  console.log(
    printTable(
      ['load, 8 connections', 'per second', 'p50 ms', 'p99 ms'],
      Object.entries({ alone, 'beside the reindex': beside }).map(([what, { requestsPerSecond, p50Ms, p99Ms }]) => [
        what,
        count(Math.round(requestsPerSecond)),
        figure(p50Ms),
        figure(p99Ms),
      ]),
    ),
  )
  return [
    {
      goal: `the damage is repaired: ${count(DAMAGED_RECORDS)} records`,
      measured: count(done.restored),
      isMet: done.restored === DAMAGED_RECORDS,
    },
    { goal: 'log, tables and memory agree', measured: left.join(' | ') || 'yes', isMet: left.length === 0 },
    {
      goal: 'after another reindex the tables are equal',
      measured: before === after ? 'yes' : 'no',
      isMet: before === after,
    },
  ]
}

const { values } = parseArgs({ options: { quick: { type: 'boolean' }, check: { type: 'boolean' } } })
console.log(`load of the machine before the start: ${loadavg()[0]!.toFixed(2)}`)
const site = await openSite(values.quick ? QUICK_PACE : PACE, chanceFrom(1))
try {
  const goals = await run(site)
  console.log(`\n## goals\n${printGoals(goals)}`)
  if (values.check && goals.some(({ isMet }) => isMet === false)) process.exitCode = 1
} finally {
  await site.close()
}
