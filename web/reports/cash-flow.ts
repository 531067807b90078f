/** Posted payments. */
import { BY, count, day, LABELS, lastDayOf, money } from '../sections/reports/columns.ts'
import { defineReport } from '../sections/reports/spec.ts'

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
    count('payments', { ru: 'Платежи', en: 'Payments' }, { from: 520 }),
    money('received', { ru: 'Поступило', en: 'Received' }, { from: 420 }),
    money('paid', LABELS.paid, { from: 420 }),
    money('balance', { ru: 'Сальдо', en: 'Balance' }),
  ],
  opens: ({ period }, { groupBy = 'month', to }) =>
    groupBy === 'day'
      ? null
      : {
          to: '/reports/cash-flow',
          search: { groupBy: 'day', from: String(period), to: lastDayOf(String(period), groupBy, to) },
        },
  drawn: () => ['received', 'paid'],
})
