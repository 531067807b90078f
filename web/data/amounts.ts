/**
 * Converts API numbers to whole kopecks and thousandths and back, because adding decimals is inexact. Products are
 * rounded as the service does.
 */
import { amountOf, MILLI_PER_UNIT, MINOR_PER_UNIT, type Percent, toMilli, toMinor } from '../../amounts/quantity.ts'

export const milli = toMilli
export const kopecks = toMinor

/** Converts an API percentage to hundredths of a per cent. */
export const hundredths = (percent: number): Percent => Math.round(percent * 100) as Percent

/** Converts thousandths to an API quantity. */
export const units = (thousandths: number): number => thousandths / MILLI_PER_UNIT

/** Converts kopecks to an API amount. */
export const roubles = (amount: number): number => amount / MINOR_PER_UNIT

/** The cost of a quantity at a price. */
export const costAt = (quantity: number, price: number): number => roubles(amountOf(milli(quantity), kopecks(price)))

export const plus = (a: number, b: number): number => units(milli(a) + milli(b))

/** A quantity times a count, rounded to the thousandth. */
export const times = (quantity: number, count: number): number => units(Math.round(milli(quantity) * count))
