/**
 * What a plan is made of. `{product-12}` in a path or body stands for the id that the step of this name was answered,
 * `{receipt-3.lot}` for the lot that it made.
 */
import { type Bundle, type Good, type Service, units } from './goods.ts'
import type { Ledger } from './ledger.ts'
import type { People } from './people.ts'

export interface Step {
  /** Unique in the plan; makes the Idempotency-Key. */
  readonly name: string
  readonly method: 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body: Record<string, unknown>
  /** Steps that touch the same thing run in the order of the plan, so that lots are drawn in one order whatever the speed. */
  readonly touches: readonly string[]
  /** The code of the refusal that is expected; null: it must succeed. */
  readonly refusal: string | null
  /** Sent again with its key once it is answered, as a client does that missed the answer. */
  readonly isRepeated: boolean
}

export interface Phase {
  readonly title: string
  readonly steps: readonly Step[]
}

/** What the server's figures must be; kopecks. */
export interface Expected {
  received: number
  writtenOff: number
  /** Of what is left at the end of the day. */
  stockValue: number
  deletedOrders: number
  /** By the name of the step that placed the order. */
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
/** Receives, and sends to the other two. */
export const CENTRAL = 'warehouse-1'
export const STORE = 'warehouse-2'
export const MARKET = 'warehouse-3'

/** A step as most are: it succeeds, touches nothing that others wait for, and is sent once. */
export function step(
  name: string,
  path: string,
  body: Record<string, unknown>,
  more: Partial<Omit<Step, 'name' | 'path' | 'body'>> = {},
): Step {
  return { name, method: 'POST', path, body, touches: [], refusal: null, isRepeated: false, ...more }
}

/** An item of an order as the API takes it. */
export function itemOf(ref: string, quantity: number) {
  return { productId: `{${ref}}`, quantity: units(quantity) }
}
