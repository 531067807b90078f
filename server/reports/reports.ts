/** Handles GET /reports/…: turns a query into rows. docs/reports.md explains the values. */
import { unitName } from '../../spellings/units.ts'
import { invalid, notFound } from '../domain/refusals.ts'
import { badCursor, marksOf, readCursor, writeCursor } from '../queries/cursor.ts'
import type { Asker } from '../runtime/fair-limiter.ts'
import { findProjected, findTimeZone } from '../store/companies.ts'
import { type Database, readCompany, type Tx } from '../store/database.ts'
import type { Column } from './columns.ts'
import { checkTimeZone, readEdge } from './dates.ts'
import type { Asked, ReportQuery } from './report-kind.ts'
import { REPORTS, type ReportName } from './report-list.ts'
import {
  listUnitsInStock,
  prepareForReports,
  type ReportPart,
  type ReportRow,
  type ReportStatement,
  readReportPart,
  readWholeReport,
  reportFilterExists,
} from './reports-sql.ts'
import type { Year } from './turnover-totals-sql.ts'
import { findTurnoverYears, type TurnoverYears } from './turnover-years.ts'

/** A limit that exceeds the number of rows in any report. */
const MAX_ROWS = 1_000_000_000

/**
 * A report with a fixed beginning and end. Reading it again gives the same rows, since history is only ever appended
 * to.
 */
export interface Report {
  readonly name: ReportName
  readonly columns: readonly Column[]
  readonly revision: number
  /**
   * When the report starts and ends, in milliseconds since 1970; events before `end` count. `start` is null for a
   * report on a single point in time.
   */
  readonly start: number | null
  readonly end: number
  readonly offset: number
  readonly timeZone: string
  /** Identifies the query. Cursors of the report's pages are valid only for the same query. */
  readonly marks: string
  readonly statement: ReportStatement
  /** Finished years without stored totals, which the report had to sum up itself. */
  readonly unkeptYears: readonly Year[]
}

/**
 * Reads one page of a report, with the totals of the whole report. Refuses VALIDATION_FAILED
 * (dates, time zone, cursor) and NOT_FOUND (warehouse, product).
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

/**
 * Reads a whole report and passes a limited number of rows at a time to `take`. Refuses in the same cases as
 * `readReportPage`.
 */
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

/**
 * Creates a cursor, which is opaque to clients. The cursor contains the beginning and end from the first page, so that
 * all pages belong to the same report.
 */
export function writeReportCursor({ start, end, marks }: Report, offset: number): string {
  return writeCursor(marks, [start, end, offset])
}

interface Place {
  readonly start: number | null
  readonly end: number
  readonly offset: number
}

/**
 * Returns the position stored in a cursor. Refuses VALIDATION_FAILED if no page of a report up to `now` can have this
 * position.
 */
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
  const built = REPORTS[name].build({ ...edges, isUntilNow, companyId, timeZone, query, years: years.kept })
  const { columns: all, ...statement } = built
  const seen = query.view === 'full' ? all : all.filter(({ kind }) => kind !== 'money')
  const columns = await withoutMixedUnits(tx, { companyId, query, columns: seen })
  const { revision } = company
  const opened = { name, columns, revision, ...edges, timeZone, marks }
  return { ...opened, statement: { ...statement, columns }, unkeptYears: years.unkept }
}

/** Removes the quantities from rows that cover many products each, unless all goods have the same unit. */
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

/**
 * Returns the parts of a query that a page shares with the first page; a cursor is valid only for them. The language,
 * for example, may differ.
 */
function marked({
  date,
  from,
  to,
  warehouseId,
  productId,
  customerId,
  partnerId,
  channel,
  stocktakeId,
  supplierId,
  days,
  groupBy,
}: Omit<ReportQuery, 'view'>) {
  return {
    ...{ date, from, to, warehouseId, productId, customerId, partnerId, channel, stocktakeId, groupBy },
    ...{ supplierId, days },
  }
}

/** Finds the years with stored totals. Totals are stored only for the turnover of the whole company. */
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

/**
 * Reads the beginning and end of a report.
 * @param now a moment after everything committed: no report may go beyond it, and the later pages of a report end at
 * the same moment as its first page.
 */
function readEdges(query: ReportQuery & { readonly timeZone: string }, marks: string, now: number): Place {
  const { date, from, to, timeZone, cursor } = query
  const isPeriod = from !== undefined
  const start = isPeriod ? readEdge('from', from, timeZone, 'start') : null
  const until = isPeriod ? to : date
  const end = until === undefined ? now : readEdge(isPeriod ? 'to' : 'date', until, timeZone, 'end')
  if (start !== null && until !== undefined && end <= start)
    throw invalid('query/to', 'must be after from', 'NOT_VALID')
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
    ['partners', 'partner', query.partnerId],
    ['partners', 'partner', query.supplierId],
    ['stocktakes', 'stocktake', query.stocktakeId],
  ] as const
  for (const [table, what, id] of named)
    if (id !== undefined && !(await reportFilterExists(tx, table, companyId, id))) throw notFound(what, id)
}
