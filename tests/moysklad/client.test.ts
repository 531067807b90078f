/** Tests how requests are sent to MoySklad, and how complete and broken responses are read. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { pathOf } from '../../server/moysklad/client.ts'
import { SOURCE_ERROR_KINDS, type SourceError, sentencesOf } from '../../server/moysklad/source-errors.ts'
import { FAKE_TOKEN, type FakeMoysklad, type Fault, startFakeMoysklad } from '../support/moysklad/fake-moysklad.ts'
import { type AskingNode, FOREVER, NO_PACE, openAskingNode } from '../support/moysklad/node.ts'
import { cloneDatabase } from '../support/node/service.ts'

let cloned: Awaited<ReturnType<typeof cloneDatabase>>
let fake: FakeMoysklad
let node: AskingNode

beforeAll(async () => {
  cloned = await cloneDatabase()
})
afterAll(() => cloned.drop())
beforeEach(async () => {
  fake = await startFakeMoysklad({
    tokens: { [FAKE_TOKEN]: {}, narrow: { forbidden: ['supply'], closed: ['bundle'] } },
  })
  node = openAskingNode(cloned.url, fake.url, NO_PACE)
})
afterEach(async () => {
  await node.close()
  await fake.close()
})

const get = (path: string, token = FAKE_TOKEN) =>
  node.client({ token }).get(path, { signal: FOREVER, tries: { failures: 3, refusals: 2 } }, async (text) => text)
/** Sends a request that must fail, and returns its error. */
const errorOf = (path: string, token?: string): Promise<SourceError> =>
  get(path, token).then(
    () => expect.unreachable(),
    (error: SourceError) => error,
  )

test('a request to MoySklad has exactly the required headers', async () => {
  for (let count = 0; count < 5; count += 1) await get('/entity/currency')
  const [first] = fake.log
  expect(first!.headers).toEqual({
    host: new URL(fake.url).host,
    connection: 'keep-alive',
    authorization: `Bearer ${FAKE_TOKEN}`,
    accept: 'application/json;charset=utf-8',
    'accept-encoding': 'gzip',
    'user-agent': 'skladno',
  })
  expect([fake.log.length, fake.connections()]).toEqual([5, 1])
})

const AGAIN: [string, Fault['how']][] = [
  ['HTML instead of an error', { kind: 'html', status: 503 }],
  ['HTML instead of an answer', { kind: 'html', status: 200 }],
  ['an empty answer', { kind: 'empty' }],
  ['an answer with half of its bytes', { kind: 'truncated' }],
  ['an answer with half of its JSON', { kind: 'truncated json' }],
  ['a connection that breaks', { kind: 'reset' }],
  ['status 500', { kind: 'status', status: 500 }],
  ['status 503 with a code', { kind: 'status', status: 503, code: 1083 }],
  ['the refusal of too many requests at once', { kind: 'too many at once' }],
  ['the refusal of too frequent requests', { kind: 'too often', retryAfterMs: 5 }],
]
test.each(AGAIN)('a request to MoySklad is retried after %s', async (_name, how) => {
  fake.fail({ how })
  const currencies = await get('/entity/currency')
  expect(JSON.parse(currencies).rows).toHaveLength(4)
  expect(fake.log).toHaveLength(2)
})

test('an uncompressed response from MoySklad can be read too', async () => {
  fake.fail({ how: { kind: 'uncompressed' } })
  expect(JSON.parse(await get('/entity/currency')).rows).toHaveLength(4)
  expect(fake.log).toHaveLength(1)
})

const KINDS: [string, Fault['how'], string][] = [
  ['status 401', { kind: 'status', status: 401, code: 1056 }, 'token-rejected'],
  ['status 401 without a body', { kind: 'status', status: 401 }, 'token-rejected'],
  ['the refusal of access to the API', { kind: 'status', status: 403, code: 1061 }, 'no-api-access'],
  ['the error of a missing right', { kind: 'status', status: 403, code: 1016 }, 'not-permitted'],
  ['status 403 as HTML', { kind: 'html', status: 403 }, 'not-permitted'],
  ['the error of a tariff without access', { kind: 'status', status: 403, code: 1070 }, 'tariff-closed'],
  ['the error of a missing record', { kind: 'status', status: 404, code: 1021 }, 'not-found'],
  ['the error of a refused filter', { kind: 'status', status: 412, code: 1034 }, 'query-refused'],
  ['the error of a refused sort order', { kind: 'status', status: 400, code: 1063 }, 'query-refused'],
  ['status 415 without a body', { kind: 'status', status: 415 }, 'request-refused'],
  ['status 400 and an unknown code', { kind: 'status', status: 400, code: 99 }, 'request-refused'],
]
test.each(KINDS)(
  'if MoySklad responds with %s, the error is reported and the request is not retried',
  async (_name, how, kind) => {
    fake.fail({ times: 9, how })
    expect(await errorOf('/entity/product')).toMatchObject({ kind, isRetryable: false })
    expect(fake.log).toHaveLength(1)
  },
)

test('the simulated MoySklad refuses data that the token’s user may not see', async () => {
  expect(await errorOf('/entity/supply', 'narrow')).toMatchObject({ kind: 'not-permitted', extras: { codes: [1016] } })
  expect(await errorOf('/entity/bundle', 'narrow')).toMatchObject({ kind: 'tariff-closed', extras: { codes: [1070] } })
  expect(await errorOf('/entity/product', 'wrong')).toMatchObject({ kind: 'token-rejected', extras: { codes: [1056] } })
})

const IN_THE_END: [Fault['how'], string][] = [
  [{ kind: 'status', status: 502 }, 'down'],
  [{ kind: 'reset' }, 'unreachable'],
  [{ kind: 'truncated' }, 'unreachable'],
  [{ kind: 'truncated json' }, 'garbled'],
  [{ kind: 'empty' }, 'garbled'],
]
test.each(IN_THE_END)(
  'a request to MoySklad that keeps failing is abandoned after a few attempts, and %j is reported as %s',
  async (how, kind) => {
    fake.fail({ times: 9, how })
    expect(await errorOf('/entity/product')).toMatchObject({ kind, isRetryable: true })
    expect(fake.log).toHaveLength(3)
  },
)

test('MoySklad is reported as unreachable if nothing listens at its address', async () => {
  await fake.close()
  expect(await errorOf('/entity/product')).toMatchObject({ kind: 'unreachable' })
})

test('a response from MoySklad that takes too long is treated as no response', async () => {
  fake.fail({ how: { kind: 'silent' } })
  const client = node.client()
  const tries = { failures: 1, refusals: 1 }
  const asking = client.get('/entity/product', { signal: FOREVER, tries, timeoutMs: 50 }, async () => null)
  await expect(asking).rejects.toMatchObject({ kind: 'no-answer' })
})

test('the caller can abort a request to MoySklad that is in flight', async () => {
  fake.fail({ how: { kind: 'silent' } })
  const stop = new AbortController()
  // Abort only after the request has arrived: a slow machine might otherwise abort it before it is sent.
  fake.onRequest = () => stop.abort()
  const asking = node.client().get('/entity/product', { signal: stop.signal }, async () => null)
  await expect(asking).rejects.toMatchObject({ name: 'AbortError' })
  fake.onRequest = null
  await get('/entity/currency')
})

test('only a redirect within MoySklad is followed, so the token never leaves MoySklad', async () => {
  const other = await startFakeMoysklad()
  fake.fail({ how: { kind: 'redirect', to: `${fake.url}/entity/currency` } })
  expect(JSON.parse(await get('/entity/product')).meta.type).toBe('currency')
  expect(fake.log.map(({ path }) => path)).toEqual(['/entity/product', '/entity/currency'])
  for (const to of [`${other.url}/entity/currency`, `${new URL(fake.url).origin}/elsewhere`, '//[broken']) {
    fake.fail({ how: { kind: 'redirect', to } })
    expect(await errorOf('/entity/product')).toMatchObject({ kind: 'redirected' })
  }
  fake.fail({ times: 9, how: { kind: 'redirect', to: `${fake.url}/entity/product` } })
  expect(await errorOf('/entity/product')).toMatchObject({ kind: 'redirected' })
  expect(other.log).toEqual([])
  await other.close()
})

test('requests go only to MoySklad’s own addresses, so the token is never sent anywhere else', () => {
  const url = 'https://api.moysklad.ru/api/remap/1.2'
  expect(pathOf(`${url}/entity/product?limit=1`, url)).toBe('/entity/product?limit=1')
  for (const other of [
    'https://api.moysklad.ru.evil.example/api/remap/1.2/x',
    'https://api.moysklad.ru/api/remap/1.20/x',
  ])
    expect(pathOf(other, url)).toBeNull()
  expect(pathOf('http://api.moysklad.ru/api/remap/1.2/x', url)).toBeNull()
  expect(pathOf(`${url}/../../../x`, url)).toBeNull()
  expect(pathOf(undefined, url)).toBeNull()
})

test('errors from requests to MoySklad never contain the token, whatever went wrong', async () => {
  for (const how of [...AGAIN.map(([, one]) => one), ...KINDS.map(([, one]) => one)]) {
    fake.fail({ times: 3, how })
    const error = (await node
      .client()
      .get('/entity/product', { signal: FOREVER, tries: { failures: 1, refusals: 1 } }, async () => null)
      .catch((one: SourceError) => one)) as SourceError
    const told = [error.message, error.stack, String(error.cause), JSON.stringify(error), JSON.stringify(error.extras)]
    expect(told.join('\n')).not.toContain(FAKE_TOKEN)
    expect(error.cause).toBeUndefined()
    while (fake.pending() > 0) await get('/entity/currency').catch(() => null)
  }
})

test('every kind of error from MoySklad has a message in both languages', () => {
  for (const kind of SOURCE_ERROR_KINDS) {
    const { ru, en } = sentencesOf(kind)
    expect(ru, kind).toMatch(/^[А-ЯЁ].*[а-яё].*\.$/)
    expect(en, kind).toMatch(/^[A-Z][\x20-\x7e]*\.$/)
  }
})
