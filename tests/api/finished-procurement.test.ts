/**
 * Checks that the company state contains the newest 1,000 finished purchases, documents and payments, while its totals
 * count all of them (S-STATE-6).
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
const KINDS = ['purchases', 'documents', 'payments'] as const
type Kind = (typeof KINDS)[number]

const PATHS: Record<Kind, string> = {
  purchases: '/api/v1/purchases',
  documents: '/api/v1/procurement/documents',
  payments: '/api/v1/procurement/payments',
}

/** Creates a company with the records to which purchases, documents and payments refer. */
async function openCompany() {
  const client = await service.newCompany()
  const warehouseId = await addWarehouse(client)
  const productId = await addProduct(client)
  const partnerId = await addPartner(client, 'Завод')
  return { client, partnerId, goods: { productId, warehouseId, supplier: 'Завод', quantity: 1, unitCost: 1 } }
}

/** Returns functions that create and finish records of one kind. */
function officeOf(kind: Kind, { client, partnerId, goods }: Awaited<ReturnType<typeof openCompany>>) {
  const bodies: Record<Kind, (index: number) => object> = {
    purchases: (index) => ({ ...goods, externalSource: 'erp', externalId: String(index) }),
    documents: (index) => ({ kind: 'internal_order', lines: [], customValues: { Номер: index } }),
    payments: () => ({ partnerId, direction: 'outgoing', method: 'bank', amount: 1 }),
  }
  const make = async (index: number): Promise<string> =>
    (await client.post(PATHS[kind], bodies[kind](index), BRIEF)).json.result.id
  const finish = (id: string, sending: object = {}, by: Client = client): Promise<Reply<Json>> =>
    kind === 'purchases'
      ? by.post('/api/v1/stock/receipt', { ...goods, purchaseId: id, missing: 1 }, sending)
      : by.patch(`${PATHS[kind]}/${id}/status`, { status: kind === 'payments' ? 'posted' : 'cancelled' }, sending)
  const shown = async (): Promise<string[]> => (await client.state())[kind].map(({ id }: Json) => id)
  const isSameOnOtherNode = async () =>
    (await client.at(otherNode.apiUrl).get('/api/v1/bootstrap')).text === (await client.get('/api/v1/bootstrap')).text
  return { client, goods, bodies, partnerId, make, finish, shown, isSameOnOtherNode }
}

type Office = ReturnType<typeof officeOf>

/** Creates and finishes records, one for each index in a range. Returns the ids of the records. */
async function finishMany(office: Office, from: number, to: number): Promise<string[]> {
  const ids: string[] = []
  await inParallel(to - from, AT_ONCE, async (position) => {
    const id = await office.make(from + position)
    ids.push(id)
    await office.finish(id, BRIEF)
  })
  return ids
}

/**
 * A number of records slightly below the limit. They are created once per kind, and each test gets a copy of the
 * company.
 */
const ALMOST = SHOWN - 3
const originals = new Map<Kind, Promise<{ office: Office; ids: string[] }>>()

async function makeOriginal(kind: Kind): Promise<{ office: Office; ids: string[] }> {
  const office = officeOf(kind, await openCompany())
  return { office, ids: await finishMany(office, 0, ALMOST) }
}

/** Returns a company with the given number of finished records of the kind, and the records' ids, oldest first. */
async function openOffice(kind: Kind, count: number) {
  const making = originals.get(kind) ?? makeOriginal(kind)
  originals.set(kind, making)
  const { office: first, ids } = await making
  const office = officeOf(kind, { ...first, client: await copyCompany(service, first.client) })
  return { ...office, ids: [...ids, ...(await finishMany(office, ALMOST, count))].sort() }
}

test.each(KINDS)(
  'the company state contains the newest 1,000 finished %s, and its total counts all of them, on every node and on a new one',
  async (kind) => {
    const office = await openOffice(kind, SHOWN + 20)
    const openId = await office.make(9_000)
    expect(await office.shown()).toEqual([...office.ids.slice(20), openId])
    expect((await office.client.state()).totals[kind]).toBe(SHOWN + 21)
    expect(await office.isSameOnOtherNode()).toBe(true)
    const before = await office.client.state()
    const { json } = await office.finish(openId, { prefer: 'state=changes' })
    expect(json.state.removed).toEqual({ [kind]: [office.ids[20]] })
    expect(applyChanges(before, json.state)).toEqual(await office.client.state())
    expect(await office.isSameOnOtherNode()).toBe(true)
    const restarted = await startNode(service.databaseUrl)
    try {
      const there = await office.client.at(restarted.apiUrl).get('/api/v1/bootstrap')
      expect(there.text === (await office.client.get('/api/v1/bootstrap')).text).toBe(true)
    } finally {
      await restarted.stop()
    }
  },
)

test.each(KINDS)(
  'after 1,000 %s are finished, repeating an earlier command returns its first response byte for byte, in both forms, on every node',
  async (kind) => {
    const office = await openOffice(kind, SHOWN - 3)
    const sent: { id: string; sending: { key: string; prefer?: string }; first: Reply<Json> }[] = []
    for (let count = 0; count < 8; count += 1) {
      const id = await office.make(9_000 + count)
      const sending = { key: randomUUID(), ...(count % 2 === 0 ? {} : { prefer: 'state=changes' }) }
      sent.push({ id, sending, first: await office.finish(id, sending) })
    }
    for (const node of [office.client, office.client.at(otherNode.apiUrl)])
      for (const { id, sending, first } of sent) {
        const replay = await office.finish(id, sending, node)
        expect(replay.headers.get('idempotent-replayed')).toBe('true')
        expect(replay.text === first.text).toBe(true)
      }
  },
)

test('a purchase that is no longer in the state stays received, cannot be deleted, and still blocks its external pair', async () => {
  const { client, ids, goods, bodies, shown } = await openOffice('purchases', SHOWN + 3)
  const visible = new Set(await shown())
  const hidden = ids.filter((id) => !visible.has(id))
  expect(hidden).toHaveLength(3)
  for (const purchaseId of hidden) {
    const more = await client.post('/api/v1/stock/receipt', { ...goods, purchaseId })
    expect(more.json).toMatchObject({ code: 'PURCHASE_EXCEEDED', status: 409 })
    expect((await client.delete(`${PATHS.purchases}/${purchaseId}`)).json).toMatchObject({ code: 'HAS_REFERENCES' })
  }
  for (const index of [0, 1, 2, SHOWN]) {
    const again = await client.post(PATHS.purchases, bodies.purchases(index))
    expect(again.json).toMatchObject({ code: 'DUPLICATE_EXTERNAL_ID', blockers: [{ entity: 'purchase' }] })
  }
})

test('a finished document that is no longer in the state can still be a source document and be paid', async () => {
  const { client, ids, partnerId, bodies } = await openOffice('documents', SHOWN + 3)
  const path = `${PATHS.documents}/${ids[0]}`
  for (const status of ['posted', 'closed', 'cancelled'])
    expect((await client.patch(`${path}/status`, { status })).json).toMatchObject({ code: 'INVALID_TRANSITION' })
  expect((await client.patch(path, { note: 'х' })).json).toMatchObject({ code: 'NOT_DRAFT' })
  expect((await client.delete(path)).json).toMatchObject({ code: 'NOT_DRAFT' })
  const made = await client.post(PATHS.documents, { kind: 'receipt', lines: [], sourceDocumentId: ids[0] })
  expect(made.json.result).toMatchObject({ sourceDocumentId: ids[0] })
  const paid = await client.post(PATHS.payments, { ...bodies.payments(0), partnerId, documentId: ids[1] })
  expect(paid.json.result).toMatchObject({ documentId: ids[1] })
  const field = { entityKind: 'procurement_document', name: 'Номер', valueType: 'number' }
  const { id } = await client.made('POST', '/api/v1/custom-fields', field)
  const problem = await client.refused('DELETE', `/api/v1/custom-fields/${id}`, {})
  expect(problem).toMatchObject({ code: 'HAS_REFERENCES', detail: expect.stringContaining(`${SHOWN + 3} documents`) })
  expect(problem.blockers).toHaveLength(10)
})

test('a posted payment that is no longer in the state can be cancelled once and does not reappear', async () => {
  const office = await openOffice('payments', SHOWN + 5)
  const { client, ids } = office
  const before = await client.state()
  const cancel = (id: string, by: Client, sending = {}) =>
    by.patch(`${PATHS.payments}/${id}/status`, { status: 'cancelled' }, sending)
  const key = randomUUID()
  const first = await cancel(ids[0]!, client, { key })
  expect(first.json.result).toMatchObject({ id: ids[0], status: 'cancelled', number: '00001' })
  expect(first.json.state).toEqual({ ...before, revision: before.revision + 1 })
  const replies = await Promise.all(Array.from({ length: 6 }, () => cancel(ids[1]!, client)))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect((await cancel(ids[0]!, client.at(otherNode.apiUrl))).json).toMatchObject({ code: 'INVALID_TRANSITION' })
  expect((await cancel(ids[2]!, client.at(otherNode.apiUrl))).status).toBe(200)
  expect(await office.shown()).toEqual(ids.slice(5))
  expect((await client.state()).totals.payments).toBe(SHOWN + 5)
  expect(await office.isSameOnOtherNode()).toBe(true)
  for (const node of [client, client.at(otherNode.apiUrl)])
    expect((await cancel(ids[0]!, node, { key })).text === first.text).toBe(true)
})

test('a posted payment in the state stays there after it is cancelled', async () => {
  const office = await openOffice('payments', SHOWN + 2)
  const { client, ids } = office
  const id = ids.at(-1)!
  const key = randomUUID()
  const newest = await office.make(0)
  const first = await office.finish(newest, { key })
  const before = await client.state()
  const { json } = await client.patch(
    `${PATHS.payments}/${id}/status`,
    { status: 'cancelled' },
    { prefer: 'state=changes' },
  )
  expect(json.state.changed.payments).toMatchObject([{ id, status: 'cancelled' }])
  expect(applyChanges(before, json.state)).toEqual(await client.state())
  for (const node of [client, client.at(otherNode.apiUrl)])
    expect((await office.finish(newest, { key }, node)).text === first.text).toBe(true)
  expect(await office.isSameOnOtherNode()).toBe(true)
})
