/** Value-added tax (VAT) rates and checks. */
import type { Minor } from '../../../amounts/quantity.ts'

/** Current and earlier VAT rates, in per cent. */
export const VAT_RATES = [22, 20, 18, 10, 7, 5]

/** Returns the VAT rate that turns an amount into the amount with VAT, or null if no rate does. */
export function vatRateBetween(amount: Minor, withVat: Minor): number | null {
  if (amount === withVat) return 0
  return VAT_RATES.find((rate) => Math.abs(amount + Math.round((amount * rate) / 100) - withVat) <= 1) ?? null
}

/**
 * Whether a VAT amount is included in a sum or is added to the sum; null if neither. Allows for rounding in each line.
 */
export function isVatOf(vat: number, sum: number, lines: number): 'included' | 'on-top' | null {
  const isNear = (exact: number) => Math.abs(exact - vat) <= lines
  if (VAT_RATES.some((rate) => isNear((sum * rate) / 100))) return 'on-top'
  return VAT_RATES.some((rate) => isNear((sum * rate) / (100 + rate))) ? 'included' : null
}
