/**
 * `npm run bench:import-rows -- [--rows N] [--problems N] [--check]`: measures how long one page of an import report
 * takes, depending on the page's position, over HTTP at the session address. The report is written straight into the
 * tables.
 */
import { parseArgs } from 'node:util'
import { v7 } from 'uuid'
import { EMPTY_CHECKPOINT } from '../server/moysklad/jobs/checkpoint.ts'
import { countRows, insertJob } from '../server/moysklad/jobs/job-sql.ts'
import { insertRows, type PlannedRow } from '../server/moysklad/jobs/row-sql.ts'
import { putSourceRows } from '../server/moysklad/jobs/source-sql.ts'
import { mappingProblem } from '../server/moysklad/mapping/plan.ts'
import { writeCompany } from '../server/store/commits.ts'
import { type Database, openDatabase } from '../server/store/database.ts'
import { chanceFrom } from './chance.ts'
import { median } from './compare.ts'
import { exchange, readRequest } from './load.ts'
import { count, type Goal, printGoals, printTable } from './report.ts'
import { freePort, openSite, type Pace } from './site.ts'

const PACE: Pace = {
  ...{ isQuick: false, seconds: 1, warmUpSeconds: 0, heatSeconds: 0, rounds: 1, restarts: 0, manyProducts: 0 },
}
const GOAL_MS = 50
const ROUNDS = 20
const AT_ONCE = 5_000

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000' },
    problems: { type: 'string', default: '10000' },
    check: { type: 'boolean', default: false },
  },
})
const [ROWS, PROBLEMS] = [Number(values.rows), Number(values.problems)]

/**
 * Makes a row of an import report like those of real accounts: a few problems, and some fields that Skladno does not
 * have.
 */
function rowOf(number: number): PlannedRow {
  // Spread the rows with problems evenly over the report.
  const wantsLook = Math.floor((number * PROBLEMS) / ROWS) !== Math.floor(((number + 1) * PROBLEMS) / ROWS)
  const problems = [
    mappingProblem('price_zero_skipped', { field: 'prices', value: 'Оптовая' }),
    mappingProblem('image_link', { field: 'images', value: '3' }),
    ...(wantsLook
      ? [
          mappingProblem('vat_ambiguous', { field: 'vatRate', value: '' }),
          mappingProblem('missing_reference', { field: 'country', value: 'Нидерланды' }),
        ]
      : []),
  ]
  return {
    ...{ number, id: v7(), entityType: 'product', externalId: v7(), name: `Чайник «Ёлка» ${number}` },
    ...{ action: 'create', status: 'planned', internalId: null, problems },
    data: { left: { trackingType: 'ELECTRONICS', images: 3, syncId: v7() } },
    body: {
      name: `Чайник «Ёлка» ${number}`,
      code: String(number),
      price: 1350,
      description: 'Эмалированный. '.repeat(20),
    },
    ...{ archived: false, isDue: true, isArchiveDue: false },
  }
}

const SOURCE = JSON.stringify({ name: 'Чайник', description: 'Эмалированный. '.repeat(150) })

async function fill(database: Database, companyId: string): Promise<string> {
  const id = v7()
  const options = { products: true, partners: true, warehouses: true, organizations: true, purchases: true }
  const createdBy = { id: 'bench', name: 'Bench' }
  const job = { id, options, accountId: 'bench', createdAt: new Date(), createdBy, checkpoint: EMPTY_CHECKPOINT }
  await writeCompany(database, companyId, (tx) => insertJob(tx, companyId, job))
  for (let from = 0; from < ROWS; from += AT_ONCE)
    await writeCompany(database, companyId, async (tx) => {
      const rows = Array.from({ length: Math.min(AT_ONCE, ROWS - from) }, (_, index) => rowOf(from + index))
      await insertRows(tx, companyId, id, rows)
      const sources = rows.map(({ externalId }) => ({ externalId, source: SOURCE, suppliers: [] }))
      await putSourceRows(tx, companyId, { jobId: id, list: 'product', rows: sources })
    })
  await writeCompany(database, companyId, async (tx) => {
    await countRows(tx, companyId, id)
    await tx.query(`update extsys_jobs set status = 'ready' where company_id = $1 and id = $2`, [companyId, id])
  })
  return id
}

/** Creates a new company by signing up at the session address. */
async function signUp(url: string): Promise<{ companyId: string; cookie: string }> {
  const account = {
    name: 'Анна',
    email: 'anna@bench.example',
    password: 'only-for-the-benchmark',
    companyName: 'Bench',
  }
  const response = await fetch(`${url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify(account),
  })
  if (!response.ok) throw new Error(`The sign-up was answered ${response.status}: ${await response.text()}`)
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ')
  const session = await fetch(`${url}/api/v1/session`, { headers: { cookie } })
  return { companyId: ((await session.json()) as { company: { id: string } }).company.id, cookie }
}

interface Asked {
  readonly query: string
  readonly total: number
  readonly limit: number
}

const PAGES: readonly Asked[] = [
  { query: 'problems=true', total: PROBLEMS, limit: 50 },
  { query: 'problems=true', total: PROBLEMS, limit: 500 },
  { query: 'problems=true&source=true', total: PROBLEMS, limit: 50 },
  { query: 'problems=false', total: ROWS, limit: 50 },
  { query: 'problems=false', total: ROWS, limit: 500 },
]

const port = await freePort()
const site = await openSite(PACE, chanceFrom(1), { settings: { APP_PORT: String(port) } })
const database = openDatabase(site.databaseUrl, (error) => console.error(error.message))
try {
  const { companyId, cookie } = await signUp(`http://127.0.0.1:${port}`)
  const jobId = await fill(database, companyId)
  await site.query('vacuum analyze')
  await measurePages(`/api/v1/integrations/extsys/jobs/${jobId}`, cookie)
} finally {
  await database.end()
  await site.close()
}

async function measurePages(url: string, cookie: string): Promise<void> {
  const lines: string[][] = []
  const goals: Goal[] = []
  for (const { query, total, limit } of PAGES)
    for (const share of [0, 0.25, 0.5, 0.75, 1]) {
      const offset = Math.max(0, Math.floor((total - limit) * share))
      const path = `rows?${query}&limit=${limit}&offset=${offset}`
      const { middle, slowest, bytes } = await taken(`${url}/${path}`, cookie)
      lines.push([path, middle.toFixed(1), slowest.toFixed(1), String(Math.round(bytes / 1024))])
      const isMet = middle <= GOAL_MS
      goals.push({ goal: `${path} ≤ ${GOAL_MS} ms`, measured: `${middle.toFixed(1)} ms`, isMet })
    }
  const groups = await taken(`${url}/problems`, cookie)
  lines.push(['problems', groups.middle.toFixed(1), groups.slowest.toFixed(1), String(Math.round(groups.bytes / 1024))])
  console.log(`${count(ROWS)} rows, of which ${count(PROBLEMS)} need attention; ${ROUNDS} times each\n`)
  console.log(printTable(['page', 'median ms', 'slowest ms', 'KiB'], lines))
  const missed = goals.filter(({ isMet }) => isMet === false)
  console.log(`\n${missed.length === 0 ? `Every page takes at most ${GOAL_MS} ms.` : printGoals(missed)}`)
  if (values.check && missed.length > 0) process.exitCode = 1
}

async function taken(path: string, cookie: string): Promise<{ middle: number; slowest: number; bytes: number }> {
  const request = readRequest(path, { cookie })
  const times: number[] = []
  let bytes = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const { status, body, milliseconds } = await exchange(port, request)
    if (status !== 200) throw new Error(`${path} answered ${status}: ${body}`)
    times.push(milliseconds)
    bytes = body.length
  }
  return { middle: median(times), slowest: Math.max(...times), bytes }
}
