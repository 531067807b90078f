/**
 * API tokens. Owners can issue, list and revoke them, and operators can issue and revoke them in the shell. Source:
 * S-TOKEN.
 */
import { createHash, randomBytes } from 'node:crypto'
import { v7 } from 'uuid'
import { log } from '../domain/audit-log.ts'
import { invalid, notFound, Refusal } from '../domain/refusals.ts'
import { isIssuedId } from '../domain/schema.ts'
import type { Actor } from '../engine/request.ts'
import { writeBeside } from '../store/commits.ts'
import type { Database, Tx } from '../store/database.ts'
import { type AccessAnswer, type AccessRequest, runAsOwner, SHELL } from './access-log.ts'
import { countTokens, insertToken, listTokens, revokeToken, type Token, type TokenScope } from './company-sql.ts'
import { type LogEntry, writeLog } from './log-sql.ts'

const SECRET_BYTES = 32
const SECRET_START = 'skl_'
const SHOWN_PREFIX_LENGTH = 10
/**
 * The maximum number of a company's unrevoked tokens. It is limited because the list of tokens is returned in a single
 * response.
 */
export const MAX_TOKENS = 1_000

export const TOKEN_SCOPES = ['read', 'write'] as const satisfies readonly TokenScope[]

/**
 * Creates a random secret, with the hash and the prefix under which it is stored. `start`: the first characters of the
 * secret, which show what kind of secret it is.
 */
export function newSecret(start = SECRET_START): { secret: string; secretHash: Buffer; prefix: string } {
  const secret = start + randomBytes(SECRET_BYTES).toString('base64url')
  return { secret, secretHash: hashOfSecret(secret), prefix: secret.slice(0, SHOWN_PREFIX_LENGTH) }
}

export const hashOfSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()

export interface TokenWishes {
  readonly name: string
  readonly scope?: TokenScope
  /** When the token expires (RFC 3339); null when it is valid until revoked. */
  readonly expiresAt?: string | null
}

/** Issues a token within a transaction of its company. Refuses with VALIDATION_FAILED or LIMIT_REACHED. */
export async function issueToken(
  tx: Tx,
  { companyId, actor }: { companyId: string; actor: Actor },
  { name, scope = 'write', expiresAt = null }: TokenWishes,
): Promise<{ token: Token; secret: string; entry: LogEntry }> {
  const createdAt = new Date()
  if (expiresAt !== null && new Date(expiresAt) <= createdAt)
    throw invalid('/expiresAt', 'must be in the future', 'NOT_VALID')
  if ((await countTokens(tx, companyId)) >= MAX_TOKENS)
    throw new Refusal(
      'LIMIT_REACHED',
      `A company can have at most ${MAX_TOKENS} tokens. Revoke some that nobody uses.`,
      {
        figures: { most: MAX_TOKENS },
      },
    )
  const { secret, secretHash, prefix } = newSecret()
  const id = v7()
  const createdBy = actor.type === 'user' ? { id: actor.id, name: actor.name } : null
  await insertToken(tx, {
    ...{ secretHash, id, companyId, name, prefix },
    ...{ at: createdAt.toISOString(), scope, expiresAt, createdBy },
  })
  const token: Token = {
    ...{ id, name, prefix, scope, createdAt, createdBy, lastUsedAt: null },
    expiresAt: expiresAt === null ? null : new Date(expiresAt),
  }
  const entry: LogEntry = {
    logged: log('token.issued', { how: scope, name, prefix }),
    entityType: 'token',
    entityId: id,
    result: token,
  }
  return { token, secret, entry }
}

/** Revokes a token. Refuses with NOT_FOUND when the company has no such unrevoked token. */
async function endToken(tx: Tx, companyId: string, tokenId: string): Promise<LogEntry> {
  const token = isIssuedId(tokenId) ? await revokeToken(tx, companyId, tokenId) : null
  if (token === null) throw notFound('token', tokenId)
  const { name, prefix } = token
  return {
    logged: log('token.revoked', { name, prefix }),
    entityType: 'token',
    entityId: tokenId,
    result: token,
  }
}

/** The operations on tokens that owners can use. */
export interface Tokens {
  list(companyId: string): Promise<Token[]>
  /** Issues a token. `once`: the token's secret. Refuses with FORBIDDEN. */
  issue(request: AccessRequest, wishes: TokenWishes): Promise<AccessAnswer<string>>
  /** Revokes a token. Refuses with FORBIDDEN. */
  revoke(request: AccessRequest, tokenId: string): Promise<AccessAnswer<null>>
}

export function openTokens(database: Database): Tokens {
  return {
    list: (companyId) => listTokens(database, companyId),
    issue: (request, wishes) =>
      runAsOwner(database, request, async (tx) => {
        const { token, secret, entry } = await issueToken(tx, request, wishes)
        return { result: { token }, once: secret, entry }
      }),
    revoke: (request, tokenId) =>
      runAsOwner(database, request, async (tx) => {
        const entry = await endToken(tx, request.companyId, tokenId)
        return { result: { id: tokenId, deleted: true }, once: null, entry }
      }),
  }
}

/** Issues a token from the shell. Refuses in the same cases as `issueToken`. */
export function issueFromShell(
  database: Database,
  companyId: string,
  wishes: TokenWishes,
): Promise<{ token: Token; secret: string }> {
  return writeBeside(database, companyId, async (tx) => {
    const issued = await issueToken(tx, { companyId, actor: SHELL }, wishes)
    await writeLog(tx, companyId, SHELL, issued.entry)
    return issued
  })
}

/** Revokes a token from the shell. Refuses with NOT_FOUND. */
export function revokeFromShell(database: Database, companyId: string, tokenId: string): Promise<void> {
  return writeBeside(database, companyId, async (tx) =>
    writeLog(tx, companyId, SHELL, await endToken(tx, companyId, tokenId)),
  )
}
