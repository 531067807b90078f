/** The plain fields of purchases, which have their own pages; add further fields here. */
import { defineFields } from '../sections/records/spec.ts'

export const purchases = defineFields({
  kind: 'purchases',
  entityType: 'purchase',
  section: 'purchasing',
  fields: [
    { name: 'externalSource', type: 'text', isOwn: true },
    {
      name: 'externalId',
      type: 'text',
      isOwn: true,
      beside: true,
    },
    { name: 'createdAt', type: 'moment' },
  ],
  columns: [],
})
