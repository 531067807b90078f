import type { ReactNode, Ref } from 'react'
import type { GridColumn, RowProblem } from './grid-cells.ts'
import type { GridEdits } from './grid-edits.ts'
import type { CellWords } from './grid-row.tsx'
import type { Taker } from './scanner.ts'

export interface GridProps<Row> {
  /** Receives a function with which the caller can move to a cell, for example to one with an error. */
  readonly handle?: Ref<GridHandle>
  readonly words: GridWords
  readonly rows: readonly Row[]
  readonly columns: readonly GridColumn<Row>[]
  readonly idOf: (row: Row) => string
  readonly nameOf: (row: Row) => string
  readonly edits: GridEdits
  readonly isPending?: boolean
  /** Whether a row cannot be edited, because a request to save it is in progress or got no response. */
  readonly isLocked: (id: string) => boolean
  readonly problems: ReadonlyMap<string, RowProblem>
  /**
   * Adds empty rows until the grid has `count` rows, and returns all rows. If undefined, pasted lines beyond the last
   * row are dropped.
   */
  readonly onGrow?: (count: number) => readonly Row[]
  /**
   * Called with a text before it is pasted. If it returns true, the caller has handled the text, and the grid pastes
   * nothing.
   */
  readonly onTable?: (text: string) => boolean
  /** Called after a paste with the number of pasted lines that did not fit into the grid. */
  readonly onPasted?: (linesLeft: number) => void
  /** Called with a scanned barcode if the column of the current cell is not for codes. The cell keeps its text. */
  readonly onCode: Taker['onCode']
  readonly onTail: () => void
  /** What to show when the grid has no rows. */
  readonly children?: ReactNode
}

export interface GridWords extends CellWords {
  readonly label: string
  readonly loading: string
}

export interface GridHandle {
  goTo(row: number, column: number): void
}
