/** Receives a delivery: all goods that arrived from a supplier, as one document. Source: docs/decisions/0074. */
import { log } from '../domain/audit-log.ts'
import type { Books } from '../domain/books.ts'
import { DeliveryRecord } from '../domain/record-schemas.ts'
import { type Delivery, type Partner, type ProcurementDocument, put } from '../domain/records.ts'
import { invalid, Refusal } from '../domain/refusals.ts'
import { DayOrMoment, Id, list, Note, optional, ShortText, strictObject } from '../domain/schema.ts'
import { type Context, defineCommand, type Prefetch } from './define.ts'
import { ArrivedLine, checkArrived, linesArrived } from './delivery-lines.ts'
import { documentTotalOf } from './document-checks.ts'
import { postDocument } from './document-posting.ts'
import { blankDocument, documentFact } from './documents.ts'
import { given } from './fields.ts'
import { active, findDocument, findPartner, findWarehouse } from './find.ts'

/**
 * POST /stock/deliveries. Posts one receipt. Refuses: VALIDATION_FAILED (a product named twice, parts that do not fit,
 * no supplier or one other than the document's, an amount above the limit), NOT_FOUND, NOT_EXPECTED, ARCHIVED,
 * NOT_STOCKED, DELIVERY_EXCEEDED, UNIT_COST_UNKNOWN. Source: S-DELIVERY-1 to S-DELIVERY-7.
 */
export const receiveDelivery = defineCommand({
  name: 'receiveDelivery',
  method: 'POST',
  path: '/api/v1/stock/deliveries',
  may: 'storekeepers',
  refusals: [
    ...(['NOT_FOUND', 'NOT_EXPECTED', 'ARCHIVED', 'NOT_STOCKED', 'DELIVERY_EXCEEDED', 'UNIT_COST_UNKNOWN'] as const),
  ],
  summary: 'Receive a delivery as one document',
  description:
    'Makes a receipt with all lines and posts it. With `documentId`, these are the goods that the report of expected goods shows for this document. If the document is an order or an invoice, a new receipt is made from it. If it is a drafted receipt, the draft itself is posted, and its goods that no line names count as missing. The costs are those of the document, or else those that `POST /stock/receipt` would find. The answer has no costs.',
  tag: 'Stock',
  entity: 'delivery',
  action: 'delivery.received',
  body: strictObject({
    documentId: optional<string>(Id),
    supplierId: optional<string>(Id),
    warehouseId: Id,
    reference: optional<string>(ShortText),
    issuedAt: optional<string>(DayOrMoment),
    note: optional<string>(Note),
    lines: list(ArrivedLine, { minItems: 1 }),
  }),
  result: DeliveryRecord,
  example: { supplierId: '…', warehouseId: '…', reference: 'ТОРГ-12 №77', lines: [{ productId: '…', quantity: 10 }] },
  facts(books, { body: { documentId, warehouseId, lines } }): readonly Prefetch[] {
    const productIds = lines.flatMap(({ productId, unitCost }) => (unitCost == null ? [productId] : []))
    return [
      ...(documentId == null ? [] : documentFact(books, documentId)),
      ...(documentId == null ? [] : [{ fact: 'delivered', documentId } as const]),
      ...(productIds.length === 0 ? [] : [{ fact: 'newestLots', productIds, warehouseId } as const]),
    ]
  },
  decide(books, { body, facts }, context) {
    checkArrived(body.lines, body.documentId != null)
    const source = body.documentId == null ? null : findDocument(books, body.documentId, facts)
    if (source !== null) checkExpected(source)
    const supplier = supplierOf(books, source, body.supplierId ?? null)
    const warehouse = active(findWarehouse(books, body.warehouseId), 'warehouse')
    const lines = linesArrived(books, body.lines, { source, facts, view: context.view })
    const before = draftOf(books, source, context)
    const receipt: ProcurementDocument = {
      ...before,
      status: 'posted',
      reference: given(body.reference, before.reference),
      issuedAt: given(body.issuedAt, before.issuedAt),
      note: given(body.note, before.note),
      supplier: before.supplierId === supplier.id ? before.supplier : supplier.name,
      supplierId: supplier.id,
      warehouseId: warehouse.id,
      lines,
      total: documentTotalOf(lines),
      postedAt: context.now,
      updatedAt: context.now,
      revision: context.revision,
    }
    return {
      result: { kind: 'deliveries', record: deliveryOf(receipt) },
      changes: [put('documents', receipt), ...postDocument(books, receipt, context)],
      logged: log('delivery.received', {
        ...{ number: receipt.number, lines: lines.length },
        ...{ warehouse: warehouse.name, supplier: supplier.name },
      }),
    }
  },
})

/** For each kind of document, the statuses in which its goods are still expected. */
const EXPECTED: Readonly<Partial<Record<ProcurementDocument['kind'], readonly ProcurementDocument['status'][]>>> = {
  purchase_order: ['posted'],
  supplier_invoice: ['draft', 'posted'],
  receipt: ['draft'],
}

function checkExpected({ id, number, kind, status }: ProcurementDocument): void {
  if (EXPECTED[kind]?.includes(status)) return
  throw new Refusal(
    'NOT_EXPECTED',
    `Nothing is expected by document ${number}, which is a ${kind} with the status ${status}. Receive without documentId.`,
    { figures: { documentId: id, number, status } },
  )
}

/**
 * Returns the document's supplier or, if the document has none, the supplier named in the request. Refuses
 * VALIDATION_FAILED, NOT_FOUND, ARCHIVED.
 */
function supplierOf(books: Books, source: ProcurementDocument | null, asked: string | null): Partner {
  const ofDocument = source?.supplierId ?? null
  if (ofDocument !== null && asked !== null && asked !== ofDocument)
    throw invalid('/supplierId', 'must be the supplier of the document, or left out', 'NOT_VALID')
  const id = ofDocument ?? asked
  if (id === null) throw invalid('/supplierId', 'is required', 'REQUIRED')
  return active(findPartner(books, id), 'partner')
}

/** Returns the draft receipt that the delivery completes: an existing draft, or a new draft. */
function draftOf(books: Books, source: ProcurementDocument | null, context: Context): ProcurementDocument {
  if (source?.kind === 'receipt') return source
  const blank = blankDocument(books, 'receipt', context)
  if (source === null) return blank
  const { id: sourceDocumentId, supplier, supplierId, organizationId, contractId } = source
  return { ...blank, sourceDocumentId, supplier, supplierId, organizationId, contractId }
}

/** Returns a receipt without its costs, in the form shown to everybody who may receive goods. */
function deliveryOf(receipt: ProcurementDocument): Delivery {
  const { id, number, supplier, supplierId, warehouseId, reference, sourceDocumentId, lines, postedAt } = receipt
  return {
    ...{ id, number, reference, sourceDocumentId },
    ...{ supplier: supplier!, supplierId: supplierId!, warehouseId: warehouseId!, postedAt: postedAt! },
    lines: lines.map(({ unitCost: _cost, amount: _amount, ...line }) => line),
  }
}
