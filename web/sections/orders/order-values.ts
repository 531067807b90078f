/** The values of the order form as typed or scanned, and the request body made from them. */
import type { Order, OrderItem, PlaceOrderBody, Product, UpdateOrderBody } from '../../../sdk/types.ts'
import { orders } from '../../records/orders.ts'
import { typed } from '../../words/format.ts'
import { areSettled, lineOf, type ProductLine, readQuantity } from '../lines/product-line.ts'
import { differing, plainBody, plainCopy, plainValues, type Values } from '../records/spec.ts'

export interface OrderLine extends ProductLine {
  /** The index of the line in the stored order; undefined for a new line. */
  readonly item?: number
}

/** The definition of the form adds its plain fields to these. */
export interface OrderValues extends Values {
  /** The order being edited, as it was when the form was opened. */
  readonly order?: Order
  readonly customerId: string | null
  /** The customer's name, because the API identifies customers by name. */
  readonly customer: string
  readonly warehouseId: string
  readonly channel: string
  readonly priceTypeId: string | null
  readonly lines: readonly OrderLine[]
}

/** The values of a new order: a copy has the lines and the customer of `order`; with null the form is empty. */
export function valuesOf(order: Order | null, channel: string): OrderValues {
  return {
    ...(order === null ? plainValues(orders.fields, null) : plainCopy(orders.fields, order)),
    customerId: order?.customerId ?? null,
    customer: order?.customer ?? '',
    warehouseId: order?.warehouseId ?? '',
    channel: order?.channel ?? channel,
    priceTypeId: order?.priceTypeId ?? null,
    lines: (order?.items ?? []).map((item) => lineOf(item, typed)),
  }
}

/** The initial values when an existing order is edited. */
export function valuesToChange(order: Order): OrderValues {
  const values = valuesOf(order, order.channel)
  const lines = values.lines.map((line, item) => ({ ...line, item }))
  return { ...values, ...plainValues(orders.fields, order), order, lines }
}

/**
 * The lines of the stored order that the typed lines correspond to, by line key; they keep their price and composition.
 * If a product is removed and added again, it counts as the same line, as in the service.
 */
export function keptItems({ order, lines }: OrderValues): ReadonlyMap<string, OrderItem> {
  const items = order?.items ?? []
  const chosen = new Set(lines.map(({ item }) => item))
  const left = items.filter((_item, at) => !chosen.has(at))
  const kept = new Map<string, OrderItem>()
  for (const { key, item, productId } of lines) {
    const at = left.findIndex((one) => one.productId === productId)
    const found = item === undefined ? (at === -1 ? undefined : left.splice(at, 1)[0]) : items[item]
    if (found !== undefined) kept.set(key, found)
  }
  return kept
}

export const isReady = ({ lines }: OrderValues) => lines.length > 0 && areSettled(lines)

export function bodyOf(values: OrderValues): PlaceOrderBody {
  return {
    ...plainBody(orders.fields, values),
    customer: values.customer,
    warehouseId: values.warehouseId,
    channel: values.channel.trim(),
    items: values.lines.map(({ productId, quantity }) => ({
      productId: productId!,
      quantity: readQuantity(quantity)!,
    })),
    priceTypeId: values.priceTypeId,
  }
}

/** The fields changed since the form was opened; changes by others to other fields are left alone. */
export function changesOf(values: OrderValues & { readonly order: Order }): UpdateOrderBody {
  const before = valuesToChange(values.order)
  const { customer: _customer, ...was } = { ...bodyOf(before), items: itemsOf(before) }
  const { customer, ...now } = { ...bodyOf(values), items: itemsOf(values) }
  return { ...differing(was, now), ...(values.customerId !== before.customerId && { customer }) }
}

const goodsOf = (items: readonly { readonly productId: string; readonly quantity: number }[]) =>
  JSON.stringify(items.map(({ productId, quantity }) => [productId, quantity]))

/**
 * Fields changed here that somebody else has also changed, to another value, since the form was opened. Saving would
 * undo that change.
 */
export function clashesOf(values: OrderValues, now: Order): readonly string[] {
  const { order = now } = values
  const { items, ...mine } = changesOf({ ...values, order })
  const { items: _theirs, ...theirs } = changesOf({ ...valuesToChange(now), order })
  const clashing = Object.keys(differing(theirs, mine)).filter((name) => name in theirs)
  const areLinesElse = goodsOf(now.items) !== goodsOf(order.items)
  return items !== undefined && areLinesElse && goodsOf(items) !== goodsOf(now.items)
    ? [...clashing, 'items']
    : clashing
}

/** An unchanged line is sent with its price, which tells the service which line it is. */
function itemsOf(values: OrderValues): NonNullable<UpdateOrderBody['items']> {
  const kept = keptItems(values)
  return values.lines.map(({ key, productId, quantity }) => {
    const item = kept.get(key)
    return {
      productId: productId!,
      quantity: readQuantity(quantity)!,
      ...(item !== undefined && { price: item.price }),
    }
  })
}

/** The price of a line: the stored one while the price type is unchanged, otherwise the current price. */
export function linePrice(
  item: OrderItem | undefined,
  product: Product | undefined,
  { order, priceTypeId }: OrderValues,
): number | null {
  if (item !== undefined && order?.priceTypeId === priceTypeId) return item.price
  return product === undefined ? null : priceOf(product, priceTypeId)
}

/** The product's price for the order's price type; null if it has none, never the price of another type. */
function priceOf(product: Product, priceTypeId: string | null): number | null {
  if (priceTypeId === null) return product.price
  return product.prices.find((one) => one.priceTypeId === priceTypeId)?.price ?? null
}
