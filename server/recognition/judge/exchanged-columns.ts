/**
 * Detects table columns whose numbers contradict the meaning assigned to the columns, because pieces would be counted
 * in fractions.
 */
import { codeOfUnit, foldedUnit } from '../../../spellings/units.ts'
import type { ReadLine } from '../words/extraction.ts'
import type { LineVerdict } from './line-choices.ts'

/**
 * Units by ОКЕИ code that cannot be divided: places, sets, pairs, packs, bottles, reels, pieces, crates … Sheets and
 * rolls are left out, because part of one can be sold.
 */
const WHOLE = new Set(['642', '657', '698', '704', '715', '728', '778', '796', '812', '839', '868', '872'])

const isWhole = (unit: string | null) => unit !== null && WHOLE.has(codeOfUnit(foldedUnit(unit)) ?? '')

/**
 * Checks whether most lines that count pieces have a fraction of a piece at a price without kopecks. If so, quantity
 * and price have been exchanged. Arithmetic cannot show this, and misread headings may even seem to confirm the
 * exchange.
 */
export function areColumnsExchanged(lines: readonly ReadLine[], verdicts: readonly LineVerdict[]): boolean {
  const counted = verdicts.filter(({ addsUp }, index) => addsUp && isWhole(lines[index]!.unit))
  const odd = counted.filter(
    ({ quantity, unitCost }) => quantity! % 1000 !== 0 && unitCost !== null && unitCost % 100 === 0,
  )
  return 2 * odd.length > counted.length
}
