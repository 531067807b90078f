/**
 * `npm run bench:neighbours -- [--quick] [--only name,…] [--server FOLDER] [--json FILE] [--before FILE]`: measures how
 * a company (the neighbour) is affected by a hostile company on the same server. The neighbour places an order every
 * 100 ms and requests reports and its self-check, first undisturbed and then during each attack. The exit code is 1
 * when a goal is missed. docs/performance.md explains the results.
 *
 * --server: the folder of another checkout whose server is attacked instead. --before: the --json output of an earlier
 * run, which is printed beside this one.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { chanceFrom } from './chance.ts'
import { exchange, measure, readRequest } from './load.ts'
import { type Attack, ATTACKS as OF_COMPANIES, type Prepared } from './neighbours-attacks.ts'
import { type Companies, companiesOf, FULL_SIZES, type Orderer, QUICK_SIZES } from './neighbours-companies.ts'
import { printUncovered } from './neighbours-covered.ts'
import { newTally } from './neighbours-hostile.ts'
import { OPEN_ATTACKS } from './neighbours-open.ts'
import { SESSION_ATTACKS } from './neighbours-sessions.ts'
import {
  allowedMs,
  missedGoals,
  printRun,
  printRuns,
  type Result,
  type RunRecord,
  UNDISTURBED,
} from './neighbours-table.ts'
import { type Errand, type Neighbour, type Read, startNeighbour } from './neighbours-watch.ts'
import { WRITE_ATTACKS } from './neighbours-writes.ts'
import { familyBytes, peakResidentBytes } from './processes.ts'
import { openShop, orderRequests } from './shop.ts'
import { OWN_CHECKOUT, openSite, type Pace, type Site } from './site.ts'

const PACE: Pace = {
  isQuick: false,
  seconds: 8,
  warmUpSeconds: 0,
  heatSeconds: 2,
  rounds: 1,
  restarts: 1,
  manyProducts: 0,
}
const QUICK_PACE: Pace = { ...PACE, isQuick: true, seconds: 2, heatSeconds: 0.5 }
/** The longest time, in milliseconds, that a run may take. A longer run must be hanging, so it is stopped. */
const LIMIT_MS = { full: 90 * 60_000, quick: 30 * 60_000 }
const ORDER_EVERY_MS = 100
/** How long to wait for a response, in milliseconds. The goals are missed long before that. */
const ANSWER_LIMIT_MS = 20_000
const FILE_LIMIT_MS = 60_000
/**
 * How long an attack runs before the neighbour (the company that behaves normally) sends its first order, in
 * milliseconds.
 */
const LEAD_MS = 500
const HEATING_PRODUCTS = 100
const HEATING_CONNECTIONS = 8
const HEATING_TRIES = 5
const USING_TRIES = 20
/**
 * The server settings while companies are being filled. Nothing is measured then, so the server must not refuse
 * requests because of overload, even on a busy machine.
 */
const FILLING_SETTINGS = { MAX_LAG_MS: '0' }
const SEED = 1
const MEMORY_EVERY_MS = 250
/** The attack with the long file comes last, because recognition of the file continues even after a restart. */
const ATTACKS = [
  ...OF_COMPANIES.slice(0, -1),
  ...OPEN_ATTACKS,
  ...SESSION_ATTACKS,
  ...WRITE_ATTACKS,
  ...OF_COMPANIES.slice(-1),
]
const REPORTS = [
  'turnover?from=2020-01-01',
  'gross-profit?from=2020-01-01&format=xlsx',
  'stock-valuation',
  'turnover?from=2020-01-01&format=csv',
]

interface Wishes {
  readonly pace: Pace
  readonly attacks: readonly Attack[]
  readonly checkout: string
  readonly json: string | undefined
  readonly before: RunRecord | null
}

async function readWishes(): Promise<Wishes> {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string' },
      server: { type: 'string' },
      json: { type: 'string' },
      before: { type: 'string' },
    },
  })
  const known = ATTACKS.map(({ name }) => name)
  // A name such as `get-*` selects all attacks whose names begin with `get-`.
  const names = (values.only?.split(',') ?? known).flatMap((name) => {
    const fitting = known.filter((one) => name.endsWith('*') && one.startsWith(name.slice(0, -1)))
    return fitting.length > 0 ? fitting : [name]
  })
  const unknown = names.find((name) => !known.includes(name))
  if (unknown !== undefined) throw new Error(`--only takes ${known.join(', ')}; not "${unknown}"`)
  return {
    pace: values.quick ? QUICK_PACE : PACE,
    attacks: ATTACKS.filter(({ name }) => names.includes(name)),
    checkout: values.server === undefined ? OWN_CHECKOUT : resolve(values.server),
    json: values.json,
    before: values.before === undefined ? null : (JSON.parse(await readFile(values.before, 'utf8')) as RunRecord),
  }
}

interface Scene {
  readonly site: Site
  readonly companies: Companies
  readonly neighbour: Neighbour
  /** Whether to upload a small file in the phase without an attack, too, to have a time for comparison. */
  readonly hasFile: boolean
}

/** Returns the neighbour's requests in one phase, with reports and self-checks spread evenly over it. */
function errandOf({ site }: Scene, { token, orderBodies }: Orderer, hasFile = false): Errand {
  const phaseMs = site.pace.seconds * 1_000
  const reads: Read[] = [
    ...REPORTS.map((report, at): Read => {
      return { name: 'report', path: `/api/v1/reports/${report}`, atMs: (phaseMs * (at + 0.5)) / REPORTS.length }
    }),
    ...[0.2, 0.7].map((share): Read => ({ name: 'self-check', path: '/api/v1/self-check', atMs: phaseMs * share })),
  ]
  return {
    port: site.server.port,
    token,
    orderBodies,
    orders: phaseMs / ORDER_EVERY_MS,
    everyMs: ORDER_EVERY_MS,
    reads,
    hasFile,
    limitMs: hasFile ? FILE_LIMIT_MS : ANSWER_LIMIT_MS,
  }
}

/** Restarts the server before each phase, so that one attack does not affect the measurements of the next. */
async function restart({ site }: Scene, onceListening: boolean, settings: Prepared['settings'] = {}): Promise<void> {
  const [now] = await site.query<{ at: Date }>('select clock_timestamp() as at')
  await site.restartServer({ isKilled: true, onceListening, settings })
  // End the database statements of the killed server, which would otherwise continue.
  await site.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'skladno' and state = 'active' and backend_start < $1`,
    [now!.at],
  )
}

/**
 * Uses each API token once. After a restart, the server first loads the companies whose tokens were used most recently.
 */
async function useTokens(site: Site, tokens: readonly string[]): Promise<void> {
  for (const token of tokens) {
    const settings = readRequest('/api/v1/settings', { authorization: `Bearer ${token}` })
    // Try again while the server refuses requests because of the overload from the previous attack.
    for (let tries = 1; (await exchange(site.server.port, settings)).status !== 200; tries += 1) {
      if (tries === USING_TRIES) throw new Error('The server does not answer before its restart')
      await sleep(LEAD_MS)
    }
  }
  // Wait, because the server records the use of a token only after it has sent the response.
  await sleep(LEAD_MS)
}

/**
 * Sends requests until the server's code is compiled, because uncompiled code is several times slower. Uses a new
 * company each time, because a shared one would grow from phase to phase.
 */
async function heat({ site }: Scene): Promise<void> {
  for (let attempt = 1; ; attempt += 1)
    try {
      const heater = await openShop(site, HEATING_PRODUCTS)
      await measure({
        port: site.server.port,
        connections: HEATING_CONNECTIONS,
        seconds: site.pace.heatSeconds,
        request: orderRequests(site, heater),
      })
      return
    } catch (error) {
      // On a busy machine the server refuses some requests at first, so try again.
      if (attempt === HEATING_TRIES) throw error
      await sleep(1_000)
    }
}

/**
 * Measures the neighbour (the company that behaves normally) during one attack, or without an attack if both `attack`
 * and `prepared` are null.
 */
async function runPhase(scene: Scene, attack: Attack | null, prepared: Prepared | null): Promise<Result> {
  const { site, companies, neighbour } = scene
  const orderer = prepared?.neighbour ?? (await companies.neighbour())
  const isAtRestart = attack?.isAtRestart ?? false
  // Make both companies active before the restart, so that the server loads them at startup.
  if (isAtRestart) await useTokens(site, [orderer.token, prepared!.token])
  await restart(scene, isAtRestart, prepared?.settings)
  if (!isAtRestart) {
    await heat(scene)
    // Send the requests once without measuring them, so that the company is loaded and the code of its reports is
    // compiled.
    const first = errandOf(scene, orderer)
    await neighbour.run({ ...first, orders: 5, reads: first.reads.map((read) => ({ ...read, atMs: 0 })) })
  }
  const ending = new AbortController()
  const { pid } = site.server
  let allBytes = 0
  const look = setInterval(() => {
    allBytes = Math.max(allBytes, familyBytes(pid) + familyBytes(site.postgresPid))
  }, MEMORY_EVERY_MS)
  const target = { port: site.server.port, token: prepared?.token ?? '', signal: ending.signal }
  const assault = prepared?.assault(target) ?? Promise.resolve(newTally())
  const errand = errandOf(scene, orderer, attack === null ? scene.hasFile : attack.hasFile)
  if (!isAtRestart) await sleep(LEAD_MS)
  const bootstrap: Read = { name: 'bootstrap', path: '/api/v1/bootstrap', atMs: 0 }
  const watched = await neighbour.run(isAtRestart ? { ...errand, reads: [bootstrap, ...errand.reads] } : errand)
  clearInterval(look)
  const peakBytes = peakResidentBytes(pid)
  ending.abort()
  const { name, what } = attack ?? { name: UNDISTURBED, what: 'nothing: undisturbed' }
  return { name, what, tally: await assault, watched, peakBytes, allBytes }
}

/**
 * Fills all companies first, because filling could fail during or after an attack. Measures the phase without an attack
 * at the beginning and again before the last attack, in case the machine has become slower.
 */
async function runPhases(
  scene: Scene,
  attacks: readonly Attack[],
  keep: (results: readonly Result[]) => Promise<void>,
): Promise<Result[]> {
  await scene.companies.neighbour()
  const filled: (readonly [Attack, Prepared])[] = []
  for (const attack of attacks) {
    const { milliseconds, value } = await timed(() => attack.prepare(scene.companies))
    filled.push([attack, value])
    if (milliseconds > 1_000) tell(`filled for ${attack.name}`, milliseconds)
  }
  const calm = [null, null] as const
  const again = filled.length > 1 ? [calm] : []
  const results: Result[] = []
  for (const [attack, prepared] of [calm, ...filled.slice(0, -1), ...again, ...filled.slice(-1)]) {
    const { milliseconds, value: result } = await timed(() => runPhase(scene, attack, prepared))
    results.push(result)
    // Write the results after each phase, so that they are kept if the run is aborted.
    await keep(results)
    const missed = missedGoals(result, allowedMs(results))
    tell(`${result.name}: ${missed.length === 0 ? 'ok' : missed.join(', ')}`, milliseconds)
  }
  return results
}

async function timed<T>(run: () => Promise<T>): Promise<{ milliseconds: number; value: T }> {
  const startedAt = performance.now()
  const value = await run()
  return { milliseconds: performance.now() - startedAt, value }
}

function tell(what: string, milliseconds: number): void {
  console.error(`… ${what} (${Math.round(milliseconds / 1_000)} s)`)
}

async function runBench({ pace, attacks, checkout, json, before }: Wishes): Promise<void> {
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.version}, load before the start ${loadavg()[0]!.toFixed(2)}`
  const opening = openSite(pace, chanceFrom(SEED), { checkout, settings: FILLING_SETTINGS })
  const close = () =>
    opening.then(
      (site) => site.close(),
      () => undefined,
    )
  const giveUp = (why: string) => {
    console.error(why)
    void close().then(() => process.exit(1))
  }
  process.once('SIGINT', () => giveUp('Interrupted'))
  process.once('SIGTERM', () => giveUp('Terminated'))
  const limit = setTimeout(() => giveUp('The bench takes too long: ended'), LIMIT_MS[pace.isQuick ? 'quick' : 'full'])
  const neighbour = startNeighbour()
  try {
    const site = await opening
    const companies = companiesOf(site, pace.isQuick ? QUICK_SIZES : FULL_SIZES)
    const scene = { site, companies, neighbour, hasFile: attacks.some((attack) => attack.hasFile) }
    const recordOf = (results: readonly Result[]): RunRecord => ({ machine, isQuick: pace.isQuick, results })
    const keep = async (results: readonly Result[]) => {
      if (json !== undefined) await writeFile(json, `${JSON.stringify(recordOf(results))}\n`)
    }
    const results = await runPhases(scene, attacks, keep)
    const record = recordOf(results)
    console.log(`${machine}${pace.isQuick ? ' (--quick: a smoke test, not a measurement)' : ''}\n\n${printRun(record)}`)
    if (before !== null) console.log(`\n${printRuns(before, record)}`)
    console.log(`\n${printUncovered()}`)
    const p95Ms = allowedMs(results)
    if (results.some((result) => missedGoals(result, p95Ms).length > 0)) process.exitCode = 1
  } finally {
    clearTimeout(limit)
    await neighbour.stop()
    await close()
  }
}

try {
  await runBench(await readWishes())
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
