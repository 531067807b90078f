import { Type } from 'typebox'
import { type Books, nextNumber } from '../domain/books.ts'
import { formatMinor, MAX_UNITS, type Minor } from '../domain/quantity.ts'
import { PAYMENT_DIRECTIONS, PAYMENT_METHODS, PaymentRecord } from '../domain/record-schemas.ts'
import { type Payment, put, remove } from '../domain/records.ts'
import { Refusal } from '../domain/refusals.ts'
import { DayOrMoment, Id, Note, oneOf, optional, strictObject, Words } from '../domain/schema.ts'
import { checkMove, PAYMENT_MOVES } from '../domain/transitions.ts'
import { defineCommand, type FactQuery, type Facts } from './define.ts'
import { checkContract } from './document-checks.ts'
import { Deleted, given, NoBody, words } from './fields.ts'
import { active, findDocument, findOrganization, findPartner, findPayment } from './find.ts'

/** What is paid: more than nothing (decisions.md §5 "Payments"). */
const PaidAmount = Type.Unsafe<Minor>({
  type: 'number',
  unit: 'minor',
  minimum: 0.01,
  maximum: MAX_UNITS,
})

const fields = {
  reference: optional<string>(Words),
  organizationId: optional<string>(Id),
  contractId: optional<string>(Id),
  documentId: optional<string>(Id),
  paidAt: optional<string>(DayOrMoment),
  note: optional<string>(Note),
}
const required = {
  partnerId: Id,
  direction: oneOf(PAYMENT_DIRECTIONS),
  method: oneOf(PAYMENT_METHODS),
  amount: PaidAmount,
}
const UpdateBody = strictObject({
  partnerId: Type.Optional(required.partnerId),
  direction: Type.Optional(required.direction),
  method: Type.Optional(required.method),
  amount: Type.Optional(required.amount),
  ...fields,
})

/**
 * POST /procurement/payments. Makes a draft. Refuses: NOT_FOUND, ARCHIVED, CONTRACT_MISMATCH. Source: http-api.md "Payment",
 * decisions.md §5 "Payments".
 */
export const createPayment = defineCommand({
  name: 'createPayment',
  method: 'POST',
  path: '/api/v1/procurement/payments',
  may: 'managers',
  refusals: ['NOT_FOUND', 'ARCHIVED', 'CONTRACT_MISMATCH'],
  summary: 'Create a draft of a payment',
  description: 'A contract must be of the same partner and organization. `documentId` says what is paid.',
  tag: 'Payments',
  entity: 'payment',
  action: 'payment.created',
  body: strictObject({ ...required, ...fields }),
  result: PaymentRecord,
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
    const payment: Payment = {
      id: newId(),
      number: nextNumber(books, 'payments'),
      status: 'draft',
      partner: partner.name,
      partnerId: partner.id,
      direction: body.direction,
      method: body.method,
      amount: body.amount,
      reference: words(body.reference),
      organizationId: body.organizationId ?? null,
      contractId: body.contractId ?? null,
      documentId: body.documentId ?? null,
      paidAt: body.paidAt ?? null,
      note: words(body.note),
      postedAt: null,
      createdAt: now,
      updatedAt: now,
      revision,
    }
    checkNamed(books, payment, { before: null, facts })
    return {
      result: { kind: 'payments', record: payment },
      changes: [put('payments', payment)],
      summary: `Payment ${payment.number} drafted: ${payment.direction} ${formatMinor(payment.amount)}, "${payment.partner}"`,
    }
  },
})

/** PATCH /procurement/payments/{paymentId}. Refuses: NOT_FOUND, NOT_DRAFT, ARCHIVED, CONTRACT_MISMATCH. Source: decisions.md §11. */
export const updatePayment = defineCommand({
  name: 'updatePayment',
  method: 'PATCH',
  path: '/api/v1/procurement/payments/:paymentId',
  may: 'managers',
  refusals: ['NOT_FOUND', 'NOT_DRAFT', 'ARCHIVED', 'CONTRACT_MISMATCH'],
  summary: 'Edit a draft of a payment',
  description: 'Fields that are left out stay, null clears.',
  tag: 'Payments',
  entity: 'payment',
  action: 'payment.updated',
  body: UpdateBody,
  result: PaymentRecord,
  example: { amount: 1200, note: 'Доплата за доставку' },
  facts: (books, { params, body }) => [
    ...paymentFact(books, params.paymentId!),
    ...documentFact(books, body.documentId),
  ],
  decide(books, { params, body, facts }, { now, revision }) {
    const before = findPayment(books, params.paymentId!, facts)
    checkDraft(before)
    const partnerId = body.partnerId ?? before.partnerId
    const payment: Payment = {
      ...before,
      partner: partnerId === before.partnerId ? before.partner : active(findPartner(books, partnerId), 'partner').name,
      partnerId,
      direction: body.direction ?? before.direction,
      method: body.method ?? before.method,
      amount: body.amount ?? before.amount,
      reference: given(body.reference, before.reference),
      organizationId: given(body.organizationId, before.organizationId),
      contractId: given(body.contractId, before.contractId),
      documentId: given(body.documentId, before.documentId),
      paidAt: given(body.paidAt, before.paidAt),
      note: given(body.note, before.note),
      updatedAt: now,
      revision,
    }
    checkNamed(books, payment, { before, facts })
    return {
      result: { kind: 'payments', record: payment },
      changes: [put('payments', payment)],
      summary: `Payment ${payment.number} edited: ${payment.direction} ${formatMinor(payment.amount)}, "${payment.partner}"`,
    }
  },
})

/**
 * PATCH /procurement/payments/{paymentId}/status. Refuses: NOT_FOUND, INVALID_TRANSITION, ARCHIVED (posting to a partner archived
 * since). Source: http-api.md "States and transitions", decisions.md §5 "Payments".
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
  result: PaymentRecord,
  example: { status: 'posted' },
  facts: (books, { params }) => paymentFact(books, params.paymentId!),
  decide(books, { params, body, facts }, { now, revision }) {
    const before = findPayment(books, params.paymentId!, facts)
    checkMove(PAYMENT_MOVES, 'payment', before.status, body.status)
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
      summary: `Payment ${payment.number} ${payment.status}: ${payment.direction} ${formatMinor(payment.amount)}, "${payment.partner}"`,
      action: `payment.${payment.status}`,
    }
  },
})

/** DELETE /procurement/payments/{paymentId}. Refuses: NOT_FOUND, NOT_DRAFT. Source: http-api.md "States and transitions". */
export const deletePayment = defineCommand({
  name: 'deletePayment',
  method: 'DELETE',
  path: '/api/v1/procurement/payments/:paymentId',
  may: 'managers',
  refusals: ['NOT_FOUND', 'NOT_DRAFT'],
  summary: 'Delete a draft of a payment',
  description: 'A posted payment stays; it can be cancelled.',
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
      summary: `Payment ${payment.number} of "${payment.partner}" deleted`,
    }
  },
})

function paymentFact(books: Books, id: string): readonly FactQuery[] {
  return books.payments.has(id) ? [] : [{ fact: 'record', kind: 'payments', id }]
}

function documentFact(books: Books, id: string | null | undefined): readonly FactQuery[] {
  return id == null || books.documents.has(id) ? [] : [{ fact: 'record', kind: 'documents', id }]
}

function checkDraft({ number, status }: Payment): void {
  if (status !== 'draft')
    throw new Refusal('NOT_DRAFT', `Payment ${number} is ${status}; only a draft can be edited or deleted.`)
}

/** What is newly named must exist and be active, and the contract fit. Refuses NOT_FOUND, ARCHIVED, CONTRACT_MISMATCH. */
function checkNamed(books: Books, payment: Payment, { before, facts }: { before: Payment | null; facts: Facts }): void {
  const { organizationId, documentId, contractId, partnerId } = payment
  if (organizationId !== null && organizationId !== before?.organizationId)
    active(findOrganization(books, organizationId), 'organization')
  if (documentId !== null && documentId !== before?.documentId) findDocument(books, documentId, facts)
  checkContract(books, contractId === before?.contractId ? null : contractId, { partnerId, organizationId, contractId })
}
