/** The plain fields of purchases. Purchases have their own pages elsewhere; to add a plain field, add it here. */
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
