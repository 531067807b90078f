/** What is still expected of a purchase. */
import type { Purchase } from '../../sdk/types.ts'
import { milli } from './shipping.ts'

const THOUSANDTHS = 1_000

/** Ordered − received − damaged − missing. */
export const leftOf = ({ quantity, received, damaged, missing }: Purchase) =>
  (milli(quantity) - milli(received) - milli(damaged) - milli(missing)) / THOUSANDTHS

const KOPECKS = 100

/** What all of it costs. */
export const amountOf = ({ quantity, unitCost }: Pick<Purchase, 'quantity' | 'unitCost'>) =>
  Math.round(quantity * unitCost * KOPECKS) / KOPECKS
