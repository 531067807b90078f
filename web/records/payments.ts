/** The plain fields of payments. Payments have their own pages elsewhere; to add a plain field, add it here. */
import { defineFields } from '../sections/records/spec.ts'

export const payments = defineFields({
  kind: 'payments',
  entityType: 'payment',
  section: 'purchasing',
  fields: [
    {
      name: 'direction',
      type: 'choice',
      isHead: true,
    },
    {
      name: 'method',
      type: 'choice',
      isHead: true,
      beside: true,
    },
    { name: 'paidAt', type: 'day', isOnPaper: true, isOwn: true },
    {
      name: 'reference',
      type: 'text',
      isOwn: true,
      beside: true,
    },
    { name: 'note', type: 'area' },
    { name: 'createdAt', type: 'moment' },
    { name: 'postedAt', type: 'moment' },
  ],
  columns: [
    { name: 'direction', width: 'minmax(156px, 1fr)', from: 740 },
    { name: 'method', width: '92px', from: 800 },
    { name: 'reference', width: 'minmax(80px, 1fr)', from: 900 },
  ],
  filters: [
    { name: 'direction', all: { ru: 'Все платежи', en: 'All payments' }, isList: true },
    { name: 'method', all: { ru: 'Все способы', en: 'All methods' }, isList: true },
  ],
})
