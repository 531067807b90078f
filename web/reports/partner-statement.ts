/** The statement of a partner: shipments, receipts and payments of a period, with the balance. */
import { defineReport, type PlaceOf } from '../sections/reports/spec.ts'

const PAGES: Readonly<Record<string, string>> = {
  order: '/orders',
  customer_return: '/orders/returns',
  receipt: '/purchasing/documents',
  supplier_return: '/purchasing/documents',
  incoming: '/purchasing/payments',
  outgoing: '/purchasing/payments',
  stock_receipt: '/stock/movements',
}

/** Returns the link from an entry of the statement to its record; null for the entries that show a balance. */
const recordOf: PlaceOf = ({ kind, entryId }) => {
  const page = PAGES[String(kind)]
  return page === undefined ? null : { to: `${page}/${entryId}` }
}

export const partnerStatement = defineReport({
  name: 'partner-statement',
  empty: { ru: 'За этот период ничего не было', en: 'Nothing happened in this period' },
  columns: ({ partner }) => [
    { name: 'date' },
    ...(partner ? [] : [{ name: 'partner', from: 900 } as const]),
    { name: 'kind', from: 420 },
    { name: 'number', from: 620 },
    { name: 'debit', from: 560 },
    { name: 'credit', from: 560 },
    { name: 'balance' },
  ],
  opens: recordOf,
})
