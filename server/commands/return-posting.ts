/**
 * How posting a customer return puts goods into stock, and how cancelling takes them out again. Source: S-RETURN-5 to
 * S-RETURN-11, docs/decisions/0067.
 */
import {
  amountOf,
  dearestOf,
  formatMilli,
  formatMinor,
  isWithinBound,
  MINOR_PER_UNIT,
  type Milli,
  type Minor,
  subtractMilli,
} from '../../amounts/quantity.ts'
import { demandOf } from '../domain/availability.ts'
import type { Books } from '../domain/books.ts'
import { returnedMore } from '../domain/fulfilment.ts'
import { newLot, withinBound, withinLots } from '../domain/lots.ts'
import { withPaymentState } from '../domain/order-payments.ts'
import { type Change, type CustomerReturn, type Lot, type Movement, type Order, put } from '../domain/records.ts'
import { BEYOND, invalid, Refusal } from '../domain/refusals.ts'
import { comingBack, DAMAGED_REASON, firstOf, stillOut } from '../domain/returning.ts'
import { costsOfLines } from '../domain/sales.ts'
import { StockDraft } from '../domain/stock-draft.ts'
import { type Context, type Prefetched, prefetchedRecord } from './define.ts'
import { active, findProduct, findWarehouse } from './find.ts'
import { amountOfLines, priced, type ReturnLine } from './return-lines.ts'
import { isService } from './shipping.ts'

interface Known {
  readonly facts: Prefetched
  readonly context: Context
}

/** The input for posting a return. */
interface Posting extends Known {
  readonly books: Books
  readonly draft: CustomerReturn
  /** The warehouse's stock after the goods processed so far. */
  readonly stock: StockDraft
}

interface Posted {
  readonly lines: readonly ReturnLine[]
  readonly movements: readonly Movement[]
  readonly order: readonly Change[]
}

/**
 * Posts a draft. Refuses ARCHIVED (the warehouse), RETURN_EXCEEDS_SHIPPED, UNIT_COST_UNKNOWN, VALIDATION_FAILED (too many
 * lots, too high a cost, a part of a bundle with a fraction of 0.001 of a component, too much stock).
 */
export function postReturn(
  books: Books,
  draft: CustomerReturn,
  { facts, context }: Known,
): { made: CustomerReturn; changes: Change[] } {
  active(findWarehouse(books, draft.warehouseId), 'warehouse')
  const { now, revision, view } = context
  const stock = new StockDraft(books, draft.warehouseId, revision)
  const posting: Posting = { books, draft, facts, context, stock }
  const { lines, movements, order } = draft.orderId === null ? withoutOrder(posting) : ofOrder(posting, draft.orderId)
  const cost = lines.reduce((sum, line) => sum + line.cost!, 0)
  const made: CustomerReturn = {
    ...draft,
    status: 'posted',
    lines: [...lines],
    amount: amountOfLines(lines),
    cost: withinBound(cost, view),
    postedAt: now,
    updatedAt: now,
    revision,
  }
  return { made, changes: [...order, ...stock.changes(), ...movements.map((movement) => put('movements', movement))] }
}

/** Puts an order's goods back into the lots that they were drawn from. Lots that were drawn last come first. */
function ofOrder(posting: Posting, orderId: string): Posted {
  const { books, draft, facts, context } = posting
  if (facts.movements === undefined || facts.lots === undefined)
    throw new Error(`The movements of order ${orderId} were not read`)
  const order = orderOf(orderId, facts)
  const lines = priced(order, draft.lines)
  // All products must be in memory, because they determine whether a line is a service. A product that is missing was
  // created on another node. The refusal is then not stored, because its commit detects the newer revision, and the
  // command is decided again.
  for (const { productId } of lines) findProduct(books, productId)
  const lots = new Map(facts.lots.map((lot) => [lot.id, lot]))
  const out = stillOut(order.warehouseId, { movements: facts.movements, lots })
  const damaged = damagedOf(books, lines)
  const movements: Movement[] = []
  let drawn = 0
  for (const { productId, quantity } of demandOf(lines, isService(books), '/lines')) {
    const back = comingBack(out.get(productId)!, quantity)
    drawn = withinLots(drawn + back.lots.length)
    // Take the movement's id first: the reports rely on it being smaller than the ids of the lots that the movement
    // makes.
    const id = context.newId()
    const isSamePlace = draft.warehouseId === order.warehouseId
    const came = back.lots.map((draw) => {
      const lot = lots.get(draw.lotId)!
      if (!isSamePlace) return { ...draw, lotId: movedLot(posting, lot, draw.quantity).id }
      posting.stock.putBack(lot, draw.quantity)
      return draw
    })
    movements.push({
      id,
      type: 'customer_return',
      productId,
      quantity,
      cost: back.cost,
      lots: came,
      orderId,
      ...of(posting),
    })
    movements.push(...writtenOff(posting, { productId, lots: came, known: lots, quantity: damaged.get(productId) }))
  }
  const costs = costsOfLines(lines, movements.filter(isReturn))
  const returned = lines.map((line, at) => ({ ...line, cost: costs[at]! }))
  return { lines: returned, movements, order: [put('orders', withReturned(order, lines, context, 1), order)] }
}

/**
 * Returns the order that was read together with its movements, because the two must agree. The order in the books may
 * be older if another node has just committed; the decision is then discarded anyway.
 */
function orderOf(orderId: string, facts: Prefetched): Order {
  const order = prefetchedRecord(facts, 'orders', orderId)
  if (order === null) throw new Error(`The order ${orderId} was not read`)
  return order
}

const isReturn = ({ type }: Movement) => type === 'customer_return'

/** The fields that all movements of a return share. */
function of({ draft, context: { now, revision } }: Posting) {
  return { at: now, warehouseId: draft.warehouseId, returnId: draft.id, revision }
}

/** Returns how much of each product came back damaged. */
function damagedOf(books: Books, lines: readonly ReturnLine[]): Map<string, Milli> {
  const parts = lines.map((line) => ({ ...line, quantity: line.damaged }))
  return new Map(demandOf(parts, isService(books), '/lines').map(({ productId, quantity }) => [productId, quantity]))
}

/**
 * Makes a new lot for goods that are returned to a warehouse other than that of their lot. As in a transfer, the new
 * lot keeps the cost and age.
 */
function movedLot({ draft, stock, context }: Posting, from: Lot, quantity: Milli): Lot {
  const lot: Lot = {
    ...from,
    id: context.newId(),
    warehouseId: draft.warehouseId,
    received: quantity,
    remaining: quantity,
    sourceLotId: from.id,
    revision: context.revision,
  }
  stock.receive(lot, '')
  return lot
}

interface Damaged {
  readonly productId: string
  /** The lots into which the returned goods of the product went. */
  readonly lots: Movement['lots']
  /** The lots as read from history; lots that the return itself made are in the stock draft. */
  readonly known: ReadonlyMap<string, Lot>
  readonly quantity: Milli | undefined
}

/** Writes off damaged goods from the same lots to which they were returned. */
function writtenOff(posting: Posting, { productId, lots, known, quantity }: Damaged): Movement[] {
  if (quantity === undefined || quantity === 0) return []
  const drawn = firstOf(lots, quantity)
  for (const draw of drawn)
    posting.stock.takeFrom(posting.stock.lotOf(draw.lotId) ?? known.get(draw.lotId)!, draw.quantity)
  const cost = drawn.reduce((sum, draw) => sum + amountOf(draw.quantity, draw.unitCost), 0) as Minor
  const id = posting.context.newId()
  return [{ id, type: 'writeoff', productId, quantity, cost, lots: drawn, reason: DAMAGED_REASON, ...of(posting) }]
}

/**
 * Returns the order with a return's quantities added to its lines, or subtracted when a return is cancelled (`sign`
 * −1).
 */
function withReturned(order: Order, lines: readonly ReturnLine[], { now, revision }: Context, sign: 1 | -1): Order {
  const byLine = new Map(lines.map((line) => [line.lineId, line]))
  const items = order.items.map((item) => {
    const line = byLine.get(item.id)
    if (line === undefined) return item
    const amount = line.amount === null ? null : ((sign * line.amount) as Minor)
    return returnedMore(item, { quantity: (sign * line.quantity) as Milli, amount })
  })
  const { returnedAmount: _before, ...rest } = order
  const returnedAmount = items.reduce((sum, item) => sum + (item.returnedAmount ?? 0), 0) as Minor
  const told = returnedAmount > 0 ? { returnedAmount } : {}
  return withPaymentState({ ...rest, ...told, items, updatedAt: now, revision })
}

/** Receives goods whose order is unknown. Makes a lot and a movement for each line. */
function withoutOrder(posting: Posting): Posted {
  const { draft, context, stock } = posting
  const movements: Movement[] = []
  const lines = draft.lines.map((line) => {
    const { productId, quantity, damaged } = line
    const unitCost = unitCostOf(posting, line)
    const cost = amountOf(quantity, unitCost)
    const id = context.newId()
    const { warehouseId } = draft
    const lot = newLot({ productId, warehouseId, supplier: null, supplierId: null, unitCost, quantity }, context)
    stock.receive(lot, '')
    const lots = [{ lotId: lot.id, quantity, unitCost }]
    movements.push({ id, type: 'customer_return', productId, quantity, unitCost, cost, lots, ...of(posting) })
    movements.push(...writtenOff(posting, { productId, lots, known: new Map(), quantity: damaged }))
    return { ...line, cost }
  })
  return { lines, movements, order: [] }
}

/**
 * Returns the unit cost of goods whose order is unknown. Refuses UNIT_COST_UNKNOWN, and VALIDATION_FAILED for a cost
 * above the limit. For callers who may not see costs, the cost is lowered to the limit instead. Source:
 * docs/decisions/0032.
 */
function unitCostOf({ books, facts, context }: Posting, { productId, quantity, unitCost }: ReturnLine): Minor {
  const product = findProduct(books, productId)
  const found = unitCost ?? facts.newestLots?.get(productId)?.unitCost ?? product.cost
  if (found === null)
    throw new Refusal(
      'UNIT_COST_UNKNOWN',
      `The cost of "${product.name}" is not known: it was never received and has no cost of its own. Give its unitCost, or ask someone who sees costs.`,
      { figures: { productId, product: product.name } },
    )
  if (context.view !== 'full') return Math.min(found, dearestOf(quantity)) as Minor
  if (!isWithinBound(amountOf(quantity, found)))
    throw invalid('', 'would bring goods that cost more than 10^12', BEYOND)
  return found
}

/**
 * Returns the changes that undo a posted return. Refuses REFUND_EXCEEDED (money was paid back for the return),
 * LOTS_CONSUMED (returned goods are no longer in their lots), INSUFFICIENT_STOCK (returned goods are reserved).
 */
export function undoReturn(books: Books, before: CustomerReturn, { facts, context }: Known): Change[] {
  if (facts.movements === undefined || facts.lots === undefined)
    throw new Error(`The movements of return ${before.id} were not read`)
  refuseRefunded(before)
  const { now, revision, newId } = context
  const known = new Map(facts.lots.map((lot) => [lot.id, lot]))
  const stock = new StockDraft(books, before.warehouseId, revision)
  const [returned, damaged] = [
    facts.movements.filter(isReturn),
    facts.movements.filter(({ type }) => type === 'writeoff'),
  ]
  // Undo the write-offs first, so that their goods are back in the lots.
  for (const { lots } of damaged) for (const draw of lots) stock.putBack(known.get(draw.lotId)!, draw.quantity)
  for (const { lots } of returned)
    for (const { lotId, quantity } of lots) {
      const lot = stock.lotNow(known.get(lotId)!)
      if (lot.remaining < quantity) throw consumed(books, lot, quantity)
      stock.takeFrom(known.get(lotId)!, quantity)
    }
  const reversals = [...damaged, ...returned].map((movement): Movement => {
    const { unitCost: _given, ...same } = movement
    const reverses = movement.type as 'writeoff' | 'customer_return'
    return { ...same, id: newId(), type: 'reversal', reverses, at: now, revision }
  })
  const order = before.orderId === null ? null : orderOf(before.orderId, facts)
  return [
    ...(order === null ? [] : [put('orders', withReturned(order, before.lines, context, -1), order)]),
    ...stock.changes(),
    ...reversals.map((movement) => put('movements', movement)),
  ]
}

function refuseRefunded({ id: returnId, number, refunded }: CustomerReturn): void {
  if (refunded === 0) return
  throw new Refusal(
    'REFUND_EXCEEDED',
    `${formatMinor(refunded)} was paid back for return ${number}. Cancel these payments first.`,
    { figures: { reason: 'return', returnId, number, asked: refunded / MINOR_PER_UNIT, most: 0 } },
  )
}

function consumed(books: Books, lot: Lot, received: Milli): Refusal {
  const { id: lotId, productId } = lot
  const product = findProduct(books, productId).name
  const gone = subtractMilli(received, lot.remaining)
  return new Refusal(
    'LOTS_CONSUMED',
    `Already used: ${formatMilli(gone)} of the ${formatMilli(received)} of "${product}" that came back.`,
    { figures: { lotId, productId, product, received, gone } },
  )
}
