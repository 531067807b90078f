/** Distinguishes calls that got no response from calls that the server refused. */
import { ApiError } from '../../sdk/errors.ts'

const TOO_MANY = 429
export const SIGNED_OUT = 401

/** Whether a call ended without a response. True for every error except a refusal by the server itself. */
export const isUnansweredCall = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status >= 500 || error.status === TOO_MANY || error.status === SIGNED_OUT
