/** Tests the deletion of a company by its owner (POST /company/deletion at the session address), and the receipt. */
import { createHash, randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { watchEpoch } from '../../server/engine/epoch-watch.ts'
import { startMailServer } from '../support/fakes/mail-server.ts'
import { FAKE_TOKEN, startFakeMoysklad } from '../support/moysklad/fake-moysklad.ts'
import { ALL } from '../support/moysklad/import-jobs.ts'
import { openImportRun } from '../support/moysklad/imports-run.ts'
import { NO_PACE } from '../support/moysklad/node.ts'
import { Browser } from '../support/node/browser.ts'
import { Client, type Json } from '../support/node/client.ts'
import { openStream } from '../support/node/event-stream.ts'
import { startOpenNode } from '../support/node/open-node.ts'
import { startNode, useService } from '../support/node/service.ts'
import { openWhole, type WholeDatabase } from '../support/node/whole-database.ts'
import { openShop, orderBody, UNKNOWN_ID } from '../support/scene/fixtures.ts'
import { addMember, asksUntil, issued, newOwner, type Owner } from '../support/scene/team.ts'

const mail = await startMailServer()
const fake = await startFakeMoysklad()
const MAIL = { smtpUrl: mail.url, from: 'Складно <sklad@example.org>' }
const service = useService({ mail: MAIL, extsys: { url: fake.url, pace: NO_PACE } })
let whole: WholeDatabase

beforeAll(async () => {
  whole = await openWhole(service.databaseUrl)
})
afterAll(async () => {
  await whole.close()
  await mail.close()
  await fake.close()
})

const DELETION = '/api/v1/company/deletion'
const withKey = (key: string) => ({ headers: { 'idempotency-key': key } })

/** Deletes the company of an owner. The password and the name are right unless the test gives others. */
function erase(owner: Owner, { key = randomUUID() as string, ...wishes }: Json = {}) {
  const { companyName: name, password } = owner.account
  return owner.post(DELETION, { name, password, ...wishes }, withKey(key))
}

const receiptOf = (browser: Browser, companyId: string, key: string) =>
  browser.post(`${DELETION}/receipt`, { companyId, key })

async function finished(companyId: string, key: string, url = service.sessionUrl): Promise<Json> {
  const nobody = new Browser(url)
  await expect
    .poll(async () => (await receiptOf(nobody, companyId, key)).json.finishedAt, { timeout: 60_000, interval: 200 })
    .toEqual(expect.any(String))
  return (await receiptOf(nobody, companyId, key)).json
}

/** Opens a shop in an owner's company, with orders and a picture, and returns a client with a token. */
async function stocked(owner: Owner): Promise<Client> {
  const client = new Client(service.url, (await issued(owner)).secret, owner.companyId)
  const shop = await openShop(client, 100)
  for (let at = 0; at < 5; at += 1) await client.made('POST', '/api/v1/orders', orderBody(shop, 1))
  const raw = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  await client.send('POST', `/api/v1/products/${shop.productId}/images`, undefined, {
    ...{ raw, headers: { 'content-type': 'image/png' } },
  })
  await client.get('/api/v1/orders')
  return client
}

test('after an owner deletes the company on one node, nobody has access on any node, no row or file is left, and the receipt lists what was deleted', async () => {
  const owner = await newOwner(service.sessionUrl)
  const client = await stocked(owner)
  const second = await addMember(service, owner, 'owner')
  const neighbour = await service.newCompany('Сосед')
  await openShop(neighbour, 3)
  await neighbour.get('/api/v1/orders')
  const other = await startOpenNode(service.databaseUrl)
  const endWatch = await watchEpoch(other.companies, 100)
  expect((await client.at(other.url).get('/api/v1/bootstrap')).status).toBe(200)
  const stream = await openStream(client.at(other.url), { since: 0 })
  const streamEnded = (async () => {
    while ((await stream.next()) !== null);
    return true
  })()
  const { companyId } = owner
  const { revision } = await client.state()
  const before = await whole.rowsOf(companyId)
  const beside = await whole.rowsBeside(companyId)
  const key = randomUUID()

  const reply = await erase(owner, { key, name: owner.account.companyName.toLowerCase().replaceAll(/[«»]/g, '"') })
  expect(reply.status, reply.text).toBe(200)
  expect(reply.json).toEqual({ companyId, begunAt: expect.any(String) })
  await asksUntil(401, async () => (await client.get('/api/v1/bootstrap')).status)
  await asksUntil(401, async () => (await client.at(other.url).get('/api/v1/bootstrap')).status)
  await asksUntil(401, async () => (await owner.get('/api/v1/session')).status)
  expect((await owner.signIn(owner.account)).status).toBe(401)
  await asksUntil(403, async () => (await second.get('/api/v1/bootstrap')).status)

  const { receipt, sha256 } = await finished(companyId, key)
  const told = JSON.parse(receipt)
  expect(createHash('sha256').update(receipt).digest('hex')).toBe(sha256)
  expect(told).toMatchObject({ companyId, name: owner.account.companyName, revision, users: 1, files: { removed: 1 } })
  const after = await whole.rowsOf(companyId)
  for (const [name, { count }] of Object.entries(after))
    if (name !== 'company_deletions') {
      expect([name, count]).toEqual([name, 0])
      expect([name, told.tables[name]]).toEqual([name, { before: before[name]!.count, after: 0 }])
    }
  expect(told.tables.orders.before).toBe(5)
  expect(await readdir(inject('filesFolder'))).not.toContain(companyId)
  const people = ['users', 'accounts', 'sessions', 'memberships', 'rate_limits', 'tokens']
  for (const [name, rows] of Object.entries(await whole.rowsBeside(companyId)))
    if (!people.includes(name)) expect([name, rows]).toEqual([name, beside[name]])

  await expect.poll(() => other.companies.loads().map((one) => one.companyId)).not.toContain(companyId)
  expect(await streamEnded).toBe(true)
  // The second owner has another company and keeps the account.
  expect((await second.session()).companies).toHaveLength(1)
  await expect.poll(() => mail.mails.filter(({ subject }) => subject.includes('удалена')).length).toBe(1)
  const sent = mail.mails.find(({ subject }) => subject.includes('удалена'))!
  expect(sent.to.sort()).toEqual([owner.account.email, second.account.email].sort())
  const attached = /deleted-[\s\S]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/.exec(sent.raw)![1]!
  expect(Buffer.from(attached, 'base64').toString()).toBe(receipt)
  const [row] = (await whole.client.query('select * from company_deletions where company_id = $1', [companyId])).rows
  expect(row).toMatchObject({ asked: null, receipt_sha256: sha256 })
  endWatch()
  await other.stop()
})

test('an attempt to delete a company changes nothing if the user is not an owner, the name or password is wrong, or the request comes from another site', async () => {
  const owner = await newOwner(service.sessionUrl)
  const foreign = await newOwner(service.sessionUrl)
  const before = await whole.rowsOf(owner.companyId)
  const { secret } = await issued(foreign)
  const refused = async (reply: ReturnType<typeof erase>) => {
    const { status, json } = await reply
    return [status, json.code]
  }
  expect(await refused(erase(owner, { password: 'another password' }))).toEqual([400, 'PASSWORD_WRONG'])
  expect(await refused(erase(owner, { name: 'Другая' }))).toEqual([409, 'NAME_DIFFERS'])
  expect((await erase(owner, { name: 'Другая' })).json.figures).toEqual({ name: owner.account.companyName })
  for (const role of ['manager', 'storekeeper', 'viewer']) {
    const member = await addMember(service, owner, role)
    expect(await refused(erase(member, { name: owner.account.companyName }))).toEqual([403, 'FORBIDDEN'])
    await whole.client.query('delete from memberships where user_id = $1 and company_id = $2', [
      ...[member.userId, owner.companyId],
    ])
  }
  const { companyName: name, password } = owner.account
  const evil = owner.post(DELETION, { name, password }, { origin: 'https://evil.example' })
  expect(await refused(evil)).toEqual([403, 'ORIGIN_REJECTED'])
  const nobody = new Browser(service.sessionUrl)
  expect(await refused(nobody.post(DELETION, { name, password }))).toEqual([401, 'UNAUTHENTICATED'])
  const bearer = { headers: { authorization: `Bearer ${secret}` } }
  expect(await refused(nobody.post(DELETION, { name, password }, bearer))).toEqual([401, 'UNAUTHENTICATED'])
  const client = new Client(service.url, secret, foreign.companyId)
  expect(await refused(client.post(DELETION, { name, password }))).toEqual([404, 'ROUTE_NOT_FOUND'])
  const after = await whole.rowsOf(owner.companyId)
  for (const [table, { count }] of Object.entries(before))
    if (table !== 'sessions') expect([table, after[table]!.count]).toEqual([table, count])
  expect((await owner.get('/api/v1/bootstrap')).status).toBe(200)
})

test('password guessing is slowed down when deleting a company, as it is when signing in', async () => {
  const owner = await newOwner(service.sessionUrl)
  const statuses: number[] = []
  for (let at = 0; at < 8; at += 1) statuses.push((await erase(owner, { password: `guess ${at}` })).status)
  expect(statuses).toContain(429)
  const late = await erase(owner)
  expect([late.status, late.json.code]).toEqual([429, 'RATE_LIMITED'])
  expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('the receipt of a company deletion is shown only for its key; without the key, a deleted company looks like an unknown one', async () => {
  const owner = await newOwner(service.sessionUrl)
  const stranger = await newOwner(service.sessionUrl)
  const key = randomUUID()
  expect((await erase(owner, { key })).status).toBe(200)
  await finished(owner.companyId, key)
  const bodyOf = async (companyId: string, given: string) => {
    const { status, json } = await receiptOf(stranger, companyId, given)
    return [status, JSON.stringify({ ...json, requestId: '', instance: '' }).replaceAll(companyId, 'ID')]
  }
  const unknown = await bodyOf(UNKNOWN_ID, key)
  expect(unknown[0]).toBe(404)
  expect(await bodyOf(owner.companyId, randomUUID())).toEqual(unknown)
  expect(await bodyOf('not an id', key)).toEqual(unknown)
  const choose = async (companyId: string) =>
    (await stranger.post('/api/v1/session/company', { companyId })).json.detail.replaceAll(companyId, 'ID')
  expect(await choose(owner.companyId)).toBe(await choose(UNKNOWN_ID))
})

test('two owners who delete the company at the same time start a single deletion, and its key leads to the receipt even if the response was lost', async () => {
  const owner = await newOwner(service.sessionUrl)
  const second = await addMember(service, owner, 'owner')
  const keys = [randomUUID(), randomUUID()]
  const { companyName } = owner.account
  const replies = await Promise.all([
    erase(owner, { key: keys[0] }),
    erase(second, { key: keys[1], name: companyName, password: second.account.password }),
  ])
  const won = replies.findIndex(({ status }) => status === 200)
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect([401, 403]).toContain(replies[1 - won]!.status)
  expect((await finished(owner.companyId, keys[won]!)).receipt).toContain(owner.companyId)
  expect((await receiptOf(owner, owner.companyId, keys[1 - won]!)).status).toBe(404)
  const again = await erase(owner, { key: keys[won] })
  expect(again.status).toBe(401)
})

test('a running import ends when its company is deleted, and leaves neither rows nor jobs', async () => {
  const owner = await newOwner(service.sessionUrl)
  const { companyId } = owner
  await owner.post('/api/v1/integrations/extsys/connection', { token: FAKE_TOKEN })
  const run = openImportRun(owner)
  fake.fail({ times: 100, how: { kind: 'slow', ms: 300 } })
  const jobId = await run.begin(ALL)
  await run.untilSeen(jobId, ({ status }) => status === 'previewing')
  const key = randomUUID()
  expect((await erase(owner, { key })).status).toBe(200)
  await finished(companyId, key)
  const left = async () => {
    const rows = await whole.rowsOf(companyId)
    return Object.entries(rows).flatMap(([name, { count }]) =>
      name === 'company_deletions' || count === 0 ? [] : [name],
    )
  }
  expect(await left()).toEqual([])
  // If the import was at work when the deletion began, it may still queue one more job. That job contains only the
  // company's id, and does nothing because the company is gone.
  const openJobs = `select from pgboss.job where state < 'completed' and (group_id = $1 or data ->> 'companyId' = $1)`
  const count = async () => (await whole.client.query(openJobs, [companyId])).rowCount
  await expect.poll(count, { timeout: 20_000, interval: 200 }).toBe(0)
  expect(await left()).toEqual([])
  fake.heal()
})

test('a running download ends when its company is deleted', async () => {
  const owner = await newOwner(service.sessionUrl)
  await stocked(owner)
  const { id } = (await owner.post('/api/v1/products', { name: 'Ковёр' })).json.result
  for (let at = 0; at < 3; at += 1) {
    const noise = { raw: { width: 1_000, height: 1_000, channels: 3 as const } }
    const pixels = Buffer.from(Array.from({ length: 3_000_000 }, () => Math.floor(Math.random() * 256)))
    const body = await sharp(pixels, noise).png({ compressionLevel: 0 }).toBuffer()
    const headers = { cookie: owner.cookieHeader, origin: owner.origin, 'idempotency-key': randomUUID() }
    const stored = await fetch(`${owner.url}/api/v1/products/${id}/images`, {
      ...{ method: 'POST', headers: { ...headers, 'content-type': 'image/png' }, body },
    })
    expect(stored.status).toBe(200)
  }
  const download = await fetch(`${owner.url}/api/v1/company/archive`, { headers: { cookie: owner.cookieHeader } })
  expect(download.status).toBe(200)
  const key = randomUUID()
  expect((await erase(owner, { key })).status).toBe(200)
  await finished(owner.companyId, key)
  const open = async () =>
    (
      await whole.client.query(
        `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
            and state like 'idle in transaction%'`,
      )
    ).rowCount
  await expect.poll(open, { timeout: 15_000, interval: 200 }).toBe(0)
  await expect(download.arrayBuffer()).rejects.toThrow()
}, 40_000)

test('a drill copy of the service refuses to delete a company', async () => {
  const owner = await newOwner(service.sessionUrl)
  const drill = await startNode(service.databaseUrl, { drill: true })
  try {
    const there = Object.assign(new Browser(drill.appUrl), { account: owner.account })
    for (const [name, value] of owner.cookies) there.cookies.set(name, value)
    const reply = await there.post(DELETION, { name: owner.account.companyName, password: owner.account.password })
    expect([reply.status, reply.json.code, reply.json.figures]).toEqual([403, 'FORBIDDEN', { reason: 'drill' }])
    expect((await owner.get('/api/v1/bootstrap')).status).toBe(200)
  } finally {
    await drill.stop()
  }
})
