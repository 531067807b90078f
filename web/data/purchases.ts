/** The quantity of a purchase still expected. */
import type { Purchase } from '../../sdk/types.ts'
import { costAt, milli, units } from './amounts.ts'

/** Ordered − received − damaged − missing. */
export const leftOf = ({ quantity, received, damaged, missing }: Purchase) =>
  units(milli(quantity) - milli(received) - milli(damaged) - milli(missing))

/** The total cost of a purchase. */
export const amountOf = ({ quantity, unitCost }: Pick<Purchase, 'quantity' | 'unitCost'>) => costAt(quantity, unitCost)
