/** Tests how reports show orders that are shipped in parts, and cancelled shipments. */
import { expect, test } from 'vitest'
import { reindexCompany } from '../../server/engine/reindex.ts'
import { writeCompany } from '../../server/store/commits.ts'
import type { Json } from '../support/node/client.ts'
import { useService } from '../support/node/service.ts'
import {
  addProduct,
  cancelShipment,
  closeOrder,
  openShop,
  placeOrder,
  receiveOf,
  type Shop,
  shipOrder,
} from '../support/scene/fixtures.ts'

const service = useService()

const report = async ({ client }: Shop, path: string): Promise<Json> =>
  (await client.get(`/api/v1/reports/${path}${path.includes('?') ? '&' : '?'}from=2020-01-01&to=2100-01-01`)).json
const balances = async ({ client }: Shop): Promise<Json[]> =>
  (await client.get('/api/v1/reports/partner-balances')).json.items

/**
 * Makes two shipments of an order, with 3 and then 2 of its 8 teapots and part of a line without a price. Then cancels
 * the second shipment and closes the order.
 */
async function tradeInParts() {
  const shop = await openShop(await service.newCompany(), 10)
  const productId = await addProduct(shop.client, { name: 'Без цены' })
  await receiveOf(shop, { productId, quantity: 5, unitCost: 7 })
  const items = [
    { productId: shop.productId, quantity: 8 },
    { productId, quantity: 4 },
  ]
  const order = await placeOrder(shop, { items })
  await shipOrder(shop, order.id, [
    [1, 3],
    [2, 1],
  ])
  const second = await shipOrder(shop, order.id, [
    [1, 2],
    [2, 2],
  ])
  await cancelShipment(shop, second.id)
  await closeOrder(shop, order.id)
  return { shop, order, unpricedId: productId }
}

test('gross profit counts the shipped goods, without cancelled shipments', async () => {
  const { shop, order, unpricedId } = await tradeInParts()
  const sums = { revenue: 450, cost: 307, profit: 143, unpricedItems: 1, unpricedCost: 7 }
  for (const groupBy of ['order', 'channel', 'customer', 'month']) {
    const { items } = await report(shop, `gross-profit?groupBy=${groupBy}`)
    expect(items.filter(({ revenue }: Json) => revenue !== 0)).toMatchObject([sums])
  }
  const { items } = await report(shop, 'gross-profit?groupBy=order')
  expect(items).toMatchObject([{ orderId: order.id, number: order.number }])
  const byProduct = (await report(shop, 'gross-profit?groupBy=product')).items
  expect(byProduct).toMatchObject([
    { productId: shop.productId, quantity: 3, revenue: 450, cost: 300, profit: 150 },
    { productId: unpricedId, quantity: 1, revenue: 0, cost: 7, unpricedItems: 1, unpricedCost: 7 },
  ])
  expect((await report(shop, 'gross-profit?groupBy=order&channel=Сайт')).items).toMatchObject([sums])
})

test('the turnover report shows shipments and the reversals of cancelled shipments', async () => {
  const { shop } = await tradeInParts()
  const { items } = await report(shop, 'turnover')
  const row = items.find(({ productId }: Json) => productId === shop.productId)
  expect(row).toMatchObject({ shipmentQuantity: 5, reversalInQuantity: 2, closingQuantity: 7, closingCost: 700 })
})

test('a partner owes the amount shipped, and the statement lists every shipment and every cancellation', async () => {
  const { shop, order } = await tradeInParts()
  expect(await balances(shop)).toMatchObject([
    { partner: shop.supplier, received: 1035 },
    { partner: shop.customer, shipped: 450, receivable: 450 },
  ])
  const { items } = await report(shop, 'partner-statement')
  const ofOrder = items.filter(({ kind }: Json) => kind === 'order')
  expect(ofOrder).toMatchObject([
    { number: order.number, debit: 450, balance: 450 },
    { number: order.number, debit: 300, balance: 750 },
    { number: order.number, debit: -300, balance: 450 },
  ])
})

test('the daily summary counts the shipped goods, without cancelled shipments', async () => {
  const { shop } = await tradeInParts()
  expect((await shop.client.get('/api/v1/summary')).json.shippedToday).toMatchObject({ count: 1, total: 450 })
})

test('deleted sales and deliveries are rebuilt from the shipments', async () => {
  const { shop } = await tradeInParts()
  const { companyId } = shop.client
  const before = await report(shop, 'gross-profit?groupBy=product')
  await writeCompany(service.database, companyId, async (tx) => {
    for (const table of ['sales', 'deliveries'])
      await tx.query(`delete from ${table} where company_id = $1`, [companyId])
  })
  expect((await report(shop, 'gross-profit?groupBy=product')).items).not.toEqual(before.items)
  await reindexCompany(service.database, companyId, 'sales')
  expect(await report(shop, 'gross-profit?groupBy=product')).toEqual(before)
  const { checks } = (await shop.client.get('/api/v1/self-check')).json
  expect(checks.filter(({ ok }: Json) => !ok)).toEqual([])
})
