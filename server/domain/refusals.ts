/** The business "no": what rules throw, and the body of a problem answer. Its codes stand in problems.ts. */
import { MAX_UNITS } from '../../amounts/quantity.ts'
import type { FaultCode, FieldFault } from './field-faults.ts'
import { type FiguresOf, type ShownFigures, showFigures } from './figures.ts'
import { ABOUT, PROBLEMS } from './problems.ts'

export { PROBLEMS }

export type ProblemCode = keyof typeof PROBLEMS

/** What holds a record that was to be deleted or archived; at most MAX_BLOCKERS of them are named. */
export interface Blocker {
  entity: string
  id: string
  label: string
  /** Its name or number, if it has one. */
  name?: string
  /** Of what is told by its day: that day. */
  day?: string
  /** Of what is told by its sort: that sort. */
  kind?: string
}

/** One thing wrong with a request; `path` is a JSON pointer into the body, or `query/…`, `header/…`, `params/…`. */
export interface FieldError {
  path: string
  message: string
  code: FaultCode
  figures?: ShownFigures
}

export const MAX_BLOCKERS = 10

/** One that is called by a name alone. */
export const blockerOf = (entity: string, id: string, name: string): Blocker => ({ entity, id, label: name, name })

/** What an answer tells beside its code and detail. */
export interface RefusalExtras {
  figures?: ShownFigures
  errors?: FieldError[]
  blockers?: Blocker[]
}

type FiguresOfCode<C extends ProblemCode> = FiguresOf<(typeof PROBLEMS)[C]>

/** A code that has figures must be given them. */
type Extras<C extends ProblemCode> = [FiguresOfCode<C>] extends [null]
  ? [extras?: Omit<RefusalExtras, 'figures'>]
  : [extras: Omit<RefusalExtras, 'figures'> & { readonly figures: FiguresOfCode<C> }]

/** A business "no" with a code, and with figures as problems.ts describes them. Rules throw it; anything else that they throw is a bug and becomes a 500. */
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

/** One fault of a field. `path` is a JSON pointer into the body; `message` says in words what `fault` says as data. */
export function fieldError(path: string, message: string, fault: FieldFault): FieldError {
  return typeof fault === 'string' ? { path, message, code: fault } : { path, message, ...fault }
}

/** A 400 that only a rule can see, such as a duplicate in an array. */
export function invalid(path: string, message: string, fault: FieldFault): Refusal {
  return new Refusal('VALIDATION_FAILED', `${path === '' ? 'The body' : path}: ${message}.`, {
    errors: [fieldError(path, message, fault)],
  })
}

/** Of an amount that is not within the bound. */
export const BEYOND: FieldFault = { code: 'TOO_LARGE', figures: { most: MAX_UNITS } }

/** An id in the path or body that this company does not have. */
export function notFound(what: string, id: string): Refusal {
  const figures = { reason: 'id', entity: what, id } as const
  return new Refusal('NOT_FOUND', `There is no ${what} "${id}" in this company.`, { figures })
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
