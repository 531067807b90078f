/**
 * Tests the caching headers of responses: the ETags of a company's data, and the request headers on which a response
 * depends.
 */
import { expect, test } from 'vitest'
import { readProblem } from '../support/contract/problems.ts'
import { useService } from '../support/node/service.ts'
import { addPriceType, addProduct, addWarehouse, UNKNOWN_ID } from '../support/scene/fixtures.ts'

const service = useService()

const varyOf = (headers: Headers) => (headers.get('vary') ?? '').toLowerCase().split(/,\s*/).sort()

test('the catalog has an ETag, and the response is 304 until something changes', async () => {
  const client = await service.newCompany()
  const id = await addProduct(client)
  const first = await client.get('/api/v1/catalog')
  const etag = first.headers.get('etag')!
  expect(etag).toMatch(/^"1-[\w-]{8}"$/)
  const known = { headers: { 'if-none-match': etag } }
  expect((await client.get('/api/v1/catalog', known)).status).toBe(304)
  await client.made('PATCH', `/api/v1/products/${id}`, { name: 'Другой', price: 7 })
  const next = await client.get('/api/v1/catalog', known)
  expect([next.status, next.json.products[0].name, next.json.products[0].selectedPrice]).toEqual([200, 'Другой', 7])
  expect(next.headers.get('etag')).not.toBe(etag)
})

test('a catalog request with another company’s ETag gets the full catalog even at the same revision', async () => {
  const [client, other] = [await service.newCompany(), await service.newCompany()]
  await addProduct(client, { name: 'Наш' })
  await addProduct(other, { name: 'Их' })
  const etag = (await other.get('/api/v1/catalog')).headers.get('etag')!
  const reply = await client.get('/api/v1/catalog', { headers: { 'if-none-match': etag } })
  expect([reply.status, reply.json.products[0].name]).toEqual([200, 'Наш'])
})

test('a catalog query with an unknown id is refused even when the client sends the state’s ETag', async () => {
  const client = await service.newCompany()
  const priceTypeId = await addPriceType(client)
  const etag = (await client.get('/api/v1/bootstrap')).headers.get('etag')!
  const known = { headers: { 'if-none-match': etag } }
  expect((await client.get(`/api/v1/catalog?priceTypeId=${priceTypeId}`, known)).status).toBe(304)
  for (const query of [`priceTypeId=${UNKNOWN_ID}`, `valueId=${UNKNOWN_ID}`]) {
    const reply = await client.get(`/api/v1/catalog?${query}`, known)
    expect(readProblem(reply).code).toBe('NOT_FOUND')
    expect(reply.headers.get('etag')).toBeNull()
  }
})

test('a repeated GET request returns every change made since the first one', async () => {
  const client = await service.newCompany()
  const names: string[] = []
  for (let number = 0; number < 12; number += 1) {
    names.push(`Товар ${number}`)
    await addProduct(client, { name: `Товар ${number}` })
    const { json } = await client.get('/api/v1/catalog')
    expect(json.products.map(({ name }: { name: string }) => name)).toEqual(names)
    expect((await client.get('/api/v1/catalog')).json).toEqual(json)
  }
})

test.each([
  ['/api/v1/bootstrap', ['accept-encoding', 'authorization']],
  ['/api/v1/bootstrap?since=0', ['accept-encoding', 'authorization']],
  ['/api/v1/catalog', ['accept-encoding', 'authorization']],
  ['/api/v1/products', ['accept', 'accept-encoding', 'authorization']],
  ['/api/v1/audit', ['accept', 'accept-encoding', 'authorization']],
  ['/api/v1/changes?since=0', ['accept', 'accept-encoding', 'authorization']],
  ['/api/v1/reports/stock', ['accept', 'accept-encoding', 'authorization']],
  ['/api/v1/self-check', ['authorization']],
  [`/api/v1/products/${UNKNOWN_ID}`, ['authorization']],
])('the Vary header of GET %s lists the request headers on which the response depends', async (path, names) => {
  const client = await service.newCompany()
  await addWarehouse(client)
  for (const encoding of ['identity', 'gzip', 'br']) {
    const { headers } = await client.get(path, { headers: { 'accept-encoding': encoding } })
    expect(varyOf(headers)).toEqual(names)
  }
})

test('responses with 304 and 401 both have Vary: Authorization', async () => {
  const client = await service.newCompany()
  const known = await client.get('/api/v1/bootstrap', { headers: { 'if-none-match': '*' } })
  expect([known.status, varyOf(known.headers).includes('authorization')]).toEqual([304, true])
  const { status, headers } = await fetch(`${client.url}/api/v1/bootstrap`)
  expect([status, varyOf(headers).includes('authorization')]).toEqual([401, true])
})
