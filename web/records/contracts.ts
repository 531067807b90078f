/** The definition of contracts between a partner and one of the company's own organizations. */
import type { Contract } from '../../sdk/types.ts'
import { defineRecords, own } from '../sections/records/spec.ts'
import { day } from '../words/format.ts'
import type { SayAny } from '../words/words.ts'

const numberOf = ({ number }: Contract, say: SayAny) => number ?? say(own('noNumber'))

export const contracts = defineRecords({
  kind: 'contracts',
  path: '/contracts',
  order: 3,
  entityType: 'contract',
  log: {
    contract: { ru: 'договор', en: 'contract' },
  },
  words: {
    many: { ru: 'Договоры', en: 'Contracts' },
    one: { ru: 'Договор', en: 'Contract' },
    new: { ru: 'Новый договор', en: 'New contract' },
    created: { ru: 'Договор «{{name}}» создан', en: 'Contract “{{name}}” created' },
    empty: { ru: 'Здесь будут договоры', en: 'Contracts will be here' },
    emptyText: {
      ru: 'Договор связывает контрагента с вашим юрлицом: для закупки, продажи или комиссии.',
      en: 'A contract joins a partner and your organization: for purchase, sale or commission.',
    },
    deleteText: {
      ru: 'Удалить можно только договор, который не упомянут в документах. Иначе отправьте его в архив.',
      en: 'Only a contract that no document names can be deleted. Otherwise archive it.',
    },
    noNumber: { ru: 'без номера', en: 'no number' },
  },
  search: { ru: 'Номер или комментарий', en: 'Number or comment' },
  sort: '-createdAt',
  nameOf: (contract, say) =>
    [
      contract.number ?? `${say(`kind-${contract.kind}`)}, ${numberOf(contract, say)}`,
      contract.signedAt === null ? null : day(contract.signedAt),
    ]
      .filter(Boolean)
      .join(' · '),
  fields: [
    {
      name: 'kind',
      type: 'choice',
      required: true,
    },
    { name: 'partnerId', type: 'record', kind: 'partners', required: true },
    {
      name: 'organizationId',
      type: 'reference',
      kind: 'organizations',
      required: true,
    },
    { name: 'number', type: 'text' },
    { name: 'signedAt', type: 'day', beside: true },
    {
      name: 'commissionPercent',
      type: 'number',
      decimals: 2,
      when: ({ kind }) => kind === 'commission',
    },
    { name: 'note', type: 'area' },
  ],
  columns: [
    { name: 'number', width: 'minmax(120px, 1fr)', textOf: numberOf },
    { name: 'partnerId', width: 'minmax(140px, 2fr)' },
    { name: 'organizationId', width: 'minmax(120px, 2fr)', from: 640 },
    { name: 'kind', width: '100px', from: 480 },
    { name: 'signedAt', width: '100px', from: 720 },
  ],
  filters: [{ name: 'kind', all: { ru: 'Все виды', en: 'All kinds' }, isList: true }],
  hasArchive: true,
  texts: ['partners'],
  more: { load: async () => (await import('../sections/partners/partner-purchasing.tsx')).ContractPurchasing },
})
