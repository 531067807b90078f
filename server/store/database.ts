/** Connections to PostgreSQL, and the one way in which queries of a company are run. */
import { hostname } from 'node:os'
import pg from 'pg'
import { Refusal } from '../domain/refusals.ts'
import { type Asker, type FairLimiter, fairLimiter, HUNG_UP } from '../runtime/fair-limiter.ts'
import { endRunning } from './cancel.ts'
import { CommitGroups } from './commit-groups.ts'
import { Projector } from './projector.ts'
import { Readers, type ReadingWay } from './readers.ts'
import { commitAndRelease, type Freshness, openSnapshot } from './snapshots.ts'

export { isConnectionFailure } from './connection-failures.ts'

/** The role without rights of its own that the service acts as; migrations run as the role of the connection string. */
export const APP_ROLE = 'skladno_app'

const MAX_CONNECTIONS = 16
/** Opened before anybody asks for them. */
const FIRST_CONNECTIONS = 4
/** What requests read takes these at most: the others are for commits, however much is read. */
const READING_AT_ONCE = 12
/** Of one company, so that those with much to read leave connections to the others. */
const READING_PER_COMPANY = 4
const MAX_WAITING_TO_READ = 1_000
const CONNECT_TIMEOUT_MS = 5_000
/** A query without an answer for so long is taken for lost; what it did is then looked up. */
const QUERY_TIMEOUT_MS = 30_000
/** Sorting and grouping a long history takes more memory than the short statements of every day. */
const WORK_MEMORY = '96MB'

export type Tx = pg.ClientBase

// bigint: all of ours stay far below 2^53 (revisions, kopecks of one record). json stays text: the callers parse it.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
const asText = (value: string) => value
pg.types.setTypeParser(pg.types.builtins.JSON, asText)

/** The connections of the service, which act as APP_ROLE: a pool for transactions, and those that pages of lists are read by. */
export class Database extends pg.Pool {
  /** Which history of the data this is: see epoch.ts, which reads it. */
  epoch = ''
  readonly readers: Readonly<Record<ReadingWay, Readers>>
  /** Sends batches on their way, several companies' together. */
  readonly commits: CommitGroups
  /** Brings the tables of companies up to their logs. */
  readonly projector: Projector
  /** Whose turn it is to read in a transaction. */
  readonly reading: FairLimiter = fairLimiter({
    atOnce: READING_AT_ONCE,
    perCompany: READING_PER_COMPANY,
    maxWaiting: MAX_WAITING_TO_READ,
    maxWaitMs: CONNECT_TIMEOUT_MS,
    refusal: 'Too much is being read for this company. Try again in a moment.',
  })

  constructor(config: pg.PoolConfig, onError: (error: Error) => void) {
    super({ ...config, max: MAX_CONNECTIONS })
    this.commits = new CommitGroups(this)
    this.projector = new Projector(this)
    const { projector } = this
    this.readers = {
      'in order': new Readers({ config, access: 'in order', projector, onError }),
      gathered: new Readers({ config, access: 'gathered', projector, onError }),
    }
  }

  /** Opens some connections: who asks right after the start need not wait for them. */
  async warmUp(): Promise<void> {
    const clients = await Promise.all(Array.from({ length: FIRST_CONNECTIONS }, () => this.connect()))
    for (const client of clients) client.release()
  }

  override async end(): Promise<void> {
    this.projector.stop()
    await Promise.all([super.end(), ...Object.values(this.readers).map((readers) => readers.end())])
  }
}

/** Tells the connections of one node from those of others in pg_stat_activity: the first 40 letters of its machine's name, and its process. */
const NODE = `${hostname().slice(0, 40)}:${process.pid}`

/** Opens what the service works with; nothing is connected before it is used. */
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
  // An idle connection that breaks is replaced by the pool; unheard, the event would end the process.
  pool.on('error', onError)
  // So would that of one in use which breaks between two queries: its next query fails, which is enough.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/**
 * Runs queries of one company in one read-only snapshot, when it is the company's turn: row-level security lets them see this
 * company's rows alone, and the tables have every revision that was committed before. When the asker hangs up, what is read for it
 * ends. Refuses UNAVAILABLE.
 */
export function readCompany<T>(database: Database, asker: Asker | string, read: (tx: Tx) => Promise<T>): Promise<T> {
  const { companyId, signal } = typeof asker === 'string' ? { companyId: asker, signal: undefined } : asker
  return database.reading({ companyId, signal }, () => readTables(database, { companyId, signal }, read))
}

/** The same for what reads the log and the company's row alone, which are always up to date. */
export function readLog<T>(database: Database, companyId: string, read: (tx: Tx) => Promise<T>): Promise<T> {
  return database.reading({ companyId }, () => readSnapshot(database, { companyId }, read))
}

/** `readCompany` without waiting for a turn: for what the engine itself needs, one thing at a time for a company. */
export function readTables<T>(database: Database, asker: Asker, read: (tx: Tx) => Promise<T>): Promise<T> {
  return readAs(database, asker, 'tables', read)
}

/** `readLog` without waiting for a turn. What it sees of the tables is of the revision that `projections` has. */
export function readSnapshot<T>(database: Database, asker: Asker, read: (tx: Tx) => Promise<T>): Promise<T> {
  return readAs(database, asker, 'log', read)
}

async function readAs<T>(
  database: Database,
  asker: Asker,
  freshness: Freshness,
  read: (tx: Tx) => Promise<T>,
): Promise<T> {
  return readOpened(await openSnapshot(database, asker.companyId, freshness), asker, read)
}

/** Reads in a snapshot that was opened, and gives its connection back. */
export async function readOpened<T>(
  client: pg.PoolClient,
  { signal }: Asker,
  read: (tx: Tx) => Promise<T>,
): Promise<T> {
  // A connection in an unknown state is not given back.
  const giveBack = (failure?: Error) => client.release(failure)
  const hungUp = hangUpOf(signal)
  const reading = (async () => read(client))()
  try {
    const found = await Promise.race([reading, hungUp.promise])
    // What was read cannot be lost any more: nobody waits for the end.
    client.query('commit').then(() => giveBack(), giveBack)
    return found
  } catch (error) {
    // What was read for an asker who is gone ends before the asker's turn does: the next one must not find it running.
    if (signal?.aborted && (await endRunning(client, reading)))
      await client.query('rollback').then(() => giveBack(), giveBack)
    // What runs on all the same is ended by `prepareForLong`, which has the server look whether its client is there.
    else giveBack(error as Error)
    throw error
  } finally {
    hungUp.forget()
  }
}

/** Runs statements about tables that belong to no company, all or nothing. */
export async function transact<T>(database: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return commitAndRelease(await database.connect(), async (tx) => {
    await tx.query('begin')
    return work(tx)
  })
}

/** Rejects when the asker hangs up. */
function hangUpOf(signal: AbortSignal | undefined): { promise: Promise<never>; forget: () => void } {
  const { promise, reject } = Promise.withResolvers<never>()
  promise.catch(() => undefined)
  const hangUp = () => reject(new Refusal('UNAVAILABLE', HUNG_UP))
  signal?.addEventListener('abort', hangUp, { once: true })
  if (signal?.aborted) hangUp()
  return { promise, forget: () => signal?.removeEventListener('abort', hangUp) }
}

/** Settings of a transaction whose statements may take long: for how long at most, and that they end when nobody waits for them. */
export async function prepareForLong(tx: Tx, limitMs: number): Promise<void> {
  await tx.query(
    `select set_config('work_mem', '${WORK_MEMORY}', true), set_config('statement_timeout', '${limitMs}', true),
            -- Not every system can tell.
            set_config('client_connection_check_interval', case when version() like '%linux%' then '1s' else '0' end, true)`,
  )
}

/** Whether the server takes no writes. */
export async function isStandby(database: Database): Promise<boolean> {
  const { rows } = await database.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
  return rows[0]!.standby
}

/** The time of the database's machine, in milliseconds since 1970. */
export async function readDatabaseTime(database: Database): Promise<number> {
  const { rows } = await database.query<{ now: number }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now',
  )
  return rows[0]!.now
}
