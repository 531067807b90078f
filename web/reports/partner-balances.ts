/** The report of what partners and the company owe each other. */
import { defineReport, type PlaceOf } from '../sections/reports/spec.ts'

/** Links a row of the report to the statement of the row's partner. */
const statementOf: PlaceOf = ({ partnerId }) => ({
  to: '/reports/partner-statement',
  search: { partner: String(partnerId) },
})

export const partnerBalances = defineReport({
  name: 'partner-balances',
  empty: { ru: 'Расчётов ещё не было', en: 'Nothing to settle yet' },
  emptyText: {
    ru: 'Здесь появятся покупатели после отгрузок и поставщики после приёмок, а также все, с кем были платежи.',
    en: 'Customers will be here after shipments, suppliers after receipts, and all with whom there were payments.',
  },
  columns: () => [
    { name: 'partner' },
    { name: 'shipped', from: 760 },
    { name: 'takenBack', from: 1240 },
    { name: 'paidIn', from: 860 },
    { name: 'received', from: 980 },
    { name: 'returned', from: 1180 },
    { name: 'paidOut', from: 1080 },
    { name: 'receivable' },
    { name: 'payable' },
  ],
  opens: statementOf,
})
