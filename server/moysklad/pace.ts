/**
 * Decides when the next request to MoySklad may start. The functions are pure and do not read a clock. Source:
 * S-IMPORT-23. All times are in milliseconds since 1970 by the database's clock.
 */

export interface Pace {
  /** The minimum number of milliseconds between the starts of two requests. */
  readonly gapMs: number
  /** The maximum number of requests that may start in any period of `windowMs`. */
  readonly startsPerWindow: number
  readonly windowMs: number
  /**
   * How long, in milliseconds, the holder of a slot keeps the slot after the last renewal while the holder's request is
   * in flight. The holder renews three times in that period. If renewing fails, the holder aborts the request before
   * the lease ends, so that no other request can start while this request is in flight.
   */
  readonly leaseMs: number
  /** The number of consecutive refusals after which pauses become longer. */
  readonly refusalsBeforePause: number
  readonly longestPauseMs: number
}

/** The limits that apply to users of MoySklad, plus a tenth of a second for varying network delays. */
export const SOURCE_PACE: Pace = {
  gapMs: 5_200,
  startsPerWindow: 2,
  windowMs: 10_000,
  leaseMs: 15_000,
  refusalsBeforePause: 2,
  longestPauseMs: 900_000,
}

/** Returns the real limits scaled to another interval, for tests that use a simulated MoySklad. */
export function paceWithGap(gapMs: number): Pace {
  const share = gapMs / SOURCE_PACE.gapMs
  return {
    ...SOURCE_PACE,
    gapMs,
    windowMs: Math.floor(SOURCE_PACE.windowMs * share),
    // The lease must not be too short, because the process on a busy machine could not renew it in time.
    leaseMs: Math.max(SHORTEST_LEASE_MS, Math.floor(SOURCE_PACE.leaseMs * share)),
    longestPauseMs: Math.floor(SOURCE_PACE.longestPauseMs * share),
  }
}

const SHORTEST_LEASE_MS = 1_000

/**
 * The longest wait, in milliseconds, that is accepted from MoySklad. If MoySklad demands a longer wait, this one is
 * used instead.
 */
const LONGEST_WAIT_ASKED_MS = 3_600_000

/** The state of the requests for one key (an account, token or company), shared by all nodes. */
export interface PaceState {
  /** The start times of the latest requests, oldest first. */
  readonly starts: readonly number[]
  /** The time before which no request may start. */
  readonly nextStart: number
  /** The holder of the slot, whose request is in flight; null when no request is in flight. */
  readonly holder: string | null
  /** The time until which the holder of the slot is assumed to be alive. */
  readonly leaseUntil: number
  /** The number of consecutive refusals because of MoySklad's limits. */
  readonly refusals: number
  /**
   * The time until which requests are paused because MoySklad demanded a wait or refused repeatedly; null if they are
   * not paused.
   */
  readonly pausedUntil: number | null
  /** The time until which only requests that a user is waiting for may start. */
  readonly urgentUntil: number
}

export const IDLE: PaceState = {
  starts: [],
  nextStart: 0,
  holder: null,
  leaseUntil: 0,
  refusals: 0,
  pausedUntil: null,
  urgentUntil: 0,
}

/** Returns how long a request must wait before it checks again; 0 means that it may start now. */
export function waitBefore(state: PaceState, now: number, isUrgent: boolean): number {
  const isHeld = state.holder !== null && state.leaseUntil > now
  const until = Math.max(state.nextStart, isHeld ? state.leaseUntil : 0, isUrgent ? 0 : state.urgentUntil)
  return Math.max(0, until - now)
}

/** Returns the state after a request starts at the time `now`. */
export function afterStart(state: PaceState, now: number, { holder, pace }: { holder: string; pace: Pace }): PaceState {
  const starts = [...state.starts, now].slice(-pace.startsPerWindow)
  return {
    ...state,
    ...{ starts, nextStart: nextAfter(starts, pace), holder, leaseUntil: now + pace.leaseMs, urgentUntil: 0 },
  }
}

/**
 * Returns when the next request may start. The window includes both of its ends, so a request started exactly at the
 * end would still count.
 */
function nextAfter(starts: readonly number[], pace: Pace): number {
  const byGap = starts.at(-1)! + pace.gapMs
  return starts.length < pace.startsPerWindow ? byGap : Math.max(byGap, starts[0]! + pace.windowMs + 1)
}

/**
 * Returns the state after counting a request that was sent under other keys but, as its response showed, also counts
 * for this key.
 */
export function afterNote(state: PaceState, startedAt: number, pace: Pace): PaceState {
  const starts = [...state.starts, startedAt].sort((a, b) => a - b).slice(-pace.startsPerWindow)
  return { ...state, starts, nextStart: Math.max(state.nextStart, nextAfter(starts, pace)) }
}

export interface Ending {
  readonly holder: string
  /** The number of milliseconds from the permission to start until the request was actually sent. */
  readonly sentAfterMs: number
  /**
   * Set when MoySklad refused because of its limits. `retryAfterMs`: the wait that MoySklad demanded, or null if it
   * stated none.
   */
  readonly refusal: { readonly retryAfterMs: number | null } | null
}

/**
 * Returns the state after the holder's request has ended; the unchanged state if the slot has passed to another holder.
 */
export function afterEnd(state: PaceState, now: number, { ending, pace }: { ending: Ending; pace: Pace }): PaceState {
  if (state.holder !== ending.holder) return state
  // If a request was sent some time after it was allowed to start, it also reached MoySklad later, so its start time is
  // corrected.
  const last = Math.min(now, state.starts.at(-1)! + Math.max(0, ending.sentAfterMs))
  const starts = [...state.starts.slice(0, -1), last]
  const free = { ...state, starts, holder: null, leaseUntil: 0 }
  const nextStart = Math.max(state.nextStart, nextAfter(starts, pace))
  if (ending.refusal === null) return { ...free, nextStart, refusals: 0, pausedUntil: null }
  const refusals = state.refusals + 1
  // The pause is counted from now, because the wait that MoySklad demanded begins with its response, which may have
  // arrived late.
  const paused = Math.max(nextStart, now) + pauseOf(ending.refusal, refusals, pace)
  return { ...free, nextStart: paused, refusals, pausedUntil: paused }
}

/**
 * Returns the pause after a refusal: the wait that MoySklad demands, in addition to the usual interval. Repeated
 * refusals make the pause longer.
 */
function pauseOf({ retryAfterMs }: { retryAfterMs: number | null }, refusals: number, pace: Pace): number {
  const asked = Math.min(retryAfterMs ?? pace.gapMs, LONGEST_WAIT_ASKED_MS)
  const grown = refusals <= pace.refusalsBeforePause ? 0 : pace.gapMs * 2 ** Math.min(refusals, 20)
  return asked + Math.min(grown, pace.longestPauseMs)
}
