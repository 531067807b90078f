/** The definition of supplier items: how a supplier sells a product, for example its code, price and pack size. */
import { defineRecords, own } from '../sections/records/spec.ts'

export const supplierItems = defineRecords({
  kind: 'supplierItems',
  path: '/purchasing/supplier-items',
  order: 2,
  entityType: 'supplier_item',
  log: {
    supplier_item: { ru: 'условия поставщика', en: 'supplier item' },
  },
  words: {
    many: { ru: 'Условия поставщиков', en: 'Supplier items' },
    one: { ru: 'Условия поставщика', en: 'Supplier item' },
    new: { ru: 'Новые условия поставщика', en: 'New supplier item' },
    created: { ru: 'Условия поставщика сохранены', en: 'Supplier item saved' },
    empty: { ru: 'Здесь будут условия поставщиков', en: 'Supplier items will be here' },
    emptyText: {
      ru: 'Код, цена, кратность и срок поставки: по ним считается, сколько и когда заказать.',
      en: 'Code, price, pack and days until delivery: from these follows how much to order and when.',
    },
    deleteText: {
      ru: 'Заказы у этого поставщика останутся как есть. Это нельзя отменить.',
      en: 'Orders to this supplier stay as they are. This cannot be undone.',
    },
    noCode: { ru: 'без кода', en: 'no code' },
  },
  search: { ru: 'Товар или код у поставщика', en: 'Product or supplier’s code' },
  nameOf: ({ code }, say) => code ?? say(own('noCode')),
  fields: [
    { name: 'productId', type: 'record', kind: 'products', required: true, isFixed: true },
    { name: 'supplierId', type: 'record', kind: 'partners', required: true, isFixed: true },
    { name: 'code', type: 'text' },
    { name: 'price', type: 'money', beside: true },
    {
      name: 'packQuantity',
      type: 'number',
      decimals: 3,
      hint: { ru: 'Заказ округляется вверх до целых упаковок', en: 'Orders are rounded up to whole packs' },
    },
    { name: 'minQuantity', type: 'number', decimals: 3, beside: true },
    { name: 'leadDays', type: 'number', decimals: 0 },
  ],
  columns: [
    { name: 'productId', width: 'minmax(140px, 3fr)' },
    { name: 'supplierId', width: 'minmax(110px, 2fr)', from: 480 },
    { name: 'code', width: 'minmax(80px, 1fr)', from: 700 },
    { name: 'price', width: '110px', align: 'end', from: 860 },
    { name: 'packQuantity', width: '92px', align: 'end', from: 980 },
    { name: 'leadDays', width: '110px', align: 'end', from: 620 },
  ],
})
