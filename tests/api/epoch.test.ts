/**
 * Tests requests after a restore from a backup, when the company's history continues differently. A client of the lost
 * history must never mistake its stored data for current data.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { watchEpoch } from '../../server/engine/epoch-watch.ts'
import type { Service } from '../../server/service.ts'
import { openDatabase } from '../../server/store/database.ts'
import { beginEpoch } from '../../server/store/epoch.ts'
import type { Client, Json } from '../support/node/client.ts'
import { openStream, takeOver } from '../support/node/event-stream.ts'
import { startOpenNode } from '../support/node/open-node.ts'
import { cloneDatabase, copyDatabase, newCompany, startNode } from '../support/node/service.ts'
import { addProduct } from '../support/scene/fixtures.ts'
import { until } from '../support/scene/notifications.ts'

const EPOCH = 'skladno-epoch'

let lost: Service
let restored: Service
/**
 * Two copies of one company at the same revision: one that simply continued, and one that was restored and continued
 * differently.
 */
let before: Client
let after: Client
let copied: Awaited<ReturnType<typeof copyDatabase>>
const drops: (() => Promise<void>)[] = []

async function openCopied(url: string): Promise<Awaited<ReturnType<typeof copyDatabase>>> {
  const made = await copyDatabase(url)
  drops.push(made.drop)
  return made
}

beforeAll(async () => {
  const original = await cloneDatabase()
  const first = await startNode(original.url)
  const database = openDatabase(original.url, () => {})
  before = await newCompany(database, first.apiUrl)
  for (const name of ['Чайник', 'Чашка', 'Блюдце']) await addProduct(before, { name })
  await before.made('POST', '/api/v1/warehouses', { name: 'Склад' })
  await database.end()
  await first.stop()
  copied = await openCopied(original.url)
  drops.push(original.drop)
  lost = await startNode(original.url)
  restored = await startNode(copied.url)
  before = before.at(lost.apiUrl)
  after = before.at(restored.apiUrl)
  await addProduct(before, { name: 'До восстановления' })
  await addProduct(after, { name: 'После восстановления' })
})
afterAll(async () => {
  await lost.stop()
  await restored.stop()
  for (const drop of drops) await drop()
})

const namesIn = ({ products }: Json) => products.map(({ name }: Json) => name)
const RIGHT = ['Чайник', 'Чашка', 'Блюдце', 'После восстановления']

/** Returns the revision, epoch and ETag that a client of the lost history has stored. */
async function kept(): Promise<{ revision: number; epoch: string; etag: string }> {
  const { headers, json } = await before.get('/api/v1/bootstrap')
  expect(json.revision).toBe((await after.state()).revision)
  return { revision: json.revision, epoch: headers.get(EPOCH)!, etag: headers.get('etag')! }
}

test.each(['bootstrap', 'catalog'])(
  'an ETag from the history lost in a restore does not match the restored %s',
  async (read) => {
    const etag = (await before.get(`/api/v1/${read}`)).headers.get('etag')!
    const headers = { 'if-none-match': etag }
    expect((await before.get(`/api/v1/${read}`, { headers })).status).toBe(304)
    const reply = await after.get(`/api/v1/${read}`, { headers })
    expect([reply.status, namesIn(reply.json).at(-1)]).toEqual([200, RIGHT.at(-1)])
  },
)

test('a request for changes with the epoch from before a restore gets the whole state, whatever its revision', async () => {
  const { revision, epoch } = await kept()
  for (const path of ['bootstrap', 'changes'])
    for (const since of [0, revision, revision + 1_000]) {
      const reply = await after.get(`/api/v1/${path}?since=${since}&epoch=${epoch}`)
      expect([reply.status, reply.json.since, namesIn(reply.json)]).toEqual([200, undefined, RIGHT])
      expect(reply.headers.get(EPOCH)).not.toBe(epoch)
    }
  const own = (await after.get('/api/v1/bootstrap')).headers.get(EPOCH)
  const told = await after.get(`/api/v1/changes?since=${revision}&epoch=${own}`)
  expect(told.json).toMatchObject({ since: revision, changed: {} })
})

test('a request with `since` but without `epoch` works as it did before epochs existed', async () => {
  const { revision } = await kept()
  expect((await after.get(`/api/v1/bootstrap?since=${revision}`)).json).toMatchObject({ since: revision, changed: {} })
  expect((await after.get(`/api/v1/bootstrap?since=${revision + 1}`)).json.code).toBe('VALIDATION_FAILED')
  const write = await after.post('/api/v1/products', { name: 'Ложка' }, { prefer: `state=changes; since=${revision}` })
  expect(write.json.state).toMatchObject({ since: revision })
  await after.made('DELETE', `/api/v1/products/${write.json.result.id}`, {})
  await before.made('POST', '/api/v1/price-types', { name: 'Опт' })
  await before.made('POST', '/api/v1/price-types', { name: 'Розница' })
})

test('a write that requests changes with the epoch from before a restore gets the whole state', async () => {
  const { revision, epoch } = await kept()
  const prefer = `state=changes; since=${revision}; epoch=${epoch}`
  const whole = await after.post('/api/v1/price-types', { name: 'Опт' }, { prefer })
  expect([whole.headers.get('preference-applied'), namesIn(whole.json.state)]).toEqual([null, RIGHT])
  const own = whole.headers.get(EPOCH)!
  const changes = `state=changes; since=${revision}; epoch=${own}`
  const told = await after.post('/api/v1/price-types', { name: 'Розница' }, { prefer: changes })
  expect(told.json.state).toMatchObject({ since: revision })
  await before.made('POST', '/api/v1/price-types', { name: 'Опт 2' })
  await before.made('POST', '/api/v1/price-types', { name: 'Опт 3' })
})

test('a stream resumed with the epoch from before a restore begins with the whole state', async () => {
  const { revision, epoch } = await kept()
  const starts = [{ lastEventId: `${revision}-${epoch}` }, { since: revision, epoch }, { since: 999, epoch }]
  for (const [index, from] of starts.entries()) {
    const name = `Ещё ${index}`
    const stream = await openStream(after, from)
    const event = (await stream.next())!
    // The event may contain products that this test added earlier, but nothing from the lost history.
    const names = namesIn(JSON.parse(event.data)).filter((known: string) => !known.startsWith('Ещё'))
    expect([event.event, names]).toEqual(['state', RIGHT])
    // After the state event, the stream continues with changes.
    const write = addProduct(after, { name })
    let state = JSON.parse(event.data)
    // The state in the first event may be slightly out of date. Then the next events come from earlier commands of this
    // test.
    for (let events = 0; events < 3 && namesIn(state).at(-1) !== name; events += 1) {
      const next = (await stream.next())!
      expect(next.event).toBe('changes')
      state = takeOver(state, next)
    }
    expect(namesIn(state).at(-1)).toBe(name)
    await stream.close()
    await after.made('DELETE', `/api/v1/products/${await write}`, {})
  }
})

test.each([
  ['products', ''],
  ['movements', ''],
  ['audit', ''],
  ['lots', ''],
  ['reports/below-minimum', ''],
  ['reports/turnover', 'from=2026-01-01'],
])('a cursor of the list %s from before a restore is refused, with the advice to start again', async (list, query) => {
  for (const client of [before, after]) {
    const found = await client.get(`/api/v1/${list}?limit=1&${query}`)
    const { nextCursor } = found.json
    if (nextCursor === null) continue
    const other = client === before ? after : before
    expect((await client.get(`/api/v1/${list}?limit=1&${query}&cursor=${nextCursor}`)).status).toBe(200)
    const reply = await other.get(`/api/v1/${list}?limit=1&${query}&cursor=${nextCursor}`)
    expect([reply.status, reply.json.errors?.[0].message]).toEqual([
      400,
      expect.stringMatching(/before a restore.*start again/),
    ])
  }
})

test('a restart of the service keeps the epoch and the ETag', async () => {
  const earlier = await after.get('/api/v1/bootstrap')
  await restored.stop()
  restored = await startNode(copied.url)
  after = after.at(restored.apiUrl)
  const later = await after.get('/api/v1/bootstrap')
  expect([later.headers.get(EPOCH), later.headers.get('etag')]).toEqual([
    earlier.headers.get(EPOCH),
    earlier.headers.get('etag'),
  ])
})

test('a running node notices a restored history, ends its streams and reloads its memory', async () => {
  const node = await startOpenNode(copied.url)
  const forget = await watchEpoch(node.companies, 20)
  try {
    const client = after.at(node.url)
    const { revision } = await client.state()
    const earlier = (await client.get('/api/v1/bootstrap')).headers.get(EPOCH)
    const stream = await openStream(client, { since: revision })
    // Begin a new epoch, to simulate a failover to a replica that lacks the last command.
    const company = await node.companies.get(client.companyId)
    const epoch = await beginEpoch(node.database)
    await until(async () => (await client.get('/api/v1/bootstrap')).headers.get(EPOCH) === epoch)
    expect(epoch).not.toBe(earlier)
    expect(await stream.next()).toBeNull()
    expect(await node.companies.get(client.companyId)).not.toBe(company)
  } finally {
    forget()
    await node.stop()
  }
})
