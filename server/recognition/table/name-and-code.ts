/** Separates the name and the article code of an item line, whether the code has its own cell or is inside the name. */
import type { LookAgain } from '../picture/looks.ts'
import type { Piece, Row } from '../picture/pieces.ts'
import { type Box, widthOf } from '../picture/raster.ts'
import { bareCode, type CodeReadings, codeAt, isCodeLike, nameAndCode } from '../words/article-codes.ts'
import type { ItemRow } from './table-rows.ts'

/** The text pieces of a line's code, when the code has its own cell. */
export interface CodeCell {
  readonly pieces: readonly Piece[]
  /** Whether the cell also contains the line number. */
  readonly hasNumbers: boolean
}

/**
 * Separates the name and the code. A code in its own column is also read with the Latin model, because the Russian
 * model reads KR as «КВ».
 */
export async function nameAndSku(
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
    // The continuation of a barcode consists of digits, even if single characters look like letters.
    const isBarcode = /^\d{6,}$/.test(cell.pieces[0]!.text)
    for (const [index, piece] of cell.pieces.entries())
      latin.push(await again(piece.page, piece satisfies Box, isBarcode && index > 0 ? 'figures' : 'latin'))
    const readings = { russian: code(cell.pieces.map((piece) => piece.text)), latin: code(latin) }
    const isWhole = cell.pieces.length === 1 && !cell.hasNumbers
    return {
      name: tidyName(whole),
      code: isWhole ? { ...readings, width: widthOf(cell.pieces[0]!) } : readings,
    }
  }
  const below = front.hasCodesBelow ? codeLine(name) : null
  if (below !== null) {
    const latin = bareCode(await again(below.page, below satisfies Box, 'latin'))
    const texts = name.slice(0, -1).map(({ text }) => text)
    const named = front.hasNumbers ? texts.join(' ').replace(NUMBER_IN_FRONT, '') : texts.join(' ')
    return { name: tidyName(named), code: { russian: bareCode(below.text), latin } }
  }
  const parted = front.hasCodes ? withoutFirstWord(unframed(whole)) : nameAndCode(whole)
  if (parted.code === null) return { name: tidyName(whole), code: null }
  // The Latin model reads the code in this piece correctly, although it does not read the name correctly.
  const latin: string[] = []
  const pieces = parted.place === 'front' ? name.slice(0, 1) : name
  for (const piece of pieces) latin.push(await again(piece.page, piece, 'latin'))
  const code = codeAt(latin.join(' '), parted.place!, parted.code)
  return { name: tidyName(parted.name), code: { russian: parted.code, latin: code ?? '' } }
}

/** Finds a code in a separate text line, further below than the lines that can belong to a name: «Арт. KR-0840». */
export async function codeBelow(
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
    ? { russian: code, latin: codeAt(await again(labelled.page, labelled, 'latin'), 'behind-word', code) ?? '' }
    : null
}

/** The share of item lines with a code below the name from which a code is expected below every name. */
const MOST_BELOW = 0.6

/**
 * Adds the codes printed below the names, which are set off by smaller letters or a wider gap. Adds them only if most
 * item lines have such a code.
 */
export function withCodesBelow(names: readonly Piece[][], items: readonly ItemRow[], rows: readonly Row[]): Piece[][] {
  const given = new Set(names.flat())
  const codes = names.map((name, index) => {
    const [item, next] = [items[index]!, items[index + 1]]
    const last = name.at(-1)
    if (last === undefined || codeLine(name) !== null) return null
    const isBelow = (piece: Piece) =>
      piece.page === last.page &&
      !given.has(piece) &&
      piece.top > item.top &&
      piece.bottom <= last.bottom + FAR_BELOW * (item.bottom - item.top) &&
      (next === undefined || next.row.page !== piece.page || piece.top < next.top) &&
      Math.abs(piece.left - last.left) < item.bottom - item.top
    return (
      rows.flatMap(({ pieces }) => pieces).find((piece) => isBelow(piece) && codeLine([last, piece]) !== null) ?? null
    )
  })
  const coded = codes.filter((code, index) => code !== null || codeLine(names[index]!) !== null).length
  const isMost = names.length >= 2 && coded >= MOST_BELOW * names.length
  return names.map((name, index) => (isMost && codes[index] !== null ? [...name, codes[index]!] : [...name]))
}

/** The maximum distance of a code below its name, in heights of the item's row. */
const FAR_BELOW = 6
const LABELLED = /^[^\p{L}\d]{0,2}(?:арт(?:икул)?|код|sku)\s?[.:]\s*/iu

/** The text printed before every name: line numbers or codes, in columns too close to the names to be separated. */
export interface Front {
  readonly hasNumbers: boolean
  readonly hasCodes: boolean
  /** Whether the code is in a separate text line below each name, without a label. */
  readonly hasCodesBelow: boolean
}

/** Returns the last line of a name if it consists only of a code and is not the name's only line; otherwise null. */
function codeLine(name: readonly Piece[]): Piece | null {
  const last = name.at(-1)
  if (last === undefined || name.length < 2) return null
  const code = bareCode(last.text)
  return isCodeLike(code) && /\d{2}/.test(code) && !/\p{Ll}/u.test(last.text) ? last : null
}

/** Removes characters that are really parts of the cell's frame, misread as text. */
const unframed = (text: string) => text.replace(/^[^\p{L}\d]+(?=[\p{L}\d])/u, '')

const FIGURES_IN_FRONT = /^[^\p{L}\d]*\d{1,3}[.)\]]?\s+(?=\S)/u
const NUMBER_IN_FRONT = /^[^\p{L}\d]*[\p{L}\d]{1,2}(?:[.)\]]\s*|\s+)(?=\S)/u

/**
 * Determines the text that is printed before the names (line numbers or codes), by comparing the texts of all names.
 */
export function frontOf(names: readonly (readonly Piece[])[]): Front {
  const texts = names.map((pieces) => unframed(pieces.map((piece) => piece.text).join(' ')))
  const countOf = (matching: (text: string, index: number) => boolean) => texts.filter(matching).length
  const numbered = countOf((text, index) => new RegExp(`^${index + 1}(?:\\s|[.)]\\s?\\D)`).test(text))
  const hasNumbers = texts.length >= 2 && numbered >= (texts.length === 2 ? 2 : 0.6 * texts.length)
  const bare = texts.map((text) => (hasNumbers ? text.replace(NUMBER_IN_FRONT, '') : text))
  const coded = bare.filter((text) => withoutFirstWord(text).code !== null).length
  // No real name begins with such a long number, so it is a code.
  const isNumbered = bare.length > 0 && bare.every((text) => /^\p{Lu}?\d{5,}\s/u.test(text))
  const below = names.filter((name) => codeLine(name) !== null).length
  const hasCodesBelow = names.length >= 2 && below >= 0.6 * names.length
  return { hasNumbers, hasCodesBelow, hasCodes: isNumbered || (texts.length >= 3 && coded >= 0.6 * texts.length) }
}

function withoutFirstWord(text: string): ReturnType<typeof nameAndCode> {
  const match = /^(\S+)\s+(?=.*\p{L}{3})/u.exec(text)
  const word = bareCode(match?.[1] ?? '')
  // A lowercase letter with digits, such as «к67819», is not a word, so it is a code.
  const code = /^\p{Ll}{1,2}-?\d{3}/u.test(word) ? word.toUpperCase() : word
  return match !== null && isCodeLike(code)
    ? { name: text.slice(match[0].length), code, place: 'front' }
    : { name: text, code: null }
}

/** Before a unit, a lone letter is the digit that it resembles, as in «З г». */
const THREE_OF_UNITS = /(?<=\s)[Зз](?=\s(?:г|кг|мл|л|м|мм|см|шт)(?![\p{L}\d]))/gu

/** Matches a square metre whose raised 2 was read as another sign. */
const SQUARE = /(?<=(?:^|[\s/\d])[мс]?м)[?*°](?![\p{L}\d])|(?<=\p{L}\/м)г(?![\p{L}\d])/gu

const tidyName = (name: string) =>
  name
    .replace(/\s+/g, ' ')
    .replace(SQUARE, '²')
    .replace(THREE_OF_UNITS, '3')
    .replace(/^[\s|\\‘'’.,:;_—-]+|[\s|\\‘_—]+$/g, '')
