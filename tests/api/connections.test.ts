/** Tests that slow, silent or excess connections are closed without affecting other clients. */
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, expect, test } from 'vitest'
import type { ConnectionBounds } from '../../server/http/wire/connections.ts'
import { peerNetworkOf } from '../../server/http/wire/connections.ts'
import type { ListenerTimes } from '../../server/http/wire/listener.ts'
import { lockCompany, writeCompany } from '../../server/store/commits.ts'
import type { Client } from '../support/node/client.ts'
import { type OpenNode, startOpenNode } from '../support/node/open-node.ts'
import { headText, openConnection, problemIn, type RawConnection } from '../support/node/raw-http.ts'
import { newCompany, useService } from '../support/node/service.ts'

const service = useService()
const nodes: OpenNode[] = []
const connections: RawConnection[] = []

/** Time limits in milliseconds that are short enough for a test to wait for them. */
const SHORT: Partial<ListenerTimes> = {
  headersMs: 300,
  keepAliveMs: 300,
  bodyWindowMs: 300,
  answerWindowMs: 300,
  refusalMs: 300,
  lookEveryMs: 50,
}
/** A time in milliseconds that is longer than all the limits in SHORT. */
const LONG_MS = 1_500
/** Another address of this machine, which the service does not take for a proxy's address. */
const ELSEWHERE = '127.0.0.2'

afterEach(async () => {
  for (const { socket } of connections.splice(0)) socket.destroy()
})
afterAll(async () => {
  for (const node of nodes) await node.stop()
})

interface Set {
  readonly times?: Partial<ListenerTimes>
  readonly bounds?: ConnectionBounds
  readonly lines?: string[]
}

async function openNode({ lines, ...listener }: Set): Promise<OpenNode> {
  const node = await startOpenNode(service.databaseUrl, 1 << 30, {
    listener,
    ...(lines === undefined ? {} : { lines }),
  })
  nodes.push(node)
  return node
}

async function open(url: string, localAddress?: string): Promise<RawConnection> {
  const connection = await openConnection(url, localAddress)
  connections.push(connection)
  return connection
}

const headersOf = ({ token }: Client, more: Record<string, string> = {}) => ({
  Authorization: `Bearer ${token}`,
  'Idempotency-Key': randomUUID(),
  ...more,
})

/** Sends the same text again and again until the connection is closed. @returns everything that was received. */
async function sendForever({ socket, closed }: RawConnection, piece: string, everyMs: number): Promise<string> {
  const timer = setInterval(() => socket.writable && socket.write(piece), everyMs)
  const text = await closed
  clearInterval(timer)
  return text
}

test('a client that sends its headers byte by byte gets a 408, and the connection is closed', async () => {
  const connection = await open((await openNode({ times: SHORT })).url)
  connection.socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ')
  const answer = problemIn(await sendForever(connection, 'a', 50))
  expect(answer).toEqual({ status: 408, code: 'REQUEST_TIMEOUT', isClosing: true })
})

test('a connection on which nothing arrives is closed without a response', async () => {
  const { closed } = await open((await openNode({ times: SHORT })).url)
  expect(await closed).toBe('')
})

test('a connection that stays idle after its request is closed', async () => {
  const { socket, closed } = await open((await openNode({ times: SHORT })).url)
  socket.write(headText('GET', '/healthz', {}))
  expect(await closed).toMatch(/^HTTP\/1.1 200 OK[\s\S]+\{"status":"ok","version":"[\d.]+"\}$/)
})

const BODIES: readonly (readonly [string, string, Record<string, string>])[] = [
  ['a command', '/api/v1/warehouses', { 'Content-Type': 'application/json', 'Content-Length': '10000' }],
  ['a command in chunks', '/api/v1/warehouses', { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' }],
  ['a file', '/api/v1/procurement/imports', { 'Content-Type': 'application/pdf', 'Content-Length': '10000' }],
]

test.each(BODIES)(
  'if the body of %s is sent byte by byte, the response is 408 and the connection is closed',
  async (_what, path, headers) => {
    const { url, database } = await openNode({ times: SHORT })
    const client = await newCompany(database, url)
    const connection = await open(url)
    connection.socket.write(headText('POST', path, headersOf(client, headers)))
    const isChunked = 'Transfer-Encoding' in headers
    const answer = problemIn(await sendForever(connection, isChunked ? '1\r\n \r\n' : ' ', 50))
    expect(answer).toEqual({ status: 408, code: 'REQUEST_TIMEOUT', isClosing: true })
    expect((await client.state()).revision).toBe(0)
  },
)

test('nothing is logged when a client disconnects in the middle of sending a body', async () => {
  const lines: string[] = []
  const { url, database, countConnections } = await openNode({ lines })
  const client = await newCompany(database, url)
  const { socket } = await open(url)
  const headers = { 'Content-Type': 'application/json', 'Content-Length': '1000' }
  socket.write(headText('POST', '/api/v1/warehouses', headersOf(client, headers)))
  while ((await countConnections()) === 0) await sleep(5)
  await sleep(100)
  socket.destroy()
  while ((await countConnections()) > 0) await sleep(5)
  await sleep(100)
  expect(lines.filter((line) => !line.includes('Server listening'))).toEqual([])
})

test('a body that arrives slowly but steadily is accepted, however long it takes', async () => {
  const { url, database } = await openNode({ times: { ...SHORT, bodyWindowMs: 600 } })
  const client = await newCompany(database, url)
  const { socket, until } = await open(url)
  const body = JSON.stringify({ name: 'Основной' }).padEnd(8_000)
  const headers = { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) }
  socket.write(headText('POST', '/api/v1/warehouses', headersOf(client, headers)))
  const bytes = Buffer.from(body)
  for (let sent = 0; sent < bytes.length; sent += 400) {
    socket.write(bytes.subarray(sent, sent + 400))
    await sleep(LONG_MS / 20)
  }
  expect(await until(/"result"/)).toMatch(/^HTTP\/1.1 200/)
})

test('a request that the service takes long to answer is not cut off, and neither is an open stream', async () => {
  const { url, database } = await openNode({ times: SHORT })
  const client = await newCompany(database, url)
  const stream = await open(url)
  const wanted = { Authorization: `Bearer ${client.token}`, Accept: 'text/event-stream' }
  stream.socket.write(headText('GET', '/api/v1/changes?since=0', wanted))
  await stream.until(/retry:/)
  const answer = await writeCompany(database, client.companyId, async (tx) => {
    await lockCompany(tx, client.companyId)
    const sent = client.post('/api/v1/warehouses', { name: 'Основной' })
    await sleep(LONG_MS)
    return { sent }
  })
  expect((await answer.sent).status).toBe(200)
  expect(await stream.until(/event: changes/)).toContain('Основной')
})

/**
 * Creates a company with a state so large that the operating system cannot buffer it for a client that does not read.
 */
async function openLargeCompany({ database, url }: OpenNode): Promise<{ client: Client; size: number }> {
  const client = await newCompany(database, url)
  for (let step = 0; step < 190; step += 1)
    await client.made('POST', '/api/v1/products', {
      name: `Товар ${step}`,
      customValues: { text: 'ы'.repeat(32_000) },
    })
  return { client, size: Buffer.byteLength((await client.get('/api/v1/bootstrap')).text) }
}

test('a client that stops reading a large response is cut off, but one that reads it slowly is not', async () => {
  const node = await openNode({ times: { ...SHORT, answerWindowMs: 1_000 } })
  const { client, size } = await openLargeCompany(node)
  const asked = headText('GET', '/api/v1/bootstrap', { Authorization: `Bearer ${client.token}`, Connection: 'close' })
  const silent = await open(node.url)
  silent.socket.pause()
  silent.socket.write(asked)
  const slow = await open(node.url)
  slow.socket.on('data', () => {
    slow.socket.pause()
    setTimeout(() => slow.socket.resume(), 5)
  })
  slow.socket.write(asked)
  const bodyOf = (text: string) => Buffer.byteLength(text.slice(text.indexOf('\r\n\r\n') + 4))
  expect(bodyOf(await slow.closed)).toBe(size)
  while ((await node.countConnections()) > 0) await sleep(20)
  silent.socket.resume()
  expect(bodyOf(await silent.closed)).toBeLessThan(size)
})

/** Returns a Node HTTP client that keeps its connection open. */
function keepingClient(url: string, localAddress?: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, ...(localAddress === undefined ? {} : { localAddress }) })
  const get = (path: string) =>
    new Promise<{ status: number; text: string; headers: Record<string, unknown> }>((resolve, reject) => {
      request(url + path, { agent }, (answer) => {
        let text = ''
        answer.on('data', (chunk: Buffer) => (text += chunk))
        answer.on('end', () => resolve({ status: answer.statusCode!, text, headers: answer.headers }))
      })
        .on('error', reject)
        .end()
    })
  return { get, close: () => agent.destroy() }
}

test('above the connection limit new connections get a 503, while open ones keep working', async () => {
  const lines: string[] = []
  const times = { refusalMs: 1_000, lookEveryMs: 50 }
  const { url, countConnections } = await openNode({ times, bounds: { max: 4, maxPerAddress: 0 }, lines })
  const early = keepingClient(url)
  expect((await early.get('/readyz')).status).toBe(200)
  const idle = await Promise.all(Array.from({ length: 3 }, () => open(url)))
  const late = keepingClient(url)
  const refused = await late.get('/readyz')
  expect(refused).toMatchObject({ status: 503, headers: { connection: 'close', 'retry-after': '1' } })
  expect(JSON.parse(refused.text)).toMatchObject({ code: 'UNAVAILABLE', detail: /Too many connections/ })
  // Check that health checks still get responses above the connection limit.
  expect((await late.get('/healthz')).status).toBe(200)
  const flood = await Promise.all(Array.from({ length: 40 }, () => open(url)))
  await Promise.any(flood.map(({ closed }) => closed))
  expect(await countConnections()).toBeLessThanOrEqual(4 + 16)
  expect((await early.get('/readyz')).status).toBe(200)
  for (const { socket } of [...flood, idle[0]!]) socket.destroy()
  while ((await countConnections()) > 3) await sleep(10)
  expect((await late.get('/readyz')).status).toBe(200)
  for (const client of [early, late]) client.close()
  // Check that the log has only one line about the refusals, however many connections are refused.
  expect(lines.filter((line) => line.includes('MAX_CONNECTIONS allows'))).toHaveLength(1)
})

test('a connection above the limit that sends no request is closed soon', async () => {
  const { url } = await openNode({
    times: { refusalMs: 100, lookEveryMs: 50 },
    bounds: { max: 1, maxPerAddress: 0 },
  })
  const first = await open(url)
  const second = await open(url)
  expect(await second.closed).toBe('')
  first.socket.write(headText('GET', '/readyz', { Connection: 'close' }))
  expect(await first.closed).toMatch(/^HTTP\/1.1 200/)
})

test('the connection limit of one address affects only that address, and never a proxy on the same machine', async () => {
  const { url } = await openNode({ bounds: { max: 100, maxPerAddress: 2 } })
  await Promise.all([open(url, ELSEWHERE), open(url, ELSEWHERE)])
  const [there, here] = [keepingClient(url, ELSEWHERE), keepingClient(url)]
  const refused = await there.get('/readyz')
  expect([refused.status, JSON.parse(refused.text)]).toMatchObject([
    503,
    { code: 'UNAVAILABLE', detail: /your address/ },
  ])
  await Promise.all(Array.from({ length: 5 }, () => open(url)))
  expect((await here.get('/readyz')).status).toBe(200)
  for (const client of [there, here]) client.close()
})

test('connections far above the limit for one address are closed at once', async () => {
  const { url, countConnections } = await openNode({ bounds: { max: 100, maxPerAddress: 2 } })
  const flood = await Promise.all(Array.from({ length: 40 }, () => open(url, ELSEWHERE)))
  await Promise.any(flood.map(({ closed }) => closed))
  while ((await countConnections()) > 2 + 16) await sleep(10)
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::5', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['127.0.0.1', null],
  ['::ffff:127.0.0.1', null],
  ['::1', null],
  [undefined, null],
])('for the connection limit, the address %s counts as %s', (address, network) => {
  expect(peerNetworkOf(address)).toBe(network)
})
