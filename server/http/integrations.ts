/** The routes of the external accounting import, at the session address, for owners. Source: decisions.md §10. */
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { strictObject } from '../domain/schema.ts'
import type { Connections } from '../extsys/connection.ts'
import { accessRequestOf, addAccessWrite, addOwnersRead } from './owner-routes.ts'

/** Printable ASCII, as it goes into a header. Nothing more is promised of its form. */
export const CONNECTION = strictObject({ token: Type.String({ minLength: 8, maxLength: 500, pattern: '^[!-~]+$' }) })

const URL = '/api/v1/integrations/extsys'

export function addIntegrationRoutes(app: FastifyInstance, connections: Connections): void {
  addOwnersRead(app, {
    url: URL,
    read: ({ companyId }) => connections.status(companyId),
    print: (status) => status,
  })
  addAccessWrite(app, {
    method: 'POST',
    url: `${URL}/connection`,
    body: CONNECTION,
    run: (request) => {
      const { token } = request.body as { token: string }
      return connections.connect(accessRequestOf(request), token)
    },
  })
  addAccessWrite(app, {
    method: 'DELETE',
    url: `${URL}/connection`,
    body: strictObject({}),
    run: (request) => connections.disconnect(accessRequestOf(request)),
  })
}
