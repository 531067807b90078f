/** The definition of price types: kinds of prices that a product has besides its main price, such as wholesale. */
import { defineRecords } from '../sections/records/spec.ts'

export const priceTypes = defineRecords({
  kind: 'priceTypes',
  path: '/settings/price-types',
  order: 2,
  entityType: 'price_type',
  log: {
    price_type: { ru: 'тип цены', en: 'price type' },
  },
  words: {
    many: { ru: 'Типы цен', en: 'Price types' },
    one: { ru: 'Тип цены', en: 'Price type' },
    new: { ru: 'Новый тип цены', en: 'New price type' },
    created: { ru: 'Тип цены «{{name}}» создан', en: 'Price type “{{name}}” created' },
    empty: { ru: 'Здесь будут ваши типы цен', en: 'Your price types will be here' },
    emptyText: {
      ru: 'Например, «Оптовая» или «Розница, Казань»: у товара может быть своя цена каждого типа.',
      en: 'Such as “Wholesale” or “Retail, Kazan”: a product may have a price of each type.',
    },
    deleteText: {
      ru: 'Вместе с типом исчезнут цены этого типа у всех товаров, а у контрагентов он перестанет быть выбран. Заказы сохранят свои цены. Это нельзя отменить.',
      en: 'The prices of this type go with it from all products, and partners that have it will have none. Orders keep their prices. This cannot be undone.',
    },
  },
  search: { ru: 'Название или город', en: 'Name or city' },
  sort: 'name',
  nameOf: ({ name }) => name,
  fields: [
    { name: 'name', type: 'text', required: true },
    {
      name: 'city',
      hint: {
        ru: 'Необязательно: если в разных городах цены разные.',
        en: 'Optional: where each city has prices of its own.',
      },
      type: 'text',
    },
  ],
  columns: [
    { name: 'name', width: 'minmax(140px, 2fr)', sort: 'name' },
    { name: 'city', width: 'minmax(80px, 1fr)' },
  ],
  hasArchive: true,
  always: ['name', 'archived'],
})
