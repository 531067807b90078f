/**
 * Converts MoySklad's purchase orders, supplier invoices and receipts to draft documents. A document is transferred
 * completely or not at all.
 */
import { MAX_NOTE_LENGTH } from '../../domain/schema.ts'
import { customValuesOf } from './attributes.ts'
import type { Dictionaries } from './dictionaries.ts'
import { documentLinesOf } from './document-lines.ts'
import { dayOf, momentOf } from './moscow-time.ts'
import {
  type Draft,
  keepLeft,
  type LeftCodes,
  nameIn,
  type Plan,
  planOf,
  type Reference,
  referenceTo,
  report,
} from './plan.ts'
import { currencyOf } from './prices.ts'
import { carriedBy, readSourceRow } from './read-row.ts'
import { DOCUMENT_SHAPE, type ReadDocument } from './shapes.ts'
import { isEmptyValue, plainValue, sourceText, typeOf } from './source-values.ts'
import { fitText } from './texts.ts'
import { wordsOfValue } from './words-of-values.ts'

export type DocumentType = 'purchase_order' | 'supplier_invoice' | 'receipt'

/**
 * A prefix for the numbers of each kind of document. In MoySklad, documents of different kinds may have the same
 * number.
 */
export const NUMBER_PREFIXES: Readonly<Record<DocumentType, string>> = {
  purchase_order: 'EXT-PO-',
  supplier_invoice: 'EXT-INV-',
  receipt: 'EXT-RCV-',
}
const DUE_FIELDS = {
  purchase_order: 'deliveryPlannedMoment',
  supplier_invoice: 'paymentPlannedMoment',
  receipt: null,
} as const satisfies Readonly<Record<DocumentType, string | null>>

const LEFT: LeftCodes = {
  contract: 'contract_project',
  project: 'contract_project',
  salesChannel: 'contract_project',
  state: 'state_name',
  overhead: 'overhead',
  files: 'file_link',
  payedSum: 'payments_sums',
  waitSum: 'payments_sums',
  shippedSum: 'payments_sums',
  invoicedSum: 'payments_sums',
  payments: 'document_links',
  supplies: 'document_links',
  invoicesIn: 'document_links',
  invoicesOut: 'document_links',
  purchaseOrder: 'document_links',
  purchaseReturns: 'document_links',
  internalOrder: 'document_links',
  customerOrders: 'document_links',
  invoiceIn: 'document_links',
  returns: 'document_links',
  factureIn: 'document_links',
}

/**
 * Plans a row of /entity/purchaseorder, /entity/invoicein or /entity/supply that was read with its positions expanded.
 */
export function planDocument(type: DocumentType, draft: Draft, dictionaries: Dictionaries): Plan {
  const row = readSourceRow(draft, DOCUMENT_SHAPE)
  const number = sourceText(row.name)
  if (number === '') draft.unread.add('reference')
  const reference = fitText(draft, 'reference', { value: `${NUMBER_PREFIXES[type]}${number}` })
  checkCurrency(draft, row, dictionaries)
  // Every document becomes a draft. The report shows which documents were not posted in MoySklad either.
  if (row.applicable === false) report(draft, 'not_posted_in_source', { field: 'status' })
  const dueField = DUE_FIELDS[type]
  const body = {
    kind: type,
    reference,
    supplierId: supplierOf(draft, row),
    organizationId: referenceTo(draft, 'organization', row.organization),
    warehouseId: referenceTo(draft, 'warehouse', row.store),
    issuedAt: issuedAtOf(draft, row),
    dueAt: dueField === null ? undefined : momentIn(draft, 'dueAt', row[dueField]),
    note: noteOf(draft, row),
    customValues: customValuesOf(draft, dictionaries, {
      ...{ entityKind: 'procurement_document', attributes: row.attributes },
    }),
  }
  const lines = documentLinesOf(draft, row)
  Object.assign(draft.left, {
    name: number,
    sum: sourceText(row.sum),
    vatEnabled: row.vatEnabled,
    vatIncluded: row.vatIncluded,
  })
  keepLeft(draft, carriedBy(DOCUMENT_SHAPE), LEFT)
  const plan = planOf(draft, reference, body)
  // Empty `lines` are kept: a draft may have no lines, and an update must be able to remove them all.
  return plan.body === null ? plan : { ...plan, body: { ...plan.body, lines } }
}

/**
 * Returns when the document was issued. A missing time is reported as a problem, because every document in MoySklad
 * should have one.
 */
function issuedAtOf(draft: Draft, { moment }: ReadDocument): string | undefined {
  if (!isEmptyValue(moment) || draft.unread.has('issuedAt')) return momentIn(draft, 'issuedAt', moment)
  draft.unread.add('issuedAt')
  report(draft, 'date_missing', { field: 'issuedAt' })
  return undefined
}

/** Refuses a document in a currency other than the rouble, because the prices of its lines are in that currency. */
function checkCurrency(draft: Draft, { rate }: ReadDocument, dictionaries: Dictionaries): void {
  const known = draft.unread.has('currency') ? undefined : currencyOf(rate?.currency, dictionaries)
  if (known?.isRouble === true) return
  const factor = sourceText(rate?.value)
  if (known === undefined) report(draft, 'document_currency_unknown', { field: 'currency' })
  else
    report(draft, 'document_currency', {
      field: 'currency',
      value: factor === '' ? known.code : `${known.code} × ${factor}`,
    })
}

function supplierOf(draft: Draft, { agent }: ReadDocument): Reference | undefined {
  if (typeOf(agent) !== 'organization') return referenceTo(draft, 'partner', agent)
  report(draft, 'supplier_is_organization', { field: 'supplierId', value: nameIn(draft, agent) })
  return undefined
}

function momentIn(draft: Draft, field: string, value: unknown): string | undefined {
  if (isEmptyValue(value)) return undefined
  const moment = momentOf(value)
  if (moment !== null) return moment
  draft.unread.add(field)
  draft.whole[field] = plainValue(value, draft.names)
  report(draft, 'date_unreadable', { field, value: wordsOfValue(value, draft.names) })
  return undefined
}

/** Returns the document's comment, with the supplier's own number and date added. */
function noteOf(draft: Draft, { description, incomingNumber, incomingDate }: ReadDocument): string {
  const number = sourceText(incomingNumber)
  const day = dayOf(incomingDate)?.split('-').reverse().join('.') ?? sourceText(incomingDate)
  const incoming = [number === '' ? '' : `Входящий номер: ${number}`, day === '' ? '' : `Входящая дата: ${day}`]
  const text = [sourceText(description), ...incoming].filter((part) => part !== '').join('\n')
  return fitText(draft, 'note', { value: text, most: MAX_NOTE_LENGTH })
}
