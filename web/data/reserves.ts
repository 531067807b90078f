/** Finds the orders that reserve a product at a warehouse. */
import { useQuery } from '@tanstack/react-query'
import type { Order, Product } from '../../sdk/types.ts'
import { milli, units } from './amounts.ts'
import { viewKey } from './cache.ts'
import { client } from './client.ts'
import { demandOf, reservingLines } from './shipping.ts'

const ORDERS_AT_ONCE = 1_000
const MAX_PAGES = 10

export interface Reserve {
  readonly order: Order
  readonly quantity: number
}

interface Place {
  readonly productId: string
  readonly warehouseId: string
  readonly reserved: number
}

export function useReserves(place: Place) {
  const { productId, warehouseId, reserved } = place
  return useQuery({
    queryKey: viewKey('orders', 'reserves', productId, warehouseId, reserved),
    enabled: reserved > 0,
    queryFn: ({ signal }) => readReserves(place, signal),
  })
}

/**
 * Loads the open orders that contain the product. If what they reserve is less than the product's whole reserve, loads
 * all open orders instead, because no filter finds orders with bundles that contain the product.
 */
async function readReserves({ productId, warehouseId, reserved }: Place, signal: AbortSignal): Promise<Reserve[]> {
  const open = { warehouseId, status: ['new', 'picking'] as ('new' | 'picking')[], limit: ORDERS_AT_ONCE }
  const direct = await read({ ...open, productId }, productId, signal)
  const held = direct.reduce((sum, one) => sum + one.quantity, 0)
  return milli(reserved - held) <= 0 ? direct : read(open, productId, signal)
}

async function read(
  query: Parameters<typeof client.orders.list>[0],
  productId: string,
  signal: AbortSignal,
): Promise<Reserve[]> {
  const reserves: Reserve[] = []
  let pages = 0
  for await (const { items } of client.orders.list(query, { signal }).pages()) {
    for (const order of items) {
      const amount = demandOf(reservingLines(order.items), new Map<string, Product>()).get(productId) ?? 0
      if (amount > 0) reserves.push({ order, quantity: units(amount) })
    }
    pages += 1
    if (pages === MAX_PAGES) break
  }
  return reserves
}
