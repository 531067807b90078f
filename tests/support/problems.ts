/** What every error answer must look like, written down from decisions.md §3 and not from the server's own table. */
import { expect } from 'vitest'
import type { Reply } from './client.ts'

/** Code → status, as decisions.md §3 has them, for the codes that the warehouse families can give. */
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
  PURCHASE_EXCEEDED: 409,
  PURCHASE_MISMATCH: 409,
  UNIT_COST_UNKNOWN: 409,
  CONTRACT_MISMATCH: 409,
  DUPLICATE_EXTERNAL_ID: 409,
  KIND_IN_USE: 409,
  BODY_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
} as const satisfies Record<string, number>

export type Code = keyof typeof STATUS_OF

export interface Problem {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly code: Code
  readonly detail: string
  readonly errors?: { path: string; message: string }[]
  readonly blockers?: { entity: string; id: string; label: string }[]
  readonly requestId: string
}

const MEMBERS = ['type', 'title', 'status', 'code', 'detail', 'errors', 'blockers', 'requestId']
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Asserts that an answer is a problem of the one shape; what its code and figures are is the caller's to say. */
export function readProblem(reply: Reply): Problem {
  expect(reply.status, reply.text).toBeGreaterThanOrEqual(400)
  expect(reply.status, reply.text).toBeLessThan(500)
  expect(reply.headers.get('content-type')).toMatch(/^application\/problem\+json/)
  expect(reply.headers.get('x-request-id')).toMatch(UUID)
  const problem = reply.json as unknown as Problem
  expect(problem).toEqual({
    type: expect.stringMatching(/^[a-z][a-z0-9+.-]*:.+/),
    title: expect.stringMatching(/\S/),
    status: STATUS_OF[problem.code],
    code: problem.code,
    detail: expect.stringMatching(/\S/),
    requestId: expect.stringMatching(UUID),
    ...(problem.errors === undefined ? {} : { errors: expect.any(Array) }),
    ...(problem.blockers === undefined ? {} : { blockers: expect.any(Array) }),
  })
  expect(reply.status).toBe(problem.status)
  for (const member of Object.keys(problem)) expect(MEMBERS).toContain(member)
  for (const error of problem.errors ?? [])
    expect(error).toEqual({ path: expect.any(String), message: expect.stringMatching(/\S/) })
  for (const blocker of problem.blockers ?? [])
    expect(blocker).toEqual({ entity: expect.any(String), id: expect.any(String), label: expect.stringMatching(/\S/) })
  return problem
}

/** The pointers of what is wrong with a request. */
export function pathsOf(problem: Problem): string[] {
  return (problem.errors ?? []).map(({ path }) => path)
}
