/**
 * Calculates what an order line costs the customer when part of it has been shipped or cancelled. Source: S-SHIPMENT-3,
 * S-PAYMENT-9.
 */
import type { Milli, Minor } from './quantity.ts'

/** The quantities and amounts of an order line from which its price is calculated. */
export interface LineFigures {
  readonly quantity: Milli
  /** The price of the whole line in kopecks; null if the line has no price. */
  readonly amount: Minor | null
  readonly shipped: Milli
  /** The quantity that will not be shipped because the order was closed. */
  readonly cancelled: Milli
  /** The price of the shipped part in kopecks; absent unless just a part of the line has been shipped. */
  readonly shippedAmount?: Minor | undefined
  /** The total price of the goods that the customer returned, in kopecks; absent when nothing was returned. */
  readonly returnedAmount?: Minor | undefined
}

/** Returns the total price of a line's shipped goods in kopecks; 0 for a line without a price. */
export function shippedAmountOf({ quantity, amount, shipped, shippedAmount }: LineFigures): Minor {
  if (amount === null || shipped === 0) return 0 as Minor
  return shipped === quantity ? amount : shippedAmount!
}

/** Returns amount × part ÷ whole, rounded half up. The result is exact for every valid amount and quantity. */
export function portionOf(amount: Minor, part: Milli, whole: Milli): Minor {
  return Number((2n * BigInt(amount) * BigInt(part) + BigInt(whole)) / (2n * BigInt(whole))) as Minor
}

/**
 * Returns the amount for the next return of a line: shipped amount × total returned quantity (including this return) ÷
 * shipped quantity, rounded half up, minus the amounts of earlier returns. Returning everything therefore gives exactly
 * the shipped amount. Returns null for a line without a price. Source: S-RETURN-8.
 */
export function amountOfReturn(
  line: LineFigures & { readonly returned?: Milli | undefined },
  quantity: Milli,
): Minor | null {
  const { amount, shipped, returned = 0, returnedAmount = 0 } = line
  if (amount === null) return null
  return Math.max(
    0,
    portionOf(shippedAmountOf(line), (returned + quantity) as Milli, shipped) - returnedAmount,
  ) as Minor
}

/**
 * Returns what the customer finally pays for a line: the price of the goods that were shipped and not returned, plus
 * the price of the rest if all of it is shipped together. The cancelled part costs nothing.
 */
export function priceOfLine(line: LineFigures): Minor {
  return (priceBeforeReturns(line) - (line.returnedAmount ?? 0)) as Minor
}

function priceBeforeReturns(line: LineFigures): Minor {
  const { quantity, amount, shipped, cancelled } = line
  if (amount === null) return 0 as Minor
  if (cancelled === 0) return amount
  const charged = shippedAmountOf(line)
  if (shipped + cancelled === quantity) return charged
  return Math.max(charged, portionOf(amount, (quantity - cancelled) as Milli, quantity)) as Minor
}
