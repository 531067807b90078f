/** Of all dates on a page the one of the document itself. */
import { datesIn, guessedDatesIn } from './dates.ts'
import { isDecreeDate } from './other-papers.ts'
import { type Row, textOf } from './pieces.ts'
import { heightOf } from './raster.ts'
import { type TitleRow, valueBehind, valueBelow } from './title-rows.ts'

export interface Sheets {
  readonly title: TitleRow | null
  readonly own: readonly Row[]
  readonly ownOfAll: readonly Row[]
  readonly all: readonly Row[]
}

/** The boxes of forms, and the label that documents without forms write. */
const OWN_DATE = /дата\s*(?:состав|докум|накл|с[чц][её]т|выписк)\p{L}*|составлен\p{L}*/iu

/** Where the line below a title says its date. */
const BELOW = /^[^\p{L}\d]*(?:[оo][тt]\s|дата(?!\s*\p{L}{4})|\d|["«“„])/iu

/** Lines below a title that may say its date. */
const MAX_ROWS_BELOW = 2

/**
 * The title's own date, then the form's box, then the line below the title, then the date that stands with the same number elsewhere,
 * then any row that speaks of a date, then the first date that belongs to no other paper.
 */
export function dateOf({ title, own, ownOfAll, all }: Sheets, number: string | null): string | null {
  const behind = title === null ? [] : datesIn(behindNumber(textOf(title.row), title.number))
  if (behind[0] !== undefined) return behind[0]
  const boxed = boxedDateIn(own) ?? boxedDateIn(ownOfAll)
  if (boxed !== null) return boxed
  const below = rowsBelow(title, own).find((text) => datesIn(text).length > 0 && BELOW.test(text))
  if (below !== undefined) return datesIn(below)[0]!
  return withSameNumber(all, number) ?? anyDate(own) ?? anyDate(ownOfAll)
}

/** What a date without its first point, or with noughts misread, can be: in the title's row or right below it. */
export function guessedDateOf(title: TitleRow, rows: readonly Row[]): string | undefined {
  const below = rowsBelow(title, rows).filter((text) => BELOW.test(text))
  return [behindNumber(textOf(title.row), title.number), ...below].flatMap(guessedDatesIn)[0]
}

/** What stands below the title: first what stands below its number or behind that, where two papers are named side by side. */
function rowsBelow(title: TitleRow | null, rows: readonly Row[]): string[] {
  if (title === null || rows[title.index] !== title.row) return []
  const { place } = title
  const from = place === null ? 0 : place.left - 2 * heightOf(place)
  return rows
    .slice(title.index + 1, title.index + 1 + MAX_ROWS_BELOW)
    .flatMap((row) => [textOf({ ...row, pieces: row.pieces.filter(({ right }) => right > from) }), textOf(row)])
}

const hasDate = (text: string) => datesIn(text).length > 0

function boxedDateIn(rows: readonly Row[]): string | null {
  const box = valueBehind(rows, OWN_DATE, hasDate) ?? valueBelow({ rows }, OWN_DATE, hasDate)
  return box === null ? null : datesIn(box.text).at(-1)!
}

/** What stands behind a number in its row. */
export const behindNumber = (text: string, number: string) => text.slice(text.indexOf(number) + number.length)

/** «№ 125 от 22.01.2024» among what is said of other papers: the shipment's paper is often the same. */
function withSameNumber(rows: readonly Row[], number: string | null): string | null {
  if (number === null || number.length < 2) return null
  for (const text of rows.map(textOf)) {
    const at = text.indexOf(`${number} от`)
    const date = at === -1 || /[\p{L}\d]/u.test(text[at - 1] ?? ' ') ? undefined : datesIn(text.slice(at))[0]
    if (date !== undefined) return date
  }
  return null
}

/** When something happens to the goods or to the paper, which may be another day. */
const OF_EVENT =
  /(?:дата|срок|время)\s+(?:отгр|постав|достав|оплат|выдач|печат|получ|при[её]м|заказ|регистр|начал|оконч)|печатан|подписан|оплат\p{L}*\s+до|(?<!\p{L})до\s*\d/iu

function anyDate(rows: readonly Row[]): string | null {
  const texts = rows.map(textOf).filter(hasDate)
  const own = texts.filter((text) => !OF_EVENT.test(text))
  const named = own.filter((text) => /дата|\sот\s|^от\s/iu.test(text))
  return [...named, ...own, ...texts].flatMap(datesIn).find((date) => !isDecreeDate(date)) ?? null
}
