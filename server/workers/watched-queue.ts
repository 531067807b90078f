/**
 * The job queue for the workers. Twice a second, one query counts the due jobs of all queues and wakes one worker for
 * each of them, so that the workers need not poll as often themselves. A job offered by this node wakes a worker at
 * once.
 */
import type { Job, JobResult, Queue, SendOptions, WorkOptions } from 'pg-boss'
import { METERS } from '../runtime/meters.ts'
import { inSpan, OUTCOME } from '../runtime/spans.ts'
import type { Database } from '../store/database.ts'
import { countDueJobs, type JobQueue } from '../store/job-queue.ts'

const LOOK_EVERY_MS = 500
/** The interval in seconds at which a worker polls by itself, in case a wake-up is lost. */
const ASK_ANYWAY_SECONDS = 60

/** Limits for running the jobs of a queue on this node. */
interface Working extends Pick<WorkOptions, 'batchSize' | 'perJobResults'> {
  /** The number of jobs, or batches of jobs, that this node runs at a time; one by default. */
  readonly atOnce?: number
  /** The maximum number of jobs of a group that run at a time, on all nodes together. */
  readonly groupConcurrency?: 1
}

export interface WatchedQueue {
  createQueue(name: string, options: Omit<Queue, 'name'>): Promise<void>
  /**
   * Offers a job. Each job is accepted only once: further offers with the same id, or with the same key in a queue with
   * the short policy, have no effect.
   */
  send(name: string, body: object | null, options: SendOptions): Promise<void>
  work<T>(name: string, working: Working, handle: (jobs: Job<T>[]) => Promise<unknown>): Promise<void>
  /** Stops waking the workers when a job is offered. */
  stop(): void
}

/** Watches a started queue. `onError` is called when a query fails; the query is then repeated. */
export function watchQueue(queue: JobQueue, database: Database, onError: (error: unknown) => void): WatchedQueue {
  const workers = new Map<string, string[]>()
  const wake = (name: string, count: number) => {
    const ids = workers.get(name) ?? []
    const busy = new Set(queue.getWipData().flatMap((worker) => (worker.count > 0 ? [worker.id] : [])))
    const woken = ids.filter((id) => !busy.has(id)).slice(0, count)
    for (const id of woken) {
      queue.notifyWorker(id)
      // A worker counts as busy only once it has its job, so move it to the end of the list to wake another next time.
      ids.push(...ids.splice(ids.indexOf(id), 1))
    }
  }
  const stopLooking = repeat(LOOK_EVERY_MS, async () => {
    try {
      const due = await countDueJobs(database, [...workers.keys()])
      for (const name of workers.keys()) METERS.jobsDue.set({ queue: name }, due.get(name) ?? 0)
      for (const [name, count] of due) wake(name, count)
    } catch (error) {
      onError(error)
    }
  })
  return {
    createQueue: (name, options) => queue.createQueue(name, options),
    async send(name, body, options) {
      await queue.send(name, body, options)
      wake(name, 1)
    },
    async work<T>(name: string, { atOnce = 1, ...options }: Working, handle: (jobs: Job<T>[]) => Promise<unknown>) {
      const ids: string[] = []
      workers.set(name, ids)
      const asking = { ...options, pollingIntervalSeconds: ASK_ANYWAY_SECONDS }
      for (let worker = 0; worker < atOnce; worker++) {
        const id: string = await queue.work<T>(name, asking, (jobs: Job<T>[]) =>
          // A worker that has finished looks for more jobs.
          counting(name, jobs, handle).finally(() => queue.notifyWorker(id)),
        )
        ids.push(id)
      }
    },
    stop: stopLooking,
  }
}

/** Returned by a worker whose work failed and which will retry the work without using the queue's retries. */
export const TRIED_AGAIN = Symbol('tried again')

/** Runs jobs in a span, and counts their outcome. */
function counting<T>(name: string, jobs: Job<T>[], handle: (jobs: Job<T>[]) => Promise<unknown>): Promise<unknown> {
  const attributes = { 'skladno.jobs': jobs.length }
  return inSpan(`job ${name}`, { kind: 'consumer', attributes }, async (span) => {
    const count = (failed: number) => {
      METERS.jobs.inc({ queue: name, outcome: 'failed' }, failed)
      METERS.jobs.inc({ queue: name, outcome: 'completed' }, jobs.length - failed)
      span?.set(OUTCOME, failed > 0 ? 'failed' : 'completed')
    }
    try {
      const done = await handle(jobs)
      const results = Array.isArray(done) ? (done as JobResult[]) : []
      count(done === TRIED_AGAIN ? jobs.length : results.filter(({ status }) => status === 'failed').length)
      return done === TRIED_AGAIN ? undefined : done
    } catch (error) {
      count(jobs.length)
      throw error
    }
  })
}

/**
 * Repeats work at the given interval, counted from the start of the work, or at once when the work took longer. The
 * work never runs twice at a time.
 * @returns a function that stops the repetition.
 */
function repeat(everyMs: number, work: () => Promise<void>): () => void {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  const next = async () => {
    const startedAt = performance.now()
    await work()
    if (!isStopped) timer = setTimeout(next, Math.max(0, everyMs - (performance.now() - startedAt)))
  }
  timer = setTimeout(next, everyMs)
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
