/** The plain fields of movements of stock, whose pages are their own: a further one is a line here. */
import { defineFields } from '../sections/records/spec.ts'

export const movements = defineFields({
  kind: 'movements',
  entityType: 'movement',
  section: 'stock',
  fields: [
    { name: 'supplier', label: { ru: 'Поставщик', en: 'Supplier' }, type: 'text', isTold: true },
    { name: 'reason', label: { ru: 'Причина', en: 'Reason' }, type: 'text', isTold: true },
  ],
  columns: [],
})
