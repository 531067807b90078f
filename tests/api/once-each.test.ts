/**
 * Tests that shipping, returning, paying and counting take effect exactly once when two nodes get requests at the same
 * moment: the same request sent to both, or the counts of two people on one sheet.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Service } from '../../server/service.ts'
import { Client, type Json } from '../support/node/client.ts'
import { findDifferences } from '../support/node/invariants.ts'
import { issueToken } from '../support/node/new-company.ts'
import { startNode, useService } from '../support/node/service.ts'
import {
  addPayment,
  draftReturn,
  moveOrder,
  openShop,
  placeOrder,
  type Shop,
  shipOrder,
  stockRow,
} from '../support/scene/fixtures.ts'
import { linesOf, moveStocktake, startStocktake } from '../support/scene/stocktakes.ts'

const ON_HAND = 100
const ROUNDS = 4
/** How many times each request is sent at the same moment, to the two nodes in turn. */
const COPIES = 6

const service = useService()
let otherNode: Service

beforeAll(async () => {
  otherNode = await startNode(service.databaseUrl)
})
afterAll(() => otherNode.stop())

interface Deed {
  readonly method: 'POST' | 'PATCH'
  readonly path: string
  readonly body: object
  /** Reads what the deed changed. */
  readonly effect: () => Promise<Json>
  /** What `effect` must return after the action has taken effect once. */
  readonly once: Json
}

/** Places an order for 5 at 10.00 and ships it. */
async function shippedOrder(shop: Shop): Promise<Json> {
  const order = await placeOrder(shop, { items: [{ productId: shop.productId, quantity: 5, price: 10 }] })
  await moveOrder(shop, order.id, 'shipped')
  return order
}

const read = async ({ client }: Shop, path: string): Promise<Json> => (await client.get(`/api/v1/${path}`)).json
const onHandOf = async ({ client, productId, warehouseId }: Shop) =>
  (await stockRow(client, productId, warehouseId)).onHand

const DEEDS: Record<string, (shop: Shop) => Promise<Deed>> = {
  'a shipment of 2 of an order of 5': async (shop) => {
    const { id } = await placeOrder(shop, { items: [{ productId: shop.productId, quantity: 5, price: 10 }] })
    const before = await onHandOf(shop)
    return {
      ...{ method: 'POST', path: `orders/${id}/shipments`, body: { lines: [{ lineId: 1, quantity: 2 }] } },
      effect: async () => {
        const { shippedAmount, shipmentCount } = await read(shop, `orders/${id}`)
        return [shippedAmount, shipmentCount, await onHandOf(shop)]
      },
      once: [20, 1, before - 2],
    }
  },
  'the posting of a return of 2 of 5': async (shop) => {
    const order = await shippedOrder(shop)
    const before = await onHandOf(shop)
    const draft = await draftReturn(shop, order.id, [[1, 2]])
    return {
      ...{ method: 'PATCH', path: `customer-returns/${draft.id}/status`, body: { status: 'posted' } },
      effect: async () => {
        const { returnedAmount, items } = await read(shop, `orders/${order.id}`)
        return [returnedAmount, items[0].returned, await onHandOf(shop)]
      },
      once: [20, 2, before + 2],
    }
  },
  'the posting of a payment of 30.00 for an order of 50.00': async (shop) => {
    const { id: orderId, customerId: partnerId } = await shippedOrder(shop)
    const money = { partnerId, direction: 'incoming', amount: 30, orders: [{ orderId, amount: 30 }] }
    const id = await addPayment(shop.client, money)
    const balanceOf = async () => {
      const { items } = await read(shop, 'reports/partner-balances')
      return items.find((row: Json) => row.partnerId === partnerId).paidIn
    }
    const before = await balanceOf()
    return {
      ...{ method: 'PATCH', path: `procurement/payments/${id}/status`, body: { status: 'posted' } },
      effect: async () => {
        const { paid, payment } = await read(shop, `orders/${orderId}`)
        return [paid, payment, await balanceOf()]
      },
      once: [30, 'part', before + 30],
    }
  },
  'a count of 4 added on a sheet': async (shop) => {
    const id = await startStocktake(shop.client, shop.warehouseId)
    const line = { productId: shop.productId, sheet: 'А', quantity: 4, mode: 'add' }
    return {
      ...{ method: 'POST', path: `stocktakes/${id}/counts`, body: { lines: [line] } },
      effect: async () => {
        const { counted } = (await linesOf(shop.client, id))[shop.productId]
        // Cancel this stocktake, because the next round starts a stocktake of the same product.
        await moveStocktake(shop.client, id, 'cancelled')
        return counted
      },
      once: 4,
    }
  },
  'the posting of a stocktake that misses one': async (shop) => {
    const before = await onHandOf(shop)
    const id = await startStocktake(shop.client, shop.warehouseId)
    const lines = [{ productId: shop.productId, quantity: before - 1 }]
    await shop.client.made('POST', `/api/v1/stocktakes/${id}/counts`, { lines })
    await moveStocktake(shop.client, id, 'review')
    return {
      ...{ method: 'POST', path: `stocktakes/${id}/post`, body: {} },
      effect: async () => [await onHandOf(shop), (await read(shop, `movements?stocktakeId=${id}`)).items.length],
      once: [before - 1, 1],
    }
  },
}

test.each(Object.entries(DEEDS))(
  'sent to two nodes at the same moment with one key, %s is done once, and all answers are the same',
  async (_what, prepare) => {
    const shop = await openShop(await service.newCompany(), ON_HAND)
    const here = shop.client
    const there = here.at(otherNode.apiUrl)
    for (let round = 0; round < ROUNDS; round += 1) {
      const { method, path, body, effect, once } = await prepare(shop)
      const key = randomUUID()
      const replies = await Promise.all(
        Array.from({ length: COPIES }, (_, at) =>
          (at % 2 === 0 ? here : there).send(method, `/api/v1/${path}`, body, { key, prefer: 'return=minimal' }),
        ),
      )
      expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
      expect(replies[0]!.status, replies[0]!.text).toBe(200)
      expect(await effect()).toEqual(once)
    }
    expect((await there.get('/api/v1/bootstrap')).text).toBe((await here.get('/api/v1/bootstrap')).text)
    expect(await findDifferences(service.database, here.companyId)).toEqual([])
  },
)

test('when two people on two nodes ship the last goods for different orders, each order gets only the goods that it has reserved', async () => {
  const shop = await openShop(await service.newCompany(), 10)
  const there = shop.client.at(otherNode.apiUrl)
  const items = [{ productId: shop.productId, quantity: 5, price: 10 }]
  const [first, second] = [await placeOrder(shop, { items }), await placeOrder(shop, { items })]
  const lines = [{ lineId: 1, quantity: 5 }]
  const replies = await Promise.all(
    [first, second].flatMap(({ id }) =>
      [shop.client, there].map((by) => by.post(`/api/v1/orders/${id}/shipments`, { lines })),
    ),
  )
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409])
  expect(await onHandOf(shop)).toBe(0)
  expect(await shipOrder(shop, first.id).catch(({ message }: Error) => message)).toContain('INVALID_TRANSITION')
  expect(await findDifferences(service.database, shop.client.companyId)).toEqual([])
})

test('when two people on two nodes add counts to one sheet at the same time, each count is added exactly once', async () => {
  const shop = await openShop(await service.newCompany(), ON_HAND)
  const { client, productId, warehouseId } = shop
  const { token } = await issueToken(service.database, client.companyId)
  const people = [client, new Client(otherNode.apiUrl, token, client.companyId)]
  const id = await startStocktake(client, warehouseId)
  // 24 counts of 1, 2 and 3, a third of each: 8 × (1 + 2 + 3) = 48. Every count is sent twice with its key.
  const sent = Array.from({ length: 24 }, (_, at) => ({
    by: people[at % 2]!,
    key: randomUUID(),
    lines: [{ productId, sheet: 'Полка', quantity: 1 + (at % 3), mode: 'add' }],
  }))
  const replies = await Promise.all(
    [...sent, ...sent].map(({ by, key, lines }) => by.post(`/api/v1/stocktakes/${id}/counts`, { lines }, { key })),
  )
  expect([...new Set(replies.map(({ status }) => status))]).toEqual([200])
  expect((await linesOf(client, id))[productId]).toMatchObject({ counted: 48, expected: 100, difference: -52 })
  expect(await findDifferences(service.database, client.companyId)).toEqual([])
})
