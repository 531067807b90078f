/** Finds the seller's name and tax number (ИНН), and keeps them apart from the buyer's. */
import { type Piece, type Row, textOf } from '../picture/pieces.ts'
import { heightOf, overlapOf } from '../picture/raster.ts'
import { distanceOf, foldedText } from '../words/likeness.ts'
import { withFigures } from '../words/numbers.ts'
import { isTaxNumber, repairedTaxNumber } from '../words/tax-numbers.ts'
import { type PlacedName, partyNamesIn, withWholeNames } from './party-names.ts'
import { FOR_WHOM, RECEIVES, rolesIn, SENDS, type Side, sideOf } from './party-words.ts'
import { preambleOf } from './preamble.ts'

interface Supplier {
  readonly name: string | null
  readonly inn: string | null
}

export interface FoundSupplier extends Supplier {
  /** True when the name or the tax number was not found, or nothing shows that the two belong together. */
  readonly isDoubtful: boolean
}

/** A text, and whether it is about the seller or the buyer according to its own row or the row above. */
interface SidedText {
  readonly text: string
  readonly side: Side | null
  readonly row: Row
  /** Whether the text's own row shows whether the text is about the seller or the buyer. */
  readonly isNamed: boolean
  /**
   * Whether only a word for the sender of the goods identifies the seller. The sender is not necessarily the seller.
   */
  readonly isSender: boolean
}

/** Finds the supplier. `above`: the text rows above the first item line of the document. */
export function supplierOf(above: readonly Row[]): FoundSupplier {
  const { clauses, others } = preambleOf(above)
  const named = clauses.map((clause): SidedText => ({ ...clause, isNamed: clause.side !== null, isSender: false }))
  const texts = withoutSenders([...named, ...sided(withWholeNames(others))])
  const inn = taxNumberOf(texts)
  const { name, score } = nameOf(texts, inn)
  const hasNumbers = texts.some(({ text }) => /(?<!\p{L})инн(?!\p{L})/iu.test(text))
  return { name, inn, isDoubtful: inn === null ? hasNumbers || score < NAMED_SELLER : score < NAMED_SELLER }
}

/** The score of a name that is found with the seller's tax number or beside a word for the seller. */
const NAMED_SELLER = 4

/** Stops treating senders of goods as the seller if another word identifies the seller. */
function withoutSenders(texts: readonly SidedText[]): SidedText[] {
  const saysWho = ({ text }: SidedText) => numbersIn(text).length > 0 || partyNamesIn(text).length > 0
  const hasSeller = texts.some((one) => one.side === 'seller' && one.isNamed && !one.isSender && saysWho(one))
  return texts.map((one) => (one.isSender && hasSeller ? { ...one, side: null, isNamed: false } : one))
}

function sided(rows: readonly Row[]): SidedText[] {
  let party: Party = { side: null, since: 0, inn: null, isSender: false }
  let halves: Halves | null = null
  let hasSeller = false
  const roleOf = rolesIn(rows)
  return rows.flatMap((row, index) => {
    party.since++
    const parted: Halves | null = halvesOf(row, rows.slice(index + 1, index + 1 + MAX_ROWS_OF_HEADING))
    if (parted !== null) [halves, party] = [parted, { side: null, since: 0, inn: null, isSender: false }]
    if (halves !== null && party.since <= MAX_ROWS_OF_HALVES && !(parted === null && isAcross(row, halves)))
      return halvedRow(row, halves, parted !== null)
    halves = null
    return partsOf(textOf(row)).map((text): SidedText => {
      const named = sideOf(text) ?? roleOf(text) ?? (hasSeller && RECEIVES.test(text) ? 'buyer' : null)
      const inn = numbersIn(text)[0] ?? numberSaidIn(text)
      if (named !== null) party = { side: named, since: 0, inn, isSender: named === 'seller' && SENDS.test(text) }
      // Another tax number belongs to another party, even if no word shows this.
      else if (inn !== null && party.inn !== null && inn !== party.inn)
        party = { side: null, since: 0, inn, isSender: false }
      else party.inn ??= inn
      hasSeller ||= named === 'seller'
      const side = party.since <= MAX_ROWS_OF_PARTY ? party.side : null
      return { text, row, side, isNamed: named !== null, isSender: side !== null && party.isSender }
    })
  })
}

/** The party that the current rows describe, the number of its rows so far, and its tax number. */
interface Party {
  readonly side: Side | null
  since: number
  inn: string | null
  isSender: boolean
}

/** Splits a row that describes both parties, just before each party's label: «Поставщик: …, и Покупатель: …». */
function partsOf(text: string): string[] {
  const starts = [...text.matchAll(LABEL)].filter(({ 0: word }) => sideOf(word) !== null).map(({ index }) => index)
  const cuts = [0, ...starts.slice(1), text.length]
  return cuts.slice(1).map((end, index) => text.slice(cuts[index], end))
}

const LABEL = /(?<!\p{L})\p{L}{8,16}\s*(?:\([^)]{4,20}\)\s*)?:/gu

/**
 * The layout with seller and buyer side by side: where the right half begins, and which side each half describes (null
 * if no word shows it).
 */
interface Halves {
  left: Side | null
  right: Side | null
  readonly from: number
}

const OPPOSITE = { seller: 'buyer', buyer: 'seller' } as const satisfies Record<Side, Side>

function halvesOf(row: Row, below: readonly Row[]): Halves | null {
  const sides = row.pieces.map((piece) => ({ piece, side: sideOf(piece.text.split(/[\d,‚;]/)[0]!) }))
  const other = sides.find(({ side }) => side !== null)?.side
  // «Получатель» beside the buyer means the seller, who receives the money. Beside the seller it means the buyer, who
  // receives the goods.
  const named = sides
    .map(({ piece, side }) => ({ piece, side: side ?? (other && RECEIVES.test(piece.text) ? OPPOSITE[other] : null) }))
    .filter(({ side }) => side !== null)
  const left = named[0]
  const right = named.find(({ side }) => side !== left?.side)
  if (left === undefined) return null
  if (right !== undefined) return { left: left.side!, right: right.side!, from: edgeOf(right.piece) }
  // A lone heading on the right with unlabelled text to its left applies only to the column of text below it.
  const column = columnBelow(left.piece, below)
  const isRight = left.piece !== row.pieces[0] || column.length > 0
  const isHeading = isRight && (HEADING.test(left.piece.text) || FOR_WHOM.test(left.piece.text))
  return isHeading ? { left: null, right: left.side!, from: Math.min(...[left.piece, ...column].map(edgeOf)) } : null
}

/**
 * The maximum number of rows to which a heading above them applies: rows with a name, a tax number and perhaps an
 * address.
 */
const MAX_ROWS_OF_HEADING = 3

/**
 * Returns the pieces below a heading that have other text to their left. Right-aligned pieces may begin further left
 * than the heading.
 */
const columnBelow = (heading: Piece, below: readonly Row[]): Piece[] =>
  below.flatMap(({ pieces }) =>
    pieces.filter((piece, index) => {
      const before = pieces[index - 1]
      const isUnder = overlapOf(piece.left, piece.right, heading.left, heading.right) > 0
      return isUnder && before !== undefined && before.right < Math.min(edgeOf(piece), heading.left)
    }),
  )

/** Matches a heading such as «Поставщик»: one or two words with nothing after them. */
const HEADING = /^[^\p{L}\d]*\p{L}{8,}(?:\s?\(\p{L}+\))?[^\p{L}\d]*$/u

const edgeOf = (piece: Piece) => piece.left - heightOf(piece)

/** Whether a row about one party extends across the boundary between the left and right halves. */
const isAcross = ({ pieces }: Row, { from }: Halves) =>
  pieces.length > 0 &&
  sideOf(pieces[0]!.text) !== null &&
  pieces.some((piece) => piece.left < from && piece.right > from + 2 * heightOf(piece))

function halvedRow(row: Row, halves: Halves, isParted: boolean): SidedText[] {
  const halfOf = (half: 'left' | 'right', pieces: Piece[]): SidedText[] => {
    if (pieces.length === 0) return []
    const text = textOf({ ...row, pieces })
    const named = isParted ? null : sideOf(text)
    halves[half] = named ?? halves[half]
    return [
      {
        text,
        row: { ...row, pieces },
        side: halves[half],
        isNamed: isParted || named !== null,
        isSender: named === 'seller' && SENDS.test(text),
      },
    ]
  }
  return [
    ...halfOf(
      'left',
      row.pieces.filter((piece) => piece.left < halves.from),
    ),
    ...halfOf(
      'right',
      row.pieces.filter((piece) => piece.left >= halves.from),
    ),
  ]
}

/** The maximum number of rows with a party's name, address and bank details. */
const MAX_ROWS_OF_PARTY = 4
/**
 * The maximum number of rows with a party's name, address and bank details if the parties are side by side. It is
 * larger, because narrow columns need more rows.
 */
const MAX_ROWS_OF_HALVES = 8

const AFTER_WORD = /(?:и\s?н\s?н|инн\s*\/\s*кпп|ihh|инh|иhh|нин|инп)\D{0,24}?(\d[\d\s]{8,22}\d)/giu
/**
 * Matches a number as long as an ИНН that has no label before it for another number of that length (such as the
 * registration of a till, its fiscal memory, or a telephone).
 */
const BARE = /(?<!(?:ККТ|КМ|ФН|ФД|ФП|ФПД|ЗН|РН|ОКПО|ОГРН|ОГРНИП|тел)\P{L}{0,4})(?<!\d)(\d{10}|\d{12})(?!\d)/giu

interface Found {
  readonly digits: string
  readonly side: Side | null
  readonly isNamed: boolean
}

/**
 * Finds the seller's tax number. Prefers a number with valid check digits, then one that becomes valid after a small
 * correction, then the number as printed.
 */
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
  // If the seller's labelled number was misread, a number without a label is taken to be the buyer's.
  const misread = found.filter((one) => one.side === 'seller' && one.isNamed)
  const best =
    own.find((one) => one.side === 'seller' && one.isNamed) ??
    own.find((one) => one.side === 'seller') ??
    (misread.length === 0 ? own[0] : undefined)
  if (best !== undefined) return best.digits
  const broken = misread.length > 0 ? misread : found.filter((one) => one.side !== 'buyer')
  for (const { digits } of broken) {
    const mended = repairedTaxNumber(digits, (candidate) => codes.has(candidate.slice(0, 4)))
    if (mended !== null && !buyers.has(mended)) return mended
  }
  return broken.find(({ digits }) => /^(\d{10}|\d{12})$/.test(digits))?.digits ?? null
}

/**
 * Possible tax numbers in digits that were split by a gap or joined with the КПП after them. Digits of any other
 * length were misread, so no part of them is reliable.
 */
function lengthsOf(text: string): string[] {
  const digits = text.replace(/\s/g, '')
  const first = text.trim().split(/\s/)[0]!
  const withoutKpp = digits.length === 19 || digits.length === 21 ? digits.slice(0, -9) : digits
  return [...new Set([first, withoutKpp, ...withoutOneMore(first)])].filter(
    (one) => one.length === 10 || one.length === 12,
  )
}

/** Removes the extra digit from a misread 13-digit number, if exactly one removal gives valid check digits. */
function withoutOneMore(digits: string): string[] {
  if (digits.length !== 13) return []
  const shorter = new Set([...digits].map((_, at) => digits.slice(0, at) + digits.slice(at + 1)))
  const right = [...shorter].filter(isTaxNumber)
  return right.length === 1 ? right : []
}

/**
 * Words in bank names. Banks appear in the payment details and have names like companies, so they must be ruled out as
 * suppliers.
 */
const BANK = /банк|сбер|втб|тинькоф/iu
/** Words that may precede a bank's name. */
const BANK_ROW = /(?<!\p{L})(?:бик|банк\p{L}*|р\/с|к\/с|филиал|отделение)(?!\p{L})/iu

/**
 * The largest distance, in rows, between a tax number and the name that it belongs to, if no word identifies the party.
 */
const MAX_ROWS_APART = 3

interface Candidate {
  readonly name: string
  readonly score: number
  /** The number of rows between the name and the tax number. */
  readonly apart: number
}

/**
 * Finds the name that belongs to the tax number: before, above or below the number, on the seller's side, and not the
 * name of a bank or of the buyer. If the name is spelled in several ways, the most frequent spelling wins.
 */
function nameOf(texts: readonly SidedText[], inn: string | null): { name: string | null; score: number } {
  const buyers = new Set(
    texts
      .filter((one) => one.side === 'buyer')
      .flatMap(({ text }) => partyNamesIn(text).map(({ name }) => foldedText(name))),
  )
  const numbered = texts.flatMap(({ text }, index) => (inn !== null && numbersIn(text).includes(inn) ? [index] : []))
  const candidates = texts.flatMap((one, index): Candidate[] =>
    partyNamesIn(one.text).map(({ name, at }) => ({
      name,
      score: scoreOf(one, { name, at }, { index, inn, numbered, texts }) - (buyers.has(foldedText(name)) ? 2 : 0),
      apart: Math.min(...numbered.map((other) => Math.abs(other - index)), texts.length),
    })),
  )
  const best = candidates.filter((one) => one.score > 0).sort((a, b) => b.score - a.score || a.apart - b.apart)[0]
  if (best === undefined) return { name: fallbackName(texts), score: 0 }
  const spelled = spelledMost(
    best.name,
    candidates.map((one) => one.name),
  )
  return { name: spelled, score: best.score }
}

interface Around {
  readonly index: number
  readonly inn: string | null
  /** The indexes of the texts with the seller's tax number. */
  readonly numbered: readonly number[]
  readonly texts: readonly SidedText[]
}

function scoreOf({ text, side, isNamed }: SidedText, { name, at }: PlacedName, around: Around): number {
  const { index, inn, numbered, texts } = around
  let score = side === 'seller' ? (isNamed ? 4 : 3) : side === 'buyer' ? -3 : 1
  if (
    BANK.test(name) ||
    BANK_ROW.test(text.slice(0, at)) ||
    /^(?:(?!ИНН)[^:]){0,60}(?<!\p{L})БИК/u.test(text.slice(at))
  )
    score -= 4
  else if (/^\P{L}*БИК/u.test(texts[index + 1]?.text ?? '')) score -= 1
  const others = numbersIn(text).filter((one) => one !== inn)
  if (numbered.includes(index)) score += numbersIn(text.slice(at))[0] === inn || others.length === 0 ? 5 : 0
  else if (others.length > 0) score -= 3
  const isNear = (other: number) => {
    // When the parties are side by side, the rows of the two parties alternate.
    const rows = texts.slice(Math.min(index, other) + 1, Math.max(index, other))
    const between = side === null ? rows : rows.filter((one) => one.side === side)
    const isClose =
      between.length < (side === null ? MAX_ROWS_APART : MAX_ROWS_OF_PARTY) &&
      between.every((one) => numbersIn(one.text).length === 0)
    return other !== index && texts[other]!.side === side && isClose
  }
  if (numbered.some(isNear)) score += 3
  return score
}

/** The digits after «ИНН», even if they were misread. */
const numberSaidIn = (text: string): string | null =>
  /(?<!\p{L})инн\D{0,24}?(\d{10}(?:\d{2})?)(?!\d)/iu.exec(text)?.[1] ?? null

/** Returns the valid tax numbers in a text, in order. */
const numbersIn = (text: string): string[] =>
  [...withFigures(text).matchAll(/(?<!\d)\d{10}(?:\d{2})?(?!\d)/g)].map((match) => match[0]).filter(isTaxNumber)

/** Among the spellings of a name that differ by only a letter or two, returns the most frequent one. */
function spelledMost(name: string, names: readonly string[]): string {
  const near = names.filter((one) => distanceOf(foldedText(one), foldedText(name)) <= Math.floor(name.length / 8))
  const countOf = (one: string) => near.filter((other) => other === one).length
  return near.reduce((best, one) => (countOf(one) > countOf(best) ? one : best), name)
}

/** Words of forms and bank details. A text that contains one of them is not a name. */
const NO_NAME = /адрес|телефон|реквизит|оплат|окпо|банк|счет|инн|кпп|подпис|должност|склад|договор/iu

/** The text after the seller's label. It is used when no legal form such as ООО could be read. */
function fallbackName(texts: readonly SidedText[]): string | null {
  const named = texts.find((one) => one.side === 'seller' && one.isNamed && !/инн/iu.test(one.text.slice(0, 5)))
  if (named === undefined) return null
  const pieces: readonly Piece[] = named.row.pieces
  const behind = pieces.length > 1 ? pieces[1]!.text : named.text.replace(/^\S+\s*/, '')
  const name = behind.split(/,\s*(?:ИНН|\d{6})/u)[0]!.trim()
  return /\p{L}{3}/u.test(name) && !NO_NAME.test(name) && sideOf(name) === null ? name.slice(0, 255) : null
}
