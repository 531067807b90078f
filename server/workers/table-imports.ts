/**
 * Plans and writes imports of tables. A job of the queue says that a company has such work, and does a turn of it: one preview, or some
 * of the rows; then the company goes to the end of the queue.
 */
import { writeCompany } from '../store/commits.ts'
import { applyTurn } from '../tables/apply-import.ts'
import { findNextAtWork } from '../tables/import-tables.ts'
import type { TableImportParts } from '../tables/imports.ts'
import { planImport } from '../tables/plan-import.ts'
import { forEveryCompany } from './jobs.ts'
import type { WatchedQueue } from './watched-queue.ts'
import type { WorkerParts } from './workers.ts'

const QUEUE = 'table-imports'
const LOOK_QUEUE = 'table-imports-look'
const AT_ONCE = 2
/** A node that died is noticed by its missing heartbeat. */
const JOB = { policy: 'short', retryLimit: 50, retryDelay: 1, expireInSeconds: 900, heartbeatSeconds: 10 } as const
const LOOK_JOB = { policy: 'short', retryLimit: 3, retryDelay: 60, expireInSeconds: 900 } as const
const LOOK_EVERY_MS = 60_000

/** Asks for what is to be done, and does it. @returns what ends it. */
export async function startTableImports(
  queue: WatchedQueue,
  { database, companies, files, log, tableImports: listeners }: WorkerParts,
): Promise<() => void> {
  const imports: TableImportParts = { database, companies, files, listeners }
  await queue.createQueue(QUEUE, JOB)
  await queue.createQueue(LOOK_QUEUE, LOOK_JOB)
  const offer = (companyId: string) =>
    queue.send(QUEUE, { companyId }, { singletonKey: companyId, group: { id: companyId } })
  const warn = (error: unknown) =>
    log.warn({ error }, 'A table import could not be asked for; it will be within a minute')
  const onWork = (companyId: string) => void offer(companyId).catch(warn)
  const next = (companyId: string) => writeCompany(database, companyId, (tx) => findNextAtWork(tx, companyId))
  const stopping = new AbortController()
  await queue.work<{ companyId: string }>(QUEUE, { atOnce: AT_ONCE, groupConcurrency: 1 }, async ([job]) => {
    if (job === undefined) return
    const { companyId } = job.data
    const one = await next(companyId)
    if (one === null) return
    const asker = { companyId, signal: AbortSignal.any([job.signal, stopping.signal]) }
    if (one.status === 'planning') await planImport(imports, asker, one)
    else await applyTurn(imports, asker, one)
    if ((await next(companyId)) !== null) await offer(companyId)
  })
  await queue.work(LOOK_QUEUE, {}, async ([job]) => {
    if (job === undefined) return
    await forEveryCompany(database, job.signal, async (companyId) => {
      if ((await next(companyId)) !== null) await offer(companyId)
    })
  })
  listeners.add(onWork)
  const look = () => {
    queue.send(LOOK_QUEUE, null, { singletonKey: LOOK_QUEUE }).catch(warn)
  }
  look()
  const timer = setInterval(look, LOOK_EVERY_MS)
  return () => {
    clearInterval(timer)
    listeners.delete(onWork)
    stopping.abort()
  }
}
