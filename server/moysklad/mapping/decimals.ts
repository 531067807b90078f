/**
 * Numbers of the source as exact decimals. Its JSON contains kopecks as `80000.0` and possibly fractions of a kopeck,
 * so sums and rounding must not use binary fractions.
 */
import { formatMinor, MAX_UNITS } from '../../../amounts/quantity.ts'

/** A number whose digits JavaScript would change, such as 80000.0 or 0.1000, as parsed without loss. */
export interface LosslessNumber {
  readonly isLosslessNumber: true
  /** The number's text in the JSON. */
  readonly value: string
}

/** An exact decimal: units × 10^-scale. */
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

/** The digits of a source number, however it was parsed; null for other values. All numbers are read here. */
export function numberText(value: unknown): string | null {
  if (isLosslessNumber(value)) return value.value
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : null
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

/** A source number as an exact decimal; null for anything else. */
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

/** Divides by a power of ten. */
export function shiftedDown({ units, scale }: Decimal, places: number): Decimal {
  return { units, scale: scale + places }
}

/**
 * Rounds half up to `decimals` places, and returns an integer in units of the last place: 1.005 to two decimals is 101.
 */
export function rounded({ units, scale }: Decimal, decimals: number): bigint {
  if (scale <= decimals) return units * 10n ** BigInt(decimals - scale)
  const divisor = 10n ** BigInt(scale - decimals)
  const doubled = 2n * units + divisor
  const quotient = doubled / (2n * divisor)
  return doubled < 0n && doubled % (2n * divisor) !== 0n ? quotient - 1n : quotient
}

/** Whether rounding to `decimals` places changes nothing. */
export function isWithin(decimal: Decimal, decimals: number): boolean {
  return decimal.scale <= decimals || decimal.units % 10n ** BigInt(decimal.scale - decimals) === 0n
}

/** Prints a decimal without unnecessary zeros: 80000.0 gives "80000". */
export function formatDecimal({ units, scale }: Decimal): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0')
  const fraction = scale === 0 ? '' : digits.slice(-scale).replace(/0+$/, '')
  const whole = scale === 0 ? digits : digits.slice(0, -scale)
  return `${units < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

/** Converts kopecks to roubles for an API body; null above the limit of an amount. */
export function roublesOf(kopecks: bigint): number | null {
  return kopecks < 0n || kopecks > BigInt(MAX_UNITS) * 100n ? null : Number(formatMinor(kopecks))
}

/** Converts thousandths to a quantity for an API body; null above the limit of a quantity. */
export function unitsOfThousandths(thousandths: bigint): number | null {
  if (thousandths < 0n || thousandths > BigInt(MAX_UNITS) * 1000n) return null
  return Number(formatDecimal({ units: thousandths, scale: 3 }))
}

function scaled({ units, scale }: Decimal, to: number): bigint {
  return units * 10n ** BigInt(to - scale)
}
