/**
 * Tests what to move between warehouses instead of ordering it: figures computed by hand, the transfers made from
 * proposals, and who may make them.
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Json } from '../support/node/client.ts'
import { useService } from '../support/node/service.ts'
import {
  addWarehouse,
  openShop,
  placeOrder,
  receiveOf,
  type Shop,
  shipOrder,
  stockRow,
} from '../support/scene/fixtures.ts'
import { joinAs } from '../support/scene/members.ts'
import { addItem, addRule, DOCUMENTS, proposals, proposedTransfers, transferOf } from '../support/scene/ordering.ts'

// The tests set the clock, far ahead of what a node accepts by default.
const service = useService({ maxClockLeadMs: 0 })
const START = Date.parse('2041-03-10T09:00:00Z')
const DAY_MS = 86_400_000
const TRANSFER = '/api/v1/stock/transfer'

beforeAll(() => {
  vi.useFakeTimers({ now: START, toFake: ['Date'] })
})
afterAll(() => vi.useRealTimers())

interface TwoWarehouses extends Shop {
  readonly supplierId: string
  readonly thereId: string
}

/** Opens a shop with a second warehouse and the given quantities of its product in the two. */
async function twoWarehouses(here: number, there: number): Promise<TwoWarehouses> {
  const shop = await openShop(await service.newCompany(), here)
  const { items } = (await shop.client.get('/api/v1/partners?q=Поставка')).json
  const thereId = await addWarehouse(shop.client, 'Второй')
  if (there > 0) await receiveOf(shop, { warehouseId: thereId, quantity: there })
  return { ...shop, supplierId: items[0].id, thereId }
}

const rule = (shop: TwoWarehouses, warehouseId: string | null, minStock: number, maxStock: number, more: object = {}) =>
  addRule(shop, { productId: shop.productId, warehouseId, minStock, maxStock, supplierId: shop.supplierId, ...more })

/** Sells goods of a warehouse. */
async function sell(shop: Shop, warehouseId: string, quantity: number): Promise<void> {
  const { id } = await placeOrder(shop, { warehouseId, items: [{ productId: shop.productId, quantity }] })
  await shipOrder(shop, id)
}

const nextDay = (days: number) => vi.setSystemTime(Date.now() + days * DAY_MS)

test('goods that another warehouse has above its maximum are proposed for moving instead of for ordering', async () => {
  const shop = await twoWarehouses(4, 50)
  const { client, productId, warehouseId, thereId } = shop
  await rule(shop, warehouseId, 10, 40)
  await rule(shop, thereId, 5, 20)
  // Calculated by hand: 40 − 4 = 36 are lacking in the first warehouse, and the second can give 50 − 20 = 30. With
  // these 30, the first has 34. That is more than its minimum of 10, so nothing is ordered.
  const rows = await proposedTransfers(client)
  expect(rows).toEqual([
    {
      ...{ productId, product: 'Чайник', sku: null, uom: null, fromWarehouseId: thereId, fromWarehouse: 'Второй' },
      ...{ warehouseId, warehouse: 'Основной', quantity: 30, reason: 'minimum' },
      ...{ fromAvailable: 50, fromWaiting: 0, fromKept: 20, keptFor: 'rule', keptDays: null },
      ...{ fromSold: 0, fromDaysInStock: 0, available: 4, waiting: 0, ordered: 0, position: 4 },
      ...{ minStock: 10, maxStock: 40, sold: 0, daysInStock: 1, leadDays: 0, safetyDays: 0, coverDays: 0 },
      ...{ level: 10, target: 40 },
    },
  ])
  expect(await proposals(client)).toEqual([])
  await client.made('POST', TRANSFER, transferOf(rows[0]))
  expect(await stockRow(client, productId, warehouseId)).toMatchObject({ onHand: 34 })
  expect(await proposedTransfers(client)).toEqual([])
  expect(await proposals(client)).toEqual([])
  const again = await client.refused('POST', TRANSFER, transferOf(rows[0]))
  expect(again).toMatchObject({
    code: 'MOVED_MEANWHILE',
    figures: { productId, product: 'Чайник', fromWarehouse: 'Второй', warehouse: 'Основной', asked: 30, left: 0 },
  })
})

test('the quantity that cannot be moved from other warehouses is proposed for ordering, in whole packs', async () => {
  const shop = await twoWarehouses(4, 25)
  const { client, productId, warehouseId, supplierId, thereId } = shop
  await addItem(shop, { productId, supplierId, packQuantity: 12 })
  await rule(shop, warehouseId, 10, 40)
  await rule(shop, thereId, 5, 20)
  // 25 − 20 = 5 can be moved. Then there are 4 + 5 = 9, not more than the minimum of 10, so 40 − 9 = 31 must be
  // ordered: 3 packs of 12.
  expect(await proposedTransfers(client)).toMatchObject([{ quantity: 5, position: 4 }])
  expect(await proposals(client)).toMatchObject([{ warehouseId, position: 4, transferable: 5, quantity: 36 }])
})

test('a warehouse without a stock rule keeps what it sells in the longest period of any rule of the product', async () => {
  const shop = await twoWarehouses(3, 70)
  const { client, productId, warehouseId, supplierId, thereId } = shop
  await addItem(shop, { productId, supplierId, leadDays: 3 })
  await rule(shop, warehouseId, 5, 40, { safetyDays: 1, coverDays: 6 })
  nextDay(4)
  await sell(shop, thereId, 8)
  nextDay(5)
  await sell(shop, thereId, 12)
  // The other warehouse sold 20. Of the ten days, 9 began with stock, because the goods came on the first day. It keeps
  // goods for 3 + 1 + 6 = 10 days: 20 × 10 ÷ 9 = 22.2222…, rounded up to 22.223. So it can give 50 − 22.223 = 27.777,
  // and 37 are lacking here.
  expect(await proposedTransfers(client, 'days=10')).toMatchObject([
    {
      ...{ warehouseId, fromWarehouseId: thereId, quantity: 27.777, fromAvailable: 50, fromKept: 22.223 },
      ...{ keptFor: 'sales', keptDays: 10, fromSold: 20, fromDaysInStock: 9, daysInStock: 10 },
    },
  ])
  // On the last 5 days, 12 were sold: 12 × 10 ÷ 5 = 24 are kept.
  expect(await proposedTransfers(client, 'days=5')).toMatchObject([{ fromKept: 24, quantity: 26 }])
  // The longest period counts even if the warehouse of that rule lacks nothing: in 3 + 27 days, 12 × 30 ÷ 5 = 72 are
  // sold.
  await rule(shop, await addWarehouse(client, 'Третий'), 0, 0, { coverDays: 27 })
  expect(await proposedTransfers(client, 'days=5')).toEqual([])
})

test('the surplus of several warehouses is divided among those that lack goods without promising anything twice, whatever the report’s filters are', async () => {
  const shop = await twoWarehouses(0, 0)
  const { client, productId, warehouseId: a, thereId: b, supplierId } = shop
  const [c, d] = [await addWarehouse(client, 'В'), await addWarehouse(client, 'Г')]
  await receiveOf(shop, { warehouseId: c, quantity: 20 })
  await receiveOf(shop, { warehouseId: d, quantity: 8 })
  await rule(shop, a, 5, 10)
  await rule(shop, b, 9, 12)
  await rule(shop, c, 0, 8)
  await rule(shop, d, 0, 1)
  // Warehouse a lacks 10 and b lacks 12. Warehouse c can give 20 − 8 = 12, and d can give 8 − 1 = 7. So c gives 10 to a
  // and 2 to b, and d gives 7 to b. Then b has 9, which is not above its minimum, so 3 are ordered for it.
  const short = (rows: Json[]) => rows.map((row) => [row.fromWarehouseId, row.warehouseId, row.quantity])
  const rows = await proposedTransfers(client)
  expect(short(rows)).toEqual([
    [c, a, 10],
    [c, b, 2],
    [d, b, 7],
  ])
  expect(short(await proposedTransfers(client, `warehouseId=${b}`))).toEqual(short(rows.slice(1)))
  expect(short(await proposedTransfers(client, `productId=${productId}`))).toEqual(short(rows))
  for (const query of ['', `warehouseId=${b}`, `supplierId=${supplierId}`])
    expect(await proposals(client, query)).toMatchObject([{ warehouseId: b, transferable: 9, quantity: 3 }])
  const commands = rows.map((row) => ({
    key: `move-${row.fromWarehouseId}-${row.warehouseId}`,
    method: 'POST',
    path: TRANSFER,
    body: transferOf(row),
  }))
  expect((await client.post('/api/v1/batch', { mode: 'all', commands })).status).toBe(200)
  expect(await proposedTransfers(client)).toEqual([])
  expect(await proposals(client)).toMatchObject([{ warehouseId: b, transferable: 0, position: 9, quantity: 3 }])
})

test('reserved goods are not proposed for moving, and moved goods go to the orders that wait for them', async () => {
  const shop = await twoWarehouses(0, 30)
  const { client, productId, warehouseId, thereId } = shop
  await rule(shop, thereId, 0, 20)
  await rule(shop, warehouseId, 0, 0)
  await placeOrder(shop, { warehouseId: thereId, items: [{ productId, quantity: 6 }] })
  const waiting = await placeOrder(shop, { items: [{ productId, quantity: 5 }], backorder: true })
  expect(waiting.items[0]).toMatchObject({ reserved: 0 })
  // 30 − 6 − 20 = 4 can be moved, although orders wait for 5.
  const rows = await proposedTransfers(client)
  expect(rows).toMatchObject([{ quantity: 4, reason: 'waiting', position: -5, target: 0, fromAvailable: 24 }])
  expect(await proposals(client)).toMatchObject([{ transferable: 4, quantity: 1, reason: 'waiting' }])
  await client.made('POST', TRANSFER, transferOf(rows[0]))
  const { items } = (await client.get(`/api/v1/orders/${waiting.id}`)).json
  expect(items[0]).toMatchObject({ reserved: 4 })
})

test('a proposed transfer is refused if the goods were sold at the first warehouse or ordered for the second one in the meantime', async () => {
  const shop = await twoWarehouses(4, 50)
  const { client, productId, warehouseId, supplierId, thereId } = shop
  await rule(shop, warehouseId, 10, 40)
  await rule(shop, thereId, 5, 20)
  const [row] = await proposedTransfers(client)
  await sell(shop, thereId, 2)
  const sold = await client.refused('POST', TRANSFER, transferOf(row))
  expect(sold).toMatchObject({ code: 'MOVED_MEANWHILE', figures: { asked: 30, left: 28 } })
  const lines = [{ productId, quantity: 30, unitCost: 1 }]
  await client.made('POST', DOCUMENTS, { kind: 'purchase_order', supplierId, warehouseId, lines })
  const ordered = await client.refused('POST', TRANSFER, transferOf(row))
  // 40 − 4 − 30 = 6 are still lacking.
  expect(ordered).toMatchObject({ code: 'MOVED_MEANWHILE', figures: { asked: 30, left: 6 } })
  // A transfer without a proposal is not compared with anything.
  await client.made('POST', TRANSFER, { productId, warehouseId: thereId, toWarehouseId: warehouseId, quantity: 30 })
})

test('no transfer is proposed for a stock rule of all warehouses, and a warehouse that sells nothing can give away everything', async () => {
  const shop = await twoWarehouses(4, 50)
  const { client, warehouseId } = shop
  const { id } = await rule(shop, null, 60, 100)
  expect(await proposedTransfers(client)).toEqual([])
  expect(await proposals(client)).toMatchObject([{ quantity: 46, transferable: 0 }])
  await client.made('DELETE', `/api/v1/stock-rules/${id}`, {})
  await rule(shop, warehouseId, 10, 40)
  expect(await proposedTransfers(client)).toMatchObject([{ quantity: 36, keptFor: 'sales', fromKept: 0 }])
  expect(await proposals(client)).toEqual([])
})

test('storekeepers can see and execute proposed transfers, viewers can only see them', async () => {
  const shop = await twoWarehouses(4, 50)
  const { client, warehouseId } = shop
  await rule(shop, warehouseId, 10, 40)
  const viewer = await joinAs(service, client.companyId, { role: 'viewer' })
  const storekeeper = await joinAs(service, client.companyId, { role: 'storekeeper' })
  const [row] = await proposedTransfers(storekeeper)
  expect([row]).toEqual(await proposedTransfers(viewer))
  expect((await viewer.post(TRANSFER, transferOf(row))).status).toBe(403)
  expect((await storekeeper.post(TRANSFER, transferOf(row))).status).toBe(200)
  expect(await proposedTransfers(client)).toEqual([])
})
