/** Limits how many pages of lists and of the audit log are read at once. */

import { type FairLimiter, fairLimiter } from '../runtime/fair-limiter.ts'
import { givingWay } from '../runtime/slices.ts'

/**
 * Limits for reading pages. Reading more pages at once would not be faster, because a single thread formats them all.
 */
const LIMITS = {
  atOnce: 4,
  perCompany: 2,
  maxWaiting: 1_000,
  // The longest wait for a slot: as long as the pool would let a page wait for a connection.
  maxWaitMs: 5_000,
  refusal: 'Too many pages of lists are being read for this company. Try again in a moment.',
  pauses: givingWay,
}

/** Reads a page as soon as the limiter grants its company a slot. */
export const pageInTurn: FairLimiter = fairLimiter(LIMITS)
