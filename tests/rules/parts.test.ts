/**
 * Tests what an order line costs after a part of it was shipped or given up. The service and the app must compute the
 * same cost. Source: S-SHIPMENT-3, S-PAYMENT-9.
 */
import { expect, test } from 'vitest'
import { priceOfLine } from '../../amounts/parts.ts'
import type { Milli, Minor } from '../../amounts/quantity.ts'
import type { OrderItem } from '../../sdk/types.ts'
import { dueOf } from '../../web/data/order-debts.ts'

/** A line of three pieces for 100.00, of which one costs 33.33 and two cost 66.67. */
const WHOLE = { quantity: 3, amount: 100 }

test.each([
  ['nothing happened to it', { ...WHOLE, shipped: 0, cancelled: 0 }, 100],
  ['a part was shipped', { ...WHOLE, shipped: 1, cancelled: 0, shippedAmount: 33.34 }, 100],
  ['everything was shipped', { ...WHOLE, shipped: 3, cancelled: 0 }, 100],
  ['the rest was given up', { ...WHOLE, shipped: 2, cancelled: 1, shippedAmount: 66.66 }, 66.66],
  ['all of it was given up', { ...WHOLE, shipped: 0, cancelled: 3 }, 0],
  ['one is given up and two are left', { ...WHOLE, shipped: 0, cancelled: 1 }, 66.67],
  ['one is given up, one shipped and one left', { ...WHOLE, shipped: 1, cancelled: 1, shippedAmount: 33.34 }, 66.67],
  // An update of the line may have lowered its amount after the part was shipped.
  ['the shipped part got more than its share', { ...WHOLE, shipped: 1, cancelled: 1, shippedAmount: 90 }, 90],
  ['it has no price', { quantity: 3, amount: null, shipped: 1, cancelled: 1 }, 0],
])('an order line costs the sum of its shipped and remaining parts when %s', (_what, line, price) => {
  const { quantity, amount, shipped, cancelled, shippedAmount } = { shippedAmount: undefined, ...line }
  const milli = (units: number) => Math.round(units * 1_000) as Milli
  const minor = (sum: number) => Math.round(sum * 100) as Minor
  const figures = { quantity: milli(quantity), shipped: milli(shipped), cancelled: milli(cancelled) }
  const sums = { amount: amount === null ? null : minor(amount) }
  const part = shippedAmount === undefined ? {} : { shippedAmount: minor(shippedAmount) }
  expect(priceOfLine({ ...figures, ...sums, ...part })).toBe(minor(price))
  const items = [line as unknown as OrderItem]
  expect(dueOf({ status: 'picking', items, paid: 10 })).toBe((minor(price) - 1_000) / 100)
  expect(dueOf({ status: 'cancelled', items, paid: 10 })).toBe(-10)
})
