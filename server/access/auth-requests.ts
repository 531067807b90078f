/**
 * Handles requests to `/api/auth/…`: decides which routes exist and how often a client may try, and checks and changes
 * requests before they reach the sign-in library, which produces the responses. Source: S-SESSION-1, S-SESSION-7,
 * S-SESSION-8.
 */

import type { EngineLog } from '../engine/memory.ts'
import { fairLimiter } from '../runtime/fair-limiter.ts'
import { sliceOf } from '../runtime/slices.ts'
import type { Database } from '../store/database.ts'
import { beginAttempt, type Guess, noteTooOften, settleAttempt } from './attempts.ts'
import { AUTH_PATH, type Auth } from './auth.ts'
import { ADDRESS_HEADER } from './auth-endpoints.ts'
import { normalizeEmail } from './emails.ts'
import { isGoodLink } from './links.ts'
import type { AccessMails, SecondFactorChange } from './mails.ts'
import { readName } from './new-company.ts'
import { faultOfPassword } from './passwords.ts'
import { handleOf, inExchange } from './session-tokens.ts'
import type { Sessions, SignedIn } from './sessions.ts'
import { networkOf, type Throttle, TooOften } from './throttle.ts'

interface AuthRequest {
  readonly method: string
  /** The path below /api/auth, including the query string. */
  readonly path: string
  readonly headers: { readonly cookie?: string; readonly origin?: string; readonly userAgent?: string }
  readonly body: Buffer | null
  /** The client's network address. */
  readonly address: string
}

type Body = Record<string, unknown>

interface Route {
  /** The kind of secret that somebody could guess with requests to the route; absent when there is none. */
  readonly guess?: Guess
  readonly signsUp?: boolean
  /** Whether an e-mail is sent to the address in the body. */
  readonly mails?: boolean
  /** Whether the route takes a password that the library does not check, so that we must check it. */
  readonly checksPassword?: boolean
  /** Whether the body identifies another session by its handle. */
  readonly takesHandle?: boolean
  readonly prepare?: (body: Body) => Body | Refused
  /** Whether the request may change the account's e-mail address. If so, the old address is notified. */
  readonly changesEmail?: boolean
  readonly changesPassword?: boolean
  /** Whether the route sets a new password, which must then be strong enough. */
  readonly setsPassword?: boolean
  readonly changesSecondFactor?: SecondFactorChange
}

/**
 * The library's routes that clients may use. All its other routes stay closed, such as signing in with accounts of
 * other services.
 */
const ROUTES: Readonly<Record<string, Route>> = {
  'POST /sign-up/email': { signsUp: true },
  'POST /sign-in/email': { guess: 'email' },
  'POST /sign-out': {},
  'GET /get-session': {},
  'POST /request-password-reset': { mails: true },
  'POST /reset-password': { setsPassword: true },
  'POST /send-verification-email': { mails: true },
  'GET /verify-email': { changesEmail: true },
  'POST /change-password': {
    guess: 'own',
    // Ends all other sessions, because an attacker who knows the old password may be signed in.
    prepare: (body) => ({ ...body, revokeOtherSessions: true }),
    changesPassword: true,
    setsPassword: true,
  },
  'POST /change-email': { guess: 'own', checksPassword: true },
  'POST /update-user': { prepare: nameOnly },
  'POST /delete-user': { guess: 'own', prepare: withPassword },
  'GET /list-sessions': {},
  'POST /revoke-session': { takesHandle: true },
  'POST /revoke-other-sessions': {},
  'POST /revoke-sessions': {},
  'POST /two-factor/enable': { guess: 'own' },
  'POST /two-factor/disable': { guess: 'own', changesSecondFactor: 'off' },
  'POST /two-factor/get-totp-uri': { guess: 'own' },
  'POST /two-factor/generate-backup-codes': { guess: 'own', changesSecondFactor: 'codes' },
  'POST /two-factor/verify-totp': { guess: 'code', prepare: codeOnly, changesSecondFactor: 'on' },
  'POST /two-factor/verify-backup-code': { guess: 'code', prepare: codeOnly },
}

export const AUTH_ROUTES = Object.keys(ROUTES)

/** A refusal in the format of the sign-in library. */
class Refused extends Response {
  constructor(status: number, code: string, message: string, headers: Record<string, string> = {}) {
    super(JSON.stringify({ code, message }), { status, headers: { 'content-type': 'application/json', ...headers } })
  }
}

export const refuseOrigin = (): Response =>
  new Refused(403, 'ORIGIN_REJECTED', 'The request must come from the address of the service itself: check its Origin.')

const HASHING_AT_ONCE = 2
/** All unauthenticated requests share the time slices of a single company. */
const STRANGERS = { companyId: 'nobody' }

/**
 * Limits how many passwords are hashed at the same time. Hashing a password takes a tenth of a second, on the thread
 * pool that also reads files.
 */
export const hashingInTurn = fairLimiter({
  atOnce: HASHING_AT_ONCE,
  perCompany: 1,
  maxWaiting: 64,
  maxWaitMs: 10_000,
  refusal: 'Too many sign-ins at once. Try again in a moment.',
})

/**
 * Limits how many requests about accounts run at the same time. Each such request makes several database queries and
 * runs the sign-in library on the main thread.
 */
const inLine = fairLimiter({
  atOnce: 4,
  perCompany: 2,
  maxWaiting: 1_000,
  maxWaitMs: 10_000,
  refusal: 'Too many requests about accounts at once. Try again in a moment.',
})

export interface AuthRequestParts {
  readonly database: Database
  readonly auth: () => Auth
  readonly origin: () => string
  readonly sessions: Sessions
  readonly throttle: Throttle
  readonly mails: AccessMails | null
  readonly log: EngineLog
}

export type AuthHandler = (request: AuthRequest) => Promise<Response | null>

/**
 * Returns a function that handles a request, or returns null when the route does not exist. Throws when the database is
 * unreachable.
 */
export function answerAuthRequests(parts: AuthRequestParts): AuthHandler {
  return async (request) => {
    const route = ROUTES[`${request.method} ${request.path.split('?', 1)[0]}`]
    if (route === undefined) return null
    try {
      const asker = { companyId: networkOf(request.address) }
      return await inLine(asker, async () => {
        await sliceOf(STRANGERS)
        return answer(parts, route, route.changesEmail === true ? await withoutEnded(parts, request) : request)
      })
    } catch (error) {
      if (!(error instanceof TooOften)) throw error
      const { retryAfterSeconds, message } = error
      noteTooOften(parts.log, route.guess, request.address)
      return new Refused(429, 'RATE_LIMITED', message, { 'retry-after': String(retryAfterSeconds) })
    }
  }
}

/**
 * If a link was ended early, replaces its token in the request with an invalid one, so that the library refuses the
 * link in its own format.
 */
async function withoutEnded({ auth, database }: AuthRequestParts, request: AuthRequest): Promise<AuthRequest> {
  const { pathname, searchParams } = new URL(request.path, 'http://localhost')
  const { secret } = await auth().$context
  if (await isGoodLink(database, secret, searchParams.get('token') ?? '')) return request
  searchParams.set('token', 'ended')
  return { ...request, path: `${pathname}?${searchParams}` }
}

async function answer(parts: AuthRequestParts, route: Route, request: AuthRequest): Promise<Response> {
  const body = readBody(request)
  if (body instanceof Refused) return body
  const prepared = route.prepare === undefined ? body : route.prepare(body)
  if (prepared instanceof Refused) return prepared
  const { sessions, throttle, mails } = parts
  const email = String(prepared.email ?? '')
  if (route.mails === true && mails !== null) await throttle.countMail(email, request.address)
  const isPersonal = route.guess === 'own'
  const isTold = route.changesEmail === true || route.changesSecondFactor !== undefined
  const signedIn = isPersonal || isTold ? await find(sessions, request) : null
  if (isPersonal && signedIn === null) return new Refused(401, 'UNAUTHORIZED', 'Sign in first.')
  const linked = route.setsPassword === true ? await findPasswordOwner(parts, prepared, signedIn) : null
  const weak = refuseWeak(prepared, linked)
  if (weak !== null) return weak
  const challenged = route.guess === 'code' ? await findChallenged(parts, request) : null
  const who = challenged ?? (isPersonal ? signedIn!.user : null)
  const { address } = request
  const attempt = await beginAttempt(throttle, route, { account: who?.id ?? email, address })
  const askLibrary = () =>
    inExchange(route.takesHandle === true, () => ask(parts, route, { ...request, body: prepared }))
  const hashes = attempt !== null && route.guess !== 'code'
  const response = await settleAttempt(
    attempt,
    () => (hashes ? hashingInTurn({ companyId: address }, askLibrary) : askLibrary()),
    { log: parts.log, guess: route.guess, address },
  )
  if (response.ok) await know(parts, route, { request, email: (challenged ?? linked)?.email ?? email })
  if (response.status < 400 && signedIn !== null && mails !== null)
    await tell(mails, route, signedIn, () => find(sessions, request))
  return withHandles(response)
}

/**
 * Marks a network address as known for an account when the user has created the account, entered a second-factor code
 * or opened an e-mailed link from there.
 */
async function know(
  { throttle }: AuthRequestParts,
  route: Route,
  { request, email }: { request: AuthRequest; email: string },
): Promise<void> {
  const isProved = route.signsUp === true || route.guess === 'code' || route.setsPassword === true
  if (isProved && email !== '') await throttle.know(email, request.address)
}

/**
 * Finds the user to whose second factor a code belongs. This user is signed in or has just entered the right password.
 */
async function findChallenged(
  { auth }: AuthRequestParts,
  { headers }: AuthRequest,
): Promise<{ id: string; email: string } | null> {
  const asked = new Headers(headers.cookie === undefined ? {} : { cookie: headers.cookie })
  return (await inExchange(false, () => auth().api.readChallenged({ headers: asked }))).user
}

/** Notifies a user by e-mail of a change that somebody else may have made. */
async function tell(
  mails: AccessMails,
  route: Route,
  { user }: SignedIn,
  findAgain: () => Promise<SignedIn | null>,
): Promise<void> {
  if (route.changesPassword === true) await mails.passwordChanged(user.email)
  const change = route.changesSecondFactor
  // Switching on the second factor when it is already on changes nothing, so no e-mail is sent.
  if (change !== undefined && !(change === 'on' && user.twoFactorEnabled))
    await mails.secondFactorChanged(user.email, change)
  if (route.changesEmail !== true) return
  const email = (await findAgain())?.user.email ?? user.email
  if (email !== user.email) await mails.emailChanged(user.email, email)
}

async function find(sessions: Sessions, { headers }: AuthRequest): Promise<SignedIn | null> {
  try {
    return await sessions.find(headers.cookie, true)
  } catch (error) {
    if ((error as { code?: string }).code === 'UNAUTHENTICATED') return null
    throw error
  }
}

interface PreparedRequest extends Omit<AuthRequest, 'body'> {
  readonly body: Body
}

async function ask({ auth, origin }: AuthRequestParts, route: Route, request: PreparedRequest): Promise<Response> {
  const headers = new Headers({ [ADDRESS_HEADER]: request.address })
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined) headers.set(name === 'userAgent' ? 'user-agent' : name, value)
  if (route.checksPassword === true) {
    const password = String(request.body.password ?? '')
    const checked = await auth().api.verifyPassword({ body: { password }, headers, asResponse: true })
    if (!checked.ok) return checked
  }
  const url = `${origin()}${AUTH_PATH}${request.path}`
  if (request.method === 'GET') return auth().handler(new Request(url, { headers }))
  headers.set('content-type', 'application/json')
  return auth().handler(new Request(url, { method: request.method, headers, body: JSON.stringify(request.body) }))
}

/** Parses a request's body and normalizes e-mail addresses in it. */
function readBody({ body }: AuthRequest): Body | Refused {
  if (body === null || body.length === 0) return {}
  let parsed: unknown
  try {
    parsed = JSON.parse(body.toString())
  } catch {
    return new Refused(400, 'VALIDATION_ERROR', 'The body is not JSON.')
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    return new Refused(400, 'VALIDATION_ERROR', 'The body must be an object.')
  const known: Body = Object.fromEntries(Object.entries(parsed).filter(([name]) => name !== '__proto__'))
  for (const field of ['email', 'newEmail'])
    if (typeof known[field] === 'string') known[field] = normalizeEmail(known[field])
  return known
}

function nameOnly({ name }: Body): Body | Refused {
  const read = readName(name)
  return read === null ? new Refused(400, 'VALIDATION_ERROR', 'Give a name of 1 to 255 characters.') : { name: read }
}

function withPassword({ password }: Body): Body | Refused {
  if (typeof password === 'string' && password !== '') return { password }
  return new Refused(400, 'INVALID_PASSWORD', 'Give your password.')
}

/**
 * Removes everything except the code from a body. Otherwise, a client could make the library remember a device and
 * accept it without a code for a month, which users could neither see nor end.
 */
function codeOnly({ code }: Body): Body {
  return { code }
}

/**
 * Returns the user whose password is being set: the signed-in user, or the user who received the link. Returns null
 * when the link is invalid.
 */
async function findPasswordOwner(
  { auth }: AuthRequestParts,
  { token }: Body,
  signedIn: SignedIn | null,
): Promise<{ name: string; email: string } | null> {
  return signedIn?.user ?? inExchange(false, () => findUserOfLink(auth(), String(token ?? '')))
}

/**
 * Checks a new password before the library does. The library would use up the e-mailed link even if it refused the
 * password.
 */
function refuseWeak({ newPassword }: Body, owner: { name: string; email: string } | null): Refused | null {
  if (typeof newPassword !== 'string') return null
  const fault = faultOfPassword(newPassword, owner === null ? [] : [owner.name, owner.email])
  return fault === null ? null : new Refused(400, fault.code, `${fault.message}.`)
}

/**
 * Replaces the session tokens in a response body with handles. Tokens leave the server only in cookies that scripts
 * cannot read.
 */
async function withHandles(response: Response): Promise<Response> {
  if (!(response.headers.get('content-type') ?? '').includes('application/json')) return response
  const text = await response.text()
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  const { status } = response
  return new Response(text === '' ? text : JSON.stringify(replaceTokens(JSON.parse(text))), { status, headers })
}

const SESSION_TOKEN = /^[A-Za-z0-9]{32}$/

function replaceTokens(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(replaceTokens)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) =>
      key === 'token' && typeof inner === 'string' && SESSION_TOKEN.test(inner)
        ? [key, handleOf(inner)]
        : [key, replaceTokens(inner)],
    ),
  )
}

/** Returns the user whose password an e-mailed link resets, or null when the link is invalid or was already used. */
async function findUserOfLink(auth: Auth, token: string): Promise<{ name: string; email: string } | null> {
  const { internalAdapter } = await auth.$context
  const link = await internalAdapter.findVerificationValue(`reset-password:${token}`)
  return link === null ? null : internalAdapter.findUserById(link.value)
}
