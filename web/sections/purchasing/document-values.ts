/** What the form of a procurement document holds, as it is typed and scanned, and the bodies that are sent of it. */
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

/** What is usually made from a document of each kind. */
export const NEXT_KINDS: Readonly<Record<DocumentKind, readonly DocumentKind[]>> = {
  internal_order: ['purchase_order'],
  purchase_order: ['supplier_invoice', 'receipt'],
  supplier_invoice: ['receipt'],
  receipt: ['supplier_return'],
  supplier_return: [],
}

/** Kinds that move stock when they are posted. */
export const movesStock = (kind: DocumentKind) => kind === 'receipt' || kind === 'supplier_return'

export interface DocumentLine extends ProductLine {
  /** As it is typed; '' is not known yet. */
  readonly unitCost: string
}

/** Beside those that are named here, the plain fields of its definition. */
export interface DocumentValues extends Values {
  readonly kind: DocumentKind
  readonly supplierId: string | null
  readonly organizationId: string | null
  readonly contractId: string | null
  /** '' is none. */
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

/** Figures as one types them. */
type Typed = (figure: number) => string

/** As a draft is, to be edited. */
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

/** Another one like it: what tells the two apart is left empty. */
export const copyOf = (document: Document, typed: Typed): DocumentValues => ({
  ...valuesOf(document, typed),
  ...plainCopy(documents.fields, document),
  sourceDocumentId: null,
})

interface Making {
  readonly kind: DocumentKind
  /** What others already have of it. */
  readonly taken: readonly Document[]
  readonly typed: Typed
}

/** What is made from a document, such as the receipt of what was ordered. */
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

/** null: it is none. */
export function readCost(given: string): number | null {
  return COST.test(withoutGroups(given)) ? figureOf(given) : null
}

/** Of a line as it is typed; null: it is not known yet. */
export function amountOf({ quantity, unitCost }: DocumentLine): number | null {
  const [amount, cost] = [readQuantity(quantity), readCost(unitCost)]
  return amount === null || cost === null ? null : costAt(amount, cost)
}

export const totalOf = (lines: readonly DocumentLine[]) =>
  roubles(lines.reduce((sum, line) => sum + kopecks(amountOf(line) ?? 0), 0))

/** A draft may have no lines yet; those that it has must be settled. */
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

/** What differs from when the form was opened: what others changed meanwhile stays. */
export const changesOf = (before: DocumentValues, now: DocumentValues): UpdateDocumentBody =>
  differing(bodyOf(before), bodyOf(now))
