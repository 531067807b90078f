/**
 * Loads how much of each product on screen is on hand, reserved and available, at one warehouse or at all warehouses.
 */
import { useQueries, useQuery } from '@tanstack/react-query'
import { wholeBundles, ZERO_MILLI } from '../../amounts/quantity.ts'
import type { Product, Stock } from '../../sdk/types.ts'
import { milli, units } from './amounts.ts'
import { viewKey } from './cache.ts'
import { client } from './client.ts'
import { readingTogether } from './together.ts'

export interface Figures {
  /** The quantity on hand; null for a bundle, because only its components are in stock. */
  readonly onHand: number | null
  readonly reserved: number | null
  readonly available: number
}

const ROWS_AT_ONCE = 1_000
const readRows = async (productId: string[], signal?: AbortSignal): Promise<Stock[]> => {
  const rows: Stock[] = []
  const call = signal === undefined ? {} : { signal }
  for await (const row of client.stock.list({ productId, limit: ROWS_AT_ONCE }, call)) rows.push(row)
  return rows
}

/** Loads the stock rows of one product. Products requested at the same moment share one request. */
const readRowsOf = readingTogether<{ readonly id: string; readonly rows: readonly Stock[] }>({
  async *many(ids) {
    const byProduct = Map.groupBy(await readRows([...ids]), ({ productId }) => productId)
    for (const id of ids) yield { id, rows: byProduct.get(id) ?? [] }
  },
  one: async (id) => ({ id, rows: await readRows([id]) }),
})

/**
 * Returns the products whose stock determines a product's quantities: the product itself, or the components of a
 * bundle.
 */
const sourcesOf = ({ id, kind, components }: Product) =>
  kind === 'bundle' ? components.map(({ productId }) => productId) : kind === 'service' ? [] : [id]

/**
 * Loads stock quantities and returns them by product id. Products that are still loading are missing from the map. When
 * a product is added, only that product is loaded.
 */
export function useFigures(products: readonly Product[], warehouseId?: string): ReadonlyMap<string, Figures> {
  const ids = [...new Set(products.flatMap(sourcesOf))]
  return useQueries({
    queries: ids.map((id) => ({
      queryKey: viewKey('stock', id),
      queryFn: async () => (await readRowsOf(id)).rows,
    })),
    combine: (answers) => {
      const rows = answers.flatMap(({ data }) => data ?? [])
      const isRead = new Set(ids.filter((_id, at) => answers[at]?.data !== undefined))
      const here = warehouseId === undefined ? rows : rows.filter((row) => row.warehouseId === warehouseId)
      return figuresOf(
        products.filter((one) => sourcesOf(one).every((id) => isRead.has(id))),
        here,
      )
    },
  })
}

/** Loads the stock rows of one product, one for each warehouse. */
export function useStockRows(product: Product | undefined) {
  const ids = product === undefined ? [] : sourcesOf(product)
  return useQuery({
    queryKey: viewKey('stock', ids),
    enabled: ids.length > 0,
    queryFn: ({ signal }) => readRows(ids, signal),
  })
}

export function figuresOf(products: readonly Product[], rows: readonly Stock[]): ReadonlyMap<string, Figures> {
  const byProduct = Map.groupBy(rows, ({ productId }) => productId)
  return new Map(
    products.map((product) => [
      product.id,
      product.kind === 'bundle' ? bundleFigures(product, rows) : sumOf(byProduct.get(product.id) ?? []),
    ]),
  )
}

function sumOf(rows: readonly Stock[]): Figures {
  const sum = (pick: (row: Stock) => number | null) =>
    units(rows.reduce((total, row) => total + milli(pick(row) ?? 0), 0))
  return {
    onHand: sum((row) => row.onHand),
    reserved: sum((row) => row.reserved),
    available: sum((row) => row.available),
  }
}

/** Returns how many bundles can be made at each warehouse, limited by the scarcest component. */
function bundleFigures({ components }: Product, rows: readonly Stock[]): Figures {
  const warehouses = [...Map.groupBy(rows, ({ warehouseId }) => warehouseId).values()]
  const whole = warehouses.map((here) => {
    const available = new Map(here.map((row) => [row.productId, milli(row.available ?? 0)]))
    return Math.min(
      ...components.map((one) => units(wholeBundles(available.get(one.productId) ?? ZERO_MILLI, milli(one.quantity)))),
    )
  })
  const isMade = components.length > 0
  return { onHand: null, reserved: null, available: isMade ? whole.reduce((total, one) => total + one, 0) : 0 }
}
