/**
 * Exact decimals for MoySklad's numbers. Its JSON contains kopecks as `80000.0` and sometimes fractions of a kopeck, so
 * adding and rounding must not use binary fractions.
 */
import { formatMinor, MAX_UNITS } from '../../../amounts/quantity.ts'

/** A number that JavaScript would print differently, such as 80000.0 or 0.1000, parsed without loss. */
export interface LosslessNumber {
  readonly isLosslessNumber: true
  /** The number's text in the JSON. */
  readonly value: string
}

/** An exact decimal, equal to units × 10^-scale. */
export interface Decimal {
  readonly units: bigint
  readonly scale: number
}

const NUMBER = /^([+-]?)(\d{1,60})(?:\.(\d{1,60}))?(?:[eE]([+-]?\d{1,3}))?$/
const MAX_EXPONENT = 100

export const ZERO: Decimal = { units: 0n, scale: 0 }

/** Whether a value is a LosslessNumber. */
export function isLosslessNumber(value: unknown): value is LosslessNumber {
  return typeof value === 'object' && value !== null && (value as LosslessNumber).isLosslessNumber === true
}

/**
 * Returns the digits of a MoySklad number, however it was parsed, or null for any other value. Every number is read
 * through this function.
 */
export function numberText(value: unknown): string | null {
  if (isLosslessNumber(value)) return value.value
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : null
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

/** Returns a MoySklad number as an exact decimal, or null for any other value. */
export function readDecimal(value: unknown): Decimal | null {
  const match = NUMBER.exec(numberText(value) ?? '')
  if (match === null) return null
  const [, sign, whole = '', fraction = '', exponent = '0'] = match
  const shift = Number(exponent)
  if (Math.abs(shift) > MAX_EXPONENT) return null
  const units = BigInt(`${sign === '-' ? '-' : ''}${whole}${fraction}`)
  const scale = fraction.length - shift
  return scale < 0 ? { units: units * 10n ** BigInt(-scale), scale: 0 } : { units, scale }
}

export function isZero({ units }: Decimal): boolean {
  return units === 0n
}

export function isNegative({ units }: Decimal): boolean {
  return units < 0n
}

export function times(a: Decimal, b: Decimal): Decimal {
  return { units: a.units * b.units, scale: a.scale + b.scale }
}

export function plus(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale)
  return { units: scaled(a, scale) + scaled(b, scale), scale }
}

export function minus(a: Decimal, b: Decimal): Decimal {
  return plus(a, { units: -b.units, scale: b.scale })
}

/** Divides a decimal by a power of ten. */
export function shiftedDown({ units, scale }: Decimal, places: number): Decimal {
  return { units, scale: scale + places }
}

/**
 * Rounds half up to `decimals` places. Returns an integer that counts units of the last place: 1.005 with two decimals
 * gives 101.
 */
export function rounded({ units, scale }: Decimal, decimals: number): bigint {
  if (scale <= decimals) return units * 10n ** BigInt(decimals - scale)
  const divisor = 10n ** BigInt(scale - decimals)
  const doubled = 2n * units + divisor
  const quotient = doubled / (2n * divisor)
  return doubled < 0n && doubled % (2n * divisor) !== 0n ? quotient - 1n : quotient
}

/** Returns whether a decimal can be written with at most `decimals` places without rounding. */
export function isWithin(decimal: Decimal, decimals: number): boolean {
  return decimal.scale <= decimals || decimal.units % 10n ** BigInt(decimal.scale - decimals) === 0n
}

/** Formats a decimal without trailing zeros: 80000.0 gives "80000". */
export function formatDecimal({ units, scale }: Decimal): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0')
  const fraction = scale === 0 ? '' : digits.slice(-scale).replace(/0+$/, '')
  const whole = scale === 0 ? digits : digits.slice(0, -scale)
  return `${units < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

/** Converts kopecks to roubles for a request body. Returns null above the limit for amounts. */
export function roublesOf(kopecks: bigint): number | null {
  return kopecks < 0n || kopecks > BigInt(MAX_UNITS) * 100n ? null : Number(formatMinor(kopecks))
}

/** Converts thousandths to a quantity for a request body. Returns null above the limit for quantities. */
export function unitsOfThousandths(thousandths: bigint): number | null {
  if (thousandths < 0n || thousandths > BigInt(MAX_UNITS) * 1000n) return null
  return Number(formatDecimal({ units: thousandths, scale: 3 }))
}

function scaled({ units, scale }: Decimal, to: number): bigint {
  return units * 10n ** BigInt(to - scale)
}
