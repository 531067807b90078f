/** What was there at the end of a day. */
import { LABELS, quantity, rowOf, shared } from '../sections/reports/columns.ts'
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
  columns: () => [
    shared('product'),
    shared('sku', 640),
    shared('warehouse', 380),
    quantity('quantity', LABELS.quantity, { opens: rowOf('lots') }),
  ],
  opens: rowOf('lots'),
})
