/**
 * Turns the text pieces of all pages into one reading of the document. A reading contains everything found in the
 * document, before arithmetic has checked it.
 */
import { type CodeFacts, factsOf } from './head/code-facts.ts'
import { titleOf, titleReadAgain } from './head/header.ts'
import { nameReadAgain } from './head/name-looks.ts'
import { type FoundSupplier, supplierOf } from './head/parties.ts'
import { judgedLine } from './judge/judge.ts'
import type { LookAgain } from './picture/looks.ts'
import { type Piece, type Row, textOf, textRowsOf } from './picture/pieces.ts'
import { quantileOf } from './picture/raster.ts'
import { unfolded } from './table/side-by-side.ts'
import { splitPieces } from './table/split-pieces.ts'
import { tableIn } from './table/table.ts'
import { tillLinesOf } from './table/till-lines.ts'
import { paperTotalsOf } from './table/totals.ts'
import type { HeadDoubt, Reading } from './words/extraction.ts'
import { isTaxNumber } from './words/tax-numbers.ts'

/** Matches text with a letter, a digit or №. Other text comes from the edges of the paper, dashes or specks. */
const HAS_MEANING = /[\p{L}\p{N}№]/u

/**
 * Assembles the reading. `look`: rereads a part of a page where arithmetic shows a misread number. `codes`: the
 * contents of the matrix codes on the pages.
 */
export async function assembled(
  found: readonly Piece[],
  look: LookAgain,
  codes: readonly string[] = [],
): Promise<Reading> {
  const { pieces, again } = unfolded(splitPieces(found.filter((piece) => HAS_MEANING.test(piece.text))), look)
  const rows = textRowsOf(pieces)
  const letterHeight =
    quantileOf(
      pieces.map((piece) => piece.bottom - piece.top),
      0.5,
    ) || 1
  const till = await tillLinesOf(rows, again)
  const table = await tableIn(rows, letterHeight, again)
  const rightOf = (lines: Reading['lines']) => lines.filter((line) => judgedLine(line).addsUp).length
  const lead = rightOf(till.lines) - rightOf(table.lines)
  const chosen = lead > 0 || (lead === 0 && table.lines.length === 0) ? till : table
  const itemRows = new Set(chosen.rows)
  const first = rows.findIndex((row) => itemRows.has(row))
  const above = first === -1 ? rows : rows.slice(0, first)
  const title = await titleReadAgain(titleOf(above, rows), again)
  const supplier = await nameReadAgain(await supplierReadAgain(above, rows, again), rows, again)
  const reading: Reading = {
    text: rows.map(textOf).join('\n'),
    kind: title.kind,
    reference: title.reference,
    issuedAt: title.issuedAt,
    supplier: { name: supplier.name, inn: supplier.inn },
    doubts: [...title.doubts, ...(supplier.isDoubtful ? (['supplier'] as const) : [])],
    lines: chosen.lines,
    totals: paperTotalsOf(rows, itemRows),
  }
  return withFacts(reading, factsOf(codes))
}

/**
 * Adds the data of a matrix code (such as a QR code). The data replaces the values recognized from text, except for the
 * number of a receipt, which is used only if no number was recognized.
 */
function withFacts(reading: Reading, facts: CodeFacts | null): Reading {
  if (facts === null) return reading
  const known = new Set<HeadDoubt>([
    ...(facts.date === null ? [] : (['date'] as const)),
    ...(facts.number === null || reading.reference !== null ? [] : (['number'] as const)),
    // If the name was printed beside a tax number other than the code's, the supplier stays doubtful.
    ...(facts.inn === null || facts.inn !== reading.supplier.inn || reading.supplier.name === null
      ? []
      : (['supplier'] as const)),
  ])
  const isOther = facts.inn !== null && reading.supplier.inn !== null && facts.inn !== reading.supplier.inn
  const doubts = (reading.doubts ?? []).filter((doubt) => !known.has(doubt))
  return {
    ...reading,
    reference: reading.reference ?? facts.number,
    issuedAt: facts.date ?? reading.issuedAt,
    supplier: { name: reading.supplier.name, inn: facts.inn ?? reading.supplier.inn },
    doubts: isOther && !doubts.includes('supplier') ? [...doubts, 'supplier'] : doubts,
    totals: facts.minor === null ? reading.totals : [...reading.totals, { label: 'code', minor: facts.minor }],
  }
}

/**
 * If no tax number has valid check digits, rereads the pieces with long numbers and searches for the supplier again.
 */
async function supplierReadAgain(above: readonly Row[], all: readonly Row[], again: LookAgain): Promise<FoundSupplier> {
  const first = supplierOf(above)
  const hasNumber = first.inn !== null && isTaxNumber(first.inn)
  if (hasNumber && !first.isDoubtful) return first
  // Contracts, and the seller in some bills, have their tax numbers at the end of the document.
  const whole = supplierOf(all)
  if (whole.inn !== null && isTaxNumber(whole.inn) && !whole.isDoubtful) return whole
  if (hasNumber) return first
  if (first.inn === null && whole.inn !== null && isTaxNumber(whole.inn)) return { ...first, inn: whole.inn }
  // If there is no number above the item lines, reread the labelled numbers below them.
  const isBelow = first.inn === null && whole.inn !== null
  const searched = isBelow ? all : above
  const places = numberPlaces(searched, isBelow)
  const rows: Row[] = []
  for (const row of searched) {
    const pieces: Piece[] = []
    for (const piece of row.pieces) {
      const looks = !places.has(piece) ? [] : /\p{L}{2}/u.test(piece.text) ? TEXT_LOOKS : FIGURE_LOOKS
      const texts = [piece.text]
      for (const look of looks) texts.push(await again(piece.page, piece, look))
      pieces.push({ ...piece, text: texts.join(' | ') })
    }
    rows.push({ ...row, pieces })
  }
  const second = supplierOf(rows)
  if (second.inn !== null && isTaxNumber(second.inn)) return { ...(isBelow ? whole : first), inn: second.inn }
  return isBelow ? whole : first
}

/**
 * Chooses the pieces to reread for a tax number: pieces with long numbers, labelled ones first, and at most as many as
 * a page header contains.
 */
function numberPlaces(rows: readonly Row[], isNamed: boolean): ReadonlySet<Piece> {
  const isCalledOne = ({ text }: Piece) => /инн/iu.test(text)
  const long = rows.flatMap((row) => row.pieces).filter(({ text }) => /\d[\d\s]{7}/.test(text))
  const [named, others] = [long.filter(isCalledOne), long.filter((piece) => !isCalledOne(piece))]
  return new Set([...named, ...(isNamed ? [] : others)].slice(0, MAX_NUMBER_PLACES))
}

const MAX_NUMBER_PLACES = 12

const TEXT_LOOKS = ['text', 'text-larger', 'text-smaller'] as const
const FIGURE_LOOKS = ['figures', 'larger', 'smaller', 'softer'] as const
