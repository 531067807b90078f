/** Connections to PostgreSQL, and the one way in which queries of a company are run. */
import pg from 'pg'
import { type Access, Readers } from './readers.ts'

/** The role without rights of its own that the service acts as; migrations run as the role of the connection string. */
export const APP_ROLE = 'skladno_app'

const MAX_CONNECTIONS = 16
const CONNECT_TIMEOUT_MS = 5_000
/** A query without an answer for so long is taken for lost; what it did is then looked up. */
const QUERY_TIMEOUT_MS = 30_000

export type Tx = pg.ClientBase

// bigint: all of ours stay far below 2^53 (revisions, kopecks of one record). json stays text: the callers parse it.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
const asText = (value: string) => value
pg.types.setTypeParser(pg.types.builtins.JSON, asText)

/** The connections of the service, which act as APP_ROLE: a pool for transactions, and those that pages of lists are read by. */
export class Database extends pg.Pool {
  readonly readers: Readonly<Record<Access, Readers>>

  constructor(config: pg.PoolConfig, onError: (error: Error) => void) {
    super({ ...config, max: MAX_CONNECTIONS })
    this.readers = {
      'in order': new Readers(config, 'in order', onError),
      gathered: new Readers(config, 'gathered', onError),
    }
  }

  override async end(): Promise<void> {
    await Promise.all([super.end(), ...Object.values(this.readers).map((readers) => readers.end())])
  }
}

/** Opens what the service works with; nothing is connected before it is used. */
export function openDatabase(url: string, onError: (error: Error) => void): Database {
  const config = {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    options: `-c role=${APP_ROLE}`,
    application_name: 'skladno',
    keepAlive: true,
  }
  const pool = new Database(config, onError)
  // An idle connection that breaks is replaced by the pool; unheard, the event would end the process.
  pool.on('error', onError)
  // So would that of one in use which breaks between two queries: its next query fails, which is enough.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** Runs queries of one company in one read-only snapshot: row-level security lets them see this company's rows alone. */
export async function readCompany<T>(database: Database, companyId: string, read: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await database.connect()
  // A connection in an unknown state is not given back.
  const giveBack = (failure?: Error) => client.release(failure)
  try {
    await client.query(`begin transaction isolation level repeatable read read only;
      set local app.company_id = ${pg.escapeLiteral(companyId)}`)
    const found = await read(client)
    // What was read cannot be lost any more: nobody waits for the end.
    client.query('commit').then(() => giveBack(), giveBack)
    return found
  } catch (error) {
    giveBack(error as Error)
    throw error
  }
}

const LOST_CONNECTION =
  /terminated|not queryable|connection (error|ended|closed)|timeout exceeded|read timeout|ended by/i

/** True for a failure of the connection or the server, as opposed to a statement that was refused or a bug of ours. */
export function isConnectionFailure(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  if (code === undefined) return LOST_CONNECTION.test(message ?? '')
  // SQLSTATE classes 08: connection, 53: out of resources, 57: shut down or cancelled; E…: the socket's own errors.
  return /^(08|53|57)...$/.test(code) || /^E[A-Z]{3,}$/.test(code)
}
