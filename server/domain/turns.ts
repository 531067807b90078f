/** Work that is done a few at a time, because each takes much memory, a thread, a core or a connection. */
import { Refusal } from './refusals.ts'

/** Runs a job when it is its turn, first come first served. */
export type Turns = <T>(job: () => Promise<T>) => Promise<T>

export interface TurnLimits {
  /** Jobs that run at a time. */
  readonly atOnce: number
  readonly maxWaiting: number
  /** How long a job waits for its turn; without it, as long as it takes. */
  readonly maxWaitMs?: number
  /** Why a job is refused: UNAVAILABLE, when too many wait, or when it waited for too long. */
  readonly refusal: string
}

/** Turns within the limits. */
export function takeTurns({ atOnce, maxWaiting, maxWaitMs, refusal }: TurnLimits): Turns {
  let working = 0
  const waiting = new Set<() => void>()
  const waitForTurn = () =>
    new Promise<void>((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer)
        waiting.delete(begin)
        resolve()
      }
      const giveUp = () => {
        waiting.delete(begin)
        reject(new Refusal('UNAVAILABLE', refusal))
      }
      const timer = maxWaitMs === undefined ? undefined : setTimeout(giveUp, maxWaitMs)
      waiting.add(begin)
    })
  return async (job) => {
    if (working < atOnce) working += 1
    else if (waiting.size >= maxWaiting) throw new Refusal('UNAVAILABLE', refusal)
    // Whoever ends hands its place on.
    else await waitForTurn()
    try {
      return await job()
    } finally {
      const [next] = waiting
      if (next === undefined) working -= 1
      else next()
    }
  }
}
