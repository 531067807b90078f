/**
 * Limits requests to MoySklad across jobs, checks, retries and nodes: at most one request at a time for each key. The
 * state is stored in PostgreSQL and uses its clock, so a restarted or different node continues where the last request
 * ended.
 */
import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../store/database.ts'
import { afterEnd, afterNote, afterStart, type Ending, type Pace, type PaceState, waitBefore } from './pace.ts'
import { decidePaces, deleteOldPaces, readPace, renewLease } from './pace-sql.ts'
import { SourceError } from './source-errors.ts'

/**
 * Returns the key by which requests are limited: a MoySklad account, a token whose account is not known yet, or a
 * company.
 */
export function paceKey(kind: 'account' | 'token' | 'company', name: string): Buffer {
  return createHash('sha256').update(`${kind}:${name}`).digest()
}

export interface Asking {
  readonly signal: AbortSignal
  /** Whether a user is waiting for the response. If so, the request takes precedence over background requests. */
  readonly isUrgent?: boolean
  /**
   * The longest wait for a slot, in milliseconds; unlimited by default. When it is exceeded, `busy` or `limited` is
   * thrown.
   */
  readonly maxWaitMs?: number
}

/** The result of a request that ran in its slot. */
export interface Taken<T> {
  readonly value: T
  readonly refusal: Ending['refusal']
  readonly sentAfterMs: number
}

export interface Pacing {
  readonly pace: Pace
  /** Runs a request when all its keys have a free slot. `work` must abort when the signal it receives is aborted. */
  take<T>(keys: readonly Buffer[], asking: Asking, work: (signal: AbortSignal) => Promise<Taken<T>>): Promise<T>
  /** Records that a request sent under other keys also counts for this key. */
  note(key: Buffer, startedAgoMs: number): Promise<void>
  /** Returns the time until which MoySklad has paused requests, or null if they are not paused. */
  pausedUntil(key: Buffer): Promise<Date | null>
}

/** How many times a lease is renewed within its duration. */
const RENEWALS = 3
/** How many times per request interval a waiting request checks whether another holder's request has ended. */
const LOOKS_IN_A_GAP = 5
const END_TRIES = 3

/** The database, the limits, and the keys that a slot is taken for. */
interface Paced {
  readonly database: Database
  readonly pace: Pace
  readonly keys: readonly Buffer[]
}

interface Held {
  readonly holder: string
  /**
   * When the lease was last renewed, by `performance.now()`. This time is taken before the query to the database is
   * sent, so the real lease never ends earlier than assumed here.
   */
  readonly heardAt: number
  /** When this node received the permission to start, by `performance.now()`. */
  readonly takenAt: number
}

/** Waits for a slot and takes it. */
async function start({ database, pace, keys }: Paced, { signal, isUrgent = false, maxWaitMs }: Asking): Promise<Held> {
  const lookMs = pace.gapMs / LOOKS_IN_A_GAP
  const holder = randomUUID()
  const deadline = maxWaitMs === undefined ? Number.POSITIVE_INFINITY : performance.now() + maxWaitMs
  for (;;) {
    signal.throwIfAborted()
    const heardAt = performance.now()
    const waiting = await decidePaces(database, keys, (states, now) => {
      const waitMs = Math.max(...states.map((state) => waitBefore(state, now, isUrgent)))
      if (waitMs === 0) return { value: null, states: states.map((state) => afterStart(state, now, { holder, pace })) }
      const until = Math.max(...states.map(({ nextStart }) => nextStart))
      // Another request is in flight. It may end long before its lease does, so check often.
      const sleepMs = until > now ? until - now : Math.min(waitMs, lookMs)
      const urgentUntil = now + sleepMs + 2 * lookMs
      const isPaused = states.some(({ pausedUntil }) => (pausedUntil ?? 0) > now)
      return {
        value: { sleepMs, until: new Date(now + waitMs), isPaused },
        states: isUrgent ? states.map((state) => ({ ...state, urgentUntil })) : [],
      }
    })
    if (waiting === null) return { holder, heardAt, takenAt: performance.now() }
    const { sleepMs, until, isPaused } = waiting
    if (performance.now() + sleepMs > deadline) throw new SourceError(isPaused ? 'limited' : 'busy', { until })
    await pause(sleepMs, undefined, { signal })
  }
}

/** Releases the slot. */
async function end({ database, pace, keys }: Paced, ending: Ending): Promise<void> {
  const decide = (states: readonly PaceState[], now: number) => ({
    value: undefined,
    states: states.map((state) => afterEnd(state, now, { ending, pace })),
  })
  for (let tries = 1; ; tries += 1) {
    try {
      return await decidePaces(database, keys, decide)
    } catch (error) {
      // Without an answer from the database, the slot would become free by itself later, but the wait that MoySklad
      // demanded would be lost.
      if (tries === END_TRIES) throw error
      await pause(pace.gapMs)
    }
  }
}

export function openPacing(database: Database, pace: Pace): Pacing {
  return {
    pace,
    async take(keys, asking, work) {
      const paced = { database, pace, keys }
      const held = await start(paced, asking)
      const { holder, heardAt, takenAt } = held
      const lease = keepLease(paced, held)
      // A failed request may have been sent at any time before it failed, so the latest time is assumed.
      let ending: Ending = { holder, sentAfterMs: Number.POSITIVE_INFINITY, refusal: null }
      try {
        const { value, refusal, sentAfterMs } = await work(AbortSignal.any([asking.signal, lease.signal]))
        // Add the time that the permission took to reach this node, because otherwise the next request could start too
        // early.
        ending = { holder, sentAfterMs: takenAt - heardAt + sentAfterMs, refusal }
        return value
      } finally {
        lease.end()
        await end(paced, ending)
      }
    },
    async note(key, startedAgoMs) {
      await decidePaces(database, [key], ([state], now) => ({
        value: undefined,
        states: [afterNote(state!, now - startedAgoMs, pace)],
      }))
      await deleteOldPaces(database)
    },
    async pausedUntil(key) {
      const { state, now } = await readPace(database, key)
      return state.pausedUntil !== null && state.pausedUntil > now ? new Date(state.pausedUntil) : null
    },
  }
}

/**
 * Renews a lease until its request ends. If renewing has failed for too long, aborts `signal` before other requests may
 * start.
 */
function keepLease(
  { database, pace: { leaseMs }, keys }: Paced,
  { holder, heardAt: first }: Held,
): { readonly signal: AbortSignal; end(): void } {
  const lost = new AbortController()
  const everyMs = leaseMs / RENEWALS
  let heardAt = first
  let isAsking = false
  const lose = () => lost.abort(new SourceError('unreachable', { found: 'the turn was lost' }))
  const loseIfLate = () => {
    if (performance.now() - heardAt >= leaseMs - everyMs) lose()
  }
  loseIfLate()
  const renew = async () => {
    loseIfLate()
    if (isAsking || lost.signal.aborted) return
    isAsking = true
    const askedAt = performance.now()
    try {
      if (await renewLease(database, keys, { holder, leaseMs })) heardAt = askedAt
      else lose()
    } catch {
      // The next renewal may succeed; if no renewal succeeds, the lease is lost.
    } finally {
      isAsking = false
    }
  }
  const timer = setInterval(() => void renew(), everyMs)
  return { signal: lost.signal, end: () => clearInterval(timer) }
}
