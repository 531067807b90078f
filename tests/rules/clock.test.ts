import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CompanyClock } from '../../server/engine/clock.ts'
import { NodeClock } from '../../server/engine/node-clock.ts'

const NOW = Date.UTC(2026, 0, 1)

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const idsOf = (clock: CompanyClock, count: number): string[] => Array.from({ length: count }, () => clock.newId())

/** Simulates a node that issued ids in this millisecond. Returns the ids, and the time of its last command. */
function busyNode(): { ids: string[]; lastAt: number } {
  const clock = new CompanyClock(NOW - 1_000)
  const lastAt = Date.parse(clock.tick())
  return { ids: idsOf(clock, 500), lastAt }
}

function expectAscending(ids: readonly string[]): void {
  expect([...ids].sort()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
}

test('new record ids increase within a millisecond and from one millisecond to the next', () => {
  const clock = new CompanyClock(NOW - 1_000)
  const ids = []
  for (let step = 0; step < 200; step += 1) {
    if (step % 50 === 0) vi.setSystemTime(NOW + step)
    clock.tick()
    ids.push(...idsOf(clock, 7))
  }
  expectAscending(ids)
})

test.each([0, -1, -5_000])(
  'after a node whose clock is %i ms off loads a company, its new record ids sort after all others',
  (off) => {
    const { ids, lastAt } = busyNode()
    vi.setSystemTime(NOW + off)
    const loaded = new CompanyClock(lastAt)
    expect(loaded.tick() >= new Date(lastAt).toISOString()).toBe(true)
    expectAscending([...ids, ...idsOf(loaded, 5)])
  },
)

test.each([0, -1, -5_000])(
  'after a node whose clock is %i ms off learns of another node’s commits, its new record ids sort after all others',
  (off) => {
    const caughtUp = new CompanyClock(NOW - 60_000)
    const { ids, lastAt } = busyNode()
    vi.setSystemTime(NOW + off)
    caughtUp.tick()
    idsOf(caughtUp, 3)
    caughtUp.catchUp(lastAt)
    expectAscending([...ids, ...idsOf(caughtUp, 5)])
  },
)

test('a company’s time does not go back when the node’s clock does', () => {
  const clock = new CompanyClock(NOW - 1_000)
  const before = clock.tick()
  vi.setSystemTime(NOW - 3_600_000)
  expect(clock.tick()).toBe(before)
})

test('a company’s time stands still after its node’s clock was set back, until the clock has caught up', () => {
  const clock = new CompanyClock(NOW - 1_000)
  const before = clock.tick()
  expect(before).toBe(new Date(NOW).toISOString())
  for (const behind of [3_600_000, 60_000, 1, 0]) {
    vi.setSystemTime(NOW - behind)
    expect([behind, clock.tick()]).toEqual([behind, before])
  }
  vi.setSystemTime(NOW + 1)
  expect(clock.tick()).toBe(new Date(NOW + 1).toISOString())
})

const MINUTE = 60_000
const DAY = 86_400_000
const YEARS = 3_650 * DAY

/** A machine and its database, with clocks that the test sets. */
class World {
  wall = NOW
  monotonic = 1_000
  uptime = 5_000_000
  /** The time of the database; null means that the database is unreachable. */
  database: number | null = NOW
  readonly lines: string[] = []

  pass(milliseconds: number): void {
    this.sleep(milliseconds)
    this.monotonic += milliseconds
  }

  /** Puts the machine to sleep, which stops the monotonic clock. */
  sleep(milliseconds: number): void {
    this.wall += milliseconds
    this.uptime += milliseconds
    if (this.database !== null) this.database += milliseconds
  }

  async openClock(maxLeadMs = 5 * MINUTE): Promise<NodeClock> {
    const say = (_details: object, message: string) => void this.lines.push(message)
    const clock = new NodeClock({
      askDatabase: async () => this.database ?? Promise.reject(new Error('away')),
      maxLeadMs,
      log: { warn: say, error: say },
      sources: { wall: () => this.wall, monotonic: () => this.monotonic, uptime: () => this.uptime },
    })
    await clock.check()
    return clock
  }
}

test('a node trusts its clock if the clock agrees with real time', async () => {
  const world = new World()
  const clock = await world.openClock()
  for (let hour = 0; hour < 48; hour += 1) {
    world.pass(60 * MINUTE)
    expect([clock.fault(), clock.now()]).toEqual([null, world.wall])
  }
  expect(world.lines).toEqual([])
})

test('a node does not trust its clock while the clock is ten years ahead', async () => {
  const world = new World()
  const clock = await world.openClock()
  world.wall += YEARS
  expect(clock.fault()).toMatch(/clock of this node jumped/)
  expect(clock.now()).toBe(NOW)
  await clock.check()
  world.pass(MINUTE)
  expect(clock.fault()).toMatch(/10 years ahead of the database clock/)
  expect(clock.now()).toBe(NOW + MINUTE)
  world.wall -= YEARS
  await clock.check()
  expect([clock.fault(), clock.now()]).toEqual([null, NOW + MINUTE])
  expect(world.lines).toEqual([
    'The clock of this node is 10 years ahead of the database clock: commands are refused until they agree',
    'The clock of this node is right again',
  ])
})

// Found by the simulation: npm run simulate -- --seed 15
test('while its clock is not trusted, a node counts in whole milliseconds, so ids of one millisecond still increase', async () => {
  const world = new World()
  const clock = await world.openClock()
  const company = new CompanyClock(NOW - 1_000, () => clock.now())
  world.wall += YEARS
  const ids = []
  for (const passed of [0.25, 0.25, 0.25, 0.5, 0.25]) {
    world.uptime += passed
    company.tick()
    ids.push(...idsOf(company, 3))
  }
  expect(clock.now()).toBe(NOW + 1)
  expectAscending(ids)
})

test('a node does not trust a clock that jumped by years, even if the database’s clock agrees', async () => {
  const world = new World()
  const clock = await world.openClock()
  world.wall += YEARS
  world.database! += YEARS
  clock.fault()
  await clock.check()
  expect(clock.fault()).toMatch(/jumped 10 years ahead/)
  await clock.check()
  expect(world.lines).toEqual([
    'The clock of this node jumped 10 years ahead: commands are refused until it is set back; if it is right, restart the service',
  ])
  // Check that the node accepts the new time after a restart.
  expect((await world.openClock()).fault()).toBeNull()
})

test('a node trusts a clock that jumped by hours if the database’s clock agrees', async () => {
  const world = new World()
  const clock = await world.openClock()
  world.wall += 180 * MINUTE
  world.database! += 180 * MINUTE
  expect(clock.fault()).not.toBeNull()
  await clock.check()
  expect([clock.fault(), clock.now()]).toEqual([null, world.wall])
  expect(world.lines).toEqual(['The clock jumped 3 hours ahead, and the database agrees'])
})

test('a node does not trust a clock that jumped if it cannot ask the database for the time', async () => {
  const world = new World()
  const clock = await world.openClock()
  world.wall += 180 * MINUTE
  world.database = null
  clock.fault()
  await clock.check()
  expect(clock.fault()).toMatch(/is being compared/)
  expect(clock.now()).toBe(NOW)
})

test('the clock of a machine that wakes from a long sleep is trusted at once', async () => {
  const world = new World()
  const clock = await world.openClock()
  world.sleep(30 * DAY)
  world.database = null
  expect([clock.fault(), clock.now()]).toEqual([null, NOW + 30 * DAY])
})

test('a node that starts with its clock ahead of the database’s clock does not trust its own', async () => {
  const ahead = new World()
  ahead.wall += 6 * MINUTE
  expect((await ahead.openClock()).fault()).toMatch(/6 minutes ahead/)
  const nearly = new World()
  nearly.wall += 4 * MINUTE
  expect((await nearly.openClock()).fault()).toBeNull()
  const behind = new World()
  behind.wall -= 6 * MINUTE
  const clock = await behind.openClock()
  await clock.check()
  expect([clock.fault(), behind.lines]).toEqual([
    null,
    ['The clock of this node is 6 minutes behind the database clock'],
  ])
})

test('a node trusts its clock after this clock and the database’s clock were set back', async () => {
  const world = new World()
  const clock = await world.openClock()
  world.wall -= DAY
  world.database! -= DAY
  expect([clock.fault(), clock.now()]).toEqual([null, NOW - DAY])
})

test('a node always trusts its clock if the comparison with the database’s clock is switched off', async () => {
  const world = new World()
  const clock = await world.openClock(0)
  world.wall += YEARS
  await clock.check()
  expect([clock.fault(), clock.now(), world.lines]).toEqual([null, NOW + YEARS, []])
})
