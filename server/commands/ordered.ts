/** How much suppliers are still to deliver. Source: docs/decisions/0070. */
import type { Milli } from '../../amounts/quantity.ts'
import type { Ordered } from './define.ts'

/**
 * Returns how much of a product is ordered for a warehouse. If `warehouseId` is null, every order counts. An order
 * without a warehouse counts for each warehouse.
 */
export function orderedOf(ordered: readonly Ordered[], productId: string, warehouseId: string | null): Milli {
  let sum = 0
  for (const one of ordered)
    if (
      one.productId === productId &&
      (warehouseId === null || one.warehouseId === null || one.warehouseId === warehouseId)
    )
      sum += one.quantity
  return sum as Milli
}
