/** Tests for bugs that random commands once revealed, one test for each bug. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyTotals } from '../../server/domain/books.ts'
import { readPrefetched } from '../../server/engine/prefetch.ts'
import { State } from '../../server/engine/state.ts'
import { lockCompany, writeCompany } from '../../server/store/commits.ts'
import { readCompany } from '../../server/store/database.ts'
import { createChance } from '../support/chance/chance.ts'
import { EngineWorld, printState, type Ran } from '../support/model/engine-world.ts'
import type { Asked } from '../support/model/model.ts'
import type { Client, Json } from '../support/node/client.ts'
import { findDifferences } from '../support/node/invariants.ts'
import { type OpenNode, startOpenNode } from '../support/node/open-node.ts'
import type { Reply } from '../support/node/reply.ts'
import { useService } from '../support/node/service.ts'
import { inParallel } from '../support/node/state.ts'
import { addPartner, addProduct, addWarehouse } from '../support/scene/fixtures.ts'

const SHOWN = 1_000
const AT_ONCE = 48
const BRIEF = { prefer: 'state=summary' }

const service = useService()
let other: OpenNode

beforeAll(async () => {
  other = await startOpenNode(service.databaseUrl)
})
afterAll(() => other.stop())

const ask = (name: string, body: Json, params: Record<string, string> = {}): Asked => ({ name, params, body })

/** Runs commands in one batch. */
function runBatch(world: EngineWorld, ...asked: Asked[]): Ran[] {
  const requests = world.requests(asked)
  return world.decide(requests).decided.map((one, position) => world.commit(requests[position]!, one))
}

function stockedWorld() {
  const world = new EngineWorld(createChance(1))
  const make = (name: string, body: Json): string => runBatch(world, ask(name, body))[0]!.result.id
  const warehouseId = make('createWarehouse', { name: 'Склад' })
  const productId = make('createProduct', { name: 'Чай', price: 1 })
  make('createPartner', { name: 'Все' })
  const bundleId = make('createProduct', { name: 'Набор', kind: 'bundle', components: [{ productId, quantity: 2 }] })
  make('receiveStock', { productId, warehouseId, supplier: 'Все', unitCost: 1, quantity: 9 })
  const order = { customer: 'Все', warehouseId, channel: 'Сайт', items: [{ productId: bundleId, quantity: 1 }] }
  return { world, order }
}

test('after every record is deleted, the company state keeps no stock row of a bundle', () => {
  const { world } = stockedWorld()
  const empty = printState(new State({ ...world.state.snapshot(), collections: undefined } as never).snapshot())
  const state = new State(world.state.snapshot())
  const everything = [...world.tables].flatMap(([kind, records]) =>
    [...records.keys()].map((id) => ({ kind, id, record: null }) as never),
  )
  state.apply(everything, world.revision, world.state.totals)
  expect(printState(state.snapshot())).toBe(empty)
})

test('a company with changed settings passes the self-check', async () => {
  const client = await service.newCompany()
  const settings = { companyName: 'Новое имя', lowStockAlerts: true, dailySummary: false }
  await client.patch('/api/v1/settings', settings, BRIEF)
  expect(await findDifferences(service.database, client.companyId)).toEqual([])
})

test('once an order is deleted, a later command of the same batch can reuse its external id', () => {
  const { world, order } = stockedWorld()
  const external = { externalSource: 'shop', externalId: '1' }
  const [first] = runBatch(world, ask('placeOrder', { ...order, ...external }))
  const ran = runBatch(
    world,
    ask('deleteOrder', {}, { orderId: first!.result.id }),
    ask('placeOrder', { ...order, ...external }),
    ask('placeOrder', { ...order, ...external }),
  )
  expect(ran.map(({ code }) => code)).toEqual([null, null, 'DUPLICATE_EXTERNAL_ID'])
})

test('source documents cannot form a cycle, even through documents that are no longer in memory', () => {
  const window = 2
  const world = new EngineWorld(createChance(1), window)
  const make = (name: string, body: Json): string => runBatch(world, ask(name, body))[0]!.result.id
  const draft = (sourceDocumentId: string | null) =>
    make('createDocument', { kind: 'internal_order', lines: [], sourceDocumentId })
  const chain = [draft(null)]
  for (let count = 0; count < 4; count += 1) {
    chain.push(draft(chain.at(-1)!))
    runBatch(world, ask('changeDocumentStatus', { status: 'cancelled' }, { documentId: chain.at(-1)! }))
  }
  const code = (documentId: string, sourceDocumentId: string) =>
    runBatch(world, ask('updateDocument', { sourceDocumentId }, { documentId }))[0]!.code
  // The first two documents of the chain are no longer in memory, but the last two are. Try drafts that refer to each
  // document of the chain.
  for (const sourceDocumentId of [...chain, draft(chain[2]!), draft(chain[4]!)])
    expect(code(chain[0]!, sourceDocumentId)).toBe('VALIDATION_FAILED')
  expect(code(chain[0]!, draft(null))).toBeNull()
})

test('the newest finished orders stay in the company state, in whatever order they were finished', () => {
  const settings = {
    companyName: 'Окно',
    lowStockAlerts: false,
    dailySummary: false,
    timeZone: 'Europe/Moscow',
    revision: 0,
  }
  const orderOf = (number: number) => ({ id: String(number).padStart(5, '0'), status: 'cancelled', revision: 1 })
  const put = (number: number) => ({ kind: 'orders', id: orderOf(number).id, record: orderOf(number) }) as never
  const state = new State({ companyId: 'x', revision: 0, settings, totals: emptyTotals() })
  state.apply(
    Array.from({ length: SHOWN }, (_, index) => put(index + 10)),
    1,
    emptyTotals(),
  )
  const gone = { kind: 'orders', id: orderOf(500).id, record: null } as never
  // Apply three changes at once: a newer order pushes out the oldest order, a deletion lets an older order reappear,
  // and the third change pushes out that order again.
  const evicted = state.apply([put(5_000), gone, put(9)], 4, emptyTotals())
  expect(evicted).toEqual([{ kind: 'orders', id: orderOf(9).id }])
  expect(state.snapshot().finished.orders).toHaveLength(SHOWN)
  expect(state.snapshot().finished.orders[0]).toBe(orderOf(10).id)
})

/** Makes a company with more cancelled orders than the state shows. `ids` lists the oldest first. */
async function openBusyOffice() {
  const client = await service.newCompany()
  const warehouseId = await addWarehouse(client)
  const productId = await addProduct(client, { kind: 'service' })
  await addPartner(client, 'Иван')
  const body = { customer: 'Иван', warehouseId, channel: 'Сайт', items: [{ productId, quantity: 1 }] }
  const place = async (): Promise<string> => (await client.post('/api/v1/orders', body, BRIEF)).json.result.id
  const cancel = (id: string) => client.patch(`/api/v1/orders/${id}/status`, { status: 'cancelled' }, BRIEF)
  const ids: string[] = []
  await inParallel(SHOWN + 5, AT_ONCE, async () => {
    const id = await place()
    ids.push(id)
    await cancel(id)
  })
  return { client, place, cancel, ids: ids.sort() }
}

/** Sends all commands while commits are blocked, so that the engine finds them waiting together. */
async function together(client: Client, sends: (() => Promise<Reply<Json>>)[]): Promise<Reply<Json>[]> {
  const { replies } = await writeCompany(service.database, client.companyId, async (tx) => {
    await lockCompany(tx, client.companyId)
    const flying = client.post('/api/v1/price-types', { name: 'В пути' }, BRIEF)
    await sleep(50)
    const sent: Promise<Reply<Json>>[] = []
    for (const send of sends) {
      sent.push(send())
      await sleep(20)
    }
    return { replies: Promise.all([flying, ...sent]) }
  })
  return (await replies).slice(1)
}

test('several commands on one finished order in a batch count that order only once', async () => {
  const { client, place, cancel, ids } = await openBusyOffice()
  const remove = (id: string) => () => client.delete(`/api/v1/orders/${id}`, BRIEF)
  const forgotten = ids[0]!
  const twice = await together(client, [remove(forgotten), remove(forgotten)])
  expect(twice.map(({ status }) => status).sort()).toEqual([200, 404])
  const orderId = await place()
  const lotless = { productId: 'x', warehouseId: 'x', quantity: 1, reason: 'Бой', selectedLotId: 'x' }
  const replies = await together(client, [
    () => client.post('/api/v1/stock/writeoff', lotless, BRIEF),
    () => cancel(orderId),
    remove(orderId),
  ])
  expect(replies.map(({ status }) => status)).toEqual([404, 200, 200])
  expect((await client.state()).orders).toHaveLength(SHOWN)
  expect((await client.get('/api/v1/bootstrap')).text).toBe((await client.at(other.url).get('/api/v1/bootstrap')).text)
  expect(await findDifferences(service.database, client.companyId)).toEqual([])
})

test('an option of a custom field cannot be removed if an earlier command of the batch adds and uses it', async () => {
  const client = await service.newCompany()
  const field = { entityKind: 'procurement_document', name: 'Сезон', valueType: 'select', options: ['Зима'] }
  const fieldId = (await client.post('/api/v1/custom-fields', field, BRIEF)).json.result.id
  const offer = (options: string[]) => () => client.patch(`/api/v1/custom-fields/${fieldId}`, { options }, BRIEF)
  const document = { kind: 'receipt', lines: [], customValues: { Сезон: 'Лето' } }
  const lotless = { productId: 'x', warehouseId: 'x', quantity: 1, reason: 'Бой', selectedLotId: 'x' }
  const replies = await together(client, [
    // Send this command first: it needs history, so the commands behind it wait and form a batch with it.
    () => client.post('/api/v1/stock/writeoff', lotless, BRIEF),
    offer(['Зима', 'Лето']),
    () => client.post('/api/v1/procurement/documents', document, BRIEF),
    offer(['Зима']),
  ])
  expect(replies.map(({ status }) => status)).toEqual([404, 200, 200, 409])
})

test.each(['product', 'procurement_document'])(
  'a custom value of a %s that is the number 5 does not count as a use of the option "5"',
  async (entityKind) => {
    const client = await service.newCompany()
    const customValues = { Размер: 5, Рост: '5' }
    await client.post('/api/v1/products', { name: 'Чай', customValues }, BRIEF)
    await client.post('/api/v1/procurement/documents', { kind: 'receipt', lines: [], customValues }, BRIEF)
    const drop = async (name: string) => {
      const field = { entityKind, name, valueType: 'select', options: ['5', '6'] }
      const { id } = (await client.post('/api/v1/custom-fields', field, BRIEF)).json.result
      return (await client.patch(`/api/v1/custom-fields/${id}`, { options: ['6'] }, BRIEF)).status
    }
    expect([await drop('Размер'), await drop('Рост')]).toEqual([200, 409])
  },
)

test('a document’s source documents are read from the database, however long the chain is', async () => {
  const client = await service.newCompany()
  const ids: string[] = []
  for (let count = 0; count < 4; count += 1) {
    const draft = { kind: 'internal_order', lines: [], sourceDocumentId: ids.at(-1) ?? null }
    ids.push((await client.post('/api/v1/procurement/documents', draft, BRIEF)).json.result.id)
  }
  const { records } = await readCompany(service.database, client.companyId, (tx) =>
    readPrefetched(tx, client.companyId, [{ fact: 'documentSources', id: ids[2]! }]),
  )
  expect(records?.map(({ record }) => record.id).sort()).toEqual(ids.slice(0, 3))
})

test('two updates of the same document or contract in one batch both take effect', async () => {
  const client = await service.newCompany()
  const warehouseId = await addWarehouse(client)
  const productId = await addProduct(client)
  const supplierId = await addPartner(client, 'Иван')
  const otherId = await addPartner(client, 'Пётр')
  const make = async (path: string, body: Json): Promise<string> =>
    (await client.post(path, body, BRIEF)).json.result.id
  const organizationId = await make('/api/v1/organizations', { name: 'ООО' })
  const contractId = await make('/api/v1/contracts', { partnerId: supplierId, organizationId, kind: 'purchase' })
  const lines = [{ productId, quantity: 1, unitCost: 1 }]
  const receipt = { kind: 'receipt', warehouseId, supplierId, lines }
  const documentId = await make('/api/v1/procurement/documents', receipt)
  const move = (status: string) => () =>
    client.patch(`/api/v1/procurement/documents/${documentId}/status`, { status }, BRIEF)
  const rewrite = (partnerId: string) => () => client.patch(`/api/v1/contracts/${contractId}`, { partnerId }, BRIEF)
  const lotless = { productId, warehouseId, quantity: 1, reason: 'Бой', selectedLotId: 'x' }
  const first = () => client.post('/api/v1/stock/writeoff', lotless, BRIEF)
  const posted = await together(client, [first, move('posted'), move('cancelled')])
  expect(posted.map(({ status }) => status)).toEqual([404, 200, 200])
  const rewritten = await together(client, [first, rewrite(otherId), rewrite(supplierId)])
  expect(rewritten.map(({ status }) => status)).toEqual([404, 200, 200])
  expect(await findDifferences(service.database, client.companyId)).toEqual([])
})
