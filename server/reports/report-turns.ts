/** Limits how many reports, and how many totals of lists, are computed at once. */
import { type FairLimiter, fairLimiter } from '../runtime/fair-limiter.ts'

/**
 * Limits the jobs running at once. Each keeps a core of the database busy for a while; this limit
 * leaves room for orders.
 */
export const reportInTurn: FairLimiter = fairLimiter({
  atOnce: 2,
  perCompany: 1,
  maxWaiting: 32,
  maxWaitMs: 10_000,
  refusal: 'Too many reports of this company are being made. Try again in a moment.',
})
