/** The columns of the reports on debts between partners and the company. */
import { DAY_OR_MOMENT, MONEY } from '../domain/fields/common.ts'
import { column } from './columns.ts'

const PARTNER = [
  column('partnerId', 'text', {
    title: ['ID контрагента', 'Partner ID'],
    meaning: 'The id of the partner.',
    sql: 'r.partner_id',
  }),
  column('partner', 'text', { title: ['Контрагент', 'Partner'], meaning: 'The name of the partner.', sql: 'c.name' }),
]

export const BALANCE_COLUMNS = [
  ...PARTNER,
  column('shipped', 'money', {
    title: ['Отгружено', 'Shipped'],
    meaning: `The amount of what was shipped to the partner. ${MONEY}`,
  }),
  column('paidIn', 'money', {
    title: ['Получено денег', 'Money in'],
    meaning: `Posted payments from the partner. ${MONEY}`,
  }),
  column('received', 'money', {
    title: ['Принято', 'Received goods'],
    meaning: `The cost of goods received from the partner. ${MONEY}`,
  }),
  column('returned', 'money', {
    title: ['Возвращено поставщику', 'Returned to supplier'],
    meaning: `The total of posted returns to the partner. ${MONEY}`,
  }),
  column('takenBack', 'money', {
    title: ['Вернул покупатель', 'Returned by customer'],
    meaning: `The amount of posted returns of the customer. ${MONEY}`,
  }),
  column('paidOut', 'money', {
    title: ['Уплачено', 'Money out'],
    meaning: `Posted payments to the partner. ${MONEY}`,
  }),
  column('receivable', 'money', {
    title: ['Должны нам', 'Owed to us'],
    meaning: `What the partner owes the company: shipped + returned + paidOut − received − paidIn − takenBack, or 0. ${MONEY}`,
  }),
  column('payable', 'money', {
    title: ['Должны мы', 'Owed by us'],
    meaning: `What the company owes the partner: the same sum with the other sign, or 0. ${MONEY}`,
  }),
]

export const AGE_COLUMNS = [
  ...PARTNER,
  column('days30', 'money', {
    title: ['До 30 дней', 'Up to 30 days'],
    meaning: `Debts not older than 30 days. ${MONEY}`,
  }),
  column('days60', 'money', { title: ['31–60 дней', '31–60 days'], meaning: `Debts of 31 to 60 days. ${MONEY}` }),
  column('days90', 'money', { title: ['61–90 дней', '61–90 days'], meaning: `Debts of 61 to 90 days. ${MONEY}` }),
  column('older', 'money', {
    title: ['Больше 90 дней', 'Over 90 days'],
    meaning: `Debts of 91 days or more. ${MONEY}`,
  }),
  column('debt', 'money', { title: ['Долг', 'Debt'], meaning: `The whole debt: the sum of the four. ${MONEY}` }),
]

const ENTRY_KINDS = {
  opening: ['сальдо на начало', 'opening balance'],
  order: ['отгрузка по заказу', 'shipment of an order'],
  customer_return: ['возврат покупателя', 'customer return'],
  supplier_return: ['возврат поставщику', 'return to supplier'],
  outgoing: ['оплата нами', 'payment to the partner'],
  receipt: ['приёмка', 'receipt'],
  stock_receipt: ['приёмка без документа', 'receipt without a document'],
  incoming: ['оплата нам', 'payment from the partner'],
  closing: ['сальдо на конец', 'closing balance'],
} as const

export const STATEMENT_COLUMNS = [
  ...PARTNER,
  column('date', 'day', {
    title: ['Дата документа', 'Document date'],
    meaning: `The date on the paper, or, without one, when the entry was posted. ${DAY_OR_MOMENT}`,
    sql: 'r.moved',
  }),
  column('kind', 'text', { title: ['Операция', 'Entry'], meaning: 'The kind of entry.', values: ENTRY_KINDS }),
  column('number', 'text', {
    title: ['Номер', 'Number'],
    meaning: 'The number of the order, return, document or payment.',
  }),
  column('entryId', 'text', {
    title: ['ID записи', 'Record ID'],
    meaning: 'The id of the order, return, document, payment or movement; null for balances.',
    sql: 'r.id',
  }),
  column('debit', 'money', {
    title: ['Дебет', 'Debit'],
    meaning: `What the entry adds to the partner's debt; below zero for a cancelled shipment. ${MONEY}`,
  }),
  column('credit', 'money', {
    title: ['Кредит', 'Credit'],
    meaning: `What the entry subtracts from the partner's debt; below zero for a cancelled customer return. ${MONEY}`,
  }),
  column('balance', 'money', {
    title: ['Сальдо', 'Balance'],
    meaning: `What the partner owes after the entry; below zero, what the company owes. ${MONEY}`,
    isTotalled: false,
  }),
]
