import { expect, test } from 'vitest'
import { openShop, orderBody, stockRow } from '../support/fixtures.ts'
import { useService } from '../support/service.ts'

const service = useService()

test('an order reserves, shipping writes off the oldest lots at their cost', async () => {
  const shop = await openShop(await service.newCompany(), 10)
  const placed = await shop.client.post('/api/v1/orders', orderBody(shop, 4))
  expect(placed.status).toBe(200)
  expect(placed.json.result).toMatchObject({ status: 'new', number: '00001', total: 600, cost: null, customer: 'Иван' })
  expect(await stockRow(shop.client, shop.productId, shop.warehouseId)).toMatchObject({
    onHand: 10,
    reserved: 4,
    available: 6,
  })
  const shipped = await shop.client.patch(`/api/v1/orders/${placed.json.result.id}/status`, { status: 'shipped' })
  expect(shipped.json.result).toMatchObject({ status: 'shipped', cost: 400 })
  expect(shipped.json.state.lots).toMatchObject([{ received: 10, remaining: 6 }])
  expect(shipped.json.state.totals).toMatchObject({ orders: 1, lots: 1, stockValue: 600 })
})

test('50 parallel orders for the last 10 units: exactly 10 succeed', async () => {
  const shop = await openShop(await service.newCompany(), 10)
  const replies = await Promise.all(
    Array.from({ length: 50 }, () => shop.client.post('/api/v1/orders', orderBody(shop, 1))),
  )
  expect(replies.filter((reply) => reply.status === 200)).toHaveLength(10)
  expect(replies.filter((reply) => reply.json.code === 'INSUFFICIENT_STOCK')).toHaveLength(40)
})
