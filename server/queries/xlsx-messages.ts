/** What the thread that makes a spreadsheet is told, and what it answers. */
import type { Language } from '../domain/languages.ts'
import type { ReportRow } from '../store/reports.ts'
import type { Column } from './report-columns.ts'

export interface Sheet {
  readonly name: string
  readonly timeZone: string
  readonly columns: readonly (Pick<Column, 'kind' | 'isTotalled'> & { readonly title: string })[]
  /** A last row adds up, with its word in this language; null: there is none. */
  readonly totalsIn: Language | null
}

/** Rows to be added; null after the last ones. */
export type SheetMessage = readonly ReportRow[] | null

/** A message was taken in. */
export const TAKEN = 'taken'
/** In the end the bytes of the file. */
export type SheetAnswer = typeof TAKEN | Uint8Array<ArrayBuffer>
