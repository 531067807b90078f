/** The columns of the reports: their names in JSON, their titles in tables, and where they come from. */
import type { Words } from '../domain/languages.ts'
import { FLOWS, type Flow } from '../store/report-turnover.ts'
import { UNIT } from '../store/reports.ts'

/** How a value is printed: a `day` may be a moment too; quantities stand in thousandths and money in kopecks, as everywhere inside; a `number` as it is. */
export type ColumnKind = 'text' | 'day' | 'moment' | 'count' | 'quantity' | 'money' | 'percent' | 'number'

export interface Column {
  readonly name: string
  /** For people, in tables. */
  readonly title: Words
  readonly kind: ColumnKind
  /** SQL over a row of the report `r` and the names that are joined to it. */
  readonly sql: string
  readonly isTotalled: boolean
  /** The unit that the quantities of a row are counted in. */
  readonly isUnit?: true
  /** Its total is no sum: the sum of one column in per cent of that of another. */
  readonly percentOf?: { readonly part: string; readonly whole: string }
  /** What the words of the API are called in tables. */
  readonly values?: Readonly<Record<string, Words>>
}

function column(name: string, title: Words, kind: ColumnKind, sql = `r."${name}"`): Column {
  return { name, title, kind, sql, isTotalled: kind === 'count' || kind === 'quantity' || kind === 'money' }
}

/** SQL: a time as the API prints it. */
function utc(time: string): string {
  return `to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

const PRODUCT = [
  column('productId', ['ID товара', 'Product ID'], 'text', 'r.product_id'),
  column('product', ['Товар', 'Product'], 'text', 'p.name'),
  column('sku', ['Артикул', 'SKU'], 'text', 'p.sku'),
  { ...column('uom', ['Единица измерения', 'Unit'], 'text', UNIT), isUnit: true as const },
]
const WAREHOUSE = [
  column('warehouseId', ['ID склада', 'Warehouse ID'], 'text', 'r.warehouse_id'),
  column('warehouse', ['Склад', 'Warehouse'], 'text', 'w.name'),
]
const QUANTITY = column('quantity', ['Количество', 'Quantity'], 'quantity')
const VALUE = column('value', ['Стоимость', 'Value'], 'money')

const LOT = [
  column('lotId', ['ID партии', 'Lot ID'], 'text', 'r.lot_id'),
  column('receivedAt', ['Партия от', 'Received'], 'moment', utc('l.received_at')),
  column('supplier', ['Поставщик', 'Supplier'], 'text', 's.name'),
]
const UNIT_COST = {
  ...column('unitCost', ['Цена закупки', 'Unit cost'], 'money', 'r.unit_cost_minor'),
  isTotalled: false,
}

export const STOCK_COLUMNS = {
  'product-warehouse': [...PRODUCT, ...WAREHOUSE, QUANTITY],
  lot: [...LOT, ...PRODUCT, ...WAREHOUSE, QUANTITY],
}

export const VALUATION_COLUMNS = {
  'product-warehouse': [...PRODUCT, ...WAREHOUSE, QUANTITY, VALUE],
  product: [...PRODUCT, QUANTITY, VALUE],
  warehouse: [...WAREHOUSE, QUANTITY, VALUE],
  lot: [...LOT, ...PRODUCT, ...WAREHOUSE, QUANTITY, UNIT_COST, VALUE],
}

/** The first day of a day, week or month that is in the report. */
const PERIOD = column('period', ['Период', 'Period'], 'day')
/** What was there at one time and at another cannot be added up. */
const atTheEnd = (shown: Column): Column => ({ ...shown, isTotalled: false })

export const STOCK_VALUE_COLUMNS = [PERIOD, atTheEnd(QUANTITY), atTheEnd(VALUE)]

export const CASH_FLOW_COLUMNS = [
  PERIOD,
  column('payments', ['Платежей', 'Payments'], 'count'),
  column('received', ['Поступило', 'Received'], 'money'),
  column('paid', ['Списано', 'Paid'], 'money'),
  column('balance', ['Сальдо', 'Balance'], 'money'),
]

const SUPPLIER = [
  column('supplierId', ['ID поставщика', 'Supplier ID'], 'text', 'r.supplier_id'),
  column('supplier', ['Поставщик', 'Supplier'], 'text', 's.name'),
]

export const BELOW_MINIMUM_COLUMNS = [
  ...PRODUCT,
  ...SUPPLIER,
  atTheEnd(column('available', ['Доступно', 'Available'], 'quantity')),
  atTheEnd(column('minStock', ['Неснижаемый остаток', 'Minimum stock'], 'quantity')),
  atTheEnd(column('shortfall', ['Не хватает', 'Shortfall'], 'quantity')),
]

const UNPAID_KINDS = {
  receipt: ['приёмка', 'receipt'],
  supplierInvoice: ['счёт поставщика', 'supplier invoice'],
} as const

export const UNPAID_COLUMNS = [
  column('documentId', ['ID документа', 'Document ID'], 'text', 'r.id'),
  column('number', ['Документ', 'Document'], 'text', 'd.number'),
  { ...column('kind', ['Вид', 'Kind'], 'text'), values: UNPAID_KINDS },
  column('reference', ['Номер поставщика', 'Supplier’s number'], 'text', 'd.reference'),
  ...SUPPLIER,
  column('issuedAt', ['Дата', 'Date'], 'day', `d.record::json ->> 'issuedAt'`),
  column('dueAt', ['Оплатить до', 'Due'], 'day', 'r.due_at'),
  column('total', ['Сумма', 'Total'], 'money'),
  column('paid', ['Оплачено', 'Paid'], 'money'),
  column('due', ['К оплате', 'To pay'], 'money'),
]

const FLOW_TITLES: Record<Flow, Words> = {
  receipt: ['Приёмка', 'Receipt'],
  transferIn: ['Перемещение, приход', 'Transfer in'],
  reversalIn: ['Отмена возврата поставщику', 'Return cancelled'],
  shipment: ['Отгрузка', 'Shipment'],
  writeoff: ['Списание', 'Write-off'],
  return: ['Возврат поставщику', 'Supplier return'],
  transferOut: ['Перемещение, расход', 'Transfer out'],
  reversalOut: ['Отмена приёмки', 'Receipt cancelled'],
}

/** Quantity and cost of one thing. */
const pair = (name: string, [ru, en]: Words) => [
  column(`${name}Quantity`, [`${ru}, кол-во`, `${en}, quantity`], 'quantity'),
  column(`${name}Cost`, [`${ru}, себестоимость`, `${en}, cost`], 'money'),
]

export const TURNOVER_COLUMNS = [
  ...PRODUCT,
  ...pair('opening', ['На начало', 'Opening']),
  ...(Object.keys(FLOWS) as Flow[]).flatMap((flow) => pair(flow, FLOW_TITLES[flow])),
  column('rounding', ['Округление', 'Rounding'], 'money'),
  ...pair('closing', ['На конец', 'Closing']),
]

const PROFIT = [
  column('revenue', ['Выручка', 'Revenue'], 'money'),
  column('cost', ['Себестоимость', 'Cost'], 'money'),
  column('profit', ['Валовая прибыль', 'Gross profit'], 'money'),
  {
    ...column(
      'marginPercent',
      ['Маржа, %', 'Margin, %'],
      'percent',
      'case when r.revenue = 0 then null else round(100.0 * r.profit / r.revenue, 2) end',
    ),
    percentOf: { part: 'profit', whole: 'revenue' },
  },
  column('unpricedItems', ['Позиций без цены', 'Lines without a price'], 'count'),
  column('unpricedCost', ['Себестоимость позиций без цены', 'Cost of lines without a price'], 'money'),
]
const ORDERS = column('orders', ['Заказов', 'Orders'], 'count')
const CUSTOMER = [
  column('customerId', ['ID покупателя', 'Customer ID'], 'text', 'r.customer_id'),
  column('customer', ['Покупатель', 'Customer'], 'text', 'c.name'),
]
const CHANNEL = column('channel', ['Канал', 'Channel'], 'text')

export const PROFIT_COLUMNS = {
  order: [
    column('orderId', ['ID заказа', 'Order ID'], 'text', 'r.id'),
    column('number', ['Заказ', 'Order'], 'text', 'o.number'),
    column('shippedAt', ['Отгружен', 'Shipped'], 'moment', utc('r.shipped_at')),
    ...CUSTOMER,
    CHANNEL,
    ...PROFIT,
  ],
  product: [...PRODUCT, QUANTITY, ...PROFIT],
  channel: [CHANNEL, ORDERS, ...PROFIT],
  customer: [...CUSTOMER, ORDERS, ...PROFIT],
  day: [PERIOD, ORDERS, ...PROFIT],
  week: [PERIOD, ORDERS, ...PROFIT],
  month: [PERIOD, ORDERS, ...PROFIT],
}

/** By order, of one product: how much of it each order sold. */
export const PROFIT_OF_PRODUCT = [...PROFIT_COLUMNS.order.slice(0, -PROFIT.length), QUANTITY, ...PROFIT]

/**
 * The tables that names come from, by what a report's rows have. They all have one; a left join tells the planner so, who would
 * else take a report for a few rows and look up each one's names by themselves.
 */
export const NAMES = {
  product: 'left join products p on p.company_id = $1 and p.id = r.product_id',
  warehouse: 'left join warehouses w on w.company_id = $1 and w.id = r.warehouse_id',
  order: 'left join orders o on o.company_id = $1 and o.id = r.id',
  customer: 'left join partners c on c.company_id = $1 and c.id = r.customer_id',
  lot: `left join lots l on l.company_id = $1 and l.id = r.lot_id
        left join partners s on s.company_id = $1 and s.id = l.supplier_id`,
  supplier: 'left join partners s on s.company_id = $1 and s.id = r.supplier_id',
  document: 'left join documents d on d.company_id = $1 and d.id = r.id',
}
