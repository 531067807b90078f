/** Runs a company's checks in one snapshot of the database. */
import type { Asker } from '../runtime/fair-limiter.ts'
import { lockCompany, writeBeside } from '../store/commits.ts'
import { type CompanyRow, findCompany } from '../store/companies.ts'
import { type Database, prepareForLong, readCompany, readOpened, type Tx } from '../store/database.ts'
import { openSnapshot, REVISIONS, type SnapshotRevisions } from '../store/snapshots.ts'
import { LOG_CHECKS } from './log-sql.ts'
import { PAYMENT_CHECKS } from './payments-sql.ts'
import { RECORD_CHECKS } from './records-sql.ts'
import { RETURN_CHECKS } from './returns-sql.ts'
import { SALE_CHECKS } from './sales-sql.ts'
import { STOCK_CHECKS } from './stock-sql.ts'
import { STOCKTAKE_CHECKS } from './stocktakes-sql.ts'
import { TURNOVER_CHECKS } from './turnover-sql.ts'
import { WAITING_CHECKS } from './waiting-sql.ts'

const CHECKS = {
  ...STOCK_CHECKS,
  ...WAITING_CHECKS,
  ...STOCKTAKE_CHECKS,
  ...SALE_CHECKS,
  ...RETURN_CHECKS,
  ...TURNOVER_CHECKS,
  ...RECORD_CHECKS,
  ...PAYMENT_CHECKS,
  ...LOG_CHECKS,
}

export const CHECK_NAMES = Object.keys(CHECKS)
/** The maximum number of differences that a check lists. */
export const MAX_DIFFERENCES = 20
/** The time limit of a check, in milliseconds. It is generous, because a check reads a company's whole history. */
const LIMIT_MS = 300_000
/**
 * The memory that each sort and each hash of a check may use. More memory would hardly make checks faster, and
 * companies are checked in parallel.
 */
const WORK_MEMORY = '16MB'

export interface Check {
  readonly name: string
  readonly ok: boolean
  /** The first differences found by the check, at most MAX_DIFFERENCES. */
  readonly differences: readonly string[]
}

/** Runs checks in a snapshot of a company at one revision. @returns null when the company does not exist. */
export async function checkCompany(
  database: Database,
  asker: Asker,
  run: (tx: Tx, row: CompanyRow) => Promise<Check[]>,
): Promise<{ revision: number; checks: Check[] } | null> {
  const { companyId } = asker
  return readAtOneRevision(database, asker, async (tx) => {
    const row = await findCompany(tx, companyId)
    return row === null ? null : { revision: row.revision, checks: await run(tx, row) }
  })
}

/**
 * The number of attempts to get a snapshot in which the tables and the log have the same revision. Such snapshots are
 * rare while others write.
 */
const TRIES = 3

/**
 * Runs a read in a snapshot in which the tables are at the company's revision. If necessary, makes commits wait while
 * the snapshot is taken.
 */
async function readAtOneRevision<T>(database: Database, asker: Asker, read: (tx: Tx) => Promise<T>): Promise<T> {
  const { companyId } = asker
  for (let tries = 0; tries < TRIES; tries += 1) {
    const found = await readCompany(database, asker, async (tx) =>
      (await areAtOneRevision(tx, companyId)) ? { read: await read(tx) } : null,
    )
    if (found !== null) return found.read
  }
  return database.reading(asker, async () => {
    const snapshot = await writeBeside(database, companyId, async (tx) => {
      await database.projector.reach(companyId, await lockCompany(tx, companyId))
      return openSnapshot(database, companyId, 'log')
    })
    return readOpened(snapshot, asker, read)
  })
}

async function areAtOneRevision(tx: Tx, companyId: string): Promise<boolean> {
  const { rows } = await tx.query<SnapshotRevisions>({ ...REVISIONS, values: [companyId] })
  return rows.every(({ revision, projected }) => revision === projected)
}

/** Runs all checks in the snapshot of one transaction. */
export async function runChecks(tx: Tx, companyId: string): Promise<Check[]> {
  await prepareForLong(tx, LIMIT_MS)
  await tx.query(`select set_config('work_mem', '${WORK_MEMORY}', true)`)
  const checks: Check[] = []
  for (const [name, sql] of Object.entries(CHECKS)) {
    const query = {
      text: `select * from (${sql}) as found limit ${MAX_DIFFERENCES}`,
      values: [companyId],
      rowMode: 'array' as const,
      query_timeout: LIMIT_MS,
    }
    const { rows } = await tx.query<[string]>(query)
    checks.push({ name, ok: rows.length === 0, differences: rows.map(([difference]) => difference) })
  }
  return checks
}
