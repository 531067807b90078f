/** What shipped orders sold, product by product: as gross profit is told of them. Source: docs/reports.md. */
import { type Milli, type Minor, multiplyMilli } from '../../amounts/quantity.ts'
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

/** What one order says of one product, and what it cost as far as that is known. */
type Sum = { -readonly [K in Exclude<keyof Sale, 'orderId' | 'shippedAt' | 'productId'>]: number }

/** Items of an order, or components of them: what asked for goods that moved. */
interface Part {
  /** The product that was ordered. */
  readonly productId: string
  readonly sum: Sum
  readonly isPriced: boolean
  quantity: number
}

/**
 * The sales of an order that is shipped. Most products are ordered as such and at a price: then the movement is the sale, and wants
 * but its revenue. Bundles and services have no movement, and what a component or an item without a price costs is only a part of
 * one: these sales, and those of the products whose movement they share, stand by themselves.
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

/** What the items say of each product that was ordered, without what it cost. */
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

/** What asked for each product that moved, in the order of the items. Lines of one product in a row are one part. */
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
 * A movement's cost shared out in proportion to the quantities. What the shares lose by rounding stays with the last ones, so that
 * they add up to it.
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

/** cost × part ÷ whole, rounded down. */
function shareOf(cost: number, part: number, whole: number): number {
  const product = cost * part
  if (product <= Number.MAX_SAFE_INTEGER) return (product - (product % whole)) / whole
  return Number((BigInt(cost) * BigInt(part)) / BigInt(whole))
}
