/**
 * An import's progress: what is left to read, and which rows are planned. Saved as JSON together with the rows that it
 * describes.
 */
import type { EntityType } from '../mapping/plan.ts'
import type { SourceList } from '../pages.ts'
import type { SourceErrorKind } from '../source-errors.ts'

/** Reading one list of the source. */
export interface ReadStep {
  /** The name under which its rows are stored: `product`, `currency`, `attributes:product`, `customentity:…`. */
  readonly list: string
  /** The list's query; options that the source refused stay off. */
  readonly source: SourceList
  readonly kind: ReadKind
  /** The offset of the next page; null: the list is finished or skipped. */
  readonly offset: number | null
  /** The list's total number of rows, from its last page; null: no page was read yet. */
  readonly size: number | null
  /** Distinct rows read so far. */
  readonly rows: number
  /** Pages read, and additional requests for nested rows that were not on the pages. */
  readonly pages: number
  readonly extraRequests: number
  /** The size changed between two pages, so rows may be missing. */
  readonly isUnsteady: boolean
  readonly readings: number
  /** Why the list is skipped: the kind of the source's error. */
  readonly skipped: string | null
  /** Rows without an id in the last reading. */
  readonly unreadable?: number
  /** Rows whose nested lists could not be read completely, and why. */
  readonly troubles?: Readonly<Record<string, SourceErrorKind>>
}

/**
 * - `entity`: records to transfer.
 * - `settings`: lists that explain these records.
 * - `array`: the same, in one plain array.
 * - `late`: records that changed while their list was read.
 * - `names`: names for ids in the report, one request for each list.
 * - `rights`: what the user may see.
 */
export type ReadKind = 'entity' | 'settings' | 'array' | 'late' | 'names' | 'rights'

export interface Checkpoint {
  readonly stage: 'reading' | 'planning' | 'planned'
  /** When reading began, by the database's clock, in milliseconds since 1970. */
  readonly since: number | null
  /** In reading order; empty before the first turn. */
  readonly steps: readonly ReadStep[]
  /** Requests so far, and the milliseconds that they and their waits took. */
  readonly requests: number
  readonly readMs: number
  /**
   * Planning: the next kind's index in `ENTITY_TYPES`, the last planned row of that kind, and the rows and time so far.
   */
  readonly planning: {
    readonly step: number
    readonly after: number
    readonly rows: number
    readonly ms: number
    /** Whether the note about the whole account was already added to a row. */
    readonly isAssumptionTold?: boolean
  }
  /** Writing: finished rows, all rows to write, the time so far, and the kind of the last rows. */
  readonly applying: {
    readonly rows: number
    readonly total: number
    readonly ms: number
    readonly entity: EntityType | null
  }
  /** When the checkpoint was saved, by the database's clock, in milliseconds since 1970. */
  readonly savedAt: number
}

/** The checkpoint of an import that has not begun. */
export const EMPTY_CHECKPOINT: Checkpoint = {
  ...{ stage: 'reading', since: null, steps: [], requests: 0, readMs: 0 },
  planning: { step: 0, after: -1, rows: 0, ms: 0 },
  applying: { rows: 0, total: 0, ms: 0, entity: null },
  savedAt: 0,
}
