/** The routes of the external accounting import as the OpenAPI document shows them: see openapi-session.ts. */
import { Type } from 'typebox'
import { Flag, Id, Moment, Words } from '../domain/schema.ts'
import { CONNECTION } from './integrations.ts'
import type { SessionOperation } from './openapi-session.ts'

const NOTHING = Type.Object({}, { additionalProperties: false })

const Connection = Type.Object(
  {
    connected: Flag,
    accountName: Type.Optional(Words),
    connectedAt: Type.Optional(Moment),
    employeeName: Type.Optional(Words),
    rights: Type.Optional(
      Type.Object(
        { missing: Type.Array(Words), partial: Type.Array(Words), seesCosts: Flag },
        { title: 'SourceRights', description: 'What the user of the token may not see there, or not all of.' },
      ),
    ),
  },
  { title: 'Connection', description: 'To the external accounting system; never with its token.' },
)

const ImportJob = Type.Object(
  { id: Id, status: Words, createdAt: Moment },
  { title: 'ImportJob', description: 'An import.' },
)

const ConnectionChange = Type.Object(
  { connection: Connection },
  { title: 'ConnectionChange', description: 'The connection as it is now.' },
)

/** In the order of the document. */
export const IMPORT_OPERATIONS: readonly SessionOperation[] = [
  {
    method: 'get',
    path: '/api/v1/integrations/extsys',
    operationId: 'readIntegration',
    tag: 'Import',
    summary: 'Read the connection to the external system',
    description: 'As whom the company is connected, and what was imported.',
    may: 'owner',
    answer: Type.Object(
      { available: Flag, migrationPending: Flag, connection: Connection, jobs: Type.Array(ImportJob) },
      { title: 'Integration', description: 'The connection and the history of imports.' },
    ),
  },
  {
    method: 'post',
    path: '/api/v1/integrations/extsys/connection',
    operationId: 'connectIntegration',
    tag: 'Import',
    summary: 'Connect to the external system',
    description:
      'The token is verified there, which may take half a minute, and kept encrypted; a connection that is there is replaced.',
    may: 'owner',
    refusals: ['EXTERNAL_TOKEN_REJECTED', 'EXTERNAL_UNAVAILABLE'],
    body: CONNECTION,
    answer: ConnectionChange,
  },
  {
    method: 'delete',
    path: '/api/v1/integrations/extsys/connection',
    operationId: 'disconnectIntegration',
    tag: 'Import',
    summary: 'Disconnect from the external system',
    description: 'The token is forgotten; what was imported stays.',
    may: 'owner',
    refusals: ['NOT_FOUND'],
    body: NOTHING,
    answer: ConnectionChange,
  },
]
