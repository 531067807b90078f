/** Locks a database table against writes, so that all writers wait until the lock is released. */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

export interface HeldTable {
  /** Resolves once a writer is waiting for the locked table. */
  met(): Promise<void>
  letGo(): Promise<void>
}

const LOOK_MS = 10

export async function holdTable(databaseUrl: string, table: string): Promise<HeldTable> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('begin')
  await client.query(`lock table ${table} in exclusive mode`)
  return {
    async met() {
      const waiting = `select from pg_locks where relation = '${table}'::regclass and not granted`
      while ((await client.query(waiting)).rowCount === 0) await pause(LOOK_MS)
    },
    letGo: () => client.end(),
  }
}
