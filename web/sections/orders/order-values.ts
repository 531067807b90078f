/** What the form of an order holds, as it is typed and scanned, and the body that is sent of it. */
import type { Order, OrderItem, PlaceOrderBody, Product, UpdateOrderBody } from '../../../sdk/types.ts'
import { orders } from '../../records/orders.ts'
import { typed } from '../../words/format.ts'
import { areSettled, lineOf, type ProductLine, readQuantity } from '../lines/product-line.ts'
import { differing, plainBody, plainCopy, plainValues, type Values } from '../records/spec.ts'

export interface OrderLine extends ProductLine {
  /** The place of the line in the order that is changed; a line without one is new. */
  readonly item?: number
}

/** Beside those that are named here, the plain fields of its definition. */
export interface OrderValues extends Values {
  /** The order that is changed, as it was when the form was opened. */
  readonly order?: Order
  readonly customerId: string | null
  /** The API names customers by their names. */
  readonly customer: string
  readonly warehouseId: string
  readonly channel: string
  readonly priceTypeId: string | null
  readonly lines: readonly OrderLine[]
}

/** A copy of another order has its lines and its customer; of none: an empty form. */
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

/** What an order that is changed begins with. */
export function valuesToChange(order: Order): OrderValues {
  const values = valuesOf(order, order.channel)
  const lines = values.lines.map((line, item) => ({ ...line, item }))
  return { ...values, ...plainValues(orders.fields, order), order, lines }
}

/**
 * The lines of the changed order that typed ones stand for, by their keys: they keep their price and composition. As the service has it, a
 * product that is put in again is the line that was taken out.
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

/** What differs from when the form was opened: what others changed meanwhile stays. */
export function changesOf(values: OrderValues & { readonly order: Order }): UpdateOrderBody {
  const before = valuesToChange(values.order)
  const { customer: _customer, ...was } = { ...bodyOf(before), items: itemsOf(before) }
  const { customer, ...now } = { ...bodyOf(values), items: itemsOf(values) }
  return { ...differing(was, now), ...(values.customerId !== before.customerId && { customer }) }
}

const goodsOf = (items: readonly { readonly productId: string; readonly quantity: number }[]) =>
  JSON.stringify(items.map(({ productId, quantity }) => [productId, quantity]))

/** What was changed here and, since the form was opened, to something else by somebody else: saved, it would undo that. */
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

/** The price of a line that stays says which one it is. */
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

/** The price of a line: its own while the price type is the same, else that of now. */
export function linePrice(
  item: OrderItem | undefined,
  product: Product | undefined,
  { order, priceTypeId }: OrderValues,
): number | null {
  if (item !== undefined && order?.priceTypeId === priceTypeId) return item.price
  return product === undefined ? null : priceOf(product, priceTypeId)
}

/** The price that the order would have: that of its price type and never another. */
function priceOf(product: Product, priceTypeId: string | null): number | null {
  if (priceTypeId === null) return product.price
  return product.prices.find((one) => one.priceTypeId === priceTypeId)?.price ?? null
}
