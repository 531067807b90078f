/** Commands on the shipments of an order: ship a part, close the order without shipping the rest, cancel a shipment. */
import { type Static, Type } from 'typebox'
import { formatMilli, type Milli, type Minor } from '../../amounts/quantity.ts'
import { log } from '../domain/audit-log.ts'
import type { Books } from '../domain/books.ts'
import { LineId } from '../domain/fields/orders.ts'
import { leftOf, settled, shippedMore } from '../domain/fulfilment.ts'
import { withPaymentState } from '../domain/order-payments.ts'
import { OrderRecord, ShipmentRecord } from '../domain/record-schemas.ts'
import { type Change, isFinished, type Movement, type Order, put, type Shipment } from '../domain/records.ts'
import { invalid, notFound, Refusal } from '../domain/refusals.ts'
import { list, Note, optional, Quantity, ShortText, strictObject } from '../domain/schema.ts'
import { StockDraft } from '../domain/stock-draft.ts'
import { checkMove, finishedOrder, SHIPMENT_MOVES } from '../domain/transitions.ts'
import { type Context, defineCommand, type Prefetch, type Prefetched, prefetchedRecord } from './define.ts'
import { onPaper, PAPER_BODY } from './document-dates.ts'
import { active, findWarehouse } from './find.ts'
import { findOrder, finishedOrderFact, oldestFinished, release, shownAgain } from './orders.ts'
import { finished, type Part, refuseEmpty, reservedOf, shipParts } from './shipping.ts'

const ShippedLine = Type.Object(
  { lineId: LineId, quantity: Quantity },
  { title: 'ShippedLine', additionalProperties: false },
)

/**
 * POST /orders/{orderId}/shipments. Refuses: NOT_FOUND, INVALID_TRANSITION (a finished order), NOT_RESERVED (an order
 * that reserves nothing, or a line that reserves less), VALIDATION_FAILED (a line that the order does not have or that
 * is named twice, a date out of range, a part of a bundle that needs a fraction of 0.001 of a component, too many lots,
 * too high a cost), SHIPMENT_EXCEEDED. Source: S-SHIPMENT-1 to S-SHIPMENT-4, S-BACKORDER-5.
 */
export const shipOrder = defineCommand({
  name: 'shipOrder',
  method: 'POST',
  path: '/api/v1/orders/:orderId/shipments',
  may: 'storekeepers',
  refusals: ['NOT_FOUND', 'INVALID_TRANSITION', 'NOT_RESERVED', 'SHIPMENT_EXCEEDED'],
  summary: 'Ship an order or a part of it',
  description:
    'Takes the goods out of stock, oldest lots first, and makes a shipment. Without `lines`, it ships everything that is left, or, if the order waits for goods, everything that is reserved. The order keeps its status until nothing is left to ship; then it is `shipped`. The amount of a part is its share of the amount of the line, so that all parts of a line add up to it.',
  tag: 'Shipments',
  entity: 'shipment',
  action: 'shipment.posted',
  body: strictObject({
    lines: Type.Optional(list(ShippedLine, { minItems: 1 })),
    trackingNumber: optional<string>(ShortText),
    ...PAPER_BODY,
    note: optional<string>(Note),
  }),
  result: ShipmentRecord,
  example: { lines: [{ lineId: 1, quantity: 1 }], trackingNumber: '80083914051027' },
  facts: (books, { params }) => finishedOrderFact(books, params.orderId!),
  decide(books, { params, body, facts }, context) {
    const order = findOpenOrder(books, params.orderId!, facts)
    refuseEmpty(order)
    const parts = body.lines === undefined ? reservedOf(order) : partsOf(books, order, body.lines)
    const { trackingNumber, note } = body
    const paper = onPaper(books, body, context)
    const { order: after, shipment, changes } = shipParts(books, order, { parts, trackingNumber, note, paper, context })
    const how = after.status === 'shipped' ? 'rest' : 'part'
    const { number, amount, cost } = shipment
    return {
      result: { kind: 'shipments', record: shipment },
      changes,
      logged: log('shipment.posted', { how, number, customer: order.customer, items: parts.length, amount, cost }),
    }
  },
})

/**
 * POST /orders/{orderId}/close. Refuses: NOT_FOUND, INVALID_TRANSITION (a finished order, or an order of which nothing
 * was shipped). Source: S-SHIPMENT-6.
 */
export const closeOrder = defineCommand({
  name: 'closeOrder',
  method: 'POST',
  path: '/api/v1/orders/:orderId/close',
  may: 'managers',
  refusals: ['NOT_FOUND', 'INVALID_TRANSITION'],
  summary: 'Close a partly shipped order',
  description:
    'Cancels what is left of each line and releases its reserve. The order is `shipped`, with `closedShort: true`. `total` stays what was ordered; `shippedAmount` says what was shipped. An order of which nothing was shipped is cancelled instead.',
  tag: 'Shipments',
  entity: 'order',
  action: 'order.closed',
  body: strictObject({}),
  result: OrderRecord,
  example: {},
  facts: (books, { params }) => finishedOrderFact(books, params.orderId!),
  decide(books, { params, facts }, { now, revision }) {
    const order = findOpenOrder(books, params.orderId!, facts)
    const { id: orderId, number } = order
    if (order.fulfilment === 'none')
      throw new Refusal(
        'INVALID_TRANSITION',
        `Nothing of order ${number} was shipped. Cancel it instead of closing it.`,
        { figures: { reason: 'unshipped', orderId, number } },
      )
    const lines = order.items.map((line) => ({ ...line, cancelled: (line.cancelled + leftOf(line)) as Milli }))
    const closed = finished({ ...order, updatedAt: now, revision }, lines, now)
    return {
      result: { kind: 'orders', record: closed },
      changes: [put('orders', closed), ...release(books, order, revision)],
      logged: log('order.closed', { number, shipped: closed.shippedAmount, total: order.total }),
    }
  },
})

/**
 * POST /shipments/{shipmentId}/cancel. Puts the goods back into the lots that they came from. Refuses: NOT_FOUND,
 * INVALID_TRANSITION (a cancelled shipment), ALREADY_RETURNED (goods of the order were returned), ARCHIVED (the
 * warehouse), VALIDATION_FAILED (too much stock). Source: S-SHIPMENT-7, S-SHIPMENT-8.
 */
export const cancelShipment = defineCommand({
  name: 'cancelShipment',
  method: 'POST',
  path: '/api/v1/shipments/:shipmentId/cancel',
  may: 'managers',
  refusals: ['NOT_FOUND', 'INVALID_TRANSITION', 'ALREADY_RETURNED', 'ARCHIVED'],
  summary: 'Cancel a shipment',
  description:
    'Puts the goods back into the lots that they came from, at their cost, and reserves them for the order again. An order that was `shipped` is `picking` again; what was cancelled by closing it stays cancelled. Reports take the sales back at the time of the cancelling. Not possible while goods of the order are returned.',
  tag: 'Shipments',
  entity: 'shipment',
  action: 'shipment.cancelled',
  body: strictObject({}),
  result: ShipmentRecord,
  example: {},
  facts(books, { params }): readonly Prefetch[] {
    const oldest = oldestFinished(books)
    const older: readonly Prefetch[] = oldest === null ? [] : [{ fact: 'olderFinishedOrder', id: oldest }]
    return [{ fact: 'shipment', id: params.shipmentId! }, ...older]
  },
  decide(books, { params, facts }, context) {
    const shipment = prefetchedRecord(facts, 'shipments', params.shipmentId!)
    if (shipment === null) throw notFound('shipment', params.shipmentId!)
    checkMove(SHIPMENT_MOVES, { what: 'shipment', ...shipment }, 'cancelled')
    const order = findOrder(books, shipment.orderId, facts)
    refuseReturned(order)
    active(findWarehouse(books, order.warehouseId), 'warehouse')
    const { now, revision } = context
    const { number, amount, cost } = shipment
    const cancelled: Shipment = { ...shipment, status: 'cancelled', cancelledAt: now, updatedAt: now, revision }
    const wasShown = books.orders.has(order.id) && isFinished('orders', order)
    return {
      result: { kind: 'shipments', record: cancelled },
      changes: [
        put('orders', withTakenBack(order, shipment, context), order),
        put('shipments', cancelled, shipment),
        ...putBack(books, order, { facts, context }),
        ...(wasShown ? shownAgain(facts) : []),
      ],
      logged: log('shipment.cancelled', { number, customer: order.customer, amount, cost }),
    }
  },
})

/**
 * Refuses ALREADY_RETURNED when goods of the order were returned. They are already back in their lots, and cancelling
 * the shipment would add them a second time.
 */
function refuseReturned({ id: orderId, number, items }: Order): void {
  for (const { name: product, returned } of items)
    if (returned !== undefined)
      throw new Refusal(
        'ALREADY_RETURNED',
        `${formatMilli(returned)} of "${product}" were returned of order ${number}. Cancel the return first.`,
        { figures: { orderId, number, product, returned } },
      )
}

/** Finds an order that can still be shipped. Refuses NOT_FOUND, INVALID_TRANSITION. */
export function findOpenOrder(books: Books, orderId: string, facts: Prefetched): Order {
  const order = findOrder(books, orderId, facts)
  const { number, status } = order
  if (status === 'shipped' || status === 'cancelled')
    throw finishedOrder({ ...order, status }, `Order ${number} is ${status} and has nothing left to ship.`)
  return order
}

/**
 * Returns the requested parts in the sequence of the order's lines. Refuses VALIDATION_FAILED for a line that the order
 * does not have or that is named twice, then NOT_RESERVED or SHIPMENT_EXCEEDED.
 */
function partsOf(books: Books, order: Order, asked: readonly Static<typeof ShippedLine>[]): Part[] {
  const quantities = new Map<number, Milli>()
  const known = new Set(order.items.map(({ id }) => id))
  for (const [at, { lineId, quantity }] of asked.entries()) {
    if (!known.has(lineId)) throw invalid(`/lines/${at}/lineId`, 'must be the id of a line of the order', 'NOT_VALID')
    if (quantities.has(lineId)) throw invalid(`/lines/${at}/lineId`, 'names the same line twice', 'TWICE')
    quantities.set(lineId, quantity)
  }
  const parts = order.items.flatMap((line) => {
    const quantity = quantities.get(line.id)
    return quantity === undefined ? [] : [{ line, quantity }]
  })
  for (const { line, quantity } of parts) checkLeft(books, order, { line, quantity })
  return parts
}

function checkLeft(books: Books, { id: orderId, number }: Order, { line, quantity: asked }: Part): void {
  const { id, reserved } = line
  if (asked <= reserved) return
  const left = leftOf(line)
  const product = books.products.get(line.productId)?.name ?? line.name
  if (asked <= left)
    throw new Refusal(
      'NOT_RESERVED',
      `Order ${number} holds ${formatMilli(reserved)} of "${product}" in line ${id}, not ${formatMilli(asked)}; the rest waits for goods. Ship what it holds.`,
      { figures: { reason: 'line', orderId, number, line: id, product, asked, reserved } },
    )
  throw new Refusal(
    'SHIPMENT_EXCEEDED',
    `Order ${number} has ${formatMilli(left)} of "${product}" left to ship in line ${id}, not ${formatMilli(asked)}. Ship what is left.`,
    { figures: { orderId, number, line: id, product, asked, left } },
  )
}

/**
 * Returns the order with the cancelled shipment's quantities subtracted. A finished order returns to the status
 * `picking`.
 */
function withTakenBack(order: Order, shipment: Shipment, { now, revision }: Context): Order {
  const byLine = new Map(shipment.items.map((item) => [item.lineId, item]))
  const lines = order.items.map((line) => {
    const item = byLine.get(line.id)
    if (item === undefined) return line
    const amount = item.amount === null ? null : (-item.amount as Minor)
    return shippedMore(line, { quantity: -item.quantity as Milli, amount })
  })
  const status = order.status === 'shipped' ? 'picking' : order.status
  const { closedShort: _closed, ...rest } = order
  const cost = lines.every(({ shipped }) => shipped === 0) ? null : (Math.max(0, order.cost! - shipment.cost) as Minor)
  return withPaymentState(settled({ ...rest, status, cost, shippedAt: null, updatedAt: now, revision }, lines))
}

/** Returns the changes that put the goods of a shipment back into their lots and reserve them for the order. */
function putBack(
  books: Books,
  { id: orderId, warehouseId }: Order,
  { facts, context }: { facts: Prefetched; context: Context },
): Change[] {
  const { now, revision, newId } = context
  const lots = new Map(facts.lots!.map((lot) => [lot.id, lot]))
  const draft = new StockDraft(books, warehouseId, revision)
  const reversals: Movement[] = []
  for (const { productId, quantity, cost, lots: draws, shipmentId } of facts.movements!) {
    for (const draw of draws) draft.putBack(lots.get(draw.lotId)!, draw.quantity)
    draft.reserve(productId, quantity)
    reversals.push({
      id: newId(),
      type: 'reversal',
      at: now,
      productId,
      warehouseId,
      quantity,
      cost,
      lots: draws,
      reverses: 'shipment',
      orderId,
      shipmentId: shipmentId!,
      revision,
    })
  }
  return [...draft.changes(), ...reversals.map((movement) => put('movements', movement))]
}
