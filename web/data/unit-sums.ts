/** Sums of goods: kilograms and pieces cannot be added, so there is one sum for each unit. */
import { quantity } from '../words/format.ts'

/** The sums for goods of one unit; `uom` is null for goods without a unit. */
export interface UnitSums {
  readonly uom: string | null
  readonly [name: string]: number | string | null
}

/** With more sums than this, the cell shows a dash instead. */
const MOST = 3
const NONE = '—'

/** The sums by unit, from the totals of a list or report. */
export const byUnitOf = (totals: object | undefined): readonly UnitSums[] =>
  (totals as { readonly byUnit?: readonly UnitSums[] } | undefined)?.byUnit ?? []

/** Prints each unit on its own line; a unit with an empty text is left out. */
export function inUnits(byUnit: readonly UnitSums[], print: (sums: UnitSums) => string): string {
  const lines = byUnit.map(print).filter((line) => line !== '')
  return lines.length > MOST ? NONE : lines.join('\n')
}

/** The quantities by unit, for example `12 шт`, and on the next line `3,5 кг`. */
export const quantityInUnits = (totals: object, name: string): string =>
  inUnits(byUnitOf(totals), (sums) => (sums[name] ? quantity(Number(sums[name]), sums.uom) : '')) || quantity(0)
