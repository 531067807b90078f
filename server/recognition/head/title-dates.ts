/** Of all dates on a page the one of the document itself. */
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

/** The boxes of forms, and the label that documents without forms write. */
const OWN_DATE =
  /дата\s*(?:состав|докум|накл|с[чц][её]т|выписк)\p{L}*|составлен\p{L}*|invoice\s+date|date\s+of\s+(?:issue|invoice)|issue\s+date/iu

/** Where the line below a title says its date. */
const BELOW = /^[^\p{L}\d]*(?:[оo][тt]\s|дата(?!\s*\p{L}{4})|\d|["«“„])/iu

/** Lines below a title that may say its date. */
const MAX_ROWS_BELOW = 2

/** A date with the piece that it was read in, to look at it again. */
export interface PlacedDate {
  readonly date: string
  readonly place: Piece
}

/**
 * The title's own date, then the form's box, then the line below the title, then the date that stands with the same number elsewhere,
 * then any row that speaks of a date, then the first date that belongs to no other paper.
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

/** «Накладная от 1 марта 2026 г. № 5». */
function dateBefore({ row, words, number }: TitleRow): string | undefined {
  const text = textOf(row)
  const between = text.slice(words.length, text.indexOf(number))
  return /^\P{L}*от\s/iu.test(between) ? datesIn(between)[0] : undefined
}

/** The piece that says the date, or all of the row where it stands in several. */
function placedIn({ pieces }: Row, date: string): PlacedDate {
  const place = pieces.findLast(({ text }) => datesIn(text).includes(date))
  return { date, place: place ?? { ...pieces[0]!, ...unionOf(pieces) } }
}

/** What a date without its first point, or with noughts misread, can be: in the title's row or right below it. */
export function guessedDateOf(title: TitleRow, rows: readonly Row[]): string | undefined {
  const below = rowsBelow(title, rows)
    .map(textOf)
    .filter((text) => BELOW.test(text))
  return [behindNumber(textOf(title.row), title.number), ...below].flatMap(guessedDatesIn)[0]
}

/** What stands below the title: first what stands below its number or behind that, where two papers are named side by side. */
function rowsBelow(title: TitleRow | null, rows: readonly Row[]): Row[] {
  if (title === null || rows[title.index] !== title.row) return []
  const { place } = title
  const from = place === null ? 0 : place.left - 2 * heightOf(place)
  return rows
    .slice(title.index + 1, title.index + 1 + MAX_ROWS_BELOW)
    .flatMap((row) => [{ ...row, pieces: row.pieces.filter(({ right }) => right > from) }, row])
}

/** Where a date may stand that was not legible: behind the number, below the title, with a word that leads to one. */
export function datePlacesIn({ title, own }: Sheets): Piece[] {
  const { row, place } = title ?? { row: null, place: null }
  const behind = row === null ? null : wholeOf(row.pieces.slice(place === null ? 0 : row.pieces.indexOf(place) + 1))
  const below = rowsBelow(title, own).map(({ pieces }) => wholeOf(pieces))
  const labelled = valueBehind(own, ANY_DATE, hasFigures) ?? valueBelow({ rows: own }, ANY_DATE, hasFigures)
  return [labelled, behind, ...below].filter((one) => one !== null && hasFigures(one.text)) as Piece[]
}

/** Pieces of a row as one. */
const wholeOf = (pieces: readonly Piece[]): Piece | null =>
  pieces[0] === undefined ? null : { ...pieces[0], ...unionOf(pieces), text: pieces.map(({ text }) => text).join(' ') }

const ANY_DATE = /(?<!\p{L})дата(?!\p{L})/u
const hasFigures = (text: string) => /\d.*\d/.test(text)

const hasDate = (text: string) => datesIn(text).length > 0

function boxedDateIn(rows: readonly Row[]): PlacedDate | null {
  const box = valueBehind(rows, OWN_DATE, hasDate) ?? valueBelow({ rows }, OWN_DATE, hasDate)
  return box === null ? null : { date: datesIn(box.text).at(-1)!, place: box }
}

/** What stands behind a number in its row. */
export const behindNumber = (text: string, number: string) => text.slice(text.indexOf(number) + number.length)

/** «№ 125 от 22.01.2024» among what is said of other papers: the shipment's paper is often the same. */
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

/** When something happens to the goods or to the paper, which may be another day. */
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
