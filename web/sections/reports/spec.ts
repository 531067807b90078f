/**
 * The type of a report in the app. It combines the server's description of the report with what a file in
 * `web/reports/` adds.
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
   * Which total on the linked screen is equal to the number that was clicked. `count` means the number of rows.
   * `orders` means the number of rows for orders, without the rows for returns that have no order.
   */
  readonly sum?: string
}
export type PlaceOf = (row: ReportRow, address: Address) => Place | null

export interface ReportColumn {
  /** The name of the column in the API. */
  readonly name: string
  readonly label: Bilingual
  readonly kind: CellKind
  /** The labels of a column's fixed values, by the value as the API writes it. */
  readonly choices?: Readonly<Record<string, Bilingual>>
  /** The smallest width of the table, in pixels, at which the column is shown. */
  readonly from?: number
  /** Returns the link to the records that a number in this column sums up; null for no link. */
  readonly opens?: PlaceOf
}

/** A report with everything that its page needs: the server's description and the app's additions. */
export interface ReportSpec {
  /** The name of the report in the page address and in the API. */
  readonly name: ReportName
  readonly may: May
  readonly words: Readonly<Record<'name' | 'lead', Bilingual>> & Empty
  /** The time that the report covers: one day, a period, or always the present. */
  readonly time: 'day' | 'period' | 'now'
  /** The names of the filters that the report accepts. */
  readonly narrows: readonly ('warehouse' | 'product' | 'customer' | 'partner' | 'channel' | 'stocktake')[]
  /** The labels of the report's groupings, by name. The first grouping is the default. */
  readonly groups: Readonly<Record<string, Bilingual>>
  readonly shows?: Shows
  /** Returns the columns of the report. The first column contains the name of the row. */
  readonly columns: (address: Asked, totals: ReportRow | undefined) => readonly ReportColumn[]
  readonly opens: PlaceOf
  /** Returns the names of the columns that the chart shows; undefined if the report has no chart. */
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
  /** The text to show for a report without rows; undefined means a general text. */
  readonly empty?: Bilingual
  /** The advice to show if the report has no rows although no filter is set. */
  readonly emptyText?: Bilingual
}

/**
 * The sets of columns between which the user can choose, by their name in the page address. `''` is the default set.
 */
interface Shows {
  readonly may: May
  readonly choices: Readonly<Record<string, Bilingual>>
}

type Said = typeof REPORTS
type ColumnOf<N extends ReportName> = keyof Said[N]['columns'] & string

/** A column in the definition of a report. Its title and format come from the server. */
export interface Shown<Name extends string = string> extends Pick<ReportColumn, 'from' | 'opens'> {
  readonly name: Name
}

/** The definition of a report: what a file in `web/reports/` adds to the server's description. */
export interface ReportDefinition<N extends ReportName = ReportName> extends Empty {
  readonly name: N
  /** The names of the groupings, if their order differs from the server's. */
  readonly groups?: readonly (keyof Said[N]['groups'] & string)[]
  readonly shows?: Shows
  /**
   * Returns the columns of the report. Without this function, the report shows all columns of the grouping except those
   * with ids. On narrow screens it shows fewer.
   */
  readonly columns?: (address: Asked, totals: ReportRow | undefined) => readonly Shown<ColumnOf<N>>[]
  /** Returns the link from a row. Without this function, a row is a link to the record whose id it contains. */
  readonly opens?: PlaceOf
  readonly drawn?: ReportSpec['drawn']
  readonly action?: Action
}

/** Defines a report. Each file in `web/reports/` exports one definition. */
export const defineReport = <const N extends ReportName>(definition: ReportDefinition<N>): ReportDefinition<N> =>
  definition

export const groupsOf = ({ groups }: ReportSpec): readonly string[] => Object.keys(groups)

export const isPeriod = (groupBy: string) => /^(day|week|month)$/.test(groupBy)

const KEYS = /Id$|^(period|channel)$/

/** Returns the React key of a row, made from the columns that identify the row. */
export const rowKey = (row: ReportRow) =>
  Object.entries(row)
    .map(([name, value]) => (KEYS.test(name) ? (value ?? '') : ''))
    .join('/')
