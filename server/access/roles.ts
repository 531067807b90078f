/** What the members of a company may. The roles themselves are in domain/roles.ts. Source: decisions.md §9. */
import { type Role, refuseUnlessMay, seesCostsAs } from '../domain/roles.ts'

export { ROLES, type Role, seesCostsAs } from '../domain/roles.ts'

/** Refuses FORBIDDEN to every other role. */
export function refuseUnlessOwner(role: Role): void {
  refuseUnlessMay('owner', { role, seesCosts: seesCostsAs(role, true) })
}
