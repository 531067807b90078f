/** Finds the document's own number on a page: in the title's row, or in a form's box for it. */
import { centreOf, type Piece, type Row, textOf, wholeWords } from '../picture/pieces.ts'
import { heightOf, overlapOf, quantileOf, unionOf } from '../picture/raster.ts'
import { datesIn } from '../words/dates.ts'
import { hasSign, numberIn, SIGN } from '../words/document-numbers.ts'
import type { DocumentKind } from '../words/extraction.ts'
import { plainText, SHAPE, spelledOut, TITLE, TITLES, WEAK_TITLE } from './title-words.ts'

export interface TitleRow {
  /** The index of this row among all rows searched. */
  readonly index: number
  readonly row: Row
  readonly number: string
  readonly place: Piece | null
  /** The text before the number that belongs to the title, in lower case. */
  readonly words: string
}

/**
 * How strongly each kind of evidence suggests that a number is the document's own. The words before the number count
 * most.
 */
const WEIGHTS = { title: [8, 6, 4, 2], sign: 6, date: 4, first: 3, large: 2 }

/** How many times as tall as the page's usual letters a title's letters must be to count as large. */
const LARGE = 1.2

/**
 * Returns the row whose number is most likely the document's own. If several rows are equally likely, returns the first
 * of them.
 */
export function titleRow(rows: readonly Row[], kind: DocumentKind): TitleRow | null {
  const usual = quantileOf(
    rows.flatMap((row) => row.pieces.map(heightOf)),
    0.5,
  )
  const texts = rows.map((row) => plainText(spelledOut(textOf(row))))
  let best: { readonly found: TitleRow; readonly score: number } | null = null
  for (const [rank, pattern] of [TITLES[kind], TITLE, SHAPE, WEAK_TITLE].entries())
    for (const [index, text] of texts.entries()) {
      const match = pattern.exec(text)
      const found = match === null ? null : numberBehind(rows, index, match)
      if (found === null) continue
      const score = WEIGHTS.title[rank]! + scoreOf(found, match!, rows) + (isLarge(found, usual) ? WEIGHTS.large : 0)
      if (best === null || score > best.score) best = { found, score }
    }
  return best?.found ?? null
}

/** Returns the rows with words rejoined where gaps had split them. */
export const withWholeWords = (rows: readonly Row[]): Row[] =>
  rows.map((row) => ({ ...row, pieces: wholeWords(row.pieces) }))

/** Finds the number after a title or right below it: «Счёт на оплату», then «№ 5 от 1 марта» in the next row. */
function numberBehind(rows: readonly Row[], index: number, match: RegExpExecArray): TitleRow | null {
  const row = rows[index]!
  const text = spelledOut(textOf(row))
  const behind = text.slice(match.index + match[0].length).replace(/^\s*\((счет|акт)[^)]*\)|^\p{Ll}{0,2}\s?:/iu, '')
  const here = numberIn(behind)
  const isOpen = here === null && (!/[\p{L}\d]{3}/u.test(behind) || GOES_ON.test(behind))
  const at = isOpen ? index + (goesOn(rows[index + 1]) ? 2 : 1) : index
  const below = at === index ? row : signBelow(row, rows[at], match)
  // A title that contains a date may have its number beside it: «Счёт на оплату от 17.06.2025».
  const isDated = here === null && !isOpen && behind.length <= LONGEST_DATE && datesIn(behind).length > 0
  const isBeside = isDated || (below === null && isOpen)
  const titled = isBeside ? signBeside(row, rows[index - 1], match) : below
  const number = titled === null ? null : numberIn(at === index && !isBeside ? behind : textOf(titled))
  if (titled === null || number === null) return null
  const place = titled.pieces.find((piece) => piece.text.includes(number)) ?? null
  const words = match.input.slice(0, match.index + match[0].length)
  return isBeside ? { index, row: titled, number, place, words } : { index: at, row: rows[at]!, number, place, words }
}

const LONGEST_DATE = 30

/**
 * The part of the row above that begins with № to the right of the title. The small print of the number is level with
 * the top of the title's large letters, so it can form a separate row.
 */
function signBeside(row: Row, above: Row | undefined, match: RegExpExecArray): Row | null {
  const title = pieceOfTitle(row, match)
  const at = above?.pieces.findIndex(({ text }) => STARTS_WITH_SIGN.test(text)) ?? -1
  const sign = above?.pieces[at]
  if (above === undefined || sign === undefined || sign.page !== row.pieces[0]!.page) return null
  const isNear = sign.left > title.right && title.top - sign.bottom < heightOf(sign)
  return isNear ? { ...above, pieces: above.pieces.slice(at) } : null
}

const pieceOfTitle = (row: Row, match: RegExpExecArray): Piece =>
  row.pieces.find((piece) => plainText(spelledOut(piece.text)).includes(match[0])) ?? row.pieces[0]!

/** The part of the next row that begins with № and is either at the row's start or right below the title. */
function signBelow(row: Row, next: Row | undefined, match: RegExpExecArray): Row | null {
  const title = pieceOfTitle(row, match)
  const isUnder = ({ left, right }: Piece) => overlapOf(left, right, title.left - heightOf(title), title.right) > 0
  const parts = next?.pieces.map((_, from) => ({ ...next, pieces: next.pieces.slice(from) })) ?? []
  const isSigned = (text: string) => STARTS_WITH_SIGN.test(text) || isOfTitle(text)
  return parts.find((part, at) => isSigned(textOf(part)) && (at === 0 || isUnder(part.pieces[0]!))) ?? null
}

/**
 * Words that are part of the title and do not mention another document: «на передачу товара», «приёма-передачи
 * товарно-материальных ценностей».
 */
const OWN_WORDS = String.raw`(?:(?:на|о|об)\s+)?(?:(?!(?:по|к|из|от|для)\s|заказ|догов|контракт|с[чц][её]т|оплат|довер|склад|магазин|цех|отдел|лист|экз|рейс|код)\p{L}[\p{L}-]+(?![\p{L}-])[\s,]*){1,5}`
const GOES_ON = new RegExp(String.raw`^\s*${OWN_WORDS}[^\p{L}\d:]*$`, 'iu')

const goesOn = (row: Row | undefined) => row !== undefined && GOES_ON.test(textOf(row))

/** Text that begins with № or with a date: «№ 25/П», «25/П от 18 ноября», «от 18 ноября № 25/П». */
const STARTS_WITH_SIGN = new RegExp(
  String.raw`^[^\p{L}\d]*(?:${SIGN}|(?=\S*\d)\S{1,20}\s+от\s+\D?\d|от\s+\D?\d[^№]{4,24}${SIGN})`,
  'u',
)
/**
 * Text that continues a title up to the №, in lowercase letters or all in capitals: «приёма-передачи товара № 25/П».
 */
const GOES_ON_TO_SIGN = new RegExp(String.raw`^[^\p{L}\d]*${OWN_WORDS}${SIGN}`, 'iu')
const isOfTitle = (text: string) => /^\P{L}*(?:\p{Ll}|\p{Lu}{4})/u.test(text) && GOES_ON_TO_SIGN.test(text)

/**
 * Matches at most two words before the word for the document, if they belong to the same title: «Товарная накладная»
 * passes, «по накладной» does not.
 */
const IS_FIRST = /^[^\p{L}\d]*(?:(?!(?:по|к|на|за|из|от|для|без|при)\s)\p{L}+\s+){0,2}$/u

function scoreOf({ row, number, index }: TitleRow, match: RegExpExecArray, rows: readonly Row[]): number {
  const text = textOf(row)
  const behind = text.slice(text.indexOf(number) + number.length)
  const next = rows[index + 1]
  const below = /[\p{L}\d]/u.test(behind) || next === undefined ? '' : textOf(next)
  const hasDate = [behind, /^[^\p{L}\d]*(?:от|дата|\d)/iu.test(below) ? below : ''].some(
    (one) => datesIn(one).length > 0,
  )
  return (
    (hasSign(text.slice(0, text.indexOf(number) + number.length)) ? WEIGHTS.sign : 0) +
    (hasDate ? WEIGHTS.date : 0) +
    (IS_FIRST.test(match.input.slice(0, match.index)) ? WEIGHTS.first : 0)
  )
}

const isLarge = ({ place }: TitleRow, usual: number) => place !== null && heightOf(place) > LARGE * usual

/**
 * Returns the whole title row when its number is unreadable, so that the row can be reread. Letters that touch a ruled
 * line below are often missed at first.
 */
export function headingOf(rows: readonly Row[], kind: DocumentKind): Piece | null {
  const row = rows.find((one) => TITLES[kind].test(plainText(textOf(one))))
  const from = row?.pieces.findIndex((piece) => TITLES[kind].test(plainText(piece.text))) ?? -1
  const pieces = row?.pieces.slice(Math.max(from, 0)) ?? []
  return pieces[0] === undefined ? null : { ...pieces[0], ...unionOf(pieces) }
}

/** Returns the value below a label, for boxes that have their label on top. */
export function valueBelow(
  { rows, labelled = rows }: { rows: readonly Row[]; labelled?: readonly Row[] },
  label: RegExp,
  fits: (text: string) => boolean,
): Piece | null {
  const pieces = rows.flatMap((row) => row.pieces)
  const labels = labelled
    .flatMap((row) => row.pieces)
    .filter(({ text }) => text.length < 40 && label.test(plainText(text)))
  for (const above of labels) {
    const height = above.bottom - above.top
    const below = pieces
      .filter(
        (one) => one.page === above.page && one.top > above.top + height / 2 && one.top < above.bottom + 4 * height,
      )
      .filter((one) => overlapOf(one.left, one.right, above.left - height, above.right + height) > 0 && fits(one.text))
      .sort(
        (a, b) => a.top - b.top || Math.abs(centreOf(a) - centreOf(above)) - Math.abs(centreOf(b) - centreOf(above)),
      )
    if (below[0] !== undefined) return below[0]
  }
  return null
}

/** Returns the value to the right of a label in its row, or after the label within the same piece. */
export function valueBehind(rows: readonly Row[], label: RegExp, fits: (text: string) => boolean): Piece | null {
  for (const { pieces } of rows)
    for (const [index, piece] of pieces.entries()) {
      const match = label.exec(plainText(piece.text))
      if (match === null) continue
      const rest = piece.text.slice(match.index + match[0].length).replace(/^[^\p{L}\d]+/u, '')
      const value = rest === '' ? pieces[index + 1] : { ...piece, text: rest }
      if (value !== undefined && fits(value.text)) return value
    }
  return null
}

/** Labels that can only mean the number of the document itself. */
const OF_THIS_PAPER = /(?:номер|№)\s*(?:докум|накл|акта|упд|с[чц][её]та)\p{L}*|invoice\s*(?:no\.?|number|#|№)/iu
/** «Номер» alone labels the document's number if a date is beside it or right below it. */
const NUMBER_ALONE = /^[^\p{L}]*номер(?!\s*\p{L})/iu
const DATE = /^[^\p{L}]*(?:дата|число)(?!\p{L})/iu

const isNumberIn = (text: string) => /\d/.test(text) && text.length <= 25 && numberIn(text) !== null
const hasDateLabel = (row: Row | undefined) => row?.pieces.some(({ text }) => DATE.test(plainText(text))) === true

/**
 * Finds the value of the form's number box. The box is labelled «Номер документа», or just «Номер» if an adjacent box
 * is labelled «Дата».
 */
export function numberBoxIn(rows: readonly Row[]): Piece | null {
  const labelled = rows.filter(hasDateLabel)
  return (
    valueBehind(rows, OF_THIS_PAPER, isNumberIn) ??
    valueBelow({ rows }, OF_THIS_PAPER, isNumberIn) ??
    valueBelow({ rows, labelled }, /^(?:[^\p{L}]*номер[^\p{L}]*|№\s?:?)$/iu, isNumberIn)
  )
}

/**
 * Finds «Номер: 5» in a row of its own with «Дата: …» right below. Contracts mentioned in a document are also written
 * this way.
 */
export const looseNumberIn = (rows: readonly Row[]): Piece | null =>
  valueBehind(
    rows.filter((row, index) => hasDateLabel(row) || hasDateLabel(rows[index + 1])),
    NUMBER_ALONE,
    isNumberIn,
  )

/** Returns the part of a title or box after the words that precede the number. */
export function behindTitle(text: string): string {
  const plain = plainText(text)
  const match = TITLE.exec(plain) ?? OF_THIS_PAPER.exec(plain) ?? NUMBER_ALONE.exec(plain)
  return match === null ? text : text.slice(match.index + match[0].length)
}

/** The words with which the payment text of a bill refers to the bill itself: «оплата по счёту № 5». */
const PAID_BY_THIS = /(?<!\p{L})по\s+с[чц][её]ту(?=\s)/iu

/** Finds the number that a bill asks the payer to quote in the payment. */
export function mentionedNumberIn(rows: readonly Row[]): string | null {
  for (const text of rows.map(textOf)) {
    const match = PAID_BY_THIS.exec(plainText(text))
    const behind = match === null ? '' : text.slice(match.index + match[0].length)
    const number = hasSign(behind) ? numberIn(behind) : null
    if (number !== null) return number
  }
  return null
}
