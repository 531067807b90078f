/**
 * `npm run --silent export-company -- --company ID --to FILE`: exports a company with everything that belongs to it into
 * a file, whether the server is running or not; prints one JSON line.
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { isIssuedId } from '../domain/schema.ts'
import { readEpoch } from '../store/epoch.ts'
import { exportCompany } from '../whole-company/write-archive.ts'
import { openShellFiles } from './shell-files.ts'
import { withDatabase } from './with-database.ts'

const USAGE = 'Usage: npm run --silent export-company -- --company ID --to romashka.zip'

await withDatabase(async (open) => {
  const { values } = parseArgs({ options: { company: { type: 'string' }, to: { type: 'string' } } })
  const { company = '', to = '' } = values
  if (!isIssuedId(company) || to === '') throw new Error(USAGE)
  const database = await open()
  await readEpoch(database)
  return exportCompany({ database, files: openShellFiles() }, { companyId: company, to: resolve(to) })
})
