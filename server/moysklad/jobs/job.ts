/** An import job: its states, options and progress. Source: S-IMPORT-6, S-IMPORT-7. */
import type { EntityType } from '../mapping/plan.ts'
import type { Checkpoint } from './checkpoint.ts'

export const JOB_STATUSES = ['previewing', 'ready', 'applying', 'paused', 'failed', 'cancelled', 'done'] as const
export type JobStatus = (typeof JOB_STATUSES)[number]

/** The states in which a worker continues the import. */
export const WORKING: readonly JobStatus[] = ['previewing', 'applying']
/** The final states. In any other state, the import counts as unfinished. */
export const FINISHED: readonly JobStatus[] = ['cancelled', 'done']

/** The phases of an import: `preview` reads and plans, `apply` writes. */
export type JobPhase = 'preview' | 'apply'

export interface JobOptions {
  readonly products: boolean
  readonly partners: boolean
  readonly warehouses: boolean
  readonly organizations: boolean
  readonly purchases: boolean
}

/** The number of rows by planned action and by outcome. */
export interface JobCounts {
  readonly create: number
  readonly update: number
  readonly unchanged: number
  /** The number of rows that cannot be transferred. Each of these rows states the reason. */
  readonly problem: number
  readonly written: number
  /** The number of rows that could not be written. */
  readonly failed: number
}

/** The reason why a job has stopped or is waiting, with a sentence for users in both languages. */
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
/** The status of a row. `planned`: the row will be written. `skipped`: there is nothing to write. */
export type RowStatus = 'planned' | 'written' | 'failed' | 'skipped'

/** The rows that an import is working on: rows of a kind, or the settings needed to understand them. */
export type ProgressEntity = EntityType | 'settings'
