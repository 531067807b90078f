/**
 * The errors a call may throw: `ApiError` for a refusal or other error answer, `ConnectionError` when there was no
 * answer.
 */
import {
  type Blocker,
  type FieldError,
  type FiguresByCode,
  type Operations,
  type Problem,
  type ProblemCode,
  ROUTES,
} from './types.ts'

/**
 * Error codes for sign-up, sign-in and accounts, which come from the sign-in library. It has a few more, for malformed
 * requests.
 */
export type SignInCode =
  | 'INVALID_EMAIL_OR_PASSWORD'
  | 'INVALID_PASSWORD'
  | 'INVALID_EMAIL'
  | 'PASSWORD_TOO_SHORT'
  | 'PASSWORD_TOO_LONG'
  | 'PASSWORD_COMPROMISED'
  | 'PASSWORD_TOO_PERSONAL'
  | 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL'
  | 'INVALID_TOKEN'
  | 'INVALID_CODE'
  | 'INVALID_BACKUP_CODE'
  | 'VALIDATION_ERROR'
  | 'UNAUTHORIZED'

/** An error answer. A refused write has changed nothing. */
export class ApiError extends Error {
  readonly status: number
  /** What happened; `UNREADABLE_ANSWER` if the answer is not in the service's format, for example from a proxy. */
  readonly code: ProblemCode | SignInCode | 'UNREADABLE_ANSWER'
  /** What is wrong and what to do about it, including the numbers. */
  readonly detail: string
  /**
   * The numbers in `detail` as data, depending on the code; null if the code has none. `isRefusedBy` narrows their
   * type.
   */
  readonly figures: Problem['figures'] | null
  /** The errors in the request. */
  readonly errors: readonly FieldError[]
  /** Up to 10 of the records that block the action. */
  readonly blockers: readonly Blocker[]
  /** Identifies the request in the service's log; null if the answer has none. */
  readonly requestId: string | null
  /** The idempotency key of the write; null for a read. Sent again with this key, the command runs at most once. */
  readonly key: string | null

  constructor(status: number, problem: Partial<Problem> & { readonly message?: string }, key: string | null) {
    const { code = 'UNREADABLE_ANSWER' } = problem
    const detail = problem.detail ?? problem.message ?? `The service answered ${status} without giving a reason.`
    super(`${code}: ${detail}`)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.detail = detail
    this.figures = problem.figures ?? null
    this.errors = problem.errors ?? []
    this.blockers = problem.blockers ?? []
    this.requestId = problem.requestId ?? null
    this.key = key
  }
}

/**
 * The refusals possible for an operation: a `switch` over `code` is exhaustive and narrows `figures`. The figures are
 * null in replays of answers given before figures existed.
 */
export type Refused<Op extends keyof Operations> = {
  [C in Operations[Op]['refuses']]: ApiError & { readonly code: C; readonly figures: FiguresByCode[C] | null }
}[Operations[Op]['refuses']]

/** True if a rule of the operation refused. False for errors that any call can meet, such as an expired token. */
export function isRefusedBy<Op extends keyof Operations>(operation: Op, error: unknown): error is Refused<Op> {
  return error instanceof ApiError && ROUTES[operation].refusals.some((code) => code === error.code)
}

/**
 * No answer within the deadline; `cause` is the last failure. A write may or may not have run: repeat it with the same
 * `key`.
 */
export class ConnectionError extends Error {
  readonly key: string | null
  readonly attempts: number

  constructor(attempts: number, key: string | null, cause: unknown) {
    const tries = attempts === 1 ? '1 attempt' : `${attempts} attempts`
    super(`No answer after ${tries}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    this.name = 'ConnectionError'
    this.attempts = attempts
    this.key = key
  }
}
