/** The command with which the service ends a reservation. It has no HTTP route. */
import { log } from '../domain/audit-log.ts'
import { settled } from '../domain/fulfilment.ts'
import { type Order, put } from '../domain/records.ts'
import { notFound, Refusal } from '../domain/refusals.ts'
import type { Command, Decision } from './define.ts'
import { release } from './orders.ts'

/** The reservation to end. It is ended only if the order still has this end time. */
export interface EndingReservation {
  readonly orderId: string
  readonly reservedUntil: string
}

/**
 * Releases what an order reserves, but never cancels the order. If anything was paid for the order, its goods stay
 * reserved without an end. Refuses NOT_FOUND, INVALID_TRANSITION (the end time has changed, because the order was
 * reserved for longer, picked, shipped or cancelled). Source: S-BACKORDER-9.
 */
export const endReservation: Pick<Command<EndingReservation>, 'name' | 'entity' | 'action' | 'decide'> = {
  name: 'endReservation',
  entity: 'order',
  action: 'order.released',
  decide(books, { body: { orderId, reservedUntil } }, { now, revision }): Decision {
    const order = books.orders.get(orderId)
    if (order === undefined) throw notFound('order', orderId)
    const { number, customer } = order
    if (order.reservedUntil !== reservedUntil)
      throw new Refusal('INVALID_TRANSITION', `Order ${number} is no longer reserved until ${reservedUntil}.`, {
        figures: { reason: 'in_work', orderId, number },
      })
    const { reservedUntil: _until, ...rest } = order
    const isPaid = order.paid > 0
    const after: Order = settled(
      { ...rest, ...(isPaid ? {} : { releasedAt: now }), updatedAt: now, revision },
      order.items,
    )
    return {
      result: { kind: 'orders', record: after },
      changes: [put('orders', after), ...(isPaid ? [] : release(books, order, revision))],
      logged: log('order.released', { how: isPaid ? 'paid' : 'ended', number, customer }),
    }
  },
}
