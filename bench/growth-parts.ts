/**
 * Measures whether shipping a part of an order costs more the more parts the order has already had. Orders of 50 lines
 * are shipped in 50 parts; the last parts are compared with the first parts of the same orders.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { median } from './compare.ts'
import { bytesOf, exchange, measure, readRequest, writeRequests } from './load.ts'
import { cpuSeconds, cpuSecondsOfFamily } from './processes.ts'
import { figure, type Goal, printTable, ratios } from './report.ts'
import { authorization, CUSTOMER, openShop, type Shop, sum, write } from './shop.ts'
import type { Site } from './site.ts'

const LINES = 50
const PARTS = 50
/** How many of the first and of the last parts are compared. */
const COMPARED = 5
const PRODUCTS = 400
const RATIO_GOAL = 1.15
const LONGEST_SECONDS = 120
const PROJECTED_WITHIN_MS = 30_000
const POLL_MS = 5

interface Way {
  readonly what: string
  /** The quantity ordered of each line. */
  readonly quantity: number
  readonly linesOf: (part: number) => { lineId: number; quantity: number }[]
}

const WAYS: readonly Way[] = [
  {
    what: 'each part a piece of every line',
    quantity: PARTS,
    linesOf: () => Array.from({ length: LINES }, (_, at) => ({ lineId: at + 1, quantity: 1 })),
  },
  { what: 'each part a whole line', quantity: 1, linesOf: (part) => [{ lineId: part, quantity: 1 }] },
]

export interface PartsPace {
  /**
   * How many rounds are measured; orders are placed and shipped in each. One more round comes first and is not counted.
   */
  readonly rounds: number
  /** The number of orders that are shipped in turn in a round. */
  readonly orders: number
}

/** The cost of one command: CPU time of the server and of PostgreSQL in microseconds, and the latency. */
interface PartCost {
  readonly server: number
  readonly postgres: number
  readonly p50Ms: number
}

interface Round {
  readonly first: PartCost
  readonly last: PartCost
}

const both = ({ server, postgres }: PartCost) => server + postgres

/** Measures both ways of shipping in parts. Returns the goals with the measured values. */
export async function measureParts(site: Site, pace: PartsPace): Promise<Goal[]> {
  const shop = await openShop(site, PRODUCTS)
  const admin = new pg.Client({ connectionString: site.databaseUrl })
  await admin.connect()
  try {
    const goals: Goal[] = []
    for (const way of WAYS) {
      const rounds: Round[] = []
      for (let round = -1; round < pace.rounds; round += 1) {
        const measured = await oneRound({ site, shop, admin }, way, { round, orders: pace.orders })
        if (round >= 0) rounds.push(measured)
      }
      goals.push(...told(site, way, rounds))
    }
    return goals
  } finally {
    await admin.end()
  }
}

interface Bench {
  readonly site: Site
  readonly shop: Shop
  readonly admin: pg.Client
}

/** Places orders and ships all of them part by part. */
async function oneRound(bench: Bench, way: Way, { round, orders }: { round: number; orders: number }): Promise<Round> {
  const { site, shop } = bench
  const ids: string[] = []
  for (let order = 0; order < orders; order += 1) {
    const items = Array.from({ length: LINES }, (_, at) => {
      return { productId: shop.productIds[(order * 7 + at) % PRODUCTS]!, quantity: way.quantity }
    })
    const body = { customer: CUSTOMER, warehouseId: shop.warehouseId, channel: 'Опт', items }
    ids.push((await write(site, shop, '/api/v1/orders', body)).id)
  }
  const ship = (from: number, to: number) => shipParts(bench, way, { ids, from, to, round })
  const first = await ship(1, COMPARED)
  await ship(COMPARED + 1, PARTS - COMPARED)
  const last = await ship(PARTS - COMPARED + 1, PARTS)
  await checkShipped(site, shop, ids)
  return { first, last }
}

interface Parts {
  readonly ids: readonly string[]
  readonly from: number
  readonly to: number
  readonly round: number
}

/** Ships these parts of each order, one command after the other, and waits until they are in the tables. */
async function shipParts(bench: Bench, way: Way, { ids, from, to, round }: Parts): Promise<PartCost> {
  const { site, shop } = bench
  const headers = { ...authorization(shop), prefer: 'return=minimal' }
  const toRequests = ids.map((id) => writeRequests('POST', `/api/v1/orders/${id}/shipments`, headers))
  const requests: string[] = []
  for (let part = from; part <= to; part += 1)
    for (const [order, toRequest] of toRequests.entries())
      requests.push(
        toRequest(
          `parts-${way.quantity}-${round}-${order}-${part}`,
          bytesOf(JSON.stringify({ lines: way.linesOf(part) })),
        ),
      )
  const cpu = () => [cpuSeconds(site.server.pid) ?? Number.NaN, cpuSecondsOfFamily(site.postgresPid) ?? Number.NaN]
  await projected(bench)
  const before = cpu()
  const { answers, p50Ms } = await measure({
    port: site.server.port,
    connections: 1,
    seconds: LONGEST_SECONDS,
    request: (_connection, turn) => requests[turn] ?? null,
  })
  await projected(bench)
  if (sum(answers) !== requests.length) throw new Error(`${sum(answers)} of ${requests.length} parts were shipped`)
  const [server, postgres] = cpu().map((after, at) => ((after - before[at]!) * 1e6) / requests.length)
  return { server: server!, postgres: postgres!, p50Ms }
}

/** Waits until the server has brought the company's tables up to its last command. */
async function projected({ admin, shop }: Bench): Promise<void> {
  const until = performance.now() + PROJECTED_WITHIN_MS
  for (;;) {
    const { rows } = await admin.query<{ behind: number }>(
      `select c.revision - p.revision as behind from companies c join projections p using (company_id) where company_id = $1`,
      [shop.companyId],
    )
    if (Number(rows[0]!.behind) === 0) return
    if (performance.now() > until) throw new Error(`The tables are ${rows[0]!.behind} commands behind`)
    await sleep(POLL_MS)
  }
}

/** Throws unless each order was shipped completely, in as many parts as were sent. */
async function checkShipped(site: Site, shop: Shop, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const { body } = await exchange(site.server.port, readRequest(`/api/v1/orders/${id}`, authorization(shop)))
    const { fulfilment, shipmentCount, shippedAmount, total } = JSON.parse(body.toString('utf8'))
    if (fulfilment !== 'all' || shipmentCount !== PARTS || shippedAmount !== total)
      throw new Error(`Order ${id} should be shipped in ${PARTS} parts: ${body}`)
  }
}

function told(site: Site, { what }: Way, rounds: readonly Round[]): Goal[] {
  const middle = (of: (round: Round) => number) => figure(median(rounds.map(of)))
  const row = (name: string, of: (round: Round) => PartCost) => [
    name,
    middle((round) => of(round).server),
    middle((round) => of(round).postgres),
    middle((round) => both(of(round))),
    middle((round) => of(round).p50Ms),
  ]
  const cpu = rounds.map(({ first, last }) => both(last) / both(first))
  const latency = rounds.map(({ first, last }) => last.p50Ms / first.p50Ms)
  console.log(`\n## ${LINES} lines in ${PARTS} parts, ${what}; ${rounds.length} rounds`)
  console.log(
    printTable(
      ['parts', 'CPU µs: server', 'PostgreSQL', 'both', 'p50 ms'],
      [
        row(`1 to ${COMPARED}`, ({ first }) => first),
        row(`${PARTS - COMPARED + 1} to ${PARTS}`, ({ last }) => last),
        ['last ÷ first', '', '', ratios(cpu), ratios(latency)],
      ],
    ),
  )
  const goal = (name: string, measured: readonly number[]): Goal => ({
    goal: `${name} of the last parts ≤ ${RATIO_GOAL} × of the first parts, ${what}`,
    measured: `× ${ratios(measured)}`,
    isMet: site.pace.isQuick ? null : median(measured) <= RATIO_GOAL,
  })
  return [goal('CPU', cpu), goal('p50', latency)]
}
