/**
 * Goes on with imports from the external accounting system, a turn of a company at a time (moysklad/jobs/turn.ts). Most of a turn is waiting
 * for the source.
 */
import { startSoughtTurns } from '../workers/company-turns.ts'
import type { WorkerParts } from '../workers/jobs.ts'
import type { WatchedQueue } from '../workers/watched-queue.ts'
import { hasJobTables, listDueCompanies } from './jobs/job-sql.ts'
import { takeTurn } from './jobs/turn.ts'
import type { Extsys } from './moysklad.ts'

const QUEUE = 'external-import'
/** Companies whose imports a node goes on with at a time. */
const AT_ONCE = 8
const LOOK_EVERY_MS = 30_000

type MoyskladParts = WorkerParts & { readonly extsys: Extsys }

/** Begins to go on with imports. @returns what ends it. */
export async function startExternalImport(queue: WatchedQueue, parts: MoyskladParts): Promise<() => void> {
  const { database, extsys, log } = parts
  const turns = await startSoughtTurns(queue, log, {
    name: QUEUE,
    atOnce: AT_ONCE,
    take: (companyId, signal) => takeTurn(parts, companyId, signal),
    lookEveryMs: LOOK_EVERY_MS,
    async look(offer) {
      // The migration may be held back, and let through at any time.
      if (await hasJobTables(database)) for (const companyId of await listDueCompanies(database)) offer(companyId)
    },
  })
  extsys.workListeners.add(turns.offer)
  return () => {
    extsys.workListeners.delete(turns.offer)
    turns.stop()
  }
}
