/** What customers still owe for orders, and how a payment is spread over several of them. */
import type { Order } from '../../sdk/types.ts'
import { kopecks, roubles } from './amounts.ts'

/** Typed amounts by the id of the order that they are for. */
export type Parts = Readonly<Record<string, string>>

type Owed = Pick<Order, 'status' | 'total' | 'shippedAmount'>

/** Returns what an order costs in all: nothing once cancelled, and once shipped only what was shipped. */
function owedFor({ status, total, shippedAmount }: Owed): number {
  if (status === 'cancelled') return 0
  return status === 'shipped' ? shippedAmount : total
}

/** Returns what the customer still owes for an order; below zero, what must be given back. */
export function dueOf(order: Owed & Pick<Order, 'paid'>): number {
  return roubles(kopecks(owedFor(order)) - kopecks(order.paid))
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
