/**
 * The quantity that a purchase still expects to receive, and the effect of a receipt on the purchase. Source:
 * S-PURCHASE-3, S-PURCHASE-4.
 */
import { formatMilli, type Milli } from '../../amounts/quantity.ts'
import type { Purchase } from './records.ts'
import { Refusal } from './refusals.ts'

/** Returns the quantity that is still to be received: quantity − received − damaged − missing. */
function leftOf(purchase: Purchase): Milli {
  return (purchase.quantity - purchase.received - purchase.damaged - purchase.missing) as Milli
}

/**
 * Checks that a receipt belongs to the purchase and is no larger than the quantity still expected. Refuses with
 * PURCHASE_MISMATCH or PURCHASE_EXCEEDED.
 */
export function checkFits(
  purchase: Purchase,
  receipt: { product: { id: string }; warehouse: { id: string }; supplier: { id: string }; quantity: Milli },
): void {
  const parts = [
    ['product', purchase.productId, receipt.product.id],
    ['warehouse', purchase.warehouseId, receipt.warehouse.id],
    ['supplier', purchase.supplierId, receipt.supplier.id],
  ] as const
  const differing = parts.find(([, expected, given]) => expected !== given)
  if (differing !== undefined)
    throw new Refusal(
      'PURCHASE_MISMATCH',
      `Purchase ${purchase.number} is for another ${differing[0]}. Use the same one, or receive without purchaseId.`,
      { figures: { purchaseId: purchase.id, number: purchase.number, differs: differing[0] } },
    )
  if (receipt.quantity > leftOf(purchase))
    throw new Refusal(
      'PURCHASE_EXCEEDED',
      `You asked to receive ${formatMilli(receipt.quantity)}, but purchase ${purchase.number} has only ${formatMilli(leftOf(purchase))} left. Receive the rest without purchaseId.`,
      {
        figures: {
          ...{ purchaseId: purchase.id, number: purchase.number },
          ...{ asked: receipt.quantity, left: leftOf(purchase) },
        },
      },
    )
}

/** Returns the purchase as it is after a receipt. */
export function withReceipt(
  purchase: Purchase,
  { good, damaged, missing }: { good: Milli; damaged: Milli; missing: Milli },
  { now, revision }: { now: string; revision: number },
): Purchase {
  const after: Purchase = {
    ...purchase,
    received: (purchase.received + good) as Milli,
    damaged: (purchase.damaged + damaged) as Milli,
    missing: (purchase.missing + missing) as Milli,
    updatedAt: now,
    revision,
  }
  return { ...after, status: leftOf(after) === 0 ? 'received' : 'partial' }
}
