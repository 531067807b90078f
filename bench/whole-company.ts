/**
 * `npm run bench:whole-company -- [--orders 100000] [--check]`: fills a company through the API, then measures time and
 * memory of its export, its import into another database, and its deletion there. The state and replays of old keys
 * must be identical byte for byte.
 */
import { spawn } from 'node:child_process'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { emptyTotals } from '../server/domain/books.ts'
import { SHAPE_VERSION } from '../server/domain/shape-version.ts'
import { packTotals } from '../server/engine/packed-totals.ts'
import { chanceFrom } from './chance.ts'
import { bytesOf, exchange, readRequest, writeRequests } from './load.ts'
import { peakResidentBytes, startProcess } from './processes.ts'
import { count, figure, type Goal, printGoals, printTable } from './report.ts'
import { authorization, CUSTOMER, openShop, type Shop } from './shop.ts'
import { OWN_CHECKOUT, openSite, type Pace, type Site } from './site.ts'

const PACE: Pace = {
  ...{ isQuick: false, seconds: 10, warmUpSeconds: 1, heatSeconds: 0, rounds: 1, restarts: 0 },
  manyProducts: 5_000,
}
const WORKERS = 4
/** How many orders are placed by one request. */
const AT_ONCE = 100
const LINES = 3
/** How many old commands are sent again to both servers. */
const REPLAYED = 300
/** How many empty companies are added to the list. */
const COMPANIES = 10_000
const MEMORY_EVERY_MS = 50
const MEBIBYTE = 1_048_576
const OTHER_DATABASE = 'moved'

interface Cost {
  readonly what: string
  readonly seconds: number
  readonly megabytes: number
  readonly said: Record<string, unknown>
}

const orderBody = ({ warehouseId, productIds }: Shop, n: number) => ({
  ...{ customer: CUSTOMER, warehouseId, channel: 'Сайт' },
  items: Array.from({ length: LINES }, (_, line) => {
    return { productId: productIds[(n * LINES + line * 7) % productIds.length], quantity: 1 + (n % 3) }
  }),
})

interface Placed {
  readonly method: string
  readonly path: string
  readonly key: string
  readonly body: object
}

/** Sends a request again with the same key while the node is overloaded, as its answer asks for. */
async function sendUntilTaken(url: string, request: RequestInit): Promise<string> {
  for (;;) {
    const answer = await fetch(url, request)
    const text = await answer.text()
    if (answer.status !== 503) return text
    await sleep(Number(answer.headers.get('retry-after') ?? 1) * 1_000)
  }
}

/** Places orders and ships nine out of ten of them, with a hundred commands per request. */
async function trade({ server }: Site, shop: Shop, orders: number): Promise<void> {
  let batches = 0
  const headers = { ...authorization(shop), 'content-type': 'application/json', prefer: 'return=minimal' }
  const send = async (commands: readonly Placed[]): Promise<string[]> => {
    const text = await sendUntilTaken(`http://127.0.0.1:${server.port}/api/v1/batch`, {
      ...{ method: 'POST', headers: { ...headers, 'idempotency-key': `bench-batch-${++batches}` } },
      body: JSON.stringify({ mode: 'each', commands }),
    })
    const { results } = JSON.parse(text) as { results?: { status: number; result?: { id: string } }[] }
    if (results === undefined) throw new Error(`A batch was answered ${text}`)
    const failed = results.find(({ status }) => status !== 200)
    if (failed !== undefined) throw new Error(`A command of a batch was answered ${JSON.stringify(failed)}`)
    return results.map(({ result }) => result!.id)
  }
  let next = 0
  const work = async () => {
    for (let from = next; from < orders; from = next) {
      next += AT_ONCE
      const numbers = Array.from({ length: Math.min(AT_ONCE, orders - from) }, (_, at) => from + at)
      const placed = numbers.map((n) => {
        return { method: 'POST', path: '/api/v1/orders', key: `bench-order-${n}`, body: orderBody(shop, n) }
      })
      const ids = await send(placed)
      const shipped = numbers.flatMap((n, at) => {
        const path = `/api/v1/orders/${ids[at]}/status`
        return n % 10 === 0 ? [] : [{ method: 'PATCH', path, key: `bench-shipped-${n}`, body: { status: 'shipped' } }]
      })
      await send(shipped)
    }
  }
  await Promise.all(Array.from({ length: WORKERS }, work))
}

/** Runs a shell command, and measures its duration and its peak memory. */
async function run(
  what: string,
  [command, ...args]: readonly [string, ...string[]],
  env: Record<string, string>,
): Promise<Cost> {
  const startedAt = performance.now()
  const script = join(OWN_CHECKOUT, `server/cli/${command}.ts`)
  const child = spawn(process.execPath, [script, ...args], { env: { PATH: process.env.PATH ?? '', ...env } })
  let [said, complaint, peak] = ['', '', 0]
  child.stdout.on('data', (text) => (said += text))
  child.stderr.on('data', (text) => (complaint += text))
  const timer = setInterval(() => {
    peak = Math.max(peak, peakResidentBytes(child.pid!) ?? 0)
  }, MEMORY_EVERY_MS)
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  clearInterval(timer)
  if (code !== 0) throw new Error(`${command} failed: ${complaint}`)
  const cost = {
    what,
    seconds: (performance.now() - startedAt) / 1_000,
    megabytes: peak / MEBIBYTE,
    said: JSON.parse(said),
  }
  console.log(`${what}: ${figure(cost.seconds)} s, ${figure(cost.megabytes)} MB`)
  return cost
}

/** Creates empty companies, so that the list of companies is long. */
async function addCompanies(site: Site): Promise<void> {
  await site.query(
    `with made as (
       insert into companies (company_id, revision, last_at, totals, counters, created_at)
       select gen_random_uuid(), 0, now(), $1, '{"orders":0}', now() from generate_series(1, $2) returning company_id),
     named as (
       insert into settings (company_id, revision, company_name, daily_summary, record)
       select company_id, 0, 'Пустая', false, '{}' from made),
     projected as (
       insert into projections (company_id, revision, logged_since, shapes) select company_id, 0, 0, $3 from made)
     insert into tokens (secret_hash, token_id, company_id, name, prefix, created_at)
     select sha256(company_id::text::bytea), gen_random_uuid(), company_id, 'none', 'skl_', now() from made`,
    [packTotals(emptyTotals()), COMPANIES, SHAPE_VERSION],
  )
}

async function otherDatabase(url: string): Promise<string> {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(`create database ${OTHER_DATABASE}`)
  await admin.end()
  return url.replace(/\/[^/?]*(\?|$)/, `/${OTHER_DATABASE}$1`)
}

/** Sends old commands again to both servers. @returns how many responses differ. */
async function compare(
  ports: readonly [number, number],
  shops: readonly [Shop, Shop],
  orders: number,
): Promise<number> {
  let different = 0
  const judge = (what: string, ...answers: readonly [string, string]) => {
    // A cursor has the epoch in it, which is another one at the other installation.
    const [here, there] = answers.map((answer) => answer.replace(/"nextCursor":"[^"]+"/, '"nextCursor":""')) as [
      string,
      string,
    ]
    if (here === there) return
    different += 1
    const at = [...here].findIndex((letter, index) => letter !== there[index])
    console.log(`${what} differs at ${at}: ${here.slice(at - 60, at + 60)} / ${there.slice(at - 60, at + 60)}`)
  }
  const texts = async (request: (shop: Shop) => string) =>
    Promise.all(([0, 1] as const).map(async (at) => (await exchange(ports[at], request(shops[at]))).body.toString()))
  for (let at = 0; at < REPLAYED; at += 1) {
    const n = Math.floor((orders * at) / REPLAYED)
    const prefer =
      ['return=minimal', 'state=changes', ...(at % 50 === 0 ? ['state=full'] : [])][at % 3] ?? 'state=summary'
    const body = bytesOf(JSON.stringify(orderBody(shops[0], n)))
    const [here, there] = await texts((shop) =>
      writeRequests('POST', '/api/v1/orders', { ...authorization(shop), prefer })(`bench-order-${n}`, body),
    )
    if (!here!.includes('"result"')) throw new Error(`A replay was answered ${here}`)
    judge(`the replay of order ${n} with ${prefer}`, here!, there!)
  }
  for (const path of [
    '/api/v1/bootstrap',
    '/api/v1/orders?limit=200',
    '/api/v1/reports/turnover?from=2020-01-01&to=2030-01-01',
  ]) {
    const [here, there] = await texts((shop) => readRequest(path, authorization(shop)))
    judge(path, here!, there!)
  }
  return different
}

async function measureAll(site: Site, folder: string, orders: number): Promise<Goal[]> {
  const shop = await openShop(site, site.pace.manyProducts)
  const beganAt = performance.now()
  await trade(site, shop, orders)
  console.log(`${count(orders)} orders in ${figure((performance.now() - beganAt) / 1_000)} s`)
  await addCompanies(site)
  await site.query('vacuum analyze')
  const url = await otherDatabase(site.databaseUrl)
  const [here, there] = ['here', 'there'].map((name) => ({ FILES_URL: `file://${join(folder, name)}` }))
  const to = join(folder, 'company.zip')
  const { companyId } = shop
  const list = await run('list', ['companies', '--json'], { DATABASE_URL: site.databaseUrl })
  const sizes = await run('list with sizes', ['companies', '--json', '--sizes'], {
    DATABASE_URL: site.databaseUrl,
    ...here,
  })
  const exported = await run('export', ['export-company', '--company', companyId, '--to', to], {
    DATABASE_URL: site.databaseUrl,
    ...here,
  })
  const imported = await run('import', ['import-company', '--from', to], { DATABASE_URL: url, ...there })
  const issued = await run('token', ['token', 'issue', '--company', companyId, '--name', 'bench'], {
    DATABASE_URL: url,
  })
  const portIn = (line: string) => Number(/"apiUrl":"http:\/\/[^:]+:(\d+)/.exec(line)?.[1] ?? 0) || null
  const env = { DATABASE_URL: url, API_PORT: '0', APP_PORT: '0', DATA_DIR: folder, ...there }
  const node = await startProcess([join(OWN_CHECKOUT, 'server/main.ts')], env, portIn)
  const moved = { ...shop, token: issued.said.token as string }
  const different = await compare([site.server.port, node.port], [shop, moved], orders)
  const checked = await run('self-check', ['self-check', '--company', companyId], { DATABASE_URL: url })
  const { name } = exported.said as { name: string }
  const deleted = await run(
    'deletion',
    ['delete-company', '--company', companyId, '--confirm', name, '--report', join(folder, 'report.json')],
    { DATABASE_URL: url, ...there },
  )
  await node.stop()
  const costs = [list, sizes, exported, imported, checked, deleted]
  console.log(
    `\n## ${count(orders)} orders of ${LINES} lines, ${count(Number(exported.said.rows))} rows, archive ${figure((await stat(to)).size / MEBIBYTE)} MB`,
  )
  console.log(
    printTable(
      ['', 'seconds', 'peak MB'],
      costs.map((cost) => [cost.what, figure(cost.seconds), figure(cost.megabytes)]),
    ),
  )
  return [
    { goal: 'answers at both places are equal', measured: `${different} differ`, isMet: different === 0 },
    { goal: 'the self-check finds nothing', measured: String(checked.said.ok), isMet: checked.said.ok === true },
    {
      goal: 'memory of the import is bounded',
      measured: `${figure(imported.megabytes)} MB`,
      isMet: imported.megabytes < 600,
    },
  ]
}

const { values } = parseArgs({ options: { orders: { type: 'string', default: '100000' }, check: { type: 'boolean' } } })
const folder = await mkdtemp(join(tmpdir(), 'skladno-whole-'))
const site = await openSite(PACE, chanceFrom(1))
try {
  const goals = await measureAll(site, folder, Number(values.orders))
  console.log(`\n## goals\n${printGoals(goals)}`)
  if (values.check && goals.some(({ isMet }) => isMet === false)) process.exitCode = 1
} finally {
  await site.close()
  await rm(folder, { recursive: true, force: true })
}
