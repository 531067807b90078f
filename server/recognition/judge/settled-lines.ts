/** Chooses readings for all item lines of a document together, using the table's number format and the stated total. */
import type { ReadLine, ReadTotal } from '../words/extraction.ts'
import { choicesOf, type LineChoice, styleOf } from './line-choices.ts'
import { mendedChoiceOf, mendedChoicesOf } from './misread-figures.ts'

/** The combination of readings that was chosen for an item line, or null when no combination adds up. */
export interface SettledLine {
  readonly chosen: LineChoice | null
  /** All combinations of readings that add up without correcting a digit. */
  readonly choices: readonly LineChoice[]
  /** Whether a digit was corrected. */
  readonly isMended: boolean
}

/** Chooses a combination of readings for every item line. */
export function settledLines(lines: readonly ReadLine[], totals: readonly ReadTotal[]): SettledLine[] {
  const style = styleOf(lines)
  const choices = lines.map((line) => choicesOf(line, style))
  const alone = lines.map((line, index) => choices[index]![0] ?? mendedChoiceOf(line))
  const stated = new Set<number>(totals.filter(({ label }) => label !== 'vat').map(({ minor }) => minor))
  const best = isStated(alone, stated) ? alone : (borneOut(lines, choices, stated) ?? alone)
  return best.map((chosen, index) => ({
    chosen,
    choices: choices[index]!,
    isMended: chosen !== null && !choices[index]!.includes(chosen),
  }))
}

const isStated = (chosen: readonly (LineChoice | null)[], stated: ReadonlySet<number>) =>
  chosen.every((one) => one !== null) && stated.has(chosen.reduce((sum, one) => sum + one!.amount, 0))

/** Limits of the search: the number of combinations per line, and of sums per document. */
const MAX_WAYS = 6
const MAX_SUMS = 400

interface Sum {
  readonly doubt: number
  readonly chosen: readonly LineChoice[]
}

/**
 * Returns the least doubtful combination of readings for each line such that the sum of the lines is one of the amounts
 * below them. Returns null when there are no such combinations, or two equally good ones.
 */
function borneOut(
  lines: readonly ReadLine[],
  choices: readonly (readonly LineChoice[])[],
  stated: ReadonlySet<number>,
): LineChoice[] | null {
  if (stated.size === 0) return null
  let sums = new Map<number, Sum>([[0, { doubt: 0, chosen: [] }]])
  for (const [index, line] of lines.entries()) {
    const ways = distinctAmounts(choices[index]!.length > 0 ? choices[index]! : mendedChoicesOf(line))
    if (ways.length === 0) return null
    const next = new Map<number, Sum>()
    for (const [sum, { doubt, chosen }] of sums)
      for (const way of ways) {
        const [total, more] = [sum + way.amount, doubt + way.doubt]
        if ((next.get(total)?.doubt ?? Infinity) > more) next.set(total, { doubt: more, chosen: [...chosen, way] })
      }
    sums = new Map([...next].sort((a, b) => a[1].doubt - b[1].doubt).slice(0, MAX_SUMS))
  }
  const found = [...sums].filter(([sum]) => stated.has(sum)).map(([, one]) => one)
  found.sort((a, b) => a.doubt - b.doubt)
  const [first, second] = found
  return first === undefined || (second !== undefined && second.doubt < first.doubt + 0.5) ? null : [...first.chosen]
}

/** Returns the least doubtful combination for each different amount. */
function distinctAmounts(choices: readonly LineChoice[]): LineChoice[] {
  const byAmount = new Map<number, LineChoice>()
  for (const one of choices) if (!byAmount.has(one.amount)) byAmount.set(one.amount, one)
  return [...byAmount.values()].slice(0, MAX_WAYS)
}
