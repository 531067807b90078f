/** The words of a line: its name over all its rows, its article code, its unit. */

import { bareCode, codeAt, isCodeLike, nameAndCode } from './article-codes.ts'
import { type CodeReadings, spelledCodes } from './code-column.ts'
import { isNumeric } from './numbers.ts'
import { centreOf, middleOf, type Piece, type Row, textOf } from './pieces.ts'
import { type Box, heightOf, overlapOf, unionOf, widthOf } from './raster.ts'
import type { ItemRow, LookAgain } from './table.ts'
import { isNumbering, isTotalsRow, type TableShape } from './table-shape.ts'
import { codeColumnOf, unitColumnOf, unitsOfItems } from './unit-column.ts'
import { unitOf } from './units.ts'

export interface LineTexts {
  readonly name: string
  readonly sku: string | null
  readonly unit: string | null
  /** What they were read in. */
  readonly pieces: readonly Piece[]
}

interface Surroundings {
  readonly shape: TableShape
  readonly letterHeight: number
  readonly again: LookAgain
}

/** Cells below one another. */
export interface TextColumn {
  readonly left: number
  readonly right: number
  readonly cells: Piece[]
}

/** Name, code and unit of every item row. */
export async function descriptionsOf(
  rows: readonly Row[],
  items: readonly ItemRow[],
  { shape, letterHeight, again }: Surroundings,
): Promise<LineTexts[]> {
  const pieces = textPiecesOf(items, shape, letterHeight)
  const unitColumn = unitColumnOf(pieces, items)
  const columns = textColumnsOf(pieces.filter((piece) => !unitColumn?.cells.includes(piece)))
  const unitCodes = codeColumnOf(columns, items, unitColumn)
  const name = best(
    columns.filter((column) => column !== unitCodes),
    (column) => lettersIn(column),
    2,
  )
  const codeColumn = best(
    columns.filter((column) => column !== unitCodes && column !== name),
    (column) => codeScore(column, rows, items),
    0.5,
  )
  const names = items.length === 0 ? [] : nameLinesOf(rows, items, name ?? leftOf(shape))
  const codes = codeColumn === undefined ? items.map(() => []) : codeLinesOf(rows, items, codeColumn)
  const [front, codeFront] = [frontOf(names), frontOf(codes)]
  const besideQuantity = (item: ItemRow) => unitInQuantity(item, shape)
  const units = await unitsOfItems(items, { units: unitColumn, codes: unitCodes, besideQuantity, again })
  const texts: (Omit<LineTexts, 'sku'> & { code: CodeReadings | null })[] = []
  for (const [index, item] of items.entries()) {
    const cell = { pieces: codes[index]!, hasNumbers: codeFront.hasNumbers }
    const pieces = [...names[index]!, ...codes[index]!]
    const { name: words, code } = await nameAndSku(names[index]!, cell, { again, front })
    const spelled = code ?? (await codeBelow(item, items[index + 1], { rows, again }))
    texts.push({ name: words, code: spelled, unit: units[index]!, pieces })
  }
  const skus = spelledCodes(texts.map(({ code }) => code))
  return texts.map(({ code: _code, ...text }, index) => ({ ...text, sku: skus[index]! }))
}

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

/** What stands in the item rows beside the figures. */
function textPiecesOf(items: readonly ItemRow[], shape: TableShape, letterHeight: number): Piece[] {
  const figures = [shape.quantity, shape.unitCost, shape.amount]
  return items
    .flatMap((item) => item.row.pieces)
    .filter(
      (piece) => piece.left < shape.amount.left && !figures.some((column) => isWithin(piece, column, letterHeight)),
    )
    .sort((a, b) => a.left - b.left)
}

/** Columns of what overlaps. */
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

function isWithin(piece: Piece, column: { left: number; right: number }, letterHeight: number): boolean {
  const shared = overlapOf(piece.left, piece.right, column.left - letterHeight, column.right + letterHeight)
  return shared >= 0.6 * (piece.right - piece.left) && /\d/.test(piece.text) && !/\p{L}{4}/u.test(piece.text)
}

/** How surely a column holds article codes: by its heading, and by what its cells look like. */
function codeScore(column: TextColumn, rows: readonly Row[], items: readonly ItemRow[]): number {
  const first = Math.min(...items.map((item) => item.top))
  const height = heightOf(items[0]!.row.pieces[0]!)
  const heading = rows
    .flatMap((row) => row.pieces)
    .filter(
      (piece) =>
        piece.bottom < first &&
        piece.top > first - 14 * height &&
        overlapOf(piece.left, piece.right, column.left, column.right) > 0,
    )
    .map((piece) => piece.text)
    .join(' ')
  if (/океи|вида|един|измер/iu.test(heading)) return 0
  const looks = share(column, (piece) => isCodeLike(bareCode(piece.text)))
  const isNamed = /артикул|арт\b|код|sku|штрих/iu.test(heading)
  const isLineNumber = share(column, (piece) => /^\d{1,3}\.?$/.test(piece.text.trim())) > 0.6
  return isLineNumber ? 0 : looks + (isNamed ? 0.5 : 0)
}

/** «3 шт» in the cell of the quantity. */
function unitInQuantity(item: ItemRow, shape: TableShape): string | null {
  for (const piece of item.row.pieces) {
    const { left, right } = shape.quantity
    if (overlapOf(piece.left, piece.right, left, right) < 0.5 * Math.min(widthOf(piece), right - left)) continue
    const word = /^\D{0,2}\d[\d\s.,']*(\p{L}[\p{L}\s.\d²³?-]*)$/u.exec(piece.text)?.[1]
    if (word !== undefined) return unitOf(word)
  }
  return null
}

/** The pieces of every item's name, from top to bottom: those of its own row, and the lines above or below that belong to it. */
function nameLinesOf(rows: readonly Row[], items: readonly ItemRow[], column: TextColumn): Piece[][] {
  const own = items.map((item) => item.row.pieces.filter((piece) => column.cells.includes(piece)))
  const itemRows = new Set(items.map((item) => item.row))
  const first = items[0]!
  const last = items.at(-1)!
  const pitch = heightOf(unionOf(own.flat().slice(0, 1).concat(first.row.pieces[0]!)))
  const isNamed = (piece: Piece) => /\p{L}{3}/u.test(nameAndCode(piece.text).name)
  const isNameAbove = own.flat().filter(isNamed).length <= 0.4 * own.flat().length
  // A name in a row of its own is as wide as it likes.
  const partOf = (piece: Piece) => Math.min(widthOf(piece), isNameAbove ? column.right - column.left : Infinity)
  const loose = rows
    .filter((row) => !itemRows.has(row) && !isTotalsRow(row) && !isHeading(row) && !isNumbering(row))
    .filter((row) => row.pieces.every((piece) => centreOf(piece) < column.right + pitch || !isNumeric(piece.text)))
    .flatMap((row) => row.pieces)
    .filter((piece) => overlapOf(piece.left, piece.right, column.left, column.right) >= 0.7 * partOf(piece))
    .filter((piece) => piece.top > first.top - 3.2 * pitch && piece.bottom < last.bottom + 4.5 * pitch)
  if (isNameAbove) return items.map((item, index) => [...linesBetween(items[index - 1], item, loose), ...own[index]!])
  const lines = [...own.flat(), ...loose].sort((a, b) => middleOf(a) - middleOf(b) || a.left - b.left)
  const wholes = clustersOf(lines)
  // Nothing above the first line's figures: they stand beside the first row of each name.
  const isTopmost = !loose.some((piece) => middleOf(piece) < first.top) && own.every((pieces) => pieces.length > 0)
  return items.map((item, index) => {
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
}

/** Beside an item's figures or below them, and above those of the next. */
const isBelow = (piece: Piece, item: ItemRow, next: ItemRow | undefined) =>
  middleOf(piece) >= item.top && (next === undefined || middleOf(piece) < next.top)

/** What stands left of all figures, where no row of figures has a name beside it. */
const leftOf = ({ quantity, unitCost }: TableShape): TextColumn => ({
  left: 0,
  right: Math.min(quantity.left, unitCost.left),
  cells: [],
})

/** The lines below one item and above the next. */
function linesBetween(before: ItemRow | undefined, item: ItemRow, lines: readonly Piece[]): Piece[] {
  return lines
    .filter((piece) => middleOf(piece) < item.top && (before === undefined || middleOf(piece) > before.bottom))
    .sort((a, b) => a.top - b.top)
}

const HEADINGS = /^\W*(наименован|товар|кол-?во|кол[.ич]|коли-|цена|сумма|артикул|стоимость|№ п|ед[.\s])/iu

const isHeading = (row: Row) =>
  row.pieces.filter((piece) => HEADINGS.test(piece.text)).length >= 1 && !/\d/.test(textOf(row))

/** In heights of a line, where all gaps are alike. */
const SAME_CELL_GAP = 0.45

/** Lines of one cell stand closer together than cells do. */
function clustersOf(lines: readonly Piece[]): Piece[][] {
  const gaps = lines
    .slice(1)
    .map((piece, index) => piece.top - lines[index]!.bottom)
    .filter((gap) => gap > -heightOf(lines[0]!) / 2)
  const sorted = [...gaps].sort((a, b) => a - b)
  const [least, most] = [sorted[Math.floor(0.05 * sorted.length)] ?? 0, sorted[Math.floor(0.95 * sorted.length)] ?? 0]
  const height = lines[0] === undefined ? 0 : heightOf(lines[0])
  const limit = most - least < 0.25 * height ? SAME_CELL_GAP * height : (least + most) / 2
  const clusters: Piece[][] = []
  for (const [index, piece] of lines.entries()) {
    const gap = index === 0 ? Infinity : piece.top - lines[index - 1]!.bottom
    const isSameLevel = index > 0 && gap < -height / 2
    if (isSameLevel || (gap <= limit && index > 0)) clusters.at(-1)!.push(piece)
    else clusters.push([piece])
  }
  return clusters
}

/** A part of a code that a narrow column breaks. */
const CODE_PART = /^(?=.*\d)[\p{Lu}\d$][\p{Lu}\d$./—–-]*$/u

/** The pieces of every item's code, from top to bottom: a narrow column breaks a barcode in two. */
function codeLinesOf(rows: readonly Row[], items: readonly ItemRow[], column: TextColumn): Piece[][] {
  const itemRows = new Set(items.map((item) => item.row))
  // «00-» and below it «00070148»: what was broken off is longer than what stands in the row.
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
    // The lines' numbers may stand so near that they are of the same column.
    const lines = [own.find((piece) => !/^\d{1,3}[.)]?$/.test(piece.text.trim())) ?? own[0]].filter(
      (one) => one !== undefined,
    )
    for (const part of parts) {
      const last = lines.at(-1)
      if (last === undefined || part.page !== last.page || !isNearest(part, item, items)) continue
      const gap = part.top - last.bottom
      if (gap > -0.3 * heightOf(last) && gap < 0.9 * heightOf(last)) lines.push(part)
    }
    return lines
  })
}

/** A line belongs to the item that it is nearest to; one below its item is nearer than one above the next. */
function isNearest(piece: Piece, item: ItemRow, items: readonly ItemRow[]): boolean {
  const distance = (one: ItemRow) => {
    const below = middleOf(piece) - middleOf({ ...one, left: 0, right: 0 })
    return below >= 0 ? below : -1.6 * below
  }
  return items.every((other) => other === item || distance(other) >= distance(item))
}

interface CodeCell {
  readonly pieces: readonly Piece[]
  /** The lines' numbers stand in the same pieces. */
  readonly hasNumbers: boolean
}

/** The code of its own column is read once more as Latin: Russian readers see «КВ» where KR stands. */
async function nameAndSku(
  name: readonly Piece[],
  cell: CodeCell,
  { again, front }: { again: LookAgain; front: Front },
): Promise<{ name: string; code: CodeReadings | null }> {
  const words = name.map((piece) => piece.text).join(' ')
  const whole = front.hasNumbers ? words.replace(NUMBER_IN_FRONT, '') : words
  if (cell.pieces.some((piece) => /[\p{L}\p{N}]/u.test(piece.text))) {
    const code = (texts: readonly string[]) =>
      bareCode(texts.join('').replace(cell.hasNumbers ? FIGURES_IN_FRONT : '', ''))
    const latin: string[] = []
    // What a barcode breaks off is a figure, whatever a single letter looks like.
    const isBarcode = /^\d{6,}$/.test(cell.pieces[0]!.text)
    for (const [index, piece] of cell.pieces.entries())
      latin.push(await again(piece.page, piece satisfies Box, isBarcode && index > 0 ? 'figures' : 'latin'))
    return {
      name: tidyName(whole),
      code: { russian: code(cell.pieces.map((piece) => piece.text)), latin: code(latin) },
    }
  }
  const parted = front.hasCodes ? withoutFirstWord(unframed(whole)) : nameAndCode(whole)
  if (parted.code === null) return { name: tidyName(whole), code: null }
  // The same piece read as Latin spells the code right, though not the name.
  const latin: string[] = []
  for (const piece of name) latin.push(await again(piece.page, piece, 'latin'))
  const code = codeAt(latin.join(' '), parted.place!)
  return { name: tidyName(parted.name), code: { russian: parted.code, latin: code ?? '' } }
}

/** «Арт. KR-0840» in a line of its own, further below than the name's lines are looked for. */
async function codeBelow(
  item: ItemRow,
  next: ItemRow | undefined,
  { rows, again }: { rows: readonly Row[]; again: LookAgain },
): Promise<CodeReadings | null> {
  const pieces = rows.filter(({ page }) => page === item.row.page).flatMap((row) => row.pieces)
  const isBelow = ({ top }: Piece) =>
    top > item.top &&
    (next === undefined || next.row.page !== item.row.page
      ? top < item.bottom + FAR_BELOW * (item.bottom - item.top)
      : top < next.top)
  const labelled = pieces.find((piece) => isBelow(piece) && LABELLED.test(piece.text))
  if (labelled === undefined) return null
  const code = bareCode(labelled.text.replace(LABELLED, ''))
  return isCodeLike(code)
    ? { russian: code, latin: codeAt(await again(labelled.page, labelled, 'latin'), 'behind-word') ?? '' }
    : null
}

/** In heights of the item's row. */
const FAR_BELOW = 6
const LABELLED = /^[^\p{L}\d]{0,2}(?:арт(?:икул)?|код|sku)\s?[.:]\s*/iu

/** What all names begin with when columns stand too close to be told apart. */
interface Front {
  readonly hasNumbers: boolean
  readonly hasCodes: boolean
}

/** Without what a reader makes of the cell's frame. */
const unframed = (text: string) => text.replace(/^[^\p{L}\d]+(?=[\p{L}\d])/u, '')

const FIGURES_IN_FRONT = /^[^\p{L}\d]*\d{1,3}[.)\]]?\s+(?=\S)/u
const NUMBER_IN_FRONT = /^[^\p{L}\d]*[\p{L}\d]{1,2}(?:[.)\]]\s*|\s+)(?=\S)/u

function frontOf(names: readonly (readonly Piece[])[]): Front {
  const texts = names.map((pieces) => unframed(pieces.map((piece) => piece.text).join(' ')))
  const countOf = (matching: (text: string, index: number) => boolean) => texts.filter(matching).length
  const numbered = countOf((text, index) => new RegExp(`^${index + 1}(?:\\s|[.)]\\s?\\D)`).test(text))
  const hasNumbers = texts.length >= 2 && numbered >= (texts.length === 2 ? 2 : 0.6 * texts.length)
  const bare = texts.map((text) => (hasNumbers ? text.replace(NUMBER_IN_FRONT, '') : text))
  const coded = bare.filter((text) => withoutFirstWord(text).code !== null).length
  // No name begins with so long a number.
  const isNumbered = bare.length > 0 && bare.every((text) => /^\d{5,}\s/.test(text))
  return { hasNumbers, hasCodes: isNumbered || (texts.length >= 3 && coded >= 0.6 * texts.length) }
}

function withoutFirstWord(text: string): ReturnType<typeof nameAndCode> {
  const match = /^(\S+)\s+(?=.*\p{L}{3})/u.exec(text)
  const code = match === null ? '' : bareCode(match[1]!)
  return match !== null && isCodeLike(code)
    ? { name: text.slice(match[0].length), code, place: 'front' }
    : { name: text, code: null }
}

const tidyName = (name: string) => name.replace(/\s+/g, ' ').replace(/^[\s|‘'’.,:;_—-]+|[\s|‘_—]+$/g, '')
