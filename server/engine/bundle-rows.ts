/**
 * The stock rows of bundles. They are not stored but computed from the rows of their components (S-BUNDLE-4). This
 * happens only when they are read, because a component may be in thousands of bundles, and many commands in a row may
 * change it.
 */
import { type Milli, wholeBundles, ZERO_MILLI } from '../../amounts/quantity.ts'
import { bundleStockAt } from '../domain/bundles.ts'
import { type Product, type Stock, stockKey } from '../domain/records.ts'
import { BundleIndex, type BundleIndexSnapshot } from './bundle-index.ts'
import type { Collection } from './collection.ts'

/**
 * The available quantity of a product in a warehouse, or null when the product was never stocked there and therefore
 * has no row.
 */
type Available = Milli | null

/** A bundle row with its old and its new quantity. */
interface Row {
  readonly was: Available
  available: Available
  /** True when the row was recomputed from all components, so it is correct whatever else changed. */
  isRecomputed: boolean
}

export class BundleRows {
  private readonly products: Collection<'products'>
  private readonly stock: Collection<'stock'>
  private readonly index: BundleIndex
  /** Bundles that were added or deleted, or whose components changed, since the last refresh. */
  private readonly changedBundles = new Set<string>()
  /**
   * Components whose stock changed since the last refresh, by warehouse and product, with the quantity available before
   * the change.
   */
  private readonly changedStock = new Map<string, Map<string, Available>>()

  constructor(products: Collection<'products'>, stock: Collection<'stock'>, from?: BundleIndexSnapshot) {
    this.products = products
    this.stock = stock
    this.index = new BundleIndex(from)
  }

  snapshot(): BundleIndexSnapshot {
    return this.index.snapshot()
  }

  /** Notes that a product is about to change. */
  productChanges(before: Product | null, after: Product | null): void {
    const isBundle = (before?.components.length ?? 0) > 0 || (after?.components.length ?? 0) > 0
    if (!isBundle || before?.components === after?.components) return
    if (before !== null) this.index.remove(before)
    if (after !== null) this.index.add(after)
    this.changedBundles.add((after ?? before)!.id)
  }

  /** Notes that a stock row is about to change. */
  stockChanges(key: string): void {
    const [productId, warehouseId] = key.split('/') as [string, string]
    if (this.index.usesOf(productId).length === 0) return
    const here = this.changedStock.get(warehouseId) ?? new Map<string, Available>()
    this.changedStock.set(warehouseId, here)
    if (!here.has(productId)) here.set(productId, this.availableOf(productId, warehouseId))
  }

  /** Updates the stock rows of bundles, in small steps. */
  *refresh(revision: number): Generator<void, void> {
    for (const bundleId of this.changedBundles) {
      this.replaceRows(bundleId, revision)
      yield
    }
    for (const [warehouseId, before] of this.changedStock) yield* this.refreshAt(warehouseId, before, revision)
    this.changedBundles.clear()
    this.changedStock.clear()
  }

  /** Replaces all rows of one bundle, in the warehouses where any of its components has a row. */
  private replaceRows(bundleId: string, revision: number): void {
    const bundle = this.products.get(bundleId)
    const warehouseIds = new Set<string>()
    for (const { productId } of bundle?.components ?? [])
      for (const row of this.stock.startingWith(`${productId}/`)) warehouseIds.add(row.warehouseId)
    for (const row of [...this.stock.startingWith(`${bundleId}/`)])
      if (row.onHand === null && !warehouseIds.has(row.warehouseId))
        this.stock.delete(stockKey(bundleId, row.warehouseId))
    for (const warehouseId of warehouseIds) {
      const available = bundleStockAt(bundle!, (productId) => this.availableOf(productId, warehouseId))
      this.place(bundleId, warehouseId, { available, revision })
    }
  }

  /** Refreshes the rows of the bundles whose components changed in one warehouse. */
  private *refreshAt(warehouseId: string, before: Map<string, Available>, revision: number): Generator<void, void> {
    const rows = new Map<string, Row>()
    const availableNow = new Map<string, Available>()
    const now = (productId: string): Available => {
      const known = availableNow.get(productId)
      if (known !== undefined) return known
      const available = this.availableOf(productId, warehouseId)
      availableNow.set(productId, available)
      return available
    }
    for (const [productId, was] of before) {
      const is = now(productId)
      if (is === was) continue
      for (const { bundleId, quantity } of this.index.usesOf(productId)) {
        if (this.changedBundles.has(bundleId)) continue
        const row = rows.get(bundleId) ?? this.rowOf(bundleId, warehouseId)
        rows.set(bundleId, row)
        this.adjust(row, { bundleId, quantity, was, is, now })
        yield
      }
    }
    for (const [bundleId, { was, available }] of rows) {
      if (available === was) continue
      this.place(bundleId, warehouseId, { available, revision })
      yield
    }
  }

  private availableOf(productId: string, warehouseId: string): Available {
    return this.stock.get(stockKey(productId, warehouseId))?.available ?? null
  }

  private rowOf(bundleId: string, warehouseId: string): Row {
    const was = this.availableOf(bundleId, warehouseId)
    return { was, available: was, isRecomputed: false }
  }

  /**
   * Adjusts a bundle row to the change in one component. The row is computed from all components only when the scarcest
   * one has increased.
   */
  private adjust(
    row: Row,
    change: {
      bundleId: string
      quantity: Milli
      was: Available
      is: Available
      now: (productId: string) => Available
    },
  ): void {
    const { bundleId, quantity, was, is, now } = change
    if (row.isRecomputed) return
    if (row.available !== null && is !== null) {
      const enough = wholeBundles(is, quantity)
      if (enough <= row.available) {
        row.available = enough
        return
      }
      if (wholeBundles(was ?? ZERO_MILLI, quantity) > row.available) return
    }
    row.available = bundleStockAt(this.products.get(bundleId)!, now)
    row.isRecomputed = true
  }

  private place(
    bundleId: string,
    warehouseId: string,
    { available, revision }: { available: Available; revision: number },
  ): void {
    const key = stockKey(bundleId, warehouseId)
    const current = this.stock.get(key)
    if (available === null) {
      if (current?.onHand === null) this.stock.delete(key)
    } else if (current?.available !== available) {
      const row: Stock = { productId: bundleId, warehouseId, onHand: null, reserved: null, available, revision }
      this.stock.put(key, row)
    }
  }
}
