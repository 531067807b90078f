/**
 * Paces requests to the source across jobs, checks, retries and nodes: one request at a time per key. The state is
 * stored in PostgreSQL and uses its clock, so a restarted or another node continues where the last request ended.
 */
import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../store/database.ts'
import { afterEnd, afterNote, afterStart, type Ending, type Pace, type PaceState, waitBefore } from './pace.ts'
import { decidePaces, deleteOldPaces, readPace, renewLease } from './pace-sql.ts'
import { SourceError } from './source-errors.ts'

/** The key of what is paced: an external account, a token whose account is not known yet, or a company. */
export function paceKey(kind: 'account' | 'token' | 'company', name: string): Buffer {
  return createHash('sha256').update(`${kind}:${name}`).digest()
}

export interface Asking {
  readonly signal: AbortSignal
  /** A user waits for the answer, so this request goes before background ones. */
  readonly isUrgent?: boolean
  /** The longest wait for a slot, without limit by default. Throws `busy` or `limited` when it is exceeded. */
  readonly maxWaitMs?: number
}

/** The outcome of a request in its slot. */
export interface Taken<T> {
  readonly value: T
  readonly refusal: Ending['refusal']
  readonly sentAfterMs: number
}

export interface Pacing {
  readonly pace: Pace
  /** Runs a request when all its keys have a free slot. `work` must abort when its signal does. */
  take<T>(keys: readonly Buffer[], asking: Asking, work: (signal: AbortSignal) => Promise<Taken<T>>): Promise<T>
  /** Records that a request sent under other keys also counts for this key. */
  note(key: Buffer, startedAgoMs: number): Promise<void>
  /** Until when the source has paused requests; null: not paused. */
  pausedUntil(key: Buffer): Promise<Date | null>
}

/** Renewals within the time of a lease. */
const RENEWALS = 3
/** How many times per gap to check whether another holder's request has ended. */
const LOOKS_IN_A_GAP = 5
const END_TRIES = 3

/** The database, pace and keys for which a slot is taken. */
interface Paced {
  readonly database: Database
  readonly pace: Pace
  readonly keys: readonly Buffer[]
}

interface Held {
  readonly holder: string
  /**
   * The last renewal, by `performance.now()`. Measured before the database was asked, so the real lease never ends
   * earlier than assumed here.
   */
  readonly heardAt: number
  /** When the permission arrived here, by `performance.now()`. */
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
      // Another request is in flight; it may end long before its lease does.
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
      // An unreleased slot would end by itself, but the wait that the source asked for would be lost.
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
      // A failed request may have been written as late as its failure.
      let ending: Ending = { holder, sentAfterMs: Number.POSITIVE_INFINITY, refusal: null }
      try {
        const { value, refusal, sentAfterMs } = await work(AbortSignal.any([asking.signal, lease.signal]))
        // Includes the time that the permission took to arrive; without it the next request would start too early.
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
 * Renews a lease until its request ends. `signal` aborts when a renewal failed for too long, before other requests may
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
      // The next renewal may succeed; otherwise the lease is lost.
    } finally {
      isAsking = false
    }
  }
  const timer = setInterval(() => void renew(), everyMs)
  return { signal: lost.signal, end: () => clearInterval(timer) }
}
