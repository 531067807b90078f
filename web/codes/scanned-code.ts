/** What somebody scanned: under which codes its product may be known, how much of it there is, and what else the label says. */
import { checkDigit, dayOf, type Gs1Element, hasGtinLength, isGtin, readGs1, withoutSymbology } from './gs1.ts'

/** A code to look a product up by, and how much of it was scanned then. */
export interface Lookup {
  readonly code: string
  /** Pieces, where the label says how many. */
  readonly count?: number
  /** Its weight, where the label says it. */
  readonly kilograms?: number
}

/** What a label says besides which product it is, in the order in which it is shown. */
export interface Label {
  readonly batch?: string
  readonly serial?: string
  /** Days such as `2026-12-31`. */
  readonly expiry?: string
  readonly bestBefore?: string
  readonly produced?: string
  /** The GTIN of the goods. */
  readonly goods?: string
  /** All that stands on it, for what may need it later. */
  readonly elements: readonly Gs1Element[]
}

export interface ScannedCode {
  /** The likeliest first. */
  readonly lookups: readonly Lookup[]
  /** null: it is no label of GS1. */
  readonly label: Label | null
}

const LATIN = '`qwertyuiop[]asdfghjkl;\'zxcvbnm,./~QWERTYUIOP{}ASDFGHJKL:"ZXCVBNM<>?@#$^&|'
const RUSSIAN = 'ёйцукенгшщзхъфывапролджэячсмитьбю.ЁЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮ,"№;:?/'
const GRAMS = 1_000
/** Digits of a code of a shop's own scales: prefix and item, weight in grams, check digit. */
const SCALES = /^(2\d{6})(\d{5})\d$/
const GTIN_LENGTHS = [13, 14, 12, 8]

/** As a scanner meant it whose Latin codes met the Russian layout; null: there is nothing Russian about it. */
export function inLatin(text: string): string | null {
  if (!/[а-яё№]/i.test(text)) return null
  return [...text].map((letter) => (RUSSIAN.includes(letter) ? LATIN[RUSSIAN.indexOf(letter)]! : letter)).join('')
}

/** As somebody meant it who typed Russian words on the Latin layout; null: there is nothing Latin about it. */
export function inRussian(text: string): string | null {
  if (!/[a-z]/i.test(text)) return null
  return [...text].map((letter) => (LATIN.includes(letter) ? RUSSIAN[LATIN.indexOf(letter)]! : letter)).join('')
}

/** The same number as EAN-13, GTIN-14, UPC-A and EAN-8, as far as it fits. */
function formsOf(gtin: string): string[] {
  const bare = gtin.replace(/^0+/, '')
  return GTIN_LENGTHS.filter((length) => length >= bare.length).map((length) => bare.padStart(length, '0'))
}

const withCheckDigit = (digits: string) => `${digits}${checkDigit(digits)}`

/** Of a label that a shop's own scales print: the item is known by the code without the weight. */
function scalesOf(code: string): Lookup[] {
  const ean = code.length === 14 && code.startsWith('0') ? code.slice(1) : code
  // Scales print check digits of their own too; a scanner has checked what it read.
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

/** The weight of (3103)001234 is 1.234 kg. */
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
  // Goods of changing weight are known by the code of the goods.
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

/** Whatever was scanned or typed; what is no known kind of code is looked up as it is. */
export function readCode(text: string): ScannedCode {
  const plain = text.trim()
  const latin = inLatin(plain)
  const readings = [plain, ...(latin === null ? [] : [latin])]
  const lookups: Lookup[] = []
  let label: Label | null = null
  for (const reading of readings) {
    const elements = readGs1(reading)
    const bare = withoutSymbology(reading)
    // As it stands comes first: somebody may have given a product just this code.
    lookups.push({ code: reading }, ...(bare === reading ? [] : [{ code: bare }]), ...lookupsOf(bare))
    if (elements === null) continue
    label ??= labelOf(elements)
    lookups.push(...lookupsOfLabel(elements))
  }
  const seen = new Set<string>()
  return { lookups: lookups.filter(({ code }) => code !== '' && !seen.has(code) && seen.add(code)), label }
}

/** The same of two codes: they are of the same goods, whatever else their labels say. */
export const goodsOf = (code: string): string => readCode(code).label?.goods ?? code.trim().toLowerCase()

/** Digits of the length of an EAN whose last one is not right: it was misread, or is a part of one. */
export const isMisread = (text: string): boolean => hasGtinLength(text) && !isGtin(text)

const KILOGRAMS = /^(кг|kg|килограмм\p{L}*)\.?$/iu
const GRAM_UNITS = /^(г|гр|g|грамм\p{L}*)\.?$/iu

/** How much of a product a lookup stands for, in the product's unit; null: the label does not say it in that unit. */
export function amountOf({ count, kilograms }: Lookup, uom: string | null): number | null {
  const unit = (uom ?? 'кг').trim()
  if (kilograms !== undefined && KILOGRAMS.test(unit)) return kilograms
  if (kilograms !== undefined && GRAM_UNITS.test(unit)) return Math.round(kilograms * GRAMS)
  return count ?? null
}
