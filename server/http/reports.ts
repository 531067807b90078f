/** GET /api/v1/reports/…, and the self-check. Source: docs/reports.md. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type TProperties, type TSchema, Type } from 'typebox'
import { bilingual, inLanguage } from '../domain/languages.ts'
import { Refusal } from '../domain/refusals.ts'
import { Flag, Moment, strictObject } from '../domain/schema.ts'
import { dayIn, MAX_TIME_ZONE_LENGTH } from '../domain/time-zones.ts'
import type { Companies } from '../engine/companies.ts'
import { hasTotal } from '../reports/cells.ts'
import type { Column } from '../reports/columns.ts'
import { csvWriter, type DecimalSign, printReportPage, xlsxWriter } from '../reports/formats.ts'
import type { ReportKind, ReportQuery } from '../reports/report-kind.ts'
import { GROUPINGS, REPORTS, type ReportName } from '../reports/report-list.ts'
import { reportInTurn } from '../reports/report-turns.ts'
import { type Report, readReport, readReportPage } from '../reports/reports.ts'
import type { ReportRow } from '../reports/reports-sql.ts'
import type { YearKeeper } from '../reports/turnover-years.ts'
import { selfCheck } from '../self-check/self-check.ts'
import { MAX_DIFFERENCES } from '../self-check/self-check-sql.ts'
import type { Database } from '../store/database.ts'
import { addApiRoute } from './api-route.ts'
import { addVary } from './caching.ts'
import { askerOf, viewOf } from './callers-company.ts'
import { asFile, FILE_CONTENT, formatAccepted, MEDIA_TYPES, refusePaging } from './formats.ts'
import { FILE_QUERY, type FileQuery, languageAccepted } from './list-files.ts'
import { DECIMALS } from './openapi/document.ts'
import { describeRead } from './openapi/openapi.ts'
import { sendPieces } from './state-answer.ts'
import { hangUpOf } from './wire/hang-up.ts'

const DEFAULT_REPORT_LIMIT = 1_000
const MAX_REPORT_LIMIT = 10_000

type Query = ReportQuery & FileQuery & { readonly decimal: DecimalSign }

const COMMON = {
  timeZone: Type.Optional(
    Type.String({
      maxLength: MAX_TIME_ZONE_LENGTH,
      description: 'The IANA name of the time zone in which days are counted; if left out, the company’s own.',
    }),
  ),
  ...FILE_QUERY,
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_REPORT_LIMIT,
      description: `The maximum number of rows on a JSON page; ${DEFAULT_REPORT_LIMIT} by default.`,
    }),
  ),
  cursor: Type.Optional(Type.String({ maxLength: 100, description: '`nextCursor` of the previous page.' })),
}
interface Route {
  readonly name: ReportName
  readonly operationId: string
  readonly of: ReportKind
}

/** Returns the SDK method name for a report: `cash-flow` becomes `reportCashFlow`. */
const operationOf = (name: string) => `report-${name}`.replace(/-(.)/g, (_all, first: string) => first.toUpperCase())

const ROUTES = Object.entries<ReportKind>(REPORTS).map(
  ([name, of]): Route => ({ name: name as ReportName, operationId: operationOf(name), of }),
)

/** Parameters that contain a record's id. The record must exist. */
const NAMED = ['warehouseId', 'productId', 'customerId', 'partnerId', 'stocktakeId', 'supplierId']

export interface ReportRoutes {
  readonly database: Database
  readonly companies: Companies
  readonly years: YearKeeper
}

export function addReportRoutes(app: FastifyInstance, { database, companies, years }: ReportRoutes): void {
  addSelfCheck(app, database, companies)
  for (const route of ROUTES) {
    const { may, summary, description, query } = route.of
    const described = {
      ...describeRead(route.operationId, summary, description, 'Reports'),
      'x-report': saidOf(route),
      'x-refusals': NAMED.some((name) => name in query) ? ['NOT_FOUND'] : [],
    }
    addApiRoute(app, {
      method: 'GET',
      url: `/api/v1/reports/${route.name}`,
      may,
      schema: {
        ...described,
        response: { ...described.response, 200: answerOf(route) },
        querystring: strictObject({ ...COMMON, ...query }),
      },
      handler: (request, reply) => answer({ database, keeper: years }, route.name, request, reply),
    })
  }
}

const SelfCheckAnswer = Type.Object(
  {
    ok: Flag,
    revision: Type.Integer({ description: 'The revision of the checked snapshot.' }),
    checkedAt: Moment,
    checks: Type.Array(
      Type.Object(
        {
          name: Type.String({ description: 'The rule that must be true.' }),
          ok: Flag,
          differences: Type.Array(Type.String(), { maxItems: MAX_DIFFERENCES }),
        },
        { title: 'SelfCheckPart', description: 'One check of the books.' },
      ),
    ),
  },
  { title: 'SelfCheck', description: 'Whether the books agree with the movements and records.' },
)

function addSelfCheck(app: FastifyInstance, database: Database, companies: Companies): void {
  const described = describeRead(
    'selfCheck',
    'Check the books',
    'Recomputes figures of this company from its movements and records, in one snapshot, and lists everything that differs.',
    'Reports',
  )
  addApiRoute(app, {
    method: 'GET',
    url: '/api/v1/self-check',
    may: 'who sees costs',
    schema: {
      ...described,
      response: {
        ...described.response,
        200: { description: 'Checked.', content: { 'application/json': { schema: SelfCheckAnswer } } },
      },
      querystring: strictObject({}),
    },
    handler: async (request, reply) => {
      const company = await companies.get(request.caller.companyId)
      if (company === null) throw new Refusal('UNAUTHENTICATED', 'The company of this token does not exist.')
      const checked = await selfCheck(database, company, hangUpOf(request))
      return reply.header('cache-control', 'private, no-store').send(checked)
    },
  })
}

interface Sources {
  readonly database: Database
  readonly keeper: YearKeeper
}

async function answer({ database, keeper }: Sources, name: ReportName, request: FastifyRequest, reply: FastifyReply) {
  const query = { ...(request.query as Query), view: viewOf(request) }
  const asker = askerOf(request)
  const { companyId } = asker
  const format = query.format ?? formatAccepted(request.headers.accept)
  addVary(reply, 'Accept')
  reply.header('cache-control', 'private, no-store')
  if (format === 'json') {
    const limit = query.limit ?? DEFAULT_REPORT_LIMIT
    const { report, part } = await reportInTurn(asker, () => readReportPage(database, asker, name, { ...query, limit }))
    keeper.keep(companyId, report.unkeptYears)
    return sendPieces(request, reply, [printReportPage(report, part)])
  }
  refusePaging(query, format, 'report')
  addVary(reply, 'Accept-Language')
  const { language = languageAccepted(request) } = query
  const table = format === 'csv' ? csvWriter(query.decimal, language) : xlsxWriter(language)
  const take = (rows: ReportRow[], of: Report) => table.add(rows, of)
  const { report, file } = await reportInTurn(asker, async () => {
    try {
      const whole = await readReport(database, asker, name, { ...query, take })
      return { report: whole, file: await table.finish(whole) }
    } finally {
      table.discard()
    }
  })
  keeper.keep(companyId, report.unkeptYears)
  const day = new Date(dayIn(report.timeZone, report.end - 1)).toISOString().slice(0, 10)
  const title = inLanguage(REPORTS[name].title, language)
  return asFile(reply, format, { name: `${title} ${day}`, latin: `${name}-${day}` }).send(file)
}

/**
 * Returns the OpenAPI extensions that describe a report and its groupings. The web app builds the report's page from
 * them.
 */
function saidOf({ name: report, of: { title, lead, may, rows } }: Route) {
  const groups = Object.entries(rows).map(([name, columns]) => {
    const label = GROUPINGS[name]
    if (label === undefined && name !== 'all') throw new Error(`What is a report called that is grouped by ${name}?`)
    const shown = { columns: columns.map((column) => column.name) }
    return [name, label === undefined ? shown : { label: bilingual(label), ...shown }]
  })
  const order = Object.keys(REPORTS).indexOf(report) + 1
  return { order, title: bilingual(title), lead: bilingual(lead), may, groups: Object.fromEntries(groups) }
}

/** Returns the OpenAPI description of a report's column. */
function saidOfColumn({ title, short, kind, values, meaning }: Column) {
  const choices = Object.entries(values ?? {}).map(([value, words]) => [value, bilingual(words)])
  return {
    description: meaning,
    'x-label': bilingual(title),
    ...(short && { 'x-short-label': bilingual(short) }),
    'x-cell': kind,
    ...(choices.length > 0 && { 'x-choices': Object.fromEntries(choices) }),
  }
}

const VALUES: Record<Column['kind'], TSchema> = {
  text: Type.Unsafe({ type: ['string', 'null'] }),
  day: Type.Unsafe({ type: ['string', 'null'] }),
  moment: Type.String({ format: 'date-time' }),
  count: Type.Integer(),
  quantity: Type.Number(DECIMALS.milli),
  money: Type.Number(DECIMALS.minor),
  number: Type.Number(),
  percent: Type.Unsafe({ type: ['number', 'null'] }),
}

/** The schema of a total quantity. It is null where the sum would mix units, such as kilograms and pieces. */
const QUANTITY_OR_NONE = Type.Unsafe<number | null>({ type: ['number', 'null'], ...DECIMALS.milli })

/** Adds null to the schema of a column's values. */
const orNone = (schema: TSchema): TSchema =>
  Type.Unsafe({ ...schema, type: [(schema as { type?: string }).type, 'null'] })

const NO_TOTALS = Type.Record(Type.String(), Type.Number(), {
  maxProperties: 0,
  description: 'Always empty: nothing in this report can be added up.',
})

/** Returns the OpenAPI schema of a report's response. Which columns are present depends on the grouping. */
function answerOf({ of: { rows }, operationId }: Route) {
  const title = `${operationId.slice('report'.length)}Report`
  const groups = Object.values(rows)
  const columns = new Map(groups.flat().map((column) => [column.name, column]))
  const isAlways = (name: string) => groups.every((group) => group.some((column) => column.name === name))
  const mayBeNone = (part: string, column: Column) =>
    column.kind === 'quantity' &&
    (part === 'Totals' || groups.some((group) => group.includes(column) && !group.some(({ isUnit }) => isUnit)))
  const schemaOf = (part: string, description: string, shown: readonly Column[], more: TProperties = {}) =>
    Type.Object(
      {
        ...Object.fromEntries(
          shown.map((column) => {
            const usual = mayBeNone(part, column) ? QUANTITY_OR_NONE : VALUES[column.kind]
            const value = column.isNullable === true && usual !== QUANTITY_OR_NONE ? orNone(usual) : usual
            const said = part === 'Row' ? saidOfColumn(column) : { description: column.meaning }
            const schema = { ...value, ...said }
            // If a row has no value, there is no sum for the row's unit.
            const isThere = isAlways(column.name) && !(part === 'Unit' && column.isNullable === true)
            return [column.name, isThere ? schema : Type.Optional(schema)]
          }),
        ),
        ...more,
      },
      { title: `${title}${part}`, description, additionalProperties: false },
    )
  const all = [...columns.values()]
  const totalled = all.filter(hasTotal)
  const inUnits = all.filter(({ kind, isTotalled, isUnit }) => isUnit || (kind === 'quantity' && isTotalled))
  const unit = schemaOf('Unit', 'The sums of the goods with the same unit; `uom` null: goods without a unit.', inUnits)
  const byUnit: TProperties =
    inUnits.length > 1 && inUnits.some(({ isUnit }) => isUnit) ? { byUnit: Type.Optional(Type.Array(unit)) } : {}
  const page = Type.Object(
    {
      revision: Type.Integer({ description: 'The revision of the company when the report was read.' }),
      from: Type.Optional(Type.String({ format: 'date-time' })),
      before: Type.String({
        format: 'date-time',
        description: 'The moment at which the report ends: it contains everything that happened before.',
      }),
      timeZone: Type.String(),
      rowCount: Type.Integer({ description: 'The number of rows in the whole report.' }),
      totals:
        totalled.length === 0
          ? NO_TOTALS
          : schemaOf('Totals', 'The totals of the whole report, not of this page.', totalled, byUnit),
      items: Type.Array(schemaOf('Row', 'One row; `groupBy` decides which fields it has.', all)),
      nextCursor: Type.Unsafe({ type: ['string', 'null'] }),
    },
    { title, description: 'A page of the report.' },
  )
  return {
    description: 'The report: one page as JSON, or the whole report as CSV or XLSX.',
    content: {
      [MEDIA_TYPES.json]: { schema: page },
      ...FILE_CONTENT,
    },
  }
}
