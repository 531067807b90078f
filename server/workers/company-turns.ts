/**
 * Queues in which companies take turns: a job says that a company has something to be done, and does a turn of it; then the company goes to
 * the end of the queue. So does a company whose turn broke off, after a pause: the queue's own retries would stand before all that came since.
 */
import type { EngineLog } from '../engine/memory.ts'
import type { WatchedQueue } from './watched-queue.ts'

/** A node that died is noticed by its missing heartbeat; its jobs are the only ones that the queue itself tries again. */
const JOB = { policy: 'short', retryLimit: 50, retryDelay: 1, expireInSeconds: 3_600, heartbeatSeconds: 10 } as const
const LOOK_JOB = { policy: 'short', retryLimit: 3, retryDelay: 60, expireInSeconds: 900 } as const
const OFFER_AGAIN_MS = 60_000
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000

/** When a company is to have its next turn: as soon as those have had theirs who wait, at a time, or when somebody asks for it. */
export type NextTurn = 'more' | Date | null

export interface Turns {
  readonly name: string
  /** Companies on this node. */
  readonly atOnce: number
  /** One turn. What it throws is logged, and it is tried again later. */
  take(companyId: string, signal: AbortSignal): Promise<NextTurn>
}

export interface Looks {
  readonly lookEveryMs: number
  /** Offers the turns that nobody asked for. */
  look(offer: CompanyTurns['offer'], signal: AbortSignal): Promise<void>
}

export interface CompanyTurns {
  /** Asks for a turn of a company. What the queue did not take is asked for again within a minute. */
  offer(companyId: string): void
  stop(): void
}

/** Asks for turns alone; nobody takes them on this node. */
export async function offerTurns(queue: WatchedQueue, name: string, log: EngineLog): Promise<CompanyTurns> {
  await queue.createQueue(name, JOB)
  const refused = new Set<string>()
  const offer = (companyId: string) => {
    refused.delete(companyId)
    queue.send(name, { companyId }, { singletonKey: companyId, group: { id: companyId } }).catch((error: unknown) => {
      refused.add(companyId)
      log.warn({ error, companyId, queue: name }, 'A turn could not be asked for; it will be within a minute')
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
  // Not as a job for later: somebody may want it at once, and a company has one job in the queue.
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
    if (job === undefined) return
    const { companyId } = job.data
    try {
      const next = await take(companyId, AbortSignal.any([job.signal, stopping.signal]))
      pauses.delete(companyId)
      if (stopping.signal.aborted) return
      if (next === 'more') offer(companyId)
      else if (next !== null) offerIn(companyId, next.getTime() - Date.now())
    } catch (error) {
      // Another node takes it up.
      if (stopping.signal.aborted || job.signal.aborted) throw error
      const pauseMs = pauses.get(companyId) ?? FIRST_PAUSE_MS
      pauses.set(companyId, Math.min(LONGEST_PAUSE_MS, 2 * pauseMs))
      log.warn({ error, companyId, queue: name }, `A turn broke off; it is tried again in ${pauseMs / 1_000} s`)
      offerIn(companyId, pauseMs)
    }
  })
  return {
    offer,
    stop() {
      stop()
      for (const timer of waiting) clearTimeout(timer)
      stopping.abort(new Error('The node stops'))
    },
  }
}

/** Begins to take turns, and to look now and then for companies whose turn nobody asked for. */
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

/** Looks now and so often again whether there is something that nobody asked for, on one node at a time. @returns what ends it. */
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
      log.warn({ error, queue: name }, 'A look for what is left to do could not be asked for')
    })
  ask()
  const timer = setInterval(ask, everyMs)
  return () => clearInterval(timer)
}
