/** The report of stock at the end of a day. */
import { lotOf, lotsOf, rowOf } from '../sections/reports/places.ts'
import { defineReport } from '../sections/reports/spec.ts'

export const stock = defineReport({
  name: 'stock',
  empty: { ru: 'На эту дату ничего не было', en: 'There was nothing on this date' },
  columns: ({ groupBy }) => [
    ...(groupBy === 'lot' ? [{ name: 'receivedAt' } as const, { name: 'supplier', from: 900 } as const] : []),
    { name: 'product' },
    { name: 'sku', from: 640 },
    { name: 'warehouse', from: 380 },
    { name: 'quantity', ...(groupBy !== 'lot' && { opens: lotsOf('stock', 'quantity') }) },
  ],
  opens: (row, address) => (row.lotId ? lotOf(row, address) : rowOf(row, address)),
})
