/** The plain fields of purchases, whose pages are their own: a further one is a line here. */
import { defineFields } from '../sections/records/spec.ts'

export const purchases = defineFields({
  kind: 'purchases',
  entityType: 'purchase',
  section: 'purchasing',
  fields: [
    { name: 'externalSource', label: { ru: 'Внешняя система', en: 'External system' }, type: 'text', isOwn: true },
    {
      name: 'externalId',
      label: { ru: 'Код во внешней системе', en: 'Code in the external system' },
      type: 'text',
      isOwn: true,
      beside: true,
    },
    { name: 'createdAt', label: { ru: 'Создан', en: 'Created' }, type: 'moment' },
  ],
  columns: [],
})
