/**
 * Refusals for business reasons: the error that rules throw, and the body of a problem response. The codes are listed
 * in problems.ts.
 */
import { MAX_UNITS } from '../../amounts/quantity.ts'
import type { FaultCode, FieldFault } from './field-faults.ts'
import { type FiguresOf, type ShownFigures, showFigures } from './figures.ts'
import { ABOUT, PROBLEMS } from './problems.ts'

export { PROBLEMS }

export type ProblemCode = keyof typeof PROBLEMS

/** A record that prevents another one from being deleted or archived; at most MAX_BLOCKERS are listed. */
export interface Blocker {
  entity: string
  id: string
  label: string
  /** The name or number that identifies the blocking record to people, if it has one. */
  name?: string
  /** The day that identifies the blocking record to people, if it has no name. */
  day?: string
  /** The kind of the blocking record, if people identify the record by its kind. */
  kind?: string
}

/** One error in a request. `path` is a JSON pointer into the body, or `query/…`, `header/…`, `params/…`. */
export interface FieldError {
  path: string
  message: string
  code: FaultCode
  figures?: ShownFigures
}

export const MAX_BLOCKERS = 10

/** Makes a blocker that is labelled by its name. */
export const blockerOf = (entity: string, id: string, name: string): Blocker => ({ entity, id, label: name, name })

/** The content of the response to a refused request besides the code and detail. */
export interface RefusalExtras {
  figures?: ShownFigures
  errors?: FieldError[]
  blockers?: Blocker[]
}

type FiguresOfCode<C extends ProblemCode> = FiguresOf<(typeof PROBLEMS)[C]>

/** The extras of a refusal with a given code. They are mandatory for a code that has `figures`. */
type Extras<C extends ProblemCode> = [FiguresOfCode<C>] extends [null]
  ? [extras?: Omit<RefusalExtras, 'figures'>]
  : [extras: Omit<RefusalExtras, 'figures'> & { readonly figures: FiguresOfCode<C> }]

/**
 * A refusal for a business reason, with a code and the `figures` that problems.ts describes. Rules throw only this
 * error; any other error is a bug and becomes a 500.
 */
export class Refusal<C extends ProblemCode = ProblemCode> extends Error {
  readonly code: ProblemCode
  readonly extras: RefusalExtras

  constructor(code: C, detail: string, ...[extras]: Extras<C>) {
    super(detail)
    this.name = 'Refusal'
    this.code = code
    const { figures, ...others }: { readonly figures?: ShownFigures | null } & Omit<RefusalExtras, 'figures'> =
      extras ?? {}
    this.extras = figures == null ? others : { figures: showFigures(ABOUT[code], figures), ...others }
  }
}

/**
 * Makes the error of one field. `path` is a JSON pointer into the body; `message` and `fault` describe the same error,
 * in words and as data.
 */
export function fieldError(path: string, message: string, fault: FieldFault): FieldError {
  return typeof fault === 'string' ? { path, message, code: fault } : { path, message, ...fault }
}

/** Makes a refusal with HTTP status 400 for a fault that a schema cannot express, such as a duplicate in an array. */
export function invalid(path: string, message: string, fault: FieldFault): Refusal {
  return new Refusal('VALIDATION_FAILED', `${path === '' ? 'The body' : path}: ${message}.`, {
    errors: [fieldError(path, message, fault)],
  })
}

/** The fault for an amount above the limit. */
export const BEYOND: FieldFault = { code: 'TOO_LARGE', figures: { most: MAX_UNITS } }

/** Makes the refusal for an id in the path or body that does not exist in this company. */
export function notFound(what: string, id: string): Refusal {
  const figures = { reason: 'id', entity: what, id } as const
  return new Refusal('NOT_FOUND', `There is no ${what} "${id}" in this company.`, { figures })
}

/** The body of a problem response (RFC 9457), which has the same shape everywhere (S-REFUSAL-1). */
export interface Problem extends RefusalExtras {
  type: string
  title: string
  status: number
  code: ProblemCode
  detail: string
  /** True when the Idempotency-Key is used up, so that a request with the same key gets this same response. */
  keyUsed?: true
  /** Advice to the client about the Idempotency-Key. */
  hint?: string
  requestId: string
}

/**
 * Makes a problem. `requestId` is the id of the first refused request; responses to repeated commands contain it too.
 */
export function problemOf(code: ProblemCode, detail: string, extras: RefusalExtras, requestId: string): Problem {
  const { status, title } = PROBLEMS[code]
  return { type: `urn:skladno:problem:${code}`, title, status, code, detail, ...extras, requestId }
}

const KEY_USED =
  'Nothing was changed. The Idempotency-Key will return this answer from now on: send the corrected command with a new key.'

/**
 * Makes the problem for a command that its rule refused. The problem is stored under the command's
 * key (S-KEY-8).
 */
export function problemOfRule({ code, message, extras }: Refusal, requestId: string): Problem {
  const { requestId: id, ...problem } = problemOf(code, message, extras, requestId)
  return { ...problem, keyUsed: true, hint: KEY_USED, requestId: id }
}
