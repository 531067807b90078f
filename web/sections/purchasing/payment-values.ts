/** What the form of a payment holds, as it is typed, and the bodies that are sent of it. */
import type { CreatePaymentBody, Document, Payment, UpdatePaymentBody } from '../../../sdk/types.ts'
import { PAID_AS, type Paid } from '../../data/paid.ts'
import { readCost } from './document-values.ts'

export interface PaymentValues {
  readonly direction: Payment['direction']
  readonly partnerId: string | null
  readonly amount: string
  readonly method: Payment['method']
  readonly organizationId: string | null
  readonly contractId: string | null
  readonly documentId: string | null
  readonly paidAt: string
  readonly reference: string
  readonly note: string
}

export const EMPTY: PaymentValues = {
  direction: 'outgoing',
  partnerId: null,
  amount: '',
  method: 'bank',
  organizationId: null,
  contractId: null,
  documentId: null,
  paidAt: '',
  reference: '',
  note: '',
}

const DAY = 10

export const valuesOf = (payment: Payment): PaymentValues => ({
  direction: payment.direction,
  partnerId: payment.partnerId,
  amount: String(payment.amount),
  method: payment.method,
  organizationId: payment.organizationId,
  contractId: payment.contractId,
  documentId: payment.documentId,
  paidAt: payment.paidAt?.slice(0, DAY) ?? '',
  reference: payment.reference ?? '',
  note: payment.note ?? '',
})

/** Another one like it: what tells the two apart is left empty. */
export const copyOf = (payment: Payment): PaymentValues => ({ ...valuesOf(payment), paidAt: '', reference: '' })

const KOPECKS = 100

/** What is left to pay of a document, beside what is already drafted. */
export function forDocument(document: Document, { unpaid, drafted }: Paid): Partial<PaymentValues> {
  const left = Math.round((unpaid - drafted) * KOPECKS) / KOPECKS
  return {
    documentId: document.id,
    direction: PAID_AS[document.kind] ?? EMPTY.direction,
    ...(document.supplierId !== null && { partnerId: document.supplierId }),
    organizationId: document.organizationId,
    contractId: document.contractId,
    amount: left > 0 ? String(left) : '',
  }
}

/** null: it is none. */
export const readAmount = (typed: string): number | null => {
  const amount = readCost(typed)
  return amount === null || amount === 0 ? null : amount
}

export const isReady = ({ partnerId, amount }: PaymentValues) => partnerId !== null && readAmount(amount) !== null

const orNull = (typed: string) => (typed.trim() === '' ? null : typed.trim())

export const bodyOf = (values: PaymentValues): CreatePaymentBody => ({
  direction: values.direction,
  partnerId: values.partnerId!,
  amount: readAmount(values.amount)!,
  method: values.method,
  organizationId: values.organizationId,
  contractId: values.contractId,
  documentId: values.documentId,
  paidAt: orNull(values.paidAt),
  reference: orNull(values.reference),
  note: orNull(values.note),
})

/** What differs from when the form was opened: what others changed meanwhile stays. */
export function changesOf(before: PaymentValues, now: PaymentValues): UpdatePaymentBody {
  const was: Readonly<Record<string, unknown>> = { ...bodyOf(before) }
  return Object.fromEntries(Object.entries(bodyOf(now)).filter(([name, value]) => value !== was[name]))
}
