/** Turns the page address into a query of the order list. */
import type { Address } from '../../data/address.ts'
import { orders } from '../../records/orders.ts'
import { NEWEST_FIRST, plainQuery } from '../records/plain-query.ts'

/** Returns the query of the order list for a page address. The status filter is not included. */
export function orderQuery(address: Address) {
  const { q, sort, customer, warehouse, waiting, channel, from, to, shippedFrom, shippedTo } = address
  return {
    sort: sort ?? NEWEST_FIRST,
    ...(q && { q }),
    ...(customer && { customerId: customer }),
    ...(warehouse && { warehouseId: warehouse }),
    ...(waiting && { waiting: true }),
    ...(channel && { channel }),
    ...(from && { orderedFrom: from }),
    ...(to && { orderedTo: to }),
    ...(shippedFrom && { shippedFrom }),
    ...(shippedTo && { shippedTo }),
    ...plainQuery(orders, address),
  }
}

export const statusQuery = ({ status }: Address) =>
  status === 'open' ? { status: ['new', 'picking'] } : status ? { status: [status] } : {}
