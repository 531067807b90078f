/** The result of planning a row of a table: the command to run, or the problems of the row. */
import type { Command } from '../commands/define.ts'
import type { Cell } from './cells.ts'
import type { ImportColumn, ImportOptions, PlannedAct } from './import-records.ts'
import type { RowProblem } from './row-problems.ts'
import type { ImportKind } from './targets.ts'

/** A record that must be created before the row can be written. */
export type Need =
  | { readonly what: 'price type'; readonly name: string }
  | { readonly what: 'filter value'; readonly name: string; readonly filter: string }

export interface PlannedCommand {
  readonly command: Command
  readonly params: Readonly<Record<string, string>>
  /** The command's body, in the form that the command's rules expect. */
  readonly body: unknown
  /** Whether a new record must be archived right after it is created. */
  readonly isArchived: boolean
}

export interface RowPlan {
  readonly plan: PlannedAct
  /** The problems found. If the row will be written, they are warnings. */
  readonly problems: readonly RowProblem[]
  /** The command to run. Null when nothing has to be written, or when another record must be created first. */
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

export const UNCHANGED: RowPlan = { plan: 'unchanged', problems: [], order: null, needs: [] }

export const problemPlan = (problems: readonly RowProblem[]): RowPlan => ({
  plan: 'problem',
  problems,
  order: null,
  needs: [],
})
