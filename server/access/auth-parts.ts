/** The dependencies of the sign-in code. */
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
  /** The keys that sign sessions and encrypt second factors. */
  readonly keys: SecretKeys
  /** The address at which users sign in, as browsers see it. */
  readonly origin: string
  readonly sessions: SessionTimes
  readonly passwords: PasswordHashing
  /** Sends e-mails about accounts. Null when there is no mail server; routes that need one then refuse. */
  readonly mails: AccessMails | null
  readonly throttle: Throttle
  /** Returns the reason why this node must not create companies at the moment, or null when it may create them. */
  readonly clockFault: () => string | null
  /** Called when the data or the rights of a signed-in user may have changed. */
  readonly onChange: OnChange
}

export interface SessionTimes {
  /** After how many milliseconds without use a session ends. */
  readonly idleMs: number
  /** The maximum age of a session in milliseconds, even if the session is still being used. */
  readonly maxMs: number
}
