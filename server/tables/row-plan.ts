/** What planning a row of a table gives: what is to be done, or what is wrong. */
import type { Command } from '../commands/define.ts'
import type { Cell } from './cells.ts'
import type { ImportColumn, ImportOptions, PlannedAct } from './import-records.ts'
import type { RowProblem } from './row-problems.ts'
import type { ImportKind } from './targets.ts'

/** A record that must be there before the row can be written. */
export type Need =
  | { readonly what: 'price type'; readonly name: string }
  | { readonly what: 'filter value'; readonly name: string; readonly filter: string }

export interface PlannedCommand {
  readonly command: Command
  readonly params: Readonly<Record<string, string>>
  /** As rules read it. */
  readonly body: unknown
  /** A new record that is to be in the archive. */
  readonly isArchived: boolean
}

export interface RowPlan {
  readonly plan: PlannedAct
  /** Of a row that is to be written: what is worth a look. */
  readonly problems: readonly RowProblem[]
  /** null: there is nothing to be written, or something must be made first. */
  readonly order: PlannedCommand | null
  readonly needs: readonly Need[]
}

export interface Table {
  readonly kind: ImportKind
  readonly columns: readonly ImportColumn[]
  readonly options: ImportOptions
}

export interface TableRowToPlan {
  readonly row: number
  readonly cells: readonly Cell[]
}

export const problemPlan = (problems: readonly RowProblem[]): RowPlan => ({
  plan: 'problem',
  problems,
  order: null,
  needs: [],
})
