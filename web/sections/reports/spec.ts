/**
 * The type of a report in the app: the server's description of the report, and what a file in `web/reports/` adds to
 * it.
 */
import type { ComponentType } from 'react'
import type { REPORTS } from '../../../sdk/reports.ts'
import type { Address } from '../../data/address.ts'
import type { ReportName, ReportRow } from '../../data/reports.ts'
import type { May } from '../../data/session.ts'
import type { Bilingual } from '../../words/words.ts'

export type CellKind = 'text' | 'day' | 'moment' | 'count' | 'quantity' | 'money' | 'percent' | 'number'

/** A link to another screen of the app. */
export interface Place {
  readonly to: string
  readonly search?: Address
  /**
   * The total on that screen that equals the clicked figure. `count` means the number of rows; `orders` means the
   * number of rows for orders, without the rows for returns that have no order.
   */
  readonly sum?: string
}
export type PlaceOf = (row: ReportRow, address: Address) => Place | null

export interface ReportColumn {
  /** The column's name in the API. */
  readonly name: string
  readonly label: Bilingual
  readonly kind: CellKind
  /** The labels of a column's fixed values, by their spelling in the API. */
  readonly choices?: Readonly<Record<string, Bilingual>>
  /** The smallest width of the table, in pixels, at which the column is shown. */
  readonly from?: number
  /** Returns the link to the records that the figure sums up. */
  readonly opens?: PlaceOf
}

/** A report as its page shows it: the server's description and the app's definition together. */
export interface ReportSpec {
  /** The report's name in the page address and in the API. */
  readonly name: ReportName
  readonly may: May
  readonly words: Readonly<Record<'name' | 'lead', Bilingual>> & Empty
  /** The time that the report covers: a day, a period, or always the present. */
  readonly time: 'day' | 'period' | 'now'
  /** The filters the report accepts. */
  readonly narrows: readonly ('warehouse' | 'product' | 'customer' | 'partner' | 'channel' | 'stocktake')[]
  /** The groupings of the report; the first is the default. */
  readonly groups: Readonly<Record<string, Bilingual>>
  readonly shows?: Shows
  /** Returns the columns of the report. The first one contains the name of the row. */
  readonly columns: (address: Asked, totals: ReportRow | undefined) => readonly ReportColumn[]
  readonly opens: PlaceOf
  /** Returns the names of the columns in the chart, if the report has a chart. */
  readonly drawn?: (groupBy: string) => readonly string[]
  /** What can be done with the rows on screen, if anything. */
  readonly action?: Action
}

/** What an action of a report gets: the rows on screen. */
export interface ActionProps {
  readonly rows: readonly ReportRow[]
}

/** An action above a report, whose code is loaded when the report is opened. */
interface Action {
  readonly load: () => Promise<ComponentType<ActionProps>>
}

type Asked = Address & { readonly groupBy: string }

interface Empty {
  /** The text for a report without rows; undefined uses a general text. */
  readonly empty?: Bilingual
  /** The advice shown if the report has no rows and no filters that could be changed. */
  readonly emptyText?: Bilingual
}

/** Alternative sets of figures of a report, by their name in the page address; `''` is the default set. */
interface Shows {
  readonly may: May
  readonly choices: Readonly<Record<string, Bilingual>>
}

type Said = typeof REPORTS
type ColumnOf<N extends ReportName> = keyof Said[N]['columns'] & string

/** A column as a definition lists it. Its title and format come from the server. */
export interface Shown<Name extends string = string> extends Pick<ReportColumn, 'from' | 'opens'> {
  readonly name: Name
}

/** What a file in `web/reports/` adds to the server's description of a report. */
export interface ReportDefinition<N extends ReportName = ReportName> extends Empty {
  readonly name: N
  /** The order of the groupings, if it is not the server's order. */
  readonly groups?: readonly (keyof Said[N]['groups'] & string)[]
  readonly shows?: Shows
  /**
   * Returns the columns. Without this function, all columns of the grouping except ids are shown, fewer on narrow
   * screens.
   */
  readonly columns?: (address: Asked, totals: ReportRow | undefined) => readonly Shown<ColumnOf<N>>[]
  /** Returns the link of a row. Without this function, a row links to the record that it is about. */
  readonly opens?: PlaceOf
  readonly drawn?: ReportSpec['drawn']
  readonly action?: Action
}

/** Defines a report; each file in `web/reports/` exports one. */
export const defineReport = <const N extends ReportName>(definition: ReportDefinition<N>): ReportDefinition<N> =>
  definition

export const groupsOf = ({ groups }: ReportSpec): readonly string[] => Object.keys(groups)

export const isPeriod = (groupBy: string) => /^(day|week|month)$/.test(groupBy)

const KEYS = /Id$|^(period|channel)$/

/** Builds a row's React key from the columns that identify the row. */
export const rowKey = (row: ReportRow) =>
  Object.entries(row)
    .map(([name, value]) => (KEYS.test(name) ? (value ?? '') : ''))
    .join('/')
