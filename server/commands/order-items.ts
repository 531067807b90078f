/** The items of an order as it keeps them. Source: decisions.md §5 "Order status", §11 "Orders", "Sizes". */
import type { OrderItem } from '../domain/availability.ts'
import type { Books } from '../domain/books.ts'
import { amountOf, isWithinBound, MAX_MINOR, type Milli, type Minor } from '../domain/quantity.ts'
import type { Product } from '../domain/records.ts'
import { invalid } from '../domain/refusals.ts'
import { active, findProduct } from './find.ts'

type Components = NonNullable<OrderItem['components']>

/** What an order may have in its lines together: a bundle counts as many as it has components, every other product as one. */
export const MAX_ORDER_PARTS = 20_000

/**
 * The items with the name, price and composition of this moment, which later edits do not change. Refuses NOT_FOUND, ARCHIVED, then
 * VALIDATION_FAILED for an order that is too large.
 */
export function itemsOf(
  books: Books,
  wanted: readonly { productId: string; quantity: Milli }[],
  priceTypeId: string | null,
): OrderItem[] {
  const products = wanted.map(({ productId }) => active(findProduct(books, productId), 'product'))
  checkSize(products)
  const compositions = new Map<Product, Components>()
  return products.map((product, position): OrderItem => {
    const { quantity } = wanted[position]!
    const price = priceOf(product, priceTypeId)
    const { id: productId, name, sku } = product
    const amount = price === null ? null : amountOf(quantity, price)
    if (product.kind !== 'bundle') return { productId, name, sku, quantity, price, amount }
    const components = compositions.get(product) ?? compositionOf(books, product)
    compositions.set(product, components)
    return { productId, name, sku, quantity, price, amount, components }
  })
}

/** What the priced items cost together. Refuses VALIDATION_FAILED beyond the bound. */
export function totalOf(items: readonly OrderItem[]): Minor {
  let total = 0
  for (const [position, { amount }] of items.entries()) {
    if (amount !== null && !isWithinBound(amount))
      throw invalid(`/items/${position}/quantity`, 'times the price is beyond 10^12')
    total += amount ?? 0
    if (total > MAX_MINOR) throw invalid('/items', 'the total of the order is beyond 10^12')
  }
  return total as Minor
}

/** Before anything is made of the components: a small body can name very many. */
function checkSize(products: readonly Product[]): void {
  let parts = 0
  for (const { components } of products) parts += Math.max(1, components.length)
  if (parts <= MAX_ORDER_PARTS) return
  const asked = parts.toLocaleString('en')
  const most = MAX_ORDER_PARTS.toLocaleString('en')
  throw invalid(
    '/items',
    `${products.length} lines with the components of their bundles make ${asked} parts, and an order may have ${most}: place several orders`,
  )
}

/** The composition that each bundle was ordered with last. */
const lastCompositions = new WeakMap<Product, Components>()

/** Orders of one bundle share one composition, so that memory has it once; it changes with the bundle and with the components' names. */
function compositionOf(books: Books, bundle: Product): Components {
  const last = lastCompositions.get(bundle)
  if (last?.every(({ productId, name }) => findProduct(books, productId).name === name)) return last
  const composition = bundle.components.map((component) => {
    const { id: productId, name } = findProduct(books, component.productId)
    return { productId, name, quantity: component.quantity }
  })
  lastCompositions.set(bundle, composition)
  return composition
}

/** The main price, or the price of the chosen type; a missing one stays missing and is never replaced by another. */
function priceOf(product: Product, priceTypeId: string | null): Minor | null {
  if (priceTypeId === null) return product.price
  return product.prices.find((entry) => entry.priceTypeId === priceTypeId)?.price ?? null
}
