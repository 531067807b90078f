/** The plain fields of lots, which have their own pages; add further fields here. */
import { defineFields } from '../sections/records/spec.ts'

export const lots = defineFields({
  kind: 'lots',
  entityType: 'lot',
  section: 'stock',
  fields: [{ name: 'supplier', type: 'text', isTold: true }],
  columns: [{ name: 'supplier', width: 'minmax(80px, 1fr)', from: 760 }],
})
