/** Whose turn it is to compress on the threads of the pool: files are read and pictures made by the same. */
import { type FairLimiter, fairLimiter } from '../../runtime/fair-limiter.ts'

/** Compresses some bytes, a millisecond's worth or a few, when it is the company's turn. Refuses UNAVAILABLE. */
export const compressInTurn: FairLimiter = fairLimiter({
  atOnce: 2,
  perCompany: 2,
  maxWaiting: 10_000,
  refusal: 'Too much is being compressed for this company. Try again in a moment.',
})
