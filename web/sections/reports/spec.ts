/** The type of a report in the app: what the service says about it, and what a file in `web/reports/` adds. */
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
  /** The total on that screen that equals the figure clicked here; `count` means the number of rows. */
  readonly sum?: string
}
export type PlaceOf = (row: ReportRow, address: Address) => Place | null

export interface ReportColumn {
  /** The column's name in the API. */
  readonly name: string
  readonly label: Bilingual
  readonly kind: CellKind
  /** The labels of fixed words, by the API's spelling. */
  readonly choices?: Readonly<Record<string, Bilingual>>
  /** The smallest table width at which the column is shown. */
  readonly from?: number
  /** Links to the records that make up the figure. */
  readonly opens?: PlaceOf
}

/** A report as its page shows it: the service's description plus the app's definition. */
export interface ReportSpec {
  /** The report's name in the address and in the API. */
  readonly name: ReportName
  readonly may: May
  readonly words: Readonly<Record<'name' | 'lead', Bilingual>> & Empty
  /** Which time the report takes: a day, a period, or always now. */
  readonly time: 'day' | 'period' | 'now'
  /** The filters the report accepts. */
  readonly narrows: readonly ('warehouse' | 'product' | 'customer' | 'partner' | 'channel')[]
  /** The groupings; the first is the default. */
  readonly groups: Readonly<Record<string, Bilingual>>
  readonly shows?: Shows
  /** The columns; the first names the row. */
  readonly columns: (address: Asked, totals: ReportRow | undefined) => readonly ReportColumn[]
  readonly opens: PlaceOf
  /** The columns shown in the chart, if the report has one. */
  readonly drawn?: (groupBy: string) => readonly string[]
}

type Asked = Address & { readonly groupBy: string }

interface Empty {
  /** The text for an empty report; undefined uses a general one. */
  readonly empty?: Bilingual
  /** What to do when the report is empty and there are no conditions to change. */
  readonly emptyText?: Bilingual
}

/** Alternative sets of figures, by the word in the address; `''` is the default set. */
interface Shows {
  readonly may: May
  readonly choices: Readonly<Record<string, Bilingual>>
}

type Said = typeof REPORTS
type ColumnOf<N extends ReportName> = keyof Said[N]['columns'] & string

/** A column that a definition shows; its title and format come from the service. */
export interface Shown<Name extends string = string> extends Pick<ReportColumn, 'from' | 'opens'> {
  readonly name: Name
}

/** What a file in `web/reports/` adds to the service's description of a report. */
export interface ReportDefinition<N extends ReportName = ReportName> extends Empty {
  readonly name: N
  /** The order of the groupings, if it differs from the service's. */
  readonly groups?: readonly (keyof Said[N]['groups'] & string)[]
  readonly shows?: Shows
  /** The columns; undefined shows all columns of the grouping except ids, fewer on narrow screens. */
  readonly columns?: (address: Asked, totals: ReportRow | undefined) => readonly Shown<ColumnOf<N>>[]
  /** Where a row links to; undefined means the record the row is about. */
  readonly opens?: PlaceOf
  readonly drawn?: ReportSpec['drawn']
}

/** Defines a report; each file in `web/reports/` exports one. */
export const defineReport = <const N extends ReportName>(definition: ReportDefinition<N>): ReportDefinition<N> =>
  definition

export const groupsOf = ({ groups }: ReportSpec): readonly string[] => Object.keys(groups)

export const isPeriod = (groupBy: string) => /^(day|week|month)$/.test(groupBy)

const KEYS = /Id$|^(period|channel)$/

/** A React key from the columns that identify the row. */
export const rowKey = (row: ReportRow) =>
  Object.entries(row)
    .map(([name, value]) => (KEYS.test(name) ? (value ?? '') : ''))
    .join('/')
