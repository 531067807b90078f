/** An import: its states, its options and its progress. Source: S-IMPORT-6, S-IMPORT-7. */
import type { EntityType } from '../mapping/plan.ts'
import type { Checkpoint } from './checkpoint.ts'

export const JOB_STATUSES = ['previewing', 'ready', 'applying', 'paused', 'failed', 'cancelled', 'done'] as const
export type JobStatus = (typeof JOB_STATUSES)[number]

/** States in which a worker continues the import. */
export const WORKING: readonly JobStatus[] = ['previewing', 'applying']
/** Final states; in all others the company has an unfinished import. */
export const FINISHED: readonly JobStatus[] = ['cancelled', 'done']

/** `preview` reads and plans, `apply` writes. */
export type JobPhase = 'preview' | 'apply'

export interface JobOptions {
  readonly products: boolean
  readonly partners: boolean
  readonly warehouses: boolean
  readonly organizations: boolean
  readonly purchases: boolean
}

/** Rows by planned action, and by outcome. */
export interface JobCounts {
  readonly create: number
  readonly update: number
  readonly unchanged: number
  /** Rows that cannot be transferred; each row says why. */
  readonly problem: number
  readonly written: number
  /** Rows whose writing failed. */
  readonly failed: number
}

/** Why a job stopped, or waits. */
export interface JobError {
  readonly kind: string
  readonly ru: string
  readonly en: string
}

export interface Job {
  readonly id: string
  readonly status: JobStatus
  readonly phase: JobPhase
  readonly options: JobOptions
  readonly accountId: string
  readonly createdAt: Date
  readonly createdBy: { readonly id: string; readonly name: string }
  readonly startedAt: Date | null
  readonly finishedAt: Date | null
  readonly error: JobError | null
  readonly pausedUntil: Date | null
  readonly setbacks: number
  readonly checkpoint: Checkpoint
  readonly version: number
  readonly rowCount: number
  readonly counts: JobCounts
}

export type RowAction = 'create' | 'update' | 'unchanged' | 'problem'
/** `planned`: the row will be written. `skipped`: there is nothing to write. */
export type RowStatus = 'planned' | 'written' | 'failed' | 'skipped'

/** What an import is working on: a kind of row, or the settings that explain rows. */
export type ProgressEntity = EntityType | 'settings'
