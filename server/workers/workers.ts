/**
 * The service's background work, as opposed to answering requests. Every node runs all workers, but each job is done by
 * only one node.
 */
import type { EngineLog } from '../engine/memory.ts'
import type { Database } from '../store/database.ts'
import { openJobQueue } from '../store/job-queue.ts'
import { type WatchedQueue, watchQueue } from './watched-queue.ts'

/**
 * How many milliseconds a stopping service waits for running jobs. Jobs that take longer are repeated by another node.
 */
const STOP_MS = 5_000

/** Starts one worker. @returns a function that stops the worker. */
export type StartWorker = (queue: WatchedQueue) => Promise<() => void>

export interface Workers {
  /** Stops all workers. Running jobs are finished, or returned to the queue. */
  stop(): Promise<void>
}

/** Starts the workers in order. When one worker fails to start, the workers before it are stopped again. */
export async function startWorkers(
  database: Database,
  log: EngineLog,
  workers: readonly StartWorker[],
): Promise<Workers> {
  const warn = (error: unknown) => {
    if (!database.health.explains(error)) log.warn({ error }, 'The job queue could not be reached; trying again')
  }
  const jobs = openJobQueue(database, warn)
  const endings: (() => void)[] = []
  const stop = async () => {
    for (const end of endings) end()
    const isIdle = jobs.getWipData().every(({ count }) => count === 0)
    await jobs.stop({ graceful: !isIdle, timeout: STOP_MS })
  }
  try {
    await jobs.start()
    const queue = watchQueue(jobs, database, warn)
    endings.push(queue.stop)
    for (const start of workers) endings.push(await start(queue))
  } catch (error) {
    await stop()
    throw error
  }
  return { stop }
}
