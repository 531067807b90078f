/** What a receipt without a unit cost would take, product by product: so that it can be shown before it is taken. */
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
  /** In kopecks; null: nothing tells it. */
  readonly unitCost: Minor | null
  /** Where it is from: the newest lot, or the cost of the product. */
  readonly source: 'lot' | 'product' | null
  /** Of the lot. */
  readonly receivedAt: string | null
}

export interface ReceiptCostsQuery {
  readonly productIds: readonly string[]
  /** Where it is to be received; its lots come first. undefined: lots of all alike. */
  readonly warehouseId: string | undefined
}

/** As POST /stock/receipt finds a cost that nobody says (docs/decisions/0032). Products that are not there are left out. */
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
