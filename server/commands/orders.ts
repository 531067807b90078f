import { Type } from 'typebox'
import { type BasisPoints, type Minor, ZERO_MILLI } from '../../amounts/quantity.ts'
import { log } from '../domain/audit-log.ts'
import { checkAvailable, demandOf, type OrderItem, restock } from '../domain/availability.ts'
import { type Books, externalKey, nextNumber } from '../domain/books.ts'
import { reservingLines, settled } from '../domain/fulfilment.ts'
import { withPaymentState } from '../domain/order-payments.ts'
import { OrderRecord } from '../domain/record-schemas.ts'
import { type Change, isFinished, type Order, put, putStock, remove, stockKey } from '../domain/records.ts'
import { notFound, Refusal } from '../domain/refusals.ts'
import {
  Flag,
  Id,
  list,
  Moment,
  Money,
  Name,
  Note,
  oneOf,
  optional,
  Percent,
  ShortText,
  strictObject,
} from '../domain/schema.ts'
import { checkMove, finishedOrder, ORDER_MOVES } from '../domain/transitions.ts'
import { defineCommand, type Prefetch, type Prefetched, prefetchedRecord } from './define.ts'
import { checkExternalPair, Deleted, NoBody, refuseReferenced, refuseTakenPair, words } from './fields.ts'
import { active, findPartnerByName, findPriceType, findWarehouse } from './find.ts'
import { itemsOf, NewOrderItem } from './order-items.ts'
import { discountOf, totalOf } from './order-money.ts'
import { isService, refuseEmpty, reservedOf, shipParts } from './shipping.ts'

/** The fields of an order that may be left out when it is placed and when it is changed. */
export const ORDER_OPTIONS = {
  discountPercent: optional<BasisPoints>(Percent),
  discountAmount: optional<Minor>(Money),
  backorder: Type.Optional(Flag),
  priceTypeId: optional<string>(Id),
  externalNumber: optional<string>(ShortText),
  deliveryAddress: optional<string>(Note),
  note: optional<string>(Note),
}

/**
 * POST /orders. Reserves stock; the physical quantity does not change. Refuses: VALIDATION_FAILED, NOT_FOUND, ARCHIVED,
 * AMBIGUOUS_PARTNER, BELOW_MIN_PRICE, DUPLICATE_EXTERNAL_ID, INSUFFICIENT_STOCK (not with `backorder`). Source:
 * S-ORDER-1, S-ORDER-6, S-ORDER-7, S-ORDER-21 to S-ORDER-24, S-BACKORDER-1, S-BACKORDER-8.
 */
export const placeOrder = defineCommand({
  name: 'placeOrder',
  method: 'POST',
  path: '/api/v1/orders',
  may: 'managers',
  refusals: [
    ...['NOT_FOUND', 'ARCHIVED', 'AMBIGUOUS_PARTNER', 'BELOW_MIN_PRICE', 'DUPLICATE_EXTERNAL_ID'],
    'INSUFFICIENT_STOCK',
  ] as const,
  summary: 'Place a customer order',
  description:
    'Reserves the quantity of every item; for bundles, of their components. The sum of all items must be available, unless `backorder` is true: then each line reserves what there is and waits for the rest. The price of a line is its `price` if given; otherwise the price of the product for `priceTypeId`, or the main price without one. If that price type has no price, the line has none either. `discountPercent` of a line reduces that line; `discountPercent` or `discountAmount` of the order is distributed over the lines.',
  tag: 'Orders',
  entity: 'order',
  action: 'order.created',
  body: strictObject({
    customer: Name,
    warehouseId: Id,
    channel: Name,
    items: list(NewOrderItem, { minItems: 1 }),
    ...ORDER_OPTIONS,
    orderedAt: optional<string>(Moment),
    externalSource: optional<string>(ShortText),
    externalId: optional<string>(ShortText),
  }),
  result: OrderRecord,
  example: { customer: 'Иван Петров', warehouseId: '…', channel: 'Сайт', items: [{ productId: '…', quantity: 2 }] },
  facts(_books, { body: { externalSource: source, externalId } }): readonly Prefetch[] {
    return source && externalId ? [{ fact: 'idByExternalId', kind: 'orders', source, externalId }] : []
  },
  decide(books, { body, facts }, context) {
    const externalSource = words(body.externalSource)
    const externalId = words(body.externalId)
    checkExternalPair(externalSource, externalId)
    const warehouse = active(findWarehouse(books, body.warehouseId), 'warehouse')
    const customer = findPartnerByName(books, body.customer, 'customer')
    const priceTypeId = body.priceTypeId ?? null
    if (priceTypeId !== null) active(findPriceType(books, priceTypeId), 'price type')
    const discount = discountOf(body)
    const items = itemsOf(books, body.items, { priceTypeId, discount, role: context.role })
    const total = totalOf(items)
    const taken =
      books.ordersByExternalKey.get(externalKey(externalSource ?? '', externalId ?? '')) ?? facts.idByExternalId
    refuseTakenPair('order', taken, externalId)
    const isBackorder = body.backorder === true
    const reserves = isBackorder ? [] : reserve(books, warehouse.id, items, context.revision)
    const placed = {
      id: context.newId(),
      number: nextNumber(books, 'orders'),
      status: 'new' as const,
      customer: customer.name,
      customerId: customer.id,
      warehouseId: warehouse.id,
      channel: body.channel,
      priceTypeId,
      externalNumber: words(body.externalNumber),
      deliveryAddress: words(body.deliveryAddress),
      note: words(body.note),
      orderedAt: body.orderedAt ?? context.now,
      externalSource,
      externalId,
      ...discount,
      ...(isBackorder ? { backorder: true } : {}),
      ...endOfReservation(books, context.now),
      total,
      unpricedItems: items.filter((entry) => entry.price === null).length,
      paid: 0 as Minor,
      cost: null,
      shippedAt: null,
      createdAt: context.now,
      updatedAt: context.now,
      revision: context.revision,
    }
    const order: Order = withPaymentState(settled(placed, isBackorder ? unreserved(books, items) : items))
    return {
      result: { kind: 'orders', record: order },
      changes: [put('orders', order), ...reserves],
      logged: log('order.created', saidOfOrder(order)),
    }
  },
})

/**
 * PATCH /orders/{orderId}/status. Refuses: NOT_FOUND, INVALID_TRANSITION, NOT_RESERVED (picking or shipping an order
 * that reserves nothing). Picking records who started it. Shipping ships everything that is reserved, as a shipment.
 * Cancelling releases the reserve, leaves payments to be refunded, and is refused once a part was shipped. Source:
 * S-ORDER-8, S-ORDER-9, S-ORDER-10, S-PAYMENT-12, S-SHIPMENT-5, S-BACKORDER-5.
 */
export const changeOrderStatus = defineCommand({
  name: 'changeOrderStatus',
  method: 'PATCH',
  path: '/api/v1/orders/:orderId/status',
  may: 'storekeepers',
  refusals: ['NOT_FOUND', 'INVALID_TRANSITION', 'NOT_RESERVED'],
  // Warehouse staff may pick and ship orders, but not cancel them.
  mayWith: ({ status }) => (status === 'cancelled' ? 'managers' : 'storekeepers'),
  summary: 'Pick, ship or cancel an order',
  description:
    '`new` → `picking` → `shipped`; `new` → `shipped`; `new` or `picking` → `cancelled`, which only the owner and managers can do. `shipped` ships everything that is left. If the order waits for goods, only its reserved goods are shipped, and its status does not change. A partly shipped order cannot be cancelled; close it instead.',
  tag: 'Orders',
  entity: 'order',
  action: 'order.updated',
  body: strictObject({ status: oneOf(['picking', 'shipped', 'cancelled'] as const) }),
  result: OrderRecord,
  example: { status: 'shipped' },
  facts: (books, { params }) => finishedOrderFact(books, params.orderId!),
  decide(books, { params, body, facts }, context) {
    const order = findOrder(books, params.orderId!, facts)
    checkMove(ORDER_MOVES, { what: 'order', ...order }, body.status)
    const { now, revision } = context
    const { number } = order
    if (body.status !== 'cancelled') refuseEmpty(order)
    if (body.status === 'picking') {
      const { id, name } = context.actor
      const moved = { ...order, status: body.status, pickedBy: { id, name }, updatedAt: now, revision }
      const picked: Order = settled(moved, order.items)
      return {
        result: { kind: 'orders', record: picked },
        changes: [put('orders', picked)],
        logged: log('order.picking', { number }),
      }
    }
    if (body.status === 'cancelled') {
      refusePartlyShipped(order)
      const moved = { ...order, status: body.status, updatedAt: now, revision }
      const cancelled: Order = withPaymentState(settled(moved, order.items))
      return {
        result: { kind: 'orders', record: cancelled },
        changes: [put('orders', cancelled), ...release(books, order, revision)],
        logged: log('order.cancelled', { number }),
      }
    }
    const { order: shipped, shipment, changes } = shipParts(books, order, { parts: reservedOf(order), context })
    return {
      result: { kind: 'orders', record: shipped },
      changes,
      logged: log('order.shipped', { number, cost: shipment.cost }),
    }
  },
})

/**
 * DELETE /orders/{orderId}. Releases the reserve. Refuses: NOT_FOUND, INVALID_TRANSITION (a shipped or partly shipped order),
 * HAS_REFERENCES (a payment, an external link, or a cancelled shipment). Source: S-ORDER-11, S-PAYMENT-12, S-RECORD-6, S-SHIPMENT-5.
 */
export const deleteOrder = defineCommand({
  name: 'deleteOrder',
  method: 'DELETE',
  path: '/api/v1/orders/:orderId',
  may: 'managers',
  refusals: ['NOT_FOUND', 'INVALID_TRANSITION', 'HAS_REFERENCES'],
  summary: 'Delete an unshipped order',
  description:
    'Releases the reservations of the order. A shipped order cannot be deleted, nor one that a payment or an external link names, nor one that has shipments.',
  tag: 'Orders',
  entity: 'order',
  action: 'order.deleted',
  body: NoBody,
  result: Deleted,
  example: {},
  facts(books, { params }): readonly Prefetch[] {
    const id = params.orderId!
    const references: Prefetch = { fact: 'references', kind: 'orders', id }
    const order = books.orders.get(id)
    if (order === undefined) return [{ fact: 'record', kind: 'orders', id }, references]
    return isFinished('orders', order)
      ? [{ fact: 'olderFinishedOrder', id: oldestFinished(books)! }, references]
      : [references]
  },
  decide(books, { params, facts }, { revision }) {
    const order = findOrder(books, params.orderId!, facts)
    if (order.status === 'shipped')
      throw finishedOrder({ ...order, status: 'shipped' }, `Order ${order.number} is shipped and cannot be deleted.`)
    refusePartlyShipped(order)
    refuseReferenced(`order ${order.number}`, facts.references!, 'Cancel it instead.')
    const released = order.status === 'cancelled' ? [] : release(books, order, revision)
    return {
      result: { deleted: order.id },
      changes: [remove('orders', order.id, order), ...released, ...shownAgain(facts)],
      logged: log('order.deleted', { number: order.number, customer: order.customer }),
    }
  },
})

/** Returns the `figures` of the audit log entry for a placed or changed order. */
export const saidOfOrder = ({ number, customer, items, total }: Order) => ({
  number,
  customer,
  items: items.length,
  total,
})

/**
 * Requests a prefetch of the order if it is not in memory, because the rule needs its status. Only the newest finished
 * orders are in memory.
 */
export function finishedOrderFact(books: Books, orderId: string): readonly Prefetch[] {
  return books.orders.has(orderId) ? [] : [{ fact: 'record', kind: 'orders', id: orderId }]
}

/**
 * Returns a change for the finished order that becomes visible again, unchanged, when a newer finished order is deleted
 * or reopened. The state shows only the newest finished orders.
 */
export function shownAgain({ olderFinishedOrder: shown = null }: Prefetched): Change[] {
  return shown === null ? [] : [{ ...put('orders', shown), before: shown } as Change]
}

/** Returns the id of the oldest finished order in memory. */
export function oldestFinished(books: Books): string | null {
  let oldest: string | null = null
  for (const order of books.orders.values())
    if (isFinished('orders', order) && (oldest === null || order.id < oldest)) oldest = order.id
  return oldest
}

export function findOrder(books: Books, orderId: string, facts: Prefetched): Order {
  const order = books.orders.get(orderId) ?? prefetchedRecord(facts, 'orders', orderId)
  if (order === null) throw notFound('order', orderId)
  return order
}

function refusePartlyShipped({ id: orderId, number, fulfilment }: Order): void {
  if (fulfilment === 'none') return
  throw new Refusal(
    'INVALID_TRANSITION',
    `A part of order ${number} was shipped. Close the order to release the rest, or cancel its shipments first.`,
    { figures: { reason: 'part', orderId, number } },
  )
}

/** Returns when a reservation made now ends, if the company's settings limit reservations. */
export function endOfReservation({ settings }: Books, now: string): Pick<Order, 'reservedUntil'> {
  const { reservationHours } = settings
  if (reservationHours === undefined) return {}
  return { reservedUntil: new Date(Date.parse(now) + reservationHours * MS_PER_HOUR).toISOString() }
}

const MS_PER_HOUR = 3_600_000

/**
 * Returns the lines of a backorder before anything is reserved for them; `withWaiting` then reserves the available
 * goods. Refuses VALIDATION_FAILED (a part of a bundle with a fraction of 0.001 of a component).
 */
export function unreserved(books: Books, items: readonly OrderItem[]): OrderItem[] {
  demandOf(items, isService(books))
  return items.map((line) => ({ ...line, reserved: ZERO_MILLI }))
}

/**
 * Returns the stock rows after the items are reserved. Refuses INSUFFICIENT_STOCK for the first
 * product that has too little.
 */
export function reserve(books: Books, warehouseId: string, items: readonly OrderItem[], revision: number): Change[] {
  const changes: Change[] = []
  for (const { productId, quantity } of demandOf(items, isService(books))) {
    const row = checkAvailable(books, warehouseId, productId, quantity)
    changes.push(putStock(restock(row, { reserved: row.reserved! + quantity }, revision)))
  }
  return changes
}

/** Returns the stock rows after all goods that the order still reserves have been released. */
export function release(books: Books, order: Order, revision: number): Change[] {
  const changes: Change[] = []
  for (const { productId, quantity } of demandOf(reservingLines(order.items), isService(books))) {
    const row = books.stock.get(stockKey(productId, order.warehouseId))!
    changes.push(putStock(restock(row, { reserved: row.reserved! - quantity }, revision)))
  }
  return changes
}
