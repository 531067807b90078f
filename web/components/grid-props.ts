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
  /** Whether a row is locked because a request to save it is in progress or got no response. */
  readonly isLocked: (id: string) => boolean
  readonly problems: ReadonlyMap<string, RowProblem>
  /**
   * Adds empty rows until there are `count`, and returns all rows. If undefined, pasted lines beyond the last row are
   * dropped.
   */
  readonly onGrow?: (count: number) => readonly Row[]
  /**
   * Called with text before it is pasted. Returns whether the caller has handled the text, so that nothing is pasted.
   */
  readonly onTable?: (text: string) => boolean
  /** Called after a paste with the number of pasted lines for which there were no rows. */
  readonly onPasted?: (linesLeft: number) => void
  /**
   * Called with a barcode that was scanned while the current cell's column contains no codes; the cell keeps its text.
   */
  readonly onCode: Taker['onCode']
  readonly onTail: () => void
  /** What to show when there are no rows. */
  readonly children?: ReactNode
}

export interface GridWords extends CellWords {
  readonly label: string
  readonly loading: string
}

export interface GridHandle {
  goTo(row: number, column: number): void
}
