/**
 * Converts the decimal numbers of the API to whole kopecks and thousandths and back, because adding decimal numbers is
 * inexact. Quantity × price is rounded in the same way as on the server.
 */
import { amountOf, type BasisPoints, MILLI_PER_UNIT, MINOR_PER_UNIT, toMilli, toMinor } from '../../amounts/quantity.ts'

export const milli = toMilli
export const kopecks = toMinor

/** Converts a percentage from the API to basis points, which are hundredths of a per cent. */
export const basisPoints = (percent: number): BasisPoints => Math.round(percent * 100) as BasisPoints

/** Converts a quantity in thousandths to the decimal number that the API uses. */
export const units = (thousandths: number): number => thousandths / MILLI_PER_UNIT

/** Converts an amount in kopecks to the decimal number in roubles that the API uses. */
export const roubles = (amount: number): number => amount / MINOR_PER_UNIT

/** Returns quantity × unit price, rounded to the kopeck. Takes and returns numbers as in the API. */
export const costAt = (quantity: number, price: number): number => roubles(amountOf(milli(quantity), kopecks(price)))

export const plus = (a: number, b: number): number => units(milli(a) + milli(b))

/** Returns a quantity multiplied by a number, rounded to thousandths of the unit. */
export const times = (quantity: number, count: number): number => units(Math.round(milli(quantity) * count))
