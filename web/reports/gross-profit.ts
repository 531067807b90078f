/** The gross profit report, which shows what the shipped orders earned. */
import type { Address } from '../data/address.ts'
import type { ReportRow } from '../data/reports.ts'
import { lastDayOf } from '../sections/reports/places.ts'
import { defineReport, isPeriod, type Place, type Shown } from '../sections/reports/spec.ts'

/** Returns whether a row is about goods returned without an order; only such rows have no channel. */
const hasNoOrder = ({ channel }: ReportRow) => channel === null

/** Returns the link from a row to the orders that the row sums up; null for goods returned without an order. */
function ordersOf(
  row: ReportRow,
  { from, to, groupBy = 'product', product, customer, channel }: Address,
): Place | null {
  if (hasNoOrder(row)) return null
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

const FIGURES = [
  { name: 'revenue', from: 420 },
  { name: 'cost', from: 620 },
  { name: 'profit' },
  { name: 'marginPercent', from: 760 },
  { name: 'unpricedItems', from: 900 },
  { name: 'unpricedCost', from: 1020 },
] as const
const ORDERS = { name: 'orders', from: 480 } as const
const QUANTITY = { name: 'quantity', from: 480 } as const

/** Turns each number of a column into a link to the orders that it sums up. */
const leading = <Name extends string>(column: Shown<Name>): Shown<Name> => ({
  ...column,
  opens(row, address) {
    const orders = ordersOf(row, address)
    return orders && { ...orders, sum: column.name }
  },
})

/** The columns of the report that the lists of shipments and returns have, too. */
const MOVED = ['revenue', 'cost', 'unpricedItems']

/**
 * Turns each number in an order's row into a link to the shipments and returns that it sums up. The number may differ
 * from the order's total, because part of the order may be shipped, cancelled or returned in another period.
 */
function inOrder<Name extends string>(column: Shown<Name>): Shown<Name> {
  if (!MOVED.includes(column.name)) return column
  return {
    ...column,
    opens: (row) => ({ ...recordOf(row), sum: column.name }),
  }
}

/**
 * Returns the link from the row of an order to its shipments and returns. The row of a return without an order is
 * linked to the return.
 */
const recordOf = (row: ReportRow): Place =>
  hasNoOrder(row)
    ? { to: `/orders/returns/${row.orderId}` }
    : { to: `/orders/${row.orderId}`, search: { tab: 'shipments' } }

function columns({ groupBy, product }: Address & { readonly groupBy: string }) {
  if (groupBy === 'order')
    return [
      { name: 'number' } as const,
      { name: 'shippedAt', from: 980 } as const,
      { name: 'customer', from: 540 } as const,
      { name: 'channel', from: 1150 } as const,
      // When the report is limited to one product, the totals of an order do not match the row, so the numbers are not
      // links to the order.
      ...(product ? [QUANTITY, ...FIGURES] : FIGURES.map((column) => inOrder(column))),
    ]
  const figures = FIGURES.map((column) => (column.name === 'marginPercent' ? column : leading(column)))
  if (isPeriod(groupBy)) return [{ name: 'period' } as const, leading(ORDERS), ...figures]
  if (groupBy === 'product')
    return [{ name: 'product' } as const, { name: 'sku', from: 1150 } as const, leading(QUANTITY), ...figures]
  return [{ name: groupBy as 'channel' | 'customer' }, leading(ORDERS), ...figures]
}

export const grossProfit = defineReport({
  name: 'gross-profit',
  empty: { ru: 'За этот период ничего не отгружали', en: 'Nothing was shipped in this period' },
  groups: ['product', 'order', 'channel', 'customer', 'day', 'week', 'month'],
  columns,
  opens: (row, address) => (row.orderId ? recordOf(row) : ordersOf(row, address)),
  drawn: () => ['revenue', 'profit'],
})
