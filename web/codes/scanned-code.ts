/** Interprets a scan: the codes for looking up the product, the quantity, and the other data on the label. */
import { checkDigit, dayOf, type Gs1Element, hasGtinLength, isGtin, readGs1, withoutSymbology } from './gs1.ts'

/** A code to look up a product by, with the quantity that the scan stands for if a product has this code. */
export interface Lookup {
  readonly code: string
  /** The number of pieces; absent if the label does not state it. */
  readonly count?: number
  /** The weight in kilograms; absent if the label does not state it. */
  readonly kilograms?: number
}

/** The data on a label besides the product's code, in display order. */
export interface Label {
  readonly batch?: string
  readonly serial?: string
  /** The expiry date on the label, such as `2026-12-31`; absent if there is none. */
  readonly expiry?: string
  readonly bestBefore?: string
  readonly produced?: string
  /** The GTIN of the product; absent if the label has none. */
  readonly goods?: string
  /** All GS1 elements of the label, in the order in which they are on it. */
  readonly elements: readonly Gs1Element[]
}

export interface ScannedCode {
  /** The codes by which to look up the product, most likely first. */
  readonly lookups: readonly Lookup[]
  /** The other data on the label; null if the text is not a GS1 label. */
  readonly label: Label | null
}

const LATIN = '`qwertyuiop[]asdfghjkl;\'zxcvbnm,./~QWERTYUIOP{}ASDFGHJKL:"ZXCVBNM<>?@#$^&|'
const RUSSIAN = 'ёйцукенгшщзхъфывапролджэячсмитьбю.ЁЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮ,"№;:?/'
const GRAMS = 1_000
/** The digits of a code from a shop's scales: prefix and item number, weight in grams, check digit. */
const SCALES = /^(2\d{6})(\d{5})\d$/
const GTIN_LENGTHS = [13, 14, 12, 8]

/**
 * Corrects a Latin code that was entered as Russian letters because the Russian keyboard layout was on during the scan.
 * Returns null if the text has no Russian letters.
 */
export function inLatin(text: string): string | null {
  if (!/[а-яё№]/i.test(text)) return null
  return [...text].map((letter) => (RUSSIAN.includes(letter) ? LATIN[RUSSIAN.indexOf(letter)]! : letter)).join('')
}

/**
 * Corrects Russian words that were typed while the Latin keyboard layout was on. Returns null if the text has no Latin
 * letters.
 */
export function inRussian(text: string): string | null {
  if (!/[a-z]/i.test(text)) return null
  return [...text].map((letter) => (LATIN.includes(letter) ? RUSSIAN[LATIN.indexOf(letter)]! : letter)).join('')
}

/**
 * Returns the GTIN in each of the lengths 13, 14, 12 and 8, filled with leading zeros, if its digits fit that length.
 */
function formsOf(gtin: string): string[] {
  const bare = gtin.replace(/^0+/, '')
  return GTIN_LENGTHS.filter((length) => length >= bare.length).map((length) => bare.padStart(length, '0'))
}

const withCheckDigit = (digits: string) => `${digits}${checkDigit(digits)}`

/** Reads a label from a shop's scales. The returned codes do not include the weight. */
function scalesOf(code: string): Lookup[] {
  const ean = code.length === 14 && code.startsWith('0') ? code.slice(1) : code
  // The check digit is ignored, because scales compute theirs differently, and the scanner has already checked the
  // code.
  const parts = SCALES.exec(ean)
  if (parts === null) return []
  const [, item, grams] = parts as unknown as [string, string, string]
  const kilograms = Number(grams) / GRAMS
  if (kilograms === 0) return []
  return [withCheckDigit(`${item}00000`), `${item}000000`, item].map((one) => ({ code: one, kilograms }))
}

function lookupsOf(code: string): Lookup[] {
  return [...(isGtin(code) ? formsOf(code).map((one) => ({ code: one })) : []), ...scalesOf(code)]
}

/** Returns the weight in kilograms stated on the label: (3103)001234 means 1.234 kg. */
function weightIn(elements: readonly Gs1Element[]): number | undefined {
  const found = elements.find(({ ai }) => /^310[0-5]$/.test(ai))
  return found && Number(found.value) / 10 ** Number(found.ai[3])
}

function lookupsOfLabel(elements: readonly Gs1Element[]): Lookup[] {
  const elementOf = (...ais: string[]) => elements.find(({ ai }) => ais.includes(ai))?.value
  const gtin = elementOf('01', '02', '03')
  if (gtin === undefined) return []
  const [count, kilograms] = [elementOf('37', '30'), weightIn(elements)]
  const amount = {
    ...(count !== undefined && Number(count) > 0 && { count: Number(count) }),
    ...(kilograms !== undefined && kilograms > 0 && { kilograms }),
  }
  // Look up goods of variable weight by their base GTIN, without the leading 9.
  const base = gtin.startsWith('9') ? formsOf(withCheckDigit(gtin.slice(1, -1))) : []
  const plain = [...formsOf(gtin), ...base].map((code) => ({ code, ...amount }))
  return kilograms === undefined ? [...plain, ...scalesOf(gtin)] : plain
}

function labelOf(elements: readonly Gs1Element[]): Label {
  const elementOf = (ai: string) => elements.find((one) => one.ai === ai)?.value
  const day = (name: string, ai: string) => {
    const value = elementOf(ai)
    const read = value === undefined ? null : dayOf(value, new Date().getUTCFullYear())
    return read === null ? {} : { [name]: read }
  }
  const text = (name: string, ai: string) => {
    const value = elementOf(ai)
    return value === undefined ? {} : { [name]: value }
  }
  return {
    ...{ ...text('goods', '02'), ...text('goods', '01'), ...text('batch', '10'), ...text('serial', '21') },
    ...{ ...day('expiry', '17'), ...day('bestBefore', '15'), ...day('produced', '11') },
    elements,
  }
}

/** Interprets any scanned or typed text. A text that is no known kind of code is looked up as it is. */
export function readCode(text: string): ScannedCode {
  const plain = text.trim()
  const latin = inLatin(plain)
  const readings = [plain, ...(latin === null ? [] : [latin])]
  const lookups: Lookup[] = []
  let label: Label | null = null
  for (const reading of readings) {
    const elements = readGs1(reading)
    const bare = withoutSymbology(reading)
    // Try the text unchanged first, because a product may have exactly this text as its code.
    lookups.push({ code: reading }, ...(bare === reading ? [] : [{ code: bare }]), ...lookupsOf(bare))
    if (elements === null) continue
    label ??= labelOf(elements)
    lookups.push(...lookupsOfLabel(elements))
  }
  const seen = new Set<string>()
  return { lookups: lookups.filter(({ code }) => code !== '' && !seen.has(code) && seen.add(code)), label }
}

/** Returns a key for comparing scans: it is the same for all codes of a product, whatever else their labels contain. */
export const goodsOf = (code: string): string => readCode(code).label?.goods ?? code.trim().toLowerCase()

/**
 * Whether the digits have the length of an EAN but a wrong check digit, so that the code was misread or is incomplete.
 */
export const isMisread = (text: string): boolean => hasGtinLength(text) && !isGtin(text)

const KILOGRAMS = /^(кг|kg|килограмм\p{L}*)\.?$/iu
const GRAM_UNITS = /^(г|гр|g|грамм\p{L}*)\.?$/iu

/** Returns the scanned quantity in the product's unit; null if the label does not give a quantity in that unit. */
export function amountOf({ count, kilograms }: Lookup, uom: string | null): number | null {
  const unit = (uom ?? 'кг').trim()
  if (kilograms !== undefined && KILOGRAMS.test(unit)) return kilograms
  if (kilograms !== undefined && GRAM_UNITS.test(unit)) return Math.round(kilograms * GRAMS)
  return count ?? null
}
