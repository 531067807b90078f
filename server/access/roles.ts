/** What the members of a company are: domain/roles.ts says it to commands, which know nothing of access. Source: S-ROLE. */
export { ROLES, type Role, seesCostsAs } from '../domain/roles.ts'
