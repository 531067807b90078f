/**
 * `npm run --silent token -- list|issue|revoke …`: manages API tokens from the shell, whether the server is running or
 * not; prints one JSON line. A running server stops accepting a revoked token within a second.
 */
import { parseArgs } from 'node:util'
import { listTokens } from '../access/company-sql.ts'
import { readName } from '../access/new-company.ts'
import { issueFromShell, revokeFromShell, TOKEN_SCOPES } from '../access/tokens.ts'
import { readMoment } from '../domain/moments.ts'
import { isIssuedId } from '../domain/schema.ts'
import { requireRightClock, withDatabase } from './with-database.ts'

const USAGE = `Usage: npm run --silent token -- list --company ID
       npm run --silent token -- issue --company ID --name "Site" [--scope read] [--expires 2027-01-31T00:00:00Z]
       npm run --silent token -- revoke --company ID --token ID`

await withDatabase(async (database) => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      company: { type: 'string' },
      name: { type: 'string' },
      token: { type: 'string' },
      scope: { type: 'string', default: 'write' },
      expires: { type: 'string' },
    },
  })
  const { company = '', token = '', expires } = values
  if (!isIssuedId(company)) throw new Error(USAGE)
  if (positionals[0] === 'list') return { tokens: await listTokens(await database(), company) }
  const name = readName(values.name)
  const scope = TOKEN_SCOPES.find((one) => one === values.scope)
  const expiresAt = expires === undefined ? null : readMoment(expires)
  const isTime = expires === undefined || expiresAt !== null
  if (positionals[0] === 'issue' && name !== null && scope !== undefined && isTime) {
    const until = expiresAt === null ? null : new Date(expiresAt).toISOString()
    const wishes = { name, scope, expiresAt: until }
    const { token: issued, secret } = await issueFromShell(await requireRightClock(await database()), company, wishes)
    return { tokenId: issued.id, name, scope, expiresAt: until, token: secret }
  }
  if (positionals[0] === 'revoke' && isIssuedId(token)) {
    await revokeFromShell(await database(), company, token)
    return { tokenId: token, revoked: true }
  }
  throw new Error(USAGE)
})
