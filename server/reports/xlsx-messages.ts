/** The messages between the service and the thread that creates a spreadsheet. */
import type { Language } from '../domain/languages.ts'
import type { Column } from './columns.ts'
import type { ReportRow } from './reports-sql.ts'

type SheetColumn = Pick<Column, 'kind' | 'isTotalled' | 'isUnit' | 'percentOf'> & {
  /** The column's name in JSON. Columns of ids (`productId`) are moved to the end of a sheet. */
  readonly name: string
  readonly title: string
}

export interface Sheet {
  readonly name: string
  readonly columns: readonly SheetColumn[]
  /** True when the last rows of the sheet show totals. */
  readonly hasTotals: boolean
}

export interface Book {
  readonly timeZone: string
  readonly language: Language
  readonly sheets: readonly Sheet[]
}

/** A message with rows to add to one of the sheets; null after the last rows. */
export type SheetMessage = { readonly sheet: number; readonly rows: readonly ReportRow[] } | null

/** The thread's acknowledgement that it has processed a message. */
export const TAKEN = 'taken'
/** The thread's messages to the service. The last message contains the bytes of the file. */
export type SheetAnswer = typeof TAKEN | Uint8Array<ArrayBuffer>
