/** What is paid for a procurement document, and what is still to be paid. */
import type { Document, Payment } from '../../sdk/types.ts'
import { type ListView, useList } from './lists.ts'

const KOPECKS = 100
const MOST_PAYMENTS = 1_000

/** The way that the money of a document goes; null: nothing is paid for it. */
export const PAID_AS: Readonly<Record<Document['kind'], Payment['direction'] | null>> = {
  purchase_order: 'outgoing',
  supplier_invoice: 'outgoing',
  receipt: 'outgoing',
  supplier_return: 'incoming',
  internal_order: null,
}

export interface Paid {
  /** By payments that are posted; those of the other direction are money back. */
  readonly paid: number
  /** By drafts, which do not count yet. */
  readonly drafted: number
  /** Never less than nothing. */
  readonly unpaid: number
}

/** The figures of a document, from all of its payments. */
export function paidOf({ kind, total }: Pick<Document, 'kind' | 'total'>, payments: readonly Payment[]): Paid {
  const sum = (status: Payment['status']) =>
    payments
      .filter((one) => one.status === status)
      .reduce((all, one) => all + (one.direction === PAID_AS[kind] ? 1 : -1) * Math.round(one.amount * KOPECKS), 0)
  const paid = sum('posted')
  const unpaid = Math.max(0, Math.round(total * KOPECKS) - paid)
  return { paid: paid / KOPECKS, drafted: sum('draft') / KOPECKS, unpaid: unpaid / KOPECKS }
}

export interface DocumentPayments {
  readonly list: ListView<Payment>
  /** undefined: not read yet, or nothing is paid for such documents. */
  readonly figures: Paid | undefined
}

/** The payments that name a document. */
export function useDocumentPayments(document: Document | undefined): DocumentPayments {
  const isPaid = document !== undefined && PAID_AS[document.kind] !== null
  const list = useList('payments', { documentId: document?.id, limit: MOST_PAYMENTS }, document !== undefined)
  const isThere = isPaid && !list.isPending && !list.isOld && list.error === null
  return { list, figures: isThere ? paidOf(document, list.items) : undefined }
}
