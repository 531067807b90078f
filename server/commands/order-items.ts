/**
 * Builds an order's items in the form in which they are stored. Source: S-ORDER-2, S-ORDER-3, S-ORDER-4, S-ORDER-21,
 * S-ORDER-25.
 */
import { type Static, Type } from 'typebox'
import { shippedAmountOf } from '../../amounts/parts.ts'
import { type BasisPoints, formatMilli, type Milli, type Minor, ZERO_MILLI } from '../../amounts/quantity.ts'
import type { OrderItem } from '../domain/availability.ts'
import type { Books } from '../domain/books.ts'
import { LineId } from '../domain/fields/orders.ts'
import { partAmount } from '../domain/fulfilment.ts'
import type { Order, Product } from '../domain/records.ts'
import { invalid, Refusal } from '../domain/refusals.ts'
import type { Role } from '../domain/roles.ts'
import { Id, Money, optional, Percent, Quantity } from '../domain/schema.ts'
import { active, findProduct } from './find.ts'
import { amountsOf, type OrderDiscount, refuseBelowMinPrice, standingAmount, type UnpaidItem } from './order-money.ts'

type Components = NonNullable<OrderItem['components']>

/**
 * The maximum number of parts that the lines of one order may have in total. A line with a bundle has one part per
 * component; any other line has one part.
 */
const MAX_ORDER_PARTS = 20_000

const { properties: NEW_ITEM } = Type.Object({
  productId: Id,
  quantity: Quantity,
  price: optional<Minor>(Money),
  discountPercent: optional<BasisPoints>(Percent),
})

/** A line of a new order. Without a `price`, or with null, the price comes from the catalogue. */
export const NewOrderItem = Type.Object(NEW_ITEM, { title: 'NewOrderItem', additionalProperties: false })
type NewItem = Static<typeof NewOrderItem>

/**
 * A line of a changed order. If the `id` is omitted, the line changes an existing line, and the `price` only selects
 * which one; `id: null` adds a new line.
 */
export const ChangedOrderItem = Type.Object(
  { id: optional<number>(LineId), ...NEW_ITEM },
  { title: 'ChangedOrderItem', additionalProperties: false },
)
type WantedItem = Static<typeof ChangedOrderItem>

/**
 * A line of a request before it becomes an order item: either a new line, or a line that the order already has
 * (`kept`).
 */
interface Line {
  readonly product: Product
  readonly quantity: Milli
  readonly kept: OrderItem | null
  /** The price in the request. undefined: the line keeps its price; null: the price comes from the catalogue. */
  readonly price: Minor | null | undefined
  readonly discountPercent: BasisPoints | null | undefined
}

interface Pricing {
  readonly priceTypeId: string | null
  readonly discount: OrderDiscount
  readonly role: Role | null
}

/**
 * Returns items with the products' current names, prices and compositions; later edits of the
 * products do not change these items. Refuses NOT_FOUND, ARCHIVED, then VALIDATION_FAILED for an
 * order or a discount that is too large, then BELOW_MIN_PRICE.
 */
export function itemsOf(
  books: Books,
  wanted: readonly NewItem[],
  { priceTypeId, discount, role }: Pricing,
): OrderItem[] {
  const lines = wanted.map((item) => newLine(books, item))
  checkSize(lines)
  const freeze = freezer(books, priceTypeId)
  const items = paid(
    lines.map((line, position) => freeze(line, position + 1)),
    discount,
    lines.map(() => null),
  )
  refuseBelowMinPrice(books, { items, discount }, { role, before: null })
  return items
}

/**
 * Returns the items of a changed order. A line that the order already has keeps its name, price and composition
 * whatever the new quantity, even if its product is archived; new lines take current values. With `isPricedAnew`, kept
 * lines also take current prices, unless their price was given. Refuses as `itemsOf` does. Also refuses
 * VALIDATION_FAILED for an id or a price that no line of the order has, and ALREADY_SHIPPED for a change of shipped
 * goods.
 * @returns the order's own array when no item differs.
 */
export function changedItemsOf(
  books: Books,
  order: Order,
  wanted: readonly WantedItem[],
  { priceTypeId, isPricedAnew, discount, role }: Pricing & { readonly isPricedAnew: boolean },
): readonly OrderItem[] {
  const kept = keptLines(order.items, wanted)
  refuseLessThanShipped(order, wanted, kept)
  const lines = wanted.map((item, position): Line => {
    const same = kept[position] ?? null
    if (same === null) return newLine(books, item)
    const { productId, quantity, price, discountPercent } = item
    const named = item.id === undefined ? undefined : price
    return { product: findProduct(books, productId), quantity, kept: same, price: named, discountPercent }
  })
  checkSize(lines)
  const freeze = freezer(books, priceTypeId)
  let lastId = Math.max(...order.items.map(({ id }) => id))
  const unpaid = lines.map((line) => {
    if (line.kept !== null) return keep(line.kept, line, { priceTypeId, isPricedAnew })
    lastId += 1
    return freeze(line, lastId)
  })
  refuseOtherPrice(order, unpaid)
  const standing = unpaid.map((line, at) => standingAmount(line, lines[at]!.kept, discount))
  const items = paid(unpaid, discount, standing).map((item, at) => sameOr(lines[at]!.kept, item))
  const before = { items: order.items, discount: order }
  refuseBelowMinPrice(books, { items, discount }, { role, before })
  const isSame = items.length === order.items.length && items.every((item, at) => item === order.items[at])
  return isSame ? order.items : items
}

/**
 * Refuses ALREADY_SHIPPED when a partly shipped line is missing, or when its new quantity is less than its shipped and
 * cancelled quantities together. `kept`: for each wanted line, the order's line that it changes.
 */
function refuseLessThanShipped(
  order: Order,
  wanted: readonly WantedItem[],
  kept: readonly (OrderItem | undefined)[],
): void {
  const { id: orderId, number } = order
  for (const { id: line, name: product, shipped } of order.items.filter((item) => !kept.includes(item)))
    if (shipped > 0)
      throw new Refusal(
        'ALREADY_SHIPPED',
        `${formatMilli(shipped)} of "${product}" (line ${line}) were shipped, so order ${number} must keep the line.`,
        { figures: { reason: 'removed', orderId, number, line, product, shipped } },
      )
  for (const [at, { quantity: asked }] of wanted.entries()) {
    const same = kept[at]
    if (same === undefined) continue
    const { id: line, name: product, shipped, cancelled } = same
    if (asked >= shipped + cancelled) continue
    throw new Refusal(
      'ALREADY_SHIPPED',
      `Of "${product}" (line ${line}), ${formatMilli(shipped)} were shipped and ${formatMilli(cancelled)} cancelled, so the line cannot have ${formatMilli(asked)}.`,
      { figures: { reason: 'quantity', orderId, number, line, product, asked, shipped, cancelled } },
    )
  }
}

/** Refuses ALREADY_SHIPPED when a line that has been shipped at least in part gets another price or discount. */
function refuseOtherPrice({ id: orderId, number, items }: Order, lines: readonly UnpaidItem[]): void {
  const before = new Map(items.map((item) => [item.id, item]))
  for (const { id: line, name: product, price, discountPercent, shipped } of lines) {
    const same = before.get(line)
    if (shipped === 0 || same === undefined) continue
    if (price === same.price && (discountPercent ?? 0) === (same.discountPercent ?? 0)) continue
    throw new Refusal(
      'ALREADY_SHIPPED',
      `${formatMilli(shipped)} of "${product}" (line ${line}) were shipped, so its price and discount stand. Add another line for the rest.`,
      { figures: { reason: 'price', orderId, number, line, product, shipped } },
    )
  }
}

function paid(lines: readonly UnpaidItem[], discount: OrderDiscount, standing: readonly (Minor | null)[]): OrderItem[] {
  const amounts = amountsOf(lines, discount, standing)
  return lines.map((line, position) => ({ ...line, amount: amounts[position]! }))
}

/**
 * Returns the order's own item object for an unchanged line, because the change log omits items that are the same
 * object.
 */
function sameOr(kept: OrderItem | null, item: OrderItem): OrderItem {
  if (kept === null) return item
  const isSame =
    kept.quantity === item.quantity &&
    kept.price === item.price &&
    kept.priceGiven === item.priceGiven &&
    kept.discountPercent === item.discountPercent &&
    kept.amount === item.amount
  return isSame ? kept : item
}

/**
 * Matches each wanted line to a line of the order. Lines with an id choose first. Then each line with a price takes the
 * first untaken line of its product at that price. Each of the other lines takes the first remaining line of its
 * product. The result is undefined for a new line.
 */
function keptLines(items: readonly OrderItem[], wanted: readonly WantedItem[]): (OrderItem | undefined)[] {
  const left = new Set(items)
  const byId = new Map(items.map((item) => [item.id, item]))
  const ofProduct = Map.groupBy(items, ({ productId }) => productId)
  const take = ({ productId }: WantedItem, fits: (item: OrderItem) => boolean) => {
    const item = ofProduct.get(productId)?.find((one) => left.has(one) && fits(one))
    if (item !== undefined) left.delete(item)
    return item
  }
  const named = wanted.map(({ id, productId }, position) => {
    if (id == null) return undefined
    const item = byId.get(id)
    if (item === undefined || item.productId !== productId)
      throw invalid(`/items/${position}/id`, 'must be the id of an order line with this product', 'NOT_VALID')
    if (!left.delete(item)) throw invalid(`/items/${position}/id`, 'names the same line twice', 'TWICE')
    return item
  })
  const priced = wanted.map((line, position) => {
    if (line.id !== undefined || line.price === undefined) return named[position]
    const item = take(line, ({ price }) => price === line.price)
    if (item === undefined)
      throw invalid(
        `/items/${position}/price`,
        'must be the price of an order line with this product; with `id: null` it is the price of a new line',
        'NOT_VALID',
      )
    return item
  })
  return wanted.map((line, position) =>
    line.id === undefined && line.price === undefined ? take(line, () => true) : priced[position],
  )
}

function newLine(books: Books, { productId, quantity, price, discountPercent }: NewItem): Line {
  return { product: active(findProduct(books, productId), 'product'), quantity, kept: null, price, discountPercent }
}

interface Repricing {
  readonly priceTypeId: string | null
  readonly isPricedAnew: boolean
}

/** Returns a kept line with its new quantity, price and discount. */
function keep(item: OrderItem, line: Line, { priceTypeId, isPricedAnew }: Repricing): UnpaidItem {
  const { amount: _amount, priceGiven: wasGiven, discountPercent, shippedAmount: _part, ...rest } = item
  const { quantity } = line
  const percent = line.discountPercent === undefined ? discountPercent : line.discountPercent
  const isAnew = line.price === null || (line.price === undefined && isPricedAnew && wasGiven !== true)
  const price = isAnew ? priceOf(line.product, priceTypeId) : (line.price ?? item.price)
  const isGiven = line.price == null ? wasGiven === true && !isAnew : true
  const reserved = (quantity - rest.shipped - rest.cancelled) as Milli
  const part = partAmount({ ...rest, quantity, price }, shippedAmountOf(item))
  return { ...rest, quantity, price, reserved, ...part, ...markOf(isGiven, percent) }
}

/**
 * Returns the item's optional fields: `priceGiven` if the price was given, and `discountPercent` if there is a
 * discount.
 */
function markOf(isGiven: boolean, discountPercent: BasisPoints | null | undefined) {
  return { ...(isGiven ? { priceGiven: true } : {}), ...(discountPercent ? { discountPercent } : {}) }
}

/**
 * Returns a function that turns new lines into items with current names, prices and compositions,
 * but without amounts.
 */
function freezer(books: Books, priceTypeId: string | null): (line: Line, id: number) => UnpaidItem {
  const compositions = new Map<Product, Components>()
  return ({ product, quantity, price: given, discountPercent }, id) => {
    const price = given ?? priceOf(product, priceTypeId)
    const { id: productId, name, sku } = product
    const untouched = { shipped: ZERO_MILLI, cancelled: ZERO_MILLI, reserved: quantity }
    const line = { id, productId, name, sku, quantity, price, ...untouched, ...markOf(given != null, discountPercent) }
    if (product.kind !== 'bundle') return line
    const components = compositions.get(product) ?? compositionOf(books, product)
    compositions.set(product, components)
    return { ...line, components }
  }
}

/**
 * Refuses an order with too many parts before any components are built, because even a small request can order very
 * many components.
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
    `${lines.length} lines with the components of their bundles make ${asked} parts, but an order can have only ${most}: place several orders`,
    { code: 'TOO_MANY', figures: { most: MAX_ORDER_PARTS } },
  )
}

/** For each bundle, the composition that was last built for an order. */
const lastCompositions = new WeakMap<Product, Components>()

/**
 * Returns the composition of a bundle. All orders of a bundle share one array, to save memory. The
 * array is rebuilt when the bundle or a component's name changes.
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
 * Returns the product's main price or, if a price type is chosen, its price of that type. A missing price stays
 * missing; no other price replaces it.
 */
function priceOf(product: Product, priceTypeId: string | null): Minor | null {
  if (priceTypeId === null) return product.price
  return product.prices.find((entry) => entry.priceTypeId === priceTypeId)?.price ?? null
}
