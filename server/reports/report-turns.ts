/** Limits how many reports and list totals are computed at once. */
import { type FairLimiter, fairLimiter } from '../runtime/fair-limiter.ts'

/**
 * Limits the number of report jobs that run at once. Each job keeps a core of the database server busy for a while, so
 * the limit leaves capacity for orders.
 */
export const reportInTurn: FairLimiter = fairLimiter({
  atOnce: 2,
  perCompany: 1,
  maxWaiting: 32,
  maxWaitMs: 10_000,
  refusal: 'Too many reports of this company are being made. Try again in a moment.',
})
