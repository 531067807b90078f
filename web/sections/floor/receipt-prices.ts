/**
 * Loads the price that a receipt entered on the warehouse floor will use. Users who may see costs see the price before
 * they confirm the receipt.
 */
import { useEffect } from 'react'
import { useReceiptCosts } from '../../data/receipt-costs.ts'
import type { ScannedLine } from './scanned-lines.ts'

/**
 * Returns the price of a product. Undefined while it is not known yet; null if there is none, so that the server will
 * ask for a price.
 */
export type PriceOf = (productId: string | null) => number | null | undefined

/**
 * The prices that the user has already seen, by product id. They are stored with the task, so that they are available
 * offline.
 */
export interface SeenPrices {
  readonly warehouseId: string
  readonly prices: Readonly<Record<string, number | null>>
}

export const NONE_SEEN: SeenPrices = { warehouseId: '', prices: {} }

interface Seen {
  readonly seen: SeenPrices | undefined
  readonly keep: (seen: SeenPrices) => void
}

/**
 * Loads the prices for the receipts of a task. Returns null for users who may not see costs; then the server determines
 * the prices.
 */
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
