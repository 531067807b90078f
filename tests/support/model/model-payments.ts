/** The model's rules for payments, written from S-PAYMENT. */
import { differences, keptText, type Model, minor, nextNumber, noteNewId, type Rule, takeDelete } from './model.ts'
import type { Json, ModelPayment } from './model-kinds.ts'
import { newlyNamingCodes } from './model-naming.ts'
import { contractCodes } from './model-parties.ts'

/** Returns the payment that a request body asks for. */
function wantedOf(model: Model, before: ModelPayment, body: Json): ModelPayment {
  const partnerId = body.partnerId ?? before.partnerId
  return {
    ...before,
    partnerId,
    partner: partnerId === before.partnerId ? before.partner : (model.partners.get(partnerId)?.name ?? ''),
    direction: body.direction ?? before.direction,
    method: body.method ?? before.method,
    amount: body.amount === undefined ? before.amount : minor(body.amount),
    reference: keptText(body.reference, before.reference),
    organizationId: keptText(body.organizationId, before.organizationId),
    contractId: keptText(body.contractId, before.contractId),
    documentId: keptText(body.documentId, before.documentId),
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
  reference: null,
  organizationId: null,
  contractId: null,
  documentId: null,
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
  ]
}

/** Compares a payment in an answer with the model's. Returns the differences. */
export function paymentDifferences(payment: ModelPayment, actual: Json): string[] {
  const diff = differences()
  const shown = { ...actual, amount: minor(actual.amount) }
  for (const [name, value] of Object.entries(payment))
    diff.expect(`${name} of payment ${payment.id}`, shown[name], value)
  return diff.found
}

const createPayment: Rule = {
  refusals: (model, { body }) => draftCodes(model, BLANK, body),
  take(model, { body }, { result }) {
    const diff = differences()
    noteNewId(model, result.id, diff)
    const payment = wantedOf(model, { ...BLANK, id: result.id, number: nextNumber(model, 'payments') }, body)
    model.payments.set(payment.id, payment)
    return [...diff.found, ...paymentDifferences(payment, result)]
  },
}

/** Returns the codes that refuse an edit of a payment: NOT_FOUND or NOT_DRAFT. */
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
    const payment = wantedOf(model, model.payments.get(params.paymentId!)!, body)
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
    return body.status === 'posted' ? newlyNamingCodes(model.partners, payment.partnerId, null) : []
  },
  take(model, { params, body }, { result }) {
    const payment = model.payments.get(params.paymentId!)!
    payment.status = body.status
    return paymentDifferences(payment, result)
  },
}

export const PAYMENT_RULES: Readonly<Record<string, Rule>> = {
  createPayment,
  updatePayment,
  deletePayment,
  changePaymentStatus,
}
