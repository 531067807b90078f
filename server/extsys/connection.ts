/** The connection of a company to the external system: verified, kept encrypted, and shown without its token. */
import { type AccessAnswer, type AccessRequest, runAsOwner } from '../access/access-log.ts'
import { notFound, Refusal } from '../domain/refusals.ts'
import { findCommands } from '../store/commands.ts'
import { type Database, readCompany } from '../store/database.ts'
import { type ClientParts, openClient, type SourceUser } from './client.ts'
import { type Connection, deleteConnection, findConnection, putConnection } from './connection-tables.ts'
import { paceKey } from './pacing.ts'
import { readObject } from './pages.ts'
import { identityOf, type SourceIdentity } from './rights.ts'
import type { TokenSeal } from './sealed-token.ts'
import { SourceError, type SourceErrorKind } from './source-errors.ts'

/** What is shown of a connection. */
export type ShownConnection =
  | { readonly connected: false }
  | ({ readonly connected: true } & Pick<Connection, 'accountName' | 'employeeName' | 'rights' | 'connectedAt'>)

/** The answer of `GET /api/v1/integrations/extsys`. */
export interface IntegrationStatus {
  readonly available: boolean
  readonly migrationPending: boolean
  readonly connection: ShownConnection
  readonly jobs: readonly object[]
}

export interface Connections {
  status(companyId: string): Promise<IntegrationStatus>
  /** Verifies the token at the source first. Refuses EXTERNAL_TOKEN_REJECTED, EXTERNAL_UNAVAILABLE, FORBIDDEN. */
  connect(request: AccessRequest, token: string): Promise<AccessAnswer<null>>
  /** The token is forgotten. Refuses NOT_FOUND, FORBIDDEN. */
  disconnect(request: AccessRequest): Promise<AccessAnswer<null>>
  /** As whom the source is asked for a company; null when it is not connected. Throws when the token cannot be decrypted. */
  userOf(companyId: string): Promise<SourceUser | null>
}

export interface ConnectionParts extends ClientParts {
  readonly database: Database
  readonly seal: TokenSeal
}

/** Somebody waits for it. */
const CHECK_TIMEOUT_MS = 30_000
const CHECK_WAIT_MS = 30_000
/** What the token itself is to blame for; the rest is the source's. */
const REJECTED: readonly SourceErrorKind[] = ['token-rejected', 'no-api-access', 'not-permitted', 'tariff-closed']
const ENTITY = { entityType: 'integration', entityId: 'extsys' } as const

export function openConnections(parts: ConnectionParts): Connections {
  const { database, seal } = parts
  const find = (companyId: string) => readCompany(database, companyId, (tx) => findConnection(tx, companyId))
  return {
    async status(companyId) {
      const connection = shown(await find(companyId))
      return { available: true, migrationPending: false, connection, jobs: [] }
    },
    async connect(request, token) {
      const { companyId, key } = request
      // What was answered before is answered again, without asking the source.
      const known = await readCompany(database, companyId, (tx) => findCommands(tx, companyId, [key]))
      const checked = known.length > 0 ? null : await check(parts, { token, companyId, accountId: null })
      return runAsOwner(database, request, async (tx) => {
        if (checked === null || checked instanceof SourceError) throw rejected(checked)
        const connection = { ...checked, connectedAt: new Date(), sealedToken: seal.seal(companyId, token) }
        await putConnection(tx, request, connection)
        const result = { connection: shown(connection) }
        const summary = `Connected to MoySklad, account "${checked.accountName}"`
        return { result, once: null, entry: { action: 'integration.connected', ...ENTITY, summary, result } }
      })
    },
    disconnect: (request) =>
      runAsOwner(database, request, async (tx) => {
        const connection = await findConnection(tx, request.companyId)
        if (connection === null || !(await deleteConnection(tx, request.companyId)))
          throw notFound('connection', 'extsys')
        const result = { connection: shown(null) }
        const summary = `Disconnected from MoySklad, account "${connection.accountName}"`
        return { result, once: null, entry: { action: 'integration.disconnected', ...ENTITY, summary, result } }
      }),
    async userOf(companyId) {
      const connection = await find(companyId)
      if (connection === null) return null
      return { token: seal.open(companyId, connection.sealedToken), companyId, accountId: connection.accountId }
    },
  }
}

function shown(connection: Connection | null): ShownConnection {
  if (connection === null) return { connected: false }
  const { accountName, employeeName, rights, connectedAt } = connection
  return { connected: true, accountName, connectedAt, employeeName, rights }
}

/** What the source says of a token. Gives what the token is to blame for; throws EXTERNAL_UNAVAILABLE for the rest. */
async function check(parts: ClientParts, user: SourceUser): Promise<SourceIdentity | SourceError> {
  // Also when nobody waits for it any more: it is done once it was begun.
  const signal = AbortSignal.timeout(CHECK_WAIT_MS + CHECK_TIMEOUT_MS)
  const asking = {
    ...{ signal, isUrgent: true, maxWaitMs: CHECK_WAIT_MS, timeoutMs: CHECK_TIMEOUT_MS },
    tries: { failures: 1, refusals: 1 },
  }
  try {
    const identity = identityOf(await readObject(openClient(parts, user), '/context/employee', asking))
    // From the answer on, which is later than the start: nobody asks for the account too early.
    await parts.pacing.note(paceKey('account', identity.accountId), 0)
    return identity
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    if (REJECTED.includes(error.kind)) return error
    throw unavailable(error)
  }
}

/** `null`: the key was used by another command, which the caller is told before this. */
function rejected(error: SourceError | null): Refusal {
  return new Refusal('EXTERNAL_TOKEN_REJECTED', error?.message ?? 'Send the token again with a new Idempotency-Key.')
}

function unavailable({ message, extras: { until } }: SourceError): Refusal {
  const when = until === undefined ? '' : ` It may be asked again at ${until.toISOString()}.`
  return new Refusal('EXTERNAL_UNAVAILABLE', `${message}${when}`)
}
