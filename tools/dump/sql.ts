/** Prints a database as an SQL script that recreates it: first the migrations as they were applied, then every row. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import pg from 'pg'
import type { Tx } from '../../server/store/database.ts'

/** The number of rows in one INSERT statement. */
const AT_ONCE = 200

interface Table {
  readonly schema: string
  readonly name: string
  readonly columns: readonly string[]
}

/** Prints the whole database as of a single snapshot. `folder` is the checkout whose server created the tables. */
export async function printDatabase(tx: Tx, folder: string): Promise<string> {
  const { rows: applied } = await tx.query<{ name: string }>(
    `select name from migrations where name like '%.sql' order by name`,
  )
  const migrations = applied.map(({ name }) => readFile(join(folder, 'server/migrations', name), 'utf8'))
  const parts = [
    `create table migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now());`,
    ...(await Promise.all(migrations)),
    await jobQueueSchema(folder),
    `set session_replication_role = replica;`,
  ]
  for (const table of await listTables(tx)) parts.push(...(await printRows(tx, table)))
  parts.push(...(await printSequences(tx)), 'set session_replication_role = default;')
  return `${parts.join('\n')}\n`
}

/** Returns the SQL with which the checkout's job queue library creates its schema. */
async function jobQueueSchema(folder: string): Promise<string> {
  const resolved = createRequire(join(folder, 'package.json')).resolve('pg-boss')
  const { getConstructionPlans } = (await import(resolved)) as typeof import('pg-boss')
  return getConstructionPlans('pgboss')
    .replace(/^\s*begin;/i, '')
    .replace(/commit;\s*$/i, '')
}

async function listTables(tx: Tx): Promise<Table[]> {
  const { rows } = await tx.query<Table>(
    `select n.nspname as schema, t.relname as name,
            array_agg(a.attname::text order by a.attnum) as columns
       from pg_class as t
       join pg_namespace as n on n.oid = t.relnamespace
       join pg_attribute as a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where n.nspname in ('public', 'pgboss') and t.relkind in ('r', 'p') and not t.relispartition
      group by n.nspname, t.relname
      order by n.nspname collate "C", t.relname collate "C"`,
  )
  return rows
}

async function printRows(tx: Tx, { schema, name, columns }: Table): Promise<string[]> {
  const table = `${schema}.${pg.escapeIdentifier(name)}`
  const listed = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
  const { rows } = await tx.query<{ row: string }>(`select row_to_json(t)::text as row from ${table} as t`)
  // First delete the rows that the migrations inserted into the table.
  const statements = [`delete from ${table};`]
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const some = `[${rows
      .slice(at, at + AT_ONCE)
      .map(({ row }) => row)
      .join(',\n')}]`
    statements.push(
      `insert into ${table} (${listed}) select ${listed} from json_populate_recordset(null::${table}, ${pg.escapeLiteral(some)});`,
    )
  }
  return statements
}

async function printSequences(tx: Tx): Promise<string[]> {
  const { rows } = await tx.query<{ name: string; last: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as last
       from pg_sequences
      where schemaname in ('public', 'pgboss') and last_value is not null`,
  )
  return rows.map(({ name, last }) => `select setval(${pg.escapeLiteral(name)}, ${last});`)
}
