/** Checks that the fake MoySklad behaves as MoySklad's documentation describes. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FAKE_TOKEN, type FakeMoysklad, startFakeMoysklad } from '../support/moysklad/fake-moysklad.ts'
import { makeAccount, SMALL_ACCOUNT } from '../support/moysklad/fake-moysklad-account.ts'
import type { Row } from '../support/moysklad/fake-moysklad-shapes.ts'

const HEADERS = {
  'accept-encoding': 'gzip',
  accept: 'application/json;charset=utf-8',
  authorization: `Bearer ${FAKE_TOKEN}`,
}

let fake: FakeMoysklad
beforeAll(async () => {
  fake = await startFakeMoysklad({ tokens: { [FAKE_TOKEN]: {}, narrow: { own: ['product'], forbidden: ['supply'] } } })
})
afterAll(() => fake.close())

async function ask(path: string, headers = {}): Promise<{ status: number; text: string; json: Row; headers: Headers }> {
  const response = await fetch(fake.url + path, { headers: { ...HEADERS, ...headers }, redirect: 'manual' })
  const text = await response.text()
  return {
    status: response.status,
    text,
    json: text.startsWith('{') ? JSON.parse(text) : {},
    headers: response.headers,
  }
}
const codeOf = ({ json }: { json: Row }) => json.errors?.[0]?.code

test('the simulated MoySklad account is always the same for the same seed', () => {
  const text = (seed: number) => JSON.stringify([...makeAccount(SMALL_ACCOUNT, seed).rows])
  expect(text(1)).toBe(text(1))
  expect(text(1)).not.toBe(text(2))
})

test('a simulated MoySklad account has the requested number of rows and the oddities of real accounts', () => {
  const { rows } = makeAccount({ ...SMALL_ACCOUNT, products: 300, documents: 150 }, 1)
  expect([rows.get('product')!.length, rows.get('variant')!.length]).toEqual([300, 12])
  const products = rows.get('product')!
  const has = (is: (row: Row) => boolean, entity = 'product') => expect(rows.get(entity)!.some(is)).toBe(true)
  expect(new Set(products.map(({ name }) => name)).size).toBeLessThan(300)
  has(({ archived }) => archived)
  for (const empty of [null, '', undefined]) has(({ description }) => description === empty)
  has(({ buyPrice }) => buyPrice?.value.rawJSON.includes('.5'))
  has(({ salePrices }) => new Set(salePrices.map((price: Row) => price.currency.meta.href)).size > 1)
  const types = products.flatMap(({ attributes = [] }) => attributes.map(({ type }: Row) => type))
  expect(new Set(types).size).toBe(15)
  has(({ positions }) => positions.rows.length > 100, 'supply')
  has(({ agent }) => agent.meta.type === 'organization', 'purchaseorder')
  has(({ positions }) => positions.rows.some((line: Row) => line.assortment.meta.type === 'consignment'), 'invoicein')
})

test('the simulated MoySklad sends an empty 415 response to requests that do not ask for gzip alone', async () => {
  const { status, text } = await ask('/entity/product', { 'accept-encoding': 'gzip, deflate, br' })
  expect([status, text]).toEqual([415, ''])
  const { headers } = await ask('/entity/currency')
  expect(headers.get('content-encoding')).toBe('gzip')
})

test('the simulated MoySklad accepts only the required Accept header and only the right token', async () => {
  const wrong = await ask('/entity/product', { accept: 'application/json' })
  expect([wrong.status, codeOf(wrong)]).toEqual([400, 1062])
  const stranger = await ask('/entity/product', { authorization: 'Bearer nobody' })
  expect([stranger.status, codeOf(stranger)]).toEqual([401, 1056])
})

test('the pages of a list from the simulated MoySklad link to each other and state the correct size', async () => {
  const { json } = await ask('/entity/product?limit=10&offset=10&filter=archived%3Dtrue%3Barchived%3Dfalse')
  expect(json.meta).toMatchObject({ size: 60, limit: 10, offset: 10, type: 'product' })
  expect(json.rows).toHaveLength(10)
  const next = await ask(json.meta.nextHref.slice(fake.url.length))
  expect(next.json.meta).toMatchObject({ size: 60, offset: 20 })
  expect(json.meta.previousHref).toContain('offset=0')
  expect((await ask('/entity/product?limit=1001')).status).toBe(400)
})

test('the simulated MoySklad returns archived rows only on request', async () => {
  const sizeOf = async (filter: string) => (await ask(`/entity/product?limit=1&filter=${filter}`)).json.meta.size
  const [some, archived, all] = [
    await sizeOf(''),
    await sizeOf('archived=true'),
    await sizeOf('archived=true;archived=false'),
  ]
  expect(archived).toBeGreaterThan(0)
  expect(some + archived).toBe(all)
  const { status, json } = await ask('/entity/supply?filter=archived=true')
  expect([status, codeOf({ json })]).toEqual([412, 1034])
})

test('the simulated MoySklad silently leaves references unexpanded in a list of more than 100 rows', async () => {
  const expanded = async (limit: number) =>
    (await ask(`/entity/supply?limit=${limit}&expand=positions`)).json.rows[0].positions
  expect((await expanded(100)).rows.length).toBeGreaterThan(0)
  expect(await expanded(101)).toEqual({ meta: expect.objectContaining({ size: expect.any(Number) }) })
})

test('the simulated MoySklad cannot sort variants by id', async () => {
  const { status, json } = await ask('/entity/variant?order=id')
  expect([status, codeOf({ json })]).toEqual([400, 1063])
  const { rows } = (await ask('/entity/product?order=id')).json
  expect(rows).toEqual(rows.toSorted((a: Row, b: Row) => (a.id < b.id ? -1 : 1)))
})

test('the rights of a token’s user can be read from the simulated MoySklad', async () => {
  const authorization = 'Bearer narrow'
  const { permissions, uid } = (await ask('/context/employee', { authorization })).json
  expect(uid).toMatch(/^admin@/)
  expect([permissions.product.view, permissions.counterparty.view, permissions.supply]).toEqual([
    'OWN',
    'ALL',
    undefined,
  ])
  const refused = await ask('/entity/supply', { authorization })
  expect([refused.status, codeOf(refused)]).toEqual([403, 1016])
})

test('the simulated MoySklad returns “not found” for an unknown row', async () => {
  const id = '00000000-0000-0000-0000-000000000000'
  expect(codeOf(await ask(`/entity/product/${id}`))).toBe(1021)
  expect(codeOf(await ask('/entity/nothing'))).toBe(1002)
  const [product] = fake.account.rows.get('product')!
  expect((await ask(`/entity/product/${product!.id}`)).json.name).toBe(product!.name)
})

test('the simulated MoySklad refuses requests above its limits and states how many requests remain', async () => {
  const limits = { units: 8, intervalMs: 60_000, weight: 2, atOnce: 2 }
  const strict = await startFakeMoysklad({ limits })
  const get = () => fetch(`${strict.url}/entity/currency`, { headers: HEADERS })
  strict.fail({ times: 2, how: { kind: 'slow', ms: 100 } })
  const slow = [get(), get()]
  await expect.poll(() => strict.log.length).toBe(2)
  const third = await get()
  expect([third.status, third.headers.get('x-lognex-auth'), third.headers.get('x-lognex-retry-after')]).toEqual([
    429,
    '429005',
    null,
  ])
  const [first] = await Promise.all(slow)
  expect(first!.headers.get('x-ratelimit-limit')).toBe('4')
  expect((await get()).status).toBe(200)
  const often = await get()
  expect([often.status, often.headers.get('x-lognex-auth')]).toEqual([429, '429002'])
  expect(Number(often.headers.get('x-lognex-retry-after'))).toBeGreaterThan(0)
  expect(often.headers.get('x-ratelimit-remaining')).toBe('0')
  await strict.close()
})
