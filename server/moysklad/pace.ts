/**
 * Limits how often a source may be asked. Pure functions, without a clock of their own. Source: S-IMPORT-23. Times are
 * milliseconds since 1970 by the database's clock.
 */

export interface Pace {
  /** The minimum time between the starts of two requests. */
  readonly gapMs: number
  /** The most starts in any window of `windowMs`. */
  readonly startsPerWindow: number
  readonly windowMs: number
  /**
   * A holder with a request in flight keeps its slot for this long after its last renewal. It renews three times as
   * often, and aborts its request before the lease ends if it could not renew: so no other request starts while this
   * one may be in flight.
   */
  readonly leaseMs: number
  /** After this many consecutive refusals the pauses grow. */
  readonly refusalsBeforePause: number
  readonly longestPauseMs: number
}

/** The limits for users of MoySklad, plus a tenth of a second for varying network delays. */
export const SOURCE_PACE: Pace = {
  gapMs: 5_200,
  startsPerWindow: 2,
  windowMs: 10_000,
  leaseMs: 15_000,
  refusalsBeforePause: 2,
  longestPauseMs: 900_000,
}

/** The real pace scaled to another gap, for a stand-in of the source. */
export function paceWithGap(gapMs: number): Pace {
  const share = gapMs / SOURCE_PACE.gapMs
  return {
    ...SOURCE_PACE,
    gapMs,
    windowMs: Math.floor(SOURCE_PACE.windowMs * share),
    // Long enough that a busy machine does not lose the lease.
    leaseMs: Math.max(SHORTEST_LEASE_MS, Math.floor(SOURCE_PACE.leaseMs * share)),
    longestPauseMs: Math.floor(SOURCE_PACE.longestPauseMs * share),
  }
}

const SHORTEST_LEASE_MS = 1_000

/** Longer waits requested by the source are cut to this. */
const LONGEST_WAIT_ASKED_MS = 3_600_000

/** The state of one key, shared by all nodes. */
export interface PaceState {
  /** The last starts, oldest first. */
  readonly starts: readonly number[]
  /** No request may start before this time. */
  readonly nextStart: number
  /** The holder of the request in flight; null: there is none. */
  readonly holder: string | null
  /** Until this time the holder counts as alive. */
  readonly leaseUntil: number
  /** Consecutive refusals because of the source's limits. */
  readonly refusals: number
  /** Until when requests are paused, because the source asked for it or refused repeatedly; null: not paused. */
  readonly pausedUntil: number | null
  /** Until this time only urgent requests, for which a user waits, may start. */
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

/** How long a request must wait before it checks again; 0: it may start now. */
export function waitBefore(state: PaceState, now: number, isUrgent: boolean): number {
  const isHeld = state.holder !== null && state.leaseUntil > now
  const until = Math.max(state.nextStart, isHeld ? state.leaseUntil : 0, isUrgent ? 0 : state.urgentUntil)
  return Math.max(0, until - now)
}

/** The state after a request has started now. */
export function afterStart(state: PaceState, now: number, { holder, pace }: { holder: string; pace: Pace }): PaceState {
  const starts = [...state.starts, now].slice(-pace.startsPerWindow)
  return {
    ...state,
    ...{ starts, nextStart: nextAfter(starts, pace), holder, leaseUntil: now + pace.leaseMs, urgentUntil: 0 },
  }
}

/** When the next request may start. The window includes both ends, so a start exactly at its end would still count. */
function nextAfter(starts: readonly number[], pace: Pace): number {
  const byGap = starts.at(-1)! + pace.gapMs
  return starts.length < pace.startsPerWindow ? byGap : Math.max(byGap, starts[0]! + pace.windowMs + 1)
}

/** The state after learning that a request, sent under other keys, also counted for this one. */
export function afterNote(state: PaceState, startedAt: number, pace: Pace): PaceState {
  const starts = [...state.starts, startedAt].sort((a, b) => a - b).slice(-pace.startsPerWindow)
  return { ...state, starts, nextStart: Math.max(state.nextStart, nextAfter(starts, pace)) }
}

export interface Ending {
  readonly holder: string
  /** From the permission to start until the request was really written. */
  readonly sentAfterMs: number
  /** Set when the source refused because of its limits, with the wait that it asked for; null: it named none. */
  readonly refusal: { readonly retryAfterMs: number | null } | null
}

/** The state after the holder's request has ended. Unchanged when another holder has taken over meanwhile. */
export function afterEnd(state: PaceState, now: number, { ending, pace }: { ending: Ending; pace: Pace }): PaceState {
  if (state.holder !== ending.holder) return state
  // A request written later than permitted also reached the source later.
  const last = Math.min(now, state.starts.at(-1)! + Math.max(0, ending.sentAfterMs))
  const starts = [...state.starts.slice(0, -1), last]
  const free = { ...state, starts, holder: null, leaseUntil: 0 }
  const nextStart = Math.max(state.nextStart, nextAfter(starts, pace))
  if (ending.refusal === null) return { ...free, nextStart, refusals: 0, pausedUntil: null }
  const refusals = state.refusals + 1
  // Counted from now, because the source's wait begins with its answer, which may have come late.
  const paused = Math.max(nextStart, now) + pauseOf(ending.refusal, refusals, pace)
  return { ...free, nextStart: paused, refusals, pausedUntil: paused }
}

/**
 * The pause after a refusal: the wait that the source asks for is added to the usual gap. With repeated refusals the
 * pause also grows by itself.
 */
function pauseOf({ retryAfterMs }: { retryAfterMs: number | null }, refusals: number, pace: Pace): number {
  const asked = Math.min(retryAfterMs ?? pace.gapMs, LONGEST_WAIT_ASKED_MS)
  const grown = refusals <= pace.refusalsBeforePause ? 0 : pace.gapMs * 2 ** Math.min(refusals, 20)
  return asked + Math.min(grown, pace.longestPauseMs)
}
