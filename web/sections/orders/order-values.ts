/** What the form of an order holds, as it is typed and scanned, and the body that is sent of it. */
import type { Order, PlaceOrderBody, Product } from '../../../sdk/types.ts'
import { typed } from '../../words/format.ts'
import { areSettled, lineOf, type ProductLine, readQuantity } from '../lines/product-line.ts'

export interface OrderValues {
  readonly customerId: string | null
  /** The API names customers by their names. */
  readonly customer: string
  readonly warehouseId: string
  readonly channel: string
  readonly priceTypeId: string | null
  readonly externalNumber: string
  readonly deliveryAddress: string
  readonly note: string
  readonly orderedAt: string
  readonly lines: readonly ProductLine[]
}

/** A copy of another order has its lines and its customer; of none: an empty form. */
export function valuesOf(order: Order | null, channel: string): OrderValues {
  return {
    customerId: order?.customerId ?? null,
    customer: order?.customer ?? '',
    warehouseId: order?.warehouseId ?? '',
    channel: order?.channel ?? channel,
    priceTypeId: order?.priceTypeId ?? null,
    externalNumber: '',
    deliveryAddress: order?.deliveryAddress ?? '',
    note: order?.note ?? '',
    orderedAt: '',
    lines: (order?.items ?? []).map((item) => lineOf(item, typed)),
  }
}

export const isReady = ({ lines }: OrderValues) => lines.length > 0 && areSettled(lines)

const orNull = (typed: string) => (typed.trim() === '' ? null : typed.trim())

/** The middle of a day in Russia: the same day in each of its zones. */
const NOON = 'T05:00:00.000Z'

export function bodyOf(values: OrderValues): PlaceOrderBody {
  return {
    customer: values.customer,
    warehouseId: values.warehouseId,
    channel: values.channel.trim(),
    items: values.lines.map(({ productId, quantity }) => ({
      productId: productId!,
      quantity: readQuantity(quantity)!,
    })),
    priceTypeId: values.priceTypeId,
    externalNumber: orNull(values.externalNumber),
    deliveryAddress: orNull(values.deliveryAddress),
    note: orNull(values.note),
    ...(values.orderedAt === '' ? {} : { orderedAt: `${values.orderedAt}${NOON}` }),
  }
}

/** The price that the order would have: that of its price type and never another. */
export function priceOf(product: Product, priceTypeId: string | null): number | null {
  if (priceTypeId === null) return product.price
  return product.prices.find((one) => one.priceTypeId === priceTypeId)?.price ?? null
}
