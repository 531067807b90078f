/** The props of a grid. */
import type { ReactNode, Ref } from 'react'
import type { GridColumn, RowProblem } from './grid-cells.ts'
import type { GridEdits } from './grid-edits.ts'
import type { CellWords } from './grid-row.tsx'
import type { Taker } from './scanner.ts'

export interface GridProps<Row> {
  /** Lets the caller move to a cell, such as one with an error. */
  readonly handle?: Ref<GridHandle>
  readonly words: GridWords
  readonly rows: readonly Row[]
  readonly columns: readonly GridColumn<Row>[]
  readonly idOf: (row: Row) => string
  readonly nameOf: (row: Row) => string
  readonly edits: GridEdits
  readonly isPending?: boolean
  /** Whether a row is locked: it is being saved, or its save was not answered yet. */
  readonly isLocked: (id: string) => boolean
  readonly problems: ReadonlyMap<string, RowProblem>
  /**
   * Adds rows up to the given total and returns all rows. If undefined, lines pasted beyond the last row are dropped.
   */
  readonly onGrow?: (count: number) => readonly Row[]
  /** Called after a paste with the number of lines that did not fit. */
  readonly onPasted?: (linesLeft: number) => void
  /** Called with a code scanned while no code cell had the focus; the focused cell keeps its text. */
  readonly onCode: Taker['onCode']
  readonly onTail: () => void
  /** Shown instead of rows when there are none. */
  readonly children?: ReactNode
}

export interface GridWords extends CellWords {
  readonly label: string
  readonly loading: string
}

export interface GridHandle {
  goTo(row: number, column: number): void
}
