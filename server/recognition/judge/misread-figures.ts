/** Corrects digits that are easily confused in print, in item lines where quantity × price does not give the amount. */
import type { ReadLine } from '../words/extraction.ts'
import { minorOf, type NumberReading } from '../words/numbers.ts'
import { vatRateBetween } from '../words/vat.ts'
import { type LineChoice, lineChoiceOf } from './line-choices.ts'

/** For each digit as read, the digits that may really have been printed. */
const TWINS: Readonly<Record<string, string>> = {
  0: '689',
  1: '47',
  2: '7',
  3: '58',
  4: '1',
  5: '368',
  6: '058',
  7: '12',
  8: '0356',
  9: '08',
}

/** The number of a cell's best readings that are used to try corrections. */
const MAX_READINGS = 2
const MAX_READING_DOUBT = 1

const ONE_FIGURE_DOUBT = 2
const TWO_FIGURES_DOUBT = 3.5

/** Returns variants of a cell's readings, each with one digit replaced by an easily confused one. */
function variantsOf(readings: readonly NumberReading[]): NumberReading[] {
  return readings
    .filter(
      ({ doubt, millionths, decimals }) => doubt <= MAX_READING_DOUBT && millionths === undefined && decimals <= 3,
    )
    .slice(0, MAX_READINGS)
    .flatMap((reading) => {
      const unit = 10 ** (3 - reading.decimals)
      const figures = String(Math.round(reading.milli / unit))
      return [...figures].flatMap((figure, at) =>
        [...TWINS[figure]!].map((twin) => ({
          ...reading,
          milli: Number(figures.slice(0, at) + twin + figures.slice(at + 1)) * unit,
        })),
      )
    })
}

/**
 * Returns combinations that add up after replacing one digit of a line, or one digit in each of two numbers if the
 * amount with VAT confirms the changed amount. These combinations are guesses: a guess is accepted only if there is no
 * other or the total matches.
 */
export function mendedChoicesOf(line: ReadLine): LineChoice[] {
  const cells = [line.quantity, line.unitCost, line.amount].map((readings) =>
    readings.filter(({ doubt }) => doubt <= MAX_READING_DOUBT).slice(0, MAX_READINGS),
  )
  const changed = [line.quantity, line.unitCost, line.amount].map(variantsOf)
  const choices: LineChoice[] = []
  for (const which of [0, 1, 2]) {
    const [quantity, unitCost, amount] = cells.map((cell, at) => (at === which ? changed[at]! : cell))
    choices.push(...fitting(quantity!, unitCost!, { amounts: amount!, doubt: ONE_FIGURE_DOUBT }))
  }
  for (const kept of [0, 1, 2]) {
    const [quantity, unitCost, amount] = cells.map((cell, at) => (at === kept ? cell : changed[at]!))
    choices.push(...fitting(quantity!, unitCost!, { amounts: amount!, doubt: TWO_FIGURES_DOUBT }))
  }
  const distinct = new Map<string, LineChoice>()
  for (const one of choices.sort((a, b) => a.doubt - b.doubt)) {
    const name = `${one.quantity} ${one.unitCost} ${one.amount}`
    if (!distinct.has(name)) distinct.set(name, one)
  }
  return [...distinct.values()]
}

/**
 * Returns the consistent combinations of readings. Accepts only exact products, because too many wrong prices would
 * pass as rounded ones.
 */
function fitting(
  quantities: readonly NumberReading[],
  costs: readonly NumberReading[],
  { amounts, doubt }: { amounts: readonly NumberReading[]; doubt: number },
): LineChoice[] {
  return quantities.flatMap((quantity) =>
    costs.flatMap((cost) =>
      amounts.flatMap((amount) => {
        const choice = lineChoiceOf(quantity, cost, amount)
        return choice === null || choice.isRounded || choice.finePrice !== null
          ? []
          : [{ ...choice, doubt: choice.doubt + doubt }]
      }),
    ),
  )
}

/**
 * Returns the correction to use: the only correction of a single digit, or the only correction that the amount with VAT
 * confirms. Returns null if there are several.
 */
export function mendedChoiceOf(line: ReadLine): LineChoice | null {
  const all = mendedChoicesOf(line)
  const withVat = line.amountWithVat.filter(({ doubt }) => doubt === 0).flatMap((one) => minorOf(one) ?? [])
  const borneOut = all.filter(({ amount }) =>
    withVat.some((one) => one !== amount && vatRateBetween(amount, one) !== null),
  )
  if (borneOut.length > 0) return isAlone(borneOut) ? borneOut[0]! : null
  const single = all.filter(({ doubt }) => doubt < TWO_FIGURES_DOUBT)
  return isAlone(single) ? single[0]! : null
}

const isAlone = (choices: readonly LineChoice[]) => choices.length === 1
