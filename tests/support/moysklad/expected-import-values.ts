/**
 * Reads values of the fake MoySklad's rows as docs/import.md describes. It shares no code with the service, so that a mistake
 * in the service is not repeated here.
 */
import type { Row } from './fake-moysklad-shapes.ts'

/** Returns a row in which each number is replaced by its text in MoySklad's JSON. */
export function plainRow(row: Row): Row {
  return JSON.parse(JSON.stringify(row), ((_key: string, value: unknown, { source }: { source: string }) =>
    typeof value === 'number' ? source : value) as never)
}

const LONGEST_NAME = 255
const LONGEST_NOTE = 10_000

/** Returns text as our records store it, or null if it is empty. Text that is too long is cut and ends with "…". */
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

/** Returns the id of the row to which a reference points. */
export const idIn = (reference: Row | undefined): string =>
  reference?.id ?? reference?.meta?.href?.split('?')[0].split('/').at(-1) ?? ''

export const typeIn = (reference: Row | undefined): string => reference?.meta?.type ?? ''

/** Returns a placeholder for the id that a MoySklad record gets in our service. */
export const named = (kind: string, externalId: string): string => `${kind} ${externalId}`

const SCALE = 9

/** Returns a decimal as a whole number of units of 10^-9. */
export function exact(text: unknown): bigint {
  const match = /^(-?)(\d+)(?:\.(\d{1,9}))?$/.exec(String(text))
  if (match === null) throw new Error(`No decimal: ${text}`)
  const [, sign, whole = '', fraction = ''] = match
  const units = BigInt(whole + fraction.padEnd(SCALE, '0'))
  return sign === '-' ? -units : units
}

/** Divides and rounds half up; both numbers must not be negative. */
export const halfUp = (dividend: bigint, divisor: bigint): bigint => (2n * dividend + divisor) / (2n * divisor)

/** Returns a price that MoySklad gives in kopecks, after a discount in per cent, rounded to whole kopecks. */
export function kopecksOf(price: unknown, discount: unknown = '0'): bigint {
  return halfUp(exact(price) * (exact('100') - exact(discount)), 10n ** BigInt(2 * SCALE + 2))
}

export const hasFraction = (price: unknown, discount: unknown = '0'): boolean =>
  (exact(price) * (exact('100') - exact(discount))) % 10n ** BigInt(2 * SCALE + 2) !== 0n

export const roubles = (kopecks: bigint): number => Number(kopecks) / 100

/** Returns a quantity from MoySklad in thousandths, rounded half up. */
export const milliOf = (quantity: unknown): bigint => halfUp(exact(quantity), 10n ** BigInt(SCALE - 3))

export const quantity = (milli: bigint): number => Number(milli) / 1_000

/** Returns a weight, a volume or a percentage; null if it is zero. */
export function measureIn(value: unknown): number | null {
  return value === undefined || value === null || exact(value) === 0n ? null : Number(value)
}

/** Converts a time in the Moscow time zone to UTC. */
export const momentIn = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? new Date(`${value.replace(' ', 'T')}+03:00`).toISOString() : null

/** Returns the day of a time that MoySklad gives in Moscow time. */
export const dayIn = (value: string): string => value.slice(0, 10)

/** Returns the strings without duplicates and without blank strings. */
export const distinct = (values: readonly unknown[]): string[] => [
  ...new Set(values.map((value) => textIn(value)).filter((text) => text !== null)),
]

/** Returns the fields whose values are neither null nor undefined. */
export const filled = (fields: Row): Row =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined))

/** The records that a MoySklad row may refer to, by id. */
export interface Names {
  readonly units: ReadonlyMap<string, string>
  readonly countries: ReadonlyMap<string, string>
  /** The ids of the account's currencies that are roubles. */
  readonly roubles: ReadonlySet<string>
  readonly mainPriceType: string
  readonly priceTypes: ReadonlySet<string>
  /** The attributes that become custom fields, with their types in MoySklad. */
  readonly fields: ReadonlyMap<string, string>
  readonly suppliers: ReadonlySet<string>
  readonly products: ReadonlyMap<string, Row>
  /** Whether a row is imported. References to rows that are not imported are left out. */
  readonly has: (kind: string, externalId: string) => boolean
  /** Returns the record expected from a row, because documents copy values from that record. */
  readonly recordOf: (kind: string, externalId: string) => Row | undefined
}

/**
 * The expected outcome of importing a row: the record, or null if the row is refused, and the codes of the row's
 * problems.
 */
export interface Mapped {
  readonly record: Row | null
  readonly codes: readonly string[]
}
