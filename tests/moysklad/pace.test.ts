/** Tests the rules that decide when the next request to MoySklad may start, with a clock that the test sets. */
import { expect, test } from 'vitest'
import {
  afterEnd,
  afterNote,
  afterStart,
  IDLE,
  type Pace,
  type PaceState,
  SOURCE_PACE,
  waitBefore,
} from '../../server/moysklad/pace.ts'
import { createChance } from '../support/chance/chance.ts'

const PACE: Pace = {
  ...{ gapMs: 51, startsPerWindow: 2, windowMs: 100, leaseMs: 150 },
  ...{ refusalsBeforePause: 2, longestPauseMs: 9_000 },
}
const start = (state: PaceState, now: number, pace = PACE) => afterStart(state, now, { holder: 'a', pace })
const end = (state: PaceState, now: number, retryAfterMs?: number | null, sentAfterMs = 0) => {
  const refusal = retryAfterMs === undefined ? null : { retryAfterMs }
  return afterEnd(state, now, { ending: { holder: 'a', sentAfterMs, refusal }, pace: PACE })
}

test('by default, requests to MoySklad start at least 5.1 s apart, at most two in 10 s', () => {
  expect(SOURCE_PACE.gapMs).toBeGreaterThanOrEqual(5_100)
  expect([SOURCE_PACE.startsPerWindow, SOURCE_PACE.windowMs]).toEqual([2, 10_000])
})

test('two requests to MoySklad start at least a fixed gap apart', () => {
  const state = end(start(IDLE, 1_000), 1_001)
  expect(waitBefore(state, 1_001, false)).toBe(50)
  expect(waitBefore(state, 1_051, false)).toBe(0)
})

test('the gap after a failed request to MoySklad starts when the request ends', () => {
  const state = end(start(IDLE, 1_000), 1_030, undefined, Number.POSITIVE_INFINITY)
  expect(waitBefore(state, 1_030, false)).toBe(51)
})

test('no request to MoySklad starts while another is in flight', () => {
  const state = start(IDLE, 1_000)
  expect(waitBefore(state, 1_100, false)).toBe(50)
  expect(waitBefore({ ...state, leaseUntil: 9_000 }, 5_000, false)).toBe(4_000)
  expect(waitBefore(end({ ...state, leaseUntil: 9_000 }, 5_000), 5_000, false)).toBe(0)
})

test('if the holder of the request slot disappears, other requests wait until its lease ends', () => {
  const state = start(IDLE, 1_000)
  expect(waitBefore(state, 1_149, false)).toBe(1)
  expect(waitBefore(state, 1_150, false)).toBe(0)
})

test('the limit of requests to MoySklad in a time window applies in addition to the gap between them', () => {
  const pace = { ...PACE, gapMs: 10 }
  const begun = afterStart(end(afterStart(IDLE, 1_000, { holder: 'a', pace }), 1_001), 1_010, { holder: 'a', pace })
  const state = { ...begun, holder: null, leaseUntil: 0 }
  expect(waitBefore(state, 1_020, false)).toBe(81)
})

test('if a request to MoySklad is sent late, the gap after it starts when it is sent', () => {
  const state = end(start(IDLE, 1_000), 1_060, undefined, 40)
  expect(waitBefore(state, 1_060, false)).toBe(31)
})

test('a wait that MoySklad demands is added to the gap between requests', () => {
  const quick = end(start(IDLE, 1_000), 1_001, 300)
  expect([waitBefore(quick, 1_001, false), quick.pausedUntil]).toEqual([350, 1_351])
  const slow = end(start({ ...IDLE }, 1_000), 1_120, 300)
  expect(waitBefore(slow, 1_120, false)).toBe(300)
})

test('repeated refusals by MoySklad that state no waiting time lead to ever longer gaps, up to a limit', () => {
  let state = IDLE
  const pauses = Array.from({ length: 12 }, (_, index) => {
    const now = 10_000 * index
    state = end(start(state, now), now, null)
    expect(state.pausedUntil).toBe(state.nextStart)
    return state.nextStart - now - PACE.gapMs
  })
  expect(pauses.slice(0, 4)).toEqual([51, 51, 51 + 51 * 8, 51 + 51 * 16])
  expect(pauses.at(-1)).toBe(51 + 9_000)
})

test('a successful response from MoySklad resets the count of refusals', () => {
  const refused = end(start(IDLE, 1_000), 1_001, 300)
  const state = end(start(refused, 2_000), 2_001)
  expect([state.refusals, state.pausedUntil]).toEqual([0, null])
})

test('if the lease on the request slot has run out, the end of its former holder’s request changes nothing', () => {
  const taken = afterStart(start(IDLE, 1_000), 1_200, { holder: 'b', pace: PACE })
  expect(end(taken, 1_210, 5_000)).toBe(taken)
})

test('requests that a user waits for take precedence over background requests', () => {
  const state = { ...IDLE, urgentUntil: 1_100 }
  expect([waitBefore(state, 1_000, false), waitBefore(state, 1_000, true)]).toEqual([100, 0])
})

test('a request to MoySklad that is recorded only afterwards also counts towards the gap between requests', () => {
  const state = afterNote(IDLE, 1_000, PACE)
  expect(waitBefore(state, 1_020, false)).toBe(31)
  expect(afterNote({ ...IDLE, nextStart: 9_000 }, 1_000, PACE).nextStart).toBe(9_000)
})

test('random requests to MoySklad always respect the gap and the time-window limit', () => {
  const chance = createChance(7)
  let state = IDLE
  let now = 0
  const starts: number[] = []
  let busyUntil = 0
  for (let step = 0; step < 5_000; step += 1) {
    now += chance.below(40)
    if (waitBefore(state, now, false) > 0) continue
    expect(now).toBeGreaterThanOrEqual(busyUntil)
    starts.push(now)
    state = start(state, now)
    const isCrash = chance.happens(0.1)
    busyUntil = now + (isCrash ? PACE.leaseMs : chance.below(120))
    if (!isCrash) {
      now = busyUntil
      state = end(state, now, chance.happens(0.1) ? chance.below(200) : undefined)
    }
  }
  expect(starts.length).toBeGreaterThan(500)
  for (const [index, at] of starts.entries()) {
    if (index >= 1) expect(at - starts[index - 1]!).toBeGreaterThanOrEqual(PACE.gapMs)
    if (index >= 2) expect(at - starts[index - 2]!).toBeGreaterThan(PACE.windowMs)
  }
})
