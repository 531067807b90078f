/** The ways in which the readings of a line's numbers fit together, and how a table writes its numbers. */
import { amountOf, MILLI_PER_UNIT, type Milli, type Minor } from '../../../amounts/quantity.ts'
import type { ReadLine } from '../words/extraction.ts'
import { millionthsOf, minorOf, type NumberReading } from '../words/numbers.ts'
import { vatRateBetween } from '../words/vat.ts'

/** Readings of a line that fit together. */
export interface LineChoice {
  readonly quantity: Milli
  readonly unitCost: Minor
  readonly amount: Minor
  /** The sum of the readings' doubts, less what the style of the columns explains. */
  readonly doubt: number
  /** Neither price nor amount has kopecks. */
  readonly isWhole: boolean
  /** The price is the rounded quotient. */
  readonly isRounded: boolean
  /** The price as it stands there, with more than two decimals: `unitCost` is rounded. */
  readonly finePrice: string | null
  readonly quantityDecimals: number
  /** The last figure of quantity or price could be another one: the amount would be the same. */
  readonly isLoose: boolean
}

/** How three numbers of a line can be read together. */
export interface LineVerdict {
  readonly quantity: Milli | null
  readonly unitCost: Minor | null
  readonly amount: Minor | null
  readonly amountWithVat: Minor | null
  readonly addsUp: boolean
  /** The sum of the doubts of what was chosen. */
  readonly doubt: number
  /** Another choice adds up nearly as well and is another quantity or price. */
  readonly isAmbiguous: boolean
  /** Such a choice has the same amount: the total cannot tell which is right. */
  readonly hasTwin: boolean
  /** Price and amount without kopecks: either so in the document, or the marks were lost in both. */
  readonly isWhole: boolean
  /** The price is the rounded quotient: the amount is proved by the total or by the VAT alone. */
  readonly isRounded: boolean
  /** The price as it stands there when it has more than two decimals: `unitCost` is rounded. */
  readonly finePrice: string | null
  /** The last figure of quantity or price could be another one: the amount would be the same. */
  readonly isLoose: boolean
  /** A figure was taken for another one, with which the line adds up. */
  readonly isMended: boolean
}

/** What the lines of a table have in common. */
export interface TableStyle {
  /** Every quantity has so many decimals, as in «20,000»; null where they vary. */
  readonly quantityDecimals: number | null
  /** Most prices or amounts have kopecks. */
  readonly hasKopecks: boolean
}

const NO_STYLE: TableStyle = { quantityDecimals: null, hasKopecks: false }

/** A price that only rounds to what is read asks for better readings than one that multiplies. */
const ROUNDED_DOUBT = 0.7

/** Where most lines have kopecks, price and amount without have lost their marks (a doubt of 1 each) rather than being a hundred times as high. */
const LOST_MARK_DOUBT = 2.2

/** An amount has kopecks or none: three figures behind its mark are thousands. */
const FINE_AMOUNT_DOUBT = 2.5

/** Prices with more than two decimals are rare: a lost mark is as likely, and with three of them a thousand is likelier. */
const FINE_PRICE_DOUBT = 0.7
const THREE_DECIMALS_DOUBT = 1.5

/** A quantity whose decimals are not those of its column; those of its column need no other reason. */
const OTHER_DECIMALS_DOUBT = 1
const SAME_DECIMALS_RELIEF = 0.8

/** More doubt than this is guessing, whatever fits. */
const MAX_DOUBT = 3

/**
 * How quantity, price and amount fit: `exact` by multiplication; `rounded` when the price is what the amount divided by the quantity
 * rounds to, as programs print prices without VAT that they computed from prices with it. null: not at all.
 */
export function fitOf(quantity: Milli, unitCost: Minor, amount: Minor): 'exact' | 'rounded' | null {
  if (amountOf(quantity, unitCost) === amount) return 'exact'
  return Math.round((amount * MILLI_PER_UNIT) / quantity) === unitCost ? 'rounded' : null
}

const MILLIONTHS_PER_KOPECK = 10_000n

/** How a price in millionths fits: by multiplication, or as the quotient rounded to its own decimals. */
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

/** All that fit, the least doubtful first. */
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

/** A point before a single figure is as easily lost as before two or three, but nothing hints at it except the column. */
const withLostMark = (quantities: readonly NumberReading[], { quantityDecimals }: TableStyle): NumberReading[] =>
  quantityDecimals !== 1
    ? []
    : quantities
        .filter(({ decimals, doubt, milli }) => decimals === 0 && doubt === 0 && milli >= 10 * MILLI_PER_UNIT)
        .map((one) => ({ milli: one.milli / 10, decimals: 1, doubt: 1 }))

/** How three readings fit, with their own doubts; null: not at all. */
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

/** A price seems rounded where a quantity with another last figure multiplies: that figure is misread. */
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

/** Whether the line would fit as well with the next figure in the last place; a zero there is written for the column's sake. */
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

/** Where another choice leads to the amount with VAT beside it, one that does not is hardly right. */
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

/** Fewer lines than this have no style. */
const MIN_LINES = 2

/** Of the lines that fit, so many must have the same decimals. */
const STYLE_SHARE = 0.7

/** How the lines write their numbers, by the vote of those that fit. */
export function styleOf(lines: readonly ReadLine[]): TableStyle {
  const best = lines.flatMap((line) => choicesOf(line)[0] ?? [])
  const hasKopecks = best.filter((one) => !one.isWhole).length > best.length / 2
  const counts = new Map<number, number>()
  for (const { quantityDecimals } of best) counts.set(quantityDecimals, (counts.get(quantityDecimals) ?? 0) + 1)
  const [decimals = 0, count = 0] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? []
  // Whole quantities among others are written as they come; decimals of nothing but zeros are a column's style.
  const isFixed = decimals > 0 && best.length >= MIN_LINES && count >= STYLE_SHARE * best.length
  return { quantityDecimals: isFixed ? decimals : null, hasKopecks }
}
