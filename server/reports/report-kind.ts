/** The parts of a report's definition. The reports are defined in report-list.ts and settlement-reports.ts. */
import { type TProperties, Type } from 'typebox'
import type { View } from '../domain/costs.ts'
import type { Words } from '../domain/languages.ts'
import type { May } from '../domain/roles.ts'
import { Id } from '../domain/schema.ts'
import type { Column } from './columns.ts'
import type { ReportStatement } from './reports-sql.ts'
import type { LotFilter } from './stock-sql.ts'
import type { Year } from './turnover-totals-sql.ts'

/** The request for a report, with the data that its SQL needs. */
export interface Asked {
  readonly companyId: string
  readonly start: number | null
  readonly end: number
  /** True when nothing was committed after the report's `end`, so that the current stock is the stock at the end. */
  readonly isUntilNow: boolean
  readonly timeZone: string
  readonly query: ReportQuery
  /** Whole years within the report whose stored totals are used. */
  readonly years: readonly Year[]
}

export type Built = Omit<ReportStatement, 'columns'> & { readonly columns: readonly Column[] }

/** A report: its titles, columns, parameters and SQL. */
export interface ReportKind {
  /** The title of sheets and files. It must differ from the titles of lists (server/tables/words.ts). */
  readonly title: Words
  /** A sentence that describes the report to users. */
  readonly lead: Words
  readonly may: May
  /** The report's summary for readers of the OpenAPI document. */
  readonly summary: string
  readonly description: string
  /** The query parameters that this report accepts in addition to those common to all reports. */
  readonly query: TProperties
  /** The report's columns by value of `groupBy`, or under `all` when the report has no grouping. */
  readonly rows: Readonly<Record<string, readonly Column[]>>
  readonly build: (asked: Asked) => Built
}

export interface ReportQuery {
  /** The time zone of the report; when omitted, the company's time zone. */
  readonly timeZone?: string
  /** The date for which a report on a single point in time is computed; when omitted, the report shows the present. */
  readonly date?: string
  /** The first day of a report on a period, YYYY-MM-DD. */
  readonly from?: string
  readonly to?: string
  readonly warehouseId?: string
  readonly productId?: string
  /** The customer to whom a report on sales is limited. */
  readonly customerId?: string
  /** The partner for whom the statement of account is made. */
  readonly partnerId?: string
  readonly channel?: string
  /** The stocktake on which the report is made. */
  readonly stocktakeId?: string
  /** For the report on reordering: the supplier, and the number of days of sales to consider. */
  readonly supplierId?: string
  readonly days?: number
  readonly groupBy?: string
  readonly cursor?: string
  readonly limit?: number
  readonly view: View
}

const edge = (description: string) => Type.String({ maxLength: 40, description })

/** The parameters of a report on a single point in time. */
export const ON_DATE = {
  date: Type.Optional(edge('A day, which counts as a whole, or an RFC 3339 moment; if left out, now.')),
}
/** The parameters of a report on a period. */
export const OF_PERIOD = {
  from: edge('The first day, or an RFC 3339 moment.'),
  to: Type.Optional(
    edge('The last day, which counts as a whole, or the moment before which the period ends; if left out, now.'),
  ),
}

/** Formats a time in milliseconds as an ISO string. */
export const isoOf = (at: number) => new Date(at).toISOString()

/** The parameters that narrow a stock report to a warehouse or a product. */
export const FILTERS = { warehouseId: Type.Optional(Id), productId: Type.Optional(Id) }

/** Adds the values of the report's filters to the statement's parameters, and returns their placeholders. */
export function filterOf({ warehouseId, productId }: ReportQuery, values: unknown[]): LotFilter {
  const add = (value: string) => `$${values.push(value)}::uuid`
  return {
    ...(warehouseId === undefined ? {} : { warehouse: add(warehouseId) }),
    ...(productId === undefined ? {} : { product: add(productId) }),
  }
}
