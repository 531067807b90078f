/** What is shown of an import. Source: S-IMPORT-6, S-IMPORT-10. */
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
  /** Why it stopped, or waits; `message` is Russian. */
  readonly error?: { readonly kind: string; readonly message: string; readonly messageEn: string }
  /** Until then it waits by itself. */
  readonly pausedUntil?: Date
}

/** As it is at a moment; `sourcePausedUntil`: until when the source has the requests of the account paused. */
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

/** Jobs as they are now. */
export async function showJobs(pacing: Pacing, jobs: readonly Job[]): Promise<ShownJob[]> {
  const now = new Date()
  const { gapMs } = pacing.pace
  return Promise.all(
    jobs.map(async (job) => {
      // Finished ones ask for nothing; the one that works is one at most.
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
