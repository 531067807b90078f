/** What a line of an order costs the customer, of which a part may be shipped and a part given up. Source: S-SHIPMENT-3, S-PAYMENT-9. */
import type { Milli, Minor } from './quantity.ts'

/** The figures of an order line on which its price depends. */
export interface LineFigures {
  readonly quantity: Milli
  /** The amount of the whole line; null without a price. */
  readonly amount: Minor | null
  readonly shipped: Milli
  /** How much will not be shipped because the order was closed. */
  readonly cancelled: Milli
  /** The amount of the shipped part; only while a part of the line is shipped. */
  readonly shippedAmount?: Minor | undefined
  /** The amount of what the customer returned; absent when nothing was returned. */
  readonly returnedAmount?: Minor | undefined
}

/** Returns the amount of everything that was shipped of a line; 0 for a line without a price. */
export function shippedAmountOf({ quantity, amount, shipped, shippedAmount }: LineFigures): Minor {
  if (amount === null || shipped === 0) return 0 as Minor
  return shipped === quantity ? amount : shippedAmount!
}

/** Returns part ÷ whole of an amount, rounded half up. Exact for every valid amount and quantity. */
export function portionOf(amount: Minor, part: Milli, whole: Milli): Minor {
  return Number((2n * BigInt(amount) * BigInt(part) + BigInt(whole)) / (2n * BigInt(whole))) as Minor
}

/**
 * Returns the amount of the next returned part of a line: the amount of what was shipped × what is then returned ÷ the
 * shipped quantity, rounded half up, minus what earlier returns got. So returning everything gives exactly the amount of
 * what was shipped. null for a line without a price. Source: S-RETURN-8.
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
 * Returns what a line costs in the end: what was shipped of it and not returned, and what the rest costs if it is shipped
 * at once. What was cancelled costs nothing.
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
