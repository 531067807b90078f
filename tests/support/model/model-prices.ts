/** The model's own arithmetic for prices, discounts and minimum prices. Source: S-ORDER-21, S-ORDER-22, S-ORDER-23, S-ORDER-24. */
import { amount, type Model, type ModelDiscount, type ModelLine, minor, scaled } from './model.ts'
import type { Json } from './model-kinds.ts'

/** An order line whose amount is not computed yet. */
export type Unpaid = Omit<ModelLine, 'amount'>

const percentOf = (value: number | null | undefined): bigint => (value == null ? 0n : scaled(value, 2))

export const lineDiscountOf = ({ discountPercent }: Json): bigint => percentOf(discountPercent)

export const discountOf = ({ discountPercent, discountAmount }: Json): ModelDiscount => ({
  percent: percentOf(discountPercent),
  sum: discountAmount == null ? 0n : minor(discountAmount),
})

/**
 * Returns the discount after a change. A given discount replaces the old one. If none is given, a percentage or amount
 * of null or 0 removes that part of the old discount.
 */
export function changedDiscount(before: ModelDiscount, body: Json): ModelDiscount {
  const given = discountOf(body)
  if (given.percent > 0n || given.sum > 0n) return given
  return {
    percent: body.discountPercent === undefined ? before.percent : 0n,
    sum: body.discountAmount === undefined ? before.sum : 0n,
  }
}

/** Whether a discount is given both as a percentage and as an amount, which is refused. */
export const isTwofold = ({ percent, sum }: ModelDiscount): boolean => percent > 0n && sum > 0n

const lessPercent = (sum: bigint, percent: bigint): bigint => sum - (sum * percent + 5_000n) / 10_000n

const beforeDiscount = ({ quantity, price, discount }: Unpaid): bigint | null =>
  price === null ? null : lessPercent(amount(quantity, price), discount)

/** Returns the sum of the lines before the discount on the whole order. */
export const costOf = (lines: readonly Unpaid[]): bigint =>
  lines.reduce((sum, line) => sum + (beforeDiscount(line) ?? 0n), 0n)

/** Returns the highest amount of any line before discounts. */
export const dearest = (lines: readonly Unpaid[]): bigint =>
  lines.reduce((most, { quantity, price }) => {
    const whole = price === null ? 0n : amount(quantity, price)
    return whole > most ? whole : most
  }, 0n)

/**
 * Returns the amount that a changed line keeps because a part of it was shipped; null if it keeps none. Source: S-SHIPMENT-10.
 */
function keptAmount(line: Unpaid, discount: ModelDiscount, before: readonly ModelLine[]): bigint | null {
  const was = before.find(({ id }) => id === line.id)
  if (was === undefined || was.shipped === 0n || was.amount === null || line.price === null) return null
  if (line.quantity === was.quantity) return was.amount
  if (line.quantity === was.shipped) return was.charged
  const cost = beforeDiscount(line)!
  const amount = discount.sum > 0n ? cost - (beforeDiscount(was)! - was.amount) : lessPercent(cost, discount.percent)
  return amount < was.charged ? was.charged : amount
}

/**
 * Returns how much of a discount on the whole order is left for the lines without shipped goods, and the sum of these
 * lines.
 */
function restOf(lines: readonly Unpaid[], discount: ModelDiscount, before: readonly ModelLine[]) {
  const whole = costOf(lines)
  const off = discount.percent > 0n ? whole - lessPercent(whole, discount.percent) : discount.sum
  let rest = off
  let free = 0n
  for (const line of lines) {
    const cost = beforeDiscount(line)
    const kept = keptAmount(line, discount, before)
    if (cost !== null && kept === null) free += cost
    if (cost !== null && kept !== null) rest -= cost - kept
  }
  return { rest, free }
}

/** Whether the discount amount of an order no longer fits the lines without shipped goods. */
export function isDiscountStuck(
  lines: readonly Unpaid[],
  discount: ModelDiscount,
  before: readonly ModelLine[],
): boolean {
  const { rest, free } = restOf(lines, discount, before)
  return discount.sum > 0n && (rest < 0n || rest > free)
}

/**
 * Returns the lines with their amounts. A discount on the whole order is spread over the lines by cumulative rounding,
 * half up. Lines of `before` that were partly shipped keep their discount.
 */
export function paid(
  lines: readonly Unpaid[],
  discount: ModelDiscount,
  before: readonly ModelLine[] = [],
): ModelLine[] {
  const { rest, free } = restOf(lines, discount, before)
  const off = rest < 0n ? 0n : rest > free ? free : rest
  const dueUpTo = (sum: bigint) => (free === 0n ? 0n : (off * sum * 2n + free) / (free * 2n))
  let sum = 0n
  return lines.map((line) => {
    const cost = beforeDiscount(line)
    if (cost === null) return { ...line, amount: null }
    const kept = keptAmount(line, discount, before)
    if (kept !== null) return { ...line, amount: kept }
    const share = dueUpTo(sum + cost) - dueUpTo(sum)
    sum += cost
    return { ...line, amount: cost - share }
  })
}

/** Whether a given price or a discount brings a line below its minimum price, unless the line already had that price. */
export function isBelowMinimum(
  model: Model,
  { lines, discount }: { readonly lines: readonly ModelLine[]; readonly discount: ModelDiscount },
  before?: { readonly lines: readonly ModelLine[]; readonly discount: ModelDiscount },
): boolean {
  const hasDiscount = discount.percent > 0n || discount.sum > 0n
  const isSameDiscount = before?.discount.percent === discount.percent && before.discount.sum === discount.sum
  return lines.some((line) => {
    const was = before?.lines.find(({ id }) => id === line.id)
    const isKept = isSameDiscount && was?.price === line.price && was.discount === line.discount
    // Compare amounts per unit: one kopeck less is due to rounding.
    if (isKept && ((line.amount ?? 0n) + 1n) * was.quantity >= (was.amount ?? 0n) * line.quantity) return false
    const least = model.products.get(line.productId)?.minPrice ?? null
    const isTouched = hasDiscount || line.isPriceGiven || line.discount > 0n
    return isTouched && least !== null && line.amount !== null && line.amount < amount(line.quantity, least)
  })
}
