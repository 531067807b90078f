/**
 * Tests the SDK with the real service: exactly-once writes, refusals, lists and uploads. Also checks that it has a
 * method for every route.
 */
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  ApiError,
  type Client,
  ConnectionError,
  createClient,
  createSessionClient,
  isEntryOf,
  isRefusedBy,
  newKey,
} from '../../sdk/index.ts'
import { ROUTES } from '../../sdk/types.ts'
import { printAudit, printLabels, printRefusals } from '../../tools/sdk-labels.ts'
import { printReports } from '../../tools/sdk-reports.ts'
import { printTypes } from '../../tools/sdk-types.ts'
import { type Fate, type Gateway, startGateway } from '../support/fakes/unsteady-gateway.ts'
import { useService } from '../support/node/service.ts'
import { FORMATS } from '../support/papers/pictures.ts'
import { ISSUED_ID, UNKNOWN_ID } from '../support/scene/fixtures.ts'

const service = useService()
let gateway: Gateway

beforeAll(async () => {
  gateway = await startGateway(service.url)
})
afterAll(() => gateway.stop())

/** Opens a client of a new company whose requests go through the gateway. */
async function open(options: { deadlineMs?: number; timeoutMs?: number } = {}): Promise<Client> {
  const { token } = await service.newCompany()
  return createClient({ baseUrl: gateway.url, token, ...options })
}

async function refusalOf(promise: Promise<unknown>): Promise<ApiError> {
  const error = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(ApiError)
  return error as ApiError
}

/** Returns the requests that came after the first `mark` requests. */
const since = (mark: number) => gateway.passed.slice(mark)

test('the SDK’s types, labels and refusals match the OpenAPI document (npm run openapi updates them)', async () => {
  const made = {
    types: await printTypes(),
    labels: printLabels(),
    reports: printReports(),
    'refusals.ru': printRefusals('ru'),
    'refusals.en': printRefusals('en'),
    'audit.ru': printAudit('ru'),
    'audit.en': printAudit('en'),
  }
  for (const [name, text] of Object.entries(made)) {
    const isTheSame = (await readFile(`sdk/${name}.ts`, 'utf8')) === text
    expect(isTheSame, `sdk/${name}.ts is out of date: run "npm run openapi"`).toBe(true)
  }
})

test('the SDK’s clients have a method for every route of the OpenAPI document', async () => {
  const asked = new Set<string>()
  const nowhere = {
    baseUrl: 'http://127.0.0.1:9',
    fetch: async (url: unknown, init?: RequestInit) => {
      asked.add(`${init?.method ?? 'GET'} ${new URL(String(url)).pathname}`)
      return new Response('{}', { status: 404 })
    },
  }
  const program = createClient({ ...nowhere, token: 'none' })
  // The routes for signing in are not in the OpenAPI document.
  const { account: _account, ...signedIn } = createSessionClient(nowhere)
  for (const name of Object.keys(program)) expect(Object.keys(signedIn)).toContain(name)
  for (const method of methodsOf(signedIn)) {
    const given = method('ID', 'ID', 'ID')
    const called = isList(given) ? given.page() : 'next' in Object(given) ? given.next() : given
    await Promise.resolve(called).catch((error: unknown) => expect(error).toBeInstanceOf(ApiError))
  }
  const routes = Object.values(ROUTES).map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, 'ID')}`)
  expect([...asked].sort()).toEqual(routes.sort())
})

// biome-ignore lint/suspicious/noExplicitAny: the parameters and results of methods may have any type.
type AnyMethod = (...args: unknown[]) => any

function methodsOf(part: object): AnyMethod[] {
  // Leave out `file`, because report files use the reports' routes.
  const members = Object.entries(part).filter(([name]) => name !== 'file')
  return members.flatMap(([, member]: [string, unknown]) =>
    typeof member === 'function' ? [member as AnyMethod] : methodsOf(member as object),
  )
}

const isList = (given: unknown): given is { page(): Promise<unknown> } => 'page' in Object(given)

test('a write through the SDK returns the record, the short state and whether the response was repeated', async () => {
  const client = await open()
  const key = newKey()
  const first = await client.warehouses.create({ name: 'Основной' }, { key })
  expect(first).toMatchObject({ result: { name: 'Основной', archived: false }, isReplay: false })
  expect(first.state).toEqual({ revision: 1, company: expect.anything(), totals: expect.anything() })
  const again = await client.warehouses.create({ name: 'Основной' }, { key })
  expect(again).toEqual({ ...first, isReplay: true })
})

test('the SDK returns the state in the requested form and with the type of that form', async () => {
  const client = await open()
  const full = await client.warehouses.create({ name: 'А' }, { prefer: 'state=full' })
  expect(full.state.warehouses.map(({ name }) => name)).toEqual(['А'])
  const { state } = await client.warehouses.create({ name: 'Б' }, { prefer: 'state=changes' })
  expect('changed' in state && state.changed.warehouses?.map(({ name }) => name)).toEqual(['Б'])
})

/**
 * Describes the refusal of a write-off. This compiles only if exactly the codes of the command are handled, each with
 * its own `figures`.
 */
function explain(error: unknown): string {
  if (!isRefusedBy('writeOffStock', error)) return 'no rule refused it'
  switch (error.code) {
    case 'INSUFFICIENT_STOCK': {
      const { figures } = error
      if (figures?.reason === 'lot') return `${figures.left} left of ${figures.lotId}`
      return `${figures?.asked} of ${figures?.available} at ${figures?.warehouse}`
    }
    case 'LOT_MISMATCH':
      return `${error.figures?.lotId} is of another product`
    case 'NOT_FOUND':
      return error.figures?.reason === 'id' ? `no ${error.figures.entity}` : 'no such name'
    case 'ARCHIVED':
    case 'NOT_STOCKED':
      return error.detail
    default:
      return error satisfies never
  }
}

test('each operation of the SDK has its own refusals with typed `figures`, besides the general refusals', async () => {
  const client = await open()
  const { result: warehouse } = await client.warehouses.create({ name: 'Склад' })
  const { result: product } = await client.products.create({ name: 'Чай' })
  const goods = { productId: product.id, warehouseId: warehouse.id, reason: 'Бой' }
  const tooMuch = await refusalOf(client.stock.writeOff({ ...goods, quantity: 0.5 }))
  expect(explain(tooMuch)).toBe('0.5 of 0 at Склад')
  expect(explain(await refusalOf(client.stock.writeOff({ ...goods, quantity: 1, productId: UNKNOWN_ID })))).toBe(
    'no product',
  )
  const malformed = await refusalOf(client.stock.writeOff({ ...goods, quantity: 0 }))
  expect(malformed.errors).toEqual([
    { path: '/quantity', message: 'must be >= 0.001', code: 'AT_LEAST', figures: { least: 0.001 } },
  ])
  expect(explain(malformed)).toBe('no rule refused it')
  expect(isRefusedBy('updateProduct', tooMuch)).toBe(false)
})

test('an audit log entry read through the SDK has the typed `figures` of its action', async () => {
  const client = await open()
  await client.warehouses.create({ name: 'Склад' })
  const { items } = await client.audit.list().page()
  const names = items.flatMap((entry): (string | undefined)[] =>
    isEntryOf('warehouse.created', entry) ? [entry.figures?.name] : [],
  )
  expect(names).toEqual(['Склад'])
})

test('the SDK’s idempotency keys are unique UUIDv7s, ordered by time', () => {
  const keys = Array.from({ length: 1_000 }, (_, step) => newKey(1_767_225_600_000 + step))
  for (const key of keys) expect(key).toMatch(ISSUED_ID)
  expect([...keys].sort()).toEqual(keys)
  // The expected beginning is from the example in RFC 9562, A.6.
  expect(newKey(Date.UTC(2022, 1, 22, 19, 22, 22)).slice(0, 13)).toBe('017f22e2-79b0')
  expect(new Set(Array.from({ length: 1_000 }, () => newKey(0))).size).toBe(1_000)
})

const PASSING: readonly (readonly [string, readonly Fate[]])[] = [
  ['a connection cut before the service saw the write', ['cut before']],
  ['a connection cut in the middle of the answer', ['cut after']],
  ['several cuts one after another', ['cut after', 'cut before', 'cut after']],
  ['the answers 502, 503 and 504', [{ status: 502 }, { status: 503 }, { status: 504, body: '<html>' }]],
]

test.each(PASSING)('a write through the SDK takes effect once despite %s', async (_what, fates) => {
  const client = await open()
  const mark = gateway.passed.length
  gateway.plan(...fates)
  const { result } = await client.products.create({ name: 'Чайник', price: 0.1 })
  const sent = since(mark)
  expect(sent).toHaveLength(fates.length + 1)
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
  expect(sent[0]!.key).toMatch(ISSUED_ID)
  const state = await client.state.read()
  expect(state).toMatchObject({ revision: 1, products: [{ id: result.id, price: 0.1 }] })
})

test('the SDK sends a request again if the response takes too long', async () => {
  const client = await open({ timeoutMs: 1_500 })
  gateway.plan('silence')
  const { isReplay } = await client.warehouses.create({ name: 'Основной' })
  expect(isReplay).toBe(true)
  expect((await client.state.read()).revision).toBe(1)
})

test('the SDK waits for as long as the Retry-After header of a 503 demands', async () => {
  vi.useFakeTimers()
  try {
    let asked = 0
    const fetch = async () => {
      asked += 1
      return asked === 1 ? new Response('', { status: 503, headers: { 'retry-after': '7' } }) : Response.json({})
    }
    const reading = createClient({ baseUrl: gateway.url, token: 'any', fetch }).catalog.read()
    await vi.advanceTimersByTimeAsync(6_999)
    expect(asked).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    await reading
    expect(asked).toBe(2)
  } finally {
    vi.useRealTimers()
  }
})

test('the SDK does not wait for a Retry-After that ends after its deadline', async () => {
  const client = await open()
  const mark = gateway.passed.length
  gateway.plan({ status: 503, headers: { 'retry-after': '3600' } })
  expect((await refusalOf(client.catalog.read())).status).toBe(503)
  expect(since(mark)).toHaveLength(1)
})

test.each([400, 401, 403, 404, 409, 413, 415, 429, 500, 501])(
  'the SDK does not send a request again after a %d response',
  async (status) => {
    const client = await open()
    const mark = gateway.passed.length
    gateway.plan({ status, headers: { 'retry-after': '0' } })
    const error = await refusalOf(client.warehouses.create({ name: 'А' }))
    expect(error).toMatchObject({ status, code: 'UNREADABLE_ANSWER', key: since(mark)[0]!.key })
    expect(since(mark)).toHaveLength(1)
  },
)

test('the SDK does not send a request again after a truncated 413 response', async () => {
  const client = await open()
  const mark = gateway.passed.length
  gateway.plan('cut after')
  const error = await refusalOf(client.warehouses.create({ name: 'А'.repeat(2_000_000) }))
  expect(error).toMatchObject({ status: 413, code: 'UNREADABLE_ANSWER' })
  expect(since(mark)).toHaveLength(1)
})

test('the SDK’s error for a write that reached its deadline contains the idempotency key for repeating the write', async () => {
  const client = await open({ deadlineMs: 2_000 })
  gateway.plan('cut after', ...Array<Fate>(50).fill('cut before'))
  const error = await client.warehouses.create({ name: 'А' }).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ConnectionError)
  const { key, attempts } = error as ConnectionError
  expect(attempts).toBeGreaterThan(1)
  await drain()
  const again = await client.warehouses.create({ name: 'А' }, { key: key! })
  expect(again.isReplay).toBe(true)
  expect((await client.state.read()).revision).toBe(1)
})

/** Makes requests until none of the planned failures is left. */
async function drain(): Promise<void> {
  for (let failed = true; failed; )
    failed = await fetch(`${gateway.url}/healthz`).then(
      () => false,
      () => true,
    )
}

test('a call of the SDK is aborted by its signal', async () => {
  const client = await open()
  const stop = new AbortController()
  const mark = gateway.passed.length
  gateway.plan('silence')
  const reading = client.catalog.read({}, { signal: stop.signal })
  const reason = new Error('enough')
  // Wait for this request. Otherwise the gateway's planned silence would affect a request of the next test.
  await vi.waitFor(() => expect(since(mark)).toHaveLength(1), { timeout: 30_000, interval: 5 })
  stop.abort(reason)
  await expect(reading).rejects.toBe(reason)
})

test('the SDK’s error for a refusal contains the code, the detail text, the `figures` and the request id', async () => {
  const client = await open()
  const { result: warehouse } = await client.warehouses.create({ name: 'Основной' })
  const { result: product } = await client.products.create({ name: 'Чайник' })
  await client.partners.create({ name: 'Иван' })
  const goods = { productId: product.id, warehouseId: warehouse.id }
  await client.stock.receive({ ...goods, supplier: 'иван', unitCost: 980.5, quantity: 3 })
  const error = await refusalOf(client.stock.writeOff({ ...goods, quantity: 5, reason: 'Бой' }))
  expect(error).toMatchObject({ status: 409, code: 'INSUFFICIENT_STOCK', name: 'ApiError' })
  expect(error.detail).toMatch(/5.*3/)
  expect(error.requestId).toMatch(/^[0-9a-f-]{36}$/)
})

test('the SDK’s error for a refusal lists the wrong fields and the blocking records', async () => {
  const client = await open()
  const wrong = await refusalOf(client.warehouses.create({ name: '' }))
  expect(wrong).toMatchObject({ status: 400, code: 'VALIDATION_FAILED', errors: [{ path: '/name' }] })
  const { result: tea } = await client.products.create({ name: 'Чай' })
  await client.products.create({ name: 'Набор', kind: 'bundle', components: [{ productId: tea.id, quantity: 2 }] })
  const used = await refusalOf(client.products.delete(tea.id))
  expect(used).toMatchObject({ code: 'HAS_REFERENCES', blockers: [{ label: 'Набор' }] })
  expect((await refusalOf(client.orders.read(UNKNOWN_ID))).code).toBe('NOT_FOUND')
  const stranger = createClient({ baseUrl: gateway.url, token: 'wrong' })
  expect((await refusalOf(stranger.catalog.read())).code).toBe('UNAUTHENTICATED')
})

test('a list read through the SDK yields every record once even if records are created during reading', async () => {
  const client = await open()
  const made = new Set<string>()
  for (let step = 0; step < 25; step += 1) made.add((await client.products.create({ name: `Товар ${step}` })).result.id)
  const seen: string[] = []
  for await (const product of client.products.list({ limit: 4 })) {
    seen.push(product.id)
    if (seen.length % 4 === 2) await client.products.create({ name: 'Новый' })
  }
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen.filter((id) => made.has(id))).toHaveLength(25)
})

test('a list can be read through the SDK page by page, filtered and searched', async () => {
  const client = await open()
  for (const name of ['Чайник', 'Кофейник', 'Чайная пара']) await client.products.create({ name })
  const page = await client.products.list({ limit: 2, sort: 'name' }).page()
  expect(page.items.map(({ name }) => name)).toEqual(['Кофейник', 'Чайная пара'])
  const rest = await client.products.list({ limit: 2, sort: 'name' }).page(page.nextCursor!)
  expect(rest).toMatchObject({ items: [{ name: 'Чайник' }], nextCursor: null })
  const names: string[] = []
  for await (const { name } of client.products.list({ q: 'чай', kind: ['product', 'variant'], sort: 'name' }))
    names.push(name)
  expect(names).toEqual(['Чайная пара', 'Чайник'])
  const pages: number[] = []
  for await (const { items } of client.audit.list({ limit: 2 }).pages()) pages.push(items.length)
  expect(pages).toEqual([2, 1])
})

test('the SDK can find an external link by its key', async () => {
  const client = await open()
  const { result: product } = await client.products.create({ name: 'Чайник' })
  const key = { source: 'ozon', entityType: 'product', externalId: 'a/b?c' } as const
  const { result: link } = await client.externalLinks.create({ ...key, internalId: product.id })
  expect(await client.externalLinks.find(key)).toEqual(link)
  expect((await refusalOf(client.externalLinks.find({ ...key, externalId: 'нет' }))).code).toBe('NOT_FOUND')
  await client.externalLinks.delete(link.id)
  expect((await refusalOf(client.externalLinks.find(key))).code).toBe('NOT_FOUND')
})

test('the SDK escapes ids in paths, whatever characters they have', async () => {
  const client = await open()
  const error = await refusalOf(client.products.read('../catalog?x=1#'))
  expect(error).toMatchObject({ status: 404, code: 'NOT_FOUND' })
})

const png = () => FORMATS['image/png']()
const FORMS: readonly (readonly [string, (bytes: Buffer) => Parameters<Client['images']['upload']>[1]])[] = [
  ['a Buffer', (bytes) => bytes],
  ['a Blob', (bytes) => new Blob([new Uint8Array(bytes)], { type: 'image/png' })],
  ['a stream', (bytes) => new Blob([new Uint8Array(bytes)]).stream()],
]

test.each(FORMS)(
  'the SDK uploads an image from %s, even if the connection is cut, and downloads it unchanged',
  async (_what, formOf) => {
    const client = await open()
    const { result: product } = await client.products.create({ name: 'Чайник' })
    const bytes = await png()
    gateway.plan('cut after')
    const { result: image } = await client.images.upload(product.id, formOf(bytes))
    expect(image).toMatchObject({ contentType: 'image/png', size: bytes.length })
    const original = await client.images.download(image.id)
    expect(original.type).toBe('image/png')
    expect(Buffer.from(await original.arrayBuffer()).equals(bytes)).toBe(true)
    const { images } = await client.products.read(product.id)
    expect(images.map(({ id }) => id)).toEqual([image.id])
  },
)

test('the SDK can read a report as data and download it as a table', async () => {
  const client = await open()
  const report = await client.reports.stock({})
  expect(report).toMatchObject({ items: [], rowCount: 0, nextCursor: null })
  const table = await client.reports.file('stock', { format: 'csv' })
  expect(table.type).toMatch(/^text\/csv/)
  expect((await client.selfCheck()).ok).toBe(true)
})

test('the SDK refuses a wrong base address at once', () => {
  expect(() => createClient({ baseUrl: 'skladno', token: 'x' })).toThrow(/baseUrl/)
})
