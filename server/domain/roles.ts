/** The roles of a company's members, and the groups of roles that may run commands and queries. Source: S-ROLE. */
import { Refusal } from './refusals.ts'

export const ROLES = ['owner', 'manager', 'storekeeper', 'viewer'] as const
export type Role = (typeof ROLES)[number]

interface Group {
  readonly roles: readonly Role[]
  /** True when members of these roles belong to the group only if they may see costs. */
  readonly costsOnly: boolean
}

const group = (...roles: Role[]): Group => ({ roles, costsOnly: false })

/** The groups by name. Every command and every query states which group may run it. */
export const GROUPS = {
  owner: group('owner'),
  managers: group('owner', 'manager'),
  storekeepers: group('owner', 'manager', 'storekeeper'),
  everyone: group(...ROLES),
  /** The members who may read records that are only about costs. */
  'who sees costs': { roles: ['owner', 'manager', 'viewer'], costsOnly: true },
} as const satisfies Record<string, Group>
export type May = keyof typeof GROUPS

/** A member's role in a company, and whether the member may see costs there. */
export interface Standing {
  readonly role: Role
  readonly seesCosts: boolean
}

/**
 * Whether a member may see costs. `allowed`: the owner's setting for this member, which matters
 * only for viewers.
 */
export function seesCostsAs(role: Role, allowed: boolean): boolean {
  if (role === 'viewer') return allowed
  return role !== 'storekeeper'
}

/** Describes in words which roles belong to a group: `owner, manager or viewer who sees costs`. */
export function describeGroup(may: May): string {
  const { roles, costsOnly }: Group = GROUPS[may]
  const named = roles.map((role) => (costsOnly && role === 'viewer' ? 'viewer who sees costs' : role))
  return named.length === 1 ? named[0]! : `${named.slice(0, -1).join(', ')} or ${named.at(-1)}`
}

/** Refuses with FORBIDDEN for members outside the group. */
export function refuseUnlessMay(may: May, { role, seesCosts }: Standing): void {
  const { roles, costsOnly }: Group = GROUPS[may]
  if (roles.includes(role) && (seesCosts || !costsOnly)) return
  const own = role === 'viewer' && !seesCosts ? 'viewer who does not see costs' : role
  throw new Refusal('FORBIDDEN', `This needs the role ${describeGroup(may)}; your role in this company is ${own}.`, {
    figures: { reason: 'role', allowed: roles, role },
  })
}
