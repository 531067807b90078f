import type { Minor } from '../../amounts/quantity.ts'
import { log } from '../domain/audit-log.ts'
import { type Books, nextNumber } from '../domain/books.ts'
import { PAYMENT, PaidOrders } from '../domain/fields/payments.ts'
import { type Payment, put, remove } from '../domain/records.ts'
import { Refusal } from '../domain/refusals.ts'
import { oneOf, strictObject } from '../domain/schema.ts'
import { checkMove, PAYMENT_MOVES } from '../domain/transitions.ts'
import { defineCommand, type Prefetch, type Prefetched } from './define.ts'
import { checkContract } from './document-checks.ts'
import { Deleted, NoBody } from './fields.ts'
import { active, findDocument, findOrganization, findPartner, findPayment } from './find.ts'
import { paidOrdersFact, paymentWithOrdersFact, payOrders, withOrders } from './payment-orders.ts'
import { refundedFact, refundFact, refundReturn, withRefund } from './payment-returns.ts'

/**
 * POST /procurement/payments. Creates a draft. Refuses: NOT_FOUND, ARCHIVED, CONTRACT_MISMATCH, RETURN_MISMATCH,
 * PAYMENT_EXCEEDED, ORDER_MISMATCH. Source: S-PAYMENT-1, S-PAYMENT-2, S-PAYMENT-3, S-PAYMENT-7, S-CONTRACT-5.
 */
export const createPayment = defineCommand({
  name: 'createPayment',
  method: 'POST',
  path: '/api/v1/procurement/payments',
  may: 'managers',
  refusals: ['NOT_FOUND', 'ARCHIVED', 'CONTRACT_MISMATCH', 'RETURN_MISMATCH', 'PAYMENT_EXCEEDED', 'ORDER_MISMATCH'],
  summary: 'Create a draft of a payment',
  description:
    'A contract must be with the same partner and organization. `documentId` is the procurement document that the payment is for; `orders` are the orders of the partner that it is for, or that it refunds; `returnId` is the customer return that it refunds.',
  tag: 'Payments',
  entity: 'payment',
  action: 'payment.created',
  body: PAYMENT.create,
  result: PAYMENT.record,
  example: {
    partnerId: '…',
    direction: 'outgoing',
    method: 'bank',
    amount: 1144.8,
    documentId: '…',
    paidAt: '2026-03-02',
  },
  facts: (books, { body }) => [
    ...documentFact(books, body.documentId),
    ...paidOrdersFact(books, body.orders),
    ...refundFact(books, body.returnId),
  ],
  decide(books, { body, facts }, { now, revision, newId }) {
    const partner = active(findPartner(books, body.partnerId), 'partner')
    const number = nextNumber(books, 'payments')
    const stamps = { createdAt: now, updatedAt: now, revision }
    const given = { id: newId(), number, partner: partner.name, unassigned: 0 as Minor, ...stamps }
    const made: Payment = PAYMENT.make(given, body)
    checkNamed(books, made, { before: null, facts })
    const payment = withOrders(books, withRefund(books, made, facts), facts)
    return {
      result: { kind: 'payments', record: payment },
      changes: [put('payments', payment)],
      logged: log('payment.created', saidOf(payment)),
    }
  },
})

/**
 * PATCH /procurement/payments/{paymentId}. Refuses: NOT_FOUND, NOT_DRAFT, ARCHIVED, CONTRACT_MISMATCH, RETURN_MISMATCH,
 * PAYMENT_EXCEEDED, ORDER_MISMATCH. Source: S-PAYMENT-2, S-PAYMENT-5, S-PAYMENT-7, S-CONTRACT-5.
 */
export const updatePayment = defineCommand({
  name: 'updatePayment',
  method: 'PATCH',
  path: '/api/v1/procurement/payments/:paymentId',
  may: 'managers',
  refusals: [
    ...['NOT_FOUND', 'NOT_DRAFT', 'ARCHIVED', 'CONTRACT_MISMATCH', 'RETURN_MISMATCH', 'PAYMENT_EXCEEDED'],
    'ORDER_MISMATCH',
  ] as const,
  summary: 'Edit a draft of a payment',
  description: 'Fields that are left out stay unchanged; null clears a field.',
  tag: 'Payments',
  entity: 'payment',
  action: 'payment.updated',
  body: PAYMENT.update,
  result: PAYMENT.record,
  example: { amount: 1200, note: 'Доплата за доставку' },
  facts: (books, { params, body }) => [
    ...paymentWithOrdersFact(books, params.paymentId!),
    ...documentFact(books, body.documentId),
    ...paidOrdersFact(books, body.orders),
    ...refundedFact(books, params.paymentId!),
    ...refundFact(books, body.returnId),
  ],
  decide(books, { params, body, facts }, { now, revision }) {
    const before = findPayment(books, params.paymentId!, facts)
    checkDraft(before)
    const changed = PAYMENT.change(before, body)
    const { partnerId } = changed
    const partner =
      partnerId === before.partnerId ? before.partner : active(findPartner(books, partnerId), 'partner').name
    const edited: Payment = { ...changed, partner, updatedAt: now, revision }
    checkNamed(books, edited, { before, facts })
    const payment = withOrders(books, withRefund(books, edited, facts), facts)
    return {
      result: { kind: 'payments', record: payment },
      changes: [put('payments', payment)],
      logged: log('payment.updated', saidOf(payment)),
    }
  },
})

/**
 * PATCH /procurement/payments/{paymentId}/status. Posting or cancelling a payment changes the paid amounts of its
 * orders. Refuses: NOT_FOUND, INVALID_TRANSITION, ARCHIVED (posting to a partner that has since been archived),
 * REFUND_EXCEEDED. Source: S-PAYMENT-4, S-PAYMENT-6, S-PAYMENT-9, S-PAYMENT-10.
 */
export const changePaymentStatus = defineCommand({
  name: 'changePaymentStatus',
  method: 'PATCH',
  path: '/api/v1/procurement/payments/:paymentId/status',
  may: 'managers',
  refusals: ['NOT_FOUND', 'INVALID_TRANSITION', 'ARCHIVED', 'REFUND_EXCEEDED'],
  summary: 'Post or cancel a payment',
  description:
    '`draft` → `posted` → `cancelled`; `draft` → `cancelled`. The same command changes `paid` of the orders that the payment is for, and `refunded` of the customer return that it refunds.',
  tag: 'Payments',
  entity: 'payment',
  action: 'payment.updated',
  body: strictObject({ status: oneOf(['posted', 'cancelled'] as const) }),
  result: PAYMENT.record,
  example: { status: 'posted' },
  facts: (books, { params }) => [
    ...paymentWithOrdersFact(books, params.paymentId!),
    ...refundedFact(books, params.paymentId!),
  ],
  decide(books, { params, body, facts }, { now, revision }) {
    const before = findPayment(books, params.paymentId!, facts)
    checkMove(PAYMENT_MOVES, { what: 'payment', ...before }, body.status)
    if (body.status === 'posted') active(findPartner(books, before.partnerId), 'partner')
    const payment: Payment = {
      ...before,
      status: body.status,
      postedAt: body.status === 'posted' ? now : before.postedAt,
      updatedAt: now,
      revision,
    }
    const known = { facts, now, revision }
    const orders = payOrders(books, { before, after: payment }, known)
    const returned = refundReturn(books, { before, after: payment }, known)
    return {
      result: { kind: 'payments', record: payment },
      changes: [put('payments', payment, before), ...orders, ...returned],
      logged: log(`payment.${body.status}`, saidOf(payment)),
    }
  },
})

/**
 * PUT /procurement/payments/{paymentId}/orders. Replaces the orders that a draft or posted payment is for, because
 * money often arrives before the order does. Refuses: NOT_FOUND, INVALID_TRANSITION (a cancelled payment),
 * PAYMENT_EXCEEDED, ORDER_MISMATCH, REFUND_EXCEEDED. Source: S-PAYMENT-8, S-PAYMENT-9, S-PAYMENT-10.
 */
export const assignPayment = defineCommand({
  name: 'assignPayment',
  method: 'PUT',
  path: '/api/v1/procurement/payments/:paymentId/orders',
  may: 'managers',
  refusals: [
    ...['NOT_FOUND', 'INVALID_TRANSITION', 'RETURN_MISMATCH', 'PAYMENT_EXCEEDED', 'ORDER_MISMATCH'],
    'REFUND_EXCEEDED',
  ] as const,
  summary: 'Assign a payment to orders',
  description:
    'Replaces the whole list of orders that the payment is for; an empty list means no order. Possible until the payment is cancelled. If the payment is posted, the same command also changes `paid` of all orders in the old and the new list.',
  tag: 'Payments',
  entity: 'payment',
  action: 'payment.assigned',
  body: strictObject({ orders: PaidOrders }),
  result: PAYMENT.record,
  example: { orders: [{ orderId: '…', amount: 100 }] },
  facts: (books, { params, body }) => [
    ...paymentWithOrdersFact(books, params.paymentId!),
    ...paidOrdersFact(books, body.orders),
    ...refundedFact(books, params.paymentId!),
  ],
  decide(books, { params, body, facts }, { now, revision }) {
    const before = findPayment(books, params.paymentId!, facts)
    const { id, number, status } = before
    if (status === 'cancelled')
      throw new Refusal('INVALID_TRANSITION', `Payment ${number} is cancelled, so it is for no order.`, {
        figures: { reason: 'payment_cancelled', paymentId: id, number },
      })
    const assignedTo = withRefund(books, { ...before, orders: body.orders, updatedAt: now, revision }, facts)
    const payment = withOrders(books, assignedTo, facts)
    const orders = payOrders(books, { before, after: payment }, { facts, now, revision })
    const assigned = (payment.amount - payment.unassigned) as Minor
    const said = { number, assigned, amount: payment.amount, partner: payment.partner }
    const count = payment.orders.length
    return {
      result: { kind: 'payments', record: payment },
      changes: [put('payments', payment, before), ...orders],
      logged:
        count === 1
          ? log('payment.assigned', { how: 'one_order', ...said })
          : log('payment.assigned', { how: 'several_orders', orders: count, ...said }),
    }
  },
})

/** DELETE /procurement/payments/{paymentId}. Refuses: NOT_FOUND, NOT_DRAFT. Source: S-PAYMENT-5. */
export const deletePayment = defineCommand({
  name: 'deletePayment',
  method: 'DELETE',
  path: '/api/v1/procurement/payments/:paymentId',
  may: 'managers',
  refusals: ['NOT_FOUND', 'NOT_DRAFT'],
  summary: 'Delete a draft of a payment',
  description: 'A posted payment cannot be deleted, but it can be cancelled.',
  tag: 'Payments',
  entity: 'payment',
  action: 'payment.deleted',
  body: NoBody,
  result: Deleted,
  example: {},
  facts: (books, { params }) => paymentFact(books, params.paymentId!),
  decide(books, { params, facts }) {
    const payment = findPayment(books, params.paymentId!, facts)
    checkDraft(payment)
    return {
      result: { deleted: payment.id },
      changes: [remove('payments', payment.id)],
      logged: log('payment.deleted', { number: payment.number, partner: payment.partner }),
    }
  },
})

/** Returns the `figures` of the audit log entry for a payment. */
const saidOf = ({ number, direction, amount, partner }: Payment) => ({ number, direction, amount, partner })

function paymentFact(books: Books, id: string): readonly Prefetch[] {
  return books.payments.has(id) ? [] : [{ fact: 'record', kind: 'payments', id }]
}

function documentFact(books: Books, id: string | null | undefined): readonly Prefetch[] {
  return id == null || books.documents.has(id) ? [] : [{ fact: 'record', kind: 'documents', id }]
}

function checkDraft({ id, number, status }: Payment): void {
  if (status !== 'draft')
    throw new Refusal('NOT_DRAFT', `Payment ${number} is ${status}; only a draft can be edited or deleted.`, {
      figures: { entity: 'payment', id, number, status },
    })
}

/**
 * Checks that newly chosen records exist and are active, and that the contract is between the
 * partner and the organization. Refuses NOT_FOUND, ARCHIVED, CONTRACT_MISMATCH.
 */
function checkNamed(
  books: Books,
  payment: Payment,
  { before, facts }: { before: Payment | null; facts: Prefetched },
): void {
  const { organizationId, documentId, contractId, partnerId } = payment
  if (organizationId !== null && organizationId !== before?.organizationId)
    active(findOrganization(books, organizationId), 'organization')
  if (documentId !== null && documentId !== before?.documentId) findDocument(books, documentId, facts)
  checkContract(books, contractId === before?.contractId ? null : contractId, { partnerId, organizationId, contractId })
}
