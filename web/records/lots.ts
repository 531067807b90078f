/** The plain fields of lots. Lots have their own pages elsewhere; to add a plain field, add it here. */
import { defineFields } from '../sections/records/spec.ts'

export const lots = defineFields({
  kind: 'lots',
  entityType: 'lot',
  section: 'stock',
  fields: [{ name: 'supplier', type: 'text', isTold: true }],
  columns: [{ name: 'supplier', width: 'minmax(80px, 1fr)', from: 760 }],
})
