/** The model's rules for deliveries, written from S-DELIVERY. */
import { amount, differences, MOST_MINOR, type Model, milli, minor, nextNumber, noteNewId, type Rule } from './model.ts'
import type { Json, ModelDocument, ModelLine } from './model-kinds.ts'
import { namingCodes, stockedCodes } from './model-naming.ts'
import { isBeyondExact, receiveLines, sums } from './model-procurement.ts'
import { lastCostOf } from './model-stock.ts'

const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  purchase_order: ['posted'],
  supplier_invoice: ['draft', 'posted'],
  receipt: ['draft'],
}

export const isExpected = ({ kind, status }: ModelDocument): boolean => EXPECTED[kind]?.includes(status) ?? false

/** The counted quantities of a product in a request, completed from the draft receipt if there is one. */
interface Counted {
  readonly productId: string
  readonly quantity: bigint
  readonly damaged: bigint
  readonly missing: bigint
  readonly beyond: bigint
  readonly unitCost: bigint | null
}

const said = ({ productId, quantity, damaged = 0, missing = 0, beyond = 0, unitCost = null }: Json): Counted => ({
  productId,
  ...{ quantity: milli(quantity), damaged: milli(damaged), missing: milli(missing), beyond: milli(beyond) },
  unitCost: unitCost === null ? null : minor(unitCost),
})

const total = (lines: readonly ModelLine[], productId: string): bigint =>
  lines.reduce((sum, line) => sum + (line.productId === productId ? line.quantity : 0n), 0n)

/**
 * Returns how much of a product arrived with posted receipts that were created from a document, directly or through
 * other documents.
 */
function cameOf(model: Model, { id, kind }: ModelDocument, productId: string): bigint {
  if (kind === 'receipt') return 0n
  const made = new Set([id])
  for (let size = 0; size !== made.size; ) {
    size = made.size
    for (const one of model.documents.values()) if (made.has(one.sourceDocumentId ?? '')) made.add(one.id)
  }
  return [...model.documents.values()]
    .filter((one) => made.has(one.id) && one.kind === 'receipt' && ['posted', 'closed'].includes(one.status))
    .reduce((sum, { lines }) => sum + total(lines, productId), 0n)
}

function countedOf(model: Model, { documentId, lines }: Json): Counted[] {
  const counted = (lines as Json[]).map(said)
  const source = model.documents.get(documentId ?? '')
  if (source?.kind !== 'receipt') return counted
  const ids = [...new Set([...counted, ...source.lines].map(({ productId }) => productId))]
  return ids.map((productId) => {
    const one = counted.find((line) => line.productId === productId) ?? said({ productId, quantity: 0 })
    const absent = total(source.lines, productId) - (one.quantity - one.beyond)
    return absent <= 0n ? one : { ...one, quantity: one.quantity + absent, missing: one.missing + absent }
  })
}

/**
 * Returns the receipt's lines. The counted quantity of a product is spread over the document's lines for it, after the
 * quantity that arrived earlier. The last part of the counted quantity is missing, and the part before that is damaged.
 * A line whose cost nobody knows is null.
 */
function linesOf(model: Model, body: Json): (ModelLine | null)[] {
  const source = model.documents.get(body.documentId ?? '')
  return countedOf(model, body).flatMap((one) => {
    const own = source?.lines.filter(({ productId }) => productId === one.productId) ?? []
    const product = model.products.get(one.productId)
    const { name, sku } = own[0] ?? product ?? { name: '', sku: null }
    const found = lastCostOf(model, { productId: one.productId, warehouseId: body.warehouseId })
    const unitCost = one.unitCost ?? (own.length > 0 ? null : found)
    const from = unitCost === null && source !== undefined ? cameOf(model, source, one.productId) : 0n
    const end = from + one.quantity
    let at = 0n
    const places: [bigint, bigint, bigint | null][] = own.map((line, position) => {
      const begins = at
      at += line.quantity
      return [begins, position === own.length - 1 ? end : at, line.unitCost]
    })
    return (unitCost !== null || own.length === 0 ? ([[0n, end, unitCost]] as typeof places) : places).flatMap(
      ([begins, ends, cost]): (ModelLine | null)[] => {
        const [low, high] = [begins > from ? begins : from, ends < end ? ends : end]
        if (high <= low) return []
        if (cost === null) return [null]
        const within = (first: bigint, last: bigint): bigint => {
          const [a, b] = [first > low ? first : low, last < high ? last : high]
          return b > a ? b - a : 0n
        }
        const missing = within(end - one.missing, end)
        const damaged = within(end - one.missing - one.damaged, end - one.missing)
        const quantity = high - low - missing - damaged
        const figures = { quantity, unitCost: cost, amount: amount(quantity, cost), damaged, missing }
        return [{ productId: one.productId, name, sku, ...figures }]
      },
    )
  })
}

function sourceCodes(model: Model, body: Json): string[] {
  const source = model.documents.get(body.documentId ?? '')
  if (body.documentId != null && source === undefined) return ['NOT_FOUND']
  if (source !== undefined && !isExpected(source)) return ['NOT_EXPECTED']
  const supplierId = source?.supplierId ?? body.supplierId ?? null
  const isOther = body.supplierId != null && supplierId !== body.supplierId
  return [
    ...(supplierId === null || isOther ? ['VALIDATION_FAILED'] : []),
    ...(supplierId === null ? [] : namingCodes(model.partners.get(supplierId))),
    ...(source === undefined ? [] : exceededCodes(model, source, body)),
  ]
}

const exceededCodes = (model: Model, source: ModelDocument, body: Json): string[] =>
  countedOf(model, body).some(({ productId, quantity, beyond }) => {
    const left = total(source.lines, productId) - cameOf(model, source, productId)
    return quantity - beyond > (left > 0n ? left : 0n)
  })
    ? ['DELIVERY_EXCEEDED']
    : []

/** Whether a request would be invalid in any state of the company. */
function isMalformed(counted: readonly Counted[], isOfDocument: boolean): boolean {
  const isUnfit = counted.some((one) => one.damaged + one.missing > one.quantity || one.beyond > one.quantity)
  return isUnfit || (isOfDocument && new Set(counted.map(({ productId }) => productId)).size < counted.length)
}

const receiveDelivery: Rule = {
  refusals(model, { body }) {
    if (isMalformed((body.lines as Json[]).map(said), body.documentId != null)) return ['VALIDATION_FAILED']
    const products = countedOf(model, body).map(({ productId }) => model.products.get(productId))
    const lines = linesOf(model, body)
    const known = lines.filter((line) => line !== null)
    const sum = known.reduce((all, line) => all + line.amount, 0n)
    const isTooMuch = sum > MOST_MINOR || isBeyondExact(model, sums(known), body.warehouseId)
    return [
      ...sourceCodes(model, body),
      ...namingCodes(model.warehouses.get(body.warehouseId)),
      ...products.flatMap((product) => [...namingCodes(product), ...stockedCodes(product)]),
      ...(known.length < lines.length ? ['UNIT_COST_UNKNOWN'] : []),
      ...(isTooMuch ? ['VALIDATION_FAILED'] : []),
    ]
  },
  take(model, { body }, seen) {
    const { result } = seen
    const diff = differences()
    const source = model.documents.get(body.documentId ?? '')
    const lines = linesOf(model, body) as ModelLine[]
    const document = source?.kind === 'receipt' ? source : made(model, source, result)
    if (document !== source) noteNewId(model, result.id, diff)
    const supplierId: string = source?.supplierId ?? body.supplierId
    if (document.supplierId !== supplierId) document.supplier = model.partners.get(supplierId)!.name
    Object.assign(document, { status: 'posted', supplierId, warehouseId: body.warehouseId, lines })
    if (body.reference !== undefined) document.reference = body.reference === '' ? null : body.reference
    model.documents.set(document.id, document)
    const { id, number, supplier, warehouseId, reference, sourceDocumentId } = document
    for (const [name, value] of Object.entries({
      id,
      number,
      supplier,
      supplierId,
      warehouseId,
      reference,
      sourceDocumentId,
    }))
      diff.expect(`${name} of the delivery`, result[name], value)
    diff.expect(
      'lines of the delivery',
      result.lines.map((one: Json) => [
        one.productId,
        ...[one.quantity, one.damaged ?? 0, one.missing ?? 0].map(milli),
      ]),
      lines.map((one) => [one.productId, one.quantity, one.damaged, one.missing]),
    )
    return [...diff.found, ...receiveLines(model, document, seen)]
  },
}

/** Returns the receipt that a delivery creates, based on its order or invoice if it has one. */
function made(model: Model, source: ModelDocument | undefined, { id }: Json): ModelDocument {
  const { organizationId = null, contractId = null, supplierId = null, supplier = null } = source ?? {}
  return {
    ...{ id, number: nextNumber(model, 'documents'), kind: 'receipt', status: 'posted', reference: null },
    ...{ supplier, supplierId, organizationId, contractId, warehouseId: null, sourceDocumentId: source?.id ?? null },
    ...{ issuedAt: null, note: null, customValues: {}, lines: [], posted: [] },
  }
}

export const DELIVERY_RULES: Readonly<Record<string, Rule>> = { receiveDelivery }
