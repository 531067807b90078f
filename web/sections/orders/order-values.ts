/** The values of the order form as typed or scanned, and the request bodies that are built from them. */

import type {
  ChangedOrderItem,
  NewOrderItem,
  Order,
  OrderItem,
  PlaceOrderBody,
  Product,
  UpdateOrderBody,
} from '../../../sdk/types.ts'
import { figureOf } from '../../../spellings/figures.ts'
import { orders } from '../../records/orders.ts'
import { typed } from '../../words/format.ts'
import { areSettled, lineOf, type ProductLine, readQuantity } from '../lines/product-line.ts'
import { differing, plainBody, plainCopy, plainValues, type Values } from '../records/spec.ts'

export interface OrderLine extends ProductLine {
  /** The id of the line in the stored order; undefined for a new line. */
  readonly item?: number
  /** The unit price as typed; '' means that the catalogue price applies. */
  readonly price: string
  /** The discount on the line in per cent, as typed; '' means none. */
  readonly discount: string
}

export const DISCOUNT_UNITS = ['%', '₽'] as const
export type DiscountUnit = (typeof DISCOUNT_UNITS)[number]

/**
 * The values of the order form. The values of the plain fields, which the definition of orders lists, are added to
 * them.
 */
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
  /** The discount on the whole order, as typed; '' means none. */
  readonly discount: string
  readonly discountUnit: DiscountUnit
  /** Whether the order may wait for goods; absent in drafts stored by older versions of the app. */
  readonly mayWait?: boolean
}

const figure = (value: number | undefined) => (value === undefined ? '' : typed(value))

/**
 * Returns the values of the form for a new order. If `order` is given, its customer and lines are copied; if it is
 * null, the form is empty.
 */
export function valuesOf(order: Order | null, channel: string): OrderValues {
  return {
    ...(order === null ? plainValues(orders.fields, null) : plainCopy(orders.fields, order)),
    customerId: order?.customerId ?? null,
    customer: order?.customer ?? '',
    warehouseId: order?.warehouseId ?? '',
    channel: order?.channel ?? channel,
    priceTypeId: order?.priceTypeId ?? null,
    lines: (order?.items ?? []).map(lineOfItem),
    discount: figure(order?.discountPercent ?? order?.discountAmount),
    discountUnit: order?.discountAmount === undefined ? '%' : '₽',
    mayWait: order?.backorder === true,
  }
}

const lineOfItem = (item: OrderItem): OrderLine => ({
  ...lineOf(item, typed),
  price: item.priceGiven === true && item.price !== null ? typed(item.price) : '',
  discount: figure(item.discountPercent),
})

/** Returns the values with which the form for editing an order opens. */
export function valuesToChange(order: Order): OrderValues {
  const values = valuesOf(order, order.channel)
  const lines = values.lines.map((line, at) => ({ ...line, item: order.items[at]!.id }))
  return { ...values, ...plainValues(orders.fields, order), order, lines }
}

/**
 * Returns the lines of the stored order, each by the key of the line in the form. These lines keep their price and
 * composition. If the user removes a product and adds it again, it counts as the same line.
 */
export function keptItems({ order, lines }: OrderValues): ReadonlyMap<string, OrderItem> {
  const items = new Map(order?.items.map((item) => [item.id, item]))
  const chosen = new Set(lines.map(({ item }) => item))
  const left = [...items.values()].filter(({ id }) => !chosen.has(id))
  const kept = new Map<string, OrderItem>()
  for (const { key, item, productId } of lines) {
    const at = left.findIndex((one) => one.productId === productId)
    const found = item === undefined ? (at === -1 ? undefined : left.splice(at, 1)[0]) : items.get(item)
    if (found !== undefined) kept.set(key, found)
  }
  return kept
}

export const isReady = ({ lines }: OrderValues) => lines.length > 0 && areSettled(lines)

export function bodyOf(values: OrderValues): PlaceOrderBody {
  return { ...commonBody(values), items: values.lines.map(newItem), ...discountOf(values) }
}

/** Returns the fields that are the same in the request bodies for creating and for changing an order. */
const commonBody = (values: OrderValues) => ({
  ...plainBody(orders.fields, values),
  customer: values.customer,
  warehouseId: values.warehouseId,
  channel: values.channel.trim(),
  priceTypeId: values.priceTypeId,
  backorder: values.mayWait === true,
})

/** Returns a new line for the request body, without the fields that are empty. */
function newItem({ productId, quantity, price, discount }: OrderLine): NewOrderItem {
  const percent = figureOf(discount)
  return {
    productId: productId!,
    quantity: readQuantity(quantity)!,
    ...(price !== '' && { price: figureOf(price) }),
    ...(percent && { discountPercent: percent }),
  }
}

/** Returns the discount of the whole order; an empty object if there is none. */
export function discountOf({
  discount,
  discountUnit,
}: Pick<OrderValues, 'discount' | 'discountUnit'>): Pick<Order, 'discountPercent' | 'discountAmount'> {
  const value = figureOf(discount)
  if (!value) return {}
  return discountUnit === '%' ? { discountPercent: value } : { discountAmount: value }
}

/**
 * Returns only those fields that the user changed. The other fields are not sent, so that changes made by other users
 * remain.
 */
export function changesOf(values: OrderValues & { readonly order: Order }): UpdateOrderBody {
  const before = valuesToChange(values.order)
  const { customer: _customer, ...was } = { ...commonBody(before), items: changedItems(before) }
  const { customer, ...now } = { ...commonBody(values), items: changedItems(values) }
  const discount = discountOf(values)
  const isDiscountOther = JSON.stringify(discount) !== JSON.stringify(discountOf(before))
  return {
    ...differing(was, now),
    ...(values.customerId !== before.customerId && { customer }),
    // Send both discount fields, because a discount in roubles replaces one in per cent, and vice versa.
    ...(isDiscountOther && { discountPercent: null, discountAmount: null, ...discount }),
  }
}

/**
 * Returns the lines for the request body, with the ids that they have in the stored order. A field that is left out of
 * a line stays unchanged.
 */
function changedItems(values: OrderValues): ChangedOrderItem[] {
  const kept = keptItems(values)
  return values.lines.map((line): ChangedOrderItem => {
    const item = kept.get(line.key)
    if (item === undefined) return { id: null, ...newItem(line) }
    const price = line.price === '' ? null : figureOf(line.price)
    const percent = figureOf(line.discount) ?? 0
    return {
      id: item.id,
      productId: line.productId!,
      quantity: readQuantity(line.quantity)!,
      ...(price !== (item.priceGiven === true ? item.price : null) && { price }),
      ...(percent !== (item.discountPercent ?? 0) && { discountPercent: percent || null }),
    }
  })
}

/** The data of a line that users see. It serves to compare two versions of an order. */
export interface Goods {
  readonly productId: string
  readonly name: string
  readonly quantity: number
  /** The price of the line; null if the line has the catalogue price. */
  readonly price: number | null
  readonly percent: number
}

export const goodsOf = ({ lines }: OrderValues): readonly Goods[] =>
  lines.flatMap(({ productId, name, quantity, price, discount }) =>
    productId === null
      ? []
      : [
          {
            productId,
            name,
            quantity: readQuantity(quantity) ?? 0,
            price: figureOf(price),
            percent: figureOf(discount) ?? 0,
          },
        ],
  )

/** Returns a key by which two lines are compared. Names are left out of it, because they may have changed. */
export const sameGoods = ({ name: _name, ...goods }: Goods): string => JSON.stringify(goods)
const asText = (values: OrderValues) => goodsOf(values).map(sameGoods).join()

/**
 * Returns the fields that this user changed and that another user has since changed to a different value. Saving the
 * form would overwrite that value. The two discount fields are reported as one, `discount`.
 */
export function clashesOf(values: OrderValues, now: Order): readonly string[] {
  const { order = now } = values
  const { items, ...mine } = changesOf({ ...values, order })
  const { items: _theirs, ...theirs } = changesOf({ ...valuesToChange(now), order })
  const clashing = Object.keys(differing(theirs, mine)).filter((name) => name in theirs)
  const names = [...new Set(clashing.map((name) => (name.startsWith('discount') ? 'discount' : name)))]
  const nowText = asText(valuesToChange(now))
  const areLinesElse = nowText !== asText(valuesToChange(order))
  return items !== undefined && areLinesElse && asText(values) !== nowText ? [...names, 'items'] : names
}

/** Returns the price of a line: the price that the user typed, or else the catalogue price. */
export function linePrice(
  line: OrderLine,
  of: { readonly item: OrderItem | undefined; readonly product: Product | undefined },
  values: OrderValues,
): number | null {
  return line.price === '' ? listPrice(of, values) : figureOf(line.price)
}

/**
 * Returns the price that a line has if the user types none: the stored price while the price type is unchanged,
 * otherwise the product's current price.
 */
export function listPrice(
  { item, product }: { readonly item: OrderItem | undefined; readonly product: Product | undefined },
  { order, priceTypeId }: OrderValues,
): number | null {
  if (item !== undefined && item.priceGiven !== true && order?.priceTypeId === priceTypeId) return item.price
  return product === undefined ? null : priceOf(product, priceTypeId)
}

/**
 * Returns the product's price of the given price type; null if it has none. Never returns the price of another type.
 */
function priceOf(product: Product, priceTypeId: string | null): number | null {
  if (priceTypeId === null) return product.price
  return product.prices.find((one) => one.priceTypeId === priceTypeId)?.price ?? null
}
