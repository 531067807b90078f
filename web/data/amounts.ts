/** Figures of the API as whole kopecks and thousandths, and back: sums of decimals are not exact. Products are rounded as the service does. */
import { amountOf, MILLI_PER_UNIT, MINOR_PER_UNIT, toMilli, toMinor } from '../../amounts/quantity.ts'

export const milli = toMilli
export const kopecks = toMinor

/** So many thousandths as a quantity of the API. */
export const units = (thousandths: number): number => thousandths / MILLI_PER_UNIT

/** So many kopecks as an amount of the API. */
export const roubles = (amount: number): number => amount / MINOR_PER_UNIT

/** What a quantity costs at a price. */
export const costAt = (quantity: number, price: number): number => roubles(amountOf(milli(quantity), kopecks(price)))

export const plus = (a: number, b: number): number => units(milli(a) + milli(b))

/** A quantity so many times, to the thousandth. */
export const times = (quantity: number, count: number): number => units(Math.round(milli(quantity) * count))
