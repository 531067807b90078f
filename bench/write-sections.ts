/** Measures writes that return the summary or the changes: orders, receipts, products. */
import { alternate, type Baselines, median, medianRun, type Run, restartHot, runServer } from './compare.ts'
import type { Goal, Row, Section } from './report.ts'
import { figure, ratios } from './report.ts'
import {
  checkCount,
  checkOrders,
  openShop,
  orderRequests,
  productRequests,
  receiptRequests,
  type Shop,
  sum,
} from './shop.ts'
import type { Site } from './site.ts'

/** The number of products in a company of ordinary size. */
const PRODUCTS = 100
const MANY_CONNECTIONS = 64
const MANY_COMPANIES = 16

export interface Bench {
  readonly site: Site
  readonly baselines: Baselines
  /** Returns the large company, which is created on first use. */
  largeShop(): Promise<Shop>
  /** Prints a progress message. */
  tell(what: string): void
}

/** A kind of write to compare with the baseline. The server is restarted first, so its memory is empty. */
interface Compared {
  readonly what: string
  readonly connections: number
  /** Prepares the measurement of one round. All rounds are prepared before the first is measured. */
  prepare(round: number): Promise<Prepared>
}

interface Prepared {
  readonly run: () => Promise<Run>
  /** Throws unless the server and the database contain exactly as many orders as responses were received. */
  readonly check: (answers: readonly number[]) => Promise<void>
}

async function compareWithInsert({ site, baselines, tell }: Bench, compared: Compared): Promise<Row[]> {
  const { what, connections } = compared
  tell(`${what}, ${connections} connections`)
  await restartHot(site)
  const prepared: Prepared[] = []
  for (let round = 0; round < site.pace.rounds; round += 1) prepared.push(await compared.prepare(round))
  const helloBefore = await baselines.hello(connections)
  const checks: (() => Promise<void>)[] = []
  const {
    subject,
    baseline,
    ratios: toInsert,
  } = await alternate(
    site.pace.rounds,
    async (round) => {
      const measured = await prepared[round]!.run()
      checks.push(() => prepared[round]!.check(measured.answers))
      return measured
    },
    () => baselines.insert(connections),
  )
  const hello = medianRun([helloBefore, await baselines.hello(connections)])
  for (const check of checks) await check()
  await baselines.check()
  return [
    { what, connections, run: subject, toHello: subject.requestsPerSecond / hello.requestsPerSecond, toInsert },
    {
      what: '(b) INSERT per request',
      connections,
      run: baseline,
      toHello: baseline.requestsPerSecond / hello.requestsPerSecond,
    },
    { what: '(a) hello world', connections, run: hello },
  ]
}

function ordersOfOneCompany(site: Site, connections: number, prefer: string): Compared {
  return {
    what: prefer === 'state=summary' ? 'orders, one company' : 'orders, one company, Prefer: state=changes',
    connections,
    async prepare() {
      const shop = await openShop(site, PRODUCTS)
      return {
        run: () => runServer(site, { connections, requests: orderRequests(site, shop, prefer) }),
        check: (answers) => checkOrders(site, shop, sum(answers)),
      }
    },
  }
}

/**
 * Measures orders in many companies, each with an equal number of connections. The orders of a company are checked
 * once, after all rounds.
 */
async function ordersOfManyCompanies(site: Site): Promise<Compared> {
  const shops: Shop[] = []
  const ordered: number[] = new Array(MANY_COMPANIES).fill(0)
  return {
    what: `orders, ${MANY_COMPANIES} companies`,
    connections: MANY_CONNECTIONS,
    async prepare() {
      while (shops.length < MANY_COMPANIES) shops.push(await openShop(site, PRODUCTS))
      return {
        run: async () => {
          const byShop = shops.map((shop) => orderRequests(site, shop))
          const requests = (connection: number, turn: number) => byShop[connection % MANY_COMPANIES]!(connection, turn)
          const measured = await runServer(site, { connections: MANY_CONNECTIONS, requests })
          for (const [connection, answers] of measured.answers.entries())
            ordered[connection % MANY_COMPANIES]! += answers
          return measured
        },
        check: async () => {
          for (const [at, shop] of shops.entries()) await checkOrders(site, shop, ordered[at]!)
        },
      }
    },
  }
}

/**
 * The goals for orders of one company, by number of connections. Each goal is a multiple of the requests per second
 * that the one-INSERT baseline reaches.
 */
const ORDERS_TO_INSERT_GOALS: Record<number, number> = { 1: 0.6, 64: 1.3 }

/**
 * Measures orders with two item lines, over 1, 16 and 64 connections of one company, and over 64 connections of 16
 * companies.
 */
export async function measureOrders(bench: Bench): Promise<Section> {
  const rows: Row[] = []
  const goals: Goal[] = []
  for (const connections of [1, 16, MANY_CONNECTIONS]) {
    const compared = await compareWithInsert(bench, ordersOfOneCompany(bench.site, connections, 'state=summary'))
    rows.push(...compared)
    const least = ORDERS_TO_INSERT_GOALS[connections]
    if (least !== undefined) goals.push(ordersGoal(compared[0]!, connections, least))
  }
  rows.push(...(await compareWithInsert(bench, await ordersOfManyCompanies(bench.site))))
  return { rows, notes: [], goals }
}

function ordersGoal({ run, toInsert }: Row, connections: number, least: number): Goal {
  return {
    goal: `orders of one company at ${connections} connections ≥ ${least} × INSERT per request (b)`,
    measured: `${figure(run.requestsPerSecond)}/s, × ${ratios(toInsert!)}`,
    isMet: median(toInsert!) >= least,
  }
}

export async function measureOtherWrites(bench: Bench): Promise<Section> {
  const { site } = bench
  const of = (what: string, kind: 'lots' | 'products', requestsOf: (shop: Shop) => ReturnType<typeof orderRequests>) =>
    compareWithInsert(bench, {
      what,
      connections: MANY_CONNECTIONS,
      async prepare() {
        const shop = await openShop(site, PRODUCTS)
        return {
          run: () => runServer(site, { connections: MANY_CONNECTIONS, requests: requestsOf(shop) }),
          check: (answers) => checkCount(site, shop, kind, PRODUCTS + sum(answers)),
        }
      },
    })
  const receipts = await of('receipts', 'lots', receiptRequests)
  const products = await of('product creates', 'products', productRequests)
  return { rows: [...receipts, ...products], notes: [], goals: [] }
}

export async function measureChanges(bench: Bench): Promise<Section> {
  const rows = await compareWithInsert(bench, ordersOfOneCompany(bench.site, MANY_CONNECTIONS, 'state=changes'))
  return { rows, notes: [], goals: [] }
}

const LARGE_TO_SMALL_GOAL = 0.9

/** Alternately measures the same kind of orders in a company with very many products and in one with few. */
export async function measureLargeCompany(bench: Bench): Promise<Section> {
  const { site, tell } = bench
  const large = await bench.largeShop()
  tell(`orders in a company of ${large.productIds.length} products and of ${PRODUCTS}, ${MANY_CONNECTIONS} connections`)
  await restartHot(site)
  const small = await openShop(site, PRODUCTS)
  const ordered = new Map([small, large].map((shop) => [shop, 0]))
  const runOf = async (shop: Shop) => {
    const measured = await runServer(site, { connections: MANY_CONNECTIONS, requests: orderRequests(site, shop) })
    ordered.set(shop, ordered.get(shop)! + sum(measured.answers))
    return measured
  }
  // Before measuring, let the server load the large company, and PostgreSQL cache its data.
  await runOf(large)
  const compared = await alternate(
    site.pace.rounds,
    () => runOf(large),
    () => runOf(small),
  )
  for (const [shop, orders] of ordered) await checkOrders(site, shop, orders)
  const products = large.productIds.length
  return {
    rows: [
      { what: `orders, ${products} products`, connections: MANY_CONNECTIONS, run: compared.subject },
      { what: `orders, ${PRODUCTS} products`, connections: MANY_CONNECTIONS, run: compared.baseline },
    ],
    notes: [`orders with ${products} products to orders with ${PRODUCTS}: × ${ratios(compared.ratios)}`],
    goals: [
      {
        goal: `orders with 100,000 products ≥ ${LARGE_TO_SMALL_GOAL} × orders with ${PRODUCTS}`,
        measured: `× ${ratios(compared.ratios)}`,
        isMet: site.pace.isQuick ? null : median(compared.ratios) >= LARGE_TO_SMALL_GOAL,
      },
    ],
  }
}
