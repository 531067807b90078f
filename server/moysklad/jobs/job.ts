/** What an import is: its states, what it imports, and how far it has come. Source: S-IMPORT-6, S-IMPORT-7. */
import type { EntityType } from '../mapping/plan.ts'
import type { Checkpoint } from './checkpoint.ts'

export const JOB_STATUSES = ['previewing', 'ready', 'applying', 'paused', 'failed', 'cancelled', 'done'] as const
export type JobStatus = (typeof JOB_STATUSES)[number]

/** In these a worker goes on with it. */
export const WORKING: readonly JobStatus[] = ['previewing', 'applying']
/** These are over; in all others a company has an unfinished import. */
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

/** Rows by what was planned for them, and what became of those. */
export interface JobCounts {
  readonly create: number
  readonly update: number
  readonly unchanged: number
  /** Not to be transferred; the row says why. */
  readonly problem: number
  readonly written: number
  /** Were to be written and could not be. */
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
/** `planned`: it will be written. `skipped`: there is nothing to write. */
export type RowStatus = 'planned' | 'written' | 'failed' | 'skipped'

/** What an import is at: the kinds of rows, and what it reads to understand them. */
export type ProgressEntity = EntityType | 'settings'
