/**
 * Every code that an answer may carry, with its status and title. Source: decisions.md §3.
 * A test holds this table against docs/errors.md in both directions.
 */
export const PROBLEMS = {
  VALIDATION_FAILED: { status: 400, title: 'The request does not fit its schema' },
  MALFORMED_JSON: { status: 400, title: 'The body is not JSON' },
  IDEMPOTENCY_KEY_REQUIRED: { status: 400, title: 'The Idempotency-Key header is missing' },
  IDEMPOTENCY_KEY_INVALID: { status: 400, title: 'The Idempotency-Key header is not 8 to 120 characters' },
  EXTERNAL_TOKEN_REJECTED: { status: 400, title: 'The external system does not accept the token' },
  UNREADABLE_TABLE: { status: 400, title: 'The file is no table that can be read' },
  UNAUTHENTICATED: { status: 401, title: 'A valid API token or session is needed' },
  FORBIDDEN: { status: 403, title: 'This is not allowed for your role' },
  ORIGIN_REJECTED: { status: 403, title: 'The request comes from another site' },
  NOT_FOUND: { status: 404, title: 'Not found' },
  ROUTE_NOT_FOUND: { status: 404, title: 'There is no such route' },
  REQUEST_TIMEOUT: { status: 408, title: 'The request did not come in time' },
  IDEMPOTENCY_KEY_REUSED: { status: 409, title: 'The Idempotency-Key was used for another command' },
  INSUFFICIENT_STOCK: { status: 409, title: 'Not enough available stock' },
  HAS_REFERENCES: { status: 409, title: 'The record is in use' },
  WAREHOUSE_NOT_EMPTY: { status: 409, title: 'The warehouse is not empty' },
  LAST_WAREHOUSE: { status: 409, title: 'This is the last active warehouse' },
  ARCHIVED: { status: 409, title: 'The record is archived' },
  INVALID_TRANSITION: { status: 409, title: 'The status does not allow this' },
  NOT_STOCKED: { status: 409, title: 'This kind of product has no stock of its own' },
  LOT_MISMATCH: { status: 409, title: 'The lot is of another product or warehouse' },
  INVALID_COMPONENT: { status: 409, title: 'The product cannot be a component' },
  AMBIGUOUS_PARTNER: { status: 409, title: 'Several partners have this name' },
  NOT_DRAFT: { status: 409, title: 'Only a draft can be changed' },
  LOTS_CONSUMED: { status: 409, title: 'Lots of the document are used' },
  PURCHASE_EXCEEDED: { status: 409, title: 'The purchase has less left' },
  PURCHASE_MISMATCH: { status: 409, title: 'The purchase is of something else' },
  UNIT_COST_UNKNOWN: { status: 409, title: 'Nothing tells what the goods cost' },
  CONTRACT_MISMATCH: { status: 409, title: 'The contract is of others' },
  INCOMPLETE: { status: 409, title: 'Something is missing for posting' },
  ALREADY_IMPORTED: { status: 409, title: 'A document was already made from the file' },
  NOT_RECOGNIZED: { status: 409, title: 'The file is not recognized' },
  DUPLICATE_EXTERNAL_ID: { status: 409, title: 'The external id is taken' },
  KIND_IN_USE: { status: 409, title: 'The kind of a product with operations cannot change' },
  LAST_OWNER: { status: 409, title: 'A company needs an owner' },
  ALREADY_MEMBER: { status: 409, title: 'The user is a member already' },
  NOT_CONNECTED: { status: 409, title: 'The company is not connected to the external system' },
  JOB_STATE: { status: 409, title: 'The state of the import does not allow this' },
  MIGRATION_PENDING: { status: 409, title: 'The import waits for an update of the database' },
  LIMIT_REACHED: { status: 409, title: 'There are as many as there may be' },
  BODY_TOO_LARGE: { status: 413, title: 'The body is too large' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, title: 'The content type is not accepted here' },
  RATE_LIMITED: { status: 429, title: 'Too much at once' },
  INTERNAL: { status: 500, title: 'Something went wrong on our side' },
  UNAVAILABLE: { status: 503, title: 'The service cannot take this request right now' },
  EXTERNAL_UNAVAILABLE: { status: 503, title: 'The external system cannot be asked right now' },
} as const satisfies Record<string, { status: number; title: string }>

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

/** The body of a problem answer, RFC 9457; the same shape everywhere (decisions.md §3). */
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

/** The problem of a command that its rule refused: it is kept under the command's key (decisions.md §4). */
export function problemOfRule({ code, message, extras }: Refusal, requestId: string): Problem {
  const { requestId: id, ...problem } = problemOf(code, message, extras, requestId)
  return { ...problem, keyUsed: true, hint: KEY_USED, requestId: id }
}
