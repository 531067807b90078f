/**
 * `npm run --silent self-check`: recomputes the books of all companies, or of `--company ID`, whether the server is
 * running or not. Prints one JSON line; exit code 1 when the recomputed books differ from the stored ones.
 */
import { parseArgs } from 'node:util'
import { type SelfCheck, selfCheckTables } from '../self-check/self-check.ts'
import { listCompanyIds } from '../store/companies.ts'
import { withDatabase } from './with-database.ts'

await withDatabase(async (open) => {
  const { values } = parseArgs({ options: { company: { type: 'string' } } })
  const database = await open()
  const companyIds = values.company === undefined ? await listCompanyIds(database) : [values.company]
  const differing: ({ companyId: string } & SelfCheck)[] = []
  for (const companyId of companyIds) {
    const checked = await selfCheckTables(database, companyId)
    if (checked === null) throw new Error(`There is no company ${companyId}.`)
    if (!checked.ok) differing.push({ companyId, ...checked, checks: checked.checks.filter(({ ok }) => !ok) })
  }
  if (differing.length > 0) process.exitCode = 1
  return { ok: differing.length === 0, companies: companyIds.length, differing }
})
