/** How the value of the stock changed. */
import { BY, day, LABELS, lastDayOf, money } from '../sections/reports/columns.ts'
import { defineReport, type PlaceOf } from '../sections/reports/spec.ts'

const goodsAtTheEnd: PlaceOf = ({ period }, { groupBy = 'day', warehouse, product, to }) => ({
  to: '/reports/stock-valuation',
  search: { date: lastDayOf(String(period), groupBy, to), warehouse, product },
  sum: 'value',
})

export const stockValueOverTime = defineReport({
  name: 'stock-value-over-time',
  order: 3,
  may: 'who sees costs',
  words: {
    name: { ru: 'Стоимость остатков по дням', en: 'Stock value over time' },
    lead: { ru: 'Как она менялась: по дням, неделям или месяцам.', en: 'How it changed: by day, week or month.' },
    empty: { ru: 'За этот период ничего нет', en: 'There is nothing in this period' },
  },
  time: 'period',
  narrows: ['warehouse', 'product'],
  groups: { day: BY.day, week: BY.week, month: BY.month },
  columns: () => [day('period', LABELS.period), money('value', LABELS.value, { opens: goodsAtTheEnd })],
  opens: goodsAtTheEnd,
  drawn: () => ['value'],
})
