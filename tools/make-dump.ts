/**
 * `npm run make-dump -- --name 0.2.0 [--checkout ../folder] [--scale 0.05]`: simulates a working day on the server of a
 * checkout whose packages are installed. Writes tests/dumps/<name>.sql.gz and .json.gz: the database with half-finished
 * work, and the recorded commands and responses. Tests in tests/upgrade check that every later version can open them.
 */
import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import pg from 'pg'
import type { Tx } from '../server/store/database.ts'
import { startHeldVision } from '../tests/support/fakes/held-vision.ts'
import { FAKE_TOKEN, startFakeMoysklad } from '../tests/support/moysklad/fake-moysklad.ts'
import { TINY_ACCOUNT } from '../tests/support/moysklad/fake-moysklad-account.ts'
import { EVERYTHING, openImportRun } from '../tests/support/moysklad/imports-run.ts'
import { type Account, type Browser, signedUp } from '../tests/support/node/browser.ts'
import { Client } from '../tests/support/node/client.ts'
import { DUMP_SECRET, type DumpedDay, type DumpedMove, type Said } from '../tests/support/node/dumps.ts'
import { leaveFiles, leaveTables, playTail, ROWS_OF_TABLES } from './dump/day.ts'
import { type Checkout, type OldServer, runDemo, startOldServer } from './dump/old-server.ts'
import { type Recorder, startRecorder } from './dump/recorder.ts'
import { printDatabase } from './dump/sql.ts'

const ROOT = new URL('../', import.meta.url).pathname
const DUMPS = new URL('../tests/dumps/', import.meta.url)
const ROWS_OF_MOVES = 'extsys_rows'
/** The number of rows of an import that must be written before the import is held up. */
const ENOUGH_WRITTEN = 10
const SETTLE_MS = 1_500
const DAY_MS = 86_400_000
const dayAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)
const PINNED = [
  ['from', dayAgo(30)],
  ['to', dayAgo(-1)],
  ['limit', '200'],
] as const

const { values } = parseArgs({
  options: { name: { type: 'string' }, checkout: { type: 'string' }, scale: { type: 'string' } },
})
const { name, scale = '0.05' } = values
if (name === undefined) throw new Error('--name must be the name of the version, such as 0.2.0')
const folder = resolve(values.checkout ?? ROOT)

/** Connects to the running server's database as the superuser, to whom row-level security does not apply. */
async function connect(dataDir: string): Promise<pg.Client> {
  const password = (await readFile(join(dataDir, 'postgres-password'), 'utf8')).trim()
  const [, , , port, socketFolder] = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
  const host = socketFolder ? { host: socketFolder } : { host: '127.0.0.1' }
  const client = new pg.Client({ ...host, port: Number(port), user: 'postgres', password, database: 'skladno' })
  // Ignore connection errors here, because the next statement reports why the connection ended.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/**
 * Leaves two companies in the middle of an import from MoySklad: one halfway through the preview, the other with half
 * of its records written.
 */
async function leaveMoves({ appUrl }: OldServer, hold: () => Promise<void>): Promise<DumpedMove[]> {
  if (appUrl === '') return []
  const [applying, previewing] = [await connected(appUrl), await connected(appUrl)]
  const written = await applying.begin()
  await applying.run.until(written, 'ready')
  await applying.run.apply(written)
  const read = await previewing.begin()
  await applying.run.untilSeen(written, ({ counts }) => counts.written >= ENOUGH_WRITTEN)
  await hold()
  // Give the server time to reach the point where it waits for the lock.
  await sleep(SETTLE_MS)
  return [
    { ...applying.signIn, jobId: written, phase: 'apply' },
    { ...previewing.signIn, jobId: read, phase: 'preview' },
  ]
}

async function connected(appUrl: string) {
  const browser: Browser & { account: Account } = await signedUp(appUrl)
  const { user, company } = await browser.session()
  const owner = Object.assign(browser, { userId: user.id, companyId: company.id })
  const reply = await owner.post('/api/v1/integrations/extsys/connection', { token: FAKE_TOKEN })
  if (reply.status !== 200) throw new Error(`The connection was answered ${reply.status}: ${reply.text}`)
  const { email, password } = browser.account
  // Until commit a80a901, the response contained the import in the field `job` instead of `result`.
  const begin = async (): Promise<string> => {
    const { json } = await owner.post('/api/v1/integrations/extsys/jobs', EVERYTHING)
    return (json.result ?? json.job).id
  }
  return { run: openImportRun(owner), begin, signIn: { email, password } }
}

/** Requests every list, report and other GET route of the company. */
async function readAll(client: Client): Promise<Record<string, string>> {
  const { paths } = (await client.get('/openapi.json')).json
  const asked: Record<string, string> = {}
  for (const [path, operations] of Object.entries<{ get?: { parameters?: { name: string; required?: boolean }[] } }>(
    paths,
  )) {
    if (operations.get === undefined || path.includes('{') || /changes$|session$|targets$|summary$/.test(path)) continue
    const named = new Set(operations.get.parameters?.map(({ name: one }) => one))
    // Give reports fixed dates; otherwise their responses would depend on the day of the request.
    const query = PINNED.flatMap(([one, value]) => (named.has(one) ? [`${one}=${value}`] : [])).join('&')
    const reply = await client.get(query === '' ? path : `${path}?${query}`)
    if (reply.status === 200) asked[query === '' ? path : `${path}?${query}`] = reply.text
  }
  return asked
}

async function storedFiles(dataDir: string): Promise<Record<string, string>> {
  const from = join(dataDir, 'files')
  const found: Record<string, string> = {}
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    found[path.slice(from.length + 1)] = (await readFile(path)).toString('base64')
  }
  return found
}

async function play(
  checkout: Checkout,
  server: OldServer,
  parts: { recorder: Recorder; vision: Awaited<ReturnType<typeof startHeldVision>> },
) {
  const { recorder, vision } = parts
  const token = await runDemo(checkout, recorder.url, Number(scale))
  const { companyId } = (await new Client(server.apiUrl, token, '').get('/api/v1/bootstrap')).json
  console.error(new Date().toISOString(), 'await playTail(')
  await playTail(new Client(recorder.url, token, companyId))
  const client = new Client(server.apiUrl, token, companyId)
  const holder = await connect(checkout.dataDir)
  await holder.query('begin')
  const hold = (table: string) => async () => {
    await holder.query(`lock table ${table} in exclusive mode`)
  }
  console.error(new Date().toISOString(), 'const files = await leaveFiles')
  const files = await leaveFiles(client, vision)
  console.error(new Date().toISOString(), 'const tables = await leaveTables')
  const tables = await leaveTables(client, hold(ROWS_OF_TABLES))
  console.error(new Date().toISOString(), 'const moves = await leaveMoves')
  const moves = await leaveMoves(server, hold(ROWS_OF_MOVES))
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: folder, encoding: 'utf8' }).trim()
  const reading = await connect(checkout.dataDir)
  await reading.query('begin isolation level repeatable read read only')
  console.error(new Date().toISOString(), 'const reads = await')
  const reads = await readAll(client)
  const sql = await printDatabase(reading as unknown as Tx, folder)
  await reading.end()
  const stored = await storedFiles(checkout.dataDir)
  const said: Said[] = recorder.said
  const day: DumpedDay = { commit, company: { token, id: companyId, reads }, said, files, tables, moves, stored }
  return { sql, day, release: () => holder.end() }
}

async function write(ending: string, text: string): Promise<void> {
  const bytes = gzipSync(text, { level: 9 })
  await writeFile(new URL(`${name}.${ending}.gz`, DUMPS), bytes)
  console.log(`tests/dumps/${name}.${ending}.gz: ${bytes.length} bytes of ${text.length}`)
}

const checkout: Checkout = { folder, dataDir: await mkdtemp(join(tmpdir(), 'skladno-dump-')) }
const vision = await startHeldVision()
const fake = await startFakeMoysklad({ size: TINY_ACCOUNT, seed: 1 })
const server = await startOldServer(checkout, {
  ...{ RECOGNIZER_URL: vision.url, RECOGNIZER_MODEL: 'steady', RECOGNITION_WORKERS: '1' },
  ...{ EXTSYS_URL: fake.url, EXTSYS_GAP_MS: '40', SECRET_KEY: DUMP_SECRET },
})
const recorder = await startRecorder(server.apiUrl)
try {
  const { sql, day, release } = await play(checkout, server, { recorder, vision })
  await write('sql', sql)
  await write('json', JSON.stringify(day))
  console.log(`${day.said.length} commands, ${Object.keys(day.company.reads).length} reads`)
  await release()
} finally {
  await recorder.close()
  await server.stop()
  await vision.close()
  await fake.close()
  await rm(checkout.dataDir, { recursive: true, force: true })
}
