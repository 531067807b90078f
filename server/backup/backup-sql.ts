/** The SQL with which backups query and control PostgreSQL, as its superuser. */
import pg from 'pg'
import type { WalShape } from './wal-names.ts'

const CONNECT_TIMEOUT_MS = 5_000
/** The prefix of the replication slots of continued backups. The rest of the slot name identifies the backup. */
const SLOT = 'skladno_'
const FINISHING_MS = 60_000

/**
 * Opens a separate connection. If the connection breaks, the next statement fails, so its error event can be ignored.
 */
export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'skladno-backup',
    keepAlive: true,
  })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

export const slotOf = (name: string): string => `${SLOT}${name.replaceAll('-', '_')}`

/**
 * Makes PostgreSQL keep its WAL from now on. A temporary slot ends with the connection; any other slot lasts until it
 * is dropped, even across restarts.
 */
export async function keepWal(client: pg.Client, slot: string, isTemporary: boolean): Promise<void> {
  await client.query('select pg_create_physical_replication_slot($1, true, $2)', [slot, isTemporary])
}

interface Started extends WalShape {
  readonly startLsn: string
  readonly startedAt: Date
}

/** Begins a backup. The backup ends when the connection closes, or with `finishBackup` on the same connection. */
export async function startBackup(client: pg.Client, label: string): Promise<Started> {
  const { rows } = await client.query<{ startLsn: string; startedAt: Date; segmentBytes: number; timeline: string }>(
    `select started::text as "startLsn", clock_timestamp() as "startedAt",
            (select setting::int from pg_settings where name = 'wal_segment_size') as "segmentBytes",
            left(pg_walfile_name(started), 8) as timeline
       from pg_backup_start($1, fast := true) as started`,
    [label],
  )
  const { timeline, ...started } = rows[0]!
  return { ...started, timeline: Number.parseInt(timeline, 16) }
}

interface Finished {
  readonly stopLsn: string
  readonly labelFile: string
  /** A time just before the end of the backup. The backup contains every write that was confirmed by then. */
  readonly reachesTo: Date
  /** A time just after the end of the backup. The copy is consistent from this point in time on. */
  readonly finishedAt: Date
}

/** Ends a backup, and waits until the WAL up to its end is on disk. */
export async function finishBackup(client: pg.Client): Promise<Finished> {
  const reachesTo = await readTime(client)
  const { rows } = await client.query<{ stopLsn: string; labelFile: string; tablespaces: string }>(
    `select lsn::text as "stopLsn", labelfile as "labelFile", spcmapfile as tablespaces
       from pg_backup_stop(wait_for_archive := false)`,
  )
  const { tablespaces, ...finished } = rows[0]!
  if (tablespaces.trim() !== '') throw new Error('The database has tablespaces outside its folder: back it up yourself')
  await waitForWal(client, finished.stopLsn)
  return { ...finished, reachesTo, finishedAt: await readTime(client) }
}

export async function readTime(client: pg.Client): Promise<Date> {
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
  return rows[0]!.now
}

/** Whether the database is distributed over the nodes of a Citus cluster. */
export async function isDistributed(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(`select from pg_extension where extname = 'citus'`)
  return rowCount === 1
}

interface WalEnd {
  readonly lsn: string
  /** A time just before the position was read. All writes committed by then come before the position in the WAL. */
  readonly at: Date
}

/** Returns the position up to which the WAL has reached the disk. */
export async function readWalEnd(client: pg.Client): Promise<WalEnd> {
  const at = await readTime(client)
  const { rows } = await client.query<{ lsn: string }>('select pg_current_wal_flush_lsn()::text as lsn')
  return { lsn: rows[0]!.lsn, at }
}

async function waitForWal(client: pg.Client, lsn: string): Promise<void> {
  for (const endsAt = Date.now() + FINISHING_MS; ; ) {
    const { rows } = await client.query<{ there: boolean }>(
      'select pg_current_wal_flush_lsn() >= $1::pg_lsn as there',
      [lsn],
    )
    if (rows[0]!.there) return
    if (Date.now() > endsAt) throw new Error(`PostgreSQL does not write its WAL up to ${lsn}`)
  }
}

/** Returns the position from which PostgreSQL keeps WAL for a slot; null when it no longer keeps any. */
export async function keptFrom(client: pg.Client, slot: string): Promise<string | null> {
  const { rows } = await client.query<{ lsn: string }>(
    `select restart_lsn::text as lsn from pg_replication_slots
      where slot_name = $1 and restart_lsn is not null and wal_status <> 'lost'`,
    [slot],
  )
  return rows[0]?.lsn ?? null
}

/** Lets PostgreSQL remove the WAL before a position. */
export async function releaseWal(client: pg.Client, slot: string, lsn: string): Promise<void> {
  await client.query(
    `select pg_replication_slot_advance(slot_name, $2::pg_lsn) from pg_replication_slots
      where slot_name = $1 and restart_lsn < $2::pg_lsn`,
    [slot, lsn],
  )
}

/** Drops the slots of all backups except one, so that PostgreSQL keeps no WAL for backups that are not continued. */
export async function dropOtherSlots(client: pg.Client, kept: string | null): Promise<void> {
  await client.query(
    `select pg_drop_replication_slot(slot_name) from pg_replication_slots
      where starts_with(slot_name, $1) and not temporary and slot_name is distinct from $2`,
    [SLOT, kept],
  )
}

/**
 * Tries to become the only process that makes the scheduled backups of this database. The process keeps this role until
 * the connection ends.
 */
export async function takeLead(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ leads: boolean }>(
    `select pg_try_advisory_lock(hashtext('skladno backups')) as leads`,
  )
  return rows[0]!.leads
}

/**
 * Prepares an empty database for a dump by creating the role, which is not part of the dump. Throws when the database
 * is not empty.
 */
export async function prepareForDump(url: string): Promise<void> {
  const client = await connect(url)
  try {
    const { rowCount } = await client.query(
      `select from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema' limit 1`,
    )
    if (rowCount !== 0) throw new Error('The database is not empty: a backup is restored into a new database')
    await client.query(
      `do $$ begin
         if not exists (select from pg_roles where rolname = 'skladno_app') then create role skladno_app nologin; end if;
       end $$`,
    )
  } finally {
    await client.end()
  }
}
