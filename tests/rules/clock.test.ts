import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CompanyClock } from '../../server/engine/clock.ts'

const NOW = Date.UTC(2026, 0, 1)

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const idsOf = (clock: CompanyClock, count: number): string[] => Array.from({ length: count }, () => clock.newId())

/** A node that gave ids in this millisecond: the ids, and the time of its last command. */
function busyNode(): { ids: string[]; lastAt: number } {
  const clock = new CompanyClock(NOW - 1_000)
  const lastAt = Date.parse(clock.tick())
  return { ids: idsOf(clock, 500), lastAt }
}

function expectAscending(ids: readonly string[]): void {
  expect([...ids].sort()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
}

test('ids ascend within a millisecond and from one to the next', () => {
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
  'a node whose clock is %i ms off loads the company: its ids come after all others',
  (off) => {
    const { ids, lastAt } = busyNode()
    vi.setSystemTime(NOW + off)
    const loaded = new CompanyClock(lastAt)
    expect(loaded.tick() >= new Date(lastAt).toISOString()).toBe(true)
    expectAscending([...ids, ...idsOf(loaded, 5)])
  },
)

test.each([0, -1, -5_000])('a node whose clock is %i ms off catches up: its ids come after all others', (off) => {
  const caughtUp = new CompanyClock(NOW - 60_000)
  const { ids, lastAt } = busyNode()
  vi.setSystemTime(NOW + off)
  caughtUp.tick()
  idsOf(caughtUp, 3)
  caughtUp.catchUp(lastAt)
  expectAscending([...ids, ...idsOf(caughtUp, 5)])
})

test('time does not go back with the node that keeps it', () => {
  const clock = new CompanyClock(NOW - 1_000)
  const before = clock.tick()
  vi.setSystemTime(NOW - 3_600_000)
  expect(clock.tick()).toBe(before)
})
