/**
 * Finds doubtful characters of article codes: easily confused characters that neither the other codes nor a check digit
 * can decide.
 */
import { type CodeReadings, latinized } from '../words/article-codes.ts'
import { shapeOfCode } from './code-shape.ts'
import { differingLetters } from './letter-doubts.ts'

/** Each digit with the Latin and Russian letters that look like it. */
const FIGURES = ['0OОQDС', '1IL', '2Z', '3ЗЭ', '4Ч', '5S', '6GБ', '7TТ', '8BВ']

/** The number of codes with the same pattern below which it is unknown in which positions letters belong. */
const FEW = 3
/** The share of all codes from which their pattern counts as the usual pattern. */
const MOST = 0.6

/**
 * Returns, for each code, the positions of its doubtful characters. `spelled`: the final codes made from the readings.
 */
export function codeDoubts(codes: readonly (CodeReadings | null)[], spelled: readonly (string | null)[]): number[][] {
  const found = codes.filter((code) => code !== null)
  // If the Russian and Latin models always agree, as with the text of a PDF, nothing was misread.
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
    // If most codes have the same pattern, a code with another pattern has lost or gained characters.
    const isOdd = shapes.length > FEW && usual !== undefined && usual.length !== sku.length && !isUsual(sku)
    return isOdd ? Array.from(sku, (_, place) => place) : doubtsOf(sku, code, isUsual(sku))
  })
}

function doubtsOf(sku: string, { russian, latin }: CodeReadings, isUsual: boolean): number[] {
  const readings = [russian.toUpperCase(), latin].filter((one) => one !== '')
  const own = readings.find((one) => latinized(one) === latinized(sku))
  // A code that differs from both models' readings was combined from the two readings or corrected.
  const mended = own === undefined && readings.length > 0 ? nearestDoubts(sku, readings) : []
  if (isUsual) return mended
  const either = [...sku].flatMap((sign, at) =>
    readings.some((one) => one.length === sku.length && isTwin(sign, one[at]!)) ? [at] : [],
  )
  return [...new Set([...mended, ...either])].sort((a, b) => a - b)
}

const nearestDoubts = (sku: string, readings: readonly string[]): number[] =>
  readings.map((one) => differingLetters(sku, one)).reduce((least, one) => (one.length < least.length ? one : least))

/** Whether one character is a digit and the other a letter that looks like it. */
const isTwin = (one: string, other: string): boolean =>
  /\d/.test(one) !== /\d/.test(other) && FIGURES.some((alike) => alike.includes(one) && alike.includes(other))

/** The lengths of product numbers (GTIN), whose last digit is a check digit. */
const GTIN = /^(?:\d{8}|\d{12,14})$/

/** Whether a GTIN's check digit is right. One in ten misread numbers passes by chance. */
function hasRightCheck(code: string): boolean {
  if (!GTIN.test(code)) return false
  const sum = [...code].reverse().reduce((all, figure, at) => all + Number(figure) * (at % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}
