/** The plain fields of movements of stock, whose pages are their own: a further one is a line here. */
import { defineFields } from '../sections/records/spec.ts'

export const movements = defineFields({
  kind: 'movements',
  entityType: 'movement',
  section: 'stock',
  fields: [
    { name: 'supplier', type: 'text', isTold: true },
    { name: 'reason', type: 'text', isTold: true },
  ],
  columns: [],
})
