/** Proof of the pace from the log of a fake MoySklad. */
import { expect } from 'vitest'
import type { LoggedRequest } from './fake-moysklad.ts'

/** A hundredth of what users of the source may do. */
const PROVEN = { gapMs: 51, startsPerWindow: 2, windowMs: 100 }

/** Every rule of the pace, for nodes with TEST_PACE. */
export function expectPaced(log: readonly LoggedRequest[], { gapMs, windowMs, startsPerWindow } = PROVEN): void {
  const starts = log.map(({ at }) => at)
  for (const [index, at] of starts.entries()) {
    const gap = index === 0 ? gapMs : at - starts[index - 1]!
    expect(gap, `request ${index} after the one before`).toBeGreaterThanOrEqual(gapMs)
    const first = starts[index - startsPerWindow] ?? Number.NEGATIVE_INFINITY
    expect(at - first, `${startsPerWindow + 1} requests up to ${index}`).toBeGreaterThan(windowMs)
  }
  expect(log.map(({ inFlight }) => inFlight)).toEqual(log.map(() => 1))
}
