/**
 * `npm run bench:recognition -- [--files N] [--seconds N]`: uploads many files from five companies at once and measures
 * how this affects orders: before the upload, during recognition, and after it. Then checks that recognition served
 * every company equally.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import { chanceFrom } from './chance.ts'
import { type Run, runServer } from './compare.ts'
import { printTable } from './report.ts'
import { openShop, orderRequests, type Shop } from './shop.ts'
import { type NewCompany, openSite, type Site } from './site.ts'

const COMPANIES = 5
const CONNECTIONS = 64
const PRODUCTS = 100
const DIFFERENT_PAGES = 10
/** How many files of each company must be recognized before fairness is judged. */
const TURNS = 2
const LIMIT_MS = 15 * 60_000
const IMPORTS = '/api/v1/procurement/imports'

const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
  },
})
const files = Number(values.files)
const pace = {
  isQuick: false,
  seconds: Number(values.seconds),
  warmUpSeconds: 2,
  heatSeconds: 0,
  rounds: 1,
  restarts: 1,
  manyProducts: 0,
}
const site = await openSite(pace, chanceFrom(Number(values.seed)))
try {
  await measureRecognition(site)
} finally {
  await site.close()
}

async function measureRecognition(at: Site): Promise<void> {
  const pages = await drawPages()
  const shop = await openShop(at, PRODUCTS)
  const orders = (one: Shop) => runServer(at, { connections: CONNECTIONS, requests: orderRequests(at, one) })
  const before = await orders(shop)
  const companies: NewCompany[] = []
  for (let count = 0; count < COMPANIES; count += 1) companies.push(await at.newCompany())
  const uploadedAt = performance.now()
  for (let count = 0; count < files; count += 1)
    await upload(at, companies[count % COMPANIES]!, pages[count % pages.length]!)
  const uploadSeconds = (performance.now() - uploadedAt) / 1_000
  await untilBusy(at, companies)
  const meanwhile = await orders(shop)
  const turns = await untilTurns(at, companies)
  const speed = meanwhile.requestsPerSecond / before.requestsPerSecond
  console.log(`${files} files of ${COMPANIES} companies uploaded in ${uploadSeconds.toFixed(1)} s\n`)
  console.log(
    printTable(
      ['orders, one company', 'per second', 'p50 ms', 'p99 ms', '× empty queue'],
      [row('the queue is empty', before, before), row('files are being read', meanwhile, before)],
    ),
  )
  console.log(`\ngoal: orders keep ≥ 0.7 of their speed: × ${speed.toFixed(2)} ${speed >= 0.7 ? '✓' : '✗'}`)
  console.log(`files done by company when each had ${TURNS}: ${turns.join(', ')}`)
}

function row(what: string, run: Run, base: Run): string[] {
  const { requestsPerSecond, p50Ms, p99Ms } = run
  const ratio = (requestsPerSecond / base.requestsPerSecond).toFixed(2)
  return [what, requestsPerSecond.toFixed(0), p50Ms.toFixed(1), p99Ms.toFixed(1), ratio]
}

async function drawPages(): Promise<Buffer[]> {
  const folder = await mkdtemp(join(tmpdir(), 'skladno-pages-'))
  try {
    const args = ['tools/documents/generate.ts', '--to', folder, '--count', String(DIFFERENT_PAGES)]
    await promisify(execFile)(process.execPath, args, { cwd: new URL('..', import.meta.url).pathname })
    const names = (await readdir(folder)).filter((name) => !name.endsWith('.json'))
    return await Promise.all(names.map((name) => readFile(join(folder, name))))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function upload({ server }: Site, { token }: NewCompany, page: Buffer): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${server.port}${IMPORTS}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'image/jpeg',
      'idempotency-key': crypto.randomUUID(),
      prefer: 'state=summary',
    },
    body: new Uint8Array(page),
  })
  if (response.status !== 200) throw new Error(`The upload was answered ${response.status}: ${await response.text()}`)
}

async function statusesOf(at: Site, { token }: NewCompany): Promise<string[]> {
  const headers = { authorization: `Bearer ${token}` }
  for (;;) {
    const response = await fetch(`http://127.0.0.1:${at.server.port}${IMPORTS}`, { headers })
    if (response.status === 200) {
      const { items } = (await response.json()) as { items: { status: string }[] }
      return items.map(({ status }) => status)
    }
    if (response.status !== 503) throw new Error(`The list was answered ${response.status}: ${await response.text()}`)
    console.log(`503: ${((await response.json()) as { detail: string }).detail}`)
    await sleep(1_000)
  }
}

async function untilBusy(at: Site, companies: readonly NewCompany[]): Promise<void> {
  for (;;) {
    for (const company of companies) if ((await statusesOf(at, company)).includes('processing')) return
    await sleep(200)
  }
}

/**
 * Waits until the required number of files of every company has been recognized. Returns the number of recognized files
 * by company.
 */
async function untilTurns(at: Site, companies: readonly NewCompany[]): Promise<number[]> {
  const until = performance.now() + LIMIT_MS
  for (;;) {
    const done: number[] = []
    for (const company of companies)
      done.push(
        (await statusesOf(at, company)).filter((status) => status !== 'queued' && status !== 'processing').length,
      )
    if (done.every((count) => count >= TURNS)) return done
    if (performance.now() > until) throw new Error(`Companies starve: ${done.join(', ')}`)
    await sleep(1_000)
  }
}
