/** The model's rule of changed orders. Source: S-ORDER-12, S-ORDER-13, S-ORDER-14, S-ORDER-15, S-ORDER-16, S-ORDER-17, S-ORDER-18. */
import {
  amount,
  available,
  differences,
  isOpen,
  kept,
  keptText,
  MOST_MINOR,
  type Model,
  type ModelLine,
  type ModelOrder,
  milli,
  minorOrNull,
  type Rule,
  restock,
} from './model.ts'
import type { Json } from './model-kinds.ts'
import { activePartner, namingCodes, newlyNamingCodes, partnerCodes } from './model-naming.ts'
import { demandOf, lineOf, orderDifferences, priceIn, release, totalOf } from './model-stock.ts'

interface Changed {
  readonly lines: ModelLine[]
  /** The products of lines that the order did not have before. */
  readonly newIds: string[]
  /** True if a price is given that none of the order's lines has. */
  readonly isMispriced: boolean
}

/** Returns for each entry the line it refers to: entries with a price choose first. */
function chosenLines(order: ModelOrder, items: readonly Json[]): (ModelLine | null)[] {
  const free = [...order.lines]
  const chosen = items.map((): ModelLine | null => null)
  for (const isPriceGiven of [true, false])
    for (const [at, entry] of items.entries()) {
      if ((entry.price !== undefined) !== isPriceGiven) continue
      const index = free.findIndex(
        (line) => line.productId === entry.productId && (!isPriceGiven || line.price === minorOrNull(entry.price)),
      )
      if (index !== -1) chosen[at] = free.splice(index, 1)[0]!
    }
  return chosen
}

function changedLines(model: Model, order: ModelOrder, body: Json): Changed {
  const priceTypeId = kept<string>(body.priceTypeId, order.priceTypeId)
  const isAnew = priceTypeId !== order.priceTypeId
  const given: Json[] | undefined = body.items
  const chosen = given === undefined ? order.lines : chosenLines(order, given)
  const newIds: string[] = []
  const lines = chosen.flatMap((line, at): ModelLine[] => {
    const entry = given?.[at]
    if (line === null) {
      newIds.push(entry.productId)
      const product = model.products.get(entry.productId)
      return product === undefined ? [] : [lineOf(product, milli(entry.quantity), priceTypeId)]
    }
    const quantity = entry === undefined ? line.quantity : milli(entry.quantity)
    const price = isAnew ? priceIn(model.products.get(line.productId)!, priceTypeId) : line.price
    return [{ ...line, quantity, price, amount: price === null ? null : amount(quantity, price) }]
  })
  const isMispriced = given?.some((entry, at) => entry.price !== undefined && chosen[at] === null) ?? false
  return { lines, newIds, isMispriced }
}

const isSameName = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase()

/** True if stock is insufficient. The order may reuse its own reserve, at the warehouse where it is. */
function isShort(model: Model, order: ModelOrder, demand: ReadonlyMap<string, bigint>, warehouseId: string): boolean {
  const own = (productId: string) => (warehouseId === order.warehouseId ? (order.demand.get(productId) ?? 0n) : 0n)
  return [...demand].some(
    ([productId, quantity]) => quantity > available(model, productId, warehouseId) + own(productId),
  )
}

const updateOrder: Rule = {
  refusals(model, { params, body }) {
    const order = model.orders.get(params.orderId!)
    if (order === undefined) return ['NOT_FOUND']
    if (!isOpen(order)) return ['INVALID_TRANSITION']
    const { lines, newIds, isMispriced } = changedLines(model, order, body)
    const demand = demandOf(model, lines)
    const warehouseId = body.warehouseId ?? order.warehouseId
    const isOther = body.customer !== undefined && !isSameName(body.customer, order.customer)
    return [
      ...(isMispriced || demand === null || totalOf(lines) > MOST_MINOR ? ['VALIDATION_FAILED'] : []),
      ...newlyNamingCodes(model.warehouses, warehouseId, order.warehouseId),
      ...(isOther ? partnerCodes(model, body.customer, 'customer') : []),
      ...newlyNamingCodes(model.priceTypes, kept<string>(body.priceTypeId, order.priceTypeId), order.priceTypeId),
      ...newIds.flatMap((id) => namingCodes(model.products.get(id))),
      ...(demand !== null && isShort(model, order, demand, warehouseId) ? ['INSUFFICIENT_STOCK'] : []),
    ]
  },
  take(model, { params, body }, { result }) {
    const order = model.orders.get(params.orderId!)!
    release(model, order)
    order.lines = changedLines(model, order, body).lines
    order.priceTypeId = kept<string>(body.priceTypeId, order.priceTypeId)
    order.demand = demandOf(model, order.lines)!
    order.warehouseId = body.warehouseId ?? order.warehouseId
    for (const [productId, quantity] of order.demand) restock(model, productId, order.warehouseId, 0n, quantity)
    if (body.customer !== undefined && !isSameName(body.customer, order.customer)) {
      const { id, name } = activePartner(model, body.customer, 'customer')
      order.customerId = id
      order.customer = name
    }
    const diff = differences()
    for (const name of ['channel', 'note', 'externalNumber', 'deliveryAddress'])
      if (body[name] !== undefined) diff.expect(name, result[name], keptText(body[name], null))
    diff.expect('unpriced items', result.unpricedItems, order.lines.filter(({ price }) => price === null).length)
    return [...diff.found, ...orderDifferences(order, result)]
  },
}

export const ORDER_CHANGE_RULES: Readonly<Record<string, Rule>> = { updateOrder }
