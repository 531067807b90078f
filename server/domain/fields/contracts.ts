/** What is said of the fields of contracts. Source: S-CONTRACT-1. */
import { DayOrMoment, Id, Measure, Note, oneOf, Words } from '../schema.ts'
import { ARCHIVED, DAY_OR_MOMENT, idOf, STAMPS } from './common.ts'
import { exampleId } from './examples.ts'
import { lasting, nullable } from './field.ts'
import { recordKind } from './kind.ts'

export const CONTRACT_KINDS = ['purchase', 'sale', 'commission'] as const

export const CONTRACT = recordKind(
  { title: 'Contract', description: 'An agreement of an own organization with a partner.' },
  {
    id: idOf('contract'),
    partnerId: lasting(Id, {
      label: ['Контрагент', 'Partner'],
      meaning: 'Of a partner.',
      example: exampleId('supplier'),
    }),
    organizationId: lasting(Id, {
      label: ['Юрлицо', 'Own organization'],
      meaning: 'Of an own organization.',
      example: exampleId('organization'),
    }),
    kind: lasting(oneOf(CONTRACT_KINDS), {
      label: ['Вид', 'Kind'],
      meaning: 'What sort of record it is; it decides what else is allowed.',
      example: 'purchase',
      choices: { purchase: ['закупка', 'purchase'], sale: ['продажа', 'sale'], commission: ['комиссия', 'commission'] },
    }),
    number: nullable(Words, { label: ['Номер', 'Number'], meaning: 'As the parties number it.', example: '17/26' }),
    signedAt: nullable(DayOrMoment, {
      label: ['Подписан', 'Signed'],
      meaning: DAY_OR_MOMENT,
      example: '2026-01-15',
    }),
    commissionPercent: nullable(Measure, {
      label: ['Комиссия, %', 'Commission, %'],
      meaning: 'In per cent.',
      example: null,
    }),
    note: nullable(Note, { label: ['Комментарий', 'Note'], meaning: 'In free words.', example: null }),
    archived: ARCHIVED,
    ...STAMPS,
  },
)
