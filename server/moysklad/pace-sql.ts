/**
 * The SQL that limits requests to MoySklad. There is one row for each account, token or company. The row is locked
 * while the service decides which request may start.
 */
import { type Database, type Tx, transact } from '../store/database.ts'
import { IDLE, type PaceState } from './pace.ts'

interface PaceRow {
  key: Buffer
  starts: Date[]
  next_start: Date | number
  holder: string | null
  lease_until: Date | number
  refusals: number
  paused_until: Date | null
  urgent_until: Date | number
}

/**
 * Locks the rows of several keys together and decides on all of them, using the database's clock. A missing row means
 * that no request is running.
 */
export function decidePaces<T>(
  database: Database,
  keys: readonly Buffer[],
  decide: (states: readonly PaceState[], now: number) => { readonly value: T; readonly states: readonly PaceState[] },
): Promise<T> {
  return transact(database, async (tx) => {
    await tx.query('insert into extsys_pace (key) select unnest($1::bytea[]) on conflict do nothing', [keys])
    // Rows are locked in a fixed order to prevent deadlocks.
    const { rows } = await tx.query<PaceRow>(
      'select * from extsys_pace where key = any ($1::bytea[]) order by key for update',
      [keys],
    )
    const now = await readClock(tx)
    const { value, states } = decide(rows.map(stateOf), now)
    for (const [index, state] of states.entries()) await savePace(tx, rows[index]!.key, state)
    return value
  })
}

/** Reads the clock in a separate query, because a query that waits for a lock returns the time from before the wait. */
async function readClock(tx: Tx): Promise<number> {
  const { rows } = await tx.query<{ now: number }>(
    'select ceil(extract(epoch from clock_timestamp()) * 1000)::bigint as now',
  )
  return rows[0]!.now
}

// node-postgres returns infinite times as numbers, so both forms are converted.
const msOf = (time: Date | number): number => (typeof time === 'number' ? Math.max(0, time) : time.getTime())

function stateOf(row: PaceRow): PaceState {
  return {
    starts: row.starts.map((time) => time.getTime()),
    nextStart: msOf(row.next_start),
    holder: row.holder,
    leaseUntil: msOf(row.lease_until),
    refusals: row.refusals,
    pausedUntil: row.paused_until?.getTime() ?? null,
    urgentUntil: msOf(row.urgent_until),
  }
}

async function savePace(tx: Tx, key: Buffer, state: PaceState): Promise<void> {
  const at = (ms: number) => new Date(ms)
  await tx.query(
    `update extsys_pace
        set starts = $2::timestamptz[], next_start = $3, holder = $4, lease_until = $5, refusals = $6, paused_until = $7,
            urgent_until = $8
      where key = $1`,
    [
      ...[key, state.starts.map(at), at(state.nextStart), state.holder, at(state.leaseUntil), state.refusals],
      ...[state.pausedUntil === null ? null : at(state.pausedUntil), at(state.urgentUntil)],
    ],
  )
}

/** Extends the lease for some keys. @returns false when another holder has taken over. */
export async function renewLease(
  database: Database,
  keys: readonly Buffer[],
  { holder, leaseMs }: { holder: string; leaseMs: number },
): Promise<boolean> {
  const { rowCount } = await database.query(
    `update extsys_pace set lease_until = clock_timestamp() + $3 * interval '1 millisecond'
      where key = any ($1::bytea[]) and holder = $2`,
    [keys, holder, leaseMs],
  )
  return rowCount === keys.length
}

/** Returns the current state of one key. */
export async function readPace(database: Database, key: Buffer): Promise<{ state: PaceState; now: number }> {
  const { rows } = await database.query<PaceRow & { now: Date }>(
    'select *, clock_timestamp() as now from extsys_pace where key = $1',
    [key],
  )
  const [row] = rows
  return row === undefined ? { state: IDLE, now: 0 } : { state: stateOf(row), now: row.now.getTime() }
}

/** Deletes keys that have not been used for a day. */
export async function deleteOldPaces(database: Database): Promise<void> {
  await database.query(`delete from extsys_pace where next_start < clock_timestamp() - interval '1 day'`)
}
