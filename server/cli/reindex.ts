/**
 * `npm run --silent reindex`: rebuilds the tables of all companies, or of `--company ID`; with `--table NAME` only that
 * table. The server may be running. Prints one JSON line.
 */
import { parseArgs } from 'node:util'
import { INDEX_TABLES, indexedIn, type Reindexed, reindexCompany } from '../engine/reindex.ts'
import { listCompanyIds } from '../store/companies.ts'
import { withDatabase } from './with-database.ts'

await withDatabase(async (open) => {
  const { values } = parseArgs({ options: { company: { type: 'string' }, table: { type: 'string' } } })
  const only = values.table === undefined ? undefined : indexedIn(values.table)
  if (values.table !== undefined && only === undefined)
    throw new Error(`--table must be one of ${INDEX_TABLES.join(', ')}.`)
  const database = await open()
  const known = await listCompanyIds(database)
  if (values.company !== undefined && !known.includes(values.company))
    throw new Error(`There is no company ${values.company}.`)
  const companies: ({ companyId: string } & Reindexed)[] = []
  for (const companyId of values.company === undefined ? known : [values.company]) {
    const done = await reindexCompany(database, companyId, only)
    companies.push({ companyId, ...done })
  }
  return {
    companies: companies.length,
    changed: companies.filter((one) => one.restored + one.unknown + one.excess > 0),
  }
})
