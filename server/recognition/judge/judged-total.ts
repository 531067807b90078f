/** Which of the amounts below the lines is to be paid: the one that the lines add up to, with VAT or without. */
import type { Minor } from '../../../amounts/quantity.ts'
import type { ReadTotal } from '../words/extraction.ts'
import { distanceOf } from '../words/likeness.ts'
import { isVatOf, VAT_RATES, vatRateBetween } from '../words/vat.ts'
import type { LineVerdict } from './line-choices.ts'
import { changedTotal, isOfLastLines, isUnexplained } from './paid-total.ts'

export interface JudgedTotal {
  readonly total: Minor | null
  /** The lines, all together, bear it out. */
  readonly isBorneOut: boolean
  /** What stands there is only a part of the total, or has a figure misread: the lines' sum was taken. */
  readonly isMended?: boolean
}

/** Chooses the total among what stands below the lines. */
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
  // A row that says what is to be paid may have the amounts without VAT and with it.
  const payable = totals.filter(({ label }) => label === 'payable')
  const isToBePaid = payable.some(({ minor }) => minor === sum) && !payable.some((one) => isWithVatOf(one, sum, totals))
  const onTop = isToBePaid ? undefined : totals.find((one) => isWithVatOf(one, sum, totals))
  if (onTop !== undefined && (stated.has(sum) || onTop.label !== 'sum'))
    return bornOutUnless(onTop.minor, verdicts, totals) ?? { total: onTop.minor, isBorneOut: false }
  if (!stated.has(sum)) return null
  const isBorneOut = !totals.some((one) => isOnTop(one, sum, verdicts.length))
  return isBorneOut ? bornOutUnless(sum, verdicts, totals) : { total: sum as Minor, isBorneOut }
}

/** What the lines make: as they are, with the VAT of their column, with the VAT that stands below. */
const basesOf = (sum: number, withVat: number | null, totals: readonly ReadTotal[]): number[] => [
  sum,
  ...(withVat === null ? [] : [withVat]),
  ...totals.filter(({ label }) => label === 'vat').map(({ minor }) => sum + minor),
]

/** More than the lines by a VAT that stands there too, or by one of its rates: the amount of a lost line is neither. */
const isWithVatOf = ({ label, minor }: ReadTotal, sum: number, totals: readonly ReadTotal[]) =>
  label !== 'vat' &&
  label !== 'discount' &&
  label !== 'extra' &&
  minor > sum &&
  (totals.some((one) => one.label === 'vat' && one.minor === minor - sum) ||
    vatRateBetween(sum as Minor, minor) !== null)

/** The total, unless another amount is to be paid, or one stands there that nothing explains. */
function bornOutUnless(
  total: number,
  verdicts: readonly LineVerdict[],
  totals: readonly ReadTotal[],
): JudgedTotal | null {
  const payable = totals.filter(({ label }) => label === 'payable' || label === 'words' || label === 'code')
  const isIn = isIncluded(totals, total, verdicts.length)
  // Sums of pages and groups are called so, too.
  const contradicting = payable.filter(
    (one) => one.isAside !== true && !isOfLastLines(one.minor, verdicts) && !isTornFrom(one.minor, total, isIn),
  )
  if (contradicting.length > 0 && !payable.some((one) => one.minor === total)) return null
  const isContradicted = payable.some(({ label, minor }) => label === 'code' && minor !== total)
  return { total: total as Minor, isBorneOut: !isContradicted && !isUnexplained(total as Minor, verdicts, totals) }
}

/** The VAT that stands there is a part of the sum. */
const isIncluded = (totals: readonly ReadTotal[], sum: number, lines: number) =>
  totals.some(({ label, minor }) => label === 'vat' && isVatOf(minor, sum, lines) === 'included')

/** Fewer figures than this are alike by chance. */
const MIN_FIGURES = 4

/** An amount of which only the end was read; where the VAT shows that the sum is all, any amount that is too small to be it. */
function isTornFrom(minor: number, sum: number, isSumAll: boolean): boolean {
  const [part, whole] = [String(minor), String(sum)]
  const isEnd = part.length >= MIN_FIGURES && part.length < whole.length && whole.endsWith(part) && !/^.0+$/.test(part)
  return isEnd || (isSumAll && minor < sum / 2)
}

/** Largest share of a sum that VAT or delivery puts on top of it. */
const MAX_ON_TOP = 1.3

/** A discount takes no more than this off the lines. */
const MAX_OFF = 0.5

/** VAT that is computed upon the sum, or an amount a little above it that is to be paid or has no legible label: the sum is not all. */
function isOnTop({ label, minor }: ReadTotal, sum: number, lines: number): boolean {
  if (label === 'other' || label === 'payable') return minor > sum && minor < MAX_ON_TOP * sum
  return label === 'vat' && isVatOf(minor, sum, lines) === 'on-top'
}

/** No proof: what is labelled so, as long as it can be; if not, what the lines say it was before it was torn or misread. */
function likeliestTotal(verdicts: readonly LineVerdict[], totals: readonly ReadTotal[], isWhole: boolean): JudgedTotal {
  const sum = verdicts.reduce((all, one) => all + (one.addsUp ? one.amount! : 0), 0)
  const payable = totals.filter((one) => one.label === 'payable')
  const words = totals.filter((one) => one.label === 'code' || one.label === 'words')
  const sums = totals.filter((one) => one.label === 'sum').reverse()
  const labelled = [...payable, ...words, ...sums]
  const canBe = ({ minor }: ReadTotal) => minor >= MAX_OFF * sum && (!isWhole || minor <= 2 * MAX_ON_TOP * sum)
  // Figures are torn and misread; words that make an amount are seldom another amount.
  const toBePaid = [...words, ...payable].find(canBe)
  const target = isWhole ? mendedTotal(verdicts, labelled, sum) : null
  if (target !== null && (toBePaid === undefined || isMisread(toBePaid.minor, target)))
    return { total: target, isBorneOut: false, isMended: true }
  const likeliest =
    toBePaid ?? sums.find(canBe) ?? labelled[0] ?? totals.find((one) => canBe(one) && isRepeated(one, totals))
  return { total: likeliest?.minor ?? null, isBorneOut: false }
}

/** Without a legible label: what stands there twice, to be paid and how it was paid. */
const isRepeated = ({ minor }: ReadTotal, totals: readonly ReadTotal[]) =>
  totals.filter((one) => one.minor === minor).length > 1

/** The lines' sum, with VAT at one rate or without, of which a stated amount is the end or a misreading. */
function mendedTotal(verdicts: readonly LineVerdict[], labelled: readonly ReadTotal[], sum: number): Minor | null {
  const withVat = verdicts.every((one) => one.amountWithVat !== null)
    ? [verdicts.reduce((all, one) => all + one.amountWithVat!, 0)]
    : VAT_RATES.map((rate) => sum + Math.round((sum * rate) / 100))
  const sums = [sum, ...withVat].filter((one) =>
    labelled.some(({ minor }) => minor !== sum && (isTornFrom(minor, one, false) || isMisread(minor, one))),
  )
  return sums.length === 1 ? (sums[0] as Minor) : null
}

/** One figure is another, too many or too few. */
const isMisread = (minor: number, whole: number) =>
  minor !== whole && String(whole).length > MIN_FIGURES && distanceOf(String(minor), String(whole)) === 1
