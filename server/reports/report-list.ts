/**
 * The list of reports. Each entry has the report's names, the roles that may read it, its query, its columns and a
 * function that reads its rows. The routes, the OpenAPI document, files, the SDK, the page in the app and the row in
 * docs/reports.md are derived from the entry; `web/reports/` adds links and charts for some reports. Reports on debts
 * are defined in settlement-reports.ts; columns shared by several reports are in columns.ts.
 */
import { Type } from 'typebox'
import type { Words } from '../domain/languages.ts'
import { Id, Name, oneOf } from '../domain/schema.ts'
import {
  BELOW_MINIMUM_COLUMNS,
  CASH_FLOW_COLUMNS,
  type Column,
  NAMES,
  PROFIT_COLUMNS,
  PROFIT_OF_PRODUCT,
  STOCK_COLUMNS,
  STOCK_VALUE_COLUMNS,
  TURNOVER_COLUMNS,
  UNPAID_COLUMNS,
  VALUATION_COLUMNS,
} from './columns.ts'
import { COUNTING_REPORTS } from './counting-reports.ts'
import { idAt } from './dates.ts'
import { EXPECTED_REPORTS } from './expected-report.ts'
import { grossProfitSql, narrowedProfitSql, type ProfitGrouping } from './gross-profit-sql.ts'
import { INVENTORY_FORMS } from './inventory-forms.ts'
import { NOT_ON_SHELF_REPORTS } from './not-on-shelf-sql.ts'
import { ORDERING_REPORTS } from './ordering-reports.ts'
import { CASH_FLOW, stockValuesSql } from './over-time-sql.ts'
import { isPeriod, PERIODS, type Period, type Periods, periodsBetween } from './periods.ts'
import { type Asked, type Built, FILTERS, filterOf, isoOf, OF_PERIOD, ON_DATE, type ReportKind } from './report-kind.ts'
import { SETTLEMENT_REPORTS } from './settlement-reports.ts'
import { type StockGrouping, stockAtSql, stockNowSql } from './stock-sql.ts'
import { STOCKTAKE_REPORTS } from './stocktake-reports.ts'
import { BELOW_MINIMUM, BELOW_MINIMUM_ORDER, UNPAID_DOCUMENTS, UNPAID_ORDER } from './to-do-sql.ts'
import { type KeptYears, turnoverSql } from './turnover-sql.ts'
import type { Year } from './turnover-totals-sql.ts'

const SALES = {
  productId: Type.Optional({
    ...Id,
    description:
      'Only sales for which this product was ordered (not as a component of a bundle). Grouped by order, each row also has the quantity of the product.',
  }),
  customerId: Type.Optional(Id),
  channel: Type.Optional(Name),
}

/** The `groupBy` parameter of reports over time. Weeks begin on Monday. */
const BY_PERIOD = { ...oneOf(PERIODS), default: 'month' }

const byPeriod = (columns: readonly Column[]) => Object.fromEntries(PERIODS.map((period) => [period, columns]))

/** The titles of the groupings, as shown to users. */
export const GROUPINGS: Readonly<Record<string, Words>> = {
  'product-warehouse': ['По товарам и складам', 'By product and warehouse'],
  product: ['По товарам', 'By product'],
  warehouse: ['По складам', 'By warehouse'],
  order: ['По заказам', 'By order'],
  channel: ['По каналам', 'By channel'],
  customer: ['По покупателям', 'By customer'],
  day: ['По дням', 'By day'],
  week: ['По неделям', 'By week'],
  month: ['По месяцам', 'By month'],
  lot: ['По партиям', 'By lot'],
  reason: ['По причинам', 'By reason'],
}

function groupings(columns: object, byDefault: string) {
  return { ...oneOf(Object.keys(columns)), default: byDefault }
}

export const REPORTS = {
  stock: {
    title: ['Остатки на дату', 'Stock on a date'],
    lead: ['Сколько и на каком складе было в конце дня.', 'The stock at each warehouse at the end of a day.'],
    may: 'everyone',
    summary: 'Report the stock on a date',
    description: 'The quantity on hand, by product and warehouse, or lot by lot.',
    query: { ...ON_DATE, ...FILTERS, groupBy: groupings(STOCK_COLUMNS, 'product-warehouse') },
    rows: STOCK_COLUMNS,
    build: (asked) => {
      const grouping = (asked.query.groupBy ?? 'product-warehouse') as keyof typeof STOCK_COLUMNS
      const columns = STOCK_COLUMNS[grouping]
      if (grouping === 'lot' || !asked.isUntilNow) return buildStock(asked, grouping, columns)
      const values: unknown[] = [asked.companyId]
      const rows = stockNowSql(filterOf(asked.query, values))
      return { rows, values, columns, ...STOCK_NAMES[grouping] }
    },
  },
  'stock-valuation': {
    title: ['Стоимость остатков', 'Stock value'],
    lead: ['Остатки по цене закупки их партий.', 'The stock at the unit costs of its lots.'],
    may: 'who sees costs',
    summary: 'Report the value of the stock on a date',
    description:
      'The quantity on hand, at the cost of its lots; the value of each lot is rounded to the kopeck before the values are added up.',
    query: { ...ON_DATE, ...FILTERS, groupBy: groupings(VALUATION_COLUMNS, 'product-warehouse') },
    rows: VALUATION_COLUMNS,
    build: (asked) => {
      const grouping = (asked.query.groupBy ?? 'product-warehouse') as StockGrouping
      return buildStock(asked, grouping, VALUATION_COLUMNS[grouping])
    },
  },
  turnover: {
    title: ['Обороты', 'Turnover'],
    lead: [
      'Остаток на начало, приход, расход и остаток на конец по каждому товару.',
      'Opening stock, incoming and outgoing goods, and closing stock of each product.',
    ],
    may: 'everyone',
    summary: 'Report the turnover of a period',
    description:
      'The opening and closing quantity and cost of each product, and incoming and outgoing goods by kind of movement. Opening + in − out + rounding = closing. Transfers are shown only for a single warehouse.',
    query: { ...OF_PERIOD, ...FILTERS },
    rows: { all: TURNOVER_COLUMNS },
    build: (asked) => {
      const values: unknown[] = [asked.companyId, idAt(asked.start!), idAt(asked.end)]
      const years = keptYearsOf(asked.years, values)
      const rows = turnoverSql(filterOf(asked.query, values), asked.isUntilNow, years)
      return { rows, values, names: NAMES.product, order: 'r.product_id', columns: TURNOVER_COLUMNS }
    },
  },
  'gross-profit': {
    title: ['Валовая прибыль', 'Gross profit'],
    lead: [
      'Выручка отгруженных заказов за вычетом себестоимости.',
      'Revenue from shipped orders minus the cost of their goods.',
    ],
    may: 'who sees costs',
    summary: 'Report the gross profit of a period',
    description:
      'Revenue from what was shipped of orders in the period minus the cost of the goods. A cancelled shipment is taken back when it is cancelled. Items without a price bring no revenue but do have a cost: `unpricedItems` is their number, `unpricedCost` the cost of their goods. Grouped by day, week or month, every period has a row, even without orders.',
    query: { ...OF_PERIOD, ...SALES, groupBy: groupings(PROFIT_COLUMNS, 'product') },
    rows: { ...PROFIT_COLUMNS, order: PROFIT_OF_PRODUCT },
    build: buildGrossProfit,
  },
  'stock-value-over-time': {
    title: ['Стоимость остатков по дням', 'Stock value over time'],
    lead: [
      'Как она менялась: по дням, неделям или месяцам.',
      'How the value of the stock changed, by day, week or month.',
    ],
    may: 'who sees costs',
    summary: 'Report the value of the stock over time',
    description:
      'The quantity on hand at the end of each day, week or month, and its value at the cost of its lots: the same figures as the totals of the stock value on that date.',
    query: { ...OF_PERIOD, ...FILTERS, groupBy: BY_PERIOD },
    rows: byPeriod(STOCK_VALUE_COLUMNS),
    build: (asked) => {
      const { days, starts } = periodsOf(asked)
      const values: unknown[] = [asked.companyId, [...starts.slice(1), asked.end].map(idAt), days]
      const rows = stockValuesSql(filterOf(asked.query, values))
      return { rows, values, columns: STOCK_VALUE_COLUMNS, names: '', order: 'r.period' }
    },
  },
  'cash-flow': {
    title: ['Движение денег', 'Cash flow'],
    lead: [
      'Проведённые платежи: сколько поступило и сколько списано.',
      'Posted payments: money received and money paid.',
    ],
    may: 'who sees costs',
    summary: 'Report the money received and paid',
    description:
      'Posted payments by day, week or month. They count on the day on which the money moved (`paidAt`); without it, on the day on which they were posted.',
    query: { ...OF_PERIOD, groupBy: BY_PERIOD },
    rows: byPeriod(CASH_FLOW_COLUMNS),
    build: (asked) => {
      const { days, starts, lastDay } = periodsOf(asked)
      const values = [asked.companyId, isoOf(asked.start!), isoOf(asked.end), starts.map(isoOf), days, lastDay]
      return { rows: CASH_FLOW, values, columns: CASH_FLOW_COLUMNS, names: '', order: 'r.period' }
    },
  },
  'below-minimum': {
    title: ['Ниже неснижаемого остатка', 'Below minimum stock'],
    lead: [
      'Товары, которых доступно меньше, чем вы назначили.',
      'Products with less available stock than your minimum.',
    ],
    may: 'everyone',
    summary: 'Report the products below their minimum',
    description:
      'Products and variants, not archived, whose available quantity in all warehouses is now below their `minStock`. Those with the smallest share of their minimum left come first.',
    query: {},
    rows: { all: BELOW_MINIMUM_COLUMNS },
    build: ({ companyId }) => ({
      rows: BELOW_MINIMUM,
      values: [companyId],
      columns: BELOW_MINIMUM_COLUMNS,
      names: `${NAMES.product} ${NAMES.supplier}`,
      order: BELOW_MINIMUM_ORDER,
    }),
  },
  'unpaid-documents': {
    title: ['Неоплаченные документы', 'Unpaid documents'],
    lead: [
      'Счета и приёмки, по которым вы ещё должны поставщикам.',
      'Invoices and receipts that you still owe suppliers for.',
    ],
    may: 'who sees costs',
    summary: 'Report the documents that are not fully paid',
    description:
      'Posted supplier invoices, and posted receipts without an invoice, whose posted outgoing payments are now less than their total. Payments for the receipts of an invoice count towards the invoice. Documents that are due first come first.',
    query: {},
    rows: { all: UNPAID_COLUMNS },
    build: ({ companyId }) => ({
      rows: UNPAID_DOCUMENTS,
      values: [companyId],
      columns: UNPAID_COLUMNS,
      names: `${NAMES.document} ${NAMES.supplier}`,
      order: UNPAID_ORDER,
    }),
  },
  ...SETTLEMENT_REPORTS,
  ...STOCKTAKE_REPORTS,
  ...COUNTING_REPORTS,
  ...INVENTORY_FORMS,
  ...ORDERING_REPORTS,
  ...EXPECTED_REPORTS,
  ...NOT_ON_SHELF_REPORTS,
} as const satisfies Record<string, ReportKind>
export type ReportName = keyof typeof REPORTS

/** Returns the periods of a report over time. By default they are months. */
function periodsOf({ start, end, timeZone, query }: Asked): Periods {
  return periodsBetween({ start: start!, end, timeZone }, (query.groupBy ?? 'month') as Period)
}

const STOCK_NAMES: Record<StockGrouping, { names: string; order: string }> = {
  'product-warehouse': { names: `${NAMES.product} ${NAMES.warehouse}`, order: 'r.product_id, r.warehouse_id' },
  product: { names: NAMES.product, order: 'r.product_id' },
  warehouse: { names: NAMES.warehouse, order: 'r.warehouse_id' },
  lot: { names: `${NAMES.product} ${NAMES.warehouse} ${NAMES.lot}`, order: 'r.lot_id' },
}

function buildStock(asked: Asked, grouping: StockGrouping, columns: readonly Column[]): Built {
  const values: unknown[] = [asked.companyId, idAt(asked.end)]
  const rows = stockAtSql(grouping, filterOf(asked.query, values), asked.isUntilNow)
  return { rows, values, columns, ...STOCK_NAMES[grouping] }
}

/**
 * For each grouping, the SQL joins that add names, and the order of the rows. Products, channels and customers with the
 * largest profit come first; orders are sorted by time of shipping, and periods by time.
 */
const PROFIT_NAMES: Record<ProfitGrouping, { names: string; order: string }> = {
  order: { names: `${NAMES.order} ${NAMES.customer}`, order: 'r.shipped_at, r.id' },
  product: { names: NAMES.product, order: 'r.profit desc, r.product_id' },
  channel: { names: '', order: 'r.profit desc, r.channel' },
  customer: { names: NAMES.customer, order: 'r.profit desc, r.customer_id' },
  period: { names: '', order: 'r.period' },
}

function buildGrossProfit(asked: Asked): Built {
  const { companyId, start, end, query } = asked
  const groupBy = (query.groupBy ?? 'product') as keyof typeof PROFIT_COLUMNS
  const grouping = isPeriod(groupBy) ? 'period' : groupBy
  const values: unknown[] = [companyId, isoOf(start!), isoOf(end)]
  const { productId, customerId, channel } = query
  const isNarrowed = [productId, customerId, channel].some((one) => one !== undefined)
  if (grouping === 'product' || isNarrowed) values.push(idAt(start!), idAt(end))
  if (grouping === 'period') {
    const { days, starts } = periodsOf(asked)
    values.push(starts.map(isoOf), days)
  }
  const named = PROFIT_NAMES[grouping]
  if (!isNarrowed) return { rows: grossProfitSql(grouping), values, columns: PROFIT_COLUMNS[groupBy], ...named }
  const add = (value: string | undefined, type: string) =>
    value === undefined ? undefined : `$${values.push(value)}::${type}`
  const filter = {
    ...(productId !== undefined && { product: add(productId, 'uuid')! }),
    ...(customerId !== undefined && { customer: add(customerId, 'uuid')! }),
    ...(channel !== undefined && { channel: add(channel, 'text')! }),
  }
  const columns = groupBy === 'order' && productId !== undefined ? PROFIT_OF_PRODUCT : PROFIT_COLUMNS[groupBy]
  return { rows: narrowedProfitSql(grouping, filter), values, columns, ...named }
}

/** Adds the years with stored totals to the statement's parameters, and returns their placeholders. */
function keptYearsOf(years: readonly Year[], values: unknown[]): KeptYears | null {
  const [first, last] = [years[0], years.at(-1)]
  if (first === undefined || last === undefined) return null
  const add = (value: unknown, type: string) => `$${values.push(value)}::${type}`
  return {
    starts: add(first.startId, 'uuid'),
    ends: add(last.endId, 'uuid'),
    first: add(first.year, 'smallint'),
    last: add(last.year, 'smallint'),
  }
}
