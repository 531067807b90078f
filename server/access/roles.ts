/** What the members of a company may. Source: decisions.md §9. */
import { Refusal } from '../domain/refusals.ts'

export const ROLES = ['owner', 'manager', 'storekeeper', 'viewer'] as const
export type Role = (typeof ROLES)[number]

/** `allowed`: what the owner said of this member; it counts for viewers only. */
export function seesCostsAs(role: Role, allowed: boolean): boolean {
  if (role === 'viewer') return allowed
  return role !== 'storekeeper'
}

/** Refuses FORBIDDEN. Until each command and read says who may: what nobody decided is the owner's alone. */
export function refuseUnlessOwner(role: Role): void {
  if (role !== 'owner')
    throw new Refusal('FORBIDDEN', `This is for the owner of the company; your role in it is ${role}.`)
}
