/** What a file of `web/reports/` says of a report: what it asks, shows, and opens. */
import type { Address } from '../../data/address.ts'
import type { ReportName, ReportRow } from '../../data/reports.ts'
import type { May } from '../../data/session.ts'
import type { Bilingual } from '../../words/words.ts'

export type CellKind = 'text' | 'day' | 'moment' | 'count' | 'quantity' | 'money' | 'percent' | 'choice'

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
  /** Of a choice: its words, as the API calls them. */
  readonly choices?: Readonly<Record<string, Bilingual>>
  /** The width of the table from which it is shown. */
  readonly from?: number
  /** What its figure is made of. */
  readonly opens?: PlaceOf
}

export interface ReportSpec {
  /** As in its address and in the API. */
  readonly name: ReportName
  /** Among the others. */
  readonly order: number
  readonly may: May
  readonly words: Readonly<Record<'name' | 'lead' | 'empty', Bilingual>> & {
    /** What to do when it is empty, where there are no conditions to change. */
    readonly emptyText?: Bilingual
  }
  /** What it is asked for: a day, a period, or now. */
  readonly time: 'day' | 'period' | 'now'
  /** How it may be narrowed. */
  readonly narrows?: readonly ('warehouse' | 'product' | 'customer' | 'channel')[]
  /** By what it may be added up; the first is what is shown without a word in the address. */
  readonly groups?: Readonly<Record<string, Bilingual>>
  /** Other figures that may be shown instead, by the word in the address; `''` are those without one. */
  readonly shows?: { readonly may: May; readonly choices: Readonly<Record<string, Bilingual>> }
  /** The first column names the row. */
  readonly columns: (
    address: Address & { readonly groupBy: string },
    totals: ReportRow | undefined,
  ) => readonly ReportColumn[]
  readonly opens: PlaceOf
  /** The columns that are drawn, when they are. */
  readonly drawn?: (groupBy: string) => readonly string[]
}

/** What a file of `web/reports/` exports. */
export const defineReport = (spec: ReportSpec): ReportSpec => spec

export const groupsOf = ({ groups = {} }: ReportSpec): readonly string[] => Object.keys(groups)

export const isPeriod = (groupBy: string) => /^(day|week|month)$/.test(groupBy)

/** What names a row, for its key. */
export const rowKey = (row: ReportRow) =>
  ['lotId', 'period', 'documentId', 'orderId', 'productId', 'warehouseId', 'customerId', 'channel']
    .map((name) => row[name] ?? '')
    .join('/')
