/** The report on what to order, with all the quantities from which each row was computed. */
import { stockOf } from '../sections/reports/places.ts'
import { defineReport } from '../sections/reports/spec.ts'

export const reorder = defineReport({
  name: 'reorder',
  empty: { ru: 'Заказывать нечего', en: 'Nothing to order' },
  emptyText: {
    ru: 'Здесь появятся товары, которых доступно и заказано меньше, чем говорят правила запаса.',
    en: 'Products of which less is available and ordered than the stock rules say will be here.',
  },
  columns: () => [
    { name: 'product' },
    { name: 'supplier', from: 700 },
    { name: 'warehouse', from: 1240 },
    { name: 'reason', from: 820 },
    { name: 'available', opens: stockOf('available'), from: 420 },
    { name: 'waiting', from: 1340 },
    { name: 'ordered', from: 540 },
    { name: 'soldPerDay', from: 1060 },
    { name: 'level', from: 940 },
    { name: 'transferable', from: 1440 },
    { name: 'target', from: 1140 },
    { name: 'quantity' },
  ],
})
