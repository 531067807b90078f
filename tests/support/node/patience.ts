/** Waits between polls for work that happens elsewhere. */
import { setTimeout as sleep } from 'node:timers/promises'

const FIRST_MS = 10
const GROWTH = 1.4

/**
 * Returns a function that waits between two polls: shortly at first, then longer, up to `mostMs`. Each poll takes time away
 * from the work it waits for, and if that takes long, noticing its end a little later does not matter.
 */
export function patience(mostMs = 80): () => Promise<void> {
  let ms = FIRST_MS
  return async () => {
    await sleep(ms)
    ms = Math.min(mostMs, ms * GROWTH)
  }
}
