/** Limits compression on the threads of Node's pool, which are also used to read files and make pictures. */
import { type FairLimiter, fairLimiter } from '../../runtime/fair-limiter.ts'

/**
 * Runs one compression step of a few milliseconds at most, in a limiter slot of the company. Refuses with UNAVAILABLE.
 */
export const compressInTurn: FairLimiter = fairLimiter({
  atOnce: 2,
  perCompany: 2,
  maxWaiting: 10_000,
  refusal: 'Too much is being compressed for this company. Try again in a moment.',
})
