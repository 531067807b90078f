/**
 * Imports random MoySklad accounts whose lists and records are refused, missing, malformed or moved, both for the first
 * time and repeatedly. No stored value may be emptied, nothing may be lost without a report, and every import must end.
 * `npm run test:import-foreign` runs many rounds; FOREIGN_SEED repeats one round.
 */
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Service } from '../../server/service.ts'
import { FAKE_TOKEN, type FakeMoysklad, startFakeMoysklad } from '../support/moysklad/fake-moysklad.ts'
import { foreignRound } from '../support/moysklad/foreign-import.ts'
import { openImportRun } from '../support/moysklad/imports-run.ts'
import { NO_PACE } from '../support/moysklad/node.ts'
import { cloneDatabase, startNode } from '../support/node/service.ts'
import { newOwner } from '../support/scene/team.ts'

const ROUNDS = Number(process.env.FOREIGN_ROUNDS ?? 5)
const SEED = Number(
  process.env.FOREIGN_SEED ?? (process.env.FOREIGN_ROUNDS === undefined ? 20_261_123 : Date.now() % 1_000_000_000),
)
/**
 * Seeds that once revealed bugs. The bugs concerned a variant without its product, a document that can be posted, the
 * initials in an unread name, a partner's price type, an invalid currency and an invalid buying price.
 */
const ONCE_WRONG = [491_933_335, 491_933_361, 491_933_419, 492_654_161, 492_654_285, 492_654_333]

const ROUND_TIMEOUT_MS = 600_000

let cloned: Awaited<ReturnType<typeof cloneDatabase>>
let node: Service
let fake: FakeMoysklad
let admin: pg.Client

beforeAll(async () => {
  cloned = await cloneDatabase()
  // Lists contain only two nested rows each, so most nested lists must be completed from their own URL.
  fake = await startFakeMoysklad({ traits: { maxNested: 2 } })
  admin = new pg.Client({ connectionString: cloned.url })
  await admin.connect()
  node = await startNode(cloned.url, { extsys: { url: fake.url, pace: NO_PACE } })
})
afterAll(async () => {
  await node.stop()
  await fake.close()
  await admin.end()
  await cloned.drop()
})

async function newCompany() {
  // Reset the throttle, because more companies sign up here than one network address may create in an hour.
  await admin.query('delete from rate_limits')
  const owner = await newOwner(node.appUrl)
  const reply = await owner.post('/api/v1/integrations/extsys/connection', { token: FAKE_TOKEN })
  if (reply.status !== 200) throw new Error(`The connection was answered ${reply.status}: ${reply.text}`)
  return { owner, run: openImportRun(owner) }
}

test.each([...ONCE_WRONG, ...Array.from({ length: ROUNDS }, (_, round) => SEED + round)])(
  'a random MoySklad account with unexpected data is imported without loss (FOREIGN_SEED=%i)',
  async (seed) => {
    const { faults, wrong } = await foreignRound({ fake, newCompany }, seed)
    expect(wrong, faults.join('\n')).toEqual([])
  },
  // Limit the time of each round, because a round that never ended would disturb the next one.
  ROUND_TIMEOUT_MS,
)
