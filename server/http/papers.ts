/** Reads uploaded purchase documents: the list with `recognition`, a single file, and its original bytes. */
import { create as contentDisposition } from 'content-disposition'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { ImportFileRecord } from '../domain/paper-schemas.ts'
import { Id, strictObject } from '../domain/schema.ts'
import type { Companies } from '../engine/companies.ts'
import type { FileStore } from '../integrations/file-store.ts'
import { type ImportsQuery, listFiles, printOneImport, readImport } from '../papers/papers.ts'
import { READABLE_TYPES } from '../recognition/file-types.ts'
import type { Database } from '../store/database.ts'
import { importColumns } from '../tables/log-columns.ts'
import { addApiRoute } from './api-route.ts'
import { companyOf, viewOf } from './callers-company.ts'
import { asAnyFormat, FILE_QUERY, type FileQuery, formatOf, sendFile, sendPage } from './list-files.ts'
import { pageOf } from './openapi/answers.ts'
import { answering, describeRead } from './openapi/openapi.ts'
import { sendPieces } from './state-answer.ts'

const TAG = 'Procurement files'
const MAX_LIMIT = 1_000
const BINARY = { schema: { type: 'string', format: 'binary' } }

const Progress = Type.Object(
  {
    elapsedSeconds: Type.Number({
      description:
        'The seconds since processing began, including work for other companies; 0 while the file is queued.',
    }),
    queuePosition: Type.Integer({
      description: 'The position in the queue of the company; 1 is being processed or is next.',
    }),
    sampleCount: Type.Integer({
      description: 'The number of successful recognitions behind the estimate, at most ten.',
    }),
    estimatedRemainingSeconds: Type.Unsafe<number | null>({
      type: ['number', 'null'],
      description: 'The estimated number of seconds; null before the first success, and once the estimate is exceeded.',
    }),
    estimateExceeded: Type.Boolean({
      description: 'Whether this file, or a file ahead of it in the queue, takes longer than the average.',
    }),
  },
  { title: 'ImportProgress', description: 'The estimate of when a queued file will be ready.' },
)
const File = Type.Object(
  { ...ImportFileRecord.properties, recognition: Type.Optional(Progress) },
  {
    title: 'ListedImportFile',
    description: 'An uploaded file; one that is queued or being processed has `recognition`.',
  },
)

const LIMIT_DESCRIPTION = `The maximum number of files on the page; ${MAX_LIMIT} by default. CSV and XLSX contain the whole list.`
const FILES_TABLE = { kind: 'imports', path: 'procurement/imports', columns: importColumns }
const FILES_READ = asAnyFormat(
  answering(
    describeRead(
      'listImports',
      'List uploaded files',
      'Newest first. A file that is queued or being processed has `recognition`. CSV and XLSX (`format`, or `Accept`) contain the whole list, in columns for people.',
      TAG,
    ),
    pageOf(File),
  ),
)

export interface ImportRoutes {
  readonly database: Database
  readonly companies: Companies
  readonly files: FileStore
  /** The recognition model that is currently in use. */
  readonly model: string
  readonly now: () => Date
}

export function addImportRoutes(app: FastifyInstance, parts: ImportRoutes): void {
  const { database, model, now } = parts
  const company = companyOf(parts.companies)
  const basis = () => ({ model, now: now() })
  addApiRoute(app, {
    method: 'GET',
    url: '/api/v1/procurement/imports',
    may: 'everyone',
    schema: {
      ...FILES_READ,
      querystring: strictObject({
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_LIMIT, description: LIMIT_DESCRIPTION })),
        cursor: Type.Optional(Type.String({ maxLength: 100 })),
        ...FILE_QUERY,
      }),
    },
    handler: async (request, reply) => {
      const query = request.query as Partial<ImportsQuery> & FileQuery & { readonly [name: string]: unknown }
      const asked = { basis: basis(), view: viewOf(request) }
      const read = ({ limit = MAX_LIMIT, cursor }: Partial<ImportsQuery>) =>
        listFiles(database, request.caller.companyId, { ...asked, limit, ...(cursor === undefined ? {} : { cursor }) })
      const format = formatOf(request, query)
      if (format !== 'json')
        return sendFile(request, reply, { list: FILES_TABLE, company: await company(request), format, query, read })
      return sendPage(request, reply, await read(query))
    },
  })
  addApiRoute(app, {
    method: 'GET',
    url: '/api/v1/procurement/imports/:importId',
    may: 'everyone',
    schema: {
      ...answering(
        describeRead(
          'readImport',
          'Read an uploaded file',
          'The file with what was read from it, or with its progress.',
          TAG,
        ),
        File,
      ),
      params: Type.Object({ importId: Id }),
      querystring: strictObject({}),
    },
    handler: async (request, reply) => {
      const { importId } = request.params as { importId: string }
      const one = await printOneImport(database, request.caller.companyId, {
        importId,
        basis: basis(),
        view: viewOf(request),
      })
      return sendPieces(request, reply, [one])
    },
  })
  addFileRoute(app, parts)
}

/**
 * Sends the bytes as they were uploaded. They are always sent as a download, because a stranger's file must not be
 * displayed within our origin.
 */
function addFileRoute(app: FastifyInstance, { database, files }: ImportRoutes): void {
  const described = describeRead('readImportFile', 'Read the original file', 'The bytes as they were uploaded.', TAG)
  addApiRoute(app, {
    method: 'GET',
    url: '/api/v1/procurement/imports/:importId/file',
    may: 'who sees costs',
    schema: {
      ...described,
      response: {
        ...described.response,
        200: {
          description: 'Found.',
          content: Object.fromEntries(Object.keys(READABLE_TYPES).map((type) => [type, BINARY])),
        },
      },
      params: Type.Object({ importId: Id }),
      querystring: strictObject({}),
    },
    handler: async (request, reply) => {
      const { companyId } = request.caller
      const file = await readImport(database, companyId, (request.params as { importId: string }).importId)
      const { stream, size } = await files.read(companyId, file.sha256)
      return reply
        .type(file.contentType)
        .header('content-length', size)
        .header('content-disposition', contentDisposition(file.fileName, { type: 'attachment' }))
        .header('cache-control', 'private, no-cache')
        .send(stream)
    },
  })
}
