/** The report of stock valued at the unit costs of its lots. */
import { lotOf, lotsOf, productOf, rowOf } from '../sections/reports/places.ts'
import { defineReport, type PlaceOf } from '../sections/reports/spec.ts'

/** Links a row of the report to its parts: a row about a warehouse to the goods there, any other row to its lots. */
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
  empty: { ru: 'На эту дату ничего не было', en: 'There was nothing on this date' },
  columns: ({ groupBy }) => [
    ...(groupBy === 'lot' ? [{ name: 'receivedAt' } as const, { name: 'supplier', from: 1000 } as const] : []),
    ...(groupBy === 'warehouse' ? [] : [{ name: 'product' } as const, { name: 'sku', from: 700 } as const]),
    ...(groupBy === 'product' ? [] : [{ name: 'warehouse', ...(groupBy !== 'warehouse' && { from: 480 }) } as const]),
    { name: 'quantity', from: 400, ...(groupBy !== 'lot' && { opens: partsOf('quantity') }) },
    ...(groupBy === 'lot' ? [{ name: 'unitCost', from: 620 } as const] : []),
    { name: 'value', ...(groupBy !== 'lot' && { opens: partsOf('value') }) },
  ],
  opens: (row, address) => {
    if (row.lotId) return lotOf(row, address)
    if (row.productId) return row.warehouseId ? rowOf(row, address) : productOf(row, address)
    return goodsOf(row, address)
  },
  drawn: (groupBy) => (groupBy === 'warehouse' ? ['value'] : []),
})
