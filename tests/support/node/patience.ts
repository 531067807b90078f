/** Waits for work that happens elsewhere. */
import { setTimeout as sleep } from 'node:timers/promises'

const FIRST_MS = 10
const GROWTH = 1.4

/**
 * Returns a pause between two polls: short at first, then longer up to `mostMs`. Polling takes time from the awaited work, and
 * where that takes long, noticing its end later does not matter.
 */
export function patience(mostMs = 80): () => Promise<void> {
  let ms = FIRST_MS
  return async () => {
    await sleep(ms)
    ms = Math.min(mostMs, ms * GROWTH)
  }
}
