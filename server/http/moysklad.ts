/** The routes of the import from MoySklad, for owners. Source: S-IMPORT. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { AtRevision } from '../access/log-sql.ts'
import { Refusal } from '../domain/refusals.ts'
import { Flag, strictObject } from '../domain/schema.ts'
import type { Companies } from '../engine/companies.ts'
import type { JobOptions } from '../moysklad/jobs/job.ts'
import { JOB_MOVES, type JobCommand } from '../moysklad/jobs/job-moves.ts'
import type { Extsys } from '../moysklad/moysklad.ts'
import { EPOCH_HEADER } from './caching.ts'
import { viewOf } from './callers-company.ts'
import { accessRequestOf, addAccessWrite, addOwnersRead } from './owner-routes.ts'
import { sendPieces, sendState } from './state-answer.ts'
import { hangUpOf } from './wire/hang-up.ts'
import { appliedPreference, readPrefer } from './wire/prefer.ts'

/**
 * The body that contains the token for the connection. The token must be printable ASCII, because it becomes part of a
 * header. MoySklad specifies nothing else about its format.
 */
export const CONNECTION = strictObject({
  token: Type.String({
    ...{ minLength: 8, maxLength: 500, pattern: '^[!-~]+$' },
    description:
      'An access token of MoySklad, made there in its settings (Обмен данными → Токены): Latin letters, digits and signs without spaces, usually 40 hexadecimal digits.',
  }),
})

export const NEW_IMPORT = strictObject({
  products: Flag,
  partners: Flag,
  warehouses: Flag,
  organizations: Flag,
  purchases: Flag,
})

const URL = '/api/v1/integrations/extsys'
export const JOB_URL = `${URL}/jobs/:jobId`

export function addIntegrationRoutes(app: FastifyInstance, { connections, jobs }: Extsys, companies: Companies): void {
  const send = sendWithState(companies)
  addOwnersRead(app, {
    url: URL,
    read: ({ companyId }) => jobs.status(companyId),
    print: (status) => status,
  })
  addAccessWrite(app, {
    method: 'POST',
    url: `${URL}/connection`,
    body: CONNECTION,
    send,
    run: (request) => {
      const { token } = request.body as { token: string }
      return connections.connect(accessRequestOf(request), token)
    },
  })
  addAccessWrite(app, {
    method: 'DELETE',
    url: `${URL}/connection`,
    body: strictObject({}),
    send,
    run: (request) => connections.disconnect(accessRequestOf(request)),
  })
  addAccessWrite(app, {
    method: 'POST',
    url: `${URL}/jobs`,
    body: NEW_IMPORT,
    send,
    run: (request) => jobs.create(accessRequestOf(request), request.body as JobOptions),
  })
  for (const command of Object.keys(JOB_MOVES) as JobCommand[])
    addAccessWrite(app, {
      method: 'POST',
      url: `${JOB_URL}/${command}`,
      body: strictObject({}),
      send,
      run: (request) => jobs.run(accessRequestOf(request), (request.params as { jobId: string }).jobId, command),
    })
}

/**
 * Responds with `{result, state}` like every write, with the state in the form requested by the Prefer header. Source:
 * S-IMPORT-11.
 */
function sendWithState(companies: Companies) {
  return async (request: FastifyRequest, reply: FastifyReply, stored: object): Promise<FastifyReply> => {
    const company = await companies.get(request.caller.companyId)
    if (company === null) throw new Refusal('UNAUTHENTICATED', 'The company of this session does not exist.')
    const { result, revision } = resultIn(stored)
    const { epoch } = companies.database
    const form = readPrefer(request.headers.prefer, epoch)
    reply.header(EPOCH_HEADER, epoch)
    const printed = await company.stateIn({ form, view: viewOf(request) }, { revision, signal: hangUpOf(request) })
    const applied = appliedPreference(form, printed.name, request.headers.prefer)
    if (applied !== undefined) reply.header('preference-applied', applied)
    const pieces = [`{"result":${JSON.stringify(result)},"state":`, ...printed.state, '}']
    return printed.name === 'full' ? sendState(request, reply, pieces) : sendPieces(request, reply, pieces)
  }
}

/** Reads a stored response. In responses stored before they contained a state, the result has a different name. */
function resultIn(stored: object): AtRevision {
  const { result, revision = null, job, connection } = stored as Partial<AtRevision> & Record<string, object>
  return { result: result ?? job ?? connection ?? stored, revision }
}
