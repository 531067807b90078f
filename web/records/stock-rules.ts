/** The definition of stock rules: how much of a product should be in stock, and when to order more. */
import { defineRecords, own } from '../sections/records/spec.ts'
import { quantity } from '../words/format.ts'

export const stockRules = defineRecords({
  kind: 'stockRules',
  path: '/purchasing/stock-rules',
  order: 1,
  entityType: 'stock_rule',
  log: {
    stock_rule: { ru: 'правило запаса', en: 'stock rule' },
  },
  words: {
    many: { ru: 'Правила запаса', en: 'Stock rules' },
    one: { ru: 'Правило запаса', en: 'Stock rule' },
    new: { ru: 'Новое правило запаса', en: 'New stock rule' },
    created: { ru: 'Правило запаса сохранено', en: 'Stock rule saved' },
    empty: { ru: 'Здесь будут правила запаса', en: 'Stock rules will be here' },
    emptyText: {
      ru: 'Правило говорит, сколько товара держать. Когда его мало, он появится в разделе «Что заказать».',
      en: 'A rule says how much of a product to keep. When there is little of it, it appears under “What to order”.',
    },
    deleteText: {
      ru: 'По этому правилу больше ничего не будет предложено. Это нельзя отменить.',
      en: 'Nothing more will be proposed by this rule. This cannot be undone.',
    },
    named: { ru: 'Минимум {{least}}', en: 'Minimum {{least}}' },
    namedUpTo: { ru: 'Минимум {{least}}, максимум {{most}}', en: 'Minimum {{least}}, maximum {{most}}' },
  },
  search: { ru: 'Товар', en: 'Product' },
  nameOf: ({ minStock, maxStock }, say) =>
    maxStock === null
      ? say(own('named'), { least: quantity(minStock) })
      : say(own('namedUpTo'), { least: quantity(minStock), most: quantity(maxStock) }),
  fields: [
    { name: 'productId', type: 'record', kind: 'products', required: true, isFixed: true },
    { name: 'warehouseId', type: 'reference', kind: 'warehouses', isFixed: true },
    {
      name: 'minStock',
      type: 'number',
      decimals: 3,
      hint: {
        ru: 'Когда доступно и заказано не больше этого, товар пора заказать',
        en: 'When no more than this is available and ordered, it is time to order',
      },
    },
    {
      name: 'maxStock',
      type: 'number',
      decimals: 3,
      beside: true,
      hint: { ru: 'До этого количества заказывать', en: 'The quantity to order up to' },
    },
    {
      name: 'safetyDays',
      type: 'number',
      decimals: 0,
      hint: {
        ru: 'На сколько дней продаж товара должно хватать, когда придёт новый',
        en: 'For how many days of sales there should be goods left when new ones arrive',
      },
    },
    {
      name: 'coverDays',
      type: 'number',
      decimals: 0,
      beside: true,
      hint: { ru: 'На сколько дней продаж заказывать', en: 'How many days of sales to order for' },
    },
    { name: 'supplierId', type: 'record', kind: 'partners' },
  ],
  columns: [
    { name: 'productId', width: 'minmax(140px, 3fr)' },
    { name: 'warehouseId', width: 'minmax(100px, 1fr)', from: 760 },
    { name: 'minStock', width: '92px', align: 'end', from: 420 },
    { name: 'maxStock', width: '92px', align: 'end', from: 560 },
    { name: 'supplierId', width: 'minmax(110px, 2fr)', from: 860 },
  ],
})
