/**
 * The errors that a call may throw: `ApiError` for an error response such as a refusal, `ConnectionError` if there was
 * no response.
 */
import {
  type Blocker,
  type CommandOfBatch,
  type FieldError,
  type FiguresByCode,
  type Operations,
  type Problem,
  type ProblemCode,
  ROUTES,
} from './types.ts'

/**
 * Error codes of the sign-in library, for sign-up, sign-in and accounts. The library also has a few codes for malformed
 * requests, which are not listed here.
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

/** An error response from the server. A write that was refused has changed nothing. */
export class ApiError extends Error {
  readonly status: number
  /**
   * The error code. It is `UNREADABLE_ANSWER` if the response is not in the server's format, for example because it was
   * sent by a proxy.
   */
  readonly code: ProblemCode | SignInCode | 'UNREADABLE_ANSWER'
  /** A message that explains what is wrong and what to do about it, including the numbers involved. */
  readonly detail: string
  /**
   * The values in `detail` as data; which values there are depends on the code. Null if the code has none.
   * `isRefusedBy` narrows their type.
   */
  readonly figures: Problem['figures'] | null
  /** What is wrong with single fields of the request; empty if the error is not about fields. */
  readonly errors: readonly FieldError[]
  /** The records that block the action, at most 10 of them; empty if none do. */
  readonly blockers: readonly Blocker[]
  /**
   * The command of a batch with `mode: 'all'` that prevented the whole batch from being executed; null for any other
   * request.
   */
  readonly command: CommandOfBatch | null
  /** Identifies the request in the server's log; null if the response has no id. */
  readonly requestId: string | null
  /**
   * The idempotency key of the write; null for a GET request. If the command is sent again with this key, it still runs
   * at most once.
   */
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
    this.command = problem.command ?? null
    this.requestId = problem.requestId ?? null
    this.key = key
  }
}

/**
 * The refusals with which an operation may respond. A `switch` over `code` is exhaustive and narrows `figures`.
 * `figures` is null when the server repeats a response that it first gave before that field existed.
 */
export type Refused<Op extends keyof Operations> = {
  [C in Operations[Op]['refuses']]: ApiError & { readonly code: C; readonly figures: FiguresByCode[C] | null }
}[Operations[Op]['refuses']]

/**
 * Whether the error is a refusal by one of the operation's own rules. False for errors that any call may get, such as
 * an expired token.
 */
export function isRefusedBy<Op extends keyof Operations>(operation: Op, error: unknown): error is Refused<Op> {
  return error instanceof ApiError && ROUTES[operation].refusals.some((code) => code === error.code)
}

/**
 * Thrown when there was no response before the deadline; `cause` is the failure of the last attempt. A write may or may
 * not have been executed, so repeat it with the same `key`.
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
