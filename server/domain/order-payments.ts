/** What an order was paid, compared with what the customer owes for it. Source: S-PAYMENT-9, S-PAYMENT-12. */
import type { Minor } from '../../amounts/quantity.ts'
import type { Order } from './records.ts'

type Paid = Pick<Order, 'status' | 'total' | 'shippedAmount' | 'paid'>

const NOTHING = 0 as Minor

/** Returns the price of the order: its total, or once it is finished what was shipped, which is less if the rest was closed. */
function priceOf({ status, total, shippedAmount }: Paid): Minor {
  return status === 'shipped' ? shippedAmount : total
}

/** Returns what the customer owes for an order in all: its price, or nothing once it is cancelled. */
function owedFor(order: Paid): Minor {
  return order.status === 'cancelled' ? NOTHING : priceOf(order)
}

function stateOf(order: Paid): Order['payment'] {
  const { paid } = order
  if (paid > owedFor(order)) return 'overpaid'
  if (paid === priceOf(order)) return 'paid'
  return paid === 0 ? 'unpaid' : 'part'
}

/**
 * Returns the order with the payment state that follows from its status, total, shipped amount and `paid`. Every rule
 * that changes one of these ends with this function.
 */
export function withPaymentState<O extends Paid>(order: O): O & Pick<Order, 'payment'> {
  return { ...order, payment: stateOf(order) }
}
