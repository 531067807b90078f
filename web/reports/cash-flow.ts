/** The cash flow report, which adds up the posted payments by period. */
import { lastDayOf } from '../sections/reports/places.ts'
import { defineReport, type PlaceOf } from '../sections/reports/spec.ts'

/** Returns the link from a row of the report to the payments that the row adds up. */
const paymentsOf =
  (direction: string | undefined, sum?: string): PlaceOf =>
  ({ period }, { groupBy = 'month', to }) => {
    const first = String(period)
    return {
      to: '/purchasing/payments',
      search: { status: 'posted', direction, paidFrom: first, paidTo: lastDayOf(first, groupBy, to) },
      ...(sum !== undefined && { sum }),
    }
  }

export const cashFlow = defineReport({
  name: 'cash-flow',
  empty: { ru: 'За этот период платежей не было', en: 'There were no payments in this period' },
  groups: ['month', 'week', 'day'],
  columns: () => [
    { name: 'period' },
    { name: 'payments', from: 520, opens: paymentsOf(undefined, 'count') },
    { name: 'received', from: 420, opens: paymentsOf('incoming', 'received') },
    { name: 'paid', from: 420, opens: paymentsOf('outgoing', 'paid') },
    { name: 'balance', opens: paymentsOf(undefined) },
  ],
  opens: paymentsOf(undefined),
  drawn: () => ['received', 'paid'],
})
