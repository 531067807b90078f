/**
 * Uses arithmetic to judge a reading: chooses between possible values, rates the confidence of each item line, and
 * reports numbers that do not add up.
 */
import { amountOf, formatMinor, type Milli } from '../../../amounts/quantity.ts'
import type { ExtractedLine, Extraction, Reading, ReadLine, ReadTotal, Warning } from '../words/extraction.ts'
import { nameDoubts } from '../words/name-doubts.ts'
import { minorOf, type NumberReading } from '../words/numbers.ts'
import { isTaxNumber } from '../words/tax-numbers.ts'
import { vatRateBetween } from '../words/vat.ts'
import { areColumnsExchanged } from './exchanged-columns.ts'
import { headWarnings } from './head-warnings.ts'
import { type JudgedTotal, judgedTotal } from './judged-total.ts'
import { choicesOf, type LineChoice, type LineVerdict } from './line-choices.ts'
import { differenceMessage } from './missing-lines.ts'
import { settledLines } from './settled-lines.ts'

/** The confidence of an item line, by the kind of evidence that confirms its numbers. */
const SURE = {
  lineAndTotal: 0.99,
  line: 0.95,
  sameFiguresAndTotal: 0.97,
  sameFigures: 0.8,
  chosenByTotal: 0.9,
  ambiguous: 0.6,
  notAddingUp: 0.3,
}

/**
 * Chooses the least doubtful readings of an item line whose quantity × price is the amount (the line "adds up"). If
 * there are none, takes the likeliest reading of each number and marks the line.
 */
export function judgedLine(line: ReadLine): LineVerdict {
  const choices = choicesOf(line)
  return choices[0] === undefined ? likeliest(line) : verdictOf(line, choices[0], choices)
}

/**
 * The doubt by which the second-best set of readings that adds up may exceed the best set for the line to count as
 * ambiguous.
 */
const AMBIGUOUS_DOUBT = 0.5

function verdictOf(line: ReadLine, chosen: LineChoice, choices: readonly LineChoice[]): LineVerdict {
  const { quantity, unitCost, amount, doubt, isWhole, isRounded, isLoose, finePrice } = chosen
  const others = choices.filter((one) => one.quantity !== quantity || one.unitCost !== unitCost)
  const vat = line.amountWithVat.map(minorOf).find((one) => one !== null && vatRateBetween(amount, one) !== null)
  const rivals = others.filter((one) => one.doubt < doubt + AMBIGUOUS_DOUBT)
  return {
    quantity,
    unitCost,
    amount,
    amountWithVat: vat ?? null,
    addsUp: true,
    doubt,
    isAmbiguous: rivals.length > 0,
    hasTwin: rivals.some((one) => one.amount === amount),
    isWhole,
    isRounded,
    isLoose,
    finePrice,
    isMended: false,
  }
}

function likeliest(line: ReadLine): LineVerdict {
  const first = (readings: readonly NumberReading[]) => readings.map(minorOf).find((minor) => minor !== null) ?? null
  return {
    quantity: (line.quantity[0]?.milli ?? null) as Milli | null,
    unitCost: first(line.unitCost),
    amount: first(line.amount),
    amountWithVat: first(line.amountWithVat),
    addsUp: false,
    doubt: 0,
    isAmbiguous: false,
    hasTwin: false,
    isWhole: false,
    isRounded: false,
    isLoose: false,
    finePrice: null,
    isMended: false,
  }
}

/**
 * Whether the quantity is 1, 10, 100 and so on, or 0.1. Price and amount then consist of the same digits, so
 * arithmetic does not reveal a digit that was misread in the same way in both.
 */
const hasSameFigures = (quantity: Milli) => /^10*$/.test(String(quantity))

/** Judges all item lines together, also using the table's number format and the stated total. */
export function judgedLines({ lines, totals }: Pick<Reading, 'lines' | 'totals'>): LineVerdict[] {
  const settled = settledLines(lines, totals)
  const fine = settled.filter(({ chosen }) => chosen !== null && chosen.finePrice !== null).length
  const verdicts = settled.map(({ chosen, choices, isMended }, index) => {
    if (chosen === null) return likeliest(lines[index]!)
    // If only one price has more decimals than the others, one of its digits is superfluous.
    const isOdd = chosen.finePrice !== null && fine <= lines.length / 2
    const verdict = verdictOf(lines[index]!, chosen, choices)
    return { ...verdict, isMended, hasTwin: verdict.hasTwin || isOdd, isAmbiguous: verdict.isAmbiguous || isOdd }
  })
  return withProducts(verdicts, totals)
}

/**
 * Corrects amounts that differ slightly from quantity × price, if a stated total equals the sum of these products and
 * not the sum of the amounts as read. A digit of the amounts was then misread.
 */
function withProducts(verdicts: readonly LineVerdict[], totals: readonly ReadTotal[]): LineVerdict[] {
  const products = verdicts.map((verdict) => {
    const { quantity, unitCost, amount, isRounded } = verdict
    if (!isRounded || quantity === null || unitCost === null || amountOf(quantity, unitCost) === amount) return verdict
    return { ...verdict, amount: amountOf(quantity, unitCost), isRounded: false, isMended: true }
  })
  const isStated = (all: readonly LineVerdict[]) => {
    const sum = all.reduce((one, { amount }) => one + (amount ?? 0), 0)
    return totals.some(({ minor }) => minor === sum)
  }
  return isStated(products) && !isStated(verdicts) ? products : [...verdicts]
}

/**
 * Turns a reading into an extraction, without the field `recognition`. Numbers that do not add up are marked but never
 * corrected.
 */
export function judged(reading: Reading): Omit<Extraction, 'recognition'> {
  const verdicts = judgedLines(reading)
  const lines = areColumnsExchanged(reading.lines, verdicts) ? reading.lines.map(withDoubtfulOrder) : reading.lines
  return judgedBy({ ...reading, lines }, verdicts)
}

const withDoubtfulOrder = (line: ReadLine): ReadLine => ({ ...line, isOrderDoubtful: true })

function judgedBy(reading: Reading, verdicts: readonly LineVerdict[]): Omit<Extraction, 'recognition'> {
  const judgedSum = judgedTotal(verdicts, reading.totals)
  const { total, isBorneOut } = judgedSum
  const lines = reading.lines.map((line, index): ExtractedLine => {
    const { quantity, unitCost, amount } = verdicts[index]!
    const confidence = sureOf(line, verdicts[index]!, isBorneOut)
    const { name, sku, unit, doubts, place } = line
    const stated = line.isWithoutAmount === true ? null : amount
    return {
      name,
      sku,
      unit,
      quantity,
      unitCost,
      amount: stated,
      confidence,
      ...(doubts === undefined ? {} : { doubts }),
      ...(place === undefined ? {} : { place }),
    }
  })
  const { text, kind, reference, issuedAt, supplier, pages } = reading
  const warnings = warningsOf(reading, verdicts, judgedSum)
  const known = { kind, reference, issuedAt, supplier, lines, total, warnings, text }
  return pages === undefined ? known : { ...known, pages }
}

/** The confidence of an item line, including doubts about the meaning of the columns. */
function sureOf(line: ReadLine, verdict: LineVerdict, isBorneOut: boolean): number {
  const sure = confidenceOf(verdict, isBorneOut)
  if (line.isWithoutAmount === true) return Math.min(sure, isBorneOut ? SURE.chosenByTotal : SURE.ambiguous)
  if (isEither(line, verdict)) return Math.min(sure, SURE.ambiguous)
  // Columns without headings are identified only by arithmetic, so they may be wrong unless a total confirms them.
  return line.areColumnsUnnamed === true && !isBorneOut ? Math.min(sure, SURE.sameFigures) : sure
}

/**
 * Whether quantity and price may have been exchanged, which arithmetic cannot show. If both are equal, the exchange
 * makes no difference.
 */
const isEither = ({ isOrderDoubtful }: ReadLine, { quantity, unitCost, addsUp }: LineVerdict) =>
  isOrderDoubtful === true && addsUp && quantity !== 10 * (unitCost ?? 0)

function confidenceOf(verdict: LineVerdict, isBorneOut: boolean): number {
  if (!verdict.addsUp) return SURE.notAddingUp
  if (verdict.isMended) return isBorneOut ? SURE.sameFigures : SURE.ambiguous
  if (verdict.isLoose || ((verdict.isWhole || verdict.isRounded) && !isBorneOut)) return SURE.sameFigures
  if (isBorneOut && !verdict.isAmbiguous)
    return hasSameFigures(verdict.quantity!) ? SURE.sameFiguresAndTotal : SURE.lineAndTotal
  if (verdict.isAmbiguous) return isBorneOut && !verdict.hasTwin ? SURE.chosenByTotal : SURE.ambiguous
  if (hasSameFigures(verdict.quantity!)) return SURE.sameFigures
  return verdict.doubt >= 1 ? SURE.sameFigures : SURE.line
}

function warningsOfLine(number: number, { addsUp, isMended, finePrice, unitCost }: LineVerdict): Warning[] {
  if (!addsUp) {
    const message = `Line ${number}: quantity × price is not the amount that was read. Compare it with the document.`
    return [{ code: 'LINE_DOES_NOT_ADD_UP', message }]
  }
  if (isMended) {
    const message = `Line ${number}: a figure is not quite legible. It was taken for the one with which the line adds up. Compare it with the document.`
    return [{ code: 'LINE_MENDED', message }]
  }
  if (finePrice === null) return []
  const message = `Line ${number}: the price ${finePrice} has more than two decimals. It was rounded to ${formatMinor(unitCost!)}, so the amount may differ by a little.`
  return [{ code: 'PRICE_ROUNDED', message }]
}

function nameWarnings({ lines }: Reading): Warning[] {
  return nameDoubts(lines.map(({ name }) => name)).map(({ line, words }) => ({
    code: 'NAME_DOUBTFUL',
    message:
      words === ''
        ? `Строка ${line}: название не прочитано. (Line ${line}: the name was not found. Enter it from the document.)`
        : `Строка ${line}: в названии неразборчиво «${words}». (Line ${line}: of the name this is hard to read. Compare it with the document.)`,
  }))
}

function pictureWarnings({ unread = [], besideOthers = [] }: Reading): Warning[] {
  const unreadable = unread.map((page) => ({
    code: 'PAGE_NOT_LEGIBLE' as const,
    message: `Page ${page} cannot be read: it is too small, too dark or out of focus. Photograph it again.`,
  }))
  const crowded = besideOthers.map((page) => ({
    code: 'TWO_PAPERS' as const,
    message: `The picture of page ${page} shows two papers: only the left one was read. Photograph them one by one.`,
  }))
  return [...unreadable, ...crowded]
}

function warningsOf(
  reading: Reading,
  verdicts: readonly LineVerdict[],
  { total, isBorneOut, isMended }: JudgedTotal,
): Warning[] {
  const warnings: Warning[] = pictureWarnings(reading)
  if (verdicts.length === 0)
    warnings.push({
      code: 'NO_LINES',
      message: 'No lines were found. Is it a purchase document, in focus, and not too pale?',
    })
  for (const [index, verdict] of verdicts.entries()) warnings.push(...warningsOfLine(index + 1, verdict))
  if (total === null) warnings.push({ code: 'TOTAL_NOT_FOUND', message: 'The total was not found in the document.' })
  else if (!isBorneOut) {
    const message =
      isMended === true
        ? `The total is not quite legible. It was taken for ${formatMinor(total)}, which is what the lines add up to.`
        : differenceMessage(reading, verdicts, total)
    warnings.push({ code: 'TOTAL_DIFFERS', message })
  }
  if (reading.lines.some((line, index) => isEither(line, verdicts[index]!)))
    warnings.push({
      code: 'COLUMNS_DOUBTFUL',
      message: 'Nothing tells which figures are the quantities and which the prices. Compare them with the document.',
    })
  warnings.push(...nameWarnings(reading))
  const { inn } = reading.supplier
  if (inn !== null && !isTaxNumber(inn))
    warnings.push({
      code: 'INN_CHECK_FAILED',
      message: `The check figures of the supplier's ИНН ${inn} are wrong: a figure is misread.`,
    })
  return [...warnings, ...headWarnings(reading)]
}
