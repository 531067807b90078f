/**
 * A concurrency limiter that is fair to companies, for work that takes much memory, a connection, a core or a thread.
 * Each company has its own queue, and free slots are given to the queues in turn, so that a company with many jobs
 * delays only its own jobs.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '../domain/refusals.ts'

/**
 * How many milliseconds a refusal is delayed when a company has too many waiting jobs. Without the delay, clients that
 * retry at once would keep the thread busy with refusals.
 */
const REFUSED_AFTER_MS = 100

/** The caller that wants a slot. */
export interface Asker {
  readonly companyId: string
  /** Aborted when nobody waits for the response any more. The caller then loses its place in the queue. */
  readonly signal?: AbortSignal | undefined
}

/** A function that runs a job once its company gets a slot. Refuses UNAVAILABLE. */
export type FairLimiter = <T>(asker: Asker, job: () => Promise<T>) => Promise<T>

export interface LimiterOptions {
  /** The maximum number of jobs that run at a time. */
  readonly atOnce: number
  /**
   * The maximum number of running jobs of one company. It is below `atOnce`, so that a company with long jobs leaves
   * slots to others.
   */
  readonly perCompany: number
  /** The maximum number of waiting jobs of one company. Further jobs are refused. */
  readonly maxWaiting: number
  /** The longest time, in milliseconds, that a job may wait for a slot. When omitted, there is no limit. */
  readonly maxWaitMs?: number
  /**
   * The message for a refused job, either because its company has too many waiting jobs or because it waited too
   * long.
   */
  readonly refusal: string
  /** Pauses between the jobs of a company that has more jobs waiting; when omitted, there are no pauses. */
  readonly pauses?: Pauses
}

/**
 * Called when a company's job begins. Returns a function that is called when the job is done and more of the company's
 * jobs are waiting. The company's next job starts when the promise returned by that function resolves, or at once if
 * the function returns null.
 */
type Pauses = (companyId: string) => () => Promise<void> | null

interface Line {
  running: number
  readonly waiting: Set<() => void>
}

/** Creates a fair limiter. */
export function fairLimiter({
  atOnce,
  perCompany,
  maxWaiting,
  maxWaitMs,
  refusal,
  pauses,
}: LimiterOptions): FairLimiter {
  let running = 0
  /** The queues of the companies that have jobs. The company that gets the next slot comes first. */
  const lines = new Map<string, Line>()

  const begin = (companyId: string, line: Line) => {
    running += 1
    line.running += 1
    // Move the company to the end, behind all other companies.
    lines.delete(companyId)
    lines.set(companyId, line)
  }
  const startNext = () => {
    if (running >= atOnce) return
    for (const [companyId, line] of lines) {
      const [next] = line.waiting
      if (next === undefined || line.running >= perCompany) continue
      line.waiting.delete(next)
      begin(companyId, line)
      next()
      return
    }
  }
  const giveBack = (companyId: string, line: Line) => {
    line.running -= 1
    // Move the company behind the companies that got a slot while its own job ran.
    lines.delete(companyId)
    if (line.running > 0 || line.waiting.size > 0) lines.set(companyId, line)
    startNext()
  }
  const end = (companyId: string, line: Line, pauseAfter: ReturnType<Pauses> | undefined) => {
    running -= 1
    const pause = line.waiting.size > 0 ? pauseAfter?.() : null
    if (pause == null) return giveBack(companyId, line)
    // Only the company of this job pauses; the jobs of other companies continue.
    void pause.then(() => giveBack(companyId, line))
    startNext()
  }
  return async (asker, job) => {
    const { companyId, signal } = asker
    if (signal?.aborted) throw new Refusal('UNAVAILABLE', HUNG_UP)
    const line = lines.get(companyId) ?? { running: 0, waiting: new Set() }
    lines.set(companyId, line)
    if (running < atOnce && line.running < perCompany) begin(companyId, line)
    else if (line.waiting.size >= maxWaiting) return refuse(asker, refusal)
    else {
      const leave = () => line.running === 0 && line.waiting.size === 0 && lines.delete(companyId)
      await waitInLine(asker, line, { maxWaitMs, refusal, leave })
    }
    const pauseAfter = pauses?.(companyId)
    try {
      return await job()
    } finally {
      end(companyId, line, pauseAfter)
    }
  }
}

interface Waiting {
  readonly maxWaitMs: number | undefined
  readonly refusal: string
  /** A function to call when a job gives up its place in the queue. */
  leave(): void
}

/** Waits for a place in the company's queue. Resolves when the job gets a slot. Refuses UNAVAILABLE. */
function waitInLine({ signal }: Asker, line: Line, { maxWaitMs, refusal, leave }: Waiting): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const settle = (finish: () => void) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', hangUp)
      finish()
    }
    const next = () => settle(resolve)
    const giveUp = (reason: string) => {
      line.waiting.delete(next)
      leave()
      settle(() => reject(new Refusal('UNAVAILABLE', reason)))
    }
    const hangUp = () => giveUp(HUNG_UP)
    const timer = maxWaitMs === undefined ? undefined : setTimeout(giveUp, maxWaitMs, refusal)
    signal?.addEventListener('abort', hangUp, { once: true })
    line.waiting.add(next)
  })
}

async function refuse({ signal }: Asker, reason: string): Promise<never> {
  await sleep(REFUSED_AFTER_MS, undefined, { signal }).catch(() => undefined)
  throw new Refusal('UNAVAILABLE', reason)
}

/** The message of a refusal that nobody reads, because the client has closed the connection. */
export const HUNG_UP = 'The client closed the connection.'
