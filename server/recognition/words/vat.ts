/** Value-added tax between amounts. */
import type { Minor } from '../../../amounts/quantity.ts'

/** VAT rates of now and of the years before, in per cent. */
export const VAT_RATES = [22, 20, 18, 10, 7, 5]

/** The amount with VAT at some rate, or null when no rate leads from one to the other. */
export function vatRateBetween(amount: Minor, withVat: Minor): number | null {
  if (amount === withVat) return 0
  return VAT_RATES.find((rate) => Math.abs(amount + Math.round((amount * rate) / 100) - withVat) <= 1) ?? null
}

/** How a VAT belongs to a sum: a part of it, or on top; null for neither. Every line may have been rounded by itself. */
export function isVatOf(vat: number, sum: number, lines: number): 'included' | 'on-top' | null {
  const isNear = (exact: number) => Math.abs(exact - vat) <= lines
  if (VAT_RATES.some((rate) => isNear((sum * rate) / 100))) return 'on-top'
  return VAT_RATES.some((rate) => isNear((sum * rate) / (100 + rate))) ? 'included' : null
}
