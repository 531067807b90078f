/** What shipped orders sold of each product, for the gross profit report. Source: docs/reports.md. */
import { type Milli, type Minor, multiplyMilli } from '../../amounts/quantity.ts'
import type { Movement, Order } from './records.ts'

/** What one order sold of one product, when the stock movement alone does not show it. */
export interface Sale {
  readonly orderId: string
  readonly shippedAt: string
  readonly productId: string
  readonly quantity: Milli
  readonly revenue: Minor
  readonly cost: Minor
  readonly unpricedItems: number
  /** The part of the cost that belongs to items without a price. */
  readonly unpricedCost: Minor
}

export interface Sales {
  readonly sales: readonly Sale[]
  /** The revenue by movement id, for movements that are complete sales by themselves. */
  readonly revenues: ReadonlyMap<string, Minor>
}

/** The fields of an order and its movements from which sales are computed. */
export type ShippedOrder = Pick<Order, 'id' | 'shippedAt' | 'items'>
export type Shipment = Pick<Movement, 'id' | 'productId' | 'quantity' | 'cost'>

/** The totals of one product in one order, with the cost as far as it is known. */
type Sum = { -readonly [K in Exclude<keyof Sale, 'orderId' | 'shippedAt' | 'productId'>]: number }

/** One or more items of an order, or components of such items, that account for part of a movement. */
interface Part {
  /** The product that was ordered, which may be a bundle. */
  readonly productId: string
  readonly sum: Sum
  readonly isPriced: boolean
  quantity: number
}

/**
 * Computes the sales of a shipped order. Most products are ordered directly and at a price: then the stock movement
 * is the sale, and only its revenue is added. Every other sale gets its own row, because bundles and services have no
 * movement, and components and items without a price are only part of one. The sales that share such a movement get
 * their own rows, too.
 */
export function salesOf(order: ShippedOrder, movements: readonly Shipment[]): Sales {
  const sums = sumItems(order)
  const parts = partsOf(order, sums)
  const apart = new Set(sums.keys())
  const revenues = new Map<string, Minor>()
  for (const movement of movements) {
    const { id, productId } = movement
    const asking = parts.get(productId)!
    if (asking.every((part) => part.productId === productId && part.isPriced)) {
      apart.delete(productId)
      revenues.set(id, sums.get(productId)!.revenue as Minor)
    } else shareOut(asking, movement)
  }
  const sales = [...apart].map(
    (productId) => ({ orderId: order.id, shippedAt: order.shippedAt!, productId, ...sums.get(productId)! }) as Sale,
  )
  return { sales, revenues }
}

/** Sums the order's items by ordered product, without costs. */
function sumItems({ items }: ShippedOrder): Map<string, Sum> {
  const sums = new Map<string, Sum>()
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
 * Returns for each moved product the items of the order for which it was taken, in the order of the items.
 * Consecutive lines of one product count as one part.
 */
function partsOf({ items }: ShippedOrder, sums: ReadonlyMap<string, Sum>): Map<string, Part[]> {
  const parts = new Map<string, Part[]>()
  for (const { productId, price, quantity, components } of items) {
    const sum = sums.get(productId)!
    const isPriced = price !== null
    if (components === undefined) addPart(parts, productId, { productId, sum, isPriced, quantity })
    else
      for (const component of components) {
        const taken = multiplyMilli(component.quantity, quantity)!
        addPart(parts, component.productId, { productId, sum, isPriced, quantity: taken })
      }
  }
  return parts
}

function addPart(parts: Map<string, Part[]>, movedId: string, part: Part): void {
  const others = parts.get(movedId)
  if (others === undefined) {
    parts.set(movedId, [part])
    return
  }
  const last = others[others.length - 1]!
  if (last.sum === part.sum && last.isPriced === part.isPriced) last.quantity += part.quantity
  else others.push(part)
}

/**
 * Distributes a movement's cost to its parts in proportion to their quantities. Rounding remainders
 * go to the last parts, so that all parts add up to the cost.
 */
function shareOut(parts: readonly Part[], { cost, quantity }: Shipment): void {
  let shared = 0
  let before = 0
  for (const part of parts) {
    shared += part.quantity
    const upTo = shareOf(cost, shared, quantity)
    part.sum.cost += upTo - before
    if (!part.isPriced) part.sum.unpricedCost += upTo - before
    before = upTo
  }
}

/** Returns part ÷ whole of the cost, rounded down. */
function shareOf(cost: number, part: number, whole: number): number {
  const product = cost * part
  if (product <= Number.MAX_SAFE_INTEGER) return (product - (product % whole)) / whole
  return Number((BigInt(cost) * BigInt(part)) / BigInt(whole))
}
