/** The business "no": what rules throw, and the body of a problem answer. Its codes stand in problems.ts. */
import { PROBLEMS } from './problems.ts'

export { PROBLEMS }

export type ProblemCode = keyof typeof PROBLEMS

/** What holds a record that was to be deleted or archived; at most MAX_BLOCKERS of them are named. */
export interface Blocker {
  entity: string
  id: string
  label: string
}

/** One thing wrong with a request; `path` is a JSON pointer into the body, or `query/…`, `header/…`, `params/…`. */
export interface FieldError {
  path: string
  message: string
}

export const MAX_BLOCKERS = 10

export interface RefusalExtras {
  errors?: FieldError[]
  blockers?: Blocker[]
}

/** A business "no" with a code. Rules throw it; anything else that they throw is a bug and becomes a 500. */
export class Refusal extends Error {
  readonly code: ProblemCode
  readonly extras: RefusalExtras

  constructor(code: ProblemCode, detail: string, extras: RefusalExtras = {}) {
    super(detail)
    this.name = 'Refusal'
    this.code = code
    this.extras = extras
  }
}

/** A 400 that only a rule can see, such as a duplicate in an array. `path` is a JSON pointer into the body. */
export function invalid(path: string, message: string): Refusal {
  return new Refusal('VALIDATION_FAILED', `${path === '' ? 'The body' : path}: ${message}.`, {
    errors: [{ path, message }],
  })
}

/** An id in the path or body that this company does not have. */
export function notFound(what: string, id: string): Refusal {
  return new Refusal('NOT_FOUND', `There is no ${what} "${id}" in this company.`)
}

/** The body of a problem answer, RFC 9457; the same shape everywhere (S-REFUSAL-1). */
export interface Problem extends RefusalExtras {
  type: string
  title: string
  status: number
  code: ProblemCode
  detail: string
  /** The Idempotency-Key stands for this answer from now on. */
  keyUsed?: true
  /** What to do with the key. */
  hint?: string
  requestId: string
}

/** `requestId` is the one of the request that was refused first: a replay repeats it. */
export function problemOf(code: ProblemCode, detail: string, extras: RefusalExtras, requestId: string): Problem {
  const { status, title } = PROBLEMS[code]
  return { type: `urn:skladno:problem:${code}`, title, status, code, detail, ...extras, requestId }
}

const KEY_USED =
  'Nothing was changed. The Idempotency-Key stands for this answer now: send the corrected command with a new key.'

/** The problem of a command that its rule refused: it is kept under the command's key (S-KEY-8). */
export function problemOfRule({ code, message, extras }: Refusal, requestId: string): Problem {
  const { requestId: id, ...problem } = problemOf(code, message, extras, requestId)
  return { ...problem, keyUsed: true, hint: KEY_USED, requestId: id }
}
