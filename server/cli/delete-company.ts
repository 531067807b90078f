/**
 * `npm run --silent delete-company -- --company ID --confirm NAME`: permanently deletes a company and everything that
 * belongs to it, whether the server is running or not; prints one JSON line and writes a report file. If interrupted,
 * run it again to continue.
 */
import { open, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { isIssuedId } from '../domain/schema.ts'
import { deleteCompany } from '../whole-company/delete-company.ts'
import { openShellFiles } from './shell-files.ts'
import { withDatabase } from './with-database.ts'

const USAGE =
  'Usage: npm run --silent delete-company -- --company ID --confirm "ООО Ромашка" [--report FILE] [--keep-files]'

await withDatabase(async (openDatabase) => {
  const { values } = parseArgs({
    options: {
      company: { type: 'string' },
      confirm: { type: 'string' },
      report: { type: 'string' },
      'keep-files': { type: 'boolean', default: false },
    },
  })
  const { company = '', confirm: name, 'keep-files': keepsFiles } = values
  if (!isIssuedId(company) || name === undefined) throw new Error(USAGE)
  if (readConfig().drill && !keepsFiles)
    throw new Error('DRILL=true: the files may belong to the real service. Add --keep-files to delete only rows.')
  const report = resolve(values.report ?? `deleted-${company}.json`)
  // The report file is opened first, because nothing may be deleted without a record of it.
  const file = await open(report, 'a', 0o600)
  try {
    const stores = { database: await openDatabase(), files: openShellFiles() }
    const { deleted, text, sha256 } = await deleteCompany(stores, { companyId: company, name, keepsFiles })
    await file.truncate()
    await file.writeFile(text)
    await file.sync()
    const { tables, ...rest } = deleted
    const rows = Object.values(tables).reduce((sum, { before }) => sum + before, 0)
    return { ...rest, rows, report, sha256 }
  } catch (error) {
    if ((await file.stat()).size === 0) await rm(report)
    throw error
  } finally {
    await file.close()
  }
})
