/**
 * Reading a row of the fake MoySklad by the words of docs/import.md. Shares no code with the service: what it gets wrong, this does not
 * get wrong the same way.
 */
import type { Row } from './fake-moysklad-shapes.ts'

/** A row with its numbers as the texts that they were. */
export function plainRow(row: Row): Row {
  return JSON.parse(JSON.stringify(row), ((_key: string, value: unknown, { source }: { source: string }) =>
    typeof value === 'number' ? source : value) as never)
}

const LONGEST_NAME = 255
const LONGEST_NOTE = 10_000

/** A text as records have it; null for none. Too long it ends with "…". */
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

/** The last part of the address that a reference has. */
export const idIn = (reference: Row | undefined): string =>
  reference?.id ?? reference?.meta?.href?.split('?')[0].split('/').at(-1) ?? ''

export const typeIn = (reference: Row | undefined): string => reference?.meta?.type ?? ''

/** Stands for the id of ours that a record of the source has got. */
export const named = (kind: string, externalId: string): string => `${kind} ${externalId}`

const SCALE = 9

/** A decimal in units of 10^-9. */
export function exact(text: unknown): bigint {
  const match = /^(-?)(\d+)(?:\.(\d{1,9}))?$/.exec(String(text))
  if (match === null) throw new Error(`No decimal: ${text}`)
  const [, sign, whole = '', fraction = ''] = match
  const units = BigInt(whole + fraction.padEnd(SCALE, '0'))
  return sign === '-' ? -units : units
}

/** Half up; for numbers that are not negative. */
export const halfUp = (dividend: bigint, divisor: bigint): bigint => (2n * dividend + divisor) / (2n * divisor)

/** Kopecks of the source, after a discount in per cent, as whole kopecks. */
export function kopecksOf(price: unknown, discount: unknown = '0'): bigint {
  return halfUp(exact(price) * (exact('100') - exact(discount)), 10n ** BigInt(2 * SCALE + 2))
}

export const hasFraction = (price: unknown, discount: unknown = '0'): boolean =>
  (exact(price) * (exact('100') - exact(discount))) % 10n ** BigInt(2 * SCALE + 2) !== 0n

export const roubles = (kopecks: bigint): number => Number(kopecks) / 100

/** Thousandths. */
export const milliOf = (quantity: unknown): bigint => halfUp(exact(quantity), 10n ** BigInt(SCALE - 3))

export const quantity = (milli: bigint): number => Number(milli) / 1_000

/** A weight, a volume, a per cent: zero is none. */
export function measureIn(value: unknown): number | null {
  return value === undefined || value === null || exact(value) === 0n ? null : Number(value)
}

/** A moment of Moscow as UTC. */
export const momentIn = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? new Date(`${value.replace(' ', 'T')}+03:00`).toISOString() : null

/** The day of a moment of Moscow. */
export const dayIn = (value: string): string => value.slice(0, 10)

/** Texts, each once. */
export const distinct = (values: readonly unknown[]): string[] => [
  ...new Set(values.map((value) => textIn(value)).filter((text) => text !== null)),
]

/** Without the fields that say nothing. */
export const filled = (fields: Row): Row =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined))

/** What rows name, by id. */
export interface Names {
  readonly units: ReadonlyMap<string, string>
  readonly countries: ReadonlyMap<string, string>
  /** Rouble or not, by the id of the currency. */
  readonly roubles: ReadonlySet<string>
  readonly mainPriceType: string
  readonly priceTypes: ReadonlySet<string>
  /** Attributes that become fields, with their types in the source. */
  readonly fields: ReadonlyMap<string, string>
  readonly suppliers: ReadonlySet<string>
  readonly products: ReadonlyMap<string, Row>
  /** Which rows come over: what is not there cannot be named. */
  readonly has: (kind: string, externalId: string) => boolean
  /** The record that a row becomes: documents copy from it. */
  readonly recordOf: (kind: string, externalId: string) => Row | undefined
}

/** A row as it must be: the record, null when it is refused, and the codes that say why. */
export interface Mapped {
  readonly record: Row | null
  readonly codes: readonly string[]
}
