/** Value-added tax between amounts. */
import type { Minor } from '../../../amounts/quantity.ts'

/** Current and earlier VAT rates, in per cent. */
export const VAT_RATES = [22, 20, 18, 10, 7, 5]

/** The VAT rate between an amount and the amount with VAT; null when no rate fits. */
export function vatRateBetween(amount: Minor, withVat: Minor): number | null {
  if (amount === withVat) return 0
  return VAT_RATES.find((rate) => Math.abs(amount + Math.round((amount * rate) / 100) - withVat) <= 1) ?? null
}

/** Whether a VAT is included in a sum or on top of it; null for neither. Each line may have been rounded. */
export function isVatOf(vat: number, sum: number, lines: number): 'included' | 'on-top' | null {
  const isNear = (exact: number) => Math.abs(exact - vat) <= lines
  if (VAT_RATES.some((rate) => isNear((sum * rate) / 100))) return 'on-top'
  return VAT_RATES.some((rate) => isNear((sum * rate) / (100 + rate))) ? 'included' : null
}
