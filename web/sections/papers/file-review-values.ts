/**
 * The values of a document under review, what is doubtful about them, and the request body that creates the draft from
 * them.
 */
import type { Document, DraftFromImportBody, Extraction, Product } from '../../../sdk/types.ts'
import { figureOf } from '../../../spellings/figures.ts'
import { unitName } from '../../../spellings/units.ts'
import { costAt, kopecks, roubles } from '../../data/amounts.ts'
import type { CommandForm } from '../../data/command.ts'
import { doubtfulLetters, doubtsLeft, type ReadText } from './doubtful-letters.ts'

/**
 * If the confidence of a recognized line is below this, it is doubtful, even if its quantity, price and amount agree.
 */
const SURE = 0.9
/** Present and former Russian VAT rates, in per cent. */
const VAT_RATES = [22, 20, 18, 10, 7, 5]

export type ReadLine = Extraction['lines'][number]

/** Returns the name of a line as it was recognized, with its doubtful letters. */
export const nameAsRead = ({ name, doubts }: ReadLine): ReadText => ({ text: name, doubts: doubts?.name ?? [] })
/** Returns the code of a line as it was recognized, with its doubtful letters. */
export const codeAsRead = ({ sku, doubts }: ReadLine): ReadText => ({ text: sku ?? '', doubts: doubts?.sku ?? [] })

/** Returns whether a new product's name or code contains letters that the user must compare with the page. */
export const hasDoubtfulLetters = (read: ReadLine, { name, sku }: { readonly name: string; readonly sku: string }) =>
  doubtfulLetters(name, nameAsRead(read)).size > 0 || doubtsLeft(codeAsRead(read), sku).length > 0

export const DRAFT_KINDS = ['receipt', 'supplier_invoice', 'purchase_order'] as const

export interface ReviewLine {
  readonly productId: string | null
  readonly quantity: string
  readonly unitCost: string
  readonly isAccepted: boolean
  readonly isLeftOut: boolean
}

/** The typed values of a product that will be created, for a line that has no product. */
export interface NewGoods {
  readonly name: string
  readonly sku: string
  readonly uom: string
  /** The sale price of the new product, as typed. */
  readonly price: string
  /** Whether the user has confirmed the name of the new product. */
  readonly isTaken: boolean
}

export interface ReviewValues {
  readonly kind: (typeof DRAFT_KINDS)[number]
  readonly reference: string
  readonly issuedAt: string
  readonly supplierId: string | null
  readonly organizationId: string
  readonly warehouseId: string
  /** The lines of the document under review: one for each recognized line, in the same order. */
  readonly lines: readonly ReviewLine[]
  /** The values typed for new products, by the index of their line. */
  readonly goods?: Readonly<Record<number, NewGoods>>
}

const typed = (value: number | null) => (value === null ? '' : String(value))

/** Returns the values with which a review begins: what was recognized, together with the server's proposals. */
export function valuesOf(extraction: Extraction): ReviewValues {
  const { kind, reference, issuedAt, supplier, lines } = extraction
  return {
    kind: kind === 'invoice' ? 'supplier_invoice' : 'receipt',
    reference: reference ?? '',
    issuedAt: issuedAt ?? '',
    supplierId: supplier.partnerId ?? null,
    organizationId: '',
    warehouseId: '',
    lines: lines.map(({ productId, quantity, unitCost }) => ({
      productId: productId ?? null,
      quantity: typed(quantity),
      unitCost: typed(unitCost),
      isAccepted: false,
      isLeftOut: false,
    })),
  }
}

/** Returns quantity times price, rounded half up to the kopeck as the server does; null when either is missing. */
export function sumOf({ quantity, unitCost }: ReviewLine): number | null {
  const [count, price] = [figureOf(quantity), figureOf(unitCost)]
  if (count === null || price === null) return null
  return costAt(count, price)
}

export type Doubt = 'noProduct' | 'noQuantity' | 'noPrice' | 'sum' | 'unsure' | 'unit'

/**
 * Returns the doubts about a line, with the most important first. `product` is the product chosen for the line;
 * undefined until it is loaded.
 */
export function doubtsOf(line: ReviewLine, read: ReadLine, product: Product | undefined): Doubt[] {
  if (line.isLeftOut) return []
  const doubts: Doubt[] = missingIn(line)
  const isAsRead = line.quantity === typed(read.quantity) && line.unitCost === typed(read.unitCost)
  if (!addsUp(line, read)) doubts.push('sum')
  else if (isAsRead && read.confidence < SURE) doubts.push('unsure')
  const own = product?.uom ?? null
  if (own !== null && read.unit !== null && unitName(own) !== unitName(read.unit)) doubts.push('unit')
  return doubts
}

/** Returns the values that a line lacks before it can be in a document: a product, a quantity or a price. */
export function missingIn({ productId, quantity, unitCost }: ReviewLine): Doubt[] {
  const doubts: Doubt[] = []
  if (productId === null) doubts.push('noProduct')
  if (!((figureOf(quantity) ?? 0) > 0)) doubts.push('noQuantity')
  if (figureOf(unitCost) === null) doubts.push('noPrice')
  return doubts
}

/**
 * Returns whether a line's amount agrees with its quantity and price. It does if quantity × price is the amount, or if
 * amount ÷ quantity, rounded, is the price.
 */
function addsUp(line: ReviewLine, { amount }: ReadLine): boolean {
  const sum = sumOf(line)
  if (sum === null || amount === null || amount === undefined || sum === amount) return true
  const quantity = figureOf(line.quantity)!
  return quantity > 0 && kopecks(amount / quantity) === kopecks(figureOf(line.unitCost)!)
}

/** Returns the sum of the amounts of those lines that the document will contain. */
export function totalOf(lines: readonly ReviewLine[]): number {
  const sum = lines.reduce((all, line) => all + (line.isLeftOut ? 0 : kopecks(sumOf(line) ?? 0)), 0)
  return roubles(sum)
}

export type TotalVerdict = { readonly word: 'totalFits' | 'totalDiffers' | 'totalUnknown' | 'totalVat'; rate?: number }

/**
 * Compares the sum of the lines with the total of the document. If the two differ by exactly a VAT rate, the prices are
 * without VAT.
 */
export function judgeTotal(sum: number, total: number | null | undefined): TotalVerdict {
  if (total === null || total === undefined) return { word: 'totalUnknown' }
  if (kopecks(sum) === kopecks(total)) return { word: 'totalFits' }
  const rate = VAT_RATES.find((one) => Math.abs(Math.round((kopecks(sum) * (100 + one)) / 100) - kopecks(total)) <= 1)
  return rate === undefined ? { word: 'totalDiffers' } : { word: 'totalVat', rate }
}

/**
 * Returns the index of the next line that needs checking or, if there is none, of the next line that the user has not
 * accepted; null when there is no such line.
 */
export function nextToCheck(
  lines: readonly ReviewLine[],
  wantsLook: (at: number) => boolean,
  from: number,
): number | null {
  const order = lines.map((_, step) => (from + 1 + step) % lines.length)
  const open = order.filter((at) => at !== from && !lines[at]!.isAccepted && !lines[at]!.isLeftOut)
  return open.find(wantsLook) ?? open[0] ?? null
}

export function bodyOf(values: ReviewValues): DraftFromImportBody {
  const { kind, reference, issuedAt, supplierId, organizationId, warehouseId, lines } = values
  return {
    kind,
    reference: reference.trim() || null,
    issuedAt: issuedAt || null,
    supplierId,
    organizationId: organizationId || null,
    warehouseId: warehouseId || null,
    lines: lines
      .filter(({ isLeftOut }) => !isLeftOut)
      .map(({ productId, quantity, unitCost }) => ({
        productId: productId!,
        quantity: figureOf(quantity)!,
        unitCost: figureOf(unitCost)!,
      })),
  }
}

/** Returns whether recognition gave a warning with this code. */
export const warns = ({ warnings }: Extraction, wanted: string): boolean => warnings.some(({ code }) => code === wanted)

export type ReviewForm = CommandForm<ReviewValues, Document>
