/**
 * Checks a draft before it is created or updated: records that it newly refers to must exist, be active and match one
 * another. Source: S-RECORD-4, S-CONTRACT-5, S-DOCUMENT-14.
 */
import { amountOf, isWithinBound, MAX_MINOR, type Milli, type Minor } from '../../amounts/quantity.ts'
import type { Books } from '../domain/books.ts'
import type { ProcurementDocument } from '../domain/records.ts'
import { BEYOND, invalid, Refusal } from '../domain/refusals.ts'
import { checkCustomValues } from './custom-values.ts'
import { type Prefetched, prefetchedRecord } from './define.ts'
import {
  active,
  archived,
  findContract,
  findDocument,
  findOrganization,
  findPartner,
  findProduct,
  findWarehouse,
} from './find.ts'

type Line = ProcurementDocument['lines'][number]

/**
 * Returns the lines to store in the document, with each product's current name and SKU. If the document already
 * contained the product, the line keeps the stored name and SKU. Refuses NOT_FOUND, ARCHIVED (except in a supplier
 * return, which may clear out the stock of archived products), VALIDATION_FAILED (an amount above the limit).
 */
export function linesOf(
  books: Books,
  lines: readonly { productId: string; quantity: Milli; unitCost: Minor }[],
  { kind, lines: kept }: Pick<ProcurementDocument, 'kind' | 'lines'>,
): Line[] {
  // When several lines of the stored document have the same product, use the name and SKU of the first of these lines.
  const before = new Map(kept.toReversed().map((line) => [line.productId, line]))
  return lines.map(({ productId, quantity, unitCost }, position) => {
    const amount = amountOf(quantity, unitCost)
    if (!isWithinBound(amount))
      throw invalid(`/lines/${position}/unitCost`, 'times the quantity is more than 10^12', BEYOND)
    const known = before.get(productId)
    const product = findProduct(books, productId)
    const { name, sku } = known ?? (kind === 'supplier_return' ? product : active(product, 'product'))
    return { productId, name, sku, quantity, unitCost, amount }
  })
}

/** Sums the amounts of the document's lines. Refuses VALIDATION_FAILED when the sum is above the limit. */
export function documentTotalOf(lines: readonly Line[]): Minor {
  let total = 0
  for (const { amount } of lines) total += amount
  if (total > MAX_MINOR) throw invalid('/lines', 'the total of the document is more than 10^12', BEYOND)
  return total as Minor
}

/** Returns the supplier's name to store in the document. Refuses NOT_FOUND, ARCHIVED. */
export function supplierNameOf(books: Books, supplierId: string | null): string | null {
  return supplierId === null ? null : active(findPartner(books, supplierId), 'partner').name
}

/**
 * Checks a draft before it is saved. Refuses NOT_FOUND, VALIDATION_FAILED (a cycle of source
 * documents, a custom value of the wrong type), ARCHIVED, CONTRACT_MISMATCH.
 */
export function checkDocument(
  books: Books,
  document: ProcurementDocument,
  { before, facts, customValues }: { before: ProcurementDocument; facts: Prefetched; customValues: unknown },
): void {
  const { organizationId, warehouseId, contractId, sourceDocumentId } = document
  if (organizationId !== null && organizationId !== before.organizationId)
    active(findOrganization(books, organizationId), 'organization')
  if (warehouseId !== null && warehouseId !== before.warehouseId) active(findWarehouse(books, warehouseId), 'warehouse')
  if (sourceDocumentId !== null && sourceDocumentId !== before.sourceDocumentId) {
    findDocument(books, sourceDocumentId, facts)
    refuseCircle(books, document, facts)
  }
  checkContract(books, document.contractId === before.contractId ? null : contractId, {
    partnerId: document.supplierId,
    organizationId,
    contractId,
  })
  checkCustomValues(books, 'procurement_document', customValues as Record<string, unknown> | null | undefined)
}

/**
 * Checks that the contract is between the given partner and organization. `named`: the contract if it is newly chosen,
 * otherwise null. Refuses NOT_FOUND, ARCHIVED, CONTRACT_MISMATCH.
 */
export function checkContract(
  books: Books,
  named: string | null,
  beside: { partnerId: string | null; organizationId: string | null; contractId: string | null },
): void {
  if (beside.contractId === null) return
  const contract = findContract(books, beside.contractId)
  const name = contract.number ?? contract.id
  if (named !== null && contract.archived) throw archived({ id: contract.id, name }, 'contract')
  const differs =
    beside.partnerId !== null && contract.partnerId !== beside.partnerId
      ? 'partner'
      : beside.organizationId !== null && contract.organizationId !== beside.organizationId
        ? 'organization'
        : null
  if (differs !== null)
    throw new Refusal(
      'CONTRACT_MISMATCH',
      `The contract "${name}" is with another ${differs}. Choose one with the same partner and organization.`,
      { figures: { contractId: contract.id, contract: name, differs } },
    )
}

/**
 * Refuses a chain of source documents that leads back to the document itself. Sources that are no
 * longer in memory were prefetched (see `sourcesFact`).
 */
function refuseCircle(books: Books, document: ProcurementDocument, facts: Prefetched): void {
  let sourceId = document.sourceDocumentId
  const most = books.documents.size + (facts.records?.length ?? 0)
  for (let steps = 0; sourceId !== null && steps <= most; steps += 1) {
    if (sourceId === document.id)
      throw invalid('/sourceDocumentId', 'the source documents would form a circle', 'CIRCLE')
    const source = books.documents.get(sourceId) ?? prefetchedRecord(facts, 'documents', sourceId)
    sourceId = source?.sourceDocumentId ?? null
  }
}
