/** The model's rules for receipts, write-offs and transfers, written from S-STOCK. */
import {
  amount,
  available,
  type Drawn,
  differences,
  draw,
  flow,
  lotsInOrder,
  MOST_EXACT,
  MOST_MINOR,
  type Model,
  milli,
  minor,
  noteNewId,
  place,
  type Rule,
  restock,
  type Seen,
} from './model.ts'
import type { Json, ModelLot, ModelPurchase } from './model-kinds.ts'
import { activePartner, namingCodes, partnerCodes, stockedCodes } from './model-naming.ts'
import { leftOf } from './model-procurement.ts'

const receiveStock: Rule = {
  refusals(model, { body }) {
    const product = model.products.get(body.productId)
    const good = goodPart(body)
    const unitCost = unitCostOf(model, body)
    const isTooMuch = unitCost !== null && amount(milli(body.quantity), unitCost) > MOST_MINOR
    return [
      ...(good < 0n || isTooMuch || overflows(model, body, good) ? ['VALIDATION_FAILED'] : []),
      ...namingCodes(product),
      ...stockedCodes(product),
      ...namingCodes(model.warehouses.get(body.warehouseId)),
      ...partnerCodes(model, body.supplier, 'supplier'),
      ...(body.purchaseId === undefined ? [] : purchaseCodes(model, body)),
      ...(unitCost === null ? ['UNIT_COST_UNKNOWN'] : []),
    ]
  },
  take(model, { body }, seen) {
    const { result } = seen
    const good = goodPart(body)
    const supplier = activePartner(model, body.supplier, 'supplier')
    const unitCost = unitCostOf(model, body)!
    const diff = differences()
    noteNewId(model, result.id, diff)
    const figures = [result.type, ...[result.quantity, result.good, result.damaged, result.missing].map(milli)]
    diff.expect('receipt', figures, [
      'receipt',
      milli(body.quantity),
      good,
      milli(body.damaged ?? 0),
      milli(body.missing ?? 0),
    ])
    diff.expect('cost', [result.unitCost, result.cost].map(minor), [unitCost, amount(good, unitCost)])
    diff.expect('supplier', [result.supplier, result.supplierId], [supplier.name, supplier.id])
    model.moved.add(body.productId).add(body.warehouseId)
    diff.expect('purchase', result.purchaseId, body.purchaseId)
    if (body.purchaseId !== undefined) countReceipt(model.purchases.get(body.purchaseId)!, body)
    const { productId, warehouseId } = body
    if (good > 0n) {
      const id = result.lots[0]?.lotId
      noteNewId(model, id, diff)
      const lot = { id, productId, warehouseId, supplierId: supplier.id, supplier: supplier.name, unitCost }
      model.lots.set(id, { ...lot, received: good, remaining: good, receivedAt: result.at, sourceLotId: null })
      restock(model, productId, warehouseId, good, 0n)
      flow(model, productId, good, 0n)
    }
    diff.expect('lots', drawsOf(result), good > 0n ? [[result.lots[0]?.lotId, good, unitCost]] : [])
    return [...diff.found, ...newLotDifferences(model, seen, good > 0n ? 1 : 0)]
  },
}

/**
 * Returns the unit cost of a receipt: the given cost, or else that of the purchase, of the last lot or of the product;
 * null if there is none.
 */
function unitCostOf(model: Model, { unitCost, purchaseId, productId, warehouseId }: Json): bigint | null {
  if (unitCost !== null) return minor(unitCost)
  if (purchaseId !== undefined) return model.purchases.get(purchaseId)?.unitCost ?? null
  return lastCostOf(model, { productId, warehouseId })
}

/**
 * Returns the unit cost of a product's last lot, preferring the given warehouse, or else the product's cost; null if
 * there is none.
 */
export function lastCostOf(
  model: Model,
  { productId, warehouseId }: { readonly productId: string; readonly warehouseId: string },
): bigint | null {
  const lots = [...model.lots.values(), ...model.spentLots.values()].filter(
    (lot) => lot.productId === productId && !lot.isTakenBack,
  )
  const here = lots.filter((lot) => lot.warehouseId === warehouseId)
  const [last] = (here.length > 0 ? here : lots).sort((a, b) =>
    a.receivedAt === b.receivedAt ? (a.id < b.id ? 1 : -1) : a.receivedAt < b.receivedAt ? 1 : -1,
  )
  return last?.unitCost ?? model.products.get(productId)?.cost ?? null
}

/** Returns why a receipt cannot refer to the given purchase. */
function purchaseCodes(model: Model, body: Json): string[] {
  const purchase = model.purchases.get(body.purchaseId)
  if (purchase === undefined) return ['NOT_FOUND']
  const isOther = purchase.productId !== body.productId || purchase.warehouseId !== body.warehouseId
  const isActive = partnerCodes(model, body.supplier, 'supplier').length === 0
  const supplierId = isActive ? activePartner(model, body.supplier, 'supplier').id : null
  return [
    ...(isOther || supplierId !== purchase.supplierId ? ['PURCHASE_MISMATCH'] : []),
    ...(milli(body.quantity) > leftOf(purchase) ? ['PURCHASE_EXCEEDED'] : []),
  ]
}

function countReceipt(purchase: ModelPurchase, body: Json): void {
  purchase.receipts += 1
  purchase.received += goodPart(body)
  purchase.damaged += milli(body.damaged ?? 0)
  purchase.missing += milli(body.missing ?? 0)
}

/** Whether stock would grow beyond the largest quantity that a JSON number can represent exactly. */
function overflows(model: Model, { productId, warehouseId }: Json, quantity: bigint): boolean {
  return (model.stock.get(place(productId, warehouseId))?.onHand ?? 0n) + quantity > MOST_EXACT
}

function goodPart(body: Json): bigint {
  return milli(body.quantity) - milli(body.damaged ?? 0) - milli(body.missing ?? 0)
}

/** Returns the `lots` of a movement in a response, in the model's form. */
export function drawsOf(movement: Json): unknown[] {
  return movement.lots.map((entry: Json) => [entry.lotId, milli(entry.quantity), minor(entry.unitCost)])
}

export const shownDraws = (drawn: readonly Drawn[]): unknown[] =>
  drawn.map(({ lot, quantity }) => [lot.id, quantity, lot.unitCost])

/** Compares a lot in a response with the model's, and returns the differences. */
export function lotDifferences(lot: ModelLot, actual: Json): string[] {
  const diff = differences()
  const is = [
    ...[actual.id, actual.productId, actual.warehouseId, actual.supplierId, actual.supplier, actual.receivedAt],
    ...[actual.sourceLotId, minor(actual.unitCost), milli(actual.received), milli(actual.remaining)],
  ]
  const { id, productId, warehouseId, supplierId, supplier, receivedAt, sourceLotId, unitCost, received } = lot
  const should = [
    ...[id, productId, warehouseId, supplierId, supplier, receivedAt, sourceLotId],
    ...[unitCost, received, lot.remaining],
  ]
  diff.expect(`lot ${id}`, is, should)
  return diff.found
}

function newLotDifferences(model: Model, { newLots }: Seen, count: number): string[] {
  if (newLots === null) return []
  const diff = differences()
  diff.expect('number of new lots', newLots.length, count)
  const known = newLots.flatMap((actual) => {
    const lot = model.lots.get(actual.id)
    return lot === undefined ? [`The lot ${actual.id} is not expected`] : lotDifferences(lot, actual)
  })
  return [...diff.found, ...known]
}

/** Returns why a write-off or transfer cannot take the requested stock. */
function drawCodes(model: Model, body: Json): string[] {
  const { productId, warehouseId, selectedLotId } = body
  const quantity = milli(body.quantity)
  const codes = quantity > available(model, productId, warehouseId) ? ['INSUFFICIENT_STOCK'] : []
  if (selectedLotId === undefined) return codes
  const lot = model.lots.get(selectedLotId) ?? model.spentLots.get(selectedLotId)
  if (lot === undefined) return [...codes, 'NOT_FOUND']
  if (lot.productId !== productId || lot.warehouseId !== warehouseId) return [...codes, 'LOT_MISMATCH']
  return quantity > lot.remaining ? ['INSUFFICIENT_STOCK'] : codes
}

function drawFor(model: Model, body: Json): { drawn: Drawn[]; cost: bigint } {
  const { productId, warehouseId, selectedLotId } = body
  const lots =
    selectedLotId === undefined ? lotsInOrder(model, productId, warehouseId) : [model.lots.get(selectedLotId)!]
  return draw(model, lots, milli(body.quantity))
}

const writeOffStock: Rule = {
  refusals(model, { body }) {
    const product = model.products.get(body.productId)
    return [
      ...(product === undefined ? ['NOT_FOUND'] : []),
      ...stockedCodes(product),
      ...namingCodes(model.warehouses.get(body.warehouseId)),
      ...drawCodes(model, body),
    ]
  },
  take(model, { body }, { result }) {
    const { drawn, cost } = drawFor(model, body)
    restock(model, body.productId, body.warehouseId, -milli(body.quantity), 0n)
    flow(model, body.productId, 0n, milli(body.quantity))
    const diff = differences()
    noteNewId(model, result.id, diff)
    const is = [result.type, milli(result.quantity), minor(result.cost), result.reason, drawsOf(result)]
    diff.expect('write-off', is, ['writeoff', milli(body.quantity), cost, body.reason.trim(), shownDraws(drawn)])
    return diff.found
  },
}

const transferStock: Rule = {
  refusals(model, { body }) {
    const there = { ...body, warehouseId: body.toWarehouseId }
    const product = model.products.get(body.productId)
    return [
      ...(body.warehouseId === body.toWarehouseId || overflows(model, there, milli(body.quantity))
        ? ['VALIDATION_FAILED']
        : []),
      ...(product === undefined ? ['NOT_FOUND'] : []),
      ...stockedCodes(product),
      ...namingCodes(model.warehouses.get(body.warehouseId)),
      ...namingCodes(model.warehouses.get(body.toWarehouseId)),
      ...drawCodes(model, body),
    ]
  },
  take(model, { body }, seen) {
    const { result, newLots } = seen
    if (newLots === null) throw new Error('Ask for the lots that a transfer makes')
    const quantity = milli(body.quantity)
    const { drawn, cost } = drawFor(model, body)
    restock(model, body.productId, body.warehouseId, -quantity, 0n)
    restock(model, body.productId, body.toWarehouseId, quantity, 0n)
    model.moved.add(body.toWarehouseId)
    const diff = differences()
    noteNewId(model, result.id, diff)
    const is = [result.type, milli(result.quantity), minor(result.cost), result.toWarehouseId, drawsOf(result)]
    diff.expect('transfer', is, ['transfer', quantity, cost, body.toWarehouseId, shownDraws(drawn)])
    for (const { lot, quantity: share } of drawn) {
      const arrived = newLots.find((actual) => actual.sourceLotId === lot.id)
      if (arrived === undefined) {
        diff.found.push(`No new lot comes from ${lot.id}`)
        continue
      }
      noteNewId(model, arrived.id, diff)
      const there = { id: arrived.id, warehouseId: body.toWarehouseId, sourceLotId: lot.id }
      model.lots.set(arrived.id, { ...lot, ...there, received: share, remaining: share })
    }
    return [...diff.found, ...newLotDifferences(model, seen, drawn.length)]
  },
}

export const STOCK_RULES: Readonly<Record<string, Rule>> = { receiveStock, writeOffStock, transferStock }
