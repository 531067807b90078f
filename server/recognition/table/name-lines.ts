/** Finds the text lines of each item's name, which may be above, beside and below its numbers. */
import { centreOf, middleOf, type Piece, type Row, textOf } from '../picture/pieces.ts'
import { heightOf, overlapOf, unionOf, widthOf } from '../picture/raster.ts'
import { nameAndCode } from '../words/article-codes.ts'
import { isNumeric } from '../words/numbers.ts'
import { figuresOf, type TableShape } from './table-columns.ts'
import { type ItemRow, isNumbering, isTotalsRow, type TextColumn } from './table-rows.ts'

/**
 * Returns, for every item line, the pieces of its name from top to bottom: the pieces in the line's own row, and text
 * lines above or below that belong to the name.
 */
export function nameLinesOf(rows: readonly Row[], items: readonly ItemRow[], column: TextColumn): Piece[][] {
  const own = items.map((item) => item.row.pieces.filter((piece) => column.cells.includes(piece)))
  const itemRows = new Set(items.map((item) => item.row))
  const first = items[0]!
  const last = items.at(-1)!
  const pitch = heightOf(unionOf(own.flat().slice(0, 1).concat(first.row.pieces[0]!)))
  // A piece with only lowercase letters is less tall than the digits in its row, so the digits' height also counts.
  const highest = Math.max(pitch, ...first.row.pieces.map(heightOf))
  const isNamed = (piece: Piece) => /\p{L}{3}/u.test(nameAndCode(piece.text).name)
  const isNameAbove = own.flat().filter(isNamed).length <= 0.4 * own.flat().length
  // The width of a name in a separate row does not matter.
  const partOf = (piece: Piece) => Math.min(widthOf(piece), isNameAbove ? column.right - column.left : Infinity)
  const loose = rows
    .filter((row) => !itemRows.has(row) && !isTotalsRow(row) && !isHeading(row) && !isNumbering(row))
    .filter((row) => row.pieces.every((piece) => centreOf(piece) < column.right + pitch || !isFigure(piece.text)))
    .flatMap((row) => row.pieces)
    .filter(
      (piece) =>
        overlapOf(piece.left, piece.right, column.left, column.right) >= 0.7 * partOf(piece) ||
        isFlush(piece, column, items),
    )
    .filter((piece) => piece.top > first.top - 3.2 * highest && piece.bottom < last.bottom + 4.5 * pitch)
  if (isNameAbove) return items.map((item, index) => [...linesBetween(items[index - 1], item, loose), ...own[index]!])
  const lines = [...own.flat(), ...loose].sort((a, b) => middleOf(a) - middleOf(b) || a.left - b.left)
  const wholes = clustersOf(lines)
  // If there is no text above the first line's numbers, the numbers of each line are beside the first row of its name.
  const isTopmost = !loose.some((piece) => middleOf(piece) < first.top) && own.every((pieces) => pieces.length > 0)
  const whole = items.map((item, index) => {
    const mine = wholes.filter((cluster) => cluster.some((piece) => own[index]!.includes(piece)))
    const isOthers = (piece: Piece) => own.some((pieces, other) => other !== index && pieces.includes(piece))
    const isAlone = mine.length > 0 && !mine.flat().some(isOthers)
    const near = isAlone
      ? mine.flat()
      : (mine.length > 0 ? mine : wholes)
          .flat()
          .filter((piece) => (isTopmost ? isBelow(piece, item, items[index + 1]) : isNearest(piece, item, items)))
    return near
      .filter((piece) => !isOthers(piece))
      .sort((a, b) => (Math.abs(middleOf(a) - middleOf(b)) < pitch / 2 ? a.left - b.left : a.top - b.top))
  })
  const isBegun = isTopmost && own.filter(([first]) => GOES_ON.test(first!.text)).length <= MAX_SMALL * items.length
  return isBegun ? continuedNames(whole, items, loose) : whole
}

/**
 * Whether a piece begins at the left edge of the names and ends before the next column. Such a piece may be the short
 * end of a name and be in the same row as the numbers.
 */
function isFlush(piece: Piece, column: TextColumn, items: readonly ItemRow[]): boolean {
  const beside = items.flatMap(({ row }) => row.pieces).filter(({ left }) => left >= column.right)
  const next = Math.min(...beside.map(({ left }) => left))
  return Math.abs(piece.left - column.left) < heightOf(piece) / 2 && piece.right < next && column.cells.length > 0
}

/**
 * Whether a text is a number. A single vertical stroke does not count, because printers draw column lines with such
 * characters.
 */
const isFigure = (text: string) => isNumeric(text) && !/^\D?1\D?$/.test(text.trim())

/**
 * Matches a text line that begins with a lowercase letter and therefore continues the line above. A line after a comma,
 * or after a word that requires another word, also continues the line above.
 */
const GOES_ON = /^[^\p{L}\d]*\p{Ll}/u
const IS_OPEN = /(?:[,/-]|\s(?:и|с|для|под|на|из|в|без|ГОСТ|ТУ))\s*$/u

/**
 * The maximum share of names that begin with a lowercase letter. If the share is larger, the texts found are not whole
 * names but their middles.
 */
const MAX_SMALL = 0.1

/**
 * For tables where each name begins beside its numbers: assigns text lines above the numbers, and unassigned lines, to
 * the previous name.
 */
function continuedNames(names: readonly Piece[][], items: readonly ItemRow[], loose: readonly Piece[]): Piece[][] {
  const whole = names.map((pieces, index) => pieces.filter((piece) => middleOf(piece) >= items[index]!.top))
  const given = new Set(whole.flat())
  const right = Math.max(...names.flat().map((piece) => piece.right))
  const left = loose.filter((piece) => !given.has(piece)).sort((a, b) => a.top - b.top || a.left - b.left)
  for (const piece of left) {
    const name = whole[items.findIndex((item, index) => isBelow(piece, item, items[index + 1]))]
    const last = name?.at(-1)
    if (name === undefined || last === undefined) continue
    const isNear = piece.top - last.bottom < heightOf(name[0]!) && piece.bottom > middleOf(last)
    const isRest = GOES_ON.test(piece.text) || IS_OPEN.test(last.text) || isWrapped(last, piece, right)
    if (isNear && isRest) name.push(piece)
  }
  return whole
}

/**
 * Whether a text line continues the line above: both begin at the same x position, and the lower line's first word
 * would not have fitted in the upper one.
 */
function isWrapped(last: Piece, piece: Piece, right: number): boolean {
  const [word = ''] = piece.text.split(' ', 1)
  const wide = (widthOf(piece) * (word.length + 1)) / piece.text.length
  return Math.abs(piece.left - last.left) < heightOf(last) / 2 && last.right + wide > right
}

/** Whether a piece is beside or below the numbers of one item line and above the numbers of the next. */
const isBelow = (piece: Piece, item: ItemRow, next: ItemRow | undefined) =>
  middleOf(piece) >= item.top && (next === undefined || middleOf(piece) < next.top)

/** The area to the left of all numbers. Used for tables where names are never in the rows with the numbers. */
export const besideNumbers = (shape: TableShape): TextColumn => ({
  left: 0,
  right: Math.min(...figuresOf(shape).map(({ left }) => left)),
  cells: [],
})

/** Returns the text lines below the previous item and above this one. */
function linesBetween(before: ItemRow | undefined, item: ItemRow, lines: readonly Piece[]): Piece[] {
  return lines
    .filter((piece) => middleOf(piece) < item.top && (before === undefined || middleOf(piece) > before.bottom))
    .sort((a, b) => a.top - b.top)
}

const HEADINGS = /^[^\p{L}]*(наименован|товар|кол-?во|кол[.ич]|коли-|цена|сумма|артикул|стоимость|№ п|ед[.\s])/iu

/** The number of headings from which a row is a row of headings, even if a digit was read in it. */
const SURE_HEADINGS = 3

function isHeading(row: Row): boolean {
  const headings = row.pieces.filter((piece) => HEADINGS.test(piece.text)).length
  return headings >= SURE_HEADINGS || (headings >= 1 && !/\d/.test(textOf(row)))
}

/** The largest gap within one cell, in line heights. Used when all gaps are equal. */
const SAME_CELL_GAP = 0.45

const ASCENDING = /[\p{Lu}\d\u0401бйёbdfhklt()«»"]/u
const DESCENDING = /[руфцщgjpqy(),;]/u
/** How much less tall a text line is, as a share of its height, if it has no tall letters or no descenders. */
const LACKING = 0.2

/**
 * Returns the gap between two text lines, calculated as if both had tall letters and descenders, so that it does not
 * depend on which letters they contain.
 */
function gapBetween(upper: Piece, lower: Piece): number {
  const bottom = upper.bottom + (DESCENDING.test(upper.text) ? 0 : LACKING * heightOf(upper))
  const top = lower.top - (ASCENDING.test(lower.text) ? 0 : LACKING * heightOf(lower))
  return top - bottom
}

/** Groups text lines into cells. Two lines of the same cell are closer together than two different cells. */
function clustersOf(lines: readonly Piece[]): Piece[][] {
  const gaps = lines
    .slice(1)
    .map((piece, index) => gapBetween(lines[index]!, piece))
    .filter((gap) => gap > -heightOf(lines[0]!) / 2)
  const sorted = [...gaps].sort((a, b) => a - b)
  const [least, most] = [sorted[Math.floor(0.05 * sorted.length)] ?? 0, sorted[Math.floor(0.95 * sorted.length)] ?? 0]
  const height = lines[0] === undefined ? 0 : heightOf(lines[0])
  const limit = most - least < 0.25 * height ? SAME_CELL_GAP * height : (least + most) / 2
  const clusters: Piece[][] = []
  for (const [index, piece] of lines.entries()) {
    const gap = index === 0 ? Infinity : gapBetween(lines[index - 1]!, piece)
    const isSameLevel = index > 0 && gap < -height / 2
    if (isSameLevel || (gap <= limit && index > 0)) clusters.at(-1)!.push(piece)
    else clusters.push([piece])
  }
  return clusters
}

/**
 * Whether a text line is nearer to this item than to any other. A distance above an item counts more than a distance
 * below it.
 */
export function isNearest(piece: Piece, item: ItemRow, items: readonly ItemRow[]): boolean {
  const distance = (one: ItemRow) => {
    const below = middleOf(piece) - middleOf({ ...one, left: 0, right: 0 })
    return below >= 0 ? below : -1.6 * below
  }
  return items.every((other) => other === item || distance(other) >= distance(item))
}
