/** What was there at the end of a day. */
import { BY, LABELS, lotOf, lotsOf, moment, quantity, rowOf, shared } from '../sections/reports/columns.ts'
import { defineReport } from '../sections/reports/spec.ts'

export const stock = defineReport({
  name: 'stock',
  order: 1,
  may: 'everyone',
  words: {
    name: { ru: 'Остатки на дату', en: 'Stock on a date' },
    lead: {
      ru: 'Сколько и на каком складе было в конце дня.',
      en: 'What was there at the end of a day, at each warehouse.',
    },
    empty: { ru: 'На эту дату ничего не было', en: 'There was nothing on this date' },
  },
  time: 'day',
  narrows: ['warehouse', 'product'],
  groups: { 'product-warehouse': BY.productWarehouse, lot: BY.lot },
  columns: ({ groupBy }) => [
    ...(groupBy === 'lot' ? [moment('receivedAt', LABELS.lotFrom), shared('supplier', 900)] : []),
    shared('product'),
    shared('sku', 640),
    shared('warehouse', 380),
    quantity('quantity', LABELS.quantity, groupBy === 'lot' ? {} : { opens: lotsOf('stock', 'quantity') }),
  ],
  opens: (row, address) => (row.lotId ? lotOf(row, address) : rowOf(row, address)),
})
