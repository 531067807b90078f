/**
 * The state of a company as clients see it: committed records only, each collection with its bytes, plus what is computed from
 * them (the stock rows of bundles) and what is cut off (all but the newest finished records). Source: decisions.md §2.
 */
import type { Totals } from '../domain/books.ts'
import { bundleStockAt } from '../domain/bundles.ts'
import { formatMinor } from '../domain/quantity.ts'
import {
  type Change,
  isFinishedOrder,
  type Order,
  type Product,
  type RecordOf,
  type Settings,
  stockKey,
} from '../domain/records.ts'
import { Collection, type CollectionSnapshot, diffSnapshots, printChunks } from './collection.ts'
import { serializeRecord } from './serialize.ts'

/** Finished records of a kind that the state shows: the newest ones. Source: decisions.md §2. */
export const MAX_FINISHED_SHOWN = 1_000

/** The kinds that stand in the state as arrays and that this version keeps records of. */
export const STATE_KINDS = ['warehouses', 'priceTypes', 'products', 'partners', 'stock', 'lots', 'orders'] as const
export type StateKind = (typeof STATE_KINDS)[number]

/** The arrays of the state in their order (decisions.md §2). */
const STATE_ARRAYS = [
  'warehouses',
  'priceTypes',
  'filters',
  'products',
  'partners',
  'organizations',
  'contracts',
  'customFields',
  'stock',
  'lots',
  'purchases',
  'documents',
  'payments',
  'orders',
] as const

type Collections = { readonly [K in StateKind]: Collection<K> }
type CollectionSnapshots = { readonly [K in StateKind]: CollectionSnapshot<K> }

/** The state at one revision. Immutable; shares all that did not change with its neighbours. */
export interface StateSnapshot {
  readonly companyId: string
  readonly revision: number
  readonly settings: Settings
  readonly totals: Totals
  readonly collections: CollectionSnapshots
  /** Ids of the finished orders that are shown, ascending. */
  readonly finishedOrders: readonly string[]
  readonly bundlesByComponent: ReadonlyMap<string, readonly string[]>
}

export class State {
  readonly companyId: string
  revision: number
  settings: Settings
  totals: Totals
  private readonly collections: Collections
  private finishedOrders: readonly string[]
  private bundlesByComponent: ReadonlyMap<string, readonly string[]>

  constructor(from: Pick<StateSnapshot, 'companyId' | 'revision' | 'settings' | 'totals'> & Partial<StateSnapshot>) {
    this.companyId = from.companyId
    this.revision = from.revision
    this.settings = from.settings
    this.totals = from.totals
    this.finishedOrders = from.finishedOrders ?? []
    this.bundlesByComponent = from.bundlesByComponent ?? new Map()
    this.collections = {
      warehouses: new Collection('warehouses', from.collections?.warehouses),
      priceTypes: new Collection('priceTypes', from.collections?.priceTypes),
      products: new Collection('products', from.collections?.products),
      partners: new Collection('partners', from.collections?.partners),
      stock: new Collection('stock', from.collections?.stock),
      lots: new Collection('lots', from.collections?.lots),
      orders: new Collection('orders', from.collections?.orders),
    }
  }

  /** The state as it is now, for an answer that is printed later or compared with another revision. */
  snapshot(): StateSnapshot {
    return {
      companyId: this.companyId,
      revision: this.revision,
      settings: this.settings,
      totals: this.totals,
      collections: {
        warehouses: this.collections.warehouses.snapshot(),
        priceTypes: this.collections.priceTypes.snapshot(),
        products: this.collections.products.snapshot(),
        partners: this.collections.partners.snapshot(),
        stock: this.collections.stock.snapshot(),
        lots: this.collections.lots.snapshot(),
        orders: this.collections.orders.snapshot(),
      },
      finishedOrders: this.finishedOrders,
      bundlesByComponent: this.bundlesByComponent,
    }
  }

  /**
   * Takes over the changes of one committed command.
   * @returns ids of finished orders that are no longer among the newest.
   */
  apply(changes: readonly Change[], revision: number, totals: Totals): string[] {
    this.revision = revision
    this.totals = totals
    const evicted: string[] = []
    const bundles = new Set<string>()
    for (const change of changes) this.applyOne(change, bundles)
    // Last: changes that are taken over together come in no particular order, and one may show again what another pushes out.
    this.evictFinished(evicted)
    for (const change of changes) if (change.kind === 'stock') this.refreshBundlesOf(change.id)
    if (bundles.size > 0) {
      const warehouseIds = this.warehousesNowOrIn(changes)
      for (const bundleId of bundles)
        for (const warehouseId of warehouseIds) this.refreshBundleRow(bundleId, warehouseId)
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
    switch (change.kind) {
      case 'movements':
        return
      case 'settings':
        if (change.record !== null) this.settings = change.record
        return
      case 'lots':
        this.place('lots', change.id, change.record !== null && change.record.remaining > 0 ? change.record : null)
        return
      case 'orders':
        this.trackFinished(this.collections.orders.get(change.id) ?? null, change.record)
        this.place('orders', change.id, change.record)
        return
      case 'products':
        if (this.trackComponents(this.collections.products.get(change.id) ?? null, change.record))
          bundles.add(change.id)
        this.place('products', change.id, change.record)
        return
      default:
        this.place(change.kind, change.id, change.record as RecordOf[typeof change.kind] | null)
    }
  }

  private place<K extends StateKind>(kind: K, id: string, record: RecordOf[K] | null): void {
    const collection = this.collections[kind] as unknown as Collection<K>
    if (record === null) collection.delete(id)
    else collection.put(id, record)
  }

  private trackFinished(before: Order | null, after: Order | null): void {
    const wasFinished = before !== null && isFinishedOrder(before)
    const isFinished = after !== null && isFinishedOrder(after)
    if (wasFinished === isFinished) return
    const id = (after ?? before)!.id
    const finished = this.finishedOrders.filter((other) => other !== id)
    if (isFinished) {
      const at = finished.findIndex((other) => other > id)
      finished.splice(at === -1 ? finished.length : at, 0, id)
    }
    this.finishedOrders = finished
  }

  private evictFinished(evicted: string[]): void {
    while (this.finishedOrders.length > MAX_FINISHED_SHOWN) {
      const oldest = this.finishedOrders[0]!
      this.finishedOrders = this.finishedOrders.slice(1)
      this.collections.orders.delete(oldest)
      evicted.push(oldest)
    }
  }

  /** Keeps the look-up from components to bundles. @returns true when the product is or was a bundle. */
  private trackComponents(before: Product | null, after: Product | null): boolean {
    if ((before?.components.length ?? 0) === 0 && (after?.components.length ?? 0) === 0) return false
    const index = new Map(this.bundlesByComponent)
    for (const { productId } of before?.components ?? [])
      index.set(
        productId,
        (index.get(productId) ?? []).filter((id) => id !== before!.id),
      )
    for (const { productId } of after?.components ?? [])
      index.set(productId, [...(index.get(productId) ?? []), after!.id])
    this.bundlesByComponent = index
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

function printTotals(totals: Totals): string {
  const { stockValue, ...counts } = totals
  return `${JSON.stringify(counts).slice(0, -1)},"stockValue":${formatMinor(stockValue)}}`
}

function printCompany(snapshot: Pick<StateSnapshot, 'companyId' | 'settings'>): string {
  return `{"id":${JSON.stringify(snapshot.companyId)},"name":${JSON.stringify(snapshot.settings.companyName)}}`
}

const printedSnapshots = new WeakMap<StateSnapshot, Buffer[]>()

/** The full form of the state as JSON, in pieces. */
export function printFullState(snapshot: StateSnapshot): Buffer[] {
  const printed = printedSnapshots.get(snapshot)
  if (printed !== undefined) return printed
  const head = `{"revision":${snapshot.revision},"company":${printCompany(snapshot)},"settings":${serializeRecord('settings', snapshot.settings)},"totals":${printTotals(snapshot.totals)}`
  const pieces: Buffer[] = []
  let pending = head
  for (const name of STATE_ARRAYS) {
    pending += `,"${name}":[`
    const collection = snapshot.collections[name as StateKind] as CollectionSnapshot<StateKind> | undefined
    const chunks = collection === undefined ? [] : printChunks(collection)
    for (let index = 0; index < chunks.length; index += 1) {
      pieces.push(Buffer.from(index === 0 ? pending : ','), chunks[index]!)
      pending = ''
    }
    pending += ']'
  }
  pieces.push(Buffer.from(`${pending}}`))
  printedSnapshots.set(snapshot, pieces)
  return pieces
}

/** The short form: `{revision, company, totals}`. */
export function printSummary(snapshot: Pick<StateSnapshot, 'companyId' | 'revision' | 'settings' | 'totals'>): string {
  return `{"revision":${snapshot.revision},"company":${printCompany(snapshot)},"totals":${printTotals(snapshot.totals)}}`
}

/** The changes form: what must be put into and taken out of the state at `before` to have the state at `after`. */
export function printChanges(before: StateSnapshot, after: StateSnapshot): string {
  const changed: string[] = []
  const removed: string[] = []
  if (before.settings !== after.settings && before.settings.revision !== after.settings.revision)
    changed.push(`"settings":${serializeRecord('settings', after.settings)}`)
  for (const kind of STATE_ARRAYS) {
    if (!(kind in after.collections)) continue
    const [put, gone] = printCollectionChanges(kind as StateKind, before, after)
    if (put !== null) changed.push(put)
    if (gone !== null) removed.push(gone)
  }
  return `{"revision":${after.revision},"since":${before.revision},"totals":${printTotals(after.totals)},"changed":{${changed.join(',')}},"removed":{${removed.join(',')}}}`
}

function printCollectionChanges(
  kind: StateKind,
  before: StateSnapshot,
  after: StateSnapshot,
): [string | null, string | null] {
  const diff = diffSnapshots(
    before.collections[kind] as CollectionSnapshot<StateKind>,
    after.collections[kind] as CollectionSnapshot<StateKind>,
  )
  const put = diff.changed.map((record) => serializeRecord(kind, record as RecordOf[typeof kind]))
  const gone = diff.removed.map((key) => {
    if (kind !== 'stock') return JSON.stringify(key)
    const [productId, warehouseId] = key.split('/')
    return JSON.stringify({ productId, warehouseId })
  })
  return [
    put.length === 0 ? null : `"${kind}":[${put.join(',')}]`,
    gone.length === 0 ? null : `"${kind}":[${gone.join(',')}]`,
  ]
}
