/**
 * Tests what to order: stock rules, supplier items, proposals and how their quantities are calculated, and the orders
 * drafted from proposals.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { reindexCompany } from '../../server/engine/reindex.ts'
import { writeCompany } from '../../server/store/commits.ts'
import type { Json } from '../support/node/client.ts'
import { findDifferences } from '../support/node/invariants.ts'
import { useService } from '../support/node/service.ts'
import {
  addBundle,
  addPartner,
  addProduct,
  addPurchase,
  addWarehouse,
  cancelShipment,
  moveDocument,
  moveOrder,
  openShop,
  placeOrder,
  postReturn,
  receive,
  receiveOf,
  type Shop,
  setArchived,
  shipOrder,
  UNKNOWN_ID,
} from '../support/scene/fixtures.ts'
import { joinAs } from '../support/scene/members.ts'
import { addItem, addRule, DOCUMENTS, madeFrom, orderOf, PROPOSALS, proposals } from '../support/scene/ordering.ts'

// The tests set the clock to a time in the future, far ahead of what a node accepts by default. A time in the past
// would make the jobs that follow the real clock overdue.
const service = useService({ maxClockLeadMs: 0 })
const START = Date.parse('2041-03-10T09:00:00Z')
const DAY_MS = 86_400_000
const RULES = '/api/v1/stock-rules'
const ITEMS = '/api/v1/supplier-items'

beforeAll(() => {
  vi.useFakeTimers({ now: START, toFake: ['Date'] })
})
afterAll(() => vi.useRealTimers())

const nextDay = (days = 1) => vi.setSystemTime(Date.now() + days * DAY_MS)

interface OrderingShop extends Shop {
  readonly supplierId: string
}

async function newShop(onHand = 0): Promise<OrderingShop> {
  const shop = await openShop(await service.newCompany(), onHand)
  const { items } = (await shop.client.get('/api/v1/partners?q=Поставка')).json
  return { ...shop, supplierId: items[0].id }
}

/** Places an order of the shop's product, or of another one, and ships it. Returns the shipment. */
async function sell(shop: Shop, quantity: number, productId = shop.productId): Promise<Json> {
  const { id } = await placeOrder(shop, { items: [{ productId, quantity }] })
  return shipOrder(shop, id)
}

const draftOrder = ({ client, supplierId }: OrderingShop, fields: object): Promise<Json> =>
  client.made('POST', DOCUMENTS, { kind: 'purchase_order', supplierId, ...fields })
const lineOf = (productId: string, quantity: number) => ({ productId, quantity, unitCost: 1 })

test('50 units sold in 10 days, with 3 days until delivery and one safety day, give a level of 20 and a proposal of 7 packs of 12', async () => {
  const shop = await newShop()
  const { client, productId, supplierId } = shop
  await addItem(shop, { productId, supplierId, price: 95.4, packQuantity: 12, leadDays: 3 })
  const rule = await addRule(shop, { productId, minStock: 5, safetyDays: 1, coverDays: 14, supplierId })
  // Calculated by hand: 65 units were received; 20 and 30 of them were sold on two of the ten days, and there was stock
  // on all ten. The sales are 5 a day. So 5 × (3 + 1) = 20 are needed until the delivery, and 5 × (3 + 1 + 14) = 90 to
  // last two more weeks. With 15 left, 90 − 15 = 75 are missing. This is rounded up to 7 packs of 12, or 84.
  await receive(shop, 65)
  nextDay(4)
  await sell(shop, 20)
  nextDay(5)
  await sell(shop, 30)
  expect(await proposals(client, 'days=10')).toEqual([
    {
      ...{ supplierId, supplier: 'Поставка', productId, product: 'Чайник', sku: null, uom: null },
      ...{ warehouseId: null, warehouse: null, quantity: 84, reason: 'sales' },
      ...{ onHand: 15, reserved: 0, available: 15, waiting: 0, ordered: 0, drafted: 0, position: 15, transferable: 0 },
      ...{ minStock: 5, maxStock: null },
      ...{ sold: 50, daysInStock: 10, soldPerDay: 5, leadDays: 3, safetyDays: 1, coverDays: 14 },
      ...{ level: 20, target: 90, packQuantity: 12, minQuantity: null },
    },
  ])
  // With 6 more units received, the position is 21, which is above the level, so nothing is proposed.
  await receive(shop, 6)
  expect(await proposals(client, 'days=10')).toEqual([])
  // Within the last 5 days only the 30 units were sold. That is 6 a day, so the level is 24.
  expect(await proposals(client, 'days=5')).toMatchObject([{ sold: 30, daysInStock: 5, level: 24, position: 21 }])
  // If nothing was sold within the period, the level is the minimum.
  nextDay(40)
  await client.made('PATCH', `${RULES}/${rule.id}`, { minStock: 21, maxStock: 40 })
  expect(await proposals(client, 'days=10')).toMatchObject([
    { reason: 'minimum', sold: 0, daysInStock: 10, soldPerDay: 0, level: 21, target: 40, quantity: 24 },
  ])
})

test('a product is proposed only at or below its minimum: up to its maximum, and at least the supplier’s minimum quantity', async () => {
  const shop = await newShop(6)
  const { client, productId, supplierId } = shop
  await addRule(shop, { productId, minStock: 5, maxStock: 20, supplierId })
  expect(await proposals(client)).toEqual([])
  await placeOrder(shop)
  expect(await proposals(client)).toMatchObject([
    { onHand: 6, reserved: 1, available: 5, quantity: 15, reason: 'minimum' },
  ])
  const item = await addItem(shop, { productId, supplierId, minQuantity: 15.5 })
  expect(await proposals(client)).toMatchObject([{ quantity: 15.5, minQuantity: 15.5, packQuantity: null }])
  await client.made('PATCH', `${ITEMS}/${item.id}`, { packQuantity: 0.7 })
  // The smallest multiple of the pack of 0.7 that is at least 15.5 is 23 × 0.7 = 16.1.
  expect(await proposals(client)).toMatchObject([{ quantity: 16.1 }])
  await client.made('DELETE', `${ITEMS}/${item.id}`, {})
  expect(await proposals(client)).toMatchObject([{ quantity: 15 }])
})

test('without a stock rule, the product’s own minimum applies to all warehouses together, and without that minimum nothing is proposed', async () => {
  const shop = await newShop()
  const { client, supplierId } = shop
  const productId = await addProduct(client, { name: 'Ложка', minStock: 4, preferredSupplierId: supplierId })
  await addProduct(client, { name: 'Вилка' })
  await addProduct(client, { name: 'Доставка', kind: 'service', minStock: 3 })
  await receiveOf(shop, { productId, quantity: 1 })
  await receiveOf(shop, { productId, quantity: 1.5, warehouseId: await addWarehouse(client) })
  const row = { productId, warehouseId: null, supplierId, available: 2.5, minStock: 4, quantity: 1.5 }
  expect(await proposals(client)).toMatchObject([row])
  await addRule(shop, { productId, minStock: 2 })
  expect(await proposals(client)).toEqual([])
})

test('level and target are calculated from the quantity sold and the days, and rounded up only once, to a thousandth', async () => {
  const shop = await newShop()
  const { client, productId, supplierId } = shop
  await addItem(shop, { productId, supplierId, leadDays: 5 })
  await addRule(shop, { productId, safetyDays: 2, coverDays: 1, supplierId })
  await receive(shop, 11)
  nextDay(2)
  await sell(shop, 10)
  // 10 units were sold in 3 days: 10 × 7 ÷ 3 = 23.333…, 10 × 8 ÷ 3 = 26.666…. If the sales per day were rounded to
  // 3.333, the results would be 23.331 and 26.664.
  expect(await proposals(client)).toMatchObject([
    { sold: 10, daysInStock: 3, soldPerDay: 3.333, level: 23.334, target: 26.667, quantity: 25.667 },
  ])
})

test('sales per day count only days with stock, and exclude returned goods and cancelled shipments', async () => {
  const shop = await newShop()
  const { client, productId, warehouseId, supplierId } = shop
  await addRule(shop, { productId, safetyDays: 10, supplierId })
  await receive(shop, 12)
  await sell(shop, 12)
  // After three days without stock, receive some goods and sell them on the same day.
  nextDay(4)
  await receive(shop, 8)
  const { orderId } = await sell(shop, 6)
  const mistake = await sell(shop, 2)
  nextDay()
  await cancelShipment(shop, mistake.id)
  await postReturn(shop, orderId, [[1, 3]])
  nextDay()
  await client.made('POST', '/api/v1/stock/writeoff', { productId, warehouseId, quantity: 1, reason: 'Бой' })
  // 12 + 6 + 2 − 2 − 3 = 15 units were sold. There was stock on the first, fifth, sixth and seventh day.
  expect(await proposals(client)).toMatchObject([
    { sold: 15, daysInStock: 4, soldPerDay: 3.75, level: 37.5, onHand: 4 },
  ])
  // In the last two days more units were returned than sold, so the sales count as zero.
  expect(await proposals(client, 'days=2')).toEqual([])
})

test('sales of a bundle count as sales of its components', async () => {
  const shop = await newShop(10)
  const { client, productId } = shop
  const bundleId = await addBundle(client, [[productId, 2]])
  await addRule(shop, { productId, safetyDays: 5 })
  await sell(shop, 3, bundleId)
  expect(await proposals(client)).toMatchObject([{ productId, sold: 6, daysInStock: 1, level: 30, quantity: 26 }])
  expect((await client.refused('POST', RULES, { productId: bundleId })).code).toBe('NOT_STOCKED')
})

test('a stock rule for one warehouse considers only that warehouse’s stock and sales and the goods ordered for it', async () => {
  const shop = await newShop(10)
  const { client, productId, warehouseId, supplierId } = shop
  const secondId = await addWarehouse(client)
  for (const id of [warehouseId, secondId])
    await addRule(shop, { productId, warehouseId: id, minStock: 4, maxStock: 9, supplierId })
  await client.made('POST', '/api/v1/stock/transfer', { productId, warehouseId, toWarehouseId: secondId, quantity: 7 })
  expect(await proposals(client)).toMatchObject([{ warehouseId, available: 3, quantity: 6, sold: 0 }])
  expect(await proposals(client, `warehouseId=${secondId}`)).toEqual([])
  await addPurchase(client, { productId, warehouseId: secondId, supplier: shop.supplier, quantity: 6 })
  expect(await proposals(client)).toMatchObject([{ warehouseId, ordered: 0 }])
  await addPurchase(client, { productId, warehouseId, supplier: shop.supplier, quantity: 1.5 })
  expect(await proposals(client)).toEqual([])
  await client.made('POST', '/api/v1/stock/writeoff', { productId, warehouseId: secondId, quantity: 7, reason: 'Бой' })
  await client.made('POST', '/api/v1/stock/writeoff', { productId, warehouseId, quantity: 3, reason: 'Бой' })
  expect(await proposals(client)).toMatchObject([{ warehouseId, ordered: 1.5, quantity: 7.5 }])
  // An order without a warehouse counts for every warehouse.
  await draftOrder(shop, { lines: [lineOf(productId, 3)] })
  expect(await proposals(client)).toEqual([])
})

test('the ordered quantity in a proposal is the quantity still expected: receipts reduce it, and a closed order no longer counts', async () => {
  const shop = await newShop()
  const { client, productId, warehouseId, supplierId } = shop
  await addRule(shop, { productId, minStock: 100, supplierId })
  const ordered = async () => {
    const [row] = await proposals(client)
    return row === undefined ? 'enough' : `${row.ordered} of which ${row.drafted} drafted, ${row.available} here`
  }
  const order = await draftOrder(shop, { warehouseId, lines: [lineOf(productId, 30), lineOf(productId, 10)] })
  expect(await ordered()).toBe('40 of which 40 drafted, 0 here')
  await moveDocument(client, order.id, 'posted')
  expect(await ordered()).toBe('40 of which 0 drafted, 0 here')
  await madeFrom(shop, order, 'receipt', { lines: [[productId, 15]] })
  expect(await ordered()).toBe('25 of which 0 drafted, 15 here')
  const invoice = await madeFrom(shop, order, 'supplier_invoice', { lines: [[productId, 40]] })
  const second = await madeFrom(shop, invoice, 'receipt', { lines: [[productId, 20]] })
  expect(await ordered()).toBe('5 of which 0 drafted, 35 here')
  await moveDocument(client, second.id, 'cancelled')
  expect(await ordered()).toBe('25 of which 0 drafted, 15 here')
  await madeFrom(shop, invoice, 'receipt', { lines: [[productId, 45]] })
  expect(await ordered()).toBe('0 of which 0 drafted, 60 here')
  const purchaseId = await addPurchase(client, { productId, warehouseId, supplier: shop.supplier, quantity: 20 })
  await receiveOf(shop, { quantity: 8, damaged: 1, missing: 2, purchaseId })
  expect(await ordered()).toBe('12 of which 0 drafted, 65 here')
  const late = await draftOrder(shop, { warehouseId, lines: [lineOf(productId, 30)] })
  expect(await ordered()).toBe('enough')
  await moveDocument(client, late.id, 'posted')
  await moveDocument(client, late.id, 'closed')
  expect(await ordered()).toBe('12 of which 0 drafted, 65 here')
})

test('ordering from proposals creates one draft with the supplier’s prices, after which nothing more is proposed', async () => {
  const shop = await newShop()
  const { client, productId, warehouseId, supplierId } = shop
  const otherId = await addProduct(client, { name: 'Ложка', cost: 7.5, minStock: 3, preferredSupplierId: supplierId })
  const thirdId = await addProduct(client, { name: 'Вилка', minStock: 2, preferredSupplierId: supplierId })
  await addItem(shop, { productId, supplierId, price: 95.4, packQuantity: 4, code: 'RM-204' })
  await addRule(shop, { productId, minStock: 10, supplierId })
  const rows = await proposals(client)
  const body = { ...orderOf(rows), warehouseId }
  const key = randomUUID()
  const sent = await client.post(PROPOSALS, body, { key })
  expect(sent.json.result).toMatchObject({
    ...{ kind: 'purchase_order', status: 'draft', supplierId, supplier: 'Поставка', warehouseId, total: 1167.3 },
    lines: [
      { productId, quantity: 12, unitCost: 95.4, amount: 1144.8 },
      { productId: otherId, quantity: 3, unitCost: 7.5, amount: 22.5 },
      { productId: thirdId, quantity: 2, unitCost: 0, amount: 0 },
    ],
  })
  expect(await proposals(client)).toEqual([])
  // Check that repeating the same request returns the same result, and that a new request with the same rows is
  // refused.
  expect((await client.post(PROPOSALS, body, { key })).json.result).toEqual(sent.json.result)
  const problem = await client.refused('POST', PROPOSALS, body)
  expect(problem).toMatchObject({
    code: 'ORDERED_MEANWHILE',
    figures: { productId, product: 'Чайник', line: 1, seen: 0, ordered: 12 },
  })
  expect((await client.state()).documents).toHaveLength(1)
  const { json: log } = await client.get(`/api/v1/audit?entityId=${sent.json.result.id}`)
  expect(log.items.map(({ action }: Json) => action)).toEqual(['procurement_document.created'])
  expect(await findDifferences(service.database, client.companyId)).toEqual([])
})

test('orders to several suppliers in one batch create a draft for each supplier, or none if one is refused', async () => {
  const shop = await newShop()
  const { client, productId, supplierId } = shop
  const otherSupplierId = await addPartner(client, 'Вторая поставка')
  const otherId = await addProduct(client, { name: 'Ложка', minStock: 3, preferredSupplierId: otherSupplierId })
  await addRule(shop, { productId, minStock: 10, supplierId })
  const order = async (rows: readonly Json[]) => {
    const groups = [...Map.groupBy(rows, (row) => row.supplierId).values()]
    const commands = groups.map((of) => ({ key: randomUUID(), method: 'POST', path: PROPOSALS, body: orderOf(of) }))
    return (await client.post('/api/v1/batch', { mode: 'all', commands })).status
  }
  const rows = await proposals(client)
  expect(rows.map((row) => row.supplierId).sort()).toEqual([supplierId, otherSupplierId].sort())
  expect(await order(rows)).toBe(200)
  expect(await proposals(client)).toEqual([])
  const { documents } = await client.state()
  expect(documents.map((one: Json) => [one.supplierId, one.lines[0].productId, one.lines[0].quantity])).toEqual(
    expect.arrayContaining([
      [supplierId, productId, 10],
      [otherSupplierId, otherId, 3],
    ]),
  )
  // The second row is up to date, but the outdated first row is enough for the whole order to be refused.
  expect(await order([rows[0], { ...rows[1], ordered: rows[1].quantity }])).toBe(409)
  expect((await client.state()).documents).toHaveLength(2)
})

test('an order from proposals is refused if it names a product twice, or records that are unknown, archived or not stocked', async () => {
  const shop = await newShop()
  const { client, productId, warehouseId, supplierId } = shop
  const line = { productId, quantity: 1, ordered: 0 }
  const codeOf = async (fields: object) =>
    (await client.refused('POST', PROPOSALS, { supplierId, warehouseId, lines: [line], ...fields })).code
  expect(await codeOf({ lines: [line, { ...line, quantity: 2 }] })).toBe('VALIDATION_FAILED')
  expect(await codeOf({ lines: [] })).toBe('VALIDATION_FAILED')
  expect(await codeOf({ supplierId: UNKNOWN_ID })).toBe('NOT_FOUND')
  expect(await codeOf({ warehouseId: UNKNOWN_ID })).toBe('NOT_FOUND')
  expect(await codeOf({ lines: [{ ...line, productId: 'x' }] })).toBe('NOT_FOUND')
  const serviceId = await addProduct(client, { name: 'Доставка', kind: 'service' })
  expect(await codeOf({ lines: [{ ...line, productId: serviceId }] })).toBe('NOT_STOCKED')
  expect(await codeOf({ lines: [{ ...line, ordered: 0.001 }] })).toBe('ORDERED_MEANWHILE')
  await addItem(shop, { productId, supplierId, price: 2_000_000_000 })
  expect(await codeOf({ lines: [{ ...line, quantity: 1_000_000_000 }] })).toBe('VALIDATION_FAILED')
  await addWarehouse(client)
  await setArchived(client, 'warehouses', warehouseId)
  expect(await codeOf({})).toBe('ARCHIVED')
})

test('a product has either one stock rule for all warehouses or separate rules for some of them', async () => {
  const shop = await newShop()
  const { client, productId, warehouseId } = shop
  const secondId = await addWarehouse(client)
  const first = await addRule(shop, { productId, warehouseId })
  const problem = await client.refused('POST', RULES, { productId, warehouseId })
  expect(problem).toMatchObject({ code: 'RULE_OVERLAPS', figures: { ruleId: first.id, productId, product: 'Чайник' } })
  expect((await client.refused('POST', RULES, { productId })).code).toBe('RULE_OVERLAPS')
  const second = await addRule(shop, { productId, warehouseId: secondId })
  for (const { id } of [first, second]) await client.made('DELETE', `${RULES}/${id}`, {})
  await addRule(shop, { productId })
  expect((await client.refused('POST', RULES, { productId, warehouseId })).code).toBe('RULE_OVERLAPS')
})

test('a stock rule stores the given values, and can be changed and deleted', async () => {
  const shop = await newShop()
  const { client, productId, supplierId } = shop
  const rule = await addRule(shop, { productId })
  expect(rule).toMatchObject({
    productId,
    warehouseId: null,
    minStock: 0,
    maxStock: null,
    safetyDays: 0,
    coverDays: 0,
    supplierId: null,
  })
  const given = { minStock: 1.5, maxStock: 3, safetyDays: 2, coverDays: 30, supplierId }
  const changed = await client.made('PATCH', `${RULES}/${rule.id}`, given)
  expect(changed).toMatchObject({ ...given, productId })
  expect(await client.made('PATCH', `${RULES}/${rule.id}`, { maxStock: null })).toMatchObject({
    ...given,
    maxStock: null,
  })
  expect((await client.get(`${RULES}?supplierId=${supplierId}`)).json.items).toMatchObject([
    { id: rule.id, minStock: 1.5 },
  ])
  for (const body of [{ minStock: 5, maxStock: 4.999 }, { safetyDays: 366 }, { coverDays: 0.5 }, { productId }])
    expect((await client.refused('PATCH', `${RULES}/${rule.id}`, body)).code).toBe('VALIDATION_FAILED')
  expect((await client.refused('POST', RULES, { productId, minStock: 2, maxStock: 1 })).code).toBe('VALIDATION_FAILED')
  const { items } = (await client.get(`/api/v1/audit?entityType=stock_rule`)).json
  expect(items.map(({ summary }: Json) => summary)).toEqual([
    'Stock rule of "Чайник" changed',
    'Stock rule of "Чайник" changed',
    'Stock rule of "Чайник" created',
  ])
  await client.made('DELETE', `${RULES}/${rule.id}`, {})
  expect((await client.state()).stockRules).toEqual([])
  expect((await client.refused('DELETE', `${RULES}/${rule.id}`, {})).code).toBe('NOT_FOUND')
})

test('a product has at most one supplier item per supplier, which can be changed and deleted', async () => {
  const shop = await newShop()
  const { client, productId, supplierId } = shop
  const given = { code: 'RM-204', price: 95.4, packQuantity: 12, minQuantity: 24, leadDays: 3 }
  const item = await addItem(shop, { productId, supplierId, ...given })
  expect(item).toMatchObject({ productId, supplierId, ...given })
  const problem = await client.refused('POST', ITEMS, { productId, supplierId })
  expect(problem).toMatchObject({ code: 'ITEM_EXISTS', figures: { itemId: item.id, supplier: 'Поставка' } })
  const other = await addItem(shop, { productId, supplierId: await addPartner(client, 'Вторая') })
  expect(other).toMatchObject({ code: null, price: null, packQuantity: null, minQuantity: null, leadDays: 0 })
  const changed = await client.made('PATCH', `${ITEMS}/${item.id}`, { code: '', packQuantity: null, leadDays: 5 })
  expect(changed).toMatchObject({ ...given, code: null, packQuantity: null, leadDays: 5 })
  expect((await client.get(`${ITEMS}?q=чайник&supplierId=${supplierId}`)).json.items).toEqual([changed])
  for (const { id } of [item, other]) await client.made('DELETE', `${ITEMS}/${id}`, {})
  expect((await client.state()).supplierItems).toEqual([])
})

test('records named in a stock rule or a supplier item cannot be deleted', async () => {
  const shop = await newShop()
  const { client } = shop
  const productId = await addProduct(client, { name: 'Ложка' })
  const [warehouseId, supplierId] = [await addWarehouse(client), await addPartner(client, 'Вторая')]
  const rule = await addRule(shop, { productId, warehouseId, supplierId })
  const item = await addItem(shop, { productId, supplierId })
  const blockersOf = async (path: string) =>
    (await client.refused('DELETE', `/api/v1/${path}`, {})).blockers!.map(({ entity, label }) => `${entity}: ${label}`)
  const both = ['stock rule: Stock rule of Ложка', 'supplier item: Supplier item of Ложка']
  expect(await blockersOf(`products/${productId}`)).toEqual(both)
  expect(await blockersOf(`partners/${supplierId}`)).toEqual(both)
  expect(await blockersOf(`warehouses/${warehouseId}`)).toEqual([both[0]])
  await client.made('DELETE', `${RULES}/${rule.id}`, {})
  await client.made('DELETE', `${ITEMS}/${item.id}`, {})
  for (const path of [`products/${productId}`, `partners/${supplierId}`, `warehouses/${warehouseId}`])
    await client.made('DELETE', `/api/v1/${path}`, {})
  expect(await findDifferences(service.database, client.companyId)).toEqual([])
})

test('nothing is proposed for archived products and warehouses, and proposals do not name an archived supplier', async () => {
  const shop = await newShop()
  const { client, productId, supplierId } = shop
  const secondId = await addWarehouse(client)
  const otherId = await addProduct(client, { name: 'Ложка', minStock: 3 })
  await addRule(shop, { productId, warehouseId: secondId, minStock: 1, supplierId })
  expect(await proposals(client)).toHaveLength(2)
  expect(await proposals(client, `supplierId=${supplierId}`)).toMatchObject([{ productId }])
  await setArchived(client, 'partners', supplierId)
  expect(await proposals(client, `productId=${productId}`)).toMatchObject([
    { supplierId: null, supplier: null, quantity: 1 },
  ])
  await setArchived(client, 'warehouses', secondId)
  expect(await proposals(client)).toMatchObject([{ productId: otherId }])
  await setArchived(client, 'products', otherId)
  expect(await proposals(client)).toEqual([])
})

test('storekeepers see stock rules, supplier items and proposals without prices, but cannot edit or order anything', async () => {
  const shop = await newShop()
  const { client, productId, supplierId } = shop
  const item = await addItem(shop, { productId, supplierId, price: 95.4 })
  const rule = await addRule(shop, { productId, minStock: 2, supplierId })
  const storekeeper = await joinAs(service, client.companyId, { role: 'storekeeper' })
  const rows = await proposals(storekeeper)
  expect(rows).toMatchObject([{ productId, quantity: 2 }])
  expect(rows).toEqual(await proposals(client))
  const [seen] = (await storekeeper.get(ITEMS)).json.items
  expect(seen).toMatchObject({ id: item.id, leadDays: 0 })
  expect(seen).not.toHaveProperty('price')
  expect((await storekeeper.state()).supplierItems[0]).not.toHaveProperty('price')
  expect((await storekeeper.post(PROPOSALS, orderOf(rows))).status).toBe(403)
  expect((await storekeeper.post(RULES, { productId })).status).toBe(403)
  expect((await storekeeper.patch(`${RULES}/${rule.id}`, { minStock: 1 })).status).toBe(403)
  expect((await storekeeper.post(ITEMS, { productId, supplierId })).status).toBe(403)
})

test('stock rules and supplier items are rebuilt from the command log', async () => {
  const shop = await newShop()
  const { client, productId, supplierId, warehouseId } = shop
  await addRule(shop, { productId, warehouseId, minStock: 2, maxStock: 7.25, safetyDays: 1, supplierId })
  await addItem(shop, { productId, supplierId, price: 95.4, packQuantity: 0.5, minQuantity: 1, leadDays: 2, code: 'К' })
  const rows = await proposals(client)
  expect(rows).toMatchObject([{ quantity: 7.5 }])
  const { companyId } = client
  await writeCompany(service.database, companyId, async (tx) => {
    await tx.query('update stock_rules set min_milli = 7 where company_id = $1', [companyId])
    await tx.query('update supplier_items set pack_milli = null where company_id = $1', [companyId])
  })
  expect(await findDifferences(service.database, client.companyId)).not.toEqual([])
  await reindexCompany(service.database, client.companyId)
  expect(await proposals(client)).toEqual(rows)
  expect(await findDifferences(service.database, client.companyId)).toEqual([])
})

test('the days that proposals count end with the day of the company’s last command', async () => {
  const shop = await newShop(3)
  const { client, productId } = shop
  await addRule(shop, { productId, safetyDays: 3 })
  await sell(shop, 2)
  expect(await proposals(client, 'days=1')).toMatchObject([{ sold: 2, level: 6 }])
  expect(await proposals(client, 'days=1&timeZone=Asia/Vladivostok')).toMatchObject([{ sold: 2 }])
  nextDay()
  await moveOrder(shop, (await placeOrder(shop)).id, 'cancelled')
  expect(await proposals(client, 'days=1')).toEqual([])
  expect(await proposals(client, 'days=2')).toMatchObject([{ sold: 2, daysInStock: 2, level: 3 }])
})
