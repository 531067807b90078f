/**
 * `npm run bench:reports -- [--movements N] [--products N] [--seed N]`: writes a company with a long history straight into the
 * tables, and measures each report over HTTP next to counting the company's movements by an index.
 */
import { parseArgs } from 'node:util'
import { chanceFrom } from './chance.ts'
import { median } from './compare.ts'
import { exchange, readRequest } from './load.ts'
import { printTable } from './report.ts'
import { fillReportCompany, type Size } from './report-company.ts'
import { openSite, type Pace, type Site } from './site.ts'

const ROUNDS = 5
const PACE: Pace = {
  isQuick: false,
  seconds: 1,
  warmUpSeconds: 0,
  heatSeconds: 0,
  rounds: ROUNDS,
  restarts: 1,
  manyProducts: 0,
}

/** The history is of the years 2023 to 2025. */
const REPORTS = [
  'stock',
  'stock?date=2024-06-30',
  'stock-valuation',
  'stock-valuation?date=2025-11-30',
  'stock-valuation?date=2024-06-30',
  'stock-valuation?date=2024-06-30&groupBy=product',
  'turnover?from=2025-11-01&to=2025-11-30',
  'turnover?from=2025-01-01&to=2025-12-31',
  'turnover?from=2023-01-01',
  'gross-profit?from=2025-11-01&to=2025-11-30',
  'gross-profit?from=2025-01-01&to=2025-12-31',
  'gross-profit?from=2023-01-01',
  'gross-profit?from=2025-11-01&to=2025-11-30&groupBy=order',
  'gross-profit?from=2023-01-01&groupBy=order',
  'gross-profit?from=2023-01-01&groupBy=channel',
  'gross-profit?from=2023-01-01&groupBy=customer',
  'stock-valuation?date=2024-06-30&format=csv',
  'stock-valuation?date=2024-06-30&format=xlsx',
]

const { values } = parseArgs({
  options: {
    movements: { type: 'string', default: '1000000' },
    products: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
  },
})
const size: Size = { movements: Number(values.movements), products: Number(values.products) }
const chance = chanceFrom(Number(values.seed))
const site = await openSite(PACE, chance)
try {
  await measureReports(site)
} finally {
  await site.close()
}

async function measureReports(at: Site): Promise<void> {
  const { companyId, token } = await at.newCompany()
  const started = performance.now()
  const counts = await fillReportCompany((text, list) => at.query(text, list), companyId, chance, size)
  // The clock of the company stands where its history ends.
  await at.query(`update companies set last_at = '2026-01-01' where company_id = $1`, [companyId])
  await at.query('vacuum analyze')
  console.log(
    `seed ${values.seed}; filled in ${Math.round((performance.now() - started) / 1000)} s: ${JSON.stringify(counts)}\n`,
  )
  const count = () => at.query('select count(*) from movements where company_id = $1', [companyId])
  const baseline = await times(count)
  const rows = [['count(*) of the movements', ...cells(baseline, baseline), '']]
  for (const path of REPORTS) {
    const request = readRequest(`/api/v1/reports/${path}`, { authorization: `Bearer ${token}` })
    let bytes = 0
    const taken = await times(async () => {
      const { status, body } = await exchange(at.server.port, request)
      if (status !== 200) throw new Error(`${path} answered ${status}: ${body}`)
      bytes = body.length
    })
    rows.push([path, ...cells(taken, baseline), String(Math.round(bytes / 1024))])
  }
  const after = await times(count)
  rows.push(['count(*) again', ...cells(after, baseline), ''])
  console.log(printTable(['what', 'median ms', 'slowest ms', '× count(*)', 'KiB'], rows))
}

async function times(run: () => Promise<unknown>): Promise<number[]> {
  const taken: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = performance.now()
    await run()
    taken.push(performance.now() - start)
  }
  return taken
}

function cells(taken: readonly number[], baseline: readonly number[]): string[] {
  const middle = median(taken)
  return [middle, Math.max(...taken)].map((one) => one.toFixed(0)).concat((middle / median(baseline)).toFixed(1))
}
