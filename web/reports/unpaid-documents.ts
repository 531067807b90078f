/** What is owed to suppliers. */
import { day, LABELS, money, shared } from '../sections/reports/columns.ts'
import { defineReport, type PlaceOf } from '../sections/reports/spec.ts'

const documentOf: PlaceOf = ({ documentId }) => ({ to: `/purchasing/documents/${documentId}` })

/** Of an invoice those for its receipts too. */
const paymentsFor: PlaceOf = ({ documentId }) => ({
  to: '/purchasing/payments',
  search: { status: 'posted', direction: 'outgoing', paysFor: String(documentId) },
  sum: 'paid',
})

export const unpaidDocuments = defineReport({
  name: 'unpaid-documents',
  order: 8,
  may: 'who sees costs',
  words: {
    name: { ru: 'Неоплаченные документы', en: 'Unpaid documents' },
    lead: {
      ru: 'Счета и приёмки, по которым вы ещё должны поставщикам.',
      en: 'Invoices and receipts for which you still owe suppliers.',
    },
    empty: { ru: 'Всё оплачено', en: 'Everything is paid' },
    emptyText: {
      ru: 'Проведённые счета и приёмки появятся здесь, пока вы их не оплатите.',
      en: 'Posted invoices and receipts will be here until you pay them.',
    },
  },
  time: 'now',
  columns: () => [
    shared('number'),
    {
      name: 'kind',
      label: { ru: 'Вид', en: 'Kind' },
      kind: 'choice',
      choices: {
        supplier_invoice: { ru: 'счёт поставщика', en: 'supplier invoice' },
        receipt: { ru: 'приёмка', en: 'receipt' },
      },
      from: 900,
    },
    shared('supplier', 420),
    day('dueAt', { ru: 'Оплатить до', en: 'Pay by' }, { from: 560 }),
    money(
      'total',
      { ru: 'Сумма', en: 'Total' },
      { from: 760, opens: (row, address) => ({ ...documentOf(row, address)!, sum: 'total' }) },
    ),
    money('paid', LABELS.paid, { from: 860, opens: paymentsFor }),
    money('due', { ru: 'К оплате', en: 'To pay' }),
  ],
  opens: documentOf,
})
