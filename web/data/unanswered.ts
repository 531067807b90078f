/** Distinguishes an unanswered call from a refused one. */
import { ApiError } from '../../sdk/errors.ts'

const TOO_MANY = 429
export const SIGNED_OUT = 401

/** Whether a call ended without an answer: true for any error except the service's own refusal. */
export const isUnansweredCall = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status >= 500 || error.status === TOO_MANY || error.status === SIGNED_OUT
