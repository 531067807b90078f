/**
 * Warns when a row contains a code that another product already has. The row is written nevertheless, because a company
 * may want duplicates.
 */
import type { Product } from '../domain/records.ts'
import type { RowValues } from './read-row.ts'
import type { RowProblem } from './row-problems.ts'
import { foldKey, type World } from './world.ts'

/** The fields whose values people and scanners expect to be unique to one product. */
const CODE_FIELDS = ['sku', 'barcodes'] as const

/** The codes that a row of the table adds to a product. */
export interface NewCodes {
  readonly row: number
  readonly fields: Readonly<Record<string, unknown>>
  /** The id of the row's product; null for a new product. */
  readonly id: string | null
  /**
   * The first row that contains each code. Null when duplicates within the table were already reported in the preview.
   */
  readonly seen: Map<string, number> | null
}

/** Returns a problem for each code that another active product or another row of the table also has. */
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
