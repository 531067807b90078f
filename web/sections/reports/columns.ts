/** What the definitions of reports are put together from. */
import { LABELS as FIELDS } from '../../../sdk/labels.ts'
import type { ReportRow } from '../../data/reports.ts'
import type { Bilingual } from '../../words/words.ts'
import type { CellKind, PlaceOf, ReportColumn } from './spec.ts'

/** Columns and groups that more than one report has. */
export const LABELS = {
  product: { ru: 'Товар', en: 'Product' },
  sku: FIELDS.products.sku,
  minStock: FIELDS.products.minStock,
  warehouse: { ru: 'Склад', en: 'Warehouse' },
  quantity: { ru: 'Количество', en: 'Quantity' },
  value: { ru: 'Стоимость', en: 'Value' },
  period: { ru: 'Период с', en: 'Period from' },
  number: { ru: 'Номер', en: 'Number' },
  customer: { ru: 'Покупатель', en: 'Customer' },
  channel: { ru: 'Канал', en: 'Channel' },
  supplier: { ru: 'Поставщик', en: 'Supplier' },
  cost: { ru: 'Себестоимость', en: 'Cost' },
  paid: { ru: 'Оплачено', en: 'Paid' },
  lotFrom: { ru: 'Партия от', en: 'Lot of' },
  unitCost: { ru: 'Цена закупки', en: 'Unit cost' },
} as const
export const BY = {
  productWarehouse: { ru: 'По товарам и складам', en: 'By product and warehouse' },
  product: { ru: 'По товарам', en: 'By product' },
  warehouse: { ru: 'По складам', en: 'By warehouse' },
  order: { ru: 'По заказам', en: 'By order' },
  channel: { ru: 'По каналам', en: 'By channel' },
  customer: { ru: 'По покупателям', en: 'By customer' },
  day: { ru: 'По дням', en: 'By day' },
  week: { ru: 'По неделям', en: 'By week' },
  month: { ru: 'По месяцам', en: 'By month' },
  lot: { ru: 'По партиям', en: 'By lot' },
} as const

interface Further {
  readonly from?: number | undefined
  readonly opens?: PlaceOf
}

const columnOf =
  (kind: CellKind) =>
  (name: string, label: Bilingual, { from, opens }: Further = {}): ReportColumn => ({
    name,
    label,
    kind,
    ...(from !== undefined && { from }),
    ...(opens !== undefined && { opens }),
  })
export const [text, day, moment] = [columnOf('text'), columnOf('day'), columnOf('moment')]
export const [quantity, money, count, percent] = [
  columnOf('quantity'),
  columnOf('money'),
  columnOf('count'),
  columnOf('percent'),
]

/** A column that more than one report has. */
export const shared = (
  name: 'product' | 'sku' | 'warehouse' | 'supplier' | 'number' | 'customer' | 'channel',
  from?: number,
) => text(name, LABELS[name], { from })

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

export const productOf: PlaceOf = ({ productId }) => ({ to: `/products/${productId}` })

/** The stock of a row at a moment, lot by lot: as a quantity, or as what it is worth. */
export const lotsOf =
  (report: 'stock' | 'stock-valuation', sum: 'quantity' | 'value'): PlaceOf =>
  ({ productId, warehouseId }, { warehouse, product, date }) => ({
    to: `/reports/${report}`,
    search: {
      groupBy: 'lot',
      product: textOf(productId) ?? product,
      warehouse: textOf(warehouseId) ?? warehouse,
      date,
    },
    sum,
  })

const textOf = (value: ReportRow[string]) => (value ? String(value) : undefined)

/** A lot of a row. */
export const lotOf: PlaceOf = ({ lotId }) => ({ to: `/stock/lots/${lotId}` })

/** What there is of a product and warehouse now. */
export const rowOf: PlaceOf = ({ productId, warehouseId }) => ({ to: `/stock/rows/${productId}/${warehouseId}` })

/** What there is of a product now, at each warehouse. */
export const stockOf =
  (sum: string): PlaceOf =>
  ({ productId }) => ({ to: '/stock', search: { product: String(productId) }, sum })

/** The movements of a row's product in the period of the report. */
export const movementsOf =
  (type?: string, sum?: string): PlaceOf =>
  ({ productId }, { warehouse, from, to }) => ({
    to: '/stock',
    search: { view: 'movements', product: String(productId), type, warehouse, from, to },
    ...(sum !== undefined && { sum }),
  })
