/** What a receipt without a typed price would take, so that it is seen before it is taken; and what a product really costs. */
import { useQueries } from '@tanstack/react-query'
import type { Product, ReceiptCost, ReceiptCosts } from '../../sdk/types.ts'
import { client } from './client.ts'
import { useList } from './lists.ts'
import { useMe } from './session.ts'

const AT_ONCE = 100

/** One function, so that the map stays the same until an answer comes. */
const byProduct = (results: readonly { readonly data?: ReceiptCosts | undefined }[]) =>
  new Map(results.flatMap(({ data }) => data?.items ?? []).map((one) => [one.productId, one] as const))

/**
 * By product; one that is missing is not known yet. Null where nobody is shown costs: the service finds them there. `warehouseId` '':
 * wherever.
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
      // A receipt changes it: it is asked anew by whoever needs it next.
      gcTime: 0,
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        client.stock.receiptCosts({ productId, ...(warehouseId !== '' && { warehouseId }) }, { signal }),
    })),
    combine: byProduct,
  })
  return seesCosts ? found : null
}

export interface RealCost {
  /** Of what is in stock, on average; null: nothing is. */
  readonly inStock: number | null
  /** Of the lot that came last; null: none ever came. */
  readonly last: number | null
}

/** More lots than are read at once: the average is not reckoned from a part of them. */
const MAX_LOTS = 1_000

/** What a product cost when it came; undefined: not known yet, or not shown. */
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
