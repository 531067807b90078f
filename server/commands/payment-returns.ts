/**
 * The customer return that a payment refunds. A return stores the amount paid back for it, so each command that posts
 * or cancels such a payment also updates the return. Source: S-RETURN-12, S-RETURN-13.
 */
import { formatMinor, MINOR_PER_UNIT, type Minor } from '../../amounts/quantity.ts'
import type { Books } from '../domain/books.ts'
import { type Change, type CustomerReturn, type Payment, put } from '../domain/records.ts'
import { invalid, Refusal } from '../domain/refusals.ts'
import type { Prefetch, Prefetched } from './define.ts'
import { findCustomerReturn } from './find.ts'
import { finishedOrderFact } from './orders.ts'
import type { Deciding, Replacement } from './payment-orders.ts'
import { returnFact } from './returns.ts'

type Part = Pick<Payment['orders'][number], 'orderId' | 'amount'>
type Parted = Omit<Payment, 'orders'> & { readonly orders: readonly Part[] }

/** Requests a prefetch of the return that a payment refunds, and of its order, except for those that are in memory. */
export function refundFact(books: Books, returnId: string | null | undefined): readonly Prefetch[] {
  if (returnId == null) return []
  const found = books.customerReturns.get(returnId)
  if (found === undefined) return [{ fact: 'customerReturn', id: returnId }]
  return found.orderId === null ? [] : finishedOrderFact(books, found.orderId)
}

/** Requests a prefetch of the return that a payment refunds, if the payment is in memory but the return is not. */
export function refundedFact(books: Books, paymentId: string): readonly Prefetch[] {
  const returnId = books.payments.get(paymentId)?.returnId ?? null
  return returnId === null ? [] : returnFact(books, returnId)
}

/**
 * Returns the payment with its whole amount assigned to the order of the return that it refunds. Refuses NOT_FOUND,
 * RETURN_MISMATCH, VALIDATION_FAILED (the payment names another order as well).
 */
export function withRefund(books: Books, payment: Parted, facts: Prefetched): Parted {
  if (payment.returnId === null) return payment
  const refunded = findCustomerReturn(books, payment.returnId, facts)
  refuseMismatch(refunded, payment)
  const { orderId } = refunded
  if (payment.orders.some((part) => part.orderId !== orderId))
    throw invalid('/orders', 'must be left out: they follow from the return', 'NOT_VALID')
  return { ...payment, orders: orderId === null ? [] : [{ orderId, amount: payment.amount }] }
}

function refuseMismatch({ id: returnId, number, status, customer, customerId }: CustomerReturn, payment: Parted): void {
  const { partner, partnerId, direction } = payment
  if (customerId !== partnerId)
    throw new Refusal(
      'RETURN_MISMATCH',
      `Return ${number} is from "${customer}", but the payment is with "${partner}".`,
      { figures: { reason: 'partner', returnId, number, customer, partner } },
    )
  if (direction !== 'outgoing')
    throw new Refusal('RETURN_MISMATCH', `Return ${number} is refunded by an outgoing payment.`, {
      figures: { reason: 'direction', returnId, number },
    })
  if (status !== 'posted')
    throw new Refusal('RETURN_MISMATCH', `Return ${number} is ${status}, so it cannot be refunded. Post it first.`, {
      figures: { reason: 'status', returnId, number, status },
    })
}

/**
 * Returns the update of the refunded return when the new version of a payment refunds more or less than before. Refuses
 * REFUND_EXCEEDED when more would be paid back than the amount of the return.
 */
export function refundReturn(
  books: Books,
  { before, after }: Replacement,
  { facts, now, revision }: Deciding,
): Change[] {
  const added = effectOf(after) - effectOf(before)
  if (after.returnId === null || added === 0) return []
  const was = findCustomerReturn(books, after.returnId, facts)
  const refunded = (was.refunded + added) as Minor
  const most = was.status === 'posted' ? was.amount : (0 as Minor)
  if (refunded > most)
    throw new Refusal(
      'REFUND_EXCEEDED',
      `${formatMinor(refunded)} would be paid back for return ${was.number}, but at most ${formatMinor(most)} can be. Pay back less.`,
      {
        figures: {
          reason: 'return',
          ...{ returnId: was.id, number: was.number },
          ...{ asked: refunded / MINOR_PER_UNIT, most: most / MINOR_PER_UNIT },
        },
      },
    )
  return [put('customerReturns', { ...was, refunded, updatedAt: now, revision }, was)]
}

const effectOf = ({ status, amount }: Payment) => (status === 'posted' ? amount : 0)
