import { Type } from 'typebox'
import { type Milli, ZERO_MILLI } from '../../amounts/quantity.ts'
import { log } from '../domain/audit-log.ts'
import { checkRow, demandOf, type OrderItem, restock, stockOf } from '../domain/availability.ts'
import type { Books } from '../domain/books.ts'
import { foldName } from '../domain/folding.ts'
import { isDone, reservingLines, settled } from '../domain/fulfilment.ts'
import { withPaymentState } from '../domain/order-payments.ts'
import { OrderRecord } from '../domain/record-schemas.ts'
import { type Change, type Order, put, putStock, stockKey } from '../domain/records.ts'
import { invalid, Refusal } from '../domain/refusals.ts'
import { Id, list, Moment, Name, strictObject } from '../domain/schema.ts'
import { finishedOrder } from '../domain/transitions.ts'
import { defineCommand, type Prefetch, type Prefetched } from './define.ts'
import { given, refuseReferenced } from './fields.ts'
import { active, findPartnerByName, findPriceType, findWarehouse } from './find.ts'
import { ChangedOrderItem, changedItemsOf } from './order-items.ts'
import { changedDiscountOf, type OrderDiscount, totalOf } from './order-money.ts'
import { findOrder, finishedOrderFact, ORDER_OPTIONS, saidOfOrder, unreserved } from './orders.ts'
import { finished, isService } from './shipping.ts'

/**
 * PATCH /orders/{orderId}. Changes an order that is new or being picked, and its reserve. Refuses: NOT_FOUND,
 * INVALID_TRANSITION (a finished order), ARCHIVED, AMBIGUOUS_PARTNER, HAS_REFERENCES (another customer although
 * payments are for the order), ALREADY_SHIPPED, VALIDATION_FAILED, BELOW_MIN_PRICE, INSUFFICIENT_STOCK.
 *
 * `items` is the complete new list of lines. A line with an `id` replaces the order's line with that id, including its
 * `price` and `discountPercent`; `id: null` adds a line. A line without an `id` replaces the order's line of the same
 * product. If the order has several lines of the product, `price` selects the line with that price; without a price,
 * the first line that is not yet selected is replaced. Fields that a line leaves out stay as they were, whatever the
 * new quantity. A different `priceTypeId` reprices all lines whose price was not given. Records that the order already
 * refers to may be archived; newly chosen records may not. Source: S-ORDER-12, S-ORDER-13, S-ORDER-14, S-ORDER-15,
 * S-ORDER-16, S-ORDER-17, S-ORDER-18, S-SHIPMENT-9, S-SHIPMENT-10, S-BACKORDER-6, docs/decisions/0007.
 */
export const updateOrder = defineCommand({
  name: 'updateOrder',
  method: 'PATCH',
  path: '/api/v1/orders/:orderId',
  may: 'managers',
  refusals: [
    ...['NOT_FOUND', 'INVALID_TRANSITION', 'ARCHIVED', 'AMBIGUOUS_PARTNER', 'HAS_REFERENCES', 'ALREADY_SHIPPED'],
    'BELOW_MIN_PRICE',
    'INSUFFICIENT_STOCK',
  ] as const,
  summary: 'Change an open order',
  description:
    'Possible while the order is `new` or `picking`. Fields that are left out stay unchanged; `items` is the complete new list. A line with an `id` changes that line of the order: null as `price` takes the catalogue price, null as `discountPercent` removes the discount, and fields that are left out stay. A line with `id: null` is new, at the current catalogue price or the given price. A line without `id` stands for an existing line of its product, if there is one; its `price` then sets nothing but selects one of several lines. A different `priceTypeId` updates all lines whose price was not given. Reservations change with the order and cannot exceed what is available; with `backorder` the rest waits. The customer of an order with payments cannot change. Once a part was shipped, the customer, warehouse, price type and discount of the order stand, and so do the price and discount of the lines that it was shipped of; these lines cannot have less than was shipped. A change that leaves nothing to ship finishes the order.',
  tag: 'Orders',
  entity: 'order',
  action: 'order.updated',
  body: strictObject({
    customer: Type.Optional(Name),
    warehouseId: Type.Optional(Id),
    channel: Type.Optional(Name),
    items: Type.Optional(list(ChangedOrderItem, { minItems: 1 })),
    ...ORDER_OPTIONS,
    orderedAt: Type.Optional(Moment),
  }),
  result: OrderRecord,
  example: { deliveryAddress: 'Тверь, ул. Советская, 5', items: [{ productId: '…', quantity: 3 }] },
  facts(books, { params, body }): readonly Prefetch[] {
    const id = params.orderId!
    const order = books.orders.get(id)
    if (order === undefined) return finishedOrderFact(books, id)
    return namesAnother(order, body.customer) ? [{ fact: 'references', kind: 'orders', id }] : []
  },
  decide(books, { params, body, facts }, { now, revision, role }) {
    const order = findOrder(books, params.orderId!, facts)
    const { number, status } = order
    if (status === 'shipped' || status === 'cancelled')
      throw finishedOrder(
        { ...order, status },
        `Order ${number} is ${status} and can no longer be changed. Place another one.`,
      )
    const warehouseId = body.warehouseId ?? order.warehouseId
    if (warehouseId !== order.warehouseId) active(findWarehouse(books, warehouseId), 'warehouse')
    const priceTypeId = given(body.priceTypeId, order.priceTypeId)
    const isPricedAnew = priceTypeId !== order.priceTypeId
    const customer = customerOf(books, order, body.customer)
    if (customer.customerId !== order.customerId) refusePaid(order, facts)
    if (isPricedAnew && priceTypeId !== null) active(findPriceType(books, priceTypeId), 'price type')
    const discount = changedDiscountOf(order, body)
    if (order.fulfilment !== 'none') refuseOtherTerms(order, { ...customer, warehouseId, priceTypeId, discount })
    const wanted = body.items ?? order.items.map(({ id, productId, quantity }) => ({ id, productId, quantity }))
    const items = changedItemsOf(books, order, wanted, { priceTypeId, isPricedAnew, discount, role })
    const isLeft = !isDone(items)
    if (!isLeft && order.fulfilment === 'none')
      throw invalid('/items', 'would leave nothing to ship: cancel the order instead', 'NOT_VALID')
    const { discountPercent: _percent, discountAmount: _amount, backorder: wasBackorder, ...kept } = order
    const isBackorder = body.backorder ?? wasBackorder === true
    const unsettled = {
      ...kept,
      ...customer,
      warehouseId,
      channel: body.channel ?? order.channel,
      priceTypeId,
      externalNumber: given(body.externalNumber, order.externalNumber),
      deliveryAddress: given(body.deliveryAddress, order.deliveryAddress),
      note: given(body.note, order.note),
      orderedAt: body.orderedAt ?? order.orderedAt,
      ...discount,
      ...(isBackorder ? { backorder: true } : {}),
      total: totalOf(items),
      unpricedItems: items.filter(({ price }) => price === null).length,
      updatedAt: now,
      revision,
    }
    if (order.releasedAt !== undefined) unreserved(books, items)
    const lines = isBackorder ? keptReserves(books, order, { items, warehouseId }) : items
    const open: Order = withPaymentState(settled(unsettled, lines))
    const changed = isLeft ? open : finished(open, lines, now)
    return {
      result: { kind: 'orders', record: changed },
      changes: [put('orders', changed), ...reserveInstead(books, order, changed)],
      logged: log('order.updated', saidOfOrder(changed)),
    }
  },
})

/**
 * Returns the customer of the changed order. If the given name is the order's current customer name, the customer stays
 * the same, even if that partner has since been renamed or archived.
 */
function customerOf(books: Books, order: Order, name: string | undefined): Pick<Order, 'customer' | 'customerId'> {
  const { customer, customerId } = order
  if (name === undefined || !namesAnother(order, name)) return { customer, customerId }
  const found = findPartnerByName(books, name, 'customer')
  return { customer: found.name, customerId: found.id }
}

interface Terms extends Pick<Order, 'customerId' | 'warehouseId' | 'priceTypeId'> {
  readonly discount: OrderDiscount
}

/** Refuses ALREADY_SHIPPED when the change affects terms on which the shipped part of the order was sold. */
function refuseOtherTerms(order: Order, { customerId, warehouseId, priceTypeId, discount }: Terms): void {
  const { id: orderId, number } = order
  const isOtherDiscount =
    discount.discountPercent !== order.discountPercent || discount.discountAmount !== order.discountAmount
  const field =
    (customerId !== order.customerId && ('customer' as const)) ||
    (warehouseId !== order.warehouseId && ('warehouse' as const)) ||
    (priceTypeId !== order.priceTypeId && ('price type' as const)) ||
    (isOtherDiscount && ('discount' as const))
  if (field === false) return
  throw new Refusal(
    'ALREADY_SHIPPED',
    `A part of order ${number} was shipped, so its ${field} stands. Place another order for the rest.`,
    { figures: { reason: 'order', orderId, number, field } },
  )
}

function namesAnother({ customer }: Order, name: string | undefined): boolean {
  return name !== undefined && foldName(name) !== foldName(customer)
}

/**
 * Refuses HAS_REFERENCES when the customer changes although payments for the order exist, because these were made by
 * the current customer.
 */
function refusePaid({ number }: Order, { references = [] }: Prefetched): void {
  const payments = references.filter(({ entity }) => entity === 'payment')
  refuseReferenced(`customer of order ${number}`, payments, 'Assign these payments to other orders first.')
}

/**
 * Returns the stock rows after the order's new reserve has replaced its old reserve. Refuses INSUFFICIENT_STOCK for the
 * first product that has too little.
 */
function reserveInstead(books: Books, before: Order, after: Order): Change[] {
  if (after.items === before.items && after.warehouseId === before.warehouseId) return []
  const held = reservesOf(books, before)
  const wanted = reservesOf(books, after)
  const changes: Change[] = []
  for (const [key, { productId, warehouseId }] of new Map([...wanted, ...held])) {
    const heldQuantity = held.get(key)?.quantity ?? ZERO_MILLI
    const quantity = wanted.get(key)?.quantity ?? ZERO_MILLI
    if (quantity === heldQuantity) continue
    const row = stockOf(books, productId, warehouseId)
    const freed = restock(row, { reserved: row.reserved! - heldQuantity }, after.revision)
    checkRow(books, freed, quantity)
    changes.push(putStock(restock(freed, { reserved: freed.reserved! + quantity }, after.revision)))
  }
  return changes
}

/**
 * Returns the lines of a changed backorder with the quantities that they already reserve. New lines, and all lines if
 * the warehouse changes, reserve nothing yet; `withWaiting` then reserves the available goods.
 */
function keptReserves(
  books: Books,
  order: Order,
  { items, warehouseId }: { readonly items: readonly OrderItem[]; readonly warehouseId: string },
): readonly OrderItem[] {
  if (items === order.items && warehouseId === order.warehouseId) return items
  const before = new Map(warehouseId === order.warehouseId ? order.items.map((line) => [line.id, line]) : [])
  const empty = unreserved(books, items)
  return items.map((line, at) => {
    const known = before.get(line.id)
    if (known === undefined) return empty[at]!
    return known === line ? line : { ...line, reserved: known.reserved }
  })
}

interface Reserve {
  readonly productId: string
  readonly warehouseId: string
  readonly quantity: Milli
}

/** Returns the quantities that the order reserves, by the key of the stock row. */
function reservesOf(books: Books, { items, warehouseId }: Order): Map<string, Reserve> {
  return new Map(
    demandOf(reservingLines(items), isService(books)).map(({ productId, quantity }) => [
      stockKey(productId, warehouseId),
      { productId, warehouseId, quantity },
    ]),
  )
}
