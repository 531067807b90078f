/** Tests payments for orders: which orders a payment is for, and how much of each order is paid. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Service } from '../../server/service.ts'
import { pathsOf } from '../support/contract/problems.ts'
import type { Client, Json } from '../support/node/client.ts'
import { startNode, useService } from '../support/node/service.ts'
import { inParallel } from '../support/node/state.ts'
import {
  addPartner,
  addPayment,
  addProduct,
  cancelShipment,
  closeOrder,
  findIn,
  moveOrder,
  movePayment,
  openShop,
  type Shop,
  shipOrder,
  UNKNOWN_ID,
} from '../support/scene/fixtures.ts'

const service = useService()
let otherNode: Service
beforeAll(async () => {
  otherNode = await startNode(service.databaseUrl)
})
afterAll(() => otherNode.stop())

const PATH = '/api/v1/procurement/payments'

interface Till extends Shop {
  readonly customerId: string
  /** The id of a service, which can be ordered without stock. */
  readonly serviceId: string
}

async function openTill(): Promise<Till> {
  const shop = await openShop(await service.newCompany())
  const { partners } = await shop.client.state()
  const customerId = partners.find(({ name }: Json) => name === shop.customer).id
  return { ...shop, customerId, serviceId: await addProduct(shop.client, { name: 'Доставка', kind: 'service' }) }
}

/** Places an order with lines of the given quantities and prices. */
function order({ client, customer, warehouseId, serviceId }: Till, lines: readonly [number, number][]): Promise<Json> {
  const items = lines.map(([quantity, price]) => ({ productId: serviceId, quantity, price }))
  return client.made('POST', '/api/v1/orders', { customer, warehouseId, channel: 'Сайт', items })
}

const partsOf = (orders: readonly [Json, number][]) => orders.map(([{ id }, amount]) => ({ orderId: id, amount }))

/** Drafts a payment by the customer for the given orders. Returns the payment. */
function draft(till: Till, amount: number, orders: readonly [Json, number][], fields: object = {}): Promise<Json> {
  const body = { partnerId: till.customerId, direction: 'incoming', method: 'cash', amount, ...fields }
  return till.client.made('POST', PATH, { ...body, orders: partsOf(orders) })
}

async function pay(till: Till, amount: number, orders: readonly [Json, number][], fields: object = {}): Promise<Json> {
  const { id } = await draft(till, amount, orders, fields)
  return movePayment(till.client, id, 'posted')
}
const refund = (till: Till, amount: number, orders: readonly [Json, number][]) =>
  pay(till, amount, orders, { direction: 'outgoing' })

const assign = ({ client }: Till, { id }: Json, orders: readonly [Json, number][]): Promise<Json> =>
  client.made('PUT', `${PATH}/${id}/orders`, { orders: partsOf(orders) })
const refusedToAssign = ({ client }: Till, { id }: Json, orders: readonly [Json, number][]) =>
  client.refused('PUT', `${PATH}/${id}/orders`, { orders: partsOf(orders) })

/**
 * Returns an order's paid amount and payment status, after checking that they are the same in the single record, the
 * list and the state.
 */
async function paidOf({ client }: Till, { id }: Json): Promise<[number, string]> {
  const [one, listed] = [await client.get(`/api/v1/orders/${id}`), await client.get(`/api/v1/orders?id=${id}`)]
  expect(listed.json.items).toEqual([one.json])
  expect(await findIn(client, 'orders', id)).toEqual(one.json)
  return [one.json.paid, one.json.payment]
}

async function faultsOf({ client }: Till): Promise<Json[]> {
  return (await client.get('/api/v1/self-check')).json.checks.filter(({ ok }: Json) => !ok)
}

test('an order of 4,757.56 with 2,000.00 prepaid is partly paid, then paid when the rest arrives, and partly paid again after a refund', async () => {
  const till = await openTill()
  // The customer pays before ordering. The order costs 3 × 1,499.99 + 257.59 = 4,757.56.
  const prepaid = await pay(till, 2_000, [])
  expect(prepaid).toMatchObject({ orders: [], unassigned: 2_000 })
  const ordered = await order(till, [
    [3, 1_499.99],
    [1, 257.59],
  ])
  expect(ordered).toMatchObject({ total: 4_757.56, paid: 0, payment: 'unpaid' })

  const assigned = await assign(till, prepaid, [[ordered, 2_000]])
  expect(assigned).toEqual({
    ...prepaid,
    orders: [{ orderId: ordered.id, number: ordered.number, amount: 2_000 }],
    unassigned: 0,
    updatedAt: assigned.updatedAt,
  })
  expect(await paidOf(till, ordered)).toEqual([2_000, 'part'])

  const rest = await draft(till, 2_757.56, [[ordered, 2_757.56]])
  expect(await paidOf(till, ordered)).toEqual([2_000, 'part'])
  await movePayment(till.client, rest.id, 'posted')
  expect(await paidOf(till, ordered)).toEqual([4_757.56, 'paid'])

  await refund(till, 500, [[ordered, 500]])
  expect(await paidOf(till, ordered)).toEqual([4_257.56, 'part'])
  expect(await faultsOf(till)).toEqual([])
})

test('a payment of 10,000.00 for three orders leaves the rest unassigned, and cancelling the payment makes the orders unpaid', async () => {
  const till = await openTill()
  const [first, second, third] = [
    await order(till, [[1, 4_000]]),
    await order(till, [[1, 3_000.5]]),
    await order(till, [[2, 700]]),
  ]
  const payment = await pay(till, 10_000, [
    [first, 4_000],
    [second, 2_999.99],
    [third, 1_500],
  ])
  expect(payment.unassigned).toBe(1_500.01)
  expect(await paidOf(till, first)).toEqual([4_000, 'paid'])
  expect(await paidOf(till, second)).toEqual([2_999.99, 'part'])
  expect(await paidOf(till, third)).toEqual([1_500, 'overpaid'])
  await movePayment(till.client, payment.id, 'cancelled')
  for (const one of [first, second, third]) expect(await paidOf(till, one)).toEqual([0, 'unpaid'])
  expect(await faultsOf(till)).toEqual([])
})

test('reassigning a posted payment takes the money from orders that the new assignment omits', async () => {
  const till = await openTill()
  const [first, second] = [await order(till, [[1, 100]]), await order(till, [[1, 100]])]
  const payment = await pay(till, 100, [
    [first, 60],
    [second, 40],
  ])
  await assign(till, payment, [[second, 100]])
  expect(await paidOf(till, first)).toEqual([0, 'unpaid'])
  expect(await paidOf(till, second)).toEqual([100, 'paid'])
  expect(await assign(till, payment, [])).toMatchObject({ orders: [], unassigned: 100 })
  expect(await paidOf(till, second)).toEqual([0, 'unpaid'])
})

test('orders: null removes the orders from a draft payment, and an edit whose amount or partner does not fit the orders is refused', async () => {
  const till = await openTill()
  const { client } = till
  const ordered = await order(till, [[1, 100]])
  const { id } = await draft(till, 100, [[ordered, 80]])
  const path = `${PATH}/${id}`
  expect(await client.refused('PATCH', path, { amount: 79.99 })).toMatchObject({
    code: 'PAYMENT_EXCEEDED',
    figures: { number: '00001', asked: 80, most: 79.99 },
  })
  const otherId = await addPartner(client, 'Пётр')
  expect(await client.refused('PATCH', path, { partnerId: otherId })).toMatchObject({
    code: 'ORDER_MISMATCH',
    figures: { orderId: ordered.id, number: ordered.number, customer: till.customer, partner: 'Пётр' },
  })
  expect(await client.made('PATCH', path, { amount: 90 })).toMatchObject({ amount: 90, unassigned: 10 })
  expect(await client.made('PATCH', path, { orders: null, partnerId: otherId })).toMatchObject({
    orders: [],
    unassigned: 90,
  })
})

test('a payment cannot be assigned to an order twice, to an unknown order, to another customer’s order, or for more than its amount', async () => {
  const till = await openTill()
  const { client, warehouseId, serviceId } = till
  const ordered = await order(till, [[1, 100]])
  await addPartner(client, 'Пётр')
  const items = [{ productId: serviceId, quantity: 1, price: 5 }]
  const foreign = await client.made('POST', '/api/v1/orders', { customer: 'Пётр', warehouseId, channel: 'Сайт', items })
  const payment = await pay(till, 50, [])
  const codeFor = async (orders: readonly [Json, number][]) => (await refusedToAssign(till, payment, orders)).code
  expect(await codeFor([[{ id: UNKNOWN_ID }, 1]])).toBe('NOT_FOUND')
  expect(await codeFor([[foreign, 1]])).toBe('ORDER_MISMATCH')
  expect(await codeFor([[ordered, 50.01]])).toBe('PAYMENT_EXCEEDED')
  const twice = await refusedToAssign(till, payment, [
    [ordered, 1],
    [ordered, 1],
  ])
  expect([twice.code, pathsOf(twice)]).toEqual(['VALIDATION_FAILED', ['/orders/1/orderId']])
  const many = Array.from({ length: 101 }, (): [Json, number] => [ordered, 0.01])
  expect(pathsOf(await refusedToAssign(till, payment, many))).toEqual(['/orders'])
  for (const amount of [0, -1, 0.001])
    expect(pathsOf(await refusedToAssign(till, payment, [[ordered, amount]]))).toContain('/orders/0/amount')
})

test('a cancelled payment cannot be assigned', async () => {
  const till = await openTill()
  const ordered = await order(till, [[1, 100]])
  const payment = await pay(till, 50, [])
  await movePayment(till.client, payment.id, 'cancelled')
  expect(await refusedToAssign(till, payment, [[ordered, 50]])).toMatchObject({
    code: 'INVALID_TRANSITION',
    figures: { reason: 'payment_cancelled', number: payment.number },
  })
})

test('an order’s refunds cannot exceed its payments, whether by a new refund or by cancelling or reassigning a payment', async () => {
  const till = await openTill()
  const { client } = till
  const [ordered, other] = [await order(till, [[1, 300]]), await order(till, [[1, 300]])]
  const payment = await pay(till, 300, [[ordered, 300]])
  const tooMuch = await draft(till, 300.01, [[ordered, 300.01]], { direction: 'outgoing' })
  expect(await client.refused('PATCH', `${PATH}/${tooMuch.id}/status`, { status: 'posted' })).toMatchObject({
    code: 'REFUND_EXCEEDED',
    figures: { orderId: ordered.id, number: ordered.number, asked: 300.01, paid: 300 },
  })
  await refund(till, 100, [[ordered, 100]])
  expect((await client.refused('PATCH', `${PATH}/${payment.id}/status`, { status: 'cancelled' })).code).toBe(
    'REFUND_EXCEEDED',
  )
  expect((await refusedToAssign(till, payment, [[other, 300]])).code).toBe('REFUND_EXCEEDED')
  await assign(till, payment, [
    [ordered, 100],
    [other, 200],
  ])
  expect(await paidOf(till, ordered)).toEqual([0, 'unpaid'])
  expect(await paidOf(till, other)).toEqual([200, 'part'])
})

test('of two simultaneous refunds of an order’s whole payment, exactly one is refused, on one node and on two', async () => {
  const till = await openTill()
  const { client } = till
  for (const clients of [
    [client, client],
    [client, client.at(otherNode.apiUrl)],
  ] as [Client, Client][]) {
    const ordered = await order(till, [[1, 70]])
    await pay(till, 70, [[ordered, 70]])
    const ids = await Promise.all([0, 1].map(() => addPayment(client, refundOf(till, ordered, 70))))
    const replies = await Promise.all(
      clients.map((by, at) => by.patch(`${PATH}/${ids[at]}/status`, { status: 'posted' })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(replies.find(({ status }) => status === 409)!.json.code).toBe('REFUND_EXCEEDED')
    expect(await paidOf(till, ordered)).toEqual([0, 'unpaid'])
  }
  expect(await faultsOf(till)).toEqual([])
})

function refundOf({ customerId }: Till, { id }: Json, amount: number) {
  return { partnerId: customerId, direction: 'outgoing', amount, orders: [{ orderId: id, amount }] }
}

test('when a payment is assigned to different orders on two nodes at once, only the order assigned last has the money', async () => {
  const till = await openTill()
  const { client } = till
  const other = client.at(otherNode.apiUrl)
  const orders = [await order(till, [[1, 90]]), await order(till, [[1, 90]])]
  const payment = await pay(till, 90, [])
  await inParallel(20, 8, async (turn) => {
    const chosen = orders[turn % 2]!
    const by = turn % 3 === 0 ? other : client
    const reply = await by.send('PUT', `${PATH}/${payment.id}/orders`, { orders: partsOf([[chosen, 90]]) })
    expect(reply.status, reply.text).toBe(200)
  })
  const [last] = (await client.get(`/api/v1/procurement/payments/${payment.id}`)).json.orders
  for (const one of orders)
    expect(await paidOf(till, one)).toEqual(one.id === last.orderId ? [90, 'paid'] : [0, 'unpaid'])
  expect(await faultsOf(till)).toEqual([])
})

test('an order with a total of 0 counts as paid, and changing an order’s total changes its payment state', async () => {
  const till = await openTill()
  const { client } = till
  expect(await order(till, [[1, 0]])).toMatchObject({ total: 0, paid: 0, payment: 'paid' })
  const ordered = await order(till, [[1, 100]])
  await pay(till, 100, [[ordered, 100]])
  const change = (price: number): Promise<Json> =>
    client.made('PATCH', `/api/v1/orders/${ordered.id}`, { items: [{ ...line, price }] })
  const line = { id: 1, productId: till.serviceId, quantity: 1 }
  expect(await change(120)).toMatchObject({ paid: 100, payment: 'part' })
  expect(await change(99.99)).toMatchObject({ paid: 100, payment: 'overpaid' })
  expect(await change(100)).toMatchObject({ paid: 100, payment: 'paid' })
})

test('cancelling a partly paid order makes it overpaid until the money is refunded, and an unpaid one stays unpaid', async () => {
  const till = await openTill()
  const [ordered, unpaid] = [await order(till, [[1, 100]]), await order(till, [[1, 100]])]
  await pay(till, 40, [[ordered, 40]])
  expect(await moveOrder(till, ordered.id, 'cancelled')).toMatchObject({ paid: 40, payment: 'overpaid' })
  await refund(till, 40, [[ordered, 40]])
  expect(await paidOf(till, ordered)).toEqual([0, 'unpaid'])
  expect(await moveOrder(till, unpaid.id, 'cancelled')).toMatchObject({ paid: 0, payment: 'unpaid' })
})

test('the amount due for an order closed short is the amount shipped, and after a shipment is cancelled also the amount left to ship', async () => {
  const till = await openTill()
  const { client, customer, warehouseId, serviceId } = till
  const items = [{ productId: serviceId, quantity: 3, price: 33.34 }]
  const body = { customer, warehouseId, channel: 'Сайт', items, discountAmount: 0.02 }
  const one = await client.made('POST', '/api/v1/orders', body)
  /**
   * Checks that the books are consistent. Returns the order's paid amount, its payment status, and the customer's debt
   * (negative if the company owes the customer).
   */
  const now = async () => {
    expect(await faultsOf(till)).toEqual([])
    const { items: balances } = (await client.get('/api/v1/reports/partner-balances')).json
    const { receivable, payable } = balances.find(({ partnerId }: Json) => partnerId === till.customerId)
    return [...(await paidOf(till, one)), receivable - payable]
  }
  // Ship the order in three parts, so that its amount of 100.00 is split into 33.33, 33.34 and 33.33.
  const first = await shipOrder(till, one.id, [[1, 1]])
  const second = await shipOrder(till, one.id, [[1, 1]])
  expect(await now()).toEqual([0, 'unpaid', 66.67])
  await pay(till, 100, [[one, 100]])
  expect(await now()).toEqual([100, 'paid', -33.33])
  expect(await closeOrder(till, one.id)).toMatchObject({ total: 100, shippedAmount: 66.67, payment: 'overpaid' })
  await refund(till, 33.33, [[one, 33.33]])
  expect(await now()).toEqual([66.67, 'paid', 0])
  // One of the three units was cancelled when the order was closed, so the order still costs 66.67, of which 33.34 is
  // shipped.
  await cancelShipment(till, first.id)
  expect(await now()).toEqual([66.67, 'paid', -33.33])
  await refund(till, 33.33, [[one, 33.33]])
  expect(await now()).toEqual([33.34, 'part', 0])
  const third = await shipOrder(till, one.id)
  expect(third.amount).toBe(33.33)
  expect(await now()).toEqual([33.34, 'part', 33.33])
  await cancelShipment(till, second.id)
  await cancelShipment(till, third.id)
  await pay(till, 33.33, [[one, 33.33]])
  expect(await now()).toEqual([66.67, 'paid', -66.67])
  expect(await moveOrder(till, one.id, 'cancelled')).toMatchObject({ total: 100, payment: 'overpaid' })
})

test('while payments are assigned to an order, it cannot be deleted or get another customer', async () => {
  const till = await openTill()
  const { client, customer } = till
  const ordered = await order(till, [[1, 100]])
  const path = `/api/v1/orders/${ordered.id}`
  const payment = await draft(till, 40, [[ordered, 40]])
  await addPartner(client, 'Пётр')
  const blockers = [{ entity: 'payment', id: payment.id, label: `Payment ${payment.number}`, name: payment.number }]
  expect(await client.refused('DELETE', path, {})).toMatchObject({ code: 'HAS_REFERENCES', blockers })
  expect(await client.refused('PATCH', path, { customer: 'Пётр' })).toMatchObject({ code: 'HAS_REFERENCES', blockers })
  expect(await client.made('PATCH', path, { customer: customer.toUpperCase(), note: 'х' })).toMatchObject({ customer })
  await assign(till, payment, [])
  expect(await client.made('PATCH', path, { customer: 'Пётр' })).toMatchObject({ customer: 'Пётр' })
  await client.made('DELETE', path, {})
})

test('orders can be filtered by payment state, and payments by order', async () => {
  const till = await openTill()
  const { client } = till
  const orders: Json[] = []
  for (let count = 0; count < 4; count += 1) orders.push(await order(till, [[1, 100]]))
  const [unpaid, part, paid, overpaid] = orders
  const payment = await pay(till, 400, [
    [part, 50],
    [paid, 100],
    [overpaid, 150],
  ])
  const other = await draft(till, 1, [[part, 1]])
  const idsOf = async (path: string): Promise<string[]> =>
    (await client.get(`/api/v1/${path}`)).json.items.map(({ id }: Json) => id)
  for (const [state, one] of Object.entries({ unpaid, part, paid, overpaid }))
    expect(await idsOf(`orders?payment=${state}`)).toEqual([one.id])
  expect(await idsOf('orders?payment=part&payment=unpaid&sort=createdAt')).toEqual([unpaid.id, part.id])
  expect(await idsOf(`procurement/payments?orderId=${part.id}`)).toEqual([other.id, payment.id])
  expect(await idsOf(`procurement/payments?orderId=${unpaid.id}`)).toEqual([])
  const { totals } = (await client.get('/api/v1/orders?totals=true')).json
  expect(totals).toMatchObject({ count: 4, total: 400, paid: 300 })
  expect((await client.get('/api/v1/procurement/payments?totals=true')).json.totals).toMatchObject({ unassigned: 100 })
})

test('an old order that is no longer in memory can be paid and refunded, and its payments can be reassigned, on every node', async () => {
  const till = await openTill()
  const { client } = till
  const old = await order(till, [[1, 10]])
  const payment = await pay(till, 25, [[old, 10]])
  await moveOrder(till, old.id, 'shipped')
  await inParallel(1_001, 48, async () => {
    const { id } = await order(till, [[1, 1]])
    await client.made('PATCH', `/api/v1/orders/${id}/status`, { status: 'shipped' })
    const newer = await addPayment(client, { partnerId: till.customerId, amount: 1 })
    await movePayment(client, newer, 'posted')
  })
  const state = await client.state()
  expect(state.orders.some(({ id }: Json) => id === old.id)).toBe(false)
  expect(state.payments.some(({ id }: Json) => id === payment.id)).toBe(false)
  const read = async () => {
    const { paid, payment: is } = (await client.at(otherNode.apiUrl).get(`/api/v1/orders/${old.id}`)).json
    return [paid, is]
  }
  await assign(till, payment, [[old, 4]])
  expect(await read()).toEqual([4, 'part'])
  await refund(till, 3, [[old, 3]])
  expect(await read()).toEqual([1, 'part'])
  expect((await client.refused('PATCH', `${PATH}/${payment.id}/status`, { status: 'cancelled' })).code).toBe(
    'REFUND_EXCEEDED',
  )
  await pay({ ...till, client: client.at(otherNode.apiUrl) }, 9, [[old, 9]])
  expect(await read()).toEqual([10, 'paid'])
  expect(await faultsOf(till)).toEqual([])
  expect((await client.at(otherNode.apiUrl).get('/api/v1/bootstrap')).text).toBe(
    (await client.get('/api/v1/bootstrap')).text,
  )
})

test('the audit log states how much of a payment was assigned to how many orders', async () => {
  const till = await openTill()
  const ordered = await order(till, [[1, 100]])
  const payment = await pay(till, 80, [])
  await assign(till, payment, [[ordered, 60]])
  const [entry] = (await till.client.get(`/api/v1/audit?entityId=${payment.id}`)).json.items
  expect(entry).toMatchObject({
    action: 'payment.assigned',
    entityType: 'payment',
    summary: `Payment 00001 assigned to 1 order: 60 of 80, "${till.customer}"`,
  })
})
