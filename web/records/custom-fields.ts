/** The definition of custom fields, which a company adds to its products, partners and purchase documents. */
import { defineRecords } from '../sections/records/spec.ts'

export const customFields = defineRecords({
  kind: 'customFields',
  path: '/settings/custom-fields',
  order: 4,
  entityType: 'custom_field',
  log: {
    custom_field: { ru: 'дополнительное поле', en: 'custom field' },
  },
  words: {
    many: { ru: 'Дополнительные поля', en: 'Custom fields' },
    one: { ru: 'Дополнительное поле', en: 'Custom field' },
    new: { ru: 'Новое поле', en: 'New field' },
    created: { ru: 'Поле «{{name}}» создано', en: 'Field “{{name}}” created' },
    empty: { ru: 'Здесь будут ваши поля', en: 'Your fields will be here' },
    emptyText: {
      ru: 'Если у товара, контрагента или документа закупки не хватает поля, добавьте своё.',
      en: 'If a product, a partner or a purchase document lacks a field, add your own.',
    },
    deleteText: {
      ru: 'Удалить можно только поле, которое нигде не заполнено. Иначе отправьте его в архив: значения сохранятся.',
      en: 'Only a field that is filled in nowhere can be deleted. Otherwise archive it: the values stay.',
    },
  },
  search: { ru: 'Название поля', en: 'Name of the field' },
  sort: 'name',
  nameOf: ({ name }) => name,
  fields: [
    {
      name: 'entityKind',
      type: 'choice',
      isFixed: true,
      required: true,
    },
    {
      name: 'valueType',
      type: 'choice',
      isFixed: true,
      required: true,
      beside: true,
    },
    { name: 'name', type: 'text', required: true },
    {
      name: 'options',
      hint: { ru: 'Введите вариант и нажмите Enter.', en: 'Type an option and press Enter.' },
      type: 'tags',
      when: ({ valueType }) => valueType === 'select',
    },
  ],
  columns: [
    { name: 'name', width: 'minmax(140px, 2fr)', sort: 'name' },
    { name: 'entityKind', width: 'minmax(100px, 1fr)' },
    { name: 'valueType', width: 'minmax(80px, 1fr)', from: 480 },
  ],
  filters: [{ name: 'entityKind', all: { ru: 'У всех', en: 'Of all' } }],
  hasArchive: true,
  always: ['name'],
})
