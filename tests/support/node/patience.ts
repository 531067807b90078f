/** Waiting for what goes on elsewhere. */
import { setTimeout as sleep } from 'node:timers/promises'

const FIRST_MS = 10
const GROWTH = 1.4

/**
 * A pause between two looks at what goes on: short at first, then longer up to `mostMs`. A look takes from the work that is waited for, and
 * where that takes long it need not be seen at once.
 */
export function patience(mostMs = 80): () => Promise<void> {
  let ms = FIRST_MS
  return async () => {
    await sleep(ms)
    ms = Math.min(mostMs, ms * GROWTH)
  }
}
