/** The units of a table's lines: from their own column, from the code of ОКЕИ beside it, from behind the quantity. */
import { codeOfUnit, foldedUnit } from '../../../spellings/units.ts'
import type { LookAgain } from '../picture/looks.ts'
import type { Piece } from '../picture/pieces.ts'
import { heightOf, overlapOf } from '../picture/raster.ts'
import { exactUnit, type UnitCell, unitCodeOf, unitOf, unitsOf } from '../words/units.ts'
import type { ItemRow, TextColumn } from './table-rows.ts'

/** Half of the cells must be units. */
const MIN_SHARE = 0.5

/** Units stand below one another, whatever the names beside them reach into. `pieces`: of the lines, without their figures. */
export function unitColumnOf(pieces: readonly Piece[], items: readonly ItemRow[]): TextColumn | undefined {
  const groups: { left: number; right: number; cells: Piece[] }[] = []
  for (const piece of pieces.filter(({ text }) => unitOf(text) !== null).sort((a, b) => a.left - b.left)) {
    const group = groups.find(({ left, right }) => overlapOf(left, right, piece.left, piece.right) > 0)
    if (group === undefined) groups.push({ left: piece.left, right: piece.right, cells: [piece] })
    else {
      group.right = Math.max(group.right, piece.right)
      group.cells.push(piece)
    }
  }
  const best = groups.sort((a, b) => b.cells.length - a.cells.length)[0]
  if (best === undefined || best.cells.length < MIN_SHARE * items.length) return undefined
  // What is not legible stands there, too.
  const others = pieces.filter(
    (piece) => !best.cells.includes(piece) && piece.left >= best.left - 8 && piece.right <= best.right + 8,
  )
  return { ...best, cells: [...best.cells, ...others] }
}

/** So many codes are no article codes: of a thousand numbers not a tenth are codes of units. */
const SURE_SHARE = 0.8
const SURE_CODES = 3

/** The column whose codes say of most lines what the column of units says. */
export function codeColumnOf(
  columns: readonly TextColumn[],
  items: readonly ItemRow[],
  units: TextColumn | undefined,
): TextColumn | undefined {
  return columns.find((column) => {
    const codes = column.cells.filter((piece) => unitCodeOf(piece.text) !== null)
    if (column === units || codes.length < MIN_SHARE * items.length) return false
    if (codes.length >= SURE_CODES && codes.length >= SURE_SHARE * column.cells.length) return true
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

/** In heights of its letters, which are small ones: from one line of a cell to the next. */
const BROKEN_GAP = 1.5

/** A unit that its narrow column broke: «тыс.» and below it «шт», where the two are a unit. */
function wholeUnit(unit: Piece, loose: readonly Piece[]): string {
  const below = loose.find(
    (piece) =>
      piece.page === unit.page &&
      overlapOf(piece.left, piece.right, unit.left, unit.right) > 0 &&
      piece.top > unit.top + heightOf(unit) / 2 &&
      piece.top - unit.bottom < BROKEN_GAP * heightOf(unit) &&
      exactUnit(piece.text) !== null,
  )
  const whole = `${unit.text} ${below?.text ?? ''}`
  return below !== undefined && exactUnit(whole) !== null ? whole : unit.text
}

interface UnitColumns {
  /** What stands in rows that are no lines. */
  readonly loose: readonly Piece[]
  readonly units: TextColumn | undefined
  readonly codes: TextColumn | undefined
  /** What stands behind the quantity of a line. */
  readonly besideQuantity: (item: ItemRow) => string | null
  readonly again: LookAgain
}

/** The unit of every line. A cell that says nothing is looked at once more. */
export async function unitsOfItems(
  items: readonly ItemRow[],
  { units, codes, loose, besideQuantity, again }: UnitColumns,
): Promise<(string | null)[]> {
  const cells: UnitCell[] = []
  for (const item of items) {
    const [unit, code] = [cellIn(item, units), cellIn(item, codes)]
    const known = unit !== undefined && unitOf(unit.text) !== null ? wholeUnit(unit, loose) : besideQuantity(item)
    // A cell of a single letter is easily overlooked.
    const text = known ?? (await missedText(item, units, again)) ?? unit?.text ?? ''
    cells.push({ text, code: code === undefined ? null : unitCodeOf(code.text) })
  }
  return unitsOf(cells)
}

async function missedText(item: ItemRow, column: TextColumn | undefined, again: LookAgain): Promise<string | null> {
  if (column === undefined) return null
  const box = { left: column.left, right: column.right, top: item.top, bottom: item.bottom }
  for (const look of ['text', 'text-larger'] as const) {
    const text = await again(item.row.page, box, look)
    if (unitOf(text) !== null) return text
  }
  return null
}
