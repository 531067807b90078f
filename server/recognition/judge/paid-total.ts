/** Finds the amount to be paid after discounts and delivery charges, which are recognized by their labels. */
import type { Minor } from '../../../amounts/quantity.ts'
import type { ReadTotal } from '../words/extraction.ts'
import { isVatOf, vatRateBetween } from '../words/vat.ts'
import type { LineVerdict } from './line-choices.ts'

/**
 * The maximum number of discounts or charges that are tried one by one. No document has more of them, although a
 * receipt may repeat a discount in each row.
 */
const MAX_CHANGES = 3

/** Labels of an amount to be paid. If none of them occurs, the amount to be paid may be a plain sum. */
const SAYS_PAYABLE: ReadonlySet<ReadTotal['label']> = new Set(['payable', 'words', 'code'])

/** Possible changes to the sum of the lines, in kopecks: each discount or extra charge alone, and several together. */
function changesOf(totals: readonly ReadTotal[]): number[] {
  const amountsOf = (label: ReadTotal['label']) => totals.filter((one) => one.label === label).map(({ minor }) => minor)
  const off = togetherOf(amountsOf('discount')).map((minor) => -minor)
  const onTop = togetherOf(amountsOf('extra'))
  const both = off.flatMap((less) => onTop.map((more) => less + more))
  return [...new Set([...off, ...onTop, ...both])].filter((change) => change !== 0)
}

function togetherOf(amounts: readonly number[]): number[] {
  const all = amounts.reduce((sum, one) => sum + one, 0)
  return [...new Set([...amounts.slice(0, MAX_CHANGES), ...(amounts.length > 1 ? [all] : [])])]
}

/**
 * Returns the amount to be paid if stated discounts or charges explain its difference from the sum of the lines.
 * `bases`: the possible sums of the lines, with and without VAT. Returns null if no stated amount can be explained.
 */
export function changedTotal(bases: readonly number[], totals: readonly ReadTotal[]): Minor | null {
  const changes = changesOf(totals)
  const stated = totals.filter(({ label, isAside }) => isAside !== true && (SAYS_PAYABLE.has(label) || label === 'sum'))
  const found = stated.filter(({ minor }) => bases.some((base) => changes.includes(minor - base)))
  const payable = stated.filter(({ label }) => SAYS_PAYABLE.has(label))
  const chosen = found.find(({ label }) => SAYS_PAYABLE.has(label)) ?? (payable.length === 0 ? found.at(-1) : undefined)
  return chosen?.minor ?? null
}

/**
 * Whether neither the lines and their VAT nor a labelled discount or charge explain a sum below the item lines. The sum
 * of the lines may then not be the amount to be paid, even if it is printed too.
 */
export function isUnexplained(total: Minor, verdicts: readonly LineVerdict[], totals: readonly ReadTotal[]): boolean {
  const behind = totals.filter(({ isAside }) => isAside !== true)
  // A total that is labelled as the amount to be paid needs no further explanation.
  if (totals.some(({ label, minor }) => SAYS_PAYABLE.has(label) && minor === total)) return false
  const known = knownAmounts(total, verdicts, totals)
  const isKnown = (minor: Minor) =>
    known.has(minor) ||
    vatRateBetween(total, minor) !== null ||
    vatRateBetween(minor, total) !== null ||
    isVatOf(minor, total, verdicts.length) !== null ||
    isOfLastLines(minor, verdicts)
  // Other amounts in the row of a known amount belong to other columns of the table.
  const knownRows = new Set(behind.filter(({ minor }) => isKnown(minor)).map(({ row }) => row))
  return behind.some(({ label, minor, row }) =>
    label === 'discount' || label === 'extra'
      ? !totals.some((one) => one.label === 'sum' && Math.abs(one.minor - total) === minor)
      : label === 'sum' && !isKnown(minor) && !(row !== undefined && knownRows.has(row)),
  )
}

function knownAmounts(total: number, verdicts: readonly LineVerdict[], totals: readonly ReadTotal[]): Set<number> {
  const vats = totals.filter(({ label }) => label === 'vat').map(({ minor }) => minor as number)
  const changes = changesOf(totals)
  const quantities = verdicts.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0) / 10
  const allVat = vats.reduce((sum, one) => sum + one, 0)
  return new Set([
    total,
    quantities,
    100 * verdicts.length,
    allVat,
    total - allVat,
    total + allVat,
    ...vats.flatMap((vat) => [vat, total - vat, total + vat]),
    ...changes.flatMap((change) => [total - change, Math.abs(change)]),
  ])
}

/** Whether an amount is the subtotal of the last group or page, with or without VAT. */
export function isOfLastLines(minor: number, verdicts: readonly LineVerdict[]): boolean {
  let [sum, withVat] = [0, 0]
  return verdicts.toReversed().some(({ amount, amountWithVat }) => {
    sum += amount ?? 0
    withVat += amountWithVat ?? 0
    return sum === minor || withVat === minor
  })
}
