/**
 * An import's progress: the lists that are still to be read, and the rows that are planned. It is saved as JSON in the
 * same transaction as the rows it describes.
 */
import type { EntityType } from '../mapping/plan.ts'
import type { SourceList } from '../pages.ts'
import type { SourceErrorKind } from '../source-errors.ts'

/** The progress of reading one of MoySklad's lists. */
export interface ReadStep {
  /**
   * The name under which the list's rows are stored, such as `product`, `currency`, `attributes:product` or
   * `customentity:…`.
   */
  readonly list: string
  /** The list's query. Options that MoySklad has refused are left out of it. */
  readonly source: SourceList
  readonly kind: ReadKind
  /** The offset of the next page; null when the list is finished or skipped. */
  readonly offset: number | null
  /** The list's total number of rows, as stated by the last page read; null before the first page. */
  readonly size: number | null
  /** The number of distinct rows read so far. */
  readonly rows: number
  /** The number of pages read, and of additional requests for nested rows that the pages did not contain. */
  readonly pages: number
  readonly extraRequests: number
  /** Whether the list's size changed between two pages, so that rows may have been missed. */
  readonly isUnsteady: boolean
  readonly readings: number
  /** Why the list is skipped: the kind of error that MoySklad returned. Null when the list is not skipped. */
  readonly skipped: string | null
  /** The number of rows without an id when the list was last read. */
  readonly unreadable?: number
  /** The rows whose nested lists could not be read completely, and the reason for each. */
  readonly troubles?: Readonly<Record<string, SourceErrorKind>>
}

/**
 * The purpose for which a list is read.
 * - `entity`: its records are transferred.
 * - `settings`: its rows are needed to understand these records.
 * - `array`: the same as `settings`, but MoySklad returns the list as one plain array.
 * - `late`: its records changed while their list was being read.
 * - `names`: the report shows its names instead of ids; one request per list.
 * - `rights`: it states what the token's user may see.
 */
export type ReadKind = 'entity' | 'settings' | 'array' | 'late' | 'names' | 'rights'

export interface Checkpoint {
  readonly stage: 'reading' | 'planning' | 'planned'
  /**
   * The time at which reading began, by the database's clock, in milliseconds since 1970; null until reading begins.
   */
  readonly since: number | null
  /** The steps in reading order; empty before the first turn. */
  readonly steps: readonly ReadStep[]
  /** The number of requests so far, and how many milliseconds they took, including waits. */
  readonly requests: number
  readonly readMs: number
  /**
   * The progress of planning: the index of the next kind in `ENTITY_TYPES`, the last planned row of that kind, and the
   * rows and time so far.
   */
  readonly planning: {
    readonly step: number
    readonly after: number
    readonly rows: number
    readonly ms: number
    /**
     * Whether some row already contains the note about an assumption for the whole account, which is reported only
     * once.
     */
    readonly isAssumptionTold?: boolean
  }
  /**
   * The progress of writing: how many rows are finished and how many there are in total, the time so far, and the kind
   * of the rows written last.
   */
  readonly applying: {
    readonly rows: number
    readonly total: number
    readonly ms: number
    readonly entity: EntityType | null
  }
  /** When the checkpoint was saved, by the database's clock, in milliseconds since 1970. */
  readonly savedAt: number
}

/** The checkpoint of an import that has not started yet. */
export const EMPTY_CHECKPOINT: Checkpoint = {
  ...{ stage: 'reading', since: null, steps: [], requests: 0, readMs: 0 },
  planning: { step: 0, after: -1, rows: 0, ms: 0 },
  applying: { rows: 0, total: 0, ms: 0, entity: null },
  savedAt: 0,
}
