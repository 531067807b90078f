/** The caller of the API, with the caller's rights in the company to which the request applies. */
import type { Actor } from '../engine/request.ts'
import type { Role } from './roles.ts'

export interface Caller {
  readonly companyId: string
  /** The id of the token or session that the caller used. */
  readonly credentialId: string
  /** The user or token that the audit log shows as the author of the caller's commands. */
  readonly actor: Actor
  readonly role: Role
  readonly seesCosts: boolean
}
