/**
 * The members of a company: their roles, and how they leave. A company always has at least one owner. Source: S-TEAM.
 */
import { type Logged, log } from '../domain/audit-log.ts'
import { notFound, Refusal } from '../domain/refusals.ts'
import type { Actor } from '../engine/request.ts'
import { type Database, type Tx, transact } from '../store/database.ts'
import { type AccessAnswer, type AccessRequest, requireOwner, runAsOwner, runOnce } from './access-log.ts'
import { countSolelyOwned, listMemberships } from './access-sql.ts'
import {
  actFor,
  changeMember,
  findMember,
  listMembers,
  lockTeam,
  type MemberRow,
  type Person,
  removeMember,
  withdrawInvitationsOf,
} from './company-sql.ts'
import { type LogEntry, writeLog } from './log-sql.ts'
import { type Role, seesCostsAs } from './roles.ts'

/** A member as they appear in responses. */
export interface Member {
  readonly userId: string
  readonly name: string
  readonly email: string
  readonly role: Role
  readonly seesCosts: boolean
  readonly joinedAt: Date
}

export interface MemberChange {
  readonly role?: Role
  readonly seesCosts?: boolean
}

export interface Team {
  list(companyId: string): Promise<Member[]>
  /** Changes a member's role, or whether the member may see costs. Refuses with FORBIDDEN, NOT_FOUND or LAST_OWNER. */
  change(request: AccessRequest, userId: string, change: MemberChange): Promise<AccessAnswer<null>>
  /**
   * Removes a member. An owner may remove anybody; other members may only remove themselves. Refuses with FORBIDDEN,
   * NOT_FOUND or LAST_OWNER.
   */
  remove(request: AccessRequest, userId: string): Promise<AccessAnswer<null>>
}

/** Creates the operations on members. `onChange`: called when the rights of signed-in users may have changed. */
export function openTeam(database: Database, onChange: () => void): Team {
  const changing = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } finally {
      onChange()
    }
  }
  return {
    list: async (companyId) => (await listMembers(database, companyId)).map(printMember),
    change: (request, userId, change) =>
      changing(
        runAsOwner(database, request, async (tx, owners) => {
          const { companyId } = request
          const before = await loadMember(tx, companyId, userId)
          const { role = before.role } = change
          // Unless the owner decides otherwise, a member with a new role does not see more costs than before.
          const { seesCosts = seesCostsAs(before.role, before.sees_costs) } = change
          const isOwnerNoMore = before.role === 'owner' && role !== 'owner'
          if (isOwnerNoMore) refuseLast(owners, userId)
          const after = { ...before, role, sees_costs: seesCosts }
          const [was, is] = [printMember(before), printMember(after)]
          await changeMember(tx, { userId, companyId, role, seesCosts })
          if (isOwnerNoMore) await withdrawInvitationsOf(tx, companyId, userId)
          const isSame = was.role === is.role && was.seesCosts === is.seesCosts
          return { result: is, once: null, entry: isSame ? null : entryOf(is, changeOf(was, is)) }
        }),
      ),
    remove: (request, userId) =>
      changing(
        runOnce(database, request, async (tx, owners) => {
          const { companyId, actor } = request
          if (actor.id !== userId) requireOwner(owners, actor)
          const member = printMember(await loadMember(tx, companyId, userId))
          refuseLast(owners, userId)
          await removeFrom(tx, companyId, userId)
          const entry =
            actor.id === userId ? leaving(member) : entryOf(member, log('member.removed', { name: member.name }))
          return { result: { id: userId, deleted: true }, once: null, entry }
        }),
      ),
  }
}

/**
 * Removes a user from all companies before the user is deleted, unless some company would be left without an owner.
 * @returns the number of such companies; 0 means that the user was removed. If two owners leave at once, locks ensure
 * that one of them counts as the last owner.
 */
export function leaveAllCompanies(database: Database, user: Person): Promise<number> {
  const actor: Actor = { type: 'user', ...user }
  return transact(database, async (tx) => {
    const companies = await listMemberships(tx, user.id)
    for (const companyId of companies) await lockTeam(tx, companyId)
    const count = await countSolelyOwned(tx, user.id)
    if (count > 0) return count
    for (const companyId of companies) {
      await actFor(tx, companyId)
      const member = await findMember(tx, companyId, user.id)
      if (member === null) continue
      await removeFrom(tx, companyId, user.id)
      await writeLog(tx, companyId, actor, leaving(printMember(member)))
    }
    return 0
  })
}

/** Creates the log entry for a new member. */
export const joining = (member: Member): LogEntry =>
  entryOf(member, log('member.joined', { name: member.name, role: member.role }))

export function printMember(row: MemberRow): Member {
  const { user_id: userId, name, email, role, sees_costs: allowed, created_at: joinedAt } = row
  return { userId, name, email, role, seesCosts: seesCostsAs(role, allowed), joinedAt }
}

const leaving = (member: Member): LogEntry => entryOf(member, log('member.left', { name: member.name }))

async function removeFrom(tx: Tx, companyId: string, userId: string): Promise<void> {
  await removeMember(tx, companyId, userId)
  await withdrawInvitationsOf(tx, companyId, userId)
}

async function loadMember(tx: Tx, companyId: string, userId: string): Promise<MemberRow> {
  const member = await findMember(tx, companyId, userId)
  if (member === null) throw notFound('member', userId)
  return member
}

function refuseLast(owners: readonly string[], userId: string): void {
  if (owners.length > 1 || !owners.includes(userId)) return
  throw new Refusal('LAST_OWNER', 'This is the only owner of the company. Make someone else an owner first.')
}

/**
 * Creates a log entry about a member. Leaves out the e-mail address, because more people can read the log than the list
 * of members.
 */
function entryOf({ userId, name, role, seesCosts }: Member, logged: Logged): LogEntry {
  return { logged, entityType: 'member', entityId: userId, result: { userId, name, role, seesCosts } }
}

/** Returns the data of the log entry for a member whose role, right to see costs, or both have changed. */
function changeOf(was: Member, { name, role, seesCosts }: Member): Logged {
  const costs = seesCosts ? 'costs_shown' : 'costs_hidden'
  if (was.role === role) return log('member.updated', { how: costs, name })
  const how = was.seesCosts === seesCosts ? 'role' : (`role_${costs}` as const)
  return log('member.updated', { how, name, was: was.role, role })
}
