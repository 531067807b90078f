/** Creates companies and tokens directly in the database. These functions work inside and outside vitest. */
import { v7 } from 'uuid'
import { insertToken } from '../../../server/access/company-sql.ts'
import { newSecret } from '../../../server/access/tokens.ts'
import { emptyTotals } from '../../../server/domain/books.ts'
import { packTotals } from '../../../server/engine/packed-totals.ts'
import { writeCompany } from '../../../server/store/commits.ts'
import { insertCompany } from '../../../server/store/companies.ts'
import type { Database } from '../../../server/store/database.ts'

/**
 * Writes an empty company with a token, like the shell command but without an owner: hashing the owner's password, and
 * starting the command, would take longer than most tests.
 */
export async function writeNewCompany(database: Database, name: string): Promise<{ companyId: string; token: string }> {
  const companyId = v7()
  const at = new Date().toISOString()
  await writeCompany(database, companyId, (tx) =>
    insertCompany(tx, { id: companyId, name, at, totals: packTotals(emptyTotals()), counters: '{"orders":0}' }),
  )
  const { token } = await issueToken(database, companyId)
  return { companyId, token }
}

/** Issues another token for a company. */
export async function issueToken(database: Database, companyId: string): Promise<{ id: string; token: string }> {
  const { secret, secretHash, prefix } = newSecret()
  const id = v7()
  await insertToken(database, { secretHash, id, companyId, name: 'test', prefix, at: new Date().toISOString() })
  return { id, token: secret }
}
