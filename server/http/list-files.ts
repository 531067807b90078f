/**
 * Sends a list as CSV or XLSX if the client requests it with `format` or `Accept`. All other parameters work as for the
 * JSON list.
 */
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { Type } from 'typebox'
import { inLanguage, LANGUAGES, type Language } from '../domain/languages.ts'
import type { ListQuery, ListShape } from '../domain/lists.ts'
import { oneOf } from '../domain/schema.ts'
import { dayIn } from '../domain/time-zones.ts'
import type { Company } from '../engine/company.ts'
import { type ListPage, printPage } from '../queries/cursor.ts'
import type { DecimalSign } from '../reports/formats.ts'
import { inSlices } from '../runtime/slices.ts'
import { type ColumnsOf, columnsOf, LINES, type ListColumn, lineColumnsOf } from '../tables/list-columns.ts'
import { type ListLines, type ListSource, listCsv, listXlsx, ROWS_OF_A_PAGE } from '../tables/list-files.ts'
import type { TableOf } from '../tables/log-columns.ts'
import { listNamesOf } from '../tables/names.ts'
import { LINE_TITLES, LIST_TITLES } from '../tables/words.ts'
import { addVary } from './caching.ts'
import { askerOf, viewOf } from './callers-company.ts'
import {
  asFile,
  FILE_CONTENT,
  type FileFormat,
  FORMAT_QUERY,
  type Format,
  formatAccepted,
  refusePaging,
} from './formats.ts'
import type { describeRead } from './openapi/openapi.ts'
import { sendPieces } from './state-answer.ts'

/** The query parameters for file formats, which every list accepts. */
export const FILE_QUERY = {
  ...FORMAT_QUERY,
  language: Type.Optional({
    ...oneOf(LANGUAGES),
    description:
      'The language of titles and words in CSV and XLSX; if left out, `Accept-Language` decides, and Russian is the default.',
  }),
}

export interface FileQuery {
  readonly format?: Format
  readonly decimal?: DecimalSign
  readonly language?: Language
}

/** Adds the file formats to the documentation of a list. */
export function asAnyFormat(described: ReturnType<typeof describeRead>) {
  const { 200: found, ...problems } = described.response
  const content = { ...found.content, ...FILE_CONTENT }
  return { ...described, response: { ...problems, 200: { ...found, content } } }
}

/** Returns the format in which a list was requested. */
export function formatOf(request: FastifyRequest, { format }: FileQuery): Format {
  const { accept } = request.headers
  if (format !== undefined) return format
  return accept === undefined ? 'json' : formatAccepted(accept)
}

/** Describes a list whose entries are not ordinary records, such as the audit log. */
interface LogShape {
  readonly kind: string
  /** The path of the list, below /api/v1. */
  readonly path: string
  readonly columns: (of: TableOf) => ListColumn[]
}

export interface AskedFile {
  readonly list: Pick<ListShape, 'kind' | 'path' | 'record'> | LogShape
  readonly company: Company
  readonly format: FileFormat
  readonly query: Partial<ListQuery> & FileQuery
  readonly read: (query: ListQuery) => Promise<ListPage>
}

/**
 * Sends the whole list as a file. Refuses with VALIDATION_FAILED (a single page was requested, or there are too many
 * rows for XLSX) or UNAVAILABLE.
 */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, asked: AskedFile): Promise<FastifyReply> {
  const { list, company, format, query, read } = asked
  const { format: _format, decimal = 'comma', language = languageAccepted(request), ...given } = query
  refusePaging(given, format, 'list')
  const state = await company.current()
  const { timeZone } = state.settings
  const asker = askerOf(request)
  const names = await inSlices(asker, listNamesOf(state))
  const of = { view: viewOf(request), language, names }
  const title = inLanguage(LIST_TITLES[list.kind] ?? [list.kind, list.kind], language)
  const lines = 'columns' in list ? undefined : linesOf({ ...of, list })
  const source: ListSource = {
    asker,
    language,
    name: title,
    timeZone,
    ...(lines === undefined ? {} : { lines }),
    columns: 'columns' in list ? list.columns(of) : columnsOf({ ...of, list }),
    readPage: (cursor) => read({ ...given, limit: ROWS_OF_A_PAGE, ...(cursor === undefined ? {} : { cursor }) }),
  }
  reply.header('cache-control', 'private, no-store')
  const day = new Date(dayIn(timeZone, Date.now())).toISOString().slice(0, 10)
  const body = format === 'csv' ? await begunStream(listCsv(source, decimal)) : await listXlsx(source)
  addVary(reply, 'Accept')
  addVary(reply, 'Accept-Language')
  const latin = `${list.path.replaceAll('/', '-')}-${day}`
  return asFile(reply, format, { name: `${title} ${day}`, latin }).send(body)
}

/** Sends a page of a list as JSON. Caches must tell it from a file of the same list. */
export function sendPage(request: FastifyRequest, reply: FastifyReply, page: ListPage): Promise<FastifyReply> {
  addVary(reply, 'Accept')
  return sendPieces(request, reply, [printPage(page)])
}

/** Returns the second sheet if the records of the list have item lines. */
function linesOf(of: ColumnsOf): ListLines | undefined {
  const { kind } = of.list
  const field = LINES[kind]
  if (field === undefined) return undefined
  const name = inLanguage(LINE_TITLES[kind]!, of.language)
  return { name, field, columns: lineColumnsOf(of), heads: columnsOf({ ...of, without: field }) }
}

/**
 * Starts streaming only when the first piece is ready, because an error up to that moment can still be reported with a
 * problem document.
 */
export async function begunStream(pieces: AsyncGenerator<Buffer>): Promise<Readable> {
  const first = await pieces.next()
  async function* all(): AsyncGenerator<Buffer> {
    if (first.done !== true) yield first.value
    yield* pieces
  }
  return Readable.from(all(), { objectMode: false })
}

export function languageAccepted(request: FastifyRequest): Language {
  return (new Negotiator(request).language([...LANGUAGES]) as Language | undefined) ?? 'ru'
}
