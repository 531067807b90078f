/**
 * Takes goods from lots, either from the oldest lots first or from a selected lot, and computes
 * their cost. Source: S-STOCK-2, S-STOCK-7, S-STOCK-8.
 */
import {
  amountOf,
  formatMinor,
  MAX_COST_MINOR,
  MINOR_PER_UNIT,
  type Milli,
  type Minor,
  minMilli,
  subtractMilli,
} from '../../amounts/quantity.ts'
import type { View } from './costs.ts'
import type { Lot, Movement } from './records.ts'
import { invalid } from './refusals.ts'

/** The data that is needed to take goods from lots, besides the lots themselves. */
export interface Drawing {
  readonly revision: number
  /** The caller's view of the data: with or without costs. */
  readonly view: View
}

/** Goods that enter stock as a lot of their own. `supplier` and `supplierId` are null if they come from no supplier. */
type Incoming = Pick<Lot, 'productId' | 'warehouseId' | 'supplier' | 'supplierId' | 'unitCost'> & {
  readonly quantity: Milli
}

/** Returns the lot of goods that enter stock now, with all of them remaining. */
export function newLot(
  { productId, warehouseId, supplier, supplierId, unitCost, quantity }: Incoming,
  { now, revision, newId }: { readonly now: string; readonly revision: number; newId(): string },
): Lot {
  return {
    ...{ id: newId(), productId, warehouseId, supplier, supplierId, unitCost },
    ...{ received: quantity, remaining: quantity, receivedAt: now, sourceLotId: null, revision },
  }
}

export interface Draw {
  /** How much is taken from each lot, in the order in which the lots are used. */
  readonly draws: Movement['lots']
  /** The lots after goods were taken from them, including used-up lots. */
  readonly lots: Lot[]
  /**
   * The cost of the goods: for each lot the quantity taken × its unit cost, rounded half up to the
   * kopeck, then summed.
   */
  readonly cost: Minor
}

/**
 * The maximum number of lots from which one command may take goods, which is also the maximum number of parts of an
 * order. It is limited because each such lot adds a row or two to the database and an entry to the response.
 */
export const MAX_DRAWN_LOTS = 20_000

/**
 * Takes goods by the FIFO rule: takes `quantity` from the first of `lots`, which are sorted oldest first (by
 * receivedAt, then id). The caller has checked that enough is available; a shortage here is a bug. Refuses with
 * VALIDATION_FAILED for more than MAX_DRAWN_LOTS lots, or for a cost that `withinBound` refuses.
 */
export function drawOldestFirst(lots: Iterable<Lot>, quantity: Milli, { revision, view }: Drawing): Draw {
  const draws: { lotId: string; quantity: Milli; unitCost: Minor }[] = []
  const after: Lot[] = []
  let left = quantity
  let cost = 0
  for (const lot of lots) {
    if (left === 0) break
    withinLots(draws.length + 1)
    const taken = minMilli(left, lot.remaining)
    draws.push({ lotId: lot.id, quantity: taken, unitCost: lot.unitCost })
    after.push({ ...lot, remaining: subtractMilli(lot.remaining, taken), revision })
    cost += amountOf(taken, lot.unitCost)
    left = subtractMilli(left, taken)
  }
  if (left !== 0) throw new Error(`Lots hold ${left} thousandths less than the stock row says`)
  return { draws, lots: after, cost: withinBound(cost, view) }
}

/**
 * Checks a sum of costs. Refuses with VALIDATION_FAILED above MAX_COST_MINOR. For callers who may not see costs, the
 * cost is lowered to the limit instead, because a refusal would reveal something about the cost.
 */
export function withinBound(cost: number, view: View): Minor {
  if (cost > MAX_COST_MINOR && view !== 'full') return MAX_COST_MINOR as Minor
  if (cost > MAX_COST_MINOR)
    throw invalid(
      '',
      `would draw goods that cost more than ${formatMinor(MAX_COST_MINOR as Minor)} at once: draw them in parts`,
      { code: 'TOO_LARGE', figures: { most: MAX_COST_MINOR / MINOR_PER_UNIT } },
    )
  return cost as Minor
}

/**
 * Checks the number of lots from which one command takes goods. Refuses with VALIDATION_FAILED above MAX_DRAWN_LOTS.
 */
export function withinLots(count: number): number {
  if (count > MAX_DRAWN_LOTS)
    throw invalid(
      '',
      `would draw from more than ${MAX_DRAWN_LOTS.toLocaleString('en')} lots, the limit for one command: draw them in parts`,
      { code: 'TOO_MANY', figures: { most: MAX_DRAWN_LOTS } },
    )
  return count
}
