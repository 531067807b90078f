/** The routes of the external accounting import, at the session address, for owners. Source: decisions.md §10. */
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { Flag, strictObject } from '../domain/schema.ts'
import type { Extsys } from '../extsys/extsys.ts'
import type { JobOptions } from '../extsys/jobs/job.ts'
import { JOB_MOVES, type JobCommand } from '../extsys/jobs/job-moves.ts'
import { accessRequestOf, addAccessWrite, addOwnersRead } from './owner-routes.ts'

/** Printable ASCII, as it goes into a header. Nothing more is promised of its form. */
export const CONNECTION = strictObject({ token: Type.String({ minLength: 8, maxLength: 500, pattern: '^[!-~]+$' }) })

/** What is imported. */
export const NEW_IMPORT = strictObject({
  products: Flag,
  partners: Flag,
  warehouses: Flag,
  organizations: Flag,
  purchases: Flag,
})

const URL = '/api/v1/integrations/extsys'
export const JOB_URL = `${URL}/jobs/:jobId`

export function addIntegrationRoutes(app: FastifyInstance, { connections, jobs }: Extsys): void {
  addOwnersRead(app, {
    url: URL,
    read: ({ companyId }) => jobs.status(companyId),
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
  addAccessWrite(app, {
    method: 'POST',
    url: `${URL}/jobs`,
    body: NEW_IMPORT,
    run: (request) => jobs.create(accessRequestOf(request), request.body as JobOptions),
  })
  for (const command of Object.keys(JOB_MOVES) as JobCommand[])
    addAccessWrite(app, {
      method: 'POST',
      url: `${JOB_URL}/${command}`,
      body: strictObject({}),
      run: (request) => jobs.run(accessRequestOf(request), (request.params as { jobId: string }).jobId, command),
    })
}
