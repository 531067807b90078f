/** The report of what the company owes its suppliers. */
import { defineReport, type PlaceOf } from '../sections/reports/spec.ts'

const documentOf: PlaceOf = ({ documentId }) => ({ to: `/purchasing/documents/${documentId}` })

/**
 * Returns the link from a row to the payments for its document. For an invoice, they include the payments for the
 * receipts that were made from it.
 */
const paymentsFor: PlaceOf = ({ documentId }) => ({
  to: '/purchasing/payments',
  search: { status: 'posted', direction: 'outgoing', paysFor: String(documentId) },
  sum: 'paid',
})

export const unpaidDocuments = defineReport({
  name: 'unpaid-documents',
  empty: { ru: 'Всё оплачено', en: 'Everything is paid' },
  emptyText: {
    ru: 'Проведённые счета и приёмки появятся здесь, пока вы их не оплатите.',
    en: 'Posted invoices and receipts will be here until you pay them.',
  },
  columns: () => [
    { name: 'number' },
    { name: 'kind', from: 900 },
    { name: 'supplier', from: 420 },
    { name: 'dueAt', from: 560 },
    { name: 'total', from: 760, opens: (row, address) => ({ ...documentOf(row, address)!, sum: 'total' }) },
    { name: 'paid', from: 860, opens: paymentsFor },
    { name: 'due' },
  ],
  opens: documentOf,
})
