/** The report of how the value of the stock changed over time. */
import { lastDayOf } from '../sections/reports/places.ts'
import { defineReport, type PlaceOf } from '../sections/reports/spec.ts'

const goodsAtTheEnd: PlaceOf = ({ period }, { groupBy = 'day', warehouse, product, to }) => ({
  to: '/reports/stock-valuation',
  search: { date: lastDayOf(String(period), groupBy, to), warehouse, product },
  sum: 'value',
})

export const stockValueOverTime = defineReport({
  name: 'stock-value-over-time',
  empty: { ru: 'За этот период ничего нет', en: 'There is nothing in this period' },
  groups: ['day', 'week', 'month'],
  columns: () => [{ name: 'period' }, { name: 'value', opens: goodsAtTheEnd }],
  opens: goodsAtTheEnd,
  drawn: () => ['value'],
})
