/** Reserves an order again, or for longer. The service itself ends reservations (ending-reservations.ts). */
import { log } from '../domain/audit-log.ts'
import type { Books } from '../domain/books.ts'
import { settled } from '../domain/fulfilment.ts'
import { OrderRecord } from '../domain/record-schemas.ts'
import { type Order, put } from '../domain/records.ts'
import { invalid, Refusal } from '../domain/refusals.ts'
import { Moment, optional, strictObject } from '../domain/schema.ts'
import { finishedOrder } from '../domain/transitions.ts'
import { defineCommand, type Prefetched } from './define.ts'
import { endOfReservation, findOrder, finishedOrderFact, reserve, unreserved } from './orders.ts'

/**
 * POST /orders/{orderId}/reserve. Reserves an order again after its reservation has ended, or sets how long it stays
 * reserved. Refuses: NOT_FOUND, INVALID_TRANSITION (an order that is picked, shipped in part or finished),
 * VALIDATION_FAILED (a time in the past), INSUFFICIENT_STOCK (not with `backorder`). Source: S-BACKORDER-10.
 */
export const reserveOrder = defineCommand({
  name: 'reserveOrder',
  method: 'POST',
  path: '/api/v1/orders/:orderId/reserve',
  may: 'managers',
  refusals: ['NOT_FOUND', 'INVALID_TRANSITION', 'INSUFFICIENT_STOCK'],
  summary: 'Reserve an order again or for longer',
  description:
    'Sets when the reservation of a `new` order ends. It ends at `reservedUntil`; null means that it does not end. Without `reservedUntil`, it ends after the `reservationHours` of the settings. If the reservation has already ended, all goods are reserved again; an order with `backorder` reserves what is available and waits for the rest.',
  tag: 'Orders',
  entity: 'order',
  action: 'order.reserved',
  body: strictObject({ reservedUntil: optional<string>(Moment) }),
  mayLackBody: true,
  result: OrderRecord,
  example: { reservedUntil: null },
  facts: (books, { params }) => finishedOrderFact(books, params.orderId!),
  decide(books, { params, body, facts }, { now, revision }) {
    const order = findUntouched(books, params.orderId!, facts)
    if (body.reservedUntil != null && body.reservedUntil <= now)
      throw invalid('/reservedUntil', 'must be a moment to come', 'NOT_VALID')
    const { reservedUntil: _until, releasedAt, ...rest } = order
    const { number, warehouseId } = order
    const isAgain = releasedAt !== undefined
    const reserves = isAgain && order.backorder !== true ? reserve(books, warehouseId, order.items, revision) : []
    const end = body.reservedUntil === undefined ? endOfReservation(books, now) : untilOf(body.reservedUntil)
    const items = isAgain ? unreserved(books, order.items) : order.items
    const reserved: Order = settled({ ...rest, ...end, updatedAt: now, revision }, items)
    const how = isAgain ? 'again' : 'longer'
    return {
      result: { kind: 'orders', record: reserved },
      changes: [put('orders', reserved), ...reserves],
      logged: log('order.reserved', { how, number }),
    }
  },
})

const untilOf = (reservedUntil: string | null): Pick<Order, 'reservedUntil'> =>
  reservedUntil === null ? {} : { reservedUntil }

/**
 * Finds an order that is not being picked yet and of which nothing was shipped. Refuses NOT_FOUND, INVALID_TRANSITION.
 */
function findUntouched(books: Books, orderId: string, facts: Prefetched): Order {
  const order = findOrder(books, orderId, facts)
  const { number, status, fulfilment } = order
  if (status === 'shipped' || status === 'cancelled')
    throw finishedOrder({ ...order, status }, `Order ${number} is ${status} and reserves nothing any more.`)
  if (status === 'new' && fulfilment === 'none') return order
  throw new Refusal(
    'INVALID_TRANSITION',
    `Order ${number} is being picked or shipped, so its reservation does not end.`,
    { figures: { reason: 'in_work', orderId, number } },
  )
}
