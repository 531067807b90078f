/**
 * Tests applying migrations separately from starting the service: `npm run migrate`, its check, and a service that
 * applies no migrations itself.
 */
import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { migrate, pendingMigrations } from '../../server/store/migrations.ts'
import { databaseBefore } from '../support/node/older-schema.ts'
import { cloneDatabase, emptyDatabase, startNode } from '../support/node/service.ts'

const FIRST = '0001-companies-and-access.sql'
const RECENT = '0045-customer-returns.sql'

const databases: { drop(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of databases.splice(0)) await one.drop()
})
async function kept<T extends { drop(): Promise<void> }>(made: Promise<T>): Promise<T> {
  const one = await made
  databases.push(one)
  return one
}

interface Ran {
  readonly code: number
  readonly stdout: string
  /** The command's log lines. */
  readonly lines: { msg: string; migration?: string; ms?: number }[]
  readonly stderr: string
}

function run(url: string, args: readonly string[] = [], settings: Record<string, string> = {}): Promise<Ran> {
  const env = { ...process.env, DATABASE_URL: url, ...settings }
  return new Promise((resolve) => {
    execFile(process.execPath, ['server/cli/migrate.ts', ...args], { env }, (error, stdout, stderr) => {
      const lines = stderr.split('\n').filter((line) => line.startsWith('{'))
      resolve({ code: Number(error?.code ?? 0), stdout, stderr, lines: lines.map((line) => JSON.parse(line)) })
    })
  })
}

test('the migration check lists pending migrations without applying them, and its exit code shows whether there are any', async () => {
  const empty = await kept(emptyDatabase())
  const before = await run(empty.url, ['--check'])
  expect(before.code).toBe(2)
  const { pending, rolling } = JSON.parse(before.stdout) as { pending: string[]; rolling: boolean }
  expect(rolling).toBe(false)
  expect(pending[0]).toBe(FIRST)
  expect(pending).toContain(RECENT)
  expect(pending.at(-1)).toBe('job queue')
  const admin = new pg.Client({ connectionString: empty.url })
  await admin.connect()
  const { rows } = await admin.query(`select count(*)::int as tables from pg_tables where schemaname = 'public'`)
  expect(rows).toEqual([{ tables: 0 }])
  await admin.end()

  const applied = await run(empty.url)
  expect(applied.code).toBe(0)
  expect([...JSON.parse(applied.stdout).applied, 'job queue']).toEqual(pending)
  const told = applied.lines.filter(({ msg }) => msg === 'A migration was applied')
  expect(told.map(({ migration }) => migration)).toEqual(JSON.parse(applied.stdout).applied)
  for (const { ms } of told) expect(ms).toBeGreaterThanOrEqual(0)

  const after = await run(empty.url, ['--check'])
  expect([after.code, JSON.parse(after.stdout)]).toEqual([0, { pending: [], rolling: true }])
  expect(await migrate(empty.url)).toEqual([])
})

test('the migration check says whether nodes of the previous version can still write afterwards', async () => {
  const shapes = await kept(databaseBefore('0048-document-dates.sql'))
  expect(JSON.parse((await run(shapes.url, ['--check'])).stdout).rolling).toBe(false)
  const tables = await kept(databaseBefore('0049-delivery-photos.sql'))
  const { pending, rolling } = JSON.parse((await run(tables.url, ['--check'])).stdout)
  expect([pending[0], rolling]).toEqual(['0049-delivery-photos.sql', true])
})

test('when the database is newer or a migration was edited, the check fails instead of listing pending migrations', async () => {
  const cloned = await kept(cloneDatabase())
  const admin = new pg.Client({ connectionString: cloned.url })
  await admin.connect()
  await admin.query(`update migrations set sha256 = 'other' where name = $1`, [RECENT])
  const edited = await run(cloned.url, ['--check'])
  expect([edited.code, edited.stdout]).toEqual([1, ''])
  expect(edited.stderr).toMatch(/0045-customer-returns\.sql was edited/)
  await admin.query(`update migrations set name = '9999-later.sql' where name = $1`, [RECENT])
  await admin.end()
  await expect(pendingMigrations(cloned.url)).rejects.toThrow(/9999-later\.sql, which this version does not know/)
})

test('with HOLD_MIGRATIONS=all the service applies no migrations and starts only if the database is up to date', async () => {
  const older = await kept(databaseBefore(RECENT))
  await expect(startNode(older.url, { holdMigrations: 'all' })).rejects.toThrow(
    /lacks 0045-customer-returns\.sql.*run "npm run migrate" first/,
  )
  const { rows } = await older.owner.query('select count(*)::int as newer from migrations where name = $1', [RECENT])
  expect(rows).toEqual([{ newer: 0 }])
  expect((await run(older.url, [], { HOLD_MIGRATIONS: 'all' })).code).toBe(0)
  const node = await startNode(older.url, { holdMigrations: 'all' })
  expect((await fetch(`${node.apiUrl}/readyz`)).status).toBe(200)
  await node.stop()
})

test('with HOLD_MIGRATIONS=true the command skips an optional migration, and with =all the service starts without it', async () => {
  const empty = await kept(emptyDatabase())
  const held = await run(empty.url, [], { HOLD_MIGRATIONS: 'true' })
  expect(held.code).toBe(0)
  expect(await pendingMigrations(empty.url)).toEqual(['0015-external-import-jobs.sql'])
  const node = await startNode(empty.url, { holdMigrations: 'all' })
  await node.stop()
})

test('a migration does not block transactions that use its table, and is applied once they end', async () => {
  const older = await kept(databaseBefore(RECENT))
  const reader = new pg.Client({ connectionString: older.url })
  const writer = new pg.Client({ connectionString: older.url })
  await Promise.all([reader.connect(), writer.connect()])
  await reader.query('begin')
  await reader.query('select count(*) from payments')
  const warned: object[] = []
  const log = { info: () => undefined, warn: (details: object) => void warned.push(details) }
  const migrating = migrate(older.url, { log })
  while (warned.length === 0) await sleep(50)
  // Between two attempts, the migration does not block anybody.
  await writer.query(`begin; lock table payments in row exclusive mode; rollback`)
  expect(await pendingMigrations(older.url)).toContain(RECENT)
  await reader.query('commit')
  expect((await migrating)[0]).toBe(RECENT)
  expect(warned[0]).toEqual({ migration: RECENT, tries: 1 })
  await Promise.all([reader.end(), writer.end()])
})
