/**
 * Calculates what customers still owe for orders and what they can return, and spreads a payment over several orders.
 */
import { type LineFigures, priceOfLine } from '../../amounts/parts.ts'
import type { Milli } from '../../amounts/quantity.ts'
import type { Order, OrderItem } from '../../sdk/types.ts'
import { kopecks, milli, roubles, units } from './amounts.ts'

/** The typed amounts of a payment, by the id of the order that each amount is for. */
export type Parts = Readonly<Record<string, string>>

/**
 * Returns what the customer still owes for an order; negative if the customer must be refunded. Nothing is owed for a
 * cancelled order, for quantities cancelled when the order was closed, or for returned goods.
 */
export function dueOf({ status, items, paid }: Pick<Order, 'status' | 'items' | 'paid'>): number {
  const owed = status === 'cancelled' ? 0 : items.reduce((sum, line) => sum + priceOfLine(figuresOf(line)), 0)
  return roubles(owed - kopecks(paid))
}

/** Converts the quantities of an order line to thousandths of a unit, and its amounts to kopecks. */
export function figuresOf(item: OrderItem): LineFigures & { readonly returned?: Milli | undefined } {
  const { quantity, amount, shipped, cancelled, shippedAmount, returned, returnedAmount } = item
  return {
    quantity: milli(quantity),
    amount: amount === null ? null : kopecks(amount),
    shipped: milli(shipped),
    cancelled: milli(cancelled),
    shippedAmount: shippedAmount === undefined ? undefined : kopecks(shippedAmount),
    returned: returned === undefined ? undefined : milli(returned),
    returnedAmount: returnedAmount === undefined ? undefined : kopecks(returnedAmount),
  }
}

/** Returns how much of a line was shipped and can still be returned. */
export const leftToReturn = ({ shipped, returned = 0 }: OrderItem): number => units(milli(shipped) - milli(returned))

/** Returns the order lines with goods that can still be returned. */
export const returnable = ({ items }: Pick<Order, 'items'>): readonly OrderItem[] =>
  items.filter((item) => leftToReturn(item) > 0)

/** Distributes an amount among orders: each order is paid in full before the next one gets anything. */
export function spread(amount: number, orders: readonly { readonly id: string; readonly due: number }[]): Parts {
  let left: number = kopecks(amount)
  const parts: Record<string, string> = {}
  for (const { id, due } of orders) {
    const part = Math.min(left, kopecks(due))
    if (part <= 0) continue
    parts[id] = String(roubles(part))
    left -= part
  }
  return parts
}
