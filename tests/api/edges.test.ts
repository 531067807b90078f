/**
 * Tests numbers, dates, cursors, headers and sizes at their limits: no request causes a 5xx, and refusals are cheap.
 */
import { readFileSync } from 'node:fs'
import { PassThrough, Readable } from 'node:stream'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findFilterValue } from '../../server/commands/find.ts'
import { COMMANDS } from '../../server/commands/table.ts'
import { compileValidator } from '../../server/commands/validation.ts'
import type { Books } from '../../server/domain/books.ts'
import type { Refusal } from '../../server/domain/refusals.ts'
import {
  countWhileArriving,
  MAX_BODY_DEPTH,
  MAX_BODY_NAMES,
  MAX_BODY_VALUES,
  parseCounted,
  parseJsonBody,
} from '../../server/http/wire/json-body.ts'
import { readPrefer } from '../../server/http/wire/prefer.ts'
import { operationsOf } from '../support/contract/openapi.ts'
import { pathsOf, readProblem } from '../support/contract/problems.ts'
import type { Client, Json } from '../support/node/client.ts'
import { exchangeBytes, requestText } from '../support/node/raw-http.ts'
import type { Reply } from '../support/node/reply.ts'
import { useService } from '../support/node/service.ts'
import {
  addField,
  addProduct,
  addWarehouse,
  openShop,
  placeOrder,
  receiveOf,
  UNKNOWN_ID,
} from '../support/scene/fixtures.ts'

const service = useService()
const DOCUMENT = JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8'))
const READS = operationsOf(DOCUMENT).filter(({ method }) => method === 'GET')

/**
 * Returns `path?name=` for every query parameter that `isMeant` accepts, preceded by the other parameters that the GET
 * request requires.
 */
function queriesWith(isMeant: (parameter: Json) => boolean): { path: string; name: string }[] {
  return READS.flatMap(({ path, operation }) =>
    (operation.parameters as Json[]).filter(isMeant).map(({ name }) => {
      const needed = operation.parameters.some((one: Json) => one.name === 'from' && one.required)
        ? 'from=2026-03-01&'
        : ''
      return {
        path: `${path.replace('{page}', '1').replace(/\{\w+\}/g, UNKNOWN_ID)}?${name === 'from' ? '' : needed}${name}=`,
        name,
      }
    }),
  )
}

/** Asserts that the request is refused for this parameter only. */
async function expectRefused(client: Client, path: string, place: string): Promise<void> {
  const problem = readProblem(await client.get(path))
  expect([path, problem.code, [...new Set(pathsOf(problem))]]).toEqual([path, 'VALIDATION_FAILED', [place]])
}

// Tests of numbers.

const NUMBERS = queriesWith(({ in: place, schema }) => place === 'query' && schema.type === 'integer')

test.each([
  '1e309',
  '-1e309',
  'Infinity',
  'NaN',
  '1e1',
  '1E1',
  '0x10',
  '0b1',
  '16.0',
  '16.',
  '%2016',
  '16%20',
  '+16',
  '%2B16',
  '1_6',
  '1,6',
  '%EF%BC%91%EF%BC%96',
  '16n',
  '',
  'null',
  'true',
  '99999999999999999999',
  '16%00',
])('the text %j is refused where a query needs a whole number', async (spelling) => {
  const client = await service.newCompany()
  expect(NUMBERS.length).toBeGreaterThan(20)
  for (const { path, name } of NUMBERS) await expectRefused(client, path + spelling, `query/${name}`)
})

test('a query that gives the same number parameter twice is refused', async () => {
  const client = await service.newCompany()
  for (const { path, name } of NUMBERS) await expectRefused(client, `${path}16&${name}=17`, `query/${name}`)
})

test('a number that is too large for a double is refused in custom values', async () => {
  const client = await service.newCompany()
  for (const value of ['1e309', '[1,-1e400]', '{"a":1e999}']) {
    const raw = `{"name":"Чай","customValues":{"вес":${value}}}`
    expect(pathsOf(readProblem(await client.post('/api/v1/products', undefined, { raw })))).toEqual(['/customValues'])
  }
})

// Tests of dates.

const MOMENTS = queriesWith(({ in: place, name }) => place === 'query' && /^(from|to|date)$|[a-z](From|To)$/.test(name))

test.each([
  '0000-01-01',
  '0001-01-01T00:00:00Z',
  '0000-01-01 00:00:00Z',
  '1899-12-31',
  '2201-01-01',
  '9999-12-31',
  '9999-12-31T23:59:59.999-23:59',
  '2200-12-31T23:59:59-12:00',
  '%2B010000-01-01',
  '-000001-01-01',
  '292277-01-01T00:00:00Z',
  '2026-02-30',
  '2026-03-01T10:00:00%2B24:00',
  '2026-03-01T25:00:00Z',
  '2026-03-01 10:00:00%2B24:00',
  '',
])('every query parameter that takes a time refuses %j', async (time) => {
  const client = await service.newCompany()
  expect(MOMENTS.length).toBeGreaterThan(20)
  for (const { path, name } of MOMENTS) await expectRefused(client, path + time, `query/${name}`)
})

test('lists and the audit log accept times of the years 1 to 9999, and reports accept years from 1970 on', async () => {
  const { client } = await openShop(await service.newCompany(), 1)
  for (const { path, name } of MOMENTS) {
    const isReport = path.includes('/reports/')
    const years = isReport ? ['1970-01-01', '2200-12-31'] : ['1900-01-01', '1900-01-01T00:00:00Z', '2200-12-31']
    // The earliest year cannot be the end of a report's period, because a period must not end before it begins.
    const asked = isReport && name === 'to' ? years.slice(1) : years
    for (const year of asked) expect((await client.get(path + year)).status, path + year).toBe(200)
  }
})

test('the earliest and the latest allowed point in time are stored unchanged', async () => {
  const shop = await openShop(await service.newCompany(), 5)
  for (const orderedAt of ['1900-01-01T00:00:00.000Z', '2200-12-31T23:59:59.999Z']) {
    const order = await shop.client.made('POST', '/api/v1/orders', { ...orderOf(shop), orderedAt })
    expect(order.orderedAt).toBe(orderedAt)
  }
  const listed = await shop.client.get('/api/v1/orders?sort=orderedAt&limit=1')
  const rest = await shop.client.get(`/api/v1/orders?sort=orderedAt&cursor=${listed.json.nextCursor}`)
  expect([...listed.json.items, ...rest.json.items]).toHaveLength(2)
})

const orderOf = ({ productId, warehouseId }: { productId: string; warehouseId: string }) => ({
  customer: 'Иван',
  warehouseId,
  channel: 'Сайт',
  items: [{ productId, quantity: 1 }],
})

test('a custom date field accepts only days from 1900 to 2200', async () => {
  const client = await service.newCompany()
  await addField(client, { name: 'Годен до', valueType: 'date' })
  const withDate = (day: string) => ({ name: 'Чай', customValues: { 'Годен до': day } })
  for (const day of ['1899-12-31', '2201-01-01', '0000-01-01', '9999-12-31'])
    expect((await client.refused('POST', '/api/v1/products', withDate(day))).detail).toContain('1900 and 2200')
  for (const day of ['1900-01-01', '2200-12-31']) await client.made('POST', '/api/v1/products', withDate(day))
})

// Tests of cursors.

async function reportShop() {
  const shop = await openShop(await service.newCompany(), 5)
  await receiveOf(shop, { productId: await addProduct(shop.client, { name: 'Второй' }), quantity: 1 })
  await receiveOf(shop, { warehouseId: await addWarehouse(shop.client), quantity: 1 })
  return shop
}

const cursorOf = async (client: Client, path: string): Promise<string> => {
  const { json } = await client.get(`/api/v1/${path}`)
  expect(json.nextCursor, path).toEqual(expect.any(String))
  return json.nextCursor
}
const expectBadCursor = (client: Client, path: string, cursor: string) =>
  expectRefused(client, `/api/v1/${path}${path.includes('?') ? '&' : '?'}cursor=${cursor}`, 'query/cursor')

test('a report’s cursor is valid only for that report and the same query', async () => {
  const { client, warehouseId, productId } = await reportShop()
  const period = 'from=2020-01-01'
  const stock = await cursorOf(client, 'reports/stock?limit=1')
  const turnover = await cursorOf(client, `reports/turnover?limit=1&${period}`)
  expect((await client.get(`/api/v1/reports/stock?limit=2&cursor=${stock}`)).status).toBe(200)
  expect((await client.get(`/api/v1/reports/stock?format=json&decimal=point&cursor=${stock}`)).status).toBe(200)
  for (const path of [
    'reports/stock-valuation',
    'reports/stock?timeZone=UTC',
    'reports/stock?date=2200-01-01',
    `reports/stock?warehouseId=${warehouseId}`,
    `reports/stock?productId=${productId}`,
    'products',
    'audit',
    'procurement/imports',
  ])
    await expectBadCursor(client, path, stock)
  for (const path of [
    'reports/turnover?from=2020-01-02',
    `reports/turnover?${period}&to=2200-01-01`,
    `reports/gross-profit?${period}`,
  ])
    await expectBadCursor(client, path, turnover)
  const valuation = await cursorOf(client, 'reports/stock-valuation?limit=1')
  await expectBadCursor(client, 'reports/stock-valuation?groupBy=product', valuation)
})

test('a cursor is accepted when the parameters of the same query come in another order', async () => {
  const { client } = await openShop(await service.newCompany(), 1)
  const cursor = await cursorOf(client, 'audit?limit=1&from=2020-01-01&actorType=token')
  const again = await client.get(`/api/v1/audit?cursor=${cursor}&actorType=token&from=2020-01-01`)
  expect(again.status, again.text).toBe(200)
})

/** Returns the cursor with its position replaced by another one. */
const forged = (cursor: string, ...place: unknown[]): string => {
  const [marks] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  return Buffer.from(JSON.stringify([marks, ...place])).toString('base64url')
}

test('a report’s cursor that was tampered with is refused', async () => {
  const { client } = await reportShop()
  const [stock, turnover] = ['reports/stock', 'reports/turnover?from=2020-01-01'] as const
  const cursors = [await cursorOf(client, `${stock}?limit=1`), await cursorOf(client, `${turnover}&limit=1`)] as const
  const now = Date.now() - 60_000
  for (const place of [
    [now, now, 1],
    [null, -1, 1],
    [null, now, -1],
    [null, now, 0.5],
    [null, now, 1e15],
    [null, now, 1e300],
    [null, 8.64e15 + 1, 1],
    [null, 999_999_999_999_999, 1],
    [null, `${now}`, 1],
    [null, now, null],
    [null, now],
    [null, now, 1, 1],
    [],
  ])
    await expectBadCursor(client, stock, forged(cursors[0], ...place))
  for (const place of [
    [null, now, 1],
    [now, now - 1, 1],
    [-1, now, 1],
    ['x', now, 1],
  ])
    await expectBadCursor(client, turnover, forged(cursors[1], ...place))
  const old = (text: string) => Buffer.from(text).toString('base64url')
  for (const text of ['-999999999999999@1', '-1@999999999', '{}', 'null', '[[[', '[]', '"x"'])
    await expectBadCursor(client, stock, old(text))
})

test('a cursor with an invalid time is refused', async () => {
  const shop = await openShop(await service.newCompany(), 5)
  for (let count = 0; count < 2; count += 1) await placeOrder(shop)
  const cursor = await cursorOf(shop.client, 'orders?sort=orderedAt&limit=1')
  for (const time of [
    '2026-13-01 00:00:00+00',
    '2026-02-30 00:00:00+00',
    '2026-02-28 24:01:00+00',
    '9999-99-99 99:99:99+00',
    '0000-01-01 00:00:00+00',
    '300000-01-01 00:00:00+00',
    '2201-01-01 00:00:00+00',
  ])
    await expectBadCursor(shop.client, 'orders?sort=orderedAt', forged(cursor, time, UNKNOWN_ID))
})

test('the list of uploaded files refuses a cursor of another list, and an id in place of a cursor', async () => {
  const { client } = await reportShop()
  const other = await cursorOf(client, 'products?limit=1')
  for (const cursor of [other, UNKNOWN_ID, forged(other, null, UNKNOWN_ID)])
    await expectBadCursor(client, 'procurement/imports', cursor)
})

// Tests of paths and headers.

const STATIC = '/docs/static'

test.each([
  ['by a path that leaves the folder', '/%2e%2e/%2e%2e/package.json'],
  ['by a path that leaves the folder with backslashes', '/%5c..%5cpackage.json'],
  ['with two slashes before its name', '//swagger-ui.css'],
  ['with a dot before its name', '/./swagger-ui.css'],
  ['by a name that contains U+0000', '/%00'],
  ['by a very long name', `/${'a'.repeat(300)}`],
  ['by a path of very many folders', '/a'.repeat(3_000)],
])('a file outside the folder /docs is not found when requested %s', async (_where, path) => {
  const reply = await exchange(requestText('GET', STATIC + path, [], ''))
  expect(readProblem(reply).code).toBe('ROUTE_NOT_FOUND')
})

test.each([
  ['Range', 'bytes=999999999-'],
  ['Range', 'bytes=5-10'],
  ['If-Match', '"x"'],
  ['If-Unmodified-Since', 'Mon, 01 Jan 1990 00:00:00 GMT'],
])('a file of /docs is sent in full even if the request has the header %s: %s', async (name, value) => {
  const asked = await fetch(`${service.url}${STATIC}/swagger-ui.css`, { headers: { [name]: value } })
  expect(asked.status).toBe(200)
  expect(await asked.text()).toBe(await (await fetch(`${service.url}${STATIC}/swagger-ui.css`)).text())
})

async function exchange(text: string): Promise<Reply> {
  const raw = await exchangeBytes(service.url, text)
  return { ...raw, json: /json/.test(raw.headers.get('content-type') ?? '') ? JSON.parse(raw.text) : {} }
}

test('the service ignores an Expect header with an unknown value', async () => {
  const client = await service.newCompany()
  const headers: [string, string][] = [
    ['Authorization', `Bearer ${client.token}`],
    ['Expect', 'something'],
  ]
  expect((await exchange(requestText('GET', '/api/v1/bootstrap', headers, ''))).status).toBe(200)
})

test('a Prefer header is understood even with any amount of white space', () => {
  const much = ' '.repeat(15_000)
  expect(readPrefer(`state${much}=${much}changes;${much}since${much}=${much}4`, '')).toEqual({
    name: 'changes',
    since: 4,
  })
  expect(readPrefer(`a${much}b, return${much}=${much}"minimal"`, '')).toEqual({ name: 'summary' })
})

// Tests of bodies.

const manyOf = (count: number, text: (index: number) => string) => Array.from({ length: count }, (_, at) => text(at))

test.each([
  ['more values than it may have', `[${'1,'.repeat(MAX_BODY_VALUES)}`, 'VALIDATION_FAILED'],
  ['more arrays than it may have', `[${'[],'.repeat(MAX_BODY_VALUES)}`, 'VALIDATION_FAILED'],
  ['more names than it may have', `{${manyOf(MAX_BODY_NAMES + 1, (at) => `"${at}":1`)}`, 'VALIDATION_FAILED'],
  ['deeper nesting than it may have', '['.repeat(MAX_BODY_DEPTH + 1), 'MALFORMED_JSON'],
])('a body with %s is refused before it is parsed', (_what, beginning, code) => {
  // The body is not valid JSON, but it must be refused for exceeding a limit, before it is parsed.
  const broken = Buffer.from(`${beginning}nonsense`)
  expect(() => parseJsonBody(broken)).toThrow(expect.objectContaining({ code }))
  expect(() => parseJsonBody(broken)).not.toThrow(/not JSON/)
})

const ASKER = { companyId: 'company' }
const PIECES = ['{}', '[]', '"a":1', '"\\\\"', '"\\""', '",:[{"', '1', '"я\\u0041"', '[[', ']]', '"']

test('a body that arrives in chunks is refused exactly when the whole body would be', async () => {
  const verdict = (ask: () => unknown) => {
    try {
      return { value: ask() }
    } catch (error) {
      const { code, message } = error as Refusal
      return { code, message }
    }
  }
  const arriving = async (pieces: Buffer[]) => {
    const chunks: Buffer[] = []
    try {
      for await (const chunk of countWhileArriving(Readable.from(pieces), ASKER)) chunks.push(chunk)
    } catch (error) {
      return verdict(() => {
        throw error
      })
    }
    return verdict(() => parseCounted(Buffer.concat(chunks)))
  }
  const body = fc
    .tuple(fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 4 }), fc.integer({ min: 1, max: 60_000 }))
    .map(([parts, times]) => Buffer.from(`[${Array(times).fill(parts.join(',')).join(',')}]`))
  const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 })
  const verdicts = { whole: 0, refused: 0 }
  await fc.assert(
    fc.asyncProperty(body, cuts, async (bytes, at) => {
      const ends = [...at.map((share) => Math.floor(share * bytes.length)), 1, bytes.length].sort((a, b) => a - b)
      const pieces = ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end))
      const whole = verdict(() => parseJsonBody(bytes))
      verdicts['value' in whole ? 'whole' : 'refused'] += 1
      expect(await arriving(pieces)).toEqual(whole)
    }),
    { numRuns: 150 },
  )
  expect(verdicts.whole).toBeGreaterThan(10)
  expect(verdicts.refused).toBeGreaterThan(10)
})

test('bodies that arrive at the same time are counted one after the other, one chunk per turn of the event loop', async () => {
  let turn = 0
  let next = setImmediate(function count() {
    turn += 1
    next = setImmediate(count)
  })
  const turns: number[] = []
  const arrive = async () => {
    await countWhileArriving(Readable.from([Buffer.from('[1,2]')]), ASKER).toArray()
    turns.push(turn)
  }
  await Promise.all(Array.from({ length: 5 }, arrive))
  clearImmediate(next)
  expect(new Set(turns).size).toBe(5)
})

test('counting a body ends with an error when its sender disconnects', async () => {
  const body = new PassThrough()
  const counted = countWhileArriving(body, ASKER)
  body.write('[')
  setImmediate(() => body.destroy(new Error('disconnected')))
  await expect(counted.toArray()).rejects.toThrow('disconnected')
})

test('strings with quotes and backslashes are counted the same, wherever the body is split', async () => {
  const most = manyOf(MAX_BODY_VALUES - 12, () => '1').join(',')
  const bytes = Buffer.from(`["\\\\","\\"","\\\\\\"[,","${'['.repeat(70)}",{"a\\\\":":"},${most}]`)
  for (let at = 0; at < 120; at += 1) {
    const stream = countWhileArriving(
      Readable.from([bytes.subarray(0, at), bytes.subarray(at, at + 1), bytes.subarray(at + 1)]),
      ASKER,
    )
    let length = 0
    for await (const chunk of stream) length += (chunk as Buffer).length
    expect(length).toBe(bytes.length)
  }
})

test('commas and brackets inside strings do not count towards the limit on the number of a body’s parts', () => {
  const text = '{}[],:"\\'.repeat(MAX_BODY_VALUES)
  expect(parseJsonBody(Buffer.from(JSON.stringify([text, { [text]: text }])))).toEqual([text, { [text]: text }])
  const most = manyOf(MAX_BODY_VALUES - 2, () => '1').join(',')
  expect(parseJsonBody(Buffer.from(`[ ${most} ]`))).toHaveLength(MAX_BODY_VALUES - 2)
  const deepest = '['.repeat(MAX_BODY_DEPTH) + ']'.repeat(MAX_BODY_DEPTH)
  expect(parseJsonBody(Buffer.from(deepest))).toBeInstanceOf(Array)
})

test('the response to a 1 MiB body with too many invalid items contains a single error', async () => {
  const { client } = await openShop(await service.newCompany())
  const raw = `{"items":[${'{},'.repeat(349_000)}{}]}`
  const problem = readProblem(await client.post('/api/v1/orders', undefined, { raw }))
  const figures = { most: 50_000 }
  expect(problem.errors).toEqual([{ path: '', message: expect.stringContaining('values'), code: 'TOO_MANY', figures }])
})

const ARRAYS = COMMANDS.filter(({ upload }) => upload === undefined).flatMap(({ name, body }) =>
  Object.entries((body as Json).properties as Record<string, Json>)
    .filter(([, field]) => field.items !== undefined)
    .map(([field, schema]) => ({ name, field, schema, body })),
)

test.each(ARRAYS)(
  'if a $field array is too long, the validator of $name reads none of its entries',
  ({ field, schema, body }) => {
    let looks = 0
    const entries = new Proxy(Array(schema.maxItems + 1).fill({}), {
      get(target, key, receiver) {
        if (typeof key === 'string' && /^\d+$/.test(key)) looks += 1
        return Reflect.get(target, key, receiver)
      },
    })
    const validate = compileValidator(body, 'body')
    expect(validate({ [field]: entries })).toBe(false)
    expect(validate.errors).toEqual([expect.objectContaining({ keyword: 'maxItems', instancePath: `/${field}` })])
    expect(looks).toBe(0)
  },
)

test('the search for one of ten thousand filter values reads only a few of them', () => {
  let looks = 0
  const values = manyOf(10_000, (at) => String(at).padStart(5, '0')).map((id) => ({ id, filterId: 'f' }))
  const counted = new Proxy(values, {
    get(target, key, receiver) {
      if (typeof key === 'string' && /^\d+$/.test(key)) looks += 1
      return Reflect.get(target, key, receiver)
    },
  })
  const filters = new Map([['f', { id: 'f', values: counted }]])
  const filterOfValue = new Map(values.map(({ id }) => [id, 'f']))
  const books = { filters, filterOfValue } as unknown as Books
  for (const { id } of values.filter((_, at) => at % 100 === 0)) expect(findFilterValue(books, id).value.id).toBe(id)
  expect(looks).toBeLessThan(100 * 20)
  expect(() => findFilterValue(books, 'none')).toThrow('There is no filter value')
})

test('in every body schema, arrays are at the top level and limited in length, and objects are closed or contain custom values', () => {
  expect(ARRAYS.length).toBeGreaterThan(20)
  const isHeld = (schema: Json) => schema.additionalProperties === false || schema.customValues === true
  for (const { name, body } of COMMANDS.filter(({ upload }) => upload === undefined)) {
    expect(isHeld(body), name).toBe(true)
    for (const [field, schema] of Object.entries((body as Json).properties as Record<string, Json>)) {
      const inner =
        schema.items === undefined ? [schema] : [schema.items, ...Object.values(schema.items.properties ?? {})]
      if (schema.items !== undefined) expect(schema.maxItems, `${name} ${field}`).toBeGreaterThan(0)
      for (const part of inner as Json[]) {
        expect(part.items, `${name} ${field}`).toBeUndefined()
        if ([part.type].flat().includes('object')) expect(isHeld(part), `${name} ${field}`).toBe(true)
      }
    }
  }
})

test('the validator finds all faults of a body and reports the first twenty', async () => {
  const { client } = await openShop(await service.newCompany())
  const wrong = { name: 5, price: -1, kind: 'x', tags: manyOf(30, () => ''), unknown: 1 }
  const problem = readProblem(await client.post('/api/v1/products', wrong))
  expect(problem.errors).toHaveLength(20)
  expect(pathsOf(problem)).toEqual(expect.arrayContaining(['/unknown', '/name', '/kind', '/price', '/tags/0']))
})

test('a long unknown key is shortened in the message of the refusal', async () => {
  const client = await service.newCompany()
  const reply = await client.post('/api/v1/warehouses', { name: 'А', ['ключ'.repeat(50_000)]: 1 })
  expect(pathsOf(readProblem(reply))).toEqual([`/${'ключ'.repeat(25)}…`])
  expect(reply.text.length).toBeLessThan(1_000)
})
