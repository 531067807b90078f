/** Sums of quantities. Kilograms and pieces cannot be added up, so there is a separate sum for each unit of measure. */
import { quantity } from '../words/format.ts'

/** The sums for goods of one unit of measure; `uom` is null for goods without a unit. */
export interface UnitSums {
  readonly uom: string | null
  readonly [name: string]: number | string | null
}

/** The most units of measure whose sums a cell shows. If there are more, the cell shows a dash. */
const MOST = 3
const NONE = '—'

/** Returns the sums for each unit of measure from the totals of a list or report. */
export const byUnitOf = (totals: object | undefined): readonly UnitSums[] =>
  (totals as { readonly byUnit?: readonly UnitSums[] } | undefined)?.byUnit ?? []

/** Formats the sums for each unit of measure, one per line. A unit whose text is empty gets no line. */
export function inUnits(byUnit: readonly UnitSums[], print: (sums: UnitSums) => string): string {
  const lines = byUnit.map(print).filter((line) => line !== '')
  return lines.length > MOST ? NONE : lines.join('\n')
}

/** Returns the quantities by unit of measure, one per line, for example `12 шт` above `3,5 кг`. */
export const quantityInUnits = (totals: object, name: string): string =>
  inUnits(byUnitOf(totals), (sums) => (sums[name] ? quantity(Number(sums[name]), sums.uom) : '')) || quantity(0)
