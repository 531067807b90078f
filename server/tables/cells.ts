/** Defines the possible contents of spreadsheet cells, and parses cells for each type of field. */
import { MAX_UNITS } from '../../amounts/quantity.ts'
import { type FigureWords, readFigure } from '../../spellings/figures.ts'
import { FIRST_YEAR, LAST_YEAR } from '../domain/moments.ts'
import type { RowProblem } from './row-problems.ts'

/** A date that a spreadsheet stores as a number. */
interface DateCell {
  readonly date: string
}

/** A formula without a stored result. Programs that do not calculate, such as openpyxl, write such cells. */
interface FormulaCell {
  readonly formula: string
}

export type Cell = string | number | boolean | DateCell | FormulaCell | null

/** A parsed value, or the problem with the cell. Null when the cell is empty. */
export type Read<T> = { readonly value: T } | { readonly problem: Omit<RowProblem, 'column'> } | null

const bad = (code: RowProblem['code'], figures: RowProblem['figures'] = {}) => ({ problem: { code, figures } })

const FORMULA_ERRORS = new Set([
  '#N/A',
  '#Н/Д',
  '#REF!',
  '#ССЫЛКА!',
  '#VALUE!',
  '#ЗНАЧ!',
  '#DIV/0!',
  '#ДЕЛ/0!',
  '#NAME?',
  '#ИМЯ?',
  '#NULL!',
  '#ПУСТО!',
  '#NUM!',
  '#ЧИСЛО!',
])

const isDate = (cell: Cell): cell is DateCell => typeof cell === 'object' && cell !== null && 'date' in cell
const isFormula = (cell: Cell): cell is FormulaCell => typeof cell === 'object' && cell !== null && 'formula' in cell

/** Returns the problem that makes a cell invalid for every type of field, or null if there is none. */
function formulaProblem(cell: Cell): ReturnType<typeof bad> | null {
  const text = cellText(cell)
  if (isFormula(cell)) return bad('FORMULA_NOT_RECKONED', { value: text })
  return FORMULA_ERRORS.has(text) ? bad('FORMULA_ERROR', { value: text }) : null
}

/**
 * Returns the problem that makes a cell invalid for every type of field except dates and flags, or null if there is
 * none.
 */
function formulaOrDateProblem(cell: Cell): ReturnType<typeof bad> | null {
  return formulaProblem(cell) ?? (isDate(cell) ? bad('CELL_IS_DATE', { value: cellText(cell) }) : null)
}

/** Formats a number as people would write it: without an exponent, and without binary rounding errors. */
function plainNumber(value: number): string {
  if (Number.isInteger(value)) return BigInt(value).toString()
  return String(Number(value.toPrecision(15)))
}

/** Returns a cell's content as text. */
export function cellText(cell: Cell): string {
  if (cell === null) return ''
  if (isDate(cell)) return cell.date
  if (isFormula(cell)) return `=${cell.formula}`
  if (typeof cell === 'number') return plainNumber(cell)
  if (typeof cell === 'boolean') return cell ? 'да' : 'нет'
  // Remove the apostrophe that our own CSV files have before text that a spreadsheet would take for a formula.
  return cell.replace(/^'(?=[=+\-@\t\r])/, '').trim()
}

export const isBlank = (cell: Cell | undefined): boolean => cell === undefined || cellText(cell) === ''

export function readText(cell: Cell, maxLength: number): Read<string> {
  const text = cellText(cell)
  if (text === '') return null
  const problem = formulaOrDateProblem(cell)
  if (problem !== null) return problem
  if (text.length > maxLength) return bad('TOO_LONG', { maximum: maxLength })
  return { value: text.replaceAll('\u0000', '').toWellFormed() }
}

type NumberFault = 'NOT_A_NUMBER' | 'NEGATIVE' | 'TOO_LARGE' | 'TOO_PRECISE' | 'TWO_NUMBERS'
/**
 * The problems with numbers. A table does not state its language, so numbers are read by Russian rules: `1,234` is less
 * than two, and `1.234` is ambiguous.
 */
const FAULTS = {
  noNumber: 'NOT_A_NUMBER',
  negative: 'NEGATIVE',
  tooLarge: 'TOO_LARGE',
  tooManyDecimals: () => 'TOO_PRECISE',
  twoWays: () => 'TWO_NUMBERS',
} as const satisfies FigureWords

/**
 * The units that may follow a field's number, besides roubles and pieces. Any other unit would change the meaning of
 * the number.
 */
export const UNITS = {
  weight: /(?:кг|kg)\.?$/i,
  volume: /(?:м[³3]|куб\. ?м\.?|m[³3])$/i,
  percent: /%$/,
  days: /(?:день|дня|дней|дн|сут|сутки|суток|days?)\.?$/i,
} as const

/**
 * Parses a non-negative number with at most `decimals` decimals, by the same rules as numbers typed in the app
 * (spellings/figures.ts).
 */
export function readNumber(cell: Cell, decimals: number, unit?: RegExp): Read<number> {
  const text = cellText(cell)
  if (text === '') return null
  const problem = formulaOrDateProblem(cell)
  if (problem !== null) return problem
  if (typeof cell === 'boolean') return bad('NOT_A_NUMBER', { value: text })
  if (typeof cell !== 'number') {
    const figure = readFigure(unit === undefined ? text : text.replace(unit, ''), decimals, FAULTS)
    if ('problem' in figure) {
      const ways = { small: text.replace('.', ','), large: text.replace('.', '') }
      return bad(figure.problem as NumberFault, { value: text, decimals, ...ways })
    }
    return figure.text === '' ? bad('NOT_A_NUMBER', { value: text }) : { value: Number(figure.text) }
  }
  // Removes binary rounding errors from a calculated number.
  const value = Number(cell.toPrecision(12))
  if (value < 0) return bad('NEGATIVE', { value: text })
  if (value > MAX_UNITS) return bad('TOO_LARGE', { value: text })
  if (Number(value.toFixed(decimals)) !== value) return bad('TOO_PRECISE', { value: text, decimals })
  return { value }
}

const YES_WORDS = new Set(['да', 'yes', 'y', 'true', 'истина', '1', '+', 'x', 'х', 'v', '✓'])
const NO_WORDS = new Set(['нет', 'no', 'n', 'false', 'ложь', '0', '-'])

export function readFlag(cell: Cell): Read<boolean> {
  if (typeof cell === 'boolean') return { value: cell }
  const formula = formulaProblem(cell)
  if (formula !== null) return formula
  const text = cellText(cell).toLowerCase()
  if (text === '') return null
  if (YES_WORDS.has(text)) return { value: true }
  if (NO_WORDS.has(text)) return { value: false }
  return bad('NOT_A_FLAG', { value: cellText(cell) })
}

/** Parses a cell with several values separated by `;` or line breaks. */
export function readWords(cell: Cell, maxLength: number, separator = /[;\n]/): Read<string[]> {
  const whole = readText(cell, MAX_LIST_LENGTH)
  if (whole === null || 'problem' in whole) return whole
  const words = whole.value
    .split(separator)
    .map((word) => word.trim())
    .filter((word) => word !== '')
  if (words.some((word) => word.length > maxLength)) return bad('TOO_LONG', { maximum: maxLength })
  if (words.length > MAX_LIST_WORDS) return bad('TOO_MANY_VALUES', { maximum: MAX_LIST_WORDS })
  return { value: [...new Set(words)] }
}
const MAX_LIST_LENGTH = 10_000
const MAX_LIST_WORDS = 1_000

/** Parses barcodes. If a spreadsheet stored a barcode as a number, its last digits may have been lost. */
export function readBarcodes(cell: Cell): Read<string[]> {
  const text = cellText(cell)
  if (/^\d[.,]\d+e\+?\d+$/i.test(text)) return bad('SPOILED_NUMBER', { value: text })
  return readWords(cell, 255, /[;,\s]+/)
}

const RUSSIAN_DAY = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/
const ISO_DAY = /^(\d{4})-(\d{2})-(\d{2})/
/** Day 0 in Excel's numbering of dates. */
const EXCEL_EPOCH = Date.UTC(1899, 11, 30)
const DAY_MS = 86_400_000

/** Parses a calendar day such as `2026-03-01`. Accepts a date, a string, or a spreadsheet's serial number of a date. */
export function readDayCell(cell: Cell): Read<string> {
  const text = cellText(cell)
  if (text === '') return null
  const serial =
    typeof cell === 'number' && cell > 1_000 && cell < 110_000
      ? new Date(EXCEL_EPOCH + Math.floor(cell) * DAY_MS)
      : null
  const iso =
    serial?.toISOString().slice(0, 10) ??
    text.replace(RUSSIAN_DAY, (_all, day, month, year) => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
  const [, year, month, day] = ISO_DAY.exec(iso) ?? []
  const at = new Date(`${year}-${month}-${day}T00:00:00Z`)
  const isDay = !Number.isNaN(at.getTime()) && at.getUTCDate() === Number(day)
  if (!isDay || Number(year) < FIRST_YEAR || Number(year) > LAST_YEAR) return bad('NOT_A_DAY', { value: text })
  return { value: `${year}-${month}-${day}` }
}

/** Whether a string is a barcode: 8, 12 or 13 digits with a correct check digit (EAN-8, UPC-A, EAN-13). */
export function isBarcode(text: string): boolean {
  if (!/^(\d{8}|\d{12}|\d{13})$/.test(text) || /^0+$/.test(text)) return false
  const digits = [...text].map(Number).reverse()
  const sum = digits.slice(1).reduce((before, digit, at) => before + digit * (at % 2 === 0 ? 3 : 1), 0)
  return (10 - (sum % 10)) % 10 === digits[0]
}
