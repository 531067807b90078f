/** What a call may throw: a refusal or another error answer as `ApiError`, no answer at all as `ConnectionError`. */
import {
  type Blocker,
  type FieldError,
  type FiguresByCode,
  type Operations,
  type Problem,
  type ProblemCode,
  ROUTES,
} from './types.ts'

/** Of sign-ups, sign-ins and accounts, whose refusals are those of the sign-in library; it has some more for requests that make no sense. */
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

/** An answer that is not a success. A refused write has changed nothing. */
export class ApiError extends Error {
  /** The HTTP status. */
  readonly status: number
  /** What happened; `UNREADABLE_ANSWER` when the answer is none of the service's, as a proxy may give. */
  readonly code: ProblemCode | SignInCode | 'UNREADABLE_ANSWER'
  /** What is wrong and what to do, with the figures. */
  readonly detail: string
  /** The figures of `detail` as data, by the code; null when it has none. `isRefusedBy` tells which. */
  readonly figures: Problem['figures'] | null
  /** Each thing that is wrong with the request. */
  readonly errors: readonly FieldError[]
  /** Up to 10 of the records that stand in the way. */
  readonly blockers: readonly Blocker[]
  /** For the log of the service; null when the answer names none. */
  readonly requestId: string | null
  /** Of the write; null of a read. Sent again with it, the command is done at most once. */
  readonly key: string | null

  constructor(status: number, problem: Partial<Problem> & { readonly message?: string }, key: string | null) {
    const { code = 'UNREADABLE_ANSWER' } = problem
    const detail = problem.detail ?? problem.message ?? `The service answered ${status} without saying why.`
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
 * What the rules of an operation may refuse: a `switch` over `code` is exhaustive, and narrows `figures`. They are null in the first answer
 * of a key that is older than they are.
 */
export type Refused<Op extends keyof Operations> = {
  [C in Operations[Op]['refuses']]: ApiError & { readonly code: C; readonly figures: FiguresByCode[C] | null }
}[Operations[Op]['refuses']]

/** True when a rule of the operation said no, and for none of what any call may meet, such as a token that is over. */
export function isRefusedBy<Op extends keyof Operations>(operation: Op, error: unknown): error is Refused<Op> {
  return error instanceof ApiError && ROUTES[operation].refusals.some((code) => code === error.code)
}

/** No answer within the deadline; `cause` is what happened last. A write may or may not be done: repeat it with the same `key`. */
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
