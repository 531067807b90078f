/**
 * Finds the units of a table's item lines: in their own column, by the ОКЕИ code beside that column, or after the
 * quantity.
 */
import { codeOfUnit, foldedUnit } from '../../../spellings/units.ts'
import type { LookAgain } from '../picture/looks.ts'
import type { Piece } from '../picture/pieces.ts'
import { heightOf, overlapOf } from '../picture/raster.ts'
import { exactUnit, type UnitCell, unitCodeOf, unitOf, unitsOf } from '../words/units.ts'
import type { ItemRow, TextColumn } from './table-rows.ts'

/** The share of a column's cells that must be units. */
const MIN_SHARE = 0.5

/**
 * Finds the column of units, even if names extend into it. `pieces`: the text pieces of the item lines that are outside
 * the number columns.
 */
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
  // Unreadable cells within the column's width belong to it, too.
  const others = pieces.filter(
    (piece) => !best.cells.includes(piece) && piece.left >= best.left - 8 && piece.right <= best.right + 8,
  )
  return { ...best, cells: [...best.cells, ...others] }
}

/**
 * The share of a column's numbers that must be ОКЕИ codes for the column to contain unit codes and not article codes.
 * Fewer than a tenth of all three-digit numbers are unit codes.
 */
const SURE_SHARE = 0.8
const SURE_CODES = 3

/** Finds the column of ОКЕИ codes that agree with the units of most lines. */
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

/** The maximum distance between two text lines of the same cell, in heights of a lowercase letter. */
const BROKEN_GAP = 1.5

/**
 * Joins the parts of a unit that was split because its column is narrow: «тыс.» and below it «шт», if both together are
 * a unit.
 */
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
  /** The text pieces in rows that are not item lines. */
  readonly loose: readonly Piece[]
  readonly units: TextColumn | undefined
  readonly codes: TextColumn | undefined
  /** Returns the text after the quantity of a line. */
  readonly besideQuantity: (item: ItemRow) => string | null
  readonly again: LookAgain
}

/** Returns the unit of every line. Rereads cells whose unit is unreadable. */
export async function unitsOfItems(
  items: readonly ItemRow[],
  { units, codes, loose, besideQuantity, again }: UnitColumns,
): Promise<(string | null)[]> {
  const cells: UnitCell[] = []
  for (const item of items) {
    const [unit, code] = [cellIn(item, units), cellIn(item, codes)]
    const known = unit !== undefined && unitOf(unit.text) !== null ? wholeUnit(unit, loose) : besideQuantity(item)
    // A cell with a single letter is easily missed, so it is reread.
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
