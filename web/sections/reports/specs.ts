/** The reports: what each asks, shows, and opens. */
import type { Address } from '../../data/address.ts'
import type { ReportName, ReportRow } from '../../data/reports.ts'
import type { May } from '../../data/session.ts'

export type CellKind = 'text' | 'day' | 'moment' | 'count' | 'quantity' | 'money' | 'percent' | 'kind'

/** Another screen of the app. */
export interface Place {
  readonly to: string
  readonly search?: Address
}
type PlaceOf = (row: ReportRow, address: Address) => Place | null

export interface ReportColumn {
  /** As in the API; its title in the texts is `col-…`. */
  readonly name: string
  readonly kind: CellKind
  /** The width of the table from which it is shown. */
  readonly from?: number
  /** What its figure is made of. */
  readonly opens?: PlaceOf
}

export interface ReportSpec {
  readonly name: ReportName
  readonly may: May
  /** What it is asked for: a day, a period, or now. */
  readonly time: 'day' | 'period' | 'now'
  /** How it may be narrowed. */
  readonly narrows: readonly ('warehouse' | 'product')[]
  /** The first is what is shown without a word in the address. */
  readonly groups: readonly string[]
  /** The first column names the row. */
  readonly columns: (
    address: Address & { readonly groupBy: string },
    totals: ReportRow | undefined,
  ) => readonly ReportColumn[]
  readonly opens: PlaceOf
  /** The columns that are drawn, when they are. */
  readonly drawn?: (groupBy: string) => readonly string[]
}

const text = (name: string, from?: number): ReportColumn => ({
  name,
  kind: 'text',
  ...(from !== undefined && { from }),
})
const figure =
  (kind: CellKind) =>
  (name: string, from?: number, opens?: PlaceOf): ReportColumn => ({
    name,
    kind,
    ...(from !== undefined && { from }),
    ...(opens !== undefined && { opens }),
  })
const [quantity, money, count] = [figure('quantity'), figure('money'), figure('count')]

export const isPeriod = (groupBy: string) => /^(day|week|month)$/.test(groupBy)

const DAY_MS = 86_400_000
const DAYS_OF_WEEK = 7

/** The last day of a row that is a day, week or month. */
export function lastDayOf(first: string, groupBy: string, to: string | undefined): string {
  const [year, month] = [Number(first.slice(0, 4)), Number(first.slice(5, 7))]
  const at = Date.parse(first)
  const last = {
    day: at,
    // From Monday, which is 1, to Sunday.
    week: at + ((DAYS_OF_WEEK - new Date(at).getUTCDay()) % DAYS_OF_WEEK) * DAY_MS,
    month: Date.UTC(year, month, 0),
  }[groupBy]
  const day = new Date(last ?? at).toISOString().slice(0, 10)
  return to !== undefined && to < day ? to : day
}

const productOf: PlaceOf = ({ productId }) => ({ to: `/products/${productId}` })
const rowOf =
  (part: string): PlaceOf =>
  (row, address) => {
    const warehouseId = row.warehouseId ?? address.warehouse
    if (!row.productId)
      return row.warehouseId ? { to: '/stock', search: { warehouse: String(row.warehouseId), there: 'yes' } } : null
    if (!warehouseId) return { to: '/stock', search: { view: part, q: String(row.product) } }
    return { to: `/stock/rows/${row.productId}/${warehouseId}`, search: { part } }
  }
/** The movements of a row's product in the period of the report. */
const movementsOf =
  (type?: string): PlaceOf =>
  (row, { warehouse, from, to }) => ({
    to: '/stock',
    search: { view: 'movements', q: String(row.product), type, warehouse, from, to },
  })

/** Flows of the turnover, with the type of their movements. */
const FLOWS = [
  { name: 'receipt', type: 'receipt', from: 560 },
  { name: 'shipment', type: 'shipment', from: 640 },
  { name: 'writeoff', type: 'writeoff', from: 740 },
  { name: 'return', type: 'return', from: 900 },
  { name: 'transferIn', type: 'transfer', from: 1000 },
  { name: 'transferOut', type: 'transfer', from: 1000 },
  { name: 'reversalIn', type: 'reversal', from: 1120 },
  { name: 'reversalOut', type: 'reversal', from: 1120 },
] as const

/** Costs are wider than quantities. */
const COST_PART = 1.35

/** Quantities, or costs with `show=cost`. What nothing went by has no column, but for receipts and shipments. */
function turnoverColumns({ show }: Address, totals: ReportRow | undefined): ReportColumn[] {
  const isCost = show === 'cost'
  const suffix = isCost ? 'Cost' : 'Quantity'
  const shown = isCost ? money : quantity
  const wide = (from: number) => (isCost ? Math.round(from * COST_PART) : from)
  const isMoved = (name: string) => /^(receipt|shipment)/.test(name) || Boolean(totals?.[name])
  const flows = FLOWS.filter(({ name }) => isMoved(`${name}${suffix}`))
  return [
    text('product'),
    text('sku', wide(1250)),
    shown(`opening${suffix}`, wide(420)),
    ...flows.map(({ name, type, from }) => shown(`${name}${suffix}`, wide(from), movementsOf(type))),
    ...(isCost && isMoved('rounding') ? [money('rounding', wide(1180))] : []),
    shown(`closing${suffix}`, undefined, rowOf('lots')),
  ]
}

const PROFIT = [
  money('revenue'),
  money('cost', 620),
  money('profit', 400),
  figure('percent')('marginPercent', 760),
  count('unpricedItems', 900),
  money('unpricedCost', 1020),
]

function profitColumns({ groupBy }: { readonly groupBy: string }): ReportColumn[] {
  if (isPeriod(groupBy)) return [figure('day')('period'), count('orders', 480), ...PROFIT]
  if (groupBy === 'order')
    return [text('number'), figure('moment')('shippedAt', 980), text('customer', 540), text('channel', 1150), ...PROFIT]
  if (groupBy !== 'product') return [text(groupBy), count('orders', 480), ...PROFIT]
  const [revenue, cost, ...rest] = PROFIT
  return [
    text('product'),
    text('sku', 1150),
    quantity('quantity', 480),
    revenue!,
    { ...cost!, opens: movementsOf('shipment') },
    ...rest,
  ]
}

/** A period opens its orders, everything else what it names. */
const profitOpens: PlaceOf = (row, { from, to, groupBy = 'product' }) => {
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

const valueOpens: PlaceOf = (row, address) => {
  if (row.productId) return row.warehouseId ? rowOf('lots')(row, address) : productOf(row, address)
  return { to: '/reports/stock-valuation', search: { warehouse: String(row.warehouseId), date: address.date } }
}

export const REPORTS: readonly ReportSpec[] = [
  {
    name: 'stock',
    may: 'everyone',
    time: 'day',
    narrows: ['warehouse', 'product'],
    groups: [],
    columns: () => [
      text('product'),
      text('sku', 640),
      text('warehouse', 380),
      quantity('quantity', undefined, rowOf('lots')),
    ],
    opens: rowOf('lots'),
  },
  {
    name: 'stock-valuation',
    may: 'who sees costs',
    time: 'day',
    narrows: ['warehouse', 'product'],
    groups: ['product-warehouse', 'product', 'warehouse'],
    columns: ({ groupBy }) => [
      ...(groupBy === 'warehouse' ? [] : [text('product'), text('sku', 700)]),
      ...(groupBy === 'product' ? [] : [text('warehouse', groupBy === 'warehouse' ? undefined : 480)]),
      quantity('quantity', 400, rowOf('lots')),
      money('value', undefined, rowOf('lots')),
    ],
    opens: valueOpens,
    drawn: (groupBy) => (groupBy === 'warehouse' ? ['value'] : []),
  },
  {
    name: 'stock-value-over-time',
    may: 'who sees costs',
    time: 'period',
    narrows: ['warehouse', 'product'],
    groups: ['day', 'week', 'month'],
    columns: () => [figure('day')('period'), money('value')],
    opens: ({ period }, { groupBy = 'day', warehouse, product, to }) => ({
      to: '/reports/stock-valuation',
      search: { date: lastDayOf(String(period), groupBy, to), warehouse, product },
    }),
    drawn: () => ['value'],
  },
  {
    name: 'turnover',
    may: 'everyone',
    time: 'period',
    narrows: ['warehouse', 'product'],
    groups: [],
    columns: turnoverColumns,
    opens: movementsOf(),
  },
  {
    name: 'gross-profit',
    may: 'who sees costs',
    time: 'period',
    narrows: [],
    groups: ['product', 'order', 'channel', 'customer', 'day', 'week', 'month'],
    columns: profitColumns,
    opens: profitOpens,
    drawn: () => ['revenue', 'profit'],
  },
  {
    name: 'cash-flow',
    may: 'who sees costs',
    time: 'period',
    narrows: [],
    groups: ['month', 'week', 'day'],
    columns: () => [
      figure('day')('period'),
      count('payments', 520),
      money('received', 420),
      money('paid', 420),
      money('balance'),
    ],
    opens: ({ period }, { groupBy = 'month', to }) =>
      groupBy === 'day'
        ? null
        : {
            to: '/reports/cash-flow',
            search: { groupBy: 'day', from: String(period), to: lastDayOf(String(period), groupBy, to) },
          },
    drawn: () => ['received', 'paid'],
  },
  {
    name: 'below-minimum',
    may: 'everyone',
    time: 'now',
    narrows: [],
    groups: [],
    columns: () => [
      text('product'),
      text('sku', 700),
      text('supplier', 860),
      quantity('available', undefined, rowOf('orders')),
      quantity('minStock', 420),
      quantity('shortfall', 520),
    ],
    opens: productOf,
  },
  {
    name: 'unpaid-documents',
    may: 'who sees costs',
    time: 'now',
    narrows: [],
    groups: [],
    columns: () => [
      text('number'),
      { name: 'kind', kind: 'kind', from: 900 },
      text('supplier', 420),
      figure('day')('dueAt', 560),
      money('total', 760),
      money('paid', 860),
      money('due'),
    ],
    opens: ({ documentId }) => ({ to: `/purchasing/documents/${documentId}` }),
  },
]

export const reportNamed = (name: string | undefined) => REPORTS.find((report) => report.name === name)

/** What names a row, for its key. */
export const rowKey = (row: ReportRow) =>
  ['period', 'documentId', 'orderId', 'productId', 'warehouseId', 'customerId', 'channel']
    .map((name) => row[name] ?? '')
    .join('/')
