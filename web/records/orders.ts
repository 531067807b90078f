/** The plain fields of customer orders. Orders have their own pages elsewhere; to add a plain field, add it here. */
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
    { name: 'payment', type: 'choice', isTold: true },
    { name: 'createdAt', type: 'moment' },
    { name: 'shippedAt', type: 'moment' },
  ],
  columns: [{ name: 'payment', width: '160px', from: 760 }],
  filters: [{ name: 'payment', all: { ru: 'Любая оплата', en: 'Any payment' }, isList: true }],
})
