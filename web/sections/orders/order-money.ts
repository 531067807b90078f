/** What an order costs while it is typed, to the kopeck as the service calculates it (S-ORDER-21 to S-ORDER-24). */
import { amountOf, type BasisPoints, type Minor, percentOf, sharesOf } from '../../../amounts/quantity.ts'
import type { Order, OrderItem, Product } from '../../../sdk/types.ts'
import { figureOf } from '../../../spellings/figures.ts'
import { basisPoints, kopecks, milli, roubles } from '../../data/amounts.ts'
import { readQuantity } from '../lines/product-line.ts'
import { discountOf, keptItems, linePrice, type OrderLine, type OrderValues } from './order-values.ts'

type Discount = Pick<Order, 'discountPercent' | 'discountAmount'>

interface Priced {
  readonly quantity: number | null
  readonly price: number | null
  /** The discount of the line; null when it could not be read. */
  readonly percent: number | null
}

/** Amounts in roubles. */
export interface OrderMoney {
  /** The amount after all discounts; null where price or quantity is not known. */
  readonly amounts: readonly (number | null)[]
  /** The total before the discount of the whole order. */
  readonly before: number
  readonly discount: number
  readonly total: number
}

/** The amounts of lines: quantity × price, less the line's discount, less its share of the order's discount. */
export function moneyOf(lines: readonly Priced[], discount: Discount): OrderMoney {
  const amounts = lines.map(lineAmount)
  const before = amounts.reduce((sum: number, amount) => sum + (amount ?? 0), 0) as Minor
  const off = offOf(before, discount)
  const shares = sharesOf(
    off,
    amounts.map((amount) => amount ?? (0 as Minor)),
  )
  return {
    amounts: amounts.map((amount, at) => (amount === null ? null : roubles(amount - shares[at]!))),
    before: roubles(before),
    discount: roubles(off),
    total: roubles(before - off),
  }
}

const WHOLE = 100

function lineAmount({ quantity, price, percent }: Priced): Minor | null {
  if (quantity === null || price === null || percent === null || percent > WHOLE) return null
  const whole = amountOf(milli(quantity), kopecks(price))
  return (whole - percentOf(whole, basisPoints(percent))) as Minor
}

/**
 * Returns the discount in kopecks. The service refuses a discount above the total; here such a discount takes the whole
 * total.
 */
function offOf(total: Minor, { discountPercent = 0, discountAmount = 0 }: Discount): Minor {
  const off = kopecks(discountAmount) + percentOf(total, basisPoints(discountPercent) as BasisPoints)
  return Math.min(total, off) as Minor
}

/** The amounts of a stored order, where the total before its discount is not stored. */
export const moneyOfOrder = (order: Order): OrderMoney =>
  moneyOf(
    order.items.map(({ quantity, price, discountPercent = 0 }) => ({ quantity, price, percent: discountPercent })),
    order,
  )

/** The amounts of the form. */
export function moneyOfForm(values: OrderValues, products: ReadonlyMap<string, Product>): OrderMoney {
  const kept = keptItems(values)
  const lines = values.lines.map((line) => {
    const product = products.get(line.productId ?? '')
    return {
      quantity: readQuantity(line.quantity),
      price: linePrice(line, { item: kept.get(line.key), product }, values),
      percent: line.discount === '' ? 0 : figureOf(line.discount),
    }
  })
  return moneyOf(lines, discountOf(values))
}

interface Judged {
  readonly line: OrderLine
  readonly item: OrderItem | undefined
  readonly product: Product | undefined
  readonly amount: number | null
}

/**
 * The minimum price of the product when a typed price or a discount brings the line below it; null when it does not, or
 * when the user may not see minimum prices. A line with the price and the discounts of the stored order is not judged.
 */
export function brokenMinimum({ line, item, product, amount }: Judged, values: OrderValues): number | null {
  const quantity = readQuantity(line.quantity)
  const minPrice = product?.minPrice ?? null
  if (quantity === null || amount === null || minPrice === null) return null
  const discount = discountOf(values)
  const percent = figureOf(line.discount) ?? 0
  if (line.price === '' && percent === 0 && Object.keys(discount).length === 0) return null
  const { order } = values
  const isAsBefore =
    item !== undefined &&
    order !== undefined &&
    linePrice(line, { item, product }, values) === item.price &&
    percent === (item.discountPercent ?? 0) &&
    discount.discountPercent === order.discountPercent &&
    discount.discountAmount === order.discountAmount
  return !isAsBefore && kopecks(amount) < amountOf(milli(quantity), kopecks(minPrice)) ? minPrice : null
}
