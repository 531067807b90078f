/** The report on goods expected from suppliers. Source: docs/decisions/0074. */
import { Type } from 'typebox'
import { QUANTITY as IN_UNITS, MOMENT } from '../domain/fields/common.ts'
import { DOCUMENT, DOCUMENT_KIND_WORDS } from '../domain/fields/documents.ts'
import { Id } from '../domain/schema.ts'
import { column, NAMES, PRODUCT_COLUMNS, SUPPLIER_COLUMNS, WAREHOUSE_COLUMNS } from './columns.ts'
import { expectedSql } from './expected-sql.ts'
import { FILTERS, filterOf, type ReportKind } from './report-kind.ts'

const { number, reference } = DOCUMENT.fields
const { purchase_order, supplier_invoice, receipt } = DOCUMENT_KIND_WORDS
const SOURCES = { purchase: ['закупка', 'purchase'], purchase_order, supplier_invoice, receipt } as const

const EXPECTED_COLUMNS = [
  column('sourceId', 'text', {
    title: ['ID основания', 'Source ID'],
    meaning: 'The id of the purchase or document by which the goods are to come.',
    sql: 'r.id',
  }),
  column('kind', 'text', {
    title: ['По чему', 'Source'],
    meaning:
      'What announces the goods: a `purchase`; a posted `purchase_order`; a `supplier_invoice` that was read from a file and not made from an order; a drafted `receipt`.',
    values: SOURCES,
  }),
  column('number', 'text', { title: number.about.label, meaning: 'The number of the purchase or document.' }),
  column('reference', 'text', { title: reference.about.label, meaning: reference.about.meaning }),
  column('createdAt', 'moment', {
    title: ['Создан', 'Created'],
    meaning: `When the purchase or document was created. ${MOMENT}`,
  }),
  ...SUPPLIER_COLUMNS,
  ...WAREHOUSE_COLUMNS,
  ...PRODUCT_COLUMNS,
  column('expected', 'quantity', {
    title: ['Заказано', 'Ordered'],
    meaning: `What the purchase or document says. ${IN_UNITS}`,
  }),
  column('received', 'quantity', {
    title: ['Принято', 'Received'],
    meaning: `What came into stock of it. ${IN_UNITS}`,
  }),
  column('quantity', 'quantity', {
    title: ['Ожидается', 'To come'],
    meaning: `What is still to come. Drafted receipts that were made from the document are not counted, because they have rows of their own. ${IN_UNITS}`,
  }),
]

export const EXPECTED_REPORTS = {
  expected: {
    title: ['Что придёт', 'What is to come'],
    lead: [
      'Заказанные товары, которые поставщики ещё не привезли, без цен.',
      'Ordered goods that suppliers have not brought yet, without prices.',
    ],
    may: 'everyone',
    summary: 'Report the goods that are to come',
    description:
      'The goods that suppliers are still to deliver: one row for each product of each open purchase or document, oldest first. `POST /stock/deliveries` with the id of a document receives its goods; `POST /stock/receipt` receives those of a purchase.',
    query: { ...FILTERS, supplierId: Type.Optional(Id) },
    rows: { all: EXPECTED_COLUMNS },
    build: ({ companyId, query }) => {
      const values: unknown[] = [companyId]
      const supplier = query.supplierId === undefined ? {} : { supplier: `$${values.push(query.supplierId)}::uuid` }
      return {
        rows: expectedSql({ ...supplier, ...filterOf(query, values) }),
        values,
        columns: EXPECTED_COLUMNS,
        names: `${NAMES.product} ${NAMES.warehouse} ${NAMES.supplier}`,
        order: 'r.id, r.product_id',
      }
    },
  },
} as const satisfies Record<string, ReportKind>
