/** Turns the page address into the query of a report. */
import type { Address } from '../../data/address.ts'
import { groupsOf, type ReportSpec } from './spec.ts'

const DAY_MS = 86_400_000
export const SPANS = ['week', 'month', 'quarter', 'year'] as const
export type Span = (typeof SPANS)[number]
const DAYS: Record<Span, number> = { week: 7, month: 30, quarter: 91, year: 365 }

const isoDay = (at: number) => new Date(at).toISOString().slice(0, 10)

/** Returns the day before the given day. */
export const dayBefore = (day: string) => isoDay(Date.parse(day) - DAY_MS)

/** Returns the first day of a period, given its length and last day. */
export const firstDayOf = (span: Span, lastDay: string) => isoDay(Date.parse(lastDay) - (DAYS[span] - 1) * DAY_MS)

/**
 * Returns the settings of a report from the page address. If the address has none, they are the last month and the
 * first grouping of the report.
 */
export function withDefaults(
  spec: ReportSpec,
  address: Address,
  today: string,
): Address & { readonly groupBy: string } {
  const groups = groupsOf(spec)
  const groupBy = groups.includes(address.groupBy ?? '') ? address.groupBy! : (groups[0] ?? '')
  const from = spec.time === 'period' ? (address.from ?? firstDayOf('month', address.to ?? today)) : undefined
  return { ...address, groupBy, from }
}

/** Returns the query of a report in the form in which the API expects it. */
export function reportQuery(
  spec: ReportSpec,
  { from, to, date, warehouse, product, customer, partner, channel, stocktake, groupBy }: Address,
) {
  return {
    ...(spec.time === 'period' && { from, ...(to && { to }) }),
    ...(spec.time === 'day' && date && { date }),
    ...(spec.narrows.includes('warehouse') && warehouse && { warehouseId: warehouse }),
    ...(spec.narrows.includes('product') && product && { productId: product }),
    ...(spec.narrows.includes('customer') && customer && { customerId: customer }),
    ...(spec.narrows.includes('partner') && partner && { partnerId: partner }),
    ...(spec.narrows.includes('channel') && channel && { channel }),
    ...(spec.narrows.includes('stocktake') && stocktake && { stocktakeId: stocktake }),
    ...(groupsOf(spec).length > 0 && { groupBy }),
  }
}
