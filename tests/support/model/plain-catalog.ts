/**
 * Builds the catalog record by record, as simply as possible. The service assembles its catalog from cached chunks, and
 * the result must be the same byte for byte.
 */
import { MINOR_PER_UNIT } from '../../../amounts/quantity.ts'
import type { Filter, PriceType, Product, Stock } from '../../../server/domain/records.ts'
import { notFound } from '../../../server/domain/refusals.ts'
import { recordsOf } from '../../../server/engine/collection.ts'
import { serializeRecord } from '../../../server/engine/serialize.ts'
import type { StateSnapshot } from '../../../server/engine/state.ts'
import type { CatalogQuery } from '../../../server/queries/catalog.ts'

/**
 * Returns, as JSON, the active products with their stock rows and selected price. If values of a filter are chosen, a
 * product must have at least one of them. Without a price type the main price is selected; a missing price is null.
 * Refuses with NOT_FOUND if a value or price type does not exist or is archived.
 */
export function printPlainCatalog(state: StateSnapshot, query: CatalogQuery): string {
  const filters = [...recordsOf(state.collections.filters)].filter(({ archived }) => !archived)
  const choice = new Choice(filters, query.valueId)
  const priceType = query.priceTypeId === undefined ? null : findPriceType(state, query.priceTypeId)
  const stock = stockByProduct(state)
  const products: string[] = []
  for (const product of recordsOf(state.collections.products))
    if (!product.archived && choice.takes(product))
      products.push(printProduct(product, priceType, stock.get(product.id) ?? []))
  const chosen = priceType === null ? 'null' : JSON.stringify({ id: priceType.id, name: priceType.name })
  const shown = JSON.stringify(filters.map((filter) => printableFilter(filter, choice.counts)))
  return `{"revision":${state.revision},"priceType":${chosen},"filters":${shown},"products":[${products.join(',')}]}`
}

/** The chosen filter values, and how many products each value would show if chosen. */
class Choice {
  /** For each filter value, the number of products that have it and match the choices in all other filters (S-CATALOG-2). */
  readonly counts = new Map<string, number>()
  private readonly filterOf = new Map<string, string>()
  private readonly chosen = new Map<string, Set<string>>()

  constructor(filters: readonly Filter[], valueIds: readonly string[]) {
    for (const filter of filters)
      for (const value of filter.values) if (!value.archived) this.filterOf.set(value.id, filter.id)
    for (const valueId of valueIds) {
      const filterId = this.filterOf.get(valueId)
      if (filterId === undefined) throw notFound('active filter value', valueId)
      this.chosen.set(filterId, (this.chosen.get(filterId) ?? new Set()).add(valueId))
    }
  }

  /** Whether the product matches every filter with chosen values. Also updates the counts. */
  takes({ filterValueIds }: Product): boolean {
    const missed: string[] = []
    for (const [filterId, values] of this.chosen)
      if (!filterValueIds.some((id) => values.has(id))) missed.push(filterId)
    if (missed.length <= 1)
      for (const valueId of filterValueIds)
        if (missed.length === 0 || this.filterOf.get(valueId) === missed[0])
          this.counts.set(valueId, (this.counts.get(valueId) ?? 0) + 1)
    return missed.length === 0
  }
}

function printableFilter({ id, name, values }: Filter, counts: ReadonlyMap<string, number>) {
  const active = values.filter(({ archived }) => !archived)
  return {
    id,
    name,
    values: active.map((value) => ({ id: value.id, name: value.name, count: counts.get(value.id) ?? 0 })),
  }
}

function findPriceType(state: StateSnapshot, id: string): PriceType {
  for (const priceType of recordsOf(state.collections.priceTypes))
    if (priceType.id === id && !priceType.archived) return priceType
  throw notFound('active price type', id)
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
