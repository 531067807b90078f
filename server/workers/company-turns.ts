/**
 * Queues in which companies take turns. A job in such a queue means that a company has work to do, and running the job
 * does one turn of that work. The company then goes to the end of the queue. A company whose turn failed also goes to
 * the end, after a pause. The queue's own retries are not used for this, because they would run before all later jobs.
 */
import type { EngineLog } from '../engine/memory.ts'
import type { Database } from '../store/database.ts'
import { forEveryCompany } from './jobs.ts'
import { TRIED_AGAIN, type WatchedQueue } from './watched-queue.ts'

/** The queue itself retries only the jobs of a dead node, which it recognizes by missing heartbeats. */
const JOB = { policy: 'short', retryLimit: 50, retryDelay: 1, expireInSeconds: 3_600, heartbeatSeconds: 10 } as const
const LOOK_JOB = { policy: 'short', retryLimit: 3, retryDelay: 60, expireInSeconds: 900 } as const
const OFFER_AGAIN_MS = 60_000
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000

/**
 * When a company gets its next turn: after the companies already waiting (`more`), at a given time, or only on request
 * (null).
 */
export type NextTurn = 'more' | Date | null

export interface Turns {
  readonly name: string
  /** The number of companies whose turns run at the same time on this node. */
  readonly atOnce: number
  /** Runs one turn for a company. An error is logged, and the turn is retried later. */
  take(companyId: string, signal: AbortSignal): Promise<NextTurn>
}

export interface Looks {
  readonly lookEveryMs: number
  /** Finds companies that have work to do although nobody requested a turn, and requests turns for them. */
  look(offer: CompanyTurns['offer'], signal: AbortSignal): Promise<void>
}

export interface CompanyTurns {
  /**
   * Requests a turn for a company. If the queue does not accept the request, it is repeated within
   * a minute.
   */
  offer(companyId: string): void
  stop(): void
}

/**
 * Returns a `look` function that checks all companies and requests a turn for each company whose `nextTurn` reports
 * that a turn is due, now or later.
 */
export function lookThroughCompanies(
  database: Database,
  nextTurn: (companyId: string) => Promise<NextTurn>,
): Looks['look'] {
  return (offer, signal) =>
    forEveryCompany(database, signal, async (companyId) => {
      if ((await nextTurn(companyId)) !== null) offer(companyId)
    })
}

/** Creates a queue for which this node only requests turns and never runs them. */
export async function offerTurns(queue: WatchedQueue, name: string, log: EngineLog): Promise<CompanyTurns> {
  await queue.createQueue(name, JOB)
  const refused = new Set<string>()
  const offer = (companyId: string) => {
    refused.delete(companyId)
    queue.send(name, { companyId }, { singletonKey: companyId, group: { id: companyId } }).catch((error: unknown) => {
      refused.add(companyId)
      log.warn(
        { error, companyId, queue: name },
        'Background work could not be requested; it will start within a minute',
      )
    })
  }
  const timer = setInterval(() => {
    for (const companyId of [...refused]) offer(companyId)
  }, OFFER_AGAIN_MS)
  return { offer, stop: () => clearInterval(timer) }
}

async function startTurns(queue: WatchedQueue, log: EngineLog, { name, atOnce, take }: Turns): Promise<CompanyTurns> {
  const { offer, stop } = await offerTurns(queue, name, log)
  const stopping = new AbortController()
  const waiting = new Set<NodeJS.Timeout>()
  // A delayed job cannot be used here: a company can have only one job in the queue, and somebody may request a turn
  // sooner.
  const offerIn = (companyId: string, milliseconds: number) => {
    const timer = setTimeout(
      () => {
        waiting.delete(timer)
        offer(companyId)
      },
      Math.max(0, milliseconds),
    )
    waiting.add(timer)
  }
  const pauses = new Map<string, number>()
  await queue.work<{ companyId: string }>(name, { atOnce, groupConcurrency: 1 }, async ([job]) => {
    if (job === undefined) return undefined
    const { companyId } = job.data
    try {
      const next = await take(companyId, AbortSignal.any([job.signal, stopping.signal]))
      pauses.delete(companyId)
      if (stopping.signal.aborted) return undefined
      if (next === 'more') offer(companyId)
      else if (next !== null) offerIn(companyId, next.getTime() - Date.now())
      return undefined
    } catch (error) {
      // This node is stopping or has lost the job, so let another node take the job over.
      if (stopping.signal.aborted || job.signal.aborted) throw error
      const pauseMs = pauses.get(companyId) ?? FIRST_PAUSE_MS
      pauses.set(companyId, Math.min(LONGEST_PAUSE_MS, 2 * pauseMs))
      log.warn({ error, companyId, queue: name }, `Background work failed; it is tried again in ${pauseMs / 1_000} s`)
      offerIn(companyId, pauseMs)
      return TRIED_AGAIN
    }
  })
  return {
    offer,
    stop() {
      stop()
      for (const timer of waiting) clearTimeout(timer)
      stopping.abort(new Error('The node is stopping'))
    },
  }
}

/** Starts running turns, and regularly checks for companies that have work to do although nobody requested a turn. */
export async function startSoughtTurns(
  queue: WatchedQueue,
  log: EngineLog,
  { lookEveryMs, look, ...turns }: Turns & Looks,
): Promise<CompanyTurns> {
  const { offer, stop } = await startTurns(queue, log, turns)
  const stopLooking = await startLooking(queue, log, {
    name: `${turns.name}-look`,
    everyMs: lookEveryMs,
    look: (signal) => look(offer, signal),
  })
  return {
    offer,
    stop() {
      stopLooking()
      stop()
    },
  }
}

/**
 * Checks now, and then regularly, for work that nobody requested. Only one node checks at a time.
 * @returns a function that stops the checks.
 */
async function startLooking(
  queue: WatchedQueue,
  log: EngineLog,
  { name, everyMs, look }: { name: string; everyMs: number; look(signal: AbortSignal): Promise<void> },
): Promise<() => void> {
  await queue.createQueue(name, LOOK_JOB)
  await queue.work(name, {}, async ([job]) => {
    if (job !== undefined) await look(job.signal)
  })
  const ask = () =>
    void queue.send(name, null, { singletonKey: name }).catch((error: unknown) => {
      log.warn({ error, queue: name }, 'The check for unfinished work could not be requested')
    })
  ask()
  const timer = setInterval(ask, everyMs)
  return () => clearInterval(timer)
}
