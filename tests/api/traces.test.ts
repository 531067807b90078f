/** Tests the traces that a node sends to a collector, and the data that must never appear in them. */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockCompany, writeCompany } from '../../server/store/commits.ts'
import { type Database, openDatabase } from '../../server/store/database.ts'
import { startMailServer } from '../support/fakes/mail-server.ts'
import { type ReceivedSpan, startTraceCollector, type TraceCollector } from '../support/fakes/trace-collector.ts'
import { Browser, newAccount } from '../support/node/browser.ts'
import { endServer, newDataDir, type ServerProcess, startServer } from '../support/node/server-process.ts'
import { cloneDatabase, newCompany } from '../support/node/service.ts'
import { openShop, orderBody } from '../support/scene/fixtures.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PROXY_SPAN = '00f067aa0ba902b7'
const SAMPLED = `00-${TRACE}-${PROXY_SPAN}-01`
const NEVER = '3600000'
const HANG_UP_MS = 300
const TIMEOUT_MS = 60_000

let cloned: Awaited<ReturnType<typeof cloneDatabase>>
let dataDir: Awaited<ReturnType<typeof newDataDir>>
let mails: Awaited<ReturnType<typeof startMailServer>>
let collector: TraceCollector
let database: Database
let node: ServerProcess

beforeAll(async () => {
  cloned = await cloneDatabase()
  dataDir = await newDataDir()
  mails = await startMailServer()
  collector = await startTraceCollector()
  database = openDatabase(cloned.url, () => {})
  node = await startTraced(collector, {
    TRUST_PROXY: '127.0.0.1',
    OTEL_BSP_SCHEDULE_DELAY: '100',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20collector',
    OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    SMTP_URL: mails.url,
    MAIL_FROM: 'skladno@example.org',
  })
}, TIMEOUT_MS)
afterAll(async () => {
  await endServer(node, 'SIGKILL')
  await database.end()
  await collector.close()
  await mails.close()
  await cloned.drop()
  await dataDir.remove()
})

/** Starts a node that sends traces to a collector. */
const startTraced = (to: Pick<TraceCollector, 'url'>, settings: Record<string, string>) =>
  startServer(dataDir.path, {
    DATABASE_URL: cloned.url,
    SECRET_KEY: 'a key of the nodes that send traces, only for this test',
    OTEL_EXPORTER_OTLP_ENDPOINT: to.url,
    ...settings,
  })

/** Waits until a trace has spans with all of these names, and returns one span for each name. */
async function spansOf<N extends string>(traceId: string, ...names: N[]): Promise<Record<N, ReceivedSpan>> {
  const found = (name: string) => collector.spans.find((span) => span.traceId === traceId && span.name === name)
  await expect.poll(() => names.filter((name) => found(name) === undefined)).toEqual([])
  return Object.fromEntries(names.map((name) => [name, found(name)!])) as Record<N, ReceivedSpan>
}

/** Returns the headers that a trusted proxy sends when it has begun a trace, and the trace's id. */
function newTrace(isSampled = true): { readonly id: string; readonly headers: Record<string, string> } {
  const id = randomUUID().replaceAll('-', '')
  return { id, headers: { traceparent: `00-${id}-${PROXY_SPAN}-0${Number(isSampled)}` } }
}

test('a command’s span belongs to the proxy’s trace, states its queue time, and is the parent of the commit’s span', async () => {
  const shop = await openShop(await newCompany(database, node.url), 5)
  const { id, headers } = newTrace()
  const reply = await shop.client.post('/api/v1/orders', orderBody(shop, 1), { headers })
  expect(reply.status).toBe(200)
  const found = await spansOf(id, 'POST /api/v1/orders', 'command placeOrder', 'commit')
  const { 'POST /api/v1/orders': request, 'command placeOrder': command, commit } = found
  const company = { 'skladno.company.id': shop.client.companyId }
  expect(request).toMatchObject({ parentId: PROXY_SPAN, kind: 2, isFailed: false })
  expect(request.attributes).toEqual({
    ...company,
    'http.request.method': 'POST',
    'http.route': '/api/v1/orders',
    'http.response.status_code': 200,
    'skladno.request.id': id,
  })
  expect(command).toMatchObject({ parentId: request.id, kind: 1 })
  expect(command.attributes).toEqual({
    ...company,
    'skladno.outcome': 'executed',
    'skladno.queue.ms': expect.any(Number),
  })
  expect(command.attributes['skladno.queue.ms']).toBeLessThan(command.ms)
  expect(commit).toMatchObject({ parentId: command.id, kind: 3 })
  expect(commit.attributes).toEqual({
    ...company,
    'db.system.name': 'postgresql',
    'skladno.commands': 1,
    'skladno.companies': 1,
    'skladno.outcome': 'committed',
  })
  expect(commit.ms).toBeGreaterThan(0)
  expect(commit.ms).toBeLessThan(command.ms)
  expect(request.resource).toMatchObject({
    'service.name': 'skladno',
    'service.version': JSON.parse(readFileSync('package.json', 'utf8')).version,
    'deployment.environment.name': 'test',
  })
  expect(collector.headers.authorization).toBe('Bearer collector')
})

test('the spans of a refused command and its replay state the outcome, and a request refused with a 4xx status does not count as failed', async () => {
  const shop = await openShop(await newCompany(database, node.url), 5)
  const key = randomUUID()
  const outcomes: unknown[] = []
  for (const _try of [1, 2]) {
    const { id, headers } = newTrace()
    await shop.client.post('/api/v1/orders', orderBody(shop, 500), { key, headers })
    const found = await spansOf(id, 'command placeOrder', 'POST /api/v1/orders')
    outcomes.push(found['command placeOrder'].attributes['skladno.outcome'])
    expect(found['POST /api/v1/orders']).toMatchObject({ isFailed: false })
    expect(found['POST /api/v1/orders'].attributes['http.response.status_code']).toBe(409)
  }
  expect(outcomes).toEqual(['refused', 'replayed'])
})

test('commands that share a commit keep their own traces, and each is the parent of the commit’s span or linked to it', async () => {
  const client = await newCompany(database, node.url)
  await client.get('/api/v1/bootstrap')
  const traces = Array.from({ length: 24 }, () => newTrace())
  await Promise.all(
    traces.map(({ headers }, n) => client.post('/api/v1/warehouses', { name: `Склад ${n}` }, { headers })),
  )
  const requests = await Promise.all(
    traces.map(({ id }) => spansOf(id, 'POST /api/v1/warehouses', 'command createWarehouse')),
  )
  const commands = requests.map((found) => found['command createWarehouse'])
  const ids = new Set(traces.map(({ id }) => id))
  const commits = () => collector.spans.filter(({ name, traceId }) => name === 'commit' && ids.has(traceId))
  const counted = () => commits().reduce((sum, { attributes }) => sum + Number(attributes['skladno.commands']), 0)
  await expect.poll(counted).toBe(24)
  expect(commits().length).toBeLessThan(24)
  for (const command of commands) {
    const own = commits().filter(({ parentId }) => parentId === command.id)
    const linked = commits().filter(({ id, links }) => command.links.includes(id) && links.includes(command.id))
    expect(own.length + linked.length).toBe(1)
  }
})

test('the span of a database read is a child of its request’s span, and updating the tables has its own span', async () => {
  const client = await newCompany(database, node.url)
  await client.made('POST', '/api/v1/warehouses', { name: 'Склад' })
  const { id, headers } = newTrace()
  await client.get('/api/v1/audit', { headers })
  const { 'GET /api/v1/audit': request, read } = await spansOf(id, 'GET /api/v1/audit', 'read')
  expect(read).toMatchObject({ parentId: request.id, kind: 3 })
  const ofCompany = () =>
    collector.spans.filter(
      ({ name, attributes }) => name === 'projection' && attributes['skladno.company.id'] === client.companyId,
    )
  await expect.poll(() => ofCompany().length).toBeGreaterThan(0)
  expect(ofCompany()[0]).toMatchObject({ kind: 3, attributes: { 'db.system.name': 'postgresql' } })
})

test('the span of each command in a batch is a child of the batch request’s span', async () => {
  const client = await newCompany(database, node.url)
  for (const mode of ['each', 'all']) {
    const { id, headers } = newTrace()
    const commands = ['А', 'Б'].map((name) => ({
      key: randomUUID(),
      method: 'POST',
      path: '/api/v1/warehouses',
      body: { name },
    }))
    await client.post('/api/v1/batch', { mode, commands }, { headers })
    const { 'POST /api/v1/batch': batch } = await spansOf(id, 'POST /api/v1/batch', 'POST /api/v1/warehouses')
    const parts = () =>
      collector.spans.filter(({ traceId, name }) => traceId === id && name === 'POST /api/v1/warehouses')
    await expect.poll(() => parts().length).toBe(2)
    expect(batch).toMatchObject({ parentId: PROXY_SPAN, kind: 2 })
    for (const part of parts()) expect(part).toMatchObject({ parentId: batch.id, kind: 1 })
  }
})

test('the span of a stream of changes ends as soon as the stream begins', async () => {
  const client = await newCompany(database, node.url)
  const { id, headers } = newTrace()
  const controller = new AbortController()
  const stream = await fetch(`${node.url}/api/v1/changes?since=0`, {
    headers: { ...client.credentials, accept: 'text/event-stream', ...headers },
    signal: controller.signal,
  })
  const { 'GET /api/v1/changes': request } = await spansOf(id, 'GET /api/v1/changes')
  expect(request).toMatchObject({ isFailed: false })
  expect(request.attributes['http.response.status_code']).toBe(200)
  controller.abort()
  await stream.text().catch(() => undefined)
})

test('if the client disconnects, the request’s span is marked as failed, but the command’s span is not', async () => {
  const client = await newCompany(database, node.url)
  await client.get('/api/v1/bootstrap')
  const { id, headers } = newTrace()
  const hangUp = async () => {
    const asked = fetch(`${node.url}/api/v1/warehouses`, {
      method: 'POST',
      headers: {
        ...{ ...client.credentials, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
        ...headers,
      },
      body: JSON.stringify({ name: 'Склад' }),
      signal: AbortSignal.timeout(HANG_UP_MS),
    })
    await expect(asked).rejects.toThrow()
    const { 'POST /api/v1/warehouses': request } = await spansOf(id, 'POST /api/v1/warehouses')
    expect(request).toMatchObject({ isFailed: true, attributes: { 'error.type': 'hung_up' } })
    expect(request.attributes['http.response.status_code']).toBeUndefined()
  }
  await writeCompany(database, client.companyId, async (tx) => {
    await lockCompany(tx, client.companyId)
    await hangUp()
  })
  const { 'command createWarehouse': command } = await spansOf(id, 'command createWarehouse')
  expect(command).toMatchObject({ isFailed: false, attributes: { 'skladno.outcome': 'executed' } })
})

test('health checks are not traced', async () => {
  const { id, headers } = newTrace()
  await fetch(`${node.url}/healthz`, { headers })
  await fetch(`${node.url}/readyz`, { headers })
  await fetch(`${node.url}/no-such-page`, { headers })
  const { HTTP: other } = await spansOf(id, 'HTTP')
  expect(other.attributes).toMatchObject({ 'http.request.method': '_OTHER', 'http.response.status_code': 404 })
  expect(collector.spans.filter(({ traceId }) => traceId === id)).toHaveLength(1)
})

test('each job has its own trace, and sending an e-mail has a span', async () => {
  await expect.poll(() => collector.spans.find(({ name }) => name.startsWith('job '))).toBeDefined()
  const job = collector.spans.find(({ name }) => name.startsWith('job '))!
  expect(job).toMatchObject({ parentId: '', kind: 5, attributes: { 'skladno.jobs': expect.any(Number) } })
  await new Browser(node.appUrl).signUp(newAccount())
  await expect.poll(() => collector.spans.find(({ name }) => name === 'mail')).toBeDefined()
  const mail = collector.spans.find(({ name }) => name === 'mail')!
  expect(mail).toMatchObject({ kind: 3, attributes: { 'skladno.outcome': 'sent' } })
})

test('spans never contain people’s names, addresses, amounts, keys, tokens, or any text from the books or typed by users', async () => {
  const account = newAccount()
  await new Browser(node.appUrl).signUp(account)
  await new Browser(node.appUrl).signIn({ ...account, password: 'wrong secret guess' })
  const shop = await openShop(await newCompany(database, node.url), 5)
  const { client } = shop
  const { id, headers } = newTrace()
  const key = `key-${randomUUID()}`
  const secret = 'Тайный покупатель'
  await client.post('/api/v1/partners', { name: secret, phone: '+7 900 765-43-21' }, { key, headers })
  await client.post('/api/v1/partners', { name: secret, price: '98765.43' }, { headers })
  await client.get(`/api/v1/partners?q=${encodeURIComponent(secret)}&limit=98765`, { headers })
  await client.get(`/api/v1/orders/${randomUUID()}?secret=x`, { headers: { ...headers, 'user-agent': 'Secret/1' } })
  await spansOf(id, 'GET /api/v1/orders/:orderId', 'GET /api/v1/partners', 'POST /api/v1/partners')
  const all = JSON.stringify(collector.spans.map(({ name, attributes, resource }) => ({ name, attributes, resource })))
  const words = [
    secret,
    '765-43',
    '98765',
    key,
    client.token,
    account.email,
    account.password,
    'guess',
    'Secret',
    '127.0.0.1',
  ]
  expect(words.filter((word) => all.includes(word))).toEqual([])
  // Check that operations.md describes every attribute.
  const table = readFileSync('docs/operations.md', 'utf8')
  const names = new Set(collector.spans.flatMap(({ attributes }) => Object.keys(attributes)))
  expect(names.size).toBeGreaterThan(8)
  expect([...names].filter((name) => !table.includes(`\`${name}\``))).toEqual([])
})

test('a collector that refuses spans causes one line in the log, and one more when it accepts them again', async () => {
  const said = (text: string) => node.lines.filter((line) => line.includes(text)).length
  collector.refuse(true)
  const from = collector.refused
  await expect
    .poll(
      async () => {
        await fetch(`${node.url}/api/v1/bootstrap`)
        return collector.refused
      },
      { timeout: 10_000 },
    )
    .toBeGreaterThan(from + 2)
  expect(said('Traces cannot be sent')).toBe(1)
  expect(said('Traces are sent again')).toBe(0)
  collector.refuse(false)
  await fetch(`${node.url}/api/v1/bootstrap`)
  await expect.poll(() => said('Traces are sent again')).toBe(1)
})

test(
  'a node that stops sends its last spans first, and ignores the trace ids of an untrusted proxy',
  async ({ onTestFinished }) => {
    const own = await startTraceCollector()
    onTestFinished(() => own.close())
    const stopping = await startTraced(own, { OTEL_BSP_SCHEDULE_DELAY: NEVER })
    onTestFinished(() => endServer(stopping, 'SIGKILL').then(() => undefined))
    const client = await newCompany(database, stopping.url)
    await client.get('/api/v1/warehouses', { headers: { traceparent: SAMPLED } })
    expect(own.spans).toEqual([])
    expect(await endServer(stopping, 'SIGTERM')).toBe(0)
    const request = own.spans.find(({ name }) => name === 'GET /api/v1/warehouses')
    expect(request).toMatchObject({ parentId: '' })
    expect(request!.traceId).not.toBe(TRACE)
  },
  TIMEOUT_MS,
)

test(
  'a trace from a proxy is sent if the proxy sampled it, and other traces are sent in the configured proportion',
  async ({ onTestFinished }) => {
    const own = await startTraceCollector()
    onTestFinished(() => own.close())
    const sampling = await startTraced(own, {
      TRUST_PROXY: '127.0.0.1',
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0',
    })
    onTestFinished(() => endServer(sampling, 'SIGKILL').then(() => undefined))
    const client = await newCompany(database, sampling.url)
    const [sampled, other] = [newTrace(true), newTrace(false)]
    for (const headers of [{}, other.headers, sampled.headers]) {
      await client.get('/api/v1/warehouses', { headers })
      await client.post('/api/v1/warehouses', { name: randomUUID() }, { headers })
    }
    expect(await endServer(sampling, 'SIGTERM')).toBe(0)
    expect(new Set(own.spans.map(({ traceId }) => traceId))).toEqual(new Set([sampled.id]))
    expect(own.spans.map(({ name }) => name)).toContain('commit')
  },
  TIMEOUT_MS,
)

test('the tracing libraries are loaded only if an endpoint is configured', async () => {
  const script = `
    import { registerHooks } from 'node:module'
    const loaded = []
    registerHooks({ resolve(name, context, next) { const found = next(name, context); loaded.push(found.url); return found } })
    const { readConfig } = await import('./server/config.ts')
    await import('./server/service.ts')
    const { startTraces } = await import('./server/integrations/traces.ts')
    const load = async (env) => {
      const end = await startTraces(readConfig(env).traces, { info() {}, warn() {} })
      await end()
      return loaded.filter((url) => /@opentelemetry.(sdk|exporter|resources|core)/.test(url)).length
    }
    console.log(JSON.stringify([await load({}), await load({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' })]))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
  const [without, traced] = JSON.parse(stdout) as [number, number]
  expect(without).toBe(0)
  expect(traced).toBeGreaterThan(0)
})
