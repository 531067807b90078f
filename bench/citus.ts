/**
 * Compares a Citus cluster with a plain PostgreSQL in the same run: orders per second, and the CPU time of an order in
 * the service and in the database, with everything that follows the commit. Both run on this machine and have the tables of
 * the service; the cluster's are distributed (deploy/citus/distribute.sql).
 *
 *   npm run bench:citus -- --plain postgres://… --cluster postgres://…
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { createCompanyWithToken } from '../server/access/new-company.ts'
import { openDatabase } from '../server/store/database.ts'
import { chanceFrom } from './chance.ts'
import { median } from './compare.ts'
import { measure } from './load.ts'
import { cpuSeconds, cpuSecondsOfFamily, parentOf, type StartedProcess } from './processes.ts'
import { figure, printTable } from './report.ts'
import { checkOrders, openShop, orderRequests, type Shop, type ShopSite, sum } from './shop.ts'
import { BENCH_PASSWORD, startServer } from './site.ts'

const PRODUCTS = 20
const LOADS = [
  { what: 'one company', companies: 1, connections: 16 },
  { what: '64 companies', companies: 64, connections: 64 },
]
/** The databases are used again by the next run, so its service needs the same key. */
const SECRET_KEY = 'only for the benchmark of a cluster'
/** How long the tables of records may be behind the log after the last order. */
const PROJECTED_MS = 60_000
const POLL_MS = 100

/** A database that is compared: its name in the table, and its servers' processes. */
interface Side extends ShopSite {
  readonly name: string
  readonly server: StartedProcess
  readonly shops: Shop[]
  /** The process ids of PostgreSQL's main processes: of the coordinator and then of the workers, or of the only server. */
  readonly postgresPids: readonly number[]
  /** Resolves when the tables of records have everything that was committed. */
  projected(): Promise<void>
  close(): Promise<void>
}

/** The costs of an order, in microseconds of CPU time. `nodes`: of each PostgreSQL server. */
interface Costs {
  readonly perSecond: number
  readonly p50Ms: number
  readonly server: number
  readonly nodes: readonly number[]
}

async function mainProcess(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const pid = parentOf(rows[0]!.pid)
  await client.end()
  if (pid === null) throw new Error('The CPU time of PostgreSQL can only be read on the machine on which it runs')
  return pid
}

/** Returns the connection strings of a database's servers: those of a cluster, the coordinator first, or the only one. */
async function serversOf(admin: pg.Client, url: string): Promise<string[]> {
  const { rows: extension } = await admin.query(`select from pg_extension where extname = 'citus'`)
  if (extension.length === 0) return [url]
  const { rows } = await admin.query<{ host: string; port: number }>(
    'select nodename as host, nodeport as port from pg_dist_node where groupid > 0 order by nodeid',
  )
  const workers = rows.map(({ host, port }) => Object.assign(new URL(url), { hostname: host, port: String(port) }).href)
  return [url, ...workers]
}

async function openSide(name: string, url: string): Promise<Side> {
  const folder = await mkdtemp(join(tmpdir(), 'skladno-citus-'))
  const server = await startServer({ databaseUrl: url, folder, settings: { SECRET_KEY } })
  const database = openDatabase(url, (error) => console.error(error.message))
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  const projected = async () => {
    const until = performance.now() + PROJECTED_MS
    for (;;) {
      const { rows } = await admin.query<{ behind: number }>(
        `select count(*) as behind from companies c join projections p on p.company_id = c.company_id
          where p.revision < c.revision`,
      )
      if (rows[0]!.behind === 0) return
      if (performance.now() > until) throw new Error('The tables of records do not follow the log')
      await sleep(POLL_MS)
    }
  }
  const postgresPids = await Promise.all((await serversOf(admin, url)).map(mainProcess))
  let made = 0
  const run = Date.now()
  return {
    name,
    server,
    chance: chanceFrom(1),
    shops: [],
    postgresPids,
    async newCompany() {
      made += 1
      const email = `owner-${run}-${made}@bench.example`
      const wishes = { name: `Компания ${made}`, userName: `Владелец ${made}`, email, password: BENCH_PASSWORD }
      return { ...(await createCompanyWithToken(database, wishes)), email }
    },
    query: async <T extends pg.QueryResultRow>(text: string, values: unknown[] = []) => {
      await projected()
      return (await admin.query<T>(text, values)).rows
    },
    projected,
    async close() {
      await server.stop()
      await database.end()
      await admin.end()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Places orders for a while, and waits until the tables of records have them, so that all of their cost is counted. */
async function runLoad(side: Side, load: (typeof LOADS)[number], seconds: number): Promise<Costs> {
  const shops = side.shops.slice(0, load.companies)
  const byShop = shops.map((shop) => orderRequests(side, shop))
  const costs = () => [cpuSeconds(side.server.pid), ...side.postgresPids.map(cpuSecondsOfFamily)].map((one) => one ?? 0)
  const before = costs()
  const measured = await measure({
    port: side.server.port,
    connections: load.connections,
    seconds,
    request: (connection, turn) => byShop[connection % shops.length]!(connection, turn),
  })
  await side.projected()
  const answers = sum(measured.answers)
  const [server, ...nodes] = costs().map((after, at) => ((after - before[at]!) * 1e6) / answers)
  for (const [connection, count] of measured.answers.entries()) ordered.add(shops[connection % shops.length]!, count)
  return { perSecond: measured.requestsPerSecond, p50Ms: measured.p50Ms, server: server!, nodes }
}

/** The number of orders placed in each company so far. */
const ordered = {
  counts: new Map<Shop, number>(),
  add(shop: Shop, count: number) {
    this.counts.set(shop, (this.counts.get(shop) ?? 0) + count)
  },
}

const databaseOf = ({ nodes }: Costs) => sum(nodes)

function rowOf(what: string, side: Side, runs: readonly Costs[]): string[] {
  const of = (pick: (costs: Costs) => number) => figure(median(runs.map(pick)))
  const nodes = side.postgresPids.map((_, at) => of(({ nodes }) => nodes[at]!))
  return [
    what,
    side.name,
    of((r) => r.perSecond),
    of((r) => r.p50Ms),
    of((r) => r.server),
    of(databaseOf),
    nodes.join(' + '),
  ]
}

async function compare(sides: readonly Side[], rounds: number, seconds: number): Promise<void> {
  const rows: string[][] = []
  for (const load of LOADS) {
    for (const side of sides) while (side.shops.length < load.companies) side.shops.push(await openShop(side, PRODUCTS))
    for (const side of sides) await runLoad(side, load, seconds)
    const runs = sides.map((): Costs[] => [])
    for (let round = 0; round < rounds; round += 1)
      for (const [at, side] of sides.entries()) runs[at]!.push(await runLoad(side, load, seconds))
    for (const [at, side] of sides.entries()) rows.push(rowOf(load.what, side, runs[at]!))
    const ratios = runs[1]!.map((costs, round) => databaseOf(costs) / databaseOf(runs[0]![round]!))
    rows.push(['', 'cluster ÷ plain', '', '', '', ratios.map(figure).join(', '), ''])
  }
  for (const side of sides) for (const shop of side.shops) await checkOrders(side, shop, ordered.counts.get(shop) ?? 0)
  const headings = ['load', 'database', 'orders/s', 'p50 ms', 'CPU µs an order: service', 'database', 'by node']
  console.log(printTable(headings, rows))
}

const { values } = parseArgs({
  options: {
    plain: { type: 'string' },
    cluster: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '6' },
  },
})
if (values.plain === undefined || values.cluster === undefined) throw new Error('Name both: --plain URL --cluster URL')
console.log(`load of the machine before the start: ${loadavg()[0]!.toFixed(2)}`)
const sides: Side[] = []
try {
  for (const name of ['plain', 'cluster'] as const) sides.push(await openSide(name, values[name]!))
  await compare(sides, Number(values.rounds), Number(values.seconds))
} finally {
  for (const side of sides) await side.close()
}
