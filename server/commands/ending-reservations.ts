/** The command by which the service ends a reservation. No HTTP route leads to it. */
import { log } from '../domain/audit-log.ts'
import { settled } from '../domain/fulfilment.ts'
import { type Order, put } from '../domain/records.ts'
import { notFound, Refusal } from '../domain/refusals.ts'
import type { Command, Decision } from './define.ts'
import { release } from './orders.ts'

/** Which reservation ends: the one that the order still has until this moment. */
export interface EndingReservation {
  readonly orderId: string
  readonly reservedUntil: string
}

/**
 * Releases what an order reserves, and never cancels it. An order that was paid, even in part, keeps its goods, and its
 * reservation has no end from then on. Refuses NOT_FOUND, INVALID_TRANSITION (the order no longer says this moment: it was
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
