/**
 * The model's rules for order updates. Source: S-ORDER-12, S-ORDER-13, S-ORDER-14, S-ORDER-15, S-ORDER-16, S-ORDER-17,
 * S-ORDER-18.
 */
import {
  available,
  differences,
  isOpen,
  isPaidFor,
  kept,
  keptText,
  type Model,
  type ModelDiscount,
  type ModelLine,
  type ModelOrder,
  milli,
  minor,
  minorOrNull,
  type Rule,
} from './model.ts'
import type { Json } from './model-kinds.ts'
import { activePartner, namingCodes, newlyNamingCodes, partnerCodes } from './model-naming.ts'
import { isMoneyWrong, lineOf, orderDifferences, priceIn } from './model-orders.ts'
import { changedDiscount, isBelowMinimum, isDiscountStuck, lineDiscountOf, paid, type Unpaid } from './model-prices.ts'
import { fillWaiting, leftOfLine, release, reserve, reserveOf } from './model-reserves.ts'

interface Changed {
  readonly lines: Unpaid[]
  /** The ids of the products in the lines that the change adds. */
  readonly newIds: string[]
  /** Whether the change gives a price or an id that no line of the order has, or gives an id twice. */
  readonly isMisnamed: boolean
  readonly discount: ModelDiscount
}

const FITS: readonly {
  readonly isAsked: (entry: Json) => boolean
  readonly fits: (line: ModelLine, entry: Json) => boolean
}[] = [
  { isAsked: ({ id }) => id != null, fits: ({ id }, entry) => id === entry.id },
  {
    isAsked: ({ id, price }) => id === undefined && price !== undefined,
    fits: ({ price }, entry) => price === minorOrNull(entry.price),
  },
  { isAsked: ({ id, price }) => id === undefined && price === undefined, fits: () => true },
]

/**
 * Returns the order line to which each entry of the change refers. Entries with an id choose their lines first, and
 * then entries with a price.
 */
function chosenLines(order: ModelOrder, items: readonly Json[]): (ModelLine | null)[] {
  const free = [...order.lines]
  const chosen = items.map((): ModelLine | null => null)
  for (const { isAsked, fits } of FITS)
    for (const [at, entry] of items.entries()) {
      if (!isAsked(entry)) continue
      const index = free.findIndex((line) => line.productId === entry.productId && fits(line, entry))
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
  let lastId = order.lines.reduce((most, { id }) => Math.max(most, id), 0)
  const lines = chosen.flatMap((line, at): Unpaid[] => {
    const entry = given?.[at]
    if (line === null) {
      newIds.push(entry.productId)
      lastId += 1
      const product = model.products.get(entry.productId)
      return product === undefined ? [] : [lineOf(product, lastId, entry, priceTypeId)]
    }
    const { amount: _amount, ...was } = line
    const quantity = entry === undefined ? line.quantity : milli(entry.quantity)
    const discount = entry?.discountPercent === undefined ? line.discount : lineDiscountOf(entry)
    const named = entry?.id === undefined ? undefined : entry.price
    if (named != null) return [{ ...was, quantity, discount, price: minor(named), isPriceGiven: true }]
    if (named === undefined && (line.isPriceGiven || !isAnew)) return [{ ...was, quantity, discount }]
    const price = priceIn(model.products.get(line.productId)!, priceTypeId)
    return [{ ...was, quantity, discount, price, isPriceGiven: false }]
  })
  const namesOne = ({ id, price }: Json) => id != null || (id === undefined && price !== undefined)
  const isMisnamed = given?.some((entry, at) => namesOne(entry) && chosen[at] === null) ?? false
  return { lines, newIds, isMisnamed, discount: changedDiscount(order.discount, body) }
}

const isSameName = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase()

/**
 * Whether stock is insufficient for the changed order. The order may reuse its own reserve in the warehouse where it
 * has one.
 */
function isShort(model: Model, order: ModelOrder, demand: ReadonlyMap<string, bigint>, warehouseId: string): boolean {
  const own = (productId: string) => (warehouseId === order.warehouseId ? (order.demand.get(productId) ?? 0n) : 0n)
  return [...demand].some(
    ([productId, quantity]) => quantity > available(model, productId, warehouseId) + own(productId),
  )
}

/**
 * Whether a change removes shipped quantities, or changes the price or discount of a partly shipped line. Source:
 * S-SHIPMENT-9.
 */
function undoesShipped(order: ModelOrder, lines: readonly Unpaid[]): boolean {
  return order.lines.some((was) => {
    const line = lines.find(({ id }) => id === was.id)
    if (line === undefined) return was.shipped > 0n
    const isOther = line.price !== was.price || line.discount !== was.discount
    return line.quantity < was.shipped + was.cancelled || (was.shipped > 0n && isOther)
  })
}

/** Whether a change affects terms that are fixed once a part was shipped. Source: S-SHIPMENT-9. */
function changesTerms(model: Model, order: ModelOrder, body: Json): boolean {
  if (order.lines.every(({ shipped }) => shipped === 0n)) return false
  const { percent, sum } = changedDiscount(order.discount, body)
  const isCustomer = body.customer !== undefined && !isSameName(body.customer, order.customer)
  const isOther =
    isCustomer &&
    (partnerCodes(model, body.customer, 'customer').length > 0 ||
      activePartner(model, body.customer, 'customer').id !== order.customerId)
  return (
    isOther ||
    (body.warehouseId ?? order.warehouseId) !== order.warehouseId ||
    kept<string>(body.priceTypeId, order.priceTypeId) !== order.priceTypeId ||
    percent !== order.discount.percent ||
    sum !== order.discount.sum
  )
}

/**
 * Returns the codes for refusing another customer. It is refused if the name leads to no usable customer, or if there
 * are payments for the order.
 */
function otherCustomerCodes(model: Model, order: ModelOrder, name: string): string[] {
  const codes = partnerCodes(model, name, 'customer')
  if (codes.length > 0) return codes
  const isSame = activePartner(model, name, 'customer').id === order.customerId
  return !isSame && isPaidFor(model, order.id) ? ['HAS_REFERENCES'] : []
}

const updateOrder: Rule = {
  refusals(model, { params, body, isManagers }) {
    const order = model.orders.get(params.orderId!)
    if (order === undefined) return ['NOT_FOUND']
    if (!isOpen(order)) return ['INVALID_TRANSITION']
    const { lines, newIds, isMisnamed, discount } = changedLines(model, order, body)
    const demand = reserveOf(model, paid(lines, discount, order.lines))
    const isNothing = lines.every((line) => leftOfLine({ ...line, amount: null }) === 0n && line.shipped === 0n)
    const isWrong = isMisnamed || isNothing || demand === null || isMoneyWrong(lines, discount)
    const warehouseId = body.warehouseId ?? order.warehouseId
    const holdsAll = !(body.backorder ?? order.isBackorder) && !order.isReleased
    const isOther = body.customer !== undefined && !isSameName(body.customer, order.customer)
    return [
      ...(isWrong || isDiscountStuck(lines, discount, order.lines) ? ['VALIDATION_FAILED'] : []),
      ...(changesTerms(model, order, body) || undoesShipped(order, lines) ? ['ALREADY_SHIPPED'] : []),
      ...(isManagers && isBelowMinimum(model, { lines: paid(lines, discount, order.lines), discount }, order)
        ? ['BELOW_MIN_PRICE']
        : []),
      ...newlyNamingCodes(model.warehouses, warehouseId, order.warehouseId),
      ...(isOther ? otherCustomerCodes(model, order, body.customer) : []),
      ...newlyNamingCodes(model.priceTypes, kept<string>(body.priceTypeId, order.priceTypeId), order.priceTypeId),
      ...newIds.flatMap((id) => namingCodes(model.products.get(id))),
      ...(holdsAll && demand !== null && isShort(model, order, demand, warehouseId) ? ['INSUFFICIENT_STOCK'] : []),
    ]
  },
  take(model, { params, body }, { result }) {
    const order = model.orders.get(params.orderId!)!
    release(model, order)
    const { lines, discount } = changedLines(model, order, body)
    order.lines = paid(lines, discount, order.lines)
    order.discount = discount
    order.priceTypeId = kept<string>(body.priceTypeId, order.priceTypeId)
    order.isBackorder = body.backorder ?? order.isBackorder
    order.orderedAt = result.orderedAt
    if (order.lines.every((line) => leftOfLine(line) === 0n)) order.status = 'shipped'
    if ((body.warehouseId ?? order.warehouseId) !== order.warehouseId)
      order.lines = order.lines.map((line) => ({ ...line, held: 0n }))
    order.warehouseId = body.warehouseId ?? order.warehouseId
    reserve(model, order)
    fillWaiting(model)
    if (body.customer !== undefined && !isSameName(body.customer, order.customer)) {
      const { id, name } = activePartner(model, body.customer, 'customer')
      order.customerId = id
      order.customer = name
    }
    const diff = differences()
    for (const name of ['channel', 'note', 'externalNumber', 'deliveryAddress'])
      if (body[name] !== undefined) diff.expect(name, result[name], keptText(body[name], null))
    diff.expect('unpriced items', result.unpricedItems, order.lines.filter(({ price }) => price === null).length)
    return [...diff.found, ...orderDifferences(model, order, result)]
  },
}

export const ORDER_CHANGE_RULES: Readonly<Record<string, Rule>> = { updateOrder }
