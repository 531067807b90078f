/**
 * Plans and writes table imports. For each company only one task runs at a time: either a preview or the writing of
 * some rows.
 */
import { Refusal } from '../domain/refusals.ts'
import { writeCompany } from '../store/commits.ts'
import { lookThroughCompanies, type NextTurn, startSoughtTurns } from '../workers/company-turns.ts'
import type { WorkerParts } from '../workers/jobs.ts'
import type { WatchedQueue } from '../workers/watched-queue.ts'
import { applyTurn } from './apply-import.ts'
import type { TableImport } from './import-records.ts'
import { findNextAtWork } from './import-sql.ts'
import type { TableImportParts } from './imports.ts'
import { planImport } from './plan-import.ts'
import { findRetryTime, noteFailure } from './retry-sql.ts'

const QUEUE = 'table-imports'
const AT_ONCE = 2
/**
 * The interval, in milliseconds, at which a node looks for work left behind by a crashed node. New work is requested at
 * once, so this interval can be long.
 */
const LOOK_EVERY_MS = 3_600_000

/**
 * Starts the worker: requests turns for imports that have work to do, and runs them. @returns a function that stops the
 * worker
 */
export async function startTableImports(
  queue: WatchedQueue,
  parts: TableImportParts & WorkerParts,
): Promise<() => void> {
  const { database, log, listeners } = parts
  const next = (companyId: string) => writeCompany(database, companyId, (tx) => findNextAtWork(tx, companyId))
  const nextTurn = (companyId: string) =>
    writeCompany(database, companyId, async (tx): Promise<NextTurn> => {
      if ((await findNextAtWork(tx, companyId)) !== null) return 'more'
      return findRetryTime(tx, companyId)
    })
  const turns = await startSoughtTurns(queue, log, {
    name: QUEUE,
    atOnce: AT_ONCE,
    async take(companyId, signal) {
      const one = await next(companyId)
      if (one === null) return nextTurn(companyId)
      try {
        if (one.status === 'planning') await planImport(parts, { companyId, signal }, one)
        else await applyTurn(parts, { companyId, signal }, one)
      } catch (error) {
        if (signal.aborted || isPassing(error)) throw error
        log.warn({ error, companyId, tableImportId: one.id }, 'A step of a table import failed')
        await writeCompany(database, companyId, (tx) => noteFailure(tx, companyId, one, isOfItsData(error, one)))
      }
      return nextTurn(companyId)
    },
    lookEveryMs: LOOK_EVERY_MS,
    look: lookThroughCompanies(database, nextTurn),
  })
  listeners.add(turns.offer)
  return () => {
    listeners.delete(turns.offer)
    turns.stop()
  }
}

/**
 * Whether an error is temporary, because too many tables are being read at the moment. Database errors do not count:
 * while the database is unreachable, the failure could not be recorded anyway.
 */
const isPassing = (error: unknown): boolean => error instanceof Refusal && error.code === 'UNAVAILABLE'

/**
 * Whether the rows of the file violate database constraints: a value is out of range or a key is duplicated. If so,
 * retrying would not help.
 */
const isOfItsData = (error: unknown, { status }: TableImport): boolean =>
  status === 'planning' && /^2[23]/.test(String((error as { code?: unknown }).code))
