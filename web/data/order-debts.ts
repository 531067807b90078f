/** What customers still owe for orders, and how a payment is spread over several of them. */
import { type LineFigures, priceOfLine } from '../../amounts/parts.ts'
import type { Order, OrderItem } from '../../sdk/types.ts'
import { kopecks, milli, roubles } from './amounts.ts'

/** Typed amounts by the id of the order that they are for. */
export type Parts = Readonly<Record<string, string>>

/**
 * Returns what the customer still owes for an order; below zero, what must be given back. Nothing is owed for a
 * cancelled order, nor for what closing the order cancelled.
 */
export function dueOf({ status, items, paid }: Pick<Order, 'status' | 'items' | 'paid'>): number {
  const owed = status === 'cancelled' ? 0 : items.reduce((sum, line) => sum + priceOfLine(figuresOf(line)), 0)
  return roubles(owed - kopecks(paid))
}

function figuresOf({ quantity, amount, shipped, cancelled, shippedAmount }: OrderItem): LineFigures {
  return {
    quantity: milli(quantity),
    amount: amount === null ? null : kopecks(amount),
    shipped: milli(shipped),
    cancelled: milli(cancelled),
    shippedAmount: shippedAmount === undefined ? undefined : kopecks(shippedAmount),
  }
}

/** Returns how much of an amount each order gets when they are paid one after the other. */
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
