/**
 * `npm run --silent sweep-files`: deletes stored files that no record refers to and that are older than a day, whether
 * the server is running or not; prints one JSON line. Such files are left by commands refused after an upload, by
 * deleted images, and by uploads to a company while it was being deleted.
 */
import { readConfig } from '../config.ts'
import { isIssuedId } from '../domain/schema.ts'
import type { FileStore } from '../integrations/file-store.ts'
import { listDeleted } from '../store/companies.ts'
import { type Database, readCompany } from '../store/database.ts'
import { listNamedFiles } from './named-files-sql.ts'
import { openShellFiles } from './shell-files.ts'
import { requireRightClock, withDatabase } from './with-database.ts'

/**
 * The minimum age of a file that may be deleted. An upload is stored before its command is committed, so a record may
 * yet refer to a newer file.
 */
const MIN_AGE_MS = 86_400_000
const BATCH = 1_000
const SHA256 = /^[0-9a-f]{64}$/

await withDatabase(async (openDatabase) => {
  // A copy restored for testing must not sweep, because its database does not contain the records of files that the
  // real service stored after the backup.
  if (readConfig().drill) throw new Error('DRILL=true: the files may belong to the real service, so nothing is removed')
  const database = await requireRightClock(await openDatabase())
  const files = openShellFiles()
  const before = new Date(Date.now() - MIN_AGE_MS)
  const report = { companies: 0, kept: 0, removed: 0, removedBytes: 0, abandoned: 0, unknownCompanies: [] as string[] }
  for await (const companyId of files.listCompanies()) {
    if (!isIssuedId(companyId)) continue
    const swept = await sweepCompany(files, database, { companyId, before })
    // Do not delete the files of an unknown company, unless this database records that the company was deleted. The
    // files may belong to another installation, or this may be the wrong database.
    if (swept === null) report.unknownCompanies.push(companyId)
    else {
      report.companies += 1
      report.kept += swept.kept
      report.removed += swept.removed
      report.removedBytes += swept.removedBytes
    }
  }
  report.abandoned = await files.removeAbandoned(before)
  return report
})

async function sweepCompany(
  files: FileStore,
  database: Database,
  { companyId, before }: { companyId: string; before: Date },
): Promise<{ kept: number; removed: number; removedBytes: number } | null> {
  const swept = { kept: 0, removed: 0, removedBytes: 0 }
  const [isDeleted] = await listDeleted(database, [companyId])
  for await (const sha256s of inBatches(files.listFiles(companyId))) {
    const named = await readCompany(database, companyId, (tx) => listNamedFiles(tx, companyId, sha256s))
    if (named === null && isDeleted === undefined) return null
    const isNamed = new Set(named)
    for (const sha256 of sha256s) {
      // Check the file's age again: if the same bytes have been uploaded once more in the meantime, the file is new.
      const bytes = isNamed.has(sha256) ? null : await files.removeOlder(companyId, sha256, before)
      if (bytes === null) swept.kept += 1
      else {
        swept.removed += 1
        swept.removedBytes += bytes
      }
    }
  }
  return swept
}

async function* inBatches(names: AsyncIterable<string>): AsyncGenerator<string[]> {
  let batch: string[] = []
  for await (const name of names) {
    if (!SHA256.test(name)) continue
    batch.push(name)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  yield batch
}
