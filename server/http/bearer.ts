/** Bearer tokens: looked up by hash through a bounded cache, checked again within a second of a revocation elsewhere. */
import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Caller } from '../access/caller.ts'
import { findToken, touchToken } from '../access/tables.ts'
import { Refusal } from '../domain/refusals.ts'
import type { Database } from '../store/database.ts'
import type { Callers } from './callers.ts'

const MAX_CACHED_TOKENS = 10_000
/** A revocation on another node is seen within this time. */
const TRUST_MS = 900
/** The time of last use is kept to this precision: a write per request would cost more than it tells. */
const TOUCH_EVERY_MS = 60_000
const MAX_TOKEN_LENGTH = 200

export interface BearerTokens extends Callers {
  /** Makes this node forget a token at once. */
  forget(tokenId: string): void
}

const UNAUTHENTICATED = 'Send the header Authorization: Bearer <API token>. The token was missing, wrong or revoked.'

export function bearerTokens(database: Database): BearerTokens {
  // Only tokens that exist are cached: guesses cannot push them out.
  const callers = new LRUCache<string, Caller>({ max: MAX_CACHED_TOKENS, ttl: TRUST_MS, ttlResolution: 0 })
  const touched = new LRUCache<string, true>({ max: MAX_CACHED_TOKENS, ttl: TOUCH_EVERY_MS })
  const lookUps = new Map<string, Promise<Caller>>()

  // Counts the revocations: a look-up that began before one may have read the token as it was.
  let revocations = 0

  const lookUp = async (digest: string, askedAt: number): Promise<Caller> => {
    const revocationsBefore = revocations
    const token = await findToken(database, Buffer.from(digest, 'hex'))
    if (token === null) throw new Refusal('UNAUTHENTICATED', UNAUTHENTICATED)
    if (!touched.has(token.token_id)) {
      touched.set(token.token_id, true)
      // Worth no request's failure.
      touchToken(database, token.token_id).catch(() => touched.delete(token.token_id))
    }
    const caller: Caller = {
      companyId: token.company_id,
      actor: { type: 'token', id: token.token_id, name: token.name },
      role: 'owner',
      seesCosts: true,
    }
    if (revocations === revocationsBefore) callers.set(digest, caller, { start: askedAt })
    return caller
  }

  return {
    challenge: 'Bearer',
    authenticate(request: FastifyRequest) {
      const header = request.headers.authorization ?? ''
      if (!/^bearer /i.test(header) || header.length > MAX_TOKEN_LENGTH)
        throw new Refusal('UNAUTHENTICATED', UNAUTHENTICATED)
      const digest = hash('sha256', header.slice('bearer '.length).trim(), 'hex')
      const known = callers.get(digest)
      if (known !== undefined) return known
      const running = lookUps.get(digest)
      if (running !== undefined) return running
      const started = lookUp(digest, performance.now()).finally(() => lookUps.delete(digest))
      lookUps.set(digest, started)
      return started
    },
    forget(tokenId) {
      revocations += 1
      lookUps.clear()
      for (const [digest, caller] of callers.entries()) if (caller.actor.id === tokenId) callers.delete(digest)
    },
  }
}
