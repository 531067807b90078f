/** The definition of partners, that is, the company's customers and suppliers. */
import { BANK_ACCOUNTS, LEGAL_FIELDS } from '../sections/records/legal-fields.ts'
import { defineRecords } from '../sections/records/spec.ts'

export const partners = defineRecords({
  kind: 'partners',
  path: '/partners',
  order: 1,
  entityType: 'partner',
  log: {
    partner: { ru: 'контрагент', en: 'partner' },
  },
  words: {
    many: { ru: 'Контрагенты', en: 'Partners' },
    one: { ru: 'Контрагент', en: 'Partner' },
    new: { ru: 'Новый контрагент', en: 'New partner' },
    created: { ru: 'Контрагент «{{name}}» создан', en: 'Partner “{{name}}” created' },
    empty: { ru: 'Здесь будут ваши покупатели и поставщики', en: 'Your customers and suppliers will be here' },
    emptyText: {
      ru: 'Создайте первого: имени достаточно, остальное можно добавить позже.',
      en: 'Create the first one: a name is enough, the rest can be added later.',
    },
    deleteText: {
      ru: 'Удалить можно только того, кто не упомянут в заказах, закупках, документах и договорах. Иначе отправьте его в архив.',
      en: 'Only a partner whom no order, purchase, document or contract names can be deleted. Otherwise archive it.',
    },
  },
  search: { ru: 'Имя, телефон, почта или ИНН', en: 'Name, phone, email or tax number' },
  sort: 'name',
  nameOf: ({ name }) => name,
  found: ({ phone }) => phone,
  fields: [
    { name: 'name', type: 'text', required: true },
    {
      name: 'type',
      type: 'choice',
      isOptional: true,
      isFixed: true,
    },
    { name: 'phone', type: 'text' },
    { name: 'email', type: 'text', beside: true },
    { name: 'contact', type: 'text' },
    { name: 'priceTypeId', type: 'reference', kind: 'priceTypes' },
    {
      name: 'discountPercent',
      type: 'number',
      decimals: 2,
      beside: true,
    },
    {
      name: 'roles',
      hint: {
        ru: 'Слова через Enter. «Поставщик» и «Покупатель» решают, кто продаёт и кто покупает.',
        en: 'Words, each followed by Enter. Supplier and customer decide who sells and who buys.',
      },
      type: 'tags',
    },
    {
      name: 'groups',
      hint: { ru: 'Введите слово и нажмите Enter.', en: 'Type a word and press Enter.' },
      type: 'tags',
    },
    ...LEGAL_FIELDS,
    {
      name: 'contacts',
      type: 'lines',
      columns: {
        name: { ru: 'Имя', en: 'Name' },
        phone: { ru: 'Телефон', en: 'Phone' },
        email: { ru: 'Почта', en: 'Email' },
      },
      needed: ['name'],
      words: {
        add: { ru: 'Добавить контакт', en: 'Add a contact' },
        remove: { ru: 'Убрать контакт {{number}}', en: 'Remove contact {{number}}' },
      },
    },
    BANK_ACCOUNTS,
    {
      name: 'customValues',
      type: 'custom',
      entityKind: 'partner',
    },
    { name: 'note', type: 'area' },
  ],
  columns: [
    { name: 'name', width: 'minmax(140px, 3fr)', sort: 'name' },
    {
      name: 'type',
      width: 'minmax(100px, 1fr)',
      from: 320,
      textOf: ({ type, roles }, say) => (type === null ? roles.join(', ') : say(`type-${type}`)),
    },
    { name: 'phone', width: 'minmax(140px, 1fr)', from: 480 },
    { name: 'email', width: 'minmax(120px, 2fr)', from: 720 },
    { name: 'inn', width: '130px', from: 860 },
  ],
  filters: [{ name: 'type', all: { ru: 'Все', en: 'All' }, isList: true }],
  hasArchive: true,
  texts: ['partners', 'purchasing'],
  tabs: [
    {
      name: 'contracts',
      label: { ru: 'Договоры', en: 'Contracts' },
      load: async () => (await import('../sections/partners/partners.tsx')).PartnerContracts,
    },
    {
      name: 'orders',
      label: { ru: 'Заказы', en: 'Orders' },
      load: async () => (await import('../sections/partners/partners.tsx')).PartnerOrders,
    },
    {
      name: 'purchasing',
      label: { ru: 'Закупки', en: 'Purchasing' },
      may: 'who sees costs',
      load: async () => (await import('../sections/partners/partner-purchasing.tsx')).PartnerPurchasing,
    },
  ],
  more: { load: async () => (await import('../sections/partners/partners.tsx')).PartnerLinks },
})
