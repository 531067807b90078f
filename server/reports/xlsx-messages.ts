/** What the thread that makes a spreadsheet is told, and what it answers. */
import type { Language } from '../domain/languages.ts'
import type { Column } from './columns.ts'
import type { ReportRow } from './reports-sql.ts'

type SheetColumn = Pick<Column, 'kind' | 'isTotalled' | 'isUnit' | 'percentOf'> & {
  /** As in JSON; ids (`productId`) come last in a sheet. */
  readonly name: string
  readonly title: string
}

export interface Sheet {
  readonly name: string
  readonly columns: readonly SheetColumn[]
  /** Last rows add up what can be added up. */
  readonly hasTotals: boolean
}

export interface Book {
  readonly timeZone: string
  readonly language: Language
  readonly sheets: readonly Sheet[]
}

/** Rows to be added to one of the sheets; null after the last ones. */
export type SheetMessage = { readonly sheet: number; readonly rows: readonly ReportRow[] } | null

/** A message was taken in. */
export const TAKEN = 'taken'
/** In the end the bytes of the file. */
export type SheetAnswer = typeof TAKEN | Uint8Array<ArrayBuffer>
