/** Loads the payments of a procurement document, and adds them up. */
import type { Document, Payment } from '../../sdk/types.ts'
import { type ListView, useList } from './lists.ts'
import { PAID_AS, type Paid, paidOf } from './paid.ts'

const MOST_PAYMENTS = 1_000

export interface DocumentPayments {
  readonly list: ListView<Payment>
  /** What is paid and due; undefined while the payments are loading, or if documents of this type are not paid for. */
  readonly figures: Paid | undefined
}

/** Loads the payments of a document. */
export function useDocumentPayments(document: Document | undefined): DocumentPayments {
  const isPaid = document !== undefined && PAID_AS[document.kind] !== null
  const list = useList('payments', { documentId: document?.id, limit: MOST_PAYMENTS }, document !== undefined)
  const isThere = isPaid && !list.isPending && !list.isOld && list.error === null
  return { list, figures: isThere ? paidOf(document, list.items) : undefined }
}
