/** The caller of the API, with the rights in the company that the caller acts for. */
import type { Actor } from '../engine/request.ts'
import type { Role } from './roles.ts'

export interface Caller {
  readonly companyId: string
  /** The id of the token or session used. */
  readonly credentialId: string
  /** Whom the audit log names. */
  readonly actor: Actor
  readonly role: Role
  readonly seesCosts: boolean
}
