/**
 * GET …/jobs/{jobId}/rows, /problems and /report, for owners: the results of an import from MoySklad for each row.
 * Source: S-IMPORT-19, S-IMPORT-21, S-IMPORT-22.
 */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Language } from '../domain/languages.ts'
import { invalid } from '../domain/refusals.ts'
import { Flag, oneOf, strictObject } from '../domain/schema.ts'
import type { JobReport, PageAsked, WholeReport } from '../moysklad/jobs/report.ts'
import { cellsOf, REPORT_SHEETS } from '../moysklad/jobs/report-cells.ts'
import { printRow } from '../moysklad/jobs/report-json.ts'
import type { ExportedRow } from '../moysklad/jobs/row-sql.ts'
import { MAX_XLSX_ROWS, startXlsx } from '../reports/formats.ts'
import { type Asker, fairLimiter } from '../runtime/fair-limiter.ts'
import { inSlices } from '../runtime/slices.ts'
import { addVary } from './caching.ts'
import { askerOf } from './callers-company.ts'
import { formatAccepted, MEDIA_TYPES } from './formats.ts'
import { JOB_URL } from './moysklad.ts'
import { addOwnersAnswer, addOwnersRead } from './owner-routes.ts'
import { sendPieces } from './state-answer.ts'

const MAX_ROWS = 1_000_000_000

export const ROWS_QUERY = strictObject({
  offset: Type.Integer({
    minimum: 0,
    maximum: MAX_ROWS,
    default: 0,
    description: 'The number of rows to skip before the page.',
  }),
  limit: Type.Integer({ minimum: 1, maximum: 500, default: 50, description: 'The number of rows on the page.' }),
  problems: {
    ...Flag,
    default: false,
    description: 'Only rows that need attention: with a problem that is a warning or an error.',
  },
  source: { ...Flag, default: false, description: 'Include the original data of the source.' },
})

const FORMATS = ['json', 'xlsx'] as const

export const REPORT_QUERY = strictObject({
  format: Type.Optional({ ...oneOf(FORMATS), description: 'The format of the answer; if left out, `Accept` decides.' }),
  language: {
    ...oneOf(['ru', 'en'] as const),
    default: 'ru',
    description: 'The language of the words in the spreadsheet.',
  },
  problems: ROWS_QUERY.properties.problems,
})

interface ReportQuery {
  readonly format?: (typeof FORMATS)[number]
  readonly language: Language
  readonly problems: boolean
}

/** Limits how many of these requests run at once, because each keeps a core busy for a while. */
const inTurn = fairLimiter({
  atOnce: 2,
  perCompany: 1,
  maxWaiting: 8,
  maxWaitMs: 10_000,
  refusal: 'Too many reports of imports of this company are being made. Try again in a moment.',
})

const jobIdOf = ({ params }: FastifyRequest) => (params as { jobId: string }).jobId

export function addImportReportRoutes(app: FastifyInstance, report: JobReport): void {
  addOwnersAnswer(app, {
    url: `${JOB_URL}/rows`,
    query: ROWS_QUERY,
    answer: async (request, reply) => {
      const asked = request.query as PageAsked
      const pieces = await report.page(askerOf(request), jobIdOf(request), asked)
      // Pages with MoySklad's original values may have any length, so they are streamed.
      if (asked.source) return sendStream(reply, pieces)
      return sendPieces(request, reply, await allOf(pieces))
    },
  })
  addOwnersRead(app, {
    url: `${JOB_URL}/problems`,
    read: (_caller, request) => {
      const asker = askerOf(request)
      return inTurn(asker, () => report.problems(asker, jobIdOf(request)))
    },
  })
  addOwnersAnswer(app, {
    url: `${JOB_URL}/report`,
    query: REPORT_QUERY,
    answer: (request, reply) => answerReport(report, request, reply),
  })
}

async function answerReport(report: JobReport, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { format = formatAccepted(request.headers.accept, FORMATS), language, problems } = request.query as ReportQuery
  const asker = askerOf(request)
  addVary(reply, 'Accept')
  const whole = await report.whole(asker, jobIdOf(request), { problems })
  if (format === 'xlsx' && whole.total > MAX_XLSX_ROWS)
    throw invalid('query/format', `cannot be xlsx for ${whole.total} rows; request json, or problems=true`, 'NOT_HERE')
  const day = whole.job.createdAt.toISOString().slice(0, 10)
  reply.header('content-disposition', `attachment; filename="import-${day}.${format}"`)
  if (format === 'json') return sendStream(reply, printWhole(asker, whole))
  return reply.type(MEDIA_TYPES.xlsx).send(await inTurn(asker, () => makeSheet(asker, whole, language)))
}

/** Streams the pieces while they are being made, without collecting them first. */
function sendStream(reply: FastifyReply, pieces: AsyncIterable<string>): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(Readable.from(pieces, { objectMode: false }))
}

async function allOf(pieces: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = []
  for await (const piece of pieces) all.push(piece)
  return all
}

async function* printWhole(asker: Asker, { total, slices }: WholeReport): AsyncGenerator<string> {
  yield `{"total":${total},"rows":[`
  let separator = ''
  for await (const rows of slices) {
    const printed = await inSlices(
      asker,
      each(rows, (row) => printRow(row)),
    )
    yield `${separator}${printed.join(',')}`
    separator = ','
  }
  yield ']}'
}

async function makeSheet(asker: Asker, { slices }: WholeReport, language: Language): Promise<Buffer> {
  const { name, titles } = REPORT_SHEETS[language]
  const columns = titles.map((title) => ({ name: title, title, kind: 'text', isTotalled: false }) as const)
  const sheets = [{ name, columns, hasTotals: false }]
  const { send, caughtUp, made, stop } = startXlsx({ timeZone: 'UTC', language, sheets })
  try {
    for await (const rows of slices) {
      const cells = each(rows, (row) => cellsOf(row, language))
      send({ sheet: 0, rows: await inSlices(asker, cells) })
      await caughtUp()
    }
    send(null)
    return await made
  } finally {
    stop()
  }
}

function* each<T>(rows: readonly ExportedRow[], make: (row: ExportedRow) => T): Generator<void, T[], undefined> {
  const made: T[] = []
  for (const row of rows) {
    made.push(make(row))
    yield
  }
  return made
}
