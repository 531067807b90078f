/**
 * Inspects a restored database: up to which revision each company was restored, and whether any files or data are
 * missing.
 */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { keepCurrent } from '../engine/shapes.ts'
import { selfCheckTables } from '../self-check/self-check.ts'
import { findCompany, listCompanyIds } from '../store/companies.ts'
import { type Database, openDatabase, readCompany, readLog } from '../store/database.ts'
import { readEpoch } from '../store/epoch.ts'
import { migrate, pendingMigrations } from '../store/migrations.ts'
import { listAllNamedFiles } from './named-files-sql.ts'

interface RestoredCompany {
  readonly companyId: string
  readonly revision: number
  /** When the company's last command was committed. */
  readonly at: string
  /** Files that the company's records refer to but that were not restored; null when this was not checked. */
  readonly missingFiles: readonly string[] | null
  /** The checks that failed; absent when the company was not checked. */
  readonly differing?: readonly string[]
}

export interface Restored {
  /**
   * The new epoch, which makes clients reload their copies of the old data; null if the tables are of an older version.
   */
  readonly epoch: string | null
  readonly companies: readonly RestoredCompany[]
}

interface LookOptions {
  /** The folder with the restored files; null when the backup contains none. */
  readonly files: string | null
  /** Whether to migrate the database to the current version and run the self-check of every company. */
  readonly isChecked: boolean
}

export async function lookAtRestored(url: string, { files, isChecked }: LookOptions): Promise<Restored> {
  if (isChecked) await migrate(url)
  // Tables of an older version cannot be read until they are migrated, which happens at the next start of the server.
  const isCurrent = (await pendingMigrations(url)).length === 0
  const database = openDatabase(url, () => {})
  keepCurrent(database, { error: () => undefined })
  try {
    if (isCurrent) await readEpoch(database)
    const companies: RestoredCompany[] = []
    for (const companyId of await listCompanyIds(database)) {
      const company = (await readLog(database, companyId, (tx) => findCompany(tx, companyId)))!
      const missingFiles = isCurrent && files !== null ? await listMissing(database, companyId, files) : null
      const restored = { companyId, revision: company.revision, at: company.last_at.toISOString(), missingFiles }
      companies.push(isChecked ? { ...restored, differing: await checkOne(database, companyId) } : restored)
    }
    return { epoch: isCurrent ? database.epoch : null, companies }
  } finally {
    await database.end()
  }
}

async function checkOne(database: Database, companyId: string): Promise<string[]> {
  const checked = await selfCheckTables(database, companyId)
  return checked!.checks.filter(({ ok }) => !ok).map(({ name, differences }) => `${name}: ${differences.join('; ')}`)
}

async function listMissing(database: Database, companyId: string, files: string): Promise<string[]> {
  const missing: string[] = []
  for (const sha256 of await readCompany(database, companyId, (tx) => listAllNamedFiles(tx, companyId)))
    await stat(join(files, companyId, sha256)).catch(() => missing.push(sha256))
  return missing
}

/** Whether files are missing or a check found differences. */
export const isFaulty = ({ companies }: Restored): boolean =>
  companies.some(({ missingFiles, differing = [] }) => (missingFiles ?? []).length > 0 || differing.length > 0)
