/**
 * Tables of the allowed status changes, and one function that checks them. Source: S-ORDER-9, S-DOCUMENT-4,
 * S-PAYMENT-4.
 */
import { Refusal } from './refusals.ts'

export const ORDER_MOVES = {
  new: ['picking', 'shipped', 'cancelled'],
  picking: ['shipped', 'cancelled'],
  shipped: [],
  cancelled: [],
} as const satisfies Record<string, readonly string[]>

export const DOCUMENT_MOVES = {
  draft: ['posted', 'cancelled'],
  posted: ['closed', 'cancelled'],
  closed: [],
  cancelled: [],
} as const satisfies Record<string, readonly string[]>

export const PAYMENT_MOVES = {
  draft: ['posted', 'cancelled'],
  posted: ['cancelled'],
  cancelled: [],
} as const satisfies Record<string, readonly string[]>

export const SHIPMENT_MOVES = {
  posted: ['cancelled'],
  cancelled: [],
} as const satisfies Record<string, readonly string[]>

export const CUSTOMER_RETURN_MOVES = {
  draft: ['posted', 'cancelled'],
  posted: ['cancelled'],
  cancelled: [],
} as const satisfies Record<string, readonly string[]>

export const STOCKTAKE_MOVES = {
  counting: ['review', 'cancelled'],
  review: ['counting', 'posted', 'cancelled'],
  posted: ['cancelled'],
  cancelled: [],
} as const satisfies Record<string, readonly string[]>

interface Moving {
  readonly what: 'order' | 'document' | 'payment' | 'shipment' | 'stocktake' | 'customer return'
  readonly id: string
  readonly number: string
  readonly status: string
}

/** Refuses with INVALID_TRANSITION when the requested status change is not allowed, and lists the possible changes. */
export function checkMove(moves: Record<string, readonly string[]>, moving: Moving, to: string): void {
  const { what, id, number, status: from } = moving
  const allowed = moves[from] ?? []
  if (allowed.includes(to)) return
  const then = allowed.length === 0 ? 'it can no longer change' : `possible: ${allowed.join(', ')}`
  const detail = `The ${what} is "${from}" and cannot become "${to}"; ${then}.`
  if (what === 'order' && (from === 'shipped' || from === 'cancelled'))
    throw finishedOrder({ id, number, status: from }, detail)
  throw new Refusal('INVALID_TRANSITION', detail, {
    figures: { reason: 'status', entity: what, id, from, to, allowed },
  })
}

/** Makes the refusal for any change to a finished order. */
export function finishedOrder(
  { id: orderId, number, status: reason }: Pick<Moving, 'id' | 'number'> & { readonly status: 'shipped' | 'cancelled' },
  detail: string,
): Refusal {
  return new Refusal('INVALID_TRANSITION', detail, { figures: { reason, orderId, number } })
}
