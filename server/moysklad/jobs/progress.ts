/**
 * Computes an import's progress and estimates its remaining time, from the sizes of the lists, the request limits and
 * the speed so far.
 */
import { SOURCE_ENTITIES } from '../mapping/map-row.ts'
import type { EntityType } from '../mapping/plan.ts'
import { ENTITY_TYPES } from '../mapping/plan.ts'
import type { Checkpoint } from './checkpoint.ts'
import { type Job, type ProgressEntity, WORKING } from './job.ts'
import { nextStep, requestsLeft } from './read-steps.ts'

export interface Progress {
  readonly stage: 'reading' | 'planning' | 'applying'
  /** The kind of rows that the import is processing now; null when nothing is left to do. */
  readonly entity: ProgressEntity | null
  /** How many rows of the current kind are finished. */
  readonly done: number
  /** How many rows of the current kind there are; null when not known yet. */
  readonly total: number | null
  /** The progress of the whole phase, from 0 to 100. */
  readonly percent: number
  /** The estimated remaining time in seconds; null when the import is not running or has not started. */
  readonly estimatedRemainingSeconds: number | null
}

export interface ProgressCircumstances {
  /** The limiter's minimum number of milliseconds between two requests. */
  readonly gapMs: number
  /** The database's current time, at least approximately. */
  readonly now: Date
}

/**
 * The assumed time per row in milliseconds, on the thread and in the database. It is used until the actual time has
 * been measured.
 */
const PLAN_ROW_MS = 0.55
const APPLY_ROW_MS = 4
/** The number of requests after which the estimate uses their measured duration as well as the limiter's minimum. */
const MEASURED_REQUESTS = 3

/** Returns a job's current progress in its phase. */
export function progressOf(job: Job, { gapMs, now }: ProgressCircumstances): Progress {
  const { checkpoint, phase, status } = job
  if (status === 'done' || status === 'ready') {
    const stage = phase === 'apply' ? 'applying' : 'planning'
    const rows = { done: job.rowCount, total: job.rowCount }
    return { stage, entity: null, ...rows, percent: 100, estimatedRemainingSeconds: null }
  }
  const at = phase === 'apply' ? applyingOf(checkpoint) : previewOf(checkpoint, gapMs)
  const { stage, entity, done, total, doneMs, leftMs } = at
  const passedMs = checkpoint.savedAt === 0 ? 0 : Math.max(0, now.getTime() - checkpoint.savedAt)
  const waitMs = job.pausedUntil === null ? 0 : Math.max(0, job.pausedUntil.getTime() - now.getTime())
  const remainingMs = waitMs > 0 ? waitMs + leftMs : Math.max(0, leftMs - passedMs)
  const isRunning = WORKING.includes(status) && checkpoint.steps.length > 0
  const share = doneMs + leftMs === 0 ? 0 : doneMs / (doneMs + leftMs)
  return {
    ...{ stage, entity, done, total },
    percent: Math.min(99, Math.floor(share * 100)),
    estimatedRemainingSeconds: isRunning ? Math.ceil(remainingMs / 1_000) : null,
  }
}

interface At {
  readonly stage: Progress['stage']
  readonly entity: ProgressEntity | null
  readonly done: number
  readonly total: number | null
  readonly doneMs: number
  readonly leftMs: number
}

function previewOf(checkpoint: Checkpoint, gapMs: number): At {
  const { steps, requests, readMs, planning } = checkpoint
  const left = checkpoint.steps.length === 0 ? 1 : requestsLeft(checkpoint)
  const requestMs = requests < MEASURED_REQUESTS ? gapMs : Math.max(readMs / requests, 1)
  const rows = rowsIn(checkpoint)
  const rowMs = planning.rows < 500 ? PLAN_ROW_MS : planning.ms / planning.rows
  const planLeftMs = checkpoint.stage === 'planned' ? 0 : Math.max(0, rows - planning.rows) * rowMs
  const times = { doneMs: readMs + planning.ms, leftMs: left * requestMs + planLeftMs }
  if (checkpoint.stage !== 'reading') {
    const entity = ENTITY_TYPES[Math.min(planning.step, ENTITY_TYPES.length - 1)]!
    return { stage: 'planning', entity, done: planning.rows, total: Math.max(rows, planning.rows), ...times }
  }
  const step = nextStep(steps)
  const entity = step === null ? 'settings' : entityOf(step.list)
  return { stage: 'reading', entity, done: step?.rows ?? 0, total: step?.size ?? null, ...times }
}

/** Returns the number of rows that the report will have, as far as the sizes of the lists are known. */
function rowsIn({ steps }: Checkpoint): number {
  const counted = steps.filter(
    ({ kind, list }) => kind === 'entity' || kind === 'array' || list.startsWith('attributes:'),
  )
  return counted.reduce((sum, { rows, size }) => sum + Math.max(rows, size ?? 0), 0)
}

function applyingOf({ applying }: Checkpoint): At {
  const { rows, total, ms, entity } = applying
  const rowMs = rows < 100 ? APPLY_ROW_MS : ms / rows
  const left = Math.max(0, total - rows)
  return { stage: 'applying', entity, done: rows, total, doneMs: ms, leftMs: left * rowMs }
}

function entityOf(list: string): ProgressEntity {
  if (list === 'pricetype') return 'price_type'
  const found = Object.entries(SOURCE_ENTITIES).find(([, { entity }]) => entity === list)
  return (found?.[0] as EntityType | undefined) ?? 'settings'
}
