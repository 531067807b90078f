/** Determines what each cell of a grid shows, and how text typed into the cell is processed. */

import type { FigureReading } from '../../spellings/figures.ts'
import type { CellEdit, Edits } from './cell-edits.ts'
import { cornersOf, type Place, type Range } from './grid-range.ts'

export interface GridColumn<Row> {
  readonly key: string
  readonly label: string
  readonly widthPx: number
  readonly align?: 'end'
  /**
   * Whether the column takes the width that the other columns leave. If no column has this mark, the first one takes
   * it.
   */
  readonly isWide?: boolean
  /** Returns the record's value in this column, as a user would type it. */
  readonly textOf: (row: Row) => string
  /**
   * Converts typed text to the text to store, or returns what is wrong with the typed text. A column without this
   * function cannot be edited.
   */
  readonly read?: (typed: string, row: Row) => FigureReading
  /** Formats a value for display. Without this function the cell shows the value unchanged. */
  readonly show?: (text: string, row: Row) => string
  /** Formats a value for the clipboard. Without this function the value is copied unchanged. */
  readonly copied?: (text: string) => string
  /** Suggestions that the cell shows while the user types. */
  readonly options?: readonly string[]
  /** For columns with only two values: returns the value that Space changes a cell to. */
  readonly toggled?: (text: string) => string
  /**
   * Whether the column holds product codes, so that a barcode scanned while one of its cells is current is entered into
   * that cell.
   */
  readonly takesCodes?: boolean
}

/** Why the server refused to save a row: a message for the whole row, and messages for single cells by column key. */
export interface RowProblem {
  readonly text: string
  readonly cells: Readonly<Record<string, string>>
}

export interface Cell {
  /** The text of the cell as it appears in the cell's editor. */
  readonly text: string
  readonly shown: string
  readonly isChanged: boolean
  /** The message about what is wrong with the cell's text; null when the text is valid. */
  readonly problem: string | null
}

type RowEdits = Readonly<Record<string, string>> | undefined

/** Returns what a cell contains, including unsaved text typed into it. */
export function cellOf<Row>(column: GridColumn<Row>, row: Row, edits: RowEdits): Cell {
  const typed = edits?.[column.key]
  const show = (text: string) => column.show?.(text, row) ?? text
  if (typed === undefined || column.read === undefined) {
    const text = column.textOf(row)
    return { text, shown: show(text), isChanged: false, problem: null }
  }
  const reading = column.read(typed, row)
  if ('problem' in reading) return { text: typed, shown: typed, isChanged: true, problem: reading.problem }
  return { text: reading.text, shown: show(reading.text), isChanged: true, problem: null }
}

/** Whether any text typed into the row is invalid. */
export const hasProblem = <Row>(columns: readonly GridColumn<Row>[], row: Row, edits: RowEdits): boolean =>
  columns.some((column) => edits?.[column.key] !== undefined && cellOf(column, row, edits).problem !== null)

interface Sheet<Row> {
  readonly rows: readonly Row[]
  readonly columns: readonly GridColumn<Row>[]
  readonly edits: Edits
  readonly idOf: (row: Row) => string
  readonly isLocked: (id: string) => boolean
}

/**
 * Turns typed texts into unsaved changes. Cells that cannot be edited stay unchanged; a text equal to the record's
 * value removes the change.
 */
export function editsOf<Row>(sheet: Sheet<Row>, typed: readonly (Place & { readonly typed: string })[]): CellEdit[] {
  return typed.flatMap(({ row: at, column: across, typed: text }) => {
    const row = sheet.rows[at]
    const column = sheet.columns[across]
    if (row === undefined || column?.read === undefined) return []
    const id = sheet.idOf(row)
    if (sheet.isLocked(id)) return []
    const reading = column.read(text, row)
    const kept = 'problem' in reading ? text : reading.text
    return [{ row: id, column: column.key, text: kept === column.textOf(row) ? null : kept }]
  })
}

/** Returns the texts of the cells in a range, row by row. */
export function textsOf<Row>({ rows, columns, edits, idOf }: Sheet<Row>, range: Range, isCopy: boolean): string[][] {
  const { first, last } = cornersOf(range)
  return rows.slice(first.row, last.row + 1).map((row) =>
    columns.slice(first.column, last.column + 1).map((column) => {
      const { text, problem } = cellOf(column, row, edits[idOf(row)])
      return isCopy && problem === null ? (column.copied?.(text) ?? text) : text
    }),
  )
}

/** Pairs each cell of a range with the text to enter into it. */
export function everywhere(range: Range, textOf: (place: Place) => string): (Place & { readonly typed: string })[] {
  const { first, last } = cornersOf(range)
  const all: (Place & { typed: string })[] = []
  for (let row = first.row; row <= last.row; row += 1)
    for (let column = first.column; column <= last.column; column += 1)
      all.push({ row, column, typed: textOf({ row, column }) })
  return all
}
