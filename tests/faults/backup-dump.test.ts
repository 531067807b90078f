/**
 * Tests backups of an operator's own PostgreSQL, which are made with PostgreSQL's client programs. If the programs are
 * missing, the backup is refused, and the refusal explains what to do.
 */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../server/store/database.ts'
import { compareAt, readCopy, runScript, startWriting } from '../support/node/backups.ts'
import { installedPrograms, startOwnPostgres } from '../support/node/own-postgres.ts'
import { cloneDatabase, newCompany, startNode } from '../support/node/service.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skladno-dumps-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('without pg_dump, a backup of an operator’s own PostgreSQL is refused with advice, and nothing that looks like a backup is left', async () => {
  const cloned = await cloneDatabase()
  try {
    const to = join(folder, 'refused')
    const reply = await runScript('backup', ['--to', to], { DATABASE_URL: cloned.url, PATH: '/nonexistent' })
    expect(reply).toMatchObject({ code: 1, json: null })
    expect(reply.stderr).toMatch(/pg_dump is not installed\. Install PostgreSQL's client programs/)
    const names = await readdir(to, { recursive: true }).catch(() => [])
    expect(names.filter((name) => name.endsWith('manifest.json'))).toEqual([])
  } finally {
    await cloned.drop()
  }
})

const programs = installedPrograms()

test.runIf(programs !== null)(
  `an operator’s own PostgreSQL is backed up under load, restored into an empty database, and verified${programs === null ? ' (skipped: this machine has no PostgreSQL with pg_config)' : ''}`,
  async () => {
    const own = await startOwnPostgres(programs!)
    const to = join(folder, 'own')
    const dataDir = join(folder, 'restored')
    try {
      const admin = new pg.Client({ connectionString: own.url('postgres') })
      await admin.connect()
      for (const name of ['shop', 'copy']) await admin.query(`create database ${name} template template0`)
      await admin.end()
      const files = { place: { folder: join(folder, 'files') }, incoming: join(folder, 'files/incoming') }
      const node = await startNode(own.url('shop'), { files })
      const database = openDatabase(own.url('shop'), () => {})
      const client = await newCompany(database, node.apiUrl)
      const writing = startWriting(client, 4)
      const env = { DATABASE_URL: own.url('shop'), FILES_URL: `file://${files.place.folder}` }
      await writing.more(50)
      const made = await runScript('backup', ['--to', to], env)
      expect(made, made.stderr).toMatchObject({ code: 0, json: { kind: 'dump', hasFiles: true } })
      await writing.more(20)
      await writing.stop()
      const verified = await runScript('verify-backup', ['--from', to])
      expect(verified, verified.stderr).toMatchObject({ code: 0, json: { ok: true } })
      const elsewhere = { DATABASE_URL: own.url('copy') }
      const restored = await runScript('restore', ['--from', to, '--data-dir', dataDir], elsewhere)
      expect(restored, restored.stderr).toMatchObject({ code: 0, json: { companies: [{ missingFiles: [] }] } })
      const again = await runScript('restore', ['--from', to, '--data-dir', join(folder, 'again')], elsewhere)
      expect(again.stderr).toContain('The database is not empty')
      const kept = { place: { folder: join(dataDir, 'files') }, incoming: join(dataDir, 'files/incoming') }
      const copy = await startNode(own.url('copy'), { drill: true, files: kept })
      const there = await readCopy(client.at(copy.apiUrl))
      const lost = compareAt(Date.parse(made.json.reachesTo), writing.products, there.products)
      expect(lost.filter((wrong) => wrong.endsWith('lost'))).toEqual([])
      expect(there.products.size).toBeGreaterThan(20)
      const [before, after] = await Promise.all(
        [client, client.at(copy.apiUrl)].map((one) => one.get('/api/v1/catalog')),
      )
      expect(before!.headers.get('skladno-epoch')).not.toBe(after!.headers.get('skladno-epoch'))
      await copy.stop()
      await database.end()
      await node.stop()
    } finally {
      await own.stop()
    }
  },
)
