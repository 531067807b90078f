/**
 * Loads the unit cost that a receipt would get if the user typed none, so that the form can show it in advance. Also
 * loads what the goods in stock of a product cost.
 */
import { useQueries } from '@tanstack/react-query'
import type { Product, ReceiptCost, ReceiptCosts } from '../../sdk/types.ts'
import { client } from './client.ts'
import { useList } from './lists.ts'
import { useMe } from './session.ts'

const AT_ONCE = 100

/**
 * Collects the loaded costs by product id. The function is defined outside the hook, so that the map is rebuilt only
 * when a response arrives.
 */
const byProduct = (results: readonly { readonly data?: ReceiptCosts | undefined }[]) =>
  new Map(results.flatMap(({ data }) => data?.items ?? []).map((one) => [one.productId, one] as const))

/**
 * Loads the unit cost that a receipt would use for each product. Products that are still loading are missing from the
 * map. The result is null for users who may not see costs; then the server determines the cost. An empty `warehouseId`
 * stands for all warehouses.
 */
export function useReceiptCosts(
  productIds: readonly string[],
  warehouseId: string,
): ReadonlyMap<string, ReceiptCost> | null {
  const { seesCosts } = useMe()
  const asked = [...new Set(productIds)]
  const chunks = Array.from({ length: Math.ceil(asked.length / AT_ONCE) }, (_, at) =>
    asked.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
  )
  const found = useQueries({
    queries: chunks.map((productId) => ({
      queryKey: ['receiptCosts', warehouseId, productId],
      enabled: seesCosts,
      // Do not cache the cost, because every receipt changes it: load it again on the next use.
      gcTime: 0,
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        client.stock.receiptCosts({ productId, ...(warehouseId !== '' && { warehouseId }) }, { signal }),
    })),
    combine: byProduct,
  })
  return seesCosts ? found : null
}

export interface RealCost {
  /** The average unit cost of the goods in stock; null if there are none in stock. */
  readonly inStock: number | null
  /** The unit cost of the latest lot; null if the product never had one. */
  readonly last: number | null
}

/**
 * The most lots that are loaded. If a product has more, no average is shown, because the average of some lots would be
 * wrong.
 */
const MAX_LOTS = 1_000

/** Loads what the goods in stock of a product cost; undefined while it is loading or if the user may not see costs. */
export function useRealCost({ id, kind }: Product): RealCost | undefined {
  const { seesCosts } = useMe()
  const isStocked = kind === 'product' || kind === 'variant'
  const isWanted = seesCosts && isStocked
  const lots = useList('lots', { productId: id, open: true, limit: MAX_LOTS }, isWanted)
  const last = useReceiptCosts(isWanted ? [id] : [], '')?.get(id)
  if (!isWanted || lots.isPending || lots.error !== null || last === undefined) return undefined
  const left = lots.items.reduce((sum, { remaining }) => sum + remaining, 0)
  const value = lots.items.reduce((sum, { remaining, unitCost }) => sum + remaining * (unitCost ?? 0), 0)
  return {
    inStock: left === 0 || lots.hasMore ? null : Math.round((value / left) * 100) / 100,
    last: last.source === 'lot' ? (last.unitCost ?? null) : null,
  }
}
