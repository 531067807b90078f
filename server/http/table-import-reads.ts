/**
 * Adds the GET routes of table imports: the list, one import, its row-by-row report, and the fields to which columns
 * can be mapped.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { LANGUAGES, type Language } from '../domain/languages.ts'
import { invalid } from '../domain/refusals.ts'
import { refuseUnlessMay } from '../domain/roles.ts'
import { Id, isIssuedId, oneOf, orNull, strictObject } from '../domain/schema.ts'
import { badCursor, marksOf, readCursor, writeCursor } from '../queries/cursor.ts'
import { inSlices } from '../runtime/slices.ts'
import { type Database, readCompany } from '../store/database.ts'
import * as tables from '../tables/import-sql.ts'
import { loadImport, type TableImportParts } from '../tables/imports.ts'
import { listCsv, listXlsx } from '../tables/list-files.ts'
import { reportSource } from '../tables/report.ts'
import { shownImport, shownRow } from '../tables/shown.ts'
import { targetsOf } from '../tables/target-list.ts'
import { IMPORT_KINDS, type ImportKind, MAY_IMPORT } from '../tables/targets.ts'
import { addApiRoute } from './api-route.ts'
import { askerOf, companyOf } from './callers-company.ts'
import { asFile, FILE_CONTENT, type FileFormat, FORMAT_QUERY } from './formats.ts'
import { begunStream, type FileQuery, formatOf, languageAccepted } from './list-files.ts'
import { answering, describeRead } from './openapi/openapi.ts'
import { TABLE_TAG } from './openapi/table-imports.ts'
import { TableImportAnswer, TableRows, TableTargets } from './table-import-schemas.ts'

const URL = '/api/v1/table-imports'
const MAX_LIMIT = 1_000
const DEFAULT_LIMIT = 50

const ImportPage = Type.Object(
  { items: Type.Array(TableImportAnswer), nextCursor: orNull(Type.String()) },
  { title: 'TableImportPage', description: 'A page of the list of table imports.' },
)

export function addTableImportReads(app: FastifyInstance, parts: TableImportParts): void {
  addList(app, parts)
  addTargets(app, parts)
  addOne(app, parts)
  addRows(app, parts)
}

const marksIn = ({ epoch }: Database) => marksOf(epoch, 'table-imports')

function idIn(database: Database, cursor: string): string {
  const [id] = readCursor(marksIn(database), cursor)
  if (typeof id !== 'string' || !isIssuedId(id)) throw badCursor()
  return id
}

const limitOf = Type.Integer({ minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT })

function addList(app: FastifyInstance, { database }: TableImportParts): void {
  addApiRoute(app, {
    method: 'GET',
    url: URL,
    may: 'storekeepers',
    schema: {
      ...answering(describeRead('listTableImports', 'List table imports', 'Newest first.', TABLE_TAG), ImportPage),
      querystring: strictObject({ limit: limitOf, cursor: Type.Optional(Type.String({ maxLength: 100 })) }),
    },
    handler: async (request, reply) => {
      const { caller } = request
      const { limit, cursor } = request.query as { limit: number; cursor?: string }
      const after = cursor === undefined ? null : idIn(database, cursor)
      const madeBy = caller.seesCosts ? null : caller.actor.id
      const page = await readCompany(database, askerOf(request), async (tx) => {
        const found = await tables.listImports(tx, caller.companyId, { limit: limit + 1, after, madeBy })
        const shown = found.slice(0, limit)
        const counts = await tables.countImportRows(
          tx,
          caller.companyId,
          shown.map(({ id }) => id),
        )
        const items = shown.map((one) => shownImport(one, counts.get(one.id)))
        return { items, nextCursor: found.length > limit ? writeCursor(marksIn(database), [shown.at(-1)!.id]) : null }
      })
      return reply.header('cache-control', 'private, no-store').send(page)
    },
  })
}

function addTargets(app: FastifyInstance, { companies }: TableImportParts): void {
  const company = companyOf(companies)
  addApiRoute(app, {
    method: 'GET',
    url: `${URL}/targets`,
    may: 'storekeepers',
    schema: {
      ...answering(
        describeRead(
          'listTableTargets',
          'List what columns can contain',
          'Fields, price types, filters and custom fields, in the order in which to offer them.',
          TABLE_TAG,
        ),
        TableTargets,
      ),
      querystring: strictObject({ kind: oneOf(IMPORT_KINDS), language: Type.Optional(oneOf(LANGUAGES)) }),
    },
    handler: async (request, reply) => {
      const { kind, language = languageAccepted(request) } = request.query as { kind: ImportKind; language?: Language }
      refuseUnlessMay(MAY_IMPORT[kind], request.caller)
      const state = await (await company(request)).current()
      const items = await inSlices(askerOf(request), targetsOf(kind, state, language))
      return reply.header('cache-control', 'private, no-store').send({ items })
    },
  })
}

const ImportParams = Type.Object({ tableImportId: Id })
const idOf = (request: FastifyRequest) => (request.params as { tableImportId: string }).tableImportId

function addOne(app: FastifyInstance, { database }: TableImportParts): void {
  addApiRoute(app, {
    method: 'GET',
    url: `${URL}/:tableImportId`,
    may: 'storekeepers',
    schema: {
      ...answering(
        describeRead(
          'readTableImport',
          'Read a table import',
          'The import with its columns, options, counts and progress.',
          TABLE_TAG,
        ),
        TableImportAnswer,
      ),
      params: ImportParams,
      querystring: strictObject({}),
    },
    handler: async (request, reply) => {
      const { caller } = request
      const shown = await readCompany(database, askerOf(request), async (tx) => {
        const one = await loadImport(tx, caller, idOf(request))
        const counts = await tables.countImportRows(tx, caller.companyId, [one.id])
        return shownImport(one, counts.get(one.id))
      })
      return reply.header('cache-control', 'private, no-store').send(shown)
    },
  })
}

interface RowsQuery extends FileQuery {
  readonly offset?: number
  readonly limit?: number
  readonly problems: boolean
}

function addRows(app: FastifyInstance, parts: TableImportParts): void {
  const described = answering(
    describeRead(
      'listTableImportRows',
      'Read the import report by rows',
      'The plan and result of each row, and its problems; `problems=true` returns only rows with a problem. CSV and XLSX contain all of these rows, with the reasons beside each row, to correct and upload again.',
      TABLE_TAG,
    ),
    TableRows,
  )
  const found = { ...described.response[200], content: { ...described.response[200].content, ...FILE_CONTENT } }
  addApiRoute(app, {
    method: 'GET',
    url: `${URL}/:tableImportId/rows`,
    may: 'storekeepers',
    schema: {
      ...described,
      response: { ...described.response, 200: found },
      params: ImportParams,
      querystring: strictObject({
        offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_LIMIT })),
        problems: Type.Boolean({ default: false }),
        ...FORMAT_QUERY,
        language: Type.Optional(oneOf(LANGUAGES)),
      }),
    },
    handler: async (request, reply) => {
      const query = request.query as RowsQuery
      const format = formatOf(request, query)
      if (format !== 'json') return sendReport(parts, request, reply, { ...query, format })
      return reply.header('cache-control', 'private, no-store').send(await readRows(parts, request, query))
    },
  })
}

function readRows({ database }: TableImportParts, request: FastifyRequest, query: RowsQuery): Promise<object> {
  const { offset = 0, limit = DEFAULT_LIMIT, problems, language } = query
  const { caller } = request
  return readCompany(database, askerOf(request), async (tx) => {
    const one = await loadImport(tx, caller, idOf(request))
    const rows = await tables.listImportRows(tx, caller.companyId, { importId: one.id, problems, offset, limit })
    const total = problems ? await tables.countRowsWithProblems(tx, caller.companyId, one.id) : one.rowCount
    return { items: rows.map((row) => shownRow(row, language ?? one.language)), total, offset }
  })
}

async function sendReport(
  { database }: TableImportParts,
  request: FastifyRequest,
  reply: FastifyReply,
  query: RowsQuery & { readonly format: FileFormat },
): Promise<FastifyReply> {
  const { offset, limit, problems, format, decimal = 'comma', language } = query
  if (offset !== undefined || limit !== undefined)
    throw invalid(
      `query/${offset === undefined ? 'limit' : 'offset'}`,
      `is for JSON; ${format} contains the whole report`,
      'NOT_HERE',
    )
  const asker = askerOf(request)
  const one = await readCompany(database, asker, (tx) => loadImport(tx, request.caller, idOf(request)))
  const source = reportSource({ database, asker, one, problems, language: language ?? one.language })
  const body = format === 'csv' ? await begunStream(listCsv(source, decimal)) : await listXlsx(source)
  const name = `${one.fileName.replace(/\.\w+$/, '')}${problems ? ' - исправить' : ''}`
  reply.header('cache-control', 'private, no-store')
  return asFile(reply, format, { name, latin: 'table' }).send(body)
}
