import type { ReactNode, Ref } from 'react'
import type { GridColumn, RowProblem } from './grid-cells.ts'
import type { GridEdits } from './grid-edits.ts'
import type { CellWords } from './grid-row.tsx'
import type { Taker } from './scanner.ts'

export interface GridProps<Row> {
  /** Gives the caller a function that moves to a cell, for example to one with an error. */
  readonly handle?: Ref<GridHandle>
  readonly words: GridWords
  readonly rows: readonly Row[]
  readonly columns: readonly GridColumn<Row>[]
  readonly idOf: (row: Row) => string
  readonly nameOf: (row: Row) => string
  readonly edits: GridEdits
  readonly isPending?: boolean
  /** Whether a row is locked because its save is in progress or has not been answered. */
  readonly isLocked: (id: string) => boolean
  readonly problems: ReadonlyMap<string, RowProblem>
  /**
   * Adds empty rows until there are `count`, and returns all rows. If undefined, pasted lines beyond the last row are
   * dropped.
   */
  readonly onGrow?: (count: number) => readonly Row[]
  /** Called with a text before it is pasted. Returns whether the caller has taken it, so that no cell changes. */
  readonly onTable?: (text: string) => boolean
  /** Called after a paste with the number of pasted lines for which there were no rows. */
  readonly onPasted?: (linesLeft: number) => void
  /** Called with a barcode scanned while the current cell's column holds no codes; that cell keeps its text. */
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
