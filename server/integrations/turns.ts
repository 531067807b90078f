/** Work that is done a few at a time, because each takes much memory or a thread. */
import { Refusal } from '../domain/refusals.ts'

/** Runs a job when it is its turn, first come first served. */
export type Turns = <T>(job: () => Promise<T>) => Promise<T>

/** `atOnce` jobs run at a time; when more than `maxWaiting` wait, the next is refused: UNAVAILABLE. */
export function takeTurns(atOnce: number, maxWaiting: number): Turns {
  let working = 0
  const waiting: (() => void)[] = []
  return async (job) => {
    if (working < atOnce) working += 1
    else {
      if (waiting.length >= maxWaiting)
        throw new Refusal('UNAVAILABLE', 'Too many files are being worked on. Try again in a moment.')
      // Whoever ends hands its place on.
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
    try {
      return await job()
    } finally {
      const next = waiting.shift()
      if (next === undefined) working -= 1
      else next()
    }
  }
}
