/** «200 шт х 256,50 =51300,00»: what a row of a till receipt multiplies. */
import { judgedLine } from '../judge/judge.ts'
import { numberReadings } from '../words/numbers.ts'
import { unitOf } from '../words/units.ts'

/** One row's factors, as they stand there. */
export interface TillProduct {
  /** What stands in front, perhaps the name. */
  readonly before: string
  readonly quantity: string
  readonly unit: string
  readonly unitCost: string
  /** undefined: it is not in this row. */
  readonly amount: string | undefined
  /** Nothing else stands in the row. */
  readonly isWhole: boolean
}

const UNIT = String.raw`\p{L}{1,9}(?:[./-]\s?\p{L}{1,4})?[23²³З]?\.?`
const CURRENCY = String.raw`(?:руб\.?|р\.?|₽)`

/** Two factors and the sign between them (also as readers see it behind a unit), either of them with a unit, and perhaps the amount. */
const productBy = (sign: string) =>
  new RegExp(
    String.raw`^(.*?)(\d[\d\s.,']*)\s*(${UNIT})?\s*(?:${sign})\s*(\d[\d\s.,'()]*?)\s*(?:${CURRENCY}|(${UNIT}))?\s*(?:[=≈]\s*(\S.*))?$`,
    'u',
  )
const SIGN = '[xхXХ×*+]'
const PRODUCT = productBy(String.raw`${SIGN}|(?<=\p{L})[яжк]`)
const SIGNED_PRODUCT = productBy(SIGN)

/** The same with a quantity that is not legible. */
const ILLEGIBLE = /^()(\S{1,8}?)(\p{L}{1,5})?\s*[xхXХ×*]\s+(\d[\d\s.,']*[.,]\d{2})()()$/u

/** The sign was lost: the figures themselves must say that they are multiplied. */
const SIGNLESS = /^()(\d[\d\s']*[.,]\d+)()\s+(\d[\d\s']*[.,]\d+)()\s*[=≈]\s*(\d\S*(?:\s\S+)*)$/u

/** The factors of a row; null where it has none. `isMarked`: an amount with its mark stands below, so that a part may be illegible. */
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
  // «69.13 x 6 шт»: the unit is that of the quantity.
  return unitOf(unitBehind) === null || unit !== ''
    ? null
    : { ...rest, quantity: second, unit: unitBehind, unitCost: first }
}

/** Where only arithmetic shows that they are factors. */
function withArithmetic(pattern: RegExp, text: string): TillProduct | null {
  const product = foundBy(pattern, text)
  return product !== null && doesMultiply(product) ? product : null
}

/** «65,00 х 12,00   780,00»: an amount without its mark, told by what it is the product of. */
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
