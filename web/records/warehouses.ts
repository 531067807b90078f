/** The definition of warehouses, where goods are stored. */
import { defineRecords } from '../sections/records/spec.ts'

export const warehouses = defineRecords({
  kind: 'warehouses',
  path: '/settings/warehouses',
  order: 1,
  entityType: 'warehouse',
  log: {
    warehouse: { ru: 'склад', en: 'warehouse' },
  },
  words: {
    many: { ru: 'Склады', en: 'Warehouses' },
    one: { ru: 'Склад', en: 'Warehouse' },
    new: { ru: 'Новый склад', en: 'New warehouse' },
    created: { ru: 'Склад «{{name}}» создан', en: 'Warehouse “{{name}}” created' },
    empty: { ru: 'Здесь будут ваши склады', en: 'Your warehouses will be here' },
    emptyText: {
      ru: 'Создайте первый: на него принимают товар и с него отгружают заказы.',
      en: 'Create the first one: goods are received into it and orders are shipped from it.',
    },
    deleteText: {
      ru: 'Удалить можно только пустой склад, на котором нет товара и открытых заказов и который нигде не упомянут. Иначе отправьте его в архив.',
      en: 'Only an empty warehouse can be deleted: without goods, without open orders, and named nowhere. Otherwise archive it.',
    },
  },
  search: { ru: 'Название, город или адрес', en: 'Name, city or address' },
  sort: 'name',
  nameOf: ({ name }) => name,
  fields: [
    { name: 'name', type: 'text', required: true },
    { name: 'short', type: 'text' },
    { name: 'city', type: 'text', beside: true },
    { name: 'address', type: 'text' },
  ],
  columns: [
    { name: 'name', width: 'minmax(140px, 2fr)', sort: 'name' },
    { name: 'short', width: 'minmax(60px, 1fr)', from: 420 },
    { name: 'city', width: 'minmax(80px, 1fr)', from: 320 },
    { name: 'address', width: 'minmax(120px, 2fr)', from: 640 },
  ],
  hasArchive: true,
  always: ['name', 'archived'],
})
