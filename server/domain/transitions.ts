/** Which status may follow which: data, checked by one function. Source: S-ORDER-9, S-DOCUMENT-4, S-PAYMENT-4. */
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

/** Refuses INVALID_TRANSITION, saying what is possible. */
export function checkMove(moves: Record<string, readonly string[]>, what: string, from: string, to: string): void {
  const possible = moves[from] ?? []
  if (possible.includes(to)) return
  const then = possible.length === 0 ? 'it can no longer change' : `possible: ${possible.join(', ')}`
  throw new Refusal('INVALID_TRANSITION', `The ${what} is "${from}" and cannot become "${to}"; ${then}.`)
}
