/** The plain fields of stock movements. Movements have their own pages elsewhere; to add a plain field, add it here. */
import { defineFields } from '../sections/records/spec.ts'

export const movements = defineFields({
  kind: 'movements',
  entityType: 'movement',
  section: 'stock',
  fields: [
    { name: 'supplier', type: 'text', isTold: true },
    { name: 'reason', type: 'text', isTold: true },
    { name: 'documentDate', type: 'day', isTold: true },
    { name: 'documentNumber', type: 'text', isTold: true },
  ],
  columns: [],
})
