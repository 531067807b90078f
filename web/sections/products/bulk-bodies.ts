/** Builds the command that a bulk change sends for each product. */
import type { Filter, Product, UpdateProductBody } from '../../../sdk/types.ts'
import { kopecks, roubles } from '../../data/amounts.ts'

export type PriceChange =
  | { readonly how: 'percent'; readonly percent: number }
  | { readonly how: 'value'; readonly value: number }

/** Stands for the main price where the id of a price type is expected. */
export const MAIN_PRICE = ''

const priceOf = (product: Product, priceTypeId: string): number | null =>
  priceTypeId === MAIN_PRICE
    ? product.price
    : (product.prices.find((one) => one.priceTypeId === priceTypeId)?.price ?? null)

/**
 * Returns the price after the change, in roubles, rounded to the kopeck. Null if the change is a percentage and the
 * product has no price.
 */
export function changedPrice(product: Product, priceTypeId: string, change: PriceChange): number | null {
  if (change.how === 'value') return change.value
  const before = priceOf(product, priceTypeId)
  if (before === null) return null
  // Calculate with whole kopecks and hundredths of a per cent, so that exact halves are rounded correctly.
  const after = (kopecks(before) * Math.round((100 + change.percent) * 100)) / 10_000
  return roubles(Math.max(0, Math.round(after)))
}

/** Returns the body of the command that changes one price of a product; null if the price stays the same. */
export function priceBody(product: Product, priceTypeId: string, change: PriceChange): UpdateProductBody | null {
  const price = changedPrice(product, priceTypeId, change)
  if (price === null || price === priceOf(product, priceTypeId)) return null
  const { name, prices } = product
  if (priceTypeId === MAIN_PRICE) return { name, price }
  return { name, prices: [...prices.filter((one) => one.priceTypeId !== priceTypeId), { priceTypeId, price }] }
}

/**
 * Returns the body of the command that makes a value the product's only value of a filter; null if nothing would
 * change.
 */
export function valueBody(product: Product, filter: Filter, valueId: string | null): UpdateProductBody | null {
  const own = new Set(filter.values.map(({ id }) => id))
  const others = product.filterValueIds.filter((id) => !own.has(id))
  const chosen = product.filterValueIds.filter((id) => own.has(id))
  if (chosen.join() === (valueId ?? '')) return null
  return { name: product.name, filterValueIds: valueId === null ? others : [...others, valueId] }
}

/**
 * Returns the body of the command that archives or unarchives a product; null if the product is already in that state.
 */
export const archiveBody = ({ name, archived }: Product, to: boolean): UpdateProductBody | null =>
  archived === to ? null : { name, archived: to }
/** The bodies of the commands of a bulk change, by product id. */
export type Bodies = ReadonlyMap<string, UpdateProductBody>

/** Builds the bodies of a bulk change. Products that would not change are left out. */
export function bodiesOf(
  rows: readonly Product[],
  bodyOf: (row: Product) => UpdateProductBody | null,
): Map<string, UpdateProductBody> {
  return new Map(
    rows.flatMap((row) => {
      const body = bodyOf(row)
      return body === null ? [] : [[row.id, body] as const]
    }),
  )
}
