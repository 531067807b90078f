/**
 * Continues MoySklad imports, one turn per company at a time (moysklad/jobs/turn.ts). Most of a turn is spent waiting
 * for MoySklad.
 */
import { startSoughtTurns } from '../workers/company-turns.ts'
import type { WorkerParts } from '../workers/jobs.ts'
import type { WatchedQueue } from '../workers/watched-queue.ts'
import { hasJobTables, listDueCompanies } from './jobs/job-sql.ts'
import { takeTurn } from './jobs/turn.ts'
import type { Extsys } from './moysklad.ts'

const QUEUE = 'external-import'
/** The number of companies whose imports a node continues at the same time. */
const AT_ONCE = 8
const LOOK_EVERY_MS = 30_000

type MoyskladParts = WorkerParts & { readonly extsys: Extsys }

/** Starts the worker that continues imports. @returns a function that stops it. */
export async function startExternalImport(queue: WatchedQueue, parts: MoyskladParts): Promise<() => void> {
  const { database, extsys, log } = parts
  const turns = await startSoughtTurns(queue, log, {
    name: QUEUE,
    atOnce: AT_ONCE,
    take: (companyId, signal) => takeTurn(parts, companyId, signal),
    lookEveryMs: LOOK_EVERY_MS,
    async look(offer) {
      // The tables may be missing, because an operator can postpone their migration and apply it at any later time.
      if (await hasJobTables(database)) for (const companyId of await listDueCompanies(database)) offer(companyId)
    },
  })
  extsys.workListeners.add(turns.offer)
  return () => {
    extsys.workListeners.delete(turns.offer)
    turns.stop()
  }
}
