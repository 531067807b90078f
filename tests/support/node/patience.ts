/** Pauses between polls for work that another process or the server does. */
import { setTimeout as sleep } from 'node:timers/promises'

const FIRST_MS = 10
const GROWTH = 1.4

/**
 * Returns a function that waits between two polls: briefly at first, then longer, up to `mostMs`. The waits grow
 * because each poll slows down the work, and because a small delay does not matter if the work takes long.
 */
export function patience(mostMs = 80): () => Promise<void> {
  let ms = FIRST_MS
  return async () => {
    await sleep(ms)
    ms = Math.min(mostMs, ms * GROWTH)
  }
}
