/**
 * The state of a company as clients see it: only committed records, each collection with its serialized bytes, plus
 * computed rows (the stock rows of bundles). Of the finished records, the state has only the newest. Source: S-STATE-2,
 * S-STATE-6, S-BUNDLE-4.
 */
import type { Totals } from '../domain/books.ts'
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
} from '../domain/records.ts'
import { runToEnd } from '../runtime/slices.ts'
import type { BundleIndexSnapshot } from './bundle-index.ts'
import { BundleRows } from './bundle-rows.ts'
import { Collection, type CollectionSnapshot } from './collection.ts'

type Collections = { readonly [K in StateKind]: Collection<K> }
type CollectionSnapshots = { readonly [K in StateKind]: CollectionSnapshot<K> }

/** For each kind, the ids of the finished records that the state shows, in ascending order. */
export type FinishedIds = { readonly [K in FinishableKind]: readonly string[] }

/** A finished record that is no longer among the newest of its kind. */
export interface Evicted {
  readonly kind: FinishableKind
  readonly id: string
}

/** The state at one revision. It never changes, and shares all unchanged parts with neighbouring revisions. */
export interface StateSnapshot {
  readonly companyId: string
  readonly revision: number
  readonly settings: Settings
  readonly totals: Totals
  readonly collections: CollectionSnapshots
  readonly finished: FinishedIds
  readonly bundles: BundleIndexSnapshot
}

/** Builds an object with one entry for each kind. */
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
  finished: FinishedIds
  private readonly bundleRows: BundleRows
  readonly maxFinishedShown: number

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
    this.collections = byKind(
      STATE_KINDS,
      (kind) => new Collection(kind, from.collections?.[kind] as CollectionSnapshot<typeof kind>),
    ) as unknown as Collections
    this.bundleRows = new BundleRows(this.collections.products, this.collections.stock, from.bundles)
  }

  /** Returns an independent copy of the state, which can then change separately. */
  fork(): State {
    return new State(this.snapshot(), this.maxFinishedShown)
  }

  /** Returns how much memory the serialized bytes take. `counted`: the parts counted so far; see countPrinted. */
  printedBytes(counted: Set<object>): number {
    return STATE_KINDS.reduce((sum, kind) => sum + this.collections[kind].printedBytes(counted), 0)
  }

  /**
   * Returns a snapshot of the current state, to be used for a response that is serialized later or compared with
   * another revision.
   */
  snapshot(): StateSnapshot {
    runToEnd(this.refreshInSteps())
    return {
      companyId: this.companyId,
      revision: this.revision,
      settings: this.settings,
      totals: this.totals,
      collections: byKind(STATE_KINDS, (kind) => this.collections[kind].snapshot()) as unknown as CollectionSnapshots,
      finished: this.finished,
      bundles: this.bundleRows.snapshot(),
    }
  }

  /**
   * Applies the changes of one committed command. @returns the finished records that are no longer among the newest
   * because of it.
   */
  apply(changes: readonly Change[], revision: number, totals: Totals): Evicted[] {
    return runToEnd(this.applyInSteps(changes, revision, totals))
  }

  /**
   * Applies changes as `apply` does, but in small steps. Use it only for a state that nobody else
   * uses, because the state is inconsistent between two steps.
   */
  *applyInSteps(changes: readonly Change[], revision: number, totals: Totals): Generator<void, Evicted[]> {
    this.revision = revision
    this.totals = totals
    for (const change of changes) {
      this.applyOne(change)
      yield
    }
    // Push finished records out last. Changes that are applied together have no particular order, so an early change
    // may push out a record that a later change brings back.
    return FINISHABLE_KINDS.flatMap((kind) => this.evictFinished(kind))
  }

  /**
   * Brings computed rows (the stock rows of bundles) up to date in small steps. Taking a snapshot does the same in one
   * step.
   */
  refreshInSteps(): Generator<void, void> {
    return this.bundleRows.refresh(this.revision)
  }

  private applyOne(change: Change): void {
    const { kind, id, record } = change
    if (isHistoryKind(kind)) return
    if (kind === 'settings') {
      if (record !== null) this.settings = record as Settings
      return
    }
    if (kind === 'products')
      this.bundleRows.productChanges(this.collections.products.get(id) ?? null, record as Product | null)
    if (kind === 'stock') this.bundleRows.stockChanges(id)
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
}
