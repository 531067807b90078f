/**
 * How a command changes the state beyond the records it wrote: newer finished records push older ones out of the state,
 * and the stock rows of bundles follow their components. The log stores these changes with the command's after-images,
 * so that a response in the changes form can be rebuilt from the command's own row, whatever has been committed since.
 */
import type { Milli } from '../../amounts/quantity.ts'
import type { Applied, Books } from '../domain/books.ts'
import { bundleStockAt } from '../domain/bundles.ts'
import {
  type Change,
  FINISHABLE_KINDS,
  type FinishableKind,
  isFinishable,
  isFinished,
  type Kind,
  type Product,
  type RecordOf,
  stockKey,
} from '../domain/records.ts'
import { lowerBound } from './collection.ts'
import type { FinishedIds } from './state.ts'

/**
 * The maximum number of bundle rows that are logged for one command. When more rows change, the log lists none of
 * them.
 */
const MAX_BUNDLE_ROWS = 16

/** The finished records that the state will show once all commands decided so far are committed. */
export interface FinishedHead {
  ids: FinishedIds
  /** The maximum number of finished records of each kind that the state shows. */
  readonly most: number
}

/** The key of a bundle's stock row, with the row's available quantity; null means that the row does not exist. */
type BundleRow = readonly [key: string, available: Milli | null]

export interface BesideChanges {
  /** Finished records that the state no longer shows after the command, as `kind id`. */
  readonly left: readonly string[]
  /** Records that the command changed although the state shows them neither before nor after the command. */
  readonly hidden: readonly string[]
  /**
   * The bundle rows that changed; null when there are too many, or when the changed rows cannot be determined without
   * the state.
   */
  readonly bundles: readonly BundleRow[] | null
}

/** Remembers the bundle rows before a command, and afterwards reports which of them changed. */
export class BundleRowsOf {
  private readonly books: Books
  private rows: Map<
    string,
    { readonly bundleId: string; readonly warehouseId: string; readonly was: Milli | null }
  > | null = new Map()

  /** Remembers the bundle rows. Call it before the changes are applied. */
  constructor(books: Books, changes: readonly Change[]) {
    this.books = books
    if (books.bundlesByComponent.size === 0 && !changes.some(isOfBundle)) return
    for (const change of changes) this.note(change)
  }

  private note(change: Change): void {
    const { books } = this
    if (change.kind === 'products') {
      const before = books.products.get(change.id) ?? null
      const after = change.record as Product | null
      const isBundle = (before?.components.length ?? 0) > 0 || (after?.components.length ?? 0) > 0
      if (isBundle && before?.components !== after?.components) this.rows = null
    }
    if (change.kind !== 'stock' || this.rows === null) return
    const [productId, warehouseId] = change.id.split('/') as [string, string]
    if ((books.products.get(productId)?.components.length ?? 0) > 0) this.rows = null
    const bundleIds = books.bundlesByComponent.get(productId)
    if (bundleIds === undefined || this.rows === null) return
    if (this.rows.size + bundleIds.size > MAX_BUNDLE_ROWS) this.rows = null
    else
      for (const bundleId of bundleIds) {
        const key = stockKey(bundleId, warehouseId)
        if (!this.rows.has(key))
          this.rows.set(key, { bundleId, warehouseId, was: this.availableOf(bundleId, warehouseId) })
      }
  }

  private availableOf(bundleId: string, warehouseId: string): Milli | null {
    const { products, stock } = this.books
    return bundleStockAt(
      products.get(bundleId)!,
      (productId) => stock.get(stockKey(productId, warehouseId))?.available ?? null,
    )
  }

  /** Returns the bundle rows that changed. Call it after the changes were applied. */
  changed(): readonly BundleRow[] | null {
    if (this.rows === null) return null
    const changed: BundleRow[] = []
    for (const [key, { bundleId, warehouseId, was }] of this.rows) {
      const is = this.availableOf(bundleId, warehouseId)
      if (is !== was) changed.push([key, is])
    }
    return changed
  }
}

const isOfBundle = ({ kind, record }: Change) =>
  kind === 'products' && (record as Product | null)?.components.length !== 0

interface AppliedChange extends Pick<Applied, 'before'> {
  readonly change: Change
}

/** Computes which finished records the state shows after a command, by the same rules as engine/state.ts. */
export function finishedBeside(
  head: FinishedHead,
  applied: readonly AppliedChange[],
): Pick<BesideChanges, 'left' | 'hidden'> {
  const before = head.ids
  const touched = new Map<string, AppliedChange>()
  for (const one of applied) {
    const { kind, id, record } = one.change
    if (!isFinishable(kind) || !(isDone(kind, one.before) || isDone(kind, record))) continue
    touched.set(`${kind} ${id}`, one)
    follow(head, { kind, id, isNowFinished: isDone(kind, record) })
  }
  if (touched.size === 0) return { left: [], hidden: [] }
  const [left, hidden] = [[] as string[], [] as string[]]
  for (const kind of FINISHABLE_KINDS)
    for (const id of evict(head, kind)) {
      const was = touched.get(`${kind} ${id}`)?.before ?? null
      const wasShown = (was !== null && !isDone(kind, was)) || has(before[kind], id)
      ;(wasShown ? left : hidden).push(`${kind} ${id}`)
    }
  for (const [name, { before: was, change }] of touched)
    if (change.record === null && isDone(change.kind, was) && !has(before[change.kind as FinishableKind], change.id))
      hidden.push(name)
  return { left, hidden }
}

function isDone(kind: Kind, record: Change['record']): boolean {
  return record !== null && isFinishable(kind) && isFinished(kind, record as RecordOf[FinishableKind])
}

function has(ids: readonly string[], id: string): boolean {
  return ids[lowerBound(ids, id)] === id
}

interface Followed {
  readonly kind: FinishableKind
  readonly id: string
  readonly isNowFinished: boolean
}

function follow(head: FinishedHead, { kind, id, isNowFinished }: Followed): void {
  const known = head.ids[kind]
  if (has(known, id) === isNowFinished) return
  const ids = known.filter((other) => other !== id)
  if (isNowFinished) {
    const at = ids.findIndex((other) => other > id)
    ids.splice(at === -1 ? ids.length : at, 0, id)
  }
  head.ids = { ...head.ids, [kind]: ids }
}

function evict(head: FinishedHead, kind: FinishableKind): readonly string[] {
  const excess = head.ids[kind].length - head.most
  if (excess <= 0) return []
  const gone = head.ids[kind].slice(0, excess)
  head.ids = { ...head.ids, [kind]: head.ids[kind].slice(excess) }
  return gone
}
