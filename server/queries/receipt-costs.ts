/**
 * Returns, for each product, the cost that a receipt without a unit cost would use, so that users
 * can see it beforehand.
 */
import type { Minor } from '../../amounts/quantity.ts'
import type { Lot } from '../domain/records.ts'
import { Collection } from '../engine/collection.ts'
import type { StateSnapshot } from '../engine/state.ts'
import { parseStoredRecord } from '../engine/stored-records.ts'
import type { Asker } from '../runtime/fair-limiter.ts'
import { type Database, readCompany } from '../store/database.ts'
import { findNewestLots } from '../store/prefetch.ts'

export interface ReceiptCost {
  readonly productId: string
  /** The unit cost in kopecks, or null when none is known. */
  readonly unitCost: Minor | null
  /** The record from which the cost comes: the newest lot, or the product itself; null when no cost is known. */
  readonly source: 'lot' | 'product' | null
  /** When the lot that gives the cost was received; null when the cost does not come from a lot. */
  readonly receivedAt: string | null
}

export interface ReceiptCostsQuery {
  readonly productIds: readonly string[]
  /**
   * The warehouse of the receipt, whose lots are preferred. When undefined, the lots of all warehouses count equally.
   */
  readonly warehouseId: string | undefined
}

/**
 * Finds the costs that POST /stock/receipt would use when the caller gives none
 * (docs/decisions/0032). Unknown products are left out.
 */
export async function readReceiptCosts(
  { database, asker }: { readonly database: Database; readonly asker: Asker },
  { collections }: StateSnapshot,
  { productIds, warehouseId }: ReceiptCostsQuery,
): Promise<ReceiptCost[]> {
  const products = new Collection('products', collections.products)
  const known = productIds.flatMap((id) => products.get(id) ?? [])
  const lots = await readCompany(database, asker, (tx) =>
    findNewestLots(tx, asker.companyId, { productIds: known.map(({ id }) => id), warehouseId: warehouseId ?? null }),
  )
  return known.map(({ id, cost }) => {
    const json = lots.get(id)
    const lot: Lot | null = json === undefined ? null : parseStoredRecord('lots', json)
    return {
      productId: id,
      unitCost: lot?.unitCost ?? cost,
      source: lot !== null ? 'lot' : cost !== null ? 'product' : null,
      receivedAt: lot?.receivedAt ?? null,
    }
  })
}
