/**
 * Combines the possible readings of an item line's quantity, price and amount, and detects how the table formats its
 * numbers.
 */
import { amountOf, MILLI_PER_UNIT, type Milli, type Minor } from '../../../amounts/quantity.ts'
import type { ReadLine } from '../words/extraction.ts'
import { millionthsOf, minorOf, type NumberReading } from '../words/numbers.ts'
import { vatRateBetween } from '../words/vat.ts'

/** A quantity, a price and an amount that fit together: quantity × price is the amount. */
export interface LineChoice {
  readonly quantity: Milli
  readonly unitCost: Minor
  readonly amount: Minor
  /**
   * The combined doubt of the three readings. It is reduced where the number format of the table explains a doubtful
   * reading.
   */
  readonly doubt: number
  /** Whether neither the price nor the amount has kopecks. */
  readonly isWhole: boolean
  /** Whether the price is amount ÷ quantity, rounded. */
  readonly isRounded: boolean
  /** The price as printed if it has more than two decimals; `unitCost` is the rounded value. */
  readonly finePrice: string | null
  readonly quantityDecimals: number
  /** Whether the last digit of the quantity or price could be different without changing the amount. */
  readonly isLoose: boolean
}

/** The quantity, price and amount chosen for an item line, and how reliable they are. */
export interface LineVerdict {
  readonly quantity: Milli | null
  readonly unitCost: Minor | null
  readonly amount: Minor | null
  readonly amountWithVat: Minor | null
  readonly addsUp: boolean
  /** The combined doubt of the chosen readings. */
  readonly doubt: number
  /** Whether another combination with a different quantity or price adds up nearly as well. */
  readonly isAmbiguous: boolean
  /** Whether that other combination has the same amount, so that the total cannot decide between the two. */
  readonly hasTwin: boolean
  /**
   * Whether neither the price nor the amount has kopecks, because the document prints none or both decimal marks were
   * lost.
   */
  readonly isWhole: boolean
  /**
   * Whether the price is amount ÷ quantity, rounded. Such a price confirms the amount only roughly, so only the total
   * or the VAT can confirm it.
   */
  readonly isRounded: boolean
  /** The price as printed if it has more than two decimals; `unitCost` is the rounded value. */
  readonly finePrice: string | null
  /** Whether the last digit of the quantity or price could be different without changing the amount. */
  readonly isLoose: boolean
  /** Whether a misread digit was corrected so that the line adds up. */
  readonly isMended: boolean
}

/** How a table formats its numbers. The format helps to detect lost decimal marks. */
export interface TableStyle {
  /** The number of decimals that nearly all quantities have, such as 3 for «20,000»; null when it varies. */
  readonly quantityDecimals: number | null
  /** Whether most lines have kopecks in the price or the amount. */
  readonly hasKopecks: boolean
}

const NO_STYLE: TableStyle = { quantityDecimals: null, hasKopecks: false }

/**
 * The doubt that is added to a combination when the price is only the rounded quotient of amount and quantity. Nearly
 * any price is such a quotient, so these readings must be less doubtful than others.
 */
const ROUNDED_DOUBT = 0.7

/**
 * The doubt that is added to a combination when price and amount have no kopecks in a table where most lines have them.
 * The loss of both decimal marks (each with a doubt of 1) is then likelier than values that are a hundred times as
 * high.
 */
const LOST_MARK_DOUBT = 2.2

/**
 * The doubt that is added to a combination when an amount has three digits after the decimal mark. Amounts have two
 * decimals or none, so the mark is probably a thousands separator.
 */
const FINE_AMOUNT_DOUBT = 2.5

/**
 * The doubt that is added to a combination when a price has more than two decimals. Such prices are rare: a lost
 * decimal mark is as likely, and a mark before three digits is more likely a thousands separator.
 */
const FINE_PRICE_DOUBT = 0.7
const THREE_DECIMALS_DOUBT = 1.5

/**
 * The doubt that is added to a combination if the quantity has a different number of decimals than its column, and
 * subtracted if the quantity has the same number.
 */
const OTHER_DECIMALS_DOUBT = 1
const SAME_DECIMALS_RELIEF = 0.8

/** The doubt above which a combination is only a guess, even if its numbers fit together. */
const MAX_DOUBT = 3

/**
 * Tests whether quantity × price is the amount. `exact`: it is. `rounded`: the price is amount ÷ quantity, rounded, as
 * programs compute prices without VAT. null: neither.
 */
export function fitOf(quantity: Milli, unitCost: Minor, amount: Minor): 'exact' | 'rounded' | null {
  if (amountOf(quantity, unitCost) === amount) return 'exact'
  return Math.round((amount * MILLI_PER_UNIT) / quantity) === unitCost ? 'rounded' : null
}

const MILLIONTHS_PER_KOPECK = 10_000n

/**
 * Like `fitOf`, for a price in millionths of a rouble: tests whether quantity × price gives the amount, or the price is
 * the quotient rounded to the decimals printed.
 */
function fineFitOf(
  quantity: Milli,
  price: number,
  { amount, decimals }: { amount: Minor; decimals: number },
): 'exact' | 'rounded' | null {
  // The product of a quantity in thousandths and a price in millionths is in billionths.
  const product = BigInt(quantity) * BigInt(price)
  const stated = BigInt(amount) * MILLIONTHS_PER_KOPECK * BigInt(MILLI_PER_UNIT)
  const difference = product > stated ? product - stated : stated - product
  const halfKopeck = (MILLIONTHS_PER_KOPECK * BigInt(MILLI_PER_UNIT)) / 2n
  if (difference <= halfKopeck) return 'exact'
  const halfLastFigure = (BigInt(quantity) * 10n ** BigInt(6 - decimals)) / 2n
  return difference <= halfLastFigure ? 'rounded' : null
}

/** Returns all consistent combinations of a line's readings, the least doubtful first. */
export function choicesOf(line: ReadLine, style: TableStyle = NO_STYLE): LineChoice[] {
  const choices: LineChoice[] = []
  for (const quantity of [...line.quantity, ...withLostMark(line.quantity, style)])
    for (const cost of line.unitCost)
      for (const amount of line.amount) {
        const choice = lineChoiceOf(quantity, cost, amount)
        if (choice === null) continue
        const doubt = choice.doubt + styleDoubt(choice, quantity, style)
        if (doubt <= MAX_DOUBT) choices.push({ ...choice, doubt })
      }
  return confirmedByVat(choices, line).sort((a, b) => a.doubt - b.doubt)
}

/**
 * Adds readings of quantities that may have lost the decimal mark before their only decimal, so that 105 can be 10.5.
 * Only the column's number format can show that a mark was lost.
 */
const withLostMark = (quantities: readonly NumberReading[], { quantityDecimals }: TableStyle): NumberReading[] =>
  quantityDecimals !== 1
    ? []
    : quantities
        .filter(({ decimals, doubt, milli }) => decimals === 0 && doubt === 0 && milli >= 10 * MILLI_PER_UNIT)
        .map((one) => ({ milli: one.milli / 10, decimals: 1, doubt: 1 }))

/** Returns how three readings fit together, with their combined doubt, or null if they do not. */
export function lineChoiceOf(quantity: NumberReading, cost: NumberReading, reading: NumberReading): LineChoice | null {
  const amount = minorOf(reading)
  if (amount === null || quantity.milli === 0) return null
  const unitCost = minorOf(cost)
  const fineAmount = reading.decimals > 2 ? FINE_AMOUNT_DOUBT : 0
  const doubt = quantity.doubt + cost.doubt + reading.doubt + fineAmount
  const base = { quantity: quantity.milli as Milli, amount, quantityDecimals: quantity.decimals }
  if (unitCost === null) {
    const price = millionthsOf(cost)
    const fit = fineFitOf(base.quantity, price, { amount, decimals: cost.decimals })
    if (fit === null) return null
    const rounded = Math.round(price / Number(MILLIONTHS_PER_KOPECK)) as Minor
    const finePrice = (price / 1e6).toFixed(cost.decimals)
    const isRounded = fit === 'rounded'
    const more = (cost.decimals === 3 ? THREE_DECIMALS_DOUBT : FINE_PRICE_DOUBT) + (isRounded ? ROUNDED_DOUBT : 0)
    return { ...base, unitCost: rounded, doubt: doubt + more, isWhole: false, isRounded, isLoose: false, finePrice }
  }
  const fit = fitOf(base.quantity, unitCost, amount)
  if (fit === null) return null
  const isRounded = fit === 'rounded'
  const isWhole = cost.decimals === 0 && reading.decimals === 0
  if (isRounded && isBesideExact(base.quantity, unitCost, { amount, decimals: quantity.decimals })) return null
  const isLoose = isLastFigureLoose({ ...base, unitCost, isRounded }, quantity.decimals, cost.decimals)
  return {
    ...base,
    unitCost,
    doubt: doubt + (isRounded ? ROUNDED_DOUBT : 0),
    isWhole,
    isRounded,
    isLoose,
    finePrice: null,
  }
}

/**
 * Whether a price that seems rounded becomes exact if the last digit of the quantity is changed. If so, that digit was
 * misread.
 */
function isBesideExact(
  quantity: Milli,
  unitCost: Minor,
  { amount, decimals }: { amount: Minor; decimals: number },
): boolean {
  const step = 10 ** (3 - Math.min(3, decimals))
  const whole = quantity - (quantity % (10 * step))
  return Array.from({ length: 10 }, (_, figure) => whole + figure * step).some(
    (other) => other > 0 && fitOf(other as Milli, unitCost, amount) === 'exact',
  )
}

/**
 * Whether the line is still consistent if the last digit of the quantity or price is one higher or lower. A final zero
 * after the decimal mark is ignored because it is only padding.
 */
function isLastFigureLoose(
  { quantity, unitCost, amount, isRounded }: Pick<LineChoice, 'quantity' | 'unitCost' | 'amount' | 'isRounded'>,
  quantityDecimals: number,
  costDecimals: number,
): boolean {
  const doesFit = (milli: number, minor: number) => {
    const fit = milli > 0 && minor > 0 ? fitOf(milli as Milli, minor as Minor, amount) : null
    return isRounded ? fit !== null : fit === 'exact'
  }
  const step = 10 ** (3 - Math.min(3, quantityDecimals))
  const hasFraction = quantityDecimals > 0 && (quantity / step) % 10 !== 0
  const [more, less] = [doesFit(quantity + step, unitCost), doesFit(quantity - step, unitCost)]
  if ((hasFraction || quantityDecimals === 0) && (more || less)) return true
  return costDecimals > 0 && unitCost % 10 !== 0 && (doesFit(quantity, unitCost + 1) || doesFit(quantity, unitCost - 1))
}

/**
 * The doubt that is added to a combination that contradicts the stated amount with VAT, if another combination agrees
 * with this amount.
 */
const NO_RATE_DOUBT = 2.2

function confirmedByVat(choices: readonly LineChoice[], { amountWithVat }: ReadLine): LineChoice[] {
  const stated = amountWithVat.filter(({ doubt }) => doubt === 0).flatMap((one) => minorOf(one) ?? [])
  const isOfRate = ({ amount }: LineChoice) => stated.some((one) => vatRateBetween(amount, one) !== null)
  if (!choices.some(isOfRate)) return [...choices]
  return choices.map((one) => (isOfRate(one) ? one : { ...one, doubt: one.doubt + NO_RATE_DOUBT }))
}

function styleDoubt({ isWhole }: LineChoice, quantity: NumberReading, style: TableStyle): number {
  const lostMarks = style.hasKopecks && isWhole ? LOST_MARK_DOUBT : 0
  if (style.quantityDecimals === null) return lostMarks
  if (quantity.decimals !== style.quantityDecimals) return lostMarks + OTHER_DECIMALS_DOUBT
  return lostMarks - Math.min(quantity.doubt, SAME_DECIMALS_RELIEF)
}

/** The number of lines below which the number format of a table cannot be recognized. */
const MIN_LINES = 2

/** The share of consistent lines that must have the same number of decimals. */
const STYLE_SHARE = 0.7

/** Detects how a table formats its numbers, from the majority of its consistent lines. */
export function styleOf(lines: readonly ReadLine[]): TableStyle {
  const best = lines.flatMap((line) => choicesOf(line)[0] ?? [])
  const hasKopecks = best.filter((one) => !one.isWhole).length > best.length / 2
  const counts = new Map<number, number>()
  for (const { quantityDecimals } of best) counts.set(quantityDecimals, (counts.get(quantityDecimals) ?? 0) + 1)
  const [decimals = 0, count = 0] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? []
  // Whole quantities do not show the number format. Quantities that all have the same number of decimal places do show
  // it, even if those decimals are all zeros.
  const isFixed = decimals > 0 && best.length >= MIN_LINES && count >= STYLE_SHARE * best.length
  return { quantityDecimals: isFixed ? decimals : null, hasKopecks }
}
