/** Runs the server's own self-check, for tests that must leave a company consistent. */
import { checkCompany, runChecks } from '../../../server/self-check/self-check-sql.ts'
import type { Database } from '../../../server/store/database.ts'

const SHOWN_PER_CHECK = 5

/** Returns the inconsistencies in a company's tables, or an empty list. Reads one snapshot of the database. */
export async function findDifferences(database: Database, companyId: string): Promise<string[]> {
  const { checks } = (await checkCompany(database, { companyId }, (tx) => runChecks(tx, companyId)))!
  return checks
    .filter(({ ok }) => !ok)
    .map(({ name, differences }) => `not so: ${name}: ${differences.slice(0, SHOWN_PER_CHECK).join('; ')}`)
}
