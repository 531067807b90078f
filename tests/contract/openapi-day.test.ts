/**
 * Checks that the requests and responses of a whole day match the OpenAPI document, according to validators that do not
 * support the keywords that we invented.
 */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { operationsOf } from '../support/contract/openapi.ts'
import { plainValidator } from '../support/contract/plain-validator.ts'
import { startCheckingProxy } from '../support/fakes/checking-proxy.ts'
import type { Json } from '../support/node/client.ts'
import { useService } from '../support/node/service.ts'

/** The time limit is long because the day runs as a separate process with hundreds of requests. */
const LIMIT_MS = 240_000

const service = useService()
const documentOf = async (): Promise<Json> => (await fetch(`${service.url}/openapi.json`)).json()

test('all responses of a simulated trading day match the OpenAPI document', { timeout: LIMIT_MS }, async () => {
  const document = await documentOf()
  const proxy = await startCheckingProxy(service.url, document)
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['tools/demo/demo.ts', '--url', proxy.url, '--scale', '0.1'],
      { env: { ...process.env, DATABASE_URL: service.databaseUrl } },
    )
    const headers = { authorization: `Bearer ${/^TOKEN=(skl_\S+)$/m.exec(stdout)![1]}` }
    const read = async (path: string): Promise<Json> => (await fetch(proxy.url + path, { headers })).json()
    const lists = operationsOf(document).filter(({ method, path }) => method === 'GET' && !path.includes('{'))
    for (const { path, operation } of lists) {
      const needed = (operation.parameters as Json[])
        .filter(({ required }) => required)
        .map(({ name }) => `${name}=2020-01-01`)
      const since = path.endsWith('/changes') ? ['since=0'] : []
      const [record] = (await read(`${path}?${[...needed, ...since].join('&')}`)).items ?? []
      const one = operationsOf(document).find((other) => new RegExp(`^${path}/\\{\\w+\\}$`).test(other.path))
      if (record?.id !== undefined && one?.method === 'GET') await read(`${path}/${record.id}`)
    }
    expect(proxy.faults).toEqual([])
    expect(proxy.asked.length).toBeGreaterThan(100)
  } finally {
    await proxy.stop()
  }
})

test('decimals that binary arithmetic computes wrongly are accepted and returned exactly', async () => {
  const check = plainValidator(await documentOf())
  const client = await service.newCompany()
  for (const [price, minStock] of [
    [0.29, 1.005],
    [1.15, 4.35],
    [8.2, 2.675],
    [999_999_999_999.99, 0.001],
  ]) {
    const body = { name: 'Чай', price, minStock, prices: [], components: [] }
    const { status, json, headers } = await client.post('/api/v1/products', body)
    const contentType = headers.get('content-type')!.split(';', 1)[0]!
    expect(json.result).toMatchObject({ price, minStock })
    const exchange = { method: 'POST', path: '/api/v1/products', body, status, contentType, answer: json }
    expect(check(exchange, true)).toEqual([])
  }
})

test('the check of requests and responses detects a wrong request body, status, content type and response body', async () => {
  const check = plainValidator(await documentOf())
  const found = { method: 'GET', path: '/api/v1/warehouses', status: 200, contentType: 'application/json' }
  expect(check({ ...found, answer: { items: [], nextCursor: null } }, true)).toEqual([])
  expect(check({ ...found, answer: { items: [{}], nextCursor: null } }, true)).not.toEqual([])
  expect(check({ ...found, status: 418 }, true)).toEqual(['the status 418 is not documented'])
  expect(check({ ...found, contentType: 'text/html' }, true)).toHaveLength(1)
  expect(check({ ...found, path: '/api/v1/nothing' }, true)).toHaveLength(1)
  const refused = { ...found, method: 'POST', status: 400, contentType: 'application/problem+json', body: { name: 5 } }
  expect(check(refused, true)).toEqual(expect.arrayContaining(['/name must be string']))
  const unlisted = { ...refused, status: 409, body: { name: 'А' }, answer: { code: 'NOT_DRAFT' } }
  expect(check(unlisted, true)).toContain('refuses with NOT_DRAFT, which is not listed')
})

test('the OpenAPI document describes decimals by a format and in words, because validators compute multipleOf in binary', async () => {
  const document = await documentOf()
  const text = JSON.stringify(document)
  expect(text).not.toContain('"multipleOf"')
  const decimals: Json[] = []
  const visit = (node: Json): void => {
    if (typeof node !== 'object' || node === null) return
    if (node.format === 'decimal') decimals.push(node)
    for (const [key, inner] of Object.entries(node)) if (!/^examples?$/.test(key)) visit(inner)
  }
  visit(document)
  expect(decimals.length).toBeGreaterThan(50)
  for (const { description } of decimals) expect(description).toMatch(/[23] decimals/)
})
