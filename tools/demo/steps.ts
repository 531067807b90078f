/**
 * The steps of a plan. In a path or body, `{product-12}` is replaced by the id that the step with that name returned,
 * and `{receipt-3.lot}` by the id of the lot that the receipt created.
 */
import { type Bundle, type Good, type Service, units } from './goods.ts'
import type { Ledger } from './ledger.ts'
import type { People } from './people.ts'

export interface Step {
  /** The step's name, unique in the plan. It becomes part of the idempotency key. */
  readonly name: string
  readonly method: 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body: Record<string, unknown>
  /**
   * The things that the step affects. Steps that affect the same thing run in the order of the plan, so that goods are
   * always taken from the same lots, however fast the steps run.
   */
  readonly touches: readonly string[]
  /** The expected error code, or null if the step must succeed. */
  readonly refusal: string | null
  /** Whether to send the step again with its idempotency key, as a client does that has not received the response. */
  readonly isRepeated: boolean
}

export interface Phase {
  readonly title: string
  readonly steps: readonly Step[]
}

/** The results that the server should have at the end of the day, in kopecks. */
export interface Expected {
  received: number
  writtenOff: number
  /** The value of the stock that is left at the end of the day. */
  stockValue: number
  deletedOrders: number
  /** The orders that are expected, by the name of the step that placed them. */
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
/** The warehouse that receives all goods and supplies the other two. */
export const CENTRAL = 'warehouse-1'
export const STORE = 'warehouse-2'
export const MARKET = 'warehouse-3'

/**
 * Creates a step of the usual kind: it must succeed, affects nothing that other steps must wait for, and is sent once.
 */
export function step(
  name: string,
  path: string,
  body: Record<string, unknown>,
  more: Partial<Omit<Step, 'name' | 'path' | 'body'>> = {},
): Step {
  return { name, method: 'POST', path, body, touches: [], refusal: null, isRepeated: false, ...more }
}

/** Returns an order item in the form that the API expects. */
export function itemOf(ref: string, quantity: number) {
  return { productId: `{${ref}}`, quantity: units(quantity) }
}
