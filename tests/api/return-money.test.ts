/** Tests how customer returns affect debts, payments and reports, and returns of old orders. */
import { expect, onTestFinished, test } from 'vitest'
import { reindexCompany } from '../../server/engine/reindex.ts'
import { writeCompany } from '../../server/store/commits.ts'
import type { Json } from '../support/node/client.ts'
import { startNode, useService } from '../support/node/service.ts'
import {
  addPartner,
  addPayment,
  addWarehouse,
  findIn,
  moveOrder,
  movePayment,
  moveReturn,
  openShop,
  placeOrder,
  postReturn,
  receive,
  type Shop,
  shipOrder,
  UNKNOWN_ID,
} from '../support/scene/fixtures.ts'

const service = useService()
const PAYMENTS = '/api/v1/procurement/payments'

const faultsOf = async ({ client }: Shop): Promise<Json> =>
  (await client.get('/api/v1/self-check')).json.checks.filter(({ ok }: Json) => !ok)
const report = async ({ client }: Shop, path: string): Promise<Json[]> =>
  (await client.get(`/api/v1/reports/${path}`)).json.items
const PERIOD = 'from=2020-01-01&to=2100-01-01'

/** Ships an order of 3 units at 1,000.00 to the shop's customer. */
async function sold(): Promise<{ shop: Shop; order: Json }> {
  const shop = await openShop(await service.newCompany())
  await receive(shop, 1, 100)
  await receive(shop, 4, 110)
  const { id } = await placeOrder(shop, { items: [{ productId: shop.productId, quantity: 3, price: 1000 }] })
  return { shop, order: await moveOrder(shop, id, 'shipped') }
}

async function pay({ client }: Shop, fields: object): Promise<Json> {
  const id = await addPayment(client, fields)
  return movePayment(client, id, 'posted')
}

const paymentOf = (shop: Shop, { id }: Json): Promise<string> =>
  findIn(shop.client, 'orders', id).then(({ payment, paid }: Json) => `${payment} ${paid}`)

test('a customer owes the amount shipped minus the amounts returned and paid', async () => {
  const { shop, order } = await sold()
  const posted = await postReturn(shop, order.id, [[1, 2, 1]])
  const owed = { partner: 'Иван', shipped: 3000, takenBack: 2000, receivable: 1000, payable: 0 }
  const ofCustomer = (rows: Json[]) => rows.filter(({ partnerId }) => partnerId === order.customerId)
  expect(ofCustomer(await report(shop, 'partner-balances'))).toMatchObject([owed])
  expect(ofCustomer(await report(shop, 'receivables-by-age'))).toMatchObject([{ days30: 1000, debt: 1000 }])
  const entries = await report(shop, `partner-statement?partnerId=${order.customerId}&${PERIOD}`)
  expect(entries.slice(1, -1)).toMatchObject([
    { kind: 'order', number: order.number, entryId: order.id, debit: 3000, credit: 0, balance: 3000 },
    { kind: 'customer_return', number: posted.number, entryId: posted.id, debit: 0, credit: 2000, balance: 1000 },
  ])
  expect(await paymentOf(shop, order)).toBe('unpaid 0')
  await pay(shop, {
    partnerId: order.customerId,
    direction: 'incoming',
    amount: 1000,
    orders: [{ orderId: order.id, amount: 1000 }],
  })
  expect(await paymentOf(shop, order)).toBe('paid 1000')
  await moveReturn(shop, posted.id, 'cancelled')
  expect(await paymentOf(shop, order)).toBe('part 1000')
  expect(ofCustomer(await report(shop, 'partner-balances'))).toMatchObject([{ takenBack: 0, receivable: 2000 }])
  expect(await faultsOf(shop)).toEqual([])
})

test('a refund for a return is assigned to the return’s order and cannot exceed the return’s amount', async () => {
  const { shop, order } = await sold()
  const partnerId = order.customerId
  await pay(shop, { partnerId, direction: 'incoming', amount: 3000, orders: [{ orderId: order.id, amount: 3000 }] })
  const posted = await postReturn(shop, order.id, [[1, 2]])
  expect(await paymentOf(shop, order)).toBe('overpaid 3000')
  const refund = await pay(shop, { partnerId, direction: 'outgoing', amount: 1500, returnId: posted.id })
  expect(refund).toMatchObject({ returnId: posted.id, orders: [{ orderId: order.id, amount: 1500 }], unassigned: 0 })
  expect(await findIn(shop.client, 'customerReturns', posted.id)).toMatchObject({ refunded: 1500, amount: 2000 })
  expect((await shop.client.get(`${PAYMENTS}?returnId=${posted.id}`)).json.items).toEqual([refund])
  const second = await addPayment(shop.client, {
    partnerId,
    direction: 'outgoing',
    amount: 500.01,
    returnId: posted.id,
  })
  const refused = await shop.client.refused('PATCH', `${PAYMENTS}/${second}/status`, { status: 'posted' })
  expect(refused).toMatchObject({
    code: 'REFUND_EXCEEDED',
    figures: { reason: 'return', returnId: posted.id, number: posted.number, asked: 2000.01, most: 2000 },
  })
  await shop.client.made('PATCH', `${PAYMENTS}/${second}`, { amount: 500 })
  await movePayment(shop.client, second, 'posted')
  expect(await paymentOf(shop, order)).toBe('paid 1000')
  const path = `/api/v1/customer-returns/${posted.id}/status`
  const cancelling = await shop.client.refused('PATCH', path, { status: 'cancelled' })
  expect(cancelling).toMatchObject({ code: 'REFUND_EXCEEDED', figures: { reason: 'return', asked: 2000, most: 0 } })
  for (const id of [refund.id, second]) await movePayment(shop.client, id, 'cancelled')
  await moveReturn(shop, posted.id, 'cancelled')
  expect(await paymentOf(shop, order)).toBe('paid 3000')
  expect(await faultsOf(shop)).toEqual([])
})

test('a refund for an order that was never paid is refused', async () => {
  const { shop, order } = await sold()
  const { id: returnId } = await postReturn(shop, order.id, [[1, 3]])
  const id = await addPayment(shop.client, { partnerId: order.customerId, direction: 'outgoing', amount: 1, returnId })
  const refused = await shop.client.refused('PATCH', `${PAYMENTS}/${id}/status`, { status: 'posted' })
  expect(refused).toMatchObject({ code: 'REFUND_EXCEEDED', figures: { reason: 'order', asked: 1, paid: 0 } })
})

test('a refund must be an outgoing payment to the customer of a posted return, and only for that return’s order', async () => {
  const { shop, order } = await sold()
  const { client } = shop
  const draft = await client.made('POST', '/api/v1/customer-returns', {
    orderId: order.id,
    lines: [{ lineId: 1, quantity: 1 }],
  })
  const refund = { partnerId: order.customerId, direction: 'outgoing', method: 'cash', amount: 10, returnId: draft.id }
  const ask = (fields: object) => client.refused('POST', PAYMENTS, { ...refund, ...fields })
  expect(await ask({})).toMatchObject({ code: 'RETURN_MISMATCH', figures: { reason: 'status', status: 'draft' } })
  await moveReturn(shop, draft.id, 'posted')
  const incoming = await ask({ direction: 'incoming' })
  expect(incoming).toMatchObject({ code: 'RETURN_MISMATCH', figures: { reason: 'direction', number: draft.number } })
  const stranger = await addPartner(client, 'Пётр')
  expect(await ask({ partnerId: stranger })).toMatchObject({
    code: 'RETURN_MISMATCH',
    figures: { reason: 'partner', customer: 'Иван', partner: 'Пётр' },
  })
  expect(await ask({ returnId: UNKNOWN_ID })).toMatchObject({ code: 'NOT_FOUND' })
  const other = await placeOrder(shop, { items: [{ productId: shop.productId, quantity: 1 }] })
  const elsewhere = await ask({ orders: [{ orderId: other.id, amount: 10 }] })
  expect(elsewhere).toMatchObject({ code: 'VALIDATION_FAILED', errors: [{ path: '/orders', code: 'NOT_VALID' }] })
  const id = await addPayment(client, refund)
  const assigned = await client.refused('PUT', `${PAYMENTS}/${id}/orders`, {
    orders: [{ orderId: other.id, amount: 1 }],
  })
  expect(assigned).toMatchObject({ code: 'VALIDATION_FAILED' })
  expect((await client.made('PATCH', `${PAYMENTS}/${id}`, { amount: 20 })).orders).toMatchObject([{ amount: 20 }])
})

test('the company owes the customer the amount of a return without an order until it is refunded', async () => {
  const { shop, order } = await sold()
  const customerId = await addPartner(shop.client, 'Пётр')
  const { id } = await shop.client.made('POST', '/api/v1/customer-returns', {
    customerId,
    warehouseId: shop.warehouseId,
    lines: [{ productId: shop.productId, quantity: 1, amount: 700 }],
  })
  await moveReturn(shop, id, 'posted')
  const rowOf = async (path: string) =>
    (await report(shop, path)).find(({ partnerId }: Json) => partnerId === customerId)
  expect(await rowOf('partner-balances')).toMatchObject({ takenBack: 700, receivable: 0, payable: 700 })
  expect(await rowOf('payables-by-age')).toMatchObject({ days30: 700 })
  const refund = await pay(shop, { partnerId: customerId, direction: 'outgoing', amount: 700, returnId: id })
  expect(refund).toMatchObject({ orders: [], unassigned: 700 })
  expect(await rowOf('partner-balances')).toMatchObject({ paidOut: 700, payable: 0, receivable: 0 })
  expect(await rowOf('payables-by-age')).toBe(undefined)
  const [ofProduct] = await report(shop, `gross-profit?${PERIOD}&productId=${shop.productId}`)
  expect(ofProduct).toMatchObject({ revenue: 2300, cost: order.cost - 110 })
  const [ofCustomer] = await report(shop, `gross-profit?${PERIOD}&groupBy=customer&customerId=${customerId}`)
  expect(ofCustomer).toMatchObject({ revenue: -700, cost: -110, orders: 0 })
})

test('the turnover report and reports on past stock account for customer returns', async () => {
  const { shop, order } = await sold()
  const branch = await addWarehouse(shop.client, 'Филиал')
  const before = new Date().toISOString()
  await new Promise((resolve) => setTimeout(resolve, 5))
  const here = await postReturn(shop, order.id, [[1, 1, 1]])
  await postReturn(shop, order.id, [[1, 2]], { warehouseId: branch })
  await moveReturn(shop, here.id, 'cancelled')
  const [row] = await report(shop, `turnover?${PERIOD}`)
  expect(row).toMatchObject({
    ...{ receiptQuantity: 5, shipmentQuantity: 3, customerReturnQuantity: 3, customerReturnCost: 320 },
    ...{ writeoffQuantity: 1, reversalInQuantity: 1, reversalOutQuantity: 1, closingQuantity: 4, rounding: 0 },
  })
  const [there] = await report(shop, `turnover?${PERIOD}&warehouseId=${branch}`)
  expect(there).toMatchObject({ customerReturnQuantity: 2, closingQuantity: 2, rounding: 0 })
  const [then] = await report(shop, `stock-valuation?date=${before}&groupBy=product`)
  expect(then).toMatchObject({ quantity: 2, value: 220 })
  const today = new Date().toISOString().slice(0, 10)
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  const days = await report(shop, `stock-value-over-time?from=${yesterday}&to=${today}&groupBy=day`)
  expect([days[0], days.at(-1)]).toMatchObject([
    { quantity: 0, value: 0 },
    { quantity: 4, value: 430 },
  ])
  const lost = await report(shop, `shrinkage?${PERIOD}`)
  expect(lost).toMatchObject([{ reason: 'Брак при возврате', movements: 1, lost: 0, lostCost: 0 }])
  expect(await faultsOf(shop)).toEqual([])
})

test('the data on returns that reports use can be rebuilt from the records', async () => {
  const { shop, order } = await sold()
  await postReturn(shop, order.id, [[1, 2, 1]])
  const back = await postReturn(shop, order.id, [[1, 1]])
  await moveReturn(shop, back.id, 'cancelled')
  const { id } = await shop.client.made('POST', '/api/v1/customer-returns', {
    customerId: order.customerId,
    warehouseId: shop.warehouseId,
    lines: [{ productId: shop.productId, quantity: 1, amount: 700 }],
  })
  await moveReturn(shop, id, 'posted')
  const { companyId } = shop.client
  await writeCompany(service.database, companyId, async (tx) => {
    await tx.query('delete from sales where company_id = $1', [companyId])
    await tx.query('delete from deliveries where company_id = $1', [companyId])
    await tx.query('update movements set return_id = null where company_id = $1', [companyId])
  })
  expect((await faultsOf(shop)).length).toBeGreaterThan(2)
  await reindexCompany(service.database, companyId)
  expect(await faultsOf(shop)).toEqual([])
})

test('an order that was shipped before the service recorded shipments can be returned', async () => {
  const { shop, order } = await sold()
  const { companyId } = shop.client
  // Store the order as version 4 did: without a shipment, without a shipment id in the movement, and with the order's
  // id as the delivery's id.
  await writeCompany(service.database, companyId, async (tx) => {
    await tx.query('delete from shipments where company_id = $1', [companyId])
    await tx.query(
      `update movements set shipment_id = null, record = regexp_replace(record, '"shipmentId":"[^"]*",?', '')
        where company_id = $1`,
      [companyId],
    )
    await tx.query(
      `update orders set record = regexp_replace(record, '"shipmentCount":1,', '') where company_id = $1`,
      [companyId],
    )
    await tx.query('update deliveries set id = order_id where company_id = $1', [companyId])
  })
  // Use a node that has not loaded the company yet.
  const node = await startNode(service.databaseUrl)
  onTestFinished(() => node.stop())
  const later: Shop = { ...shop, client: shop.client.at(node.apiUrl) }
  const posted = await postReturn(later, order.id, [[1, 3]])
  expect(posted).toMatchObject({ amount: 3000, cost: 320 })
  expect(await report(later, `gross-profit?${PERIOD}`)).toMatchObject([{ revenue: 0, cost: 0 }])
  await reindexCompany(service.database, companyId, 'sales')
  expect(await report(later, `gross-profit?${PERIOD}`)).toMatchObject([{ revenue: 0, cost: 0 }])
})

test('a partly shipped and partly returned order can be changed, shipped and closed like any other', async () => {
  const shop = await openShop(await service.newCompany(), 20)
  const order = await placeOrder(shop, { items: [{ productId: shop.productId, quantity: 6 }] })
  await shipOrder(shop, order.id, [[1, 3]])
  await postReturn(shop, order.id, [[1, 2]])
  const path = `/api/v1/orders/${order.id}`
  const changed = await shop.client.made('PATCH', path, { items: [{ id: 1, productId: shop.productId, quantity: 5 }] })
  expect(changed.items).toMatchObject([{ quantity: 5, shipped: 3, returned: 2, returnedAmount: 300, reserved: 2 }])
  expect(changed).toMatchObject({ total: 750, returnedAmount: 300, payment: 'unpaid' })
  await shipOrder(shop, order.id, [[1, 1]])
  const closed = await shop.client.made('POST', `${path}/close`, {})
  expect(closed).toMatchObject({ status: 'shipped', shippedAmount: 600, returnedAmount: 300 })
  expect(await faultsOf(shop)).toEqual([])
  const log = (await shop.client.get('/api/v1/audit?entityType=customer_return&limit=5')).json.items
  expect(log.map(({ action }: Json) => action)).toEqual(['customer_return.posted', 'customer_return.created'])
})
