/** What a receipt at the floor takes as its price: seen before it is taken, by who sees costs. */
import { useRef } from 'react'
import type { ReceiptCost } from '../../../sdk/types.ts'
import { useReceiptCosts } from '../../data/receipt-costs.ts'
import type { ScannedLine } from './scanned-lines.ts'

/** Undefined: not known yet. Null: nothing tells it, and the service asks. */
export type PriceOf = (productId: string | null) => number | null | undefined

/** Null for who is shown no costs: the service finds them. What was known stays when the connection goes. */
export function useReceiptPrices(lines: readonly ScannedLine[], warehouseId: string): PriceOf | null {
  const known = useRef({ warehouseId, costs: new Map<string, ReceiptCost>() })
  const costs = useReceiptCosts(
    lines.flatMap(({ productId }) => productId ?? []),
    warehouseId,
  )
  if (known.current.warehouseId !== warehouseId) known.current = { warehouseId, costs: new Map() }
  if (costs === null) return null
  for (const [id, cost] of costs) known.current.costs.set(id, cost)
  return (productId) => {
    const found = known.current.costs.get(productId ?? '')
    return found === undefined ? undefined : (found.unitCost ?? null)
  }
}
