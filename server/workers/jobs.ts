/** Code shared by the workers, for jobs that every node offers but only one node runs. */
import { hash } from 'node:crypto'
import type { Companies } from '../engine/companies.ts'
import type { EngineLog } from '../engine/memory.ts'
import type { Database } from '../store/database.ts'
import { listActiveCompanies } from './notification-sql.ts'

/** The parts of the service that are passed to every worker. */
export interface WorkerParts {
  readonly database: Database
  readonly companies: Companies
  readonly log: EngineLog
  /** Returns the current time, for work that is due at a time of day. */
  readonly now: () => Date
}

const COMPANIES_PAGE = 500
const NO_COMPANY = '00000000-0000-0000-0000-000000000000'

/**
 * Returns the id of the job with this name. Offering the job again has no effect while the queue
 * still has it.
 */
export function jobId(name: string): string {
  const digest = hash('sha256', name, 'hex')
  // Create a version 8 UUID (RFC 9562), whose bits the service may choose freely.
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${digest.slice(13, 16)}-8${digest.slice(17, 20)}-${digest.slice(20, 32)}`
}

/** Runs `work` for every company that has a member or a token. */
export function forEveryCompany(
  database: Database,
  signal: AbortSignal,
  work: (companyId: string) => Promise<void>,
): Promise<void> {
  return forCompanies((after, limit) => listActiveCompanies(database, after, limit), signal, work)
}

/**
 * Runs `work` for the listed companies, one after the other, in the order of their ids. A failure for one company does
 * not stop the others; the first error is thrown at the end.
 */
export async function forCompanies(
  list: (after: string, limit: number) => Promise<string[]>,
  signal: AbortSignal,
  work: (companyId: string) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = []
  let after = NO_COMPANY
  for (;;) {
    const page = await list(after, COMPANIES_PAGE)
    for (const companyId of page) {
      signal.throwIfAborted()
      await work(companyId).catch((error: unknown) => failures.push(error))
    }
    if (page.length < COMPANIES_PAGE) break
    after = page.at(-1)!
  }
  if (failures.length > 0) throw new Error(`${failures.length} companies failed`, { cause: failures[0] })
}

/**
 * Calls `offer` now and regularly. A failure is logged with the message `failure`, and the next call tries again.
 * @returns a function that stops the calls.
 */
export function offerRegularly(
  { database, log }: WorkerParts,
  offer: () => Promise<void>,
  { everyMs, failure }: { readonly everyMs: number; readonly failure: string },
): () => void {
  const look = () => {
    offer().catch((error: unknown) => {
      if (!database.health.explains(error)) log.warn({ error }, failure)
    })
  }
  look()
  const timer = setInterval(look, everyMs)
  return () => clearInterval(timer)
}
