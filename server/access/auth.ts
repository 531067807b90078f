/**
 * Configures the sign-in library better-auth: accounts, passwords, sessions and second factors. The library does the
 * security-critical work (hashing, signing, comparing, codes); our own rules are here and in auth-requests.ts. The
 * library's tables are created by our migrations under our own names.
 */
import { betterAuth } from 'better-auth'
import { APIError, createAuthMiddleware, isAPIError } from 'better-auth/api'
import { twoFactor } from 'better-auth/plugins/two-factor'
import { Kysely, PostgresDialect } from 'kysely'
import { v7 } from 'uuid'
import type { EngineLog } from '../engine/memory.ts'
import type { Database } from '../store/database.ts'
import { findFirstCompany } from './access-sql.ts'
import { ADDRESS_HEADER, ownEndpoints } from './auth-endpoints.ts'
import type { AuthParts, SessionTimes } from './auth-parts.ts'
import type { Person } from './company-sql.ts'
import { keepChangeLink } from './links.ts'
import type { AccessMails } from './mails.ts'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './passwords.ts'
import { watched } from './session-tokens.ts'
import { leaveAllCompanies } from './team.ts'
import type { Throttle } from './throttle.ts'

export const AUTH_PATH = '/api/auth'
const RESET_LINK_MINUTES = 60
const COOKIE_NAME = 'skladno'

export type Auth = ReturnType<typeof openAuth>

export function openAuth(parts: AuthParts) {
  const { database, keys, origin, sessions, passwords, mails } = parts
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: database }) })
  const isSecure = origin.startsWith('https:')
  return betterAuth({
    appName: 'Skladno',
    baseURL: origin,
    basePath: AUTH_PATH,
    secret: keys[0].value,
    secrets: keys.map(({ version, value }) => ({ version, value })),
    database: { db, type: 'postgres', transaction: true },
    logger: { level: 'error', log: (_level, message, ...details) => writeLog(parts.log, message, details) },
    onAPIError: { onError: (error) => passOn(parts.log, error) },
    telemetry: { enabled: false },
    experimental: { instrumentation: { enabled: false } },
    // The library's own rate limit is off, because we use throttle.ts, which also limits by account and counts only
    // failures.
    rateLimit: { enabled: false },
    trustedOrigins: [origin],
    emailAndPassword: {
      enabled: true,
      minPasswordLength: MIN_PASSWORD_LENGTH,
      maxPasswordLength: MAX_PASSWORD_LENGTH,
      password: passwords,
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: RESET_LINK_MINUTES * 60,
      ...mailedReset(mails, origin),
    },
    ...mailedVerification(parts),
    advanced: {
      // This option is off, because it would make the library use the cookie prefix __Secure-. We use the prefix
      // __Host-, which prevents other hosts from setting the cookie.
      useSecureCookies: false,
      cookiePrefix: isSecure ? `__Host-${COOKIE_NAME}` : COOKIE_NAME,
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure },
      // CSRF and origin checks are switched on explicitly, because the library disables them when it believes that it
      // is running in a test.
      disableCSRFCheck: false,
      disableOriginCheck: false,
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      database: { generateId: () => v7() },
      backgroundTasks: { handler: (task) => void task },
    },
    ...models({ sessions, mails, database }),
    databaseHooks: { session: { create: { before: startSession(database, sessions) } } },
    hooks: { after: endOldSession(parts.throttle) },
    plugins: [secondFactor(), ownEndpoints(parts)],
  })
}

/** Maps the sign-in library's models to our tables and columns, and restricts how the library may use each of them. */
function models({ sessions, mails, database }: Pick<AuthParts, 'sessions' | 'mails' | 'database'>) {
  const times = { createdAt: 'created_at', updatedAt: 'updated_at' }
  return {
    user: {
      modelName: 'users',
      fields: { emailVerified: 'email_verified', ...times },
      // If there is a mail server, a new e-mail address takes effect only when its owner has opened the link sent to
      // it.
      changeEmail: { enabled: true, updateEmailWithoutVerification: mails === null },
      deleteUser: { enabled: true, beforeDelete: (user: Person) => leaveAll(database, user) },
    },
    session: {
      modelName: 'sessions',
      fields: {
        token: 'token_hash',
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        ...times,
      },
      additionalFields: {
        companyId: { type: 'string', required: false, input: false, fieldName: 'company_id' },
        endsAt: { type: 'date', required: false, input: false, fieldName: 'ends_at' },
        lastUsedAt: { type: 'date', required: false, input: false, fieldName: 'last_used_at' },
      },
      // The lifetime of the cookie. The session itself is extended by sessions.ts whenever it is used.
      expiresIn: sessions.maxMs / 1_000,
      disableSessionRefresh: true,
      // The library's check for a fresh session is off, because sensitive operations always require the password.
      freshAge: 0,
    },
    account: {
      modelName: 'accounts',
      fields: {
        accountId: 'account_id',
        providerId: 'provider_id',
        userId: 'user_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        ...times,
      },
    },
    verification: {
      modelName: 'verifications',
      fields: { expiresAt: 'expires_at', ...times },
      storeIdentifier: 'hashed',
    },
  } as const
}

function secondFactor() {
  return twoFactor({
    issuer: 'Skladno',
    // The library's lockout is off, because throttle.ts limits the codes tried. Its pauses slow down strangers, but a
    // user is never locked out at an address known from an earlier sign-in.
    accountLockout: { enabled: false },
    schema: {
      user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
      twoFactor: {
        modelName: 'two_factors',
        fields: {
          backupCodes: 'backup_codes',
          userId: 'user_id',
          failedVerificationCount: 'failed_verification_count',
          lockedUntil: 'locked_until',
        },
      },
    },
  })
}

type NewSession = { readonly userId: string; readonly expiresAt: Date } & Record<string, unknown>
type EndpointContext = {
  readonly path?: string
  readonly context: {
    readonly session: { readonly session: { readonly userId: string } & Record<string, unknown> } | null
  }
}

/**
 * Sets when a new session ends. The library sets the latest possible end. We set an earlier end, which each use of the
 * session moves further into the future.
 */
function startSession(database: Database, { idleMs }: SessionTimes) {
  return async (session: NewSession, endpoint: EndpointContext | null) => {
    // Do not start a session, because opening an e-mailed link proves neither the password nor the second factor.
    if (endpoint?.path === '/verify-email')
      throw new APIError('UNAUTHORIZED', {
        code: 'SIGN_IN_FIRST',
        message: 'Sign in, then open the link again in the same browser.',
      })
    const current = endpoint?.context.session?.session
    const before = current?.userId === session.userId ? (current.companyId as string | null) : null
    const now = new Date()
    const data = {
      companyId: before ?? (await watched(findFirstCompany(database, session.userId))),
      lastUsedAt: now,
      endsAt: session.expiresAt,
      expiresAt: new Date(Math.min(session.expiresAt.getTime(), now.getTime() + idleMs)),
    }
    return { data }
  }
}

const SIGN_INS = ['/sign-up/email', '/sign-in/email', '/two-factor/verify-totp', '/two-factor/verify-backup-code']

/**
 * On sign-in, ends the previous session of the same browser. Also refuses a second-factor code that has already been
 * used.
 */
function endOldSession(throttle: Throttle) {
  return createAuthMiddleware(async (ctx) => {
    const started = ctx.context.newSession
    if (started === null || !SIGN_INS.includes(ctx.path)) return
    const { internalAdapter, authCookies, secret } = ctx.context
    const { code } = (ctx.body ?? {}) as { code?: unknown }
    // If there is already a session, the code was used to switch on the second factor. It is still marked as used, so
    // that nobody can sign in with it afterwards.
    const isSignIn = ctx.context.session === null
    const isNew = typeof code !== 'string' || (await watched(throttle.useCode(started.user.id, code)))
    if (isSignIn && !isNew) {
      await internalAdapter.deleteSession(started.session.token)
      throw new APIError('UNAUTHORIZED', { code: 'INVALID_CODE', message: 'This code was already used.' })
    }
    const before = await ctx.getSignedCookie(authCookies.sessionToken.name, secret)
    if (before && before !== started.session.token) await internalAdapter.deleteSession(before)
  })
}

interface ToUser {
  readonly user: { readonly id: string; readonly email: string }
  readonly url: string
  readonly token: string
}

function mailedReset(mails: AccessMails | null, origin: string) {
  if (mails === null) return {}
  return {
    // The token comes after the #, so that browsers do not send it in the Referer header.
    sendResetPassword: ({ user, token }: ToUser) =>
      mails.resetPassword(user.email, `${origin}/reset-password#token=${token}`, RESET_LINK_MINUTES),
    onPasswordReset: async ({ user }: Pick<ToUser, 'user'>) => mails.passwordChanged(user.email),
  }
}

function mailedVerification({ database, keys, mails }: AuthParts) {
  if (mails === null) return {}
  return {
    emailVerification: {
      async sendVerificationEmail({ user, url, token }: ToUser) {
        await watched(keepChangeLink(database, keys[0].value, { userId: user.id, token }))
        await mails.verifyEmail(user.email, url)
      },
    },
  }
}

/**
 * Rethrows unexpected errors so that they are handled like our own. Otherwise, the library would print them to the
 * console.
 */
function passOn(log: EngineLog, error: unknown): void {
  if (!isAPIError(error)) throw error
  if (error.statusCode >= 500) log.error({ error }, 'Sign-in: the library failed')
}

/**
 * Writes the library's messages to our log. They may describe a client's mistake, but never contain values from
 * requests.
 */
function writeLog(log: EngineLog, message: string, details: readonly unknown[]): void {
  const error = details.find((detail) => detail instanceof Error)
  log.warn({ error }, `Sign-in: ${message}`)
}

/**
 * Removes a user from all companies before the user is deleted. Throws if some company would be left without an owner.
 */
async function leaveAll(database: Database, { id, name }: Person): Promise<void> {
  const owned = await watched(leaveAllCompanies(database, { id, name }))
  if (owned > 0)
    throw new APIError('CONFLICT', {
      code: 'LAST_OWNER',
      message: 'You are the last owner of a company. Make someone else an owner first.',
    })
}
