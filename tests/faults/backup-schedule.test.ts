/**
 * Tests scheduled backups: one of the nodes makes them when they are due. While the backup location is unavailable, the
 * database keeps running and does not keep its WAL forever.
 */
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Backups, scheduleBackups } from '../../server/backup/schedule.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../server/postgres/embedded-postgres.ts'
import { newDataDir } from '../support/node/server-process.ts'

const DAY_MS = 86_400_000

let dataDir: Awaited<ReturnType<typeof newDataDir>>
let postgres: EmbeddedPostgres
let admin: pg.Client
let folder: string
/** How many milliseconds the schedules' clock is ahead of the real time. */
let ahead = 0
const lines: string[] = []
const running: Backups[] = []

/** Starts a node's backup schedule, which checks ten times a second whether a backup is due. */
function startSchedule(): Backups {
  const files = { place: { folder: join(dataDir.path, 'files') }, incoming: join(dataDir.path, 'files/incoming') }
  const backups = scheduleBackups({
    settings: { to: { folder: join(folder, 'backups') }, at: '03:00', keepDays: 2 },
    source: { url: postgres.adminUrl, dataDir: dataDir.path, files },
    log: {
      info: (_details, message) => lines.push(message),
      error: (details, message) => lines.push(`${message} (${(details as { error?: Error }).error?.message})`),
    },
    now: () => new Date(Date.now() + ahead),
    pace: { stepMs: 100, retryMs: 300 },
  })
  backups.start()
  running.push(backups)
  return backups
}

const reaching = (backups: Backups, moment: number) =>
  expect.poll(() => Number(backups.status.reachesTo), { timeout: 60_000 }).toBeGreaterThan(moment)

const count = (pattern: RegExp) => lines.filter((line) => pattern.test(line)).length

async function slots(): Promise<string[]> {
  const { rows } = await admin.query<{ slot_name: string }>('select slot_name from pg_replication_slots')
  return rows.map((row) => row.slot_name)
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skladno-schedule-'))
  await mkdir(join(folder, 'backups'))
  dataDir = await newDataDir()
  postgres = await startEmbeddedPostgres({ dataDir: dataDir.path, log: () => {} })
  admin = new pg.Client({ connectionString: postgres.adminUrl })
  await admin.connect()
})
afterAll(async () => {
  for (const backups of running) await backups.stop()
  await admin.end()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
  await dataDir.remove()
})

test('the first backup is made at once, by one of two nodes, and later writes are added to it', async () => {
  const two = [startSchedule(), startSchedule()]
  await expect.poll(() => count(/A backup was made/), { timeout: 60_000 }).toBe(1)
  const leader = two.find(({ status }) => status.takenAt !== null)!
  await reaching(leader, Date.now())
  expect(await slots()).toHaveLength(1)
  expect(count(/A backup was made/)).toBe(1)
  // Check that another node continues the same backup when the node that made it stops.
  const { takenAt } = leader.status
  await leader.stop()
  const next = startSchedule()
  await reaching(next, Date.now())
  expect(next.status.takenAt).toEqual(takenAt)
  running.splice(0, running.length, next)
  await Promise.all(two.map((one) => one.stop()))
  expect(await slots()).toHaveLength(1)
})

test('the next backup is made at its time of day, and from then on later writes are added only to that backup', async () => {
  const [before] = await slots()
  const [backups] = running
  ahead = DAY_MS
  await expect.poll(() => count(/A backup was made/), { timeout: 60_000 }).toBe(2)
  ahead = 0
  await reaching(backups!, Date.now())
  const after = await slots()
  expect(after).toHaveLength(1)
  expect(after[0]).not.toBe(before)
})

test('if the backup location becomes unavailable, one line is logged, and no writes are missing once it is available again', async () => {
  const [backups] = running
  const { takenAt } = backups!.status
  await rename(join(folder, 'backups'), join(folder, 'away'))
  await writeFile(join(folder, 'backups'), '')
  await expect.poll(() => count(/^Backups stand still.*(ENOTDIR|EEXIST)/)).toBe(1)
  await admin.query('create table written (n int); insert into written select generate_series(1, 1000)')
  await rm(join(folder, 'backups'))
  await rename(join(folder, 'away'), join(folder, 'backups'))
  await reaching(backups!, Date.now())
  expect([count(/Backups stand still/), count(/Backups go on after/)]).toEqual([1, 1])
  expect(backups!.status.takenAt).toEqual(takenAt)
})

test('when PostgreSQL no longer has the next part of the WAL, a new backup is made', async () => {
  const [backups] = running
  const made = count(/A backup was made/)
  await admin.query(`alter system set max_slot_wal_keep_size = '16MB'`)
  await admin.query('select pg_reload_conf()')
  await rename(join(folder, 'backups'), join(folder, 'away'))
  await writeFile(join(folder, 'backups'), '')
  await expect.poll(() => count(/Backups stand still/)).toBe(2)
  for (let times = 0; times < 4; times += 1) {
    await admin.query(`insert into written select generate_series(1, 1000)`)
    await admin.query('select pg_switch_wal()')
    await admin.query('checkpoint')
  }
  await expect.poll(() => count(/cannot be continued/)).toBe(1)
  await expect.poll(() => count(/A backup failed/)).toBeGreaterThan(0)
  expect(count(/Backups go on/)).toBe(1)
  await rm(join(folder, 'backups'))
  await rename(join(folder, 'away'), join(folder, 'backups'))
  await expect.poll(() => count(/A backup was made/), { timeout: 60_000 }).toBe(made + 1)
  expect(count(/cannot be continued/)).toBe(1)
  await reaching(backups!, Date.now())
  expect(await slots()).toHaveLength(1)
  await expect.poll(() => count(/Backups go on/)).toBe(2)
})
