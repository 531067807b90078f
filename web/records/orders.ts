/** The plain fields of customer orders, whose pages are their own: a further one is a line here. */
import { defineFields } from '../sections/records/spec.ts'

export const orders = defineFields({
  kind: 'orders',
  entityType: 'order',
  section: 'orders',
  fields: [
    { name: 'deliveryAddress', type: 'text' },
    {
      name: 'externalNumber',
      type: 'text',
      isOwn: true,
    },
    {
      name: 'orderedAt',
      type: 'day',
      isMoment: true,
      isOwn: true,
      beside: true,
    },
    { name: 'note', type: 'area' },
    { name: 'createdAt', type: 'moment' },
    { name: 'shippedAt', type: 'moment' },
  ],
  columns: [],
})
