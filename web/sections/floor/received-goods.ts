/** What scanned goods become when they are received: receipts on purchases, and one delivery for the rest. */
import { kopecks, milli, roubles, units } from '../../data/amounts.ts'
import type { DeliveredLine } from '../../data/floor/deliveries.ts'
import type { Waiting } from '../../data/floor/waiting.ts'
import { amountOf } from '../../data/purchases.ts'
import type { PriceOf } from './receipt-prices.ts'
import type { ScannedLine } from './scanned-lines.ts'
import { waitingGoods } from './waiting-goods.ts'

/** The quantity of a purchase that is still expected. */
export interface Expected {
  readonly id: string
  readonly number: string
  readonly productId: string
  readonly left: number
  /** The agreed price; undefined for users who may not see it. */
  readonly unitCost?: number
}

/**
 * One part of a scanned line: the quantity booked to one open purchase, or the rest, which no purchase expects. Each
 * part has its own price.
 */
interface Part {
  readonly on: Expected | null
  readonly quantity: number
  /**
   * The unit price: undefined if it is not known or is hidden from this user; null if no price can be found, so that
   * the server will ask for one.
   */
  readonly price: number | null | undefined
}

/** Splits a scanned line into the parts that purchases expect and the rest. */
export function partsOf(line: ScannedLine, expected: readonly Expected[], priceOf: PriceOf | null): Part[] {
  const parts: Part[] = []
  let rest: number = milli(line.quantity)
  for (const on of expected) {
    if (on.productId !== line.productId || rest === 0 || milli(on.left) <= 0) continue
    const taken = Math.min(rest, milli(on.left))
    rest -= taken
    parts.push({ on, quantity: units(taken), price: on.unitCost })
  }
  if (rest > 0) parts.push({ on: null, quantity: units(rest), price: priceOf?.(line.productId) })
  return parts
}

/** Adds up the amounts of the lines with a price, and counts the lines without one. */
export function takenOf(ready: readonly ScannedLine[], expected: readonly Expected[], priceOf: PriceOf) {
  const parts = ready.map((line) => partsOf(line, expected, priceOf))
  const amounts = parts.flat().map(({ quantity, price }) => amountOf({ quantity, unitCost: price ?? 0 }))
  const unseen = parts.filter((of) => of.some(({ price }) => price === undefined)).length
  return { sum: roubles(amounts.reduce((all, one) => all + kopecks(one), 0)), unseen }
}

/** Where the goods come from and where they go. */
interface Receiving {
  readonly warehouseId: string
  readonly supplierId: string | null
  readonly supplier: string
  readonly expected: readonly Expected[]
}

interface GoodsPart {
  readonly line: ScannedLine
  readonly part: Part
}

/** The maximum number of lines of a document. */
const MAX_LINES = 1_000

/**
 * Turns scanned lines into commands: one receipt for each purchase that a line is booked to, and one delivery, which
 * becomes one document, for everything else. A line whose code could not be looked up without a connection, or whose
 * price the user has not seen yet, must wait, so it is received on its own.
 */
export function receivedGoods(lines: readonly ScannedLine[], task: Receiving, priceOf: PriceOf | null): Waiting[] {
  const parts = lines.flatMap((line) =>
    partsOf(line, task.expected, priceOf).map((part): GoodsPart => ({ line, part })),
  )
  const isListed = ({ line, part: { on, price } }: GoodsPart) =>
    on === null && line.productId !== null && (priceOf === null || price !== undefined)
  // The line scanned last is the first one on screen, but the last one in the document.
  const listed = parts.filter(isListed).toReversed()
  const alone = parts.filter((one) => !isListed(one)).map((one) => receiptOf(one, task, priceOf))
  const deliveries: Waiting[] = []
  for (let from = 0; from < listed.length; from += MAX_LINES)
    deliveries.push(listOf(listed.slice(from, from + MAX_LINES), task))
  return [...alone, ...deliveries]
}

function receiptOf(
  { line, part: { on, quantity, price } }: GoodsPart,
  task: Receiving,
  priceOf: PriceOf | null,
): Waiting {
  const of = {
    ...{ kind: 'receipt' as const, warehouseId: task.warehouseId, supplier: task.supplier },
    ...(on !== null && { purchaseId: on.id }),
    ...(price != null && { unitCost: price }),
    ...(priceOf !== null && price === undefined && { isUnseen: true as const }),
  }
  return waitingGoods(line, { of, quantity, part: on?.id ?? null })
}

/**
 * Returns the delivery of some lines. Its idempotency key is derived from them, so that a list finished in two tabs is
 * booked only once.
 */
function listOf(parts: readonly GoodsPart[], { warehouseId, supplierId, supplier }: Receiving): Waiting {
  const [first] = parts.map(({ line }) => line.key).toSorted()
  const lines = parts.map(
    ({ line, part: { quantity, price } }): DeliveredLine => ({
      ...{ productId: line.productId!, quantity },
      ...(price != null && { unitCost: price }),
    }),
  )
  return {
    ...{ key: `${first}:list`, name: supplier, uom: null, isSent: false, refusal: null },
    finishedAt: new Date().toISOString(),
    task: { of: { kind: 'delivery' }, isList: true, supplierId: supplierId!, warehouseId, lines },
  }
}
