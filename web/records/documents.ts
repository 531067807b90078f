/**
 * The plain fields of procurement documents. Their pages are in `web/sections/documents`; to add a plain field, add it
 * here.
 */
import { defineFields } from '../sections/records/spec.ts'

export const documents = defineFields({
  kind: 'documents',
  entityType: 'procurement_document',
  section: 'purchasing',
  fields: [
    {
      name: 'reference',
      type: 'text',
      isHead: true,
      isOwn: true,
    },
    { name: 'issuedAt', type: 'day', isOnPaper: true, isOwn: true },
    { name: 'dueAt', type: 'day', isOwn: true, beside: true },
    {
      name: 'customValues',
      type: 'custom',
      entityKind: 'procurement_document',
    },
    { name: 'note', type: 'area' },
    { name: 'createdAt', type: 'moment' },
    { name: 'postedAt', type: 'moment' },
  ],
  columns: [{ name: 'reference', width: 'minmax(136px, 1fr)', from: 960 }],
})
