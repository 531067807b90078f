/** The report of what must be counted again in open stocktakes. */
import { defineReport } from '../sections/reports/spec.ts'

export const stocktakeRecounts = defineReport({
  name: 'stocktake-recounts',
  empty: { ru: 'Пересчитывать нечего', en: 'Nothing to count again' },
  emptyText: {
    ru: 'Здесь появятся товары открытых инвентаризаций, которые двигались во время подсчёта, разошлись или назначены на пересчёт.',
    en: 'Products of open stocktakes that moved during the count, whose counts disagree, or that wait for a recount will be here.',
  },
  columns: () => [
    { name: 'product' },
    { name: 'sku', from: 760 },
    { name: 'number', from: 900 },
    { name: 'warehouse', from: 1080 },
    { name: 'reason', from: 420 },
    { name: 'counted', from: 540 },
    { name: 'difference', from: 640 },
    { name: 'countedBefore', from: 1200 },
    { name: 'differenceBefore', from: 1320 },
    { name: 'round' },
  ],
})
