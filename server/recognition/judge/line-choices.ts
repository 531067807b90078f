/** The possible combinations of readings for a line's numbers, and how a table writes its numbers. */
import { amountOf, MILLI_PER_UNIT, type Milli, type Minor } from '../../../amounts/quantity.ts'
import type { ReadLine } from '../words/extraction.ts'
import { millionthsOf, minorOf, type NumberReading } from '../words/numbers.ts'
import { vatRateBetween } from '../words/vat.ts'

/** A combination of readings that fit together. */
export interface LineChoice {
  readonly quantity: Milli
  readonly unitCost: Minor
  readonly amount: Minor
  /** The sum of the readings' doubts, minus doubts that the columns' style explains. */
  readonly doubt: number
  /** Whether neither price nor amount has kopecks. */
  readonly isWhole: boolean
  /** The price is the rounded quotient of amount and quantity. */
  readonly isRounded: boolean
  /** The price as printed, with more than two decimals; `unitCost` is rounded. */
  readonly finePrice: string | null
  readonly quantityDecimals: number
  /** The last digit of quantity or price could be different without changing the amount. */
  readonly isLoose: boolean
}

/** The judged numbers of a line. */
export interface LineVerdict {
  readonly quantity: Milli | null
  readonly unitCost: Minor | null
  readonly amount: Minor | null
  readonly amountWithVat: Minor | null
  readonly addsUp: boolean
  /** The total doubt of the chosen readings. */
  readonly doubt: number
  /** Another choice with a different quantity or price adds up nearly as well. */
  readonly isAmbiguous: boolean
  /** Such a choice has the same amount, so the total cannot decide between them. */
  readonly hasTwin: boolean
  /** Price and amount have no kopecks: the document prints none, or the decimal marks of both were lost. */
  readonly isWhole: boolean
  /** The price is the rounded quotient, so only the total or the VAT can confirm the amount. */
  readonly isRounded: boolean
  /** The price as printed, when it has more than two decimals; `unitCost` is rounded. */
  readonly finePrice: string | null
  /** The last digit of quantity or price could be different without changing the amount. */
  readonly isLoose: boolean
  /** A digit was corrected so that the line adds up. */
  readonly isMended: boolean
}

/** What the lines of a table have in common. */
export interface TableStyle {
  /** All quantities have this many decimals, as in «20,000»; null when they vary. */
  readonly quantityDecimals: number | null
  /** Whether most prices or amounts have kopecks. */
  readonly hasKopecks: boolean
}

const NO_STYLE: TableStyle = { quantityDecimals: null, hasKopecks: false }

/** A price that is only a rounded quotient needs less doubtful readings than an exact one. */
const ROUNDED_DOUBT = 0.7

/**
 * Where most lines have kopecks, a price and an amount without them have more likely lost their marks (a doubt of 1
 * each) than being a hundred times as high.
 */
const LOST_MARK_DOUBT = 2.2

/** Amounts have two decimals or none: three digits after the mark are thousands. */
const FINE_AMOUNT_DOUBT = 2.5

/**
 * Prices with more than two decimals are rare: a lost mark is as likely, and with three decimals a thousands separator
 * is likelier.
 */
const FINE_PRICE_DOUBT = 0.7
const THREE_DECIMALS_DOUBT = 1.5

/**
 * The doubt of a quantity whose decimals differ from its column's, and the relief for one with the column's decimals.
 */
const OTHER_DECIMALS_DOUBT = 1
const SAME_DECIMALS_RELIEF = 0.8

/** With more doubt a choice is a guess, even if it fits. */
const MAX_DOUBT = 3

/**
 * How quantity, price and amount fit together. `exact`: by multiplication. `rounded`: the price is the rounded
 * quotient, as when programs compute prices without VAT from prices with VAT. null: not at all.
 */
export function fitOf(quantity: Milli, unitCost: Minor, amount: Minor): 'exact' | 'rounded' | null {
  if (amountOf(quantity, unitCost) === amount) return 'exact'
  return Math.round((amount * MILLI_PER_UNIT) / quantity) === unitCost ? 'rounded' : null
}

const MILLIONTHS_PER_KOPECK = 10_000n

/** How a price in millionths fits: by multiplication, or as the quotient rounded to the price's decimals. */
function fineFitOf(
  quantity: Milli,
  price: number,
  { amount, decimals }: { amount: Minor; decimals: number },
): 'exact' | 'rounded' | null {
  // quantity in thousandths × price in millionths, in millionths of a thousandth
  const product = BigInt(quantity) * BigInt(price)
  const stated = BigInt(amount) * MILLIONTHS_PER_KOPECK * BigInt(MILLI_PER_UNIT)
  const difference = product > stated ? product - stated : stated - product
  const halfKopeck = (MILLIONTHS_PER_KOPECK * BigInt(MILLI_PER_UNIT)) / 2n
  if (difference <= halfKopeck) return 'exact'
  const halfLastFigure = (BigInt(quantity) * 10n ** BigInt(6 - decimals)) / 2n
  return difference <= halfLastFigure ? 'rounded' : null
}

/** All fitting combinations, the least doubtful first. */
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
 * Quantities with a lost point before a single decimal. The point is lost as easily as before two or three digits, but
 * only the column's style hints at it.
 */
const withLostMark = (quantities: readonly NumberReading[], { quantityDecimals }: TableStyle): NumberReading[] =>
  quantityDecimals !== 1
    ? []
    : quantities
        .filter(({ decimals, doubt, milli }) => decimals === 0 && doubt === 0 && milli >= 10 * MILLI_PER_UNIT)
        .map((one) => ({ milli: one.milli / 10, decimals: 1, doubt: 1 }))

/** Whether and how three readings fit, with their doubts; null when they do not. */
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
 * Whether a price that seems rounded becomes exact with another last digit of the quantity: then that digit is misread.
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

/** Whether the line also fits with the next digit in the last place; a zero there is only padding of the column. */
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

/** Added to choices that do not match the stated amount with VAT, when another choice does. */
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

/** A table with fewer lines has no recognizable style. */
const MIN_LINES = 2

/** The share of fitting lines that must have the same decimals. */
const STYLE_SHARE = 0.7

/** How a table writes its numbers, by the majority of lines that fit. */
export function styleOf(lines: readonly ReadLine[]): TableStyle {
  const best = lines.flatMap((line) => choicesOf(line)[0] ?? [])
  const hasKopecks = best.filter((one) => !one.isWhole).length > best.length / 2
  const counts = new Map<number, number>()
  for (const { quantityDecimals } of best) counts.set(quantityDecimals, (counts.get(quantityDecimals) ?? 0) + 1)
  const [decimals = 0, count = 0] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? []
  // Whole quantities show no style; equal decimals do, even if they are only zeros.
  const isFixed = decimals > 0 && best.length >= MIN_LINES && count >= STYLE_SHARE * best.length
  return { quantityDecimals: isFixed ? decimals : null, hasKopecks }
}
