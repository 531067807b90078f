/** Connections to PostgreSQL. All queries on a company's data go through this file. */
import { hostname } from 'node:os'
import pg from 'pg'
import { Refusal } from '../domain/refusals.ts'
import { type Asker, type FairLimiter, fairLimiter, HUNG_UP } from '../runtime/fair-limiter.ts'
import { inReadSpan } from '../runtime/spans.ts'
import { endRunning } from './cancel.ts'
import { CommitGroups } from './commit-groups.ts'
import { Distribution } from './distribution.ts'
import { DatabaseHealth } from './health.ts'
import { Projector } from './projector.ts'
import { type PoolUse, Readers, type ReadingWay, useOf } from './readers.ts'
import { commitAndRelease, type Freshness, openSnapshot } from './snapshots.ts'

export { isConnectionFailure } from './connection-failures.ts'

/**
 * The database role under which the service's connections act. It has only the rights that the service needs;
 * migrations run as the role of the connection string.
 */
export const APP_ROLE = 'skladno_app'

const MAX_CONNECTIONS = 16
/** The number of connections opened before the first request. */
const FIRST_CONNECTIONS = 4
/**
 * The maximum number of connections used for reading on behalf of requests. All other connections stay free for
 * commits, however much is read.
 */
const READING_AT_ONCE = 12
/**
 * The maximum number of connections for reads of one company, so that a company that reads a lot leaves connections
 * to others.
 */
const READING_PER_COMPANY = 4
const MAX_WAITING_TO_READ = 1_000
const CONNECT_TIMEOUT_MS = 5_000
/**
 * The number of milliseconds after which an unanswered query counts as lost. The service then finds out whether the
 * query took effect.
 */
const QUERY_TIMEOUT_MS = 30_000
/**
 * The PostgreSQL work memory for long statements. Sorting and grouping a long history needs more than everyday short
 * statements.
 */
const WORK_MEMORY = '96MB'

export type Tx = pg.ClientBase

// Read bigint values as numbers, because all our values stay far below 2^53 (revisions, kopecks of one record). Leave
// JSON as text, because the callers parse it.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
const asText = (value: string) => value
pg.types.setTypeParser(pg.types.builtins.JSON, asText)

/**
 * The connections of the service, which act as APP_ROLE: a pool for transactions, and separate connections for reading
 * list pages.
 */
export class Database extends pg.Pool {
  /** The epoch, which identifies the history of the data and is read by epoch.ts. */
  epoch = ''
  /** Grows when an operator changes the limits of a company; read together with the epoch. */
  limitsVersion = 0
  readonly readers: Readonly<Record<ReadingWay, Readers>>
  /** Sends batches to PostgreSQL; batches of several companies are sent together. */
  readonly commits: CommitGroups
  /** Brings companies' tables up to date with their logs. */
  readonly projector: Projector
  /** Whether the database can be reached and accepts writes. */
  readonly health: DatabaseHealth
  /** The fair limiter for reads that run in transactions. */
  readonly reading: FairLimiter = fairLimiter({
    atOnce: READING_AT_ONCE,
    perCompany: READING_PER_COMPANY,
    maxWaiting: MAX_WAITING_TO_READ,
    maxWaitMs: CONNECT_TIMEOUT_MS,
    refusal: 'Too much is being read for this company. Try again in a moment.',
  })

  constructor(config: pg.PoolConfig, onError: (error: Error) => void) {
    super({ ...config, max: MAX_CONNECTIONS })
    this.health = new DatabaseHealth(() => this.query('select 1'))
    const distribution = new Distribution(this)
    this.commits = new CommitGroups(this, distribution)
    this.projector = new Projector(this)
    const { projector } = this
    this.readers = {
      'in order': new Readers({ config, access: 'in order', projector, distribution, onError }),
      gathered: new Readers({ config, access: 'gathered', projector, distribution, onError }),
    }
  }

  /** The number of connections of each pool, and the number of callers waiting for a connection. */
  get pools(): Readonly<Record<'work' | ReadingWay, PoolUse>> {
    const { 'in order': ordered, gathered } = this.readers
    return { work: useOf(this), 'in order': ordered.use, gathered: gathered.use }
  }

  /** Opens some connections, so that the first requests need not wait for them. */
  async warmUp(): Promise<void> {
    const clients = await Promise.all(Array.from({ length: FIRST_CONNECTIONS }, () => this.connect()))
    for (const client of clients) client.release()
  }

  override async end(): Promise<void> {
    this.health.stop()
    this.projector.stop()
    await Promise.all([super.end(), ...Object.values(this.readers).map((readers) => readers.end())])
  }
}

/**
 * The name that identifies this node's connections in pg_stat_activity. It consists of the first 40 characters of the
 * machine's name and the process id.
 */
const NODE = `${hostname().slice(0, 40)}:${process.pid}`

/** Opens the pools and the other parts that use the database. Connections are made on first use. */
export function openDatabase(url: string, onError: (error: Error) => void): Database {
  const config = {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    options: `-c role=${APP_ROLE}`,
    application_name: `skladno ${NODE} work`,
    keepAlive: true,
  }
  const pool = new Database(config, onError)
  // When an idle connection breaks, the pool replaces it and emits an error event, which would end the process without
  // a listener.
  pool.on('error', onError)
  // Without a listener, a connection that breaks between two queries would also end the process. The listener need not
  // do anything, because the next query on the connection fails anyway.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/**
 * Runs queries of one company in one read-only snapshot, once the limiter grants a slot. Row-level security limits the
 * queries to this company's rows, and the tables contain every revision that was committed before. Reading ends when
 * the caller disconnects. Refuses UNAVAILABLE.
 */
export function readCompany<T>(database: Database, asker: Asker | string, read: (tx: Tx) => Promise<T>): Promise<T> {
  const { companyId, signal } = typeof asker === 'string' ? { companyId: asker, signal: undefined } : asker
  return database.reading({ companyId, signal }, () => readTables(database, { companyId, signal }, read))
}

/** Runs queries that read only the log and the company's row, which are always up to date. */
export function readLog<T>(database: Database, companyId: string, read: (tx: Tx) => Promise<T>): Promise<T> {
  return database.reading({ companyId }, () => readSnapshot(database, { companyId }, read))
}

/**
 * Reads like `readCompany`, but without a limiter slot. Meant for the engine's own reads, which run one at a time per
 * company.
 */
export function readTables<T>(database: Database, asker: Asker, read: (tx: Tx) => Promise<T>): Promise<T> {
  return readAs(database, asker, 'tables', read)
}

/** Reads like `readLog`, but without a limiter slot. The tables are read at the revision in `projections`. */
export function readSnapshot<T>(database: Database, asker: Asker, read: (tx: Tx) => Promise<T>): Promise<T> {
  return readAs(database, asker, 'log', read)
}

function readAs<T>(database: Database, asker: Asker, freshness: Freshness, read: (tx: Tx) => Promise<T>): Promise<T> {
  const { companyId } = asker
  return inReadSpan(companyId, async () => readOpened(await openSnapshot(database, companyId, freshness), asker, read))
}

/** Reads in a snapshot that is already open, then returns its connection to the pool. */
export async function readOpened<T>(
  client: pg.PoolClient,
  { signal }: Asker,
  read: (tx: Tx) => Promise<T>,
): Promise<T> {
  // When an error is given, the pool discards the connection, because its state is unknown.
  const giveBack = (failure?: Error) => client.release(failure)
  const hungUp = hangUpOf(signal)
  const reading = (async () => read(client))()
  try {
    const found = await Promise.race([reading, hungUp.promise])
    // All data has arrived from the database, so the caller need not wait for the end of the transaction.
    client.query('commit').then(() => giveBack(), giveBack)
    return found
  } catch (error) {
    // If the caller has disconnected, end the query before its limiter slot is freed, so that it does not run
    // concurrently with the next query.
    if (signal?.aborted && (await endRunning(client, reading)))
      await client.query('rollback').then(() => giveBack(), giveBack)
    // Otherwise, a statement that is still running ends by itself, because `prepareForLong` made the server check
    // whether its client is still connected.
    else giveBack(error as Error)
    throw error
  } finally {
    hungUp.forget()
  }
}

/** Runs statements on tables that belong to no company, in one transaction. */
export async function transact<T>(database: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return commitAndRelease(await database.connect(), async (tx) => {
    await tx.query('begin')
    return work(tx)
  })
}

/** Returns a promise that rejects when the caller disconnects. */
function hangUpOf(signal: AbortSignal | undefined): { promise: Promise<never>; forget: () => void } {
  const { promise, reject } = Promise.withResolvers<never>()
  promise.catch(() => undefined)
  const hangUp = () => reject(new Refusal('UNAVAILABLE', HUNG_UP))
  signal?.addEventListener('abort', hangUp, { once: true })
  if (signal?.aborted) hangUp()
  return { promise, forget: () => signal?.removeEventListener('abort', hangUp) }
}

/**
 * Prepares a transaction for long statements: limits their duration, and makes them end when the client has
 * disconnected.
 */
export async function prepareForLong(tx: Tx, limitMs: number): Promise<void> {
  await tx.query(
    `select set_config('work_mem', '${WORK_MEMORY}', true), set_config('statement_timeout', '${limitMs}', true),
            -- Not every system can tell.
            set_config('client_connection_check_interval', case when version() like '%linux%' then '1s' else '0' end, true)`,
  )
}

/** Returns the reason why the server does not accept writes; null when it accepts them. */
export async function whyReadOnly(database: Database): Promise<'standby' | 'read-only' | null> {
  const { rows } = await database.query<{ standby: boolean; read_only: boolean }>(
    `select pg_is_in_recovery() as standby, current_setting('transaction_read_only')::boolean as read_only`,
  )
  const { standby, read_only: isReadOnly } = rows[0]!
  if (standby) return 'standby'
  return isReadOnly ? 'read-only' : null
}

/** Returns the time of the database's machine, in milliseconds since 1970. */
export async function readDatabaseTime(database: Database): Promise<number> {
  const { rows } = await database.query<{ now: number }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now',
  )
  return rows[0]!.now
}
