/**
 * The state of an order that is being picked, which the browser stores. The server does not know how far the picking
 * is.
 */
import { useCallback } from 'react'
import { newKey } from '../../../sdk/keys.ts'
import type { Order, Product } from '../../../sdk/types.ts'
import type { Label } from '../../codes/scanned-code.ts'
import { milli, units } from '../../data/amounts.ts'
import { type KeptTask, useKeptTask } from '../../data/floor/kept-task.ts'
import { demandOf, reservingLines } from '../../data/shipping.ts'

/** The most orders that the browser remembers as begun and put aside for other orders. */
const MAX_LEFT = 30

export interface PickLine {
  readonly productId: string
  readonly name: string
  readonly sku: string | null
  readonly uom: string | null
  readonly needed: number
  readonly picked: number
  /** The data on the GS1 labels of the picked items. */
  readonly labels?: readonly Label[]
}

/** A line of the order of which something is still to be shipped. */
export interface PickItem {
  readonly id: number
  readonly productId: string
  readonly left: number
  /** Whether the product of the line is a service, which nobody picks. */
  readonly isService: boolean
  /** The products that one bundle consists of; absent if the line is not a bundle. */
  readonly components?: readonly { readonly productId: string; readonly quantity: number }[]
}

/** The stored state of picking one order. It contains everything that is needed to pick offline. */
export interface PickState {
  readonly orderId: string | null
  readonly number: string
  readonly customer: string
  readonly warehouse: string
  readonly isNew: boolean
  readonly lines: readonly PickLine[]
  /** The order's lines with the quantities left to ship; absent in a state stored by an older version of the app. */
  readonly items?: readonly PickItem[]
  /** The idempotency keys of the two commands: `pickKey` for the status "being picked", `shipKey` for the shipment. */
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
  return [...demandOf(reservingLines(order.items), products)].map(([productId, demand]): PickLine => {
    const { name, sku, uom } = products.get(productId)!
    const needed = units(demand)
    return { productId, name, sku, uom, needed, picked: Math.min(pickedOf.get(productId) ?? 0, needed) }
  })
}

/** Returns the lines of an order that still have something left to ship. */
export const itemsOf = (order: Order, products: ReadonlyMap<string, Product>): readonly PickItem[] =>
  reservingLines(order.items).map(({ id, productId, quantity: left, components }) => {
    const item = { id, productId, left, isService: products.get(productId)?.kind === 'service' }
    if (components === undefined) return item
    return { ...item, components: components.map((one) => ({ productId: one.productId, quantity: one.quantity })) }
  })

/** A part of an order: a quantity of one of its lines. */
export interface PickedPart {
  readonly lineId: number
  readonly quantity: number
}

/**
 * Returns which quantities of the order's lines can be shipped with the goods picked so far. Bundles are shipped only
 * whole. Services are shipped with the first part. The result is empty if the picked goods are not enough for anything.
 */
export function partOf({ items = [], lines }: Pick<PickState, 'items' | 'lines'>): readonly PickedPart[] {
  const free = new Map(lines.map(({ productId, picked }) => [productId, milli(picked) as number]))
  const parts = items.flatMap(({ id, productId, left, isService, components }): PickedPart[] => {
    const needs = isService ? [] : (components ?? [{ productId, quantity: 1 }])
    // Individual goods can be shipped in thousandths, but bundles only whole.
    const step = components === undefined ? 1 : 1_000
    const most = needs.reduce(
      (count, need) => Math.min(count, Math.floor(((free.get(need.productId) ?? 0) * 1_000) / milli(need.quantity))),
      milli(left) as number,
    )
    const count = most >= milli(left) ? milli(left) : most - (most % step)
    if (count <= 0) return []
    for (const need of needs)
      free.set(need.productId, (free.get(need.productId) ?? 0) - Math.round((count * milli(need.quantity)) / 1_000))
    return [{ lineId: id, quantity: units(count) }]
  })
  return parts.some(({ lineId }) => items.some(({ id, isService }) => id === lineId && !isService)) ? parts : []
}

interface Begun {
  readonly order: Order
  readonly products: ReadonlyMap<string, Product>
  readonly warehouse: string
  /** The stored progress of this order; undefined if its picking was not begun on this device. */
  readonly left: PickState | undefined
}

/** Returns the state in which picking an order starts or resumes. */
export function stateOf({ order, products, warehouse, left }: Begun): PickState {
  const { id, number, customer, status } = order
  const lines = linesOf(order, products, left?.lines ?? [])
  const keys = { pickKey: left?.pickKey ?? newKey(), shipKey: left?.shipKey ?? newKey() }
  const items = itemsOf(order, products)
  return { orderId: id, number, customer, warehouse, isNew: status === 'new', lines, items, ...keys }
}

type Left = Readonly<Record<string, PickState>>

export interface Picks {
  readonly current: KeptTask<PickState>
  /** Orders whose picking was begun on this device and put aside for another order, by id. */
  readonly left: Left
  open(state: PickState): void
  /** Puts the unfinished order aside, so that the user can continue with it later. */
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
 * Adds the order that was just put aside at the end of the list. If there are too many orders, those at the beginning
 * are dropped.
 */
function withLeft(before: Left, state: PickState): Left {
  const others = Object.entries(before).filter(([id]) => id !== state.orderId)
  return Object.fromEntries([...others, [state.orderId!, state] as const].slice(-MAX_LEFT))
}
