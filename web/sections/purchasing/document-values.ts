/**
 * The values of the form for procurement documents as typed and scanned, and the request bodies that are built from
 * them.
 */
import type { CreateDocumentBody, Document, UpdateDocumentBody } from '../../../sdk/types.ts'
import { figureOf, withoutGroups } from '../../../spellings/figures.ts'
import { costAt, kopecks, milli, roubles, units } from '../../data/amounts.ts'
import { documents } from '../../records/documents.ts'
import { areSettled, lineOf, type ProductLine, readQuantity } from '../lines/product-line.ts'
import { differing, plainBody, plainCopy, plainValues, type Values } from '../records/spec.ts'

export type DocumentKind = Document['kind']
export const DOCUMENT_KINDS = [
  'purchase_order',
  'supplier_invoice',
  'receipt',
  'supplier_return',
  'internal_order',
] as const satisfies readonly DocumentKind[]

/** The types of documents that are usually made from a document, by the type of that document. */
export const NEXT_KINDS: Readonly<Record<DocumentKind, readonly DocumentKind[]>> = {
  internal_order: ['purchase_order'],
  purchase_order: ['supplier_invoice', 'receipt'],
  supplier_invoice: ['receipt'],
  receipt: ['supplier_return'],
  supplier_return: [],
}

/** Returns whether posting a document of this type moves stock. */
export const movesStock = (kind: DocumentKind) => kind === 'receipt' || kind === 'supplier_return'

export interface DocumentLine extends ProductLine {
  /** The unit cost as typed; '' while it is not known. */
  readonly unitCost: string
}

/**
 * The values of the form. The values of the plain fields, which the definition of documents lists, are added to them.
 */
export interface DocumentValues extends Values {
  readonly kind: DocumentKind
  readonly supplierId: string | null
  readonly organizationId: string | null
  readonly contractId: string | null
  /** The id of the chosen warehouse; '' means that none is chosen. */
  readonly warehouseId: string
  readonly sourceDocumentId: string | null
  readonly lines: readonly DocumentLine[]
}

export const EMPTY: DocumentValues = {
  ...plainValues(documents.fields, null),
  kind: 'receipt',
  supplierId: null,
  organizationId: null,
  contractId: null,
  warehouseId: '',
  sourceDocumentId: null,
  lines: [],
}

/** A function that formats a number in the way in which a user would type it. */
type Typed = (figure: number) => string

/** Returns the values with which the form for editing a draft document opens. */
export function valuesOf(document: Document, typed: Typed): DocumentValues {
  const { kind, supplierId, organizationId, contractId, warehouseId, sourceDocumentId } = document
  return {
    ...plainValues(documents.fields, document),
    kind,
    supplierId,
    organizationId,
    contractId,
    warehouseId: warehouseId ?? '',
    sourceDocumentId,
    lines: document.lines.map((line) => ({ ...lineOf(line, typed), unitCost: typed(line.unitCost) })),
  }
}

/**
 * Returns the values for copying a document. Fields that identify only the original, such as its number, stay empty.
 */
export const copyOf = (document: Document, typed: Typed): DocumentValues => ({
  ...valuesOf(document, typed),
  ...plainCopy(documents.fields, document),
  sourceDocumentId: null,
})

interface Making {
  readonly kind: DocumentKind
  /**
   * The documents that were already made from the same source document. Their quantities are subtracted from those of
   * the source document.
   */
  readonly taken: readonly Document[]
  readonly typed: Typed
}

/** Returns the values for a document that is made from another, such as a receipt from a purchase order. */
export function madeFrom(document: Document, { kind, taken, typed }: Making): DocumentValues {
  const left = new Map<string, number>()
  for (const { lines } of taken)
    for (const { productId, quantity } of lines) left.set(productId, (left.get(productId) ?? 0) + milli(quantity))
  const lines = document.lines.flatMap((line) => {
    const used = Math.min(left.get(line.productId) ?? 0, milli(line.quantity))
    left.set(line.productId, (left.get(line.productId) ?? 0) - used)
    const quantity = units(milli(line.quantity) - used)
    return quantity === 0 ? [] : [{ ...lineOf({ ...line, quantity }, typed), unitCost: typed(line.unitCost) }]
  })
  return { ...copyOf(document, typed), kind, sourceDocumentId: document.id, note: '', lines }
}

const COST = /^\d{1,12}([.,]\d{1,2})?$/

/** Reads a typed unit cost; null when the text is not a cost. */
export function readCost(given: string): number | null {
  return COST.test(withoutGroups(given)) ? figureOf(given) : null
}

/** Returns the amount of a line from its quantity and price as typed; null while one of them is missing. */
export function amountOf({ quantity, unitCost }: DocumentLine): number | null {
  const [amount, cost] = [readQuantity(quantity), readCost(unitCost)]
  return amount === null || cost === null ? null : costAt(amount, cost)
}

export const totalOf = (lines: readonly DocumentLine[]) =>
  roubles(lines.reduce((sum, line) => sum + kopecks(amountOf(line) ?? 0), 0))

/** Returns whether the document can be saved. A draft may have no lines, but each line that it has must be complete. */
export const isReady = ({ lines }: DocumentValues) =>
  areSettled(lines) && lines.every(({ unitCost }) => readCost(unitCost) !== null)

export function bodyOf(values: DocumentValues): CreateDocumentBody {
  const { kind, supplierId, organizationId, contractId, sourceDocumentId, lines } = values
  return {
    ...plainBody(documents.fields, values),
    kind,
    supplierId,
    organizationId,
    contractId,
    warehouseId: values.warehouseId || null,
    sourceDocumentId,
    lines: lines.map(({ productId, quantity, unitCost }) => ({
      productId: productId!,
      quantity: readQuantity(quantity)!,
      unitCost: readCost(unitCost)!,
    })),
  }
}

/**
 * Returns only those fields that were changed since the form was opened. The other fields are not sent, so that changes
 * made by other users remain.
 */
export const changesOf = (before: DocumentValues, now: DocumentValues): UpdateDocumentBody =>
  differing(bodyOf(before), bodyOf(now))
