/** Tests pairs of simultaneous commands of which only one may succeed, sent to one node and to two. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Service } from '../../server/service.ts'
import { Client, type Json } from '../support/node/client.ts'
import { issueToken } from '../support/node/new-company.ts'
import type { Reply } from '../support/node/reply.ts'
import { startNode, useService } from '../support/node/service.ts'
import {
  addBundle,
  addDocument,
  addPartner,
  addPayment,
  addPriceType,
  addProduct,
  addWarehouse,
  draftReturn,
  moveDocument,
  moveOrder,
  movePayment,
  openShop,
  orderBody,
  placeOrder,
  postReturn,
  type Shop,
  shipOrder,
} from '../support/scene/fixtures.ts'
import { addRule, orderOf, proposals, proposedTransfers, transferOf } from '../support/scene/ordering.ts'
import { countMisSorted } from '../support/scene/stocktakes.ts'

const ROUNDS = 12

const service = useService()
let otherNode: Service

beforeAll(async () => {
  otherNode = await startNode(service.databaseUrl)
})
afterAll(() => otherNode.stop())

type Act = (client: Client) => Promise<Reply<Json>>
/** Creates new records and returns the two competing commands. */
type Fight = (shop: Shop) => Promise<readonly [Act, Act]>

const BRIEF = { prefer: 'state=summary' }
const post =
  (path: string, body: object): Act =>
  (client) =>
    client.post(`/api/v1/${path}`, body, BRIEF)
const patch =
  (path: string, body: object): Act =>
  (client) =>
    client.patch(`/api/v1/${path}`, body, BRIEF)
const remove =
  (path: string): Act =>
  (client) =>
    client.delete(`/api/v1/${path}`, BRIEF)

function receipt({ productId, warehouseId, supplier }: Shop, fields: object): Act {
  return post('stock/receipt', { productId, warehouseId, supplier, unitCost: 1, quantity: 1, ...fields })
}

/** Drafts a document from a new supplier for three units of the shop's product. Returns the document's id. */
async function orderedFrom({ client, warehouseId, productId }: Shop, kind = 'purchase_order'): Promise<string> {
  const supplierId = await addPartner(client, `П${Math.random()}`)
  return addDocument(client, { kind, supplierId, warehouseId, lines: [{ productId, quantity: 3, unitCost: 2 }] })
}

const FIGHTS: Record<string, Fight> = {
  'two shipments of the same rest of an order': async (shop) => {
    const { id } = await placeOrder(shop, { items: [{ productId: shop.productId, quantity: 3 }] })
    await shop.client.made('POST', `/api/v1/orders/${id}/shipments`, { lines: [{ lineId: 1, quantity: 1 }] })
    const rest = post(`orders/${id}/shipments`, { lines: [{ lineId: 1, quantity: 2 }] })
    return [rest, rest]
  },
  'two returns of everything that an order shipped': async (shop) => {
    const { id } = await placeOrder(shop, { items: [{ productId: shop.productId, quantity: 2 }] })
    await moveOrder(shop, id, 'shipped')
    const drafts = [await draftReturn(shop, id, [[1, 2]]), await draftReturn(shop, id, [[1, 2]])]
    const [first, second] = drafts.map((draft) => patch(`customer-returns/${draft.id}/status`, { status: 'posted' }))
    return [first!, second!]
  },
  'two postings of one return': async (shop) => {
    const { id } = await placeOrder(shop, { items: [{ productId: shop.productId, quantity: 2 }] })
    await moveOrder(shop, id, 'shipped')
    const draft = await draftReturn(shop, id, [[1, 1]])
    const posting = patch(`customer-returns/${draft.id}/status`, { status: 'posted' })
    return [posting, posting]
  },
  'a return and the cancelling of its shipment': async (shop) => {
    const { id } = await placeOrder(shop, { items: [{ productId: shop.productId, quantity: 2 }] })
    const shipment = await shipOrder(shop, id)
    const draft = await draftReturn(shop, id, [[1, 1]])
    return [
      patch(`customer-returns/${draft.id}/status`, { status: 'posted' }),
      post(`shipments/${shipment.id}/cancel`, {}),
    ]
  },
  'two refunds of everything that a return is worth': async (shop) => {
    const order = await placeOrder(shop, { items: [{ productId: shop.productId, quantity: 2, price: 10 }] })
    await moveOrder(shop, order.id, 'shipped')
    const partnerId = order.customerId
    const money = { partnerId, direction: 'incoming', amount: 40, orders: [{ orderId: order.id, amount: 40 }] }
    await movePayment(shop.client, await addPayment(shop.client, money), 'posted')
    const { id: returnId } = await postReturn(shop, order.id, [[1, 2]])
    const refund = async () => {
      const id = await addPayment(shop.client, { partnerId, direction: 'outgoing', amount: 20, returnId })
      return patch(`procurement/payments/${id}/status`, { status: 'posted' })
    }
    return [await refund(), await refund()]
  },
  'two postings of one payment for an order': async (shop) => {
    const items = [{ productId: shop.productId, quantity: 1, price: 10 }]
    const { id: orderId, customerId: partnerId } = await placeOrder(shop, { items })
    const money = { partnerId, direction: 'incoming', amount: 10, orders: [{ orderId, amount: 10 }] }
    const posting = patch(`procurement/payments/${await addPayment(shop.client, money)}/status`, { status: 'posted' })
    return [posting, posting]
  },
  'two postings of one stocktake': async ({ client, productId, warehouseId }) => {
    const { id } = await client.made('POST', '/api/v1/stocktakes', { warehouseId, scope: { all: true } })
    await client.made('POST', `/api/v1/stocktakes/${id}/counts`, { lines: [{ productId, quantity: 50 }] })
    await client.made('PATCH', `/api/v1/stocktakes/${id}/status`, { status: 'review' })
    return [post(`stocktakes/${id}/post`, {}), post(`stocktakes/${id}/post`, {})]
  },
  'two orders of the same proposal': async (shop) => {
    const { client, warehouseId } = shop
    const productId = await addProduct(client, { name: 'Ложка' })
    const supplierId = await addPartner(client, `П${Math.random()}`)
    await addRule(shop, { productId, warehouseId, minStock: 5, supplierId })
    const order = post('procurement/proposals', orderOf(await proposals(client, `productId=${productId}`)))
    return [order, order]
  },
  'two transfers of the same proposal': async (shop) => {
    const { client, warehouseId } = shop
    const productId = await addProduct(client, { name: 'Вилка' })
    const thereId = await addWarehouse(client, `С${Math.random()}`)
    await addRule(shop, { productId, warehouseId, minStock: 5, maxStock: 10 })
    await receipt(shop, { productId, warehouseId: thereId, quantity: 30 })(client)
    const [row] = await proposedTransfers(client, `productId=${productId}`)
    const move = post('stock/transfer', transferOf(row))
    return [move, move]
  },
  'two people who take the same order': async (shop) => {
    const { id } = await placeOrder(shop, { items: [{ productId: shop.productId, quantity: 0.001 }] })
    // The service treats the company's second token as another person.
    const { token } = await issueToken(service.database, shop.client.companyId)
    const take = post(`orders/${id}/take`, { from: null })
    return [take, (client) => take(new Client(client.url, token, client.companyId))]
  },
  'two deliveries of the same order': async (shop) => {
    const { client, warehouseId, productId } = shop
    const order = await orderedFrom(shop)
    await moveDocument(client, order, 'posted')
    const deliver = post('stock/deliveries', { documentId: order, warehouseId, lines: [{ productId, quantity: 3 }] })
    return [deliver, deliver]
  },
  'two deliveries of the same drafted receipt': async (shop) => {
    const { warehouseId, productId } = shop
    const documentId = await orderedFrom(shop, 'receipt')
    const deliver = post('stock/deliveries', { documentId, warehouseId, lines: [{ productId, quantity: 3 }] })
    return [deliver, deliver]
  },
  'two stock rules of one product': async (shop) => {
    const productId = await addProduct(shop.client)
    return [post('stock-rules', { productId }), post('stock-rules', { productId, warehouseId: shop.warehouseId })]
  },
  'two items of one product and supplier': async (shop) => {
    const productId = await addProduct(shop.client)
    const supplierId = await addPartner(shop.client, `П${Math.random()}`)
    return [post('supplier-items', { productId, supplierId }), post('supplier-items', { productId, supplierId })]
  },
  'a stock rule and the deletion of its product': async (shop) => {
    const productId = await addProduct(shop.client)
    return [post('stock-rules', { productId }), remove(`products/${productId}`)]
  },
  'a shipment of the rest of an order and the closing of the order': async (shop) => {
    const { id } = await placeOrder(shop, { items: [{ productId: shop.productId, quantity: 3 }] })
    await shop.client.made('POST', `/api/v1/orders/${id}/shipments`, { lines: [{ lineId: 1, quantity: 1 }] })
    return [post(`orders/${id}/shipments`, {}), post(`orders/${id}/close`, {})]
  },
  'a receipt and the deletion of its product': async (shop) => {
    const productId = await addProduct(shop.client)
    return [receipt(shop, { productId }), remove(`products/${productId}`)]
  },
  'a receipt and the deletion of its warehouse': async (shop) => {
    const warehouseId = await addWarehouse(shop.client)
    return [receipt(shop, { warehouseId }), remove(`warehouses/${warehouseId}`)]
  },
  'a receipt and the archiving of its warehouse': async (shop) => {
    const warehouseId = await addWarehouse(shop.client)
    return [receipt(shop, { warehouseId }), patch(`warehouses/${warehouseId}`, { archived: true })]
  },
  'a receipt and the deletion of its supplier': async (shop) => {
    const supplier = `П${Math.random()}`
    const partnerId = await addPartner(shop.client, supplier)
    return [receipt(shop, { supplier }), remove(`partners/${partnerId}`)]
  },
  'an order and the deletion of its customer': async (shop) => {
    const customer = `К${Math.random()}`
    const partnerId = await addPartner(shop.client, customer)
    return [post('orders', { ...orderBody(shop, 0.001), customer }), remove(`partners/${partnerId}`)]
  },
  'a receipt and a change of kind': async (shop) => {
    const productId = await addProduct(shop.client)
    return [receipt(shop, { productId }), patch(`products/${productId}`, { name: 'Услуга', kind: 'service' })]
  },
  'a bundle and the deletion of its component': async (shop) => {
    const productId = await addProduct(shop.client)
    const bundle = { name: 'Набор', kind: 'bundle', components: [{ productId, quantity: 1 }] }
    return [post('products', bundle), remove(`products/${productId}`)]
  },
  'a bundle and the archiving of its component': async (shop) => {
    const productId = await addProduct(shop.client)
    const bundle = { name: 'Набор', kind: 'bundle', components: [{ productId, quantity: 1 }] }
    return [post('products', bundle), patch(`products/${productId}`, { name: 'Товар', archived: true })]
  },
  'a variant and the deletion of its parent': async (shop) => {
    const parentProductId = await addProduct(shop.client)
    return [post('products', { name: 'В', kind: 'variant', parentProductId }), remove(`products/${parentProductId}`)]
  },
  'two parents that would be each other’s child': async (shop) => {
    const [first, second] = [await addProduct(shop.client), await addProduct(shop.client)]
    return [
      patch(`products/${first}`, { name: 'А', parentProductId: second }),
      patch(`products/${second}`, { name: 'Б', parentProductId: first }),
    ]
  },
  'the shipment and the deletion of an order': async (shop) => {
    const { id } = await placeOrder(shop, { items: [{ productId: shop.productId, quantity: 0.001 }] })
    return [patch(`orders/${id}/status`, { status: 'shipped' }), remove(`orders/${id}`)]
  },
  'the shipment and the cancellation of an order': async (shop) => {
    const { id } = await placeOrder(shop, { items: [{ productId: shop.productId, quantity: 0.001 }] })
    return [patch(`orders/${id}/status`, { status: 'shipped' }), patch(`orders/${id}/status`, { status: 'cancelled' })]
  },
  'two deletions of one cancelled order': async (shop) => {
    const { id } = await placeOrder(shop, { items: [{ productId: shop.productId, quantity: 0.001 }] })
    await shop.client.made('PATCH', `/api/v1/orders/${id}/status`, { status: 'cancelled' })
    return [remove(`orders/${id}`), remove(`orders/${id}`)]
  },
  'two orders with one external id': async (shop) => {
    const body = { ...orderBody(shop, 0.001), externalSource: 'ozon', externalId: String(Math.random()) }
    return [post('orders', body), post('orders', body)]
  },
  'the last write-off and the last order of a product': async (shop) => {
    const productId = await addProduct(shop.client)
    const place = { productId, warehouseId: shop.warehouseId }
    await receipt(shop, { productId })(shop.client)
    const items = [{ productId, quantity: 1 }]
    return [
      post('stock/writeoff', { ...place, quantity: 1, reason: 'Бой' }),
      post('orders', { ...orderBody(shop, 1), items }),
    ]
  },
  'the last of a bundle and of its component': async (shop) => {
    const productId = await addProduct(shop.client)
    await receipt(shop, { productId })(shop.client)
    const bundleId = await addBundle(shop.client, [[productId, 1]])
    const orderOf = (id: string) => ({ ...orderBody(shop, 1), items: [{ productId: id, quantity: 1 }] })
    return [post('orders', orderOf(bundleId)), post('orders', orderOf(productId))]
  },
}

test.each(Object.entries(FIGHTS))(
  'exactly one of two conflicting simultaneous commands succeeds, and every node agrees: %s',
  async (_name, fight) => {
    const shop = await openShop(await service.newCompany(), 100)
    const here = shop.client
    const there = here.at(otherNode.apiUrl)
    for (let round = 0; round < ROUNDS; round += 1) {
      const [first, second] = await fight(shop)
      const isSameNode = round % 2 === 0
      const replies = await Promise.all([first(here), second(isSameNode ? here : there)])
      const statuses = replies.map((reply) => reply.status)
      expect(
        statuses.filter((status) => status === 200),
        replies.map((reply) => reply.text).join('\n'),
      ).toHaveLength(1)
      expect(
        statuses.filter((status) => status === 404 || status === 409 || status === 400),
        replies.map((reply) => reply.text).join('\n'),
      ).toHaveLength(1)
    }
    expect((await there.get('/api/v1/bootstrap')).text).toBe((await here.get('/api/v1/bootstrap')).text)
  },
)

/**
 * Commands on a return or a stocktake, sent to a node that has not loaded it yet. Each function returns a method, a
 * path and a body.
 */
const UNSEEN: Record<
  string,
  (shop: Shop) => Promise<[method: 'POST' | 'PATCH' | 'PUT' | 'DELETE', path: string, body: object]>
> = {
  'a return is posted': async (shop) => {
    const { id } = await draftReturn(shop, await shippedWithService(shop), BOTH_LINES)
    return ['PATCH', `customer-returns/${id}/status`, { status: 'posted' }]
  },
  'a posted return is cancelled': async (shop) => {
    const { id } = await postReturn(shop, await shippedWithService(shop), BOTH_LINES)
    return ['PATCH', `customer-returns/${id}/status`, { status: 'cancelled' }]
  },
  'a return is drafted': async (shop) => {
    const orderId = await shippedWithService(shop)
    return ['POST', 'customer-returns', { orderId, lines: [{ lineId: 1, quantity: 1 }] }]
  },
  'a return is edited': async (shop) => {
    const { id } = await draftReturn(shop, await shippedWithService(shop), BOTH_LINES)
    return ['PATCH', `customer-returns/${id}`, { lines: [{ lineId: 1, quantity: 1 }] }]
  },
  'a return is deleted': async (shop) => {
    const { id } = await draftReturn(shop, await shippedWithService(shop), BOTH_LINES)
    return ['DELETE', `customer-returns/${id}`, {}]
  },
  'a return is refunded': async (shop) => {
    const id = await paidReturn(shop)
    const { customerId: partnerId } = (await shop.client.get(`/api/v1/customer-returns/${id}`)).json
    return [
      'POST',
      'procurement/payments',
      { partnerId, direction: 'outgoing', method: 'bank', amount: 5, returnId: id },
    ]
  },
  'a refund is posted': async (shop) => {
    const returnId = await paidReturn(shop)
    const { customerId: partnerId } = (await shop.client.get(`/api/v1/customer-returns/${returnId}`)).json
    const id = await addPayment(shop.client, { partnerId, amount: 5, returnId })
    return ['PATCH', `procurement/payments/${id}/status`, { status: 'posted' }]
  },
  'a delivery of an order is received': async (shop) => {
    const documentId = await orderedFrom(shop)
    await moveDocument(shop.client, documentId, 'posted')
    const { warehouseId, productId } = shop
    return ['POST', 'stock/deliveries', { documentId, warehouseId, lines: [{ productId, quantity: 2, damaged: 1 }] }]
  },
  'mis-sorts of a stocktake are netted': async (shop) => {
    const [id, misSorts] = await countMisSorted(shop)
    return ['PUT', `stocktakes/${id}/mis-sorts`, { misSorts }]
  },
  'a stocktake with mis-sorts is posted': async (shop) => {
    const [id, misSorts] = await countMisSorted(shop)
    await shop.client.made('PUT', `/api/v1/stocktakes/${id}/mis-sorts`, { misSorts })
    await shop.client.made('PATCH', `/api/v1/stocktakes/${id}/status`, { status: 'review' })
    return ['POST', `stocktakes/${id}/post`, {}]
  },
  'a posted stocktake is cancelled': async ({ client, productId, warehouseId }) => {
    const { id } = await client.made('POST', '/api/v1/stocktakes', { warehouseId, scope: { all: true } })
    await client.made('POST', `/api/v1/stocktakes/${id}/counts`, { lines: [{ productId, quantity: 4 }] })
    await client.made('PATCH', `/api/v1/stocktakes/${id}/status`, { status: 'review' })
    await client.made('POST', `/api/v1/stocktakes/${id}/post`, {})
    return ['PATCH', `stocktakes/${id}/status`, { status: 'cancelled' }]
  },
}

const BOTH_LINES: [number, number, number?][] = [
  [1, 2, 1],
  [2, 1],
]

/** Places an order of two units and a new service, and ships it. Returns the order's id. */
async function shippedWithService(shop: Shop): Promise<string> {
  const serviceId = await addProduct(shop.client, { name: 'Доставка', kind: 'service', price: 10 })
  const items = [
    { productId: shop.productId, quantity: 2, price: 10 },
    { productId: serviceId, quantity: 1 },
  ]
  const { id } = await placeOrder(shop, { items })
  await moveOrder(shop, id, 'shipped')
  return id
}

/** Posts a return for a paid order. Returns the return's id. */
async function paidReturn(shop: Shop): Promise<string> {
  const orderId = await shippedWithService(shop)
  const { customerId: partnerId } = (await shop.client.get(`/api/v1/orders/${orderId}`)).json
  const money = { partnerId, direction: 'incoming', amount: 30, orders: [{ orderId, amount: 30 }] }
  await movePayment(shop.client, await addPayment(shop.client, money), 'posted')
  return (await postReturn(shop, orderId, BOTH_LINES)).id
}

test.each(Object.entries(UNSEEN))('on a node that has not loaded the records yet, %s', async (_what, prepare) => {
  const shop = await openShop(await service.newCompany(), 5)
  const { client } = shop
  const there = client.at(otherNode.apiUrl)
  // Let the other node load the shop into memory, before the records below are created.
  await there.state()
  const [method, path, body] = await prepare(shop)
  await there.made(method, `/api/v1/${path}`, body)
  expect((await there.get('/api/v1/bootstrap')).text).toBe((await client.get('/api/v1/bootstrap')).text)
})

test('if two simultaneous commands archive the last two warehouses, only one succeeds', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const client = await service.newCompany()
    const there = round % 2 === 0 ? client : client.at(otherNode.apiUrl)
    const [first, second] = [await addWarehouse(client), await addWarehouse(client)]
    const replies = await Promise.all([
      patch(`warehouses/${first}`, { archived: true })(client),
      patch(`warehouses/${second}`, { archived: true })(there),
    ])
    expect(replies.map((reply) => reply.json.code ?? '').sort()).toEqual(['', 'LAST_WAREHOUSE'])
  }
})

test('if a price type is deleted while products with prices of it are created, no product keeps such a price', async () => {
  const { client } = await openShop(await service.newCompany())
  const there = client.at(otherNode.apiUrl)
  for (let round = 0; round < ROUNDS; round += 1) {
    const priceTypeId = await addPriceType(client)
    const naming = post('products', { name: 'Товар', prices: [{ priceTypeId, price: 1 }] })
    const replies = await Promise.all([naming(client), remove(`price-types/${priceTypeId}`)(there), naming(there)])
    expect(replies[1]!.status).toBe(200)
    for (const reply of [replies[0]!, replies[2]!]) expect([200, 404]).toContain(reply.status)
    expect((await client.get('/api/v1/bootstrap')).text).not.toContain(priceTypeId)
  }
})
