/** The address for signed-in users, where callers are identified by their session. Source: S-SESSION-5, S-SESSION-6. */
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Access } from '../access/access.ts'
import { refuseOrigin } from '../access/auth-requests.ts'
import type { Caller } from '../access/caller.ts'
import type { SignedIn } from '../access/sessions.ts'
import { Refusal } from '../domain/refusals.ts'
import { Id, strictObject } from '../domain/schema.ts'
import type { Companies } from '../engine/companies.ts'
import type { Extsys } from '../moysklad/moysklad.ts'
import type { Stores } from '../whole-company/write-archive.ts'
import type { Callers } from './callers.ts'
import { addArchiveRoute } from './company-archive.ts'
import { addDeletionRoute, receiptRoute } from './company-deletion.ts'
import { addIntegrationRoutes } from './moysklad.ts'
import { addImportReportRoutes } from './moysklad-report.ts'
import { type CountRequest, limitRate } from './rate-limit.ts'
import { addInvitationRoutes, addMemberRoutes, previewRoute } from './team.ts'
import { addTokenRoutes } from './tokens.ts'
import { sendProblem } from './wire/problems.ts'

const MAX_AUTH_BODY_BYTES = 65_536
export const COMPANY_CHOICE = strictObject({ companyId: Id })
const READS = ['GET', 'HEAD']

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in user. Set on the session's own routes. */
    signedIn: SignedIn
  }
}

const noCompany = (id: string) =>
  new Refusal('NOT_FOUND', `You do not belong to a company "${id}".`, {
    figures: { reason: 'id', entity: 'company', id },
  })

/**
 * Identifies callers by their session, ignoring the Authorization header. Refuses with UNAUTHENTICATED or
 * ORIGIN_REJECTED, and with FORBIDDEN when the user has no company.
 */
export function sessionCallers(access: Access): Callers {
  const admit = (request: FastifyRequest, { caller }: SignedIn): Caller => {
    checkOrigin(request, access.origin())
    if (caller === null)
      throw new Refusal(
        'FORBIDDEN',
        'The session does not act for any of your companies. See GET /api/v1/session, and choose one with POST /api/v1/session/company.',
        { figures: { reason: 'no_company' } },
      )
    return caller
  }
  return {
    challenge: 'Cookie',
    knownBy: 'Cookie',
    authenticate(request) {
      // When an open stream checks its session, this does not count as use of the session, because listening alone must
      // not keep a session alive.
      const isUse = request.caller === undefined
      const found = access.sessions.find(request.headers.cookie, isUse)
      return found instanceof Promise ? found.then((signedIn) => admit(request, signedIn)) : admit(request, found)
    },
  }
}

/**
 * Refuses writes with a wrong Origin header. Browsers always send this header; any other client of this address must
 * set it.
 */
function checkOrigin(request: FastifyRequest, origin: string): void {
  if (READS.includes(request.method) || request.headers.origin === origin) return
  throw new Refusal('ORIGIN_REJECTED', `A write here needs the header Origin: ${origin}`)
}

export interface SessionRoutes {
  readonly countRequest: CountRequest | null
  /** Makes this node drop a revoked token from its cache. */
  readonly forgetToken: (tokenId: string) => void
  /** The operations of the import from MoySklad. */
  readonly extsys: Extsys
  /** The companies in memory. Responses about the import contain the company's state. */
  readonly companies: Companies
  /** Whether this node is a copy used to practise recovery. Such a node sends nothing to other services. */
  readonly drill: boolean
  /** The database and the files from which a company is downloaded, and from which it is deleted. */
  readonly stores: Stores
}

/** Adds the routes that only the session address has: /api/auth, the session itself, and the routes for owners. */
export function sessionRoutes(access: Access, routes: SessionRoutes): FastifyPluginAsync {
  const { countRequest, forgetToken, extsys, companies, drill, stores } = routes
  return async (app) => {
    await app.register(authRoutes(access))
    await app.register(previewRoute(access))
    await app.register(receiptRoute(access, stores.database))
    await app.register(async (own) => {
      requireSession(own, access)
      limitRate(own, countRequest, ({ signedIn }) => signedIn.sessionId)
      addSessionRoutes(own, access, drill)
      addArchiveRoute(own, stores)
      addDeletionRoute(own, { access, database: stores.database, drill })
      addTokenRoutes(own, access.tokens, forgetToken)
      addMemberRoutes(own, access.team)
      addInvitationRoutes(own, access.invitations)
      addIntegrationRoutes(own, extsys, companies)
      addImportReportRoutes(own, extsys.report)
    })
  }
}

/** Adds the routes of the sign-in library, which creates its own responses. */
function authRoutes(access: Access): FastifyPluginAsync {
  return async (app) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer' },
      async (_request: FastifyRequest, body: Buffer) => body,
    )
    app.route({
      method: ['GET', 'POST'],
      url: '/api/auth/*',
      exposeHeadRoute: false,
      schema: { hide: true },
      bodyLimit: MAX_AUTH_BODY_BYTES,
      // A request with neither a cookie nor an Origin header cannot come from a browser misused by another site. If a
      // request has either of them, its Origin must be ours.
      onRequest: async (request, reply) => {
        const { origin, cookie } = request.headers
        const isRead = request.method === 'GET'
        if (isRead || origin === access.origin() || (origin === undefined && cookie === undefined)) return
        return sendResponse(reply, refuseOrigin())
      },
      handler: async (request, reply) => {
        const { cookie, origin, 'user-agent': userAgent } = request.headers
        const response = await access.answerAuth({
          method: request.method,
          path: request.url.slice('/api/auth'.length),
          headers: { ...(cookie && { cookie }), ...(origin && { origin }), ...(userAgent && { userAgent }) },
          body: (request.body as Buffer | undefined) ?? null,
          address: request.ip,
        })
        if (response !== null) return sendResponse(reply, response)
        return sendProblem(
          request,
          reply,
          'ROUTE_NOT_FOUND',
          `There is no ${request.method} ${request.url.split('?', 1)[0]}.`,
        )
      },
    })
  }
}

async function sendResponse(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  reply.code(response.status).header('cache-control', 'no-store')
  for (const [name, value] of response.headers) if (name !== 'content-length') reply.header(name, value)
  return reply.send(Buffer.from(await response.arrayBuffer()))
}

function requireSession(app: FastifyInstance, access: Access): void {
  app.decorateRequest('signedIn')
  app.decorateRequest('fingerprint')
  app.decorateRequest('caller')
  app.decorateRequest('answer')
  app.addHook('onRequest', async (request, reply) => {
    request.answer = reply.raw
    request.signedIn = await access.sessions.find(request.headers.cookie, true)
    const { caller } = request.signedIn
    // A user without a company has no caller, so the user's requests do not wait for time slices. Only long requests
    // wait for them, and these requests are short.
    if (caller !== null) request.caller = caller
    checkOrigin(request, access.origin())
  })
}

function addSessionRoutes(app: FastifyInstance, access: Access, drill: boolean): void {
  const shown = async (signedIn: SignedIn) => ({ ...(await printSession(access, signedIn)), drill })
  app.route({
    method: 'GET',
    url: '/api/v1/session',
    schema: { hide: true, querystring: strictObject({}) },
    handler: async ({ signedIn }, reply) =>
      reply.header('cache-control', 'private, no-store').send(await shown(signedIn)),
  })
  app.route({
    method: 'POST',
    url: '/api/v1/session/company',
    schema: { hide: true, querystring: strictObject({}), body: COMPANY_CHOICE },
    handler: async (request, reply) => {
      const { companyId } = request.body as { companyId: string }
      const cookies = request.headers.cookie!
      const moved = await access.sessions.moveTo(companyId, { sessionId: request.signedIn.sessionId, cookies })
      if (moved === null) throw noCompany(companyId)
      reply.header('set-cookie', moved.cookies).header('cache-control', 'private, no-store')
      return reply.send(await shown(moved.signedIn))
    },
  })
}

async function printSession(access: Access, { user, caller }: SignedIn): Promise<object> {
  const companies = await access.companiesOf(user.id)
  const company = companies.find(({ id }) => id === caller?.companyId)
  const revision = company === undefined ? null : await access.revisionOf(company.id)
  return {
    user,
    company: company === undefined ? null : { id: company.id, name: company.name },
    role: company === undefined ? null : caller!.role,
    seesCosts: company !== undefined && caller!.seesCosts,
    revision,
    epoch: access.epoch(),
    companies,
  }
}
