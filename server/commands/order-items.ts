/** Builds the items of an order as it stores them. Source: S-ORDER-2, S-ORDER-3, S-ORDER-4. */
import { amountOf, isWithinBound, MAX_MINOR, type Milli, type Minor } from '../../amounts/quantity.ts'
import type { OrderItem } from '../domain/availability.ts'
import type { Books } from '../domain/books.ts'
import type { Product } from '../domain/records.ts'
import { BEYOND, invalid } from '../domain/refusals.ts'
import { active, findProduct } from './find.ts'

type Components = NonNullable<OrderItem['components']>

/**
 * The most parts that all lines of an order may have together. A bundle counts each of its components, any other
 * product counts one.
 */
const MAX_ORDER_PARTS = 20_000

/** A line as a request body gives it. */
export interface WantedItem {
  readonly productId: string
  readonly quantity: Milli
  /** Only in a changed order: the price of the existing line to keep. */
  readonly price?: Minor | null
}

/** A line to turn into an item: either a new one, or one that the order already has (`kept`). */
interface Line {
  readonly product: Product
  readonly quantity: Milli
  readonly kept: OrderItem | null
}

/**
 * Returns the items with current names, prices and compositions; later edits of the products do not change them.
 * Refuses NOT_FOUND, ARCHIVED, then VALIDATION_FAILED for an order that is too large.
 */
export function itemsOf(books: Books, wanted: readonly WantedItem[], priceTypeId: string | null): OrderItem[] {
  const lines = wanted.map(({ productId, quantity }) => newLine(books, productId, quantity))
  checkSize(lines)
  const freeze = freezer(books, priceTypeId)
  return lines.map(freeze)
}

/**
 * Returns the items of a changed order. A line that the order already has keeps its name, price and composition in any
 * quantity, even if its product is archived; new lines take current values. With `isPricedAnew`, kept lines also take
 * current prices. Refuses as `itemsOf` does, and VALIDATION_FAILED for a price that no line of the order has.
 * @returns the order's own array when no item differs.
 */
export function changedItemsOf(
  books: Books,
  order: { readonly items: readonly OrderItem[] },
  wanted: readonly WantedItem[],
  { priceTypeId, isPricedAnew }: { priceTypeId: string | null; isPricedAnew: boolean },
): readonly OrderItem[] {
  const kept = keptLines(order.items, wanted)
  const lines = wanted.map(({ productId, quantity }, position): Line => {
    const same = kept[position] ?? null
    if (same === null) return newLine(books, productId, quantity)
    return { product: findProduct(books, productId), quantity, kept: same }
  })
  checkSize(lines)
  const freeze = freezer(books, priceTypeId)
  const items = lines.map((line) =>
    line.kept === null ? freeze(line) : keep(line.kept, line, isPricedAnew ? priceTypeId : undefined),
  )
  const isSame = items.length === order.items.length && items.every((item, at) => item === order.items[at])
  return isSame ? order.items : items
}

/**
 * Matches each wanted line to a line of the order. Lines that give a price choose first: the first line of the product
 * at that price not yet chosen. The other lines then take the first line left of their product. undefined: a new line.
 */
function keptLines(items: readonly OrderItem[], wanted: readonly WantedItem[]): (OrderItem | undefined)[] {
  const left = new Map<string, OrderItem[]>()
  for (const item of items) {
    const others = left.get(item.productId)
    if (others === undefined) left.set(item.productId, [item])
    else others.push(item)
  }
  const take = ({ productId }: WantedItem, fits: (item: OrderItem) => boolean) => {
    const ofProduct = left.get(productId) ?? []
    const at = ofProduct.findIndex(fits)
    return at === -1 ? undefined : ofProduct.splice(at, 1)[0]
  }
  const named = wanted.map((line, position) => {
    if (line.price === undefined) return undefined
    const item = take(line, ({ price }) => price === line.price)
    if (item === undefined)
      throw invalid(
        `/items/${position}/price`,
        'must be the price of a line of this product in the order; leave it out for a new line',
        'NOT_VALID',
      )
    return item
  })
  return wanted.map((line, position) => (line.price === undefined ? take(line, () => true) : named[position]))
}

function newLine(books: Books, productId: string, quantity: Milli): Line {
  return { product: active(findProduct(books, productId), 'product'), quantity, kept: null }
}

/**
 * Returns a kept line in the new quantity. With `priceTypeId` it takes the current price of that type; when undefined
 * it keeps its own price.
 */
function keep(item: OrderItem, { product, quantity }: Line, priceTypeId: string | null | undefined): OrderItem {
  const price = priceTypeId === undefined ? item.price : priceOf(product, priceTypeId)
  if (quantity === item.quantity && price === item.price) return item
  return { ...item, quantity, price, amount: price === null ? null : amountOf(quantity, price) }
}

/** Returns a function that turns new lines into items, with current names, prices and compositions. */
function freezer(books: Books, priceTypeId: string | null): (line: Line) => OrderItem {
  const compositions = new Map<Product, Components>()
  return ({ product, quantity }) => {
    const price = priceOf(product, priceTypeId)
    const { id: productId, name, sku } = product
    const amount = price === null ? null : amountOf(quantity, price)
    if (product.kind !== 'bundle') return { productId, name, sku, quantity, price, amount }
    const components = compositions.get(product) ?? compositionOf(books, product)
    compositions.set(product, components)
    return { productId, name, sku, quantity, price, amount, components }
  }
}

/** Sums the amounts of all priced items. Refuses VALIDATION_FAILED beyond the bound. */
export function totalOf(items: readonly OrderItem[]): Minor {
  let total = 0
  for (const [position, { amount }] of items.entries()) {
    if (amount !== null && !isWithinBound(amount))
      throw invalid(`/items/${position}/quantity`, 'times the price is beyond 10^12', BEYOND)
    total += amount ?? 0
    if (total > MAX_MINOR) throw invalid('/items', 'the total of the order is beyond 10^12', BEYOND)
  }
  return total as Minor
}

/**
 * Refuses an order that is too large before any components are built: even a small body can order very many components.
 */
function checkSize(lines: readonly Line[]): void {
  let parts = 0
  for (const { product, kept } of lines)
    parts += Math.max(1, kept === null ? product.components.length : (kept.components?.length ?? 0))
  if (parts <= MAX_ORDER_PARTS) return
  const asked = parts.toLocaleString('en')
  const most = MAX_ORDER_PARTS.toLocaleString('en')
  throw invalid(
    '/items',
    `${lines.length} lines with the components of their bundles make ${asked} parts, and an order may have ${most}: place several orders`,
    { code: 'TOO_MANY', figures: { most: MAX_ORDER_PARTS } },
  )
}

/** The composition that each bundle was last ordered with. */
const lastCompositions = new WeakMap<Product, Components>()

/**
 * Returns the composition of a bundle. Orders of one bundle share one array, to save memory; it is rebuilt when the
 * bundle or a component's name changes.
 */
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

/**
 * Returns the main price, or the price of the chosen type. A missing price stays missing; no other price replaces it.
 */
function priceOf(product: Product, priceTypeId: string | null): Minor | null {
  if (priceTypeId === null) return product.price
  return product.prices.find((entry) => entry.priceTypeId === priceTypeId)?.price ?? null
}
