/**
 * Parses numbers as Russian documents write them: `1 234,50`, `1'234.50`, `12 000`, `36,000`. Tolerates misread
 * characters.
 */
import type { Minor } from '../../../amounts/quantity.ts'
import { foldedUnit, KNOWN_UNITS } from '../../../spellings/units.ts'

/**
 * One possible interpretation of a text as a number. The value is in thousandths; `decimals` is the number of decimals
 * as written.
 */
export interface NumberReading {
  readonly milli: number
  readonly decimals: number
  /** The value in millionths. Present if its fraction is finer than thousandths; `milli` is then rounded. */
  readonly millionths?: number
  /** How uncertain the interpretation is: 0 for an exact interpretation; each guess adds to the doubt. */
  readonly doubt: number
}

/** The maximum number of digits of an amount. A longer number (10^12 and above) is a bank account number. */
const MAX_DIGITS = 12

/**
 * The maximum number of digits before the decimal mark in a number with more than three decimals. Such a number can
 * only be a price.
 */
const MAX_FINE_DIGITS = 8

/** Maps each letter to the digit that may have been misread as it. */
const LOOKALIKES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({ 0: 'ОоOoDQ', 1: 'lIi|!/', 3: 'ЗзЭэ', 4: 'Чч', 5: 'Ss', 6: 'б', 7: 'тТT', 8: 'ВB', 9: 'gq' }).flatMap(
    ([figure, letters]) => [...letters].map((letter) => [letter, figure]),
  ),
)

/**
 * Replaces letters in long numbers with the digits they look like. The caller must verify the result by its check
 * digits.
 */
export function withFigures(text: string): string {
  return text.replace(/[\dОоOЗзбSВBTТlI|]{9,14}/g, (token) =>
    token.replace(/\D/g, '').length >= 0.7 * token.length
      ? [...token].map((letter) => LOOKALIKES[letter] ?? letter).join('')
      : token,
  )
}

/** Matches amounts with a dash between roubles and kopecks, «1 234-50», as in handwritten notes and on some tills. */
const DASHED_KOPECKS = /^(\d{1,3}(?:[\s'’]\d{3})+|\d+)\s?[-–—=]\s?(\d{2})$/u

/** Characters that may surround an amount in its cell. */
const AROUND = /^[=≈*\s'"‘’“”«»(:;_—–|\\.,[{-]+|[\s'"‘’“”«»():;_|\\*—–\]}-]+$/g
const CURRENCY = /(?:р\s?[уy]\s?['‘]?[б6](?:лей|ля|ль)?|р|p|коп|₽|rub)[.,:;]?$/iu
/** Matches a single letter or digit after the kopecks, which is the misread rouble sign. */
const STRAY_SIGN = /([.,]\d{2})\s(?:\S\s)?\S$/u
const UNIT_BEHIND = /^([\d\s.,'’]*\d)\s*(?:[а-яa-z][а-яa-z.]{0,5}[23²³]?)$/iu

/** Matches a number with its unit: «500,0 усл. ед», «3 тыс. шт». */
const WORDS_BEHIND = /^([\d\s.,'’]*\d)\s*(\p{L}[\p{L}\s.-]*)$/u

/** Returns the number from a cell that also contains the unit. */
function withoutUnit(text: string): string {
  const [, number, words = ''] = WORDS_BEHIND.exec(text) ?? []
  if (number !== undefined && KNOWN_UNITS.has(foldedUnit(words))) return number
  return UNIT_BEHIND.exec(text)?.[1] ?? text
}

/** Returns a number as an amount of money, or null if it is not a whole number of kopecks. */
export const minorOf = (reading: NumberReading): Minor | null =>
  reading.milli % 10 === 0 && reading.millionths === undefined ? ((reading.milli / 10) as Minor) : null

export const millionthsOf = ({ milli, millionths }: NumberReading): number => millionths ?? milli * 1000

/** Returns the plausible interpretations of a cell's text, the least doubtful first, or none if it is not a number. */
export function numberReadings(text: string): NumberReading[] {
  const bare = text.normalize('NFC').replace(AROUND, '').replace(CURRENCY, '').replace(AROUND, '')
  const alone = withoutUnit(bare).replace(DASHED_KOPECKS, '$1,$2')
  const exact = fromDigits(alone.replace(STRAY_SIGN, '$1'), STRAY_SIGN.test(alone) ? 0.5 : 0)
  if (exact.length > 0) return exact
  let guesses = 0
  const figures = [...alone].map((letter) => {
    const figure = LOOKALIKES[letter]
    if (figure === undefined) return letter
    guesses++
    return figure
  })
  const digits = figures.filter((letter) => /\d/.test(letter)).length
  // A lone digit is often read as the letter that it resembles.
  const isLoneFigure = /^[ЗзбlI|]$/.test(alone)
  if (/^[ЕE]$/.test(alone)) return fromDigits('3', 1.5)
  return (guesses > 0 && guesses < digits) || isLoneFigure ? fromDigits(figures.join(''), guesses) : []
}

function fromDigits(text: string, doubt: number): NumberReading[] {
  const tidy = text
    .replace(/[\s\u00a0\u2009\u202f]+/g, ' ')
    .replace(/ ?([.,]) ?/g, '$1')
    .replace(/’/g, "'")
  if (!/^\d[\d .,']*$/.test(tidy)) return []
  const digits = tidy.replace(/\D/g, '')
  if (digits.length > MAX_DIGITS + 3) return []
  const readings: NumberReading[] = []
  const add = (whole: string, fraction: string, more: number) => {
    if (whole.length > (fraction.length > 3 ? MAX_FINE_DIGITS : MAX_DIGITS)) return
    const millionths = Number(whole) * 1e6 + Number(fraction.padEnd(6, '0') || '0')
    const milli =
      fraction.length > 3 ? Math.round(millionths / 1000) : Number(whole) * 1000 + Number(fraction.padEnd(3, '0'))
    if (readings.some((one) => one.milli === milli && one.decimals === fraction.length)) return
    const fine = fraction.length > 3 && millionths % 1000 !== 0 ? { millionths } : {}
    readings.push({ milli, decimals: fraction.length, doubt: doubt + more, ...fine })
  }
  const point = /^(.*\d)([.,])(\d{1,6})$/.exec(tidy)
  if (point !== null) {
    const [, whole = '', mark, fraction = ''] = point
    const groups = whole.replace(/[ ']/g, '')
    // Three digits after a mark are thousands if the same mark also occurs earlier in the number; otherwise they are
    // decimals.
    if (fraction.length === 3 && groups.includes(mark!)) add(digits, '', 0)
    else if (/[.,]/.test(groups)) add(groups.replace(/[.,]/g, ''), fraction, isGrouped(groups) ? 0 : 1)
    else {
      add(groups, fraction, 0)
      // Three digits after the mark may be thousands after all, or kopecks followed by the rouble sign misread as a
      // digit.
      if (fraction.length === 3) {
        add(digits, '', 1)
        add(groups, fraction.slice(0, 2), 1)
      }
    }
  } else add(digits, '', 0)
  // The decimal mark may have been lost, so that there is a gap or nothing in its place.
  if (point === null && digits.length >= 3) add(digits.slice(0, -2), digits.slice(-2), / \d\d$/.test(tidy) ? 0.5 : 1)
  if (point === null && digits.length >= 4) add(digits.slice(0, -3), digits.slice(-3), 1)
  return readings.sort((a, b) => a.doubt - b.doubt)
}

const isGrouped = (text: string) => /^\d{1,3}(?:[.,]\d{3})*$/.test(text)

/** Whether a text is only a number, possibly with a unit or currency. */
export function isNumeric(text: string): boolean {
  return /\d/.test(text) && numberReadings(text).some((reading) => reading.doubt === 0)
}

/** Whether a text can be in a number column, because it contains no words except the unit of a number. */
export const mayBeFigures = (text: string): boolean => !/\p{L}{4}/u.test(text) || isNumeric(text)
