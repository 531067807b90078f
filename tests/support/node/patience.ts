/** Pauses between polls for work that happens elsewhere. */
import { setTimeout as sleep } from 'node:timers/promises'

const FIRST_MS = 10
const GROWTH = 1.4

/**
 * Returns a function that waits between two polls: briefly at first, then longer, up to `mostMs`. Each poll slows down
 * the work that is waited for, and if that work takes long, noticing its end a little late does no harm.
 */
export function patience(mostMs = 80): () => Promise<void> {
  let ms = FIRST_MS
  return async () => {
    await sleep(ms)
    ms = Math.min(mostMs, ms * GROWTH)
  }
}
