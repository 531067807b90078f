/**
 * The columns of the reports: their names in JSON, their titles and descriptions, and the SQL expressions that compute
 * their values.
 */
import { DAY_OR_MOMENT, QUANTITY as IN_UNITS, MOMENT, MONEY } from '../domain/fields/common.ts'
import type { AnyField } from '../domain/fields/field.ts'
import { PRODUCT as OF_PRODUCT } from '../domain/fields/products.ts'
import type { Words } from '../domain/languages.ts'
import { UNIT } from './reports-sql.ts'
import { FLOWS, type Flow } from './turnover-sql.ts'

/**
 * How a column's values are formatted. A `day` may also be a full timestamp. Quantities are in thousandths and money in
 * kopecks, as everywhere inside the service. A `number` is shown unchanged.
 */
export type ColumnKind = 'text' | 'day' | 'moment' | 'count' | 'quantity' | 'money' | 'percent' | 'number'

export interface Column {
  readonly name: string
  /** The column's title for people, in exported tables and in the app. */
  readonly title: Words
  /** A shorter title, which the app uses where all columns are quantities, or where all are costs. */
  readonly short?: Words
  /** The meaning of the column, for readers of the OpenAPI document. */
  readonly meaning: string
  readonly kind: ColumnKind
  /** The SQL expression for the value. It may use row `r` of the report and the tables joined for names. */
  readonly sql: string
  readonly isTotalled: boolean
  /** True when rows may have no value in the column. Texts and days may always be missing. */
  readonly isNullable?: true
  /** True when the column contains the unit of the row's quantities. */
  readonly isUnit?: true
  /**
   * Set when the total is not a sum but a percentage: the sum of column `part` relative to the sum
   * of column `whole`.
   */
  readonly percentOf?: { readonly part: string; readonly whole: string }
  /** The words that tables show in place of the API's values. */
  readonly values?: Readonly<Record<string, Words>>
}

type Said = Pick<Column, 'title' | 'meaning'> & Partial<Column>

/**
 * Creates a column. By default, its SQL is the value of the same name in the row, and the column has a total if its
 * values can be summed.
 */
export function column(name: string, kind: ColumnKind, said: Said): Column {
  const isTotalled = kind === 'count' || kind === 'quantity' || kind === 'money'
  return { name, kind, sql: `r."${name}"`, isTotalled, ...said }
}

/** Takes a column's title and description from a record's field. */
const asField = ({ about: { label, meaning } }: AnyField) => ({ title: label, meaning })

/** Builds an SQL expression that formats a time as the API does. */
export function utc(time: string): string {
  return `to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

const { sku, uom, minStock } = OF_PRODUCT.fields
export const PRODUCT_COLUMNS = [
  column('productId', 'text', {
    title: ['ID товара', 'Product ID'],
    meaning: 'The id of the product.',
    sql: 'r.product_id',
  }),
  column('product', 'text', { title: ['Товар', 'Product'], meaning: 'The name of the product.', sql: 'p.name' }),
  column('sku', 'text', { ...asField(sku), sql: 'p.sku' }),
  column('uom', 'text', { ...asField(uom), sql: UNIT, isUnit: true }),
]
export const WAREHOUSE_COLUMNS = [
  column('warehouseId', 'text', {
    title: ['ID склада', 'Warehouse ID'],
    meaning: 'The id of the warehouse.',
    sql: 'r.warehouse_id',
  }),
  column('warehouse', 'text', { title: ['Склад', 'Warehouse'], meaning: 'The name of the warehouse.', sql: 'w.name' }),
]
export const STOCKTAKE_COLUMNS = [
  column('stocktakeId', 'text', {
    title: ['ID инвентаризации', 'Stocktake ID'],
    meaning: 'The id of the stocktake.',
    sql: 'r.stocktake_id',
  }),
  column('number', 'text', { title: ['Инвентаризация', 'Stocktake'], meaning: 'The number of the stocktake.' }),
]
const QUANTITY = column('quantity', 'quantity', {
  title: ['Количество', 'Quantity'],
  meaning: `The quantity of goods. ${IN_UNITS}`,
})
const VALUE = column('value', 'money', {
  title: ['Стоимость', 'Value'],
  meaning: `remaining × unitCost for each lot, rounded and then added up. ${MONEY}`,
})

const BY_SUPPLIER = 'The name of the supplier.'
const LOT = [
  column('lotId', 'text', { title: ['ID партии', 'Lot ID'], meaning: 'The id of the lot.', sql: 'r.lot_id' }),
  column('receivedAt', 'moment', {
    title: ['Партия от', 'Received'],
    meaning: `When the goods were received. Lots are used in this order, then by id; a transfer keeps the time. ${MOMENT}`,
    sql: utc('l.received_at'),
  }),
  column('supplier', 'text', { title: ['Поставщик', 'Supplier'], meaning: BY_SUPPLIER, sql: 's.name' }),
]
const UNIT_COST = column('unitCost', 'money', {
  title: ['Цена закупки', 'Unit cost'],
  meaning: `The cost of one unit. ${MONEY}`,
  sql: 'r.unit_cost_minor',
  isTotalled: false,
})

export const STOCK_COLUMNS = {
  'product-warehouse': [...PRODUCT_COLUMNS, ...WAREHOUSE_COLUMNS, QUANTITY],
  lot: [...LOT, ...PRODUCT_COLUMNS, ...WAREHOUSE_COLUMNS, QUANTITY],
}

export const VALUATION_COLUMNS = {
  'product-warehouse': [...PRODUCT_COLUMNS, ...WAREHOUSE_COLUMNS, QUANTITY, VALUE],
  product: [...PRODUCT_COLUMNS, QUANTITY, VALUE],
  warehouse: [...WAREHOUSE_COLUMNS, QUANTITY, VALUE],
  lot: [...LOT, ...PRODUCT_COLUMNS, ...WAREHOUSE_COLUMNS, QUANTITY, UNIT_COST, VALUE],
}

const PERIOD = column('period', 'day', {
  title: ['Период с', 'Period from'],
  meaning: 'The first day of the day, week or month, limited to the report’s period.',
})
/** Returns the column without a total, because stock quantities and values at different times cannot be added up. */
const atTheEnd = (shown: Column): Column => ({ ...shown, isTotalled: false })

export const STOCK_VALUE_COLUMNS = [PERIOD, atTheEnd(QUANTITY), atTheEnd(VALUE)]

export const CASH_FLOW_COLUMNS = [
  PERIOD,
  column('payments', 'count', { title: ['Платежи', 'Payments'], meaning: 'The number of posted payments.' }),
  column('received', 'money', { title: ['Поступило', 'Received'], meaning: `The money received. ${MONEY}` }),
  column('paid', 'money', { title: ['Списано', 'Paid'], meaning: `The amount paid. ${MONEY}` }),
  column('balance', 'money', { title: ['Сальдо', 'Balance'], meaning: `received − paid. ${MONEY}` }),
]

export const SUPPLIER_COLUMNS = [
  column('supplierId', 'text', {
    title: ['ID поставщика', 'Supplier ID'],
    meaning: 'The id of the supplier.',
    sql: 'r.supplier_id',
  }),
  column('supplier', 'text', { title: ['Поставщик', 'Supplier'], meaning: BY_SUPPLIER, sql: 's.name' }),
]

export const BELOW_MINIMUM_COLUMNS = [
  ...PRODUCT_COLUMNS,
  ...SUPPLIER_COLUMNS,
  column('available', 'quantity', {
    title: ['Доступно', 'Available'],
    meaning: `onHand − reserved. ${IN_UNITS}`,
    isTotalled: false,
  }),
  column('minStock', 'quantity', { ...asField(minStock), isTotalled: false }),
  column('shortfall', 'quantity', {
    title: ['Не хватает', 'Shortfall'],
    meaning: 'The quantity missing to reach the minimum, up to 3 decimals.',
    isTotalled: false,
  }),
]

const UNPAID_KINDS = {
  receipt: ['приёмка', 'receipt'],
  supplier_invoice: ['счёт поставщика', 'supplier invoice'],
} as const

export const UNPAID_COLUMNS = [
  column('documentId', 'text', {
    title: ['ID документа', 'Document ID'],
    meaning: 'The id of the procurement document.',
    sql: 'r.id',
  }),
  column('number', 'text', { title: ['Документ', 'Document'], meaning: 'The number of the record.', sql: 'd.number' }),
  column('kind', 'text', { title: ['Вид', 'Kind'], meaning: 'The kind of document.', values: UNPAID_KINDS }),
  column('reference', 'text', {
    title: ['Номер поставщика', 'Supplier’s number'],
    meaning: 'The number that the partner gave the document.',
    sql: 'd.reference',
  }),
  ...SUPPLIER_COLUMNS,
  column('issuedAt', 'day', {
    title: ['Дата', 'Date'],
    meaning: `The date of the document. ${DAY_OR_MOMENT}`,
    sql: `d.record::json ->> 'issuedAt'`,
  }),
  column('dueAt', 'day', {
    title: ['Оплатить до', 'Due'],
    meaning: `The last day for payment. ${DAY_OR_MOMENT}`,
    sql: 'r.due_at',
  }),
  column('total', 'money', { title: ['Сумма', 'Total'], meaning: `The sum of the amounts of the lines. ${MONEY}` }),
  column('paid', 'money', { title: ['Оплачено', 'Paid'], meaning: `The amount paid. ${MONEY}` }),
  column('due', 'money', { title: ['К оплате', 'To pay'], meaning: `The amount still to be paid. ${MONEY}` }),
]

/** The title of a pair of columns, and `goods`, the end of the phrase "the goods …" in the columns' descriptions. */
interface Flowing {
  readonly title: Words
  readonly goods: string
}
const FLOW_WORDS: Record<Flow, Flowing> = {
  receipt: { title: ['Приёмка', 'Receipt'], goods: 'that were received' },
  transferIn: { title: ['Перемещение, приход', 'Transfer in'], goods: 'that came from other warehouses' },
  reversalIn: {
    title: ['Отмена возврата или отгрузки', 'Return or shipment cancelled'],
    goods:
      'that came back when returns to suppliers, shipments, shortages of stocktakes, or write-offs of returned goods, were cancelled',
  },
  surplus: { title: ['Излишек', 'Surplus'], goods: 'that stocktakes found' },
  customerReturn: { title: ['Возврат покупателя', 'Customer return'], goods: 'that customers returned' },
  shipment: { title: ['Отгрузка', 'Shipment'], goods: 'that were shipped' },
  writeoff: { title: ['Списание', 'Write-off'], goods: 'that were written off' },
  return: { title: ['Возврат поставщику', 'Supplier return'], goods: 'that were returned to suppliers' },
  transferOut: { title: ['Перемещение, расход', 'Transfer out'], goods: 'that went to other warehouses' },
  reversalOut: {
    title: ['Отмена приёмки', 'Receipt cancelled'],
    goods: 'that went out when receipts, surpluses of stocktakes, or customer returns, were cancelled',
  },
}

/** Creates a pair of columns, one for the quantity and one for the cost. */
function pair(name: string, { title: [ru, en], goods }: Flowing): Column[] {
  const short: Words = [ru, en]
  const quantity: Words = [`${ru}, кол-во`, `${en}, quantity`]
  const cost: Words = [`${ru}, себестоимость`, `${en}, cost`]
  return [
    column(`${name}Quantity`, 'quantity', {
      title: quantity,
      short,
      meaning: `The quantity of the goods ${goods}. ${IN_UNITS}`,
    }),
    column(`${name}Cost`, 'money', { title: cost, short, meaning: `The cost of the goods ${goods}. ${MONEY}` }),
  ]
}

export const TURNOVER_COLUMNS = [
  ...PRODUCT_COLUMNS,
  ...pair('opening', { title: ['На начало', 'Opening'], goods: 'in stock before the period' }),
  ...(Object.keys(FLOWS) as Flow[]).flatMap((flow) => pair(flow, FLOW_WORDS[flow])),
  column('rounding', 'money', {
    title: ['Округление', 'Rounding'],
    meaning: `The rounding difference, because each part of a lot is rounded on its own. ${MONEY}`,
  }),
  ...pair('closing', { title: ['На конец', 'Closing'], goods: 'in stock after the period' }),
]

const PROFIT = [
  column('revenue', 'money', {
    title: ['Выручка', 'Revenue'],
    meaning: `The revenue from items that have a price. ${MONEY}`,
  }),
  column('cost', 'money', { title: ['Себестоимость', 'Cost'], meaning: `The cost of the goods. ${MONEY}` }),
  column('profit', 'money', { title: ['Валовая прибыль', 'Gross profit'], meaning: `revenue − cost. ${MONEY}` }),
  column('marginPercent', 'percent', {
    title: ['Маржа, %', 'Margin, %'],
    meaning: 'profit as a percentage of revenue; null without revenue.',
    sql: 'case when r.revenue = 0 then null else round(100.0 * r.profit / r.revenue, 2) end',
    percentOf: { part: 'profit', whole: 'revenue' },
  }),
  column('unpricedItems', 'count', {
    title: ['Позиций без цены', 'Lines without a price'],
    meaning: 'The number of items without a price.',
  }),
  column('unpricedCost', 'money', {
    title: ['Себестоимость позиций без цены', 'Cost of lines without a price'],
    meaning: `The cost of goods in items without a price, which bring no revenue. ${MONEY}`,
  }),
]
const ORDERS = column('orders', 'count', {
  title: ['Заказы', 'Orders'],
  meaning: 'The number of orders of which something was shipped, taken back or returned.',
})
const CUSTOMER = [
  column('customerId', 'text', {
    title: ['ID покупателя', 'Customer ID'],
    meaning: 'The id of the customer.',
    sql: 'r.customer_id',
  }),
  column('customer', 'text', {
    title: ['Покупатель', 'Customer'],
    meaning: 'The name of the customer.',
    sql: 'c.name',
  }),
]
const CHANNEL = column('channel', 'text', {
  title: ['Канал', 'Channel'],
  meaning: 'Where the order came from, as free text; null for returns without an order.',
})

export const PROFIT_COLUMNS = {
  order: [
    column('orderId', 'text', {
      title: ['ID заказа', 'Order ID'],
      meaning: 'The id of the customer order; for a return without an order, that of the return.',
      sql: 'r.id',
    }),
    column('number', 'text', {
      title: ['Заказ', 'Order'],
      meaning: 'The number of the record.',
      sql: 'coalesce(o.number, cr.number)',
    }),
    column('shippedAt', 'moment', {
      title: ['Отгружен', 'Shipped'],
      meaning: `When goods of the order were last shipped, taken back or returned in the period. ${MOMENT}`,
      sql: utc('r.shipped_at'),
    }),
    ...CUSTOMER,
    CHANNEL,
    ...PROFIT,
  ],
  product: [...PRODUCT_COLUMNS, QUANTITY, ...PROFIT],
  channel: [CHANNEL, ORDERS, ...PROFIT],
  customer: [...CUSTOMER, ORDERS, ...PROFIT],
  day: [PERIOD, ORDERS, ...PROFIT],
  week: [PERIOD, ORDERS, ...PROFIT],
  month: [PERIOD, ORDERS, ...PROFIT],
}

/** The columns of the report that shows, for one product, how much of it each order sold. */
export const PROFIT_OF_PRODUCT = [...PROFIT_COLUMNS.order.slice(0, -PROFIT.length), QUANTITY, ...PROFIT]

/**
 * The joins that find the names for the ids in a report's rows. Every row has a match, but with inner joins the planner
 * would expect few rows and look up each name separately, so these are left joins.
 */
export const NAMES = {
  product: 'left join products p on p.company_id = $1 and p.id = r.product_id',
  warehouse: 'left join warehouses w on w.company_id = $1 and w.id = r.warehouse_id',
  order: `left join orders o on o.company_id = $1 and o.id = r.id
        left join customer_returns cr on cr.company_id = $1 and cr.id = r.id`,
  customer: 'left join partners c on c.company_id = $1 and c.id = r.customer_id',
  lot: `left join lots l on l.company_id = $1 and l.id = r.lot_id
        left join partners s on s.company_id = $1 and s.id = l.supplier_id`,
  supplier: 'left join partners s on s.company_id = $1 and s.id = r.supplier_id',
  document: 'left join documents d on d.company_id = $1 and d.id = r.id',
  partner: 'left join partners c on c.company_id = $1 and c.id = r.partner_id',
}
