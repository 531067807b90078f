/**
 * The goods of an order that the customer still has, lot by lot, and the lots into which returned goods go. Source:
 * S-RETURN-5, docs/decisions/0067.
 */
import { amountOf, type Milli, type Minor, minMilli, subtractMilli } from '../../amounts/quantity.ts'
import type { Lot, Movement } from './records.ts'

/** The reason recorded on the write-off of goods that were returned damaged. */
export const DAMAGED_REASON = 'Брак при возврате'

/** Goods from one lot that the customer has. */
interface OutDraw {
  readonly lotId: string
  readonly unitCost: Minor
  readonly quantity: Milli
}

/** The goods of one product that the customer has. */
interface Out {
  /** The draws from lots, in the order in which they were made. */
  readonly draws: OutDraw[]
  /** The cost of the shipped goods minus the cost of the returned goods. */
  readonly cost: Minor
}

/** The movements of an order, and the lots from which these movements drew or which they created. */
interface Moved {
  readonly movements: readonly Movement[]
  readonly lots: ReadonlyMap<string, Lot>
}

/**
 * Returns the goods of an order that the customer has, by product. `warehouseId`: the order's warehouse. A return to
 * another warehouse created new lots, each of which refers to the lot from which its goods were originally drawn.
 */
export function stillOut(warehouseId: string, { movements, lots }: Moved): Map<string, Out> {
  const undone = new Set(
    movements.flatMap(({ type, shipmentId, returnId }) => (type === 'reversal' ? [returnId ?? shipmentId] : [])),
  )
  const isDone = ({ returnId, shipmentId }: Movement) => !undone.has(returnId ?? shipmentId)
  const drawn = movements.filter((movement) => movement.type === 'shipment' && isDone(movement))
  const back = movements.filter((movement) => movement.type === 'customer_return' && isDone(movement))
  const returned = new Map<string, number>()
  for (const movement of back)
    for (const { lotId, quantity } of movement.lots) {
      const source = movement.warehouseId === warehouseId ? lotId : lots.get(lotId)!.sourceLotId!
      returned.set(source, (returned.get(source) ?? 0) + quantity)
    }
  const backOf = Map.groupBy(back, ({ productId }) => productId)
  return new Map(
    [...Map.groupBy(drawn, ({ productId }) => productId)].map(([productId, shipped]) => [
      productId,
      {
        draws: withoutReturned(
          shipped.flatMap((movement) => movement.lots),
          returned,
        ),
        cost: (costOf(shipped) - costOf(backOf.get(productId) ?? [])) as Minor,
      },
    ]),
  )
}

/**
 * Returns the draws minus the returned quantities. When several draws came from the same lot, the last draws are
 * reduced first.
 */
function withoutReturned(draws: readonly OutDraw[], returned: Map<string, number>): OutDraw[] {
  const left: OutDraw[] = []
  for (const draw of draws.toReversed()) {
    const due = (returned.get(draw.lotId) ?? 0) as Milli
    const taken = minMilli(due, draw.quantity)
    returned.set(draw.lotId, due - taken)
    left.push({ ...draw, quantity: subtractMilli(draw.quantity, taken) })
  }
  return left.reverse()
}

function costOf(movements: readonly Movement[]): number {
  return movements.reduce((sum, { cost }) => sum + cost, 0)
}

/**
 * Returns the lots into which a quantity goes back (each lot once, the last drawn first) and the cost of the quantity:
 * the cost of all goods that the customer had, minus the cost of those that the customer keeps. So once everything has
 * been returned, the returns cost exactly as much as the shipments.
 */
export function comingBack({ draws, cost }: Out, quantity: Milli): { lots: Movement['lots']; cost: Minor } {
  const back = new Map<string, Movement['lots'][number]>()
  let left = quantity
  let staying = 0
  for (const { lotId, unitCost, quantity: there } of draws.toReversed()) {
    const taken = minMilli(left, there)
    left = subtractMilli(left, taken)
    staying += amountOf(subtractMilli(there, taken), unitCost)
    if (taken > 0) back.set(lotId, { lotId, quantity: ((back.get(lotId)?.quantity ?? 0) + taken) as Milli, unitCost })
  }
  if (left !== 0) throw new Error(`The order drew ${left} thousandths less than its lines say`)
  return { lots: [...back.values()], cost: Math.max(0, cost - staying) as Minor }
}

/** Returns how much of a quantity to write off from each of the given lots, in their order. */
export function firstOf(lots: Movement['lots'], quantity: Milli): Movement['lots'] {
  let left = quantity
  return lots.flatMap((draw) => {
    const taken = minMilli(left, draw.quantity)
    left = subtractMilli(left, taken)
    return taken === 0 ? [] : [{ ...draw, quantity: taken }]
  })
}
