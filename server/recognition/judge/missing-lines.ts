/**
 * Uses the total to find out whether item lines were not read: how large the missing amount is, and where the lines may
 * be.
 */
import { formatMinor, type Minor } from '../../../amounts/quantity.ts'
import type { LinePlace, Reading } from '../words/extraction.ts'
import type { LineVerdict } from './line-choices.ts'

/**
 * The distance between two neighbouring lines that leaves room for a missing line, as a multiple of the usual distance.
 */
const GAP = 1.7

/** Formats an amount in roubles, such as «19 436,00 ₽». */
function inRoubles(minor: number): string {
  const [whole = '', kopecks = ''] = formatMinor(minor as Minor).split('.')
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ' ')},${kopecks.padEnd(2, '0')} ₽`
}

/**
 * The message shown when the lines do not add up to the total. It states how large the shortfall or excess is, and
 * between which lines a missing line may have been.
 */
export function differenceMessage(reading: Reading, verdicts: readonly LineVerdict[], total: Minor): string {
  const sum = verdicts.reduce((all, one) => all + (one.amount ?? 0), 0)
  const stated = `The lines add up to ${formatMinor(sum as Minor)}, the document says ${formatMinor(total)}.`
  const missing = total - sum
  if (missing === 0)
    return `Суммы строк вместе дают итог, но не каждая сходится с её количеством и ценой. (The amounts of the lines make the total ${formatMinor(total)}, but not all are what quantity and price make.)`
  if (verdicts.length === 0) return `${stated} A line may be missing or misread.`
  const gap = gapBetween(reading.lines.map(({ place }) => place))
  if (missing < 0)
    return `Лишние ${inRoubles(-missing)}: строка прочитана неверно, или из суммы вычтена скидка. (${stated} A line may be misread, or a discount was taken off.)`
  const where = gap === null ? '' : ` между строками ${gap.before} и ${gap.before + 1} на странице ${gap.page}`
  const there = gap === null ? '' : ` Look between lines ${gap.before} and ${gap.before + 1} of page ${gap.page}.`
  return `Строкам не хватает ${inRoubles(missing)}: не прочитана строка${where}, может быть под печатью? (${stated} A line may be missing or misread.${there})`
}

/**
 * Finds the widest gap between two item lines of a page that has room for another line. Returns null when all gaps are
 * similar or the lines' positions are unknown.
 */
export function gapBetween(
  places: readonly (LinePlace | undefined)[],
): { readonly before: number; readonly page: number } | null {
  const steps = places.slice(1).flatMap((place, index) => {
    const above = places[index]
    if (place === undefined || above === undefined || place.page !== above.page) return []
    return [{ before: index + 1, page: place.page, step: place.y - above.y, height: above.height }]
  })
  const usual = steps.map(({ step }) => step).sort((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0
  const widest = steps.reduce<(typeof steps)[number] | null>(
    (best, one) => (best === null || one.step - one.height > best.step - best.height ? one : best),
    null,
  )
  return widest !== null && steps.length > 1 && widest.step > GAP * usual && widest.step > GAP * widest.height
    ? { before: widest.before, page: widest.page }
    : null
}
