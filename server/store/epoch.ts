/**
 * Reads the epoch, which identifies the history of a database. It is needed because the same revision number means
 * different things in two histories. Source: docs/decisions/0041-an-epoch-for-each-history.md.
 */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { Database, Tx } from './database.ts'

const EPOCH_BYTES = 6

/**
 * A query that identifies the database by its cluster, timeline and database id, none of which changes in normal
 * operation. A copy restored from a dump is another database, usually in another cluster. A database that was restored
 * to an earlier point in time or promoted after a loss is on another timeline.
 */
const PLACE = `
  select (select system_identifier from pg_control_system()) || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8) || '/' ||
         (select oid from pg_database where datname = current_database()) as place`

/** The query for servers on which PostgreSQL does not reveal its cluster and timeline. */
const DATABASE_ALONE = `select 'database/' || oid as place from pg_database where datname = current_database()`

async function placeOf(database: Database): Promise<string> {
  const asked = await database.query<{ place: string }>(PLACE).catch((error: { code?: string }) => {
    // These codes mean that the identification was refused or is unsupported, as with some hosting providers. Any other
    // error gives no information about the database's identity.
    if (['42501', '42883', '0A000'].includes(error.code ?? '')) return database.query<{ place: string }>(DATABASE_ALONE)
    throw error
  })
  return asked.rows[0]!.place
}

/**
 * Reads the epoch into `database.epoch`. If the database's identity differs from the recorded identity, the database
 * was restored or replaced, and a new epoch is started first. Called at the start and regularly. @returns true when the
 * epoch differs from the one read before.
 */
export async function readEpoch(database: Database): Promise<boolean> {
  const place = await placeOf(database)
  // When several nodes notice the change at once, only one starts the new epoch.
  await database.query(
    `update histories set epoch = case when place is null then epoch else $2 end, place = $1 where place is distinct from $1`,
    [place, newEpoch()],
  )
  const { rows } = await database.query<{ epoch: string; limits_version: number }>(
    'select epoch, limits_version from histories',
  )
  const { epoch, limits_version: limitsVersion } = rows[0]!
  database.limitsVersion = limitsVersion
  const isOther = database.epoch !== epoch
  database.epoch = epoch
  return isOther
}

/**
 * Starts a new epoch. Used when revision numbers will be reused and the service cannot detect this in the database,
 * such as after its data directory was restored.
 */
export async function beginEpoch(database: Database | Tx): Promise<string> {
  const epoch = newEpoch()
  await database.query('update histories set epoch = $1', [epoch])
  return epoch
}

/** Keeps the epoch of a database whose history was moved to another cluster and continues there. */
export async function keepEpoch(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('update histories set place = null')
  await client.end()
}

const newEpoch = () => randomBytes(EPOCH_BYTES).toString('hex')
