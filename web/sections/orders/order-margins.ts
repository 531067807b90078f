/** Calculates the margin of each order line from the costs of the lots from which it would be shipped now. */
import type { OrderItem, Product } from '../../../sdk/types.ts'
import { kopecks, roubles } from '../../data/amounts.ts'
import { costUpTo, demandOf, useOpenLots } from '../../data/shipping.ts'
import { readQuantity } from '../lines/product-line.ts'
import type { OrderValues } from './order-values.ts'

/** Lots are loaded for at most this many products. Lines with further products have no margin. */
const MAX_PRODUCTS = 100
const WHOLE = 100

export interface Margin {
  /** The margin of the line in roubles; negative for a loss. */
  readonly earned: number
  /** The margin as a percentage of the line's amount; null if the amount is zero. */
  readonly percent: number | null
}

interface MarginQuestion {
  readonly values: OrderValues
  readonly products: ReadonlyMap<string, Product>
  /** The lines of the stored order, each by the key of the line in the form. */
  readonly kept: ReadonlyMap<string, OrderItem>
  /** The amounts of the lines after all discounts, in roubles; null for a line without an amount. */
  readonly amounts: readonly (number | null)[]
}

/**
 * Returns the margins of the lines by line key. Earlier lines use the older lots, so that the margins add up to the
 * margin of the order. There is no margin for services and for lines without an amount or without enough stock. Users
 * who may not see costs get no margins.
 */
export function useMargins({ values, products, kept, amounts }: MarginQuestion): ReadonlyMap<string, Margin> {
  const { warehouseId, lines } = values
  const demands = lines.map(({ key, productId, quantity }) => {
    const product = products.get(productId ?? '')
    const count = readQuantity(quantity)
    if (product === undefined || count === null) return new Map<string, number>()
    const components = product.kind === 'bundle' ? (kept.get(key)?.components ?? product.components) : undefined
    return demandOf([{ productId: product.id, quantity: count, components }], products)
  })
  const ids = [...new Set(demands.flatMap((demand) => [...demand.keys()]))].slice(0, MAX_PRODUCTS)
  const lots = useOpenLots(warehouseId, ids, warehouseId !== '')
  const taken = new Map<string, number>()
  const costOf = (productId: string, amount: number): number | null => {
    const [from, to] = [taken.get(productId) ?? 0, (taken.get(productId) ?? 0) + amount]
    taken.set(productId, to)
    const of = lots.get(productId) ?? []
    const [before, after] = [costUpTo(of, from), costUpTo(of, to)]
    return before === null || after === null ? null : kopecks(after) - kopecks(before)
  }
  return new Map(
    lines.flatMap(({ key }, at) => {
      const costs = [...demands[at]!].map(([productId, amount]) => costOf(productId, amount))
      const amount = amounts[at] ?? null
      if (amount === null || costs.length === 0 || costs.includes(null)) return []
      const earned = kopecks(amount) - costs.reduce((sum: number, cost) => sum + cost!, 0)
      const percent = amount === 0 ? null : (earned / kopecks(amount)) * WHOLE
      return [[key, { earned: roubles(earned), percent }] as const]
    }),
  )
}
