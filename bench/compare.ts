/** Measures loads and their costs, and compares each with a baseline that runs just before and just after it. */
import { type Load, type Measured, measure, readRequest, writeRequests } from './load.ts'
import { coreWaitSeconds, cpuSeconds, cpuSecondsOfFamily } from './processes.ts'
import { checkOrders, openShop, orderBodies, orderRequests, type Requests, type Shop, sum } from './shop.ts'
import type { Site } from './site.ts'

const MICROSECONDS = 1e6
const HEATING_PRODUCTS = 100
const HEATING_CONNECTIONS = 64

/**
 * The cost of responses: CPU time per response in microseconds, and the time spent waiting for a core. Null where there
 * is no /proc.
 */
interface Cost {
  /** The CPU time of Skladno's process or, when a baseline is measured, of the baselines' process. */
  readonly server: number | null
  readonly postgres: number | null
  readonly generator: number
  /**
   * The fraction of the measured time during which the server's main thread was ready to run but had to wait for a
   * core. A large fraction means that other programs disturbed the measurement. Null where there is no /proc.
   */
  readonly waitShare: number | null
}

export interface Run extends Measured {
  readonly cost: Cost
}

export interface Subject {
  readonly connections: number
  readonly requests: Requests
  readonly status?: number
  /** The duration of the measurement in seconds. When omitted, the duration for the whole benchmark applies. */
  readonly seconds?: number
}

/** Measures a load on the server for the usual duration. */
export function runServer(site: Site, subject: Subject): Promise<Run> {
  return run(site, { ...pacedFor(site), ...subject, port: site.server.port, request: subject.requests })
}

function pacedFor({ pace }: Site): Pick<Load, 'seconds' | 'warmUpSeconds'> {
  return { seconds: pace.seconds, warmUpSeconds: pace.warmUpSeconds }
}

async function run(site: Site, load: Load): Promise<Run> {
  const pid = load.port === site.server.port ? site.server.pid : site.baselines.pid
  const before = {
    at: performance.now(),
    server: cpuSeconds(pid),
    postgres: cpuSecondsOfFamily(site.postgresPid),
    own: process.cpuUsage(),
    wait: coreWaitSeconds(pid),
  }
  const measured = await measure(load)
  const own = process.cpuUsage(before.own)
  const wait = coreWaitSeconds(pid)
  const seconds = (performance.now() - before.at) / 1_000
  const answers = sum(measured.answers)
  const perAnswer = (from: number | null, to: number | null) =>
    from === null || to === null ? null : ((to - from) * MICROSECONDS) / answers
  return {
    ...measured,
    cost: {
      server: perAnswer(before.server, cpuSeconds(pid)),
      postgres: perAnswer(before.postgres, cpuSecondsOfFamily(site.postgresPid)),
      generator: (own.user + own.system) / answers,
      waitShare: wait === null || before.wait === null ? null : (wait - before.wait) / seconds,
    },
  }
}

/**
 * Restarts the server, then places orders in a separate company until all code is compiled, as in a server that has run
 * for a while.
 */
export async function restartHot(site: Site): Promise<void> {
  await site.restartServer()
  const shop = await openShop(site, HEATING_PRODUCTS)
  const requests = orderRequests(site, shop)
  const { answers } = await runServer(site, {
    connections: HEATING_CONNECTIONS,
    requests,
    seconds: site.pace.heatSeconds,
  })
  await checkOrders(site, shop, sum(answers))
}

/** The baselines, running and ready to be measured. */
export interface Baselines {
  /** Puts load on the baselines, without measuring them, until their code is compiled. */
  heat(): Promise<void>
  /** Measures a bare Fastify route. */
  hello(connections: number): Promise<Run>
  /** Measures a bare Fastify route that sends `count` bytes. */
  bytes(connections: number, count: number): Promise<Run>
  /** Measures a Fastify route that validates an order and does one INSERT. */
  insert(connections: number): Promise<Run>
  /** Throws unless the baseline's table has a row for every response that `insert` counted. */
  check(): Promise<void>
}

/**
 * Prepares the baselines.
 * @param shop the company whose orders the baseline inserts.
 */
export function baselinesOf(site: Site, shop: Shop): Baselines {
  const port = site.baselines.port
  const hello = readRequest('/hello', { authorization: `Bearer ${shop.token}` })
  const toInsert = writeRequests('POST', '/orders', {
    authorization: `Bearer ${shop.token}`,
    prefer: 'state=summary',
  })
  const bodies = orderBodies(site, shop)
  let inserted = 0
  const helloFor = (connections: number, seconds: number) =>
    run(site, { ...pacedFor(site), seconds, port, connections, request: () => hello })
  const insertFor = async (connections: number, seconds: number) => {
    const request = (connection: number, turn: number) =>
      toInsert(`baseline-${connection}-${turn}`, bodies[(turn * connections + connection) % bodies.length]!)
    const measured = await run(site, { ...pacedFor(site), seconds, port, connections, request })
    inserted += sum(measured.answers)
    return measured
  }
  return {
    async heat() {
      await helloFor(HEATING_CONNECTIONS, site.pace.heatSeconds)
      await insertFor(HEATING_CONNECTIONS, site.pace.heatSeconds)
    },
    hello: (connections) => helloFor(connections, site.pace.seconds),
    bytes: (connections, count) => {
      const request = readRequest(`/bytes/${Math.round(count)}`)
      return run(site, { ...pacedFor(site), port, connections, request: () => request })
    },
    insert: (connections) => insertFor(connections, site.pace.seconds),
    async check() {
      const rows = await site.countBaselineOrders()
      if (rows !== inserted) throw new Error(`The baseline answered ${inserted} orders but has ${rows}`)
    },
  }
}

export interface Comparison {
  readonly subject: Run
  readonly baseline: Run
  /**
   * For each round: the measured requests per second, divided by the mean of the baseline's requests per second just
   * before and just after it.
   */
  readonly ratios: readonly number[]
}

/**
 * Measures the baseline and the subject in turns: baseline, subject, baseline, subject, …, baseline. Returns the median
 * of each measured value.
 */
export async function alternate(
  rounds: number,
  subject: (round: number) => Promise<Run>,
  baseline: () => Promise<Run>,
): Promise<Comparison> {
  const subjects: Run[] = []
  const baselines = [await baseline()]
  const ratios: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const measured = await subject(round)
    const after = await baseline()
    const around = (baselines.at(-1)!.requestsPerSecond + after.requestsPerSecond) / 2
    subjects.push(measured)
    baselines.push(after)
    ratios.push(measured.requestsPerSecond / around)
  }
  return { subject: medianRun(subjects), baseline: medianRun(baselines), ratios }
}

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** Returns the median of each measured value over several runs. */
export function medianRun(runs: readonly Run[]): Run {
  const of = (figure: (run: Run) => number) => median(runs.map(figure))
  const ofMaybe = (figure: (run: Run) => number | null) => {
    const known = runs.map(figure).filter((value) => value !== null)
    return known.length === 0 ? null : median(known)
  }
  return {
    requestsPerSecond: of((one) => one.requestsPerSecond),
    p50Ms: of((one) => one.p50Ms),
    p99Ms: of((one) => one.p99Ms),
    bodyBytes: of((one) => one.bodyBytes),
    answers: [],
    cost: {
      server: ofMaybe(({ cost }) => cost.server),
      postgres: ofMaybe(({ cost }) => cost.postgres),
      generator: of(({ cost }) => cost.generator),
      waitShare: ofMaybe(({ cost }) => cost.waitShare),
    },
  }
}
