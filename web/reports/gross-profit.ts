/** What was earned by shipped orders. */
import type { Address } from '../data/address.ts'
import type { ReportRow } from '../data/reports.ts'
import {
  BY,
  count,
  day,
  LABELS,
  lastDayOf,
  moment,
  money,
  percent,
  quantity,
  shared,
  text,
} from '../sections/reports/columns.ts'
import { defineReport, isPeriod, type Place, type ReportColumn } from '../sections/reports/spec.ts'

/** The orders that a row is made of. */
function ordersOf(row: ReportRow, { from, to, groupBy = 'product', product, customer, channel }: Address): Place {
  const first = row.period ? String(row.period) : from
  return {
    to: '/reports/gross-profit',
    search: {
      groupBy: 'order',
      from: first,
      to: row.period ? lastDayOf(String(row.period), groupBy, to) : to,
      product: row.productId ? String(row.productId) : product,
      customer: row.customerId ? String(row.customerId) : customer,
      channel: row.channel ? String(row.channel) : channel,
    },
  }
}

const FIGURES: readonly ReportColumn[] = [
  money('revenue', { ru: 'Выручка', en: 'Revenue' }, { from: 420 }),
  money('cost', LABELS.cost, { from: 620 }),
  money('profit', { ru: 'Валовая прибыль', en: 'Gross profit' }),
  percent('marginPercent', { ru: 'Маржа, %', en: 'Margin, %' }, { from: 760 }),
  count('unpricedItems', { ru: 'Позиций без цены', en: 'Lines without a price' }, { from: 900 }),
  money('unpricedCost', { ru: 'Себестоимость позиций без цены', en: 'Cost of lines without a price' }, { from: 1020 }),
]
const ORDERS = count('orders', { ru: 'Заказы', en: 'Orders' }, { from: 480 })
const QUANTITY = quantity('quantity', LABELS.quantity, { from: 480 })

/** Each figure opens the orders that make it. */
const leading = (column: ReportColumn): ReportColumn => ({
  ...column,
  opens: (row, address) => ({ ...ordersOf(row, address), sum: column.name === 'orders' ? 'count' : column.name }),
})

/** What an order has in its own record. */
const IN_ORDER: Readonly<Record<string, string>> = { revenue: 'total', cost: 'cost', unpricedItems: 'unpricedItems' }
const inOrder = (column: ReportColumn): ReportColumn => {
  const sum = IN_ORDER[column.name]
  return sum === undefined ? column : { ...column, opens: ({ orderId }) => ({ to: `/orders/${orderId}`, sum }) }
}

function columns({ groupBy, product }: Address & { readonly groupBy: string }): ReportColumn[] {
  if (groupBy === 'order')
    return [
      shared('number'),
      moment('shippedAt', { ru: 'Отгружен', en: 'Shipped' }, { from: 980 }),
      shared('customer', 540),
      shared('channel', 1150),
      // Of one product an order's own figures say more than the row's.
      ...(product ? [QUANTITY, ...FIGURES] : FIGURES.map(inOrder)),
    ]
  const figures = FIGURES.map((column) => (column.kind === 'percent' ? column : leading(column)))
  if (isPeriod(groupBy)) return [day('period', LABELS.period), leading(ORDERS), ...figures]
  if (groupBy === 'product') return [shared('product'), shared('sku', 1150), leading(QUANTITY), ...figures]
  const label = groupBy === 'channel' ? LABELS.channel : LABELS.customer
  return [text(groupBy, label), leading(ORDERS), ...figures]
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
  narrows: ['product', 'customer', 'channel'],
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
  opens: (row, address) => (row.orderId ? { to: `/orders/${row.orderId}` } : ordersOf(row, address)),
  drawn: () => ['revenue', 'profit'],
})
