/** The plain fields of purchases, whose pages are their own: a further one is a line here. */
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
