/** What stands above the lines: kind, number, date, and who sells. */
import { datesIn, guessedDatesIn } from './dates.ts'
import { couldBeOther, numberIn, SIGN, tidyNumber } from './document-numbers.ts'
import type { DocumentKind, HeadDoubt } from './extraction.ts'
import { distanceOf } from './likeness.ts'
import { isDecreeDate, withoutOtherPapers } from './other-papers.ts'
import { centreOf, type Piece, type Row, textOf } from './pieces.ts'
import { overlapOf, unionOf } from './raster.ts'
import type { Look, LookAgain } from './table.ts'

export interface Title {
  readonly kind: DocumentKind
  readonly reference: string | null
  readonly issuedAt: string | null
  /** Where the number stands, or should stand, to look at it again. */
  readonly place: Piece | null
  /** What the same page calls the paper of the shipment, which in a УПД is this one. */
  readonly shipment: Head | null
  /** Two readings do not agree, or there is none. */
  readonly doubts: readonly HeadDoubt[]
}

/** One reading of number and date. */
interface Head {
  readonly number: string | null
  readonly date: string | null
}

/** As long as the text itself; a first letter that readers often miss is put back. */
const lower = (text: string) =>
  text
    .toLowerCase()
    .replace(/ё/g, 'е')
    .replace(/(^|\s)[(€e<]чет(?=[\s-])/g, '$1счет')

/** «Счёт», also with a letter misread or read twice. */
const INVOICE = 'с[чц]ее?[тг]'

const KINDS: readonly [DocumentKind, RegExp][] = [
  ['upd', /универсальн\S*\s+передаточн|передаточн\S*\s+документ|с[чц]ет.?\s?.?\s?фактур|^[^\p{L}\n]*упд(?!\p{L})/mu],
  ['torg12', /торг.?\s?12|товарная\s+накладная|форма по окуд.*0330212|0330212/u],
  [
    'invoice',
    new RegExp(
      String.raw`${INVOICE}(?:\s+(?:на\s|покупател|№|n|м)|[\s-]{1,3}договор)|^[^\p{L}]*${INVOICE}(?!\p{L})`,
      'u',
    ),
  ],
]

/** Words that begin the row of the title; the number and the date follow. */
const TITLE = new RegExp(
  `(универсальный передаточный документ|с[чц]ет.{0,3}фактура|${INVOICE}\\s+на\\s+оплату|${INVOICE}|накладн(?:ая|ой)|чека?|упд|акт(?!\\p{L})|приход(?!\\p{L})|продажа|реализация|отгрузка|поступление|ордер|предложение)`,
  'u',
)

/** Whatever a paper is called, «… № 5 от 1 марта» is its title. */
const SHAPE = /^[^\p{L}\d]*(?:\p{L}[\p{L}().]*\s+){1,5}(?=№\s*\S+\s+от\s)/u

/** Of a paper that another one was written for; titles only where nothing better is. */
const WEAK_TITLE = /заказ|спецификация|прайс|документ/u

/** `above`: the rows over the first line. `all`: every row. */
export function titleOf(above: readonly Row[], all: readonly Row[]): Title {
  const kind = kindOf(all)
  const [own, ownOfAll] = [withoutOtherPapers(above), withoutOtherPapers(all)]
  const titled = titleRow(own, kind) ?? titleRow(ownOfAll, kind)
  const boxed = numberBoxIn(own) ?? numberBoxIn(ownOfAll)
  const isBoxed = boxed !== null && (kind === 'torg12' || titled === null)
  const found = isBoxed ? numberIn(boxed.text) : (titled?.number ?? null)
  const sheets = { title: titled, own, ownOfAll, all }
  const reference = found === null ? null : tidyNumber(found)
  const issuedAt = dateOf(sheets, found)
  const guessed = issuedAt === null && titled !== null ? guessedDatesIn(textOf(titled.row))[0] : undefined
  return {
    kind,
    reference,
    issuedAt: issuedAt ?? guessed ?? null,
    shipment: kind === 'upd' ? shipmentIn(all) : null,
    place: (isBoxed ? boxed : (titled?.place ?? headingOf([...own, ...ownOfAll], kind))) ?? null,
    doubts: guessed === undefined ? [] : ['date'],
  }
}

function kindOf(rows: readonly Row[]): DocumentKind {
  const texts = rows.map((row) => lower(textOf(row)))
  const whole = texts.join('\n')
  // What is bought may speak of an invoice; the form's own words come first.
  for (const [kind, pattern] of KINDS)
    if (
      kind === 'invoice'
        ? texts.some((text) => pattern.test(text) && !/фактур|накладн|основани|р.?\/?с|сч\. ?№/u.test(text))
        : pattern.test(whole)
    )
      return kind
  return 'receipt'
}

interface TitleRow {
  /** Its place among the rows that it was found in. */
  readonly index: number
  readonly row: Row
  readonly number: string
  readonly place: Piece | null
}

/** What the kinds are titled. */
const TITLES: Record<DocumentKind, RegExp> = {
  upd: /с[чц]ет.{0,3}фактура|упд|передаточный документ/u,
  torg12: /накладная/u,
  invoice: new RegExp(INVOICE, 'u'),
  receipt: TITLE,
}

/** All of the row of a title without a legible number: letters that touch a line under them are not found at first. */
function headingOf(rows: readonly Row[], kind: DocumentKind): Piece | null {
  const row = rows.find((one) => TITLES[kind].test(lower(textOf(one))))
  const from = row?.pieces.findIndex((piece) => TITLES[kind].test(lower(piece.text))) ?? -1
  const pieces = row?.pieces.slice(Math.max(from, 0)) ?? []
  return pieces[0] === undefined ? null : { ...pieces[0], ...unionOf(pieces) }
}

function titleRow(rows: readonly Row[], kind: DocumentKind): TitleRow | null {
  for (const pattern of [TITLES[kind], TITLE, SHAPE, WEAK_TITLE])
    for (const [index, row] of rows.entries()) {
      const text = textOf(row)
      const match = pattern.exec(lower(text))
      if (match === null) continue
      const behind = text.slice(match.index + match[0].length).replace(/^\s*\((счет|акт)[^)]*\)|^\p{Ll}{0,2}\s?:/iu, '')
      // «Счёт на оплату», and below it «№ 5 от 1 марта».
      const next = rows[index + 1]
      const isParted = next !== undefined && !/[\p{L}\d]{3}/u.test(behind) && STARTS_WITH_SIGN.test(textOf(next))
      const [titled, rest] = isParted ? [next, textOf(next)] : [row, behind]
      const number = numberIn(rest)
      if (number === null) continue
      const place = titled.pieces.find((piece) => piece.text.includes(number)) ?? null
      return { index: isParted ? index + 1 : index, row: titled, number, place }
    }
  return null
}

const STARTS_WITH_SIGN = new RegExp(String.raw`^[^\p{L}\d]*${SIGN}`, 'u')

/** What a Russian reader makes of Latin capitals: a 1 before letters, or strokes among them; but no letters that only Russian has. */
const IS_LATIN = /^(?!.*[БГДЖЛПФЦЧЩЭЮЯ])(?:1\p{Lu}|.*[\\|№])/u

/** What a look at a title's row or box says. */
const headIn = (text: string): Head => {
  const match = TITLE.exec(lower(text))
  const behind = match === null ? text : text.slice(match.index + match[0].length)
  const number = numberIn(behind)
  const date = datesIn(number === null ? behind : behindNumber(behind, number))[0] ?? null
  return { number: number === null ? null : tidyNumber(number), date }
}

/** «Документ об отгрузке № п/п 1-3 № 125 от 22.01.2024 (5а)». */
function shipmentIn(rows: readonly Row[]): Head | null {
  const text = rows.map(textOf).find((one) => /отгр[уч]з/iu.test(one) && datesIn(one).length > 0)
  const named = text === undefined ? null : /.*(№\s*\S+\s+от\s.*)$/u.exec(text)
  return named === null ? null : headIn(named[1]!)
}

/**
 * The title read once more, and once more at two other sizes where that says something else; what is read most often is kept.
 * «INV-205» as a Russian reader sees it is «1М\\У-205»: read as Latin, it must end in the same figures.
 */
export async function titleReadAgain(title: Title, again: LookAgain): Promise<Title> {
  const { place } = title
  if (place === null) return { ...title, doubts: doubtsOf(title) }
  const heads: Head[] = [{ number: title.reference, date: title.issuedAt }]
  const look = async (...looks: Look[]) => {
    for (const one of looks) heads.push(headIn(await again(place.page, place, one)))
  }
  await look('text')
  const [first, second] = heads
  if (first!.number !== second!.number || (second!.date !== null && first!.date !== second!.date))
    await look('text-larger', 'text-smaller')
  if (title.shipment !== null && isLike(title.shipment, title)) heads.push(title.shipment)
  const number = mostRead(heads.map((head) => head.number))
  const date = mostRead(heads.map((head) => head.date))
  const reference = await readAsLatin(number.value, place, again)
  const read = { ...title, reference, issuedAt: date.value }
  return {
    ...read,
    doubts: doubtsOf(read, {
      number: number.count < 2 || couldBeOther(reference ?? ''),
      date: date.count < 2 && (title.doubts.includes('date') || heads.some(isOther(date.value))),
    }),
  }
}

/** The same paper, with at most a sign or two misread: not one that goes by another number. */
const isLike = ({ number, date }: Head, { reference, issuedAt }: Title) =>
  (reference === null || (number !== null && distanceOf(number, reference) <= reference.length / 4)) &&
  (issuedAt === null || date === issuedAt || number === reference)

const isOther = (date: string | null) => (head: { date: string | null }) => head.date !== null && head.date !== date

/** The first of those that were read most often. */
function mostRead(readings: readonly (string | null)[]): { value: string | null; count: number } {
  const legible = readings.filter((one) => one !== null)
  const countOf = (one: string) => legible.filter((other) => other === one).length
  const most = Math.max(0, ...legible.map(countOf))
  return { value: legible.find((one) => countOf(one) === most) ?? null, count: most }
}

const doubtsOf = ({ reference, issuedAt }: Title, doubtful = { number: false, date: false }): HeadDoubt[] => [
  ...(reference === null || doubtful.number ? (['number'] as const) : []),
  ...(issuedAt === null || doubtful.date ? (['date'] as const) : []),
]

async function readAsLatin(reference: string | null, place: Piece, again: LookAgain): Promise<string | null> {
  const figures = /\d+$/.exec(reference ?? '')?.[0]
  if (reference === null || figures === undefined || !IS_LATIN.test(reference)) return reference
  const latin = await again(place.page, place, 'latin')
  return latin.match(/[A-Z][A-Z\d]*(?:\s?[-/]\s?[A-Z\d]+)*/g)?.find((one) => one.endsWith(figures)) ?? reference
}

/** The piece below a label, where a form has a box with its name on top. */
function valueBelow(
  { rows, labelled = rows }: { rows: readonly Row[]; labelled?: readonly Row[] },
  label: RegExp,
  fits: (text: string) => boolean,
): Piece | null {
  const pieces = rows.flatMap((row) => row.pieces)
  const labels = labelled.flatMap((row) => row.pieces).filter(({ text }) => label.test(text) && text.length < 40)
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

/** The value of a form's box «Номер документа»; the heads of two boxes side by side may say «Номер» and «Дата» alone. */
function numberBoxIn(rows: readonly Row[]): Piece | null {
  const fits = (text: string) => /\d/.test(text) && text.length <= 25 && numberIn(text) !== null
  const labelled = rows.filter((row) => row.pieces.some(({ text }) => /^[^\p{L}]*дата(?!\p{L})/iu.test(text)))
  return (
    valueBelow({ rows }, /номер\s*(докум|накл)/iu, fits) ??
    valueBelow({ rows, labelled }, /^[^\p{L}]*номер[^\p{L}]*$/iu, fits)
  )
}

interface Sheets {
  readonly title: TitleRow | null
  readonly own: readonly Row[]
  readonly ownOfAll: readonly Row[]
  readonly all: readonly Row[]
}

/**
 * The title's own date, then the form's box, then the line below the title, then the date that stands with the same number elsewhere,
 * then any row that speaks of a date, then the first date that belongs to no other paper.
 */
function dateOf({ title, own, ownOfAll, all }: Sheets, number: string | null): string | null {
  const behind = title === null ? [] : datesIn(behindNumber(textOf(title.row), title.number))
  if (behind[0] !== undefined) return behind[0]
  const label = /дата\s*(состав|докум|накл|с[чц]ет)|составлен/iu
  const hasDate = (text: string) => datesIn(text).length > 0
  const boxed = valueBelow({ rows: own }, label, hasDate) ?? valueBelow({ rows: ownOfAll }, label, hasDate)
  if (boxed !== null) return datesIn(boxed.text).at(-1)!
  const rows = title === null || own[title.index] !== title.row ? [] : own.slice(title.index + 1, title.index + 3)
  const below = rows.map(textOf).find((text) => datesIn(text).length > 0 && /^[^\p{L}\d]*(?:от\s|дата|\d)/iu.test(text))
  if (below !== undefined) return datesIn(below)[0]!
  return withSameNumber(all, number) ?? anyDate(own) ?? anyDate(ownOfAll)
}

const behindNumber = (text: string, number: string) => text.slice(text.indexOf(number) + number.length)

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

function anyDate(rows: readonly Row[]): string | null {
  const texts = rows.map(textOf)
  const named = texts.filter((text) => /дата|\sот\s|^от\s/iu.test(text))
  return [...named, ...texts].flatMap(datesIn).find((date) => !isDecreeDate(date)) ?? null
}
