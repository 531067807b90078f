/** Codes of a row that another product has: told, and written all the same, since a company may want it so. */
import type { Product } from '../domain/records.ts'
import type { RowValues } from './read-row.ts'
import type { RowProblem } from './row-problems.ts'
import { foldKey, type World } from './world.ts'

/** Fields that people and scanners take for the mark of one product alone. */
const CODE_FIELDS = ['sku', 'barcodes'] as const

/** What a row newly gives. */
export interface NewCodes {
  readonly row: number
  readonly fields: Readonly<Record<string, unknown>>
  /** The product that the row is about; null: it is to be made. */
  readonly id: string | null
  /** The rows that have each code so far; null: that was looked at before. */
  readonly seen: Map<string, number> | null
}

/** A problem for each code that another active product has, or another row of the table. */
export function doubleCodes({ row, fields, id, seen }: NewCodes, values: RowValues, world: World): RowProblem[] {
  if (world.codes === null || seen === null) return []
  const problems: RowProblem[] = []
  for (const field of CODE_FIELDS) {
    const column = values.columnOf.get(field) ?? null
    for (const value of [fields[field]].flat()) {
      if (typeof value !== 'string' || value === '') continue
      const key = foldKey(field, value)
      const other = world.codes[field].idsOf(key).map(world.names.product).find(isAnother(id))
      const before = seen.get(`${field}\n${key}`)
      if (other !== undefined)
        problems.push({ code: 'CODE_TAKEN', column, figures: { value, name: other.name, id: other.id } })
      else if (before !== undefined) problems.push({ code: 'CODE_TWICE', column, figures: { value, row: before } })
      else seen.set(`${field}\n${key}`, row)
    }
  }
  return problems
}

const isAnother =
  (id: string | null) =>
  (product: Product | undefined): product is Product =>
    product !== undefined && !product.archived && product.id !== id
