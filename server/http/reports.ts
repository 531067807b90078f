/** GET /api/v1/reports/…, and the self-check. Source: docs/reports.md. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type TProperties, type TSchema, Type } from 'typebox'
import { inLanguage } from '../domain/languages.ts'
import { Refusal } from '../domain/refusals.ts'
import type { May } from '../domain/roles.ts'
import { Flag, Id, Moment, Name, oneOf, strictObject } from '../domain/schema.ts'
import { dayIn, MAX_TIME_ZONE_LENGTH } from '../domain/time-zones.ts'
import type { Companies } from '../engine/companies.ts'
import { hasTotal } from '../queries/report-cells.ts'
import {
  BELOW_MINIMUM_COLUMNS,
  CASH_FLOW_COLUMNS,
  type Column,
  PROFIT_COLUMNS,
  PROFIT_OF_PRODUCT,
  REPORT_TITLES,
  type ReportName,
  STOCK_COLUMNS,
  STOCK_VALUE_COLUMNS,
  TURNOVER_COLUMNS,
  UNPAID_COLUMNS,
  VALUATION_COLUMNS,
} from '../queries/report-columns.ts'
import { csvWriter, type DecimalSign, printReportPage, xlsxWriter } from '../queries/report-formats.ts'
import { PERIODS } from '../queries/report-periods.ts'
import { reportInTurn } from '../queries/report-turns.ts'
import { type Report, type ReportQuery, readReport, readReportPage } from '../queries/reports.ts'
import { selfCheck } from '../queries/self-check.ts'
import type { YearKeeper } from '../queries/turnover-years.ts'
import type { Database } from '../store/database.ts'
import type { ReportRow } from '../store/reports.ts'
import { MAX_DIFFERENCES } from '../store/self-check.ts'
import { addApiRoute } from './api-route.ts'
import { addVary } from './caching.ts'
import { askerOf, viewOf } from './callers-company.ts'
import { asFile, FILE_CONTENT, formatAccepted, MEDIA_TYPES, refusePaging } from './formats.ts'
import { hangUpOf } from './hang-up.ts'
import { FILE_QUERY, type FileQuery, languageAccepted } from './list-files.ts'
import { describeRead } from './openapi.ts'
import { DECIMALS } from './openapi-document.ts'
import { sendPieces } from './state-answer.ts'

export const DEFAULT_REPORT_LIMIT = 1_000
export const MAX_REPORT_LIMIT = 10_000

type Query = ReportQuery & FileQuery & { readonly decimal: DecimalSign }

const edge = (description: string) => Type.String({ maxLength: 40, description })

const COMMON = {
  timeZone: Type.Optional(
    Type.String({
      maxLength: MAX_TIME_ZONE_LENGTH,
      description: 'IANA name of the time zone that days are of; without it, the company’s own.',
    }),
  ),
  ...FILE_QUERY,
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_REPORT_LIMIT,
      description: `Rows of a JSON page; ${DEFAULT_REPORT_LIMIT} without it.`,
    }),
  ),
  cursor: Type.Optional(Type.String({ maxLength: 100, description: '`nextCursor` of the page before.' })),
}
const ON_DATE = { date: Type.Optional(edge('A day, taken whole, or an RFC 3339 moment; without it, now.')) }
const OF_PERIOD = {
  from: edge('The first day, or an RFC 3339 moment.'),
  to: Type.Optional(edge('The last day, taken whole, or the moment before which it ends; without it, now.')),
}
const FILTERS = { warehouseId: Type.Optional(Id), productId: Type.Optional(Id) }
const SALES = {
  productId: Type.Optional({
    ...Id,
    description: 'Sales of this product alone, as it was ordered; by order with their quantity.',
  }),
  customerId: Type.Optional(Id),
  channel: Type.Optional(Name),
}

/** Weeks begin on Monday. */
const BY_PERIOD = { ...oneOf(PERIODS), default: 'month' }

interface Route {
  readonly name: ReportName
  readonly may: May
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly query: TProperties
  readonly rows: Readonly<Record<string, readonly Column[]>>
}

const ROUTES: readonly Route[] = [
  {
    name: 'stock',
    may: 'everyone',
    operationId: 'reportStock',
    summary: 'Report the stock on a date',
    description: 'What was on hand, by product and warehouse, or lot by lot.',
    query: { ...ON_DATE, ...FILTERS, groupBy: groupings(STOCK_COLUMNS, 'product-warehouse') },
    rows: STOCK_COLUMNS,
  },
  {
    name: 'stock-valuation',
    may: 'who sees costs',
    operationId: 'reportStockValuation',
    summary: 'Report the value of the stock on a date',
    description: 'What was on hand, at the cost of its lots; each lot rounded to the kopeck, then added.',
    query: { ...ON_DATE, ...FILTERS, groupBy: groupings(VALUATION_COLUMNS, 'product-warehouse') },
    rows: VALUATION_COLUMNS,
  },
  {
    name: 'turnover',
    may: 'everyone',
    operationId: 'reportTurnover',
    summary: 'Report the turnover of a period',
    description:
      'Opening and closing quantity and cost of each product, and what came and went by kind of movement. Opening + in − out + rounding = closing. Transfers show when one warehouse is asked for.',
    query: { ...OF_PERIOD, ...FILTERS },
    rows: { all: TURNOVER_COLUMNS },
  },
  {
    name: 'gross-profit',
    may: 'who sees costs',
    operationId: 'reportGrossProfit',
    summary: 'Report the gross profit of a period',
    description:
      'Revenue of the orders shipped in the period less the cost of their goods. Items without a price bring no revenue but have their cost: `unpricedItems` counts them, `unpricedCost` is what their goods cost. By day, week or month every one has a row, also one without an order.',
    query: { ...OF_PERIOD, ...SALES, groupBy: groupings(PROFIT_COLUMNS, 'product') },
    rows: { ...PROFIT_COLUMNS, order: PROFIT_OF_PRODUCT },
  },
  {
    name: 'stock-value-over-time',
    may: 'who sees costs',
    operationId: 'reportStockValueOverTime',
    summary: 'Report the value of the stock over time',
    description:
      'What was on hand at the end of each day, week or month, and its value at the cost of its lots: the same figures as the totals of the value on that date.',
    query: { ...OF_PERIOD, ...FILTERS, groupBy: BY_PERIOD },
    rows: { all: STOCK_VALUE_COLUMNS },
  },
  {
    name: 'cash-flow',
    may: 'who sees costs',
    operationId: 'reportCashFlow',
    summary: 'Report the money that came and went',
    description:
      'Posted payments by day, week or month: of the day on which the money moved (`paidAt`), or else of when they were posted.',
    query: { ...OF_PERIOD, groupBy: BY_PERIOD },
    rows: { all: CASH_FLOW_COLUMNS },
  },
  {
    name: 'below-minimum',
    may: 'everyone',
    operationId: 'reportBelowMinimum',
    summary: 'Report the products below their minimum',
    description:
      'Products and variants, not archived, of which less is available over all warehouses than their `minStock`, now. Those of which the least part is left come first.',
    query: {},
    rows: { all: BELOW_MINIMUM_COLUMNS },
  },
  {
    name: 'unpaid-documents',
    may: 'who sees costs',
    operationId: 'reportUnpaidDocuments',
    summary: 'Report the documents that are to be paid',
    description:
      'Posted supplier invoices, and posted receipts that no invoice stands for, of which posted outgoing payments cover less than the total, now. Payments for the receipts of an invoice count for the invoice. What is due first comes first.',
    query: {},
    rows: { all: UNPAID_COLUMNS },
  },
]

function groupings(columns: object, byDefault: string) {
  return { ...oneOf(Object.keys(columns)), default: byDefault }
}

export interface ReportRoutes {
  readonly database: Database
  readonly companies: Companies
  readonly years: YearKeeper
}

export function addReportRoutes(app: FastifyInstance, { database, companies, years }: ReportRoutes): void {
  addSelfCheck(app, database, companies)
  for (const route of ROUTES) {
    const described = describeRead(route.operationId, route.summary, route.description, 'Reports')
    addApiRoute(app, {
      method: 'GET',
      url: `/api/v1/reports/${route.name}`,
      may: route.may,
      schema: {
        ...described,
        response: { ...described.response, 200: answerOf(route) },
        querystring: strictObject({ ...COMMON, ...route.query }),
      },
      handler: (request, reply) => answer({ database, keeper: years }, route.name, request, reply),
    })
  }
}

const SelfCheckAnswer = Type.Object(
  {
    ok: Flag,
    revision: Type.Integer({ description: 'Of the snapshot that was checked.' }),
    checkedAt: Moment,
    checks: Type.Array(
      Type.Object(
        {
          name: Type.String({ description: 'What must be true.' }),
          ok: Flag,
          differences: Type.Array(Type.String(), { maxItems: MAX_DIFFERENCES }),
        },
        { title: 'SelfCheckPart', description: 'One thing that must always be true.' },
      ),
    ),
  },
  { title: 'SelfCheck', description: 'Whether the books agree with the movements and records.' },
)

function addSelfCheck(app: FastifyInstance, database: Database, companies: Companies): void {
  const described = describeRead(
    'selfCheck',
    'Check the books',
    'Recomputes what must always be true of this company from its movements and records, in one snapshot, and names what differs.',
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
  const title = inLanguage(REPORT_TITLES[name], language)
  return asFile(reply, format, { name: `${title} ${day}`, latin: `${name}-${day}` }).send(file)
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

/** None where it would add kilograms to pieces. */
const QUANTITY_OR_NONE = Type.Unsafe<number | null>({ type: ['number', 'null'], ...DECIMALS.milli })

const NO_TOTALS = Type.Record(Type.String(), Type.Number(), {
  maxProperties: 0,
  description: 'What is here cannot be added up.',
})

/** The answer of a report for the document; grouping decides which of the columns are there. */
function answerOf({ rows, operationId }: Route) {
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
            const schema = mayBeNone(part, column) ? QUANTITY_OR_NONE : VALUES[column.kind]
            return [column.name, isAlways(column.name) ? schema : Type.Optional(schema)]
          }),
        ),
        ...more,
      },
      { title: `${title}${part}`, description, additionalProperties: false },
    )
  const all = [...columns.values()]
  const totalled = all.filter(hasTotal)
  const inUnits = all.filter(({ kind, isTotalled, isUnit }) => isUnit || (kind === 'quantity' && isTotalled))
  const unit = schemaOf(
    'Unit',
    'The sums of the goods that are counted in one unit; `uom` null: goods without one.',
    inUnits,
  )
  const byUnit: TProperties =
    inUnits.length > 1 && inUnits.some(({ isUnit }) => isUnit) ? { byUnit: Type.Optional(Type.Array(unit)) } : {}
  const page = Type.Object(
    {
      revision: Type.Integer({ description: 'Of the company when the report was read.' }),
      from: Type.Optional(Type.String({ format: 'date-time' })),
      before: Type.String({ format: 'date-time', description: 'What happened before this moment is in the report.' }),
      timeZone: Type.String(),
      rowCount: Type.Integer({ description: 'Of the whole report.' }),
      totals:
        totalled.length === 0
          ? NO_TOTALS
          : schemaOf('Totals', 'Of the whole report, not of this page.', totalled, byUnit),
      items: Type.Array(schemaOf('Row', 'One row; `groupBy` decides which fields there are.', all)),
      nextCursor: Type.Unsafe({ type: ['string', 'null'] }),
    },
    { title, description: 'A page of the report.' },
  )
  return {
    description: 'The report: one page as JSON, the whole as CSV or XLSX.',
    content: {
      [MEDIA_TYPES.json]: { schema: page },
      ...FILE_CONTENT,
    },
  }
}
