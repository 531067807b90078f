/** What a report of the app is made of: what the service says of it, and what a file of `web/reports/` says beside that. */
import type { REPORTS } from '../../../sdk/reports.ts'
import type { Address } from '../../data/address.ts'
import type { ReportName, ReportRow } from '../../data/reports.ts'
import type { May } from '../../data/session.ts'
import type { Bilingual } from '../../words/words.ts'

export type CellKind = 'text' | 'day' | 'moment' | 'count' | 'quantity' | 'money' | 'percent' | 'number'

/** Another screen of the app. */
export interface Place {
  readonly to: string
  readonly search?: Address
  /** Which of its totals equals the figure that led there; `count` is how many there are. */
  readonly sum?: string
}
export type PlaceOf = (row: ReportRow, address: Address) => Place | null

export interface ReportColumn {
  /** As in the API. */
  readonly name: string
  readonly label: Bilingual
  readonly kind: CellKind
  /** Of fixed words, as the API calls them. */
  readonly choices?: Readonly<Record<string, Bilingual>>
  /** The width of the table from which it is shown. */
  readonly from?: number
  /** What its figure is made of. */
  readonly opens?: PlaceOf
}

/** A report as its page shows it: what the service says, and what is defined beside that. */
export interface ReportSpec {
  /** As in its address and in the API. */
  readonly name: ReportName
  readonly may: May
  readonly words: Readonly<Record<'name' | 'lead', Bilingual>> & Empty
  /** What it is asked for: a day, a period, or now. */
  readonly time: 'day' | 'period' | 'now'
  /** How it may be narrowed. */
  readonly narrows: readonly ('warehouse' | 'product' | 'customer' | 'channel')[]
  /** By what it may be added up; the first is what is shown without a word in the address. */
  readonly groups: Readonly<Record<string, Bilingual>>
  readonly shows?: Shows
  /** The first column names the row. */
  readonly columns: (address: Asked, totals: ReportRow | undefined) => readonly ReportColumn[]
  readonly opens: PlaceOf
  /** The columns that are drawn, when they are. */
  readonly drawn?: (groupBy: string) => readonly string[]
}

type Asked = Address & { readonly groupBy: string }

interface Empty {
  /** When it is empty; left out: that nothing is there. */
  readonly empty?: Bilingual
  /** What to do then, where there are no conditions to change. */
  readonly emptyText?: Bilingual
}

/** Other figures that may be shown instead, by the word in the address; `''` are those without one. */
interface Shows {
  readonly may: May
  readonly choices: Readonly<Record<string, Bilingual>>
}

type Said = typeof REPORTS
type ColumnOf<N extends ReportName> = keyof Said[N]['columns'] & string

/** A column that a definition shows: what it is called, and how it looks, the service says. */
export interface Shown<Name extends string = string> extends Pick<ReportColumn, 'from' | 'opens'> {
  readonly name: Name
}

/** What a file of `web/reports/` says of a report, where that is more than the service does. */
export interface ReportDefinition<N extends ReportName = ReportName> extends Empty {
  readonly name: N
  /** Their order, where it is not that of the service. */
  readonly groups?: readonly (keyof Said[N]['groups'] & string)[]
  readonly shows?: Shows
  /** Left out: all of the grouping but ids, fewer where there is no room. */
  readonly columns?: (address: Asked, totals: ReportRow | undefined) => readonly Shown<ColumnOf<N>>[]
  /** Left out: the record that the row is of. */
  readonly opens?: PlaceOf
  readonly drawn?: ReportSpec['drawn']
}

/** What a file of `web/reports/` exports. */
export const defineReport = <const N extends ReportName>(definition: ReportDefinition<N>): ReportDefinition<N> =>
  definition

export const groupsOf = ({ groups }: ReportSpec): readonly string[] => Object.keys(groups)

export const isPeriod = (groupBy: string) => /^(day|week|month)$/.test(groupBy)

const KEYS = /Id$|^(period|channel)$/

/** What names a row, for its key. */
export const rowKey = (row: ReportRow) =>
  Object.entries(row)
    .map(([name, value]) => (KEYS.test(name) ? (value ?? '') : ''))
    .join('/')
