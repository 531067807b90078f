/**
 * Converts the API's decimals to whole kopecks and thousandths and back, because adding decimals is inexact. Quantity ×
 * price is rounded as the server does it.
 */
import { amountOf, type BasisPoints, MILLI_PER_UNIT, MINOR_PER_UNIT, toMilli, toMinor } from '../../amounts/quantity.ts'

export const milli = toMilli
export const kopecks = toMinor

/** Converts a percentage from the API to basis points, which are hundredths of a per cent. */
export const basisPoints = (percent: number): BasisPoints => Math.round(percent * 100) as BasisPoints

/** Converts thousandths to a quantity for the API. */
export const units = (thousandths: number): number => thousandths / MILLI_PER_UNIT

/** Converts kopecks to an amount for the API. */
export const roubles = (amount: number): number => amount / MINOR_PER_UNIT

/** Returns the cost of a quantity at a unit price. */
export const costAt = (quantity: number, price: number): number => roubles(amountOf(milli(quantity), kopecks(price)))

export const plus = (a: number, b: number): number => units(milli(a) + milli(b))

/** Returns a quantity multiplied by a number, rounded to thousandths. */
export const times = (quantity: number, count: number): number => units(Math.round(milli(quantity) * count))
