/** Waits between polls for work that happens elsewhere. */
import { setTimeout as sleep } from 'node:timers/promises'

const FIRST_MS = 10
const GROWTH = 1.4

/**
 * Returns a function that waits between two polls: briefly at first, then longer, up to `mostMs`. Each poll slows down
 * the work it waits for, and if that work takes long, it does not matter that its end is noticed a little late.
 */
export function patience(mostMs = 80): () => Promise<void> {
  let ms = FIRST_MS
  return async () => {
    await sleep(ms)
    ms = Math.min(mostMs, ms * GROWTH)
  }
}
