/** The plain fields of products. Products have their own pages elsewhere; to add a plain field, add it here. */
import { defineFields } from '../sections/records/spec.ts'

export const products = defineFields({
  kind: 'products',
  entityType: 'product',
  section: 'products',
  fields: [
    { name: 'description', type: 'area' },
    { name: 'weightKg', type: 'number', decimals: 3 },
    { name: 'volumeM3', type: 'number', decimals: 3, beside: true },
    { name: 'vatRate', type: 'number', decimals: 2 },
    { name: 'country', type: 'text', beside: true },
    { name: 'code', type: 'text' },
    { name: 'externalCode', type: 'text', beside: true },
    {
      name: 'tags',
      hint: { ru: 'Введите слово и нажмите Enter.', en: 'Type a word and press Enter.' },
      type: 'tags',
    },
    {
      name: 'customValues',
      type: 'custom',
      entityKind: 'product',
    },
  ],
  columns: [],
})
