/** The reports with the figures of the forms ИНВ-3 and ИНВ-19, and the mis-sorts of stocktakes. */
import { defineReport } from '../sections/reports/spec.ts'

export const inventoryList = defineReport({
  name: 'inventory-list',
  empty: { ru: 'Ничего не посчитано', en: 'Nothing was counted' },
  columns: () => [
    { name: 'product' },
    { name: 'sku', from: 1000 },
    { name: 'unitCost', from: 900 },
    { name: 'found' },
    { name: 'foundCost', from: 620 },
    { name: 'book', from: 420 },
    { name: 'bookCost', from: 760 },
  ],
})

export const comparisonSheet = defineReport({
  name: 'comparison-sheet',
  empty: { ru: 'Разниц нет', en: 'No differences' },
  columns: () => [
    { name: 'product' },
    { name: 'line', from: 1200 },
    { name: 'surplus', from: 420 },
    { name: 'surplusCost', from: 760 },
    { name: 'shortage', from: 420 },
    { name: 'shortageCost', from: 760 },
    { name: 'surplusNetted', from: 1300 },
    { name: 'shortageNetted', from: 1300 },
    { name: 'nettedWith', from: 1400 },
    { name: 'surplusLeft', from: 620 },
    { name: 'surplusLeftCost', from: 1000 },
    { name: 'shortageLeft' },
    { name: 'shortageLeftCost', from: 1000 },
  ],
})

export const misSorts = defineReport({
  name: 'mis-sorts',
  empty: { ru: 'Пересортицы не видно', en: 'No mis-sorts found' },
  emptyText: {
    ru: 'Здесь появятся недостачи и излишки похожих товаров, если их найдёт инвентаризация.',
    en: 'Shortages and surpluses of similar products will be here if a stocktake finds them.',
  },
  columns: () => [
    { name: 'product' },
    { name: 'overProduct', from: 420 },
    { name: 'number', from: 900 },
    { name: 'state', from: 620 },
    { name: 'quantity' },
    { name: 'cost', from: 760 },
  ],
})
