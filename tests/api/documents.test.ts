/**
 * Tests procurement documents: drafts, their fields and status changes. Posting and cancelling are tested in
 * documents-stock.test.ts.
 */
import { expect, test } from 'vitest'
import { pathsOf } from '../support/contract/problems.ts'
import type { Client } from '../support/node/client.ts'
import { useService } from '../support/node/service.ts'
import {
  addContract,
  addDocument,
  addOrganization,
  addPartner,
  addPayment,
  addProduct,
  addWarehouse,
  findIn,
  ISSUED_ID,
  MOMENT,
  moveDocument,
  setArchived,
  UNKNOWN_ID,
} from '../support/scene/fixtures.ts'

const service = useService()

const PATH = '/api/v1/procurement/documents'
const KINDS = ['purchase_order', 'supplier_invoice', 'receipt', 'supplier_return', 'internal_order']
const STATUSES = ['draft', 'posted', 'closed', 'cancelled']

/** Creates a company with one record of each kind that a document can refer to. */
async function openDesk() {
  const client = await service.newCompany()
  const supplierId = await addPartner(client, 'Завод', { type: 'Поставщик' })
  const organizationId = await addOrganization(client)
  return {
    client,
    supplierId,
    organizationId,
    warehouseId: await addWarehouse(client),
    productId: await addProduct(client, { name: 'Гвоздь', sku: 'Г-1' }),
    contractId: await addContract(client, { partnerId: supplierId, organizationId }),
  }
}
type Desk = Awaited<ReturnType<typeof openDesk>>

const lineOf = ({ productId }: Desk, fields: object = {}) => ({ productId, quantity: 2, unitCost: 10, ...fields })

/**
 * Returns the fields that a document of any kind needs to be posted. Supplier returns are still refused, because
 * nothing is in stock.
 */
const completeOf = (desk: Desk) => ({
  supplierId: desk.supplierId,
  warehouseId: desk.warehouseId,
  lines: [lineOf(desk)],
})

/** Creates a document and brings it to the given status. For a supplier return, stock to return is received first. */
async function documentIn(desk: Desk, kind: string, status: string): Promise<string> {
  if (kind === 'supplier_return')
    await moveDocument(desk.client, await addDocument(desk.client, completeOf(desk)), 'posted')
  const id = await addDocument(desk.client, { kind, ...completeOf(desk) })
  if (status === 'posted' || status === 'closed') await moveDocument(desk.client, id, 'posted')
  if (status === 'closed' || status === 'cancelled') await moveDocument(desk.client, id, status)
  return id
}

const edit = (client: Client, id: string, body: object) => client.made('PATCH', `${PATH}/${id}`, body)

// Tests of drafts.

test('a new draft document has every field of the specification, a number and its total, with null for omitted fields', async () => {
  const desk = await openDesk()
  const document = await desk.client.made('POST', PATH, { kind: 'receipt', lines: [] })
  expect(document).toEqual({
    id: expect.stringMatching(ISSUED_ID),
    number: '00001',
    kind: 'receipt',
    status: 'draft',
    reference: null,
    supplier: null,
    supplierId: null,
    organizationId: null,
    contractId: null,
    warehouseId: null,
    sourceDocumentId: null,
    importId: null,
    issuedAt: null,
    dueAt: null,
    note: null,
    customValues: {},
    lines: [],
    total: 0,
    postedAt: null,
    createdAt: expect.stringMatching(MOMENT),
    updatedAt: expect.stringMatching(MOMENT),
  })
  expect(await findIn(desk.client, 'documents', document.id)).toEqual(document)
})

test.each(KINDS)(
  'a draft document of kind %s stores the given fields and the current names of the records it refers to',
  async (kind) => {
    const desk = await openDesk()
    const { client, supplierId, organizationId, contractId, warehouseId, productId } = desk
    const sourceDocumentId = await addDocument(client)
    const given = {
      kind,
      reference: 'УПД-1',
      supplierId,
      organizationId,
      contractId,
      warehouseId,
      sourceDocumentId,
      issuedAt: '2026-03-01',
      dueAt: '2026-03-31',
      note: 'Срочно',
      customValues: { цех: 7 },
    }
    const lines = [lineOf(desk, { quantity: 1.005, unitCost: 99.99 }), lineOf(desk, { quantity: 3, unitCost: 0 })]
    const document = await client.made('POST', PATH, { ...given, lines })
    const named = { productId, name: 'Гвоздь', sku: 'Г-1' }
    expect(document).toMatchObject({
      ...given,
      supplier: 'Завод',
      status: 'draft',
      lines: [
        { ...named, quantity: 1.005, unitCost: 99.99, amount: 100.49 },
        { ...named, quantity: 3, unitCost: 0, amount: 0 },
      ],
      total: 100.49,
    })
    await client.made('PATCH', `/api/v1/products/${productId}`, { name: 'Шуруп' })
    await client.made('PATCH', `/api/v1/partners/${supplierId}`, { name: 'Комбинат' })
    expect(await findIn(client, 'documents', document.id)).toEqual(document)
  },
)

test('each document line’s amount is rounded half up, and the total is the sum of the rounded amounts', async () => {
  const desk = await openDesk()
  const lines = Array.from({ length: 3 }, () => lineOf(desk, { quantity: 0.5, unitCost: 0.01 }))
  const document = await desk.client.made('POST', PATH, { kind: 'internal_order', lines })
  expect(document.lines.map((line: { amount: number }) => line.amount)).toEqual([0.01, 0.01, 0.01])
  expect(document.total).toBe(0.03)
})

test.each([
  ['2026-03-01', '2026-03-01'],
  ['2026-03-01T10:00:00Z', '2026-03-01T10:00:00.000Z'],
  ['2026-03-01T10:00:00.5+03:00', '2026-03-01T07:00:00.500Z'],
  ['2028-02-29', '2028-02-29'],
])('a document’s date given as %s is stored as %s', async (given, kept) => {
  const desk = await openDesk()
  const document = await desk.client.made('POST', PATH, { kind: 'receipt', lines: [], issuedAt: given, dueAt: given })
  expect(document).toMatchObject({ issuedAt: kept, dueAt: kept })
})

test('documents of all kinds share one number sequence, and no number is used twice', async () => {
  const { client } = await openDesk()
  const numbers: string[] = []
  for (const kind of KINDS) numbers.push((await client.made('POST', PATH, { kind, lines: [] })).number)
  const [last] = (await client.state()).documents.slice(-1)
  await client.made('DELETE', `${PATH}/${last.id}`, {})
  numbers.push((await client.made('POST', PATH, { kind: 'receipt', lines: [] })).number)
  expect(numbers).toEqual(['00001', '00002', '00003', '00004', '00005', '00006'])
  expect((await client.state()).totals.documents).toBe(5)
})

test('the refusal of a document amount or total above the limit contains the path of its field', async () => {
  const desk = await openDesk()
  const { client } = desk
  const beyond = [lineOf(desk, { quantity: 1_000_001, unitCost: 1_000_000 })]
  const one = await client.refused('POST', PATH, { kind: 'receipt', lines: beyond })
  expect([one.code, pathsOf(one)]).toEqual(['VALIDATION_FAILED', ['/lines/0/unitCost']])
  const half = lineOf(desk, { quantity: 1_000_000, unitCost: 500_000 })
  const two = await client.refused('POST', PATH, {
    kind: 'receipt',
    lines: [half, half, lineOf(desk, { unitCost: 0.01 })],
  })
  expect([two.code, pathsOf(two)]).toEqual(['VALIDATION_FAILED', ['/lines']])
  expect(await client.made('POST', PATH, { kind: 'receipt', lines: [half, half] })).toMatchObject({ total: 1e12 })
})

test('an edit of a draft document keeps omitted fields, clears fields set to null, and replaces whole arrays', async () => {
  const desk = await openDesk()
  const { client, supplierId, warehouseId } = desk
  const body = { ...completeOf(desk), reference: 'А', note: 'Б', issuedAt: '2026-03-01', customValues: { а: 1, б: 2 } }
  const id = await addDocument(client, body)
  const before = await findIn(client, 'documents', id)
  expect(await edit(client, id, {})).toEqual({ ...before, updatedAt: expect.stringMatching(MOMENT) })
  const edited = await edit(client, id, {
    reference: null,
    note: '',
    issuedAt: null,
    customValues: { в: 3 },
    lines: [],
  })
  expect(edited).toMatchObject({ reference: null, note: null, issuedAt: null, supplierId, warehouseId, total: 0 })
  expect([edited.customValues, edited.lines]).toEqual([{ в: 3 }, []])
  const cleared = await edit(client, id, {
    supplierId: null,
    warehouseId: null,
    customValues: null,
    kind: 'internal_order',
  })
  expect(cleared).toMatchObject({ supplier: null, supplierId: null, warehouseId: null, kind: 'internal_order' })
  expect(cleared).toMatchObject({ number: before.number, createdAt: before.createdAt, customValues: {} })
  expect(await findIn(client, 'documents', id)).toEqual(cleared)
})

test.each(['kind', 'lines'])('an edit cannot clear %s', async (field) => {
  const { client } = await openDesk()
  const problem = await client.refused('PATCH', `${PATH}/${await addDocument(client)}`, { [field]: null })
  expect([problem.code, ...new Set(pathsOf(problem))]).toEqual(['VALIDATION_FAILED', `/${field}`])
})

test('editing a draft document keeps lines with a product that has since been archived, but accepts no new line with that product', async () => {
  const desk = await openDesk()
  const { client, productId } = desk
  const id = await addDocument(client, { lines: [lineOf(desk)] })
  await client.made('PATCH', `/api/v1/products/${productId}`, { name: 'Шуруп', archived: true })
  expect((await edit(client, id, { lines: [lineOf(desk, { quantity: 5 })] })).lines).toMatchObject([
    { name: 'Гвоздь', quantity: 5, amount: 50 },
  ])
  const other = await addDocument(client)
  expect((await client.refused('PATCH', `${PATH}/${other}`, { lines: [lineOf(desk)] })).code).toBe('ARCHIVED')
})

// Tests of what a draft may refer to.

const NAMED = [
  ['supplierId', 'partners'],
  ['organizationId', 'organizations'],
  ['warehouseId', 'warehouses'],
  ['contractId', 'contracts'],
] as const

test.each(NAMED)(
  'an archived %s cannot be added to a draft, but stays if the draft already has it',
  async (field, collection) => {
    const desk = await openDesk()
    const { client } = desk
    await addWarehouse(client, 'Третий')
    const id = await addDocument(client, { [field]: desk[field] })
    await client.made('PATCH', `/api/v1/${collection}/${desk[field]}`, { archived: true })
    const body = { kind: 'receipt', lines: [], [field]: desk[field] }
    expect((await client.refused('POST', PATH, body)).code).toBe('ARCHIVED')
    expect((await client.refused('PATCH', `${PATH}/${await addDocument(client)}`, { [field]: desk[field] })).code).toBe(
      'ARCHIVED',
    )
    expect(await edit(client, id, { [field]: desk[field], note: 'х' })).toMatchObject({
      [field]: desk[field],
      note: 'х',
    })
  },
)

test('a new draft document cannot contain an archived product', async () => {
  const desk = await openDesk()
  await setArchived(desk.client, 'products', desk.productId)
  const problem = await desk.client.refused('POST', PATH, { kind: 'receipt', lines: [lineOf(desk)] })
  expect(problem.code).toBe('ARCHIVED')
})

test('a document’s contract must belong to its supplier and organization, whichever of the three an edit changes', async () => {
  const desk = await openDesk()
  const { client, contractId, supplierId, organizationId } = desk
  const otherPartner = await addPartner(client, 'Другой')
  const otherOrganization = await addOrganization(client, 'Другая')
  const refuse = async (method: 'POST' | 'PATCH', path: string, body: object) =>
    expect((await client.refused(method, path, body)).code, JSON.stringify(body)).toBe('CONTRACT_MISMATCH')
  const blank = { kind: 'receipt', lines: [], contractId }
  await refuse('POST', PATH, { ...blank, supplierId: otherPartner })
  await refuse('POST', PATH, { ...blank, organizationId: otherOrganization })
  await refuse('POST', PATH, { ...blank, supplierId, organizationId: otherOrganization })
  const id = await addDocument(client, { contractId })
  await refuse('PATCH', `${PATH}/${id}`, { supplierId: otherPartner })
  await refuse('PATCH', `${PATH}/${id}`, { organizationId: otherOrganization })
  await edit(client, id, { supplierId, organizationId })
  await refuse('PATCH', `${PATH}/${id}`, { supplierId: otherPartner })
  const freed = await edit(client, id, { supplierId: otherPartner, contractId: null })
  expect(freed).toMatchObject({ supplier: 'Другой', supplierId: otherPartner, contractId: null })
  await refuse('PATCH', `${PATH}/${id}`, { contractId })
})

test('source documents may form a chain, but not a cycle', async () => {
  const { client } = await openDesk()
  const first = await addDocument(client)
  const second = await addDocument(client, { sourceDocumentId: first })
  const third = await addDocument(client, { sourceDocumentId: second })
  for (const sourceDocumentId of [first, second, third]) {
    const problem = await client.refused('PATCH', `${PATH}/${first}`, { sourceDocumentId })
    expect([problem.code, pathsOf(problem)]).toEqual(['VALIDATION_FAILED', ['/sourceDocumentId']])
  }
  expect(await edit(client, third, { sourceDocumentId: first })).toMatchObject({ sourceDocumentId: first })
})

test('a finished document may be the source of another one', async () => {
  const desk = await openDesk()
  for (const status of STATUSES) {
    const sourceDocumentId = await documentIn(desk, 'purchase_order', status)
    expect(await desk.client.made('POST', PATH, { kind: 'receipt', lines: [], sourceDocumentId })).toMatchObject({
      sourceDocumentId,
    })
  }
})

// Tests of status changes.

const MOVES: Record<string, string[]> = {
  draft: ['posted', 'cancelled'],
  posted: ['closed', 'cancelled'],
  closed: [],
  cancelled: [],
}
const EVERY_MOVE = KINDS.flatMap((kind) =>
  STATUSES.flatMap((from) => ['posted', 'closed', 'cancelled'].map((to) => [kind, from, to] as const)),
)

test.each(EVERY_MOVE)(
  'a %s with the status %s is moved to %s or the move is refused, as the transition table states',
  async (kind, from, to) => {
    const desk = await openDesk()
    const { client } = desk
    const id = await documentIn(desk, kind, from)
    const before = await findIn(client, 'documents', id)
    expect(before.status).toBe(from)
    if (MOVES[from]!.includes(to)) {
      const moved = await moveDocument(client, id, to)
      const postedAt = to === 'posted' ? moved.updatedAt : before.postedAt
      expect(moved).toEqual({ ...before, status: to, postedAt, updatedAt: expect.stringMatching(MOMENT) })
      expect(await findIn(client, 'documents', id)).toEqual(moved)
    } else {
      const problem = await client.refused('PATCH', `${PATH}/${id}/status`, { status: to })
      expect(problem).toMatchObject({ code: 'INVALID_TRANSITION', detail: expect.stringContaining(`"${from}"`) })
    }
  },
)

test('a posted document cannot become a draft again', async () => {
  const desk = await openDesk()
  const id = await documentIn(desk, 'receipt', 'posted')
  const problem = await desk.client.refused('PATCH', `${PATH}/${id}/status`, { status: 'draft' })
  expect([problem.code, pathsOf(problem)]).toEqual(['VALIDATION_FAILED', ['/status']])
})

const LACKS = [
  ['receipt', ['lines', 'supplierId', 'warehouseId']],
  ['supplier_return', ['lines', 'supplierId', 'warehouseId']],
  ['purchase_order', ['lines']],
  ['supplier_invoice', ['lines']],
  ['internal_order', ['lines']],
] as const

test.each(LACKS)('a document of kind %s cannot be posted if it lacks any of %j', async (kind, needed) => {
  const desk = await openDesk()
  const { client } = desk
  const status = async (body: object) => {
    const id = await addDocument(client, { kind, ...completeOf(desk), ...body })
    return (await client.patch(`${PATH}/${id}/status`, { status: 'posted' })).json
  }
  for (const field of needed)
    expect(await status({ [field]: field === 'lines' ? [] : null })).toMatchObject({
      code: 'INCOMPLETE',
      status: 409,
      detail: expect.stringContaining(field),
    })
  const bare = await addDocument(client, { kind })
  const problem = await client.refused('PATCH', `${PATH}/${bare}/status`, { status: 'posted' })
  for (const field of needed) expect(problem.detail).toContain(field)
  if (needed.length === 1)
    expect((await status({ supplierId: null, warehouseId: null })).result).toMatchObject({ status: 'posted' })
})

test.each([
  ['products', 'productId'],
  ['partners', 'supplierId'],
  ['warehouses', 'warehouseId'],
] as const)('a draft that names archived %s cannot be posted, but can be cancelled', async (collection, field) => {
  const desk = await openDesk()
  const { client } = desk
  await addWarehouse(client, 'Третий')
  for (const kind of KINDS) {
    const id = await documentIn(desk, kind === 'supplier_return' ? 'receipt' : kind, 'draft')
    await setArchived(client, collection, desk[field])
    expect((await client.refused('PATCH', `${PATH}/${id}/status`, { status: 'posted' })).code).toBe('ARCHIVED')
    expect(await moveDocument(client, id, 'cancelled')).toMatchObject({ status: 'cancelled' })
    await setArchived(client, collection, desk[field], false)
  }
})

// Tests of editing and deleting.

test.each(['posted', 'closed', 'cancelled'])('a %s document can neither be edited nor deleted', async (status) => {
  const desk = await openDesk()
  const { client } = desk
  const id = await documentIn(desk, 'supplier_invoice', status)
  // Base another document on this one. The refusal must still give the document's status as the reason.
  await addDocument(client, { sourceDocumentId: id })
  const detail = expect.stringContaining(status)
  const [edited, deleted] = [
    await client.refused('PATCH', `${PATH}/${id}`, { note: 'х' }),
    await client.refused('DELETE', `${PATH}/${id}`, {}),
  ]
  expect(edited).toMatchObject({ code: 'NOT_DRAFT', detail })
  expect(deleted).toMatchObject({ code: 'NOT_DRAFT', detail })
  expect((await client.refused('PATCH', `${PATH}/${id}`, { supplierId: UNKNOWN_ID })).code).toBe('NOT_DRAFT')
})

test('deleting a draft document deletes its lines, and the records it referred to can be deleted again', async () => {
  const desk = await openDesk()
  const { client } = desk
  const { id } = await client.made('POST', PATH, { kind: 'receipt', contractId: desk.contractId, ...completeOf(desk) })
  expect(await client.made('DELETE', `${PATH}/${id}`, {})).toEqual({ id, deleted: true })
  expect((await client.state()).documents).toEqual([])
  expect((await client.state()).totals.documents).toBe(0)
  for (const path of [`products/${desk.productId}`, `contracts/${desk.contractId}`, `partners/${desk.supplierId}`])
    await client.made('DELETE', `/api/v1/${path}`, {})
  expect((await client.refused('DELETE', `${PATH}/${id}`, {})).code).toBe('NOT_FOUND')
})

test('a draft document cannot be deleted while other documents or payments refer to it', async () => {
  const desk = await openDesk()
  const { client } = desk
  const id = await addDocument(client)
  const document = await addDocument(client, { sourceDocumentId: id })
  const payment = await addPayment(client, { partnerId: desk.supplierId, documentId: id })
  const problem = await client.refused('DELETE', `${PATH}/${id}`, {})
  expect(problem).toMatchObject({
    code: 'HAS_REFERENCES',
    detail: expect.stringContaining('1 document, 1 payment. Change or delete these first'),
  })
  expect(problem.blockers).toEqual([
    { entity: 'document', id: document, label: 'Document 00002', name: '00002' },
    { entity: 'payment', id: payment, label: 'Payment 00001', name: '00001' },
  ])
  await client.made('PATCH', `/api/v1/procurement/payments/${payment}`, { documentId: null })
  await client.made('DELETE', `${PATH}/${document}`, {})
  await client.made('DELETE', `${PATH}/${id}`, {})
})

test('a record cannot be deleted while a document of any status refers to it', async () => {
  const desk = await openDesk()
  const { client } = desk
  await addWarehouse(client, 'Третий')
  const paths = NAMED.map(([field, collection]) => `/api/v1/${collection}/${desk[field]}`)
  for (const status of ['draft', 'posted', 'closed', 'cancelled']) {
    const body = { kind: 'supplier_invoice', organizationId: desk.organizationId, contractId: desk.contractId }
    const { id, number } = await client.made('POST', PATH, { ...body, ...completeOf(desk) })
    if (status === 'posted' || status === 'closed') await moveDocument(client, id, 'posted')
    if (status === 'closed' || status === 'cancelled') await moveDocument(client, id, status)
    for (const path of [...paths, `/api/v1/products/${desk.productId}`]) {
      const problem = await client.refused('DELETE', path, {})
      expect(problem, path).toMatchObject({ code: 'HAS_REFERENCES', detail: expect.stringMatching(/\d documents?/) })
      expect(problem.blockers, path).toContainEqual({
        entity: 'document',
        id,
        label: `Document ${number}`,
        name: number,
      })
    }
  }
})

test('a product’s kind cannot be changed while a document contains the product', async () => {
  const desk = await openDesk()
  await addDocument(desk.client, { lines: [lineOf(desk)] })
  const problem = await desk.client.refused('PATCH', `/api/v1/products/${desk.productId}`, {
    name: 'Х',
    kind: 'service',
  })
  expect(problem).toMatchObject({ code: 'KIND_IN_USE', detail: expect.stringContaining('1 document') })
})
