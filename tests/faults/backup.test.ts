/**
 * Backups are made while the service writes. A restored copy has every command that was answered before its moment, and
 * none that was sent after it; a damaged or unfinished backup is refused.
 */
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compareAt, readCopy, runScript, startWriting, type Writing } from '../support/node/backups.ts'
import { Client, type Json } from '../support/node/client.ts'
import {
  endServer,
  killPostgres,
  makeCompany,
  newDataDir,
  type ServerProcess,
  startServer,
} from '../support/node/server-process.ts'

let dataDir: Awaited<ReturnType<typeof newDataDir>>
let server: ServerProcess
let client: Client
let writing: Writing
/** A folder for everything that these tests make. */
let folder: string
/** The folder to which the running service backs itself up. */
let scheduled: string

const inFolder = (name: string) => join(folder, name)

async function readiness(): Promise<{ takenAt: string | null; reachesTo: string | null }> {
  return ((await (await fetch(`${server.url}/readyz`)).json()) as Json).backup
}

/** Waits until the scheduled backup can be restored to a moment. */
async function reaching(moment: number): Promise<void> {
  await expect.poll(async () => Date.parse((await readiness()).reachesTo ?? '') > moment).toBe(true)
}

/** Starts a restored copy as a drill, and compares it with what was sent. */
async function openCopy<T>(data: string, look: (copy: Client, started: ServerProcess) => Promise<T>): Promise<T> {
  const copy = await startServer(data, { DRILL: 'true' })
  try {
    return await look(client.at(copy.url), copy)
  } finally {
    await endServer(copy, 'SIGTERM')
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
  writing = startWriting(client)
})
afterAll(async () => {
  await writing.stop()
  await endServer(server, 'SIGTERM')
  await rm(folder, { recursive: true, force: true })
  await dataDir.remove()
})

test('a backup made under load has every command that was answered before it, and verifies', async () => {
  await writing.more(100)
  const to = inFolder('once')
  const made = await runScript('backup', ['--to', to], { DATA_DIR: dataDir.path })
  expect(made).toMatchObject({ code: 0, json: { kind: 'base', hasFiles: true } })
  const moment = Date.parse(made.json.reachesTo)
  await writing.more(50)
  const verified = await runScript('verify-backup', ['--from', to])
  expect(verified, verified.stderr).toMatchObject({
    code: 0,
    json: { ok: true, companies: [{ companyId: client.companyId, missingFiles: [], differing: [] }] },
  })
  const restored = await runScript('restore', ['--from', to, '--data-dir', inFolder('once-data')])
  expect(restored, restored.stderr).toMatchObject({ code: 0, json: { companies: [{ missingFiles: [] }] } })
  await openCopy(inFolder('once-data'), async (copy) => {
    const there = await readCopy(copy)
    expect(compareAt(moment, writing.products, there.products).filter((wrong) => wrong.endsWith('lost'))).toEqual([])
    expect(compareAt(moment, writing.pictures, there.pictures).filter((wrong) => wrong.endsWith('lost'))).toEqual([])
    expect((await copy.get('/api/v1/self-check')).json.ok).toBe(true)
    const epochs = [client, copy].map(async (one) => (await one.get('/api/v1/catalog')).headers.get('skladno-epoch'))
    expect(new Set(await Promise.all(epochs)).size).toBe(2)
  })
})

test('a restore to a moment is right to the command', async () => {
  await reaching(0)
  await writing.more(100)
  const moment = Date.now()
  await sleep(1)
  await writing.more(100)
  await reaching(moment)
  const at = new Date(moment).toISOString()
  const restored = await runScript('restore', ['--from', scheduled, '--at', at, '--data-dir', inFolder('at-data')])
  expect(restored, restored.stderr).toMatchObject({
    code: 0,
    json: { reachesTo: at, companies: [{ missingFiles: [] }] },
  })
  await openCopy(inFolder('at-data'), async (copy) => {
    const there = await readCopy(copy)
    expect(compareAt(moment, writing.products, there.products)).toEqual([])
    expect(compareAt(moment, writing.pictures, there.pictures)).toEqual([])
    expect(there.products.size).toBeGreaterThan(100)
  })
})

test('a moment that no backup reaches is refused, with those that can be restored', async () => {
  for (const at of ['2020-01-01T00:00:00Z', '2099-01-01T00:00:00Z']) {
    const reply = await runScript('restore', ['--from', scheduled, '--at', at, '--data-dir', inFolder('none')])
    expect(reply).toMatchObject({ code: 1, json: null })
    expect(reply.stderr).toMatch(/cannot be restored\. Possible: \d{4}-.*Z to \d{4}-.*Z/)
  }
})

test('a restore into a folder that is not empty is refused, and so is a start on an unfinished one', async () => {
  const reply = await runScript('restore', ['--from', scheduled, '--data-dir', dataDir.path])
  expect(reply).toMatchObject({ code: 1, stderr: expect.stringContaining('is not empty') })
  const half = await mkdtemp(inFolder('half-'))
  await writeFile(join(half, 'restore-unfinished'), '')
  await expect(startServer(half)).rejects.toThrow(/restore into .* did not finish/)
})

test('a backup that is killed leaves nothing that can be restored, and the next one works', async () => {
  const to = inFolder('killed')
  const killed = await runScript('backup', ['--to', to], { DATA_DIR: dataDir.path }, (kill) => {
    const watch = setInterval(() => {
      readdir(join(to, 'backups')).then(
        () => {
          clearInterval(watch)
          setTimeout(kill, 100)
        },
        () => undefined,
      )
    }, 5)
  })
  expect(killed.json).toBeNull()
  expect((await objectsIn(to)).length).toBeGreaterThan(10)
  const refused = await runScript('restore', ['--from', to, '--data-dir', inFolder('none')])
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no whole backup in') })
  expect(await runScript('backup', ['--to', to], { DATA_DIR: dataDir.path })).toMatchObject({ code: 0 })
  const again = await runScript('restore', ['--from', to, '--data-dir', inFolder('after-kill')])
  expect(again).toMatchObject({ code: 0 })
})

test('a scheduled backup goes on after PostgreSQL was killed', async () => {
  const before = await readiness()
  await killPostgres(dataDir.path, 'postmaster')
  const moment = Date.now()
  await reaching(moment)
  expect((await readiness()).takenAt).toBe(before.takenAt)
})

test.each([
  ['a part of the database', /data\/\d{6}\.zst$/, (bytes: Buffer) => flip(bytes)],
  ['a file of the WAL', /\/wal\/[0-9A-F]{24}\.zst$/, (bytes: Buffer) => flip(bytes)],
  ['a file of the WAL that is cut off', /\/wal\/[0-9A-F]{24}\.zst$/, (bytes: Buffer) => bytes.subarray(0, 500)],
  ['a file of a company', /^files\//, (bytes: Buffer) => flip(bytes)],
  ['the manifest', /manifest\.json$/, (bytes: Buffer) => flip(bytes)],
  ['a part of the database that is gone', /data\/\d{6}\.zst$/, () => null],
  ['a file of the WAL that is gone', /\/wal\/[0-9A-F]{24}\.zst$/, () => null],
])('a restore names what is damaged: %s', async (_what, pattern, damage) => {
  const broken = await mkdtemp(inFolder('broken-'))
  await cp(inFolder('once'), broken, { recursive: true })
  const object = (await objectsIn(broken)).filter((name) => pattern.test(name)).sort()[0]!
  const bytes = damage(await readFile(join(broken, object)))
  if (bytes === null) await rm(join(broken, object))
  else await writeFile(join(broken, object), bytes)
  const reply = await runScript('restore', ['--from', broken, '--data-dir', join(broken, 'none')])
  expect(reply).toMatchObject({ code: 1, json: null })
  expect(reply.stderr).toContain(`The backup is damaged: ${object}`)
})

function flip(bytes: Buffer): Buffer {
  const other = Buffer.from(bytes)
  const middle = other.length >> 1
  other[middle] = other[middle]! ^ 1
  return other
}
