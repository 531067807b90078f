/** Records who picks an order, and which of its goods are not on the shelf. Source: docs/decisions/0074. */
import { MILLI_PER_UNIT, type Milli } from '../../amounts/quantity.ts'
import { log } from '../domain/audit-log.ts'
import { demandOf } from '../domain/availability.ts'
import type { Books } from '../domain/books.ts'
import { leftOf, settled, withAbsent } from '../domain/fulfilment.ts'
import { OrderRecord } from '../domain/record-schemas.ts'
import { type Order, put } from '../domain/records.ts'
import { invalid, Refusal } from '../domain/refusals.ts'
import { Id, optional, orNull, QuantityOrZero, ShortText, strictObject } from '../domain/schema.ts'
import { defineCommand } from './define.ts'
import { words } from './fields.ts'
import { findProduct } from './find.ts'
import { finishedOrderFact } from './orders.ts'
import { findOpenOrder } from './shipments.ts'
import { isService, refuseEmpty } from './shipping.ts'

/** The properties of a command that taking an order and noting an absence have in common. */
const OF_ORDER = {
  tag: 'Orders',
  entity: 'order',
  result: OrderRecord,
  facts: (books: Books, { params }: { readonly params: Readonly<Record<string, string>> }) =>
    finishedOrderFact(books, params.orderId!),
} as const

/**
 * POST /orders/{orderId}/take. Refuses: NOT_FOUND, INVALID_TRANSITION (a finished order), NOT_RESERVED (an order with nothing
 * to pick), TAKEN_MEANWHILE. Source: S-PICK-1,
 * S-PICK-2.
 */
export const takeOrder = defineCommand({
  name: 'takeOrder',
  method: 'POST',
  path: '/api/v1/orders/:orderId/take',
  may: 'storekeepers',
  refusals: ['NOT_FOUND', 'INVALID_TRANSITION', 'NOT_RESERVED', 'TAKEN_MEANWHILE'],
  summary: 'Take an order to pick it',
  description:
    'The order becomes `picking`, and `pickedBy` names the caller. If the order was taken over from somebody, `pickedBy` also names that user and has the `note` to them. If somebody else took the order in the meantime, the command is refused. If the caller already picks the order, nothing changes.',
  ...OF_ORDER,
  action: 'order.taken',
  body: strictObject({ from: orNull(ShortText), note: optional<string>(ShortText) }),
  example: { from: null },
  decide(books, { params, body, facts }, { now, revision, actor }) {
    const order = findOpenOrder(books, params.orderId!, facts)
    const { number, pickedBy } = order
    if (pickedBy?.id === actor.id && order.status === 'picking')
      return { result: { kind: 'orders', record: order }, changes: [], logged: log('order.picking', { number }) }
    if ((pickedBy?.id ?? null) !== (body.from || null)) throw takenMeanwhile(order)
    refuseEmpty(order)
    const note = words(body.note)
    const moved = {
      ...order,
      status: 'picking' as const,
      pickedBy: {
        ...{ id: actor.id, name: actor.name },
        ...(pickedBy === undefined ? {} : { from: { id: pickedBy.id, name: pickedBy.name } }),
        ...(note === null ? {} : { note }),
      },
      updatedAt: now,
      revision,
    }
    const taken: Order = settled(moved, order.items)
    return {
      result: { kind: 'orders', record: taken },
      changes: [put('orders', taken)],
      logged:
        pickedBy === undefined ? log('order.picking', { number }) : log('order.taken', { number, from: pickedBy.name }),
    }
  },
})

/**
 * POST /orders/{orderId}/absences. Moves no stock. Refuses: NOT_FOUND (the order or product), INVALID_TRANSITION (a
 * finished order), VALIDATION_FAILED (a product that the order does not need, or more of it than needed). Source:
 * S-PICK-3, S-PICK-4.
 */
export const noteAbsence = defineCommand({
  name: 'noteAbsence',
  method: 'POST',
  path: '/api/v1/orders/:orderId/absences',
  may: 'storekeepers',
  refusals: ['NOT_FOUND', 'INVALID_TRANSITION'],
  summary: 'Say that goods of an order are not on the shelf',
  description:
    'Notes in the order how much of a product could not be found; 0 removes the note. The stock does not change: the report of goods that are not on the shelf shows what to look for and to count. Shipping the product removes the note.',
  ...OF_ORDER,
  action: 'order.absent',
  body: strictObject({ productId: Id, quantity: QuantityOrZero }),
  example: { productId: '…', quantity: 1 },
  decide(books, { params, body, facts }, { now, revision, actor }) {
    const order = findOpenOrder(books, params.orderId!, facts)
    const product = findProduct(books, body.productId)
    const { number } = order
    const others = (order.absent ?? []).filter(({ productId }) => productId !== product.id)
    if (body.quantity > 0) checkNeeded(books, order, body)
    const by = { id: actor.id, name: actor.name }
    const own = body.quantity > 0 ? [{ ...body, name: product.name, by, at: now }] : []
    const noted: Order = { ...withAbsent(order, [...others, ...own]), updatedAt: now, revision }
    return {
      result: { kind: 'orders', record: noted },
      changes: [put('orders', noted)],
      logged: log(
        'order.absent',
        body.quantity > 0
          ? { how: 'absent', number, product: product.name, quantity: body.quantity }
          : { how: 'found', number, product: product.name },
      ),
    }
  },
})

/** Refuses VALIDATION_FAILED when the quantity of a product is more than the order still needs. */
function checkNeeded(
  books: Books,
  { items }: Order,
  { productId, quantity }: { productId: string; quantity: Milli },
): void {
  const left = items.flatMap((line) => (leftOf(line) === 0 ? [] : [{ ...line, quantity: leftOf(line) }]))
  const needed = demandOf(left, isService(books)).find((one) => one.productId === productId)?.quantity
  if (needed === undefined) throw invalid('/productId', 'must be a product that the order still needs', 'NOT_VALID')
  if (quantity > needed)
    throw invalid('/quantity', 'must not be more than the order still needs', {
      code: 'AT_MOST',
      figures: { most: needed / MILLI_PER_UNIT },
    })
}

function takenMeanwhile({ id: orderId, number, pickedBy }: Order): Refusal {
  if (pickedBy === undefined)
    return new Refusal('TAKEN_MEANWHILE', `Nobody is picking order ${number}. Take it with from: null.`, {
      figures: { reason: 'free', orderId, number },
    })
  return new Refusal('TAKEN_MEANWHILE', `Order ${number} is being picked by ${pickedBy.name}. Read it again.`, {
    figures: { reason: 'picked', orderId, number, picker: pickedBy.name },
  })
}
