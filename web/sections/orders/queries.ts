/** What the address asks of the list of orders. */
import type { Address } from '../../data/address.ts'
import { orders } from '../../records/orders.ts'
import { plainQuery } from '../records/plain-query.ts'

export const NEWEST_FIRST = '-createdAt'

/** What the address asks of the list, but for the status. */
export function orderQuery(address: Address) {
  const { q, sort, customer, warehouse, channel, from, to, shippedFrom, shippedTo } = address
  return {
    sort: sort ?? NEWEST_FIRST,
    ...(q && { q }),
    ...(customer && { customerId: customer }),
    ...(warehouse && { warehouseId: warehouse }),
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
