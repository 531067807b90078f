/**
 * SQL for the tokens, members and invitations of a company, which its owner manages, and for the log of their changes.
 */
import type { Database, Tx } from '../store/database.ts'
import type { Role } from './roles.ts'

export type TokenScope = 'read' | 'write'

export interface Person {
  readonly id: string
  readonly name: string
}

export interface NewToken {
  readonly secretHash: Buffer
  readonly id: string
  readonly companyId: string
  readonly name: string
  readonly prefix: string
  readonly at: string
  readonly scope?: TokenScope
  readonly expiresAt?: string | null
  /** The user who created the token; null when it was created in the shell. */
  readonly createdBy?: Person | null
}

export async function insertToken(tx: Database | Tx, token: NewToken): Promise<void> {
  const { scope = 'write', expiresAt = null, createdBy = null } = token
  await tx.query(
    `insert into tokens (secret_hash, token_id, company_id, name, prefix, created_at, scope, expires_at, created_by_id, created_by_name)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      ...[token.secretHash, token.id, token.companyId, token.name, token.prefix, token.at],
      ...[scope, expiresAt, createdBy?.id, createdBy?.name],
    ],
  )
}

/** A token as it appears in responses. */
export interface Token {
  readonly id: string
  readonly name: string
  readonly prefix: string
  readonly scope: TokenScope
  readonly createdAt: Date
  readonly createdBy: Person | null
  readonly lastUsedAt: Date | null
  readonly expiresAt: Date | null
}

const person = (id: string, name: string) =>
  `case when ${id} is null then null else jsonb_build_object('id', ${id}, 'name', ${name}) end`

const TOKEN = `token_id as "id", name, prefix, scope, created_at as "createdAt",
  ${person('created_by_id', 'created_by_name')} as "createdBy", last_used_at as "lastUsedAt", expires_at as "expiresAt"`

/** Lists the company's tokens that are not revoked, newest first and without their secrets. */
export async function listTokens(database: Database | Tx, companyId: string): Promise<Token[]> {
  const { rows } = await database.query<Token>(
    `select ${TOKEN} from tokens where company_id = $1 and revoked_at is null order by token_id desc`,
    [companyId],
  )
  return rows
}

/** Revokes a token. @returns the token as it was before, or null when the company has no such unrevoked token */
export async function revokeToken(database: Database | Tx, companyId: string, tokenId: string): Promise<Token | null> {
  const { rows } = await database.query<Token>(
    `update tokens set revoked_at = now()
      where company_id = $1 and token_id = $2 and revoked_at is null
      returning ${TOKEN}`,
    [companyId, tokenId],
  )
  return rows[0] ?? null
}

/** Counts a company's tokens that are not revoked. */
export async function countTokens(tx: Tx, companyId: string): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    'select count(*) as count from tokens where company_id = $1 and revoked_at is null',
    [companyId],
  )
  return rows[0]!.count
}

/**
 * Locks a company's tokens and members until the transaction ends, so that changes to them happen one after another on
 * all nodes. Warehouse commands do not wait for this lock.
 */
export async function lockTeam(tx: Tx, companyId: string): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('team ' || $1, 0))`, [companyId])
}

export async function listOwners(tx: Tx, companyId: string): Promise<string[]> {
  const { rows } = await tx.query<{ user_id: string }>(
    `select user_id from memberships where company_id = $1 and role = 'owner'`,
    [companyId],
  )
  return rows.map((row) => row.user_id)
}

export interface MemberRow {
  readonly user_id: string
  readonly name: string
  readonly email: string
  readonly role: Role
  readonly sees_costs: boolean
  readonly created_at: Date
}

const MEMBERS = `select m.user_id, u.name, u.email, m.role, m.sees_costs, m.created_at
  from memberships as m join users as u on u.id = m.user_id where m.company_id = $1`

/** Lists the members of a company, in the order in which they joined. */
export async function listMembers(database: Database | Tx, companyId: string): Promise<MemberRow[]> {
  const { rows } = await database.query<MemberRow>(`${MEMBERS} order by m.created_at, m.user_id`, [companyId])
  return rows
}

export async function findMember(tx: Tx, companyId: string, userId: string): Promise<MemberRow | null> {
  const { rows } = await tx.query<MemberRow>(`${MEMBERS} and m.user_id = $2`, [companyId, userId])
  return rows[0] ?? null
}

export async function findMemberByEmail(tx: Tx, companyId: string, email: string): Promise<MemberRow | null> {
  const { rows } = await tx.query<MemberRow>(`${MEMBERS} and u.email = $2`, [companyId, email])
  return rows[0] ?? null
}

export interface Membership {
  readonly userId: string
  readonly companyId: string
  readonly role: Role
  readonly seesCosts: boolean
}

export async function addMember(tx: Tx, { userId, companyId, role, seesCosts }: Membership): Promise<void> {
  await tx.query('insert into memberships (user_id, company_id, role, sees_costs) values ($1, $2, $3, $4)', [
    userId,
    companyId,
    role,
    seesCosts,
  ])
}

export async function changeMember(tx: Tx, { userId, companyId, role, seesCosts }: Membership): Promise<void> {
  await tx.query('update memberships set role = $3, sees_costs = $4 where user_id = $1 and company_id = $2', [
    userId,
    companyId,
    role,
    seesCosts,
  ])
}

export async function removeMember(tx: Tx, companyId: string, userId: string): Promise<void> {
  await tx.query('delete from memberships where company_id = $1 and user_id = $2', [companyId, userId])
}

export interface NewInvitation {
  readonly tokenHash: Buffer
  readonly id: string
  readonly companyId: string
  readonly email: string | null
  readonly role: Role
  readonly seesCosts: boolean
  readonly isMailed: boolean
  readonly createdBy: Person
  readonly at: Date
  readonly expiresAt: Date
}

export async function insertInvitation(tx: Tx, invitation: NewInvitation): Promise<void> {
  const { tokenHash, id, companyId, email, role, seesCosts, isMailed, createdBy, at, expiresAt } = invitation
  await tx.query(
    `insert into invitations (token_hash, invitation_id, company_id, email, role, sees_costs, is_mailed, created_by_id,
                              created_by_name, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [tokenHash, id, companyId, email, role, seesCosts, isMailed, createdBy.id, createdBy.name, at, expiresAt],
  )
}

export interface InvitationRow {
  readonly invitation_id: string
  readonly company_id: string
  readonly email: string | null
  readonly role: Role
  readonly sees_costs: boolean
  readonly is_mailed: boolean
  readonly created_by_id: string
  readonly created_by_name: string
  readonly created_at: Date
  readonly expires_at: Date
}

const INVITATION = `invitation_id, company_id, email, role, sees_costs, is_mailed, created_by_id, created_by_name, created_at, expires_at`
/**
 * The SQL condition for invitations that are still open. It does not check that the invitation's creator is still an
 * owner.
 */
const IS_OPEN = 'accepted_at is null and withdrawn_at is null and expires_at >'

/** Lists a company's open invitations, newest first. */
export async function listInvitations(database: Database, companyId: string, now: Date): Promise<InvitationRow[]> {
  const { rows } = await database.query<InvitationRow>(
    `select ${INVITATION} from invitations where company_id = $1 and ${IS_OPEN} $2 order by invitation_id desc`,
    [companyId, now],
  )
  return rows
}

export async function countInvitations(tx: Tx, companyId: string, now: Date): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `select count(*) as count from invitations where company_id = $1 and ${IS_OPEN} $2`,
    [companyId, now],
  )
  return rows[0]!.count
}

/** Returns the company to which an invitation link belongs, whether or not the invitation is still open. */
export async function findInvitingCompany(database: Database, tokenHash: Buffer): Promise<string | null> {
  const { rows } = await database.query<{ company_id: string }>(
    'select company_id from invitations where token_hash = $1',
    [tokenHash],
  )
  return rows[0]?.company_id ?? null
}

/** Finds the invitation that a link belongs to, if it is still open and its creator is still an owner. */
export async function findOpenInvitation(
  tx: Database | Tx,
  tokenHash: Buffer,
  now: Date,
): Promise<InvitationRow | null> {
  const { rows } = await tx.query<InvitationRow>(
    `select ${INVITATION} from invitations as i
      where token_hash = $1 and ${IS_OPEN} $2
        and exists (select from memberships as m
                     where m.company_id = i.company_id and m.user_id = i.created_by_id and m.role = 'owner')`,
    [tokenHash, now],
  )
  return rows[0] ?? null
}

export async function acceptInvitation(tx: Tx, invitationId: string): Promise<void> {
  await tx.query('update invitations set accepted_at = now() where invitation_id = $1', [invitationId])
}

/**
 * Withdraws an invitation. @returns the invitation as it was before, or null when the company has no such open
 * invitation
 */
export async function withdrawInvitation(
  tx: Tx,
  { companyId, id, now }: { companyId: string; id: string; now: Date },
): Promise<InvitationRow | null> {
  const { rows } = await tx.query<InvitationRow>(
    `update invitations set withdrawn_at = now()
      where company_id = $1 and invitation_id = $2 and ${IS_OPEN} $3
      returning ${INVITATION}`,
    [companyId, id, now],
  )
  return rows[0] ?? null
}

/** Withdraws the open invitations to an e-mail address, because a new invitation replaces them. */
export async function withdrawInvitationsTo(tx: Tx, companyId: string, email: string): Promise<void> {
  await tx.query(
    `update invitations set withdrawn_at = now()
      where company_id = $1 and email = $2 and accepted_at is null and withdrawn_at is null`,
    [companyId, email],
  )
}

/** Withdraws the open invitations of a former owner. They stay withdrawn even if the user becomes an owner again. */
export async function withdrawInvitationsOf(tx: Tx, companyId: string, userId: string): Promise<void> {
  await tx.query(
    `update invitations set withdrawn_at = now()
      where company_id = $1 and created_by_id = $2 and accepted_at is null and withdrawn_at is null`,
    [companyId, userId],
  )
}

/** Returns the company's current name within a transaction. */
export async function findCompanyName(tx: Tx, companyId: string): Promise<string | null> {
  const { rows } = await tx.query<{ company_name: string | null }>('select company_name_now($1) as company_name', [
    companyId,
  ])
  return rows[0]!.company_name
}

/** Makes this company's rows visible to the rest of the transaction. */
export async function actFor(tx: Tx, companyId: string): Promise<void> {
  await tx.query(`select set_config('app.company_id', $1, true)`, [companyId])
}
