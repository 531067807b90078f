/** Computes the sales of each product from shipments, for the gross profit report. Source: docs/reports.md. */
import { type Milli, type Minor, multiplyMilli } from '../../amounts/quantity.ts'
import type { CustomerReturn, Movement, Shipment } from './records.ts'

/**
 * A row of sales: the quantity, revenue and cost of one product in one shipment. It is written only if the product's
 * stock movement cannot serve as the sale, as with a bundle or a service. Cancelling a shipment, or posting a customer
 * return, adds rows with negative values; cancelling the return adds positive ones again.
 */
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

type ShippedLine = Shipment['items'][number]
/** A line of a shipment about to be posted, before its cost is known. */
type LeavingLine = Pick<ShippedLine, 'productId' | 'quantity' | 'components'>
/** The fields of a movement that shipped goods. */
export type Moved = Pick<Movement, 'id' | 'productId' | 'quantity' | 'cost'>
/** The fields of a shipment that are needed to compute its sales. */
export type SoldLines = Pick<Shipment, 'orderId' | 'at'> & {
  readonly items: readonly Pick<ShippedLine, 'productId' | 'quantity' | 'amount' | 'cost' | 'components'>[]
}

/** The part of a movement that belongs to one shipment line. */
interface Part {
  readonly line: number
  readonly quantity: number
}

/**
 * Distributes the cost of the movements to the lines that they shipped, in proportion to the quantities. Rounding
 * remainders go to the last lines, so that all shares of a movement add up to its cost.
 * @returns the cost of each line.
 */
export function costsOfLines(lines: readonly LeavingLine[], movements: readonly Moved[]): Minor[] {
  const costs = lines.map(() => 0)
  const parts = partsOf(lines)
  for (const { productId, cost, quantity } of movements) {
    let shared = 0
    let before = 0
    for (const part of parts.get(productId)!) {
      shared += part.quantity
      const upTo = shareOf(cost, shared, quantity)
      costs[part.line]! += upTo - before
      before = upTo
    }
  }
  return costs as Minor[]
}

/**
 * Computes the sales of a shipment. Most products are ordered directly and have a price. Their movement then serves as
 * the sale, and only the revenue is added to it. All other sales get their own rows: bundles and services have no
 * movement, and a component or an unpriced item accounts for only part of a movement. Products that share a movement
 * with such a sale get their own rows too.
 */
export function salesOf(shipment: SoldLines, movements: readonly Moved[]): Sales {
  const sales = sumLines(shipment)
  const parts = partsOf(shipment.items)
  const revenues = new Map<string, Minor>()
  for (const { id, productId } of movements) {
    const isSale = parts.get(productId)!.every(({ line }) => {
      const { productId: ordered, amount } = shipment.items[line]!
      return ordered === productId && amount !== null
    })
    if (!isSale) continue
    revenues.set(id, sales.get(productId)!.revenue)
    sales.delete(productId)
  }
  return { sales: [...sales.values()], revenues }
}

/** Returns the negative sales that result from cancelling a shipment, dated when it was cancelled. */
export function salesTakenBack({
  orderId,
  items,
  cancelledAt,
}: Pick<Shipment, 'orderId' | 'items' | 'cancelledAt'>): Sale[] {
  return [...sumLines({ orderId, items, at: cancelledAt! }).values()].map(negated)
}

/**
 * Returns the sales that a customer return takes back when it is posted, or restores when it is cancelled, dated when
 * that happened. A return without an order uses its own id in place of the order's. Items without a price stay counted,
 * because they were sold; only their cost is taken back.
 */
export function salesReturned({ id, orderId, status, lines, postedAt, cancelledAt }: CustomerReturn): Sale[] {
  const items = lines.map((line) => ({ ...line, cost: line.cost! }))
  const at = status === 'posted' ? postedAt! : cancelledAt!
  return [...sumLines({ orderId: orderId ?? id, items, at }).values()].map((sale) => ({
    ...(status === 'posted' ? negated(sale) : sale),
    unpricedItems: 0,
  }))
}

function negated(sale: Sale): Sale {
  return {
    ...sale,
    quantity: -sale.quantity as Milli,
    revenue: -sale.revenue as Minor,
    cost: -sale.cost as Minor,
    unpricedItems: -sale.unpricedItems,
    unpricedCost: -sale.unpricedCost as Minor,
  }
}

/** Adds up a shipment's lines by ordered product. */
function sumLines({ orderId, at, items }: SoldLines): Map<string, Sale> {
  const sums = new Map<string, Sale>()
  for (const { productId, quantity, amount, cost } of items) {
    const sum = sums.get(productId) ?? { quantity: 0, revenue: 0, cost: 0, unpricedItems: 0, unpricedCost: 0 }
    sums.set(productId, {
      orderId,
      shippedAt: at,
      productId,
      quantity: (sum.quantity + quantity) as Milli,
      revenue: (sum.revenue + (amount ?? 0)) as Minor,
      cost: (sum.cost + cost) as Minor,
      unpricedItems: sum.unpricedItems + (amount === null ? 1 : 0),
      unpricedCost: (sum.unpricedCost + (amount === null ? cost : 0)) as Minor,
    })
  }
  return sums
}

/** Returns, for each product moved, the lines that it was shipped for, in the order of the lines. */
function partsOf(lines: readonly LeavingLine[]): Map<string, Part[]> {
  const parts = new Map<string, Part[]>()
  const add = (productId: string, part: Part) => {
    const others = parts.get(productId)
    if (others === undefined) parts.set(productId, [part])
    else others.push(part)
  }
  for (const [line, { productId, quantity, components }] of lines.entries()) {
    if (components === undefined) add(productId, { line, quantity })
    for (const component of components ?? [])
      add(component.productId, { line, quantity: multiplyMilli(component.quantity, quantity)! })
  }
  return parts
}

/** Returns the share of the cost for part ÷ whole, rounded down. */
function shareOf(cost: number, part: number, whole: number): number {
  const product = cost * part
  if (product <= Number.MAX_SAFE_INTEGER) return (product - (product % whole)) / whole
  return Number((BigInt(cost) * BigInt(part)) / BigInt(whole))
}
