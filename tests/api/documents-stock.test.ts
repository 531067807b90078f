/**
 * Tests how posting a receipt or a supplier return changes stock, and what cancelling undoes: lots, costs, movements,
 * totals.
 */
import { afterEach, expect, test } from 'vitest'
import { parseStoredRecord } from '../../server/engine/stored-records.ts'
import { readCompany } from '../../server/store/database.ts'
import type { Client, Json } from '../support/node/client.ts'
import { sendWhileHeld } from '../support/node/holding.ts'
import { findDifferences } from '../support/node/invariants.ts'
import { startNode, useService } from '../support/node/service.ts'
import {
  addBundle,
  addDocument,
  addPartner,
  addProduct,
  addWarehouse,
  findIn,
  ISSUED_ID,
  MOMENT,
  moveDocument,
  moveOrder,
  openShop,
  placeOrder,
  receive,
  type Shop,
  setArchived,
  stockRow,
} from '../support/scene/fixtures.ts'

const service = useService()
const opened: Client[] = []

afterEach(async () => {
  for (const client of opened.splice(0)) expect(await findDifferences(service.database, client.companyId)).toEqual([])
})

interface Yard extends Shop {
  readonly supplierId: string
}

async function openYard(onHand = 0): Promise<Yard> {
  const shop = await openShop(await service.newCompany(), onHand)
  opened.push(shop.client)
  const { partners } = await shop.client.state()
  return { ...shop, supplierId: partners.find((partner: Json) => partner.name === shop.supplier).id }
}

type Line = readonly [quantity: number, unitCost?: number, productId?: string]

async function draft(yard: Yard, kind: string, lines: readonly Line[], fields: object = {}): Promise<string> {
  const { client, supplierId, warehouseId, productId } = yard
  return addDocument(client, {
    kind,
    supplierId,
    warehouseId,
    lines: lines.map(([quantity, unitCost = 10, id = productId]) => ({ productId: id, quantity, unitCost })),
    ...fields,
  })
}

async function post(yard: Yard, kind: string, lines: readonly Line[], fields: object = {}): Promise<string> {
  const id = await draft(yard, kind, lines, fields)
  await moveDocument(yard.client, id, 'posted')
  return id
}

const cancel = (yard: Yard, id: string) => moveDocument(yard.client, id, 'cancelled')
const refuseMove = (yard: Yard, id: string, status: string) =>
  yard.client.refused('PATCH', `/api/v1/procurement/documents/${id}/status`, { status })
const refuseCancel = (yard: Yard, id: string) => refuseMove(yard, id, 'cancelled')
const refusePost = (yard: Yard, id: string) => refuseMove(yard, id, 'posted')
const lotsOf = async ({ client }: Yard): Promise<Json[]> => (await client.state()).lots
const rowOf = ({ client, productId, warehouseId }: Yard) => stockRow(client, productId, warehouseId)
const worthOf = async ({ client }: Yard) => (await client.state()).totals.stockValue

/** Returns the movements of a document, oldest first, as they are stored: money in kopecks, quantities in thousandths. */
async function movementsOf(yard: Yard, documentId: string): Promise<Json[]> {
  return readCompany(service.database, yard.client.companyId, async (tx) => {
    const { rows } = await tx.query('select record from movements where document_id = $1 order by id', [documentId])
    return rows.map(({ record }) => parseStoredRecord('movements', record))
  })
}

/**
 * Returns the company state without those parts that a cancelled command may leave changed: update times, and the
 * number of lots ever created.
 */
async function picture({ client }: Yard) {
  const { stock, lots, totals } = await client.state()
  return {
    stock: stock.filter((row: Json) => row.onHand !== 0 || row.available !== 0),
    lots,
    stockValue: totals.stockValue,
  }
}

// Tests of posting a receipt.

test('posting a receipt document creates a lot and a movement for each line, even if two lines have the same product', async () => {
  const yard = await openYard()
  const { client, productId, warehouseId, supplier, supplierId } = yard
  const other = await addProduct(client, { name: 'Самовар' })
  const id = await post(yard, 'receipt', [
    [2, 10],
    [1.005, 3.33],
    [3, 0, other],
  ])
  const document = await findIn(client, 'documents', id)
  const lots = await lotsOf(yard)
  const common = { warehouseId, supplier, supplierId, receivedAt: document.postedAt, sourceLotId: null }
  expect(lots).toEqual([
    { id: expect.stringMatching(ISSUED_ID), productId, ...common, unitCost: 10, received: 2, remaining: 2 },
    { id: expect.stringMatching(ISSUED_ID), productId, ...common, unitCost: 3.33, received: 1.005, remaining: 1.005 },
    { id: expect.stringMatching(ISSUED_ID), productId: other, ...common, unitCost: 0, received: 3, remaining: 3 },
  ])
  expect(await rowOf(yard)).toMatchObject({ onHand: 3.005, reserved: 0, available: 3.005 })
  expect(await stockRow(client, other, warehouseId)).toMatchObject({ onHand: 3, available: 3 })
  expect((await client.state()).totals).toMatchObject({ lots: 3, stockValue: 23.35 })
  const movements = await movementsOf(yard, id)
  expect(movements).toHaveLength(3)
  expect(movements[1]).toEqual({
    id: expect.stringMatching(ISSUED_ID),
    type: 'receipt',
    at: document.postedAt,
    productId,
    warehouseId,
    quantity: 1005,
    good: 1005,
    damaged: 0,
    missing: 0,
    unitCost: 333,
    cost: 335,
    lots: [{ lotId: lots[1].id, quantity: 1005, unitCost: 333 }],
    supplier,
    supplierId,
    documentId: id,
    revision: expect.any(Number),
  })
})

test('the lots of a receipt document store the supplier’s name from the document', async () => {
  const yard = await openYard()
  const id = await draft(yard, 'receipt', [[1]])
  await yard.client.made('PATCH', `/api/v1/partners/${yard.supplierId}`, { name: 'Новое имя' })
  await moveDocument(yard.client, id, 'posted')
  expect(await lotsOf(yard)).toMatchObject([{ supplier: 'Поставка', supplierId: yard.supplierId }])
})

test('lots received by a document are used in FIFO order: by age, then in the order of its lines', async () => {
  const yard = await openYard()
  await receive(yard, 1, 1)
  await post(yard, 'receipt', [
    [1, 2],
    [1, 3],
  ])
  await receive(yard, 1, 4)
  const { client, productId, warehouseId } = yard
  const body = { productId, warehouseId, quantity: 4, reason: 'Бой' }
  const movement = await client.made('POST', '/api/v1/stock/writeoff', body)
  expect(movement.lots.map((draw: Json) => draw.unitCost)).toEqual([1, 2, 3, 4])
})

test.each(['purchase_order', 'supplier_invoice', 'internal_order'])(
  'posting and cancelling a %s moves no stock',
  async (kind) => {
    const yard = await openYard(5)
    const before = await picture(yard)
    const id = await post(yard, kind, [[2], [3]])
    expect(await picture(yard)).toEqual(before)
    await cancel(yard, id)
    expect(await picture(yard)).toEqual(before)
    expect(await movementsOf(yard, id)).toEqual([])
  },
)

test.each(['receipt', 'supplier_return'])(
  'a %s containing a service or a bundle cannot be posted, but a supplier invoice can',
  async (kind) => {
    const yard = await openYard(5)
    const service_ = await addProduct(yard.client, { name: 'Доставка', kind: 'service' })
    const bundle = await addBundle(yard.client, [[yard.productId, 1]])
    for (const productId of [service_, bundle]) {
      const id = await draft(yard, kind, [[1], [1, 1, productId]])
      expect((await refusePost(yard, id)).code).toBe('NOT_STOCKED')
      await post(yard, 'supplier_invoice', [[1, 1, productId]])
    }
  },
)

test('a receipt document is refused as a whole if one line would raise stock above the largest exactly countable quantity', async () => {
  const yard = await openYard()
  for (let count = 0; count < 9; count += 1) await receive(yard, 1e12, 0)
  const id = await draft(yard, 'receipt', [
    [1, 0],
    [1e10, 0],
  ])
  const problem = await refusePost(yard, id)
  expect(problem.code).toBe('VALIDATION_FAILED')
  expect(problem.errors).toMatchObject([{ path: '/lines/1/quantity' }])
})

test('a receipt document may have 1,000 lines', async () => {
  const yard = await openYard()
  const lines = Array.from({ length: 1_000 }, (_, index): Line => [1, index / 100])
  const id = await post(yard, 'receipt', lines)
  expect(await rowOf(yard)).toMatchObject({ onHand: 1_000 })
  expect(await lotsOf(yard)).toHaveLength(1_000)
  await cancel(yard, id)
  expect(await lotsOf(yard)).toEqual([])
})

// Tests of cancelling a posted receipt.

test('cancelling a receipt document removes its lots and adds a reversal for each movement', async () => {
  const yard = await openYard(5)
  const before = await picture(yard)
  const id = await post(yard, 'receipt', [
    [2, 10],
    [3, 7],
  ])
  const lots = (await lotsOf(yard)).slice(1)
  const document = await cancel(yard, id)
  expect(await picture(yard)).toEqual(before)
  expect((await yard.client.state()).totals.lots).toBe(3)
  const movements = await movementsOf(yard, id)
  expect(movements.map(({ type }) => type)).toEqual(['receipt', 'receipt', 'reversal', 'reversal'])
  expect(movements[3]).toEqual({
    id: expect.stringMatching(ISSUED_ID),
    type: 'reversal',
    at: document.updatedAt,
    productId: yard.productId,
    warehouseId: yard.warehouseId,
    quantity: 3000,
    cost: 2100,
    lots: [{ lotId: lots[1].id, quantity: 3000, unitCost: 700 }],
    reverses: 'receipt',
    documentId: id,
    revision: expect.any(Number),
  })
})

test('a receipt document cannot be cancelled once any of its goods were written off, shipped, moved or returned', async () => {
  for (const consume of [
    (yard: Yard) => writeOff(yard, 0.001),
    async (yard: Yard) => moveOrder(yard, (await placeOrder(yard)).id, 'shipped'),
    async (yard: Yard) => transfer(yard, await addWarehouse(yard.client), 1),
    (yard: Yard) => post(yard, 'supplier_return', [[1]]),
  ]) {
    const yard = await openYard()
    const id = await post(yard, 'receipt', [[2], [3]])
    await consume(yard)
    const problem = await refuseCancel(yard, id)
    expect(problem).toMatchObject({ code: 'LOTS_CONSUMED', detail: expect.stringContaining('of the 2 received') })
  }
})

test('a receipt document cannot be cancelled if one of its lots is used up', async () => {
  const yard = await openYard()
  const id = await post(yard, 'receipt', [[2], [3]])
  await writeOff(yard, 5)
  expect((await refuseCancel(yard, id)).code).toBe('LOTS_CONSUMED')
})

test('a receipt document can be cancelled again once everything drawn from its lots has been returned to them', async () => {
  const yard = await openYard()
  const before = await picture(yard)
  const id = await post(yard, 'receipt', [[2], [3]])
  const returned = await post(yard, 'supplier_return', [[4]])
  expect((await refuseCancel(yard, id)).code).toBe('LOTS_CONSUMED')
  await cancel(yard, returned)
  await cancel(yard, id)
  expect(await picture(yard)).toEqual(before)
})

test('a receipt document whose goods were moved away and back cannot be cancelled, because the goods are now in new lots', async () => {
  const yard = await openYard()
  const second = await addWarehouse(yard.client)
  const id = await post(yard, 'receipt', [[2]])
  await transfer(yard, second, 2)
  await transfer({ ...yard, warehouseId: second }, yard.warehouseId, 2)
  expect((await refuseCancel(yard, id)).code).toBe('LOTS_CONSUMED')
})

test('a receipt document cannot be cancelled if its lines together would remove reserved stock', async () => {
  const yard = await openYard()
  const id = await post(yard, 'receipt', [[2], [3]])
  await receive(yard, 4)
  const { id: orderId } = await placeOrder(yard, { items: [{ productId: yard.productId, quantity: 5 }] })
  const problem = await refuseCancel(yard, id)
  expect(problem).toMatchObject({ code: 'INSUFFICIENT_STOCK', detail: expect.stringContaining('2 available') })
  await yard.client.made('DELETE', `/api/v1/orders/${orderId}`, {})
  await cancel(yard, id)
  expect(await rowOf(yard)).toMatchObject({ onHand: 4, reserved: 0, available: 4 })
})

test('a receipt document can be cancelled if other lots cover the reserved stock', async () => {
  const yard = await openYard(5)
  const id = await post(yard, 'receipt', [[2], [3]])
  await placeOrder(yard, { items: [{ productId: yard.productId, quantity: 5 }] })
  await cancel(yard, id)
  expect(await rowOf(yard)).toMatchObject({ onHand: 5, reserved: 5, available: 0 })
})

test('if a receipt document’s lots are consumed and its goods are reserved, cancelling it is refused because of the consumed lots', async () => {
  const yard = await openYard()
  const id = await post(yard, 'receipt', [[2]])
  await writeOff(yard, 1)
  await placeOrder(yard)
  expect((await refuseCancel(yard, id)).code).toBe('LOTS_CONSUMED')
})

test('a receipt document can be cancelled even if its product has since been archived', async () => {
  const yard = await openYard()
  const id = await post(yard, 'receipt', [[2]])
  await setArchived(yard.client, 'products', yard.productId)
  await setArchived(yard.client, 'partners', yard.supplierId)
  await cancel(yard, id)
  expect(await lotsOf(yard)).toEqual([])
})

// Tests of posting a supplier return.

test('posting a return to the supplier takes goods from the oldest lots first, line by line, at the cost of each lot', async () => {
  const yard = await openYard()
  await receive(yard, 2, 10)
  await receive(yard, 3, 20.005 * 2)
  const lots = await lotsOf(yard)
  const id = await post(yard, 'supplier_return', [
    [1, 999],
    [3, 0],
  ])
  expect(await lotsOf(yard)).toMatchObject([{ id: lots[1].id, remaining: 1, received: 3 }])
  expect(await rowOf(yard)).toMatchObject({ onHand: 1, available: 1 })
  const movements = await movementsOf(yard, id)
  const { postedAt } = await findIn(yard.client, 'documents', id)
  expect(movements).toMatchObject([
    {
      type: 'return',
      at: postedAt,
      quantity: 1000,
      cost: 1000,
      lots: [{ lotId: lots[0].id, quantity: 1000, unitCost: 1000 }],
    },
    {
      type: 'return',
      quantity: 3000,
      cost: 9002,
      lots: [
        { lotId: lots[0].id, quantity: 1000, unitCost: 1000 },
        { lotId: lots[1].id, quantity: 2000, unitCost: 4001 },
      ],
      supplier: 'Поставка',
      supplierId: yard.supplierId,
      documentId: id,
    },
  ])
  expect(await worthOf(yard)).toBe(40.01)
})

test('all lines of a return to the supplier together cannot take more than the available quantity', async () => {
  const yard = await openYard(5)
  await placeOrder(yard, { items: [{ productId: yard.productId, quantity: 2 }] })
  const id = await draft(yard, 'supplier_return', [[2], [1.001]])
  const problem = await refusePost(yard, id)
  expect(problem).toMatchObject({ code: 'INSUFFICIENT_STOCK', detail: expect.stringContaining('1.001 of') })
  expect(problem.detail).toContain(', 1 available')
  await post(yard, 'supplier_return', [[2], [1]])
  expect(await rowOf(yard)).toMatchObject({ onHand: 2, reserved: 2, available: 0 })
})

test('a return to the supplier takes goods only from the warehouse stated in the return', async () => {
  const yard = await openYard(5)
  const warehouseId = await addWarehouse(yard.client)
  expect((await refusePost(yard, await draft(yard, 'supplier_return', [[1]], { warehouseId }))).code).toBe(
    'INSUFFICIENT_STOCK',
  )
})

test('a return to the supplier takes goods from lots of any supplier, and ranks transferred lots by their original age', async () => {
  const yard = await openYard()
  const second = await addWarehouse(yard.client)
  await addPartner(yard.client, 'Другой', { type: 'Поставщик' })
  await receive({ ...yard, warehouseId: second, supplier: 'Другой' }, 1, 1)
  await receive(yard, 1, 2)
  await transfer({ ...yard, warehouseId: second }, yard.warehouseId, 1)
  const id = await post(yard, 'supplier_return', [[2]])
  const [movement] = await movementsOf(yard, id)
  expect(movement.lots.map((draw: Json) => draw.unitCost)).toEqual([100, 200])
})

// Tests of cancelling a posted supplier return.

test('cancelling a return to the supplier restores the remaining quantity, age and cost of the lots it took from, even of used-up lots', async () => {
  const yard = await openYard()
  await receive(yard, 2, 10)
  await receive(yard, 3, 20)
  await receive(yard, 4, 30)
  const before = await picture(yard)
  const { totals } = await yard.client.state()
  const id = await post(yard, 'supplier_return', [[1], [3], [0.5]])
  const document = await cancel(yard, id)
  expect(await picture(yard)).toEqual(before)
  expect((await yard.client.state()).totals).toEqual({ ...totals, documents: 1 })
  const movements = await movementsOf(yard, id)
  expect(movements.map(({ type }) => type)).toEqual([...Array(3).fill('return'), ...Array(3).fill('reversal')])
  expect(movements[4]).toMatchObject({
    at: document.updatedAt,
    reverses: 'return',
    quantity: 3000,
    cost: movements[1].cost,
    lots: movements[1].lots,
    documentId: id,
  })
  const drawn = await yard.client.made('POST', '/api/v1/stock/writeoff', writeOffOf(yard, 9))
  expect(drawn.lots.map((draw: Json) => draw.unitCost)).toEqual([10, 20, 30])
})

test('cancelling a return to the supplier puts exactly the returned goods back into their lots, even if more was taken from these lots since', async () => {
  const yard = await openYard()
  await receive(yard, 2, 10)
  await receive(yard, 3, 20)
  const id = await post(yard, 'supplier_return', [[3]])
  await writeOff(yard, 1.5)
  await receive(yard, 1, 30)
  await cancel(yard, id)
  expect(await lotsOf(yard)).toMatchObject([
    { unitCost: 10, received: 2, remaining: 2 },
    { unitCost: 20, received: 3, remaining: 1.5 },
    { unitCost: 30, received: 1, remaining: 1 },
  ])
  expect(await worthOf(yard)).toBe(80)
})

test('a return from an archived warehouse can be cancelled only after the warehouse is restored', async () => {
  const yard = await openYard(2)
  await addWarehouse(yard.client)
  const id = await post(yard, 'supplier_return', [[2]])
  await setArchived(yard.client, 'warehouses', yard.warehouseId)
  expect((await refuseCancel(yard, id)).code).toBe('ARCHIVED')
  await setArchived(yard.client, 'warehouses', yard.warehouseId, false)
  await cancel(yard, id)
  expect(await rowOf(yard)).toMatchObject({ onHand: 2 })
})

test('two returns to the supplier that took from one lot can be cancelled in any order', async () => {
  const yard = await openYard(5)
  const before = await picture(yard)
  const [first, second] = [await post(yard, 'supplier_return', [[2]]), await post(yard, 'supplier_return', [[3]])]
  expect(await lotsOf(yard)).toEqual([])
  await cancel(yard, first)
  expect(await lotsOf(yard)).toMatchObject([{ remaining: 2 }])
  await cancel(yard, second)
  expect(await picture(yard)).toEqual(before)
})

// Tests of the consequences of stock changes.

test('posting and cancelling documents updates the availability of bundles', async () => {
  const yard = await openYard(1)
  const bundle = await addBundle(yard.client, [[yard.productId, 2]])
  const availability = async () => (await stockRow(yard.client, bundle, yard.warehouseId)).available
  expect(await availability()).toBe(0)
  const received = await post(yard, 'receipt', [[2], [2.5]])
  expect(await availability()).toBe(2)
  const returned = await post(yard, 'supplier_return', [[2]])
  expect(await availability()).toBe(1)
  await cancel(yard, returned)
  expect(await availability()).toBe(2)
  await cancel(yard, received)
  expect(await availability()).toBe(0)
})

test('a product, partner or warehouse cannot be deleted while a cancelled document refers to it', async () => {
  const yard = await openYard()
  await addWarehouse(yard.client)
  await cancel(yard, await post(yard, 'receipt', [[2]]))
  for (const path of [`products/${yard.productId}`, `partners/${yard.supplierId}`, `warehouses/${yard.warehouseId}`]) {
    const problem = await yard.client.refused('DELETE', `/api/v1/${path}`, {})
    expect(problem).toMatchObject({ code: 'HAS_REFERENCES', detail: expect.stringContaining('1 lot') })
  }
})

test('of simultaneous requests to post or to cancel a document exactly one takes effect', async () => {
  const yard = await openYard()
  const id = await draft(yard, 'receipt', [[2]])
  for (const status of ['posted', 'cancelled']) {
    const replies = await Promise.all(
      Array.from({ length: 12 }, () => yard.client.patch(`/api/v1/procurement/documents/${id}/status`, { status })),
    )
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, ...Array(11).fill(409)])
    expect(await rowOf(yard)).toMatchObject({ onHand: status === 'posted' ? 2 : 0 })
  }
})

test('posting and cancelling a document in one batch with other commands has the same result as sending the commands one by one', async () => {
  const yard = await openYard()
  const id = await draft(yard, 'receipt', [[2]])
  const path = `/api/v1/procurement/documents/${id}/status`
  const replies = await sendWhileHeld(service.database, yard.client, [
    () => yard.client.patch(`/api/v1/procurement/payments/${id}/status`, { status: 'cancelled' }),
    () => yard.client.patch(`/api/v1/procurement/payments/${id}/status`, { status: 'cancelled' }),
    () => yard.client.patch(path, { status: 'posted' }),
    () => yard.client.patch(path, { status: 'cancelled' }),
  ])
  expect(replies.map((reply) => reply.status)).toEqual([404, 404, 200, 200])
  expect(await lotsOf(yard)).toEqual([])
  expect(await movementsOf(yard, id)).toHaveLength(2)
})

test('the effects of a document on stock are the same after a restart', async () => {
  const yard = await openYard(3)
  const { client } = yard
  const received = await post(yard, 'receipt', [
    [2, 7],
    [3, 8],
  ])
  const returned = await post(yard, 'supplier_return', [[4]])
  const before = await client.get('/api/v1/bootstrap')
  const restarted = await startNode(service.databaseUrl)
  try {
    const there = { ...yard, client: client.at(restarted.apiUrl) }
    expect((await there.client.get('/api/v1/bootstrap')).text).toBe(before.text)
    await cancel(there, returned)
    await cancel(there, received)
    expect(await rowOf(there)).toMatchObject({ onHand: 3 })
    expect((await there.client.get('/api/v1/bootstrap')).text).toBe((await client.get('/api/v1/bootstrap')).text)
  } finally {
    await restarted.stop()
  }
})

test('a document that two nodes post or cancel at the same time is posted or cancelled only once', async () => {
  const yard = await openYard(6)
  const other = await startNode(service.databaseUrl)
  try {
    const nodes = [yard.client, yard.client.at(other.apiUrl)]
    const ids: string[] = []
    for (const kind of ['receipt', 'supplier_return', 'receipt', 'supplier_return'])
      ids.push(await draft(yard, kind, [[1], [2]]))
    for (const status of ['posted', 'cancelled']) {
      const path = (id: string) => `/api/v1/procurement/documents/${id}/status`
      const sent = ids.flatMap((id) => nodes.map((node) => node.patch(path(id), { status })))
      const replies = await Promise.all(sent)
      expect(replies.filter((reply) => reply.status === 200)).toHaveLength(ids.length)
      for (const { status: code, json } of replies) if (code !== 200) expect(json.code).toBe('INVALID_TRANSITION')
    }
    expect(await rowOf(yard)).toMatchObject({ onHand: 6, available: 6 })
    const [here, there] = await Promise.all(nodes.map((node) => node.get('/api/v1/bootstrap')))
    expect(there!.text).toBe(here!.text)
  } finally {
    await other.stop()
  }
})

test('the audit log names each status change of a document', async () => {
  const yard = await openYard()
  const id = await post(yard, 'receipt', [[1]])
  await cancel(yard, id)
  const { items } = (await yard.client.get('/api/v1/audit?limit=3')).json
  expect(items.map(({ action }: Json) => action)).toEqual(
    ['cancelled', 'posted', 'created'].map((verb) => `procurement_document.${verb}`),
  )
  for (const entry of items)
    expect(entry).toMatchObject({
      entityType: 'procurement_document',
      entityId: id,
      summary: expect.stringContaining('00001'),
    })
})

test('a posted document’s postedAt is the time by the service’s clock', async () => {
  const yard = await openYard()
  const id = await post(yard, 'receipt', [[1]], { issuedAt: '2020-01-01' })
  const { postedAt, updatedAt } = await findIn(yard.client, 'documents', id)
  expect(postedAt).toMatch(MOMENT)
  expect(postedAt).toBe(updatedAt)
})

const writeOffOf = ({ productId, warehouseId }: Yard, quantity: number) => ({
  productId,
  warehouseId,
  quantity,
  reason: 'Бой',
})
const writeOff = (yard: Yard, quantity: number) =>
  yard.client.made('POST', '/api/v1/stock/writeoff', writeOffOf(yard, quantity))
const transfer = ({ client, productId, warehouseId }: Yard, toWarehouseId: string, quantity: number) =>
  client.made('POST', '/api/v1/stock/transfer', { productId, warehouseId, toWarehouseId, quantity })
