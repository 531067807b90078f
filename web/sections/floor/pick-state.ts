/** An order that is being picked, as the browser keeps it: what the service is not told of is how far it has come. */
import { useCallback } from 'react'
import { newKey } from '../../../sdk/keys.ts'
import type { Order, Product } from '../../../sdk/types.ts'
import type { Label } from '../../codes/scanned-code.ts'
import { units } from '../../data/amounts.ts'
import { type KeptTask, useKeptTask } from '../../data/floor/kept-task.ts'
import { demandOf } from '../../data/shipping.ts'

/** So many orders that were begun and left for another one are remembered. */
const MAX_LEFT = 30

export interface PickLine {
  readonly productId: string
  readonly name: string
  readonly sku: string | null
  readonly uom: string | null
  readonly needed: number
  readonly picked: number
  /** What the labels of its pieces say. */
  readonly labels?: readonly Label[]
}

/** With all that is needed for it while the connection is away. */
export interface PickState {
  readonly orderId: string | null
  readonly number: string
  readonly customer: string
  readonly warehouse: string
  readonly isNew: boolean
  readonly lines: readonly PickLine[]
  /** The keys of its two commands. */
  readonly pickKey: string
  readonly shipKey: string
}

const NOTHING: PickState = {
  ...{ orderId: null, number: '', customer: '', warehouse: '', isNew: false, lines: [], pickKey: '', shipKey: '' },
}

export const isDone = ({ picked, needed }: PickLine) => picked >= needed

/** The products that an order names, also within its bundles. */
export const productsNamed = (order: Order | undefined): readonly string[] =>
  (order?.items ?? []).flatMap(({ productId, components = [] }) => [
    productId,
    ...components.map((one) => one.productId),
  ])

/** What an order needs, with what was picked of it before. */
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
  /** It was begun here before. */
  readonly left: PickState | undefined
}

/** An order as it is begun, or gone on with. */
export function stateOf({ order, products, warehouse, left }: Begun): PickState {
  const { id, number, customer, status } = order
  const lines = linesOf(order, products, left?.lines ?? [])
  const keys = { pickKey: left?.pickKey ?? newKey(), shipKey: left?.shipKey ?? newKey() }
  return { orderId: id, number, customer, warehouse, isNew: status === 'new', lines, ...keys }
}

type Left = Readonly<Record<string, PickState>>

export interface Picks {
  readonly current: KeptTask<PickState>
  /** Orders that were begun here and left for another one, by id. */
  readonly left: Left
  open(state: PickState): void
  /** Leaves the order for later. */
  leave(): void
  /** It is done, or there is nothing to do any more. */
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

/** The one that was left last stands last. */
function withLeft(before: Left, state: PickState): Left {
  const others = Object.entries(before).filter(([id]) => id !== state.orderId)
  return Object.fromEntries([...others, [state.orderId!, state] as const].slice(-MAX_LEFT))
}
