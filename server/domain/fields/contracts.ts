/** Describes the fields of contracts. Source: S-CONTRACT-1. */
import { DayOrMoment, Id, Measure, Note, oneOf, ShortText } from '../schema.ts'
import { ARCHIVED, DAY_OR_MOMENT, idOf, KIND, ORGANIZATION_ID, PARTNER_ID, STAMPS } from './common.ts'
import { exampleId } from './examples.ts'
import { lasting, nullable } from './field.ts'
import { recordKind } from './kind.ts'

export const CONTRACT_KINDS = ['purchase', 'sale', 'commission'] as const

export const CONTRACT = recordKind(
  { title: 'Contract', description: 'An agreement between an own organization and a partner.' },
  {
    id: idOf('contract'),
    partnerId: lasting(Id, PARTNER_ID),
    organizationId: lasting(Id, {
      ...ORGANIZATION_ID,
      example: exampleId('organization'),
    }),
    kind: lasting(oneOf(CONTRACT_KINDS), {
      ...KIND,
      example: 'purchase',
      choices: { purchase: ['закупка', 'purchase'], sale: ['продажа', 'sale'], commission: ['комиссия', 'commission'] },
    }),
    number: nullable(ShortText, {
      label: ['Номер', 'Number'],
      meaning: 'The contract number that the parties use.',
      example: '17/26',
    }),
    signedAt: nullable(DayOrMoment, {
      label: ['Подписан', 'Signed'],
      meaning: `When the contract was signed. ${DAY_OR_MOMENT}`,
      example: '2026-01-15',
    }),
    commissionPercent: nullable(Measure, {
      label: ['Комиссия, %', 'Commission, %'],
      meaning: 'The commission in per cent.',
      example: null,
    }),
    note: nullable(Note, { label: ['Комментарий', 'Note'], meaning: 'A free-text note.', example: null }),
    archived: ARCHIVED,
    ...STAMPS,
  },
)
