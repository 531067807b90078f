/** The model's rules for payments, written from S-PAYMENT. */
import {
  differences,
  keptText,
  MOST_MINOR,
  type Model,
  minor,
  nextNumber,
  noteNewId,
  paidFor,
  type Rule,
  refundedFor,
  takeDelete,
} from './model.ts'
import type { Json, ModelPayment, ModelReturn } from './model-kinds.ts'
import { newlyNamingCodes } from './model-naming.ts'
import { contractCodes } from './model-parties.ts'

type Parts = ModelPayment['orders']

const partsOf = (given: readonly Json[] | null): Parts =>
  (given ?? []).map(({ orderId, amount }) => [orderId, minor(amount)] as const)
const sumOf = (parts: Parts): bigint => parts.reduce((sum, [, part]) => sum + part, 0n)

/** Returns why a payment cannot refund the return that it names. */
function refundCodes(model: Model, { returnId, partnerId, direction, orders }: ModelPayment): string[] {
  if (returnId === null) return []
  const refunded = model.returns.get(returnId)
  if (refunded === undefined) return ['NOT_FOUND']
  const isMisfit = refunded.customerId !== partnerId || direction !== 'outgoing' || refunded.status !== 'posted'
  const isElsewhere = orders.some(([id]) => id !== refunded.orderId)
  return [...(isMisfit ? ['RETURN_MISMATCH'] : []), ...(isElsewhere ? ['VALIDATION_FAILED'] : [])]
}

/** Returns the payment with its whole amount assigned to the order whose return it refunds. */
function asRefund(model: Model, payment: ModelPayment): ModelPayment {
  const refunded = model.returns.get(payment.returnId ?? '')
  if (refunded === undefined) return payment
  return { ...payment, orders: refunded.orderId === null ? [] : [[refunded.orderId, payment.amount]] }
}

/**
 * Checks the orders that a payment is to be assigned to. Returns the codes of the refusals that are possible; none if
 * all is well.
 */
function partCodes(model: Model, wanted: ModelPayment): string[] {
  const { orders, amount, partnerId } = asRefund(model, wanted)
  const isTwice = new Set(orders.map(([id]) => id)).size < orders.length
  const ofEach = orders.flatMap(([id]) => {
    const order = model.orders.get(id)
    if (order === undefined) return ['NOT_FOUND']
    return order.customerId === partnerId ? [] : ['ORDER_MISMATCH']
  })
  return [
    ...refundCodes(model, wanted),
    ...(isTwice ? ['VALIDATION_FAILED'] : []),
    ...(sumOf(orders) > amount ? ['PAYMENT_EXCEEDED'] : []),
    ...ofEach,
  ]
}

/**
 * Returns the codes for refusing a changed payment that would make the sum paid for an order negative or too large, or
 * a refund too large.
 */
function paidCodes(model: Model, after: ModelPayment): string[] {
  const before = model.payments.get(after.id)!
  model.payments.set(after.id, after)
  const sums = [...before.orders, ...after.orders].map(([id]) => paidFor(model, id))
  const refunded = model.returns.get(after.returnId ?? '')
  const isTooMuch = refunded !== undefined && refundedFor(model, refunded.id) > worthOf(refunded)
  model.payments.set(after.id, before)
  return [
    ...(sums.some((sum) => sum < 0n) || isTooMuch ? ['REFUND_EXCEEDED'] : []),
    ...(sums.some((sum) => sum > MOST_MINOR) ? ['VALIDATION_FAILED'] : []),
  ]
}

/** Returns the maximum that can be refunded for a return. */
const worthOf = ({ status, lines }: ModelReturn): bigint =>
  status === 'posted' ? lines.reduce((sum, line) => sum + (line.amount ?? 0n), 0n) : 0n

/** Returns the payment that would result from a request body. */
function wantedOf(model: Model, before: ModelPayment, body: Json): ModelPayment {
  const partnerId = body.partnerId ?? before.partnerId
  return {
    ...before,
    partnerId,
    partner: partnerId === before.partnerId ? before.partner : (model.partners.get(partnerId)?.name ?? ''),
    direction: body.direction ?? before.direction,
    method: body.method ?? before.method,
    amount: body.amount === undefined ? before.amount : minor(body.amount),
    orders: body.orders === undefined ? before.orders : partsOf(body.orders),
    reference: keptText(body.reference, before.reference),
    organizationId: keptText(body.organizationId, before.organizationId),
    contractId: keptText(body.contractId, before.contractId),
    documentId: keptText(body.documentId, before.documentId),
    returnId: keptText(body.returnId, before.returnId),
    note: keptText(body.note, before.note),
  }
}

const BLANK: ModelPayment = {
  id: '',
  number: '',
  status: 'draft',
  partnerId: '',
  partner: '',
  direction: '',
  method: '',
  amount: 0n,
  orders: [],
  reference: null,
  organizationId: null,
  contractId: null,
  documentId: null,
  returnId: null,
  note: null,
}

function draftCodes(model: Model, before: ModelPayment, body: Json): string[] {
  const wanted = wantedOf(model, before, body)
  const { documentId } = wanted
  const isUnknown = documentId !== null && documentId !== before.documentId && !model.documents.has(documentId)
  return [
    ...newlyNamingCodes(model.partners, wanted.partnerId, before.partnerId),
    ...newlyNamingCodes(model.organizations, wanted.organizationId, before.organizationId),
    ...(isUnknown ? ['NOT_FOUND'] : []),
    ...contractCodes(model, wanted, before.contractId),
    ...partCodes(model, wanted),
  ]
}

/** Compares a payment in a response with the model's, and returns the differences. */
export function paymentDifferences(payment: ModelPayment, actual: Json): string[] {
  const diff = differences()
  const shown = { ...actual, amount: minor(actual.amount), orders: partsOf(actual.orders) }
  diff.expect(`rest of payment ${payment.id}`, minor(actual.unassigned), payment.amount - sumOf(payment.orders))
  for (const [name, value] of Object.entries(payment))
    diff.expect(`${name} of payment ${payment.id}`, shown[name], value)
  return diff.found
}

const createPayment: Rule = {
  refusals: (model, { body }) => draftCodes(model, BLANK, body),
  take(model, { body }, { result }) {
    const diff = differences()
    noteNewId(model, result.id, diff)
    const blank = { ...BLANK, id: result.id, number: nextNumber(model, 'payments') }
    const payment = asRefund(model, wantedOf(model, blank, body))
    model.payments.set(payment.id, payment)
    return [...diff.found, ...paymentDifferences(payment, result)]
  },
}

/** Returns the codes for refusing an edit of a payment: NOT_FOUND or NOT_DRAFT. */
function editCodes(payment: ModelPayment | undefined): string[] {
  if (payment === undefined) return ['NOT_FOUND']
  return payment.status === 'draft' ? [] : ['NOT_DRAFT']
}

const updatePayment: Rule = {
  refusals(model, { params, body }) {
    const payment = model.payments.get(params.paymentId!)
    const codes = editCodes(payment)
    return codes.length > 0 ? codes : draftCodes(model, payment!, body)
  },
  take(model, { params, body }, { result }) {
    const payment = asRefund(model, wantedOf(model, model.payments.get(params.paymentId!)!, body))
    model.payments.set(payment.id, payment)
    return paymentDifferences(payment, result)
  },
}

const deletePayment: Rule = {
  refusals: (model, { params }) => editCodes(model.payments.get(params.paymentId!)),
  take: (model, { params }, seen) => takeDelete(model.payments, params.paymentId!, seen),
}

const MOVES: Readonly<Record<string, readonly string[]>> = { draft: ['posted', 'cancelled'], posted: ['cancelled'] }

const changePaymentStatus: Rule = {
  refusals(model, { params, body }) {
    const payment = model.payments.get(params.paymentId!)
    if (payment === undefined) return ['NOT_FOUND']
    if (!MOVES[payment.status]?.includes(body.status)) return ['INVALID_TRANSITION']
    return [
      ...(body.status === 'posted' ? newlyNamingCodes(model.partners, payment.partnerId, null) : []),
      ...paidCodes(model, { ...payment, status: body.status }),
    ]
  },
  take(model, { params, body }, { result }) {
    const payment = model.payments.get(params.paymentId!)!
    payment.status = body.status
    return paymentDifferences(payment, result)
  },
}

const assignPayment: Rule = {
  refusals(model, { params, body }) {
    const payment = model.payments.get(params.paymentId!)
    if (payment === undefined) return ['NOT_FOUND']
    if (payment.status === 'cancelled') return ['INVALID_TRANSITION']
    const wanted = { ...payment, orders: partsOf(body.orders) }
    return [...partCodes(model, wanted), ...paidCodes(model, asRefund(model, wanted))]
  },
  take(model, { params, body }, { result }) {
    const payment = model.payments.get(params.paymentId!)!
    payment.orders = asRefund(model, { ...payment, orders: partsOf(body.orders) }).orders
    return paymentDifferences(payment, result)
  },
}

export const PAYMENT_RULES: Readonly<Record<string, Rule>> = {
  createPayment,
  updatePayment,
  deletePayment,
  changePaymentStatus,
  assignPayment,
}
