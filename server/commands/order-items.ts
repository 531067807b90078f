/** The items of an order as it keeps them. Source: S-ORDER-2, S-ORDER-3, S-ORDER-4. */
import { amountOf, isWithinBound, MAX_MINOR, type Milli, type Minor } from '../../amounts/quantity.ts'
import type { OrderItem } from '../domain/availability.ts'
import type { Books } from '../domain/books.ts'
import type { Product } from '../domain/records.ts'
import { BEYOND, invalid } from '../domain/refusals.ts'
import { active, findProduct } from './find.ts'

type Components = NonNullable<OrderItem['components']>

/** What an order may have in its lines together: a bundle counts as many as it has components, every other product as one. */
const MAX_ORDER_PARTS = 20_000

/** A line as a body names it. */
export interface WantedItem {
  readonly productId: string
  readonly quantity: Milli
  /** Of a changed order: the price of the line that is meant. */
  readonly price?: Minor | null
}

/** A line to be: of a product that is ordered now, or one that the order has already. */
interface Line {
  readonly product: Product
  readonly quantity: Milli
  readonly kept: OrderItem | null
}

/**
 * The items with the name, price and composition of this moment, which later edits do not change. Refuses NOT_FOUND, ARCHIVED, then
 * VALIDATION_FAILED for an order that is too large.
 */
export function itemsOf(books: Books, wanted: readonly WantedItem[], priceTypeId: string | null): OrderItem[] {
  const lines = wanted.map(({ productId, quantity }) => newLine(books, productId, quantity))
  checkSize(lines)
  const freeze = freezer(books, priceTypeId)
  return lines.map(freeze)
}

/**
 * The items of a changed order. A line that the order has already keeps its name, price and composition, in whatever quantity, also
 * when its product is archived; all others are as of this moment. `isPricedAnew`: so are the prices of those that stay.
 * Refuses as `itemsOf`, and VALIDATION_FAILED for a price that no line of the order has.
 * @returns the items that the order has, the same array, when none of them is another one.
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
 * Which line of the order each wanted one is. First the lines that say a price choose: the first line of their product that has it
 * and is not chosen yet. Then the others: the first that is left of their product. undefined: a new line.
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

/** A line that stays, in this quantity. `priceTypeId`: at the price of that type as of this moment; undefined: at its own. */
function keep(item: OrderItem, { product, quantity }: Line, priceTypeId: string | null | undefined): OrderItem {
  const price = priceTypeId === undefined ? item.price : priceOf(product, priceTypeId)
  if (quantity === item.quantity && price === item.price) return item
  return { ...item, quantity, price, amount: price === null ? null : amountOf(quantity, price) }
}

/** Makes items of lines as of this moment. */
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

/** What the priced items cost together. Refuses VALIDATION_FAILED beyond the bound. */
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

/** Before anything is made of the components: a small body can name very many. */
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
