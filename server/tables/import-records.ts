/** Defines how table imports are stored. */

import type { Language } from '../domain/languages.ts'
import type { Actor } from '../engine/request.ts'
import type { Cell } from './cells.ts'
import type { TableFault } from './reading.ts'
import type { RowProblem } from './row-problems.ts'
import type { ImportKind, MatchField } from './targets.ts'

export const STATUSES = ['uploaded', 'planning', 'ready', 'applying', 'paused', 'done', 'cancelled', 'failed'] as const
export type ImportStatus = (typeof STATUSES)[number]

export const PLANS = ['create', 'update', 'unchanged', 'problem'] as const
export type PlannedAct = (typeof PLANS)[number]

export interface ImportColumn {
  readonly header: string
  /** Some of the cells below the column's header, to show as examples. */
  readonly samples: readonly string[]
  /** The target that we propose for the column; null when it cannot be guessed. */
  readonly proposed: string | null
  /** The target that the user chose; null when the column is to be ignored. */
  readonly target: string | null
}

export interface ImportOptions {
  /** The field by which rows are matched to existing records; null until it is known. */
  readonly matchBy: MatchField | null
  readonly create: boolean
  readonly update: boolean
  /** Whether to create price types, filters and filter values that the company does not have yet. */
  readonly createMissing: boolean
  /** The warehouse that receives opening stock. Used only by imports of opening stock. */
  readonly warehouseId: string | null
  readonly supplier: string | null
}

export interface TableImport {
  readonly id: string
  readonly kind: ImportKind
  readonly status: ImportStatus
  readonly fileName: string
  readonly sha256: string
  readonly size: number
  readonly language: Language
  readonly sheets: readonly string[]
  readonly sheet: string | null
  readonly headerRow: number
  readonly columns: readonly ImportColumn[]
  readonly options: ImportOptions
  readonly fault: TableFault | null
  readonly version: number
  readonly rowCount: number
  /** The number of the last row that was applied. */
  readonly position: number
  readonly actor: Actor | null
  readonly createdAt: string
  readonly updatedAt: string
  readonly createdBy: Actor
}

export interface ImportRow {
  readonly row: number
  readonly plan: PlannedAct
  readonly outcome: 'applied' | 'failed' | null
  readonly cells: readonly Cell[]
  readonly problems: readonly RowProblem[]
  readonly recordId: string | null
}

export interface ImportCounts {
  readonly create: number
  readonly update: number
  readonly unchanged: number
  readonly problem: number
  /** How many of the rows to create or update have warnings. */
  readonly warned: number
  readonly applied: number
  readonly failed: number
}
