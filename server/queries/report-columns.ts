/** The columns of the reports: their names in JSON, their titles in tables, and where they come from. */
import { FLOWS, type Flow } from '../store/report-turnover.ts'

/** How a value is printed: quantities stand in thousandths and money in kopecks, as everywhere inside; a `number` as it is. */
export type ColumnKind = 'text' | 'moment' | 'count' | 'quantity' | 'money' | 'percent' | 'number'

export interface Column {
  readonly name: string
  /** For people, in tables. */
  readonly title: string
  readonly kind: ColumnKind
  /** SQL over a row of the report `r` and the names that are joined to it. */
  readonly sql: string
  readonly isTotalled: boolean
}

function column(name: string, title: string, kind: ColumnKind, sql = `r."${name}"`): Column {
  return { name, title, kind, sql, isTotalled: kind === 'count' || kind === 'quantity' || kind === 'money' }
}

const PRODUCT = [
  column('productId', 'ID товара', 'text', 'r.product_id'),
  column('product', 'Товар', 'text', 'p.name'),
  column('sku', 'Артикул', 'text', 'p.sku'),
]
const WAREHOUSE = [
  column('warehouseId', 'ID склада', 'text', 'r.warehouse_id'),
  column('warehouse', 'Склад', 'text', 'w.name'),
]
const QUANTITY = column('quantity', 'Количество', 'quantity')
const VALUE = column('value', 'Стоимость', 'money')

export const STOCK_COLUMNS = [...PRODUCT, ...WAREHOUSE, QUANTITY]

export const VALUATION_COLUMNS = {
  'product-warehouse': [...PRODUCT, ...WAREHOUSE, QUANTITY, VALUE],
  product: [...PRODUCT, QUANTITY, VALUE],
  warehouse: [...WAREHOUSE, QUANTITY, VALUE],
}

/** The first day of a day, week or month that is in the report. */
const PERIOD = column('period', 'Период', 'text')
/** What was there at one time and at another cannot be added up. */
const atTheEnd = (shown: Column): Column => ({ ...shown, isTotalled: false })

export const STOCK_VALUE_COLUMNS = [PERIOD, atTheEnd(QUANTITY), atTheEnd(VALUE)]

export const CASH_FLOW_COLUMNS = [
  PERIOD,
  column('payments', 'Платежей', 'count'),
  column('received', 'Поступило', 'money'),
  column('paid', 'Списано', 'money'),
  column('balance', 'Сальдо', 'money'),
]

const SUPPLIER = [
  column('supplierId', 'ID поставщика', 'text', 'r.supplier_id'),
  column('supplier', 'Поставщик', 'text', 's.name'),
]

export const BELOW_MINIMUM_COLUMNS = [
  ...PRODUCT,
  ...SUPPLIER,
  atTheEnd(column('available', 'Доступно', 'quantity')),
  atTheEnd(column('minStock', 'Неснижаемый остаток', 'quantity')),
  atTheEnd(column('shortfall', 'Не хватает', 'quantity')),
]

export const UNPAID_COLUMNS = [
  column('documentId', 'ID документа', 'text', 'r.id'),
  column('number', 'Документ', 'text', 'd.number'),
  column('kind', 'Вид', 'text'),
  column('reference', 'Номер поставщика', 'text', 'd.reference'),
  ...SUPPLIER,
  column('issuedAt', 'Дата', 'text', `d.record::json ->> 'issuedAt'`),
  column('dueAt', 'Оплатить до', 'text', 'r.due_at'),
  column('total', 'Сумма', 'money'),
  column('paid', 'Оплачено', 'money'),
  column('due', 'К оплате', 'money'),
]

const FLOW_TITLES: Record<Flow, string> = {
  receipt: 'Приёмка',
  transferIn: 'Перемещение, приход',
  reversalIn: 'Отмена возврата поставщику',
  shipment: 'Отгрузка',
  writeoff: 'Списание',
  return: 'Возврат поставщику',
  transferOut: 'Перемещение, расход',
  reversalOut: 'Отмена приёмки',
}

/** Quantity and cost of one thing. */
const pair = (name: string, title: string) => [
  column(`${name}Quantity`, `${title}, кол-во`, 'quantity'),
  column(`${name}Cost`, `${title}, себестоимость`, 'money'),
]

export const TURNOVER_COLUMNS = [
  ...PRODUCT,
  ...pair('opening', 'На начало'),
  ...(Object.keys(FLOWS) as Flow[]).flatMap((flow) => pair(flow, FLOW_TITLES[flow])),
  column('rounding', 'Округление', 'money'),
  ...pair('closing', 'На конец'),
]

const PROFIT = [
  column('revenue', 'Выручка', 'money'),
  column('cost', 'Себестоимость', 'money'),
  column('profit', 'Валовая прибыль', 'money'),
  column(
    'marginPercent',
    'Рентабельность, %',
    'percent',
    'case when r.revenue = 0 then null else round(100.0 * r.profit / r.revenue, 2) end',
  ),
  column('unpricedItems', 'Позиций без цены', 'count'),
  column('unpricedCost', 'Себестоимость позиций без цены', 'money'),
]
const ORDERS = column('orders', 'Заказов', 'count')
const CUSTOMER = [
  column('customerId', 'ID покупателя', 'text', 'r.customer_id'),
  column('customer', 'Покупатель', 'text', 'c.name'),
]
const CHANNEL = column('channel', 'Канал', 'text')

const SHIPPED_AT = `to_char(r.shipped_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

export const PROFIT_COLUMNS = {
  order: [
    column('orderId', 'ID заказа', 'text', 'r.id'),
    column('number', 'Заказ', 'text', 'o.number'),
    column('shippedAt', 'Отгружен', 'moment', SHIPPED_AT),
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

/**
 * The tables that names come from, by what a report's rows have. They all have one; a left join tells the planner so, who would
 * else take a report for a few rows and look up each one's names by themselves.
 */
export const NAMES = {
  product: 'left join products p on p.company_id = $1 and p.id = r.product_id',
  warehouse: 'left join warehouses w on w.company_id = $1 and w.id = r.warehouse_id',
  order: 'left join orders o on o.company_id = $1 and o.id = r.id',
  customer: 'left join partners c on c.company_id = $1 and c.id = r.customer_id',
  supplier: 'left join partners s on s.company_id = $1 and s.id = r.supplier_id',
  document: 'left join documents d on d.company_id = $1 and d.id = r.id',
}
