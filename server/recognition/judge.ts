/** Arithmetic is the judge: it chooses between readings, says how sure a line is, and what does not add up. */
import { formatMinor, type Milli, type Minor } from '../domain/quantity.ts'
import type { ExtractedLine, Extraction, Reading, ReadLine, ReadTotal, Warning } from './extraction.ts'
import { choicesOf, type LineChoice, NO_STYLE, styleOf, type TableStyle } from './line-choices.ts'
import { minorOf, type NumberReading } from './numbers.ts'
import { isTaxNumber } from './tax-numbers.ts'

/** VAT rates of now and of the years before, in per cent. */
export const VAT_RATES = [22, 20, 18, 10, 7, 5]

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
  /** Price and amount without kopecks: either so in the document, or the marks were lost in both. */
  readonly isWhole: boolean
  /** The price is the rounded quotient: the amount is proved by the total or by the VAT alone. */
  readonly isRounded: boolean
  /** The price as it stands there when it has more than two decimals: `unitCost` is rounded. */
  readonly finePrice: string | null
}

/** How sure the arithmetic makes a line. */
const SURE = {
  lineAndTotal: 0.99,
  line: 0.95,
  sameFiguresAndTotal: 0.97,
  sameFigures: 0.8,
  ambiguous: 0.6,
  notAddingUp: 0.3,
}

/** The amount with VAT at some rate, or null when no rate leads from one to the other. */
export function vatRateBetween(amount: Minor, withVat: Minor): number | null {
  if (amount === withVat) return 0
  return VAT_RATES.find((rate) => Math.abs(amount + Math.round((amount * rate) / 100) - withVat) <= 1) ?? null
}

/** Chooses the readings that add up with the least doubt; when none do, the likeliest reading of each, marked. */
export function judgedLine(line: ReadLine, style: TableStyle = NO_STYLE): LineVerdict {
  const choices = choicesOf(line, style)
  return choices[0] === undefined ? likeliest(line) : verdictOf(line, choices[0], choices)
}

/** Another choice as good as this, within so much doubt, makes a line ambiguous. */
const AMBIGUOUS_DOUBT = 0.5

function verdictOf(line: ReadLine, chosen: LineChoice, choices: readonly LineChoice[]): LineVerdict {
  const { quantity, unitCost, amount, doubt, isWhole, isRounded, finePrice } = chosen
  const others = choices.filter((one) => one.quantity !== quantity || one.unitCost !== unitCost)
  const vat = line.amountWithVat.map(minorOf).find((one) => one !== null && vatRateBetween(amount, one) !== null)
  const isAmbiguous = others.some((one) => one.doubt < doubt + AMBIGUOUS_DOUBT)
  return {
    quantity,
    unitCost,
    amount,
    amountWithVat: vat ?? null,
    addsUp: true,
    doubt,
    isAmbiguous,
    isWhole,
    isRounded,
    finePrice,
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
    isWhole: false,
    isRounded: false,
    finePrice: null,
  }
}

/** 1, 10, 100, 0.1: price and amount have the same figures, so one mistake in both goes unseen. */
const hasSameFigures = (quantity: Milli) => /^10*$/.test(String(quantity))

export interface JudgedTotal {
  readonly total: Minor | null
  /** The lines, all together, bear it out. */
  readonly isBorneOut: boolean
}

/** Chooses the total among what stands below the lines: the one that the lines add up to, with VAT or without. */
export function judgedTotal(verdicts: readonly LineVerdict[], totals: readonly ReadTotal[]): JudgedTotal {
  const labelled =
    totals.find((one) => one.label === 'payable') ??
    totals.find((one) => one.label === 'words') ??
    totals.findLast((one) => one.label === 'sum')
  const unproven = { total: labelled?.minor ?? null, isBorneOut: false }
  if (verdicts.length === 0 || verdicts.some((one) => one.amount === null || !one.addsUp)) return unproven
  const stated = new Set<number>(totals.map((one) => one.minor))
  const sum = verdicts.reduce((all, one) => all + one.amount!, 0)
  if (verdicts.every((one) => one.amountWithVat !== null)) {
    const withVat = verdicts.reduce((all, one) => all + one.amountWithVat!, 0)
    if (stated.has(withVat)) return { total: withVat as Minor, isBorneOut: true }
  }
  const onTop = totals
    .filter((one) => one.minor > sum)
    .find(({ minor }) => stated.has(minor - sum) || vatRateBetween(sum as Minor, minor) !== null)
  if (onTop !== undefined && onTop.label !== 'vat' && (stated.has(sum) || onTop.label !== 'sum'))
    return { total: onTop.minor, isBorneOut: true }
  // What is to be paid is another amount: something on top of the lines was not understood.
  const payable = totals.filter((one) => one.label === 'payable' || one.label === 'words')
  const isContradicted = payable.length > 0 && !payable.some((one) => one.minor === sum)
  const isBorneOut = stated.has(sum) && !isContradicted && !totals.some((one) => isOnTop(one, sum, verdicts.length))
  if (!stated.has(sum)) return unproven
  return { total: (isContradicted ? payable[0]!.minor : sum) as Minor, isBorneOut }
}

/** Largest share of a sum that VAT or delivery puts on top of it. */
const MAX_ON_TOP = 1.3

/** VAT that is computed upon the sum, or an amount a little above it whose label is not legible: the sum is not what is to be paid. */
function isOnTop({ label, minor }: ReadTotal, sum: number, lines: number): boolean {
  if (label === 'other') return minor > sum && minor < MAX_ON_TOP * sum
  return label === 'vat' && VAT_RATES.some((rate) => Math.abs((sum * rate) / 100 - minor) <= lines)
}

/** All lines, with what the others say of how the table writes its numbers. */
function judgedLines(lines: readonly ReadLine[]): LineVerdict[] {
  const style = styleOf(lines)
  return lines.map((line) => judgedLine(line, style))
}

/** From a reading to the extraction, without `recognition`. What does not add up is marked, never mended. */
export function judged(reading: Reading): Omit<Extraction, 'recognition'> {
  const verdicts = judgedLines(reading.lines)
  const { total, isBorneOut } = judgedTotal(verdicts, reading.totals)
  const lines = reading.lines.map((line, index): ExtractedLine => {
    const { quantity, unitCost, amount } = verdicts[index]!
    const confidence = confidenceOf(verdicts[index]!, isBorneOut)
    const { name, sku, unit, place } = line
    return { name, sku, unit, quantity, unitCost, amount, confidence, ...(place === undefined ? {} : { place }) }
  })
  const { text, kind, reference, issuedAt, supplier, pages } = reading
  const warnings = warningsOf(reading, verdicts, { total, isBorneOut })
  const known = { kind, reference, issuedAt, supplier, lines, total, warnings, text }
  return pages === undefined ? known : { ...known, pages }
}

function confidenceOf(verdict: LineVerdict, isBorneOut: boolean): number {
  if (!verdict.addsUp) return SURE.notAddingUp
  if ((verdict.isWhole || verdict.isRounded) && !isBorneOut) return SURE.sameFigures
  if (isBorneOut && !verdict.isAmbiguous)
    return hasSameFigures(verdict.quantity!) ? SURE.sameFiguresAndTotal : SURE.lineAndTotal
  if (verdict.isAmbiguous) return isBorneOut ? 0.9 : SURE.ambiguous
  if (hasSameFigures(verdict.quantity!)) return SURE.sameFigures
  return verdict.doubt >= 1 ? SURE.sameFigures : SURE.line
}

function warningsOf(reading: Reading, verdicts: readonly LineVerdict[], { total, isBorneOut }: JudgedTotal): Warning[] {
  const warnings: Warning[] = []
  if (verdicts.length === 0)
    warnings.push({ code: 'NO_LINES', message: 'No lines were found. Is it a purchase document, and is it in focus?' })
  for (const [index, verdict] of verdicts.entries())
    if (!verdict.addsUp)
      warnings.push({
        code: 'LINE_DOES_NOT_ADD_UP',
        message: `Line ${index + 1}: quantity × price is not the amount that was read. Compare it with the document.`,
      })
  if (total === null) warnings.push({ code: 'TOTAL_NOT_FOUND', message: 'The total was not found in the document.' })
  else if (!isBorneOut) {
    const sum = verdicts.reduce((all, one) => all + (one.amount ?? 0), 0)
    const message = `The lines add up to ${formatMinor(sum as Minor)}, the document says ${formatMinor(total)}. A line may be missing or misread.`
    warnings.push({ code: 'TOTAL_DIFFERS', message })
  }
  const { inn } = reading.supplier
  if (inn !== null && !isTaxNumber(inn))
    warnings.push({
      code: 'INN_CHECK_FAILED',
      message: `The check figures of the supplier's ИНН ${inn} are wrong: a figure is misread.`,
    })
  return warnings
}
