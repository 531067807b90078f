/** Reads the texts of an item line: its name (over all its text rows), its article code and its unit. */
import type { LookAgain } from '../picture/looks.ts'
import { centreOf, middleOf, type Piece, type Row, textOf } from '../picture/pieces.ts'
import { heightOf, overlapOf, unionOf, widthOf } from '../picture/raster.ts'
import { bareCode, type CodeReadings, isCodeLike, nameAndCode } from '../words/article-codes.ts'
import { isNumeric, mayBeFigures } from '../words/numbers.ts'
import { unitOf } from '../words/units.ts'
import { codeScore } from './code-place.ts'
import { withLatinWords } from './latin-words.ts'
import { doubtfulPlaces, wordsReadOtherwise } from './letter-doubts.ts'
import { codeBelow, frontOf, nameAndSku, withCodesBelow } from './name-and-code.ts'
import { figuresOf, type TableShape, textEndOf } from './table-columns.ts'
import { type ItemRow, isNumbering, isTotalsRow, type TextColumn } from './table-rows.ts'
import { codeColumnOf, unitColumnOf, unitsOfItems } from './unit-column.ts'

export interface LineTexts {
  readonly name: string
  /** The code as the models read it. Its final spelling depends on all codes of the document. */
  readonly code: CodeReadings | null
  readonly unit: string | null
  /** The positions of the letters in the name on which the reading attempts disagree. */
  readonly nameDoubts: readonly number[]
  /** The text pieces from which the name was read. */
  readonly pieces: readonly Piece[]
}

interface Surroundings {
  readonly shape: TableShape
  readonly letterHeight: number
  readonly again: LookAgain
}

/** Returns the name, code and unit of every item line. */
export async function descriptionsOf(
  rows: readonly Row[],
  items: readonly ItemRow[],
  { shape, letterHeight, again }: Surroundings,
): Promise<LineTexts[]> {
  const beside = piecesBeside(items, shape, letterHeight)
  const before = beside.filter((piece) => piece.left < textEndOf(shape))
  const isNamed = before.some(({ text }) => /\p{L}{3}/u.test(text) && unitOf(text) === null)
  const pieces = isNamed ? before : beside
  const unitColumn = unitColumnOf(pieces, items) ?? unitColumnOf(beside, items)
  const columns = textColumnsOf(pieces.filter((piece) => !unitColumn?.cells.includes(piece))).flatMap((column) =>
    withoutCodes(column, items),
  )
  const unitCodes = codeColumnOf(columns, items, unitColumn)
  const hasNamesApart = areNamesApart(rows, items, shape)
  const name = best(
    columns.filter((column) => column !== unitCodes && !(hasNamesApart && holdsCodes(column))),
    (column) => lettersIn(column),
    2,
  )
  const codeColumn = best(
    columns.filter((column) => column !== unitCodes && column !== name),
    (column) => codeScore(column, rows, items),
    0.5,
  )
  const found = items.length === 0 ? [] : nameLinesOf(rows, items, name ?? leftOf(shape))
  const names = withCodesBelow(found, items, rows)
  const codes = codeColumn === undefined ? items.map(() => []) : codeLinesOf(rows, items, codeColumn)
  const [front, codeFront] = [frontOf(names), frontOf(codes)]
  const besideQuantity = (item: ItemRow) => unitInQuantity(item, shape)
  const itemRows = new Set(items.map(({ row }) => row))
  const loose = rows.filter((row) => !itemRows.has(row)).flatMap((row) => row.pieces)
  const units = await unitsOfItems(items, { units: unitColumn, codes: unitCodes, loose, besideQuantity, again })
  const texts: LineTexts[] = []
  const looks = { left: MAX_LATIN_LOOKS }
  const otherLooks = { left: MAX_OTHER_LOOKS }
  for (const [index, item] of items.entries()) {
    const cell = { pieces: codes[index]!, hasNumbers: codeFront.hasNumbers }
    const pieces = [...names[index]!, ...codes[index]!]
    const named = await withLatinWords(names[index]!, { again, looks })
    const { name: words, code } = await nameAndSku(named, cell, { again, front })
    const otherwise = await wordsReadOtherwise(named, { again, looks: otherLooks })
    const spelled = code ?? (await codeBelow(item, items[index + 1], { rows, again }))
    const nameDoubts = doubtfulPlaces(words, otherwise)
    texts.push({ name: words, code: spelled, unit: units[index]!, nameDoubts, pieces })
  }
  return texts
}

/** The maximum number of pieces of names on a page that are reread with the Latin model. */
const MAX_LATIN_LOOKS = 20
/** The maximum number of pieces with low confidence that are reread on a page. */
const MAX_OTHER_LOOKS = 8

function best<T>(candidates: readonly T[], score: (one: T) => number, minimum: number): T | undefined {
  let [chosen, most]: [T | undefined, number] = [undefined, minimum]
  for (const one of candidates) if (score(one) >= most) [chosen, most] = [one, score(one) + 1e-9]
  return chosen
}

function share(column: TextColumn, matches: (piece: Piece) => boolean): number {
  return column.cells.filter(matches).length / column.cells.length
}

function lettersIn({ cells }: TextColumn): number {
  return cells.reduce((sum, cell) => sum + (cell.text.match(/\p{L}/gu)?.length ?? 0), 0) / cells.length
}

/**
 * The share of a column's cells, or of the item lines, that must have a property before all of them are assumed to have
 * it.
 */
const MOST = 0.7

/** Whether a column contains codes such as «СТД183» instead of words. */
const holdsCodes = (column: TextColumn) =>
  share(column, ({ text }) => /\d/.test(text) && !/\p{Ll}{3}/u.test(text) && isCodeLike(bareCode(text))) >= MOST

/** Whether the names are in separate text rows, between the rows with the numbers. */
function areNamesApart(rows: readonly Row[], items: readonly ItemRow[], shape: TableShape): boolean {
  const itemRows = new Set(items.map(({ row }) => row))
  const isNamed = ({ row }: ItemRow) => {
    const before = rows[rows.indexOf(row) - 1]
    const piece = before === undefined || itemRows.has(before) ? undefined : before.pieces.find(isWords)
    return piece !== undefined && !isTotalsRow(before!) && piece.left < leftOf(shape).right
  }
  return items.length > 0 && items.filter(isNamed).length >= MOST * items.length
}

const isWords = ({ text }: Piece) => /\p{Ll}{3}/u.test(text)

/** Returns the text pieces in item lines that are outside the number columns. */
function piecesBeside(items: readonly ItemRow[], shape: TableShape, letterHeight: number): Piece[] {
  const figures = figuresOf(shape)
  return items
    .flatMap((item) => item.row.pieces)
    .filter((piece) => !figures.some((column) => isWithin(piece, column, letterHeight)))
    .sort((a, b) => a.left - b.left)
}

/** Groups text pieces that overlap horizontally into columns. */
function textColumnsOf(pieces: readonly Piece[]): TextColumn[] {
  const columns: { left: number; right: number; cells: Piece[] }[] = []
  for (const piece of pieces) {
    const column = columns.at(-1)
    if (column !== undefined && piece.left < column.right - 1) {
      column.right = Math.max(column.right, piece.right)
      column.cells.push(piece)
    } else columns.push({ left: piece.left, right: piece.right, cells: [piece] })
  }
  return columns
}

/** Separates a column of codes from names that extend over it in other rows because the page is slanted. */
function withoutCodes(column: TextColumn, items: readonly ItemRow[]): TextColumn[] {
  const ends = items.flatMap(({ row }) => {
    const own = row.pieces.filter((piece) => column.cells.includes(piece))
    return own.length < 2 ? [] : [{ first: own[0]!, last: own.at(-1)! }]
  })
  const isCode = (piece: Piece) => /\d{3}/.test(piece.text) && isCodeLike(bareCode(piece.text))
  for (const side of ['last', 'first'] as const) {
    const cells = ends.map((end) => end[side]).filter(isCode)
    if (cells.length < MIN_CODES || cells.length < CODE_SHARE * items.length) continue
    return [column.cells.filter((cell) => !cells.includes(cell)), cells].map((own) => ({ ...spanOf(own), cells: own }))
  }
  return [column]
}

const spanOf = (pieces: readonly Piece[]) => {
  const { left, right } = unionOf(pieces)
  return { left, right }
}

/**
 * The minimum number of codes beside names, and the minimum share of item lines that have one. Fewer codes may be a
 * coincidence.
 */
const MIN_CODES = 3
const CODE_SHARE = 0.6

function isWithin(piece: Piece, column: { left: number; right: number }, letterHeight: number): boolean {
  const shared = overlapOf(piece.left, piece.right, column.left - letterHeight, column.right + letterHeight)
  return shared >= 0.6 * (piece.right - piece.left) && /\d/.test(piece.text) && mayBeFigures(piece.text)
}

/** Returns the unit if it is in the quantity's cell: «3 шт». */
function unitInQuantity(item: ItemRow, shape: TableShape): string | null {
  for (const piece of item.row.pieces) {
    const { left, right } = shape.quantity
    if (overlapOf(piece.left, piece.right, left, right) < 0.5 * Math.min(widthOf(piece), right - left)) continue
    const word = /^\D{0,2}\d[\d\s.,']*(\p{L}[\p{L}\s.\d²³?-]*)$/u.exec(piece.text)?.[1]
    if (word !== undefined) return unitOf(word)
  }
  return null
}

/**
 * Returns, for every item line, the pieces of its name from top to bottom: the pieces in the line's own row, and text
 * lines above or below that belong to the name.
 */
function nameLinesOf(rows: readonly Row[], items: readonly ItemRow[], column: TextColumn): Piece[][] {
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
const leftOf = (shape: TableShape): TextColumn => ({
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

/** A part of a code that was split because its column is narrow. */
const CODE_PART = /^(?=.*\d)[\p{Lu}\d$][\p{Lu}\d$./—–-]*$/u

/**
 * Returns the pieces of every item's code from top to bottom. There may be several, because a barcode is split in a
 * narrow column.
 */
function codeLinesOf(rows: readonly Row[], items: readonly ItemRow[], column: TextColumn): Piece[][] {
  const itemRows = new Set(items.map((item) => item.row))
  // When a code wraps onto the next row, the part in the item's own row may be the shorter one: «00-» there and
  // «00070148» below it.
  const isBroken = share(column, (piece) => /\d[-—–]$/.test(piece.text.trim())) > 0.5
  const isWithinColumn = (piece: Piece) =>
    overlapOf(piece.left, piece.right, column.left, column.right) >= 0.9 * widthOf(piece) ||
    (isBroken && Math.abs(piece.left - column.left) < heightOf(piece))
  const parts = rows
    .filter((row) => !itemRows.has(row) && !isTotalsRow(row) && !isNumbering(row))
    .flatMap((row) => row.pieces)
    .filter((piece) => CODE_PART.test(piece.text.trim()) || piece.text.trim().length === 1)
    .filter(isWithinColumn)
  return items.map((item) => {
    const own = item.row.pieces.filter((piece) => column.cells.includes(piece))
    // Line numbers may be so close to the code column that they are taken for part of it.
    const lines = [own.find((piece) => !/^\d{1,3}[.)]?$/.test(piece.text.trim())) ?? own[0]].filter(
      (one) => one !== undefined,
    )
    // There may be a gap between parts of a code, such as «ЛГ» and «-5482».
    const at = lines[0] === undefined ? -1 : own.indexOf(lines[0])
    if (at >= 0) lines.push(...own.slice(at + 1).filter(({ text }) => /^[-—–/]\s?[\p{L}\d]/u.test(text.trim())))
    for (const part of parts) {
      const last = lines.at(-1)
      if (last === undefined || part.page !== last.page || !isNearest(part, item, items)) continue
      const gap = part.top - last.bottom
      if (gap > -0.3 * heightOf(last) && gap < 0.9 * heightOf(last)) lines.push(part)
    }
    return lines
  })
}

/**
 * Whether a text line is nearer to this item than to any other. A distance above an item counts more than a distance
 * below it.
 */
function isNearest(piece: Piece, item: ItemRow, items: readonly ItemRow[]): boolean {
  const distance = (one: ItemRow) => {
    const below = middleOf(piece) - middleOf({ ...one, left: 0, right: 0 })
    return below >= 0 ? below : -1.6 * below
  }
  return items.every((other) => other === item || distance(other) >= distance(item))
}
