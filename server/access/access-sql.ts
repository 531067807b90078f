/**
 * The SQL that identifies callers, and the SQL for users and sessions. It runs before the service has determined to
 * which company a request belongs.
 */
import pg from 'pg'
import { v7 } from 'uuid'
import type { Database, Tx } from '../store/database.ts'
import { listAsBlock } from '../store/statements.ts'
import type { TokenScope } from './company-sql.ts'
import type { Role } from './roles.ts'

/**
 * How long a reserved slot in the queue of sign-in attempts stays valid after its time has come, unless it is used.
 * Within this time, a caller can first wait until the pause of another limit is over.
 */
const TURN_KEPT_MS = 180_000

export interface TokenRow {
  token_id: string
  company_id: string
  name: string
  scope: TokenScope
}

/** Finds the token with this hash, unless the token was revoked or has expired. */
export async function findToken(database: Database, secretHash: Buffer): Promise<TokenRow | null> {
  const { rows } = await database.query<TokenRow>({
    name: 'find_token',
    text: `select token_id, company_id, name, scope from tokens
            where secret_hash = $1 and revoked_at is null and (expires_at is null or expires_at > now())`,
    values: [secretHash],
  })
  return rows[0] ?? null
}

/** Records that a token was used. */
export async function touchToken(database: Database, tokenId: string): Promise<void> {
  await database.query('update tokens set last_used_at = now() where token_id = $1', [tokenId])
}

/** Lists the companies that were used most recently through a token or a session, newest use first. */
export async function listUsedLast(database: Database, limit: number): Promise<string[]> {
  const { rows } = await database.query<{ company_id: string }>(
    `select company_id
       from (select company_id, coalesce(last_used_at, created_at) as used_at from tokens where revoked_at is null
              union all
             select company_id, last_used_at from sessions where company_id is not null) as uses
      group by company_id
      order by max(used_at) desc
      limit $1`,
    [limit],
  )
  return rows.map(({ company_id }) => company_id)
}

/**
 * Creates a user, with a password hash in better-auth's format, in the tables that better-auth reads at sign-in. A user
 * without a hash cannot sign in before requesting a new password.
 */
export async function insertUser(
  tx: Tx,
  user: {
    id: string
    name: string
    email: string
    passwordHash: string | null
    emailVerified?: boolean
  },
): Promise<void> {
  const { id, name, email, passwordHash, emailVerified = false } = user
  await tx.query('insert into users (id, name, email, email_verified) values ($1, $2, $3, $4)', [
    id,
    name,
    email,
    emailVerified,
  ])
  if (passwordHash === null) return
  await tx.query(
    `insert into accounts (id, account_id, provider_id, user_id, password) values ($1, $2, 'credential', $2, $3)`,
    [v7(), id, passwordHash],
  )
}

export async function insertMembership(tx: Tx, userId: string, companyId: string, role: string): Promise<void> {
  await tx.query('insert into memberships (user_id, company_id, role) values ($1, $2, $3)', [userId, companyId, role])
}

export async function isEmailTaken(tx: Tx, email: string): Promise<boolean> {
  const { rows } = await tx.query('select 1 from users where email = $1', [email])
  return rows.length > 0
}

export interface SessionRow {
  session_id: string
  user_id: string
  user_name: string
  email: string
  email_verified: boolean
  two_factor_enabled: boolean
  /** The company in which the session acts; null when no company is chosen or the user is not a member of it. */
  company_id: string | null
  role: Role | null
  sees_costs: boolean | null
}

/** Finds the session whose token has this hash, unless the session has ended. */
export async function findSession(database: Database, tokenHash: string, now: Date): Promise<SessionRow | null> {
  const { rows } = await database.query<SessionRow>({
    name: 'find_session',
    text: `select s.id as session_id, u.id as user_id, u.name as user_name, u.email, u.email_verified, u.two_factor_enabled,
                  m.company_id, m.role, m.sees_costs
             from sessions as s
             join users as u on u.id = s.user_id
             left join memberships as m on m.user_id = s.user_id and m.company_id = s.company_id
            where s.token_hash = $1 and s.expires_at > $2`,
    values: [tokenHash, now],
  })
  return rows[0] ?? null
}

/** Records that a session was used, and extends it to `expiresAt`, but never beyond its maximum age. */
export async function touchSession(database: Database, sessionId: string, now: Date, expiresAt: Date): Promise<void> {
  await database.query(
    `update sessions set last_used_at = $2, expires_at = least(ends_at, $3) where id = $1 and expires_at > $2`,
    [sessionId, now, expiresAt],
  )
}

/**
 * Gives a session a new token and another company. @returns false when the session has ended, or the user is not a
 * member of the company
 */
export async function moveSession(
  database: Database,
  move: { sessionId: string; tokenHash: string; companyId: string },
): Promise<boolean> {
  const { rowCount } = await database.query(
    `update sessions as s set token_hash = $2, company_id = m.company_id, updated_at = now()
       from memberships as m
      where s.id = $1 and m.user_id = s.user_id and m.company_id = $3`,
    [move.sessionId, move.tokenHash, move.companyId],
  )
  return rowCount === 1
}

/**
 * Records a link that was e-mailed to a user, for as long as the link is valid. The record is in the sign-in library's
 * table, so that links.ts can end this link together with the library's own.
 */
export async function insertLink(
  database: Database,
  link: { id: string; identifier: string; userId: string; expiresAt: Date },
): Promise<void> {
  await database.query('insert into verifications (id, identifier, value, expires_at) values ($1, $2, $3, $4)', [
    link.id,
    link.identifier,
    link.userId,
    link.expiresAt,
  ])
}

/** Whether a recorded link is still valid. */
export async function hasLink(database: Database, identifier: string, now: Date): Promise<boolean> {
  const { rowCount } = await database.query('select from verifications where identifier = $1 and expires_at > $2', [
    identifier,
    now,
  ])
  return rowCount !== 0
}

/** Deletes expired sessions, links, counters and invitations. */
export async function deleteExpired(database: Database, now: Date): Promise<void> {
  await database.query('delete from sessions where expires_at <= $1', [now])
  await database.query('delete from verifications where expires_at <= $1', [now])
  await database.query('delete from rate_limits where expire <= $1', [now.getTime()])
  await database.query('delete from invitations where expires_at <= $1', [now])
}

/** Returns the company that a user joined first, or null when the user belongs to none. */
export async function findFirstCompany(database: Database, userId: string): Promise<string | null> {
  const { rows } = await database.query<{ company_id: string }>(
    'select company_id from memberships where user_id = $1 order by created_at, company_id limit 1',
    [userId],
  )
  return rows[0]?.company_id ?? null
}

export interface CompanyOfUser {
  readonly id: string
  readonly name: string
  readonly role: Role
}

/** Lists the companies to which a user belongs, in the order of joining. */
export function listCompaniesOf(database: Database, userId: string): Promise<CompanyOfUser[]> {
  return listAsBlock(
    database,
    `select company_id as "id", company_name as "name", role from companies_of_user(${pg.escapeLiteral(userId)})
      order by joined_at, company_id`,
  )
}

/** Counts the companies whose only owner is this user. */
export async function countSolelyOwned(tx: Tx, userId: string): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `select count(*) as count from memberships as mine
      where mine.user_id = $1 and mine.role = 'owner'
        and not exists (select from memberships as other
                         where other.company_id = mine.company_id and other.role = 'owner' and other.user_id <> $1)`,
    [userId],
  )
  return rows[0]!.count
}

/** Lists the companies to which a user belongs, sorted by id. */
export async function listMemberships(tx: Tx, userId: string): Promise<string[]> {
  const { rows } = await tx.query<{ company_id: string }>(
    'select company_id from memberships where user_id = $1 order by company_id',
    [userId],
  )
  return rows.map((row) => row.company_id)
}

/** Finds the first response to an idempotency key of the user. */
export async function findUserKey(
  tx: Tx,
  userId: string,
  key: string,
): Promise<{ fingerprint: string; status: number; result: string } | null> {
  const { rows } = await tx.query<{ fingerprint: string; status: number; result: string }>(
    'select fingerprint, status, result from user_keys where user_id = $1 and key = $2',
    [userId, key],
  )
  return rows[0] ?? null
}

/**
 * Records that an idempotency key is used. Throws if another command has used the key in the meantime; see
 * `isUserKeyViolation`.
 */
export async function insertUserKey(
  tx: Tx,
  used: { userId: string; key: string; fingerprint: string; status: number; result: string },
): Promise<void> {
  await tx.query('insert into user_keys (user_id, key, fingerprint, status, result) values ($1, $2, $3, $4, $5)', [
    ...[used.userId, used.key, used.fingerprint, used.status, used.result],
  ])
}

/** Whether an error means that the user's idempotency key was already used. */
export function isUserKeyViolation(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code === '23505' && constraint === 'user_keys_pkey'
}

/**
 * Returns when a caller's queue slot is due, in milliseconds since 1970. Returns null when the caller has no slot, or
 * when the slot expired unused.
 */
export async function findTurn(database: Database, turn: string, now: number): Promise<number | null> {
  const { rows } = await database.query<{ due: number }>(
    'select expire - $3 as due from rate_limits where key = $1 and expire > $2 and points = 0',
    [turn, now, TURN_KEPT_MS],
  )
  return rows[0]?.due ?? null
}

/**
 * Gives a caller the next slot in the queue. @returns when the slot is due, or null when a concurrent request from the
 * same caller is just taking one
 */
export async function takeQueueTurn(
  database: Database,
  { queue, turn, now, pauseMs }: { queue: string; turn: string; now: number; pauseMs: number },
): Promise<number | null> {
  const { rows } = await database.query<{ due: number }>(
    `with mine as (
       -- Until it is known when the turn is: were the node to end here, it lapses at once.
       insert into rate_limits (key, points, expire) values ($2, 1, $3::bigint + 1000)
       on conflict (key) do update set points = 1, expire = excluded.expire where rate_limits.expire <= $3
       returning key
     ), place as (
       insert into rate_limits as queue (key, points, expire)
       select $1, 0, $3::bigint + $4 from mine
       on conflict (key) do update set expire = greatest(queue.expire, $3) + $4
       returning expire - $4 as due
     )
     select due from place`,
    [queue, turn, now, pauseMs],
  )
  const due = rows[0]?.due ?? null
  if (due !== null)
    await database.query('update rate_limits set points = 0, expire = $2 where key = $1', [turn, due + TURN_KEPT_MS])
  return due
}

/** Uses up a slot. @returns false when the slot was already used */
export async function useTurn(database: Database, turn: string): Promise<boolean> {
  const { rowCount } = await database.query('delete from rate_limits where key = $1', [turn])
  return rowCount === 1
}

/**
 * Records the check value for this version of the secret key, unless one is recorded already. @returns the recorded
 * check value
 */
export async function claimKeyVersion(database: Database, version: number, checkValue: string): Promise<string> {
  const { rows } = await database.query<{ check_value: string }>(
    `with claimed as (
       insert into secret_key_checks (version, check_value) values ($1, $2)
       on conflict (version) do nothing
       returning check_value
     )
     select check_value from claimed union all select check_value from secret_key_checks where version = $1`,
    [version, checkValue],
  )
  // Another node inserted the row concurrently, so this statement's snapshot does not contain the row.
  return rows[0]?.check_value ?? claimKeyVersion(database, version, checkValue)
}
