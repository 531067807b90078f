/**
 * Our own endpoints inside the sign-in library: a sign-up that also creates a company, and endpoints that our session
 * code calls.
 */
import type { BetterAuthPlugin, DBAdapter, StandardSchemaV1 } from 'better-auth'
import { APIError, createAuthEndpoint, createEmailVerificationToken } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { Refusal } from '../domain/refusals.ts'
import type { AuthParts } from './auth-parts.ts'
import { signUpInvited } from './invitations.ts'
import { endLinks } from './links.ts'
import { createCompany, EmailTaken, type Fault, faultsOf, faultsOfUser } from './new-company.ts'
import { keepHashes, watched } from './session-tokens.ts'
import { TooOften } from './throttle.ts'

/**
 * A header in which we pass the client's address to the library. If a client sends this header itself, it is removed.
 */
export const ADDRESS_HEADER = 'x-skladno-address'

/** The error code for each invalid field. Reuses better-auth's codes where they exist. */
const CODES: Record<Fault['field'], string> = {
  companyName: 'VALIDATION_ERROR',
  name: 'VALIDATION_ERROR',
  email: 'INVALID_EMAIL',
  password: 'PASSWORD_TOO_SHORT',
}

/** The sign-in library's name for the cookie of a sign-in that still needs a second factor. */
const CHALLENGE_COOKIE = 'two_factor'

/** Accepts any value without validation, because only our own code calls the endpoint. */
const Token: StandardSchemaV1<{ token: string }> = {
  '~standard': { version: 1, vendor: 'skladno', validate: (value) => ({ value: value as { token: string } }) },
}
const RENEWED = { method: 'POST', requireHeaders: true, body: Token } as const

export function ownEndpoints(parts: AuthParts) {
  return {
    id: 'skladno',
    init: (context) => ({ context: { adapter: endLinks(keepHashes(context.adapter as DBAdapter, parts.onChange)) } }),
    endpoints: {
      /** Replaces the library's sign-up, which would create a user without a company. */
      signUpEmail: createAuthEndpoint('/sign-up/email', { method: 'POST' }, async (ctx) => {
        const body = (ctx.body ?? {}) as Record<string, unknown>
        const { userId } = await signUp(parts, body)
        const user = await ctx.context.internalAdapter.findUserById(userId)
        if (user === null) throw new Error('The user that was just made is not there')
        const { mails } = parts
        if (mails !== null && !user.emailVerified && (await mayMail(parts, user.email, ctx.headers))) {
          const token = await createEmailVerificationToken(ctx.context.secret, user.email)
          const url = `${ctx.context.baseURL}/verify-email?token=${token}&callbackURL=%2F`
          await ctx.context.runInBackgroundOrAwait(mails.verifyEmail(user.email, url))
        }
        const isForgotten = body.rememberMe === false
        const session = await ctx.context.internalAdapter.createSession(userId, isForgotten)
        await setSessionCookie(ctx, { session, user }, isForgotten)
        const { id, name, email, emailVerified, createdAt, updatedAt } = user
        return ctx.json({ token: session.token, user: { id, name, email, emailVerified, createdAt, updatedAt } })
      }),
      /** Returns the session token from a request's cookie, or null when no cookie has our signature. */
      readSessionToken: createAuthEndpoint.serverOnly({ method: 'GET', requireHeaders: true }, async (ctx) => {
        const { authCookies, secret } = ctx.context
        const token = await ctx.getSignedCookie(authCookies.sessionToken.name, secret)
        return { token: token || null }
      }),
      /**
       * Returns the user who is signed in, or who has entered the right password and still needs to enter a
       * second-factor code. Returns null for anybody else.
       */
      readChallenged: createAuthEndpoint.serverOnly({ method: 'GET', requireHeaders: true }, async (ctx) => {
        const { authCookies, secret, internalAdapter } = ctx.context
        const token = await ctx.getSignedCookie(authCookies.sessionToken.name, secret)
        const session = token ? await internalAdapter.findSession(token) : null
        const cookie = ctx.context.createAuthCookie(CHALLENGE_COOKIE)
        const challenge = session === null ? await ctx.getSignedCookie(cookie.name, secret) : null
        const value = challenge ? await internalAdapter.findVerificationValue(challenge) : null
        const user = session?.user ?? (value === null ? null : await internalAdapter.findUserById(value.value))
        return { user: user === null ? null : { id: user.id, email: user.email } }
      }),
      /** Sets the session cookie after the session's token was replaced. */
      setSessionToken: createAuthEndpoint.serverOnly(RENEWED, async (ctx) => {
        const { token } = ctx.body
        const found = await ctx.context.internalAdapter.findSession(token)
        if (found === null) throw new APIError('UNAUTHORIZED')
        await setSessionCookie(ctx, found)
        return {}
      }),
    },
  } satisfies BetterAuthPlugin
}

/**
 * Whether a confirmation e-mail may be sent for a sign-up. Nobody has confirmed the address yet, so the number of such
 * e-mails from one network is limited. Above the limit, the user can request the e-mail later.
 */
async function mayMail({ throttle }: AuthParts, email: string, headers: Headers | undefined): Promise<boolean> {
  try {
    await watched(throttle.countMail(email, headers?.get(ADDRESS_HEADER) ?? ''))
    return true
  } catch (error) {
    if (error instanceof TooOften) return false
    throw error
  }
}

/** Creates a user, either as the owner of a new company or, with an invitation, as a member of another company. */
async function signUp(parts: AuthParts, body: Record<string, unknown>): Promise<{ userId: string }> {
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  const user = { userName: text(body.name), email: text(body.email), password: text(body.password) }
  const isInvited = body.invitation !== undefined
  if (isInvited && body.companyName !== undefined)
    throw new APIError('BAD_REQUEST', {
      code: 'VALIDATION_ERROR',
      message: 'Give either the name of a new company or an invitation to an existing one.',
    })
  const wishes = { ...user, name: text(body.companyName) }
  const fault = (isInvited ? faultsOfUser(user) : faultsOf(wishes))[0]
  if (fault !== undefined) {
    const code = fault.code ?? CODES[fault.field]
    throw new APIError('BAD_REQUEST', { code, message: `${fault.message}.` })
  }
  const clock = parts.clockFault()
  if (clock !== null) throw new APIError('SERVICE_UNAVAILABLE', { code: 'UNAVAILABLE', message: clock })
  try {
    if (isInvited) return await watched(signUpInvited(parts, user, text(body.invitation)))
    return await watched(createCompany(parts, wishes))
  } catch (error) {
    throw inTheLibrarysForm(error)
  }
}

function inTheLibrarysForm(error: unknown): unknown {
  if (error instanceof EmailTaken)
    return new APIError('UNPROCESSABLE_ENTITY', {
      code: 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL',
      message: 'An account with this e-mail already exists. Sign in, or use another e-mail.',
    })
  if (!(error instanceof Refusal)) return error
  const { code, message } = error
  if (code === 'NOT_FOUND') return new APIError('NOT_FOUND', { code: 'INVITATION_NOT_FOUND', message })
  return code === 'FORBIDDEN' ? new APIError('FORBIDDEN', { code: 'INVITATION_FOR_ANOTHER', message }) : error
}
