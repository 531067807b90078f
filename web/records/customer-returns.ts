/**
 * The plain fields of customer returns. Their pages are in `web/sections/returns`; to add a plain field, add it here.
 */
import { defineFields } from '../sections/records/spec.ts'

export const customerReturns = defineFields({
  kind: 'customerReturns',
  entityType: 'customer_return',
  section: 'returns',
  fields: [
    { name: 'reason', type: 'text' },
    { name: 'documentDate', type: 'day', isOnPaper: true, isOwn: true },
    { name: 'documentNumber', type: 'text', isOwn: true, beside: true },
    { name: 'note', type: 'area' },
    { name: 'createdAt', type: 'moment' },
    { name: 'postedAt', type: 'moment' },
    { name: 'cancelledAt', type: 'moment' },
  ],
  columns: [{ name: 'reason', width: 'minmax(100px, 2fr)', from: 860 }],
})
