/** Columns and cells of a grid: what a cell shows, and what becomes of what is typed into it. */

import type { FigureReading } from '../../spellings/figures.ts'
import type { CellEdit, Edits } from './cell-edits.ts'
import { cornersOf, type Place, type Range } from './grid-range.ts'

export interface GridColumn<Row> {
  readonly key: string
  readonly label: string
  readonly widthPx: number
  readonly align?: 'end'
  /** Takes the room that is left; without such a column the first one does. */
  readonly isWide?: boolean
  /** What the record has, as it would be typed. */
  readonly textOf: (row: Row) => string
  /** What was typed, as it is kept, or why it cannot be. A column without it is not edited. */
  readonly read?: (typed: string, row: Row) => FigureReading
  /** A text of the record, as it is shown; left out it is shown as it is. */
  readonly show?: (text: string, row: Row) => string
  /** As a spreadsheet takes it; left out it is copied as it is. */
  readonly copied?: (text: string) => string
  /** What is offered while one types. */
  readonly options?: readonly string[]
  /** What Space makes of it, where there are two values alone. */
  readonly toggled?: (text: string) => string
  /** Codes belong here: what is scanned into a cell of it is typed there. */
  readonly takesCodes?: boolean
}

/** Why the service did not take a row: of the row, or of cells by the keys of their columns. */
export interface RowProblem {
  readonly text: string
  readonly cells: Readonly<Record<string, string>>
}

export interface Cell {
  /** As it is edited. */
  readonly text: string
  readonly shown: string
  readonly isChanged: boolean
  /** null: nothing is wrong with it. */
  readonly problem: string | null
}

type RowEdits = Readonly<Record<string, string>> | undefined

/** What a cell shows, with what was typed into it. */
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

/** Whether something that was typed into a row cannot be kept. */
export const hasProblem = <Row>(columns: readonly GridColumn<Row>[], row: Row, edits: RowEdits): boolean =>
  columns.some((column) => edits?.[column.key] !== undefined && cellOf(column, row, edits).problem !== null)

interface Sheet<Row> {
  readonly rows: readonly Row[]
  readonly columns: readonly GridColumn<Row>[]
  readonly edits: Edits
  readonly idOf: (row: Row) => string
  readonly isLocked: (id: string) => boolean
}

/** The edits that typing makes; what cannot be edited is left as it is. What is as the record has it is no edit. */
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

/** The texts of a range, line by line. */
export function textsOf<Row>({ rows, columns, edits, idOf }: Sheet<Row>, range: Range, isCopy: boolean): string[][] {
  const { first, last } = cornersOf(range)
  return rows.slice(first.row, last.row + 1).map((row) =>
    columns.slice(first.column, last.column + 1).map((column) => {
      const { text, problem } = cellOf(column, row, edits[idOf(row)])
      return isCopy && problem === null ? (column.copied?.(text) ?? text) : text
    }),
  )
}

/** The same text for each cell of a range. */
export function everywhere(range: Range, textOf: (place: Place) => string): (Place & { readonly typed: string })[] {
  const { first, last } = cornersOf(range)
  const all: (Place & { typed: string })[] = []
  for (let row = first.row; row <= last.row; row += 1)
    for (let column = first.column; column <= last.column; column += 1)
      all.push({ row, column, typed: textOf({ row, column }) })
  return all
}
