/**
 * Re-exports the roles of members. They are defined in domain/roles.ts, because commands need them and must not depend
 * on server/access. Source: S-ROLE.
 */
export { ROLES, type Role, seesCostsAs } from '../domain/roles.ts'
