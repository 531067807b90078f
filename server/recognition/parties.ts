/** Who sells: the supplier's name and ИНН, told from the buyer's. */
import { distanceOf } from './likeness.ts'
import { withFigures } from './numbers.ts'
import { type Piece, type Row, textOf } from './pieces.ts'
import { heightOf } from './raster.ts'
import { isTaxNumber, repairedTaxNumber } from './tax-numbers.ts'

export interface Supplier {
  readonly name: string | null
  readonly inn: string | null
}

const SELLER = [
  'поставщик',
  'продавец',
  'исполнитель',
  'грузоотправитель',
  'отправитель',
  'получатель платежа',
  'от кого',
  'продавца',
]
const BUYER = [
  'покупатель',
  'заказчик',
  'грузополучатель',
  'плательщик',
  'клиент',
  'кому',
  'покупателя',
  'получатель груза',
]

/** Of money or of goods: «получатель» says neither, and is a letter or two from «покупатель». */
const NEITHER = /^получател/u

type Side = 'seller' | 'buyer'

/** A text with the side that its row, or the row above it, speaks of. */
interface SidedText {
  readonly text: string
  readonly side: Side | null
  readonly row: Row
  /** The row itself names the side. */
  readonly isNamed: boolean
}

/** `above`: the rows over the first line. */
export function supplierOf(above: readonly Row[]): Supplier {
  const texts = sided(above)
  const inn = taxNumberOf(texts)
  return { name: nameOf(texts), inn }
}

function sided(rows: readonly Row[]): SidedText[] {
  let current: Side | null = null
  let since = 0
  let halves: Halves | null = null
  return rows.flatMap((row) => {
    const parted: Halves | null = halvesOf(row)
    if (parted !== null) [halves, since] = [parted, 0]
    else since++
    if (halves !== null && since <= MAX_ROWS_OF_PARTY) return halvedRow(row, halves, parted !== null)
    halves = null
    const text = textOf(row)
    const named = sideOf(text)
    if (named !== null) [current, since] = [named, 0]
    return [{ text, row, side: since <= MAX_ROWS_OF_PARTY ? current : null, isNamed: named !== null }]
  })
}

/** Seller and buyer side by side: which is left, and where the right one begins. */
interface Halves {
  readonly left: Side
  readonly right: Side
  readonly from: number
}

function halvesOf(row: Row): Halves | null {
  const named = row.pieces.map((piece) => ({ piece, side: sideOf(piece.text) })).filter(({ side }) => side !== null)
  const left = named[0]
  const right = named.find(({ side }) => side !== left?.side)
  return left === undefined || right === undefined
    ? null
    : { left: left.side!, right: right.side!, from: right.piece.left - heightOf(right.piece) }
}

function halvedRow(row: Row, { left, right, from }: Halves, isNamed: boolean): SidedText[] {
  const halfOf = (side: Side, pieces: Piece[]): SidedText[] =>
    pieces.length === 0 ? [] : [{ text: textOf({ ...row, pieces }), row: { ...row, pieces }, side, isNamed }]
  return [
    ...halfOf(
      left,
      row.pieces.filter((piece) => piece.left < from),
    ),
    ...halfOf(
      right,
      row.pieces.filter((piece) => piece.left >= from),
    ),
  ]
}

/** Name, address and bank of a party take no more rows than this. */
const MAX_ROWS_OF_PARTY = 4

/** By the first word of the row or of a piece, or by any such word in it; misread letters are forgiven. */
function sideOf(text: string): Side | null {
  for (const word of text
    .toLowerCase()
    .match(/[а-яё]{4,}/gu)
    ?.slice(0, 8) ?? []) {
    if (NEITHER.test(word)) continue
    if (isNear(word, BUYER)) return 'buyer'
    if (isNear(word, SELLER)) return 'seller'
  }
  return null
}

function isNear(word: string, known: readonly string[]): boolean {
  return known.some((one) => distanceOf(one, word) <= (one.length >= 9 ? 2 : one.length >= 7 ? 1 : 0))
}

const AFTER_WORD = /(?:и\s?н\s?н|инн\s*\/\s*кпп|ihh|инh|иhh|нин|инп)\D{0,24}?(\d[\d\s]{8,22}\d)/giu
const BARE = /(?<!\d)(\d{10}|\d{12})(?!\d)/g

interface Found {
  readonly digits: string
  readonly side: Side | null
  readonly isNamed: boolean
}

/** The seller's number with right check figures; else the nearest to one that can be mended; else as it stands. */
function taxNumberOf(texts: readonly SidedText[]): string | null {
  const found = texts.flatMap(({ text: read, side, isNamed }): Found[] => {
    const text = withFigures(read)
    const numbers = [...text.matchAll(AFTER_WORD), ...text.matchAll(BARE)].flatMap((match) => lengthsOf(match[1]!))
    return numbers.map((digits) => ({ digits, side, isNamed }))
  })
  const codes = new Set(
    texts.flatMap(({ text }) => [...text.matchAll(/(?<!\d)(\d{4})\d{5}(?!\d)/g)].map((match) => match[1]!)),
  )
  const valid = found.filter(({ digits }) => isTaxNumber(digits))
  const buyers = new Set(valid.filter((one) => one.side === 'buyer').map((one) => one.digits))
  const own = valid.filter((one) => !buyers.has(one.digits))
  const best =
    own.find((one) => one.side === 'seller' && one.isNamed) ?? own.find((one) => one.side === 'seller') ?? own[0]
  if (best !== undefined) return best.digits
  const broken = found.filter((one) => one.side !== 'buyer')
  for (const { digits } of broken) {
    const mended = repairedTaxNumber(digits, (candidate) => codes.has(candidate.slice(0, 4)))
    if (mended !== null && !buyers.has(mended)) return mended
  }
  return broken.find(({ digits }) => /^(\d{10}|\d{12})$/.test(digits))?.digits ?? null
}

/** Figures that a gap parted, or that run together with the КПП behind them. Other lengths are misread: a part of them proves nothing. */
function lengthsOf(text: string): string[] {
  const digits = text.replace(/\s/g, '')
  const first = text.trim().split(/\s/)[0]!
  const withoutKpp = digits.length === 19 || digits.length === 21 ? digits.slice(0, -9) : digits
  return [...new Set([first, withoutKpp, ...withoutOneMore(first)])].filter(
    (one) => one.length === 10 || one.length === 12,
  )
}

/** Readers put in a figure too many: the only number of 12 figures with right check figures that is left when one is taken out. */
function withoutOneMore(digits: string): string[] {
  if (digits.length !== 13) return []
  const shorter = new Set([...digits].map((_, at) => digits.slice(0, at) + digits.slice(at + 1)))
  const right = [...shorter].filter(isTaxNumber)
  return right.length === 1 ? right : []
}

const FORMS =
  '(?:ООО|ооо|OOO|000|0ОО|ОО0|О0О|АО|ао|AO|ПАО|ЗАО|ОАО|НАО|ФГУП|МУП|ГУП|АНО|ИП|ип|ИIП|MП|ТОО|Общество с ограниченной ответственностью|Индивидуальный предприниматель|Акционерное общество)'
const COMPANY = new RegExp(
  String.raw`(?<![\p{L}\d])(${FORMS})\s*([«"„“'‹<*].{1,80}?)(?=,?\s*(?:ИНН|ИHН|КПП|\d{6}|р\/с|тел|адрес|г\.\s)|,\s|$)`,
  'u',
)
const PERSON =
  /(?<![\p{L}\d])(ИП|ип|Индивидуальный предприниматель)\s+(\p{Lu}[\p{L}-]+\s+\p{Lu}[\p{L}]*\.?\s?(?:\p{Lu}[\p{L}]*\.?)?)/u

/** The seller's name: of the rows that name the seller, then of any row above the buyer. */
function nameOf(texts: readonly SidedText[]): string | null {
  const order = [
    ...texts.filter((one) => one.side === 'seller' && one.isNamed && !/инн/iu.test(one.text.slice(0, 5))),
    ...texts.filter((one) => one.side === 'seller' && !one.isNamed),
    ...texts.filter((one) => one.side === null && !/банк/iu.test(one.text)),
  ]
  for (const { text } of order) {
    const name = companyIn(text)
    if (name !== null) return name
  }
  return fallbackName(order[0])
}

export function companyIn(text: string): string | null {
  const person = PERSON.exec(text)
  const company = COMPANY.exec(text)
  if (company !== null && (person === null || company.index <= person.index)) {
    const form = upper(company[1]!)
      .replace(/^[OО0]{3}$/, 'ООО')
      .replace(/^AO$/, 'АО')
    return `${form} ${closed(company[2]!)}`
  }
  return person === null ? null : `${upper(person[1]!)} ${person[2]!.trim()}`
}

/** Small capitals are read as small letters. */
const upper = (form: string) => (form.length <= 3 ? form.toUpperCase() : form)

/** With one form of quotes, and nothing behind the last. */
function closed(name: string): string {
  const inner = name
    .replace(/^[«"„“'‹<*\s]+/, '')
    .replace(/[\s,;.(]+$/, '')
    .replace(/[»"“”'›>*]+(?=[^»"“”'›>*]*$).*$/, (tail) => (/[»"“”›>]/.test(tail) && /„|“.*„/.test(name) ? '“' : ''))
  // A closing quote is also read as a letter apart.
  return `«${inner.replace(/\s\p{Ll}$/u, '')}»`
}

/** What stands behind the label, when no legal form is legible. */
function fallbackName(named: SidedText | undefined): string | null {
  if (named === undefined || named.side !== 'seller') return null
  const pieces: readonly Piece[] = named.row.pieces
  const behind = pieces.length > 1 ? pieces[1]!.text : named.text.replace(/^\S+\s*/, '')
  const name = behind.split(/,\s*(?:ИНН|\d{6})/u)[0]!.trim()
  return /\p{L}{3}/u.test(name) ? name.slice(0, 255) : null
}
