/** The reports of debts by age: what partners owe the company, and what it owes them. */
import { defineReport, type PlaceOf } from '../sections/reports/spec.ts'

/** Links a row of the report to the statement of the row's partner. */
const statementOf: PlaceOf = ({ partnerId }) => ({
  to: '/reports/partner-statement',
  search: { partner: String(partnerId) },
})

const columns = () =>
  [
    { name: 'partner' },
    { name: 'days30', from: 560 },
    { name: 'days60', from: 680 },
    { name: 'days90', from: 800 },
    { name: 'older', from: 480 },
    { name: 'debt' },
  ] as const

export const receivablesByAge = defineReport({
  name: 'receivables-by-age',
  empty: { ru: 'Вам никто не должен', en: 'Nobody owes you anything' },
  emptyText: {
    ru: 'Отгруженные и неоплаченные заказы появятся здесь.',
    en: 'Orders that are shipped and not paid will be here.',
  },
  columns,
  opens: statementOf,
})

export const payablesByAge = defineReport({
  name: 'payables-by-age',
  empty: { ru: 'Вы никому не должны', en: 'You owe nothing' },
  emptyText: {
    ru: 'Принятые и неоплаченные товары появятся здесь.',
    en: 'Goods that are received and not paid will be here.',
  },
  columns,
  opens: statementOf,
})
