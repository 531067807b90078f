/** What signing in is made of. */
import type { EngineLog } from '../engine/memory.ts'
import type { Database } from '../store/database.ts'
import type { AccessMails } from './mails.ts'
import type { PasswordHashing } from './passwords.ts'
import type { SecretKeys } from './secret-key.ts'
import type { OnChange } from './session-tokens.ts'
import type { Throttle } from './throttle.ts'

export interface AuthParts {
  readonly database: Database
  readonly log: EngineLog
  /** What sessions are signed and second factors encrypted with. */
  readonly keys: SecretKeys
  /** Where browsers find the session address. */
  readonly origin: string
  readonly sessions: SessionTimes
  readonly passwords: PasswordHashing
  /** null: there is no mail server, and what needs one says so. */
  readonly mails: AccessMails | null
  readonly throttle: Throttle
  /** Why this node must make no company now; null when it may. */
  readonly clockFault: () => string | null
  /** Who is signed in may be another from now on. */
  readonly onChange: OnChange
}

export interface SessionTimes {
  /** A session that is not used for so long ends. */
  readonly idleMs: number
  /** And any that is so old. */
  readonly maxMs: number
}
