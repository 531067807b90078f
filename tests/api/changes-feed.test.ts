/**
 * Tests GET /api/v1/changes in both forms: as a single JSON response, and as a stream of events without gaps or
 * repetitions.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { revokeToken } from '../../server/access/company-sql.ts'
import { ChangesFeed } from '../../server/queries/changes-feed.ts'
import { readCompany } from '../../server/store/database.ts'
import { readProblem } from '../support/contract/problems.ts'
import { Client, type Json } from '../support/node/client.ts'
import { type EventStream, openStream, takeOver } from '../support/node/event-stream.ts'
import { issueToken } from '../support/node/new-company.ts'
import { type OpenNode, startOpenNode } from '../support/node/open-node.ts'
import { startNode, useService } from '../support/node/service.ts'
import { inParallel } from '../support/node/state.ts'
import { everyKindOfChange } from '../support/scene/changes.ts'
import { openShop, orderBody } from '../support/scene/fixtures.ts'

const MAX_STREAMS_PER_TOKEN = 32
const SUMMARY = { prefer: 'state=summary' }

const service = useService()
let other: OpenNode

beforeAll(async () => {
  other = await startOpenNode(service.databaseUrl)
})
afterAll(() => other.stop())

const rename = (client: Client, name: string) => client.post('/api/v1/price-types', { name }, SUMMARY)
const turn = <T>(both: readonly T[], index: number): T => both[index % both.length]!
const revisionOf = async (client: Client): Promise<number> => (await client.state()).revision

interface Followed {
  readonly state: Json
  /** The ids of the events that were received, in order. */
  readonly ids: number[]
}

/** Reads a stream of changes until the client's state has reached the given revision. */
async function follow(stream: EventStream, from: Json, upTo: number): Promise<Followed> {
  let state = from
  const ids: number[] = []
  while (state.revision < upTo) {
    const event = await stream.next()
    if (event === null) throw new Error(`The stream ended at revision ${state.revision}, before ${upTo}`)
    expect(event.event).toBe('changes')
    ids.push(Number(event.id))
    state = takeOver(state, event)
  }
  return { state, ids }
}

// The next tests get changes as JSON.

test('the changes since any revision, applied to the state at that revision, give the current state byte for byte', async () => {
  const client = await service.newCompany()
  for await (const _sent of everyKindOfChange(client)) {
    // The loop body is empty because iterating is enough to send the commands.
  }
  const revision = await revisionOf(client)
  for (let since = 0; since <= revision; since += 1) {
    const [changes, bootstrap] = await Promise.all([
      client.get(`/api/v1/changes?since=${since}`),
      client.get(`/api/v1/bootstrap?since=${since}`),
    ])
    expect(changes.text).toBe(bootstrap.text)
    expect(changes.json).toMatchObject({ since, revision })
    expect(changes.headers.get('content-location')).toBeNull()
  }
})

test.each([
  ['', 'query/since'],
  ['?since=x', 'query/since'],
  ['?since=-1', 'query/since'],
  ['?since=1', 'query/since'],
  ['?since=0&unknown=1', 'query/unknown'],
])('GET /changes%s is refused: %s', async (query, path) => {
  const client = await service.newCompany()
  const problem = readProblem(await client.get(`/api/v1/changes${query}`))
  expect(problem).toMatchObject({ status: 400, code: 'VALIDATION_FAILED', errors: [{ path }] })
})

test('GET /changes with a `since` older than the log returns the whole state and indicates this in the response', async () => {
  const client = await service.newCompany()
  for (const name of ['А', 'Б', 'В']) await rename(client, name)
  await forgetFirstRevision(client)
  const { text, json, headers } = await client.get('/api/v1/changes?since=0')
  expect(text).toBe((await client.get('/api/v1/bootstrap')).text)
  expect(json).not.toHaveProperty('since')
  expect(headers.get('content-location')).toBe('/api/v1/bootstrap')
  expect((await client.get('/api/v1/changes?since=1')).json).toMatchObject({ since: 1, revision: 3 })
})

async function forgetFirstRevision(client: Client): Promise<void> {
  // Wait until the tables contain all changes, because the first log entry is deleted below.
  await readCompany(service.database, client.companyId, async () => undefined)
  const connection = await service.database.connect()
  try {
    await connection.query('begin')
    await connection.query(`select set_config('app.company_id', $1, true)`, [client.companyId])
    const { rowCount } = await connection.query('delete from commands where revision = 1')
    expect(rowCount).toBe(1)
    await connection.query('commit')
  } finally {
    connection.release()
  }
}

test('the response to a HEAD request for changes has no body, whatever the Accept header', async () => {
  const client = await service.newCompany()
  const headers = { authorization: `Bearer ${client.token}`, accept: 'text/event-stream' }
  const response = await fetch(`${client.url}/api/v1/changes?since=0`, { method: 'HEAD', headers })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toMatch(/json/)
})

// The next tests get changes as a stream.

test('a stream has the event-stream content type and forbids caching and buffering', async () => {
  const stream = await openStream(await service.newCompany(), { since: 0 })
  const { status, headers } = stream
  expect(status).toBe(200)
  expect(headers['content-type']).toBe('text/event-stream; charset=utf-8')
  expect(headers['cache-control']).toBe('private, no-store')
  expect(headers['content-encoding']).toBeUndefined()
  expect(headers['x-accel-buffering']).toBe('no')
  expect(headers['x-request-id']).toBeDefined()
  await stream.close()
})

test('a client that applies every kind of change from the stream has the server’s state, byte for byte', async () => {
  const client = await service.newCompany()
  let kept = await client.state()
  const stream = await openStream(client, { since: kept.revision })
  for await (const { reply } of everyKindOfChange(client)) {
    kept = (await follow(stream, kept, reply.json.state.revision)).state
    expect(JSON.stringify(kept)).toBe(JSON.stringify(reply.json.state))
  }
  expect(JSON.stringify(kept)).toBe((await client.get('/api/v1/bootstrap')).text)
  await stream.close()
})

test('a stream event contains the changes between the previous event’s id and its own id', async () => {
  const client = await service.newCompany()
  const stream = await openStream(client, { since: 0 })
  await rename(client, 'Опт')
  const event = await stream.next()
  expect(event).toMatchObject({ id: '1', event: 'changes' })
  expect(event!.data).toBe((await client.get('/api/v1/changes?since=0')).text)
  await stream.close()
})

test('a reader of the stream that has fallen behind gets everything it missed in one event', async () => {
  const client = await service.newCompany()
  for (const name of ['А', 'Б', 'В']) await rename(client, name)
  const stream = await openStream(client, { since: 1 })
  const event = await stream.next()
  expect(event!.id).toBe('3')
  expect(JSON.parse(event!.data)).toMatchObject({ since: 1, revision: 3 })
  await stream.close()
})

test('a stream reader that keeps losing its connection misses no change and gets none twice', async () => {
  const shop = await openShop(await service.newCompany(), 1_000)
  const { client } = shop
  let kept = await client.state()
  const began = kept.revision
  const orders = 300
  const writing = inParallel(orders, 4, async () => {
    expect((await client.post('/api/v1/orders', orderBody(shop, 1), SUMMARY)).status).toBe(200)
  })
  const ids: number[] = []
  while (kept.revision < began + orders) {
    // Keep the first connection's `since` parameter in the URL, as a browser does when it reconnects.
    const stream = await openStream(client, { since: began, lastEventId: kept.revision })
    const followed = await follow(stream, kept, Math.min(kept.revision + 40, began + orders))
    await stream.close()
    kept = followed.state
    ids.push(...followed.ids)
  }
  await writing
  // The ids are in ascending order. `follow` has already checked that each event continues the client's state.
  expect([...ids].sort((a, b) => a - b)).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
  expect(JSON.stringify(kept)).toBe((await client.get('/api/v1/bootstrap')).text)
})

test('readers of a stream on one node receive what another node commits', async () => {
  const shop = await openShop(await service.newCompany(), 100)
  const there = shop.client.at(other.url)
  let kept = await there.state()
  const stream = await openStream(there, { since: kept.revision })
  for (let round = 0; round < 3; round += 1) {
    await shop.client.post('/api/v1/orders', orderBody(shop, 1), SUMMARY)
    const last = await shop.client.post('/api/v1/orders', orderBody(shop, 1))
    kept = (await follow(stream, kept, last.json.state.revision)).state
    expect(JSON.stringify(kept)).toBe(JSON.stringify(last.json.state))
  }
  await stream.close()
})

test('a stream reader that moves to another node continues from where it stopped', async () => {
  const client = await service.newCompany()
  const first = await openStream(client, { since: 0 })
  await rename(client, 'А')
  const { state } = await follow(first, { ...(await client.get('/api/v1/bootstrap')).json, ...NOTHING }, 1)
  await first.close()
  await rename(client, 'Б')
  const second = await openStream(client.at(other.url), { lastEventId: 1 })
  const followed = await follow(second, state, 2)
  expect(followed.ids).toEqual([2])
  expect(JSON.stringify(followed.state)).toBe((await client.get('/api/v1/bootstrap')).text)
  await second.close()
})

/** The part of a new company's state that these tests look at. */
const NOTHING = { revision: 0, priceTypes: [] }

test('a stream requested from a revision older than the log begins with the whole state and continues with changes', async () => {
  const client = await service.newCompany()
  for (const name of ['А', 'Б']) await rename(client, name)
  await forgetFirstRevision(client)
  const stream = await openStream(client, { since: 0 })
  const whole = await stream.next()
  expect(whole).toMatchObject({ id: '2', event: 'state' })
  expect(whole!.data).toBe((await client.get('/api/v1/bootstrap')).text)
  await rename(client, 'В')
  const followed = await follow(stream, takeOver({}, whole!), 3)
  expect(JSON.stringify(followed.state)).toBe((await client.get('/api/v1/bootstrap')).text)
  await stream.close()
})

test('a reader that pauses receives all missed changes in a few events when it resumes reading the stream', async () => {
  const client = await service.newCompany()
  const kept = await client.state()
  const stream = await openStream(client, { since: 0 })
  const products = 600
  // The texts are twelve megabytes together, which is more than the sockets between client and server can buffer.
  const description = 'ж'.repeat(10_000)
  await inParallel(products, 4, async (index) => {
    await client.post('/api/v1/products', { name: `Товар ${index}`, description }, SUMMARY)
  })
  const followed = await follow(stream, kept, products)
  expect(followed.ids.length).toBeLessThan(products / 2)
  expect(JSON.stringify(followed.state)).toBe((await client.get('/api/v1/bootstrap')).text)
  await stream.close()
})

/** Starts the server side of a stream with shorter time limits. */
async function openFeed(client: Client, since: number, times: object) {
  const log = { warn: () => undefined, error: () => undefined }
  const patient = { lookEveryMs: 20, gatherMs: 1, heartbeatMs: 60_000, stalledMs: 60_000 }
  const feed = new ChangesFeed(other.companies, log, { ...patient, ...times })
  const isAllowed = async () => true
  const { promise: isCut, resolve: cut } = Promise.withResolvers<void>()
  const reader = feed.open({ companyId: client.companyId, tokenId: 'one', since, view: 'full', isAllowed, cut })
  return { events: reader.events, isCut, feed }
}

test('a stream without changes sends a heartbeat, and later the next change', async () => {
  const client = await service.newCompany()
  const { events, feed } = await openFeed(client, 0, { heartbeatMs: 30 })
  expect((await events.next()).value).toBe('heartbeat')
  await rename(client.at(other.url), 'Опт')
  let event = (await events.next()).value
  while (event === 'heartbeat') event = (await events.next()).value
  expect(event).toMatchObject({ revision: 1, form: 'changes' })
  feed.close()
  expect((await events.next()).done).toBe(true)
})

test('a reader of a stream that stops reading for a long time is disconnected', async () => {
  const client = await service.newCompany()
  await rename(client, 'Опт')
  const { events, isCut } = await openFeed(client, 0, { stalledMs: 50 })
  expect((await events.next()).value).toMatchObject({ revision: 1 })
  await isCut
  expect((await events.next()).done).toBe(true)
})

test('a stream continues even when the company’s state is unloaded from the server’s memory', async () => {
  const small = await startOpenNode(service.databaseUrl, 1)
  const client = await service.newCompany()
  const there = client.at(small.url)
  let kept = await there.state()
  const stream = await openStream(there, { since: kept.revision })
  for (let round = 1; round <= 3; round += 1) {
    // Load another company. The node's memory has room for only one, so this company is unloaded.
    await (await service.newCompany()).at(small.url).state()
    await rename(turn([client, there], round), `${round}`)
    kept = (await follow(stream, kept, round)).state
    expect(JSON.stringify(kept)).toBe((await client.get('/api/v1/bootstrap')).text)
  }
  await stream.close()
  await small.stop()
})

test.each([
  [{}, 'query/since'],
  [{ since: 1 }, 'query/since'],
  [{ lastEventId: 'x' }, 'header/last-event-id'],
  [{ lastEventId: 1, since: 0 }, 'header/last-event-id'],
])('a stream from %j is refused: %s', async (from, path) => {
  const stream = await openStream(await service.newCompany(), from)
  expect(stream.status).toBe(400)
  expect(await stream.json()).toMatchObject({ code: 'VALIDATION_FAILED', errors: [{ path }] })
})

test('a stream contains nothing about another company’s changes', async () => {
  const [mine, theirs] = [await service.newCompany(), await service.newCompany()]
  const stream = await openStream(mine, { since: 0 })
  await rename(theirs, 'Тайный')
  await rename(mine, 'Мой')
  const event = await stream.next()
  expect(event!.data).toContain('Мой')
  expect(event!.data).not.toContain('Тайный')
  await stream.close()
})

test('revoking a token ends the streams of that token on every node, and no other streams', async () => {
  const client = await service.newCompany()
  const { id, token } = await issueToken(service.database, client.companyId)
  const revoked = new Client(client.url, token, client.companyId)
  const streams = [await openStream(revoked, { since: 0 }), await openStream(revoked.at(other.url), { since: 0 })]
  const stays = await openStream(client, { since: 0 })
  await revokeToken(service.database, client.companyId, id)
  for (const stream of streams) expect(await stream.next()).toBeNull()
  expect((await openStream(revoked, { since: 0 })).status).toBe(401)
  await rename(client, 'Опт')
  expect(await stays.next()).toMatchObject({ id: '1' })
  await stays.close()
})

test('a token may have only a limited number of open streams, and closing one makes room for another', async () => {
  const client = await service.newCompany()
  const streams = await Promise.all(
    Array.from({ length: MAX_STREAMS_PER_TOKEN }, () => openStream(client, { since: 0 })),
  )
  expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200))
  const tooMany = await openStream(client, { since: 0 })
  expect(tooMany.status).toBe(429)
  expect(tooMany.headers['retry-after']).toBe('1')
  expect(await tooMany.json()).toMatchObject({ code: 'RATE_LIMITED' })
  const { token } = await issueToken(service.database, client.companyId)
  const another = await openStream(new Client(client.url, token, client.companyId), { since: 0 })
  expect(another.status).toBe(200)
  await rename(client, 'Опт')
  for (const stream of [...streams, another]) expect(await stream.next()).toMatchObject({ id: '1' })
  await streams[0]!.close()
  await expectRoom(client)
  for (const stream of [...streams, another]) await stream.close()
})

/** Waits until the server has noticed that a connection ended, which does not happen immediately. */
async function expectRoom(client: Client): Promise<void> {
  for (;;) {
    const stream = await openStream(client, { since: 0 })
    await stream.close()
    if (stream.status === 200) return
    await sleep(20)
  }
}

test('a node that is stopping ends its streams, and their readers continue on another node', async () => {
  const client = await service.newCompany()
  const node = await startNode(service.databaseUrl)
  const stream = await openStream(client.at(node.apiUrl), { since: 0 })
  await rename(client.at(node.apiUrl), 'А')
  expect(await stream.next()).toMatchObject({ id: '1' })
  const ended = stream.next()
  await node.stop()
  expect(await ended).toBeNull()
  await rename(client, 'Б')
  const next = await openStream(client, { since: 0, lastEventId: 1 })
  expect(await next.next()).toMatchObject({ id: '2' })
  await next.close()
})
