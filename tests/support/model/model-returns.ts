/** The model's rules for customer returns, written from S-RETURN. */
import {
  amount,
  available,
  differences,
  draw,
  flow,
  keptText,
  MOST_EXACT,
  MOST_MINOR,
  type Model,
  type ModelOrder,
  milli,
  minor,
  minorOrNull,
  nextNumber,
  noteNewId,
  place,
  putBack,
  type Rule,
  refundedFor,
  restock,
  type Seen,
  takeDelete,
} from './model.ts'
import type { Json, ModelLot, ModelReturn, ModelReturnLine } from './model-kinds.ts'
import { namingCodes, stockedCodes } from './model-naming.ts'
import { demandOf } from './model-reserves.ts'
import { lastCostOf } from './model-stock.ts'

/** Goods from a lot that the customer of an order still has: the drawn quantity minus the returned quantity. */
interface Out {
  readonly lot: ModelLot
  readonly quantity: bigint
}

/**
 * Returns the goods of a product that the customer still has, in the order in which they were drawn, and their cost at
 * shipment.
 */
function outOf(model: Model, order: ModelOrder, productId: string): { out: Out[]; cost: bigint } {
  const shipped = order.parts.filter(({ isCancelled }) => !isCancelled)
  const drawn = shipped.flatMap(({ drawn: all }) => all.filter((one) => one.productId === productId))
  const back = returnsOf(model, order.id).flatMap(({ came }) => came.filter((one) => one.productId === productId))
  const returned = new Map<string, bigint>()
  for (const { lots } of back)
    for (const { source, quantity } of lots) returned.set(source.id, (returned.get(source.id) ?? 0n) + quantity)
  const left: Out[] = []
  for (const { lot, quantity } of drawn.flatMap(({ from }) => from).reverse()) {
    const due = returned.get(lot.id) ?? 0n
    const taken = due < quantity ? due : quantity
    returned.set(lot.id, due - taken)
    left.unshift({ lot, quantity: quantity - taken })
  }
  const costs = (all: readonly { readonly cost: bigint }[]) => all.reduce((sum, one) => sum + one.cost, 0n)
  return { out: left, cost: costs(drawn) - costs(back) }
}

/** Returns the posted returns of an order. */
const returnsOf = (model: Model, orderId: string): ModelReturn[] =>
  [...model.returns.values()].filter((one) => one.status === 'posted' && one.orderId === orderId)

/**
 * Returns the share of an order line's amount that belongs to a returned quantity, after the shares of earlier returns.
 */
function shareOf(order: ModelOrder, lineId: number, quantity: bigint): bigint | null {
  const { amount: whole, charged, shipped, returned, back } = order.lines.find(({ id }) => id === lineId)!
  if (whole === null) return null
  const due = (2n * charged * (returned + quantity) + shipped) / (2n * shipped) - back
  return due < 0n ? 0n : due
}

/** Returns why the lines of a request are refused. */
function lineCodes(model: Model, order: ModelOrder | null, lines: readonly Json[]): string[] {
  const codes = lines.some(({ quantity, damaged = 0 }) => damaged > quantity) ? ['VALIDATION_FAILED'] : []
  if (order === null) {
    const sum = lines.reduce((all, line) => all + minor(line.amount), 0n)
    return [
      ...codes,
      ...(sum > MOST_MINOR ? ['VALIDATION_FAILED'] : []),
      ...lines.flatMap(({ productId }) => {
        const product = model.products.get(productId)
        return product === undefined ? ['NOT_FOUND'] : stockedCodes(product)
      }),
    ]
  }
  const ids = lines.map(({ lineId }) => lineId)
  const isWrong = new Set(ids).size < ids.length || ids.some((id) => order.lines.every((line) => line.id !== id))
  if (isWrong) return [...codes, 'VALIDATION_FAILED']
  const isTooMuch = lines.some(({ lineId, quantity }) => milli(quantity) > keptOf(order, lineId))
  return [...codes, ...(isTooMuch ? ['RETURN_EXCEEDS_SHIPPED'] : [])]
}

function keptOf(order: ModelOrder, lineId: number): bigint {
  const line = order.lines.find(({ id }) => id === lineId)
  return line === undefined ? 0n : line.shipped - line.returned
}

function linesOf(model: Model, order: ModelOrder | null, lines: readonly Json[]): ModelReturnLine[] {
  return lines.map((line) => {
    const quantities = { quantity: milli(line.quantity), damaged: milli(line.damaged ?? 0), cost: null }
    if (order === null) {
      const { productId } = line
      const { name } = model.products.get(productId)!
      const given = { amount: minor(line.amount), unitCost: minorOrNull(line.unitCost), components: null }
      return { lineId: null, productId, name, ...quantities, ...given }
    }
    const { productId, name, components } = order.lines.find(({ id }) => id === line.lineId)!
    const share = shareOf(order, line.lineId, quantities.quantity)
    return { lineId: line.lineId, productId, name, ...quantities, amount: share, unitCost: null, components }
  })
}

const sumOf = (lines: readonly ModelReturnLine[]): bigint => lines.reduce((sum, line) => sum + (line.amount ?? 0n), 0n)

/** Compares a return in a response with the model's, and returns the differences. */
export function returnDifferences(model: Model, expected: ModelReturn, actual: Json): string[] {
  const diff = differences()
  const { id, number, status, orderId, customer, customerId, warehouseId, reason, lines } = expected
  diff.expect(
    `return ${id}`,
    ['id', 'number', 'status', 'orderId', 'customer', 'customerId', 'warehouseId', 'reason'].map(
      (name) => actual[name],
    ),
    [id, number, status, orderId, customer, customerId, warehouseId, reason],
  )
  diff.expect(
    `sums of return ${id}`,
    [minor(actual.amount), minor(actual.refunded), minorOrNull(actual.cost)],
    [sumOf(lines), refundedFor(model, id), expected.cost],
  )
  diff.expect(
    `lines of return ${id}`,
    actual.lines.map((line: Json) => [
      ...[line.lineId, line.productId, line.name, milli(line.quantity), milli(line.damaged)],
      ...[minorOrNull(line.amount), minorOrNull(line.unitCost)],
    ]),
    lines.map((line) => [
      ...[line.lineId, line.productId, line.name, line.quantity, line.damaged],
      ...[line.amount, line.unitCost],
    ]),
  )
  const costs = actual.lines.reduce((sum: bigint, line: Json) => sum + (minorOrNull(line.cost) ?? 0n), 0n)
  diff.expect(`costs of return ${id}`, costs, expected.cost ?? 0n)
  return diff.found
}

const orderOf = (model: Model, orderId: string | null | undefined): ModelOrder | null =>
  orderId == null ? null : (model.orders.get(orderId) ?? null)

const createCustomerReturn: Rule = {
  refusals(model, { body }) {
    const order = orderOf(model, body.orderId)
    if (body.orderId != null && order === null) return ['NOT_FOUND']
    const isOther = order !== null && body.customerId != null && body.customerId !== order.customerId
    const warehouseId = body.warehouseId ?? order?.warehouseId
    return [
      ...(isOther ? ['VALIDATION_FAILED'] : []),
      ...(order === null ? namingCodes(model.partners.get(body.customerId)) : []),
      ...namingCodes(model.warehouses.get(warehouseId)),
      ...lineCodes(model, order, body.lines),
    ]
  },
  take(model, { body }, { result }) {
    const order = orderOf(model, body.orderId)
    const customerId = order?.customerId ?? body.customerId
    const made: ModelReturn = {
      id: result.id,
      number: nextNumber(model, 'customerReturns'),
      status: 'draft',
      orderId: order?.id ?? null,
      customer: order?.customer ?? model.partners.get(customerId)!.name,
      customerId,
      warehouseId: body.warehouseId ?? order!.warehouseId,
      reason: keptText(body.reason, null),
      lines: linesOf(model, order, body.lines),
      cost: null,
      came: [],
      lost: [],
    }
    const diff = differences()
    noteNewId(model, made.id, diff)
    model.returns.set(made.id, made)
    return [...diff.found, ...returnDifferences(model, made, result)]
  },
}

function editCodes(found: ModelReturn | undefined): string[] {
  if (found === undefined) return ['NOT_FOUND']
  return found.status === 'draft' ? [] : ['NOT_DRAFT']
}

const updateCustomerReturn: Rule = {
  refusals(model, { params, body }) {
    const before = model.returns.get(params.customerReturnId!)
    const codes = editCodes(before)
    if (codes.length > 0) return codes
    const isMoved = body.warehouseId !== undefined && body.warehouseId !== before!.warehouseId
    return [
      ...(isMoved ? namingCodes(model.warehouses.get(body.warehouseId)) : []),
      ...(body.lines === undefined ? [] : lineCodes(model, orderOf(model, before!.orderId), body.lines)),
    ]
  },
  take(model, { params, body }, { result }) {
    const found = model.returns.get(params.customerReturnId!)!
    found.warehouseId = body.warehouseId ?? found.warehouseId
    found.reason = keptText(body.reason, found.reason)
    if (body.lines !== undefined) found.lines = linesOf(model, orderOf(model, found.orderId), body.lines)
    return returnDifferences(model, found, result)
  },
}

const deleteCustomerReturn: Rule = {
  refusals: (model, { params }) => editCodes(model.returns.get(params.customerReturnId!)),
  take: (model, { params }, seen) => takeDelete(model.returns, params.customerReturnId!, seen),
}

const MOVES: Readonly<Record<string, readonly string[]>> = { draft: ['posted', 'cancelled'], posted: ['cancelled'] }

/**
 * Returns how much of each product the lines of a return contain; null if a bundle would need a quantity that is not a
 * multiple of 0.001.
 */
const broughtBy = (model: Model, { lines }: ModelReturn, part: 'quantity' | 'damaged') =>
  demandOf(
    model,
    lines.map((line) => ({ ...line, quantity: line[part] })),
  )

function postingCodes(model: Model, draft: ModelReturn): string[] {
  const order = orderOf(model, draft.orderId)
  const whole = broughtBy(model, draft, 'quantity')
  const damaged = broughtBy(model, draft, 'damaged')
  const isTooMuch = draft.lines.some(({ lineId, quantity }) => lineId !== null && quantity > keptOf(order!, lineId))
  const isBeyond = [...(whole ?? [])].some(
    ([productId, quantity]) =>
      (model.stock.get(place(productId, draft.warehouseId))?.onHand ?? 0n) + quantity > MOST_EXACT,
  )
  const costs =
    order === null ? draft.lines.map((line) => [line.quantity, unitCostOf(model, draft, line)] as const) : []
  return [
    ...namingCodes(model.warehouses.get(draft.warehouseId)),
    ...(isTooMuch ? ['RETURN_EXCEEDS_SHIPPED'] : []),
    ...(whole === null || damaged === null || isBeyond ? ['VALIDATION_FAILED'] : []),
    ...(costs.some(([, cost]) => cost === null) ? ['UNIT_COST_UNKNOWN'] : []),
    ...(costs.some(([quantity, cost]) => cost !== null && amount(quantity, cost) > MOST_MINOR)
      ? ['VALIDATION_FAILED']
      : []),
  ]
}

const unitCostOf = (model: Model, { warehouseId }: ModelReturn, { productId, unitCost }: ModelReturnLine) =>
  unitCost ?? lastCostOf(model, { productId, warehouseId })

/** Returns why a posted return cannot be undone. */
function undoingCodes(model: Model, posted: ModelReturn): string[] {
  const codes = refundedFor(model, posted.id) > 0n ? ['REFUND_EXCEEDED'] : []
  const lostOf = (lot: ModelLot) => posted.lost.reduce((sum, one) => (one.lot === lot ? sum + one.quantity : sum), 0n)
  for (const { productId, quantity, lots } of posted.came) {
    if (lots.some((one) => one.lot.remaining + lostOf(one.lot) < one.quantity)) codes.push('LOTS_CONSUMED')
    const ofProduct = posted.lost.filter(({ lot }) => lot.productId === productId)
    const lost = ofProduct.reduce((sum, one) => sum + one.quantity, 0n)
    if (available(model, productId, posted.warehouseId) + lost < sumOfProduct(posted, productId, quantity))
      codes.push('INSUFFICIENT_STOCK')
  }
  return codes
}

const sumOfProduct = ({ came }: ModelReturn, productId: string, least: bigint): bigint => {
  const sum = came.reduce((all, one) => (one.productId === productId ? all + one.quantity : all), 0n)
  return sum < least ? least : sum
}

const changeCustomerReturnStatus: Rule = {
  refusals(model, { params, body }) {
    const found = model.returns.get(params.customerReturnId!)
    if (found === undefined) return ['NOT_FOUND']
    if (!MOVES[found.status]?.includes(body.status)) return ['INVALID_TRANSITION']
    if (body.status === 'posted') return postingCodes(model, found)
    return found.status === 'draft' ? [] : undoingCodes(model, found)
  },
  take(model, { params, body }, seen) {
    const found = model.returns.get(params.customerReturnId!)!
    const wasPosted = found.status === 'posted'
    const faults = body.status === 'posted' ? post(model, found, seen) : wasPosted ? undo(model, found, seen) : []
    found.status = body.status
    return [...faults, ...returnDifferences(model, found, seen.result)]
  },
}

function post(model: Model, draft: ModelReturn, seen: Seen): string[] {
  const order = orderOf(model, draft.orderId)
  const diff = differences()
  const arriving = [...(seen.newLots ?? [])]
  /** Adds a lot that the return creates. If all its goods were damaged, the lot may be invisible and its id unknown. */
  const arrive = (lot: Omit<ModelLot, 'id'>, isIt: (shown: Json) => boolean): ModelLot => {
    const at = arriving.findIndex(isIt)
    const [shown] = at < 0 ? [] : arriving.splice(at, 1)
    if (shown !== undefined) noteNewId(model, shown.id, diff)
    const made: ModelLot = { ...lot, id: shown?.id ?? `unseen ${model.revision} ${model.spentLots.size}` }
    model.lots.set(made.id, made)
    return made
  }
  // Find the costs before the return adds its own lots, which would be the newest.
  const unitCosts = order === null ? draft.lines.map((line) => unitCostOf(model, draft, line)!) : []
  if (order === null)
    for (const [at, { productId, quantity }] of draft.lines.entries()) {
      const unitCost = unitCosts[at]!
      const cost = amount(quantity, unitCost)
      const fresh = {
        ...{ productId, warehouseId: draft.warehouseId, supplierId: null, supplier: null, unitCost },
        ...{ received: quantity, remaining: quantity, receivedAt: seen.result.postedAt, sourceLotId: null },
      }
      const lot = arrive(fresh, (shown) => shown.productId === productId && milli(shown.received) === quantity)
      draft.came.push({ productId, quantity, cost, lots: [{ lot, source: lot, quantity }] })
    }
  else {
    draft.lines = draft.lines.map((line) => ({ ...line, amount: shareOf(order, line.lineId!, line.quantity) }))
    for (const [productId, quantity] of broughtBy(model, draft, 'quantity')!)
      if (quantity > 0n) draft.came.push(bringBack(model, { order, draft, productId, quantity, arrive }))
    giveBack(order, draft, 1n)
  }
  for (const { productId, quantity } of draft.came) {
    restock(model, productId, draft.warehouseId, quantity, 0n)
    flow(model, productId, quantity, 0n)
    model.moved.add(productId).add(draft.warehouseId)
  }
  loseDamaged(model, draft)
  draft.cost = draft.came.reduce((sum, { cost }) => sum + cost, 0n)
  if (seen.movements !== null)
    diff.expect(
      'movements of the return',
      seen.movements.filter(({ type }) => type === 'customer_return').map(shownMove),
      draft.came.map(({ productId, quantity, cost }) => ['customer_return', draft.id, productId, quantity, cost]),
    )
  return diff.found
}

const shownMove = ({ type, returnId, productId, quantity, cost }: Json): unknown[] => [
  ...[type, returnId, productId, milli(quantity), minor(cost)],
]

interface Bringing {
  readonly order: ModelOrder
  readonly draft: ModelReturn
  readonly productId: string
  readonly quantity: bigint
  arrive(lot: Omit<ModelLot, 'id'>, isIt: (shown: Json) => boolean): ModelLot
}

/**
 * Puts goods of an order back into the lots from which they were drawn, the last drawn first, or into similar new lots
 * in another warehouse.
 */
function bringBack(model: Model, { order, draft, productId, quantity, arrive }: Bringing): ModelReturn['came'][number] {
  const { out, cost } = outOf(model, order, productId)
  const shares = new Map<ModelLot, bigint>()
  let left = quantity
  let staying = 0n
  for (const { lot, quantity: there } of out.toReversed()) {
    const taken = left < there ? left : there
    left -= taken
    staying += amount(there - taken, lot.unitCost)
    if (taken > 0n) shares.set(lot, (shares.get(lot) ?? 0n) + taken)
  }
  if (left !== 0n) throw new Error('The model knows of fewer goods with the customer than its lines say')
  const lots = [...shares].map(([source, share]) => {
    if (draft.warehouseId === order.warehouseId) {
      putBack(model, source, share)
      return { lot: source, source, quantity: share }
    }
    const there = { warehouseId: draft.warehouseId, sourceLotId: source.id, received: share, remaining: share }
    const lot = arrive({ ...source, ...there, isTakenBack: false }, (shown) => shown.sourceLotId === source.id)
    return { lot, source, quantity: share }
  })
  return { productId, quantity, cost: cost - staying < 0n ? 0n : cost - staying, lots }
}

/** Adds the returned quantities and amounts to the order's lines; a `sign` of −1 subtracts them again. */
function giveBack(order: ModelOrder, { lines }: ModelReturn, sign: bigint): void {
  order.lines = order.lines.map((line) => {
    const back = lines.find(({ lineId }) => lineId === line.id)
    if (back === undefined) return line
    return { ...line, returned: line.returned + sign * back.quantity, back: line.back + sign * (back.amount ?? 0n) }
  })
}

/** Removes the damaged goods from the lots that received the returned goods, in the order of these lots. */
function loseDamaged(model: Model, draft: ModelReturn): void {
  const lose = (lots: ModelReturn['came'][number]['lots'], quantity: bigint) => {
    let left = quantity
    for (const { lot, quantity: there } of lots) {
      const taken = left < there ? left : there
      left -= taken
      if (taken === 0n) continue
      draw(model, [lot], taken)
      draft.lost.push({ lot, quantity: taken })
      restock(model, lot.productId, draft.warehouseId, -taken, 0n)
      flow(model, lot.productId, 0n, taken)
    }
  }
  if (draft.orderId === null) for (const [at, { lots }] of draft.came.entries()) lose(lots, draft.lines[at]!.damaged)
  else
    for (const [productId, quantity] of broughtBy(model, draft, 'damaged')!)
      for (const { lots } of draft.came.filter((one) => one.productId === productId)) lose(lots, quantity)
}

function undo(model: Model, posted: ModelReturn, { movements }: Seen): string[] {
  for (const { lot, quantity } of posted.lost) {
    putBack(model, lot, quantity)
    restock(model, lot.productId, posted.warehouseId, quantity, 0n)
    flow(model, lot.productId, quantity, 0n)
  }
  for (const { productId, quantity, lots } of posted.came) {
    for (const { lot, source, quantity: share } of lots) {
      draw(model, [lot], share)
      if (lot !== source || posted.orderId === null) lot.isTakenBack = true
    }
    restock(model, productId, posted.warehouseId, -quantity, 0n)
    flow(model, productId, 0n, quantity)
  }
  const order = orderOf(model, posted.orderId)
  if (order !== null) giveBack(order, posted, -1n)
  const diff = differences()
  if (movements !== null)
    diff.expect(
      'movements that undo the return',
      movements.filter(({ reverses }) => reverses === 'customer_return').map(shownMove),
      posted.came.map(({ productId, quantity, cost }) => ['reversal', posted.id, productId, quantity, cost]),
    )
  return diff.found
}

export const RETURN_RULES: Readonly<Record<string, Rule>> = {
  createCustomerReturn,
  updateCustomerReturn,
  deleteCustomerReturn,
  changeCustomerReturnStatus,
}
