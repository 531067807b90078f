/**
 * How often a source may be asked, as rules without a clock of their own. Source: S-IMPORT-23. Times are
 * milliseconds since 1970 by the clock of the database.
 */

export interface Pace {
  /** Least time from the start of one request to the start of the next. */
  readonly gapMs: number
  /** At most so many starts in any window. */
  readonly startsPerWindow: number
  readonly windowMs: number
  /**
   * A holder that is in flight keeps its turn for so long after it was last heard of. It is heard of three times as often, and hangs up
   * before the time is over when it could not make itself heard: so nobody else starts while it may still be in flight.
   */
  readonly leaseMs: number
  /** After so many refusals in a row the pauses grow. */
  readonly refusalsBeforePause: number
  readonly longestPauseMs: number
}

/** What users of the source may do; a tenth of a second is for networks whose delays differ. */
export const SOURCE_PACE: Pace = {
  gapMs: 5_200,
  startsPerWindow: 2,
  windowMs: 10_000,
  leaseMs: 15_000,
  refusalsBeforePause: 2,
  longestPauseMs: 900_000,
}

/** As the real one, with another gap and all that follows from it: for a stand-in of the source. */
export function paceWithGap(gapMs: number): Pace {
  const share = gapMs / SOURCE_PACE.gapMs
  return {
    ...SOURCE_PACE,
    gapMs,
    windowMs: Math.floor(SOURCE_PACE.windowMs * share),
    // A busy machine must not lose it.
    leaseMs: Math.max(SHORTEST_LEASE_MS, Math.floor(SOURCE_PACE.leaseMs * share)),
    longestPauseMs: Math.floor(SOURCE_PACE.longestPauseMs * share),
  }
}

const SHORTEST_LEASE_MS = 1_000

/** A wait that the source asks for is not believed beyond this. */
const LONGEST_WAIT_ASKED_MS = 3_600_000

/** What is known of one account, wherever requests come from. */
export interface PaceState {
  /** The last starts, oldest first. */
  readonly starts: readonly number[]
  /** No request starts before. */
  readonly nextStart: number
  /** Whose request is in flight; null: nobody's. */
  readonly holder: string | null
  /** Until then the holder is believed to be alive. */
  readonly leaseUntil: number
  /** How often in a row the source refused because of its limits. */
  readonly refusals: number
  /** Until when it is paused because the source asked for it, or refused again and again; null: it is not. */
  readonly pausedUntil: number | null
  /** Until then requests that somebody waits for go first. */
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

/** How long a request has to wait, 0: not at all. It may have to wait again then. */
export function waitBefore(state: PaceState, now: number, isUrgent: boolean): number {
  const isHeld = state.holder !== null && state.leaseUntil > now
  const until = Math.max(state.nextStart, isHeld ? state.leaseUntil : 0, isUrgent ? 0 : state.urgentUntil)
  return Math.max(0, until - now)
}

/** A request starts now. */
export function afterStart(state: PaceState, now: number, { holder, pace }: { holder: string; pace: Pace }): PaceState {
  const starts = [...state.starts, now].slice(-pace.startsPerWindow)
  return {
    ...state,
    ...{ starts, nextStart: nextAfter(starts, pace), holder, leaseUntil: now + pace.leaseMs, urgentUntil: 0 },
  }
}

/** The window is closed at both ends: a start at the very end of it would still be in it. */
function nextAfter(starts: readonly number[], pace: Pace): number {
  const byGap = starts.at(-1)! + pace.gapMs
  return starts.length < pace.startsPerWindow ? byGap : Math.max(byGap, starts[0]! + pace.windowMs + 1)
}

/** A request that started under other keys turns out to have been one of this account. */
export function afterNote(state: PaceState, startedAt: number, pace: Pace): PaceState {
  const starts = [...state.starts, startedAt].sort((a, b) => a - b).slice(-pace.startsPerWindow)
  return { ...state, starts, nextStart: Math.max(state.nextStart, nextAfter(starts, pace)) }
}

export interface Ending {
  readonly holder: string
  /** From the permission to start until the request was really written. */
  readonly sentAfterMs: number
  /** The source refused because of its limits, and asked for this wait; null: it named none. */
  readonly refusal: { readonly retryAfterMs: number | null } | null
}

/** The request of the holder is over. Without effect when the turn was taken from it meanwhile. */
export function afterEnd(state: PaceState, now: number, { ending, pace }: { ending: Ending; pace: Pace }): PaceState {
  if (state.holder !== ending.holder) return state
  // Written later than permitted, it came to the source later too.
  const last = Math.min(now, state.starts.at(-1)! + Math.max(0, ending.sentAfterMs))
  const starts = [...state.starts.slice(0, -1), last]
  const free = { ...state, starts, holder: null, leaseUntil: 0 }
  const nextStart = Math.max(state.nextStart, nextAfter(starts, pace))
  if (ending.refusal === null) return { ...free, nextStart, refusals: 0, pausedUntil: null }
  const refusals = state.refusals + 1
  // Counted from now: the answer may have taken long, and says how long to wait from then.
  const paused = Math.max(nextStart, now) + pauseOf(ending.refusal, refusals, pace)
  return { ...free, nextStart: paused, refusals, pausedUntil: paused }
}

/** What the source asks for is added to the usual gap; refused again and again, the pause grows by itself. */
function pauseOf({ retryAfterMs }: { retryAfterMs: number | null }, refusals: number, pace: Pace): number {
  const asked = Math.min(retryAfterMs ?? pace.gapMs, LONGEST_WAIT_ASKED_MS)
  const grown = refusals <= pace.refusalsBeforePause ? 0 : pace.gapMs * 2 ** Math.min(refusals, 20)
  return asked + Math.min(grown, pace.longestPauseMs)
}
