/** How far an import has come: what is left to read, then which rows are planned. Saved as JSON with what it stands for. */
import type { SourceList } from '../pages.ts'

/** A list or an object of the source that is read. */
export interface ReadStep {
  /** Under which its rows are kept: `product`, `currency`, `attributes:product`, `customentity:…`, `late:product`. */
  readonly list: string
  /** As it is asked for; what the source refused is left out from then on. */
  readonly source: SourceList
  /** The source gives one plain array instead of pages. */
  readonly isArray: boolean
  /** Where the next page begins; null: all is read, or may not be. */
  readonly offset: number | null
  /** Rows that there are in all, as the last page said; null: no page was read. */
  readonly size: number | null
  /** Distinct rows that were read. */
  readonly rows: number
  /** The size changed between two pages, or rows were missing: it is read once more. */
  readonly isUnsteady: boolean
  readonly readings: number
  /** Why it is left out: the kind of the source's error. */
  readonly skipped: string | null
}

export interface Checkpoint {
  readonly stage: 'reading' | 'planning' | 'planned'
  /** When reading began, by the clock of the database: milliseconds since 1970. */
  readonly since: number | null
  readonly steps: readonly ReadStep[]
  /** Requests so far, and for how long they and the waiting before them took: milliseconds. */
  readonly requests: number
  readonly readMs: number
  /** Pages of nested collections that did not fit into their row's page. */
  readonly extraRequests: number
  /** Of the planning: the kind of row that is next, and after which of its rows; rows so far and for how long. */
  readonly planning: { readonly step: number; readonly after: number; readonly rows: number; readonly ms: number }
  /** Rows written so far in this phase, and for how long: for the estimate. */
  readonly applying: { readonly rows: number; readonly total: number; readonly ms: number }
  /** When it was saved: milliseconds since 1970, by the clock of the database. */
  readonly savedAt: number
}
