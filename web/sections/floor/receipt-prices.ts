/** What a receipt at the floor takes as its price: seen before it is taken, by who sees costs. */
import { useEffect } from 'react'
import { useReceiptCosts } from '../../data/receipt-costs.ts'
import type { ScannedLine } from './scanned-lines.ts'

/** Undefined: not known yet. Null: nothing tells it, and the service asks. */
export type PriceOf = (productId: string | null) => number | null | undefined

/** The prices that were shown, by product; kept with the task, so that they are there while the connection is away. */
export interface SeenPrices {
  readonly warehouseId: string
  readonly prices: Readonly<Record<string, number | null>>
}

export const NONE_SEEN: SeenPrices = { warehouseId: '', prices: {} }

interface Seen {
  readonly seen: SeenPrices | undefined
  readonly keep: (seen: SeenPrices) => void
}

/** Null for who is shown no costs: the service finds them. */
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
