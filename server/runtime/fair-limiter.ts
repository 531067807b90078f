/**
 * A concurrency limiter that is fair to companies, for work that takes much memory, a connection, a core or a thread. Each company
 * waits in a line of its own, and free places go round the lines: what one company asks for holds up that company alone.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '../domain/refusals.ts'

/**
 * A company that has too much waiting is told so after this time: clients that ask again at once would use the thread for refusals
 * alone.
 */
const REFUSED_AFTER_MS = 100

/** Who asks for a place. */
export interface Asker {
  readonly companyId: string
  /** Aborted when nobody waits for the answer any more: then the place in the line is given up. */
  readonly signal?: AbortSignal | undefined
}

/** Runs a job when it is its company's turn. Refuses UNAVAILABLE. */
export type FairLimiter = <T>(asker: Asker, job: () => Promise<T>) => Promise<T>

export interface LimiterOptions {
  /** Jobs that run at a time. */
  readonly atOnce: number
  /** Of one company. Below `atOnce`, so that a company with long jobs leaves places to the others. */
  readonly perCompany: number
  /** Jobs of one company that wait; one more is refused. */
  readonly maxWaiting: number
  /** How long a job waits for its turn; without it, as long as it takes. */
  readonly maxWaitMs?: number
  /** What a company is told when it has too many jobs waiting, or one that waited for too long. */
  readonly refusal: string
  /** Pauses between the jobs of a company that has more of them waiting; without it there are none. */
  readonly pauses?: Pauses
}

/**
 * Called when a job of a company begins. What it returns is called when that job is done and more of the same company wait: the next
 * one takes the place once the promise resolves; null: at once.
 */
type Pauses = (companyId: string) => () => Promise<void> | null

interface Line {
  running: number
  readonly waiting: Set<() => void>
}

/** Turns within the limits. */
export function fairLimiter({
  atOnce,
  perCompany,
  maxWaiting,
  maxWaitMs,
  refusal,
  pauses,
}: LimiterOptions): FairLimiter {
  let running = 0
  /** Of companies that have a job; the one whose turn it is stands first. */
  const lines = new Map<string, Line>()

  const begin = (companyId: string, line: Line) => {
    running += 1
    line.running += 1
    // Behind all others.
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
    // Behind those that came while it ran.
    lines.delete(companyId)
    if (line.running > 0 || line.waiting.size > 0) lines.set(companyId, line)
    startNext()
  }
  const end = (companyId: string, line: Line, pauseAfter: ReturnType<Pauses> | undefined) => {
    running -= 1
    const pause = line.waiting.size > 0 ? pauseAfter?.() : null
    if (pause == null) return giveBack(companyId, line)
    // The company pauses, the others do not.
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
  /** When nobody waits there any more. */
  leave(): void
}

/** Resolves when it is the turn of this place in the line. Refuses UNAVAILABLE. */
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

/** Nobody reads it: the connection is gone. */
export const HUNG_UP = 'The client closed the connection.'
