/**
 * Invitations to a company. An invitation is a link that works once, within a week, and only while its creator is an
 * owner. Only the hash of the link's secret is stored.
 */
import { v7 } from 'uuid'
import { log } from '../domain/audit-log.ts'
import { invalid, notFound, Refusal } from '../domain/refusals.ts'
import { isIssuedId } from '../domain/schema.ts'
import { fairLimiter } from '../runtime/fair-limiter.ts'
import { writeBeside } from '../store/commits.ts'
import { type Database, readCompany, type Tx } from '../store/database.ts'
import { type AccessAnswer, type AccessRequest, type Once, runAsOwner, runOnceAsUser } from './access-log.ts'
import { insertUser, isEmailTaken } from './access-sql.ts'
import {
  acceptInvitation,
  addMember,
  countInvitations,
  findCompanyName,
  findInvitingCompany,
  findMember,
  findMemberByEmail,
  findOpenInvitation,
  type InvitationRow,
  insertInvitation,
  listInvitations,
  lockTeam,
  type Person,
  withdrawInvitation,
  withdrawInvitationsTo,
} from './company-sql.ts'
import { isEmail, normalizeEmail } from './emails.ts'
import { type LogEntry, writeLog } from './log-sql.ts'
import type { AccessMails } from './mails.ts'
import { EmailTaken, isTakenInIndex, type KeepingUsers, type NewUser } from './new-company.ts'
import { type Role, seesCostsAs } from './roles.ts'
import { joining, printMember } from './team.ts'
import { networkOf, type Throttle } from './throttle.ts'
import { hashOfSecret, newSecret } from './tokens.ts'

const INVITATION_DAYS = 7
const DAY_MS = 86_400_000
/** The maximum number of open invitations of a company. */
export const MAX_INVITATIONS = 1_000
const TOKEN_START = 'sklinv_'

/** An invitation as it appears in responses. */
interface Invitation {
  readonly id: string
  readonly email: string | null
  readonly role: Role
  readonly seesCosts: boolean
  /** Whether the link was sent by e-mail. If not, the owner who created it must pass it on. */
  readonly mailed: boolean
  readonly createdAt: Date
  readonly createdBy: Person
  readonly expiresAt: Date
}

export interface InvitationWishes {
  readonly email?: string | null
  readonly role: Role
  readonly seesCosts?: boolean
}

/** The part of an invitation that is shown to anybody who opens the invitation's link. */
interface InvitationPreview {
  readonly company: Person
  readonly role: Role
  readonly seesCosts: boolean
  readonly email: string | null
  readonly invitedBy: string
  readonly expiresAt: Date
}

export interface Invitations {
  list(companyId: string): Promise<Invitation[]>
  /**
   * Creates an invitation. `once`: the link, or null when it was sent by e-mail. Refuses with FORBIDDEN, ALREADY_MEMBER
   * or LIMIT_REACHED. Throws TooOften.
   */
  invite(
    request: AccessRequest,
    wishes: InvitationWishes,
    address: string,
  ): Promise<AccessAnswer<{ link: string | null }>>
  /** Withdraws an invitation. Refuses with FORBIDDEN or NOT_FOUND. */
  withdraw(request: AccessRequest, id: string): Promise<AccessAnswer<null>>
  /**
   * Returns the invitation that a link belongs to. `address`: the client's network address, needed by the limiter.
   * Refuses with NOT_FOUND.
   */
  preview(token: string, address: string): Promise<InvitationPreview>
  /**
   * Accepts an invitation, which makes the user a member. Refuses with NOT_FOUND, ALREADY_MEMBER, or FORBIDDEN if the
   * invitation is for another e-mail address.
   */
  accept(token: string, by: AcceptedBy): Promise<AccessAnswer<null>>
}

/** The user who accepts an invitation. The idempotency key belongs to this user and not to the company. */
interface AcceptedBy extends Once {
  readonly user: Person & { readonly email: string }
  readonly address: string
}

export interface InvitationParts {
  readonly database: Database
  readonly throttle: Throttle
  readonly mails: AccessMails | null
  readonly origin: () => string
  readonly now: () => Date
  /** Called when the rights of signed-in users may have changed. */
  readonly onChange: () => void
}

/** Limits requests by network address, so that somebody who guesses links delays only their own requests. */
const inTurn = fairLimiter({
  atOnce: 4,
  perCompany: 2,
  maxWaiting: 64,
  maxWaitMs: 5_000,
  refusal: 'Too many invitations are being looked up for your address. Try again in a moment.',
})

export function openInvitations(parts: InvitationParts): Invitations {
  const { database, now, onChange } = parts
  return {
    list: async (companyId) => (await listInvitations(database, companyId, now())).map(printInvitation),
    invite: (request, wishes, address) => invite(parts, request, { wishes, address }),
    withdraw: (request, id) =>
      runAsOwner(database, request, async (tx) => {
        const { companyId } = request
        const row = isIssuedId(id) ? await withdrawInvitation(tx, { companyId, id, now: now() }) : null
        if (row === null) throw notFound('invitation', id)
        return { result: { id, deleted: true }, once: null, entry: entryOf('withdrawn', printInvitation(row)) }
      }),
    preview: (token, address) => inTurn({ companyId: networkOf(address) }, () => preview(parts, token)),
    async accept(token, { user, address, ...once }) {
      const tokenHash = hashOfSecret(token)
      const companyId = await inTurn({ companyId: networkOf(address) }, () => findInvitingCompany(database, tokenHash))
      try {
        // The idempotency key belongs to the user. Otherwise, somebody with an old link could read and write the
        // company's keys.
        return await runOnceAsUser(database, { ...once, userId: user.id, companyId }, async (tx) => {
          if (companyId === null) throw isOver()
          await lockTeam(tx, companyId)
          const { entry, result } = await join(tx, tokenHash, { user, now: now() })
          await writeLog(tx, companyId, { type: 'user', id: user.id, name: user.name }, entry)
          return { result, once: null }
        })
      } finally {
        onChange()
      }
    },
  }
}

async function invite(
  { database, throttle, mails, origin, now }: InvitationParts,
  request: AccessRequest,
  { wishes, address }: { wishes: InvitationWishes; address: string },
): Promise<AccessAnswer<{ link: string | null }>> {
  const { companyId, actor } = request
  const { role, seesCosts = false } = wishes
  const email = wishes.email == null ? null : normalizeEmail(wishes.email)
  if (mails !== null && email !== null && isEmail(email)) await throttle.countMail(email, address)
  const answer = await runAsOwner(database, request, async (tx) => {
    if (email !== null && !isEmail(email)) throw invalid('/email', 'must look like name@example.org', 'NOT_VALID')
    if (email !== null && (await findMemberByEmail(tx, companyId, email)) !== null)
      throw new Refusal('ALREADY_MEMBER', `${email} is already a member of the company. Change the role instead.`)
    const at = now()
    // A new invitation replaces earlier invitations to the same e-mail address.
    if (email !== null) await withdrawInvitationsTo(tx, companyId, email)
    if ((await countInvitations(tx, companyId, at)) >= MAX_INVITATIONS)
      throw new Refusal('LIMIT_REACHED', `There are already ${MAX_INVITATIONS} open invitations. Withdraw some.`, {
        figures: { most: MAX_INVITATIONS },
      })
    const { secret, secretHash } = newSecret(TOKEN_START)
    const row = {
      ...{ id: v7(), companyId, email, role, seesCosts, isMailed: email !== null && mails !== null },
      ...{ tokenHash: secretHash, createdBy: { id: actor.id, name: actor.name } },
      ...{ at, expiresAt: new Date(at.getTime() + INVITATION_DAYS * DAY_MS) },
    }
    await insertInvitation(tx, row)
    const { id, isMailed: mailed, createdBy, expiresAt } = row
    const invitation = {
      id,
      email,
      role,
      seesCosts: seesCostsAs(role, seesCosts),
      mailed,
      createdAt: at,
      createdBy,
      expiresAt,
    }
    // The secret comes after the #, so that browsers do not send it in the Referer header and servers do not log it.
    const link = `${origin()}/invitation#token=${secret}`
    const company = (await findCompanyName(tx, companyId)) ?? ''
    return { result: { invitation }, once: { link, company }, entry: entryOf('created', invitation) }
  })
  if (!answer.ok || answer.once === null) return answer as AccessAnswer<{ link: string | null }>
  const { link, company } = answer.once
  if (mails === null || email === null) return { ...answer, once: { link } }
  await mails.invited(email, link, { company, person: actor.name, days: INVITATION_DAYS })
  return { ...answer, once: { link: null } }
}

async function preview({ database, now }: InvitationParts, token: string): Promise<InvitationPreview> {
  const row = await findOpenInvitation(database, hashOfSecret(token), now())
  if (row === null) throw isOver()
  const { company_id: id, role, sees_costs: allowed, email, created_by_name: invitedBy, expires_at: expiresAt } = row
  const name = await readCompany(database, id, (tx) => findCompanyName(tx, id))
  return { company: { id, name: name ?? '' }, role, seesCosts: seesCostsAs(role, allowed), email, invitedBy, expiresAt }
}

/**
 * Creates a user as a member of the inviting company, without a new company. Throws EmailTaken; refuses in the same
 * cases as `accept`.
 */
export async function signUpInvited(
  { database, passwords }: KeepingUsers,
  { userName, password, ...wishes }: NewUser,
  token: string,
): Promise<{ userId: string }> {
  const [tokenHash, email, name] = [hashOfSecret(token), normalizeEmail(wishes.email), userName.trim()]
  // Check the invitation before hashing the password, because hashing takes time.
  const found = await findOpenInvitation(database, tokenHash, new Date())
  if (found === null) throw isOver()
  requireEmail(found, email)
  const user = { id: v7(), name, email }
  const { company_id: companyId, is_mailed: emailVerified } = found
  const passwordHash = await passwords.hash(password)
  try {
    await writeBeside(database, companyId, async (tx) => {
      await lockTeam(tx, companyId)
      if (await isEmailTaken(tx, email)) throw new EmailTaken(email)
      await insertUser(tx, { ...user, passwordHash, emailVerified })
      const { entry } = await join(tx, tokenHash, { user, now: new Date() })
      await writeLog(tx, companyId, { type: 'user', id: user.id, name }, entry)
    })
  } catch (error) {
    throw isTakenInIndex(error) ? new EmailTaken(email) : error
  }
  return { userId: user.id }
}

interface Joining {
  readonly user: Person & { readonly email: string }
  readonly now: Date
}

/** Accepts the invitation for the user. Refuses with NOT_FOUND, FORBIDDEN or ALREADY_MEMBER. */
async function join(tx: Tx, tokenHash: Buffer, { user, now }: Joining): Promise<{ result: object; entry: LogEntry }> {
  const invitation = await findOpenInvitation(tx, tokenHash, now)
  if (invitation === null) throw isOver()
  requireEmail(invitation, user.email)
  const { invitation_id: id, company_id: companyId, role, sees_costs: seesCosts } = invitation
  if ((await findMember(tx, companyId, user.id)) !== null)
    throw new Refusal('ALREADY_MEMBER', 'You are already a member of this company.')
  await addMember(tx, { userId: user.id, companyId, role, seesCosts })
  await acceptInvitation(tx, id)
  const member = printMember((await findMember(tx, companyId, user.id))!)
  const company = { id: companyId, name: (await findCompanyName(tx, companyId)) ?? '' }
  return { result: { company, role, seesCosts: member.seesCosts }, entry: joining(member) }
}

/** Refuses a user whose e-mail address differs from the invited one. Both addresses are compared in normalized form. */
function requireEmail({ email }: InvitationRow, of: string): void {
  if (email === null || email === normalizeEmail(of)) return
  throw new Refusal(
    'FORBIDDEN',
    'The invitation is for another e-mail. Sign in or sign up with the e-mail address that it was sent to.',
    { figures: { reason: 'another_email' } },
  )
}

function isOver(): Refusal {
  const detail = `There is no such invitation, or it was used or withdrawn, or it is older than ${INVITATION_DAYS} days. Ask for another one.`
  return new Refusal('NOT_FOUND', detail, { figures: { reason: 'invitation' } })
}

function printInvitation(row: InvitationRow): Invitation {
  const { invitation_id: id, email, role, sees_costs: allowed, is_mailed: mailed } = row
  const createdBy = { id: row.created_by_id, name: row.created_by_name }
  const { created_at: createdAt, expires_at: expiresAt } = row
  return { id, email, role, seesCosts: seesCostsAs(role, allowed), mailed, createdAt, createdBy, expiresAt }
}

function entryOf(what: 'created' | 'withdrawn', invitation: Invitation): LogEntry {
  const { id, email, role } = invitation
  const action = `invitation.${what}` as const
  const logged = email === null ? log(action, { how: 'link', role }) : log(action, { how: 'email', email, role })
  return { logged, entityType: 'invitation', entityId: id, result: invitation }
}
