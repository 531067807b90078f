/** What a sheet is given. */
import type { ReactNode, Ref } from 'react'
import type { GridColumn, RowProblem } from './grid-cells.ts'
import type { GridEdits } from './grid-edits.ts'
import type { CellWords } from './grid-row.tsx'
import type { Taker } from './scanner.ts'

export interface GridProps<Row> {
  /** To lead to a cell, such as one with an error. */
  readonly handle?: Ref<GridHandle>
  readonly words: GridWords
  readonly rows: readonly Row[]
  readonly columns: readonly GridColumn<Row>[]
  readonly idOf: (row: Row) => string
  readonly nameOf: (row: Row) => string
  readonly edits: GridEdits
  readonly isPending?: boolean
  /** A row that is being saved, or of which nobody knows whether it was. */
  readonly isLocked: (id: string) => boolean
  readonly problems: ReadonlyMap<string, RowProblem>
  /** Makes more rows, for so many in all, and gives them; left out, what is pasted beyond the last row falls away. */
  readonly onGrow?: (count: number) => readonly Row[]
  /** So many of the lines that were pasted had no room. */
  readonly onPasted?: (linesLeft: number) => void
  /** A code that was scanned while no cell for codes had the focus: whatever cell has it stays as it was. */
  readonly onCode: Taker['onCode']
  readonly onTail: () => void
  /** In place of rows, when there are none. */
  readonly children?: ReactNode
}

export interface GridWords extends CellWords {
  readonly label: string
  readonly loading: string
}

export interface GridHandle {
  goTo(row: number, column: number): void
}
