/** Turns the page address into a query of the list of returns. */
import type { Address } from '../../data/address.ts'
import { NEWEST_FIRST } from '../records/plain-query.ts'

export function returnQuery({ q, sort, status, customer, warehouse, product, from, to }: Address) {
  return {
    sort: sort ?? NEWEST_FIRST,
    ...(q && { q }),
    ...(status && { status: [status] }),
    ...(customer && { customerId: customer }),
    ...(warehouse && { warehouseId: warehouse }),
    ...(product && { productId: product }),
    ...(from && { createdFrom: from }),
    ...(to && { createdTo: to }),
  }
}
