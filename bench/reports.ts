/**
 * `npm run bench:reports -- [--movements N] [--products N] [--seed N] [--only REGEX] [--data FOLDER]`: writes a company
 * with a long history straight into the tables and measures each report over HTTP. For comparison it counts the
 * company's movements through an index. Filling takes minutes; with --data the folder is kept and reused by the next
 * run.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { chanceFrom } from './chance.ts'
import { median } from './compare.ts'
import { exchange, readRequest } from './load.ts'
import { cpuSeconds, cpuSecondsOfFamily } from './processes.ts'
import { printTable } from './report.ts'
import { fillReportCompany, type Size } from './report-company.ts'
import { fillPresent } from './report-present.ts'
import { REPORTS } from './report-questions.ts'
import { type NewCompany, openSite, type Pace, type Site } from './site.ts'

const ROUNDS = 5
/** The file in the data folder that records which company the data belongs to. */
const KEPT_COMPANY = 'report-company.json'
const PACE: Pace = {
  isQuick: false,
  seconds: 1,
  warmUpSeconds: 0,
  heatSeconds: 0,
  rounds: ROUNDS,
  restarts: 1,
  manyProducts: 0,
}

/** The number of years in the history, which covers 2023 to 2025. */
const YEARS = 3
const QUESTIONS = [...REPORTS.map((report) => `reports/${report}`), 'summary']

const { values } = parseArgs({
  options: {
    movements: { type: 'string', default: '1000000' },
    products: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    data: { type: 'string' },
  },
})
const size: Size = { movements: Number(values.movements), products: Number(values.products) }
const chance = chanceFrom(Number(values.seed))
const keptFolder = values.data === undefined ? undefined : resolve(values.data)
const site = await openSite(PACE, chance, { keptFolder })
try {
  await measureReports(site)
} finally {
  await site.close()
}

async function measureReports(at: Site): Promise<void> {
  const { companyId, token } = (await keptCompany()) ?? (await fillCompany(at))
  const count = () => at.query('select count(*) from movements where company_id = $1', [companyId])
  await keepYears(at, companyId, token)
  const baseline = await taken(at, count)
  const rows = [['count(*) of the movements', ...cells(baseline, baseline), '']]
  for (const path of QUESTIONS.filter((one) => new RegExp(values.only).test(one))) {
    const request = readRequest(`/api/v1/${path}`, { authorization: `Bearer ${token}` })
    let bytes = 0
    const cost = await taken(at, async () => {
      const { status, body } = await exchange(at.server.port, request)
      if (status !== 200) throw new Error(`${path} answered ${status}: ${body}`)
      bytes = body.length
    })
    rows.push([path, ...cells(cost, baseline), String(Math.round(bytes / 1024))])
  }
  const after = await taken(at, count)
  rows.push(['count(*) again', ...cells(after, baseline), ''])
  console.log(
    printTable(['what', 'median ms', 'slowest ms', '× count(*)', 'CPU ms: PostgreSQL', 'server', 'KiB'], rows),
  )
}

/** Waits until the totals of past years are stored, which happens after the first turnover report about them. */
async function keepYears(at: Site, companyId: string, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  await exchange(at.server.port, readRequest('/api/v1/reports/turnover?from=2023-01-01', headers))
  const kept = async () => (await at.query('select from turnover_years where company_id = $1', [companyId])).length
  while ((await kept()) < YEARS) await sleep(100)
}

async function fillCompany(at: Site): Promise<NewCompany> {
  const company = await at.newCompany()
  const started = performance.now()
  const counts = await fillReportCompany((text, list) => at.query(text, list), company.companyId, chance, size)
  await fillPresent((text, list) => at.query(text, list), company.companyId)
  // Set the company's clock to the end of its history.
  await at.query(`update companies set last_at = '2026-01-01' where company_id = $1`, [company.companyId])
  await at.query('vacuum analyze')
  console.log(
    `seed ${values.seed}; filled in ${Math.round((performance.now() - started) / 1000)} s: ${JSON.stringify(counts)}\n`,
  )
  if (keptFolder !== undefined) await writeFile(join(keptFolder, KEPT_COMPANY), JSON.stringify(company))
  return company
}

/** Returns the company that an earlier run left in the data folder. */
async function keptCompany(): Promise<NewCompany | null> {
  if (keptFolder === undefined) return null
  const text = await readFile(join(keptFolder, KEPT_COMPANY), 'utf8').catch(() => null)
  return text === null ? null : JSON.parse(text)
}

interface Taken {
  readonly ms: readonly number[]
  /** The CPU time of PostgreSQL in one round, in milliseconds; null without /proc. */
  readonly postgresMs: number | null
  readonly serverMs: number | null
}

async function taken(at: Site, run: () => Promise<unknown>): Promise<Taken> {
  const cpu = () => [cpuSecondsOfFamily(at.postgresPid), cpuSeconds(at.server.pid)]
  const before = cpu()
  const ms: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = performance.now()
    await run()
    ms.push(performance.now() - start)
  }
  const [postgresMs, serverMs] = cpu().map((after, which) => {
    const from = before[which]!
    return after === null || from === null ? null : ((after - from) * 1000) / ROUNDS
  })
  return { ms, postgresMs: postgresMs!, serverMs: serverMs! }
}

function cells({ ms, postgresMs, serverMs }: Taken, baseline: Taken): string[] {
  const middle = median(ms)
  const [typical, slowest] = [middle, Math.max(...ms)].map((one) => one.toFixed(0))
  const toCount = (middle / median(baseline.ms)).toFixed(1)
  return [typical!, slowest!, toCount, ...[postgresMs, serverMs].map((one) => one?.toFixed(0) ?? 'n/a')]
}
