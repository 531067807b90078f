/** Parses quantity × price in a row of a till receipt: «200 шт х 256,50 =51300,00». */
import { judgedLine } from '../judge/judge.ts'
import { numberReadings } from '../words/numbers.ts'
import { unitOf } from '../words/units.ts'

/** The quantity and price in a row of a receipt, as printed. */
export interface TillProduct {
  /** The text before the quantity and price, which may be the name. */
  readonly before: string
  readonly quantity: string
  readonly unit: string
  readonly unitCost: string
  /** The amount as printed; undefined if it is not in this row. */
  readonly amount: string | undefined
  /** Whether the row contains nothing besides these parts. */
  readonly isWhole: boolean
}

const UNIT = String.raw`\p{L}{1,9}(?:[./-]\s?\p{L}{1,4})?[23²³З]?\.?`
const CURRENCY = String.raw`(?:руб\.?|р\.?|₽)`

/**
 * Matches two factors separated by a multiplication sign, or by a misreading of it after a unit. Either factor may have
 * a unit, and an amount may follow.
 */
const productBy = (sign: string) =>
  new RegExp(
    String.raw`^(.*?)(\d[\d\s.,']*)\s*(${UNIT})?\s*(?:${sign})\s*(\d[\d\s.,'()]*?)\s*(?:${CURRENCY}|(${UNIT}))?\s*(?:[=≈]\s*(\S.*))?$`,
    'u',
  )
const SIGN = '[xхXХ×*+]'
const PRODUCT = productBy(String.raw`${SIGN}|(?<=\p{L})[яжк]`)
const SIGNED_PRODUCT = productBy(SIGN)

/** Matches a multiplication whose quantity is unreadable. */
const ILLEGIBLE = /^()(\S{1,8}?)(\p{L}{1,5})?\s*[xхXХ×*]\s+(\d[\d\s.,']*[.,]\d{2})()()$/u

/** Matches a row without a multiplication sign. It counts only if quantity × price = amount. */
const SIGNLESS = /^()(\d[\d\s']*[.,]\d+)()\s+(\d[\d\s']*[.,]\d+)()\s*[=≈]\s*(\d\S*(?:\s\S+)*)$/u

/**
 * Returns the quantity and price in a row, or null if the row has none. `isMarked`: whether an amount with «=» is below
 * the row; if so, one factor may be unreadable.
 */
export function productIn(text: string, isMarked: boolean): TillProduct | null {
  return (
    unmarked(text) ??
    foundBy(PRODUCT, text) ??
    withArithmetic(SIGNLESS, text) ??
    (isMarked ? foundBy(ILLEGIBLE, text) : null)
  )
}

function foundBy(pattern: RegExp, text: string): TillProduct | null {
  const match = pattern.exec(text)
  if (match === null) return null
  const [whole, before = '', first = '', unit = '', second = '', unitBehind = '', amount = ''] = match
  const isWhole = whole === text
  const rest = { before, isWhole, amount: amount === '' ? undefined : amount }
  if (unitBehind === '') return { ...rest, quantity: first, unit, unitCost: second }
  // In «69.13 x 6 шт», the unit shows that the second number is the quantity.
  return unitOf(unitBehind) === null || unit !== ''
    ? null
    : { ...rest, quantity: second, unit: unitBehind, unitCost: first }
}

/** Accepts a match only if quantity × price = amount. */
function withArithmetic(pattern: RegExp, text: string): TillProduct | null {
  const product = foundBy(pattern, text)
  return product !== null && doesMultiply(product) ? product : null
}

/** Recognizes an amount without «=» by the fact that it equals the product: «65,00 х 12,00 780,00». */
function unmarked(text: string): TillProduct | null {
  if (/[=≈]/.test(text)) return null
  for (let at = text.lastIndexOf(' '); at > 0; at = text.lastIndexOf(' ', at - 1)) {
    const amount = text.slice(at + 1)
    if (!/^\d[\d\s.,']*$/.test(amount)) return null
    const product = foundBy(SIGNED_PRODUCT, text.slice(0, at).trim())
    if (product !== null && doesMultiply({ ...product, amount })) return { ...product, amount }
  }
  return null
}

function doesMultiply({ quantity, unitCost, amount = '' }: TillProduct): boolean {
  const numbers = {
    quantity: numberReadings(quantity),
    unitCost: numberReadings(unitCost),
    amount: numberReadings(amount),
  }
  return judgedLine({ name: '', sku: null, unit: null, amountWithVat: [], ...numbers }).addsUp
}
