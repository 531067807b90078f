import { Type } from 'typebox'
import type { Minor } from '../../amounts/quantity.ts'
import { log } from '../domain/audit-log.ts'
import { type Books, nextNumber } from '../domain/books.ts'
import { CustomerReturnRecord } from '../domain/record-schemas.ts'
import { type CustomerReturn, type Order, put, remove } from '../domain/records.ts'
import { invalid, notFound, Refusal } from '../domain/refusals.ts'
import { refuseUnlessMay } from '../domain/roles.ts'
import { Id, list, Note, oneOf, optional, ShortText, strictObject } from '../domain/schema.ts'
import { CUSTOMER_RETURN_MOVES, checkMove } from '../domain/transitions.ts'
import {
  type Context,
  type Decision,
  defineCommand,
  type Prefetch,
  type Prefetched,
  prefetchedRecord,
} from './define.ts'
import { onPaper, PAPER_BODY, withPaper } from './document-dates.ts'
import { Deleted, given, NoBody, words } from './fields.ts'
import { active, findCustomerReturn, findPartner, findWarehouse } from './find.ts'
import { findOrder, finishedOrderFact } from './orders.ts'
import { amountOfLines, linesAsked, ReturnedLine } from './return-lines.ts'
import { postReturn, undoReturn } from './return-posting.ts'

const Lines = list(ReturnedLine, { minItems: 1 })

/**
 * POST /customer-returns. Creates a draft. Refuses: VALIDATION_FAILED (both a customer and an order, or neither; no
 * warehouse; lines that do not fit), NOT_FOUND, ARCHIVED, NOT_STOCKED, RETURN_EXCEEDS_SHIPPED. Source: S-RETURN-1 to
 * S-RETURN-4.
 */
export const createCustomerReturn = defineCommand({
  name: 'createCustomerReturn',
  method: 'POST',
  path: '/api/v1/customer-returns',
  may: 'storekeepers',
  // With an order, the amount follows from the order. Without one, a manager must decide how much the customer gets
  // back.
  mayWith: ({ orderId }) => (orderId == null ? 'managers' : 'storekeepers'),
  refusals: ['NOT_FOUND', 'ARCHIVED', 'NOT_STOCKED', 'RETURN_EXCEEDS_SHIPPED'],
  summary: 'Create a draft of a customer return',
  description:
    'A draft moves nothing. With `orderId`, which storekeepers must give, each line names a line of the order, at most as much as was shipped and not returned yet; its amount is its share of what was shipped. Without `orderId`, `customerId` and `warehouseId` are required, and each line names a product, its `amount` and, if known, its `unitCost`.',
  tag: 'Customer returns',
  entity: 'customer_return',
  action: 'customer_return.created',
  body: strictObject({
    orderId: optional<string>(Id),
    customerId: optional<string>(Id),
    warehouseId: optional<string>(Id),
    reason: optional<string>(ShortText),
    note: optional<string>(Note),
    ...PAPER_BODY,
    lines: Lines,
  }),
  result: CustomerReturnRecord,
  example: { orderId: '…', reason: 'Не подошёл цвет', lines: [{ lineId: 1, quantity: 1 }] },
  facts: (books, { body }) => (body.orderId == null ? [] : finishedOrderFact(books, body.orderId)),
  decide(books, { body, facts }, context) {
    const order = body.orderId == null ? null : findOrder(books, body.orderId, facts)
    const { customer, customerId } = customerOf(books, order, body.customerId ?? null)
    const warehouseId = body.warehouseId ?? order?.warehouseId ?? null
    if (warehouseId === null) throw invalid('/warehouseId', 'is required for a return without an order', 'REQUIRED')
    active(findWarehouse(books, warehouseId), 'warehouse')
    const lines = linesAsked(books, order, body.lines)
    const { now, revision } = context
    const made: CustomerReturn = {
      id: context.newId(),
      number: nextNumber(books, 'customerReturns'),
      status: 'draft',
      orderId: order?.id ?? null,
      customer,
      customerId,
      warehouseId,
      reason: words(body.reason),
      note: words(body.note),
      lines,
      amount: amountOfLines(lines),
      refunded: 0 as Minor,
      cost: null,
      ...onPaper(books, body, context),
      postedAt: null,
      createdAt: now,
      updatedAt: now,
      revision,
    }
    return {
      result: { kind: 'customerReturns', record: made },
      changes: [put('customerReturns', made)],
      logged: log('customer_return.created', saidOf(made)),
    }
  },
})

/**
 * PATCH /customer-returns/{customerReturnId}. Refuses: NOT_FOUND, NOT_DRAFT, then in the same cases as POST
 * /customer-returns. Source: S-RETURN-1.
 */
export const updateCustomerReturn = defineCommand({
  name: 'updateCustomerReturn',
  method: 'PATCH',
  path: '/api/v1/customer-returns/:customerReturnId',
  may: 'managers',
  refusals: ['NOT_FOUND', 'NOT_DRAFT', 'ARCHIVED', 'NOT_STOCKED', 'RETURN_EXCEEDS_SHIPPED'],
  summary: 'Edit a draft of a customer return',
  description: 'Fields that are left out stay unchanged, null clears a text, and given lines replace the old ones.',
  tag: 'Customer returns',
  entity: 'customer_return',
  action: 'customer_return.updated',
  body: strictObject({
    warehouseId: Type.Optional(Id),
    reason: optional<string>(ShortText),
    note: optional<string>(Note),
    ...PAPER_BODY,
    lines: Type.Optional(Lines),
  }),
  result: CustomerReturnRecord,
  example: { lines: [{ productId: '…', quantity: 1, damaged: 1, amount: 1500 }] },
  facts(books, { params }) {
    const orderId = books.customerReturns.get(params.customerReturnId!)?.orderId ?? null
    return [
      ...returnFact(books, params.customerReturnId!),
      ...(orderId === null ? [] : finishedOrderFact(books, orderId)),
    ]
  },
  decide(books, { params, body, facts }, context) {
    const before = findCustomerReturn(books, params.customerReturnId!, facts)
    checkDraft(before)
    const warehouseId = body.warehouseId ?? before.warehouseId
    if (warehouseId !== before.warehouseId) active(findWarehouse(books, warehouseId), 'warehouse')
    const order = before.orderId === null ? null : findOrder(books, before.orderId, facts)
    const lines = body.lines === undefined ? before.lines : linesAsked(books, order, body.lines)
    const changed: CustomerReturn = {
      ...withPaper(books, before, { body, context }),
      warehouseId,
      reason: given(body.reason, before.reason),
      note: given(body.note, before.note),
      lines,
      amount: amountOfLines(lines),
      updatedAt: context.now,
      revision: context.revision,
    }
    return {
      result: { kind: 'customerReturns', record: changed },
      changes: [put('customerReturns', changed)],
      logged: log('customer_return.updated', saidOf(changed)),
    }
  },
})

/**
 * PATCH /customer-returns/{customerReturnId}/status. Refuses: NOT_FOUND, INVALID_TRANSITION. Posting also refuses
 * ARCHIVED (the warehouse), RETURN_EXCEEDS_SHIPPED, UNIT_COST_UNKNOWN, VALIDATION_FAILED (too many lots, too high a
 * cost, a part of a bundle with a fraction of 0.001 of a component, too much stock). Cancelling a posted return also
 * refuses REFUND_EXCEEDED (the return was refunded), LOTS_CONSUMED, INSUFFICIENT_STOCK. Source: S-RETURN-5 to
 * S-RETURN-11.
 */
export const changeCustomerReturnStatus = defineCommand({
  name: 'changeCustomerReturnStatus',
  method: 'PATCH',
  path: '/api/v1/customer-returns/:customerReturnId/status',
  may: 'storekeepers',
  // Warehouse staff may take goods back. Only managers may cancel a return, because they decide how much money is paid
  // back.
  mayWith: ({ status }) => (status === 'cancelled' ? 'managers' : 'storekeepers'),
  refusals: [
    ...['NOT_FOUND', 'INVALID_TRANSITION', 'ARCHIVED', 'RETURN_EXCEEDS_SHIPPED', 'UNIT_COST_UNKNOWN'],
    ...['REFUND_EXCEEDED', 'LOTS_CONSUMED', 'INSUFFICIENT_STOCK'],
  ] as const,
  summary: 'Post or cancel a customer return',
  description:
    '`draft` → `posted` → `cancelled`; `draft` → `cancelled`, which only the owner and managers can do. Posting puts the goods of an order back into the lots that they were drawn from, those drawn last first, at their cost; in another warehouse, into lots with the same cost and place in FIFO order. Without an order, goods cost their `unitCost`, otherwise as much as the newest lot of the product, otherwise its `cost`. Damaged goods come in and are written off from the same lots. Reports take the sale back at the time of posting. Cancelling undoes this while the goods are there.',
  tag: 'Customer returns',
  entity: 'customer_return',
  action: 'customer_return.updated',
  body: strictObject({ status: oneOf(['posted', 'cancelled'] as const) }),
  result: CustomerReturnRecord,
  example: { status: 'posted' },
  facts: (_books, { params }) => [{ fact: 'customerReturn', id: params.customerReturnId! }],
  decide(books, { params, body, facts }, context) {
    const before = prefetchedRecord(facts, 'customerReturns', params.customerReturnId!)
    if (before === null) throw notFound('customer return', params.customerReturnId!)
    checkMove(CUSTOMER_RETURN_MOVES, { what: 'customer return', ...before }, body.status)
    return body.status === 'posted'
      ? posted(books, before, { facts, context })
      : cancelled(books, before, { facts, context })
  },
})

interface Known {
  readonly facts: Prefetched
  readonly context: Context
}

function posted(books: Books, draft: CustomerReturn, known: Known): Decision {
  const { made, changes } = postReturn(books, draft, known)
  return {
    result: { kind: 'customerReturns', record: made },
    changes: [put('customerReturns', made, draft), ...changes],
    logged: log('customer_return.posted', { ...saidOf(made), cost: made.cost! }),
  }
}

function cancelled(books: Books, before: CustomerReturn, known: Known): Decision {
  const { now, revision } = known.context
  const record: CustomerReturn = { ...before, status: 'cancelled', cancelledAt: now, updatedAt: now, revision }
  const { number, customer } = before
  const isDraft = before.status === 'draft'
  return {
    result: { kind: 'customerReturns', record },
    changes: [put('customerReturns', record, before), ...(isDraft ? [] : undoReturn(books, before, known))],
    logged: isDraft
      ? log('customer_return.cancelled', { how: 'draft', number, customer })
      : log('customer_return.cancelled', { how: 'posted', ...saidOf(before), cost: before.cost! }),
  }
}

/**
 * DELETE /customer-returns/{customerReturnId}. Refuses: NOT_FOUND, FORBIDDEN (a storekeeper, for a return without an
 * order), NOT_DRAFT. Source: S-RETURN-1, S-RETURN-15.
 */
export const deleteCustomerReturn = defineCommand({
  name: 'deleteCustomerReturn',
  method: 'DELETE',
  path: '/api/v1/customer-returns/:customerReturnId',
  may: 'storekeepers',
  refusals: ['NOT_FOUND', 'NOT_DRAFT'],
  summary: 'Delete a draft of a customer return',
  description:
    'A posted return cannot be deleted, but it can be cancelled. A storekeeper can delete drafts of returns that have an order.',
  tag: 'Customer returns',
  entity: 'customer_return',
  action: 'customer_return.deleted',
  body: NoBody,
  result: Deleted,
  example: {},
  facts: (books, { params }) => returnFact(books, params.customerReturnId!),
  decide(books, { params, facts }, { role }) {
    const draft = findCustomerReturn(books, params.customerReturnId!, facts)
    if (draft.orderId === null && role !== null) refuseUnlessMay('managers', { role, seesCosts: false })
    checkDraft(draft)
    const { id, number, customer } = draft
    return {
      result: { deleted: id },
      changes: [remove('customerReturns', id)],
      logged: log('customer_return.deleted', { number, customer }),
    }
  },
})

/** Returns the `figures` of the audit log entry for a return. */
const saidOf = ({ number, customer, lines, amount }: CustomerReturn) => ({
  number,
  customer,
  lines: lines.length,
  amount,
})

/** Requests a prefetch of a return if it is not in memory. */
export function returnFact(books: Books, id: string): readonly Prefetch[] {
  return books.customerReturns.has(id) ? [] : [{ fact: 'record', kind: 'customerReturns', id }]
}

/**
 * Returns the order's customer or, without an order, the customer that the request names. Refuses VALIDATION_FAILED,
 * NOT_FOUND, ARCHIVED.
 */
function customerOf(
  books: Books,
  order: Order | null,
  customerId: string | null,
): Pick<CustomerReturn, 'customer' | 'customerId'> {
  if (order !== null) {
    if (customerId !== null && customerId !== order.customerId)
      throw invalid('/customerId', 'must be the customer of the order, or left out', 'NOT_VALID')
    return { customer: order.customer, customerId: order.customerId }
  }
  if (customerId === null) throw invalid('/customerId', 'is required for a return without an order', 'REQUIRED')
  const { name, id } = active(findPartner(books, customerId), 'partner')
  return { customer: name, customerId: id }
}

function checkDraft({ id, number, status }: CustomerReturn): void {
  if (status !== 'draft')
    throw new Refusal('NOT_DRAFT', `Return ${number} is ${status}; only a draft can be edited or deleted.`, {
      figures: { entity: 'customer return', id, number, status },
    })
}
