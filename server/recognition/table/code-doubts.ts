/**
 * Finds doubtful characters of article codes: those that readers confuse, where neither the other codes nor a check
 * digit decides.
 */
import { type CodeReadings, latinized } from '../words/article-codes.ts'
import { shapeOfCode } from './code-shape.ts'
import { differingLetters } from './letter-doubts.ts'

/** Digits with the letters of both alphabets that look like them. */
const FIGURES = ['0OОQDС', '1IL', '2Z', '3ЗЭ', '4Ч', '5S', '6GБ', '7TТ', '8BВ']

/** Fewer codes of one shape do not show where letters belong. */
const FEW = 3
/** The share of all codes that makes a shape the usual one. */
const MOST = 0.6

/** For each code the positions of its doubtful characters. `spelled`: the final codes made from the readings. */
export function codeDoubts(codes: readonly (CodeReadings | null)[], spelled: readonly (string | null)[]): number[][] {
  const found = codes.filter((code) => code !== null)
  // When both readings are always the same, as in the text of a PDF, nothing was misread.
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
    // Where most codes have the same shape, a code with another one has lost or gained characters.
    const isOdd = shapes.length > FEW && usual !== undefined && usual.length !== sku.length && !isUsual(sku)
    return isOdd ? Array.from(sku, (_, place) => place) : doubtsOf(sku, code, isUsual(sku))
  })
}

function doubtsOf(sku: string, { russian, latin }: CodeReadings, isUsual: boolean): number[] {
  const readings = [russian.toUpperCase(), latin].filter((one) => one !== '')
  const own = readings.find((one) => latinized(one) === latinized(sku))
  // The code was combined from both readings, or corrected, so neither reading contained it.
  const mended = own === undefined && readings.length > 0 ? nearestDoubts(sku, readings) : []
  if (isUsual) return mended
  const either = [...sku].flatMap((sign, at) =>
    readings.some((one) => one.length === sku.length && isTwin(sign, one[at]!)) ? [at] : [],
  )
  return [...new Set([...mended, ...either])].sort((a, b) => a - b)
}

const nearestDoubts = (sku: string, readings: readonly string[]): number[] =>
  readings.map((one) => differingLetters(sku, one)).reduce((least, one) => (one.length < least.length ? one : least))

/** Whether one is a digit and the other a letter that looks like it. */
const isTwin = (one: string, other: string): boolean =>
  /\d/.test(one) !== /\d/.test(other) && FIGURES.some((alike) => alike.includes(one) && alike.includes(other))

/** Lengths of product numbers (GTIN) whose last digit is a check digit. */
const GTIN = /^(?:\d{8}|\d{12,14})$/

/** Whether a GTIN has the right check digit; one in ten would by chance. */
function hasRightCheck(code: string): boolean {
  if (!GTIN.test(code)) return false
  const sum = [...code].reverse().reduce((all, figure, at) => all + Number(figure) * (at % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}
