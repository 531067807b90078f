import { afterAll, beforeAll, expect, test } from 'vitest'
import { chooseSeed } from '../support/chance/chance.ts'
import { openSite, type Site, type Victim } from '../support/node/crash-rounds.ts'

// The number of rounds. Each round continues with the data left by the previous one. `npm run test:crash` runs more
// rounds.
const ROUNDS = 1
const TIMEOUT_MS = 300_000

let site: Site
const seed = chooseSeed(20_261_121)

beforeAll(async () => {
  console.log(`crash.test.ts SEED=${seed}`)
  site = await openSite(seed)
}, TIMEOUT_MS)
afterAll(() => site?.close(), TIMEOUT_MS)

test.each<[string, Victim]>([
  ['the server', 'server'],
  ['PostgreSQL', 'postmaster'],
  ['one process of PostgreSQL', 'backend'],
  ['the process of PostgreSQL that projects the log', 'projector'],
  ['the process that rebuilds the tables', 'reindex'],
])(
  'kill -9 of %s under load loses no answered write and repeats none',
  async (_name, victim) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { wrong, ...report } = await site.round(victim)
      console.log(report)
      expect(wrong).toEqual([])
      expect(report.succeeded).toBeGreaterThan(0)
    }
  },
  TIMEOUT_MS,
)
