/**
 * The amount paid for an order, compared with the amount that the customer owes for it. Source: S-PAYMENT-9,
 * S-PAYMENT-12.
 */
import { priceOfLine } from '../../amounts/parts.ts'
import type { Minor } from '../../amounts/quantity.ts'
import type { Order } from './records.ts'

type Paid = Pick<Order, 'status' | 'items' | 'paid'>

const NOTHING = 0 as Minor

/**
 * Returns the price of an order: the shipped goods and the goods left to ship, without goods that were returned or that
 * were cancelled when the order was closed.
 */
function priceOf({ items }: Paid): Minor {
  return items.reduce((sum, line) => sum + priceOfLine(line), 0) as Minor
}

function stateOf(order: Paid): Order['payment'] {
  const { paid, status } = order
  const price = priceOf(order)
  if (paid > (status === 'cancelled' ? NOTHING : price)) return 'overpaid'
  if (paid === price) return 'paid'
  return paid === 0 ? 'unpaid' : 'part'
}

/**
 * Returns the order with the payment state that follows from its status, its lines and `paid`. Every rule that changes
 * any of these ends by calling this function.
 */
export function withPaymentState<O extends Paid>(order: O): O & Pick<Order, 'payment'> {
  return { ...order, payment: stateOf(order) }
}
