/** How far an import has come: what is left to read, then which rows are planned. Saved as JSON with what it stands for. */
import type { EntityType } from '../mapping/plan.ts'
import type { SourceList } from '../pages.ts'
import type { SourceErrorKind } from '../source-errors.ts'

/** A list of the source that is read. */
export interface ReadStep {
  /** Under which its rows are kept: `product`, `currency`, `attributes:product`, `customentity:…`. */
  readonly list: string
  /** As it is asked for; what the source refused is left out from then on. */
  readonly source: SourceList
  readonly kind: ReadKind
  /** Where the next page begins; null: all is read, or may not be. */
  readonly offset: number | null
  /** Rows that there are in all, as the last page said; null: no page was read. */
  readonly size: number | null
  /** Distinct rows that were read. */
  readonly rows: number
  /** Pages that were read, and requests besides for nested rows that did not fit into them. */
  readonly pages: number
  readonly extraRequests: number
  /** The size changed between two pages: what was read may not be all. */
  readonly isUnsteady: boolean
  readonly readings: number
  /** Why it is left out: the kind of the source's error. */
  readonly skipped: string | null
  /** Rows without an id, of the last reading. */
  readonly unreadable?: number
  /** Rows whose nested lists could not be read to the end, and why. */
  readonly troubles?: Readonly<Record<string, SourceErrorKind>>
}

/**
 * `entity`: records that are transferred. `settings`: what explains them. `array`: the same, in one plain array. `late`: records that
 * changed while their list was read. `names`: what ids in the report are called, one request for each. `rights`: what the user may see.
 */
export type ReadKind = 'entity' | 'settings' | 'array' | 'late' | 'names' | 'rights'

export interface Checkpoint {
  readonly stage: 'reading' | 'planning' | 'planned'
  /** When reading began, by the clock of the database: milliseconds since 1970. */
  readonly since: number | null
  /** In the order in which they are read; empty before the first turn. */
  readonly steps: readonly ReadStep[]
  /** Requests so far, and for how long they and the waiting before them took: milliseconds. */
  readonly requests: number
  readonly readMs: number
  /** Of the planning: which kind is next (`PLAN_ORDER`), after which of its rows; and for how long it took so far. */
  readonly planning: {
    readonly step: number
    readonly after: number
    readonly rows: number
    readonly ms: number
    /** What is said once for the whole import was said. */
    readonly isAssumptionTold?: boolean
  }
  /** Of the writing: rows that are done, of how many, for how long it took, and of which kind the last ones were. */
  readonly applying: {
    readonly rows: number
    readonly total: number
    readonly ms: number
    readonly entity: EntityType | null
  }
  /** When it was saved, by the clock of the database: milliseconds since 1970. */
  readonly savedAt: number
}

/** Of an import of which nothing was done. */
export const EMPTY_CHECKPOINT: Checkpoint = {
  ...{ stage: 'reading', since: null, steps: [], requests: 0, readMs: 0 },
  planning: { step: 0, after: -1, rows: 0, ms: 0 },
  applying: { rows: 0, total: 0, ms: 0, entity: null },
  savedAt: 0,
}
