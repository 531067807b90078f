import { type Static, Type } from 'typebox'
import { log } from '../domain/audit-log.ts'
import { type Books, nextNumber } from '../domain/books.ts'
import { DOCUMENT_KINDS, DocumentRecord } from '../domain/record-schemas.ts'
import { type ProcurementDocument, put, remove } from '../domain/records.ts'
import { Refusal } from '../domain/refusals.ts'
import {
  CustomValues,
  DayOrMoment,
  Id,
  list,
  Money,
  Note,
  oneOf,
  optional,
  Quantity,
  ShortText,
  strictObject,
} from '../domain/schema.ts'
import { checkMove, DOCUMENT_MOVES } from '../domain/transitions.ts'
import { type Context, type Decision, defineCommand, type Prefetch, type Prefetched } from './define.ts'
import { checkDocument, documentTotalOf, linesOf, supplierNameOf } from './document-checks.ts'
import { cancelPosted, documentMovementsFact, postDocument } from './document-posting.ts'
import { Deleted, given, givenOr, NoBody, refuseReferenced } from './fields.ts'
import { findDocument } from './find.ts'
import { freedImport } from './paper-files.ts'

const fields = {
  reference: optional<string>(ShortText),
  supplierId: optional<string>(Id),
  organizationId: optional<string>(Id),
  contractId: optional<string>(Id),
  warehouseId: optional<string>(Id),
  sourceDocumentId: optional<string>(Id),
  issuedAt: optional<string>(DayOrMoment),
  dueAt: optional<string>(DayOrMoment),
  note: optional<string>(Note),
  customValues: optional<Record<string, unknown>>(CustomValues),
}
const Lines = list(strictObject({ productId: Id, quantity: Quantity, unitCost: Money }))

export const NewDocumentBody = strictObject({ kind: oneOf(DOCUMENT_KINDS), ...fields, lines: Lines })
/** The body of a request that edits a draft. */
export const UpdateBody = strictObject({
  kind: Type.Optional(oneOf(DOCUMENT_KINDS)),
  ...fields,
  lines: Type.Optional(Lines),
})

const EXAMPLE = {
  kind: 'receipt',
  reference: 'УПД-1542',
  supplierId: '…',
  organizationId: '…',
  contractId: '…',
  warehouseId: '…',
  issuedAt: '2026-03-01',
  lines: [{ productId: '…', quantity: 10, unitCost: 95.4 }],
}

/**
 * POST /procurement/documents. Creates a draft. Refuses: VALIDATION_FAILED (an amount above the limit, a custom value
 * of the wrong type), NOT_FOUND, ARCHIVED, CONTRACT_MISMATCH. Source: S-DOCUMENT-1, S-DOCUMENT-2, S-DOCUMENT-3.
 */
export const createDocument = defineCommand({
  name: 'createDocument',
  method: 'POST',
  path: '/api/v1/procurement/documents',
  may: 'managers',
  refusals: ['NOT_FOUND', 'ARCHIVED', 'CONTRACT_MISMATCH'],
  summary: 'Create a draft of a procurement document',
  description:
    'A draft moves no stock and may have no lines yet. A contract must be with the same supplier and organization.',
  tag: 'Procurement',
  entity: 'procurement_document',
  action: 'procurement_document.created',
  body: NewDocumentBody,
  result: DocumentRecord,
  example: EXAMPLE,
  facts: (books, { body }) => sourceFact(books, body.sourceDocumentId),
  decide: (books, { body, facts }, context) => makeDraft(books, body, { context, facts, importId: null }),
})

/**
 * Creates a draft from a request body. `importId`: the uploaded file from which the draft was recognized. Refuses in
 * the same cases as POST /procurement/documents.
 */
export function makeDraft(
  books: Books,
  body: Static<typeof NewDocumentBody>,
  { context, facts, importId }: { context: Context; facts: Prefetched; importId: string | null },
): Decision {
  const blank = blankDocument(books, body.kind, context)
  const document = withFields(books, blank, body)
  checkDocument(books, { ...document, importId }, { before: blank, facts, customValues: body.customValues })
  return {
    result: { kind: 'documents', record: { ...document, importId } },
    changes: [put('documents', { ...document, importId })],
    logged: log('procurement_document.created', saidOfDraft(document)),
  }
}

/**
 * PATCH /procurement/documents/{documentId}. Refuses: NOT_FOUND, NOT_DRAFT, then in the same cases as POST
 * /procurement/documents. Source: S-DOCUMENT-2, S-DOCUMENT-5.
 */
export const updateDocument = defineCommand({
  name: 'updateDocument',
  method: 'PATCH',
  path: '/api/v1/procurement/documents/:documentId',
  may: 'managers',
  refusals: ['NOT_FOUND', 'NOT_DRAFT', 'ARCHIVED', 'CONTRACT_MISMATCH'],
  summary: 'Edit a draft',
  description: 'Fields that are left out stay unchanged, null clears a field, and given lines replace the old ones.',
  tag: 'Procurement',
  entity: 'procurement_document',
  action: 'procurement_document.updated',
  body: UpdateBody,
  result: DocumentRecord,
  example: { reference: 'УПД-1542/1', lines: [{ productId: '…', quantity: 12, unitCost: 95.4 }] },
  facts: (books, { params, body }) => [
    ...documentFact(books, params.documentId!),
    ...sourcesFact(books, body.sourceDocumentId),
  ],
  decide(books, { params, body, facts }, { now, revision }) {
    const before = findDocument(books, params.documentId!, facts)
    checkDraft(before)
    const document: ProcurementDocument = { ...withFields(books, before, body), updatedAt: now, revision }
    checkDocument(books, document, { before, facts, customValues: body.customValues })
    return {
      result: { kind: 'documents', record: document },
      changes: [put('documents', document)],
      logged: log('procurement_document.updated', saidOfDraft(document)),
    }
  },
})

/**
 * PATCH /procurement/documents/{documentId}/status. Refuses: NOT_FOUND, INVALID_TRANSITION. Posting also refuses
 * INCOMPLETE, ARCHIVED, NOT_STOCKED, INSUFFICIENT_STOCK. Cancelling a posted document also refuses LOTS_CONSUMED,
 * INSUFFICIENT_STOCK, ARCHIVED (the warehouse of a return). Source: S-DOCUMENT-4, S-DOCUMENT-7, S-DOCUMENT-8,
 * S-DOCUMENT-12, S-DOCUMENT-13.
 */
export const changeDocumentStatus = defineCommand({
  name: 'changeDocumentStatus',
  method: 'PATCH',
  path: '/api/v1/procurement/documents/:documentId/status',
  may: 'managers',
  refusals: [
    'NOT_FOUND',
    'INVALID_TRANSITION',
    'INCOMPLETE',
    'ARCHIVED',
    'NOT_STOCKED',
    'INSUFFICIENT_STOCK',
    'LOTS_CONSUMED',
  ],
  summary: 'Post, close or cancel a document',
  description:
    '`draft` → `posted` → `closed`; `draft` or `posted` → `cancelled`. Posting a `receipt` creates a lot for each line; posting a `supplier_return` draws from the oldest lots first; the other kinds move no stock. Cancelling undoes this.',
  tag: 'Procurement',
  entity: 'procurement_document',
  action: 'procurement_document.updated',
  body: strictObject({ status: oneOf(['posted', 'closed', 'cancelled'] as const) }),
  result: DocumentRecord,
  example: { status: 'posted' },
  facts: (books, { params, body }) => [
    ...documentFact(books, params.documentId!),
    ...(body.status === 'cancelled' ? documentMovementsFact(books, params.documentId!) : []),
  ],
  decide(books, { params, body, facts }, context) {
    const document = findDocument(books, params.documentId!, facts)
    checkMove(DOCUMENT_MOVES, { what: 'document', ...document }, body.status)
    const { now, revision } = context
    const moved: ProcurementDocument = {
      ...document,
      status: body.status,
      postedAt: body.status === 'posted' ? now : document.postedAt,
      updatedAt: now,
      revision,
    }
    const stock =
      body.status === 'posted'
        ? postDocument(books, moved, context)
        : body.status === 'cancelled' && document.status === 'posted'
          ? cancelPosted(books, document, { facts, context })
          : []
    return {
      result: { kind: 'documents', record: moved },
      changes: [put('documents', moved), ...stock],
      logged: log(`procurement_document.${body.status}`, { number: document.number, kind: document.kind }),
    }
  },
})

/**
 * DELETE /procurement/documents/{documentId}. Refuses: NOT_FOUND, NOT_DRAFT, HAS_REFERENCES (documents made from it, or
 * payments for it). Source: S-DOCUMENT-5, S-DOCUMENT-6.
 */
export const deleteDocument = defineCommand({
  name: 'deleteDocument',
  method: 'DELETE',
  path: '/api/v1/procurement/documents/:documentId',
  may: 'managers',
  refusals: ['NOT_FOUND', 'NOT_DRAFT', 'HAS_REFERENCES'],
  summary: 'Delete a draft without dependents',
  description: 'Dependents are documents that name it as `sourceDocumentId` and payments that name it as `documentId`.',
  tag: 'Procurement',
  entity: 'procurement_document',
  action: 'procurement_document.deleted',
  body: NoBody,
  result: Deleted,
  example: {},
  facts(books, { params }) {
    const importId = books.documents.get(params.documentId!)?.importId ?? null
    return [
      ...documentFact(books, params.documentId!),
      { fact: 'references', kind: 'documents', id: params.documentId! },
      ...(importId === null ? [] : [{ fact: 'record', kind: 'imports', id: importId } as const]),
    ]
  },
  decide(books, { params, facts }, { revision }) {
    const document = findDocument(books, params.documentId!, facts)
    checkDraft(document)
    refuseReferenced(
      `document ${document.number}`,
      facts.references!,
      'Change or delete these first, or cancel the document instead.',
    )
    const freed = document.importId === null ? [] : [put('imports', freedImport(facts, document.importId, revision))]
    return {
      result: { deleted: document.id },
      changes: [remove('documents', document.id), ...freed],
      logged: log('procurement_document.deleted', { number: document.number, kind: document.kind }),
    }
  },
})

/** Returns the `figures` of the audit log entry for a draft. */
const saidOfDraft = ({ number, kind, lines, total }: ProcurementDocument) => ({
  number,
  kind,
  lines: lines.length,
  total,
})

/** Requests a prefetch of the document if it is not in memory. Only the newest finished documents are in memory. */
export function documentFact(books: Books, id: string): readonly Prefetch[] {
  return books.documents.has(id) ? [] : [{ fact: 'record', kind: 'documents', id }]
}

function sourceFact(books: Books, sourceDocumentId: string | null | undefined): readonly Prefetch[] {
  return sourceDocumentId == null ? [] : documentFact(books, sourceDocumentId)
}

/**
 * Requests a prefetch of those source documents that are not in memory, because an edit must not create a cycle in the
 * chain of sources.
 */
function sourcesFact(books: Books, sourceDocumentId: string | null | undefined): readonly Prefetch[] {
  let id = sourceDocumentId ?? null
  for (let steps = 0; id !== null && steps <= books.documents.size; steps += 1) {
    const source = books.documents.get(id)
    if (source === undefined) return [{ fact: 'documentSources', id }]
    id = source.sourceDocumentId
  }
  return []
}

function checkDraft({ id, number, status }: ProcurementDocument): void {
  if (status !== 'draft')
    throw new Refusal('NOT_DRAFT', `Document ${number} is ${status}; only a draft can be edited or deleted.`, {
      figures: { entity: 'document', id, number, status },
    })
}

/** Returns a new, empty draft. */
export function blankDocument(
  books: Books,
  kind: ProcurementDocument['kind'],
  { now, revision, newId }: Context,
): ProcurementDocument {
  return {
    id: newId(),
    number: nextNumber(books, 'documents'),
    kind,
    status: 'draft',
    reference: null,
    supplier: null,
    supplierId: null,
    organizationId: null,
    contractId: null,
    warehouseId: null,
    sourceDocumentId: null,
    importId: null,
    issuedAt: null,
    dueAt: null,
    note: null,
    customValues: {},
    lines: [],
    total: 0 as ProcurementDocument['total'],
    postedAt: null,
    createdAt: now,
    updatedAt: now,
    revision,
  }
}

/**
 * Returns the document with the fields from the body; all other fields stay. Refuses NOT_FOUND for an unknown supplier
 * or an unknown product in the lines.
 */
function withFields(books: Books, kept: ProcurementDocument, body: Static<typeof UpdateBody>): ProcurementDocument {
  const supplierId = given(body.supplierId, kept.supplierId)
  const lines =
    body.lines === undefined
      ? kept.lines
      : linesOf(books, body.lines, { kind: body.kind ?? kept.kind, lines: kept.lines })
  return {
    ...kept,
    kind: body.kind ?? kept.kind,
    reference: given(body.reference, kept.reference),
    supplier: supplierId === kept.supplierId ? kept.supplier : supplierNameOf(books, supplierId),
    supplierId,
    organizationId: given(body.organizationId, kept.organizationId),
    contractId: given(body.contractId, kept.contractId),
    warehouseId: given(body.warehouseId, kept.warehouseId),
    sourceDocumentId: given(body.sourceDocumentId, kept.sourceDocumentId),
    issuedAt: given(body.issuedAt, kept.issuedAt),
    dueAt: given(body.dueAt, kept.dueAt),
    note: given(body.note, kept.note),
    customValues: givenOr(body.customValues, kept.customValues, {}),
    lines,
    total: documentTotalOf(lines),
  }
}
