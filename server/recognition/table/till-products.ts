/** Parses the product in a row of a till receipt: «200 шт х 256,50 =51300,00». */
import { judgedLine } from '../judge/judge.ts'
import { numberReadings } from '../words/numbers.ts'
import { unitOf } from '../words/units.ts'

/** The factors of a row, as printed. */
export interface TillProduct {
  /** The text before the factors, perhaps the name. */
  readonly before: string
  readonly quantity: string
  readonly unit: string
  readonly unitCost: string
  /** undefined: the amount is not in this row. */
  readonly amount: string | undefined
  /** Whether the row contains nothing else. */
  readonly isWhole: boolean
}

const UNIT = String.raw`\p{L}{1,9}(?:[./-]\s?\p{L}{1,4})?[23²³З]?\.?`
const CURRENCY = String.raw`(?:руб\.?|р\.?|₽)`

/**
 * Two factors with a multiplication sign between them (also as readers see it after a unit), either factor with a unit,
 * and an optional amount.
 */
const productBy = (sign: string) =>
  new RegExp(
    String.raw`^(.*?)(\d[\d\s.,']*)\s*(${UNIT})?\s*(?:${sign})\s*(\d[\d\s.,'()]*?)\s*(?:${CURRENCY}|(${UNIT}))?\s*(?:[=≈]\s*(\S.*))?$`,
    'u',
  )
const SIGN = '[xхXХ×*+]'
const PRODUCT = productBy(String.raw`${SIGN}|(?<=\p{L})[яжк]`)
const SIGNED_PRODUCT = productBy(SIGN)

/** The same with an unreadable quantity. */
const ILLEGIBLE = /^()(\S{1,8}?)(\p{L}{1,5})?\s*[xхXХ×*]\s+(\d[\d\s.,']*[.,]\d{2})()()$/u

/** Without a multiplication sign: the numbers themselves must multiply. */
const SIGNLESS = /^()(\d[\d\s']*[.,]\d+)()\s+(\d[\d\s']*[.,]\d+)()\s*[=≈]\s*(\d\S*(?:\s\S+)*)$/u

/** The factors of a row; null when it has none. `isMarked`: a marked amount is below, so a factor may be unreadable. */
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
  // «69.13 x 6 шт»: the unit belongs to the quantity.
  return unitOf(unitBehind) === null || unit !== ''
    ? null
    : { ...rest, quantity: second, unit: unitBehind, unitCost: first }
}

/** Accepts the match only if the numbers multiply. */
function withArithmetic(pattern: RegExp, text: string): TillProduct | null {
  const product = foundBy(pattern, text)
  return product !== null && doesMultiply(product) ? product : null
}

/** An amount without «=», recognized because it equals the product: «65,00 х 12,00   780,00». */
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
