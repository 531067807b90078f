/**
 * Checks the shape of error responses. The expected shape is written from rule S-REFUSAL-1, independently of the
 * server's own table.
 */
import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import { type FaultCode, FIELD_FAULTS } from '../../../server/domain/field-faults.ts'
import type { Reply } from '../node/reply.ts'
import { faultsOfFigures } from './refusals.ts'

/** The HTTP status of each code by rule S-REFUSAL-2, for the codes of warehouse commands. */
const STATUS_OF = {
  VALIDATION_FAILED: 400,
  MALFORMED_JSON: 400,
  IDEMPOTENCY_KEY_REQUIRED: 400,
  IDEMPOTENCY_KEY_INVALID: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  ORIGIN_REJECTED: 403,
  NOT_FOUND: 404,
  ROUTE_NOT_FOUND: 404,
  IDEMPOTENCY_KEY_REUSED: 409,
  INSUFFICIENT_STOCK: 409,
  HAS_REFERENCES: 409,
  WAREHOUSE_NOT_EMPTY: 409,
  LAST_WAREHOUSE: 409,
  ARCHIVED: 409,
  INVALID_TRANSITION: 409,
  NOT_STOCKED: 409,
  LOT_MISMATCH: 409,
  INVALID_COMPONENT: 409,
  AMBIGUOUS_PARTNER: 409,
  NOT_DRAFT: 409,
  INCOMPLETE: 409,
  ALREADY_IMPORTED: 409,
  NOT_RECOGNIZED: 409,
  LOTS_CONSUMED: 409,
  NOT_RESERVED: 409,
  SHIPMENT_EXCEEDED: 409,
  ALREADY_SHIPPED: 409,
  PURCHASE_EXCEEDED: 409,
  PURCHASE_MISMATCH: 409,
  UNIT_COST_UNKNOWN: 409,
  BELOW_MIN_PRICE: 409,
  PAYMENT_EXCEEDED: 409,
  ORDER_MISMATCH: 409,
  REFUND_EXCEEDED: 409,
  CONTRACT_MISMATCH: 409,
  DUPLICATE_EXTERNAL_ID: 409,
  KIND_IN_USE: 409,
  OVERLAPPING: 409,
  OUT_OF_SCOPE: 409,
  RECOUNT_NEEDED: 409,
  RESERVED_SHORT: 409,
  PAPER_ELSEWHERE: 409,
  RETURN_EXCEEDS_SHIPPED: 409,
  ALREADY_RETURNED: 409,
  RULE_OVERLAPS: 409,
  ITEM_EXISTS: 409,
  COMPANY_LIMIT_REACHED: 409,
  ORDERED_MEANWHILE: 409,
  MOVED_MEANWHILE: 409,
  NOT_EXPECTED: 409,
  DELIVERY_EXCEEDED: 409,
  TAKEN_MEANWHILE: 409,
  RETURN_MISMATCH: 409,
  BODY_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMITED: 429,
} as const satisfies Record<string, number>

export type Code = keyof typeof STATUS_OF

export interface Problem {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly code: Code
  readonly detail: string
  readonly figures?: Readonly<Record<string, unknown>>
  readonly errors?: { path: string; message: string; code: string; figures?: Readonly<Record<string, unknown>> }[]
  readonly blockers?: { entity: string; id: string; label: string; name?: string; day?: string; kind?: string }[]
  /** True if a business rule refused the command, which uses up its idempotency key; otherwise absent. */
  readonly keyUsed?: true
  readonly hint?: string
  /** In the refusal of a batch: the position and the key of the command that caused the refusal. Otherwise absent. */
  readonly command?: { readonly index: number; readonly key: string }
  readonly requestId: string
}

const MEMBERS = [
  ...[
    'type',
    'title',
    'status',
    'code',
    'detail',
    'figures',
    'errors',
    'blockers',
    'keyUsed',
    'hint',
    'command',
    'requestId',
  ],
]
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Asserts that a response has the shape of a problem, and returns the problem. The caller checks the problem's code and
 * `figures`.
 */
export function readProblem(reply: Reply): Problem {
  const faults = faultsOfProblem(reply)
  // This plain comparison comes first because thousands of responses are checked and an assertion costs more.
  if (faults.length > 0) expect(faults, `${reply.status} ${reply.text}`).toEqual([])
  return reply.json as unknown as Problem
}

const isText = (value: unknown): value is string => typeof value === 'string'
const saysSomething = (value: unknown) => isText(value) && /\S/.test(value)
const isOf = (entry: object, members: Readonly<Record<string, (value: unknown) => boolean>>) =>
  Object.keys(entry).every((name) => name in members) &&
  Object.entries(members).every(([name, isRight]) => isRight((entry as Record<string, unknown>)[name]))
const isGone = (value: unknown) => value === undefined
const orGone = (isRight: (value: unknown) => boolean) => (value: unknown) => isGone(value) || isRight(value)
const isFigures = (value: unknown) => typeof value === 'object' && value !== null
const ERROR = {
  ...{ path: isText, message: saysSomething, figures: orGone(isFigures) },
  code: (value: unknown) => isText(value) && Object.hasOwn(FIELD_FAULTS, value),
}
const BLOCKER = {
  ...{ entity: isText, id: isText, label: saysSomething },
  ...{ name: orGone(saysSomething), day: orGone((day) => isText(day) && DAY.test(day)), kind: orGone(saysSomething) },
}
const COMMAND = { index: (value: unknown) => Number.isInteger(value), key: isText }
const DAY = /^\d{4}-\d\d-\d\d$/

const hasItsFigures = ({ code, figures = {} }: NonNullable<Problem['errors']>[number]): boolean =>
  isDeepStrictEqual(Object.keys(figures), Object.keys(FIELD_FAULTS[code as FaultCode].figures))

/** Returns every way in which a response differs from the required shape of a problem. */
function faultsOfProblem({ status, headers, json }: Reply): string[] {
  if (typeof json !== 'object' || json === null) return ['it is no object']
  const problem = json as unknown as Problem
  const { errors = [], blockers = [] } = problem
  const isRight: Readonly<Record<string, boolean>> = {
    'status of an error': status >= 400 && status < 500,
    'content-type': /^application\/problem\+json/.test(headers.get('content-type') ?? ''),
    'x-request-id': UUID.test(headers.get('x-request-id') ?? ''),
    type: isText(problem.type) && /^[a-z][a-z0-9+.-]*:.+/.test(problem.type),
    title: saysSomething(problem.title),
    code: isText(problem.code) && Object.hasOwn(STATUS_OF, problem.code),
    status: problem.status === status && status === STATUS_OF[problem.code],
    detail: saysSomething(problem.detail),
    requestId: isText(problem.requestId) && UUID.test(problem.requestId),
    // Statuses 403 and 415 do not use up the key; a refusal that is stored has one of the statuses listed here.
    keyUsed: problem.keyUsed === undefined || (problem.keyUsed === true && [400, 404, 409].includes(status)),
    hint: problem.keyUsed === true ? saysSomething(problem.hint) : problem.hint === undefined,
    errors: Array.isArray(errors) && errors.every((error) => isOf(error, ERROR) && hasItsFigures(error)),
    command: problem.command === undefined || isOf(problem.command, COMMAND),
    blockers: Array.isArray(blockers) && blockers.every((blocker) => isOf(blocker, BLOCKER)),
  }
  const unknown = Object.keys(problem).filter((member) => !MEMBERS.includes(member))
  return [...Object.keys(isRight).filter((name) => !isRight[name]), ...unknown, ...faultsOfFigures(problem)]
}

/** Returns the JSON pointers to the faulty fields of a request. */
export function pathsOf(problem: Problem): string[] {
  return (problem.errors ?? []).map(({ path }) => path)
}
