/**
 * Ships parts of an order: draws the goods from lots, makes the shipment, and updates the shipped quantities of the
 * order and its lines. Source: S-ORDER-8, S-SHIPMENT-1, S-SHIPMENT-2, S-SHIPMENT-3, S-SHIPMENT-4.
 */
import { MAX_COST_MINOR, type Milli, type Minor } from '../../amounts/quantity.ts'
import { demandOf, type OrderItem, restock } from '../domain/availability.ts'
import type { Books } from '../domain/books.ts'
import { amountOfPart, isDone, settled, shippedMore, withAbsent } from '../domain/fulfilment.ts'
import { drawOldestFirst, withinBound, withinLots } from '../domain/lots.ts'
import { withPaymentState } from '../domain/order-payments.ts'
import { type Change, type Movement, type Order, put, putStock, type Shipment, stockKey } from '../domain/records.ts'
import { Refusal } from '../domain/refusals.ts'
import { costsOfLines } from '../domain/sales.ts'
import type { Context } from './define.ts'

/** An order line, and how much of it to ship. */
export interface Part {
  readonly line: OrderItem
  readonly quantity: Milli
}

interface Leaving {
  readonly parts: readonly Part[]
  readonly trackingNumber?: string | null
  readonly note?: string | null
  /** The number and date of the shipment's paper document, as fields of the shipment. */
  readonly paper?: Pick<Shipment, 'documentNumber' | 'documentDate'>
}

interface Shipped {
  readonly order: Order
  readonly shipment: Shipment
  readonly changes: Change[]
}

/** Returns a function that checks whether a product is a service. Services take nothing from stock. */
export function isService(books: Books): (productId: string) => boolean {
  return (productId) => books.products.get(productId)?.kind === 'service'
}

/**
 * Returns all parts of an order that are reserved and can therefore be shipped: the quantities left to ship, except
 * goods that the order still waits for.
 */
export function reservedOf({ items }: Order): Part[] {
  return items.flatMap((line) => (line.reserved === 0 ? [] : [{ line, quantity: line.reserved }]))
}

/** Refuses NOT_RESERVED when the order reserves nothing, because then there is nothing to pick or ship. */
export function refuseEmpty({ id: orderId, number, items, releasedAt }: Order): void {
  if (items.some(({ reserved }) => reserved > 0)) return
  const reason = releasedAt === undefined ? 'waiting' : 'ended'
  const detail =
    reason === 'ended'
      ? `The reservation of order ${number} ended. Reserve the order again first.`
      : `Order ${number} still waits for all its goods. Receive them first.`
  throw new Refusal('NOT_RESERVED', detail, { figures: { reason, orderId, number } })
}

/**
 * Ships parts of an open order. The caller has checked that no part exceeds the reserve of its line. Refuses
 * VALIDATION_FAILED (too many lots, too high a cost, or a part of a bundle that needs a fraction of 0.001 of a
 * component).
 */
export function shipParts(books: Books, order: Order, { parts, ...told }: Leaving & { context: Context }): Shipped {
  const { context } = told
  const { now, revision } = context
  const id = context.newId()
  const leaving = parts.map(({ line, quantity }) => ({ ...line, quantity }))
  const taken = takeFromStock(books, { order, leaving, shipmentId: id }, context)
  const costs = costsOfLines(leaving, taken.movements)
  const items = parts.map(({ line, quantity }, at): Shipment['items'][number] => {
    const { id: lineId, productId, name, components } = line
    const amount = amountOfPart(line, quantity)
    const part = { lineId, productId, name, quantity, amount, cost: costs[at]! }
    return components === undefined ? part : { ...part, components }
  })
  const shipmentCount = (order.shipmentCount ?? 0) + 1
  const shipment: Shipment = {
    id,
    number: `${order.number}-${shipmentCount}`,
    orderId: order.id,
    status: 'posted',
    at: now,
    items,
    amount: items.reduce((sum, { amount }) => sum + (amount ?? 0), 0) as Minor,
    cost: taken.cost,
    ...(told.trackingNumber ? { trackingNumber: told.trackingNumber } : {}),
    ...told.paper,
    ...(told.note ? { note: told.note } : {}),
    createdAt: now,
    updatedAt: now,
    revision,
  }
  const gone = new Set(taken.movements.map(({ productId }) => productId))
  // A shipped product was on the shelf after all, so it is no longer absent.
  const absent = (order.absent ?? []).filter(({ productId }) => !gone.has(productId))
  const noted = order.absent === undefined ? order : withAbsent(order, absent)
  const shipped: Order = { ...withShipped(noted, items, context), shipmentCount, cost: costAfter(order, taken.cost) }
  return { order: shipped, shipment, changes: [put('orders', shipped), put('shipments', shipment), ...taken.changes] }
}

/** Returns the order with the shipped quantities added to its lines. It is finished when nothing is left to ship. */
function withShipped(order: Order, items: Shipment['items'], { now, revision }: Context): Order {
  const byLine = new Map(items.map((item) => [item.lineId, item]))
  const lines = order.items.map((line) => {
    const item = byLine.get(line.id)
    return item === undefined ? line : shippedMore(line, item)
  })
  const changed = { ...order, updatedAt: now, revision }
  return isDone(lines) ? finished(changed, lines, now) : withPaymentState(settled(changed, lines))
}

/** Returns the order with the status `shipped`. Call this when its lines have nothing left to ship. */
export function finished(order: Order, lines: readonly OrderItem[], now: string): Order {
  const isShort = lines.some(({ cancelled }) => cancelled > 0)
  const status = 'shipped'
  const short = isShort ? { closedShort: true as const } : {}
  return withPaymentState(settled({ ...order, status, shippedAt: now, ...short }, lines))
}

/** Adds a shipment's cost to the cost of the order. The sum is capped at the maximum cost. */
function costAfter({ cost }: Order, more: Minor): Minor {
  return Math.min(MAX_COST_MINOR, (cost ?? 0) + more) as Minor
}

interface Taken {
  readonly changes: Change[]
  readonly movements: readonly Movement[]
  readonly cost: Minor
}

/**
 * Takes the goods for the given lines out of the stock that the order reserved, oldest lots first. Makes one movement
 * per product.
 */
function takeFromStock(
  books: Books,
  { order, leaving, shipmentId }: { order: Order; leaving: readonly OrderItem[]; shipmentId: string },
  { now, revision, view, newId }: Context,
): Taken {
  const changes: Change[] = []
  const movements: Movement[] = []
  let cost = 0
  let drawn = 0
  for (const { productId, quantity } of demandOf(leaving, isService(books), '/lines')) {
    const key = stockKey(productId, order.warehouseId)
    const row = books.stock.get(key)!
    const draw = drawOldestFirst(books.lotsByStock.get(key) ?? [], quantity, { revision, view })
    drawn = withinLots(drawn + draw.draws.length)
    const movement: Movement = {
      id: newId(),
      type: 'shipment',
      at: now,
      productId,
      warehouseId: order.warehouseId,
      quantity,
      cost: draw.cost,
      lots: draw.draws,
      orderId: order.id,
      shipmentId,
      revision,
    }
    cost += draw.cost
    movements.push(movement)
    for (const lot of draw.lots) changes.push(put('lots', lot))
    changes.push(
      putStock(restock(row, { onHand: row.onHand! - quantity, reserved: row.reserved! - quantity }, revision)),
      put('movements', movement),
    )
  }
  return { changes, movements, cost: withinBound(cost, view) }
}
