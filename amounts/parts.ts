/**
 * Calculates what an order line costs the customer when part of it has been shipped or cancelled. Source: S-SHIPMENT-3,
 * S-PAYMENT-9.
 */
import type { Milli, Minor } from './quantity.ts'

/** The numbers of an order line that determine its price. */
export interface LineFigures {
  readonly quantity: Milli
  /** The amount of the whole line; null without a price. */
  readonly amount: Minor | null
  readonly shipped: Milli
  /** The quantity that will not be shipped because the order was closed. */
  readonly cancelled: Milli
  /** The amount of the shipped part; present only while just a part of the line is shipped. */
  readonly shippedAmount?: Minor | undefined
  /** The total amount of the goods that the customer returned; absent when nothing was returned. */
  readonly returnedAmount?: Minor | undefined
}

/** Returns the total amount of a line's shipped goods; 0 for a line without a price. */
export function shippedAmountOf({ quantity, amount, shipped, shippedAmount }: LineFigures): Minor {
  if (amount === null || shipped === 0) return 0 as Minor
  return shipped === quantity ? amount : shippedAmount!
}

/** Returns amount × part ÷ whole, rounded half up. Exact for every valid amount and quantity. */
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
 * Returns the final cost of a line: the amount shipped and not returned, plus the cost of the rest if it is shipped in
 * one go. The cancelled part costs nothing.
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
