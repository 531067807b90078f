/** Tests deleting a company with `npm run delete-company`, and the list of companies (`npm run companies`). */
import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { watchEpoch } from '../../server/engine/epoch-watch.ts'
import { openFileStore } from '../../server/integrations/file-store.ts'
import { readEpoch } from '../../server/store/epoch.ts'
import { deleteCompany } from '../../server/whole-company/delete-company.ts'
import { importCompany } from '../../server/whole-company/import-company.ts'
import { exportCompany } from '../../server/whole-company/write-archive.ts'
import { Client, type Json } from '../support/node/client.ts'
import { openStream } from '../support/node/event-stream.ts'
import { issueToken } from '../support/node/new-company.ts'
import { startOpenNode } from '../support/node/open-node.ts'
import { startNode, useService } from '../support/node/service.ts'
import { type Ran, runShell, type ShellPlace } from '../support/node/shell.ts'
import { openWhole, type WholeDatabase } from '../support/node/whole-database.ts'
import { openShop, orderBody } from '../support/scene/fixtures.ts'
import { joinAs } from '../support/scene/members.ts'
import { openWholeCompany } from '../support/scene/whole-company.ts'

const service = useService()
let folder: string
let whole: WholeDatabase

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skladno-deleted-'))
  whole = await openWhole(service.databaseUrl)
})
afterAll(async () => {
  await whole.close()
  await rm(folder, { recursive: true, force: true })
})

const here = (): ShellPlace => ({ databaseUrl: service.databaseUrl, files: inject('filesFolder') })
const storeOf = ({ files }: ShellPlace) =>
  openFileStore({ place: { folder: files }, incoming: join(files, 'incoming') }, pino({ level: 'silent' }))
const nameOf = async (client: Client): Promise<string> => (await client.state()).company.name

function remove(client: Client, name: string, more: string[] = [], signal?: AbortSignal): Promise<Ran> {
  const report = join(folder, `${client.companyId}.json`)
  const command = [
    'delete-company',
    '--company',
    client.companyId,
    '--confirm',
    name,
    '--report',
    report,
    ...more,
  ] as const
  return runShell(here(), command as unknown as [string, ...string[]], signal === undefined ? {} : { signal })
}

/** Deletes a company without the shell command, because starting the command takes a second. */
const erase = async (client: Client, name: string) => {
  const stores = { database: service.database, files: storeOf(here()) }
  return (await deleteCompany(stores, { companyId: client.companyId, name })).deleted
}

const reportOf = async ({ companyId }: Client): Promise<Json> =>
  JSON.parse(await readFile(join(folder, `${companyId}.json`), 'utf8'))

test('deleting a company leaves none of its data behind and does not change the data of other companies', async () => {
  const { client, owner, stop } = await openWholeCompany(service)
  const neighbour = await service.newCompany('Сосед')
  const shop = await openShop(neighbour, 100)
  await neighbour.made('POST', '/api/v1/orders', orderBody(shop, 2))
  const raw = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const image = { raw, headers: { 'content-type': 'image/png' } }
  await neighbour.send('POST', `/api/v1/products/${shop.productId}/images`, undefined, image)
  const alone = await joinAs(service, client.companyId, { role: 'viewer' })
  // Every user who signs up gets a company. Remove this user from their own company.
  const { id: userId } = (await alone.get('/api/v1/session')).json.user
  await whole.client.query('delete from memberships where user_id = $1 and company_id <> $2', [
    userId,
    client.companyId,
  ])
  for (const one of [client, neighbour]) await one.get('/api/v1/orders')
  const stored = await readdir(join(inject('filesFolder'), client.companyId))
  expect(stored.length).toBeGreaterThan(0)
  const before = await whole.rowsBeside(client.companyId)
  const counts = await whole.rowsOf(client.companyId)
  const neighbourFiles = await readdir(join(inject('filesFolder'), neighbour.companyId))

  const ran = await remove(client, await nameOf(client))
  expect(ran.code, ran.stderr).toBe(0)
  const report = await reportOf(client)
  const after = await whole.rowsOf(client.companyId)
  for (const [name, { count }] of Object.entries(after))
    if (name !== 'company_deletions') expect([name, count]).toEqual([name, 0])
  for (const [name, { before: told, after: left }] of Object.entries<Json>(report.tables))
    expect([name, told, left]).toEqual([name, counts[name]!.count, 0])
  expect(Object.keys(report.tables)).toEqual(
    expect.arrayContaining(['commands', 'orders', 'lots', 'tokens', 'memberships']),
  )
  expect(report).toMatchObject({ companyId: client.companyId, files: { removed: stored.length } })
  expect(await readdir(inject('filesFolder'))).not.toContain(client.companyId)
  expect(await readdir(join(inject('filesFolder'), neighbour.companyId))).toEqual(neighbourFiles)

  const beside = await whole.rowsBeside(client.companyId)
  const people = ['users', 'accounts', 'sessions', 'verifications', 'rate_limits', 'tokens']
  for (const [name, rows] of Object.entries(before))
    if (!people.includes(name)) expect([name, beside[name]]).toEqual([name, rows])
  const email = alone.browser.account.email
  expect((await whole.client.query('select from users where email = $1', [email])).rowCount).toBe(0)
  expect((await neighbour.get('/api/v1/self-check')).json.ok).toBe(true)
  for (const caller of [client, owner, alone]) expect((await caller.get('/api/v1/bootstrap')).status).not.toBe(200)
  expect((await client.get('/api/v1/bootstrap')).json.code).toBe('UNAUTHENTICATED')
  expect((await client.post('/api/v1/partners', { name: 'Поздно' })).status).toBe(401)
  await stop()
})

test('a member of two companies keeps the account when one of them is deleted, but then has no current company', async () => {
  const [gone, other] = [await service.newCompany('Уходящая'), await service.newCompany('Остающаяся')]
  const member = await joinAs(service, gone.companyId, { role: 'owner' })
  const { id: userId } = (await member.get('/api/v1/session')).json.user
  await service.database.query('insert into memberships (user_id, company_id, role) values ($1, $2, $3)', [
    userId,
    other.companyId,
    'viewer',
  ])
  expect((await erase(gone, 'Уходящая')).users).toBe(0)
  expect((await member.get('/api/v1/bootstrap')).status).toBe(403)
  const { rows } = await whole.client.query('select company_id from memberships where user_id = $1', [userId])
  expect(rows).toContainEqual({ company_id: other.companyId })
})

test('a company deletion with a wrong name, an unknown company or no confirmation deletes nothing', async () => {
  const client = await service.newCompany('ООО «Ромашка»')
  const before = await whole.rowsOf(client.companyId)
  const wrong = await remove(client, 'ООО Ромашка')
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('«Ромашка»')])
  const unsaid = await runShell(here(), ['delete-company', '--company', client.companyId])
  expect([unsaid.code, unsaid.stderr]).toEqual([1, expect.stringContaining('Usage')])
  const unknown = await runShell(here(), [
    'delete-company',
    '--company',
    '00000000-0000-7000-8000-000000000000',
    '--confirm',
    'x',
    '--report',
    join(folder, 'x.json'),
  ])
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('There is no company')])
  expect(await whole.rowsOf(client.companyId)).toEqual(before)
  expect((await client.get('/api/v1/bootstrap')).status).toBe(200)
})

test('a company deletion that was killed is completed by the next one, and nobody can use the company in between', async () => {
  const client = await service.newCompany('Прерванная')
  const shop = await openShop(client, 100)
  for (let at = 0; at < 20; at += 1) await client.made('POST', '/api/v1/orders', orderBody(shop, 1))
  const kept = (await whole.rowsOf(client.companyId)).commands!.count
  // Request a list, because its response waits until the tables contain every order. After that, nobody else needs the
  // table that is locked below.
  await client.get('/api/v1/orders')
  // Lock the table so that the deletion stops halfway.
  await whole.client.query('begin')
  await whole.client.query('lock table orders in share mode')
  const kill = new AbortController()
  const killed = remove(client, 'Прерванная', [], kill.signal)
  const isThere = async () =>
    (await whole.client.query('select from companies where company_id = $1', [client.companyId])).rowCount
  await expect
    .poll(isThere)
    .toBe(0)
    .finally(() => {
      kill.abort()
      return whole.client.query('rollback')
    })
  expect((await killed).code).not.toBe(0)
  expect((await client.get('/api/v1/bootstrap')).status).toBe(401)
  expect((await whole.rowsOf(client.companyId)).orders!.count).toBe(20)
  const ran = await remove(client, 'Прерванная')
  expect(ran.code, ran.stderr).toBe(0)
  const { tables } = await reportOf(client)
  expect(tables.commands).toEqual({ before: kept, after: 0 })
  expect(tables.orders).toEqual({ before: 20, after: 0 })
  expect((await whole.rowsOf(client.companyId)).orders!.count).toBe(0)
})

test('commands sent to two nodes during a company deletion are executed before it or refused as for an unknown company, and no warning is logged', async () => {
  const lines: string[] = []
  const nodes = [
    await startOpenNode(service.databaseUrl, 1 << 30, { lines }),
    await startOpenNode(service.databaseUrl, 1 << 30, { lines }),
  ]
  const stopWatches = await Promise.all(nodes.map(({ companies }) => watchEpoch(companies, 100)))
  const client = await service.newCompany('Удаляемая на ходу')
  const shop = await openShop(client, 1_000)
  const stream = await openStream(client.at(nodes[0]!.url), { since: 0 })
  const streamEnded = (async () => {
    while ((await stream.next()) !== null);
    return true
  })()
  let isOver = false
  const answers: string[] = []
  const send = async (at: number) => {
    const caller = client.at(nodes[at % 2]!.url)
    while (!isOver) {
      const reply =
        at < 4
          ? await caller.post('/api/v1/orders', orderBody(shop, 0.001), { prefer: 'return=minimal' })
          : await caller.get(['/api/v1/bootstrap', '/api/v1/orders'][at % 2]!)
      answers.push(`${reply.status} ${reply.status === 200 ? '' : reply.json.code}`)
    }
  }
  const sending = [0, 1, 2, 3, 4, 5].map(send)
  await erase(client, 'Удаляемая на ходу')
  isOver = true
  await Promise.all(sending)
  expect([...new Set(answers)].sort()).toEqual(['200 ', '401 UNAUTHENTICATED'])
  for (const { companies } of nodes)
    await expect.poll(() => companies.loads().map(({ companyId }) => companyId)).not.toContain(client.companyId)
  expect(
    lines
      .map((line) => JSON.parse(line))
      .filter(({ level, companyId }) => level >= 40 && companyId === client.companyId),
  ).toEqual([])
  for (const { count } of Object.entries(await whole.rowsOf(client.companyId))
    .filter(([name]) => name !== 'company_deletions')
    .map(([, rows]) => rows))
    expect(count).toBe(0)
  expect(await streamEnded).toBe(true)
  for (const stop of stopWatches) stop()
  for (const node of nodes) await node.stop()
})

test('a company restored from an export starts a new epoch, so that no client keeps data from after the export', async () => {
  const client = await service.newCompany('Возвращённая')
  await openShop(client, 5)
  const path = join(folder, `${randomUUID()}.zip`)
  const stores = { database: service.database, files: storeOf(here()) }
  await readEpoch(service.database)
  const { revision } = await exportCompany(stores, { companyId: client.companyId, to: path })
  await client.made('POST', '/api/v1/partners', { name: 'Потерянный' })
  const before = await client.get('/api/v1/bootstrap')
  await erase(client, 'Возвращённая')
  const password = async () => 'kettles on every shelf'
  const back = await importCompany(stores, { from: path, owner: { email: 'back@example.org', password } })
  expect(back).toMatchObject({ newEpoch: true, revision })
  const { token } = await issueToken(service.database, client.companyId)
  const node = await startNode(service.databaseUrl)
  try {
    const again = new Client(node.apiUrl, token, client.companyId)
    await again.made('POST', '/api/v1/partners', { name: 'Другой' })
    const etag = before.headers.get('etag')!
    const now = await again.get('/api/v1/bootstrap', { headers: { 'if-none-match': etag } })
    expect([now.status, now.json.revision]).toEqual([200, before.json.revision])
    expect(now.headers.get('skladno-epoch')).not.toBe(before.headers.get('skladno-epoch'))
  } finally {
    await node.stop()
  }
})

test('the sweep removes old files of a deleted company, and leaves files of unknown companies', async () => {
  const client = await service.newCompany('С файлами')
  await erase(client, 'С файлами')
  const stranger = '00000000-0000-7000-8000-00000000000a'
  const long = new Date(Date.now() - 2 * 86_400_000)
  for (const id of [client.companyId, stranger]) {
    const path = join(inject('filesFolder'), id)
    await mkdir(path, { recursive: true })
    await writeFile(join(path, 'a'.repeat(64)), 'late')
    await utimes(join(path, 'a'.repeat(64)), long, long)
  }
  const ran = await runShell(here(), ['sweep-files'])
  expect(ran.code, ran.stderr).toBe(0)
  expect(ran.json.unknownCompanies).toContain(stranger)
  expect(ran.json.unknownCompanies).not.toContain(client.companyId)
  expect(await readdir(join(inject('filesFolder'), client.companyId))).toEqual([])
  expect(await readdir(join(inject('filesFolder'), stranger))).toHaveLength(1)
  await rm(join(inject('filesFolder'), stranger), { recursive: true })
})

test('the shell’s list of companies shows each company’s size, pending work and memory use on the node', async () => {
  const client = await service.newCompany('Список\nкомпаний')
  const shop = await openShop(client, 10)
  await client.made('POST', '/api/v1/orders', orderBody(shop, 1))
  await client.get('/api/v1/orders')
  const node = await startNode(service.databaseUrl, { metrics: { host: '127.0.0.1', port: 0, companies: 100 } })
  try {
    await client.at(node.apiUrl).get('/api/v1/bootstrap')
    const ran = await runShell(here(), [
      'companies',
      '--json',
      '--sizes',
      '--sort',
      'bytes',
      '--metrics',
      node.metricsUrl!,
    ])
    expect(ran.code, ran.stderr).toBe(0)
    const { companies } = ran.json
    const sizes = companies.map(({ size }: Json) => size.bytes)
    expect(sizes).toEqual([...sizes].sort((one, other) => other - one))
    const counted = await whole.rowsOf(client.companyId)
    const rows = Object.values(counted).reduce((sum, { count }) => sum + count, 0)
    const one = companies.find(({ id }: Json) => id === client.companyId)
    const { revision } = await client.state()
    expect(one).toMatchObject({
      name: 'Список\nкомпаний',
      revision,
      behind: 0,
      jobs: {},
      size: { rows, files: 0, fileBytes: 0 },
    })
    expect(one.size.bytes).toBeGreaterThan(5_000)
    expect(one.memory.bytes).toBeGreaterThan(30_000)
    expect(Date.parse(one.lastUsedAt)).toBeGreaterThan(Date.now() - 60_000)
    const table = await runShell(here(), ['companies', '--sort', 'name'])
    expect(table.code, table.stderr).toBe(0)
    const lines = table.stdout.trimEnd().split('\n')
    expect(lines[0]!.split('\t')).toEqual([
      'id',
      'revision',
      'last used',
      'rows',
      'bytes',
      'files',
      'file bytes',
      'memory',
      'waits for',
      'name',
    ])
    expect(lines).toHaveLength(companies.length + 1)
    expect(lines.find((line) => line.startsWith(client.companyId))).toContain('Список компаний')
    const wrong = await runShell(here(), ['companies', '--sort', 'colour'])
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('--sort used|name')])
  } finally {
    await node.stop()
  }
})
