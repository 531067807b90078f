/** Assembles authentication and access rights for the address at which users sign in. */
import { Refusal } from '../domain/refusals.ts'
import type { EngineLog } from '../engine/memory.ts'
import type { Mailer } from '../integrations/mail.ts'
import { findNewestRevision } from '../store/audit.ts'
import type { Database } from '../store/database.ts'
import { type CompanyOfUser, deleteExpired, listCompaniesOf } from './access-sql.ts'
import { type Auth, openAuth } from './auth.ts'
import type { SessionTimes } from './auth-parts.ts'
import { type AuthHandler, answerAuthRequests } from './auth-requests.ts'
import { type Invitations, openInvitations } from './invitations.ts'
import { openMails } from './mails.ts'
import { type CheckOwnPassword, openOwnPassword } from './own-password.ts'
import { type PasswordHashing, SCRYPT } from './passwords.ts'
import { deriveKeys, type SecretKeys } from './secret-key.ts'
import { openSessions, type Sessions } from './sessions.ts'
import { openTeam, type Team } from './team.ts'
import { openThrottle } from './throttle.ts'
import { openTokens, type Tokens } from './tokens.ts'

const TIDY_EVERY_MS = 3_600_000

export interface Access {
  readonly sessions: Sessions
  readonly tokens: Tokens
  readonly team: Team
  readonly invitations: Invitations
  /** Handles requests below /api/auth. */
  readonly answerAuth: AuthHandler
  /** Asks the signed-in user for the password again. */
  readonly checkOwnPassword: CheckOwnPassword
  /** The address at which users sign in, as browsers see it. A request's Origin header must equal it. */
  readonly origin: () => string
  companiesOf(userId: string): Promise<CompanyOfUser[]>
  /** Returns a company's newest revision. */
  revisionOf(companyId: string): Promise<number>
  /** Returns the epoch of the data; see store/epoch.ts. */
  readonly epoch: () => string
  /** Starts handling requests. `origin`: the address as browsers see it. */
  open(origin: string): Promise<void>
  close(): Promise<void>
}

export interface AccessParts {
  readonly database: Database
  readonly log: EngineLog
  readonly keys: SecretKeys
  readonly times: SessionTimes
  readonly passwords?: PasswordHashing | undefined
  readonly mailer: Mailer | null
  readonly now: () => Date
  /** Returns the reason why this node must not create companies at the moment, or null when it may create them. */
  readonly clockFault: () => string | null
}

export function openAccess(accessParts: AccessParts): Access {
  const { database, log, keys, times, passwords = SCRYPT, mailer, now, clockFault } = accessParts
  let opened: { readonly auth: Auth; readonly origin: string } | null = null
  const whenOpen = () => {
    if (opened === null) throw new Refusal('UNAVAILABLE', 'The service is starting. Try again in a moment.')
    return opened
  }
  const auth = () => whenOpen().auth
  const origin = () => whenOpen().origin
  const throttle = openThrottle(database)
  const mails = mailer === null ? null : openMails(mailer, log)
  const sessions = openSessions({ database, times, now, auth })
  const onChange = (userId?: string) => sessions.forget(userId)
  const tidy = () => {
    deleteExpired(database, now()).catch((error: unknown) =>
      log.warn({ error }, 'Expired sessions could not be deleted; trying again later'),
    )
  }
  const timer = setInterval(tidy, TIDY_EVERY_MS)
  timer.unref()
  return {
    sessions,
    tokens: openTokens(database),
    team: openTeam(database, onChange),
    invitations: openInvitations({ database, throttle, mails, origin, now, onChange }),
    answerAuth: answerAuthRequests({ database, auth, origin, sessions, throttle, mails, log }),
    checkOwnPassword: openOwnPassword({ auth, sessions, throttle, log }),
    origin,
    companiesOf: (userId) => listCompaniesOf(database, userId),
    revisionOf: (companyId) => findNewestRevision({ database, companyId }),
    epoch: () => database.epoch,
    async open(at) {
      const parts = { database, log, origin: at, sessions: times, passwords, mails, throttle, clockFault, onChange }
      opened = { auth: openAuth({ ...parts, keys: deriveKeys(keys, 'sessions') }), origin: at }
      await opened.auth.$context
    },
    async close() {
      clearInterval(timer)
      await mails?.settled()
    },
  }
}
