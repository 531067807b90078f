/** Tests batches: several commands in one request, executed independently or all or nothing. Source: S-BATCH. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Service } from '../../server/service.ts'
import { chooseSeed, createChance } from '../support/chance/chance.ts'
import { readProblem } from '../support/contract/problems.ts'
import type { Client, Json, Sending } from '../support/node/client.ts'
import { findDifferences } from '../support/node/invariants.ts'
import { startNode, useService } from '../support/node/service.ts'
import { addProduct, openShop, orderBody, type Shop, stockRow, UNKNOWN_ID } from '../support/scene/fixtures.ts'
import { joinAs } from '../support/scene/members.ts'

const service = useService()
let otherNode: Service
const seed = chooseSeed(20_261_127)

beforeAll(async () => {
  console.log(`batches.test.ts SEED=${seed}`)
  otherNode = await startNode(service.databaseUrl)
})
afterAll(() => otherNode.stop())

interface Command {
  readonly key: string
  readonly method: string
  readonly path: string
  readonly body?: object
}

const post = (path: string, body: object): Command => ({
  key: randomUUID(),
  method: 'POST',
  path: `/api/v1/${path}`,
  body,
})

const send = (client: Client, mode: 'all' | 'each', commands: readonly Command[], sending?: Sending) =>
  client.post('/api/v1/batch', { mode, commands }, { prefer: 'state=summary', ...sending })

const receipt = ({ productId, warehouseId, supplier }: Shop, fields: object = {}) =>
  post('stock/receipt', { productId, warehouseId, supplier, unitCost: 100, quantity: 1, ...fields })
const writeOff = ({ productId, warehouseId }: Shop, quantity: number) =>
  post('stock/writeoff', { productId, warehouseId, quantity, reason: 'Бой' })
const order = (shop: Shop, quantity: number) => post('orders', orderBody(shop, quantity))

const bootstrap = async (client: Client) => (await client.get('/api/v1/bootstrap')).text
const onHand = async ({ client, productId, warehouseId }: Shop) =>
  (await stockRow(client, productId, warehouseId)).onHand
const newShop = async (quantity: number) => openShop(await service.newCompany(), quantity)

test('with mode each, the commands of a batch are executed or refused one by one, in order', async () => {
  const shop = await newShop(3)
  const commands = [
    writeOff(shop, 4),
    receipt(shop, { quantity: 2 }),
    writeOff(shop, 4),
    writeOff(shop, 4),
    order(shop, 1),
  ]
  const { status, json } = await send(shop.client, 'each', commands)
  expect(status).toBe(200)
  expect(json.results.map((one: Json) => [one.key, one.status, one.problem?.code ?? null])).toEqual([
    [commands[0]!.key, 409, 'INSUFFICIENT_STOCK'],
    [commands[1]!.key, 200, null],
    [commands[2]!.key, 200, null],
    [commands[3]!.key, 409, 'INSUFFICIENT_STOCK'],
    [commands[4]!.key, 200, null],
  ])
  expect(await onHand(shop)).toBe(1)
  expect(json.state.totals.orders).toBe(1)
  expect(json.state.revision).toBe((await shop.client.state()).revision)
})

test('with mode all, the commands of a batch are executed in order, and each sees the effects of the earlier ones', async () => {
  const shop = await newShop(0)
  const { revision } = await shop.client.state()
  const commands = [receipt(shop, { quantity: 5 }), writeOff(shop, 2), order(shop, 3)]
  const { status, json } = await send(shop.client, 'all', commands)
  expect(status, JSON.stringify(json)).toBe(200)
  expect(json.results.map((one: Json) => [one.status, one.isReplay])).toEqual(Array(3).fill([200, false]))
  expect(json.results[2].result).toMatchObject({ total: 450, status: 'new' })
  expect(json.state.revision).toBe(revision + 3)
  expect(await stockRow(shop.client, shop.productId, shop.warehouseId)).toMatchObject({ onHand: 3, reserved: 3 })
  expect(await findDifferences(service.database, shop.client.companyId)).toEqual([])
})

test('in a batch with mode all, data read from the database includes the changes made by earlier commands of the batch', async () => {
  const shop = await newShop(1)
  const { client } = shop
  const lonely = await addProduct(client)
  const dear = receipt(shop, { unitCost: 321.5 })
  const asThat = receipt(shop, { unitCost: null })
  const commands: Command[] = [
    dear,
    asThat,
    { key: randomUUID(), method: 'DELETE', path: `/api/v1/products/${lonely}` },
    receipt(shop, { quantity: 7 }),
  ]
  const { status, json } = await send(client, 'all', commands)
  expect(status, JSON.stringify(json)).toBe(200)
  expect(json.results[1].result).toMatchObject({ unitCost: 321.5 })
  expect(json.results[2].result).toEqual({ id: lonely, deleted: true })
  expect(await onHand(shop)).toBe(10)
  expect(await findDifferences(service.database, client.companyId)).toEqual([])

  // Check that a product that was received earlier in the batch cannot be deleted.
  const received = await addProduct(client)
  const refused = await send(client, 'all', [
    receipt(shop, { productId: received }),
    { key: randomUUID(), method: 'DELETE', path: `/api/v1/products/${received}` },
  ])
  expect(readProblem(refused)).toMatchObject({ code: 'HAS_REFERENCES', command: { index: 1 } })
  expect((await stockRow(client, received, shop.warehouseId)) ?? null).toBeNull()
})

test('in a batch with mode all, what a command reads from the database depends on the earlier commands of the batch', async () => {
  const shop = await newShop(5)
  const { client, warehouseId, productId } = shop
  const { id } = await client.made('POST', '/api/v1/stocktakes', { warehouseId, scope: { all: true } })
  await client.made('POST', `/api/v1/stocktakes/${id}/counts`, { lines: [{ productId, quantity: 4 }] })
  const review = {
    key: randomUUID(),
    method: 'PATCH',
    path: `/api/v1/stocktakes/${id}/status`,
    body: { status: 'review' },
  }
  const { status, json } = await send(client, 'all', [review, post(`stocktakes/${id}/post`, {})])
  expect(status, JSON.stringify(json)).toBe(200)
  expect(json.results[1].result).toMatchObject({ status: 'posted' })
  expect(await onHand(shop)).toBe(4)
})

test('a stocktake can be posted on a node that has not loaded it yet', async () => {
  const shop = await newShop(5)
  const { client, warehouseId, productId } = shop
  const there = client.at(otherNode.apiUrl)
  await there.state()
  const { id } = await client.made('POST', '/api/v1/stocktakes', { warehouseId, scope: { all: true } })
  await client.made('POST', `/api/v1/stocktakes/${id}/counts`, { lines: [{ productId, quantity: 4 }] })
  await client.made('PATCH', `/api/v1/stocktakes/${id}/status`, { status: 'review' })
  expect(await there.made('POST', `/api/v1/stocktakes/${id}/post`, {})).toMatchObject({ status: 'posted' })
})

test.each([
  ['by its rule', (shop: Shop) => writeOff(shop, 100), 'INSUFFICIENT_STOCK'],
  ['because its record does not exist', (shop: Shop) => receipt(shop, { productId: UNKNOWN_ID }), 'NOT_FOUND'],
  ['because of its body', (shop: Shop) => receipt(shop, { quantity: 'two' }), 'VALIDATION_FAILED'],
  ['because its route does not exist', () => post('stock/miracle', {}), 'ROUTE_NOT_FOUND'],
] as const)(
  'when one command of an all-or-nothing batch is refused %s, nothing is changed and no idempotency key is used up',
  async (_why, wrong, code) => {
    const shop = await newShop(1)
    const before = await bootstrap(shop.client)
    const good = [receipt(shop), order(shop, 1), receipt(shop)]
    const refused = wrong(shop)
    const reply = await send(shop.client, 'all', [good[0]!, good[1]!, refused, good[2]!])
    expect(readProblem(reply)).toMatchObject({ code, command: { index: 2, key: refused.key } })
    expect(await bootstrap(shop.client)).toBe(before)
    expect((await shop.client.get('/api/v1/audit?limit=1')).json.items[0].revision).toBe(JSON.parse(before).revision)

    const { status, json } = await send(shop.client, 'all', [...good, { ...receipt(shop), key: refused.key }])
    expect(status, JSON.stringify(json)).toBe(200)
    expect(json.results.map(({ isReplay }: Json) => isReplay)).toEqual([false, false, false, false])
  },
)

test.each(['all', 'each'] as const)(
  'a batch with mode %s that is sent again takes effect only once, even on another node or after a restart',
  async (mode) => {
    const shop = await newShop(0)
    const commands = [receipt(shop, { quantity: 5 }), order(shop, 2), writeOff(shop, 1)]
    const first = await send(shop.client, mode, commands)
    expect(first.status).toBe(200)
    await shop.client.made('PATCH', `/api/v1/products/${shop.productId}`, { name: 'Другой' })
    const restarted = await startNode(service.databaseUrl)
    for (const url of [service.url, otherNode.apiUrl, restarted.apiUrl]) {
      const again = await send(shop.client.at(url), mode, commands)
      expect(again.status).toBe(200)
      expect(again.json.results).toEqual(first.json.results.map((one: Json) => ({ ...one, isReplay: true })))
    }
    await restarted.stop()
    expect(await onHand(shop)).toBe(4)
  },
)

test('an idempotency key works the same inside and outside a batch', async () => {
  const shop = await newShop(0)
  const [inBatch, outside, late] = [receipt(shop), receipt(shop), receipt(shop)]
  const alone = await shop.client.post(outside.path, outside.body, { key: outside.key, prefer: 'state=summary' })
  const { json } = await send(shop.client, 'all', [inBatch, outside, late])
  expect(json.results.map(({ isReplay }: Json) => isReplay)).toEqual([false, true, false])
  expect(json.results[1].result).toEqual(alone.json.result)
  const again = await shop.client.post(inBatch.path, inBatch.body, { key: inBatch.key, prefer: 'state=summary' })
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect(again.json.result).toEqual(json.results[0].result)
  const other = await send(shop.client, 'all', [receipt(shop), { ...writeOff(shop, 1), key: late.key }])
  expect(readProblem(other)).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED', command: { index: 1, key: late.key } })
  expect(await onHand(shop)).toBe(3)
})

test('a batch with mode all is refused if it contains a command already refused under its idempotency key', async () => {
  const shop = await newShop(0)
  const refused = writeOff(shop, 1)
  await shop.client.post(refused.path, refused.body, { key: refused.key })
  for (const url of [service.url, otherNode.apiUrl]) {
    const reply = await send(shop.client.at(url), 'all', [receipt(shop), refused])
    expect(reply.json).toMatchObject({ code: 'INSUFFICIENT_STOCK', keyUsed: true, command: { index: 1 } })
  }
  expect((await shop.client.state()).totals.lots).toBe(0)
})

test('the commands of a batch are subject to the same checks as single requests by the same caller', async () => {
  const shop = await newShop(1)
  const storekeeper = await joinAs(service, shop.client.companyId, { role: 'storekeeper' })
  const commands = [receipt(shop, { unitCost: null }), post('products', { name: 'Кружка' })]
  const { json } = await send(storekeeper, 'each', commands)
  expect(json.results.map((one: Json) => one.problem?.code ?? null)).toEqual([null, 'FORBIDDEN'])
  expect(json.results[0].result).not.toHaveProperty('unitCost')
  expect(json.state).not.toHaveProperty('totals.stockValue')
  const stranger = await storekeeper.post(
    '/api/v1/batch',
    { mode: 'each', commands },
    { headers: { origin: 'https://evil.example' } },
  )
  expect(readProblem(stranger).code).toBe('ORIGIN_REJECTED')
})

test.each([
  ['a read', { method: 'POST', path: '/api/v1/bootstrap' }],
  ['another batch', { method: 'POST', path: '/api/v1/batch', body: { mode: 'each', commands: [] } }],
  ['an upload', { method: 'POST', path: '/api/v1/imports' }],
  ['a route for owners', { method: 'POST', path: '/api/v1/tokens', body: { name: 'x' } }],
  ['a sign-in', { method: 'POST', path: '/api/v1/../auth/sign-in/email', body: {} }],
] as const)('a batch cannot contain %s', async (_what, command) => {
  const shop = await newShop(0)
  const owner = await joinAs(service, shop.client.companyId, { role: 'owner' })
  const { json } = await send(owner, 'each', [{ key: randomUUID(), ...command }])
  expect(json.results[0].problem).toMatchObject({ code: 'ROUTE_NOT_FOUND', status: 404 })
})

test('a batch must have 1 to 100 valid commands, each with its own idempotency key of ASCII characters', async () => {
  const { client, ...shop } = await newShop(0)
  const one = receipt({ client, ...shop })
  const wrong: [object, string][] = [
    [{ mode: 'each', commands: [] }, '/commands'],
    [{ mode: 'each', commands: Array.from({ length: 101 }, () => receipt({ client, ...shop })) }, '/commands'],
    [{ mode: 'some', commands: [one] }, '/mode'],
    [{ mode: 'all', commands: [one, { ...one, method: 'PUT' }] }, '/commands/1/key'],
    [{ mode: 'all', commands: [{ ...one, key: 'short' }] }, '/commands/0/key'],
    [{ mode: 'all', commands: [{ ...one, key: 'двенадцать знаков' }] }, '/commands/0/key'],
    [{ mode: 'all', commands: [{ ...one, method: 'GET' }] }, '/commands/0/method'],
    [{ mode: 'all', commands: [{ ...one, path: 'https://example.com/api/v1/orders' }] }, '/commands/0/path'],
  ]
  for (const [body, path] of wrong) {
    const { code, errors } = readProblem(await client.post('/api/v1/batch', body))
    expect([code, errors![0]!.path]).toEqual(['VALIDATION_FAILED', path])
  }
})

test('the state returned after a batch has the form requested by the Prefer header', async () => {
  const shop = await newShop(0)
  const { revision } = await shop.client.state()
  const changes = await send(shop.client, 'all', [receipt(shop), order(shop, 1)], { prefer: 'state=changes' })
  expect(changes.headers.get('preference-applied')).toBe('state=changes')
  expect(changes.json.state).toMatchObject({ since: revision, revision: revision + 2 })
  expect(Object.keys(changes.json.state.changed).sort()).toEqual(['lots', 'orders', 'stock'])
  const full = await send(shop.client, 'all', [receipt(shop)], { prefer: 'state=full' })
  expect(full.json.state).toEqual(await shop.client.state())
})

test('a batch with mode all sent to two nodes at the same time takes effect only once', async () => {
  for (let round = 0; round < 12; round += 1) {
    const shop = await newShop(1)
    const commands = [order(shop, 1), receipt(shop, { quantity: 2 }), writeOff(shop, 1)]
    const replies = await Promise.all(
      [service.url, otherNode.apiUrl].map((url) => send(shop.client.at(url), 'all', commands)),
    )
    const results = replies.map(({ json }) => json.results.map(({ result }: Json) => result))
    expect(results[0]).toEqual(results[1])
    expect(await onHand(shop)).toBe(2)
    expect((await shop.client.state()).totals.orders).toBe(1)
  }
})

test('of two simultaneous batches with mode all that need the last unit, one is executed and the other changes nothing', async () => {
  for (let round = 0; round < 12; round += 1) {
    const shop = await newShop(1)
    const replies = await Promise.all(
      [service.url, otherNode.apiUrl].map((url) =>
        send(shop.client.at(url), 'all', [post('products', { name: 'Кружка' }), order(shop, 1)]),
      ),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await shop.client.state()).totals).toMatchObject({ orders: 1, products: 2 })
  }
})

interface Stock {
  onHand: number
  reserved: number
}

/** Applies a command to the expected stock. @returns whether the command must be executed. */
function expectedOf(stock: Stock, { path, body }: Command): boolean {
  const { quantity = 0, items = [] } = body as { quantity?: number; items?: { quantity: number }[] }
  const isFree = (asked: number) => stock.onHand - stock.reserved >= asked
  if (path.endsWith('receipt')) stock.onHand += quantity
  else if (path.endsWith('writeoff')) {
    if (!isFree(quantity)) return false
    stock.onHand -= quantity
  } else {
    if (!isFree(items[0]!.quantity)) return false
    stock.reserved += items[0]!.quantity
  }
  return true
}

test('random batches with mode each are executed command by command, and batches with mode all only as a whole', async () => {
  const chance = createChance(seed)
  const shop = await newShop(20)
  const { client, productId, warehouseId } = shop
  const makers = [
    (quantity: number) => receipt(shop, { quantity }),
    (quantity: number) => receipt(shop, { quantity, unitCost: null }),
    (quantity: number) => writeOff(shop, quantity),
    (quantity: number) => writeOff(shop, quantity),
    (quantity: number) => order(shop, quantity),
    (quantity: number) => order(shop, quantity),
  ]
  let stock: Stock = { onHand: 20, reserved: 0 }
  const outcomes = { all: 0, none: 0 }
  for (let round = 0; round < 80; round += 1) {
    const mode = chance.pick(['all', 'each'] as const)
    const batch = Array.from({ length: chance.between(1, 8) }, () => chance.pick(makers)(chance.between(1, 12)))
    const after = { ...stock }
    const expected = batch.map((command) => expectedOf(after, command))
    const reply = await send(client.at(chance.pick([service.url, otherNode.apiUrl])), mode, batch)
    const refused = mode === 'all' ? expected.indexOf(false) : -1
    if (refused < 0) {
      expect(reply.json.results.map(({ status }: Json) => status)).toEqual(expected.map((done) => (done ? 200 : 409)))
      stock = after
    } else
      expect(readProblem(reply)).toMatchObject({
        code: 'INSUFFICIENT_STOCK',
        command: { index: refused, key: batch[refused]!.key },
      })
    outcomes[refused < 0 ? 'all' : 'none'] += 1
    expect(await stockRow(client, productId, warehouseId)).toMatchObject(stock)
  }
  expect(Math.min(outcomes.all, outcomes.none)).toBeGreaterThan(10)
  expect(await bootstrap(client)).toBe(await bootstrap(client.at(otherNode.apiUrl)))
  expect(await findDifferences(service.database, client.companyId)).toEqual([])
})
