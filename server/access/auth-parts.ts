/** The parts that signing in is built from. */
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
  /** Keys that sign sessions and encrypt second factors. */
  readonly keys: SecretKeys
  /** The session address as browsers see it. */
  readonly origin: string
  readonly sessions: SessionTimes
  readonly passwords: PasswordHashing
  /** null: there is no mail server, and routes that need one refuse. */
  readonly mails: AccessMails | null
  readonly throttle: Throttle
  /** Why this node must not create companies at the moment; null when it may. */
  readonly clockFault: () => string | null
  /** Called when a signed-in user may have changed. */
  readonly onChange: OnChange
}

export interface SessionTimes {
  /** A session ends after this time without use. */
  readonly idleMs: number
  /** Any session ends at this age. */
  readonly maxMs: number
}
