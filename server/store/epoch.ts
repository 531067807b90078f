/**
 * Which history of the data a database has: revisions of another one are others, though they count alike. Source:
 * docs/decisions/0041-an-epoch-for-each-history.md.
 */
import { randomBytes } from 'node:crypto'
import type { Database } from './database.ts'

const EPOCH_BYTES = 6

/**
 * The cluster, its timeline and the database in it. All of it stays in ordinary work; a copy that is restored from a dump is another
 * database, mostly of another cluster, and whatever is brought to an earlier moment, or follows one that was lost, is on another timeline.
 */
const PLACE = `
  select (select system_identifier from pg_control_system()) || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8) || '/' ||
         (select oid from pg_database where datname = current_database()) as place`

/** The same where PostgreSQL does not tell about its files. */
const DATABASE_ALONE = `select 'database/' || oid as place from pg_database where datname = current_database()`

async function placeOf(database: Database): Promise<string> {
  const asked = await database.query<{ place: string }>(PLACE).catch((error: { code?: string }) => {
    // Refused, unknown or not offered, as some providers do; all else is no answer.
    if (['42501', '42883', '0A000'].includes(error.code ?? '')) return database.query<{ place: string }>(DATABASE_ALONE)
    throw error
  })
  return asked.rows[0]!.place
}

/**
 * Reads the epoch into `database.epoch`; another one is begun first when the database is not where it was, since then it was restored or
 * has taken the place of another one. Called at the start and now and then.
 * @returns true when another one than before was read.
 */
export async function readEpoch(database: Database): Promise<boolean> {
  const place = await placeOf(database)
  // Of several nodes that find it at once, one begins the epoch.
  await database.query(
    `update histories set epoch = case when place is null then epoch else $2 end, place = $1 where place is distinct from $1`,
    [place, newEpoch()],
  )
  const { rows } = await database.query<{ epoch: string }>('select epoch from histories')
  const { epoch } = rows[0]!
  const isOther = database.epoch !== epoch
  database.epoch = epoch
  return isOther
}

/** Begins another epoch, for a restore that the database itself cannot tell, such as that of its folder. */
export async function beginEpoch(database: Database): Promise<string> {
  const epoch = newEpoch()
  await database.query('update histories set epoch = $1', [epoch])
  return epoch
}

const newEpoch = () => randomBytes(EPOCH_BYTES).toString('hex')
