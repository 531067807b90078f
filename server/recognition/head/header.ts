/** Reads the data printed above the item lines: the document's kind, number, date and supplier. */
import type { Look, LookAgain } from '../picture/looks.ts'
import { type Piece, type Row, textOf } from '../picture/pieces.ts'
import { latinized } from '../words/article-codes.ts'
import { datesIn } from '../words/dates.ts'
import { couldBeOther, hasSign, numberIn, tidyNumber } from '../words/document-numbers.ts'
import type { DocumentKind, HeadDoubt } from '../words/extraction.ts'
import { distanceOf } from '../words/likeness.ts'
import { dateReadAgain, likeliestDate } from './date-looks.ts'
import { kindOf } from './document-kinds.ts'
import { withoutOtherPapers } from './other-papers.ts'
import { behindNumber, dateOf, datePlacesIn, guessedDateOf } from './title-dates.ts'
import {
  behindTitle,
  headingOf,
  looseNumberIn,
  mentionedNumberIn,
  numberBoxIn,
  type TitleRow,
  titleRow,
  withWholeWords,
} from './title-rows.ts'

export interface Title {
  readonly kind: DocumentKind
  readonly reference: string | null
  readonly issuedAt: string | null
  /** The place where the document's number is, or should be. This place is reread. */
  readonly place: Piece | null
  /** The places where the document's date is, or may be. They are reread. */
  readonly datePlaces: readonly Piece[]
  /** All other dates in the document. If two dates are possible, the date whose year occurs among these is likelier. */
  readonly otherDates: readonly string[]
  /**
   * The document's number and date repeated elsewhere on the page: as the shipping document in an УПД, or in the
   * payment purpose of a bill.
   */
  readonly mentioned: Head | null
  /** Fields that were not found, or for which the reading attempts disagree. */
  readonly doubts: readonly HeadDoubt[]
}

/** A number and a date, as found by one reading attempt. */
interface Head {
  readonly number: string | null
  readonly date: string | null
}

/** Reads the title. `above`: the text rows above the first item line. `all`: every row of the document. */
export function titleOf(above: readonly Row[], all: readonly Row[]): Title {
  const [own, ownOfAll] = [above, all].map((rows) => withoutOtherPapers(withWholeWords(rows))) as [Row[], Row[]]
  const kind = kindOf({ above, own, all })
  const { titled, boxed } = numberPlacesIn(own, kind) ?? numberPlacesIn(ownOfAll, kind) ?? { titled: null, boxed: null }
  const mentioned = kind === 'upd' ? shipmentIn(all) : kind === 'invoice' ? paymentIn(all) : null
  const found = boxed === null ? (titled?.number ?? null) : numberIn(boxed.text)
  const sheets = { title: titled, own, ownOfAll, all }
  const reference = found === null ? null : tidyNumber(found)
  const dated = dateOf(sheets, found ?? mentioned?.number ?? null)
  const guessed = dated === null && titled !== null ? guessedDateOf(titled, own) : undefined
  return {
    kind,
    reference,
    issuedAt: dated?.date ?? guessed ?? null,
    datePlaces: dated === null ? datePlacesIn(sheets) : [dated.place],
    otherDates: all.flatMap((row) => datesIn(textOf(row))),
    mentioned,
    place: boxed ?? titled?.place ?? headingOf([...own, ...ownOfAll], kind) ?? null,
    doubts: guessed === undefined ? [] : ['date'],
  }
}

/**
 * Finds the title's row, and the form's box for the number. The box counts only where it shows the document's number
 * more reliably than the title does.
 */
function numberPlacesIn(
  rows: readonly Row[],
  kind: DocumentKind,
): { titled: TitleRow | null; boxed: Piece | null } | null {
  const titled = titleRow(rows, kind)
  const isSure = kind !== 'torg12' && titled !== null && hasSign(textOf(titled.row))
  const boxed = isSure ? null : (numberBoxIn(rows) ?? (titled === null ? looseNumberIn(rows) : null))
  return titled === null && boxed === null ? null : { titled, boxed }
}

/**
 * Returns whether text looks like Latin letters misread as Russian: it has no letters that exist only in Russian, and
 * begins with a 1 before a letter or contains a stroke (| or \) or №.
 */
const IS_LATIN = /^(?!.*[БГДЖЛПФЦЧЩЭЮЯ])(?:1\p{Lu}|.*[\\|№])/u

/** Extracts the number and date from a reading of the title's row or of the number box. */
const headIn = (text: string): Head => {
  const behind = behindTitle(text)
  const number = numberIn(behind)
  const date = datesIn(number === null ? behind : behindNumber(behind, number))[0] ?? null
  return { number: number === null ? null : tidyNumber(number), date }
}

/** Finds the number and date of the shipment: «Документ об отгрузке № п/п 1-3 № 125 от 22.01.2024 (5а)». */
function shipmentIn(rows: readonly Row[]): Head | null {
  const text = rows.map(textOf).find((one) => /отгр[уч]з/iu.test(one) && datesIn(one).length > 0)
  const named = text === undefined ? null : /.*(№\s*\S+\s+от\s.*)$/u.exec(text)
  return named === null ? null : headIn(named[1]!)
}

/** Finds the bill's number in the text for the payment order: «Назначение платежа: оплата по счёту № 5». */
function paymentIn(rows: readonly Row[]): Head | null {
  const number = mentionedNumberIn(rows)
  return number === null ? null : { number: tidyNumber(number), date: null }
}

/**
 * Reads the title again. If the results differ, also reads it at two other sizes; the most frequent result wins. The
 * Russian model reads «INV-205» as «1М\\У-205», so a reading by the Latin model is accepted only if it ends in the same
 * digits.
 */
export async function titleReadAgain(title: Title, again: LookAgain): Promise<Title> {
  const { place } = title
  const { heads, looks } = place === null ? { heads: [], looks: [] } : await headsOf(title, place, again)
  const number = mostRead(
    heads.map((head) => head.number),
    (one) => (one === title.mentioned?.number ? 0.75 : 0) + (USUAL.test(one) ? 0.5 : 0),
  )
  const seen = heads.length === 0 ? [title.issuedAt] : heads.map((head) => head.date)
  const dates = await dateReadAgain({ ...title, looks }, seen, again)
  const date = likeliestDate(dates, title.otherDates)
  const asLatin = place === null ? null : await readAsLatin(number.value, place, again)
  const reference = place === null ? null : await withItsLetter(asLatin, place, again)
  const read = { ...title, reference, issuedAt: date.value }
  return {
    ...read,
    doubts: doubtsOf(read, {
      number:
        number.count < 2 ||
        couldBeOther(reference ?? '') ||
        isBehindLetter(reference, place) ||
        isBesideOddSign(reference, place) ||
        (place !== null && place.confidence < POORLY_READ),
      date: date.isDoubtful,
    }),
  }
}

/**
 * The confidence below which equal readings prove nothing, because handwriting, or digits that touch the border of a
 * box, are misread in the same way each time.
 */
const POORLY_READ = 0.7

/** All readings of the title, starting with the original one. */
async function headsOf(
  title: Title,
  place: Piece,
  again: LookAgain,
): Promise<{ readonly heads: Head[]; readonly looks: readonly Look[] }> {
  const heads: Head[] = [{ number: title.reference, date: title.issuedAt }]
  const looks: Look[] = []
  const look = async (...more: Look[]) => {
    for (const one of more) heads.push(headIn(await again(place.page, place, one)))
    looks.push(...more)
  }
  await look('text')
  const [first, second] = heads
  if (first!.number !== second!.number || (second!.date !== null && first!.date !== second!.date))
    await look('text-larger', 'text-smaller')
  // A mention elsewhere on the page is independent evidence, because one speck cannot spoil both.
  if (title.mentioned !== null && isLike(title.mentioned, title)) heads.push(title.mentioned)
  return { heads, looks }
}

/**
 * Whether a number and date found elsewhere on the page are those of the title. Because letters may be misread, up to a
 * quarter of the number's characters may differ. Different dates are accepted only if the numbers are exactly equal.
 */
const isLike = ({ number, date }: Head, { reference, issuedAt }: Title) =>
  (reference === null || (number !== null && distanceOf(number, reference) <= reference.length / 4)) &&
  (issuedAt === null || date === null || date === issuedAt || number === reference)

/**
 * The usual format of a document number: digits after a few letters, or the 1С format of four characters, a dash and
 * six digits.
 */
const USUAL = /^(?:[\p{Lu}\d]{4}-\d{6}|\p{Lu}{0,3}-?\d+(?:[/-]\d{1,4})?)$/u

/** Returns the most frequent reading. If several are equally frequent, `evidence` decides, and then their order. */
function mostRead(
  readings: readonly (string | null)[],
  evidence: (one: string) => number,
): { value: string | null; count: number } {
  const legible = readings.filter((one) => one !== null)
  const countOf = (one: string) => legible.filter((other) => other === one).length
  const weightOf = (one: string) => countOf(one) + evidence(one)
  const most = Math.max(0, ...legible.map(weightOf))
  const value = legible.find((one) => weightOf(one) === most) ?? null
  return { value, count: value === null ? 0 : countOf(value) }
}

const doubtsOf = ({ reference, issuedAt }: Title, doubtful = { number: false, date: false }): HeadDoubt[] => [
  ...(reference === null || doubtful.number ? (['number'] as const) : []),
  ...(issuedAt === null || doubtful.date ? (['date'] as const) : []),
]

/**
 * Whether a letter such as М touches the number, as in «М1113». The letter may belong to the number or be a misread №.
 * In a box of its own, «№1113» may be a misread «М1113», because № stands in the box's label.
 */
const isBehindLetter = (reference: string | null, place: Piece | null) =>
  reference !== null &&
  /^\d/.test(reference) &&
  new RegExp(
    String.raw`(?:(?<![\p{L}\d])м?[МMNН]|№\s?№|^\s*№(?=\d+\s*$))${reference.replace(/[^\p{L}\d]/gu, '.')}`,
    'u',
  ).test(place?.text ?? '')

/** Whether a character that no number contains touches the digits, as in «$304». It is a misread digit or letter. */
const isBesideOddSign = (reference: string | null, place: Piece | null) =>
  reference !== null &&
  /^\d+$/.test(reference) &&
  new RegExp(`[$%&@€£({[]${reference}|${reference}[$%&@€£]`).test(place?.text ?? '')

async function readAsLatin(reference: string | null, place: Piece, again: LookAgain): Promise<string | null> {
  const figures = /\d+$/.exec(reference ?? '')?.[0]
  if (reference === null || figures === undefined || !IS_LATIN.test(reference)) return reference
  const latin = await again(place.page, place, 'latin')
  return latin.match(/[A-Z][A-Z\d]*(?:\s?[-/]\s?[A-Z\d]+)*/g)?.find((one) => one.endsWith(figures)) ?? reference
}

/**
 * Adds or removes a character of the number that the Russian model confuses, if the Latin model's reading supports
 * this. An М before the digits is either part of the number or a misread №. A С is read as a bracket, and a Т as 1, 7
 * or 71. A digit may be read twice, once as the letter that it resembles («3З»).
 */
async function withItsLetter(reference: string | null, place: Piece, again: LookAgain): Promise<string | null> {
  if (reference === null || !/^\p{L}{0,2}\d+$/u.test(reference)) return reference
  const isTorn = place.confidence < POORLY_READ && /^[17]\d{3,}$/.test(reference)
  const others = [
    ...(isBehindLetter(reference, place) ? [`М${reference}`] : []),
    ...(new RegExp(`[([{]\\s?${reference}`).test(place.text) ? [`С${reference}`] : []),
    ...(isTorn ? [`Т${reference.slice(1)}`, `Т${reference.slice(2)}`] : []),
    ...(DOUBLED.test(place.text) ? [reference.replace('33', '3'), reference.replace('00', '0')] : []),
  ].filter((one) => one !== reference)
  if (others.length === 0) return reference
  const latin = await again(place.page, place, 'latin')
  const isRead = (one: string) => new RegExp(`(?<![A-Za-z\\d])${latinized(one)}(?!\\d)`).test(latin)
  return others.find(isRead) ?? reference
}

/** A digit beside the letter that resembles it. */
const DOUBLED = /3[Зз]|[Зз]3|0[ОоOo]|[ОоOo]0/
