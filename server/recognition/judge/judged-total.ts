/**
 * Chooses the amount to be paid among the amounts below the item lines: the one that matches the sum of the lines, with
 * or without VAT.
 */
import type { Minor } from '../../../amounts/quantity.ts'
import type { ReadTotal } from '../words/extraction.ts'
import { distanceOf } from '../words/likeness.ts'
import { isVatOf, VAT_RATES, vatRateBetween } from '../words/vat.ts'
import type { LineVerdict } from './line-choices.ts'
import { changedTotal, isOfLastLines, isUnexplained } from './paid-total.ts'

export interface JudgedTotal {
  readonly total: Minor | null
  /** Whether the item lines together confirm the total. */
  readonly isBorneOut: boolean
  /** Whether the sum of the lines replaced a stated total that was only partly read or has a misread digit. */
  readonly isMended?: boolean
}

/** Chooses the total among the amounts below the item lines. */
export function judgedTotal(verdicts: readonly LineVerdict[], totals: readonly ReadTotal[]): JudgedTotal {
  const isWhole = verdicts.length > 0 && verdicts.every((one) => one.amount !== null && one.addsUp)
  return (isWhole ? provenTotal(verdicts, totals) : null) ?? likeliestTotal(verdicts, totals, isWhole)
}

function provenTotal(verdicts: readonly LineVerdict[], totals: readonly ReadTotal[]): JudgedTotal | null {
  const stated = new Set<number>(totals.map((one) => one.minor))
  const sum = verdicts.reduce((all, one) => all + one.amount!, 0)
  const withVat = verdicts.every((one) => one.amountWithVat !== null)
    ? verdicts.reduce((all, one) => all + one.amountWithVat!, 0)
    : null
  const changed = changedTotal(basesOf(sum, withVat, totals), totals)
  if (changed !== null) return { total: changed, isBorneOut: true }
  if (withVat !== null && stated.has(withVat))
    return bornOutUnless(withVat, verdicts, totals) ?? { total: withVat as Minor, isBorneOut: false }
  // The row of the amount to be paid may contain the amount both without and with VAT.
  const payable = totals.filter(({ label }) => label === 'payable')
  const isToBePaid = payable.some(({ minor }) => minor === sum) && !payable.some((one) => isWithVatOf(one, sum, totals))
  const onTop = isToBePaid ? undefined : totals.find((one) => isWithVatOf(one, sum, totals))
  if (onTop !== undefined && (stated.has(sum) || onTop.label !== 'sum'))
    return bornOutUnless(onTop.minor, verdicts, totals) ?? { total: onTop.minor, isBorneOut: false }
  if (!stated.has(sum)) return null
  const isBorneOut = !totals.some((one) => isOnTop(one, sum, verdicts.length))
  return isBorneOut ? bornOutUnless(sum, verdicts, totals) : { total: sum as Minor, isBorneOut }
}

/**
 * The possible sums of the item lines: of their amounts, of their amounts with VAT, and of their amounts plus the VAT
 * stated below.
 */
const basesOf = (sum: number, withVat: number | null, totals: readonly ReadTotal[]): number[] => [
  sum,
  ...(withVat === null ? [] : [withVat]),
  ...totals.filter(({ label }) => label === 'vat').map(({ minor }) => sum + minor),
]

/**
 * Whether an amount exceeds the sum of the lines by a stated VAT or by a VAT rate. If so, no line is missing, because a
 * missing line would cause some other difference.
 */
const isWithVatOf = ({ label, minor }: ReadTotal, sum: number, totals: readonly ReadTotal[]) =>
  label !== 'vat' &&
  label !== 'discount' &&
  label !== 'extra' &&
  minor > sum &&
  (totals.some((one) => one.label === 'vat' && one.minor === minor - sum) ||
    vatRateBetween(sum as Minor, minor) !== null)

/** Returns the total and whether it is confirmed. Returns null when a different amount is stated as payable. */
function bornOutUnless(
  total: number,
  verdicts: readonly LineVerdict[],
  totals: readonly ReadTotal[],
): JudgedTotal | null {
  const payable = totals.filter(({ label }) => label === 'payable' || label === 'words' || label === 'code')
  const isIn = isIncluded(totals, total, verdicts.length)
  // Subtotals of pages and groups have the same labels as the total.
  const contradicting = payable.filter(
    (one) => one.isAside !== true && !isOfLastLines(one.minor, verdicts) && !isTornFrom(one.minor, total, isIn),
  )
  if (contradicting.length > 0 && !payable.some((one) => one.minor === total)) return null
  const isContradicted = payable.some(({ label, minor }) => label === 'code' && minor !== total)
  return { total: total as Minor, isBorneOut: !isContradicted && !isUnexplained(total as Minor, verdicts, totals) }
}

/** Whether the stated VAT is already included in the sum. */
const isIncluded = (totals: readonly ReadTotal[], sum: number, lines: number) =>
  totals.some(({ label, minor }) => label === 'vat' && isVatOf(minor, sum, lines) === 'included')

/** The number of digits below which equal numbers prove nothing, because short numbers match by chance. */
const MIN_FIGURES = 4

/**
 * Returns whether only a part of a stated amount was read. This is assumed if the amount as read is the end of the sum
 * of the lines, or less than half of a sum that the VAT shows to be complete.
 */
function isTornFrom(minor: number, sum: number, isSumAll: boolean): boolean {
  const [part, whole] = [String(minor), String(sum)]
  const isEnd = part.length >= MIN_FIGURES && part.length < whole.length && whole.endsWith(part) && !/^.0+$/.test(part)
  return isEnd || (isSumAll && minor < sum / 2)
}

/** The largest factor by which VAT or delivery may increase a sum. */
const MAX_ON_TOP = 1.3

/** The largest share of the sum of the lines that a discount may take off. */
const MAX_OFF = 0.5

/**
 * Whether the sum of the lines is less than the amount to be paid, either because VAT is added to it or because a
 * slightly larger amount is payable or has no readable label.
 */
function isOnTop({ label, minor }: ReadTotal, sum: number, lines: number): boolean {
  if (label === 'other' || label === 'payable') return minor > sum && minor < MAX_ON_TOP * sum
  return label === 'vat' && isVatOf(minor, sum, lines) === 'on-top'
}

/**
 * The likeliest total when nothing confirms a total: a labelled amount if it is plausible, or else the sum of the lines
 * if the stated amount may be a misreading of that sum.
 */
function likeliestTotal(verdicts: readonly LineVerdict[], totals: readonly ReadTotal[], isWhole: boolean): JudgedTotal {
  const sum = verdicts.reduce((all, one) => all + (one.addsUp ? one.amount! : 0), 0)
  const payable = totals.filter((one) => one.label === 'payable')
  const words = totals.filter((one) => one.label === 'code' || one.label === 'words')
  const sums = totals.filter((one) => one.label === 'sum').reverse()
  const labelled = [...payable, ...words, ...sums]
  const canBe = ({ minor }: ReadTotal) => minor >= MAX_OFF * sum && (!isWhole || minor <= 2 * MAX_ON_TOP * sum)
  // Digits are often lost or misread, but an amount in words is rarely misread as another amount, so it is tried
  // first.
  const toBePaid = [...words, ...payable].find(canBe)
  const target = isWhole ? mendedTotal(verdicts, labelled, sum) : null
  if (target !== null && (toBePaid === undefined || isMisread(toBePaid.minor, target)))
    return { total: target, isBorneOut: false, isMended: true }
  const likeliest =
    toBePaid ?? sums.find(canBe) ?? labelled[0] ?? totals.find((one) => canBe(one) && isRepeated(one, totals))
  return { total: likeliest?.minor ?? null, isBorneOut: false }
}

/** Whether an unlabelled amount occurs twice. Receipts state the amount to be paid and then the amount paid. */
const isRepeated = ({ minor }: ReadTotal, totals: readonly ReadTotal[]) =>
  totals.filter((one) => one.minor === minor).length > 1

/**
 * Returns the sum of the lines, with or without VAT at a single rate, if a stated amount is a misreading or the end of
 * that sum.
 */
function mendedTotal(verdicts: readonly LineVerdict[], labelled: readonly ReadTotal[], sum: number): Minor | null {
  const withVat = verdicts.every((one) => one.amountWithVat !== null)
    ? [verdicts.reduce((all, one) => all + one.amountWithVat!, 0)]
    : VAT_RATES.map((rate) => sum + Math.round((sum * rate) / 100))
  const sums = [sum, ...withVat].filter((one) =>
    labelled.some(({ minor }) => minor !== sum && (isTornFrom(minor, one, false) || isMisread(minor, one))),
  )
  return sums.length === 1 ? (sums[0] as Minor) : null
}

/** Whether two numbers differ in a single digit, which was changed, added or lost. */
const isMisread = (minor: number, whole: number) =>
  minor !== whole && String(whole).length > MIN_FIGURES && distanceOf(String(minor), String(whole)) === 1
