/**
 * Tests lots that are received at the same instant. While a company's clock stands still, all parts of the service that
 * decide which lot is used must agree. The tests compare memory, a reloaded company, another node and the reports with
 * a separate ledger, lot by lot.
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Chance, chooseSeed, createChance } from '../support/chance/chance.ts'
import type { Ledger, LedgerLot } from '../support/model/report-ledger.ts'
import { Client, type Json, type Sending } from '../support/node/client.ts'
import { findDifferences } from '../support/node/invariants.ts'
import { type OpenNode, startOpenNode } from '../support/node/open-node.ts'
import type { Reply } from '../support/node/reply.ts'
import { useService } from '../support/node/service.ts'
import { playWorkload, type Workload } from '../support/scene/report-workload.ts'

/**
 * The number of random histories to run is set by ROUNDS: `ROUNDS=1000 npm test -- tests/faults/same-moment.test.ts`.
 */
const ROUNDS = Number(process.env.ROUNDS ?? 1)
const STEPS = 90
/** A memory limit in bytes, so small that only the most recently used company stays loaded. */
const TINY = 1
/** The number of points in time in each history at which the reports are checked. */
const MOMENTS = 6

const service = useService()
let tiny: OpenNode
let other: Client
/** With this seed, the test fails if lots are ordered by when the goods were first received in any warehouse. */
const seed = chooseSeed(20_261_126)

beforeAll(async () => {
  tiny = await startOpenNode(service.databaseUrl, TINY)
  other = (await service.newCompany()).at(tiny.url)
})
afterAll(() => tiny.stop())

/**
 * A client that sometimes switches between two nodes. After a switch, the command's time is a millisecond later than
 * the last command's.
 */
class Turning extends Client {
  readonly both: readonly Client[]
  private readonly chance: Chance
  private turn = 0

  constructor(client: Client, otherUrl: string, chance: Chance) {
    super(client.url, client.token, client.companyId)
    this.both = [client, client.at(otherUrl)]
    this.chance = chance
  }

  override send(method: string, path: string, body?: unknown, sending?: Sending): Promise<Reply<Json>> {
    if (this.chance.happens(0.12)) this.turn = 1 - this.turn
    return this.both[this.turn]!.send(method, path, body, sending)
  }
}

const shownLot = (lot: Json) =>
  [lot.productId, lot.warehouseId, kopecks(lot.unitCost), Math.round((lot.remaining ?? lot.quantity) * 1000)].join(' ')
const kopecks = (amount: number) => Math.round(amount * 100)
const ledgerLot = ({ productId, warehouseId, unitCost }: LedgerLot, left: number) =>
  [productId, warehouseId, unitCost, left].join(' ')

/** Returns the remaining quantity of each lot, in the order in which the lots were created. */
const lotsOf = ({ lots }: Ledger) =>
  lots.filter(({ remaining }) => remaining > 0).map((lot) => ledgerLot(lot, lot.remaining))

async function play(chance: Chance): Promise<{ workload: Workload; client: Turning }> {
  const client = new Turning(await service.newCompany(), tiny.url, chance.fork())
  const clock = chance.fork()
  vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] })
  try {
    const workload = await playWorkload(client, chance, STEPS, async ({ ledger }) => {
      if (clock.happens(0.04)) vi.setSystemTime(Date.now() + clock.between(1, 5))
      // Make the other node reload the company for its next command, perhaps from a state that is behind the log.
      if (clock.happens(0.1)) await other.get('/api/v1/bootstrap')
      for (const node of client.both) expect((await node.state()).lots.map(shownLot)).toEqual(lotsOf(ledger))
    })
    return { workload, client }
  } finally {
    vi.useRealTimers()
  }
}

/**
 * Checks the reports against the ledger. Lots of the same age and cost cannot be distinguished, so only their number is
 * compared.
 */
async function expectReports({ ledger }: Workload, client: Client, chance: Chance): Promise<void> {
  const times = ledger.events.map(({ at }) => at)
  expect(new Set(times).size).toBeLessThan(0.5 * times.length)
  for (let count = 0; count < MOMENTS; count += 1) {
    const moment = chance.pick(times) + 1
    const path = `/api/v1/reports/stock-valuation?groupBy=lot&date=${new Date(moment).toISOString()}`
    const { items } = (await client.get(path)).json
    expect(items.map(shownLot).sort()).toEqual(
      ledger
        .lotsBefore(moment)
        .map(({ lot, left }) => ledgerLot(lot, left))
        .sort(),
    )
  }
}

test.each(Array.from({ length: ROUNDS }, (_, round) => seed + round))(
  'lots received at the same time are consumed in id order on every node, even after reloads (history from seed %i)',
  async (ofRound) => {
    const chance = createChance(ofRound)
    const { workload, client } = await play(chance)
    for (const node of client.both) await expectReports(workload, node, chance)
    expect(await findDifferences(service.database, client.companyId)).toEqual([])
  },
  120_000,
)
