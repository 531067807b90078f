/** Computes the amounts of an order's lines from prices, line discounts and the order's discount. Source: S-ORDER-21 to S-ORDER-24. */
import { shippedAmountOf } from '../../amounts/parts.ts'
import {
  amountOf,
  type BasisPoints,
  formatMinor,
  isWithinBound,
  MAX_MINOR,
  MINOR_PER_UNIT,
  type Minor,
  percentOf,
  sharesOf,
} from '../../amounts/quantity.ts'
import type { OrderItem } from '../domain/availability.ts'
import type { Books } from '../domain/books.ts'
import { BEYOND, invalid, Refusal } from '../domain/refusals.ts'
import type { Role } from '../domain/roles.ts'

/** The discount of a whole order, as a percentage or as a sum of money. If neither is given, there is no discount. */
export interface OrderDiscount {
  readonly discountPercent?: BasisPoints
  readonly discountAmount?: Minor
}

interface GivenDiscount {
  readonly discountPercent?: BasisPoints | null | undefined
  readonly discountAmount?: Minor | null | undefined
}

/**
 * Returns the discount of an order as given in the request; 0 means no discount. Refuses VALIDATION_FAILED if both
 * forms of a discount are given.
 */
export function discountOf({ discountPercent, discountAmount }: GivenDiscount): OrderDiscount {
  if (discountPercent && discountAmount)
    throw invalid('/discountAmount', 'cannot be given together with discountPercent: leave one of them out', 'NOT_HERE')
  if (discountPercent) return { discountPercent }
  return discountAmount ? { discountAmount } : {}
}

/**
 * Returns the discount of a changed order. A given discount replaces the old one, null removes the
 * discount, and a field left out changes nothing.
 */
export function changedDiscountOf(order: OrderDiscount, given: GivenDiscount): OrderDiscount {
  const { discountPercent, discountAmount } = order
  if (given.discountPercent === undefined && given.discountAmount === undefined)
    return discountOf({ discountPercent, discountAmount })
  const isReplaced = Boolean(given.discountPercent) || Boolean(given.discountAmount)
  if (isReplaced) return discountOf(given)
  // At this point every discount in the body is null or 0. Such a value removes only a discount of its own form (per
  // cent or sum); an existing discount of the other form stays.
  return discountOf({
    discountPercent: given.discountPercent === undefined ? discountPercent : null,
    discountAmount: given.discountAmount === undefined ? discountAmount : null,
  })
}

/** A line before its amount is computed. */
export type UnpaidItem = Omit<OrderItem, 'amount'>

/**
 * Returns the amount of each line, or null for a line without a price: quantity × price, minus the line's discount,
 * minus its share of the order's discount. Refuses VALIDATION_FAILED for amounts above the limit, and for a discount
 * above the sum of the lines. `standing`: the fixed amounts of partly shipped lines (`standingAmount`), null for the
 * others; the rest of the order's discount is spread over the others.
 */
export function amountsOf(
  lines: readonly UnpaidItem[],
  discount: OrderDiscount,
  standing: readonly (Minor | null)[],
): (Minor | null)[] {
  const amounts = lines.map(amountOfLine)
  let total = 0
  for (const amount of amounts) {
    total += amount ?? 0
    if (total > MAX_MINOR) throw invalid('/items', 'the total of the order is more than 10^12', BEYOND)
  }
  const off = discountIn(total as Minor, discount)
  if (off === 0 && standing.every((amount) => amount === null)) return amounts
  const free = amounts.map((amount, position) => (standing[position] == null ? (amount ?? (0 as Minor)) : (0 as Minor)))
  const given = standing.reduce((sum, amount, at) => sum + (amount === null ? 0 : amounts[at]! - amount), 0)
  const shares = sharesOf(restOfDiscount(off - given, sumOf(free), discount), free)
  return amounts.map(
    (amount, position) => standing[position] ?? (amount === null ? null : ((amount - shares[position]!) as Minor)),
  )
}

const sumOf = (amounts: readonly Minor[]) => amounts.reduce((sum, amount) => sum + amount, 0)

/**
 * Returns the part of the order's discount that is spread over the lines of which nothing was shipped. A percentage
 * discount is limited to the amount of these lines, because rounding may make it a few kopecks too large or too small.
 * Refuses VALIDATION_FAILED for a discount as a sum of money that does not fit.
 */
function restOfDiscount(rest: number, most: number, { discountAmount }: OrderDiscount): Minor {
  const fitting = Math.min(most, Math.max(0, rest)) as Minor
  if (discountAmount !== undefined && fitting !== rest)
    throw invalid(
      '/items',
      'the discount of the order no longer fits: change the lines of which nothing was shipped, or close the order',
      'NOT_VALID',
    )
  return fitting
}

/**
 * Returns the amount of a changed line that was partly shipped, or null when nothing was shipped or the line has no
 * price. Price and discount are fixed. If the quantity is the same, so is the amount. Otherwise, the line's share of
 * the order's discount is the order's percentage of the line or, for a discount as a sum, the previous share. The
 * amount is never below that of the shipped part.
 */
export function standingAmount(line: UnpaidItem, before: OrderItem | null, discount: OrderDiscount): Minor | null {
  if (before === null || before.shipped === 0 || before.amount === null) return null
  if (line.quantity === before.quantity) return before.amount
  const shipped = shippedAmountOf(before)
  if (line.quantity === before.shipped) return shipped
  const whole = amountOfLine(line, 0)!
  const share =
    discount.discountAmount === undefined
      ? percentOf(whole, discount.discountPercent ?? (0 as BasisPoints))
      : amountOfLine(before, 0)! - before.amount
  return Math.max(shipped, whole - share) as Minor
}

function amountOfLine({ quantity, price, discountPercent }: UnpaidItem, position: number): Minor | null {
  if (price === null) return null
  const whole = amountOf(quantity, price)
  if (!isWithinBound(whole)) throw invalid(`/items/${position}/quantity`, 'times the price is more than 10^12', BEYOND)
  return discountPercent === undefined ? whole : ((whole - percentOf(whole, discountPercent)) as Minor)
}

function discountIn(total: Minor, { discountPercent, discountAmount = 0 as Minor }: OrderDiscount): Minor {
  if (discountPercent !== undefined) return percentOf(total, discountPercent)
  if (discountAmount > total)
    throw invalid('/discountAmount', `must be at most the total of the lines: ${formatMinor(total)}`, {
      code: 'AT_MOST',
      figures: { most: total / MINOR_PER_UNIT },
    })
  return discountAmount
}

/** Adds up the amounts of the priced lines; `amountsOf` has checked the limit. */
export function totalOf(items: readonly OrderItem[]): Minor {
  return items.reduce((total, { amount }) => total + (amount ?? 0), 0) as Minor
}

/** The items and the discount of an order, before or after a change. */
interface Priced {
  readonly items: readonly OrderItem[]
  readonly discount: OrderDiscount
}

/**
 * Refuses BELOW_MIN_PRICE for the first line whose given price or discount brings it below its product's minimum price.
 * The owner may sell below that price. Catalogue prices are not checked, nor are lines whose price and discounts are
 * the same in `before`.
 */
export function refuseBelowMinPrice(
  books: Books,
  { items, discount }: Priced,
  { role, before }: { readonly role: Role | null; readonly before: Priced | null },
): void {
  if (role === null || role === 'owner') return
  const hasDiscount = discount.discountPercent !== undefined || discount.discountAmount !== undefined
  for (const [position, item] of items.entries()) {
    const { productId, quantity, amount } = item
    if (!hasDiscount && item.priceGiven !== true && item.discountPercent === undefined) continue
    if (before !== null && isPricedAsBefore(item, discount, before)) continue
    const { minPrice, name } = books.products.get(productId)!
    if (amount === null || minPrice === null || amount >= amountOf(quantity, minPrice)) continue
    const figures = { productId, product: name, line: position + 1 }
    const detail = `Line ${position + 1} sells "${name}" below its minimum price. Raise the price, lower the discount, or let the owner do it.`
    throw new Refusal('BELOW_MIN_PRICE', detail, { figures })
  }
}

/**
 * Whether one unit costs less than before. This can happen because a line's share of the order's discount grows when
 * other lines are removed. A difference of one kopeck counts as rounding.
 */
function isCheaperThan(item: OrderItem, before: OrderItem): boolean {
  const [amount, was] = [item.amount ?? 0, before.amount ?? 0].map(BigInt) as [bigint, bigint]
  return (amount + 1n) * BigInt(before.quantity) < was * BigInt(item.quantity)
}

function isPricedAsBefore(item: OrderItem, discount: OrderDiscount, before: Priced): boolean {
  const same = before.items.find(({ id }) => id === item.id)
  return (
    same !== undefined &&
    same.price === item.price &&
    same.discountPercent === item.discountPercent &&
    before.discount.discountPercent === discount.discountPercent &&
    before.discount.discountAmount === discount.discountAmount &&
    !isCheaperThan(item, same)
  )
}
