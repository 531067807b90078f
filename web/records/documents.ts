/** The plain fields of procurement documents, whose pages are their own: a further one is a line here. */
import { defineFields } from '../sections/records/spec.ts'

export const documents = defineFields({
  kind: 'documents',
  entityType: 'procurement_document',
  section: 'purchasing',
  fields: [
    {
      name: 'reference',
      label: { ru: 'Номер у поставщика', en: 'Supplier’s number' },
      type: 'text',
      isHead: true,
      isOwn: true,
    },
    { name: 'issuedAt', label: { ru: 'Дата документа', en: 'Document date' }, type: 'day', isOwn: true },
    { name: 'dueAt', label: { ru: 'Оплатить до', en: 'Pay by' }, type: 'day', isOwn: true, beside: true },
    {
      name: 'customValues',
      label: { ru: 'Дополнительные поля', en: 'Custom fields' },
      type: 'custom',
      entityKind: 'procurement_document',
    },
    { name: 'note', label: { ru: 'Комментарий', en: 'Note' }, type: 'area' },
    { name: 'createdAt', label: { ru: 'Создан', en: 'Created' }, type: 'moment' },
    { name: 'postedAt', label: { ru: 'Проведён', en: 'Posted' }, type: 'moment' },
  ],
  columns: [{ name: 'reference', width: 'minmax(136px, 1fr)', from: 960 }],
})
