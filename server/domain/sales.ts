/** What shipped orders sold, product by product: as gross profit is told of them. Source: docs/reports.md. */
import type { Milli, Minor } from './quantity.ts'
import type { Movement, Order } from './records.ts'

/** What one order sold of one product, where its movement alone does not tell. */
export interface Sale {
  readonly orderId: string
  readonly shippedAt: string
  readonly productId: string
  readonly quantity: Milli
  readonly revenue: Minor
  readonly cost: Minor
  readonly unpricedItems: number
  /** The part of the cost that is of items without a price. */
  readonly unpricedCost: Minor
}

export interface Sales {
  readonly sales: readonly Sale[]
  /** Of the movements that are a sale by themselves, by id: what the goods were sold for. */
  readonly revenues: ReadonlyMap<string, Minor>
}

/** What of an order and of its movements tells its sales. */
export type ShippedOrder = Pick<Order, 'id' | 'shippedAt' | 'items'>
export type Shipment = Pick<Movement, 'id' | 'productId' | 'quantity' | 'cost'>

/** An item of an order, or a component of one: what asked for goods that moved. */
interface Part {
  /** The product that was ordered. */
  readonly productId: string
  readonly isPriced: boolean
  readonly quantity: bigint
}

/**
 * The sales of an order that is shipped. Most products are ordered as such and at a price: then the movement is the sale, and wants
 * but its revenue. Bundles and services have no movement, and what a component or an item without a price costs is only a part of
 * one: these sales, and those of the products whose movement they share, stand by themselves.
 */
export function salesOf(order: ShippedOrder, movements: readonly Shipment[]): Sales {
  const parts = partsOf(order)
  const sums = sumItems(order)
  const apart = new Set(sums.keys())
  const revenues = new Map<string, Minor>()
  for (const movement of movements) {
    const { id, productId } = movement
    const asking = parts.get(productId)!
    if (asking.every((part) => part.productId === productId && part.isPriced)) {
      apart.delete(productId)
      revenues.set(id, sums.get(productId)!.revenue as Minor)
      continue
    }
    for (const [part, share] of shareOut(asking, movement)) {
      const sum = sums.get(part.productId)!
      sum.cost += share
      if (!part.isPriced) sum.unpricedCost += share
    }
  }
  const sales = [...apart].map(
    (productId) => ({ orderId: order.id, shippedAt: order.shippedAt!, productId, ...sums.get(productId)! }) as Sale,
  )
  return { sales, revenues }
}

/** What asked for each product that moved, in the order of the items. */
function partsOf({ items }: ShippedOrder): Map<string, Part[]> {
  const parts = new Map<string, Part[]>()
  const add = (movedId: string, part: Part) => {
    const others = parts.get(movedId)
    if (others === undefined) parts.set(movedId, [part])
    else others.push(part)
  }
  for (const { productId, price, quantity, components } of items) {
    const isPriced = price !== null
    if (components === undefined) add(productId, { productId, isPriced, quantity: BigInt(quantity) })
    for (const component of components ?? [])
      add(component.productId, {
        productId,
        isPriced,
        quantity: (BigInt(component.quantity) * BigInt(quantity)) / 1000n,
      })
  }
  return parts
}

/** What the items say of each product that was ordered, without what it cost. */
function sumItems({ items }: ShippedOrder) {
  const sums = new Map<
    string,
    { quantity: number; revenue: number; cost: number; unpricedItems: number; unpricedCost: number }
  >()
  for (const { productId, quantity, price, amount } of items) {
    const sum = sums.get(productId) ?? { quantity: 0, revenue: 0, cost: 0, unpricedItems: 0, unpricedCost: 0 }
    sums.set(productId, sum)
    sum.quantity += quantity
    sum.revenue += amount ?? 0
    if (price === null) sum.unpricedItems += 1
  }
  return sums
}

/**
 * A movement's cost shared out in proportion to the quantities. What the shares lose by rounding stays with the last ones, so that
 * they add up to it.
 */
function shareOut(parts: readonly Part[], { cost, quantity }: Shipment): [Part, number][] {
  const upTo = (amount: bigint) => (BigInt(cost) * amount) / BigInt(quantity)
  let shared = 0n
  return parts.map((part) => {
    const before = shared
    shared += part.quantity
    return [part, Number(upTo(shared) - upTo(before))]
  })
}
