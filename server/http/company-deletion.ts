/**
 * POST /company/deletion deletes the company; only owners may use it. POST /company/deletion/receipt returns the
 * progress and the receipt of a deletion to anybody who has its key. Source: S-COMPANY-12, S-COMPANY-13.
 */
import type { FastifyInstance, FastifyPluginAsync, FastifyReply } from 'fastify'
import { Type } from 'typebox'
import type { Access } from '../access/access.ts'
import { networkOf, TooOften } from '../access/throttle.ts'
import { Refusal } from '../domain/refusals.ts'
import { Id, isIssuedId, Name, strictObject } from '../domain/schema.ts'
import { fairLimiter } from '../runtime/fair-limiter.ts'
import type { Database } from '../store/database.ts'
import { beginForOwner, findReceipt } from '../whole-company/delete-company.ts'
import { MAX_KEY_LENGTH, MIN_KEY_LENGTH } from './idempotency-key.ts'
import { accessRequestOf, addAccessWrite } from './owner-routes.ts'

const MAX_PASSWORD_LENGTH = 1_000

export const DELETION = strictObject({
  name: Name,
  password: Type.String({ minLength: 1, maxLength: MAX_PASSWORD_LENGTH }),
})
export const RECEIPT = strictObject({
  companyId: Id,
  key: Type.String({ minLength: MIN_KEY_LENGTH, maxLength: MAX_KEY_LENGTH }),
})

/** Limits how many receipts are looked up at the same time, because this route needs no account. */
const inTurn = fairLimiter({
  atOnce: 2,
  perCompany: 1,
  maxWaiting: 100,
  maxWaitMs: 5_000,
  refusal: 'Too many receipts are being looked up. Try again in a moment.',
})

interface DeletionParts {
  readonly access: Access
  readonly database: Database
  readonly drill: boolean
}

/**
 * Adds the route that deletes the company. It answers as soon as all access to the company has ended; a worker does the
 * rest. There is no replay: all keys of the company are deleted, and a request that is sent again has no session any
 * more. Its outcome is in the receipt.
 */
export function addDeletionRoute(app: FastifyInstance, { access, database, drill }: DeletionParts): void {
  addAccessWrite<null>(app, {
    method: 'POST',
    url: '/api/v1/company/deletion',
    body: DELETION,
    run: async (request, reply) => {
      if (drill)
        throw new Refusal('FORBIDDEN', 'This is a copy for a drill: its companies cannot be deleted here.', {
          figures: { reason: 'drill' },
        })
      const { companyId, actor, key } = accessRequestOf(request)
      const { name, password } = request.body as { name: string; password: string }
      const asked = { userId: actor.id, password, cookies: request.headers.cookie!, address: request.ip }
      await access.checkOwnPassword(asked).catch((error: unknown) => refuseTooOften(error, reply))
      const begunAt = await beginForOwner(database, { companyId, actor, name, key })
      access.sessions.forget()
      return { ok: true, result: { companyId, begunAt }, once: null, isReplay: false }
    },
  })
}

function refuseTooOften(error: unknown, reply: FastifyReply): never {
  if (!(error instanceof TooOften)) throw error
  reply.header('retry-after', error.retryAfterSeconds)
  throw new Refusal('RATE_LIMITED', 'Too many wrong passwords. Try again later.')
}

/** The route of the receipt. Nothing is changed, so no idempotency key is required. */
export function receiptRoute(access: Access, database: Database): FastifyPluginAsync {
  return async (app) => {
    app.route({
      method: 'POST',
      url: '/api/v1/company/deletion/receipt',
      schema: { hide: true, querystring: strictObject({}), body: RECEIPT },
      onRequest: async ({ headers }) => {
        const isFromBrowser = headers.origin !== undefined || headers.cookie !== undefined
        if (isFromBrowser && headers.origin !== access.origin())
          throw new Refusal('ORIGIN_REJECTED', `This needs the header Origin: ${access.origin()}`)
      },
      handler: async (request, reply) => {
        const { companyId, key } = request.body as { companyId: string; key: string }
        const find = () => (isIssuedId(companyId) ? findReceipt(database, companyId, key) : null)
        const found = await inTurn({ companyId: networkOf(request.ip) }, async () => find())
        if (found === null)
          throw new Refusal('NOT_FOUND', 'There is no deletion with this key, or its receipt is gone after 30 days.', {
            figures: { reason: 'id', entity: 'company', id: companyId },
          })
        const { begunAt, finishedAt, receipt, receiptSha256: sha256 } = found
        return reply.header('cache-control', 'private, no-store').send({ begunAt, finishedAt, receipt, sha256 })
      },
    })
  }
}
