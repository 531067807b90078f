/**
 * Authenticates requests with a bearer token: looks up the token by its hash, through a cache of limited size. A token
 * revoked on another node is refused within a second.
 */
import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { findToken, touchToken } from '../access/access-sql.ts'
import type { Caller } from '../access/caller.ts'
import { networkOf } from '../access/throttle.ts'
import { Refusal } from '../domain/refusals.ts'
import { fairLimiter } from '../runtime/fair-limiter.ts'
import type { Database } from '../store/database.ts'
import type { Callers } from './callers.ts'

const MAX_CACHED_TOKENS = 10_000
/**
 * How long a cached token is trusted, in milliseconds. Revocations on other nodes therefore take effect within this
 * time.
 */
const TRUST_MS = 900
/**
 * The minimum time, in milliseconds, between two updates of the stored time of a token's last use. Storing it on every
 * request would cost too much.
 */
const TOUCH_EVERY_MS = 60_000
const MAX_TOKEN_LENGTH = 200

export interface BearerTokens extends Callers {
  /** Makes this node drop a token from its cache at once. */
  forget(tokenId: string): void
}

const UNAUTHENTICATED = 'Send the header Authorization: Bearer <API token>. The token was missing, wrong or revoked.'

/** The caller that a valid token identifies. */
interface Admission {
  readonly caller: Caller
  readonly mayWrite: boolean
}

const READS = ['GET', 'HEAD']

/**
 * Limits look-ups of tokens that this node has not yet seen to be valid. A client that guesses tokens delays only its
 * own requests, and uses few of the database connections that commands need.
 */
const STRANGERS = {
  atOnce: 4,
  perCompany: 2,
  maxWaiting: 1_000,
  maxWaitMs: 5_000,
  refusal: 'Too many tokens are being looked up for your address. Try again in a moment.',
}

export function bearerTokens(database: Database): BearerTokens {
  const { lookUp, forget } = cachedTokens(database)
  const admit = ({ method }: FastifyRequest, { caller, mayWrite }: Admission): Caller => {
    if (mayWrite || READS.includes(method)) return caller
    throw new Refusal('FORBIDDEN', 'This token can only read: its scope is read. Use one with the scope write.', {
      figures: { reason: 'read_only' },
    })
  }
  return {
    challenge: 'Bearer',
    knownBy: 'Authorization',
    authenticate(request) {
      const header = request.headers.authorization ?? ''
      if (!/^bearer /i.test(header) || header.length > MAX_TOKEN_LENGTH)
        throw new Refusal('UNAUTHENTICATED', UNAUTHENTICATED)
      const digest = hash('sha256', header.slice('bearer '.length).trim(), 'hex')
      // An open stream authenticates again every second, and must not use a cached result.
      const isFresh = request.caller !== undefined
      const found = lookUp(digest, { address: request.ip, isFresh })
      return found instanceof Promise ? found.then((one) => admit(request, one)) : admit(request, found)
    },
    forget,
  }
}

type LookUp = (digest: string, asked: { address: string; isFresh: boolean }) => Admission | Promise<Admission>

function cachedTokens(database: Database): { lookUp: LookUp } & Pick<BearerTokens, 'forget'> {
  // Cache only tokens that exist, so that guessed tokens cannot push them out of the cache.
  const known = new LRUCache<string, Admission>({ max: MAX_CACHED_TOKENS, ttl: TRUST_MS, ttlResolution: 0 })
  /** The tokens that were valid at their last look-up. */
  const proven = new LRUCache<string, true>({ max: MAX_CACHED_TOKENS })
  const touched = new LRUCache<string, true>({ max: MAX_CACHED_TOKENS, ttl: TOUCH_EVERY_MS })
  const running = new Map<string, Promise<Admission>>()
  const strangersTurn = fairLimiter(STRANGERS)

  // The number of revocations. A look-up that began before a revocation may have read the token while it was still
  // valid.
  let revocations = 0

  const ask = async (digest: string): Promise<Admission> => {
    const revocationsBefore = revocations
    const askedAt = performance.now()
    const token = await findToken(database, Buffer.from(digest, 'hex'))
    if (token === null) {
      proven.delete(digest)
      throw new Refusal('UNAUTHENTICATED', UNAUTHENTICATED)
    }
    proven.set(digest, true)
    if (!touched.has(token.token_id)) {
      touched.set(token.token_id, true)
      // A request must not fail only because the time of the token's last use cannot be recorded.
      touchToken(database, token.token_id).catch(() => touched.delete(token.token_id))
    }
    const caller: Caller = {
      companyId: token.company_id,
      credentialId: token.token_id,
      actor: { type: 'token', id: token.token_id, name: token.name },
      role: 'owner',
      seesCosts: true,
    }
    const admission = { caller, mayWrite: token.scope === 'write' }
    if (revocations === revocationsBefore) known.set(digest, admission, { start: askedAt })
    return admission
  }

  return {
    lookUp(digest, { address, isFresh }) {
      const found = (isFresh ? undefined : known.get(digest)) ?? running.get(digest)
      if (found !== undefined) return found
      const asking = proven.has(digest)
        ? ask(digest)
        : strangersTurn({ companyId: networkOf(address) }, () => ask(digest))
      const started = asking.finally(() => {
        if (running.get(digest) === started) running.delete(digest)
      })
      running.set(digest, started)
      return started
    },
    forget(tokenId) {
      revocations += 1
      running.clear()
      for (const [digest, { caller }] of known.entries()) if (caller.actor.id === tokenId) known.delete(digest)
    },
  }
}
