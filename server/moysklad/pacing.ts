/**
 * Turns at the source, across jobs, checks, retries and nodes: one request at a time for each key, at its pace. What is decided stands
 * in PostgreSQL and is decided by its clock, so that a restart or another node begins where the last request ended.
 */
import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../store/database.ts'
import { afterEnd, afterNote, afterStart, type Ending, type Pace, type PaceState, waitBefore } from './pace.ts'
import { decidePaces, deleteOldPaces, readPace, renewLease } from './pace-sql.ts'
import { SourceError } from './source-errors.ts'

/** What is paced: an external account, a token whose account is not known yet, or whatever one company asks. */
export function paceKey(kind: 'account' | 'token' | 'company', name: string): Buffer {
  return createHash('sha256').update(`${kind}:${name}`).digest()
}

export interface Asking {
  readonly signal: AbortSignal
  /** Somebody waits for the answer: it goes before requests for which nobody does. */
  readonly isUrgent?: boolean
  /** Longest that is waited for a turn; without it as long as it takes. Throws `busy` or `limited` beyond. */
  readonly maxWaitMs?: number
}

/** What a request in its turn came to. */
export interface Taken<T> {
  readonly value: T
  readonly refusal: Ending['refusal']
  readonly sentAfterMs: number
}

export interface Pacing {
  readonly pace: Pace
  /** Does a request when it is the turn of all its keys. `work` must hang up when its signal is aborted. */
  take<T>(keys: readonly Buffer[], asking: Asking, work: (signal: AbortSignal) => Promise<Taken<T>>): Promise<T>
  /** A request that was made under other keys turns out to have been one of this key too. */
  note(key: Buffer, startedAgoMs: number): Promise<void>
  /** Until when the source has requests paused; null: it has not. */
  pausedUntil(key: Buffer): Promise<Date | null>
}

/** Of a lease. */
const RENEWALS = 3
/** Waiting for another's request to end, one looks so often in the time of a gap. */
const LOOKS_IN_A_GAP = 5
const END_TRIES = 3

/** What a turn is taken of. */
interface Paced {
  readonly database: Database
  readonly pace: Pace
  readonly keys: readonly Buffer[]
}

interface Held {
  readonly holder: string
  /** By `performance.now()`: from before the database was asked, so that the lease is never over earlier than is believed here. */
  readonly heardAt: number
  /** By `performance.now()`: when the permission arrived here. */
  readonly takenAt: number
}

/** Waits for the turn and takes it. */
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
      // Held by another: it may end long before its lease does.
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

/** Gives the turn back. */
async function end({ database, pace, keys }: Paced, ending: Ending): Promise<void> {
  const decide = (states: readonly PaceState[], now: number) => ({
    value: undefined,
    states: states.map((state) => afterEnd(state, now, { ending, pace })),
  })
  for (let tries = 1; ; tries += 1) {
    try {
      return await decidePaces(database, keys, decide)
    } catch (error) {
      // Unheard, the turn ends by itself; but a wait that the source asked for would be forgotten.
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
      // Whoever failed may have written its request up to the end.
      let ending: Ending = { holder, sentAfterMs: Number.POSITIVE_INFINITY, refusal: null }
      try {
        const { value, refusal, sentAfterMs } = await work(AbortSignal.any([asking.signal, lease.signal]))
        // The permission may have been on its way for long: without that time the next request would come too early.
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

/** Makes a holder heard until its request is over; `signal` is aborted when it was not heard in time, before others may start. */
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
      // Heard again with the next try, or not in time.
    } finally {
      isAsking = false
    }
  }
  const timer = setInterval(() => void renew(), everyMs)
  return { signal: lost.signal, end: () => clearInterval(timer) }
}
