/** The plain fields of products, whose pages are their own: a further one is a line here. */
import { defineFields } from '../sections/records/spec.ts'

export const products = defineFields({
  kind: 'products',
  entityType: 'product',
  section: 'products',
  fields: [
    { name: 'description', label: { ru: 'Описание', en: 'Description' }, type: 'area' },
    { name: 'weightKg', label: { ru: 'Вес, кг', en: 'Weight, kg' }, type: 'number', decimals: 3 },
    { name: 'volumeM3', label: { ru: 'Объём, м³', en: 'Volume, m³' }, type: 'number', decimals: 3, beside: true },
    { name: 'vatRate', label: { ru: 'НДС, %', en: 'VAT, %' }, type: 'number', decimals: 2 },
    { name: 'country', label: { ru: 'Страна', en: 'Country' }, type: 'text', beside: true },
    { name: 'code', label: { ru: 'Код', en: 'Code' }, type: 'text' },
    { name: 'externalCode', label: { ru: 'Внешний код', en: 'External code' }, type: 'text', beside: true },
    {
      name: 'tags',
      label: { ru: 'Теги', en: 'Tags' },
      hint: { ru: 'Введите слово и нажмите Enter.', en: 'Type a word and press Enter.' },
      type: 'tags',
    },
    {
      name: 'customValues',
      label: { ru: 'Дополнительные поля', en: 'Custom fields' },
      type: 'custom',
      entityKind: 'product',
    },
  ],
  columns: [],
})
