/** Posted payments. */
import { BY, count, day, LABELS, lastDayOf, money } from '../sections/reports/columns.ts'
import { defineReport, type PlaceOf } from '../sections/reports/spec.ts'

/** The payments of a row. */
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
  order: 6,
  may: 'who sees costs',
  words: {
    name: { ru: 'Движение денег', en: 'Cash flow' },
    lead: {
      ru: 'Проведённые платежи: сколько поступило и сколько списано.',
      en: 'Posted payments: what came in and what was paid.',
    },
    empty: { ru: 'За этот период платежей не было', en: 'There were no payments in this period' },
  },
  time: 'period',
  groups: { month: BY.month, week: BY.week, day: BY.day },
  columns: () => [
    day('period', LABELS.period),
    count('payments', { ru: 'Платежи', en: 'Payments' }, { from: 520, opens: paymentsOf(undefined, 'count') }),
    money('received', { ru: 'Поступило', en: 'Received' }, { from: 420, opens: paymentsOf('incoming', 'received') }),
    money('paid', LABELS.paid, { from: 420, opens: paymentsOf('outgoing', 'paid') }),
    money('balance', { ru: 'Сальдо', en: 'Balance' }, { opens: paymentsOf(undefined) }),
  ],
  opens: paymentsOf(undefined),
  drawn: () => ['received', 'paid'],
})
