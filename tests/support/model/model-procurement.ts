/** The model's rules for purchases and procurement documents, written from S-PURCHASE and S-DOCUMENT. */
import {
  amount,
  available,
  differences,
  draw,
  flow,
  keptText,
  lotsInOrder,
  MOST_EXACT,
  MOST_MINOR,
  type Model,
  type ModelProduct,
  milli,
  minor,
  nextNumber,
  noteNewId,
  place,
  putBack,
  type Rule,
  restock,
  type Seen,
  takeDelete,
} from './model.ts'
import { customCodes } from './model-fields.ts'
import type { Json, ModelDocument, ModelLine, ModelLot, ModelPurchase } from './model-kinds.ts'
import {
  activePartner,
  externalCodes,
  externalOf,
  namingCodes,
  newlyNamingCodes,
  partnerCodes,
  stockedCodes,
} from './model-naming.ts'
import { contractCodes } from './model-parties.ts'

/** Returns the quantity of a purchase still to be received: quantity − received − damaged − missing. */
export const leftOf = (purchase: ModelPurchase): bigint =>
  purchase.quantity - purchase.received - purchase.damaged - purchase.missing

export const isReceived = (purchase: ModelPurchase): boolean => leftOf(purchase) === 0n

/** Compares a purchase in a response with the model's, and returns the differences. */
export function purchaseDifferences(purchase: ModelPurchase, actual: Json): string[] {
  const diff = differences()
  const { id, number, productId, warehouseId, supplierId, supplier, quantity, unitCost } = purchase
  const status = isReceived(purchase) ? 'received' : purchase.receipts > 0 ? 'partial' : 'open'
  diff.expect(
    `purchase ${id}`,
    [actual.id, actual.number, actual.status, actual.productId, actual.warehouseId, actual.supplierId, actual.supplier],
    [id, number, status, productId, warehouseId, supplierId, supplier],
  )
  diff.expect(
    `figures of purchase ${id}`,
    [minor(actual.unitCost), ...[actual.quantity, actual.received, actual.damaged, actual.missing].map(milli)],
    [unitCost, quantity, purchase.received, purchase.damaged, purchase.missing],
  )
  diff.expect(`external id of purchase ${id}`, externalOf(actual), purchase.external)
  return diff.found
}

const createPurchase: Rule = {
  refusals(model, { body }) {
    const product = model.products.get(body.productId)
    const isTooMuch = amount(milli(body.quantity), minor(body.unitCost)) > MOST_MINOR
    return [
      ...(isTooMuch ? ['VALIDATION_FAILED'] : []),
      ...namingCodes(product),
      ...stockedCodes(product),
      ...namingCodes(model.warehouses.get(body.warehouseId)),
      ...partnerCodes(model, body.supplier, 'supplier'),
      ...externalCodes(body, model.purchases.values()),
    ]
  },
  take(model, { body }, { result }) {
    const diff = differences()
    noteNewId(model, result.id, diff)
    const supplier = activePartner(model, body.supplier, 'supplier')
    const purchase: ModelPurchase = {
      id: result.id,
      number: nextNumber(model, 'purchases'),
      productId: body.productId,
      warehouseId: body.warehouseId,
      supplierId: supplier.id,
      supplier: supplier.name,
      quantity: milli(body.quantity),
      unitCost: minor(body.unitCost),
      received: 0n,
      damaged: 0n,
      missing: 0n,
      receipts: 0,
      external: externalOf(body),
    }
    model.purchases.set(purchase.id, purchase)
    return [...diff.found, ...purchaseDifferences(purchase, result)]
  },
}

const deletePurchase: Rule = {
  refusals(model, { params }) {
    const purchase = model.purchases.get(params.purchaseId!)
    if (purchase === undefined) return ['NOT_FOUND']
    return purchase.receipts > 0 ? ['HAS_REFERENCES'] : []
  },
  take: (model, { params }, seen) => takeDelete(model.purchases, params.purchaseId!, seen),
}

/** Returns the document that would result from a request body. */
function wantedOf(model: Model, before: ModelDocument, body: Json): ModelDocument {
  const supplierId = keptText(body.supplierId, before.supplierId)
  const isOther = supplierId !== before.supplierId
  const wanted = {
    supplierId,
    kind: body.kind ?? before.kind,
    supplier: isOther ? (model.partners.get(supplierId ?? '')?.name ?? null) : before.supplier,
    customValues: body.customValues === undefined ? before.customValues : (body.customValues ?? {}),
    lines: body.lines === undefined ? before.lines : linesOf(model, before, body.lines),
  }
  const texts = TEXTS.map((name) => [name, keptText(body[name], before[name])])
  return { ...before, ...wanted, ...Object.fromEntries(texts) }
}

const TEXTS = [
  'reference',
  'organizationId',
  'contractId',
  'warehouseId',
  'sourceDocumentId',
  'issuedAt',
  'note',
] as const

/** Returns a document's lines. Each keeps the product's name and SKU from when the product first appeared in the document. */
function linesOf(model: Model, before: ModelDocument, lines: readonly Json[]): ModelLine[] {
  return lines.map(({ productId, quantity, unitCost }) => {
    const product = before.lines.find((line) => line.productId === productId) ?? model.products.get(productId)
    const [many, each] = [milli(quantity), minor(unitCost)]
    const { name, sku } = product ?? { name: '', sku: null }
    const figures = { quantity: many, unitCost: each, amount: amount(many, each), damaged: 0n, missing: 0n }
    return { productId, name, sku, ...figures }
  })
}

const totalOf = (lines: readonly ModelLine[]): bigint => lines.reduce((sum, line) => sum + line.amount, 0n)

/**
 * Returns why a product cannot be in a document's line. A supplier return may also contain archived products, so that their
 * stock can be cleared out.
 */
const lineCodes = (kind: string, product: ModelProduct | undefined): string[] =>
  kind === 'supplier_return' && product !== undefined ? [] : namingCodes(product)

/** Returns why a draft cannot be changed as a request body demands. */
function draftCodes(model: Model, before: ModelDocument, body: Json): string[] {
  const wanted = wantedOf(model, before, body)
  const known = new Set(before.lines.map(({ productId }) => productId))
  const source = wanted.sourceDocumentId
  const isNewSource = source !== null && source !== before.sourceDocumentId
  return [
    ...newlyNamingCodes(model.partners, wanted.supplierId, before.supplierId),
    ...newlyNamingCodes(model.organizations, wanted.organizationId, before.organizationId),
    ...newlyNamingCodes(model.warehouses, wanted.warehouseId, before.warehouseId),
    ...(isNewSource && !model.documents.has(source) ? ['NOT_FOUND'] : []),
    ...(isNewSource && leadsTo(model, source, before.id) ? ['VALIDATION_FAILED'] : []),
    ...contractCodes(model, { ...wanted, partnerId: wanted.supplierId }, before.contractId),
    ...customCodes(model, 'procurement_document', body.customValues),
    ...(body.lines ?? []).flatMap(({ productId }: Json) =>
      known.has(productId) ? [] : lineCodes(wanted.kind, model.products.get(productId)),
    ),
    ...(totalOf(wanted.lines) > MOST_MINOR ? ['VALIDATION_FAILED'] : []),
  ]
}

/** Whether the chain of source documents from one document reaches another. */
function leadsTo(model: Model, from: string, id: string): boolean {
  const seen = new Set<string>()
  for (
    let at: string | null = from;
    at !== null && !seen.has(at);
    at = model.documents.get(at)?.sourceDocumentId ?? null
  ) {
    if (at === id) return true
    seen.add(at)
  }
  return false
}

const BLANK = {
  id: '',
  number: '',
  kind: '',
  status: 'draft',
  reference: null,
  supplier: null,
  supplierId: null,
  organizationId: null,
  contractId: null,
  warehouseId: null,
  sourceDocumentId: null,
  issuedAt: null,
  note: null,
  customValues: {},
  lines: [],
  posted: [],
}

/** Compares a document in a response with the model's, and returns the differences. */
export function documentDifferences(document: ModelDocument, actual: Json): string[] {
  const diff = differences()
  const { lines, posted, ...fields } = document
  for (const [name, value] of Object.entries(fields))
    diff.expect(`${name} of document ${document.id}`, actual[name], value)
  const shown = actual.lines.map((line: Json) => [
    ...[line.productId, line.name, line.sku],
    ...[milli(line.quantity), minor(line.unitCost), minor(line.amount)],
    ...[milli(line.damaged ?? 0), milli(line.missing ?? 0)],
  ])
  diff.expect(
    `lines of document ${document.id}`,
    shown,
    lines.map((line) => Object.values(line)),
  )
  diff.expect(`total of document ${document.id}`, minor(actual.total), totalOf(lines))
  return diff.found
}

const createDocument: Rule = {
  refusals: (model, { body }) => draftCodes(model, BLANK, body),
  take(model, { body }, { result }) {
    const diff = differences()
    noteNewId(model, result.id, diff)
    const numbered = { ...BLANK, id: result.id, number: nextNumber(model, 'documents') }
    const document = wantedOf(model, numbered, body)
    model.documents.set(document.id, document)
    return [...diff.found, ...documentDifferences(document, result)]
  },
}

const updateDocument: Rule = {
  refusals(model, { params, body }) {
    const document = model.documents.get(params.documentId!)
    if (document === undefined) return ['NOT_FOUND']
    return document.status === 'draft' ? draftCodes(model, document, body) : ['NOT_DRAFT']
  },
  take(model, { params, body }, { result }) {
    const document = wantedOf(model, model.documents.get(params.documentId!)!, body)
    model.documents.set(document.id, document)
    return documentDifferences(document, result)
  },
}

const deleteDocument: Rule = {
  refusals(model, { params }) {
    const id = params.documentId!
    const document = model.documents.get(id)
    if (document === undefined) return ['NOT_FOUND']
    if (document.status !== 'draft') return ['NOT_DRAFT']
    const isNamed =
      [...model.documents.values()].some((other) => other.sourceDocumentId === id) ||
      [...model.payments.values()].some((payment) => payment.documentId === id)
    return isNamed ? ['HAS_REFERENCES'] : []
  },
  take: (model, { params }, seen) => takeDelete(model.documents, params.documentId!, seen),
}

const MOVES: Readonly<Record<string, readonly string[]>> = {
  draft: ['posted', 'cancelled'],
  posted: ['closed', 'cancelled'],
}

const movesStock = ({ kind }: ModelDocument): boolean => kind === 'receipt' || kind === 'supplier_return'

/** Returns the total quantity of each product in the given entries. */
export function sums(entries: readonly { productId: string; quantity: bigint }[]): Map<string, bigint> {
  const all = new Map<string, bigint>()
  for (const { productId, quantity } of entries) all.set(productId, (all.get(productId) ?? 0n) + quantity)
  return all
}

const isShort = (model: Model, wanted: Map<string, bigint>, warehouseId: string): boolean =>
  [...wanted].some(([productId, quantity]) => quantity > available(model, productId, warehouseId))

export const isBeyondExact = (model: Model, arriving: Map<string, bigint>, warehouseId: string): boolean =>
  [...arriving].some(
    ([productId, quantity]) => (model.stock.get(place(productId, warehouseId))?.onHand ?? 0n) + quantity > MOST_EXACT,
  )

function postingCodes(model: Model, document: ModelDocument): string[] {
  const { lines, supplierId, warehouseId, kind } = document
  const isIncomplete = movesStock(document) && (warehouseId === null || supplierId === null)
  if (lines.length === 0 || isIncomplete) return ['INCOMPLETE']
  const products = lines.map(({ productId }) => model.products.get(productId))
  const wanted = sums(lines)
  return [
    ...newlyNamingCodes(model.partners, supplierId, null),
    ...newlyNamingCodes(model.warehouses, warehouseId, null),
    ...products.flatMap((product) => lineCodes(kind, product)),
    ...(movesStock(document) ? products.flatMap(stockedCodes) : []),
    ...(kind === 'supplier_return' && isShort(model, wanted, warehouseId!) ? ['INSUFFICIENT_STOCK'] : []),
    ...(kind === 'receipt' && isBeyondExact(model, wanted, warehouseId!) ? ['VALIDATION_FAILED'] : []),
  ]
}

function cancellingCodes(model: Model, document: ModelDocument): string[] {
  const { kind, warehouseId } = document
  const moved = document.posted.flat()
  const quantities = sums(moved.map(({ lot: { productId }, quantity }) => ({ productId, quantity })))
  if (kind === 'supplier_return')
    return [
      ...namingCodes(model.warehouses.get(warehouseId!)),
      ...(isBeyondExact(model, quantities, warehouseId!) ? ['VALIDATION_FAILED'] : []),
    ]
  if (kind !== 'receipt') return []
  return [
    ...(moved.some(({ lot }) => lot.remaining !== lot.received) ? ['LOTS_CONSUMED'] : []),
    ...(isShort(model, quantities, warehouseId!) ? ['INSUFFICIENT_STOCK'] : []),
  ]
}

const changeDocumentStatus: Rule = {
  refusals(model, { params, body }) {
    const document = model.documents.get(params.documentId!)
    if (document === undefined) return ['NOT_FOUND']
    if (!MOVES[document.status]?.includes(body.status)) return ['INVALID_TRANSITION']
    if (body.status === 'posted') return postingCodes(model, document)
    return body.status === 'cancelled' && document.status === 'posted' ? cancellingCodes(model, document) : []
  },
  take(model, { params, body }, seen) {
    const document = model.documents.get(params.documentId!)!
    const isTakenBack = body.status === 'cancelled' && document.status === 'posted'
    document.status = body.status
    const found = [
      ...documentDifferences(document, seen.result),
      ...(body.status === 'posted' && document.kind === 'receipt' ? receiveLines(model, document, seen) : []),
      ...(body.status === 'posted' && document.kind === 'supplier_return' ? returnLines(model, document) : []),
    ]
    const moved = document.posted.filter((draws) => draws.length > 0)
    if (isTakenBack) takeBack(model, document)
    const type = isTakenBack ? 'reversal' : document.kind === 'receipt' ? 'receipt' : 'return'
    return [...found, ...movementDifferences(document, body.status === 'closed' ? [] : moved, { type, seen })]
  },
}

/** Posts a receipt: creates one new lot for each line that has undamaged goods, in line order. */
export function receiveLines(model: Model, document: ModelDocument, { result, newLots }: Seen): string[] {
  if (newLots === null) throw new Error('Ask for the lots that a posted receipt makes')
  const diff = differences()
  const good = document.lines.filter(({ quantity }) => quantity > 0n)
  diff.expect('number of new lots', newLots.length, good.length)
  document.posted = document.lines.map(({ productId, quantity, unitCost }, position) => {
    model.moved.add(productId).add(document.warehouseId!)
    if (quantity === 0n) return []
    const shown = newLots[good.indexOf(document.lines[position]!)] ?? {}
    noteNewId(model, shown.id, diff)
    const lot: ModelLot = {
      id: shown.id,
      productId,
      warehouseId: document.warehouseId!,
      supplierId: document.supplierId!,
      supplier: document.supplier!,
      unitCost,
      received: quantity,
      remaining: quantity,
      receivedAt: result.postedAt,
      sourceLotId: null,
    }
    const is = [shown.productId, shown.warehouseId, shown.supplier, shown.receivedAt]
    diff.expect(`lot of line ${position}`, is, [productId, lot.warehouseId, lot.supplier, lot.receivedAt])
    diff.expect(
      `figures of line ${position}`,
      [milli(shown.received), milli(shown.remaining), minor(shown.unitCost)],
      [quantity, quantity, unitCost],
    )
    model.lots.set(lot.id, lot)
    restock(model, productId, lot.warehouseId, quantity, 0n)
    flow(model, productId, quantity, 0n)
    return [{ lot, quantity }]
  })
  return diff.found
}

/** Posts a supplier return. Each line is drawn from the oldest lots, whichever supplier they came from. */
function returnLines(model: Model, document: ModelDocument): string[] {
  document.posted = document.lines.map(({ productId, quantity }) => {
    restock(model, productId, document.warehouseId!, -quantity, 0n)
    flow(model, productId, 0n, quantity)
    return draw(model, lotsInOrder(model, productId, document.warehouseId!), quantity).drawn
  })
  return []
}

/** Undoes the posting of a document: removes a receipt's lots, or puts back the goods of a supplier return. */
function takeBack(model: Model, document: ModelDocument): void {
  for (const { lot, quantity } of document.posted.flat()) {
    const isReceipt = document.kind === 'receipt'
    if (isReceipt) {
      draw(model, [lot], quantity)
      lot.isTakenBack = true
    }
    if (!isReceipt) putBack(model, lot, quantity)
    restock(model, lot.productId, lot.warehouseId, isReceipt ? -quantity : quantity, 0n)
    flow(model, lot.productId, isReceipt ? 0n : quantity, isReceipt ? quantity : 0n)
  }
  document.posted = []
}

/**
 * Compares the movements of a document with the expected ones: one for each line, with the lots of that line. Returns the
 * differences.
 */
function movementDifferences(
  document: ModelDocument,
  moved: ModelDocument['posted'],
  { type, seen }: { type: string; seen: Seen },
): string[] {
  if (seen.movements === null) return []
  const diff = differences()
  const is = seen.movements.map((movement) => [
    ...[movement.type, movement.documentId, movement.warehouseId, milli(movement.quantity), minor(movement.cost)],
    movement.lots.map((entry: Json) => [entry.lotId, milli(entry.quantity), minor(entry.unitCost)]),
  ])
  const should = moved.map((draws) => [
    ...[type, document.id, document.warehouseId, draws.reduce((sum, { quantity }) => sum + quantity, 0n)],
    draws.reduce((sum, { lot, quantity }) => sum + amount(quantity, lot.unitCost), 0n),
    draws.map(({ lot, quantity }) => [lot.id, quantity, lot.unitCost]),
  ])
  diff.expect(`movements of document ${document.id}`, is, should)
  return diff.found
}

export const PROCUREMENT_RULES: Readonly<Record<string, Rule>> = {
  createPurchase,
  deletePurchase,
  createDocument,
  updateDocument,
  deleteDocument,
  changeDocumentStatus,
}
