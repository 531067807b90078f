/** The model's rules for placing, shipping, cancelling and deleting orders, written from S-ORDER and S-SHIPMENT. */
import {
  available,
  type Drawn,
  differences,
  draw,
  flow,
  isOpen,
  isPaidFor,
  lotsInOrder,
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
  type Rule,
  restock,
} from './model.ts'
import type { Json } from './model-kinds.ts'
import { activePartner, externalCodes, externalOf, isLinked, namingCodes, partnerCodes } from './model-naming.ts'
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
import {
  demandOf,
  endFrom,
  fillWaiting,
  leftOfLine,
  release,
  reserve,
  settle,
  waitingOfLine,
} from './model-reserves.ts'
import { drawsOf, shownDraws } from './model-stock.ts'

/** Returns an order line for a product, with its current name and price. */
export function lineOf(product: ModelProduct, id: number, entry: Json, priceTypeId: string | null): Unpaid {
  const { id: productId, name } = product
  const isPriceGiven = entry.price != null
  const price = isPriceGiven ? minor(entry.price) : priceIn(product, priceTypeId)
  const components = product.kind === 'bundle' ? [...product.components] : null
  const quantity = milli(entry.quantity)
  const untouched = { shipped: 0n, cancelled: 0n, held: 0n, charged: 0n, returned: 0n, back: 0n }
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

const sumOf = (some: readonly bigint[]): bigint => some.reduce((sum, one) => sum + one, 0n)

const totalOf = (lines: readonly ModelLine[]): bigint => lines.reduce((sum, line) => sum + (line.amount ?? 0n), 0n)

/** Returns the external ids of all links to orders. */
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
      ...(isShort && body.backorder !== true ? ['INSUFFICIENT_STOCK'] : []),
    ]
  },
  take(model, { body }, { result }) {
    const discount = discountOf(body)
    const lines = paid(linesOf(model, body), discount)
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
      demand: new Map(),
      cost: null,
      shipments: 0,
      parts: [],
      isPicked: false,
      external: externalOf(body),
      isBackorder: body.backorder === true,
      orderedAt: result.orderedAt,
      ends: endFrom(model, result.createdAt),
      isReleased: false,
    }
    const diff = differences()
    noteNewId(model, order.id, diff)
    model.orders.set(order.id, order)
    reserve(model, order)
    fillWaiting(model)
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

/** Whether order lines exceed the largest amount allowed for an order, or the discount does not fit them. */
export const isMoneyWrong = (lines: readonly Unpaid[], discount: ModelDiscount): boolean =>
  isTwofold(discount) || costOf(lines) > MOST_MINOR || dearest(lines) > MOST_MINOR || discount.sum > costOf(lines)

/**
 * Returns the amount paid for an order, and the resulting payment status. The price of the order is the amount of the
 * shipped and not returned goods, plus the cost of the rest of each line as one more part. For a cancelled order,
 * everything paid is an overpayment.
 */
function paymentOf(model: Model, { id, status, lines }: ModelOrder): [bigint, string] {
  const restOf = (line: ModelLine) => (leftOfLine(line) === 0n ? 0n : (amountOfPart(line, leftOfLine(line)) ?? 0n))
  const price = lines.reduce((sum, line) => sum + line.charged + restOf(line) - line.back, 0n)
  const sum = paidFor(model, id)
  if (sum === 0n) return [sum, price === 0n ? 'paid' : 'unpaid']
  if (status === 'cancelled' || sum > price) return [sum, 'overpaid']
  return [sum, sum === price ? 'paid' : 'part']
}

/** Compares an order in a response with the model's, and returns the differences. */
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
    if (!MOVES[order.status]?.includes(body.status) || isPart) return ['INVALID_TRANSITION']
    return body.status !== 'cancelled' && restOfOrder(order).length === 0 ? ['NOT_RESERVED'] : []
  },
  take(model, { params, body }, { result, movements }) {
    const order = model.orders.get(params.orderId!)!
    order.isPicked ||= body.status === 'picking'
    if (body.status === 'cancelled') release(model, order)
    const shipped = body.status === 'shipped' ? ship(model, order, restOfOrder(order)).movements : []
    if (body.status !== 'shipped') order.status = body.status
    settle(order)
    fillWaiting(model)
    const diff = differences()
    if (movements !== null) diff.expect(`shipments of order ${order.id}`, movements.map(shownMovement), shipped)
    return [...diff.found, ...orderDifferences(model, order, result)]
  },
}

export const shownMovement = (movement: Json): unknown[] => [
  ...[movement.type, movement.orderId, movement.productId, milli(movement.quantity), minor(movement.cost)],
  drawsOf(movement),
]

/** A quantity of an order line that is to be shipped. */
export interface ModelPart {
  readonly line: ModelLine
  readonly quantity: bigint
}

export const restOfOrder = ({ lines }: ModelOrder): ModelPart[] =>
  lines.map((line) => ({ line, quantity: line.held })).filter(({ quantity }) => quantity > 0n)

/**
 * Returns the amount of the next part of a line: the line's amount for everything shipped by then, minus the amounts of
 * earlier parts.
 */
function amountOfPart(
  { amount: whole, quantity: ordered, shipped, charged }: ModelLine,
  quantity: bigint,
): bigint | null {
  if (whole === null) return null
  const due = (2n * whole * (shipped + quantity) + ordered) / (2n * ordered) - charged
  return due < 0n ? 0n : due
}

/**
 * Ships parts of an order. @returns the shipment without its id, and the expected movement for each product. Source:
 * S-SHIPMENT-2, S-SHIPMENT-3.
 */
export function ship(model: Model, order: ModelOrder, parts: readonly ModelPart[]) {
  const movements: unknown[] = []
  const drawnOf: { productId: string; quantity: bigint; cost: bigint; from: Drawn[] }[] = []
  let sum = 0n
  for (const [productId, quantity] of demandOf(
    model,
    parts.map((part) => ({ ...part.line, quantity: part.quantity })),
  )!) {
    const { drawn, cost } = draw(model, lotsInOrder(model, productId, order.warehouseId), quantity)
    sum += cost
    movements.push(['shipment', order.id, productId, quantity, cost, shownDraws(drawn)])
    drawnOf.push({ productId, quantity, cost, from: drawn })
    restock(model, productId, order.warehouseId, -quantity, -quantity)
    flow(model, productId, 0n, quantity)
  }
  const lines = parts.map(({ line, quantity }) => ({ id: line.id, quantity, amount: amountOfPart(line, quantity) }))
  order.lines = order.lines.map((line) => {
    const part = lines.find(({ id }) => id === line.id)
    if (part === undefined) return line
    const [shipped, held] = [line.shipped + part.quantity, line.held - part.quantity]
    return { ...line, shipped, held, charged: line.charged + (part.amount ?? 0n) }
  })
  order.cost = (order.cost ?? 0n) + sum
  order.shipments += 1
  if (order.lines.every((line) => leftOfLine(line) === 0n)) order.status = 'shipped'
  settle(order)
  order.demand = demandOf(
    model,
    order.lines.map((line) => ({ ...line, quantity: line.held })),
  )!
  const shipment = { orderId: order.id, lines, drawn: drawnOf, cost: sum, isCancelled: false }
  order.parts.push(shipment)
  return { movements, shipment }
}

/** Compares the shipping details of an order in a response with the model's, and returns the differences. */
function fulfilmentDifferences(order: ModelOrder, actual: Json): string[] {
  const { id, lines, shipments } = order
  const diff = differences()
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
    lines.map((line) => [line.shipped, line.cancelled, line.held, isPart(line) ? line.charged : null]),
  )
  const waiting = lines.map((line) => waitingOfLine(order, line))
  diff.expect(
    `what order ${id} waits for`,
    [actual.backorder, actual.waiting, ...actual.items.map((item: Json) => item.waiting)],
    [
      order.isBackorder ? true : undefined,
      ...[sumOf(waiting), ...waiting].map((one) => (one === 0n ? undefined : Number(one) / 1_000)),
    ],
  )
  diff.expect(
    `reservation of order ${id}`,
    [actual.reservedUntil ?? null, actual.releasedAt !== undefined],
    [order.ends, order.isReleased],
  )
  diff.expect(
    `what was returned of order ${id}`,
    actual.items.map((item: Json) => [milli(item.returned ?? 0), minor(item.returnedAmount ?? 0)]),
    lines.map(({ returned, back }) => [returned, back]),
  )
  const back = lines.reduce((sum, line) => sum + line.back, 0n)
  diff.expect(`returned amount of order ${id}`, minorOrNull(actual.returnedAmount), back === 0n ? null : back)
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

export const ORDER_RULES: Readonly<Record<string, Rule>> = { placeOrder, changeOrderStatus, deleteOrder }
