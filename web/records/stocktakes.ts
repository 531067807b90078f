/** The definition of stocktakes, in which people count the goods of a warehouse and correct the stock. */
import type { Stocktake } from '../../sdk/types.ts'
import { defineRecords } from '../sections/records/spec.ts'

export const stocktakes = defineRecords({
  kind: 'stocktakes',
  path: '/stock/stocktakes',
  order: 4,
  entityType: 'stocktake',
  log: {
    stocktake: { ru: 'инвентаризация', en: 'stocktake' },
  },
  words: {
    many: { ru: 'Инвентаризации', en: 'Stocktakes' },
    one: { ru: 'Инвентаризация', en: 'Stocktake' },
    new: { ru: 'Новая инвентаризация', en: 'New stocktake' },
    created: { ru: '{{name}}: можно считать', en: '{{name}}: start counting' },
    empty: { ru: 'Здесь будут инвентаризации', en: 'Stocktakes will be here' },
    emptyText: {
      ru: 'Считать можно, не останавливая склад: приёмки и отгрузки идут своим чередом.',
      en: 'Goods can be counted while the warehouse works: receipts and shipments go on.',
    },
  },
  search: { ru: 'Номер или комментарий', en: 'Number or note' },
  sort: '-createdAt',
  nameOf: ({ number }: Stocktake, say) => `${say('own-one')} ${number}`,
  fields: [
    { name: 'warehouseId', type: 'reference', kind: 'warehouses', required: true },
    { name: 'status', type: 'choice', isTold: true },
    {
      name: 'scope',
      label: { ru: 'Что считаем', en: 'What is counted' },
      type: 'special',
      isFixed: true,
      initial: { all: true },
      input: async () => (await import('../sections/stock/stocktake-scope.tsx')).ScopeInput,
      shown: async () => (await import('../sections/stock/stocktake-scope.tsx')).ScopeText,
    },
    {
      name: 'absent',
      type: 'choice',
      hint: {
        ru: 'Что сделать при проведении с товаром, который есть по учёту, но которого никто не посчитал',
        en: 'What posting does with goods that are in the books but that nobody counted',
      },
    },
    { name: 'blind', type: 'flag' },
    { name: 'documentDate', type: 'day', isOnPaper: true, isOwn: true },
    { name: 'documentNumber', type: 'text', isOwn: true, beside: true },
    { name: 'note', type: 'area' },
    { name: 'startedAt', type: 'moment' },
    { name: 'postedAt', type: 'moment' },
  ],
  columns: [
    { name: 'number', label: { ru: 'Номер', en: 'Number' }, width: '80px' },
    { name: 'warehouseId', width: 'minmax(120px, 1fr)' },
    { name: 'status', width: '130px', from: 420 },
    { name: 'startedAt', width: '110px', from: 560 },
    { name: 'note', width: 'minmax(120px, 2fr)', from: 760 },
  ],
  filters: [{ name: 'status', all: { ru: 'Все', en: 'All' }, isList: true }],
  texts: ['stock', 'lines'],
  more: { load: async () => (await import('../sections/stock/stocktake.tsx')).StocktakeWork },
})
