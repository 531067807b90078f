/** Purchase orders, supplier invoices and receipts of the source as drafts. A document is transferred whole or not at all. */
import { MAX_NOTE_LENGTH } from '../../domain/schema.ts'
import { customValuesOf } from './attributes.ts'
import type { Dictionaries } from './dictionaries.ts'
import { linesOf } from './document-lines.ts'
import { dayOf, momentOf } from './moscow-time.ts'
import {
  type Draft,
  draftOf,
  keepLeft,
  type LeftCodes,
  nameIn,
  noteUnread,
  type Plan,
  planOf,
  type Reference,
  type ReferenceKind,
  referenceTo,
  report,
} from './plan.ts'
import { currencyOf } from './prices.ts'
import { isBlank, isStrange, plain, rowOf, type SourceRow, textOf, typeOf } from './source-values.ts'
import { fitText } from './texts.ts'
import { wordsOf } from './words-of-values.ts'

export type DocumentType = 'purchase_order' | 'supplier_invoice' | 'receipt'

/** Numbers of different kinds repeat in the source: each kind has a prefix of its own here. */
export const NUMBER_PREFIXES: Readonly<Record<DocumentType, string>> = {
  purchase_order: 'EXT-PO-',
  supplier_invoice: 'EXT-INV-',
  receipt: 'EXT-RCV-',
}
const DUE_FIELDS: Readonly<Record<DocumentType, string | null>> = {
  purchase_order: 'deliveryPlannedMoment',
  supplier_invoice: 'paymentPlannedMoment',
  receipt: null,
}

const CARRIED: ReadonlySet<string> = new Set([
  ...[
    'agent',
    'organization',
    'store',
    'moment',
    'description',
    'attributes',
    'positions',
    'applicable',
    'sum',
    'vatSum',
  ],
  ...[
    'deliveryPlannedMoment',
    'paymentPlannedMoment',
    'vatEnabled',
    'vatIncluded',
    'rate',
    'incomingNumber',
    'incomingDate',
  ],
])
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

/** All documents become drafts: that one was no more than that, or may have been, is told. */
function notePosting(draft: Draft): void {
  const { applicable } = draft.row
  if (applicable === false) report(draft, 'not_posted_in_source', { field: 'status' })
  if (applicable === undefined || applicable === null || typeof applicable === 'boolean') return
  draft.whole.status = plain(applicable, draft.names)
  report(draft, 'value_unreadable', { field: 'status', value: wordsOf(applicable, draft.names) })
}

/** A row of /entity/purchaseorder, invoicein or supply, with positions expanded. */
export function planDocument(type: DocumentType, row: SourceRow, dictionaries: Dictionaries): Plan {
  const draft = draftOf(type, row, dictionaries.names)
  const number = textOf(row.name)
  if (isStrange(row.name)) noteUnread(draft, 'reference', row.name)
  const reference = fitText(draft, 'reference', { value: `${NUMBER_PREFIXES[type]}${number}` })
  checkCurrency(draft, dictionaries)
  notePosting(draft)
  const dueField = DUE_FIELDS[type]
  const body = {
    kind: type,
    reference,
    supplierId: supplierOf(draft),
    organizationId: referenceIn(draft, 'organizationId', { kind: 'organization', value: row.organization }),
    warehouseId: referenceIn(draft, 'warehouseId', { kind: 'warehouse', value: row.store }),
    issuedAt: issuedAtOf(draft),
    dueAt: dueField === null ? undefined : momentIn(draft, 'dueAt', row[dueField]),
    note: noteOf(draft),
    customValues: customValuesOf(draft, dictionaries, { entityKind: 'procurement_document' }),
  }
  const lines = linesOf(draft)
  Object.assign(draft.left, {
    name: number,
    sum: textOf(row.sum),
    vatEnabled: row.vatEnabled,
    vatIncluded: row.vatIncluded,
  })
  keepLeft(draft, new Set([...CARRIED, 'name']), LEFT)
  const plan = planOf(draft, reference, body)
  // A draft without lines is legal, and an update must be able to empty them.
  return plan.body === null ? plan : { ...plan, body: { ...plan.body, lines } }
}

/** What is given and names nothing cannot be read. */
function referenceIn(
  draft: Draft,
  field: string,
  { kind, value }: { kind: ReferenceKind; value: unknown },
): Reference | undefined {
  const reference = referenceTo(draft, kind, value)
  if (reference === undefined && !isBlank(value)) noteUnread(draft, field, value)
  return reference
}

/** A document without a moment is not known in the source. */
function issuedAtOf(draft: Draft): string | undefined {
  const { moment } = draft.row
  if (!isBlank(moment)) return momentIn(draft, 'issuedAt', moment)
  draft.unread.add('issuedAt')
  report(draft, 'date_missing', { field: 'issuedAt' })
  return undefined
}

/** Prices of lines have the currency of the document: without roubles there is nothing to transfer. */
function checkCurrency(draft: Draft, dictionaries: Dictionaries): void {
  const { rate: given } = draft.row
  const { currency, value } = rowOf(given)
  if (!isBlank(given) && Object.keys(rowOf(given)).length === 0) {
    draft.whole.currency = plain(given, draft.names)
    report(draft, 'value_unreadable', { field: 'currency', value: wordsOf(given, draft.names) })
    return
  }
  const known = currencyOf(currency, dictionaries)
  if (known?.isRouble === true) return
  const rate = textOf(value)
  const code = known?.code ?? ''
  if (code === '') report(draft, 'document_currency_unknown', { field: 'currency' })
  else report(draft, 'document_currency', { field: 'currency', value: rate === '' ? code : `${code} × ${rate}` })
}

function supplierOf(draft: Draft): Reference | undefined {
  const { agent } = draft.row
  if (typeOf(agent) !== 'organization') return referenceIn(draft, 'supplierId', { kind: 'partner', value: agent })
  report(draft, 'supplier_is_organization', { field: 'supplierId', value: nameIn(draft, agent) })
  return undefined
}

function momentIn(draft: Draft, field: string, value: unknown): string | undefined {
  if (isBlank(value)) return undefined
  const moment = momentOf(value)
  if (moment !== null) return moment
  draft.unread.add(field)
  draft.whole[field] = plain(value, draft.names)
  report(draft, 'date_unreadable', { field, value: wordsOf(value, draft.names) })
  return undefined
}

/** The comment, and the number and day that the supplier gave. */
function noteOf(draft: Draft): string {
  const { description, incomingNumber, incomingDate } = draft.row
  for (const part of [description, incomingNumber, incomingDate]) if (isStrange(part)) noteUnread(draft, 'note', part)
  const number = textOf(incomingNumber)
  const day = dayOf(incomingDate)?.split('-').reverse().join('.') ?? textOf(incomingDate)
  const incoming = [number === '' ? '' : `Входящий номер: ${number}`, day === '' ? '' : `Входящая дата: ${day}`]
  const text = [textOf(description), ...incoming].filter((part) => part !== '').join('\n')
  return fitText(draft, 'note', { value: text, most: MAX_NOTE_LENGTH })
}
