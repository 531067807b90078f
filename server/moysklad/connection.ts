/** A company's connection to MoySklad: verified, stored encrypted, and shown without its token. */
import { type AccessAnswer, type AccessRequest, runAsOwner } from '../access/access-log.ts'
import { withRevision } from '../access/log-sql.ts'
import { type Logged, log } from '../domain/audit-log.ts'
import { notFound, Refusal } from '../domain/refusals.ts'
import { findCommands } from '../store/commands.ts'
import { type Database, readCompany, type Tx } from '../store/database.ts'
import { type ClientParts, openClient, type SourceUser } from './client.ts'
import { deleteConnection, findConnection, putConnection } from './connection-sql.ts'
import { unfinished } from './jobs/job-moves.ts'
import { findUnfinishedJob } from './jobs/job-sql.ts'
import { type MigrationGate, migrationPending } from './jobs/migration-gate.ts'
import { paceKey } from './pacing.ts'
import { readObject } from './pages.ts'
import { identityOf, type SourceIdentity } from './rights.ts'
import type { TokenSeal } from './sealed-token.ts'
import { type ShownConnection, shownConnection } from './shown-connection.ts'
import { SourceError, type SourceErrorKind } from './source-errors.ts'

export interface SourceConnections {
  /**
   * Connects a company after verifying the token with MoySklad. Refuses with MIGRATION_PENDING,
   * EXTERNAL_TOKEN_REJECTED, EXTERNAL_UNAVAILABLE, JOB_STATE or FORBIDDEN.
   */
  connect(request: AccessRequest, token: string): Promise<AccessAnswer<null>>
  /** Deletes the connection and its token. Refuses with MIGRATION_PENDING, NOT_FOUND, JOB_STATE or FORBIDDEN. */
  disconnect(request: AccessRequest): Promise<AccessAnswer<null>>
  /**
   * Returns the token and account of a company, or null when the company is not connected. Throws when the token cannot
   * be decrypted.
   */
  userOf(companyId: string): Promise<SourceUser | null>
}

export interface ConnectionParts extends ClientParts {
  readonly database: Database
  readonly seal: TokenSeal
  readonly gate: MigrationGate
}

/** Time limits for verifying a token. They are short, because a user is waiting. */
const CHECK_TIMEOUT_MS = 30_000
const CHECK_WAIT_MS = 30_000
/** Error kinds that mean the token is at fault. All other errors are MoySklad's fault. */
const REJECTED: readonly SourceErrorKind[] = ['token-rejected', 'no-api-access', 'not-permitted', 'tariff-closed']
const ENTITY = { entityType: 'integration', entityId: 'extsys' } as const

export function openConnections(parts: ConnectionParts): SourceConnections {
  const { database, seal, gate } = parts
  const find = (companyId: string) => readCompany(database, companyId, (tx) => findConnection(tx, companyId))
  return {
    async connect(request, token) {
      const { companyId, key } = request
      // A repeated command gets its original response again, without a request to MoySklad.
      const known = await readCompany(database, companyId, (tx) => findCommands(tx, companyId, [key]))
      const isOpen = await gate.isOpen()
      const isAsked = known.length === 0 && isOpen
      const checked = isAsked ? await check(parts, { token, companyId, accountId: null }) : null
      return runAsOwner(database, request, async (tx) => {
        if (!isOpen) throw migrationPending()
        if (checked === null || checked instanceof SourceError) throw rejected(checked)
        await refuseOtherAccount(tx, companyId, checked)
        const connection = { ...checked, connectedAt: new Date(), sealedToken: seal.seal(companyId, token) }
        await putConnection(tx, request, connection)
        return answer(tx, companyId, {
          logged: log('integration.connected', { account: checked.accountName }),
          shown: shownConnection(connection),
        })
      })
    },
    async disconnect(request) {
      const { companyId } = request
      const isOpen = await gate.isOpen()
      return runAsOwner(database, request, async (tx) => {
        if (!isOpen) throw migrationPending()
        const connection = await findConnection(tx, companyId)
        if (connection === null) throw notFound('connection', 'extsys')
        const job = await findUnfinishedJob(tx, companyId)
        if (job !== null) throw unfinished(job, 'It needs the connection: let it finish or cancel it, then disconnect.')
        await deleteConnection(tx, companyId)
        return answer(tx, companyId, {
          logged: log('integration.disconnected', { account: connection.accountName }),
          shown: shownConnection(null),
        })
      })
    },
    async userOf(companyId) {
      const connection = await find(companyId)
      if (connection === null) return null
      return { token: seal.open(companyId, connection.sealedToken), companyId, accountId: connection.accountId }
    },
  }
}

/** Returns the connection in the form shown to users, both as the command's result and for its audit log entry. */
async function answer(
  tx: Tx,
  companyId: string,
  { logged, shown }: { readonly logged: Logged; readonly shown: ShownConnection },
) {
  const result = await withRevision(tx, companyId, shown)
  return { result, once: null, entry: { logged, ...ENTITY, result: { connection: shown } } }
}

/**
 * Refuses with JOB_STATE if another account is connected while an import is unfinished. Another token of the same
 * account is allowed.
 */
async function refuseOtherAccount(
  tx: Tx,
  companyId: string,
  { accountId, accountName }: SourceIdentity,
): Promise<void> {
  const job = await findUnfinishedJob(tx, companyId)
  if (job === null || job.accountId === accountId) return
  const words = `The token belongs to another account, "${accountName}". Cancel the import first, or use a token of its account.`
  throw unfinished(job, words)
}

/**
 * Verifies a token with MoySklad. Returns the error if the token is at fault; throws EXTERNAL_UNAVAILABLE for any other
 * error.
 */
async function check(parts: ClientParts, user: SourceUser): Promise<SourceIdentity | SourceError> {
  // The token check runs to completion even if the client disconnects.
  const signal = AbortSignal.timeout(CHECK_WAIT_MS + CHECK_TIMEOUT_MS)
  const asking = {
    ...{ signal, isUrgent: true, maxWaitMs: CHECK_WAIT_MS, timeoutMs: CHECK_TIMEOUT_MS },
    tries: { failures: 1, refusals: 1 },
  }
  try {
    const identity = identityOf(await readObject(openClient(parts, user), '/context/employee', asking))
    // The account is known only now, so the wait before its next request is counted from this response. That wait is
    // long enough, because the request was sent before the response arrived.
    await parts.pacing.note(paceKey('account', identity.accountId), 0)
    return identity
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    if (REJECTED.includes(error.kind)) return error
    throw unavailable(error)
  }
}

/**
 * Returns the refusal of a token. `error` is null when another command has already used the idempotency key; the caller
 * then gets the refusal for that reuse instead of this one.
 */
function rejected(error: SourceError | null): Refusal {
  return new Refusal('EXTERNAL_TOKEN_REJECTED', error?.message ?? 'Send the token again with a new Idempotency-Key.')
}

function unavailable({ message, extras: { until } }: SourceError): Refusal {
  const when = until === undefined ? '' : ` It can be tried again at ${until.toISOString()}.`
  return new Refusal('EXTERNAL_UNAVAILABLE', `${message}${when}`)
}
