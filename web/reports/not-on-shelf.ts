/** The report on goods of open orders that were not on the shelf. */
import { defineReport } from '../sections/reports/spec.ts'

export const notOnShelf = defineReport({
  name: 'not-on-shelf',
  empty: { ru: 'Всё нашлось', en: 'Everything was found' },
  emptyText: {
    ru: 'Здесь появятся товары, про которые при сборке сказали «нет на полке».',
    en: 'Goods of which somebody said “not on the shelf” when picking will be here.',
  },
  columns: () => [
    { name: 'product' },
    { name: 'number', from: 420 },
    { name: 'warehouse', from: 700 },
    { name: 'quantity' },
    { name: 'onHand', from: 540 },
    { name: 'reserved', from: 820 },
    { name: 'by', from: 940 },
    { name: 'at', from: 1100 },
  ],
  opens: ({ orderId }) => (orderId == null ? null : { to: `/orders/${orderId}` }),
})
