/** Tests faults in paths, methods, headers and bytes, all of which are detected before a command runs. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { revokeToken } from '../../server/access/company-sql.ts'
import { operationsOf } from '../support/contract/openapi.ts'
import { pathsOf, readProblem } from '../support/contract/problems.ts'
import { Client } from '../support/node/client.ts'
import { issueToken } from '../support/node/new-company.ts'
import { exchangeBytes, requestText } from '../support/node/raw-http.ts'
import type { Reply } from '../support/node/reply.ts'
import { useService } from '../support/node/service.ts'
import { addWarehouse, openShop, UNKNOWN_ID } from '../support/scene/fixtures.ts'

const service = useService()

const READS = ['/api/v1/bootstrap', '/api/v1/catalog', '/api/v1/audit']
const UNKNOWN_PATHS = [
  '/',
  '/api',
  '/api/v1',
  '/api/v1/',
  '/api/v2/bootstrap',
  '/api/v1/nonsense',
  '/api/v1/Bootstrap',
  '/api/v1/bootstrap/',
  '/api/v1//bootstrap',
  '/api/v1/orders/1/2/3',
  '/favicon.ico',
  '/api/v1/../../etc/passwd',
]

/** Sends raw bytes and returns the response as a client would receive it. */
async function exchange(bytes: string | Uint8Array): Promise<Reply> {
  const { status, headers, text } = await exchangeBytes(service.url, bytes)
  return { status, headers, text, json: text === '' ? {} : JSON.parse(text) }
}

function headersOf(client: Client): [string, string][] {
  return [
    ['Authorization', `Bearer ${client.token}`],
    ['Idempotency-Key', randomUUID()],
    ['Content-Type', 'application/json'],
  ]
}

test.each(UNKNOWN_PATHS)('a request to the unknown route %s is answered with 404', async (path) => {
  const client = await service.newCompany()
  for (const method of ['GET', 'POST', 'PATCH', 'DELETE'])
    expect(readProblem(await client.send(method, path)).code).toBe('ROUTE_NOT_FOUND')
})

test('the refusal of a DELETE without a body advises to send {}', async () => {
  const client = await service.newCompany()
  await addWarehouse(client)
  const id = await addWarehouse(client)
  const remove = async (more: object) => {
    const response = await fetch(`${client.url}/api/v1/warehouses/${id}`, {
      method: 'DELETE',
      headers: { ...client.credentials, 'idempotency-key': randomUUID(), ...more },
    })
    return ((await response.json()) as { detail: string }).detail
  }
  expect(await remove({})).toBe('The body is missing: send {}, with Content-Type: application/json.')
  expect(await remove({ 'content-type': 'application/json' })).toContain('send {}')
  expect((await client.get(`/api/v1/warehouses/${id}`)).status).toBe(200)
})

test('the response to an unknown route is 404 even without a token', async () => {
  const stranger = new Client(service.url, 'skl_wrong', '')
  expect(readProblem(await stranger.get('/api/v1/nonsense')).code).toBe('ROUTE_NOT_FOUND')
})

const DOCUMENT = JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8'))
const ROUTES = operationsOf(DOCUMENT).map(({ method, path }) => ({ method, path: path.replace(/\{(\w+)\}/g, ':$1') }))
const isRoute = (method: string, path: string) =>
  ROUTES.some((route) => route.method === method && new RegExp(`^${route.path.replace(/:\w+/g, '[^/]+')}$`).test(path))

test('a request with a wrong method gets a 404 response, like an unknown route', async () => {
  const client = await service.newCompany()
  for (const path of new Set(ROUTES.map((route) => route.path)))
    for (const method of ['GET', 'PUT', 'POST', 'PATCH', 'DELETE', 'OPTIONS'])
      if (!isRoute(method, path))
        expect(readProblem(await client.send(method, path, {})).code, `${method} ${path}`).toBe('ROUTE_NOT_FOUND')
})

test.each(READS)('GET %s needs a valid token', async (path) => {
  const { url, companyId } = await service.newCompany()
  const { id, token } = await issueToken(service.database, companyId)
  await revokeToken(service.database, companyId, id)
  for (const wrong of ['', 'skl_wrong', token, 'x'.repeat(300)]) {
    const reply = await new Client(url, wrong, companyId).get(path)
    expect(readProblem(reply).code).toBe('UNAUTHENTICATED')
    expect(reply.headers.get('www-authenticate')).toMatch(/^Bearer/)
  }
})

test('every documented GET route needs a token', async () => {
  const reads = operationsOf(DOCUMENT).filter(({ method }) => method === 'GET')
  expect(reads.length).toBeGreaterThan(READS.length)
  for (const { path } of reads) {
    const response = await fetch(service.url + path.replace(/\{\w+\}/g, UNKNOWN_ID))
    expect([response.status, await response.json()], path).toMatchObject([401, { code: 'UNAUTHENTICATED' }])
  }
})

test.each(READS)('GET %s refuses an unknown query parameter', async (path) => {
  const client = await service.newCompany()
  const problem = readProblem(await client.get(`${path}?nonsense=1`))
  expect(problem.code).toBe('VALIDATION_FAILED')
  expect(pathsOf(problem)).toEqual(['query/nonsense'])
})

test.each(['0', '1001', '-1', 'x', '1.5', ''])('the audit log refuses limit=%s', async (limit) => {
  const client = await service.newCompany()
  expect(pathsOf(readProblem(await client.get(`/api/v1/audit?limit=${limit}`)))).toEqual(['query/limit'])
})

test.each(['x', 'cg', 'cjEyMzQ1Njc4OTAxMjM0NTY', '%00'])('the audit log refuses the cursor %s', async (cursor) => {
  const client = await service.newCompany()
  expect(pathsOf(readProblem(await client.get(`/api/v1/audit?cursor=${cursor}`)))).toEqual(['query/cursor'])
})

test('the audit log lists the successful commands, newest first, page by page', async () => {
  const { client } = await openShop(await service.newCompany(), 5)
  await client.post('/api/v1/warehouses', { name: 5 })
  const pages: { revision: number; action: string }[][] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const reply: Reply = await client.get(`/api/v1/audit?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`)
    const page = reply.json as { items: { revision: number; action: string }[]; nextCursor: string | null }
    pages.push(page.items)
    cursor = page.nextCursor
  }
  expect(pages.map((page) => page.map((entry) => entry.revision))).toEqual([[5, 4], [3, 2], [1]])
  expect(pages[0]![0]).toMatchObject({ action: 'stock.received' })
})

test('every response has its own request id', async () => {
  const client = await service.newCompany()
  const headers = { 'x-request-id': 'mine', 'request-id': 'mine' }
  const replies = [
    await client.get('/api/v1/bootstrap', { headers }),
    await client.get('/api/v1/nonsense', { headers }),
  ]
  const ids = replies.map((reply) => reply.headers.get('x-request-id'))
  expect(new Set(ids).size).toBe(2)
  expect(ids).not.toContain('mine')
  expect(replies[1]!.json.requestId).toBe(ids[1])
})

test('a chunked body that grows above 1 MiB is refused', async () => {
  const client = await service.newCompany()
  const head = ['POST /api/v1/warehouses HTTP/1.1', 'Host: x', 'Connection: close', 'Transfer-Encoding: chunked']
  const lines = [...head, ...headersOf(client).map((header) => header.join(': '))].join('\r\n')
  const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`
  const reply = await exchange(`${lines}\r\n\r\n${chunk.repeat(17)}0\r\n\r\n`)
  expect(readProblem(reply).code).toBe('BODY_TOO_LARGE')
})

test('a body without a content type is refused', async () => {
  const client = await service.newCompany()
  const headers = headersOf(client).slice(0, 2)
  const reply = await exchange(requestText('POST', '/api/v1/warehouses', headers, '{"name":"A"}'))
  expect(readProblem(reply).code).toBe('UNSUPPORTED_MEDIA_TYPE')
})

test.each(['POST /api/v1/warehouses', 'DELETE /api/v1/warehouses/1'])(
  '%s without any body is refused',
  async (route) => {
    const client = await service.newCompany()
    const [method, path] = route.split(' ') as [string, string]
    for (const headers of [headersOf(client), headersOf(client).slice(0, 2)])
      expect(readProblem(await exchange(requestText(method, path, headers, ''))).status).toBe(400)
  },
)

test.each(['Authorization', 'Content-Type', 'Idempotency-Key', 'Prefer', 'Accept-Encoding'])(
  'sending the header %s twice causes no server error',
  async (name) => {
    const client = await service.newCompany()
    const value = new Headers(headersOf(client)).get(name) ?? 'state=summary'
    const headers: [string, string][] = [...headersOf(client), [name, value], [name, value]]
    const { status } = await exchange(requestText('POST', '/api/v1/warehouses', headers, '{"name":"A"}'))
    expect([200, 400, 401, 415]).toContain(status)
    expect((await client.state()).warehouses).toHaveLength(status === 200 ? 1 : 0)
  },
)

test('a request with two Content-Length headers is refused', async () => {
  const client = await service.newCompany()
  const text = requestText(
    'POST',
    '/api/v1/warehouses',
    [...headersOf(client), ['Content-Length', '5']],
    '{"name":"A"}',
  )
  expect(readProblem(await exchange(text)).status).toBe(400)
  expect((await client.state()).revision).toBe(0)
})

test.each([
  'nonsense',
  'GET / HTTP/9.9',
  'GET /api/v1/bootstrap HTTP/1.1\r\nHost: x\r\nNo colon',
  `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x`,
  `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}`,
  'GET /api/v1/\u0000 HTTP/1.1\r\nHost: x',
])('the response to bytes that are not a valid HTTP request is a problem document: %j', async (head) => {
  const problem = readProblem(await exchange(`${head}\r\nConnection: close\r\n\r\n`))
  expect(problem.status).toBe(400)
})

test('refusals reveal neither the company’s data nor internals of the server', async () => {
  const client = await service.newCompany()
  await addWarehouse(client, 'Тайный')
  const texts = [
    (await client.get('/api/v1/nonsense')).text,
    (await client.post('/api/v1/warehouses', undefined, { raw: '{' })).text,
    (await new Client(client.url, 'skl_wrong', '').get('/api/v1/bootstrap')).text,
  ]
  for (const text of texts) expect(text).not.toMatch(/Тайный|node_modules|\.ts|at .*:\d+|skl_|FST_|postgres/i)
})

test('the health route needs no token', async () => {
  for (const path of ['/healthz', '/readyz']) expect((await fetch(service.url + path)).status).toBe(200)
})

test('large request bodies that arrive at the same time are all accepted, and read one after the other', async () => {
  const client = await service.newCompany()
  const text = 'x'.repeat(60_000)
  const replies = await Promise.all(
    Array.from({ length: 12 }, (_, number) =>
      client.post('/api/v1/products', { name: `Товар ${number}`, customValues: { text } }, { prefer: 'state=summary' }),
    ),
  )
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
})

test.each(['utf-16', 'windows-1251', '"utf-16le"'])(
  'a body declared as %s is refused instead of being read as UTF-8',
  async (charset) => {
    const client = await service.newCompany()
    const raw = JSON.stringify({ name: 'Склад' })
    const send = (type: string) =>
      client.send('POST', '/api/v1/warehouses', undefined, { raw, headers: { 'content-type': type } })
    expect(readProblem(await send(`application/json; charset=${charset}`)).code).toBe('UNSUPPORTED_MEDIA_TYPE')
    expect((await send('application/json; charset="UTF-8"')).status).toBe(200)
  },
)

test.each(['xchunked', 'gzip, chunked', 'chunked, identity'])(
  'a Transfer-Encoding of %s is refused, and the bytes after the request’s head are not read as another request',
  async (coding) => {
    const client = await service.newCompany()
    const head = [
      'POST /api/v1/warehouses HTTP/1.1',
      'Host: x',
      `Authorization: Bearer ${client.token}`,
      `Transfer-Encoding: ${coding}`,
    ]
    const smuggled = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'
    const reply = await exchangeBytes(service.url, `${head.join('\r\n')}\r\n\r\n${smuggled}`)
    expect(reply.status).toBe(400)
    expect(reply.text).not.toContain('"status":"ok"')
  },
)

test('fifty simultaneous readiness requests all succeed', async () => {
  const replies = await Promise.all(Array.from({ length: 50 }, () => fetch(`${service.url}/readyz`)))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
})
