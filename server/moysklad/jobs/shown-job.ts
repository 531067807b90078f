/** Formats an import for API responses. Source: S-IMPORT-6, S-IMPORT-10. */
import { type Pacing, paceKey } from '../pacing.ts'
import {
  type Job,
  type JobCounts,
  type JobError,
  type JobOptions,
  type JobPhase,
  type JobStatus,
  WORKING,
} from './job.ts'
import { type Progress, progressOf } from './progress.ts'

export interface ShownJob {
  readonly id: string
  readonly status: JobStatus
  readonly phase: JobPhase
  readonly options: JobOptions
  readonly progress: Progress
  readonly counts: JobCounts
  readonly createdAt: Date
  readonly createdBy: Job['createdBy']
  readonly startedAt: Date | null
  readonly finishedAt: Date | null
  /** The error because of which the import stopped or is waiting. `message` is in Russian. */
  readonly error?: { readonly kind: string; readonly message: string; readonly messageEn: string }
  /** The time at which a waiting import continues by itself; absent when it is not waiting. */
  readonly pausedUntil?: Date
}

/**
 * Formats a job as it is at a given point in time. `sourcePausedUntil`: the time until which MoySklad has paused the
 * account's requests.
 */
export function showJob(
  job: Job,
  { gapMs, now, sourcePausedUntil }: { gapMs: number; now: Date; sourcePausedUntil: Date | null },
): ShownJob {
  const { id, status, phase, options, counts, createdAt, createdBy, startedAt, finishedAt, error } = job
  const pausedUntil = laterOf(job.pausedUntil, WORKING.includes(status) ? sourcePausedUntil : null)
  return {
    ...{ id, status, phase, options },
    progress: progressOf(job, { gapMs, now }),
    ...{ counts, createdAt, createdBy, startedAt, finishedAt },
    ...(error === null ? {} : { error: shownError(error) }),
    ...(pausedUntil === null ? {} : { pausedUntil }),
  }
}

/** Formats jobs as they are now. */
export async function showJobs(pacing: Pacing, jobs: readonly Job[]): Promise<ShownJob[]> {
  const now = new Date()
  const { gapMs } = pacing.pace
  return Promise.all(
    jobs.map(async (job) => {
      // Only a job in progress needs this query, and at most one of the jobs is in progress.
      const isWorking = WORKING.includes(job.status)
      const sourcePausedUntil = isWorking ? await pacing.pausedUntil(paceKey('account', job.accountId)) : null
      return showJob(job, { gapMs, now, sourcePausedUntil })
    }),
  )
}

const shownError = ({ kind, ru, en }: JobError) => ({ kind, message: ru, messageEn: en })

function laterOf(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other
  return one > other ? one : other
}
