/** The report on what to count next, from which a stocktake of its rows is started. */
import { rowOf } from '../sections/reports/places.ts'
import { defineReport } from '../sections/reports/spec.ts'

export const countNext = defineReport({
  name: 'count-next',
  empty: { ru: 'Считать пока нечего', en: 'Nothing to count for now' },
  emptyText: {
    ru: 'Здесь появится товар, который не считали ни разу или давно, который часто расходится, дорого стоит или много движется.',
    en: 'Goods that were never counted or long ago, that are often wrong, of high value or of high turnover will be here.',
  },
  columns: () => [
    { name: 'product' },
    { name: 'sku', from: 1240 },
    { name: 'warehouse', from: 700 },
    { name: 'reason' },
    { name: 'quantity', from: 460, opens: rowOf },
    { name: 'value', from: 820 },
    { name: 'countedAt', from: 940 },
    { name: 'daysSince', from: 580 },
    { name: 'counts', from: 1060 },
    { name: 'wrong', from: 1060 },
    { name: 'movements', from: 1160 },
  ],
  action: { load: async () => (await import('../sections/reports/start-count.tsx')).StartCount },
})
