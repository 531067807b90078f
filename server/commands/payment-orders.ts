/**
 * The orders to which a payment is assigned. An order stores the amount paid for it, so each command that changes the
 * orders of a posted payment also updates those orders. Source: S-PAYMENT-7 to S-PAYMENT-11.
 */
import { formatMinor, isWithinBound, MINOR_PER_UNIT, type Minor } from '../../amounts/quantity.ts'
import type { Books } from '../domain/books.ts'
import { withPaymentState } from '../domain/order-payments.ts'
import { type Change, type Order, type Payment, put } from '../domain/records.ts'
import { BEYOND, invalid, Refusal } from '../domain/refusals.ts'
import type { Context, Prefetch, Prefetched } from './define.ts'
import { findOrder, finishedOrderFact } from './orders.ts'

/** The part of a payment that is assigned to one order, as given in the request body. */
type Part = Pick<Payment['orders'][number], 'orderId' | 'amount'>
type Parted = Omit<Payment, 'orders'> & { readonly orders: readonly Part[] }

/** Requests a prefetch of those of the given orders that are not in memory. */
export function paidOrdersFact(books: Books, parts: readonly Part[] | null | undefined): readonly Prefetch[] {
  return (parts ?? []).flatMap(({ orderId }) => finishedOrderFact(books, orderId))
}

/** Requests a prefetch of a payment and its orders, except for those that are in memory. */
export function paymentWithOrdersFact(books: Books, id: string): readonly Prefetch[] {
  const payment = books.payments.get(id)
  return payment === undefined ? [{ fact: 'paymentWithOrders', id }] : paidOrdersFact(books, payment.orders)
}

/**
 * Returns the payment with `unassigned` and with the numbers of its orders. Refuses VALIDATION_FAILED (an order named
 * twice), PAYMENT_EXCEEDED (more assigned to orders than the payment's amount), NOT_FOUND and ORDER_MISMATCH (an order
 * of another customer).
 */
export function withOrders(books: Books, payment: Parted, facts: Prefetched): Payment {
  refuseTwice(payment.orders)
  const assigned = assignedOf(payment)
  const orders = payment.orders.map(({ orderId, amount }) => {
    const order = findOrder(books, orderId, facts)
    refuseForeign(order, payment)
    return { orderId, number: order.number, amount }
  })
  return { ...payment, orders, unassigned: (payment.amount - assigned) as Minor }
}

function refuseTwice(parts: readonly Part[]): void {
  const named = new Set<string>()
  for (const [position, { orderId }] of parts.entries()) {
    if (named.has(orderId)) throw invalid(`/orders/${position}/orderId`, 'names an order for the second time', 'TWICE')
    named.add(orderId)
  }
}

/**
 * Returns the total amount that a payment assigns to orders. Refuses PAYMENT_EXCEEDED when it is more than the payment.
 */
function assignedOf({ id, number, amount, orders }: Parted): Minor {
  const assigned = orders.reduce((sum, part) => sum + part.amount, 0) as Minor
  if (assigned <= amount) return assigned
  const detail = `Its orders get ${formatMinor(assigned)}, but payment ${number} is only ${formatMinor(amount)}. Assign less.`
  throw new Refusal('PAYMENT_EXCEEDED', detail, {
    figures: { paymentId: id, number, asked: assigned / MINOR_PER_UNIT, most: amount / MINOR_PER_UNIT },
  })
}

function refuseForeign({ id: orderId, number, customer, customerId }: Order, { partner, partnerId }: Parted): void {
  if (customerId === partnerId) return
  const detail = `Order ${number} is from "${customer}", but the payment is with "${partner}". Choose orders of this partner.`
  throw new Refusal('ORDER_MISMATCH', detail, { figures: { orderId, number, customer, partner } })
}

/**
 * Returns by how much a payment raises the paid amount of each of its orders. A payment that is not posted has no
 * effect.
 */
function effectOf({ status, direction, orders }: Payment): Map<string, number> {
  if (status !== 'posted') return new Map()
  const sign = direction === 'incoming' ? 1 : -1
  return new Map(orders.map(({ orderId, amount }) => [orderId, sign * amount]))
}

/** A payment before and after a change. */
export interface Replacement {
  readonly before: Payment
  readonly after: Payment
}

/** The data that commands on payments need for deciding. */
export type Deciding = Pick<Context, 'now' | 'revision'> & { readonly facts: Prefetched }

/**
 * Compares a payment with its earlier version, and returns the changes to the orders whose paid amount differs. Refuses
 * REFUND_EXCEEDED when more was paid back for an order than was paid for it.
 */
export function payOrders(books: Books, { before, after }: Replacement, { facts, now, revision }: Deciding): Change[] {
  const [was, is] = [effectOf(before), effectOf(after)]
  const changes: Change[] = []
  for (const orderId of new Set([...was.keys(), ...is.keys()])) {
    const added = (is.get(orderId) ?? 0) - (was.get(orderId) ?? 0)
    if (added === 0) continue
    const order = findOrder(books, orderId, facts)
    const paid = paidWith(order, added)
    changes.push(put('orders', withPaymentState({ ...order, paid, updatedAt: now, revision }), order))
  }
  return changes
}

function paidWith(order: Order, added: number): Minor {
  const paid = (order.paid + added) as Minor
  if (paid < 0) {
    const [asked, had] = [formatMinor(-added as Minor), formatMinor(order.paid)]
    const detail = `This takes ${asked} from what was paid for order ${order.number}, but only ${had} was paid and not paid back. Take less, or cancel a refund first.`
    throw new Refusal('REFUND_EXCEEDED', detail, {
      figures: {
        reason: 'order',
        ...{ orderId: order.id, number: order.number },
        ...{ asked: -added / MINOR_PER_UNIT, paid: order.paid / MINOR_PER_UNIT },
      },
    })
  }
  if (!isWithinBound(paid)) throw invalid('', `would bring the payments for order ${order.number} above 10^12`, BEYOND)
  return paid
}
