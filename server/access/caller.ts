/** Who calls the API, and what he is in the company that he acts for. */
import type { Actor } from '../engine/request.ts'
import type { Role } from './roles.ts'

export interface Caller {
  readonly companyId: string
  /** The token or the session that he came with. */
  readonly credentialId: string
  /** Whom the audit log names. */
  readonly actor: Actor
  readonly role: Role
  readonly seesCosts: boolean
}
