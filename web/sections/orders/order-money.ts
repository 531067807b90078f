/**
 * Calculates the amounts of an order while the user types it, exact to the kopeck and by the same rules as the service
 * (S-ORDER-21 to S-ORDER-24).
 */
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
  /** The discount on the line in per cent; null if the typed text is not a number. */
  readonly percent: number | null
}

/** The calculated amounts of an order, in roubles. */
export interface OrderMoney {
  /** The amounts of the lines after all discounts; null for a line whose price or quantity is not known. */
  readonly amounts: readonly (number | null)[]
  /** The total of the lines in roubles, before the discount on the whole order. */
  readonly before: number
  readonly discount: number
  readonly total: number
}

/**
 * Calculates the amount of each line: quantity × price, less the discount on the line, less the line's share of the
 * discount on the order.
 */
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
 * Returns the discount on the order in kopecks. The service refuses a discount above the total; here it is limited to
 * the total.
 */
function offOf(total: Minor, { discountPercent = 0, discountAmount = 0 }: Discount): Minor {
  const off = kopecks(discountAmount) + percentOf(total, basisPoints(discountPercent) as BasisPoints)
  return Math.min(total, off) as Minor
}

/** Calculates the amounts of a stored order. This is needed because its total before the discount is not stored. */
export const moneyOfOrder = (order: Order): OrderMoney =>
  moneyOf(
    order.items.map(({ quantity, price, discountPercent = 0 }) => ({ quantity, price, percent: discountPercent })),
    order,
  )

/** Calculates the amounts of the order that is being typed in the form. */
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
 * Returns the product's minimum price if the amount of the line is below it because of a typed price or a discount;
 * otherwise null. Null also for users who may not see minimum prices, and for a line with the same price and discounts
 * as in the stored order.
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
