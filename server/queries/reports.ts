/** The reports of GET /reports/…: from a query to rows. Meaning of the figures: docs/reports.md. */
import { unitName } from '../../spellings/units.ts'
import type { View } from '../domain/costs.ts'
import { invalid, notFound } from '../domain/refusals.ts'
import type { Asker } from '../domain/turns.ts'
import { findProjected, findTimeZone } from '../store/companies.ts'
import { type Database, readCompany, type Tx } from '../store/database.ts'
import { grossProfitSql, narrowedProfitSql, type ProfitGrouping } from '../store/report-gross-profit.ts'
import { CASH_FLOW, stockValuesSql } from '../store/report-over-time.ts'
import { type LotFilter, type StockGrouping, stockAtSql, stockNowSql } from '../store/report-stock.ts'
import { BELOW_MINIMUM, BELOW_MINIMUM_ORDER, UNPAID_DOCUMENTS, UNPAID_ORDER } from '../store/report-to-do.ts'
import { type KeptYears, turnoverSql } from '../store/report-turnover.ts'
import {
  listUnitsInStock,
  prepareForReports,
  type ReportPart,
  type ReportRow,
  type ReportStatement,
  readReportPart,
  readWholeReport,
  reportFilterExists,
} from '../store/reports.ts'
import type { Year } from '../store/turnover-totals.ts'
import { badCursor, marksOf, readCursor, writeCursor } from './list-cursor.ts'
import {
  BELOW_MINIMUM_COLUMNS,
  CASH_FLOW_COLUMNS,
  type Column,
  NAMES,
  PROFIT_COLUMNS,
  PROFIT_OF_PRODUCT,
  type ReportName,
  STOCK_COLUMNS,
  STOCK_VALUE_COLUMNS,
  TURNOVER_COLUMNS,
  UNPAID_COLUMNS,
  VALUATION_COLUMNS,
} from './report-columns.ts'
import { checkTimeZone, idAt, readEdge } from './report-dates.ts'
import { isPeriod, type Period, type Periods, periodsBetween } from './report-periods.ts'
import { findTurnoverYears, type TurnoverYears } from './turnover-years.ts'

/** More than any report has. */
const MAX_ROWS = 1_000_000_000

export interface ReportQuery {
  /** Left out: that of the company. */
  readonly timeZone?: string
  /** Of a report on a moment. */
  readonly date?: string
  /** Of a report on a period. */
  readonly from?: string
  readonly to?: string
  readonly warehouseId?: string
  readonly productId?: string
  /** Of a report on sales. */
  readonly customerId?: string
  readonly channel?: string
  readonly groupBy?: string
  readonly cursor?: string
  readonly limit?: number
  readonly view: View
}

/** A report with its edges fixed: the same rows whenever it is read, since history only grows. */
export interface Report {
  readonly name: ReportName
  readonly columns: readonly Column[]
  readonly revision: number
  /** Milliseconds since 1970; what happened before `end` counts. Null for a report on a moment. */
  readonly start: number | null
  readonly end: number
  readonly offset: number
  readonly timeZone: string
  /** What was asked: the cursors of its pages belong to that. */
  readonly marks: string
  readonly statement: ReportStatement
  /** Years that are over, which the report added up for want of kept totals. */
  readonly unkeptYears: readonly Year[]
}

/**
 * One page of a report, with the totals of the whole. Refuses VALIDATION_FAILED (dates, time zone, cursor) and NOT_FOUND
 * (warehouse, product).
 */
export function readReportPage(
  database: Database,
  asker: Asker,
  name: ReportName,
  query: ReportQuery & { readonly limit: number },
): Promise<{ report: Report; part: ReportPart }> {
  return readCompany(database, asker, async (tx) => {
    const report = await openReport(tx, { companyId: asker.companyId, epoch: database.epoch }, name, query)
    return { report, part: await readReportPart(tx, report.statement, { offset: report.offset, limit: query.limit }) }
  })
}

/** The whole of a report; `take` gets the rows some at a time. Refuses as `readReportPage`. */
export function readReport(
  database: Database,
  asker: Asker,
  name: ReportName,
  query: ReportQuery & { readonly take: (rows: ReportRow[], report: Report) => void },
): Promise<Report> {
  return readCompany(database, asker, async (tx) => {
    const report = await openReport(tx, { companyId: asker.companyId, epoch: database.epoch }, name, query)
    for await (const rows of readWholeReport(tx, report.statement)) query.take(rows, report)
    return report
  })
}

/** Opaque to clients: the edges of the first page, so that all pages are of one report. */
export function writeReportCursor({ start, end, marks }: Report, offset: number): string {
  return writeCursor(marks, [start, end, offset])
}

interface Place {
  readonly start: number | null
  readonly end: number
  readonly offset: number
}

/** Refuses VALIDATION_FAILED for a place that no page of a report before `now` can have. */
function placeOf([start, end, offset, ...more]: readonly unknown[], isPeriod: boolean, now: number): Place {
  const isWithin = (value: unknown, least: number, most: number) =>
    Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most
  const isPlace =
    isWithin(end, 0, now) &&
    isWithin(offset, 0, MAX_ROWS) &&
    (isPeriod ? isWithin(start, 0, Number(end)) : start === null)
  if (!isPlace || more.length > 0) throw badCursor()
  return { start: start as number | null, end: Number(end), offset: Number(offset) }
}

async function openReport(
  tx: Tx,
  { companyId, epoch }: { readonly companyId: string; readonly epoch: string },
  name: ReportName,
  query: ReportQuery,
): Promise<Report> {
  if (query.timeZone !== undefined) checkTimeZone(query.timeZone)
  const company = await findProjected(tx, companyId)
  const companyZone = await findTimeZone(tx, companyId)
  const { view: _view, cursor: _cursor, limit: _limit, ...asked } = query
  const { timeZone = companyZone } = query
  const marks = marksOf(epoch, 'reports', name, { ...marked(asked), timeZone })
  const edges = readEdges({ ...query, timeZone }, marks, company.last_at.getTime() + 1)
  await checkFilters(tx, companyId, query)
  await prepareForReports(tx)
  const isUntilNow = edges.end > company.last_at.getTime()
  const years = await yearsOf(tx, { name, companyId, companyZone, query, ...edges, lastAt: company.last_at.getTime() })
  const built = BUILDERS[name]({ ...edges, isUntilNow, companyId, timeZone, query, years: years.kept })
  const { columns: all, ...statement } = built
  const seen = query.view === 'full' ? all : all.filter(({ kind }) => kind !== 'money')
  const columns = await withoutMixedUnits(tx, { companyId, query, columns: seen })
  const { revision } = company
  const opened = { name, columns, revision, ...edges, timeZone, marks }
  return { ...opened, statement: { ...statement, columns }, unkeptYears: years.unkept }
}

/** Rows that stand for many products have a quantity where all of them are counted in one unit. */
async function withoutMixedUnits(
  tx: Tx,
  { companyId, query, columns }: { companyId: string; query: ReportQuery; columns: readonly Column[] },
): Promise<readonly Column[]> {
  const isOfOne = columns.some(({ isUnit }) => isUnit) || columns.every(({ kind }) => kind !== 'quantity')
  if (isOfOne || query.productId !== undefined) return columns
  const units = await listUnitsInStock(tx, companyId, query)
  if (new Set(units.map((unit) => (unit === null ? null : unitName(unit)))).size < 2) return columns
  return columns.map((column) => (column.kind === 'quantity' ? { ...column, sql: 'null::bigint' } : column))
}

/** What a cursor belongs to; the language and the like of a query are no part of it. */
function marked({ date, from, to, warehouseId, productId, customerId, channel, groupBy }: Omit<ReportQuery, 'view'>) {
  return { date, from, to, warehouseId, productId, customerId, channel, groupBy }
}

/** Only the turnover of the company as a whole has kept totals. */
async function yearsOf(
  tx: Tx,
  asked: Pick<Asked, 'companyId' | 'start' | 'end' | 'query'> & {
    readonly name: ReportName
    readonly companyZone: string
    readonly lastAt: number
  },
): Promise<TurnoverYears> {
  const { name, companyId, companyZone, query, start, end, lastAt } = asked
  if (name !== 'turnover' || start === null || query.warehouseId !== undefined) return { kept: [], unkept: [] }
  return findTurnoverYears(tx, companyId, { start, end, lastAt, companyZone })
}

/** @param now after all that was committed: nothing can be asked beyond it, and no page may see more than the first. */
function readEdges(query: ReportQuery & { readonly timeZone: string }, marks: string, now: number): Place {
  const { date, from, to, timeZone, cursor } = query
  const isPeriod = from !== undefined
  const start = isPeriod ? readEdge('from', from, timeZone, 'start') : null
  const until = isPeriod ? to : date
  const end = until === undefined ? now : readEdge(isPeriod ? 'to' : 'date', until, timeZone, 'end')
  if (start !== null && until !== undefined && end <= start) throw invalid('query/to', 'must be after from')
  if (cursor === undefined) {
    const last = Math.min(end, now)
    return { start: start === null ? null : Math.min(start, last), end: last, offset: 0 }
  }
  return placeOf(readCursor(marks, cursor), isPeriod, now)
}

async function checkFilters(tx: Tx, companyId: string, query: ReportQuery): Promise<void> {
  const named = [
    ['warehouses', 'warehouse', query.warehouseId],
    ['products', 'product', query.productId],
    ['partners', 'partner', query.customerId],
  ] as const
  for (const [table, what, id] of named)
    if (id !== undefined && !(await reportFilterExists(tx, table, companyId, id))) throw notFound(what, id)
}

interface Asked {
  readonly companyId: string
  readonly start: number | null
  readonly end: number
  /** Nothing was committed after `end`. */
  readonly isUntilNow: boolean
  readonly timeZone: string
  readonly query: ReportQuery
  /** Whose totals are kept. */
  readonly years: readonly Year[]
}

type Built = Omit<ReportStatement, 'columns'> & { readonly columns: readonly Column[] }

const BUILDERS: Record<ReportName, (asked: Asked) => Built> = {
  stock: (asked) => {
    const grouping = (asked.query.groupBy ?? 'product-warehouse') as keyof typeof STOCK_COLUMNS
    const columns = STOCK_COLUMNS[grouping]
    if (grouping === 'lot' || !asked.isUntilNow) return buildStock(asked, grouping, columns)
    const values: unknown[] = [asked.companyId]
    const rows = stockNowSql(filterOf(asked.query, values))
    return { rows, values, columns, ...STOCK_NAMES[grouping] }
  },
  'stock-valuation': (asked) => {
    const grouping = (asked.query.groupBy ?? 'product-warehouse') as StockGrouping
    return buildStock(asked, grouping, VALUATION_COLUMNS[grouping])
  },
  turnover: (asked) => {
    const values: unknown[] = [asked.companyId, idAt(asked.start!), idAt(asked.end)]
    const years = keptYearsOf(asked.years, values)
    const rows = turnoverSql(filterOf(asked.query, values), asked.isUntilNow, years)
    return { rows, values, names: NAMES.product, order: 'r.product_id', columns: TURNOVER_COLUMNS }
  },
  'gross-profit': buildGrossProfit,
  'stock-value-over-time': (asked) => {
    const { days, starts } = periodsOf(asked)
    const values: unknown[] = [asked.companyId, [...starts.slice(1), asked.end].map(idAt), days]
    const rows = stockValuesSql(filterOf(asked.query, values))
    return { rows, values, columns: STOCK_VALUE_COLUMNS, names: '', order: 'r.period' }
  },
  'cash-flow': (asked) => {
    const { days, starts, lastDay } = periodsOf(asked)
    const values = [asked.companyId, isoOf(asked.start!), isoOf(asked.end), starts.map(isoOf), days, lastDay]
    return { rows: CASH_FLOW, values, columns: CASH_FLOW_COLUMNS, names: '', order: 'r.period' }
  },
  'below-minimum': ({ companyId }) => ({
    rows: BELOW_MINIMUM,
    values: [companyId],
    columns: BELOW_MINIMUM_COLUMNS,
    names: `${NAMES.product} ${NAMES.supplier}`,
    order: BELOW_MINIMUM_ORDER,
  }),
  'unpaid-documents': ({ companyId }) => ({
    rows: UNPAID_DOCUMENTS,
    values: [companyId],
    columns: UNPAID_COLUMNS,
    names: `${NAMES.document} ${NAMES.supplier}`,
    order: UNPAID_ORDER,
  }),
}

const isoOf = (at: number) => new Date(at).toISOString()

/** Of a report over time: by month unless it says otherwise. */
function periodsOf({ start, end, timeZone, query }: Asked): Periods {
  return periodsBetween({ start: start!, end, timeZone }, (query.groupBy ?? 'month') as Period)
}

const STOCK_NAMES: Record<StockGrouping, { names: string; order: string }> = {
  'product-warehouse': { names: `${NAMES.product} ${NAMES.warehouse}`, order: 'r.product_id, r.warehouse_id' },
  product: { names: NAMES.product, order: 'r.product_id' },
  warehouse: { names: NAMES.warehouse, order: 'r.warehouse_id' },
  lot: { names: `${NAMES.product} ${NAMES.warehouse} ${NAMES.lot}`, order: 'r.lot_id' },
}

function buildStock(asked: Asked, grouping: StockGrouping, columns: readonly Column[]): Built {
  const values: unknown[] = [asked.companyId, idAt(asked.end)]
  const rows = stockAtSql(grouping, filterOf(asked.query, values), asked.isUntilNow)
  return { rows, values, columns, ...STOCK_NAMES[grouping] }
}

/** The biggest profit first; orders as they were shipped. */
const PROFIT_NAMES: Record<ProfitGrouping, { names: string; order: string }> = {
  order: { names: `${NAMES.order} ${NAMES.customer}`, order: 'r.shipped_at, r.id' },
  product: { names: NAMES.product, order: 'r.profit desc, r.product_id' },
  channel: { names: '', order: 'r.profit desc, r.channel' },
  customer: { names: NAMES.customer, order: 'r.profit desc, r.customer_id' },
  period: { names: '', order: 'r.period' },
}

function buildGrossProfit(asked: Asked): Built {
  const { companyId, start, end, query } = asked
  const groupBy = (query.groupBy ?? 'product') as keyof typeof PROFIT_COLUMNS
  const grouping = isPeriod(groupBy) ? 'period' : groupBy
  const values: unknown[] = [companyId, isoOf(start!), isoOf(end)]
  const { productId, customerId, channel } = query
  const isNarrowed = [productId, customerId, channel].some((one) => one !== undefined)
  if (grouping === 'product' || isNarrowed) values.push(idAt(start!), idAt(end))
  if (grouping === 'period') {
    const { days, starts } = periodsOf(asked)
    values.push(starts.map(isoOf), days)
  }
  const named = PROFIT_NAMES[grouping]
  if (!isNarrowed) return { rows: grossProfitSql(grouping), values, columns: PROFIT_COLUMNS[groupBy], ...named }
  const add = (value: string | undefined, type: string) =>
    value === undefined ? undefined : `$${values.push(value)}::${type}`
  const filter = {
    ...(productId !== undefined && { product: add(productId, 'uuid')! }),
    ...(customerId !== undefined && { customer: add(customerId, 'uuid')! }),
    ...(channel !== undefined && { channel: add(channel, 'text')! }),
  }
  const columns = groupBy === 'order' && productId !== undefined ? PROFIT_OF_PRODUCT : PROFIT_COLUMNS[groupBy]
  return { rows: narrowedProfitSql(grouping, filter), values, columns, ...named }
}

/** The parameters of kept years, added to the statement's values. */
function keptYearsOf(years: readonly Year[], values: unknown[]): KeptYears | null {
  const [first, last] = [years[0], years.at(-1)]
  if (first === undefined || last === undefined) return null
  const add = (value: unknown, type: string) => `$${values.push(value)}::${type}`
  return {
    starts: add(first.startId, 'uuid'),
    ends: add(last.endId, 'uuid'),
    first: add(first.year, 'smallint'),
    last: add(last.year, 'smallint'),
  }
}

/** The parameters of a filter, added to the statement's values. */
function filterOf({ warehouseId, productId }: ReportQuery, values: unknown[]): LotFilter {
  const add = (value: string) => `$${values.push(value)}::uuid`
  return {
    ...(warehouseId === undefined ? {} : { warehouse: add(warehouseId) }),
    ...(productId === undefined ? {} : { product: add(productId) }),
  }
}
