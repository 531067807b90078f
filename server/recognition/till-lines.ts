/** Till receipts have no columns: a name, below it «200 шт х 256,50», and «=51300,00». */

import { nameAndCode } from './article-codes.ts'
import type { ReadLine } from './extraction.ts'
import { judgedLine } from './judge.ts'
import { numberReadings } from './numbers.ts'
import { centreOf, type Piece, placeOfPieces, type Row, textOf } from './pieces.ts'
import { unionOf } from './raster.ts'
import type { LookAgain } from './table.ts'
import { TOTALS_WORDS } from './table-shape.ts'
import { unitOf } from './units.ts'

/** Quantity, unit, a sign of multiplication (also as readers see it behind a unit), price, perhaps the amount. */
const PRODUCT =
  /^(.*?)(\d[\d\s.,']*)\s*(\p{L}{1,6}?[23²³З]?\.?)?\s*(?:[xхXХ×*+]|(?<=\p{L})[яжк])\s*(\d[\d\s.,'()]*?)\s*(?:руб\.?|р\.?|₽)?\s*(?:[=≈]\s*(\S.*))?$/u

/** The same with a quantity that is not legible. */
const ILLEGIBLE = /^()(\S{1,8}?)(\p{L}{1,5})?\s*[xхXХ×*]\s+(\d[\d\s.,']*[.,]\d{2})()$/u

/** Nothing else has three decimals, a sign and kopecks: a line of the receipt, even if its amount is not legible. */
const SURE_PRODUCT = /^\s*\d[\d\s']*[.,]\d{3}\s*[xхXХ×*+]\s*\d[\d\s']*[.,]\d{2}(?!\d)/u

const AMOUNT = /^\s*[=≈]?\s*(\d[\d\s.,']*)\s*(?:руб\.?|р\.?|₽)?\s*$/u
const MARKED_AMOUNT = /[=≈]\s*(\d[\d\s.,']*)\D{0,3}$/u

const amountIn = (text: string): string | undefined => (AMOUNT.exec(text) ?? MARKED_AMOUNT.exec(text))?.[1]

export interface TillLines {
  readonly lines: ReadLine[]
  readonly rows: readonly Row[]
}

/** The lines of a till receipt; none for another document. */
export async function tillLinesOf(rows: readonly Row[], again: LookAgain): Promise<TillLines> {
  const lines: ReadLine[] = []
  const taken: Row[] = []
  let names: Row[] = []
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index]!
    const text = textOf(row)
    const next = rows[index + 1]
    const amountBelow = next === undefined || TOTALS_WORDS.test(textOf(next)) ? undefined : amountIn(textOf(next))
    const isMarked = next !== undefined && /[=≈]/.test(textOf(next))
    const product = PRODUCT.exec(text) ?? (isMarked ? ILLEGIBLE.exec(text) : null)
    // «Фанера 1525х1525» multiplies too, but no amount follows, or a product of its own does.
    const isName = next !== undefined && PRODUCT.exec(textOf(next))?.[5] !== undefined
    const isProduct =
      product !== null && (SURE_PRODUCT.test(text) || (product[5] || (isName ? undefined : amountBelow)) !== undefined)
    if (!isProduct || TOTALS_WORDS.test(text)) {
      names = startsName(text) ? [row] : [...names, row].slice(-rowsOfName(names))
      continue
    }
    const [, before = '', quantity = '', unit = '', unitCost = '', rest = ''] = product
    const behind = rest === '' ? undefined : rest
    const amountRow = behind === undefined ? next : undefined
    const amount = behind ?? amountBelow ?? ''
    const named = nameAndCode(numbered([...names.map(textOf), before].join(' ')))
    const line = await lookedAtAgain(
      {
        name: named.name.replace(/\s+/g, ' ').trim(),
        sku: named.code,
        unit: unitOf(unit),
        quantity: numberReadings(quantity),
        unitCost: numberReadings(unitCost),
        amount: numberReadings(amount),
        amountWithVat: [],
      },
      row,
      { amountRow, again },
    )
    if ((line.amount.length === 0 && !SURE_PRODUCT.test(text)) || named.name === '') continue
    const rowsOfLine = [row, ...names, ...(amountRow === undefined || amount === '' ? [] : [amountRow])]
    const place = placeOfPieces(rowsOfLine.flatMap(({ pieces }) => pieces))
    lines.push(place === null ? line : { ...line, place })
    taken.push(row)
    if (behind === undefined && amount !== '') taken.push(rows[++index]!)
    names = []
  }
  return { lines: isPriceFirst(lines) ? lines.map(swapped) : lines, rows: taken }
}

/** «536.94 x 40.000»: some tills print the price first; it is the factor with kopecks where the other has none. */
function isPriceFirst(lines: readonly ReadLine[]): boolean {
  const isReversed = ({ quantity, unitCost }: ReadLine) =>
    quantity[0]?.decimals === 2 && unitCost[0] !== undefined && unitCost[0].decimals !== 2
  return lines.filter(isReversed).length > lines.map(swapped).filter(isReversed).length
}

const swapped = (line: ReadLine): ReadLine => ({ ...line, quantity: line.unitCost, unitCost: line.quantity })

/** A name that begins with its number may have more rows than one whose beginning is not known. */
const rowsOfName = (names: readonly Row[]) => (names[0] !== undefined && startsName(textOf(names[0])) ? 6 : 3)

/** «3. Болт»: a new line of the receipt begins. */
const startsName = (text: string) => /^\s*\d{1,3}\s?[.)]\s*\S*\p{L}/u.test(text)

const numbered = (name: string) => name.replace(/^\s*\d{1,3}\s?[.)]\s*/, '')

interface Around {
  readonly amountRow: Row | undefined
  readonly again: LookAgain
}

/** Whole rows are read again as long as the line does not add up. */
async function lookedAtAgain(line: ReadLine, row: Row, { amountRow, again }: Around): Promise<ReadLine> {
  let result = line
  for (const look of ['text', 'larger', 'softer'] as const) {
    if (judgedLine(result).addsUp) break
    // Only words have the sign in them; the amount is figures alone.
    const product = look === 'text' ? PRODUCT.exec(await readRow(row, (piece) => again(piece.page, piece, look))) : null
    const below = amountRow === undefined ? '' : await readRow(amountRow, (piece) => again(piece.page, piece, look))
    const amount = product?.[5] ?? amountIn(below) ?? ''
    result = {
      ...result,
      quantity: [...result.quantity, ...more(product?.[2])],
      unitCost: [...result.unitCost, ...more(product?.[4])],
      amount: [...result.amount, ...more(amount)],
    }
  }
  return result
}

const more = (text: string | undefined) => numberReadings(text ?? '').map((one) => ({ ...one, doubt: one.doubt + 0.3 }))

async function readRow(row: Row, read: (piece: Piece) => Promise<string>): Promise<string> {
  const texts: string[] = []
  const whole = { ...row.pieces[0]!, ...unionOf(row.pieces) }
  const isTogether = whole.right - whole.left < 40 * (whole.bottom - whole.top)
  for (const piece of isTogether ? [whole] : row.pieces.toSorted((a, b) => centreOf(a) - centreOf(b)))
    texts.push(await read(piece))
  return texts.join(' ')
}
