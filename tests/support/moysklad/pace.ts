/** Checks from the log of a fake MoySklad that requests kept to the pace. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { afterAll, beforeAll, expect } from 'vitest'
import type { LoggedRequest } from './fake-moysklad.ts'
import { TEST_PACE } from './node.ts'

/** The tolerance for times in milliseconds. It is needed because the database gives whole milliseconds. */
const ROUNDING_MS = 2
const HEADER = 'x-sent-as'
const SENT_AS = new RegExp(`${HEADER}: (\\S+)`)

/**
 * The time at which each request was sent, in milliseconds of `performance.now()`, keyed by the request's name in a
 * header.
 */
const sent = new Map<string, number>()
let count = 0

interface Published {
  readonly request: { addHeader(name: string, value: string): void }
  readonly headers: string
}

function mark(message: unknown): void {
  count += 1
  ;(message as Published).request.addHeader(HEADER, String(count))
}

function note(message: unknown): void {
  const name = SENT_AS.exec((message as Published).headers)?.[1]
  if (name !== undefined) sent.set(name, performance.now())
}

/**
 * Records when this process sends requests. Call it at the top of a test file that checks the pace: a busy fake may notice
 * requests late, so the times in its own log are not exact enough.
 */
export function useSendTimes(): void {
  beforeAll(() => {
    subscribe('undici:request:create', mark)
    subscribe('undici:client:sendHeaders', note)
  })
  afterAll(() => {
    unsubscribe('undici:request:create', mark)
    unsubscribe('undici:client:sendHeaders', note)
    sent.clear()
  })
}

/** Returns when a request was sent, or when the fake received it if another process sent it. */
export function sentAt({ headers, at }: LoggedRequest): number {
  return sent.get(String(headers[HEADER])) ?? at
}

/** Checks every rule of the pace, for nodes that use TEST_PACE in a test file that calls `useSendTimes`. */
export function expectPaced(log: readonly LoggedRequest[]): void {
  const { gapMs, windowMs, startsPerWindow } = TEST_PACE
  expect(
    log.some(({ headers }) => sent.has(String(headers[HEADER]))),
    'requests of this process are noted',
  ).toBe(true)
  const starts = log.map(sentAt)
  for (const [index, at] of starts.entries()) {
    const gap = index === 0 ? gapMs : at - starts[index - 1]!
    expect(gap, `request ${index} after the one before`).toBeGreaterThanOrEqual(gapMs - ROUNDING_MS)
    const first = starts[index - startsPerWindow] ?? Number.NEGATIVE_INFINITY
    expect(at - first, `${startsPerWindow + 1} requests up to ${index}`).toBeGreaterThan(windowMs - ROUNDING_MS)
  }
  expect(log.map(({ inFlight }) => inFlight)).toEqual(log.map(() => 1))
}
