/**
 * Goes on with imports from the external accounting system. A job of the queue says that a company has one to go on with, and takes a turn
 * at it (extsys/jobs/turn.ts); then the company goes to the end of the queue. Most of a turn is waiting for the source.
 */
import { hasJobTables, listDueCompanies } from '../extsys/jobs/job-tables.ts'
import { takeTurn } from '../extsys/jobs/turn.ts'
import type { WatchedQueue } from './watched-queue.ts'
import type { WorkerParts } from './workers.ts'

const QUEUE = 'external-import'
const LOOK_QUEUE = 'external-import-look'
/** Companies whose imports a node goes on with at a time. */
const AT_ONCE = 8
/** A node that died is noticed by its missing heartbeat. */
const JOB = { policy: 'short', retryLimit: 1_000, retryDelay: 2, expireInSeconds: 3_600, heartbeatSeconds: 10 } as const
const LOOK_JOB = { policy: 'short', retryLimit: 3, retryDelay: 60, expireInSeconds: 900 } as const
const LOOK_EVERY_MS = 30_000

/** Begins to go on with imports. @returns what ends it. */
export async function startExternalImport(queue: WatchedQueue, parts: WorkerParts): Promise<() => void> {
  const { database, extsys, log } = parts
  const stopping = new AbortController()
  await queue.createQueue(QUEUE, JOB)
  await queue.createQueue(LOOK_QUEUE, LOOK_JOB)
  const offer = async (companyId: string) => {
    await queue.send(QUEUE, { companyId }, { singletonKey: companyId, group: { id: companyId } })
  }
  const warn = (error: unknown) =>
    log.warn({ error }, 'An import could not be gone on with; it will be within a minute')
  const waiting = new Set<NodeJS.Timeout>()
  // Not as a job for later: an owner may want it to go on at once, and a company has one job in the queue.
  const offerAt = (companyId: string, at: Date) => {
    const timer = setTimeout(
      () => {
        waiting.delete(timer)
        offer(companyId).catch(warn)
      },
      Math.max(0, at.getTime() - Date.now()),
    )
    waiting.add(timer)
  }
  const onWork = (companyId: string) => void offer(companyId).catch(warn)
  extsys.workListeners.add(onWork)
  await queue.work<{ companyId: string }>(QUEUE, { atOnce: AT_ONCE, groupConcurrency: 1 }, async ([job]) => {
    if (job === undefined) return
    const { companyId } = job.data
    const end = await takeTurn(parts, companyId, AbortSignal.any([job.signal, stopping.signal]))
    if (stopping.signal.aborted) return
    if (end === 'more') await offer(companyId)
    else if (end !== null) offerAt(companyId, end)
  })
  await queue.work(LOOK_QUEUE, {}, async ([job]) => {
    // The migration may be held back, and let through at any time.
    if (job === undefined || !(await hasJobTables(database))) return
    for (const companyId of await listDueCompanies(database)) await offer(companyId)
  })
  const look = () => {
    queue.send(LOOK_QUEUE, null, { singletonKey: LOOK_QUEUE }).catch(warn)
  }
  look()
  const timer = setInterval(look, LOOK_EVERY_MS)
  return () => {
    clearInterval(timer)
    for (const one of waiting) clearTimeout(one)
    extsys.workListeners.delete(onWork)
    stopping.abort(new Error('The node stops'))
  }
}
