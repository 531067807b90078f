/** The values of the payment form as typed, and the request bodies that are built from them. */
import type { CreatePaymentBody, Document, Payment, UpdatePaymentBody } from '../../../sdk/types.ts'
import { kopecks, roubles } from '../../data/amounts.ts'
import type { Parts } from '../../data/order-debts.ts'
import { PAID_AS, type Paid } from '../../data/paid.ts'
import { payments } from '../../records/payments.ts'
import { readCost } from '../purchasing/document-values.ts'
import { differing, plainBody, plainCopy, plainValues, type Values } from '../records/spec.ts'

/**
 * The values of the payment form. The values of the plain fields, which the definition of payments lists, are added to
 * them.
 */
export interface PaymentValues extends Values {
  readonly partnerId: string | null
  readonly amount: string
  readonly organizationId: string | null
  readonly contractId: string | null
  readonly documentId: string | null
  /**
   * The amount of the payment that each order gets, as typed. Absent in drafts that an earlier version of the app
   * stored.
   */
  readonly orders?: Parts
}

export const EMPTY_PAYMENT: PaymentValues = {
  ...plainValues(payments.fields, null),
  partnerId: null,
  amount: '',
  organizationId: null,
  contractId: null,
  documentId: null,
  orders: {},
}

export const valuesOf = (payment: Payment): PaymentValues => ({
  ...plainValues(payments.fields, payment),
  partnerId: payment.partnerId,
  amount: String(payment.amount),
  organizationId: payment.organizationId,
  contractId: payment.contractId,
  documentId: payment.documentId,
  orders: partsOf(payment.orders),
})

export const partsOf = (orders: Payment['orders']): Parts =>
  Object.fromEntries(orders.map(({ orderId, amount }) => [orderId, String(amount)]))

/**
 * Returns the orders for the request body, each with its amount. Orders whose typed amount is not a number are left
 * out.
 */
export const ordersIn = (parts: Parts = {}) =>
  Object.entries(parts).flatMap(([orderId, typed]) => {
    const amount = readAmount(typed)
    return amount === null ? [] : [{ orderId, amount }]
  })

/** Returns the values for copying a payment. Fields that identify the original, such as its number, stay empty. */
export const paymentCopyOf = (payment: Payment): PaymentValues => ({
  ...valuesOf(payment),
  orders: {},
  ...plainCopy(payments.fields, payment),
})

/**
 * Returns the values of a payment for a document. The amount is what is unpaid, less the draft payments for the
 * document.
 */
export function forDocument(document: Document, { unpaid, drafted }: Paid): Partial<PaymentValues> {
  const left = roubles(kopecks(unpaid) - kopecks(drafted))
  return {
    documentId: document.id,
    direction: PAID_AS[document.kind] ?? EMPTY_PAYMENT.direction,
    ...(document.supplierId !== null && { partnerId: document.supplierId }),
    organizationId: document.organizationId,
    contractId: document.contractId,
    amount: left > 0 ? String(left) : '',
  }
}

/** Reads a typed amount; null when the text is not an amount. */
export const readAmount = (typed: string): number | null => {
  const amount = readCost(typed)
  return amount === null || amount === 0 ? null : amount
}

export const isReady = ({ partnerId, amount }: PaymentValues) => partnerId !== null && readAmount(amount) !== null

export const bodyOf = (values: PaymentValues): CreatePaymentBody => ({
  ...(plainBody(payments.fields, values) as Pick<CreatePaymentBody, 'direction' | 'method'>),
  partnerId: values.partnerId!,
  amount: readAmount(values.amount)!,
  organizationId: values.organizationId,
  contractId: values.contractId,
  documentId: values.documentId,
  orders: ordersIn(values.orders),
})

/**
 * Returns only those fields that were changed since the form was opened. The other fields are not sent, so that changes
 * made by other users remain.
 */
export const changesOf = (before: PaymentValues, now: PaymentValues): UpdatePaymentBody =>
  differing(bodyOf(before), bodyOf(now))
