/** The units of a table's lines: from their own column, from the code of ОКЕИ beside it, from behind the quantity. */
import type { TextColumn } from './line-texts.ts'
import { codeOfUnit, foldedUnit } from './okei.ts'
import type { Piece } from './pieces.ts'
import type { ItemRow, LookAgain } from './table.ts'
import { type UnitCell, unitCodeOf, unitOf, unitsOf } from './units.ts'

/** Half of the cells must be units. */
const MIN_SHARE = 0.5

/** The column with most units; undefined when none has them in half of its cells. */
export function unitColumnOf(columns: readonly TextColumn[]): TextColumn | undefined {
  const units = ({ cells }: TextColumn) => cells.filter((piece) => unitOf(piece.text) !== null).length
  const candidates = columns.filter((column) => units(column) >= MIN_SHARE * column.cells.length)
  return candidates.sort((a, b) => units(b) - units(a))[0]
}

/** The column whose codes say of most lines what the column of units says. */
export function codeColumnOf(
  columns: readonly TextColumn[],
  items: readonly ItemRow[],
  units: TextColumn | undefined,
): TextColumn | undefined {
  return columns.find((column) => {
    const codes = column.cells.filter((piece) => unitCodeOf(piece.text) !== null)
    if (column === units || codes.length < MIN_SHARE * items.length) return false
    const agreeing = items.filter((item) => {
      const [unit, code] = [cellIn(item, units), cellIn(item, column)]
      const own = unit === undefined ? null : unitOf(unit.text)
      return own !== null && code !== undefined && codeOfUnit(foldedUnit(own)) === unitCodeOf(code.text)
    })
    return agreeing.length >= MIN_SHARE * codes.length
  })
}

const cellIn = (item: ItemRow, column: TextColumn | undefined): Piece | undefined =>
  item.row.pieces.find((piece) => column?.cells.includes(piece))

interface UnitColumns {
  readonly units: TextColumn | undefined
  readonly codes: TextColumn | undefined
  /** What stands behind the quantity of a line. */
  readonly besideQuantity: (item: ItemRow) => string | null
  readonly again: LookAgain
}

/** The unit of every line. A cell that says nothing is looked at once more. */
export async function unitsOfItems(
  items: readonly ItemRow[],
  { units, codes, besideQuantity, again }: UnitColumns,
): Promise<(string | null)[]> {
  const cells: UnitCell[] = []
  for (const item of items) {
    const [unit, code] = [cellIn(item, units), cellIn(item, codes)]
    const known = unit !== undefined && unitOf(unit.text) !== null ? unit.text : besideQuantity(item)
    // A cell of a single letter is easily overlooked.
    const text = known ?? (await missedText(item, units, again)) ?? unit?.text ?? ''
    cells.push({ text, code: code === undefined ? null : unitCodeOf(code.text) })
  }
  return unitsOf(cells)
}

async function missedText(item: ItemRow, column: TextColumn | undefined, again: LookAgain): Promise<string | null> {
  if (column === undefined) return null
  const box = { left: column.left, right: column.right, top: item.top, bottom: item.bottom }
  const text = await again(item.row.page, box, 'text')
  return unitOf(text) === null ? null : text
}
