/**
 * The compositions (lists of components) of ordered bundles, which many lines and orders share. Each composition is
 * stored in memory once and serialized once, although every line of an order contains it.
 */
import type { Order } from '../domain/records.ts'

export type Composition = NonNullable<Order['items'][number]['components']>

/**
 * A cache of recently used entries with a weight limit. When it is full, the older half is dropped as a whole, so no
 * time is spent on dropping single entries.
 */
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

/** The maximum number of components in the cache of known compositions. They take some megabytes. */
const MAX_KNOWN_COMPONENTS = 50_000
/** The maximum number of characters in the cache of serialized compositions. */
const MAX_PRINTED = 8_000_000

/** The known compositions, by the product id of the bundle. */
const known = new LatelyUsed<string, Composition>(MAX_KNOWN_COMPONENTS)
const printed = new LatelyUsed<Composition, string>(MAX_PRINTED)

/** Replaces the compositions of an order that was just read with equal compositions already in memory. */
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

/** Returns the JSON of a composition, calling `print` only if the composition was not serialized recently. */
export function printComposition(composition: Composition, print: (composition: Composition) => string): string {
  const text = printed.get(composition)
  if (text !== undefined) return text
  const fresh = flattened(print(composition))
  printed.set(composition, fresh, fresh.length)
  return fresh
}

/**
 * Flattens a concatenated string. V8 stores such a string as a tree of parts until it is read, and a flat string is
 * cheaper to copy.
 */
function flattened(text: string): string {
  text.charCodeAt(0)
  return text
}
