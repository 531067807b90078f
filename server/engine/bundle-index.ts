/** Which bundles have a product as a component. Snapshots share all that did not change, like those of a collection. */
import type { Milli } from '../../amounts/quantity.ts'
import type { Product } from '../domain/records.ts'

/** One component of one bundle. */
export interface Use {
  readonly bundleId: string
  /** Of the component, for one bundle. */
  readonly quantity: Milli
}

/** What stands in an object of an earlier session is shared with a snapshot, and copied before it is changed. */
interface Uses {
  session: object
  list: Use[]
}
interface Shard {
  session: object
  /** By the id of the component. */
  uses: Map<string, Uses>
}

/** The index at one revision; nobody changes it any more. */
export type BundleIndexSnapshot = readonly (Shard | undefined)[]

/** So many maps, so that a command which changes one bundle does not copy what is known of all components. */
const SHARDS = 256
const NONE: readonly Use[] = []

export class BundleIndex {
  private session: object = {}
  private shards: (Shard | undefined)[]

  constructor(from: BundleIndexSnapshot = []) {
    this.shards = from.slice()
  }

  /** The index as it is now; later changes do not show in it. */
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

  /** The uses of a component as a list that may be changed. */
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

/** The last characters of an id are random. */
function shardOf(id: string): number {
  return (id.charCodeAt(id.length - 1) * 31 + id.charCodeAt(id.length - 2) * 7 + id.charCodeAt(id.length - 3)) % SHARDS
}
