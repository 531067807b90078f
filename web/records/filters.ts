/** The definition of product filters, such as colour, with their values. */
import { defineRecords } from '../sections/records/spec.ts'

export const filters = defineRecords({
  kind: 'filters',
  path: '/settings/filters',
  order: 3,
  entityType: 'filter',
  log: {
    filter: { ru: 'характеристика', en: 'filter' },
    filter_value: { ru: 'значение характеристики', en: 'filter value' },
  },
  words: {
    many: { ru: 'Характеристики', en: 'Filters' },
    one: { ru: 'Характеристика', en: 'Filter' },
    new: { ru: 'Новая характеристика', en: 'New filter' },
    created: { ru: 'Характеристика «{{name}}» создана', en: 'Filter “{{name}}” created' },
    empty: { ru: 'Здесь будут характеристики товаров', en: 'Filters of products will be here' },
    emptyText: {
      ru: 'Например, «Цвет» со значениями «красный» и «синий»: по ним отбирают товары.',
      en: 'Such as “Colour” with the values “red” and “blue”: products are found by them.',
    },
    deleteText: {
      ru: 'Вместе с характеристикой исчезнут все её значения, у товаров они тоже снимутся. Это нельзя отменить.',
      en: 'All its values go with it, and are taken off the products. This cannot be undone.',
    },
  },
  search: { ru: 'Название характеристики', en: 'Name of the filter' },
  sort: 'name',
  nameOf: ({ name }) => name,
  fields: [{ name: 'name', type: 'text', required: true }],
  columns: [
    { name: 'name', width: 'minmax(140px, 1fr)', sort: 'name' },
    {
      name: 'values',
      label: { ru: 'Значения', en: 'Values' },
      width: 'minmax(120px, 2fr)',
      textOf: ({ values }) =>
        values
          .filter(({ archived }) => !archived)
          .map(({ name }) => name)
          .join(', '),
    },
  ],
  hasArchive: true,
  always: ['name', 'archived'],
  more: { load: async () => (await import('../sections/settings/filter-values.tsx')).FilterValues },
})
