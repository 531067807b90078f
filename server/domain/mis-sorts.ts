/**
 * Mis-sorts: two products were mixed up, so a stocktake finds too few of one and too many of the other. The shortage is
 * netted against the surplus, and the surplus takes over the cost of the goods that were missing. Source:
 * docs/decisions/0066.
 */
import { amountOf, type Milli, type Minor, minMilli, subtractMilli } from '../../amounts/quantity.ts'
import type { Stocktake } from './records.ts'

export type MisSort = NonNullable<Stocktake['misSorts']>[number]

/** A quantity at one unit cost. */
export interface Portion {
  readonly quantity: Milli
  readonly unitCost: Minor
}

export const misSortsOf = ({ misSorts = [] }: Pick<Stocktake, 'misSorts'>): readonly MisSort[] => misSorts

/**
 * Returns the stocktake without the mis-sorts of products that are counted again, because their differences will
 * change. Returns the same record if there are none.
 */
export function withoutMisSortsOf(stocktake: Stocktake, productIds: ReadonlySet<string>): Stocktake {
  const before = misSortsOf(stocktake)
  const misSorts = before.filter(
    ({ shortProductId, overProductId }) => !productIds.has(shortProductId) && !productIds.has(overProductId),
  )
  return misSorts.length === before.length ? stocktake : { ...stocktake, misSorts }
}

/**
 * Divides the goods that were drawn for the shortages among the mis-sorts. Each mis-sort gets the oldest goods that
 * earlier ones left. Returns the portions of each mis-sort, in the order of the list.
 */
export function portionsOf(
  misSorts: readonly MisSort[],
  drawn: ReadonlyMap<string, readonly Portion[]>,
): readonly (readonly Portion[])[] {
  const left = new Map([...drawn].map(([productId, portions]) => [productId, [...portions]]))
  return misSorts.map(({ shortProductId, quantity }) => takenFrom(left.get(shortProductId) ?? [], quantity))
}

/** Removes a quantity from the beginning of `portions` and returns it. Changes `portions`. */
function takenFrom(portions: Portion[], quantity: Milli): readonly Portion[] {
  const taken: Portion[] = []
  let wanted = quantity
  while (wanted > 0) {
    const first = portions.shift()
    if (first === undefined) throw new Error('A mis-sort is larger than its shortage')
    const part = minMilli(first.quantity, wanted)
    taken.push({ ...first, quantity: part })
    wanted = subtractMilli(wanted, part)
    if (part < first.quantity) portions.unshift({ ...first, quantity: subtractMilli(first.quantity, part) })
  }
  return taken
}

/** Returns the total cost of portions. The cost of each portion is rounded to the kopeck first, as for lots. */
export function costOfPortions(portions: readonly Portion[]): Minor {
  return portions.reduce((sum, { quantity, unitCost }) => sum + amountOf(quantity, unitCost), 0) as Minor
}
