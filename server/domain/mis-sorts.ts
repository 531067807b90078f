/**
 * Mis-sorts: goods that a stocktake found as another product than the books say, so that a shortage of one product is
 * netted against a surplus of another one. The surplus takes the cost of what was drawn for the shortage. Source:
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
 * Splits what was drawn for the shortages among the mis-sorts: each gets the oldest goods that the ones before it left.
 * Returns the portions of each mis-sort, in their order.
 */
export function portionsOf(
  misSorts: readonly MisSort[],
  drawn: ReadonlyMap<string, readonly Portion[]>,
): readonly (readonly Portion[])[] {
  const left = new Map([...drawn].map(([productId, portions]) => [productId, [...portions]]))
  return misSorts.map(({ shortProductId, quantity }) => takenFrom(left.get(shortProductId) ?? [], quantity))
}

/** Takes a quantity off the front of the portions, which change. */
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

/** Returns the cost of portions, each rounded to the kopeck as a lot is. */
export function costOfPortions(portions: readonly Portion[]): Minor {
  return portions.reduce((sum, { quantity, unitCost }) => sum + amountOf(quantity, unitCost), 0) as Minor
}
