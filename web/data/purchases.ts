/** Calculates what is still expected of a purchase, and what the purchase costs. */
import type { Purchase } from '../../sdk/types.ts'
import { costAt, milli, units } from './amounts.ts'

/** Returns the quantity still expected: ordered − received − damaged − missing. */
export const leftOf = ({ quantity, received, damaged, missing }: Purchase) =>
  units(milli(quantity) - milli(received) - milli(damaged) - milli(missing))

/** Returns the total cost of a purchase: quantity times unit cost. */
export const amountOf = ({ quantity, unitCost }: Pick<Purchase, 'quantity' | 'unitCost'>) => costAt(quantity, unitCost)
