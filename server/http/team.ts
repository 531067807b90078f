/** Adds the routes for members and invitations, for signed-in users. Source: S-TEAM. */
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { Type } from 'typebox'
import type { Access } from '../access/access.ts'
import type { Invitations, InvitationWishes } from '../access/invitations.ts'
import { ROLES } from '../access/roles.ts'
import type { MemberChange, Team } from '../access/team.ts'
import { TooOften } from '../access/throttle.ts'
import { Refusal } from '../domain/refusals.ts'
import { Flag, oneOf, optional, ShortText, strictObject } from '../domain/schema.ts'
import { accessRequestOf, addAccessWrite, addOwnersRead, onceOf } from './owner-routes.ts'

const MAX_TOKEN_LENGTH = 200

export const MEMBER_CHANGE = strictObject({ role: Type.Optional(oneOf(ROLES)), seesCosts: Type.Optional(Flag) })
export const NEW_INVITATION = strictObject({
  email: optional<string>(ShortText),
  role: oneOf(ROLES),
  seesCosts: Type.Optional(Flag),
})
/** The body that contains the token from an invitation link. */
export const INVITATION_LINK = strictObject({ token: Type.String({ minLength: 1, maxLength: MAX_TOKEN_LENGTH }) })

/** Adds the routes for members. They are for owners, except that every member may leave. */
export function addMemberRoutes(app: FastifyInstance, team: Team): void {
  const userIdOf = ({ params }: { params: unknown }) => (params as { userId: string }).userId
  addOwnersRead(app, { url: '/api/v1/members', read: ({ companyId }) => team.list(companyId) })
  addAccessWrite(app, {
    method: 'PATCH',
    url: '/api/v1/members/:userId',
    body: MEMBER_CHANGE,
    run: (request) => team.change(accessRequestOf(request), userIdOf(request), request.body as MemberChange),
  })
  addAccessWrite(app, {
    method: 'DELETE',
    url: '/api/v1/members/:userId',
    body: strictObject({}),
    isForAll: (request) => request.signedIn.user.id === userIdOf(request),
    run: (request) => team.remove(accessRequestOf(request), userIdOf(request)),
  })
}

/** Adds the routes for invitations. They are for owners, except that any signed-in user may accept an invitation. */
export function addInvitationRoutes(app: FastifyInstance, invitations: Invitations): void {
  addOwnersRead(app, { url: '/api/v1/invitations', read: ({ companyId }) => invitations.list(companyId) })
  addAccessWrite<{ link: string | null }>(app, {
    method: 'POST',
    url: '/api/v1/invitations',
    body: NEW_INVITATION,
    run: async (request, reply) => {
      try {
        return await invitations.invite(accessRequestOf(request), request.body as InvitationWishes, request.ip)
      } catch (error) {
        if (!(error instanceof TooOften)) throw error
        reply.header('retry-after', error.retryAfterSeconds)
        throw new Refusal('RATE_LIMITED', 'Too many mails were sent to this address, or from yours. Try again later.')
      }
    },
    print: (result, once) => ({ ...result, link: once?.link ?? null }),
  })
  addAccessWrite(app, {
    method: 'DELETE',
    url: '/api/v1/invitations/:invitationId',
    body: strictObject({}),
    run: (request) => {
      const { invitationId } = request.params as { invitationId: string }
      return invitations.withdraw(accessRequestOf(request), invitationId)
    },
  })
  addAccessWrite(app, {
    method: 'POST',
    url: '/api/v1/invitations/accept',
    body: INVITATION_LINK,
    isForAll: () => true,
    run: (request) => {
      const { user } = request.signedIn
      const { token } = request.body as { token: string }
      return invitations.accept(token, { user, address: request.ip, ...onceOf(request) })
    },
  })
}

/**
 * Shows an invitation to anybody who has its link, even before signing in or up. Nothing is changed, so no idempotency
 * key is required.
 */
export function previewRoute({ invitations, origin }: Access): FastifyPluginAsync {
  return async (app) => {
    app.route({
      method: 'POST',
      url: '/api/v1/invitations/preview',
      schema: { hide: true, querystring: strictObject({}), body: INVITATION_LINK },
      onRequest: async ({ headers }) => {
        const isFromBrowser = headers.origin !== undefined || headers.cookie !== undefined
        if (isFromBrowser && headers.origin !== origin())
          throw new Refusal('ORIGIN_REJECTED', `This needs the header Origin: ${origin()}`)
      },
      handler: async (request, reply) => {
        const { token } = request.body as { token: string }
        return reply.header('cache-control', 'private, no-store').send(await invitations.preview(token, request.ip))
      },
    })
  }
}
