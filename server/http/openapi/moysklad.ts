/** The routes of the import from MoySklad in the OpenAPI document; session.ts explains the format. */
import { Type } from 'typebox'
import type { ProblemCode } from '../../domain/refusals.ts'
import { Flag, Id, Moment, oneOf, orNull, ShortText } from '../../domain/schema.ts'
import { JOB_STATUSES } from '../../moysklad/jobs/job.ts'
import type { JobCommand } from '../../moysklad/jobs/job-moves.ts'
import { ENTITY_TYPES } from '../../moysklad/mapping/plan.ts'
import { MEDIA_TYPES } from '../formats.ts'
import { CONNECTION, NEW_IMPORT } from '../moysklad.ts'
import { REPORT_QUERY, ROWS_QUERY } from '../moysklad-report.ts'
import { writeAnswer } from './answers.ts'
import type { SessionOperation } from './operation.ts'

const READ_REFUSALS = ['MIGRATION_PENDING', 'NOT_FOUND'] as const
const NOTHING = Type.Object({}, { additionalProperties: false })

const Connection = Type.Object(
  {
    connected: Flag,
    accountName: Type.Optional(ShortText),
    connectedAt: Type.Optional(Moment),
    employeeName: Type.Optional(ShortText),
    rights: Type.Optional(
      Type.Object(
        { missing: Type.Array(ShortText), partial: Type.Array(ShortText), seesCosts: Flag },
        {
          title: 'SourceRights',
          description: 'Entities of the source that the user of the token may not see, or may see only in part.',
        },
      ),
    ),
  },
  { title: 'Connection', description: 'The connection to the external accounting system; the token is never shown.' },
)

const Person = Type.Object(
  { id: Type.String(), name: ShortText },
  { title: 'Person', description: 'A person, with id and name.' },
)

const Count = Type.Integer({ minimum: 0 })

const ImportJob = Type.Object(
  {
    id: Id,
    status: oneOf(JOB_STATUSES),
    phase: oneOf(['preview', 'apply'] as const),
    options: Type.Object(NEW_IMPORT.properties, { title: 'ImportJobOptions', description: 'Which records to import.' }),
    progress: Type.Object(
      {
        entity: orNull(ShortText),
        done: Count,
        total: orNull(Count),
        stage: oneOf(['reading', 'planning', 'applying'] as const),
        percent: Type.Integer({ minimum: 0, maximum: 100 }),
        estimatedRemainingSeconds: orNull(Count),
      },
      { title: 'ImportJobProgress', description: 'The progress of the import.' },
    ),
    counts: Type.Object(
      { create: Count, update: Count, unchanged: Count, problem: Count, written: Count, failed: Count },
      { title: 'ImportJobCounts', description: 'The number of rows by their plan and by their result.' },
    ),
    createdAt: Moment,
    createdBy: Person,
    startedAt: orNull(Moment),
    finishedAt: orNull(Moment),
    error: Type.Optional(
      Type.Object(
        { kind: ShortText, message: ShortText, messageEn: ShortText },
        { title: 'ImportJobError', description: 'Why the import stopped or is waiting.' },
      ),
    ),
    pausedUntil: Type.Optional(Moment),
  },
  { title: 'ImportJob', description: 'An import.' },
)

/** The response to a write about an import: the current import and the state. */
const JobChange = writeAnswer(ImportJob)

const Severity = oneOf(['info', 'warning', 'error'] as const)

const ImportRow = Type.Object(
  {
    id: Id,
    entityType: oneOf(ENTITY_TYPES),
    externalId: ShortText,
    name: Type.String(),
    action: oneOf(['create', 'update', 'unchanged', 'problem'] as const),
    status: oneOf(['planned', 'written', 'failed', 'skipped'] as const),
    internalId: Type.Optional(Id),
    problems: Type.Array(
      Type.Object(
        {
          code: ShortText,
          severity: Severity,
          field: Type.String(),
          value: Type.String(),
          message: Type.String(),
          messageEn: Type.String(),
        },
        { title: 'ImportProblem', description: 'Messages about the row, and what to do.' },
      ),
    ),
    data: Type.Object({}, { additionalProperties: true }),
    source: Type.Optional(Type.Unsafe<unknown>({ type: ['object', 'null'], additionalProperties: true })),
  },
  { title: 'ImportRow', description: 'A row of the source and its result.' },
)

const ImportRows = Type.Object(
  { total: Count, offset: Count, limit: Count, rows: Type.Array(ImportRow) },
  { title: 'ImportRows', description: 'A page of the import report.' },
)

const ImportReport = Type.Object(
  { total: Count, rows: Type.Array(ImportRow) },
  { title: 'ImportReport', description: 'The whole import report.' },
)

const ImportProblems = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          code: ShortText,
          severity: Severity,
          message: Type.String(),
          messageEn: Type.String(),
          rows: Count,
          entityTypes: Type.Object({}, { additionalProperties: Count }),
        },
        { title: 'ImportProblemGroup', description: 'Rows that have the same problem.' },
      ),
    ),
  },
  {
    title: 'ImportProblemGroups',
    description: 'All problems of the import, the most severe and most frequent ones first.',
  },
)

const ConnectionChange = writeAnswer(Connection)

/** The import's operations, in document order. */
export const IMPORT_OPERATIONS: readonly SessionOperation[] = [
  {
    method: 'get',
    path: '/api/v1/integrations/extsys',
    operationId: 'readIntegration',
    tag: 'Import',
    summary: 'Read the connection to the external system',
    description: 'The account to which the company is connected, and the newest 20 imports.',
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
      'Checks the token with the external system, which can take half a minute, and stores it encrypted. Replaces an existing connection.',
    may: 'owner',
    refusals: ['MIGRATION_PENDING', 'EXTERNAL_TOKEN_REJECTED', 'EXTERNAL_UNAVAILABLE', 'JOB_STATE'],
    body: CONNECTION,
    answer: ConnectionChange,
  },
  {
    method: 'delete',
    path: '/api/v1/integrations/extsys/connection',
    operationId: 'disconnectIntegration',
    tag: 'Import',
    summary: 'Disconnect from the external system',
    description: 'Deletes the stored token; imported records stay. Refused while an import is unfinished.',
    may: 'owner',
    refusals: ['MIGRATION_PENDING', 'NOT_FOUND', 'JOB_STATE'],
    body: NOTHING,
    answer: ConnectionChange,
  },
  {
    method: 'post',
    path: '/api/v1/integrations/extsys/jobs',
    operationId: 'startImport',
    tag: 'Import',
    summary: 'Start an import',
    description:
      'Reads the source and plans each row without changing the warehouse. Runs in the background until the import is `ready`. A company can have one unfinished import at a time.',
    may: 'owner',
    refusals: ['MIGRATION_PENDING', 'NOT_CONNECTED', 'JOB_STATE'],
    body: NEW_IMPORT,
    answer: JobChange,
  },
  commandOf('pause', 'Pause an import', {
    description:
      'Possible while the import is `previewing` or `applying`. Everything read, planned and written so far stays.',
  }),
  commandOf('resume', 'Resume an import', {
    description:
      'Continues from where the import stopped: when it is `paused` or `failed`, or waits until `pausedUntil`.',
    refusals: ['NOT_CONNECTED'],
  }),
  commandOf('cancel', 'Cancel an import', {
    description: 'Stops the import for good. Everything written so far stays.',
  }),
  commandOf('apply', 'Apply an import', {
    description:
      'Possible once the import is `ready`. Writes the planned rows in the background. Purchases become drafts.',
  }),
  {
    method: 'get',
    path: '/api/v1/integrations/extsys/jobs/{jobId}/rows',
    operationId: 'listImportRows',
    tag: 'Import',
    summary: 'Read a page of an import report',
    description: 'The rows are in the order in which they are written.',
    may: 'owner',
    query: ROWS_QUERY,
    refusals: READ_REFUSALS,
    answer: ImportRows,
  },
  {
    method: 'get',
    path: '/api/v1/integrations/extsys/jobs/{jobId}/problems',
    operationId: 'listImportProblems',
    tag: 'Import',
    summary: 'Read the problems of an import, grouped by code',
    description: 'The number of rows with each problem, and what to do.',
    may: 'owner',
    refusals: READ_REFUSALS,
    answer: ImportProblems,
  },
  {
    method: 'get',
    path: '/api/v1/integrations/extsys/jobs/{jobId}/report',
    operationId: 'exportImport',
    tag: 'Import',
    summary: 'Export a whole import report',
    description: 'As JSON with the rows of all pages, or as a spreadsheet for people with at most 100,000 rows.',
    may: 'owner',
    query: REPORT_QUERY,
    refusals: READ_REFUSALS,
    answer: ImportReport,
    files: { [MEDIA_TYPES.xlsx]: Type.Unsafe({ type: 'string', contentMediaType: 'application/octet-stream' }) },
  },
]

function commandOf(
  command: JobCommand,
  summary: string,
  { description, refusals = [] }: { description: string; refusals?: readonly ProblemCode[] },
): SessionOperation {
  return {
    method: 'post',
    path: `/api/v1/integrations/extsys/jobs/{jobId}/${command}`,
    operationId: `${command}Import`,
    tag: 'Import',
    ...{ summary, description, may: 'owner', body: NOTHING, answer: JobChange },
    refusals: ['MIGRATION_PENDING', 'NOT_FOUND', ...refusals, 'JOB_STATE'],
  }
}
