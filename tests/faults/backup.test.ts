/**
 * Tests backups made while the service is being written to. A restored copy contains every command whose response was
 * sent before the time of the backup, and none that was sent after it. A damaged or unfinished backup is refused.
 */
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chooseBackup } from '../../server/backup/choose.ts'
import { openBackupPlace } from '../../server/backup/place.ts'
import { restoreBackup } from '../../server/backup/restore.ts'
import { compareAt, type Ran, readCopy, runScript, startWriting, type Writing } from '../support/node/backups.ts'
import { Client, type Json } from '../support/node/client.ts'
import { patience } from '../support/node/patience.ts'
import {
  endServer,
  killPostgres,
  makeCompany,
  newDataDir,
  type ServerProcess,
  startServer,
} from '../support/node/server-process.ts'

const COMMANDS = 60
const REACHING_MS = 90_000

let dataDir: Awaited<ReturnType<typeof newDataDir>>
let server: ServerProcess
let client: Client
let writing: Writing
/** The folder for all files created by these tests. */
let folder: string
/** The folder in which the running service stores its backups. */
let scheduled: string
/** The result of the shell command that made a backup under load. */
let once: Ran
/** A point in time between commands, to which the scheduled backup can be restored. */
let moment: number

const inFolder = (name: string) => join(folder, name)

async function readiness(): Promise<{ takenAt: string | null; reachesTo: string | null } | undefined> {
  return ((await (await fetch(`${server.url}/readyz`)).json()) as Json).backup
}

/** Waits until the scheduled backup can be restored to the given point in time. */
async function reaching(at: number): Promise<void> {
  const wait = patience()
  for (const endsAt = Date.now() + REACHING_MS; !(Date.parse((await readiness())?.reachesTo ?? '') > at); await wait())
    if (Date.now() > endsAt) throw new Error(`The backup does not reach ${new Date(at).toISOString()}`)
}

const makeBackup = (to: string, onStart?: (kill: () => void) => void) =>
  runScript('backup', ['--to', to], { DATA_DIR: dataDir.path }, onStart)

/** Starts a restored copy as a drill, and calls `look` with a client for it. */
async function openCopy(data: string, look: (copy: Client) => Promise<void>): Promise<void> {
  const copy = await startServer(data, { DRILL: 'true', BACKUP_TO: scheduled })
  try {
    expect(await (await fetch(`${copy.url}/readyz`)).json()).toEqual({ status: 'ready', drill: true })
    await look(client.at(copy.url))
  } finally {
    await endServer(copy, 'SIGTERM')
  }
}

/** Restores a backup in this process. @returns the message of the refusal, or an empty string if there was none. */
async function refusalOf(from: string, at: string | null = null, data = join(from, 'none')): Promise<string> {
  const place = await openBackupPlace({ folder: from })
  const options = { place, dataDir: data, databaseUrl: null, log: () => {} }
  try {
    await restoreBackup(await chooseBackup(place, at === null ? null : new Date(at)), options, async () => null)
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

const objectsIn = async (backups: string): Promise<string[]> =>
  (await readdir(backups, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(backups.length + 1))

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skladno-backups-'))
  scheduled = inFolder('scheduled')
  await mkdir(scheduled)
  dataDir = await newDataDir()
  server = await startServer(dataDir.path, { BACKUP_TO: scheduled })
  const { url, token, companyId } = await makeCompany(dataDir.path, server.url)
  client = new Client(url, token, companyId)
  writing = startWriting(client, 4)
  await writing.more(COMMANDS)
  once = await makeBackup(inFolder('once'))
  await reaching(0)
  await writing.more(COMMANDS)
  await sleep(2)
  moment = Date.now()
  await sleep(2)
  await writing.more(COMMANDS)
  await reaching(moment)
  await writing.stop()
})
afterAll(async () => {
  await endServer(server, 'SIGTERM')
  await rm(folder, { recursive: true, force: true })
  await dataDir.remove()
})

test('a backup made under load contains every command that was answered before it', async () => {
  expect(once).toMatchObject({ code: 0, json: { kind: 'base', hasFiles: true } })
  const data = inFolder('once-data')
  const restored = await runScript('restore', ['--from', inFolder('once'), '--data-dir', data])
  expect(restored, restored.stderr).toMatchObject({ code: 0, json: { companies: [{ missingFiles: [] }] } })
  const at = Date.parse(once.json.reachesTo)
  await openCopy(data, async (copy) => {
    const there = await readCopy(copy)
    const wrong = [
      ...compareAt(at, writing.products, there.products),
      ...compareAt(at, writing.pictures, there.pictures),
    ]
    expect(wrong.filter((one) => one.endsWith('lost'))).toEqual([])
    expect(there.products.size).toBeGreaterThanOrEqual(COMMANDS)
    expect((await copy.get('/api/v1/self-check')).json.ok).toBe(true)
    const epochs = [client, copy].map(async (one) => (await one.get('/api/v1/catalog')).headers.get('skladno-epoch'))
    expect(new Set(await Promise.all(epochs)).size).toBe(2)
  })
})

test('a restore to a point in time contains exactly the commands up to it', async () => {
  const at = new Date(moment).toISOString()
  const data = inFolder('at-data')
  const restored = await runScript('restore', ['--from', scheduled, '--at', at, '--data-dir', data])
  const json = { reachesTo: at, companies: [{ missingFiles: [] }] }
  expect(restored, restored.stderr).toMatchObject({ code: 0, json })
  await openCopy(data, async (copy) => {
    const there = await readCopy(copy)
    expect(compareAt(moment, writing.products, there.products)).toEqual([])
    expect(compareAt(moment, writing.pictures, there.pictures)).toEqual([])
    expect(there.products.size).toBeGreaterThanOrEqual(2 * COMMANDS)
    expect(there.products.size).toBeLessThan(writing.products.length)
  })
})

test('verify-backup checks every company in a backup, and reports missing files', async () => {
  const verified = await runScript('verify-backup', ['--from', scheduled])
  const company = { companyId: client.companyId, missingFiles: [], differing: [] }
  expect(verified, verified.stderr).toMatchObject({ code: 0, json: { ok: true, companies: [company] } })
  const { revision } = await client.state()
  expect(verified.json.companies[0].revision).toBe(revision)
  const lacking = inFolder('lacking')
  await cp(inFolder('once'), lacking, { recursive: true })
  const [file] = (await objectsIn(lacking)).filter((name) => name.startsWith('files/'))
  await rm(join(lacking, file!))
  const failed = await runScript('verify-backup', ['--from', lacking])
  const missing = { missingFiles: [file!.split('/').at(-1)], differing: [] }
  expect(failed, failed.stderr).toMatchObject({ code: 1, json: { ok: false, companies: [missing] } })
})

test('a point in time to which no backup can be restored is refused, and the refusal lists the possible times', async () => {
  for (const at of ['2020-01-01T00:00:00Z', '2099-01-01T00:00:00Z'])
    expect(await refusalOf(scheduled, at)).toMatch(/cannot be restored\. Possible: \d{4}-.*Z to \d{4}-.*Z/)
})

test('a backup can be restored to a point in time after its last commit', async () => {
  await reaching(Date.now())
  // Use a copy of the backup, because the job queue keeps adding commits to the original.
  const quiet = inFolder('quiet')
  await cp(scheduled, quiet, { recursive: true })
  const [progress] = (await objectsIn(quiet)).filter((name) => name.endsWith('progress.json'))
  const { lsn } = JSON.parse(await readFile(join(quiet, progress!), 'utf8'))
  await writeFile(join(quiet, progress!), JSON.stringify({ lsn, at: '2098-12-31T00:00:00.000Z' }))
  expect(await refusalOf(quiet, '2098-01-01T00:00:00Z')).toBe('')
})

test('a restore into a folder that is not empty is refused, and so is starting the service on an unfinished restore', async () => {
  expect(await refusalOf(scheduled, null, dataDir.path)).toContain('is not empty')
  const half = await mkdtemp(inFolder('half-'))
  await writeFile(join(half, 'restore-unfinished'), '')
  await expect(startServer(half)).rejects.toThrow(/restore into .* did not finish/)
})

test('a backup process that is killed leaves nothing that can be restored, and the next backup succeeds', async () => {
  const to = inFolder('killed')
  const killed = await makeBackup(to, (kill) => {
    const watch = setInterval(async () => {
      const names = await readdir(to, { recursive: true }).catch(() => [])
      if (!names.some((name) => name.endsWith('.zst'))) return
      clearInterval(watch)
      kill()
    }, 2)
  })
  expect(killed.json).toBeNull()
  expect(await objectsIn(to)).not.toEqual([])
  expect(await refusalOf(to)).toContain('There is no whole backup in')
  expect(await makeBackup(to)).toMatchObject({ code: 0 })
  expect(await refusalOf(to)).toBe('')
})

test('a scheduled backup continues after PostgreSQL was killed', async () => {
  const before = await readiness()
  await killPostgres(dataDir.path, 'postmaster')
  await reaching(Date.now())
  expect((await readiness())?.takenAt).toBe(before?.takenAt)
})

const FLIPPED = (bytes: Buffer) => {
  const middle = bytes.length >> 1
  return Buffer.from(bytes).fill(bytes[middle]! ^ 1, middle, middle + 1)
}
const CUT = (bytes: Buffer) => bytes.subarray(0, 500)
const GONE = () => null

test.each([
  ['a part of the database', /data\/\d{6}\.zst$/, FLIPPED],
  ['a part of the database that is gone', /data\/\d{6}\.zst$/, GONE],
  ['the list of the parts', /packs\.json\.zst$/, FLIPPED],
  ['a file of the WAL', /\/wal\/[0-9A-F]{24}\.zst$/, FLIPPED],
  ['a file of the WAL that is cut off', /\/wal\/[0-9A-F]{24}\.zst$/, CUT],
  ['a file of the WAL that is gone', /\/wal\/[0-9A-F]{24}\.zst$/, GONE],
  ['a file of a company', /^files\//, FLIPPED],
  ['the manifest', /manifest\.json$/, FLIPPED],
])('a restore reports which part is damaged: %s', async (_what, pattern, damage) => {
  const broken = await mkdtemp(inFolder('broken-'))
  await cp(inFolder('once'), broken, { recursive: true })
  const object = (await objectsIn(broken)).filter((name) => pattern.test(name)).sort()[0]!
  const bytes = damage(await readFile(join(broken, object)))
  if (bytes === null) await rm(join(broken, object))
  else await writeFile(join(broken, object), bytes)
  expect(await refusalOf(broken)).toContain(`The backup is damaged: ${object}`)
})
