/** Describes the fields of payments. Source: S-PAYMENT-1. */
import { Type } from 'typebox'
import { MAX_UNITS, type Minor } from '../../../amounts/quantity.ts'
import { DayOrMoment, Id, Money, Name, Note, oneOf, ShortText } from '../schema.ts'
import { CONTRACT_ID, DAY_OR_MOMENT, idOf, MONEY, ORGANIZATION_ID, PARTNER_ID, STAMPS, STATUS } from './common.ts'
import { exampleId } from './examples.ts'
import { begun, lasting, nullable, told } from './field.ts'
import { recordKind } from './kind.ts'
import { NUMBER, POSTED_AT } from './numbered.ts'

export const PAYMENT_STATUSES = ['draft', 'posted', 'cancelled'] as const
export const PAYMENT_DIRECTIONS = ['outgoing', 'incoming'] as const
export const PAYMENT_METHODS = ['bank', 'cash'] as const

const AMOUNT = {
  label: ['Сумма', 'Amount'],
  meaning: `The amount of the payment, above zero. ${MONEY}`,
  example: 9805,
  isCost: true,
} as const
/** The amount of a payment must be above zero. */
const paid = lasting(Type.Unsafe<Minor>({ type: 'number', unit: 'minor', minimum: 0.01, maximum: MAX_UNITS }), AMOUNT)

export const PAYMENT = recordKind(
  { title: 'Payment', description: 'Money paid to a partner or received from one.' },
  {
    id: idOf('payment'),
    number: NUMBER,
    status: begun(oneOf(PAYMENT_STATUSES), 'draft', {
      ...STATUS,
      example: 'draft',
      choices: { draft: ['черновик', 'draft'], posted: ['проведён', 'posted'], cancelled: ['отменён', 'cancelled'] },
    }),
    partner: told(Name, {
      label: ['Контрагент', 'Partner'],
      meaning: 'The stored name of the partner.',
      example: 'ООО «Ромашка»',
    }),
    partnerId: lasting(Id, PARTNER_ID),
    direction: lasting(oneOf(PAYMENT_DIRECTIONS), {
      label: ['Вид платежа', 'Kind'],
      meaning: '`outgoing`: the company pays. `incoming`: the company is paid.',
      example: 'outgoing',
      choices: { outgoing: ['Списание денег', 'Money out'], incoming: ['Поступление денег', 'Money in'] },
    }),
    method: lasting(oneOf(PAYMENT_METHODS), {
      label: ['Способ', 'Method'],
      meaning: 'How the money is transferred.',
      example: 'bank',
      choices: { bank: ['Через банк', 'By bank'], cash: ['Наличными', 'In cash'] },
    }),
    amount: { ...paid, record: told(Money, AMOUNT).record },
    reference: nullable(ShortText, {
      label: ['Номер платёжки', 'Payment order no.'],
      meaning: 'The number of the payment order.',
      example: 'п/п 318',
    }),
    organizationId: nullable(Id, ORGANIZATION_ID),
    contractId: nullable(Id, CONTRACT_ID),
    documentId: nullable(Id, {
      label: ['Документ', 'Document'],
      meaning: 'The id of the document that the payment is for.',
      example: exampleId('document'),
    }),
    paidAt: nullable(DayOrMoment, {
      label: ['Дата платежа', 'Date of payment'],
      meaning: `The date of the payment. ${DAY_OR_MOMENT}`,
      example: '2026-03-02',
    }),
    note: nullable(Note, { label: ['Комментарий', 'Note'], meaning: 'A free-text note.', example: null }),
    postedAt: { ...POSTED_AT, blank: null as string | null | undefined },
    ...STAMPS,
  },
)
