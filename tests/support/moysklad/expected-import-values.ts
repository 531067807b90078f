/**
 * Reads a row of the fake MoySklad as docs/import.md describes. Shares no code with the service, so both do not make the same
 * mistakes.
 */
import type { Row } from './fake-moysklad-shapes.ts'

/** Returns a row with its numbers as their original text. */
export function plainRow(row: Row): Row {
  return JSON.parse(JSON.stringify(row), ((_key: string, value: unknown, { source }: { source: string }) =>
    typeof value === 'number' ? source : value) as never)
}

const LONGEST_NAME = 255
const LONGEST_NOTE = 10_000

/** Returns a text as our records store it, or null for none. A text that is too long ends with "…". */
export function textIn(value: unknown, longest = LONGEST_NAME): string | null {
  const text = typeof value === 'string' ? value.trim() : ''
  if (text === '') return null
  const characters = [...text]
  if (characters.length <= longest) return text
  return `${characters
    .slice(0, longest - 1)
    .join('')
    .trimEnd()}…`
}

export const noteIn = (value: unknown): string | null => textIn(value, LONGEST_NOTE)

/** Returns the last part of a reference's address. */
export const idIn = (reference: Row | undefined): string =>
  reference?.id ?? reference?.meta?.href?.split('?')[0].split('/').at(-1) ?? ''

export const typeIn = (reference: Row | undefined): string => reference?.meta?.type ?? ''

/** Returns a placeholder for our id of a MoySklad record. */
export const named = (kind: string, externalId: string): string => `${kind} ${externalId}`

const SCALE = 9

/** Returns a decimal in units of 10^-9. */
export function exact(text: unknown): bigint {
  const match = /^(-?)(\d+)(?:\.(\d{1,9}))?$/.exec(String(text))
  if (match === null) throw new Error(`No decimal: ${text}`)
  const [, sign, whole = '', fraction = ''] = match
  const units = BigInt(whole + fraction.padEnd(SCALE, '0'))
  return sign === '-' ? -units : units
}

/** Divides and rounds half up, for numbers that are not negative. */
export const halfUp = (dividend: bigint, divisor: bigint): bigint => (2n * dividend + divisor) / (2n * divisor)

/** Returns MoySklad's kopecks, after a discount in per cent, as whole kopecks. */
export function kopecksOf(price: unknown, discount: unknown = '0'): bigint {
  return halfUp(exact(price) * (exact('100') - exact(discount)), 10n ** BigInt(2 * SCALE + 2))
}

export const hasFraction = (price: unknown, discount: unknown = '0'): boolean =>
  (exact(price) * (exact('100') - exact(discount))) % 10n ** BigInt(2 * SCALE + 2) !== 0n

export const roubles = (kopecks: bigint): number => Number(kopecks) / 100

/** Returns a quantity in thousandths. */
export const milliOf = (quantity: unknown): bigint => halfUp(exact(quantity), 10n ** BigInt(SCALE - 3))

export const quantity = (milli: bigint): number => Number(milli) / 1_000

/** Returns a weight, a volume or a percentage; zero means none. */
export function measureIn(value: unknown): number | null {
  return value === undefined || value === null || exact(value) === 0n ? null : Number(value)
}

/** Converts a moment of Moscow time to UTC. */
export const momentIn = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? new Date(`${value.replace(' ', 'T')}+03:00`).toISOString() : null

/** Returns the day of a moment of Moscow time. */
export const dayIn = (value: string): string => value.slice(0, 10)

/** Returns the texts without duplicates. */
export const distinct = (values: readonly unknown[]): string[] => [
  ...new Set(values.map((value) => textIn(value)).filter((text) => text !== null)),
]

/** Returns the fields that have a value. */
export const filled = (fields: Row): Row =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined))

/** The records that rows refer to, by id. */
export interface Names {
  readonly units: ReadonlyMap<string, string>
  readonly countries: ReadonlyMap<string, string>
  /** Ids of the currencies that are roubles. */
  readonly roubles: ReadonlySet<string>
  readonly mainPriceType: string
  readonly priceTypes: ReadonlySet<string>
  /** Attributes that become custom fields, with their MoySklad types. */
  readonly fields: ReadonlyMap<string, string>
  readonly suppliers: ReadonlySet<string>
  readonly products: ReadonlyMap<string, Row>
  /** Whether a row is imported: only imported rows can be referred to. */
  readonly has: (kind: string, externalId: string) => boolean
  /** Returns the record imported from a row: documents copy from it. */
  readonly recordOf: (kind: string, externalId: string) => Row | undefined
}

/** A row's expected outcome: the record, or null if the row is refused, and the codes that say why. */
export interface Mapped {
  readonly record: Row | null
  readonly codes: readonly string[]
}
