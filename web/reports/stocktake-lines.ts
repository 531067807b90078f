/** The report of what a stocktake counted: surpluses and shortages of each product. */
import { defineReport } from '../sections/reports/spec.ts'

export const stocktakeLines = defineReport({
  name: 'stocktake-lines',
  empty: { ru: 'Ничего не посчитано', en: 'Nothing was counted' },
  columns: () => [
    { name: 'product' },
    { name: 'sku', from: 1250 },
    { name: 'number', from: 1100 },
    { name: 'state', from: 620 },
    { name: 'counted', from: 420 },
    { name: 'expected', from: 520 },
    { name: 'difference' },
    { name: 'surplusCost', from: 860 },
    { name: 'shortageCost', from: 860 },
  ],
})
