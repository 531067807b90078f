import { Type } from 'typebox'
import { log } from '../domain/audit-log.ts'
import { ImportFileRecord } from '../domain/paper-schemas.ts'
import { DocumentRecord } from '../domain/record-schemas.ts'
import { type ImportFile, type ProcurementDocument, put, remove } from '../domain/records.ts'
import { blockerOf, Refusal } from '../domain/refusals.ts'
import { Name, orNull, ShortText, strictObject } from '../domain/schema.ts'
import { defineCommand } from './define.ts'
import { makeDraft } from './documents.ts'
import { asRead, DraftFromImportBody } from './draft-as-read.ts'
import { Deleted, NoBody } from './fields.ts'
import { findPaperFile, importFact } from './paper-files.ts'

const TAG = 'Procurement files'
const ID_ENDING_LENGTH = 8

/**
 * The extension for each content type, used when the service makes up a file name for an upload without one (S-FILE-2).
 */
const ENDINGS: Readonly<Record<string, string>> = {
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'image/webp': '.webp',
  'image/gif': '.gif',
  'image/tiff': '.tiff',
  'application/pdf': '.pdf',
}

/**
 * POST /procurement/imports, raw bytes. Queues the file for recognition. Refuses unusable bytes, and
 * COMPANY_LIMIT_REACHED; uploading the same bytes again creates another file. Source: S-FILE-1, S-FILE-2, S-FILE-3.
 */
export const uploadImport = defineCommand({
  name: 'uploadImport',
  method: 'POST',
  path: '/api/v1/procurement/imports',
  may: 'storekeepers',
  refusals: ['COMPANY_LIMIT_REACHED'],
  summary: 'Upload a purchase document for recognition',
  description:
    'The body is the file itself: JPEG, PNG, WebP, GIF, TIFF or PDF, up to 25 MiB; the service detects the type from the bytes. `X-File-Name` gives its name in UTF-8, percent-encoded or raw. The file is queued and read on this machine.',
  tag: TAG,
  entity: 'procurement_import',
  action: 'procurement_import.uploaded',
  upload: { kind: 'paper', maxBytes: 25 * 1_048_576, mediaTypes: Object.keys(ENDINGS) },
  body: strictObject({ sha256: ShortText, contentType: ShortText, size: Type.Integer(), fileName: orNull(Name) }),
  result: ImportFileRecord,
  example: {
    sha256: '6a2b1c0f5f6d5f0b3f6f7f9d0f8f5a5c3b9e2d4c6a8f0e1d2c3b4a5968778695',
    contentType: 'image/jpeg',
    size: 412_733,
    fileName: 'УПД 1542.jpg',
  },
  decide(_books, { body }, { now, revision, newId }) {
    const id = newId()
    const file: ImportFile = {
      id,
      fileName: body.fileName ?? `file-${id.slice(-ID_ENDING_LENGTH)}${ENDINGS[body.contentType] ?? ''}`,
      contentType: body.contentType,
      size: body.size,
      sha256: body.sha256,
      status: 'queued',
      uploadedAt: now,
      attempt: 1,
      queuedAt: now,
      revision,
    }
    return {
      result: { kind: 'imports', record: file },
      changes: [put('imports', file)],
      logged: log('procurement_import.uploaded', {
        fileName: file.fileName,
        contentType: file.contentType,
        size: file.size,
      }),
    }
  },
})

/**
 * POST /procurement/imports/{importId}/recognize. Changes nothing when the file is already queued or being recognized.
 * Refuses: NOT_FOUND, ALREADY_IMPORTED. Source: S-FILE-14.
 */
export const repeatRecognition = defineCommand({
  name: 'repeatRecognition',
  method: 'POST',
  path: '/api/v1/procurement/imports/:importId/recognize',
  may: 'managers',
  refusals: ['NOT_FOUND', 'ALREADY_IMPORTED'],
  summary: 'Recognize a file again',
  description: 'Puts the file at the end of the queue. A file that is queued or being processed keeps its place.',
  tag: TAG,
  entity: 'procurement_import',
  action: 'procurement_import.requeued',
  body: NoBody,
  result: ImportFileRecord,
  example: {},
  facts: (_books, { params }) => importFact(params.importId!),
  decide(_books, { params, facts }, { now, revision }) {
    const file = findPaperFile(facts, params.importId!)
    refuseImported(file)
    if (file.status === 'queued')
      return {
        result: { kind: 'imports', record: file },
        changes: [],
        logged: log('procurement_import.requeued', { how: 'waiting', fileName: file.fileName }),
      }
    const { error: _error, extraction: _extraction, ...kept } = file
    const queued: ImportFile = { ...kept, status: 'queued', attempt: file.attempt + 1, queuedAt: now, revision }
    return {
      result: { kind: 'imports', record: queued },
      changes: [put('imports', queued)],
      logged: log('procurement_import.requeued', { how: 'again', fileName: file.fileName }),
    }
  },
})

/**
 * DELETE /procurement/imports/{importId}. Rejects a file: stops a running recognition but keeps the bytes. Refuses:
 * NOT_FOUND, ALREADY_IMPORTED. Source: S-FILE-15, S-FILE-16, S-FILE-17, S-FILE-18.
 */
export const rejectImport = defineCommand({
  name: 'rejectImport',
  method: 'DELETE',
  path: '/api/v1/procurement/imports/:importId',
  may: 'managers',
  refusals: ['NOT_FOUND', 'ALREADY_IMPORTED'],
  summary: 'Reject a file',
  description:
    'Possible only if no document was made from the file. Stock and purchases do not change; the original bytes are kept.',
  tag: TAG,
  entity: 'procurement_import',
  action: 'procurement_import.rejected',
  body: NoBody,
  result: Deleted,
  example: {},
  facts: (_books, { params }) => importFact(params.importId!),
  decide(_books, { params, facts }) {
    const file = findPaperFile(facts, params.importId!)
    refuseImported(file)
    return {
      result: { deleted: file.id },
      changes: [remove('imports', file.id, file)],
      logged: log('procurement_import.rejected', { fileName: file.fileName }),
    }
  },
})

/**
 * POST /procurement/imports/{importId}/document. Creates a draft from a recognized file. Refuses: NOT_FOUND,
 * ALREADY_IMPORTED, NOT_RECOGNIZED, VALIDATION_FAILED (no lines given, and those in the file are incomplete), then in
 * the same cases as POST /procurement/documents. Source: S-FILE-20, S-FILE-21, docs/decisions/0037.
 */
export const draftFromImport = defineCommand({
  name: 'draftFromImport',
  method: 'POST',
  path: '/api/v1/procurement/imports/:importId/document',
  may: 'managers',
  refusals: ['NOT_FOUND', 'ALREADY_IMPORTED', 'NOT_RECOGNIZED', 'ARCHIVED', 'CONTRACT_MISMATCH'],
  summary: 'Make a draft document from a recognized file',
  description:
    'The body is that of a new document. Fields that are left out are taken from `extraction`: the kind, the number, the date, the proposed supplier and the lines with the proposed products; null means that there is none. Lines that were read without a product, a quantity or a price must be given. The file becomes `imported`.',
  tag: TAG,
  entity: 'procurement_document',
  action: 'procurement_document.created',
  body: DraftFromImportBody,
  result: DocumentRecord,
  example: {
    kind: 'receipt',
    reference: 'УПД-1542',
    supplierId: '…',
    warehouseId: '…',
    lines: [{ productId: '…', quantity: 10, unitCost: 95.4 }],
  },
  facts: (books, { params, body }) => [
    ...importFact(params.importId!),
    ...(body.sourceDocumentId == null || books.documents.has(body.sourceDocumentId)
      ? []
      : [{ fact: 'record', kind: 'documents', id: body.sourceDocumentId } as const]),
  ],
  decide(books, { params, body, facts }, context) {
    const file = findPaperFile(facts, params.importId!)
    refuseImported(file)
    if (file.status !== 'recognized')
      throw new Refusal(
        'NOT_RECOGNIZED',
        `The file "${file.fileName}" is ${file.status}. Wait until it is recognized, or repeat the recognition.`,
        { figures: { importId: file.id, fileName: file.fileName, status: file.status } },
      )
    const draft = makeDraft(books, asRead(books, body, file.extraction!), { context, facts, importId: file.id })
    const { record: document } = draft.result as { record: ProcurementDocument }
    const imported: ImportFile = { ...file, status: 'imported', documentId: document.id, revision: context.revision }
    return { ...draft, changes: [...draft.changes, put('imports', imported)] }
  },
})

function refuseImported(file: ImportFile): void {
  if (file.status === 'imported')
    throw new Refusal(
      'ALREADY_IMPORTED',
      `A document was already made from "${file.fileName}". Cancel or delete that document instead.`,
      {
        figures: { reason: 'document', importId: file.id, fileName: file.fileName, documentId: file.documentId! },
        blockers: [blockerOf('procurement_document', file.documentId!, file.fileName)],
      },
    )
}
