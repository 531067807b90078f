/** Which signs of article codes are doubtful: those that a reader takes for others, where neither the other codes nor a check figure tell. */
import { type CodeReadings, latinized } from '../words/article-codes.ts'
import { shapeOfCode } from './code-shape.ts'
import { differingLetters } from './letter-doubts.ts'

/** Figures with the letters of either alphabet that look like them. */
const FIGURES = ['0OОQDС', '1IL', '2Z', '3ЗЭ', '4Ч', '5S', '6GБ', '7TТ', '8BВ']

/** Fewer codes of one shape do not tell where letters stand. */
const FEW = 3
/** Of all codes. */
const MOST = 0.6

/** By code, the places of its doubtful signs. `spelled`: the codes as they are made of the readings. */
export function codeDoubts(codes: readonly (CodeReadings | null)[], spelled: readonly (string | null)[]): number[][] {
  const found = codes.filter((code) => code !== null)
  // Readers who say the same of all, as the text of a PDF does, have misread nothing.
  const isText = found.every(({ russian, latin }) => russian === latin)
  const shapes = spelled.flatMap((code) => (code === null ? [] : [shapeOfCode(code)]))
  const isUsual = (code: string) => {
    const same = shapes.filter((shape) => shape === shapeOfCode(code)).length
    return same >= FEW && same >= MOST * shapes.length
  }
  const usual = spelled.find((code): code is string => code !== null && isUsual(code))
  return codes.map((code, at) => {
    const sku = spelled[at] ?? null
    if (isText || code === null || sku === null || hasRightCheck(sku)) return []
    // Of a code that looks like none of the others, where those look alike, a part was lost or put in.
    const isOdd = shapes.length > FEW && usual !== undefined && usual.length !== sku.length && !isUsual(sku)
    return isOdd ? Array.from(sku, (_, place) => place) : doubtsOf(sku, code, isUsual(sku))
  })
}

function doubtsOf(sku: string, { russian, latin }: CodeReadings, isUsual: boolean): number[] {
  const readings = [russian.toUpperCase(), latin].filter((one) => one !== '')
  const own = readings.find((one) => latinized(one) === latinized(sku))
  // Put together from both, or mended: what neither of them said alone.
  const mended = own === undefined && readings.length > 0 ? nearestDoubts(sku, readings) : []
  if (isUsual) return mended
  const either = [...sku].flatMap((sign, at) =>
    readings.some((one) => one.length === sku.length && isTwin(sign, one[at]!)) ? [at] : [],
  )
  return [...new Set([...mended, ...either])].sort((a, b) => a - b)
}

const nearestDoubts = (sku: string, readings: readonly string[]): number[] =>
  readings.map((one) => differingLetters(sku, one)).reduce((least, one) => (one.length < least.length ? one : least))

/** A figure and a letter that looks like it. */
const isTwin = (one: string, other: string): boolean =>
  /\d/.test(one) !== /\d/.test(other) && FIGURES.some((alike) => alike.includes(one) && alike.includes(other))

/** Lengths of numbers of goods whose last figure checks the others (GTIN). */
const GTIN = /^(?:\d{8}|\d{12,14})$/

/** A number of goods with a check figure that is right: one in ten would be by chance. */
function hasRightCheck(code: string): boolean {
  if (!GTIN.test(code)) return false
  const sum = [...code].reverse().reduce((all, figure, at) => all + Number(figure) * (at % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}
