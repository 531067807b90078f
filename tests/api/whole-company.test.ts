/** Tests moving a company to another installation with `npm run export-company` and `npm run import-company`. */
import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Entry, type Options, open, type ZipFile } from 'yauzl'
import { ZipFile as NewZip } from 'yazl'
import { openFileStore } from '../../server/integrations/file-store.ts'
import type { Service } from '../../server/service.ts'
import { type Database, openDatabase } from '../../server/store/database.ts'
import { beginEpoch, readEpoch } from '../../server/store/epoch.ts'
import { LEFT_OUT } from '../../server/whole-company/format.ts'
import { importCompany } from '../../server/whole-company/import-company.ts'
import { Browser } from '../support/node/browser.ts'
import { Client, type Json } from '../support/node/client.ts'
import { issueToken } from '../support/node/new-company.ts'
import { cloneDatabase, startNode, useService } from '../support/node/service.ts'
import { runShell, type ShellPlace } from '../support/node/shell.ts'
import { openWhole, type WholeDatabase } from '../support/node/whole-database.ts'
import { addDelivery } from '../support/scene/deliveries.ts'
import { addPartner, openShop, orderBody } from '../support/scene/fixtures.ts'
import { openWholeCompany } from '../support/scene/whole-company.ts'

/** The tables in which the tests' company has no rows. They are exported like all other tables. */
const EMPTY = [
  ...['ending_reservations', 'extsys_jobs', 'extsys_links', 'extsys_rows', 'extsys_source_rows', 'extsys_work'],
  ...['payment_orders', 'plain_records', 'recognition_pages', 'table_headers', 'turnover_totals', 'turnover_years'],
]

const service = useService()
/** The installation into which companies are imported. */
let there: Installation
let folder: string
let company: Client
let first: { path: string; json: Json }
/** The company's commands with their keys, which are repeated after the move. */
const sent: { method: string; path: string; body: object; key: string; prefer?: string }[] = []

interface Installation extends ShellPlace {
  readonly node: Service
  readonly database: Database
  readonly whole: WholeDatabase
  stop(): Promise<void>
}

async function openInstallation(): Promise<Installation> {
  const cloned = await cloneDatabase()
  const files = await mkdtemp(join(folder, 'files-'))
  const node = await startNode(cloned.url, { files: { place: { folder: files }, incoming: join(files, 'incoming') } })
  const database = openDatabase(cloned.url, () => {})
  // Begin a new epoch, because databases cloned from the same template share an epoch, unlike the databases of two real
  // installations.
  await beginEpoch(database)
  await readEpoch(database)
  const whole = await openWhole(cloned.url)
  return {
    ...{ databaseUrl: cloned.url, files, node, database, whole },
    async stop() {
      await whole.close()
      await database.end()
      await node.stop()
      await cloned.drop()
    },
  }
}

const here = (): ShellPlace => ({ databaseUrl: service.databaseUrl, files: inject('filesFolder') })
const storeOf = ({ files }: ShellPlace) =>
  openFileStore({ place: { folder: files }, incoming: join(files, 'incoming') }, pino({ level: 'silent' }))
const bring = (place: Installation, from: string) =>
  importCompany({ database: place.database, files: storeOf(place) }, { from })

async function exported(companyId: string, name = `${randomUUID()}.zip`): Promise<{ path: string; json: Json }> {
  const path = join(folder, name)
  const ran = await runShell(here(), ['export-company', '--company', companyId, '--to', path])
  expect(ran.code, ran.stderr).toBe(0)
  return { path, json: ran.json }
}

/** Returns a client for the company on another installation, with a new token. */
async function clientThere(place: Installation, companyId: string): Promise<Client> {
  const { token } = await issueToken(place.database, companyId)
  return new Client(place.node.apiUrl, token, companyId)
}

async function send(client: Client, one: (typeof sent)[number]): Promise<string> {
  const prefer = one.prefer === undefined ? {} : { prefer: one.prefer }
  const reply = await client.send(one.method, one.path, one.body, { key: one.key, ...prefer })
  // A repeated refusal differs only in its request id, so remove the id.
  return reply.text.replace(/"requestId":"[^"]*"/, '')
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skladno-moved-'))
  there = await openInstallation()
  const whole = await openWholeCompany(service)
  company = whole.client
  const { productId } = whole
  const raw = await sharp({ create: { width: 64, height: 48, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer()
  const jpeg = { raw, headers: { 'content-type': 'image/jpeg' } }
  await company.send('POST', `/api/v1/products/${productId}/images`, undefined, jpeg)
  const supplierId = await addPartner(company, 'ООО «Поставка»')
  const arrived = { supplierId, warehouseId: whole.warehouseId, lines: [{ productId, quantity: 2, unitCost: 7 }] }
  await addDelivery(company, arrived)
  await company.made('PATCH', '/api/v1/settings', { companyName: 'Лавка', lowStockAlerts: true, dailySummary: true })
  sent.push(...whole.sent)
  const wishes: [string, object, string?][] = [
    ['/api/v1/orders', { ...orderBody(whole, 1), comment: 'Позвонить\nзаранее; «срочно» \u2028 🚚' }],
    ['/api/v1/orders', orderBody(whole, 100_000)],
    ['/api/v1/partners', { name: 'ИП Ёлкин & сыновья "Опт"' }, 'state=changes'],
    ['/api/v1/partners', { name: '' }, 'return=minimal'],
    [
      '/api/v1/stock/writeoff',
      { productId, warehouseId: whole.warehouseId, quantity: 0.125, reason: 'Бой' },
      'state=summary',
    ],
  ]
  for (const [path, body, prefer] of wishes)
    sent.push({ method: 'POST', path, body, key: `moved ${sent.length}`, ...(prefer && { prefer }) })
  for (const one of sent) await send(company, one)
  await whole.stop()
  first = await exported(company.companyId, 'first.zip')
})
afterAll(async () => {
  await there.stop()
  await rm(folder, { recursive: true, force: true })
})

test('an imported company has the same table rows and the same files as the original, and gives the same responses', async () => {
  const source = await openWhole(service.databaseUrl)
  const before = await source.rowsOf(company.companyId)
  const ran = await runShell(there, ['import-company', '--from', first.path])
  expect(ran.code, ran.stderr).toBe(0)
  const after = await there.whole.rowsOf(company.companyId)
  const { rows: log } = await there.whole.client.query(
    'delete from access_log where action = $1 returning company_id',
    ['company.imported'],
  )
  expect(log).toEqual([{ company_id: company.companyId }])
  const kept = Object.keys(before).filter((name) => LEFT_OUT[name] === undefined && name !== 'company_deletions')
  expect(kept.filter((name) => before[name]!.count === 0).sort()).toEqual([...EMPTY].sort())
  const { access_log: access } = await there.whole.rowsOf(company.companyId)
  for (const name of kept) expect([name, { ...after, access_log: access }[name]]).toEqual([name, before[name]])
  for (const name of ['tokens', 'invitations', 'sessions', 'extsys_connections']) expect(after[name]!.count).toBe(0)
  await source.close()

  const stored = (place: string) => readdir(join(place, company.companyId))
  expect(first.json.files).toBeGreaterThan(1)
  for (const name of await stored(there.files))
    expect(
      (await readFile(join(there.files, company.companyId, name))).equals(
        await readFile(join(inject('filesFolder'), company.companyId, name)),
      ),
    ).toBe(true)
  expect(await stored(there.files)).toHaveLength(first.json.files)

  const moved = await clientThere(there, company.companyId)
  for (const path of [
    '/api/v1/bootstrap',
    '/api/v1/catalog',
    '/api/v1/orders',
    '/api/v1/movements',
    '/api/v1/reports/turnover?from=2020-01-01&to=2030-01-01',
  ])
    expect((await moved.get(path)).text, path).toBe((await company.get(path)).text)
  for (const one of sent) expect(await send(moved, one)).toBe(await send(company, one))
  expect((await moved.get('/api/v1/self-check')).json).toMatchObject({ ok: true })
  expect((await moved.post('/api/v1/partners', { name: 'Новый после переезда' })).status).toBe(200)
})

test('members are imported with their roles, and a member without an account gets one without a password', async () => {
  const place = await openInstallation()
  try {
    const source = await openWhole(service.databaseUrl)
    const { rows } = await source.client.query<{ email: string; id: string }>(
      'select u.email, u.id from users u join memberships m on m.user_id = u.id where m.company_id = $1',
      [company.companyId],
    )
    await source.close()
    const { email, id } = rows[0]!
    const report = await bring(place, first.path)
    expect(report).toMatchObject({ newAccounts: [email], members: 1, newEpoch: false })
    expect(report.tokens).toContain('Сайт')
    const people = await place.whole.client.query(
      `select u.id, u.email_verified, m.role, (select count(*)::int from accounts a where a.user_id = u.id) as accounts
         from users u join memberships m on m.user_id = u.id where m.company_id = $1`,
      [company.companyId],
    )
    expect(people.rows).toEqual([{ id, email_verified: false, role: 'owner', accounts: 0 }])
  } finally {
    await place.stop()
  }
})

test('an owner named during a company import can sign in, and a password that is too short is refused', async () => {
  const place = await openInstallation()
  try {
    const email = 'boss@example.org'
    const weak = await runShell(place, ['import-company', '--from', first.path, '--owner', email, '--password-stdin'], {
      input: 'short\n',
    })
    expect([weak.code, weak.stderr]).toEqual([1, expect.stringContaining('8')])
    const ran = await runShell(place, ['import-company', '--from', first.path, '--owner', email, '--password-stdin'], {
      input: 'kettles on every shelf\n',
    })
    expect(ran.code, ran.stderr).toBe(0)
    expect(ran.json.members).toBe(2)
    const browser = new Browser(place.node.appUrl)
    expect((await browser.signIn({ email, password: 'kettles on every shelf' })).status).toBe(200)
    expect((await browser.get('/api/v1/session')).json).toMatchObject({
      company: { id: company.companyId },
      role: 'owner',
    })
  } finally {
    await place.stop()
  }
})

test('importing a company whose id already exists is refused and changes nothing', async () => {
  const source = await openWhole(service.databaseUrl)
  const before = await source.rowsOf(company.companyId)
  const stores = { database: service.database, files: storeOf(here()) }
  await expect(importCompany(stores, { from: first.path })).rejects.toThrow('is here already')
  expect(await source.rowsOf(company.companyId)).toEqual(before)
  await source.close()
})

test('an export made while commands are written shows the company at a single point in time', async () => {
  const busy = await service.newCompany('Под нагрузкой')
  const shop = await openShop(busy, 100_000)
  const keys: string[] = []
  let isOver = false
  const write = async (worker: number) => {
    for (let number = 1; !isOver; number += 1) {
      const key = `load ${worker} ${number}`
      const reply = await busy.post('/api/v1/orders', orderBody(shop, 1), { key, prefer: 'return=minimal' })
      expect(reply.status).toBe(200)
      keys.push(key)
    }
  }
  const writing = [1, 2, 3, 4].map(write)
  await sleep(300)
  const before = keys.length
  const { path, json } = await exported(busy.companyId)
  isOver = true
  await Promise.all(writing)
  expect(keys.length).toBeGreaterThan(before)

  const place = await openInstallation()
  try {
    const password = async () => 'kettles on every shelf'
    const stores = { database: place.database, files: storeOf(place) }
    await importCompany(stores, { from: path, owner: { email: 'busy@example.org', password } })
    const moved = await clientThere(place, busy.companyId)
    const { rows } = await place.whole.client.query<{ key: string; revision: string }>(
      'select key, revision from commands where company_id = $1 and revision is not null order by revision',
      [busy.companyId],
    )
    // The archive must contain every command up to the revision at which it was made, and none after it.
    expect(rows).toHaveLength(json.revision)
    expect(Number(rows.at(-1)!.revision)).toBe(json.revision)
    expect(json.revision).toBeLessThan((await busy.state()).revision)
    const last = rows.at(-1)!.key
    for (const prefer of ['state=full', 'state=changes', 'return=minimal']) {
      const replayed = async (client: Client) =>
        (await client.post('/api/v1/orders', orderBody(shop, 1), { key: last, prefer })).text
      expect(await replayed(moved)).toBe(await replayed(busy))
    }
    expect((await moved.state()).revision).toBe(json.revision)
  } finally {
    await place.stop()
  }
})

// Tests of incomplete and damaged archives.

const openZip = promisify<string, Options, ZipFile>(open)

const UNPACKED = { lazyEntries: true, autoClose: false } as const

function entriesOf(zip: ZipFile): Promise<Entry[]> {
  const found: Entry[] = []
  return new Promise((resolve) => {
    zip.on('end', () => resolve(found))
    zip.on('entry', (entry: Entry) => {
      found.push(entry)
      zip.readEntry()
    })
    zip.readEntry()
  })
}

/** Reads all parts of an archive. Returns them by name. */
async function partsOf(path: string): Promise<Map<string, Buffer>> {
  const zip = await openZip(path, UNPACKED)
  const parts = new Map<string, Buffer>()
  const opening = (entry: Entry) =>
    new Promise<Readable>((resolve, reject) => {
      zip.openReadStream(entry, (error, stream) => (error === null ? resolve(stream) : reject(error)))
    })
  for (const entry of await entriesOf(zip)) parts.set(entry.fileName, await buffer(await opening(entry)))
  zip.close()
  return parts
}

/** Writes a copy of the archive, with changes made to its parts. */
async function rewritten(change: (parts: Map<string, Buffer>, manifest: Json) => void): Promise<string> {
  const parts = await partsOf(first.path)
  const manifest = JSON.parse(parts.get('manifest.json')!.toString())
  change(parts, manifest)
  if (parts.has('manifest.json')) parts.set('manifest.json', Buffer.from(JSON.stringify(manifest)))
  const zip = new NewZip()
  for (const [name, bytes] of parts) zip.addBuffer(bytes, name)
  zip.end()
  const path = join(folder, `${randomUUID()}.zip`)
  await pipeline(zip.outputStream, createWriteStream(path))
  return path
}

async function damaged(change: (bytes: Buffer) => Buffer): Promise<string> {
  const path = join(folder, `${randomUUID()}.zip`)
  await writeFile(path, change(Buffer.from(await readFile(first.path))))
  return path
}

const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Returns a copy of the archive with changed rows in one table and matching checksums. */
async function withRows(table: string, change: (lines: string[]) => string[]): Promise<string> {
  const bytes = (await partsOf(first.path)).get(`tables/${table}.jsonl`)!
  const lines = change(bytes.toString().trimEnd().split('\n'))
  const made = Buffer.from(lines.map((line) => `${line}\n`).join(''))
  const sha256 = sha(made)
  return rewritten((parts, manifest) => {
    parts.set(`tables/${table}.jsonl`, made)
    Object.assign(
      manifest.tables.find(({ name }: Json) => name === table),
      { rows: lines.length, bytes: made.length, sha256 },
    )
  })
}

/** Flips a bit in the compressed bytes of a part. */
async function withFlippedBit(name: string): Promise<string> {
  const entry = (await entriesOf(await openZip(first.path, UNPACKED))).find(({ fileName }) => fileName === name)!
  return damaged((bytes) => {
    bytes[entry.relativeOffsetOfLocalHeader + 30 + name.length + Math.floor(entry.compressedSize / 2)]! ^= 0x20
    return bytes
  })
}

test('a truncated, damaged, incompatible or forged archive is refused, and nothing is written', async () => {
  const place = await openInstallation()
  const before = await place.whole.rowsOf(company.companyId)
  const beside = await place.whole.rowsBeside(company.companyId)
  const cut = (share: number) => (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length * share))
  const bad: (readonly [string, string | RegExp])[] = [
    [await damaged(() => Buffer.from('no archive')), 'not a complete archive'],
    [await damaged(() => Buffer.alloc(0)), 'not a complete archive'],
    [await rewritten((parts) => parts.delete('manifest.json')), 'no manifest.json'],
    [await rewritten((parts) => parts.delete('people.json')), 'no people.json'],
    [await rewritten((parts) => parts.delete('tables/orders.jsonl')), 'lacks a part'],
    [await rewritten((parts) => parts.set('tables/users.jsonl', Buffer.from('{}\n'))), 'foreign part'],
    [
      await rewritten((_parts, manifest) => {
        manifest.version = 2
      }),
      'another form',
    ],
    [await rewritten((_parts, manifest) => manifest.migrations.push('9999-later.sql')), 'newer version'],
    [await rewritten((_parts, manifest) => manifest.migrations.pop()), 'older version'],
    [await rewritten((parts) => parts.set('tables/orders.jsonl', Buffer.from('{}\n'))), 'orders.jsonl is damaged'],
    [
      await rewritten((parts, manifest) => parts.set(`files/${manifest.files[0].sha256}`, Buffer.from('other'))),
      'is damaged',
    ],
    [
      await rewritten((parts, manifest) => {
        manifest.tables = manifest.tables.filter(({ name }: Json) => name !== 'lots')
        parts.delete('tables/lots.jsonl')
      }),
      'lacks the table lots',
    ],
    [await withRows('lots', (lines) => lines.slice(1)), /not consistent|refuses rows/],
    [
      await withRows('stock', (lines) =>
        lines.map((line) => line.replace(/"on_hand_milli":\d+/, '"on_hand_milli":999999000')),
      ),
      'not consistent',
    ],
    [await withRows('commands', (lines) => lines.slice(1)), 'not consistent'],
    [await withRows('products', (lines) => [...lines, lines[0]!]), 'refuses rows of products'],
    [await withRows('partners', (lines) => ['not json', ...lines]), 'refuses rows of partners'],
  ]
  try {
    for (const share of [0.05, 0.3, 0.7, 0.99, 0.9999]) bad.push([await damaged(cut(share)), /archive|damaged/])
    for (const name of ['manifest.json', 'people.json', 'tables/commands.jsonl', 'tables/movements.jsonl'])
      bad.push([await withFlippedBit(name), /archive|damaged/])
    for (const [at, [path, message]] of bad.entries())
      await expect(bring(place, path), `archive ${at}`).rejects.toThrow(message)
    expect(await place.whole.rowsOf(company.companyId)).toEqual(before)
    expect(await place.whole.rowsBeside(company.companyId)).toEqual(beside)
    expect(await readdir(join(place.files, company.companyId)).catch(() => [])).toEqual([])
    expect(await readdir(join(place.files, 'incoming')).catch(() => [])).toEqual([])
  } finally {
    await place.stop()
  }
})

test('archive rows with another company’s id are imported under the archived company’s id', async () => {
  const stranger = await service.newCompany('Сосед')
  const path = await withRows('notifications', (lines) =>
    lines.map((line) => line.replace(`"company_id":"${company.companyId}"`, `"company_id":"${stranger.companyId}"`)),
  )
  const place = await openInstallation()
  try {
    await bring(place, path)
    expect((await place.whole.rowsOf(stranger.companyId)).notifications).toEqual({ count: 0, hash: null })
    expect((await place.whole.rowsOf(company.companyId)).notifications!.count).toBeGreaterThan(0)
  } finally {
    await place.stop()
  }
})

/**
 * Locks a table of a database, so that a process stops in the middle of its work. @returns a function that releases the
 * lock.
 */
async function heldTable({ databaseUrl }: ShellPlace, table: string): Promise<() => Promise<void>> {
  const { client, close } = await openWhole(databaseUrl)
  await client.query(`begin; lock table ${table} in access exclusive mode`)
  return close
}

/** Runs a command until it waits for a locked table, and then kills it. */
async function killedAt(place: ShellPlace, table: string, command: readonly [string, ...string[]]): Promise<void> {
  const release = await heldTable(place, table)
  const kill = new AbortController()
  const running = runShell(place, command, { signal: kill.signal })
  const { client, close } = await openWhole(place.databaseUrl)
  const isWaiting = async () =>
    (
      await client.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%' || $1 || '%'`,
        [table],
      )
    ).rowCount
  await expect.poll(isWaiting).toBeGreaterThan(0)
  kill.abort()
  expect((await running).code).not.toBe(0)
  await release()
  await close()
}

test('a company import that is killed leaves no rows, and the next import of the archive succeeds', async () => {
  const place = await openInstallation()
  try {
    const empty = await place.whole.rowsOf(company.companyId)
    await killedAt(place, 'order_items', ['import-company', '--from', first.path])
    await expect.poll(() => place.whole.rowsOf(company.companyId)).toEqual(empty)
    await bring(place, first.path)
    expect((await (await clientThere(place, company.companyId)).get('/api/v1/self-check')).json.ok).toBe(true)
  } finally {
    await place.stop()
  }
})

test('simultaneous imports of one archive create one company, with all its files', async () => {
  const place = await openInstallation()
  try {
    const ran = await Promise.allSettled([1, 2, 3].map(() => bring(place, first.path)))
    expect(ran.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of ran) if (one.status === 'rejected') expect(one.reason.message).toContain('is here already')
    expect(await readdir(join(place.files, company.companyId))).toHaveLength(first.json.files)
  } finally {
    await place.stop()
  }
})

test('a company export never overwrites a file, refuses an unknown company, and leaves only a .partial file if it is killed', async () => {
  const { companyId } = company
  const again = await runShell(here(), ['export-company', '--company', companyId, '--to', first.path])
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('exists already')])
  const unknown = join(folder, 'unknown.zip')
  const none = await runShell(here(), [
    'export-company',
    '--company',
    '00000000-0000-7000-8000-000000000000',
    '--to',
    unknown,
  ])
  expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('There is no company')])
  expect(await readdir(folder)).not.toContain('unknown.zip')
  expect(await readdir(folder)).not.toContain('unknown.zip.partial')
  const nowhere = join(folder, 'no-folder', 'a.zip')
  const lost = await runShell(here(), ['export-company', '--company', companyId, '--to', nowhere])
  expect([lost.code, lost.stderr]).toEqual([1, expect.stringContaining('ENOENT')])
  expect(lost.stderr).not.toContain('Unhandled')
  await killedAt(here(), 'table_headers', [
    'export-company',
    '--company',
    companyId,
    '--to',
    join(folder, 'killed.zip'),
  ])
  expect(await readdir(folder)).not.toContain('killed.zip')
  expect(await readdir(folder)).toContain('killed.zip.partial')
  await exported(companyId, 'killed.zip')
  expect(await readdir(folder)).not.toContain('killed.zip.partial')
  expect((await stat(first.path)).mode & 0o777).toBe(0o600)
})
