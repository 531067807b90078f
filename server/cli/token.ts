/**
 * `npm run --silent token -- list|issue|revoke …`: API tokens from the shell, with the server up or down; prints one JSON line.
 * A running server stops accepting a revoked token within a second.
 */
import { parseArgs } from 'node:util'
import { v7 } from 'uuid'
import { newSecret } from '../access/new-company.ts'
import { insertToken, listTokens, revokeToken } from '../access/tables.ts'
import { isIssuedId } from '../domain/schema.ts'
import { requireRightClock, withDatabase } from './with-database.ts'

const USAGE = `Usage: npm run --silent token -- list --company ID
       npm run --silent token -- issue --company ID --name "Site"
       npm run --silent token -- revoke --company ID --token ID`

await withDatabase(async (database) => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { company: { type: 'string' }, name: { type: 'string' }, token: { type: 'string' } },
  })
  const { company = '', name = '', token = '' } = values
  if (!isIssuedId(company)) throw new Error(USAGE)
  if (positionals[0] === 'list') return { tokens: await listTokens(await database(), company) }
  if (positionals[0] === 'issue' && name.trim() !== '') {
    const { secret, secretHash, prefix } = newSecret()
    const issued = { id: v7(), companyId: company, name: name.trim(), prefix, at: new Date().toISOString() }
    await insertToken(await requireRightClock(await database()), { ...issued, secretHash })
    return { tokenId: issued.id, name: issued.name, token: secret }
  }
  if (positionals[0] === 'revoke' && isIssuedId(token)) {
    if (!(await revokeToken(await database(), company, token)))
      throw new Error('This company has no such token that still works.')
    return { tokenId: token, revoked: true }
  }
  throw new Error(USAGE)
})
