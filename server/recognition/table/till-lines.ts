/**
 * Reads the item lines of till receipts, which have no columns: a name, then below it «200 шт х 256,50» and
 * «=51300,00».
 */
import { judgedLine } from '../judge/judge.ts'
import type { LookAgain } from '../picture/looks.ts'
import { centreOf, joined, type Piece, placeOfPieces, type Row, textOf, withText } from '../picture/pieces.ts'
import { unionOf } from '../picture/raster.ts'
import { nameAndCode } from '../words/article-codes.ts'
import type { ReadLine } from '../words/extraction.ts'
import { type NumberReading, numberReadings } from '../words/numbers.ts'
import { unitOf } from '../words/units.ts'
import { spelledCodes } from './code-column.ts'
import { codeDoubts } from './code-doubts.ts'
import { type SpelledPiece, withLatinWords } from './latin-words.ts'
import { doubtfulPlaces, wordsReadOtherwise } from './letter-doubts.ts'
import { frontOf, nameAndSku } from './name-and-code.ts'
import { withDoubts } from './table.ts'
import { TOTALS_WORDS } from './table-rows.ts'
import { productIn, type TillProduct } from './till-products.ts'

/**
 * Matches a number with three decimals, a multiplication sign and an amount with kopecks. It can only be an item line
 * of a receipt, so it counts even if the amount is unreadable.
 */
const SURE_PRODUCT = /^\s*\d[\d\s']*[.,]\d{3}\s*[xхXХ×*+]\s*\d[\d\s']*[.,]\d{2}(?!\d)/u

/** A multiplication sign and the thousands digit after it, read as a word: «150.00 хз 666.35» means 3 666.35. */
const THREE_AT_SIGN = /(?<=\d\s*[xхXХ×*])\s*[зЗ](?=\s?\d{3}[.,]\d)/u

const AMOUNT = /^\s*[=≈]?\s*(\d[\d\s.,']*)\s*(?:руб\.?|р\.?|₽)?\s*$/u
const MARKED_AMOUNT = /[=≈]\s*(\d[\d\s.,']*)\D{0,3}$/u

/**
 * Matches an amount in a row of its own, with «=» or with kopecks. A number with neither may be the end of a name, such
 * as «12» below «7-».
 */
const LONE_AMOUNT = /^\s*(?:[=≈]\s*\d[\d\s.,']*|\d[\d\s']*[.,]\d{2})\s*(?:руб\.?|р\.?|₽)?\s*$/u

const amountIn = (text: string): string | undefined => (AMOUNT.exec(text) ?? MARKED_AMOUNT.exec(text))?.[1]

export interface TillLines {
  readonly lines: ReadLine[]
  readonly rows: readonly Row[]
}

/**
 * Matches an item's price before a discount, «Цена без скидки 80.00», or its discount, «Скидка 65.22». Such a row is
 * neither a name nor an amount of the receipt.
 */
const OF_DISCOUNT =
  /^[^\p{L}\d]*(?:(?:сумма\s+)?скидк\p{L}*|(?:цена|стоимость|сумма)\s+(?:без|до|со?)\s+(?:уч[её]том\s+)?скидк\p{L}*|стар\p{L}+\s+цена|цена\s+по\s+карте|без\s+скидки|бонус\p{L}*|списано\s+бонус|акция|экономия)(?!\p{L})/iu

/**
 * Texts above and between item lines that are not names: VAT, payment methods, and the receipt's head with its time.
 */
const NO_NAME =
  /(?:^|\s)ндс(?:\s|$|[.,:])|^[^\p{L}]*(?:в\s?т\s?\.?\s?ч|в том числе|без налога|приход|расход|возврат|(?:кассовый |товарный )?чек|касса|кассир|смена|полный расч[её]т|предоплата|признак|скидка|инн|дата)(?!\p{L})|не облагается|^\W*товар$|\d\d[.:]\d\d[.:]\d\d|(?<!\d)\d\d\.\d\d\.\d{4}(?!\d)/iu

interface Found {
  readonly line: Omit<ReadLine, 'name' | 'sku'>
  /** The name, as one piece per text row. */
  readonly name: readonly Piece[]
}

/** Returns the item lines of a till receipt, or none for any other document. */
export async function tillLinesOf(rows: readonly Row[], again: LookAgain): Promise<TillLines> {
  const found: Found[] = []
  const taken: Row[] = []
  let names: Row[] = []
  for (let index = 0; index < rows.length; index++) {
    const row = withoutSpecks(rows[index]!)
    const text = textOf(row).replace(THREE_AT_SIGN, ' 3')
    const next = rows[index + 1] === undefined ? undefined : withoutSpecks(rows[index + 1]!)
    const amountBelow = next === undefined || TOTALS_WORDS.test(textOf(next)) ? undefined : amountIn(textOf(next))
    const isMarked = next !== undefined && /[=≈]/.test(textOf(next))
    if (text === '' || OF_DISCOUNT.test(text)) continue
    const sure = SURE_PRODUCT.exec(text)?.[0]
    // If a row certainly has a quantity and a price, an amount follows, which may be unreadable.
    const product = productIn(text, isMarked) ?? (sure === undefined ? null : partOf(sure))
    // «Фанера 1525х1525» looks like a multiplication, but is a name if no amount follows it or if the next row is a
    // multiplication with an amount.
    const isName = next !== undefined && productIn(textOf(next), false)?.amount !== undefined
    const isProduct =
      product !== null && (sure !== undefined || (product.amount ?? (isName ? undefined : amountBelow)) !== undefined)
    if (!isProduct || TOTALS_WORDS.test(text)) {
      const isNone = NO_NAME.test(text) || LONE_AMOUNT.test(text)
      names = isNone ? [] : startsName(text) ? [row] : [...names, row].slice(-rowsOfName(names))
      continue
    }
    const { before, quantity, unit, unitCost, amount: behind, isWhole } = product
    const amountRow = behind === undefined && isWhole ? next : undefined
    const amount = behind ?? (isWhole ? amountBelow : undefined) ?? ''
    const name = namePiecesOf(names, row, before)
    const line = await lookedAtAgain(
      {
        name: '',
        sku: null,
        unit: unitOf(unit),
        quantity: numberReadings(quantity),
        unitCost: numberReadings(unitCost),
        amount: numberReadings(amount),
        amountWithVat: [],
      },
      row,
      { amountRow, again },
    )
    const isNamed = nameAndCode(name.map((piece) => piece.text).join(' ')).name !== ''
    if ((line.amount.length === 0 && sure === undefined) || !isNamed) continue
    const rowsOfLine = [row, ...names, ...(amountRow === undefined || amount === '' ? [] : [amountRow])]
    const place = placeOfPieces(rowsOfLine.flatMap(({ pieces }) => pieces))
    found.push({ line: place === null ? line : { ...line, place }, name })
    taken.push(rows[index]!)
    if (behind === undefined && amount !== '') taken.push(rows[++index]!)
    names = []
  }
  const lines = await namedLines(found, again)
  return { lines: inOrder(lines), rows: taken }
}

/** Returns the quantity and price in a row whose end is unreadable. */
function partOf(text: string): TillProduct | null {
  const product = productIn(text, false)
  return product === null ? null : { ...product, isWhole: false }
}

/**
 * The maximum distance from a word at which a mark still belongs to the text, in row heights. Marks further away are
 * the edge of the paper, or something beside the paper, misread as letters.
 */
const FAR_AWAY = 3

/**
 * Removes isolated marks at the ends of a row that are neither words nor numbers. A row with only such marks becomes
 * empty.
 */
function withoutSpecks(row: Row): Row {
  const isSpeck = ({ text }: Piece) => /^\P{L}?\p{L}{0,2}\P{L}?$/u.test(text.trim()) && !/\d/.test(text)
  const words = row.pieces.filter((piece) => !isSpeck(piece))
  const first = words[0]
  if (first === undefined) return row.pieces.length === 1 ? { ...row, pieces: [] } : row
  const { left, right, top, bottom } = unionOf(words)
  const far = FAR_AWAY * (bottom - top)
  const pieces = row.pieces.filter((piece) => !isSpeck(piece) || (piece.right > left - far && piece.left < right + far))
  return pieces.length === row.pieces.length ? row : { ...row, pieces }
}

/** The maximum number of pieces of a receipt's names that are reread. */
const MAX_LATIN_LOOKS = 20
const MAX_OTHER_LOOKS = 8

/**
 * Returns the pieces of a name, one per row, without the line number. The last piece is the text before the quantity.
 */
function namePiecesOf(names: readonly Row[], row: Row, before: string): Piece[] {
  const rows = names.map(({ pieces }): Piece => {
    // A single character at the start of a row, apart from the text, is really the edge of the paper.
    const own = pieces.length > 1 && pieces[0]!.text.trim().length === 1 ? pieces.slice(1) : pieces
    return joined(own)
  })
  const [{ left, right, top, bottom }] = row.pieces as [Piece]
  const last = { ...withText(joined(row.pieces), before), left, right, top, bottom }
  const pieces = [...rows, last].filter(({ text }) => text.trim() !== '')
  return pieces.map((piece, index) => (index === 0 ? withText(piece, numbered(piece.text)) : piece))
}

/**
 * Reads the names and codes of all lines together, because text printed before every name can only be found by
 * comparing the names.
 */
async function namedLines(found: readonly Found[], again: LookAgain): Promise<ReadLine[]> {
  const looks = { left: MAX_LATIN_LOOKS }
  const names: SpelledPiece[][] = []
  for (const { name } of found) names.push(await withLatinWords(name, { again, looks }))
  const front = frontOf(names)
  const otherLooks = { left: MAX_OTHER_LOOKS }
  const texts: (Awaited<ReturnType<typeof nameAndSku>> & { readonly nameDoubts: readonly number[] })[] = []
  for (const name of names) {
    const text = await nameAndSku(name, { pieces: [], hasNumbers: false }, { again, front })
    const otherwise = await wordsReadOtherwise(name, { again, looks: otherLooks })
    texts.push({ ...text, nameDoubts: doubtfulPlaces(text.name, otherwise) })
  }
  const codes = texts.map(({ code }) => code)
  const skus = spelledCodes(codes)
  const doubts = codeDoubts(codes, skus)
  return found.map(({ line }, index) => {
    const { name, nameDoubts } = texts[index]!
    return withDoubts({ ...line, name, nameDoubts }, skus[index]!, doubts[index]!)
  })
}

/**
 * Decides which of two factors is the price, because some tills print the price first: «536.94 x 40.000». If only one
 * factor has kopecks, it is the price. If both have the same number of decimals in all lines, the price is probably the
 * factor that is not a whole number.
 */
function inOrder(lines: readonly ReadLine[]): ReadLine[] {
  const others = lines.map(swapped)
  const countOf = (all: readonly ReadLine[], isPrice: (cost: NumberReading, quantity: NumberReading) => boolean) =>
    all.filter(({ quantity: [quantity], unitCost: [cost] }) => cost && quantity && isPrice(cost, quantity)).length
  const hasKopecks = (cost: NumberReading, quantity: NumberReading) => cost.decimals === 2 && quantity.decimals !== 2
  const [asIs, reversed] = [countOf(lines, hasKopecks), countOf(others, hasKopecks)]
  if (asIs !== reversed) return reversed > asIs ? others : [...lines]
  const isBroken = ({ milli }: NumberReading) => milli % 1000 !== 0
  const isPriceBroken = (cost: NumberReading, quantity: NumberReading) => isBroken(cost) && !isBroken(quantity)
  const [asRead, changed] = [countOf(lines, isPriceBroken), countOf(others, isPriceBroken)]
  const isHigher = (cost: NumberReading, quantity: NumberReading) => cost.milli > quantity.milli
  // If nothing else decides, the higher number is the price, because for most goods the price in roubles is higher than
  // the number of pieces.
  const isLikelierChanged = asRead === changed ? countOf(others, isHigher) === lines.length : changed > asRead
  const likelier = isLikelierChanged ? others : lines
  const hasUnits = lines.some(({ unit }) => unit !== null)
  return hasUnits ? [...lines] : likelier.map((line) => ({ ...line, isOrderDoubtful: true }))
}

const swapped = (line: ReadLine): ReadLine => ({ ...line, quantity: line.unitCost, unitCost: line.quantity })

/**
 * Returns the maximum number of text rows in a name. It is larger for a name that begins with a line number, because
 * then its beginning is known.
 */
const rowsOfName = (names: readonly Row[]) => (names[0] !== undefined && startsName(textOf(names[0])) ? 6 : 3)

/** Whether a text begins a new item line of the receipt: «3. Болт». */
const startsName = (text: string) => /^\s*\d{1,3}\s?[.)]\s*\S*\p{L}/u.test(text)

const numbered = (name: string) => name.replace(/^\s*\d{1,3}\s?[.)]\s*/, '')

interface Around {
  readonly amountRow: Row | undefined
  readonly again: LookAgain
}

/** Rereads whole rows until the line adds up. */
async function lookedAtAgain(line: ReadLine, row: Row, { amountRow, again }: Around): Promise<ReadLine> {
  let result = line
  for (const look of ['text', 'larger', 'softer'] as const) {
    if (judgedLine(result).addsUp) break
    // The multiplication sign can only be found by rereading the row as text, whereas the amount is reread as digits
    // only.
    const seen = look === 'text' ? await readRow(row, (piece) => again(piece.page, piece, look)) : ''
    const product = productIn(seen, false)
    const below = amountRow === undefined ? '' : await readRow(amountRow, (piece) => again(piece.page, piece, look))
    const amount = product?.amount ?? amountIn(below) ?? ''
    result = {
      ...result,
      quantity: [...result.quantity, ...more(product?.quantity)],
      unitCost: [...result.unitCost, ...more(product?.unitCost)],
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
