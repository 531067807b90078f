/** An order being picked, stored in the browser. The server does not know how far picking has come. */
import { useCallback } from 'react'
import { newKey } from '../../../sdk/keys.ts'
import type { Order, Product } from '../../../sdk/types.ts'
import type { Label } from '../../codes/scanned-code.ts'
import { units } from '../../data/amounts.ts'
import { type KeptTask, useKeptTask } from '../../data/floor/kept-task.ts'
import { demandOf } from '../../data/shipping.ts'

/** The maximum number of orders that were begun and then put aside for another order which the browser remembers. */
const MAX_LEFT = 30

export interface PickLine {
  readonly productId: string
  readonly name: string
  readonly sku: string | null
  readonly uom: string | null
  readonly needed: number
  readonly picked: number
  /** What the labels of the picked pieces say. */
  readonly labels?: readonly Label[]
}

/** The stored state of picking one order. It includes everything that picking needs offline. */
export interface PickState {
  readonly orderId: string | null
  readonly number: string
  readonly customer: string
  readonly warehouse: string
  readonly isNew: boolean
  readonly lines: readonly PickLine[]
  /** The idempotency keys of the two commands for an order: "being picked" and "shipped". */
  readonly pickKey: string
  readonly shipKey: string
}

const NOTHING: PickState = {
  ...{ orderId: null, number: '', customer: '', warehouse: '', isNew: false, lines: [], pickKey: '', shipKey: '' },
}

export const isDone = ({ picked, needed }: PickLine) => picked >= needed

/** Returns the ids of the products in an order, including the components of its bundles. */
export const productsNamed = (order: Order | undefined): readonly string[] =>
  (order?.items ?? []).flatMap(({ productId, components = [] }) => [
    productId,
    ...components.map((one) => one.productId),
  ])

/** Returns the products that an order needs, with the quantities already picked. */
export function linesOf(
  order: Order,
  products: ReadonlyMap<string, Product>,
  before: readonly PickLine[],
): readonly PickLine[] {
  const pickedOf = new Map(before.map(({ productId, picked }) => [productId, picked]))
  return [...demandOf(order.items, products)].map(([productId, demand]): PickLine => {
    const { name, sku, uom } = products.get(productId)!
    const needed = units(demand)
    return { productId, name, sku, uom, needed, picked: Math.min(pickedOf.get(productId) ?? 0, needed) }
  })
}

interface Begun {
  readonly order: Order
  readonly products: ReadonlyMap<string, Product>
  readonly warehouse: string
  /** The stored progress, if picking of this order was begun on this device before. */
  readonly left: PickState | undefined
}

/** Returns the state with which picking an order begins or continues. */
export function stateOf({ order, products, warehouse, left }: Begun): PickState {
  const { id, number, customer, status } = order
  const lines = linesOf(order, products, left?.lines ?? [])
  const keys = { pickKey: left?.pickKey ?? newKey(), shipKey: left?.shipKey ?? newKey() }
  return { orderId: id, number, customer, warehouse, isNew: status === 'new', lines, ...keys }
}

type Left = Readonly<Record<string, PickState>>

export interface Picks {
  readonly current: KeptTask<PickState>
  /** Orders that were begun on this device and put aside for another, by id. */
  readonly left: Left
  open(state: PickState): void
  /** Puts the unfinished order aside, so that it can be continued later. */
  leave(): void
  /** Removes the order from the browser, because it is finished or nothing is left to pick. */
  finish(): void
}

export function usePickStates(owner: string): Picks {
  const current = useKeptTask<PickState>(owner, 'pick', () => NOTHING)
  const { task: left, change } = useKeptTask<Left>(owner, 'picks', () => ({}))
  const { renew, now, change: begin } = current
  const open = useCallback((state: PickState) => begin(() => state), [begin])
  const leave = useCallback(() => {
    const state = now()
    renew(NOTHING)
    if (state.lines.some(({ picked }) => picked > 0)) change((before) => withLeft(before, state))
  }, [now, renew, change])
  const finish = useCallback(() => {
    const id = now().orderId
    renew(NOTHING)
    change((before) => Object.fromEntries(Object.entries(before).filter(([of]) => of !== id)))
  }, [now, renew, change])
  return { current, left, open, leave, finish }
}

/**
 * Adds the order that was just put aside as the last one, because the first ones are dropped when there are too many.
 */
function withLeft(before: Left, state: PickState): Left {
  const others = Object.entries(before).filter(([id]) => id !== state.orderId)
  return Object.fromEntries([...others, [state.orderId!, state] as const].slice(-MAX_LEFT))
}
