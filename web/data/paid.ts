/** Calculates how much of a procurement document is paid and how much is still due. */
import type { Document, Payment } from '../../sdk/types.ts'
import { kopecks, roubles } from './amounts.ts'

/** The direction of payments for each type of document; null if documents of that type are not paid for. */
export const PAID_AS: Readonly<Record<Document['kind'], Payment['direction'] | null>> = {
  purchase_order: 'outgoing',
  supplier_invoice: 'outgoing',
  receipt: 'outgoing',
  supplier_return: 'incoming',
  internal_order: null,
}

export interface Paid {
  /** The sum of posted payments. Payments in the opposite direction are refunds and count as negative. */
  readonly paid: number
  /** The sum of draft payments, which do not count as paid yet. */
  readonly drafted: number
  /** The amount still due; 0 if more was paid than is due. */
  readonly unpaid: number
}

/** Adds up the payments of a document and calculates what is still due. */
export function paidOf({ kind, total }: Pick<Document, 'kind' | 'total'>, payments: readonly Payment[]): Paid {
  const sum = (status: Payment['status']) =>
    payments
      .filter((one) => one.status === status)
      .reduce((all, one) => all + (one.direction === PAID_AS[kind] ? 1 : -1) * kopecks(one.amount), 0)
  const paid = sum('posted')
  const unpaid = Math.max(0, kopecks(total) - paid)
  return { paid: roubles(paid), drafted: roubles(sum('draft')), unpaid: roubles(unpaid) }
}
