/**
 * Checks that the company state contains the newest 1,000 finished orders, while its totals count all orders
 * (S-STATE-6).
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Service } from '../../server/service.ts'
import type { Client, Json } from '../support/node/client.ts'
import { copyCompany } from '../support/node/copied-company.ts'
import type { Reply } from '../support/node/reply.ts'
import { startNode, useService } from '../support/node/service.ts'
import { applyChanges, inParallel } from '../support/node/state.ts'
import { addPartner, addProduct, addWarehouse } from '../support/scene/fixtures.ts'

const SHOWN = 1_000
const AT_ONCE = 48

const service = useService()
let otherNode: Service

beforeAll(async () => {
  otherNode = await startNode(service.databaseUrl)
})
afterAll(() => otherNode.stop())

const BRIEF = { prefer: 'state=summary' }

/** Creates a company whose orders are for a service, so they need no stock. */
async function openOffice() {
  const client = await service.newCompany()
  const warehouseId = await addWarehouse(client)
  const productId = await addProduct(client, { kind: 'service' })
  await addPartner(client, 'Иван')
  return officeOf(client, { customer: 'Иван', warehouseId, channel: 'Сайт', items: [{ productId, quantity: 1 }] })
}

/**
 * Returns functions such as `place`, which places an order and returns its id, and `cancel`, which cancels one and
 * returns the whole response.
 */
function officeOf(client: Client, body: object) {
  const place = async (fields: object = {}): Promise<string> =>
    (await client.post('/api/v1/orders', { ...body, ...fields }, BRIEF)).json.result.id
  const cancel = (id: string, sending: object = {}, by: Client = client): Promise<Reply<Json>> =>
    by.patch(`/api/v1/orders/${id}/status`, { status: 'cancelled' }, sending)
  const idsInState = async (): Promise<string[]> =>
    (await client.state()).orders.map((order: { id: string }) => order.id)
  return { client, body, place, cancel, idsInState, isSameOnOtherNode: () => isSameOnOtherNode(client) }
}

type Office = ReturnType<typeof officeOf>

async function isSameOnOtherNode(client: Client): Promise<boolean> {
  const there = await client.at(otherNode.apiUrl).get('/api/v1/bootstrap')
  return there.text === (await client.get('/api/v1/bootstrap')).text
}

/** Places and cancels orders, one for each index in a range. Returns the ids of the orders. */
async function cancelMany(office: Office, from: number, to: number): Promise<string[]> {
  const ids: string[] = []
  await inParallel(to - from, AT_ONCE, async (position) => {
    const id = await office.place(pairOf(from + position))
    ids.push(id)
    await office.cancel(id, BRIEF)
  })
  return ids
}

const pairOf = (index: number) => ({ externalSource: 'ozon', externalId: String(index) })

/**
 * A number of orders slightly below the limit. They are created only once, and each test gets a copy of the company.
 */
const ALMOST = SHOWN - 3
let original: Promise<{ office: Office; ids: string[] }> | null = null

/** Returns a company with the given number of cancelled orders, and the orders' ids, oldest first. */
async function openBusyOffice(count: number) {
  original ??= openOffice().then(async (office) => ({ office, ids: await cancelMany(office, 0, ALMOST) }))
  const { office: first, ids } = await original
  const office = officeOf(await copyCompany(service, first.client), first.body)
  return { ...office, ids: [...ids, ...(await cancelMany(office, ALMOST, count))].sort() }
}

test('the company state contains the newest 1,000 finished orders, and its total counts all orders, on every node', async () => {
  const office = await openBusyOffice(SHOWN + 30)
  const openId = await office.place()
  expect(await office.idsInState()).toEqual([...office.ids.slice(30), openId])
  expect((await office.client.state()).totals.orders).toBe(SHOWN + 31)
  expect(await office.isSameOnOtherNode()).toBe(true)
})

test('an order that is no longer among the newest 1,000 finished ones is listed in the changes as removed from the state', async () => {
  const office = await openBusyOffice(SHOWN)
  const before = await office.client.state()
  const id = await office.place()
  const { json } = await office.cancel(id, { prefer: `state=changes; since=${before.revision}` })
  expect(json.state.removed).toEqual({ orders: [office.ids[0]] })
  expect(applyChanges(before, json.state)).toEqual(await office.client.state())
})

test('repeating a command first sent before there were 1,000 finished orders returns its first response byte for byte, on every node', async () => {
  const office = await openBusyOffice(SHOWN - 3)
  const keys: { id: string; key: string; first: Reply<Json> }[] = []
  for (let count = 0; count < 8; count += 1) {
    const id = await office.place()
    const key = randomUUID()
    keys.push({ id, key, first: await office.cancel(id, { key }) })
  }
  for (const node of [office.client, office.client.at(otherNode.apiUrl)])
    for (const { id, key, first } of keys) {
      const replay = await office.cancel(id, { key }, node)
      expect(replay.headers.get('idempotent-replayed')).toBe('true')
      expect(replay.text === first.text).toBe(true)
    }
})

test('an order that is no longer in the state stays finished and still blocks its external id', async () => {
  const office = await openBusyOffice(SHOWN + 5)
  const shown = new Set(await office.idsInState())
  const hidden = office.ids.filter((id) => !shown.has(id))
  expect(hidden).toHaveLength(5)
  for (const id of hidden) expect((await office.cancel(id)).json).toMatchObject({ code: 'INVALID_TRANSITION' })
  for (const index of [0, 1, 2, 3, 4]) {
    const reply = await office.client.post('/api/v1/orders', { ...office.body, ...pairOf(index) })
    expect(reply.json).toMatchObject({ code: 'DUPLICATE_EXTERNAL_ID', blockers: [{ entity: 'order' }] })
  }
})

test('deleting an order that is no longer in the state lowers the count and changes nothing else', async () => {
  const office = await openBusyOffice(SHOWN + 5)
  const before = await office.client.state()
  const { json } = await office.client.delete(`/api/v1/orders/${office.ids[0]}`)
  expect(json.result).toEqual({ id: office.ids[0], deleted: true })
  expect(json.state).toEqual({
    ...before,
    revision: before.revision + 1,
    totals: { ...before.totals, orders: SHOWN + 4 },
  })
  expect(await office.isSameOnOtherNode()).toBe(true)
})

test('when a finished order in the state is deleted, the next older one is included again', async () => {
  const office = await openBusyOffice(SHOWN + 5)
  await office.client.made('DELETE', `/api/v1/orders/${office.ids.at(-1)}`, {})
  expect(await office.idsInState()).toEqual(office.ids.slice(4, -1))
})

test('after a finished order in the state is deleted, the state is the same on every node', async () => {
  const office = await openBusyOffice(SHOWN + 5)
  await office.client.made('DELETE', `/api/v1/orders/${office.ids.at(-1)}`, {})
  expect(await office.isSameOnOtherNode()).toBe(true)
})

test('repeating a command first sent before a finished order in the state was deleted returns its first response byte for byte', async () => {
  const office = await openBusyOffice(SHOWN - 1)
  const replays: { id: string; key: string; first: Reply<Json> }[] = []
  for (let count = 0; count < 3; count += 1) {
    const id = await office.place()
    const key = randomUUID()
    replays.push({ id, key, first: await office.cancel(id, { key }) })
  }
  await office.client.made('DELETE', `/api/v1/orders/${replays[2]!.id}`, {})
  for (const node of [office.client, office.client.at(otherNode.apiUrl)])
    for (const { id, key, first } of replays)
      expect((await office.cancel(id, { key }, node)).text === first.text).toBe(true)
})

test('an old order that is finished late is not among the newest finished orders in the state, on any node', async () => {
  const office = await openOffice()
  const oldId = await office.place()
  const ids: string[] = []
  await inParallel(SHOWN, AT_ONCE, async () => {
    const id = await office.place()
    ids.push(id)
    await office.cancel(id, BRIEF)
  })
  const before = await office.client.state()
  const key = randomUUID()
  const first = await office.cancel(oldId, { key, prefer: 'state=changes' })
  expect(first.json.result).toMatchObject({ id: oldId, status: 'cancelled' })
  expect(applyChanges(before, first.json.state)).toEqual(await office.client.state())
  expect(await office.idsInState()).toEqual(ids.sort())
  expect(await office.isSameOnOtherNode()).toBe(true)
  expect((await office.cancel(oldId, { key, prefer: 'state=changes' })).text).toBe(first.text)
})
