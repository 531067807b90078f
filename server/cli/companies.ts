/**
 * `npm run --silent companies`: lists all companies in the requested order, whether the server is running or not.
 * `--json` prints one JSON line instead of a table. `--sizes` also measures rows and files, which means reading
 * everything once.
 */
import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { type ListedCompany, listCompanies, type Memory, readMemory } from '../whole-company/list-companies.ts'
import { openShellFiles } from './shell-files.ts'
import { withDatabase } from './with-database.ts'

const ORDERS = ['used', 'name', 'revision', 'bytes', 'memory', 'waiting'] as const
type Order = (typeof ORDERS)[number]

const USAGE = `Usage: npm run --silent companies -- [--json] [--sizes] [--sort ${ORDERS.join('|')}] [--metrics http://127.0.0.1:9464/metrics]…`
const METRICS_TIMEOUT_MS = 5_000

await withDatabase(async (open) => {
  const { values } = parseArgs({
    options: {
      json: { type: 'boolean', default: false },
      sizes: { type: 'boolean', default: false },
      sort: { type: 'string', default: 'used' },
      metrics: { type: 'string', multiple: true },
    },
  })
  const order = ORDERS.find((one) => one === values.sort)
  if (order === undefined) throw new Error(USAGE)
  const memory = await readNodes(values.metrics ?? addressOfNode())
  const files = values.sizes ? openShellFiles() : null
  const companies = (await listCompanies(await open(), { memory, files })).sort(comparing(order))
  return values.json ? { companies } : printTable(companies)
})

/** Returns the metrics address of this machine's node, if the settings specify one. */
function addressOfNode(): string[] {
  const { metrics } = readConfig()
  return metrics === null || metrics.port === 0 ? [] : [`http://${metrics.host}:${metrics.port}/metrics`]
}

/** Adds up the memory sizes that the nodes report. Skips nodes that do not respond. */
async function readNodes(urls: readonly string[]): Promise<Memory> {
  const all = new Map<string, { bytes: number; waiting: number }>()
  for (const url of urls) {
    const answer = await fetch(url, { signal: AbortSignal.timeout(METRICS_TIMEOUT_MS) }).catch(() => null)
    if (answer === null || !answer.ok) {
      process.stderr.write(`${url} does not answer, so nothing is said about the memory of that node.\n`)
      continue
    }
    for (const [id, { bytes, waiting }] of readMemory(await answer.text())) {
      const one = all.get(id) ?? { bytes: 0, waiting: 0 }
      all.set(id, { bytes: one.bytes + bytes, waiting: one.waiting + waiting })
    }
  }
  return all
}

function comparing(order: Order): (one: ListedCompany, other: ListedCompany) => number {
  if (order === 'name') return (one, other) => one.name.localeCompare(other.name)
  const figure: Readonly<Record<Exclude<Order, 'name'>, (one: ListedCompany) => number>> = {
    used: ({ lastUsedAt }) => Date.parse(lastUsedAt),
    revision: ({ revision }) => revision,
    bytes: ({ size }) => size?.bytes ?? 0,
    memory: ({ memory }) => memory?.bytes ?? 0,
    waiting: ({ memory, behind, jobs }) =>
      (memory?.waiting ?? 0) + behind + Object.values(jobs).reduce((sum, count) => sum + count, 0),
  }
  return (one, other) => figure[order](other) - figure[order](one)
}

/**
 * Formats one line per company, with tabs between the columns, so that people as well as `cut` and `sort` can read it.
 */
function printTable(companies: readonly ListedCompany[]): string {
  const head = ['id', 'revision', 'last used', 'rows', 'bytes', 'files', 'file bytes', 'memory', 'waits for', 'name']
  const lines = companies.map(({ id, revision, lastUsedAt, size, memory, behind, jobs, name }) => {
    const waits = [
      ...(memory !== null && memory.waiting > 0 ? [`${memory.waiting} commands`] : []),
      ...(behind > 0 ? [`tables ${behind} behind`] : []),
      ...Object.entries(jobs).map(([queue, count]) => `${count} × ${queue}`),
    ]
    const sizes = size === null ? ['', '', '', ''] : [size.rows, size.bytes, size.files, size.fileBytes]
    return [id, revision, lastUsedAt, ...sizes, memory?.bytes ?? '', waits.join(', '), name.replaceAll(/\s+/g, ' ')]
  })
  return [head, ...lines].map((cells) => cells.join('\t')).join('\n')
}
