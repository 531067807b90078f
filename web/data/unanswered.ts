/** Telling a call without an answer from one that was answered with a no. */
import { ApiError } from '../../sdk/errors.ts'

const TOO_MANY = 429
export const SIGNED_OUT = 401

/** Whatever went wrong, unless the service itself said no. */
export const isUnansweredCall = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status >= 500 || error.status === TOO_MANY || error.status === SIGNED_OUT
