/** What was earned by shipped orders. */
import {
  BY,
  count,
  day,
  LABELS,
  lastDayOf,
  moment,
  money,
  movementsOf,
  percent,
  productOf,
  quantity,
  shared,
  text,
} from '../sections/reports/columns.ts'
import { defineReport, isPeriod, type PlaceOf, type ReportColumn } from '../sections/reports/spec.ts'

const REVENUE = money('revenue', { ru: 'Выручка', en: 'Revenue' })
const COST = money('cost', LABELS.cost, { from: 620 })
const PROFIT = [
  money('profit', { ru: 'Валовая прибыль', en: 'Gross profit' }, { from: 400 }),
  percent('marginPercent', { ru: 'Рентабельность', en: 'Margin' }, { from: 760 }),
  count('unpricedItems', { ru: 'Без цены', en: 'Unpriced' }, { from: 900 }),
  money('unpricedCost', { ru: 'Себестоимость без цены', en: 'Cost of unpriced' }, { from: 1020 }),
]
const ORDERS = count('orders', { ru: 'Заказы', en: 'Orders' }, { from: 480 })

function columns({ groupBy }: { readonly groupBy: string }): ReportColumn[] {
  const figures = [REVENUE, COST, ...PROFIT]
  if (isPeriod(groupBy)) return [day('period', LABELS.period), ORDERS, ...figures]
  if (groupBy === 'order')
    return [
      shared('number'),
      moment('shippedAt', { ru: 'Отгружен', en: 'Shipped' }, { from: 980 }),
      shared('customer', 540),
      shared('channel', 1150),
      ...figures,
    ]
  if (groupBy === 'product')
    return [
      shared('product'),
      shared('sku', 1150),
      quantity('quantity', LABELS.quantity, { from: 480 }),
      REVENUE,
      { ...COST, opens: movementsOf('shipment') },
      ...PROFIT,
    ]
  return [text(groupBy, groupBy === 'channel' ? LABELS.channel : LABELS.customer), ORDERS, ...figures]
}

/** A period opens its orders, everything else what it names. */
const opens: PlaceOf = (row, { from, to, groupBy = 'product' }) => {
  if (row.orderId) return { to: `/orders/${row.orderId}` }
  if (row.customerId) return { to: `/partners/${row.customerId}` }
  if (row.productId) return productOf(row, {})
  if (!row.period) return { to: '/orders', search: { status: 'shipped', from, to } }
  const first = String(row.period)
  return {
    to: '/reports/gross-profit',
    search: { groupBy: 'order', from: first, to: lastDayOf(first, groupBy, to) },
  }
}

export const grossProfit = defineReport({
  name: 'gross-profit',
  order: 5,
  may: 'who sees costs',
  words: {
    name: { ru: 'Валовая прибыль', en: 'Gross profit' },
    lead: {
      ru: 'Выручка отгруженных заказов за вычетом себестоимости.',
      en: 'Revenue of shipped orders less the cost of their goods.',
    },
    empty: { ru: 'За этот период ничего не отгружали', en: 'Nothing was shipped in this period' },
  },
  time: 'period',
  groups: {
    product: BY.product,
    order: BY.order,
    channel: BY.channel,
    customer: BY.customer,
    day: BY.day,
    week: BY.week,
    month: BY.month,
  },
  columns,
  opens,
  drawn: () => ['revenue', 'profit'],
})
