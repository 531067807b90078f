/** What is paid for a procurement document, and what is still to be paid. */
import type { Document, Payment } from '../../sdk/types.ts'
import { kopecks, roubles } from './amounts.ts'

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
      .reduce((all, one) => all + (one.direction === PAID_AS[kind] ? 1 : -1) * kopecks(one.amount), 0)
  const paid = sum('posted')
  const unpaid = Math.max(0, kopecks(total) - paid)
  return { paid: roubles(paid), drafted: roubles(sum('draft')), unpaid: roubles(unpaid) }
}
