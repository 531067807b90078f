/**
 * Finds the signed-in user of a request: looks up the session by its cookie, through a cache of limited size. A change
 * on another node takes effect within a second.
 */
import { hash } from 'node:crypto'
import { generateRandomString } from 'better-auth/crypto'
import { LRUCache } from 'lru-cache'
import { Refusal } from '../domain/refusals.ts'
import { isIssuedId } from '../domain/schema.ts'
import type { Database } from '../store/database.ts'
import { findSession, moveSession, type SessionRow, touchSession } from './access-sql.ts'
import type { Auth } from './auth.ts'
import type { SessionTimes } from './auth-parts.ts'
import type { Caller } from './caller.ts'
import { seesCostsAs } from './roles.ts'
import { handleOf, inExchange } from './session-tokens.ts'

const MAX_CACHED_SESSIONS = 10_000
/**
 * How long a cached session is trusted, in milliseconds. Changes on other nodes therefore take effect within this time.
 */
const TRUST_MS = 900
/**
 * The minimum time, in milliseconds, between two updates of the stored time of a session's last use. Storing it on
 * every request would cost too much.
 */
const TOUCH_EVERY_MS = 60_000
const TOKEN_LENGTH = 32

const UNAUTHENTICATED = 'Sign in first: there is no session, or it has expired.'

export interface SignedIn {
  readonly sessionId: string
  readonly user: {
    readonly id: string
    readonly name: string
    readonly email: string
    readonly emailVerified: boolean
    readonly twoFactorEnabled: boolean
  }
  /** The caller in the session's company. Null when the session has no company or the user no longer belongs to it. */
  readonly caller: Caller | null
}

interface Moved {
  readonly signedIn: SignedIn
  readonly cookies: string[]
}

export interface Sessions {
  /**
   * Finds the session for a cookie. `isUse`: whether a user is acting, which extends the session. If false, an open
   * stream is checking that it may continue; this happens once a second and skips the cache. Refuses with
   * UNAUTHENTICATED.
   */
  find(cookies: string | undefined, isUse: boolean): SignedIn | Promise<SignedIn>
  /**
   * Makes a session act for another company. Gives it a new token, so that no node accepts the old cookie for the new
   * company. @returns the cookies to set, or null when the user is not a member of the company
   */
  moveTo(companyId: string, of: { readonly sessionId: string; readonly cookies: string }): Promise<Moved | null>
  /** Makes this node drop a user's sessions from its cache at once, or all sessions if no user is given. */
  forget(userId?: string): void
}

export interface SessionParts {
  readonly database: Database
  readonly times: SessionTimes
  readonly now: () => Date
  readonly auth: () => Auth
}

export function openSessions(parts: SessionParts): Sessions {
  const { database, times, now, auth } = parts
  const { lookUp, forget } = cachedLookUps(parts)
  const touched = new LRUCache<string, true>({ max: MAX_CACHED_SESSIONS, ttl: TOUCH_EVERY_MS })

  const touch = (signedIn: SignedIn): SignedIn => {
    const { sessionId } = signedIn
    if (touched.has(sessionId)) return signedIn
    touched.set(sessionId, true)
    const at = now()
    // A request must not fail just because the time of the session's last use cannot be recorded.
    touchSession(database, sessionId, at, new Date(at.getTime() + times.idleMs)).catch(() => touched.delete(sessionId))
    return signedIn
  }

  return {
    find(cookies, isUse) {
      if (cookies === undefined) throw new Refusal('UNAUTHENTICATED', UNAUTHENTICATED)
      const found = lookUp(cookies, !isUse)
      if (!isUse) return found
      return found instanceof Promise ? found.then(touch) : touch(found)
    },
    async moveTo(companyId, { sessionId, cookies }) {
      if (!isIssuedId(companyId)) return null
      const token = generateRandomString(TOKEN_LENGTH)
      const tokenHash = handleOf(token)
      const isMoved = await moveSession(database, { sessionId, tokenHash, companyId })
      forget()
      const row = isMoved ? await findSession(database, tokenHash, now()) : null
      if (row === null) return null
      const { headers } = await inExchange(false, () =>
        auth().api.setSessionToken({ headers: new Headers({ cookie: cookies }), body: { token }, returnHeaders: true }),
      )
      return { signedIn: readRow(row), cookies: headers.getSetCookie() }
    },
    forget,
  }
}

/** Looks up a session. `isFresh`: skips the cache. */
type LookUp = (cookies: string, isFresh: boolean) => SignedIn | Promise<SignedIn>

function cachedLookUps({ database, now, auth }: SessionParts): { lookUp: LookUp; forget: Sessions['forget'] } {
  // Cache only sessions that exist, so that guessed tokens cannot push them out of the cache.
  const known = new LRUCache<string, SignedIn>({ max: MAX_CACHED_SESSIONS, ttl: TRUST_MS, ttlResolution: 0 })
  const running = new Map<string, Promise<SignedIn>>()
  // When each user's sessions were last dropped from the cache. A look-up that began earlier may have read an outdated
  // session, so its result is not cached.
  const forgottenOf = new LRUCache<string, number>({ max: MAX_CACHED_SESSIONS })
  let allForgottenAt = Number.NEGATIVE_INFINITY
  const isForgottenSince = (userId: string, askedAt: number) =>
    Math.max(allForgottenAt, forgottenOf.get(userId) ?? Number.NEGATIVE_INFINITY) >= askedAt

  const ask = async (cookies: string, digest: string): Promise<SignedIn> => {
    const askedAt = performance.now()
    const { token } = await auth().api.readSessionToken({ headers: new Headers({ cookie: cookies }) })
    const row = token === null ? null : await findSession(database, handleOf(token), now())
    if (row === null) throw new Refusal('UNAUTHENTICATED', UNAUTHENTICATED)
    const signedIn = readRow(row)
    if (!isForgottenSince(signedIn.user.id, askedAt)) known.set(digest, signedIn, { start: askedAt })
    return signedIn
  }

  return {
    lookUp(cookies, isFresh) {
      const digest = hash('sha256', cookies, 'base64url')
      const found = (isFresh ? undefined : known.get(digest)) ?? running.get(digest)
      if (found !== undefined) return found
      const started = ask(cookies, digest).finally(() => {
        if (running.get(digest) === started) running.delete(digest)
      })
      running.set(digest, started)
      return started
    },
    forget(userId) {
      running.clear()
      if (userId === undefined) {
        allForgottenAt = performance.now()
        return known.clear()
      }
      forgottenOf.set(userId, performance.now())
      for (const [digest, { user }] of known.entries()) if (user.id === userId) known.delete(digest)
    },
  }
}

function readRow(row: SessionRow): SignedIn {
  const { company_id: companyId, role } = row
  const actor = { type: 'user', id: row.user_id, name: row.user_name } as const
  return {
    sessionId: row.session_id,
    user: {
      id: row.user_id,
      name: row.user_name,
      email: row.email,
      emailVerified: row.email_verified,
      twoFactorEnabled: row.two_factor_enabled,
    },
    caller:
      companyId === null || role === null
        ? null
        : {
            companyId,
            credentialId: row.session_id,
            actor,
            role,
            seesCosts: seesCostsAs(role, row.sees_costs === true),
          },
  }
}
