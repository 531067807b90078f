import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Service } from '../../server/service.ts'
import { writeCompany } from '../../server/store/commits.ts'
import { pathsOf, readProblem } from '../support/contract/problems.ts'
import { Client, type Sending } from '../support/node/client.ts'
import { issueToken } from '../support/node/new-company.ts'
import type { Reply } from '../support/node/reply.ts'
import { startNode, useService } from '../support/node/service.ts'
import { applyChanges } from '../support/node/state.ts'
import { everyKindOfChange, type Sent } from '../support/scene/changes.ts'
import {
  addPartner,
  addProduct,
  addWarehouse,
  moveOrder,
  openShop,
  orderBody,
  placeOrder,
  receive,
  type Shop,
  UNKNOWN_ID,
} from '../support/scene/fixtures.ts'

const service = useService()
/** A second node on the same database. It is started later, so its memory contains nothing from the first node. */
let otherNode: Service

beforeAll(async () => {
  otherNode = await startNode(service.databaseUrl)
})
afterAll(() => otherNode.stop())

const FORMS = [undefined, 'state=summary', 'state=changes', 'state=changes; since=2', 'return=minimal']
const shopWith = async (onHand = 0) => openShop(await service.newCompany(), onHand)

const order = (shop: Shop, sending: Sending, client = shop.client) =>
  client.post('/api/v1/orders', orderBody(shop, 1), sending)

function expectReplay(replay: Reply, first: Reply): void {
  expect(replay.headers.get('idempotent-replayed')).toBe('true')
  expect(first.headers.get('idempotent-replayed')).toBeNull()
  expect(replay.status).toBe(first.status)
  expect(replay.headers.get('content-type')).toBe(first.headers.get('content-type'))
  expect(replay.headers.get('preference-applied')).toBe(first.headers.get('preference-applied'))
  expect(replay.text).toBe(first.text)
}

/** Makes every kind of change: creates, changes and deletes records, and receives and ships stock. */
async function trade(shop: Shop): Promise<void> {
  const { client, productId, warehouseId } = shop
  const toWarehouseId = await addWarehouse(client)
  await receive(shop, 7, 33)
  await client.made('POST', '/api/v1/stock/transfer', { productId, warehouseId, toWarehouseId, quantity: 2 })
  await client.made('POST', '/api/v1/stock/writeoff', { productId, warehouseId, quantity: 3, reason: 'Бой' })
  await moveOrder(shop, (await placeOrder(shop)).id, 'shipped')
  await client.made('DELETE', `/api/v1/partners/${await addPartner(client, 'Временный')}`, {})
  await client.made('PATCH', `/api/v1/products/${productId}`, { name: 'Самовар', price: 1 })
}

test.each(FORMS)('a repeated command with Prefer %s gets its first response byte for byte', async (prefer) => {
  const shop = await shopWith(10)
  const sending = { key: randomUUID(), prefer }
  const first = await order(shop, sending)
  expectReplay(await order(shop, sending), first)
  expect((await shop.client.state()).totals.orders).toBe(1)
})

test.each(FORMS)(
  'commands sent in between do not change the response to a repeated command with Prefer %s',
  async (prefer) => {
    const shop = await shopWith(10)
    const sending = { key: randomUUID(), prefer }
    const first = await order(shop, sending)
    await moveOrder(shop, first.json.result.id, 'shipped')
    await trade(shop)
    expectReplay(await order(shop, sending), first)
  },
)

test.each(FORMS)(
  'after a restart, a repeated command with Prefer %s gets its first response byte for byte',
  async (prefer) => {
    const shop = await shopWith(10)
    await trade(shop)
    const sending = { key: randomUUID(), prefer }
    const first = await order(shop, sending)
    await trade(shop)
    const restarted = await startNode(service.databaseUrl)
    try {
      expectReplay(await order(shop, sending, shop.client.at(restarted.apiUrl)), first)
    } finally {
      await restarted.stop()
    }
  },
)

test.each([undefined, 'state=changes'])(
  'every node repeats the response to every kind of command with Prefer %s byte for byte',
  async (prefer) => {
    const client = await service.newCompany()
    const sent: Sent[] = []
    for await (const one of everyKindOfChange(client, prefer)) sent.push(one)
    for (const node of [client, client.at(otherNode.apiUrl)])
      for (const { reply, again } of sent) expectReplay(await again(node), reply)
  },
)

test('a repeated command gets the data of its first response, in the form that the repeat requests', async () => {
  const shop = await shopWith(10)
  const before = await shop.client.state()
  const key = randomUUID()
  const first = await order(shop, { key })
  await trade(shop)
  const { result, state } = first.json
  const summary = await order(shop, { key, prefer: 'state=summary' })
  expect(summary.json).toEqual({
    result,
    state: { revision: state.revision, company: state.company, totals: state.totals },
  })
  const changes = await order(shop, { key, prefer: 'state=changes' })
  expect(changes.json.result).toEqual(result)
  expect(applyChanges(before, changes.json.state)).toEqual(state)
  expect((await order(shop, { key })).text).toBe(first.text)
})

test.each([
  ['NOT_FOUND', (shop: Shop) => ({ ...orderBody(shop, 1), customer: 'Никто' })],
  ['INSUFFICIENT_STOCK', (shop: Shop) => orderBody(shop, 5)],
  ['VALIDATION_FAILED', (shop: Shop) => ({ ...orderBody(shop, 1), externalId: '17' })],
])(
  'a refusal by a rule (%s) is repeated byte for byte, even when its reason no longer applies, and by every node',
  async (code, bodyFor) => {
    const shop = await shopWith()
    const key = randomUUID()
    const send = (client: Client) => client.post('/api/v1/orders', bodyFor(shop), { key })
    const first = await send(shop.client)
    expect(readProblem(first).code).toBe(code)
    await receive(shop, 10)
    await addPartner(shop.client, 'Никто')
    expectReplay(await send(shop.client), first)
    expectReplay(await send(shop.client.at(otherNode.apiUrl)), first)
    expect((await shop.client.state()).totals.orders).toBe(0)
  },
)

test('a refusal contains keyUsed only if it used up its idempotency key', async () => {
  const client = await service.newCompany()
  const path = `/api/v1/warehouses/${UNKNOWN_ID}`
  const used = { keyUsed: true, hint: expect.stringMatching(/new key/) }
  const first = await client.send('PATCH', path, { city: 'Тверь' }, { key: 'refused-once' })
  const again = await client.send('PATCH', path, { city: 'Тверь' }, { key: 'refused-once' })
  expect([first.status, first.json]).toEqual([404, expect.objectContaining(used)])
  expect(again.text).toBe(first.text)
  const unused = [
    await client.send('PATCH', path, { city: 5 }),
    await client.send('PATCH', path, { city: 'Клин' }, { key: 'refused-once' }),
    await client.send('PATCH', path, {}, { key: 'short' }),
  ]
  expect(unused.map(({ status, json }) => [status, 'keyUsed' in json])).toEqual([
    [400, false],
    [409, false],
    [400, false],
  ])
})

test('a refusal stored before refusals had `figures` is repeated exactly as stored', async () => {
  const shop = await shopWith(1)
  const [path, body, key] = ['/api/v1/orders', orderBody(shop, 5), 'refused-long-ago'] as const
  const { figures, ...told } = (await shop.client.post(path, body, { key })).json
  expect(figures).toMatchObject({ reason: 'product', asked: 5, available: 1 })
  const { companyId } = shop.client
  await writeCompany(service.database, companyId, (tx) =>
    tx.query('update commands set result = $3 where company_id = $1 and key = $2', [
      companyId,
      key,
      JSON.stringify(told),
    ]),
  )
  for (const url of [service.url, otherNode.apiUrl])
    expect((await shop.client.at(url).post(path, body, { key })).text).toBe(JSON.stringify(told))
})

test('a refusal does not raise the revision', async () => {
  const shop = await shopWith()
  const { revision } = await shop.client.state()
  await order(shop, { key: randomUUID() })
  expect((await shop.client.state()).revision).toBe(revision)
})

test('a 400 response to a body that violates the schema does not use up the idempotency key', async () => {
  const client = await service.newCompany()
  const key = randomUUID()
  for (const raw of ['{"name":5}', '{"name":', '{}', '{"name":"А","x":1}'])
    expect((await client.post('/api/v1/warehouses', undefined, { key, raw })).status).toBe(400)
  const reply = await client.post('/api/v1/warehouses', { name: 'А' }, { key })
  expect(reply.status).toBe(200)
  expect(reply.headers.get('idempotent-replayed')).toBeNull()
})

test('401, 413 and 415 responses do not use up the idempotency key', async () => {
  const client = await service.newCompany()
  const key = randomUUID()
  const stranger = new Client(client.url, 'skl_wrong', client.companyId)
  const refusals = [
    await stranger.post('/api/v1/warehouses', { name: 'А' }, { key }),
    await client.post('/api/v1/warehouses', { name: 'A'.repeat(1_048_576) }, { key }),
    await client.post('/api/v1/warehouses', { name: 'А' }, { key, headers: { 'content-type': 'text/plain' } }),
  ]
  expect(refusals.map((reply) => reply.status)).toEqual([401, 413, 415])
  expect((await client.post('/api/v1/warehouses', { name: 'А' }, { key })).status).toBe(200)
})

test.each([
  ['another body', 'POST', '/api/v1/warehouses', { name: 'Б' }],
  ['another path', 'POST', '/api/v1/price-types', { name: 'А' }],
  ['another method', 'PATCH', '/api/v1/warehouses/:id', { name: 'А' }],
  ['a delete', 'DELETE', '/api/v1/warehouses/:id', {}],
])(
  'a used idempotency key sent with %s is refused, which changes nothing and leaves the key’s first response intact',
  async (_what, method, path, body) => {
    const client = await service.newCompany()
    await addWarehouse(client)
    const key = randomUUID()
    const first = await client.post('/api/v1/warehouses', { name: 'А' }, { key })
    const before = await client.get('/api/v1/bootstrap')
    for (const node of [client, client.at(otherNode.apiUrl)]) {
      const reply = await node.send(method, path.replace(':id', first.json.result.id), body, { key })
      const problem = readProblem(reply)
      expect(problem.code).toBe('IDEMPOTENCY_KEY_REUSED')
      expect(pathsOf(problem)).toEqual(['header/idempotency-key'])
      expect(reply.headers.get('idempotent-replayed')).toBeNull()
    }
    expect((await client.get('/api/v1/bootstrap')).text).toBe(before.text)
    expectReplay(await client.post('/api/v1/warehouses', { name: 'А' }, { key }), first)
  },
)

test('the idempotency key of a refused command cannot be used for another command', async () => {
  const shop = await shopWith()
  const key = randomUUID()
  await order(shop, { key })
  const problem = readProblem(await shop.client.post('/api/v1/warehouses', { name: 'А' }, { key }))
  expect(problem.code).toBe('IDEMPOTENCY_KEY_REUSED')
})

test('a request with the same key, path and body but another method counts as another command', async () => {
  const client = await service.newCompany()
  const path = `/api/v1/warehouses/${await addWarehouse(client)}`
  const key = randomUUID()
  expect((await client.patch(path, {}, { key })).status).toBe(200)
  expect(readProblem(await client.delete(path, { key })).code).toBe('IDEMPOTENCY_KEY_REUSED')
})

test('commands on two records of one collection are different commands, because their paths differ', async () => {
  const client = await service.newCompany()
  const ids = [await addProduct(client), await addProduct(client)]
  const key = randomUUID()
  const [first, second] = [
    await client.send('DELETE', `/api/v1/products/${ids[0]}`, {}, { key }),
    await client.send('DELETE', `/api/v1/products/${ids[1]}`, {}, { key }),
  ]
  expect(first.status).toBe(200)
  expect(readProblem(second).code).toBe('IDEMPOTENCY_KEY_REUSED')
})

const COMMAND = '{"name":"Чай","price":10,"tags":["a","b"]}'

test.each([
  ['10.0 instead of 10', '{"name":"Чай","price":10.0,"tags":["a","b"]}'],
  ['1e1 instead of 10', '{"name":"Чай","price":1e1,"tags":["a","b"]}'],
  ['its keys in another order', '{"tags":["a","b"],"price":10,"name":"Чай"}'],
  ['spaces between its values', '{ "name" : "Чай",\n "price": 10, "tags": ["a", "b"] }'],
  ['an escaped letter', '{"name":"\\u0427ай","price":10,"tags":["a","b"]}'],
])('a command repeated with %s counts as the same command', async (_what, raw) => {
  const client = await service.newCompany()
  const key = randomUUID()
  const first = await client.post('/api/v1/products', undefined, { key, raw: COMMAND })
  expectReplay(await client.post('/api/v1/products', undefined, { key, raw }), first)
})

test.each([
  ['a space inside a string', '{"name":" Чай","price":10,"tags":["a","b"]}'],
  ['a letter in another case', '{"name":"чай","price":10,"tags":["a","b"]}'],
  ['an array in another order', '{"name":"Чай","price":10,"tags":["b","a"]}'],
  ['null for an omitted field', '{"name":"Чай","price":10,"tags":["a","b"],"sku":null}'],
  ['a price that differs by a kopeck', '{"name":"Чай","price":10.01,"tags":["a","b"]}'],
])('a command repeated with %s counts as a different command', async (_what, raw) => {
  const client = await service.newCompany()
  const key = randomUUID()
  await client.post('/api/v1/products', undefined, { key, raw: COMMAND })
  const problem = readProblem(await client.post('/api/v1/products', undefined, { key, raw }))
  expect(problem.code).toBe('IDEMPOTENCY_KEY_REUSED')
})

test('a command with the same custom values counts as the same command even if their keys are in another order', async () => {
  const client = await service.newCompany()
  const key = randomUUID()
  const first = await client.post(
    '/api/v1/products',
    { name: 'Чай', customValues: { а: { x: 1, y: 2 }, б: 3 } },
    { key },
  )
  const replay = await client.post(
    '/api/v1/products',
    { customValues: { б: 3, а: { y: 2, x: 1 } }, name: 'Чай' },
    { key },
  )
  expectReplay(replay, first)
})

test('an idempotency key belongs to one company: another company can use the same key', async () => {
  const [client, stranger] = [await service.newCompany(), await service.newCompany()]
  const key = randomUUID()
  const [mine, theirs] = [
    await client.post('/api/v1/warehouses', { name: 'А' }, { key }),
    await stranger.post('/api/v1/price-types', { name: 'Опт' }, { key }),
  ]
  expect([mine.status, theirs.status]).toEqual([200, 200])
  expect(theirs.headers.get('idempotent-replayed')).toBeNull()
})

test('an idempotency key is shared by all tokens of a company', async () => {
  const client = await service.newCompany()
  const { token } = await issueToken(service.database, client.companyId)
  const key = randomUUID()
  const first = await client.post('/api/v1/warehouses', { name: 'А' }, { key })
  const other = new Client(client.url, token, client.companyId)
  expectReplay(await other.post('/api/v1/warehouses', { name: 'А' }, { key }), first)
})

test('a repeated command may have a different Prefer header from the first one', async () => {
  const client = await service.newCompany()
  const key = randomUUID()
  await client.post('/api/v1/warehouses', { name: 'А' }, { key, prefer: 'state=summary' })
  const replay = await client.post('/api/v1/warehouses', { name: 'А' }, { key, prefer: 'state=changes' })
  expect(replay.status).toBe(200)
  expect(replay.headers.get('idempotent-replayed')).toBe('true')
})

test.each([8, 9, 119, 120])('an idempotency key of %i characters is accepted', async (length) => {
  const client = await service.newCompany()
  expect((await client.post('/api/v1/warehouses', { name: 'А' }, { key: 'k'.repeat(length) })).status).toBe(200)
})

test.each([1, 7, 121, 2000])('an idempotency key of %i characters is refused', async (length) => {
  const client = await service.newCompany()
  const problem = readProblem(await client.post('/api/v1/warehouses', { name: 'А' }, { key: 'k'.repeat(length) }))
  expect(problem.code).toBe('IDEMPOTENCY_KEY_INVALID')
  expect(pathsOf(problem)).toEqual(['header/idempotency-key'])
  expect((await client.state()).revision).toBe(0)
})

test('idempotency keys that differ only in the last character or in letter case are different keys', async () => {
  const client = await service.newCompany()
  for (const key of [`${'k'.repeat(119)}1`, `${'k'.repeat(119)}2`, `${'K'.repeat(119)}1`])
    expect((await client.post('/api/v1/warehouses', { name: 'А' }, { key })).status).toBe(200)
  expect((await client.state()).warehouses).toHaveLength(3)
})

test('an idempotency key may contain any printable ASCII character', async () => {
  const client = await service.newCompany()
  const key = `a b,"c";\\'ü<>{}%00 --`
  const first = await client.post('/api/v1/warehouses', { name: 'А' }, { key })
  expect(first.status).toBe(200)
  expectReplay(await client.post('/api/v1/warehouses', { name: 'А' }, { key }), first)
})

test('a write without an idempotency key or with an empty one is refused', async () => {
  const client = await service.newCompany()
  const headers = { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' }
  for (const key of [{}, { 'idempotency-key': '' }]) {
    const response = await fetch(`${client.url}/api/v1/warehouses`, {
      method: 'POST',
      headers: { ...headers, ...key },
      body: '{"name":"А"}',
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      code: 'IDEMPOTENCY_KEY_REQUIRED',
      errors: [{ path: 'header/idempotency-key' }],
    })
  }
})

test('a write is checked in this order: token, idempotency key, body, earlier use of the key', async () => {
  const client = await service.newCompany()
  const stranger = new Client(client.url, 'skl_wrong', client.companyId)
  const key = randomUUID()
  await client.post('/api/v1/warehouses', { name: 'А' }, { key })
  const replies = [
    await stranger.post('/api/v1/warehouses', { name: 5 }, { key: 'short' }),
    await client.post('/api/v1/warehouses', { name: 5 }, { key: 'short' }),
    await client.post('/api/v1/warehouses', { name: 5 }, { key }),
    await client.post('/api/v1/warehouses', { name: 'Б' }, { key }),
  ]
  expect(replies.map((reply) => reply.json.code)).toEqual([
    'UNAUTHENTICATED',
    'IDEMPOTENCY_KEY_INVALID',
    'VALIDATION_FAILED',
    'IDEMPOTENCY_KEY_REUSED',
  ])
})

test('when two different commands are sent simultaneously with one idempotency key, exactly one succeeds', async () => {
  const client = await service.newCompany()
  const key = randomUUID()
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      client.post('/api/v1/warehouses', { name: index % 2 === 0 ? 'А' : 'Б' }, { key }),
    ),
  )
  expect((await client.state()).warehouses).toHaveLength(1)
  expect(new Set(replies.filter((reply) => reply.status === 200).map((reply) => reply.text)).size).toBe(1)
  expect(replies.filter((reply) => reply.json.code === 'IDEMPOTENCY_KEY_REUSED')).toHaveLength(10)
})

test('a command sent to two nodes at once with one idempotency key takes effect once, and both nodes return the same response', async () => {
  const client = await service.newCompany()
  const nodes = [client, client.at(otherNode.apiUrl)]
  for (let round = 0; round < 10; round += 1) {
    const key = randomUUID()
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, index) => nodes[index % 2]!.post('/api/v1/warehouses', { name: 'А' }, { key })),
    )
    expect(new Set(replies.map((reply) => `${reply.status} ${reply.text}`)).size).toBe(1)
    expect(replies[0]!.status).toBe(200)
  }
  expect((await client.state()).totals.warehouses).toBe(10)
})
