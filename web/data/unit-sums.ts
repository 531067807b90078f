/** Sums of goods: kilograms and pieces do not add up, so there is one sum for each unit. */
import { quantity } from '../words/format.ts'

/** The sums of the goods that are counted in one unit; null: in none that is told. */
export interface UnitSums {
  readonly uom: string | null
  readonly [name: string]: number | string | null
}

/** More sums than fit in a cell say nothing. */
const MOST = 3
const NONE = '—'

/** Of the totals of a list or report. */
export const byUnitOf = (totals: object | undefined): readonly UnitSums[] =>
  (totals as { readonly byUnit?: readonly UnitSums[] } | undefined)?.byUnit ?? []

/** What is printed of each unit, a line each; '' of a unit has no line. */
export function inUnits(byUnit: readonly UnitSums[], print: (sums: UnitSums) => string): string {
  const lines = byUnit.map(print).filter((line) => line !== '')
  return lines.length > MOST ? NONE : lines.join('\n')
}

/** `12 шт`, and in a line of its own `3,5 кг`. */
export const quantityInUnits = (totals: object, name: string): string =>
  inUnits(byUnitOf(totals), (sums) => (sums[name] ? quantity(Number(sums[name]), sums.uom) : '')) || quantity(0)
