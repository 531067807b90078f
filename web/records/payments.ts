/** The plain fields of payments, whose pages are their own: a further one is a line here. */
import { defineFields } from '../sections/records/spec.ts'

export const payments = defineFields({
  kind: 'payments',
  entityType: 'payment',
  section: 'purchasing',
  fields: [
    {
      name: 'direction',
      label: { ru: 'Вид платежа', en: 'Kind' },
      type: 'choice',
      choices: {
        outgoing: { ru: 'Списание денег', en: 'Money out' },
        incoming: { ru: 'Поступление денег', en: 'Money in' },
      },
      isHead: true,
    },
    {
      name: 'method',
      label: { ru: 'Способ', en: 'Method' },
      type: 'choice',
      choices: { bank: { ru: 'Через банк', en: 'By bank' }, cash: { ru: 'Наличными', en: 'In cash' } },
      isHead: true,
      beside: true,
    },
    { name: 'paidAt', label: { ru: 'Дата платежа', en: 'Date of payment' }, type: 'day', isOwn: true },
    {
      name: 'reference',
      label: { ru: 'Номер платёжки', en: 'Payment order no.' },
      type: 'text',
      isOwn: true,
      beside: true,
    },
    { name: 'note', label: { ru: 'Комментарий', en: 'Note' }, type: 'area' },
    { name: 'createdAt', label: { ru: 'Создан', en: 'Created' }, type: 'moment' },
    { name: 'postedAt', label: { ru: 'Проведён', en: 'Posted' }, type: 'moment' },
  ],
  columns: [
    { name: 'direction', width: 'minmax(156px, 1fr)', from: 740 },
    { name: 'method', width: '92px', from: 800 },
    { name: 'reference', width: 'minmax(80px, 1fr)', from: 900 },
  ],
  filters: [
    { name: 'direction', all: { ru: 'Все платежи', en: 'All payments' }, isList: true },
    { name: 'method', all: { ru: 'Все способы', en: 'All methods' }, isList: true },
  ],
})
