/** Reads the texts of an item line: its name (over all its text rows), its article code and its unit. */
import type { LookAgain } from '../picture/looks.ts'
import type { Piece, Row } from '../picture/pieces.ts'
import { heightOf, overlapOf, unionOf, widthOf } from '../picture/raster.ts'
import { bareCode, type CodeReadings, isCodeLike } from '../words/article-codes.ts'
import { mayBeFigures } from '../words/numbers.ts'
import { unitOf } from '../words/units.ts'
import { codeScore } from './code-place.ts'
import { withLatinWords } from './latin-words.ts'
import { doubtfulPlaces, wordsReadOtherwise } from './letter-doubts.ts'
import { codeBelow, frontOf, nameAndSku, withCodesBelow } from './name-and-code.ts'
import { besideNumbers, isNearest, nameLinesOf } from './name-lines.ts'
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
  const found = items.length === 0 ? [] : nameLinesOf(rows, items, name ?? besideNumbers(shape))
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
    return piece !== undefined && !isTotalsRow(before!) && piece.left < besideNumbers(shape).right
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
