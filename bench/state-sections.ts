/** Measures the state itself: reading it, writes that return it, loading it, and its memory. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { alternate, median, type Run, restartHot, runServer } from './compare.ts'
import { exchange, readRequest } from './load.ts'
import type { MemoryFigures } from './memory.ts'
import { residentBytes } from './processes.ts'
import { count, figure, type Goal, megabytes, type Row, type Section } from './report.ts'
import {
  authorization,
  openShop,
  type Requests,
  readEtag,
  readRevision,
  type Shop,
  sum,
  warehouseRequests,
  writeOffRequests,
} from './shop.ts'
import type { Site } from './site.ts'
import type { Bench } from './write-sections.ts'

const READ_CONNECTIONS = [1, 64] as const
const FULL_CONNECTIONS = 8
const READ_PRODUCTS = 1_000
const STATE_PRODUCTS = [100, 1_000, 10_000] as const
const WRITES_GOAL = { products: 1_000, perSecond: 500 }
const CPU_GOAL = { products: 10_000, microseconds: 10_000 }
const COLD_LOAD_GOAL_MS = 3_000
const BYTES_PER_PRODUCT_GOAL = 3_000
/** The number of products in the large company. The goals for a large company are set for this size. */
const LARGE_PRODUCTS = 100_000
const MEMORY = fileURLToPath(new URL('./memory.ts', import.meta.url))
const MEMORY_TIMEOUT_MS = 90_000

const NOT_MODIFIED_GOAL = 0.5

/** Measures reading the state, both when it is unchanged since the client's last request and in full. */
export async function measureBootstrap({ site, baselines, tell }: Bench): Promise<Section> {
  tell(`bootstrap at ${READ_PRODUCTS} products`)
  await restartHot(site)
  const shop = await openShop(site, READ_PRODUCTS)
  const etag = await readEtag(site, shop)
  const unchanged = readRequest('/api/v1/bootstrap', { ...authorization(shop), 'if-none-match': etag })
  const rows: Row[] = []
  for (const connections of READ_CONNECTIONS) {
    const { subject, baseline, ratios } = await alternate(
      site.pace.rounds,
      () => runServer(site, { connections, requests: () => unchanged, status: 304 }),
      () => baselines.hello(connections),
    )
    rows.push({ what: 'bootstrap, ETag matches: 304', connections, run: subject, toHello: median(ratios) })
    rows.push({ what: '(a) hello world', connections, run: baseline })
  }
  const whole = readRequest('/api/v1/bootstrap', authorization(shop))
  const run = await runServer(site, { connections: FULL_CONNECTIONS, requests: () => whole })
  rows.push({
    what: `bootstrap, full, ${READ_PRODUCTS} products, ${megabytes(run.bodyBytes)}`,
    connections: FULL_CONNECTIONS,
    run,
  })
  const unchangedMany = rows.find((row) => row.connections === Math.max(...READ_CONNECTIONS))!
  const goal = {
    goal: `bootstrap with a matching ETag at ${unchangedMany.connections} connections ≥ ${NOT_MODIFIED_GOAL} × hello world (a)`,
    measured: `× ${unchangedMany.toHello!.toFixed(2)}`,
    isMet: unchangedMany.toHello! >= NOT_MODIFIED_GOAL,
  }
  return { rows, notes: [], goals: [goal] }
}

/** Measures writes that return the full state, for companies of growing size. */
export async function measureFullState({ site, tell }: Bench): Promise<Section> {
  const rows: (Row & { readonly products: number })[] = []
  await restartHot(site)
  for (const products of STATE_PRODUCTS) {
    tell(`writes answered with the full state at ${products} products`)
    const shop = await openShop(site, products)
    const writes: [string, Requests][] = [
      ['rename the warehouse', warehouseRequests(shop, null)],
      ['write off', writeOffRequests(site, shop, null)],
    ]
    // Run an unmeasured load first, because no code is compiled and no part of the state has been printed yet.
    await runChecked(site, shop, warehouseRequests(shop, null), site.pace.heatSeconds / 2)
    for (const [write, requests] of writes) {
      const run = await runChecked(site, shop, requests)
      const what = `${write}, full state, ${products} products, ${megabytes(run.bodyBytes)}`
      rows.push({ what, connections: FULL_CONNECTIONS, run, products })
    }
  }
  return { rows, notes: [], goals: fullStateGoals(rows) }
}

/** Runs a load and checks that there is one new revision for each response. */
async function runChecked(
  site: Site,
  shop: Shop,
  requests: Requests,
  seconds: number = site.pace.seconds,
): Promise<Run> {
  const before = await readRevision(site, shop)
  const run = await runServer(site, { connections: FULL_CONNECTIONS, requests, seconds })
  const written = (await readRevision(site, shop)) - before
  if (written !== sum(run.answers))
    throw new Error(`${sum(run.answers)} writes were answered, but ${written} were made`)
  return run
}

function fullStateGoals(rows: readonly (Row & { readonly products: number })[]): Goal[] {
  const at = (products: number) => rows.filter((row) => row.products === products).map(({ run }) => run)
  const slowest = Math.min(...at(WRITES_GOAL.products).map((run) => run.requestsPerSecond))
  const costs = at(CPU_GOAL.products).map(({ cost }) => cost.server)
  const dearest = costs.includes(null) ? null : Math.max(...(costs as number[]))
  return [
    {
      goal: `full-state writes at ${count(WRITES_GOAL.products)} products ≥ ${WRITES_GOAL.perSecond}/s`,
      measured: `${count(slowest)}/s`,
      isMet: slowest >= WRITES_GOAL.perSecond,
    },
    {
      goal: `CPU of the server per full-state write at ${count(CPU_GOAL.products)} products ≤ ${CPU_GOAL.microseconds / 1_000} ms`,
      measured: dearest === null ? 'n/a' : `${figure(dearest / 1_000)} ms`,
      isMet: dearest === null ? null : dearest <= CPU_GOAL.microseconds,
    },
  ]
}

interface ColdLoad {
  readonly startMs: number
  readonly loadMs: number
  readonly fullMs: number
  /**
   * By how many bytes the server's resident memory had grown after loading the company and (`printedBytes`) after also
   * printing its state.
   */
  readonly loadedBytes: number
  readonly printedBytes: number
}

/** Measures the first request for a company with very many products, sent to a newly started server. */
export async function measureColdLoad(bench: Bench): Promise<Section> {
  const { site, tell } = bench
  const shop = await bench.largeShop()
  const products = shop.productIds.length
  tell(`cold load of ${products} products`)
  const request = readRequest('/api/v1/bootstrap', authorization(shop))
  const before = await exchange(site.server.port, request)
  checkWhole(before.body, products)
  const expected = digestOf(before.body)
  const loads: ColdLoad[] = []
  for (let restart = 0; restart < site.pace.restarts; restart += 1)
    loads.push(await loadCold(site, shop, await lastEtag(before.head), expected))
  const memory = await measureMemory(site, shop)
  const of = (figureOf: (load: ColdLoad) => number) => median(loads.map(figureOf))
  const loadMs = of((load) => load.loadMs)
  const perProduct = memory.loaded.bytes / products
  const isComparable = products === LARGE_PRODUCTS
  return {
    rows: [],
    notes: [
      `cold load of ${count(products)} products: first request (304) ${count(loadMs)} ms, then the first full state (${megabytes(before.body.length)}) ${count(of((load) => load.fullMs))} ms; the process itself was up in ${count(of((load) => load.startMs))} ms`,
      `resident memory of the server: + ${megabytes(of((load) => load.loadedBytes))} loaded, + ${megabytes(of((load) => load.printedBytes))} with the full state printed and sent (garbage included)`,
      `live memory per product (with its stock row and one lot): ${count(perProduct)} bytes loaded, ${count(memory.printed.bytes / products)} with the full state printed; the load alone took ${count(memory.loadMs)} ms in a process without a server`,
    ],
    goals: [
      {
        goal: `cold load of ${count(LARGE_PRODUCTS)} products ≤ ${COLD_LOAD_GOAL_MS / 1_000} s`,
        measured: `${count(loadMs)} ms${isComparable ? '' : ` (${count(products)} products)`}`,
        isMet: isComparable ? loadMs <= COLD_LOAD_GOAL_MS : null,
      },
      {
        goal: `memory per product with stock row and lot, loaded ≤ ${BYTES_PER_PRODUCT_GOAL / 1_000} KB`,
        measured: `${figure(perProduct / 1_000)} KB`,
        isMet: perProduct <= BYTES_PER_PRODUCT_GOAL,
      },
    ],
  }
}

function lastEtag(head: string): string {
  const found = /^etag: (.+)$/im.exec(head)
  if (found === null) throw new Error('The state came without an ETag')
  return found[1]!.trim()
}

async function loadCold(site: Site, shop: Shop, etag: string, expected: string): Promise<ColdLoad> {
  await site.restartServer()
  const { pid, port, startMs } = site.server
  const atStart = residentBytes(pid) ?? 0
  const headers = authorization(shop)
  const first = await exchange(port, readRequest('/api/v1/bootstrap', { ...headers, 'if-none-match': etag }))
  if (first.status !== 304) throw new Error(`After the restart the state was answered ${first.status}, not 304`)
  const loaded = residentBytes(pid) ?? 0
  const full = await exchange(port, readRequest('/api/v1/bootstrap', headers))
  if (digestOf(full.body) !== expected) throw new Error('After the restart the state has other bytes than before')
  return {
    startMs,
    loadMs: first.milliseconds,
    fullMs: full.milliseconds,
    loadedBytes: loaded - atStart,
    printedBytes: (residentBytes(pid) ?? 0) - atStart,
  }
}

function digestOf(body: Buffer): string {
  return createHash('sha256').update(body).digest('hex')
}

function checkWhole(body: Buffer, products: number): void {
  const state = JSON.parse(body.toString('utf8')) as Record<string, unknown[]>
  for (const kind of ['products', 'stock', 'lots'])
    if (state[kind]?.length !== products)
      throw new Error(`The state shows ${state[kind]?.length} ${kind}, not ${products}`)
}

async function measureMemory(site: Site, shop: Shop): Promise<MemoryFigures> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--expose-gc', MEMORY, site.databaseUrl, shop.companyId],
    { timeout: MEMORY_TIMEOUT_MS },
  )
  return JSON.parse(stdout) as MemoryFigures
}
