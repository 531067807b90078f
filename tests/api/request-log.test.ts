/** Tests the request log. Its request ids match those in the log of a trusted proxy. */
import { readFileSync } from 'node:fs'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Service, startService } from '../../server/service.ts'
import { type Database, openDatabase } from '../../server/store/database.ts'
import { Browser, newAccount } from '../support/node/browser.ts'
import type { Client } from '../support/node/client.ts'
import { cloneDatabase, newCompany, nodeConfig } from '../support/node/service.ts'

const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'

let cloned: Awaited<ReturnType<typeof cloneDatabase>>
let database: Database
let node: Service
let client: Client
const lines: string[] = []

beforeAll(async () => {
  cloned = await cloneDatabase()
  database = openDatabase(cloned.url, () => {})
  const config = nodeConfig(cloned.url, { logsRequests: true, trustProxy: ['127.0.0.0/8'] })
  node = await startService(config, pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }))
  client = await newCompany(database, node.apiUrl)
})
afterAll(async () => {
  await node.stop()
  await database.end()
  await cloned.drop()
})

type Json = Record<string, unknown>
const requestsIn = (text: readonly string[]): Json[] =>
  text.map((line) => JSON.parse(line) as Json).filter(({ msg }) => msg === 'Request')

/** Runs `work`, waits until the log has `count` new request lines, and returns them. */
async function logged(count: number, work: () => Promise<unknown>): Promise<Json[]> {
  const from = lines.length
  await work()
  await expect.poll(() => requestsIn(lines.slice(from)).length).toBe(count)
  return requestsIn(lines.slice(from))
}

test('with REQUEST_LOG, each request is logged on one line with its route but without record ids, body or token', async () => {
  const name = 'Тайное название'
  const seen = await logged(3, async () => {
    const { id } = await client.made('POST', '/api/v1/warehouses', { name })
    await client.get(`/api/v1/warehouses/${id}?x=1`)
    await client.get('/no-such-page')
  })
  expect(seen.map(({ method, route, status }) => [method, route, status])).toEqual([
    ['POST', '/api/v1/warehouses', 200],
    ['GET', '/api/v1/warehouses/:warehouseId', 400],
    ['GET', 'none', 404],
  ])
  for (const one of seen) {
    expect(one.ms).toEqual(expect.any(Number))
    expect(one.bytes).toBeGreaterThan(100)
    expect(one.requestId).toEqual(expect.stringMatching(UUID))
  }
  expect(lines.join('\n')).not.toMatch(new RegExp(`${name}|${client.token}|x=1|no-such-page`))
})

test('the number of bytes logged for a request is that of its own response', async () => {
  const [small, large] = await logged(2, async () => {
    await client.get('/healthz')
    await client.get('/openapi.json', { headers: { 'accept-encoding': 'identity' } })
  })
  expect(small!.bytes).toBeLessThan(1_000)
  expect(large!.bytes).toBeGreaterThan(100_000)
})

test('a batch of commands is logged on one line', async () => {
  const commands = ['А', 'Б'].map((name) => ({
    key: `request-log-${name === 'А' ? 1 : 2}`,
    method: 'POST',
    path: '/api/v1/warehouses',
    body: { name },
  }))
  const [one] = await logged(1, () => client.post('/api/v1/batch', { mode: 'each', commands }))
  expect(one!.route).toBe('/api/v1/batch')
})

test.each<[Record<string, string>, string]>([
  [{ 'x-request-id': 'from-proxy:7' }, 'from-proxy:7'],
  [{ traceparent: `00-${TRACE}-00f067aa0ba902b7-01` }, TRACE],
  [{ 'x-request-id': 'first', traceparent: `00-${TRACE}-00f067aa0ba902b7-01` }, 'first'],
])('a trusted proxy gives a request its id: %j', async (headers, id) => {
  const [one] = await logged(1, async () => {
    const reply = await client.get('/api/v1/nonsense', { headers })
    expect(reply.headers.get('x-request-id')).toBe(id)
    expect(reply.json.requestId).toBe(id)
  })
  expect(one!.requestId).toBe(id)
})

test.each<Record<string, string>>([
  { 'x-request-id': 'a b' },
  { 'x-request-id': '{"level":60}' },
  { 'x-request-id': 'x'.repeat(129) },
  { traceparent: `00-${'0'.repeat(32)}-00f067aa0ba902b7-01` },
  { traceparent: TRACE },
])('an id in a wrong format is not taken over, even from a trusted proxy: %j', async (headers) => {
  const reply = await client.get('/api/v1/nonsense', { headers })
  expect(reply.headers.get('x-request-id')).toMatch(UUID)
})

test('without REQUEST_LOG requests are not logged, and ids from an untrusted proxy are ignored', async () => {
  const quiet: string[] = []
  const config = nodeConfig(cloned.url, { trustProxy: ['10.0.0.5', 'fd00::/8'] })
  const other = await startService(config, pino({ level: 'info' }, { write: (line: string) => void quiet.push(line) }))
  const reply = await client.at(other.apiUrl).get('/api/v1/bootstrap', { headers: { 'x-request-id': 'mine' } })
  expect(reply.headers.get('x-request-id')).toMatch(UUID)
  await other.stop()
  expect(requestsIn(quiet)).toEqual([])
})

test('a failed sign-in is logged on one line from which fail2ban reads the address, and no line shows the account', async () => {
  const filter = readFileSync(new URL('../../deploy/fail2ban/skladno.conf', import.meta.url), 'utf8')
  const [, pattern] = /^failregex = (.*)$/m.exec(filter)!
  const failure = new RegExp(pattern!.replace('<ADDR>', '([0-9a-f.:]+)'))
  const found = () => lines.flatMap((line) => failure.exec(line.trim())?.[1] ?? [])
  const account = newAccount()
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
  await new Browser(node.appUrl).signUp(account, from('203.0.113.1'))
  expect((await new Browser(node.appUrl).signIn(account, from('203.0.113.1'))).status).toBe(200)
  expect(found()).toEqual([])
  const wrong = { ...account, password: 'wrong password' }
  const statuses: number[] = []
  for (let tries = 0; tries < 8; tries += 1)
    statuses.push((await new Browser(node.appUrl).signIn(wrong, from('203.0.113.7'))).status)
  await new Browser(node.appUrl).signIn(
    { ...wrong, email: `x","address":"198.51.100.9"@example.org` },
    from('2001:db8::7'),
  )
  // The last attempts came too early. They are refused without checking the password, but still count as failures.
  expect(statuses).toContain(401)
  expect(statuses).toContain(429)
  expect(found().filter((address) => address === '203.0.113.7')).toHaveLength(8)
  expect(found().filter((address) => !['203.0.113.7', '2001:db8::7'].includes(address))).toEqual([])
  expect(lines.join('\n')).not.toContain(account.email)
})
