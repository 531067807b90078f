/** Splits a GS1 code into its elements, as the GS1 syntax dictionary describes them. */
import { GS1_DICTIONARY } from './gs1-dictionary.ts'

/** A GS1 element: an application identifier with its value. */
export interface Gs1Element {
  readonly ai: string
  readonly value: string
}

interface Identifier {
  readonly pattern: RegExp
  /** The length of the element's value if GS1 fixes the length, in which case no separator follows; otherwise null. */
  readonly length: number | null
  /** The position in the value directly after its check digit; null if the value has no check digit. */
  readonly checked: number | null
  readonly isDate: boolean
}

const SEPARATOR = '\x1d'
/**
 * Matches the symbology identifiers of GS1-128, DataBar, DataMatrix, QR Code and DotCode. A scanner sends such an
 * identifier before a code to state the code's type.
 */
const SYMBOLOGIES = /^\](?:C1|e0|d2|Q3|J1)/
/** Matches the symbology identifier of a barcode that is not GS1, such as `]E0`. The text of the code follows it. */
const PLAIN_SYMBOLOGY = /^\][A-Za-z]\d/
const CHARACTERS: Readonly<Record<string, string>> = {
  N: '\\d',
  X: '[!"%&\'()*+,\\-./0-9:;<=>?A-Z_a-z]',
  Y: '[#\\-/0-9A-Z]',
  Z: '[\\-0-9A-Z_a-z=]',
}
const DATES = ['yymmd0', 'yymmdd']

function partOf(component: string): string {
  const [, isOptional, type, dots, length] = /^(\[?)([NXYZ])(\.\.)?(\d+)/.exec(component)!
  const one = `${CHARACTERS[type!]}{${dots === undefined ? length : `1,${length}`}}`
  return isOptional ? `(?:${one})?` : one
}

function identifierOf(line: string): [string, Identifier][] {
  const [, range, star, components] = /^(\d+(?:-\d+)?)(\*?) (.+?) # /.exec(line)!
  const [first, last = first] = range!.split('-') as [string, string?]
  const parts = components!.split(' ')
  const [length] = /\d+/.exec(parts[0]!)!
  const one: Identifier = {
    pattern: new RegExp(`^${parts.map(partOf).join('')}$`),
    length: star === '*' ? parts.reduce((sum, part) => sum + Number(/\d+/.exec(part)![0]), 0) : null,
    checked: parts[0]!.split(',').includes('csum') ? Number(length) : null,
    isDate: DATES.some((name) => parts[0]!.split(',').includes(name)),
  }
  const made: [string, Identifier][] = []
  for (let ai = Number(first); ai <= Number(last); ai += 1) made.push([String(ai).padStart(first!.length, '0'), one])
  return made
}

let identifiers: ReadonlyMap<string, Identifier> | undefined
const known = () => {
  identifiers ??= new Map(GS1_DICTIONARY.trim().split('\n').flatMap(identifierOf))
  return identifiers
}

/** Returns the GS1 check digit for the given digits. */
export function checkDigit(digits: string): number {
  let sum = 0
  for (let at = 0; at < digits.length; at += 1) sum += Number(digits[digits.length - 1 - at]) * (at % 2 === 0 ? 3 : 1)
  return (10 - (sum % 10)) % 10
}

const hasCheckDigit = (digits: string): boolean => checkDigit(digits.slice(0, -1)) === Number(digits.at(-1))

/** Whether a text has the length of an EAN-8, UPC-A, EAN-13 or GTIN-14. */
export const hasGtinLength = (text: string): boolean => /^(\d{8}|\d{12,14})$/.test(text)

/** Whether a text is a complete GTIN with a correct check digit. */
export const isGtin = (text: string): boolean => hasGtinLength(text) && hasCheckDigit(text)

/**
 * Converts a GS1 date `YYMMDD` to a date such as `2026-12-31`. Day 00 means the last day of the month. Returns null if
 * there is no such date. As GS1 defines, a two-digit year means the year closest to the current one.
 */
export function dayOf(value: string, yearNow: number): string | null {
  const [year, month, day] = [value.slice(0, 2), value.slice(2, 4), value.slice(4, 6)].map(Number) as [
    number,
    number,
    number,
  ]
  const century = Math.floor(yearNow / 100) * 100
  const ahead = year - (yearNow % 100)
  const full = century + year + (ahead >= 51 ? -100 : ahead <= -50 ? 100 : 0)
  const lastDay = new Date(Date.UTC(full, month, 0)).getUTCDate()
  if (month < 1 || month > 12 || day > lastDay) return null
  return `${full}-${String(month).padStart(2, '0')}-${String(day || lastDay).padStart(2, '0')}`
}

function isValue({ pattern, checked, isDate }: Identifier, value: string): boolean {
  if (!pattern.test(value)) return false
  if (checked !== null && !hasCheckDigit(value.slice(0, checked))) return false
  return !isDate || dayOf(value, new Date().getUTCFullYear()) !== null
}

const withoutSeparator = (text: string) => (text.startsWith(SEPARATOR) ? text.slice(SEPARATOR.length) : text)

/**
 * Reads GS1 elements that follow each other without brackets; returns null if any part of the text is not an element.
 */
function unbracketed(text: string): Gs1Element[] | null {
  const elements: Gs1Element[] = []
  let rest = text
  while (rest !== '') {
    const ai = [4, 3, 2].map((length) => rest.slice(0, length)).find((one) => known().has(one))
    if (ai === undefined) return null
    const identifier = known().get(ai)!
    const end = rest.indexOf(SEPARATOR)
    const stop = identifier.length === null ? (end === -1 ? rest.length : end) : ai.length + identifier.length
    const value = rest.slice(ai.length, stop)
    if (!isValue(identifier, value)) return null
    elements.push({ ai, value })
    // Skip a separator after a value of fixed length, because it is allowed and has no meaning.
    rest = withoutSeparator(rest.slice(stop))
  }
  return elements.length === 0 ? null : elements
}

/** Reads a GS1 code in the form that is printed below the bars: `(01)04601234567893(10)LOT`. */
function bracketed(text: string): Gs1Element[] | null {
  const parts = text.split(/\((\d{2,4})\)/)
  if (parts[0] !== '' || parts.length < 3) return null
  const elements: Gs1Element[] = []
  for (let at = 1; at < parts.length; at += 2) {
    const [ai, value] = [parts[at]!, parts[at + 1]!.replaceAll(SEPARATOR, '')]
    const identifier = known().get(ai)
    if (identifier === undefined || !isValue(identifier, value)) return null
    elements.push({ ai, value })
  }
  return elements
}

/**
 * Reads the elements of a GS1 code, with or without a symbology identifier, with separators or brackets. Returns null
 * if the text is not a GS1 code. A text without identifier or brackets counts as GS1 only if it begins with a GTIN or
 * SSCC whose check digit is correct.
 */
export function readGs1(text: string): readonly Gs1Element[] | null {
  if (text.startsWith('(')) return bracketed(text)
  const bare = withoutSeparator(text.replace(SYMBOLOGIES, ''))
  if (bare === text && !/^(0[0123])\d{14}/.test(text)) return null
  return unbracketed(bare)
}

/** Returns the code without the symbology identifier that some scanners send before it. */
export const withoutSymbology = (text: string): string => text.replace(PLAIN_SYMBOLOGY, '')
