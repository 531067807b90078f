/**
 * Opens a company's transactions. This is the only code that makes sure that the tables contain every committed
 * revision before they are read.
 */
import pg from 'pg'
import type { Projector } from './projector.ts'

/** The data that a transaction reads: the tables of records, or only the data that every commit writes directly. */
export type Freshness = 'tables' | 'log'

/** A company's revision, and the revision that its tables have reached. */
export interface SnapshotRevisions {
  readonly revision: number
  readonly projected: number
}

/** A query for a company's revision and its tables' revision outside transactions. */
export const REVISIONS = {
  name: 'company_revisions',
  text: `select c.revision, p.revision as projected
           from companies c join projections p on p.company_id = c.company_id
          where c.company_id = $1`,
}

interface Pool {
  connect(): Promise<pg.PoolClient>
  readonly projector: Projector
}

/** Opens a read-only snapshot of one company; the caller releases the connection. Refuses UNAVAILABLE. */
export function openSnapshot(pool: Pool, companyId: string, freshness: Freshness): Promise<pg.PoolClient> {
  return open(pool, companyId, freshness, 'begin transaction isolation level repeatable read read only')
}

/** Begins a read-write transaction of one company. */
export function openWriting(pool: Pool, companyId: string, freshness: Freshness): Promise<pg.PoolClient> {
  return open(pool, companyId, freshness, 'begin')
}

async function open(pool: Pool, companyId: string, freshness: Freshness, begin: string): Promise<pg.PoolClient> {
  if (freshness === 'tables') await pool.projector.makeCurrent(companyId)
  // Read the revision to wait for only once, because commits made while the tables are being updated need not be
  // included.
  let needed: number | null = null
  for (;;) {
    const client = await pool.connect()
    try {
      const company = pg.escapeLiteral(companyId)
      const found = await client.query(`${begin}; select revision, projected from company_revisions(${company})`)
      const [, asked] = found as unknown as pg.QueryResult<SnapshotRevisions>[]
      const revisions = asked!.rows[0]
      if (freshness === 'log' || revisions === undefined) return client
      needed ??= revisions.revision
      if (revisions.projected >= needed) return client
      await client.query('rollback')
      client.release()
    } catch (error) {
      // If `release` gets an error, the pool discards the connection, because the connection's state is unknown.
      client.release(error as Error)
      throw error
    }
    // Release the connection first, because updating the tables needs a connection, too.
    await pool.projector.reach(companyId, needed)
  }
}

/** Runs the work of a transaction, commits it, and releases its connection. */
export async function commitAndRelease<T>(client: pg.PoolClient, work: (tx: pg.ClientBase) => Promise<T>): Promise<T> {
  let failure: Error | undefined
  try {
    const done = await work(client)
    await client.query('commit')
    return done
  } catch (error) {
    failure = error as Error
    throw error
  } finally {
    // If `release` gets an error, the pool discards the connection, because the connection's state is unknown.
    client.release(failure)
  }
}
