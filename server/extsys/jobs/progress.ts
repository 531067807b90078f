/** How far an import has come, and how long it will still take: from the sizes of the lists, the pace, and how it went so far. */

import { CREATION_ORDER } from '../mapping/commands.ts'
import { SOURCE_ENTITIES } from '../mapping/map-row.ts'
import type { EntityType } from '../mapping/plan.ts'
import type { Checkpoint } from './checkpoint.ts'
import type { Job } from './job.ts'
import { nextStep, requestsLeft } from './read-steps.ts'

/** What an import is at: a kind of rows, or what explains them. */
export type ProgressEntity = EntityType | 'settings'

export interface Progress {
  readonly stage: 'reading' | 'planning' | 'ready' | 'applying' | 'done'
  readonly entity: ProgressEntity
  /** Rows of it that are done, and that there are: as far as is known. */
  readonly done: number
  readonly total: number
  /** Of the whole phase, 0 to 100. */
  readonly percent: number
  /** null: it does not run, or nothing is known yet. */
  readonly estimatedRemainingSeconds: number | null
}

/** Before there is a measurement: thread and database, for a row. */
const PLAN_ROW_MS = 0.8
const APPLY_ROW_MS = 4
/** From so many requests on their own time counts, and not the pace alone. */
const MEASURED_REQUESTS = 3

/** As of now, by the clock of the database. `gapMs`: from one request to the next. */
export function progressOf(job: Job, { gapMs, now }: { gapMs: number; now: number }): Progress {
  const { checkpoint, phase } = job
  const at = phase === 'apply' ? applyingOf(checkpoint) : previewOf(checkpoint, gapMs)
  const isRunning = job.status === 'previewing' || job.status === 'applying'
  const passedMs = checkpoint.savedAt === 0 ? 0 : Math.max(0, now - checkpoint.savedAt)
  const waitMs = job.pausedUntil === null ? 0 : Math.max(0, job.pausedUntil.getTime() - now)
  const leftMs = waitMs > 0 ? waitMs + at.leftMs : Math.max(0, at.leftMs - passedMs)
  const share = at.doneMs + at.leftMs === 0 ? 0 : at.doneMs / (at.doneMs + at.leftMs)
  const stage = isRunning || job.status === 'paused' || job.status === 'failed' ? at.stage : endOf(job)
  return {
    ...{ stage, entity: at.entity, done: at.done, total: at.total },
    percent: stage === 'ready' || stage === 'done' ? 100 : Math.min(99, Math.floor(share * 100)),
    estimatedRemainingSeconds: isRunning ? Math.ceil(leftMs / 1_000) : null,
  }
}

const endOf = ({ status, checkpoint, phase }: Job): Progress['stage'] => {
  if (status === 'ready') return 'ready'
  if (status === 'done') return 'done'
  return phase === 'apply' ? 'applying' : checkpoint.stage === 'reading' ? 'reading' : 'planning'
}

interface At {
  readonly stage: Progress['stage']
  readonly entity: ProgressEntity
  readonly done: number
  readonly total: number
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
    const entity = CREATION_ORDER[Math.min(planning.step, CREATION_ORDER.length - 1)]!
    return { stage: 'planning', entity, done: planning.rows, total: Math.max(rows, planning.rows), ...times }
  }
  const step = nextStep(steps)
  const entity = step === null ? 'settings' : entityOf(step.list)
  return { stage: 'reading', entity, done: step?.rows ?? 0, total: step?.size ?? 0, ...times }
}

/** Rows of the report, as far as sizes are known. */
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
  return { stage: 'applying', entity: entity ?? 'settings', done: rows, total, doneMs: ms, leftMs: left * rowMs }
}

function entityOf(list: string): ProgressEntity {
  const found = Object.entries(SOURCE_ENTITIES).find(([, { entity }]) => entity === list)
  return (found?.[0] as EntityType | undefined) ?? 'settings'
}
