/** Functions that make the links from rows of reports to other pages. */
import type { ReportRow } from '../../data/reports.ts'
import type { PlaceOf } from './spec.ts'

const DAY_MS = 86_400_000
const DAYS_OF_WEEK = 7

/** Returns the last day of a row's period, which is a day, a week or a month beginning on the day `first`. */
export function lastDayOf(first: string, groupBy: string, to: string | undefined): string {
  const [year, month] = [Number(first.slice(0, 4)), Number(first.slice(5, 7))]
  const at = Date.parse(first)
  const last = {
    day: at,
    // From Monday (1) to Sunday (7): add the days that remain until Sunday.
    week: at + ((DAYS_OF_WEEK - new Date(at).getUTCDay()) % DAYS_OF_WEEK) * DAY_MS,
    month: Date.UTC(year, month, 0),
  }[groupBy]
  const day = new Date(last ?? at).toISOString().slice(0, 10)
  return to !== undefined && to < day ? to : day
}

export const productOf: PlaceOf = ({ productId }) => ({ to: `/products/${productId}` })

/** Returns the link from a row to the report on the lots of its product on a date, as quantities or as values. */
export const lotsOf =
  (report: 'stock' | 'stock-valuation', sum: 'quantity' | 'value'): PlaceOf =>
  ({ productId, warehouseId }, { warehouse, product, date }) => ({
    to: `/reports/${report}`,
    search: {
      groupBy: 'lot',
      product: textOf(productId) ?? product,
      warehouse: textOf(warehouseId) ?? warehouse,
      date,
    },
    sum,
  })

const textOf = (value: ReportRow[string]) => (value ? String(value) : undefined)

/** Returns the link from a row to its lot. */
export const lotOf: PlaceOf = ({ lotId }) => ({ to: `/stock/lots/${lotId}` })

/** Returns the link from a row to the current stock of its product at its warehouse. */
export const rowOf: PlaceOf = ({ productId, warehouseId }) => ({ to: `/stock/rows/${productId}/${warehouseId}` })

/** Returns the link from a row to the current stock of its product at every warehouse. */
export const stockOf =
  (sum: string): PlaceOf =>
  ({ productId }) => ({ to: '/stock', search: { product: String(productId) }, sum })

/** Returns the link from a row to the movements of its product in the period of the report. */
export const movementsOf =
  (type?: string, sum?: string): PlaceOf =>
  ({ productId }, { warehouse, from, to }) => ({
    to: '/stock',
    search: { view: 'movements', product: String(productId), type, warehouse, from, to },
    ...(sum !== undefined && { sum }),
  })
