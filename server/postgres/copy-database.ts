/**
 * Copies the rows of all tables into a database that has the same tables, on another version of PostgreSQL, and
 * compares them.
 */
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'

/** Schemas with tables that PostgreSQL itself makes. */
const OF_SYSTEM = `n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'`
const MANAGED_DATABASES = ['postgres', 'skladno']
/**
 * Both sides print values in the same way. The role `replica` switches off triggers and foreign keys, which held for the
 * rows when they were written.
 */
const SESSION = `set session_replication_role = replica; set timezone = 'UTC'; set datestyle = 'ISO, YMD';
  set intervalstyle = 'postgres'; set bytea_output = 'hex'; set extra_float_digits = 1; set statement_timeout = 0;
  set idle_in_transaction_session_timeout = 0`

interface Table {
  /** The table's name with its schema, quoted. */
  readonly name: string
  /** The columns that are not generated, quoted and separated by commas. */
  readonly columns: string
}

export interface CopiedDatabase {
  readonly tables: number
  readonly rows: number
}

/**
 * Replaces the rows of all tables of one database by those of another, with the positions of sequences, and compares
 * all rows. Throws when the older database has tables or databases that the service did not make, when a table has
 * other columns, or when a row differs.
 */
export async function copyDatabase(
  fromUrl: string,
  toUrl: string,
  log: (line: string) => void,
): Promise<CopiedDatabase> {
  const [from, to] = await Promise.all([openSession(fromUrl), openSession(toUrl)])
  try {
    await requireNoOtherDatabases(from)
    await from.query('begin isolation level repeatable read read only')
    const tables = await sameTables(from, to)
    await to.query('begin')
    await to.query(`truncate ${tables.map(({ name }) => name).join(', ')}`)
    let rows = 0
    for (const table of tables) rows += await copyTable(from, to, table, log)
    await copySequences(from, to)
    await to.query('commit')
    await to.query('vacuum analyze')
    for (const { name } of tables) await requireSameRows(from, to, name)
    return { tables: tables.length, rows }
  } finally {
    await Promise.all([from.end(), to.end()])
  }
}

async function openSession(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, application_name: 'skladno-upgrade' })
  client.on('error', () => undefined)
  await client.connect()
  await client.query(SESSION)
  return client
}

async function requireNoOtherDatabases(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'select datname as name from pg_database where not datistemplate and datname <> all ($1)',
    [MANAGED_DATABASES],
  )
  if (rows.length > 0)
    throw new Error(`The cluster has databases that would be lost: ${rows.map(({ name }) => name).join(', ')}.`)
}

async function sameTables(from: pg.Client, to: pg.Client): Promise<Table[]> {
  const [older, newer] = await Promise.all([listTables(from), listTables(to)])
  const columnsOf = new Map(newer.map(({ name, columns }) => [name, columns]))
  const foreign = older.filter(({ name, columns }) => columnsOf.get(name) !== columns)
  if (foreign.length > 0)
    throw new Error(
      `The database has tables that Skladno did not make, or changed ones: ${foreign.map(({ name }) => name).join(', ')}. Move them elsewhere.`,
    )
  if (older.length !== newer.length) throw new Error('The older database lacks tables')
  return older
}

async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select format('%I.%I', n.nspname, c.relname) as name,
            string_agg(quote_ident(a.attname), ', ' order by a.attname) filter (where a.attgenerated = '') as columns
       from pg_class c
       join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relkind = 'r' and c.relpersistence <> 't' and ${OF_SYSTEM}
      group by c.oid, n.nspname, c.relname
      order by 1`,
  )
  return rows
}

async function copyTable(
  from: pg.Client,
  to: pg.Client,
  { name, columns }: Table,
  log: (line: string) => void,
): Promise<number> {
  const beganAt = performance.now()
  const written = to.query(copyFrom(`copy ${name} (${columns}) from stdin`))
  await pipeline(from.query(copyTo(`copy ${name} (${columns}) to stdout`)), written)
  const seconds = (performance.now() - beganAt) / 1_000
  if (seconds > 1) log(`${name}: ${written.rowCount} rows in ${seconds.toFixed(1)} s`)
  return written.rowCount
}

async function copySequences(from: pg.Client, to: pg.Client): Promise<void> {
  const { rows } = await from.query<{ name: string; value: string; wasUsed: boolean }>(
    `select format('%I.%I', schemaname, sequencename) as name, coalesce(last_value, start_value)::text as value,
            last_value is not null as "wasUsed"
       from pg_sequences`,
  )
  for (const { name, value, wasUsed } of rows)
    await to.query('select setval($1::regclass, $2::bigint, $3)', [name, value, wasUsed])
}

/** Throws when a table has not the same rows in both databases, whatever their order. */
async function requireSameRows(from: pg.Client, to: pg.Client, table: string): Promise<void> {
  const [older, newer] = await Promise.all([from, to].map((client) => sumRows(client, table)))
  if (older !== newer) throw new Error(`The rows of ${table} differ after they were copied: ${older}, now ${newer}`)
}

/** Returns the number of rows and a sum of their hashes. */
async function sumRows(client: pg.Client, table: string): Promise<string> {
  const { rows } = await client.query<{ sum: string }>(
    `select count(*) || ' rows, ' || coalesce(sum(('x' || left(md5(t::text), 15))::bit(60)::bigint), 0) as sum from ${table} as t`,
  )
  return rows[0]!.sum
}
