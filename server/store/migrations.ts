/**
 * Runs forward-only migrations: the files of server/migrations in the order of their names, each in
 * its own transaction.
 */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { KIND_NAMES } from '../domain/kinds.ts'
import { installJobQueue, isJobQueueInstalled } from './job-queue.ts'
import { hasTable } from './records.ts'

const FOLDER = new URL('../migrations/', import.meta.url)

/**
 * Migrations that an operator may hold back (HOLD_MIGRATIONS). The service runs without them, and routes that need them
 * refuse with an explanation. A migration that builds on one of them must be listed here, too.
 */
const OPTIONAL_MIGRATIONS: ReadonlySet<string> = new Set(['0015-external-import-jobs.sql'])

/**
 * How long a migration waits for a lock held by others. While it waits, everyone else who needs the same table has to
 * queue behind it, so it gives up and tries again after a pause.
 */
const LOCK_TIMEOUT_MS = 3_000
const LOCK_PAUSE_MS = 2_000
const LOCK_TRIES = 60
/** The SQLSTATE code lock_not_available. */
const LOCKED = '55P03'

interface MigrationLog {
  info(details: object, message: string): void
  warn(details: object, message: string): void
}

export interface MigrateOptions {
  /** Whether to leave optional migrations as they are, applied or not. */
  readonly holdOptional?: boolean
  /** Receives a line for each applied migration, with its duration, and for each wait for a lock. */
  readonly log?: MigrationLog
}

/**
 * Updates the database to the schema of this version. Several nodes may call it at once: one node does the work, and
 * the others wait. Fails when the database has migrations unknown to this version, or when an applied file was edited
 * since. @returns the names of the migrations applied now.
 */
export function migrate(url: string, options: MigrateOptions = {}): Promise<string[]> {
  const { holdOptional = false, log } = options
  return asOwner(url, async (client) => {
    // The lock is needed in addition to "if not exists": without it, one of two nodes that create the table at the same
    // time would fail.
    await client.query(`begin;
      select pg_advisory_xact_lock(hashtext('skladno migrations'));
      create table if not exists migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now());
      commit`)
    const applied: string[] = []
    const files = await migrationFiles()
    const earlier = await checkNoneUnknown(client, files)
    for (const file of files) {
      if (holdOptional && OPTIONAL_MIGRATIONS.has(file.name)) continue
      // Usually there is nothing to apply at startup, and checking each file again in its own transaction would take a
      // hundred transactions.
      if (isApplied(file, earlier)) continue
      const beganAt = performance.now()
      if (!(await applyWhenFree(client, file, log))) continue
      applied.push(file.name)
      log?.info({ migration: file.name, ms: Math.round(performance.now() - beganAt) }, 'A migration was applied')
    }
    // The service's connections act as the role skladno_app. A superuser may always do this; an ordinary owner needs to
    // be a member of the role.
    await client.query('grant skladno_app to current_user').catch(() => undefined)
    await installJobQueue(url, client)
    return applied
  })
}

/**
 * The name under which the job queue's tables appear in lists of migrations. These tables have migrations of their own.
 */
const JOB_QUEUE = 'job queue'

/**
 * Lists what `migrate` would apply, without changing anything. Fails when the database has migrations unknown to this
 * version, or when an applied file has since been edited.
 */
export function pendingMigrations(url: string): Promise<string[]> {
  return asOwner(url, async (client) => {
    const { rows } = await client.query<{ exists: boolean }>(`select to_regclass('migrations') is not null as exists`)
    const files = await migrationFiles()
    const applied = rows[0]!.exists ? await checkNoneUnknown(client, files) : new Map<string, string>()
    const pending = files.filter((file) => !isApplied(file, applied)).map(({ name }) => name)
    return (await isJobQueueInstalled(client)) ? pending : [...pending, JOB_QUEUE]
  })
}

/**
 * Whether nodes of the previous version can go on reading and writing while and after the given migrations are applied.
 * They cannot when the shape of stored records changes, which a migration tells by a new constraint
 * `commands_written_now`. Source: docs/decisions/0048-records-that-can-age.md.
 */
export async function letOlderNodesWrite(names: readonly string[]): Promise<boolean> {
  const files = await migrationFiles()
  return files.every(({ name, sql }) => !names.includes(name) || !sql.includes('commands_written_now'))
}

/** Throws an error when the database lacks a migration that the service cannot do without. */
export async function requireMigrated(url: string): Promise<void> {
  const lacking = (await pendingMigrations(url)).filter((name) => !OPTIONAL_MIGRATIONS.has(name))
  if (lacking.length > 0)
    throw new Error(
      `The database lacks ${lacking.join(', ')}. With HOLD_MIGRATIONS=all a start applies nothing: run "npm run migrate" first.`,
    )
}

async function asOwner<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'skladno-migrate' })
  await client.connect()
  try {
    return await work(client)
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
 * Kinds of records without a table of their own. They are recorded as migrations, as if they had created a table, so
 * that versions that do not support these kinds refuse to work with the database.
 */
const KINDS_WITHOUT_TABLE: readonly MigrationFile[] = KIND_NAMES.filter((kind) => !hasTable(kind)).map((kind) => ({
  name: `kind-${kind}`,
  sql: 'select',
  sha256: 'none',
}))

async function migrationFiles(): Promise<MigrationFile[]> {
  const names = (await readdir(FOLDER)).filter((name) => /^\d{4}-.+\.sql$/.test(name)).sort()
  const files = await Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, FOLDER), 'utf8')
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') }
    }),
  )
  return [...files, ...KINDS_WITHOUT_TABLE]
}

/** Returns the checksums of the applied migrations, by name. */
async function checkNoneUnknown(client: pg.Client, files: readonly MigrationFile[]): Promise<Map<string, string>> {
  const known = new Set(files.map(({ name }) => name))
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from migrations order by name',
  )
  const unknown = rows.find((row) => !known.has(row.name))
  if (unknown !== undefined)
    throw new Error(
      `The database has the migration ${unknown.name}, which this version does not know. Run the newer version; to go back to this version, restore the backup from before the upgrade.`,
    )
  return new Map(rows.map(({ name, sha256 }) => [name, sha256]))
}

function isApplied({ name, sha256 }: MigrationFile, applied: ReadonlyMap<string, string>): boolean {
  const earlier = applied.get(name)
  if (earlier !== undefined && earlier !== sha256)
    throw new Error(`The migration ${name} was edited after it had been applied. Add a new one instead.`)
  return earlier !== undefined
}

/** Applies a migration if it is not applied yet, and retries while a lock that it needs is held by others. */
async function applyWhenFree(client: pg.Client, file: MigrationFile, log?: MigrationLog): Promise<boolean> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await applyOnce(client, file)
    } catch (error) {
      const { cause } = error as { cause?: { code?: string } }
      if (cause?.code !== LOCKED || tries >= LOCK_TRIES) throw error
      log?.warn({ migration: file.name, tries }, 'A migration waits for a lock that others hold')
      await sleep(LOCK_PAUSE_MS)
    }
  }
}

/**
 * Applies a migration if it is not applied yet. The table of migrations is locked meanwhile, so nodes that start
 * together do this one after the other, and the later ones find the work done.
 */
async function applyOnce(client: pg.Client, file: MigrationFile): Promise<boolean> {
  await client.query('begin')
  try {
    await client.query('lock table migrations in exclusive mode')
    const { rows } = await client.query<{ sha256: string }>('select sha256 from migrations where name = $1', [
      file.name,
    ])
    const isDone = isApplied(file, new Map(rows.map(({ sha256 }) => [file.name, sha256])))
    if (!isDone) {
      await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`)
      await client.query(file.sql)
      await client.query('insert into migrations (name, sha256) values ($1, $2)', [file.name, file.sha256])
    }
    await client.query('commit')
    return !isDone
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${file.name}: ${(error as Error).message}`, { cause: error })
  }
}
