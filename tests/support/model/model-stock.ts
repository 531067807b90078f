/** The model's rules for receipts, write-offs, transfers and orders, written from S-STOCK and S-ORDER. */
import {
  amount,
  available,
  type Drawn,
  differences,
  draw,
  flow,
  isOpen,
  isPaidFor,
  lotsInOrder,
  MOST_EXACT,
  MOST_MINOR,
  type Model,
  type ModelDiscount,
  type ModelLine,
  type ModelOrder,
  type ModelProduct,
  milli,
  minor,
  minorOrNull,
  nextNumber,
  noteNewId,
  paidFor,
  place,
  type Rule,
  restock,
  type Seen,
} from './model.ts'
import type { Json, ModelLot, ModelPurchase } from './model-kinds.ts'
import {
  activePartner,
  externalCodes,
  externalOf,
  isLinked,
  namingCodes,
  partnerCodes,
  stockedCodes,
} from './model-naming.ts'
import {
  costOf,
  dearest,
  discountOf,
  isBelowMinimum,
  isTwofold,
  lineDiscountOf,
  paid,
  type Unpaid,
} from './model-prices.ts'
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
 * Returns the unit cost of a receipt: the given one, otherwise the purchase's, that of the last lot or the product's; null if
 * there is none.
 */
function unitCostOf(model: Model, { unitCost, purchaseId, productId, warehouseId }: Json): bigint | null {
  if (unitCost !== null) return minor(unitCost)
  if (purchaseId !== undefined) return model.purchases.get(purchaseId)?.unitCost ?? null
  const lots = [...model.lots.values(), ...model.spentLots.values()].filter(
    (lot) => lot.productId === productId && !lot.isTakenBack,
  )
  const here = lots.filter((lot) => lot.warehouseId === warehouseId)
  const [last] = (here.length > 0 ? here : lots).sort((a, b) =>
    a.receivedAt === b.receivedAt ? (a.id < b.id ? 1 : -1) : a.receivedAt < b.receivedAt ? 1 : -1,
  )
  return last?.unitCost ?? model.products.get(productId)?.cost ?? null
}

/** Returns why a receipt cannot be against the given purchase. */
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

/** Whether stock would grow beyond what a JSON number can hold exactly. */
function overflows(model: Model, { productId, warehouseId }: Json, quantity: bigint): boolean {
  return (model.stock.get(place(productId, warehouseId))?.onHand ?? 0n) + quantity > MOST_EXACT
}

function goodPart(body: Json): bigint {
  return milli(body.quantity) - milli(body.damaged ?? 0) - milli(body.missing ?? 0)
}

/** Returns the `lots` of a movement in an answer, in the model's form. */
function drawsOf(movement: Json): unknown[] {
  return movement.lots.map((entry: Json) => [entry.lotId, milli(entry.quantity), minor(entry.unitCost)])
}

const shownDraws = (drawn: readonly Drawn[]): unknown[] =>
  drawn.map(({ lot, quantity }) => [lot.id, quantity, lot.unitCost])

/** Compares a lot in an answer with the model's. Returns the differences. */
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

/** Returns an order line for a product, with its current name and price. */
export function lineOf(product: ModelProduct, id: number, entry: Json, priceTypeId: string | null): Unpaid {
  const { id: productId, name } = product
  const isPriceGiven = entry.price != null
  const price = isPriceGiven ? minor(entry.price) : priceIn(product, priceTypeId)
  const components = product.kind === 'bundle' ? [...product.components] : null
  const quantity = milli(entry.quantity)
  const untouched = { shipped: 0n, cancelled: 0n, charged: 0n }
  return {
    id,
    productId,
    name,
    quantity,
    price,
    isPriceGiven,
    discount: lineDiscountOf(entry),
    ...untouched,
    components,
  }
}

export function priceIn(product: ModelProduct, priceTypeId: string | null): bigint | null {
  return priceTypeId === null ? product.price : (product.prices.get(priceTypeId) ?? null)
}

/** Returns the lines of an order's request body whose products exist. */
function linesOf(model: Model, body: Json): Unpaid[] {
  return body.items.flatMap((entry: Json, at: number): Unpaid[] => {
    const product = model.products.get(entry.productId)
    return product === undefined ? [] : [lineOf(product, at + 1, entry, body.priceTypeId ?? null)]
  })
}

const totalOf = (lines: readonly ModelLine[]): bigint => lines.reduce((sum, line) => sum + (line.amount ?? 0n), 0n)

/** Returns what order lines take from stock; null if a bundle would need a quantity that is not a multiple of 0.001. */
export function demandOf(
  model: Model,
  lines: readonly Pick<ModelLine, 'productId' | 'quantity' | 'components'>[],
): Map<string, bigint> | null {
  const demand = new Map<string, bigint>()
  const add = (productId: string, quantity: bigint) => demand.set(productId, (demand.get(productId) ?? 0n) + quantity)
  for (const line of lines) {
    if (line.components === null) {
      if (model.products.get(line.productId)!.kind !== 'service') add(line.productId, line.quantity)
      continue
    }
    for (const [productId, perBundle] of line.components) {
      if ((perBundle * line.quantity) % 1000n !== 0n) return null
      add(productId, (perBundle * line.quantity) / 1000n)
    }
  }
  return demand
}

/** Returns the external ids by which links refer to orders. */
const linkedOrders = (model: Model) =>
  [...model.links.values()]
    .filter(({ entityType }) => entityType === 'order')
    .map(({ source, externalId }) => ({ external: `${source}\n${externalId}` }))

const placeOrder: Rule = {
  refusals(model, { body, isManagers }) {
    const unpaid = linesOf(model, body)
    const discount = discountOf(body)
    const demand = demandOf(model, unpaid)
    const isShort = [...(demand ?? [])].some(
      ([productId, quantity]) => quantity > available(model, productId, body.warehouseId),
    )
    return [
      ...(demand === null || isMoneyWrong(unpaid, discount) ? ['VALIDATION_FAILED'] : []),
      ...(isManagers && isBelowMinimum(model, { lines: paid(unpaid, discount), discount }) ? ['BELOW_MIN_PRICE'] : []),
      ...namingCodes(model.warehouses.get(body.warehouseId)),
      ...partnerCodes(model, body.customer, 'customer'),
      ...(body.priceTypeId == null ? [] : namingCodes(model.priceTypes.get(body.priceTypeId))),
      ...body.items.flatMap((entry: Json) => namingCodes(model.products.get(entry.productId))),
      ...externalCodes(body, [...model.orders.values(), ...linkedOrders(model)]),
      ...(isShort ? ['INSUFFICIENT_STOCK'] : []),
    ]
  },
  take(model, { body }, { result }) {
    const discount = discountOf(body)
    const lines = paid(linesOf(model, body), discount)
    const demand = demandOf(model, lines)!
    const customer = activePartner(model, body.customer, 'customer')
    const order: ModelOrder = {
      id: result.id,
      number: nextNumber(model, 'orders'),
      status: 'new',
      customer: customer.name,
      customerId: customer.id,
      warehouseId: body.warehouseId,
      priceTypeId: body.priceTypeId ?? null,
      lines,
      discount,
      demand,
      cost: null,
      shipments: 0,
      isPicked: false,
      external: externalOf(body),
    }
    const diff = differences()
    noteNewId(model, order.id, diff)
    model.orders.set(order.id, order)
    for (const [productId, quantity] of demand) restock(model, productId, body.warehouseId, 0n, quantity)
    diff.expect('unpriced items', result.unpricedItems, lines.filter((line) => line.price === null).length)
    return [...diff.found, ...orderDifferences(model, order, result)]
  },
}

function shownLine(item: Json): unknown[] {
  const { id, productId, name, quantity, price, priceGiven = false, amount: lineAmount, components } = item
  const parts = components?.map((entry: Json) => [entry.productId, milli(entry.quantity)]) ?? null
  const costs = [minorOrNull(price), priceGiven, lineDiscountOf(item), minorOrNull(lineAmount)]
  return [id, productId, name, milli(quantity), ...costs, parts]
}

/** Whether order lines cost more than an order may, or cannot have the discount. */
export const isMoneyWrong = (lines: readonly Unpaid[], discount: ModelDiscount): boolean =>
  isTwofold(discount) || costOf(lines) > MOST_MINOR || dearest(lines) > MOST_MINOR || discount.sum > costOf(lines)

/**
 * Returns what was paid for an order, and how that compares with its price: the total, or what was shipped once it is
 * finished. What is paid for a cancelled order is too much.
 */
function paymentOf(model: Model, { id, status, lines }: ModelOrder): [bigint, string] {
  const charged = lines.reduce((price, line) => price + line.charged, 0n)
  const [sum, total] = [paidFor(model, id), status === 'shipped' ? charged : totalOf(lines)]
  if (sum === 0n) return [sum, total === 0n ? 'paid' : 'unpaid']
  if (status === 'cancelled' || sum > total) return [sum, 'overpaid']
  return [sum, sum === total ? 'paid' : 'part']
}

/** Compares an order in an answer with the model's. Returns the differences. */
export function orderDifferences(model: Model, order: ModelOrder, actual: Json): string[] {
  const diff = differences()
  const { id, number, status, customer, customerId, warehouseId, priceTypeId, lines, cost } = order
  const is = [actual.id, actual.number, actual.status, actual.customer, actual.customerId, actual.warehouseId]
  diff.expect(`order ${id}`, is, [id, number, status, customer, customerId, warehouseId])
  diff.expect(`price type of order ${id}`, actual.priceTypeId, priceTypeId)
  diff.expect(`picker of order ${id}`, actual.pickedBy !== undefined, order.isPicked)
  diff.expect(`sums of order ${id}`, [actual.total, actual.cost].map(minorOrNull), [totalOf(lines), cost])
  diff.expect(`payment of order ${id}`, [minor(actual.paid), actual.payment], paymentOf(model, order))
  const due = lines.map((line) => [
    ...[line.id, line.productId, line.name, line.quantity, line.price, line.isPriceGiven, line.discount, line.amount],
    line.components,
  ])
  diff.expect(`discount of order ${id}`, discountOf(actual), order.discount)
  diff.expect(`items of order ${id}`, actual.items.map(shownLine), due)
  return [...diff.found, ...fulfilmentDifferences(order, actual)]
}

const MOVES: Readonly<Record<string, readonly string[]>> = {
  new: ['picking', 'shipped', 'cancelled'],
  picking: ['shipped', 'cancelled'],
}

const changeOrderStatus: Rule = {
  refusals(model, { params, body }) {
    const order = model.orders.get(params.orderId!)
    if (order === undefined) return ['NOT_FOUND']
    const isPart = body.status === 'cancelled' && order.lines.some(({ shipped }) => shipped > 0n)
    return MOVES[order.status]?.includes(body.status) && !isPart ? [] : ['INVALID_TRANSITION']
  },
  take(model, { params, body }, { result, movements }) {
    const order = model.orders.get(params.orderId!)!
    order.isPicked ||= body.status === 'picking'
    if (body.status === 'cancelled') release(model, order)
    const shipped = body.status === 'shipped' ? ship(model, order, restOfOrder(order)).movements : []
    order.status = body.status
    const diff = differences()
    if (movements !== null) diff.expect(`shipments of order ${order.id}`, movements.map(shownMovement), shipped)
    return [...diff.found, ...orderDifferences(model, order, result)]
  },
}

export const shownMovement = (movement: Json): unknown[] => [
  ...[movement.type, movement.orderId, movement.productId, milli(movement.quantity), minor(movement.cost)],
  drawsOf(movement),
]

export function release(model: Model, order: ModelOrder): void {
  for (const [productId, quantity] of order.demand) restock(model, productId, order.warehouseId, 0n, -quantity)
  order.demand = new Map()
}

/** What is shipped of a line. */
export interface ModelPart {
  readonly line: ModelLine
  readonly quantity: bigint
}

export const restOfOrder = ({ lines }: ModelOrder): ModelPart[] =>
  lines.map((line) => ({ line, quantity: leftOfLine(line) })).filter(({ quantity }) => quantity > 0n)

export const leftOfLine = ({ quantity, shipped, cancelled }: ModelLine): bigint => quantity - shipped - cancelled

/** Returns what lines still reserve; null if a bundle would need a quantity that is not a multiple of 0.001. */
export const reserveOf = (model: Model, lines: readonly ModelLine[]): Map<string, bigint> | null =>
  demandOf(
    model,
    lines.map((line) => ({ ...line, quantity: leftOfLine(line) })).filter(({ quantity }) => quantity > 0n),
  )

/** The amount of the next part of a line: its share of what is then shipped, minus what the earlier parts got. */
function amountOfPart(
  { amount: whole, quantity: ordered, shipped, charged }: ModelLine,
  quantity: bigint,
): bigint | null {
  if (whole === null) return null
  const due = (2n * whole * (shipped + quantity) + ordered) / (2n * ordered) - charged
  return due < 0n ? 0n : due
}

/**
 * Ships parts of an order. @returns the shipment, but for its id, and the expected movement for each product. Source:
 * S-SHIPMENT-2, S-SHIPMENT-3.
 */
export function ship(model: Model, order: ModelOrder, parts: readonly ModelPart[]) {
  const movements: unknown[] = []
  const drawnOf: { productId: string; quantity: bigint; from: Drawn[] }[] = []
  let sum = 0n
  for (const [productId, quantity] of demandOf(
    model,
    parts.map((part) => ({ ...part.line, quantity: part.quantity })),
  )!) {
    const { drawn, cost } = draw(model, lotsInOrder(model, productId, order.warehouseId), quantity)
    sum += cost
    movements.push(['shipment', order.id, productId, quantity, cost, shownDraws(drawn)])
    drawnOf.push({ productId, quantity, from: drawn })
    restock(model, productId, order.warehouseId, -quantity, -quantity)
    flow(model, productId, 0n, quantity)
  }
  const lines = parts.map(({ line, quantity }) => ({ id: line.id, quantity, amount: amountOfPart(line, quantity) }))
  order.lines = order.lines.map((line) => {
    const part = lines.find(({ id }) => id === line.id)
    if (part === undefined) return line
    return { ...line, shipped: line.shipped + part.quantity, charged: line.charged + (part.amount ?? 0n) }
  })
  order.demand = reserveOf(model, order.lines)!
  order.cost = (order.cost ?? 0n) + sum
  order.shipments += 1
  if (order.lines.every((line) => leftOfLine(line) === 0n)) order.status = 'shipped'
  return { movements, shipment: { orderId: order.id, lines, drawn: drawnOf, cost: sum, isCancelled: false } }
}

/** Compares what an order in an answer says about shipping with the model. Returns the differences. */
function fulfilmentDifferences(order: ModelOrder, actual: Json): string[] {
  const { id, lines, shipments } = order
  const diff = differences()
  const reserve = (line: ModelLine) => (isOpen(order) ? leftOfLine(line) : 0n)
  const isPart = ({ shipped, quantity, price }: ModelLine) => shipped > 0n && shipped < quantity && price !== null
  const isWhole = lines.every(({ shipped, quantity }) => shipped === quantity)
  const fulfilment = lines.every(({ shipped }) => shipped === 0n) ? 'none' : isWhole ? 'all' : 'part'
  const charged = lines.reduce((sum, line) => sum + line.charged, 0n)
  const isShort = order.status === 'shipped' && lines.some(({ cancelled }) => cancelled > 0n)
  diff.expect(
    `fulfilment of order ${id}`,
    [actual.fulfilment, minor(actual.shippedAmount), actual.closedShort, actual.shipmentCount],
    [fulfilment, charged, isShort ? true : undefined, shipments === 0 ? undefined : shipments],
  )
  diff.expect(
    `what is shipped of order ${id}`,
    actual.items.map((item: Json) => [
      ...[item.shipped, item.cancelled, item.reserved].map(milli),
      minorOrNull(item.shippedAmount),
    ]),
    lines.map((line) => [line.shipped, line.cancelled, reserve(line), isPart(line) ? line.charged : null]),
  )
  return diff.found
}

const deleteOrder: Rule = {
  refusals(model, { params }) {
    const order = model.orders.get(params.orderId!)
    if (order === undefined) return ['NOT_FOUND']
    if (order.status === 'shipped' || order.lines.some(({ shipped }) => shipped > 0n)) return ['INVALID_TRANSITION']
    const isNamed = order.shipments > 0 || isLinked(model, order.id) || isPaidFor(model, order.id)
    return isNamed ? ['HAS_REFERENCES'] : []
  },
  take(model, { params }, { result }) {
    const order = model.orders.get(params.orderId!)!
    if (isOpen(order)) release(model, order)
    model.orders.delete(order.id)
    const diff = differences()
    diff.expect('result', result, { id: order.id, deleted: true })
    return diff.found
  },
}

export const STOCK_RULES: Readonly<Record<string, Rule>> = {
  receiveStock,
  writeOffStock,
  transferStock,
  placeOrder,
  changeOrderStatus,
  deleteOrder,
}
