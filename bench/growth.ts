/**
 * `npm run bench:growth -- [--quick] [--only parts|pages|reports] [--data FOLDER]`: measures whether sales cost more
 * time as orders and companies grow. Ships orders of 50 lines in 50 parts and compares the last parts with the first;
 * then requests pages of lists and all reports in a company with more than 500,000 shipments. Exits with 1 if a goal is
 * missed. Filling the company takes minutes; with --data the folder is kept and reused by the next run.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { chanceFrom } from './chance.ts'
import { median, restartHot } from './compare.ts'
import { fillShipments, GROWTH_SIZE, HISTORY_END, QUICK_GROWTH_SIZE, type Sample, sampleOf } from './growth-company.ts'
import { measureParts, type PartsPace } from './growth-parts.ts'
import { DEEP, PAGES, TOTALS } from './growth-questions.ts'
import { exchange, type Measured, measure, readRequest } from './load.ts'
import { cpuSeconds, cpuSecondsOfFamily } from './processes.ts'
import { count, figure, type Goal, printGoals, printTable } from './report.ts'
import { fillReportCompany } from './report-company.ts'
import { fillPresent } from './report-present.ts'
import { REPORTS } from './report-questions.ts'
import { sum } from './shop.ts'
import { type NewCompany, openSite, type Pace, type Site } from './site.ts'

/** The file in the data folder that records which company the data belongs to. */
const KEPT_COMPANY = 'growth-company.json'
const SHIPMENTS = 500_000
const VARIANTS = 64
const CONNECTIONS = 8
const DEEP_PAGES = 100
/** The limit for pages of lists, as for `npm run bench:lists`. */
const PAGE_GOAL_MS = 50
/** The limit for a report, as for `npm run bench:neighbours`. */
const REPORT_GOAL_MS = 10_000

const PACE: Pace = {
  isQuick: false,
  seconds: 1,
  warmUpSeconds: 0.5,
  heatSeconds: 10,
  rounds: 3,
  restarts: 0,
  manyProducts: 0,
}
const QUICK_PACE: Pace = { ...PACE, isQuick: true, seconds: 0.2, heatSeconds: 1, rounds: 1 }
const PARTS_PACE: PartsPace = { rounds: 9, orders: 16 }
const QUICK_PARTS_PACE: PartsPace = { rounds: 1, orders: 4 }

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    data: { type: 'string' },
  },
})
const keptFolder = values.data === undefined ? undefined : resolve(values.data)
const isAsked = (part: string) => values.only === '' || values.only === part

console.log(`load of the machine before the start: ${loadavg()[0]!.toFixed(2)}`)
const site = await openSite(values.quick ? QUICK_PACE : PACE, chanceFrom(1), { keptFolder })
try {
  const goals: Goal[] = []
  if (isAsked('parts')) {
    await restartHot(site)
    goals.push(...(await measureParts(site, values.quick ? QUICK_PARTS_PACE : PARTS_PACE)))
  }
  if (isAsked('pages') || isAsked('reports')) {
    const company = (await keptCompany()) ?? (await fillCompany(site))
    if (isAsked('pages')) goals.push(await measurePages(site, company))
    if (isAsked('reports')) goals.push(await measureReports(site, company))
  }
  console.log(`\n## goals\n${printGoals(goals)}`)
  if (goals.some(({ isMet }) => isMet === false)) process.exitCode = 1
} finally {
  await site.close()
}

async function fillCompany(at: Site): Promise<NewCompany> {
  const started = performance.now()
  const company = await at.newCompany()
  const ask = (text: string, list?: unknown[]) => at.query(text, list)
  const size = at.pace.isQuick ? QUICK_GROWTH_SIZE : GROWTH_SIZE
  await fillReportCompany(ask, company.companyId, at.chance, size)
  await fillPresent(ask, company.companyId)
  await fillShipments(ask, company.companyId)
  await at.query('update companies set last_at = $2 where company_id = $1', [company.companyId, HISTORY_END])
  await at.query('vacuum analyze')
  const [stored] = await at.query<{ count: number }>('select count(*) from shipments where company_id = $1', [
    company.companyId,
  ])
  const shipments = Number(stored!.count)
  if (!at.pace.isQuick && shipments < SHIPMENTS) throw new Error(`There are only ${count(shipments)} shipments`)
  console.log(`\n${count(shipments)} shipments, filled in ${count((performance.now() - started) / 1_000)} s`)
  if (keptFolder !== undefined) await writeFile(join(keptFolder, KEPT_COMPANY), JSON.stringify(company))
  return company
}

/** Returns the company that an earlier run left in the data folder. */
async function keptCompany(): Promise<NewCompany | null> {
  if (keptFolder === undefined) return null
  const text = await readFile(join(keptFolder, KEPT_COMPANY), 'utf8').catch(() => null)
  return text === null ? null : JSON.parse(text)
}

function requestFor({ token }: NewCompany, path: string): string {
  return readRequest(`/api/v1/${encodeURI(path)}`, { authorization: `Bearer ${token}` })
}

async function answered(at: Site, company: NewCompany, path: string): Promise<Buffer> {
  const { status, body } = await exchange(at.server.port, requestFor(company, path))
  if (status !== 200) throw new Error(`${path} answered ${status}: ${body}`)
  return body
}

/** Returns the path of a page far from the beginning of a list. */
async function deepPath(at: Site, company: NewCompany, path: string): Promise<string> {
  const more = path.includes('?') ? '&' : '?'
  let cursor = ''
  for (let page = 0; page < DEEP_PAGES; page += 1) {
    const body = await answered(at, company, `${path}${more}limit=1000${cursor}`)
    const { nextCursor } = JSON.parse(body.toString('utf8')) as { nextCursor: string | null }
    if (nextCursor === null) break
    cursor = `&cursor=${nextCursor}`
  }
  return cursor === '' ? path : `${path}${more}${cursor.slice(1)}`
}

async function pathsOf(at: Site, company: NewCompany): Promise<Map<string, string[]>> {
  const ask = (text: string, list?: unknown[]) => at.query(text, list)
  const sample: Sample = await sampleOf(ask, company.companyId, VARIANTS)
  const kinds = new Map(
    Object.entries(PAGES).map(([what, asking]) => [
      what,
      Array.from({ length: VARIANTS }, (_, n) => asking(n, sample)),
    ]),
  )
  for (const path of DEEP) kinds.set(`${path}, a deep page`, [await deepPath(at, company, path)])
  return kinds
}

/** Returns the CPU seconds that PostgreSQL and the server have used; NaN without /proc. */
function cpuOf(at: Site): number[] {
  return [cpuSecondsOfFamily(at.postgresPid), cpuSeconds(at.server.pid)].map((seconds) => seconds ?? Number.NaN)
}

/** Measures pages of every kind. Returns the goal, which names the kinds that missed it. */
async function measurePages(at: Site, company: NewCompany): Promise<Goal> {
  const kinds = await pathsOf(at, company)
  const { seconds, rounds, isQuick } = at.pace
  const asked = (paths: readonly string[], warmUpSeconds: number): Promise<Measured> => {
    const requests = paths.map((path) => requestFor(company, path))
    return measure({
      port: at.server.port,
      connections: CONNECTIONS,
      warmUpSeconds,
      seconds,
      request: (connection, turn) => requests[(turn * CONNECTIONS + connection) % requests.length]!,
    })
  }
  // First request every kind once without measuring, so that the server has loaded the company, compiled its code and
  // planned its statements.
  for (const paths of kinds.values()) await asked(paths, 0)
  const rows: string[][] = []
  const late: string[] = []
  for (const [what, paths] of kinds) {
    const before = cpuOf(at)
    const runs: Measured[] = []
    for (let round = 0; round < rounds; round += 1) runs.push(await asked(paths, 0))
    const answers = runs.reduce((all, run) => all + sum(run.answers), 0)
    const cpu = cpuOf(at).map((after, which) => figure(((after - before[which]!) * 1_000) / answers))
    const middle = (of: (run: Measured) => number) => median(runs.map(of))
    const p99 = middle(({ p99Ms }) => p99Ms)
    if (p99 > PAGE_GOAL_MS) late.push(what)
    rows.push([
      what,
      count(middle(({ requestsPerSecond }) => requestsPerSecond)),
      figure(middle(({ p50Ms }) => p50Ms)),
      figure(p99),
      figure(Math.max(...runs.map(({ p99Ms }) => p99Ms))),
      ...cpu,
      count(middle(({ bodyBytes }) => bodyBytes)),
      p99 > PAGE_GOAL_MS ? '✗' : '✓',
    ])
  }
  console.log(`\n## pages, ${CONNECTIONS} connections`)
  console.log(
    printTable(
      ['page', 'per second', 'p50 ms', 'p99 ms', 'worst p99', 'CPU ms: PostgreSQL', 'server', 'bytes', ''],
      rows,
    ),
  )
  return {
    goal: `p99 of every page ≤ ${PAGE_GOAL_MS} ms`,
    measured: late.length === 0 ? `${rows.length} of ${rows.length}` : `not ${late.join('; ')}`,
    isMet: isQuick ? null : late.length === 0,
  }
}

/** Measures every report, one at a time. Returns the goal, which names the reports that missed it. */
async function measureReports(at: Site, company: NewCompany): Promise<Goal> {
  const { rounds, isQuick } = at.pace
  const rows: string[][] = []
  const late: string[] = []
  for (const path of [...REPORTS.map((report) => `reports/${report}`), 'summary', ...TOTALS]) {
    const before = cpuOf(at)
    const ms: number[] = []
    let bytes = 0
    for (let round = 0; round < rounds; round += 1) {
      const start = performance.now()
      const { status, body } = await exchange(at.server.port, requestFor(company, path))
      // A report that is stopped because it takes too long is answered 503.
      if (status !== 200 && status !== 503) throw new Error(`${path} answered ${status}: ${body}`)
      bytes = body.length
      ms.push(status === 200 ? performance.now() - start : Number.POSITIVE_INFINITY)
    }
    const used = cpuOf(at).map((after, which) => count(((after - before[which]!) * 1_000) / rounds))
    const slowest = Math.max(...ms)
    if (slowest > REPORT_GOAL_MS) late.push(path)
    rows.push([
      path.replace('reports/', ''),
      ...[median(ms), slowest].map((one) => (one < Number.POSITIVE_INFINITY ? count(one) : 'stopped')),
      ...used,
      count(bytes / 1_024),
      slowest > REPORT_GOAL_MS ? '✗' : '✓',
    ])
  }
  console.log('\n## reports, one at a time')
  console.log(printTable(['report', 'median ms', 'slowest ms', 'CPU ms: PostgreSQL', 'server', 'KiB', ''], rows))
  return {
    goal: `each report ≤ ${REPORT_GOAL_MS / 1_000} s`,
    measured: late.length === 0 ? `${rows.length} of ${rows.length}` : `not ${late.join('; ')}`,
    isMet: isQuick ? null : late.length === 0,
  }
}
