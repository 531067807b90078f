/**
 * Runs forward-only migrations: the files of server/migrations in the order of their names, each in
 * its own transaction.
 */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { KIND_NAMES } from '../domain/kinds.ts'
import { installJobQueue } from './job-queue.ts'
import { hasTable } from './records.ts'

const FOLDER = new URL('../migrations/', import.meta.url)

/**
 * Migrations that an operator may hold back (HOLD_MIGRATIONS). The service runs without them, and the routes that
 * need them refuse with a message about it. A migration that builds on one of these must be listed, too.
 */
const OPTIONAL_MIGRATIONS: ReadonlySet<string> = new Set(['0015-external-import-jobs.sql'])

export interface MigrateOptions {
  /** Whether to leave optional migrations as they are, applied or not. */
  readonly holdOptional?: boolean
}

/**
 * Updates the database to the schema of this version. Several nodes may call it at once: one node does the work, and
 * the others wait. Fails when the database has migrations unknown to this version, or when an applied file was edited
 * since. @returns the names of the migrations applied now.
 */
export async function migrate(url: string, { holdOptional = false }: MigrateOptions = {}): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'skladno-migrate' })
  await client.connect()
  try {
    // "If not exists" alone is not enough: when two nodes create the table at once, one of them
    // fails.
    await client.query(`begin;
      select pg_advisory_xact_lock(hashtext('skladno migrations'));
      create table if not exists migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now());
      commit`)
    const applied: string[] = []
    const files = [...(await migrationFiles()), ...KINDS_WITHOUT_TABLE]
    await checkNoneUnknown(client, new Set(files.map((file) => file.name)))
    for (const file of files) {
      if (holdOptional && OPTIONAL_MIGRATIONS.has(file.name)) continue
      if (await applyOnce(client, file)) applied.push(file.name)
    }
    // The service's connections act as this role. A superuser may always do so; an ordinary owner
    // needs to be a member of the role.
    await client.query('grant skladno_app to current_user').catch(() => undefined)
    await installJobQueue(url, client)
    return applied
  } finally {
    await client.end()
  }
}

interface MigrationFile {
  name: string
  sql: string
  sha256: string
}

/**
 * Kinds of records without their own table, recorded as if a migration had created a table, so that versions that do
 * not know these kinds refuse to work with the database.
 */
const KINDS_WITHOUT_TABLE: readonly MigrationFile[] = KIND_NAMES.filter((kind) => !hasTable(kind)).map((kind) => ({
  name: `kind-${kind}`,
  sql: 'select',
  sha256: 'none',
}))

async function migrationFiles(): Promise<MigrationFile[]> {
  const names = (await readdir(FOLDER)).filter((name) => /^\d{4}-.+\.sql$/.test(name)).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, FOLDER), 'utf8')
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

async function checkNoneUnknown(client: pg.Client, known: Set<string>): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select name from migrations order by name')
  const unknown = rows.find((row) => !known.has(row.name))
  if (unknown !== undefined)
    throw new Error(
      `The database has the migration ${unknown.name}, which this version does not know. Run the newer version; to go back to this version, restore the backup from before the upgrade.`,
    )
}

/**
 * Applies a migration if it is not applied yet. The table is locked, so that nodes that start together do this one
 * after the other, and the second one finds the work done.
 */
async function applyOnce(client: pg.Client, file: MigrationFile): Promise<boolean> {
  await client.query('begin')
  try {
    await client.query('lock table migrations in exclusive mode')
    const { rows } = await client.query<{ sha256: string }>('select sha256 from migrations where name = $1', [
      file.name,
    ])
    const earlier = rows[0]
    if (earlier !== undefined && earlier.sha256 !== file.sha256)
      throw new Error(`The migration ${file.name} was edited after it had been applied. Add a new one instead.`)
    if (earlier === undefined) {
      await client.query(file.sql)
      await client.query('insert into migrations (name, sha256) values ($1, $2)', [file.name, file.sha256])
    }
    await client.query('commit')
    return earlier === undefined
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${file.name}: ${(error as Error).message}`, { cause: error })
  }
}
