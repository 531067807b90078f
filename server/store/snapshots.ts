/**
 * Opening a company's transactions: the one place where it is seen to it that the tables have every revision that was committed before
 * they are read.
 */
import pg from 'pg'
import type { Projector } from './projector.ts'

/** What a transaction reads: tables of records, or only what every commit writes itself. */
export type Freshness = 'tables' | 'log'

/** The revision of a company, and the one that its tables are at. */
export interface SnapshotRevisions {
  readonly revision: number
  readonly projected: number
}

/** Asks for them outside of transactions. */
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

/** Begins a read-only snapshot of one company; whoever has it gives the connection back. Refuses UNAVAILABLE. */
export function openSnapshot(pool: Pool, companyId: string, freshness: Freshness): Promise<pg.PoolClient> {
  return open(pool, companyId, freshness, 'begin transaction isolation level repeatable read read only')
}

/** Begins a read-write transaction of one company. */
export function openWriting(pool: Pool, companyId: string, freshness: Freshness): Promise<pg.PoolClient> {
  return open(pool, companyId, freshness, 'begin')
}

async function open(pool: Pool, companyId: string, freshness: Freshness, begin: string): Promise<pg.PoolClient> {
  if (freshness === 'tables') await pool.projector.makeCurrent(companyId)
  // What is committed while the tables are brought up to date need not be seen.
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
      // A connection in an unknown state is not given back.
      client.release(error as Error)
      throw error
    }
    // Not with a connection in hand: this takes one.
    await pool.projector.reach(companyId, needed)
  }
}

/** Does the work of a transaction, commits it, and gives its connection back. */
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
    // A connection in an unknown state is not given back.
    client.release(failure)
  }
}
