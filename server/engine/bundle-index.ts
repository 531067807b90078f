/**
 * An index that shows which bundles use a product as a component. Like snapshots of a collection, snapshots of the
 * index share all unchanged parts.
 */
import type { Milli } from '../../amounts/quantity.ts'
import type { Product } from '../domain/records.ts'

/** A bundle that contains the component. */
export interface Use {
  readonly bundleId: string
  /** The quantity of the component in one bundle, in thousandths. */
  readonly quantity: Milli
}

/**
 * The bundles that use one component. If they come from an earlier edit session, a snapshot shares them, so they are
 * copied before being changed.
 */
interface Uses {
  session: object
  list: Use[]
}
interface Shard {
  session: object
  /** The bundles that use each component, by the component's id. */
  uses: Map<string, Uses>
}

/** A snapshot of the index at one revision. It never changes. */
export type BundleIndexSnapshot = readonly (Shard | undefined)[]

/**
 * The number of maps into which the index is split, so that changing one bundle copies the entries of only a few
 * components.
 */
const SHARDS = 256
const NONE: readonly Use[] = []

export class BundleIndex {
  private session: object = {}
  private shards: (Shard | undefined)[]

  constructor(from: BundleIndexSnapshot = []) {
    this.shards = from.slice()
  }

  /** Returns a snapshot of the index, which later changes do not affect. */
  snapshot(): BundleIndexSnapshot {
    this.session = {}
    return this.shards.slice()
  }

  usesOf(componentId: string): readonly Use[] {
    return this.shards[shardOf(componentId)]?.uses.get(componentId)?.list ?? NONE
  }

  add(bundle: Product): void {
    for (const { productId, quantity } of bundle.components)
      this.ownUses(productId).push({ bundleId: bundle.id, quantity })
  }

  remove(bundle: Product): void {
    for (const { productId } of bundle.components) {
      const list = this.ownUses(productId)
      const last = list.pop()!
      const position = list.findIndex(({ bundleId }) => bundleId === bundle.id)
      if (position !== -1) list[position] = last
      else if (list.length === 0) this.shards[shardOf(productId)]!.uses.delete(productId)
    }
  }

  /** Returns a component's uses as a list that may be edited, copying it if a snapshot shares it. */
  private ownUses(componentId: string): Use[] {
    const { session } = this
    const at = shardOf(componentId)
    let shard = this.shards[at]
    if (shard?.session !== session) {
      shard = { session, uses: new Map(shard?.uses) }
      this.shards[at] = shard
    }
    let uses = shard.uses.get(componentId)
    if (uses?.session !== session) {
      uses = { session, list: uses?.list.slice() ?? [] }
      shard.uses.set(componentId, uses)
    }
    return uses.list
  }
}

/** Picks the shard by the last characters of the id, because those are random. */
function shardOf(id: string): number {
  return (id.charCodeAt(id.length - 1) * 31 + id.charCodeAt(id.length - 2) * 7 + id.charCodeAt(id.length - 3)) % SHARDS
}
