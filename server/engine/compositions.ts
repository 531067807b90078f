/**
 * The compositions of ordered bundles, which many lines and many orders have in common: kept once in memory and printed once, though
 * each line of an answer shows its own.
 */
import type { Order } from '../domain/records.ts'

export type Composition = NonNullable<Order['items'][number]['components']>

/** What was used lately, up to a weight: half of it goes when it is full, so that forgetting costs nothing per entry. */
class LatelyUsed<K, V> {
  private readonly maxWeight: number
  private fresh = new Map<K, V>()
  private older = new Map<K, V>()
  private weight = 0

  constructor(maxWeight: number) {
    this.maxWeight = maxWeight
  }

  get(key: K): V | undefined {
    return this.fresh.get(key) ?? this.older.get(key)
  }

  set(key: K, value: V, weight: number): void {
    if (this.weight + weight > this.maxWeight / 2) {
      this.older = this.fresh
      this.fresh = new Map()
      this.weight = 0
    }
    this.fresh.set(key, value)
    this.weight += weight
  }
}

/** Components of the compositions that are known again when an order is read: some megabytes. */
const MAX_KNOWN_COMPONENTS = 50_000
/** Characters of printed compositions. */
const MAX_PRINTED = 8_000_000

/** By the product id of the bundle. */
const known = new LatelyUsed<string, Composition>(MAX_KNOWN_COMPONENTS)
const printed = new LatelyUsed<Composition, string>(MAX_PRINTED)

/** Gives the items of an order that was just read the compositions that are in memory already, if they are the same. */
export function shareCompositions(order: Order): void {
  for (const item of order.items as { productId: string; components?: Composition }[]) {
    if (item.components === undefined) continue
    const other = known.get(item.productId)
    if (other !== undefined && isSame(other, item.components)) item.components = other
    else known.set(item.productId, item.components, item.components.length)
  }
}

function isSame(a: Composition, b: Composition): boolean {
  return a.length === b.length && a.every((one, position) => isSameComponent(one, b[position]!))
}

function isSameComponent(a: Composition[number], b: Composition[number]): boolean {
  return a.productId === b.productId && a.name === b.name && a.quantity === b.quantity
}

/** The JSON of a composition, printed by `print` when it was not printed lately. */
export function printComposition(composition: Composition, print: (composition: Composition) => string): string {
  const text = printed.get(composition)
  if (text !== undefined) return text
  const fresh = flattened(print(composition))
  printed.set(composition, fresh, fresh.length)
  return fresh
}

/** A text that was put together stays a tree of its parts until somebody reads in it; it is cheaper to copy once it is one piece. */
function flattened(text: string): string {
  text.charCodeAt(0)
  return text
}
