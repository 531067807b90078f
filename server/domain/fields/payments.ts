/** Describes the fields of payments. Source: S-PAYMENT-1. */
import { Type } from 'typebox'
import { MAX_UNITS, type Minor } from '../../../amounts/quantity.ts'
import { DayOrMoment, Id, list, Money, Name, Note, oneOf, ShortText, strictObject } from '../schema.ts'
import { CONTRACT_ID, DAY_OR_MOMENT, idOf, MONEY, ORGANIZATION_ID, PARTNER_ID, STAMPS, STATUS } from './common.ts'
import { exampleId } from './examples.ts'
import { begun, emptied, lasting, nullable, told } from './field.ts'
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
/** The amount of a payment, and of each of its parts, must be above zero. */
const Paid = Type.Unsafe<Minor>({ type: 'number', unit: 'minor', minimum: 0.01, maximum: MAX_UNITS })
const paid = lasting(Paid, AMOUNT)

const MAX_ORDERS = 100
const PaidOrder = Type.Object(
  { orderId: Id, number: ShortText, amount: Money },
  { title: 'PaidOrder', description: 'The part of a payment that is for one order.' },
)
/** The orders that a payment is for, as given in a request body; each order may appear only once. */
export const PaidOrders = Type.Unsafe<{ orderId: string; amount: Minor }[]>({
  ...list(strictObject({ orderId: Id, amount: Paid })),
  maxItems: MAX_ORDERS,
})

const ORDERS = {
  label: ['За заказы', 'For orders'],
  meaning: `The customer's orders that the payment is for, each with its number and its part of the amount: money for the orders, or, if \`outgoing\`, a refund. Together they are at most the amount; at most ${MAX_ORDERS} orders, each once. null or an empty list: none.`,
  example: [],
  isCost: true,
} as const

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
    orders: { ...emptied(PaidOrders, [], ORDERS), record: told(list(PaidOrder), ORDERS).record },
    unassigned: told(Money, {
      label: ['Не распределено', 'Unassigned'],
      meaning: `The part of the amount that is for no order. ${MONEY}`,
      example: 9805,
      isCost: true,
    }),
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
    returnId: nullable(Id, {
      label: ['За возврат', 'For the return'],
      meaning:
        'The id of a posted customer return that an outgoing payment refunds. If the return has an order, `orders` is filled with that order.',
      example: null,
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
