/** Reads what is above the lines: kind, number, date and supplier. */
import type { Look, LookAgain } from '../picture/looks.ts'
import { type Piece, type Row, textOf } from '../picture/pieces.ts'
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
  /** Where the number is, or should be, for reading it again. */
  readonly place: Piece | null
  /** Where the date is, or may be, for reading it again. */
  readonly datePlaces: readonly Piece[]
  /** All dates of the document: of two readings, the one whose year occurs in other dates is likelier. */
  readonly otherDates: readonly string[]
  /**
   * The number and date that the page repeats about this document: of the shipment in a УПД, of the payment in a bill.
   */
  readonly mentioned: Head | null
  /** Fields whose readings disagree, or that were not found. */
  readonly doubts: readonly HeadDoubt[]
}

/** One reading of number and date. */
interface Head {
  readonly number: string | null
  readonly date: string | null
}

/** Reads the title. `above`: the rows above the first line. `all`: every row. */
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
 * The title's row and the form's number box. The box is used only where it identifies the document's number more
 * reliably.
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
 * A Latin text as a Russian reader sees it: a 1 before letters, or strokes among them, but no letters that only Russian
 * has.
 */
const IS_LATIN = /^(?!.*[БГДЖЛПФЦЧЩЭЮЯ])(?:1\p{Lu}|.*[\\|№])/u

/** The number and date in a reading of the title's row or box. */
const headIn = (text: string): Head => {
  const behind = behindTitle(text)
  const number = numberIn(behind)
  const date = datesIn(number === null ? behind : behindNumber(behind, number))[0] ?? null
  return { number: number === null ? null : tidyNumber(number), date }
}

/** The shipment's number and date: «Документ об отгрузке № п/п 1-3 № 125 от 22.01.2024 (5а)». */
function shipmentIn(rows: readonly Row[]): Head | null {
  const text = rows.map(textOf).find((one) => /отгр[уч]з/iu.test(one) && datesIn(one).length > 0)
  const named = text === undefined ? null : /.*(№\s*\S+\s+от\s.*)$/u.exec(text)
  return named === null ? null : headIn(named[1]!)
}

/** The bill's number in its payment text: «Назначение платежа: оплата по счёту № 5». */
function paymentIn(rows: readonly Row[]): Head | null {
  const number = mentionedNumberIn(rows)
  return number === null ? null : { number: tidyNumber(number), date: null }
}

/**
 * Reads the title again, and at two other sizes when the results differ; the most frequent reading wins. A Russian
 * reader sees «INV-205» as «1М\\У-205»: a Latin reading of it must end in the same digits.
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
  const reference = place === null ? null : await readAsLatin(number.value, place, again)
  const read = { ...title, reference, issuedAt: date.value }
  return {
    ...read,
    doubts: doubtsOf(read, {
      number:
        number.count < 2 ||
        couldBeOther(reference ?? '') ||
        isBehindLetter(reference, place) ||
        (place !== null && place.confidence < POORLY_READ),
      date: date.isDoubtful,
    }),
  }
}

/**
 * Handwriting, and frames that touch digits, give the same wrong reading again and again, always with low confidence.
 */
const POORLY_READ = 0.7

/** The readings of the title, the original one first. */
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
  // A mention elsewhere on the page cannot be misread because of the same speck.
  if (title.mentioned !== null && isLike(title.mentioned, title)) heads.push(title.mentioned)
  return { heads, looks }
}

/** Whether a mention is about the same document: at most a character or two differ, not the whole number. */
const isLike = ({ number, date }: Head, { reference, issuedAt }: Title) =>
  (reference === null || (number !== null && distanceOf(number, reference) <= reference.length / 4)) &&
  (issuedAt === null || date === null || date === issuedAt || number === reference)

/**
 * The form of most numbers: digits with letters before them, or the format of 1С with four characters and six digits.
 */
const USUAL = /^(?:[\p{Lu}\d]{4}-\d{6}|\p{Lu}{0,3}-?\d+(?:[/-]\d{1,4})?)$/u

/** The first of the most frequent readings; `evidence` decides between equally frequent ones. */
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

/** «М1113»: the letter may belong to the number, or it may be a misread № that touches the number. */
const isBehindLetter = (reference: string | null, place: Piece | null) =>
  reference !== null &&
  /^\d/.test(reference) &&
  new RegExp(String.raw`(?<![\p{L}\d])[МMNН]${reference.replace(/[^\p{L}\d]/gu, '.')}`, 'u').test(place?.text ?? '')

async function readAsLatin(reference: string | null, place: Piece, again: LookAgain): Promise<string | null> {
  const figures = /\d+$/.exec(reference ?? '')?.[0]
  if (reference === null || figures === undefined || !IS_LATIN.test(reference)) return reference
  const latin = await again(place.page, place, 'latin')
  return latin.match(/[A-Z][A-Z\d]*(?:\s?[-/]\s?[A-Z\d]+)*/g)?.find((one) => one.endsWith(figures)) ?? reference
}
