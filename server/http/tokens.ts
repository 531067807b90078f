/** Adds the routes for API tokens, for owners who are signed in. Source: S-TOKEN. */
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { TOKEN_SCOPES, type Tokens, type TokenWishes } from '../access/tokens.ts'
import { Moment, Name, oneOf, optional, strictObject } from '../domain/schema.ts'
import { accessRequestOf, addAccessWrite, addOwnersRead } from './owner-routes.ts'

/** The body of a request for a new token. */
export const NEW_TOKEN = strictObject({
  name: Name,
  scope: Type.Optional(oneOf(TOKEN_SCOPES)),
  expiresAt: optional<string>(Moment),
})

/** Adds the routes. `forget`: makes this node drop a token from its cache at once. */
export function addTokenRoutes(app: FastifyInstance, tokens: Tokens, forget: (tokenId: string) => void): void {
  addOwnersRead(app, { url: '/api/v1/tokens', read: ({ companyId }) => tokens.list(companyId) })
  addAccessWrite<string>(app, {
    method: 'POST',
    url: '/api/v1/tokens',
    body: NEW_TOKEN,
    run: (request) => tokens.issue(accessRequestOf(request), request.body as TokenWishes),
    print: (result, secret) => ({ ...result, secret }),
  })
  addAccessWrite(app, {
    method: 'DELETE',
    url: '/api/v1/tokens/:tokenId',
    body: strictObject({}),
    run: async (request) => {
      const { tokenId } = request.params as { tokenId: string }
      const answer = await tokens.revoke(accessRequestOf(request), tokenId)
      forget(tokenId)
      return answer
    },
  })
}
