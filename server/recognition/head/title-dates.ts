/** Chooses the document's own date from all dates on a page. */
import { type Piece, type Row, textOf } from '../picture/pieces.ts'
import { heightOf, unionOf } from '../picture/raster.ts'
import { datesIn, guessedDatesIn } from '../words/dates.ts'
import { isDecreeDate } from './other-papers.ts'
import { type TitleRow, valueBehind, valueBelow } from './title-rows.ts'

export interface Sheets {
  readonly title: TitleRow | null
  readonly own: readonly Row[]
  readonly ownOfAll: readonly Row[]
  readonly all: readonly Row[]
}

/** Labels of the document's own date, both in the boxes of forms and in free text. */
const OWN_DATE =
  /дата\s*(?:состав|докум|накл|с[чц][её]т|выписк)\p{L}*|составлен\p{L}*|invoice\s+date|date\s+of\s+(?:issue|invoice)|issue\s+date/iu

/** How a text line below the title begins if it contains the document's date. */
const BELOW = /^[^\p{L}\d]*(?:[оo][тt]\s|дата(?!\s*\p{L}{4})|\d|["«“„])/iu

/** The maximum number of text lines below the title that are searched for the date. */
const MAX_ROWS_BELOW = 2

/** A date, and the text piece that contains it so that it can be reread. */
export interface PlacedDate {
  readonly date: string
  readonly place: Piece
}

/**
 * Finds the document's date. Tries in this order: the title's own date, the form's date box, the line below the title,
 * a date beside the same document number elsewhere, any row with a word for a date, and the first date that does not
 * belong to another document.
 */
export function dateOf({ title, own, ownOfAll, all }: Sheets, number: string | null): PlacedDate | null {
  const titles = title === null ? [] : datesIn(behindNumber(textOf(title.row), title.number))
  const behind = titles[0] ?? (title === null ? undefined : dateBefore(title))
  if (title !== null && behind !== undefined) return placedIn(title.row, behind)
  const boxed = boxedDateIn(own) ?? boxedDateIn(ownOfAll)
  if (boxed !== null) return boxed
  const below = rowsBelow(title, own).find((row) => hasDate(textOf(row)) && BELOW.test(textOf(row)))
  if (below !== undefined) return placedIn(below, datesIn(textOf(below))[0]!)
  return withSameNumber(all, number) ?? anyDate(own) ?? anyDate(ownOfAll)
}

/** Finds a date printed before the number: «Накладная от 1 марта 2026 г. № 5». */
function dateBefore({ row, words, number }: TitleRow): string | undefined {
  const text = textOf(row)
  const between = text.slice(words.length, text.indexOf(number))
  return /^\P{L}*от\s/iu.test(between) ? datesIn(between)[0] : undefined
}

/** Returns the date with the text piece that contains it, or with the whole row if the date is split between pieces. */
function placedIn({ pieces }: Row, date: string): PlacedDate {
  const place = pieces.findLast(({ text }) => datesIn(text).includes(date))
  return { date, place: place ?? { ...pieces[0]!, ...unionOf(pieces) } }
}

/** Guesses a date in the title's row, or right below it, whose first point was lost or whose zeros were misread. */
export function guessedDateOf(title: TitleRow, rows: readonly Row[]): string | undefined {
  const below = rowsBelow(title, rows)
    .map(textOf)
    .filter((text) => BELOW.test(text))
  return [behindNumber(textOf(title.row), title.number), ...below].flatMap(guessedDatesIn)[0]
}

/**
 * The rows below the title. Text below the number or to its right comes first, because two documents may be side by
 * side, each with its title.
 */
function rowsBelow(title: TitleRow | null, rows: readonly Row[]): Row[] {
  if (title === null || rows[title.index] !== title.row) return []
  const { place } = title
  const from = place === null ? 0 : place.left - 2 * heightOf(place)
  return rows
    .slice(title.index + 1, title.index + 1 + MAX_ROWS_BELOW)
    .flatMap((row) => [{ ...row, pieces: row.pieces.filter(({ right }) => right > from) }, row])
}

/** The places where an unreadable date may be: after the number, below the title, or after a word for a date. */
export function datePlacesIn({ title, own }: Sheets): Piece[] {
  const { row, place } = title ?? { row: null, place: null }
  const behind = row === null ? null : wholeOf(row.pieces.slice(place === null ? 0 : row.pieces.indexOf(place) + 1))
  const below = rowsBelow(title, own).map(({ pieces }) => wholeOf(pieces))
  const labelled = valueBehind(own, ANY_DATE, hasFigures) ?? valueBelow({ rows: own }, ANY_DATE, hasFigures)
  return [labelled, behind, ...below].filter((one) => one !== null && hasFigures(one.text)) as Piece[]
}

/** Joins several pieces of a row into one piece. */
const wholeOf = (pieces: readonly Piece[]): Piece | null =>
  pieces[0] === undefined ? null : { ...pieces[0], ...unionOf(pieces), text: pieces.map(({ text }) => text).join(' ') }

const ANY_DATE = /(?<!\p{L})дата(?!\p{L})/u
const hasFigures = (text: string) => /\d.*\d/.test(text)

const hasDate = (text: string) => datesIn(text).length > 0

function boxedDateIn(rows: readonly Row[]): PlacedDate | null {
  const box = valueBehind(rows, OWN_DATE, hasDate) ?? valueBelow({ rows }, OWN_DATE, hasDate)
  return box === null ? null : { date: datesIn(box.text).at(-1)!, place: box }
}

/** Returns the text that follows the number in its row. */
export const behindNumber = (text: string, number: string) => text.slice(text.indexOf(number) + number.length)

/**
 * Finds a date beside the document's own number, «№ 125 от 22.01.2024», among mentions of other documents. The shipping
 * document mentioned there is often this document itself.
 */
function withSameNumber(rows: readonly Row[], number: string | null): PlacedDate | null {
  if (number === null || number.length < 2) return null
  for (const row of rows) {
    const text = textOf(row)
    const at = text.indexOf(`${number} от`)
    const date = at === -1 || /[\p{L}\d]/u.test(text[at - 1] ?? ' ') ? undefined : datesIn(text.slice(at))[0]
    if (date !== undefined) return placedIn(row, date)
  }
  return null
}

/** Words for dates of events such as shipping or payment, which may differ from the document's date. */
const OF_EVENT =
  /(?:дата|срок|время)\s+(?:отгр|постав|достав|оплат|выдач|печат|получ|при[её]м|заказ|регистр|начал|оконч)|печатан|подписан|оплат\p{L}*\s+до|(?<!\p{L})до\s*\d|(?<!\p{L})due(?!\p{L})/iu

function anyDate(rows: readonly Row[]): PlacedDate | null {
  const dated = rows.filter((row) => hasDate(textOf(row)))
  const own = dated.filter((row) => !OF_EVENT.test(textOf(row)))
  const named = own.filter((row) => /дата|\sот\s|^от\s/iu.test(textOf(row)))
  for (const row of [...named, ...own, ...dated]) {
    const date = datesIn(textOf(row)).find((one) => !isDecreeDate(one))
    if (date !== undefined) return placedIn(row, date)
  }
  return null
}
