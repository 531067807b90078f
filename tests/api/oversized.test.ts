/**
 * Tests bodies that are refused while the client is still sending them. The client must always be able to read the
 * refusal, and must receive it only once.
 */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import type { Seen as ProgramSeen, Sent, Upload } from '../support/fakes/sending-program.ts'
import type { Client } from '../support/node/client.ts'
import { headText, openConnection, problemIn, type RawConnection } from '../support/node/raw-http.ts'
import { useService } from '../support/node/service.ts'
import { addProduct } from '../support/scene/fixtures.ts'

const MIB = 1_048_576
const WAREHOUSES = '/api/v1/warehouses'
const IMPORTS = '/api/v1/procurement/imports'

const service = useService()
const connections: RawConnection[] = []
afterEach(() => {
  for (const { socket } of connections.splice(0)) socket.destroy()
})

interface Seen {
  readonly status: number
  readonly code: string
}

/** Yields a body in chunks, so that it is generated while it is being sent. */
function* piecesOf(size: number): Generator<Buffer> {
  const piece = Buffer.alloc(65_536, ' ')
  for (let left = size; left > 0; left -= piece.length) yield left < piece.length ? piece.subarray(0, left) : piece
}

type Sender = (upload: Upload) => Promise<Seen>

async function open(): Promise<RawConnection> {
  const connection = await openConnection(service.url)
  connections.push(connection)
  return connection
}

/** Writes chunks as fast as the server accepts them, and stops without an error when the connection ends. */
async function write({ socket, closed }: RawConnection, pieces: Iterable<Buffer>): Promise<void> {
  let isOpen = true
  void closed.then(() => (isOpen = false))
  for (const piece of pieces) {
    if (!isOpen) return
    if (!socket.write(piece)) await Promise.race([once(socket, 'drain').catch(() => closed), closed])
  }
}

const SENDERS: Readonly<Record<string, Sender>> = {
  'a client that reads no answer before it has sent all': async ({ path, headers, size }) => {
    const connection = await open()
    connection.socket.pause()
    connection.socket.write(headText('POST', path, { ...headers, 'Content-Length': String(size) }))
    await write(connection, piecesOf(size))
    connection.socket.resume()
    return problemIn(await connection.until(/"requestId":"[^"]+"\}/))
  },

  // Before sending a body above 1 MiB, curl asks whether to continue.
  'a client that asks whether to go on': async ({ path, headers, size }) => {
    const connection = await open()
    const asking = { ...headers, 'Content-Length': String(size), Expect: '100-continue' }
    connection.socket.write(headText('POST', path, asking))
    return problemIn(await connection.until(/"requestId":"[^"]+"\}/))
  },

  // If curl gets no response within a second, it sends the body anyway.
  'a client that asks whether to go on, and goes on': async ({ path, headers, size }) => {
    const connection = await open()
    const asking = { ...headers, 'Content-Length': String(size), Expect: '100-continue' }
    connection.socket.write(headText('POST', path, asking))
    await write(connection, piecesOf(size))
    return problemIn(await connection.until(/"requestId":"[^"]+"\}/))
  },
}

const headersOf = (client: Client, type: string) => ({
  Authorization: `Bearer ${client.token}`,
  'Idempotency-Key': randomUUID(),
  'Content-Type': type,
})

const TOO_LARGE: readonly (readonly [string, (client: Client) => Upload | Promise<Upload>])[] = [
  ['2 MiB of JSON', (client) => ({ path: WAREHOUSES, headers: headersOf(client, 'application/json'), size: 2 * MIB })],
  ['a file of 30 MiB', (client) => ({ path: IMPORTS, headers: headersOf(client, 'application/pdf'), size: 30 * MIB })],
  [
    'an image of 11 MiB',
    async (client) => ({
      path: `/api/v1/products/${await addProduct(client)}/images`,
      headers: headersOf(client, 'image/jpeg'),
      size: 11 * MIB,
    }),
  ],
]

const SENT_TOO_LARGE = TOO_LARGE.flatMap(([what, make]) =>
  Object.entries(SENDERS).map(([how, send]) => [how, what, make, send] as const),
)

test.each(SENT_TOO_LARGE)('%s that sends %s, which is too large, receives the 413', async (_how, _what, make, send) => {
  const client = await service.newCompany()
  const upload = await make(client)
  const { revision } = await client.state()
  expect(await send(upload)).toMatchObject({ status: 413, code: 'BODY_TOO_LARGE' })
  expect((await client.state()).revision).toBe(revision)
})

const REFUSED: readonly (readonly [string, Seen, (client: Client) => Upload])[] = [
  [
    'no token',
    { status: 401, code: 'UNAUTHENTICATED' },
    (client) => ({
      path: IMPORTS,
      headers: { ...headersOf(client, 'application/pdf'), Authorization: 'Bearer skl_wrong' },
      size: 20 * MIB,
    }),
  ],
  [
    'no key',
    { status: 400, code: 'IDEMPOTENCY_KEY_REQUIRED' },
    (client) => ({
      path: IMPORTS,
      headers: { ...headersOf(client, 'application/pdf'), 'Idempotency-Key': '' },
      size: 20 * MIB,
    }),
  ],
  [
    'a form instead of a file',
    { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' },
    (client) => ({ path: IMPORTS, headers: headersOf(client, 'multipart/form-data; boundary=x'), size: 20 * MIB }),
  ],
  [
    'a text instead of JSON',
    { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' },
    (client) => ({ path: WAREHOUSES, headers: headersOf(client, 'text/plain'), size: 20 * MIB }),
  ],
  [
    'no such route',
    { status: 404, code: 'ROUTE_NOT_FOUND' },
    (client) => ({ path: '/api/v1/nonsense', headers: headersOf(client, 'application/pdf'), size: 20 * MIB }),
  ],
]

const SENT_REFUSED = REFUSED.flatMap(([what, seen, make]) =>
  Object.entries(SENDERS).map(([how, send]) => [how, what, seen, make, send] as const),
)

test.each(SENT_REFUSED)(
  'with a body of 20 MiB, %s that sends %s receives the refusal %j',
  async (_how, _what, seen, make, send) => {
    expect(await send(make(await service.newCompany()))).toMatchObject(seen)
  },
)

/** Runs a separate program that sends requests. Returns the outcomes that the program reports. */
async function sendFromProgram(sent: readonly Sent[]): Promise<ProgramSeen[]> {
  const args = ['tests/support/fakes/sending-program.ts', JSON.stringify({ url: service.url, sent })]
  return JSON.parse((await promisify(execFile)(process.execPath, args)).stdout) as ProgramSeen[]
}

test('fetch, http.request and the SDK always receive the 413 for an oversized upload', async () => {
  const client = await service.newCompany()
  const json = { path: WAREHOUSES, headers: headersOf(client, 'application/json'), size: 2 * MIB }
  const file = { path: IMPORTS, headers: headersOf(client, 'application/pdf'), size: 30 * MIB }
  const ways = ['fetch', 'fetch of a stream', 'http.request', 'sdk'] as const
  const seen = await sendFromProgram([
    ...ways.map((how) => ({ how, upload: json, times: 40 })),
    ...ways.map((how) => ({ how, upload: file, times: 2 })),
    { how: 'fetch of a stream', upload: { ...file, size: 300 * MIB }, times: 1 },
  ])
  const [plain, once] = ['413 BODY_TOO_LARGE', '413 BODY_TOO_LARGE in 1']
  expect(seen).toEqual([
    ...[{ [plain]: 40 }, { [plain]: 40 }, { [plain]: 40 }, { [once]: 40 }],
    ...[{ [plain]: 2 }, { [plain]: 2 }, { [plain]: 2 }, { [once]: 2 }],
    { [plain]: 1 },
  ])
})

test.each(REFUSED)(
  'a separate program that uses %s to send 20 MiB receives the refusal %j',
  async (_what, { status, code }, make) => {
    const upload = make(await service.newCompany())
    const { 'Idempotency-Key': key } = upload.headers
    const ways = ['fetch', 'fetch of a stream'] as const
    const seen = await sendFromProgram(ways.map((how) => ({ how, upload, keepsKey: key === '', times: 4 })))
    expect(seen).toEqual(ways.map(() => ({ [`${status} ${code}`]: 4 })))
  },
)

test('after a 413 the server reads and discards only a limited amount of data, then closes the connection', async () => {
  const client = await service.newCompany()
  const connection = await open()
  const headers = { ...headersOf(client, 'application/pdf'), 'Transfer-Encoding': 'chunked' }
  connection.socket.write(headText('POST', IMPORTS, headers))
  const chunk = Buffer.from(`10000\r\n${' '.repeat(0x10000)}\r\n`)
  const chunks = Array<Buffer>(300 * 16).fill(chunk)
  await write(connection, chunks)
  expect(problemIn(await connection.closed)).toMatchObject({ status: 413, isClosing: true })
  expect(connection.socket.bytesWritten).toBeLessThan(150 * MIB)
})

test('bytes that are not an HTTP request get an error response even if the client keeps sending', async () => {
  const connection = await open()
  connection.socket.pause()
  connection.socket.write('nonsense\r\n\r\n')
  await write(connection, piecesOf(MIB / 2))
  connection.socket.resume()
  expect(problemIn(await connection.until(/"requestId"/)).status).toBe(400)
})

test('a client that sends Expect: 100-continue gets 100 Continue only if its body will be read', async () => {
  const client = await service.newCompany()
  const body = JSON.stringify({ name: 'Основной' })
  const { socket, until } = await open()
  const headers = { ...headersOf(client, 'application/json'), 'Content-Length': String(Buffer.byteLength(body)) }
  socket.write(headText('POST', WAREHOUSES, { ...headers, Expect: '100-continue', Connection: 'close' }))
  expect(await until(/\r\n\r\n/)).toBe('HTTP/1.1 100 Continue\r\n\r\n')
  socket.write(body)
  expect(await until(/"result"/)).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 OK/)
})

test('after a small body is refused, the connection stays open for the next request', async () => {
  const client = await service.newCompany()
  const { socket, until, received } = await open()
  const headers = { 'Content-Type': 'application/json', 'Content-Length': '12' }
  socket.write(`${headText('POST', WAREHOUSES, headers)}{"name":"А"}`.replace('А', 'A'))
  await until(/"requestId":"[^"]+"\}/)
  socket.write(headText('GET', '/api/v1/bootstrap', { Authorization: `Bearer ${client.token}` }))
  expect(await until(/"stockValue"/)).toMatch(/^HTTP\/1.1 401/)
  expect(received()).toContain('HTTP/1.1 200 OK')
})

/** The beginning of a 1 MiB body. This part alone has more values than a body may have. */
const TOO_MANY_VALUES = Buffer.from(`{"items":[${'{},'.repeat(100_000)}`)

test.each([
  ['that announces its length', { 'Content-Length': String(MIB) }, (piece: Buffer) => [piece]],
  [
    'in chunks',
    { 'Transfer-Encoding': 'chunked' },
    (piece: Buffer) => [`${piece.length.toString(16)}\r\n`, piece, '\r\n'],
  ],
])('a body %s is refused for having too many values before all of it has arrived', async (_how, length, framed) => {
  const client = await service.newCompany()
  const { socket, until, closed } = await open()
  const headers = { Authorization: `Bearer ${client.token}`, 'Idempotency-Key': randomUUID(), ...length }
  socket.write(headText('POST', '/api/v1/orders', { 'Content-Type': 'application/json', ...headers }))
  for (const bytes of framed(TOO_MANY_VALUES)) socket.write(bytes)
  const answer = await until(/"requestId":"[^"]+"\}/)
  expect(problemIn(answer)).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' })
  expect(answer).toMatch(/\r\nconnection: close\r\n/i)
  // The bytes that follow belong to the refused body, so they must not be treated as a request.
  const request = headText('GET', '/healthz', {})
  const rest = Buffer.alloc(MIB - TOO_MANY_VALUES.length, request)
  for (const bytes of framed(rest)) socket.write(bytes)
  if (framed(rest).length > 1) socket.write('0\r\n\r\n')
  expect(await closed).toBe(answer)
})

test('a large body whose sender disconnects leaves nothing behind, and the next large body is read', async () => {
  const client = await service.newCompany()
  const { socket, closed } = await open()
  const headers = { Authorization: `Bearer ${client.token}`, 'Idempotency-Key': randomUUID() }
  const json = { 'Content-Type': 'application/json', 'Content-Length': String(MIB) }
  socket.write(headText('POST', '/api/v1/warehouses', { ...json, ...headers }))
  socket.write(Buffer.alloc(100_000, ' '))
  setTimeout(() => socket.destroy(), 50)
  await closed
  const raw = `${' '.repeat(100_000)}{"name":"Склад"}`
  expect(await client.post('/api/v1/warehouses', undefined, { raw })).toMatchObject({ status: 200 })
})

test('a 60 KB body that is nested too deeply is refused before all of it has arrived, and its rest is not treated as a request', async () => {
  const client = await service.newCompany()
  const { socket, until, closed } = await open()
  const size = 60_000
  const headers = { ...headersOf(client, 'application/json'), 'Content-Length': String(size) }
  socket.write(`${headText('POST', WAREHOUSES, headers)}${'['.repeat(100)}`)
  const answer = await until(/"requestId":"[^"]+"\}/)
  expect(problemIn(answer)).toMatchObject({ status: 400, code: 'MALFORMED_JSON', isClosing: true })
  socket.write(Buffer.alloc(size - 100, headText('GET', '/healthz', {})))
  socket.write(headText('GET', '/healthz', {}))
  expect(await closed).toBe(answer)
})

test('after a large body is refused, the same client can send its command on a new connection, with the same key', async () => {
  const client = await service.newCompany()
  const { socket, closed } = await open()
  const headers = headersOf(client, 'application/json')
  const { revision } = await client.state()
  socket.write(headText('POST', WAREHOUSES, { ...headers, 'Content-Length': String(MIB) }))
  socket.write(Buffer.alloc(MIB, TOO_MANY_VALUES))
  expect(problemIn(await closed)).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' })
  expect((await client.state()).revision).toBe(revision)
  const next = await open()
  const body = JSON.stringify({ name: 'A' })
  next.socket.write(`${headText('POST', WAREHOUSES, { ...headers, 'Content-Length': String(body.length) })}${body}`)
  expect(await next.until(/"result"/)).toMatch(/^HTTP\/1.1 200 OK/)
})

test('after a body is refused as too large, the bytes that follow are discarded without being counted', async () => {
  const client = await service.newCompany()
  const { socket, until, closed } = await open()
  const headers = { ...headersOf(client, 'application/json'), 'Transfer-Encoding': 'chunked' }
  const send = (text: string) => socket.write(`${text.length.toString(16)}\r\n${text}\r\n`)
  socket.write(headText('POST', WAREHOUSES, headers))
  send(' '.repeat(MIB + 100_000))
  const answer = await until(/"requestId":"[^"]+"\}/)
  expect(problemIn(answer)).toMatchObject({ status: 413, code: 'BODY_TOO_LARGE' })
  const start = performance.now()
  send('['.repeat(1_000))
  await sleep(50)
  send(' '.repeat(3 * MIB))
  socket.write('0\r\n\r\n')
  expect(await closed).toBe(answer)
  // The server stops waiting for an idle sender only after five seconds.
  expect(performance.now() - start).toBeLessThan(4_000)
})

test('a slow sender is refused as soon as the body exceeds a limit, and disconnected once it stops sending', async () => {
  const client = await service.newCompany()
  const { socket, until, closed } = await open()
  const headers = { ...headersOf(client, 'application/json'), 'Content-Length': String(MIB) }
  socket.write(`${headText('POST', WAREHOUSES, headers)}{"name":[`)
  let answer = ''
  void until(/"requestId":"[^"]+"\}/).then((text) => (answer = text))
  let sent = 0
  while (answer === '' && sent < MIB / 2) {
    const piece = ' 1,'.repeat(5_000)
    socket.write(piece)
    sent += piece.length
    await sleep(20)
  }
  expect(problemIn(answer)).toMatchObject({ status: 400, code: 'VALIDATION_FAILED', isClosing: true })
  // The limit of 50,000 values is reached after 150,000 bytes. One more chunk may already have been sent.
  expect(sent).toBeGreaterThanOrEqual(150_000)
  expect(sent).toBeLessThan(300_000)
  expect(await closed).toBe(answer)
})

test('a GET request with a large body gets a response, and so does the next request on the connection', async () => {
  const client = await service.newCompany()
  const { socket, until, received } = await open()
  const token = { Authorization: `Bearer ${client.token}` }
  const json = { 'Content-Type': 'application/json', 'Content-Length': String(MIB) }
  socket.write(headText('GET', '/healthz', json))
  socket.write(Buffer.alloc(MIB, ' '))
  await until(/"status":"ok"/)
  socket.write(headText('GET', '/api/v1/bootstrap', token))
  await until(/"stockValue"/)
  expect(received().match(/HTTP\/1\.1 200/g)).toHaveLength(2)
})
