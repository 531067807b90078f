/** GET /catalog: what can be sold, at the chosen prices. Source: decisions.md §7, §11 "Archived, more". */

import { MINOR_PER_UNIT } from '../domain/quantity.ts'
import type { PriceType, Product, Stock } from '../domain/records.ts'
import { notFound, Refusal } from '../domain/refusals.ts'
import { recordsOf } from '../engine/collection.ts'
import { serializeRecord } from '../engine/serialize.ts'
import type { StateSnapshot } from '../engine/state.ts'

export interface CatalogQuery {
  readonly valueId: readonly string[]
  readonly priceTypeId?: string
}

/**
 * The active products with their stock rows and the selected price as JSON. Without a price type the main price is selected; a
 * missing price stays null. Refuses: NOT_FOUND (a filter value or price type), ARCHIVED (the price type).
 */
export function printCatalog(state: StateSnapshot, query: CatalogQuery): string {
  // Filters come with their own commands; until then no company has a value.
  if (query.valueId.length > 0) throw notFound('filter value', query.valueId[0]!)
  const priceType = query.priceTypeId === undefined ? null : findPriceType(state, query.priceTypeId)
  const stock = stockByProduct(state)
  const products: string[] = []
  for (const product of recordsOf(state.collections.products))
    if (!product.archived) products.push(printProduct(product, priceType, stock.get(product.id) ?? []))
  const chosen = priceType === null ? 'null' : JSON.stringify({ id: priceType.id, name: priceType.name })
  return `{"revision":${state.revision},"priceType":${chosen},"filters":[],"products":[${products.join(',')}]}`
}

function findPriceType(state: StateSnapshot, id: string): PriceType {
  for (const priceType of recordsOf(state.collections.priceTypes)) {
    if (priceType.id !== id) continue
    if (priceType.archived)
      throw new Refusal('ARCHIVED', `The price type "${priceType.name}" is archived. Choose another one.`)
    return priceType
  }
  throw notFound('price type', id)
}

function stockByProduct(state: StateSnapshot): Map<string, Stock[]> {
  const byProduct = new Map<string, Stock[]>()
  for (const row of recordsOf(state.collections.stock)) {
    const rows = byProduct.get(row.productId)
    if (rows === undefined) byProduct.set(row.productId, [row])
    else rows.push(row)
  }
  return byProduct
}

function printProduct(product: Product, priceType: PriceType | null, rows: readonly Stock[]): string {
  const price =
    priceType === null
      ? product.price
      : (product.prices.find((entry) => entry.priceTypeId === priceType.id)?.price ?? null)
  const selected = price === null ? 'null' : String(price / MINOR_PER_UNIT)
  const stock = rows.map((row) => serializeRecord('stock', row)).join(',')
  return `${serializeRecord('products', product).slice(0, -1)},"selectedPrice":${selected},"stock":[${stock}]}`
}
