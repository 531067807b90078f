/** The stock at the unit costs of its lots. */
import {
  BY,
  LABELS,
  lotOf,
  lotsOf,
  moment,
  money,
  productOf,
  quantity,
  rowOf,
  shared,
} from '../sections/reports/columns.ts'
import { defineReport, type PlaceOf } from '../sections/reports/spec.ts'

/** A warehouse opens its goods, all else its lots. */
const partsOf =
  (sum: 'quantity' | 'value'): PlaceOf =>
  (row, address) =>
    row.productId ? lotsOf('stock-valuation', sum)(row, address) : { ...goodsOf(row, address)!, sum }

const goodsOf: PlaceOf = ({ warehouseId }, { product, date }) => ({
  to: '/reports/stock-valuation',
  search: { warehouse: String(warehouseId), product, date },
})

export const stockValuation = defineReport({
  name: 'stock-valuation',
  order: 2,
  may: 'who sees costs',
  words: {
    name: { ru: 'Стоимость остатков', en: 'Stock value' },
    lead: { ru: 'Остатки по цене закупки их партий.', en: 'The stock at the unit costs of its lots.' },
    empty: { ru: 'На эту дату ничего не было', en: 'There was nothing on this date' },
  },
  time: 'day',
  narrows: ['warehouse', 'product'],
  groups: { 'product-warehouse': BY.productWarehouse, product: BY.product, warehouse: BY.warehouse, lot: BY.lot },
  columns: ({ groupBy }) => [
    ...(groupBy === 'lot' ? [moment('receivedAt', LABELS.lotFrom), shared('supplier', 1000)] : []),
    ...(groupBy === 'warehouse' ? [] : [shared('product'), shared('sku', 700)]),
    ...(groupBy === 'product' ? [] : [shared('warehouse', groupBy === 'warehouse' ? undefined : 480)]),
    quantity('quantity', LABELS.quantity, { from: 400, ...(groupBy !== 'lot' && { opens: partsOf('quantity') }) }),
    ...(groupBy === 'lot' ? [money('unitCost', LABELS.unitCost, { from: 620 })] : []),
    money('value', LABELS.value, groupBy === 'lot' ? {} : { opens: partsOf('value') }),
  ],
  opens: (row, address) => {
    if (row.lotId) return lotOf(row, address)
    if (row.productId) return row.warehouseId ? rowOf(row, address) : productOf(row, address)
    return goodsOf(row, address)
  },
  drawn: (groupBy) => (groupBy === 'warehouse' ? ['value'] : []),
})
