/**
 * The steps of a plan. In a path or body, `{product-12}` stands for the id returned by the step of that name,
 * `{receipt-3.lot}` for the lot that it created.
 */
import { type Bundle, type Good, type Service, units } from './goods.ts'
import type { Ledger } from './ledger.ts'
import type { People } from './people.ts'

export interface Step {
  /** Unique in the plan; becomes part of the Idempotency-Key. */
  readonly name: string
  readonly method: 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body: Record<string, unknown>
  /**
   * Steps that touch the same thing run in plan order, so that lots are always drawn in the same order, whatever the
   * speed.
   */
  readonly touches: readonly string[]
  /** The code of the expected refusal; null if the step must succeed. */
  readonly refusal: string | null
  /** Whether to send the step again with its key, as a client does that missed the answer. */
  readonly isRepeated: boolean
}

export interface Phase {
  readonly title: string
  readonly steps: readonly Step[]
}

/** The expected figures of the server, in kopecks. */
export interface Expected {
  received: number
  writtenOff: number
  /** The value of what is left at the end of the day. */
  stockValue: number
  deletedOrders: number
  /** The expected orders, by the name of the step that placed them. */
  readonly orders: Map<string, { status: string; total: number; unpriced: number; cost: number | null }>
}

export interface Shop {
  readonly goods: readonly Good[]
  readonly bundles: readonly Bundle[]
  readonly services: readonly Service[]
  readonly people: People
  readonly ledger: Ledger
  readonly expected: Expected
}

export interface Plan {
  readonly phases: readonly Phase[]
  readonly ledger: Ledger
  readonly expected: Expected
}

export const RETAIL = 'price-type-1'
export const WHOLESALE = 'price-type-2'
/** The warehouse that receives goods and supplies the other two. */
export const CENTRAL = 'warehouse-1'
export const STORE = 'warehouse-2'
export const MARKET = 'warehouse-3'

/** The usual kind of step: it must succeed, no other step waits for it, and it is sent once. */
export function step(
  name: string,
  path: string,
  body: Record<string, unknown>,
  more: Partial<Omit<Step, 'name' | 'path' | 'body'>> = {},
): Step {
  return { name, method: 'POST', path, body, touches: [], refusal: null, isRepeated: false, ...more }
}

/** An order item in the API's form. */
export function itemOf(ref: string, quantity: number) {
  return { productId: `{${ref}}`, quantity: units(quantity) }
}
