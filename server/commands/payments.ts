import { log } from '../domain/audit-log.ts'
import { type Books, nextNumber } from '../domain/books.ts'
import { PAYMENT } from '../domain/fields/payments.ts'
import { type Payment, put, remove } from '../domain/records.ts'
import { Refusal } from '../domain/refusals.ts'
import { oneOf, strictObject } from '../domain/schema.ts'
import { checkMove, PAYMENT_MOVES } from '../domain/transitions.ts'
import { defineCommand, type Prefetch, type Prefetched } from './define.ts'
import { checkContract } from './document-checks.ts'
import { Deleted, NoBody } from './fields.ts'
import { active, findDocument, findOrganization, findPartner, findPayment } from './find.ts'

/**
 * POST /procurement/payments. Creates a draft. Refuses: NOT_FOUND, ARCHIVED, CONTRACT_MISMATCH. Source: S-PAYMENT-1,
 * S-PAYMENT-2, S-PAYMENT-3, S-CONTRACT-5.
 */
export const createPayment = defineCommand({
  name: 'createPayment',
  method: 'POST',
  path: '/api/v1/procurement/payments',
  may: 'managers',
  refusals: ['NOT_FOUND', 'ARCHIVED', 'CONTRACT_MISMATCH'],
  summary: 'Create a draft of a payment',
  description:
    'A contract must be with the same partner and organization. `documentId` is the document that the payment is for.',
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
  facts: (books, { body }) => documentFact(books, body.documentId),
  decide(books, { body, facts }, { now, revision, newId }) {
    const partner = active(findPartner(books, body.partnerId), 'partner')
    const number = nextNumber(books, 'payments')
    const stamps = { createdAt: now, updatedAt: now, revision }
    const payment: Payment = PAYMENT.make({ id: newId(), number, partner: partner.name, ...stamps }, body)
    checkNamed(books, payment, { before: null, facts })
    return {
      result: { kind: 'payments', record: payment },
      changes: [put('payments', payment)],
      logged: log('payment.created', saidOf(payment)),
    }
  },
})

/**
 * PATCH /procurement/payments/{paymentId}. Refuses: NOT_FOUND, NOT_DRAFT, ARCHIVED, CONTRACT_MISMATCH.
 * Source: S-PAYMENT-2, S-PAYMENT-5, S-CONTRACT-5.
 */
export const updatePayment = defineCommand({
  name: 'updatePayment',
  method: 'PATCH',
  path: '/api/v1/procurement/payments/:paymentId',
  may: 'managers',
  refusals: ['NOT_FOUND', 'NOT_DRAFT', 'ARCHIVED', 'CONTRACT_MISMATCH'],
  summary: 'Edit a draft of a payment',
  description: 'Fields that are left out stay unchanged; null clears a field.',
  tag: 'Payments',
  entity: 'payment',
  action: 'payment.updated',
  body: PAYMENT.update,
  result: PAYMENT.record,
  example: { amount: 1200, note: 'Доплата за доставку' },
  facts: (books, { params, body }) => [
    ...paymentFact(books, params.paymentId!),
    ...documentFact(books, body.documentId),
  ],
  decide(books, { params, body, facts }, { now, revision }) {
    const before = findPayment(books, params.paymentId!, facts)
    checkDraft(before)
    const changed = PAYMENT.change(before, body)
    const { partnerId } = changed
    const partner =
      partnerId === before.partnerId ? before.partner : active(findPartner(books, partnerId), 'partner').name
    const payment: Payment = { ...changed, partner, updatedAt: now, revision }
    checkNamed(books, payment, { before, facts })
    return {
      result: { kind: 'payments', record: payment },
      changes: [put('payments', payment)],
      logged: log('payment.updated', saidOf(payment)),
    }
  },
})

/**
 * PATCH /procurement/payments/{paymentId}/status. Refuses: NOT_FOUND, INVALID_TRANSITION, ARCHIVED (posting to a
 * partner that has since been archived). Source: S-PAYMENT-4, S-PAYMENT-6.
 */
export const changePaymentStatus = defineCommand({
  name: 'changePaymentStatus',
  method: 'PATCH',
  path: '/api/v1/procurement/payments/:paymentId/status',
  may: 'managers',
  refusals: ['NOT_FOUND', 'INVALID_TRANSITION', 'ARCHIVED'],
  summary: 'Post or cancel a payment',
  description: '`draft` → `posted` → `cancelled`; `draft` → `cancelled`.',
  tag: 'Payments',
  entity: 'payment',
  action: 'payment.updated',
  body: strictObject({ status: oneOf(['posted', 'cancelled'] as const) }),
  result: PAYMENT.record,
  example: { status: 'posted' },
  facts: (books, { params }) => paymentFact(books, params.paymentId!),
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
    return {
      result: { kind: 'payments', record: payment },
      changes: [put('payments', payment, before)],
      logged: log(`payment.${body.status}`, saidOf(payment)),
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

/** Returns what the audit log says of a payment. */
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
