/**
 * The roles of members. They are defined in domain/roles.ts for commands, which must not depend on server/access.
 * Source: S-ROLE.
 */
export { ROLES, type Role, seesCostsAs } from '../domain/roles.ts'
