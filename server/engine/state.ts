/**
 * The state of a company as clients see it: committed records only, each collection with its bytes, plus what is computed from
 * them (the stock rows of bundles) and what is cut off (all but the newest finished records). Source: decisions.md §2.
 */
import type { Totals } from '../domain/books.ts'
import { bundleStockAt } from '../domain/bundles.ts'
import {
  type AnyRecord,
  type Change,
  FINISHABLE_KINDS,
  type FinishableKind,
  isFinishable,
  isFinished,
  isHistoryKind,
  type Lot,
  MAX_FINISHED_SHOWN,
  type Product,
  type RecordOf,
  type Settings,
  STATE_KINDS,
  type StateKind,
  stockKey,
} from '../domain/records.ts'
import { runToEnd } from '../domain/slices.ts'
import { Collection, type CollectionSnapshot } from './collection.ts'

type Collections = { readonly [K in StateKind]: Collection<K> }
type CollectionSnapshots = { readonly [K in StateKind]: CollectionSnapshot<K> }

/** Ids of the finished records that are shown, ascending, by kind. */
type FinishedIds = { readonly [K in FinishableKind]: readonly string[] }

/** A finished record that is no longer among the newest of its kind. */
export interface Evicted {
  readonly kind: FinishableKind
  readonly id: string
}

/** The state at one revision. Immutable; shares all that did not change with its neighbours. */
export interface StateSnapshot {
  readonly companyId: string
  readonly revision: number
  readonly settings: Settings
  readonly totals: Totals
  readonly collections: CollectionSnapshots
  readonly finished: FinishedIds
  readonly bundlesByComponent: ReadonlyMap<string, readonly string[]>
}

/** One entry per kind, as `make` makes it. */
function byKind<Kind extends string, Entry>(kinds: readonly Kind[], make: (kind: Kind) => Entry): Record<Kind, Entry> {
  const entries = {} as Record<Kind, Entry>
  for (const kind of kinds) entries[kind] = make(kind)
  return entries
}

export class State {
  readonly companyId: string
  revision: number
  settings: Settings
  totals: Totals
  private readonly collections: Collections
  private finished: FinishedIds
  private bundlesByComponent: Map<string, readonly string[]>
  private componentsAreShared = true
  private readonly maxFinishedShown: number

  constructor(
    from: Pick<StateSnapshot, 'companyId' | 'revision' | 'settings' | 'totals'> & Partial<StateSnapshot>,
    maxFinishedShown = MAX_FINISHED_SHOWN,
  ) {
    this.maxFinishedShown = maxFinishedShown
    this.companyId = from.companyId
    this.revision = from.revision
    this.settings = from.settings
    this.totals = from.totals
    this.finished = from.finished ?? byKind(FINISHABLE_KINDS, () => [])
    this.bundlesByComponent = (from.bundlesByComponent ?? new Map()) as Map<string, readonly string[]>
    this.collections = byKind(
      STATE_KINDS,
      (kind) => new Collection(kind, from.collections?.[kind] as CollectionSnapshot<typeof kind>),
    ) as unknown as Collections
  }

  /** The state as it is now, for an answer that is printed later or compared with another revision. */
  snapshot(): StateSnapshot {
    this.componentsAreShared = true
    return {
      companyId: this.companyId,
      revision: this.revision,
      settings: this.settings,
      totals: this.totals,
      collections: byKind(STATE_KINDS, (kind) => this.collections[kind].snapshot()) as unknown as CollectionSnapshots,
      finished: this.finished,
      bundlesByComponent: this.bundlesByComponent,
    }
  }

  /**
   * Takes over the changes of one committed command.
   * @returns finished records that are no longer among the newest.
   */
  apply(changes: readonly Change[], revision: number, totals: Totals): Evicted[] {
    return runToEnd(this.applyInSteps(changes, revision, totals))
  }

  /** The same in small steps, for a state that nobody else uses: between two steps it is neither the one nor the other. */
  *applyInSteps(changes: readonly Change[], revision: number, totals: Totals): Generator<void, Evicted[]> {
    this.revision = revision
    this.totals = totals
    const bundles = new Set<string>()
    for (const change of changes) {
      this.applyOne(change, bundles)
      yield
    }
    // Last: changes that are taken over together come in no particular order, and one may show again what another pushes out.
    const evicted = FINISHABLE_KINDS.flatMap((kind) => this.evictFinished(kind))
    for (const change of changes) {
      if (change.kind !== 'stock') continue
      this.refreshBundlesOf(change.id)
      yield
    }
    if (bundles.size > 0) {
      const warehouseIds = this.warehousesNowOrIn(changes)
      for (const bundleId of bundles) {
        for (const warehouseId of warehouseIds) this.refreshBundleRow(bundleId, warehouseId)
        yield
      }
    }
    return evicted
  }

  /** Changes that are taken back (history.ts) may take out a bundle together with the warehouse where it has a row. */
  private warehousesNowOrIn(changes: readonly Change[]): Set<string> {
    const ids = new Set<string>()
    for (const warehouse of this.collections.warehouses.values()) ids.add(warehouse.id)
    for (const change of changes) if (change.kind === 'warehouses') ids.add(change.id)
    return ids
  }

  private applyOne(change: Change, bundles: Set<string>): void {
    const { kind, id, record } = change
    if (isHistoryKind(kind)) return
    if (kind === 'settings') {
      if (record !== null) this.settings = record as Settings
      return
    }
    if (kind === 'products') {
      const isBundle = this.trackComponents(this.collections.products.get(id) ?? null, record as Product | null)
      if (isBundle) bundles.add(id)
    }
    if (isFinishable(kind)) this.trackFinished(kind, id, record as RecordOf[FinishableKind] | null)
    const isUsedUp = kind === 'lots' && record !== null && (record as Lot).remaining === 0
    this.place(kind, id, isUsedUp ? null : record)
  }

  private place(kind: StateKind, id: string, record: AnyRecord | null): void {
    const collection = this.collections[kind] as unknown as Collection<StateKind>
    if (record === null) collection.delete(id)
    else collection.put(id, record as RecordOf[StateKind])
  }

  private trackFinished(kind: FinishableKind, id: string, after: RecordOf[FinishableKind] | null): void {
    const before = this.collections[kind].get(id)
    const wasFinished = before !== undefined && isFinished(kind, before)
    const isNowFinished = after !== null && isFinished(kind, after)
    if (wasFinished === isNowFinished) return
    const finished = this.finished[kind].filter((other) => other !== id)
    if (isNowFinished) {
      const at = finished.findIndex((other) => other > id)
      finished.splice(at === -1 ? finished.length : at, 0, id)
    }
    this.finished = { ...this.finished, [kind]: finished }
  }

  private evictFinished(kind: FinishableKind): Evicted[] {
    const excess = this.finished[kind].length - this.maxFinishedShown
    if (excess <= 0) return []
    const oldest = this.finished[kind].slice(0, excess)
    this.finished = { ...this.finished, [kind]: this.finished[kind].slice(excess) }
    for (const id of oldest) this.collections[kind].delete(id)
    return oldest.map((id) => ({ kind, id }))
  }

  /** Keeps the look-up from components to bundles. @returns true when the product is or was a bundle. */
  private trackComponents(before: Product | null, after: Product | null): boolean {
    if ((before?.components.length ?? 0) === 0 && (after?.components.length ?? 0) === 0) return false
    if (this.componentsAreShared) this.bundlesByComponent = new Map(this.bundlesByComponent)
    this.componentsAreShared = false
    const index = this.bundlesByComponent
    for (const { productId } of before?.components ?? [])
      index.set(
        productId,
        (index.get(productId) ?? []).filter((id) => id !== before!.id),
      )
    for (const { productId } of after?.components ?? [])
      index.set(productId, [...(index.get(productId) ?? []), after!.id])
    return true
  }

  /** Rows of bundles are not stored: they follow from the rows of their components (decisions.md §2 "`stock` row"). */
  private refreshBundlesOf(key: string): void {
    const separator = key.indexOf('/')
    const bundles = this.bundlesByComponent.get(key.slice(0, separator))
    if (bundles === undefined) return
    for (const bundleId of bundles) this.refreshBundleRow(bundleId, key.slice(separator + 1))
  }

  private refreshBundleRow(bundleId: string, warehouseId: string): void {
    const bundle = this.collections.products.get(bundleId)
    const key = stockKey(bundleId, warehouseId)
    const available =
      bundle === undefined
        ? null
        : bundleStockAt(bundle, (productId) => this.collections.stock.get(stockKey(productId, warehouseId)))
    const current = this.collections.stock.get(key)
    if (available === null) {
      if (current?.onHand === null) this.collections.stock.delete(key)
      return
    }
    if (current?.available === available) return
    this.collections.stock.put(key, {
      productId: bundleId,
      warehouseId,
      onHand: null,
      reserved: null,
      available,
      revision: this.revision,
    })
  }
}
