/** Tests payments: drafts, the records to which they refer, and status changes. */
import { expect, test } from 'vitest'
import { pathsOf } from '../support/contract/problems.ts'
import { useService } from '../support/node/service.ts'
import {
  addContract,
  addDocument,
  addOrganization,
  addPartner,
  addPayment,
  addProduct,
  findIn,
  ISSUED_ID,
  MOMENT,
  moveDocument,
  movePayment,
  setArchived,
} from '../support/scene/fixtures.ts'

const service = useService()
const PATH = '/api/v1/procurement/payments'
const STATUSES = ['draft', 'posted', 'cancelled']

async function openDesk() {
  const client = await service.newCompany()
  const partnerId = await addPartner(client, 'Завод')
  const organizationId = await addOrganization(client)
  const contractId = await addContract(client, { partnerId, organizationId })
  return { client, partnerId, organizationId, contractId, documentId: await addDocument(client) }
}
type Desk = Awaited<ReturnType<typeof openDesk>>

const bodyOf = ({ partnerId }: Pick<Desk, 'partnerId'>) => ({
  partnerId,
  direction: 'outgoing',
  method: 'bank',
  amount: 100,
})

async function paymentIn({ client, partnerId }: Desk, status: string): Promise<string> {
  const id = await addPayment(client, { partnerId })
  if (status !== 'draft') await movePayment(client, id, status)
  return id
}

test('a new draft payment has a number and every specified field, with null for omitted fields', async () => {
  const desk = await openDesk()
  const payment = await desk.client.made('POST', PATH, bodyOf(desk))
  expect(payment).toEqual({
    id: expect.stringMatching(ISSUED_ID),
    number: '00001',
    status: 'draft',
    partner: 'Завод',
    ...bodyOf(desk),
    orders: [],
    unassigned: 100,
    reference: null,
    organizationId: null,
    contractId: null,
    documentId: null,
    returnId: null,
    paidAt: null,
    note: null,
    postedAt: null,
    createdAt: expect.stringMatching(MOMENT),
    updatedAt: expect.stringMatching(MOMENT),
  })
  expect(await findIn(desk.client, 'payments', payment.id)).toEqual(payment)
  expect((await desk.client.state()).totals.payments).toBe(1)
})

test('a draft payment stores the fields sent and the partner’s name at that time', async () => {
  const desk = await openDesk()
  const { client, organizationId, contractId, documentId } = desk
  for (const [direction, method] of [
    ['incoming', 'cash'],
    ['outgoing', 'bank'],
  ]) {
    const given = { direction, method, reference: 'П-1', organizationId, contractId, documentId, note: 'Аванс' }
    const payment = await client.made('POST', PATH, { ...bodyOf(desk), ...given, amount: 0.01, paidAt: '2026-03-02' })
    expect(payment).toMatchObject({ ...given, amount: 0.01, paidAt: '2026-03-02' })
  }
  const moment = await client.made('POST', PATH, { ...bodyOf(desk), paidAt: '2026-03-02T00:30:00+03:00' })
  expect(moment.paidAt).toBe('2026-03-01T21:30:00.000Z')
  await client.made('PATCH', `/api/v1/partners/${desk.partnerId}`, { name: 'Комбинат' })
  expect(await findIn(client, 'payments', moment.id)).toEqual(moment)
  expect(await client.made('POST', PATH, bodyOf(desk))).toMatchObject({ partner: 'Комбинат', number: '00004' })
})

test.each([0, -1, 0.001, 1_000_000_000_000.01, '5', null])(
  'a payment with an amount of %s is refused',
  async (amount) => {
    const desk = await openDesk()
    const id = await addPayment(desk.client, { partnerId: desk.partnerId })
    for (const [method, path, body] of [
      ['POST', PATH, { ...bodyOf(desk), amount }],
      ['PATCH', `${PATH}/${id}`, { amount }],
    ] as const) {
      const problem = await desk.client.refused(method, path, body)
      expect([problem.code, ...new Set(pathsOf(problem))]).toEqual(['VALIDATION_FAILED', '/amount'])
    }
  },
)

test('editing a draft payment keeps omitted fields and clears fields set to null', async () => {
  const desk = await openDesk()
  const { client, organizationId, contractId, documentId, partnerId } = desk
  const given = { reference: 'П-1', organizationId, contractId, documentId, paidAt: '2026-03-02', note: 'Аванс' }
  const { id } = await client.made('POST', PATH, { ...bodyOf(desk), ...given })
  expect(await client.made('PATCH', `${PATH}/${id}`, {})).toMatchObject({ ...bodyOf(desk), ...given })
  const other = { direction: 'incoming', method: 'cash', amount: 2.5 }
  expect(await client.made('PATCH', `${PATH}/${id}`, other)).toMatchObject({ ...given, ...other, partnerId })
  const empty = Object.fromEntries(Object.keys(given).map((field) => [field, null]))
  expect(await client.made('PATCH', `${PATH}/${id}`, empty)).toMatchObject({ ...empty, ...other, partnerId })
  for (const field of ['partnerId', 'direction', 'method', 'amount']) {
    const problem = await client.refused('PATCH', `${PATH}/${id}`, { [field]: null })
    expect([problem.code, ...new Set(pathsOf(problem))]).toEqual(['VALIDATION_FAILED', `/${field}`])
  }
})

test('changing the partner of a draft payment updates the stored partner name', async () => {
  const desk = await openDesk()
  const id = await addPayment(desk.client, { partnerId: desk.partnerId })
  const partnerId = await addPartner(desk.client, 'Новый')
  expect(await desk.client.made('PATCH', `${PATH}/${id}`, { partnerId })).toMatchObject({ partner: 'Новый', partnerId })
})

test.each([
  ['partnerId', 'partners'],
  ['organizationId', 'organizations'],
  ['contractId', 'contracts'],
] as const)(
  'a draft payment cannot newly refer to an archived %s, but keeps one it already refers to',
  async (field, collection) => {
    const desk = await openDesk()
    const { client } = desk
    const other = await addPayment(client, { partnerId: await addPartner(client, 'Другой') })
    const kept = await addPayment(client, { ...bodyOf(desk), [field]: desk[field] })
    await client.made('PATCH', `/api/v1/${collection}/${desk[field]}`, { archived: true })
    const code = async (method: 'POST' | 'PATCH', path: string, body: object) =>
      (await client.refused(method, path, body)).code
    expect(await code('POST', PATH, { ...bodyOf(desk), [field]: desk[field] })).toBe('ARCHIVED')
    expect(await code('PATCH', `${PATH}/${other}`, { [field]: desk[field] })).toBe('ARCHIVED')
    const edited = await client.made('PATCH', `${PATH}/${kept}`, { [field]: desk[field], note: 'х' })
    expect(edited).toMatchObject({ [field]: desk[field], note: 'х' })
  },
)

test('a payment’s contract must belong to its partner and organization, whichever of the three an edit changes', async () => {
  const desk = await openDesk()
  const { client, contractId, organizationId, partnerId } = desk
  const otherPartner = await addPartner(client, 'Другой')
  const otherOrganization = await addOrganization(client, 'Другая')
  const refuse = async (method: 'POST' | 'PATCH', path: string, body: object) =>
    expect((await client.refused(method, path, body)).code, JSON.stringify(body)).toBe('CONTRACT_MISMATCH')
  await refuse('POST', PATH, { ...bodyOf({ partnerId: otherPartner }), contractId })
  await refuse('POST', PATH, { ...bodyOf(desk), contractId, organizationId: otherOrganization })
  const id = await addPayment(client, { partnerId, contractId })
  await refuse('PATCH', `${PATH}/${id}`, { partnerId: otherPartner })
  await refuse('PATCH', `${PATH}/${id}`, { organizationId: otherOrganization })
  await client.made('PATCH', `${PATH}/${id}`, { organizationId })
  const freed = await client.made('PATCH', `${PATH}/${id}`, { partnerId: otherPartner, contractId: null })
  expect(freed).toMatchObject({ partner: 'Другой', contractId: null, organizationId })
  await refuse('PATCH', `${PATH}/${id}`, { contractId })
})

test('a document of any status can be paid, and cannot be deleted afterwards', async () => {
  const desk = await openDesk()
  const { client, partnerId } = desk
  const productId = await addProduct(client)
  for (const status of ['draft', 'posted', 'closed', 'cancelled']) {
    const lines = [{ productId, quantity: 1, unitCost: 1 }]
    const documentId = await addDocument(client, { kind: 'supplier_invoice', lines })
    if (status === 'posted' || status === 'closed') await moveDocument(client, documentId, 'posted')
    if (status === 'closed' || status === 'cancelled') await moveDocument(client, documentId, status)
    expect(await client.made('POST', PATH, { ...bodyOf({ partnerId }), documentId })).toMatchObject({ documentId })
  }
})

const MOVES: Record<string, string[]> = { draft: ['posted', 'cancelled'], posted: ['cancelled'], cancelled: [] }
const EVERY_MOVE = STATUSES.flatMap((from) => ['posted', 'cancelled'].map((to) => [from, to] as const))

test.each(EVERY_MOVE)(
  'changing a payment from %s to %s is allowed or refused according to the transition table',
  async (from, to) => {
    const desk = await openDesk()
    const { client } = desk
    const id = await paymentIn(desk, from)
    const before = await findIn(client, 'payments', id)
    expect(before.status).toBe(from)
    if (MOVES[from]!.includes(to)) {
      const moved = await movePayment(client, id, to)
      const postedAt = to === 'posted' ? moved.updatedAt : before.postedAt
      expect(moved).toEqual({ ...before, status: to, postedAt, updatedAt: expect.stringMatching(MOMENT) })
      expect(await findIn(client, 'payments', id)).toEqual(moved)
    } else {
      const problem = await client.refused('PATCH', `${PATH}/${id}/status`, { status: to })
      expect(problem).toMatchObject({ code: 'INVALID_TRANSITION', detail: expect.stringContaining(`"${from}"`) })
    }
  },
)

test('of simultaneous requests to post or cancel a payment, exactly one of each takes effect', async () => {
  const desk = await openDesk()
  const id = await paymentIn(desk, 'draft')
  for (const status of ['posted', 'cancelled']) {
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => desk.client.patch(`${PATH}/${id}/status`, { status })),
    )
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
  }
})

test('a draft payment whose partner was archived can be cancelled but not posted', async () => {
  const desk = await openDesk()
  const [first, second] = [await paymentIn(desk, 'draft'), await paymentIn(desk, 'posted')]
  await setArchived(desk.client, 'partners', desk.partnerId)
  expect((await desk.client.refused('PATCH', `${PATH}/${first}/status`, { status: 'posted' })).code).toBe('ARCHIVED')
  for (const id of [first, second])
    expect(await movePayment(desk.client, id, 'cancelled')).toMatchObject({ status: 'cancelled' })
})

test.each(['posted', 'cancelled'])('a %s payment can neither be edited nor deleted', async (status) => {
  const desk = await openDesk()
  const id = await paymentIn(desk, status)
  const expected = { code: 'NOT_DRAFT', detail: expect.stringContaining(status) }
  expect(await desk.client.refused('PATCH', `${PATH}/${id}`, { note: 'х' })).toMatchObject(expected)
  expect(await desk.client.refused('DELETE', `${PATH}/${id}`, {})).toMatchObject(expected)
})

test('after a draft payment is deleted, the records it referred to can be deleted', async () => {
  const desk = await openDesk()
  const { client, contractId, documentId, organizationId, partnerId } = desk
  const id = await addPayment(client, { partnerId, contractId, documentId, organizationId })
  expect(await client.made('DELETE', `${PATH}/${id}`, {})).toEqual({ id, deleted: true })
  expect((await client.refused('DELETE', `${PATH}/${id}`, {})).code).toBe('NOT_FOUND')
  expect(await client.made('POST', PATH, bodyOf(desk))).toMatchObject({ number: '00002' })
  await client.made('DELETE', `/api/v1/procurement/documents/${documentId}`, {})
  await client.made('DELETE', `/api/v1/contracts/${contractId}`, {})
  await client.made('DELETE', `/api/v1/organizations/${organizationId}`, {})
})

test('a partner with a payment of any status cannot be deleted', async () => {
  const desk = await openDesk()
  const { client, contractId, partnerId } = desk
  await client.made('DELETE', `/api/v1/contracts/${contractId}`, {})
  for (const status of STATUSES) {
    const id = await paymentIn(desk, status)
    const problem = await client.refused('DELETE', `/api/v1/partners/${partnerId}`, {})
    expect(problem).toMatchObject({ code: 'HAS_REFERENCES', detail: expect.stringMatching(/\d payments?/) })
    expect(problem.blockers).toContainEqual({
      entity: 'payment',
      id,
      label: expect.stringMatching(/^Payment 0000\d$/),
      name: expect.stringMatching(/^0000\d$/),
    })
  }
})

test('payments move no stock and affect no stock value', async () => {
  const desk = await openDesk()
  await paymentIn(desk, 'posted')
  const { stock, lots, totals } = await desk.client.state()
  expect([stock, lots, totals.stockValue]).toEqual([[], [], 0])
})
