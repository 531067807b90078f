/** API tokens and sign-up rows. These tables are looked up before the company is known. */
import type { Database, Tx } from './database.ts'

export interface TokenRow {
  token_id: string
  company_id: string
  name: string
}

/** The token with this hash, unless it is revoked. */
export async function findToken(database: Database, secretHash: Buffer): Promise<TokenRow | null> {
  const { rows } = await database.query<TokenRow>({
    name: 'find_token',
    text: 'select token_id, company_id, name from tokens where secret_hash = $1 and revoked_at is null',
    values: [secretHash],
  })
  return rows[0] ?? null
}

/** Notes that a token was used. */
export async function touchToken(database: Database, tokenId: string): Promise<void> {
  await database.query('update tokens set last_used_at = now() where token_id = $1', [tokenId])
}

export async function insertToken(
  tx: Database | Tx,
  token: { secretHash: Buffer; id: string; companyId: string; name: string; prefix: string; at: string },
): Promise<void> {
  await tx.query(
    `insert into tokens (secret_hash, token_id, company_id, name, prefix, created_at) values ($1, $2, $3, $4, $5, $6)`,
    [token.secretHash, token.id, token.companyId, token.name, token.prefix, token.at],
  )
}

/** The company's tokens, newest first, without their secrets. */
export async function listTokens(database: Database, companyId: string): Promise<object[]> {
  const { rows } = await database.query<object>(
    `select token_id as "id", name, prefix, created_at as "createdAt", last_used_at as "lastUsedAt", revoked_at as "revokedAt"
       from tokens
      where company_id = $1
      order by token_id desc`,
    [companyId],
  )
  return rows
}

/** @returns false when the company has no such token that still works. */
export async function revokeToken(database: Database, companyId: string, tokenId: string): Promise<boolean> {
  const { rowCount } = await database.query(
    'update tokens set revoked_at = now() where company_id = $1 and token_id = $2 and revoked_at is null',
    [companyId, tokenId],
  )
  return rowCount === 1
}

/** Makes a user with a password hash of better-auth's making, in the tables that it will sign in from. */
export async function insertUser(
  tx: Tx,
  user: { id: string; name: string; email: string; passwordHash: string; accountId: string },
): Promise<void> {
  await tx.query('insert into users (id, name, email) values ($1, $2, $3)', [user.id, user.name, user.email])
  await tx.query(
    `insert into accounts (id, account_id, provider_id, user_id, password) values ($1, $2, 'credential', $2, $3)`,
    [user.accountId, user.id, user.passwordHash],
  )
}

export async function insertMembership(tx: Tx, userId: string, companyId: string, role: string): Promise<void> {
  await tx.query('insert into memberships (user_id, company_id, role) values ($1, $2, $3)', [userId, companyId, role])
}

export async function isEmailTaken(tx: Tx, email: string): Promise<boolean> {
  const { rows } = await tx.query('select 1 from users where email = $1', [email])
  return rows.length > 0
}
