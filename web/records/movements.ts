/** The plain fields of stock movements, which have their own pages; add further fields here. */
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
