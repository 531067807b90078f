/** The definition of organizations: the company's own legal entities, in whose name it buys and sells. */
import { BANK_ACCOUNTS, LEGAL_FIELDS } from '../sections/records/legal-fields.ts'
import { defineRecords } from '../sections/records/spec.ts'

export const organizations = defineRecords({
  kind: 'organizations',
  path: '/organizations',
  order: 2,
  entityType: 'organization',
  log: {
    organization: { ru: 'юрлицо', en: 'own organization' },
  },
  words: {
    many: { ru: 'Юрлица', en: 'Own organizations' },
    one: { ru: 'Юрлицо', en: 'Own organization' },
    new: { ru: 'Новое юрлицо', en: 'New own organization' },
    created: { ru: 'Юрлицо «{{name}}» создано', en: 'Own organization “{{name}}” created' },
    empty: { ru: 'Здесь будут ваши юрлица', en: 'Your own organizations will be here' },
    emptyText: {
      ru: 'От их имени заключают договоры и оформляют закупки.',
      en: 'Contracts and purchases are made in their name.',
    },
    deleteText: {
      ru: 'Удалить можно только юрлицо, которое не упомянуто в договорах, документах и платежах. Иначе отправьте его в архив.',
      en: 'Only an organization that no contract, document or payment names can be deleted. Otherwise archive it.',
    },
  },
  search: { ru: 'Название или ИНН', en: 'Name or tax number' },
  sort: 'name',
  nameOf: ({ name }) => name,
  fields: [{ name: 'name', type: 'text', required: true }, ...LEGAL_FIELDS, BANK_ACCOUNTS],
  columns: [
    { name: 'name', width: 'minmax(140px, 2fr)', sort: 'name' },
    { name: 'inn', width: '130px', from: 320 },
    { name: 'legalAddress', width: 'minmax(140px, 2fr)', from: 640 },
  ],
  hasArchive: true,
})
