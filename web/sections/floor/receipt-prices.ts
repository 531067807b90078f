/** The price that a floor receipt will use. Users who may see costs see it before they confirm. */
import { useEffect } from 'react'
import { useReceiptCosts } from '../../data/receipt-costs.ts'
import type { ScannedLine } from './scanned-lines.ts'

/** The price of a product. Undefined: not known yet. Null: no source knows a price, so the service will ask for it. */
export type PriceOf = (productId: string | null) => number | null | undefined

/** The prices already shown, by product. They are stored with the task so that they are there while offline. */
export interface SeenPrices {
  readonly warehouseId: string
  readonly prices: Readonly<Record<string, number | null>>
}

export const NONE_SEEN: SeenPrices = { warehouseId: '', prices: {} }

interface Seen {
  readonly seen: SeenPrices | undefined
  readonly keep: (seen: SeenPrices) => void
}

/** Returns null for users who may not see costs: the service finds the prices itself. */
export function useReceiptPrices(
  lines: readonly ScannedLine[],
  warehouseId: string,
  { seen = NONE_SEEN, keep }: Seen,
): PriceOf | null {
  const costs = useReceiptCosts(
    lines.flatMap(({ productId }) => productId ?? []),
    warehouseId,
  )
  const before = seen.warehouseId === warehouseId ? seen.prices : {}
  const read = [...(costs ?? [])].map(([id, { unitCost }]) => [id, unitCost ?? null] as const)
  const isNew = read.some(([id, price]) => before[id] !== price)
  const prices = isNew ? { ...before, ...Object.fromEntries(read) } : before
  useEffect(() => {
    if (isNew) keep({ warehouseId, prices })
  })
  return costs === null ? null : (productId) => prices[productId ?? '']
}
