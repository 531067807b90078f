/** What an order was paid, compared with what the customer owes for it. Source: S-PAYMENT-9, S-PAYMENT-12. */
import type { Minor } from '../../amounts/quantity.ts'
import type { Order } from './records.ts'

type Paid = Pick<Order, 'status' | 'total' | 'paid'>

const NOTHING = 0 as Minor

/** Returns what the customer owes for an order in all: its total, or nothing once it is cancelled. */
function owedFor({ status, total }: Omit<Paid, 'paid'>): Minor {
  return status === 'cancelled' ? NOTHING : total
}

function stateOf(order: Paid): Order['payment'] {
  const { paid, total } = order
  if (paid > owedFor(order)) return 'overpaid'
  if (paid === total) return 'paid'
  return paid === 0 ? 'unpaid' : 'part'
}

/**
 * Returns the order with the payment state that follows from its status, total and `paid`. Every rule that changes one
 * of these ends with this function.
 */
export function withPaymentState<O extends Paid>(order: O): O & Pick<Order, 'payment'> {
  return { ...order, payment: stateOf(order) }
}
