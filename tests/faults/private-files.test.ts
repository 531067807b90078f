/**
 * Checks that the files that the service creates can be read only by its own account, whatever the umask with which the
 * service is started.
 */
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { pino } from 'pino'
import { v7 } from 'uuid'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { openFileStore } from '../../server/integrations/file-store.ts'
import { Client } from '../support/node/client.ts'
import {
  emptyDataDir,
  endServer,
  makeCompany,
  type ServerProcess,
  startServer,
} from '../support/node/server-process.ts'
import { FORMATS } from '../support/papers/pictures.ts'

const TIMEOUT_MS = 90_000
const OTHERS = 0o077

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'skladno-private-'))
  folders.push(folder)
  return folder
}

const modeOf = (path: string) => statSync(path).mode & 0o777

/**
 * Returns everything in a folder that another account could read, write or enter if it could enter the folder itself.
 * PostgreSQL's own cluster is skipped.
 */
function findOpen(folder: string): string[] {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => !path.startsWith('postgres/'))
    .map((path) => join(folder, path))
  return paths.filter((path) => (modeOf(path) & OTHERS) !== 0).map((path) => relative(folder, path))
}

/** Starts a server under the given umask. */
function startUnder(umask: number, dataDir: string): Promise<ServerProcess> {
  const before = process.umask(umask)
  const starting = startServer(dataDir)
  process.umask(before)
  return starting
}

test.each([
  ['022', 0o022],
  ['000', 0o000],
])(
  'under umask %s every file and folder that the service creates is private',
  async (_octal, umask) => {
    const { path: dataDir, remove } = await emptyDataDir()
    const server = await startUnder(umask, dataDir)
    const { token, companyId } = await makeCompany(dataDir, server.url)
    const client = new Client(server.url, token, companyId)
    const raw = await FORMATS['image/png']()
    const sending = { raw, headers: { 'content-type': 'image/png' } }
    expect((await client.send('POST', '/api/v1/procurement/imports', undefined, sending)).status).toBe(200)
    const open = findOpen(dataDir)
    expect(readdirSync(dataDir)).toEqual(
      expect.arrayContaining(['files', 'postgres', 'postgres-password', 'postgres.log', 'users']),
    )
    expect(readdirSync(join(dataDir, 'files', companyId))).toHaveLength(1)
    await endServer(server, 'SIGTERM')
    await remove()
    expect(open).toEqual([])
  },
  TIMEOUT_MS,
)

test(
  'folders that an earlier version left readable by others are made private at start',
  async () => {
    const { path: dataDir, remove } = await emptyDataDir()
    const company = join(dataDir, 'files', v7())
    const before = process.umask(0o000)
    mkdirSync(company, { recursive: true })
    mkdirSync(join(dataDir, 'users'))
    writeFileSync(join(company, 'a'), 'a')
    process.umask(before)
    const server = await startServer(dataDir)
    const modes = ['files', 'users'].map((name) => modeOf(join(dataDir, name)))
    await endServer(server, 'SIGTERM')
    await remove()
    expect(modes).toEqual([0o700, 0o700])
  },
  TIMEOUT_MS,
)

test('in a folder configured by FILES_URL, only the service’s own files are made private', async () => {
  const folder = newFolder()
  const company = v7()
  for (const name of [company, 'incoming', 'theirs']) {
    mkdirSync(join(folder, name))
    chmodSync(join(folder, name), 0o755)
  }
  chmodSync(folder, 0o755)
  const { files } = readConfig({ FILES_URL: `file://${folder}` })
  await openFileStore(files, pino({ level: 'silent' })).prepare()
  expect(['', company, 'incoming', 'theirs'].map((name) => modeOf(join(folder, name)))).toEqual([
    0o755, 0o700, 0o700, 0o755,
  ])
})

test('the local folder that holds uploads before they are sent to a bucket is private too', async () => {
  const dataDir = newFolder()
  mkdirSync(join(dataDir, 'incoming'), { mode: 0o755 })
  const { files } = readConfig({ DATA_DIR: dataDir, FILES_URL: 's3://bucket?region=x' })
  await openFileStore(files, pino({ level: 'silent' })).prepare()
  expect(modeOf(join(dataDir, 'incoming'))).toBe(0o700)
})
