/**
 * The lines of a customer return, either of an order or of goods whose order is unknown. Source: S-RETURN-2,
 * S-RETURN-3, S-RETURN-4.
 */
import { type Static, Type } from 'typebox'
import { amountOfReturn } from '../../amounts/parts.ts'
import { formatMilli, MAX_MINOR, MILLI_PER_UNIT, type Milli, type Minor, ZERO_MILLI } from '../../amounts/quantity.ts'
import type { OrderItem } from '../domain/availability.ts'
import type { Books } from '../domain/books.ts'
import { LineId } from '../domain/fields/orders.ts'
import { keptOf } from '../domain/fulfilment.ts'
import type { CustomerReturn, Order } from '../domain/records.ts'
import { BEYOND, invalid, Refusal } from '../domain/refusals.ts'
import { Id, Money, Quantity, QuantityOrZero } from '../domain/schema.ts'
import { findProduct, stocked } from './find.ts'

/**
 * A line of a return request. For an order's return, it names the order's line; without an order, the product and the
 * amount.
 */
export const ReturnedLine = Type.Object(
  {
    lineId: Type.Optional(LineId),
    productId: Type.Optional(Id),
    quantity: Quantity,
    damaged: Type.Optional(QuantityOrZero),
    amount: Type.Optional(Money),
    unitCost: Type.Optional(Money),
  },
  { title: 'ReturnedLine', additionalProperties: false },
)
type Asked = Static<typeof ReturnedLine>
export type ReturnLine = CustomerReturn['lines'][number]

/**
 * Returns the lines of a draft. Refuses VALIDATION_FAILED (a field that is missing or does not apply, a line named
 * twice, more damaged than returned, a sum above the limit), NOT_FOUND and NOT_STOCKED (a product),
 * RETURN_EXCEEDS_SHIPPED.
 */
export function linesAsked(books: Books, order: Order | null, asked: readonly Asked[]): ReturnLine[] {
  for (const [at, { quantity, damaged = ZERO_MILLI }] of asked.entries())
    if (damaged > quantity)
      throw invalid(`/lines/${at}/damaged`, 'must not be more than the quantity', {
        code: 'AT_MOST',
        figures: { most: quantity / MILLI_PER_UNIT },
      })
  const lines =
    order === null
      ? asked.map((line, at) => lineOfProduct(books, line, at))
      : priced(order, named(order, asked), ({ productId, name }) => books.products.get(productId)?.name ?? name)
  if (amountOfLines(lines) > MAX_MINOR) throw invalid('/lines', 'the amounts of the lines are more than 10^12', BEYOND)
  return lines
}

/** Sums the amounts of a return's lines. */
export function amountOfLines(lines: readonly ReturnLine[]): Minor {
  return lines.reduce((sum, { amount }) => sum + (amount ?? 0), 0) as Minor
}

/**
 * Returns the return's lines with amounts computed from the order's current state. `nameOf` gives the product name of a
 * line for a refusal. Refuses RETURN_EXCEEDS_SHIPPED.
 */
export function priced(
  order: Order,
  lines: readonly ReturnLine[],
  nameOf: (line: ReturnLine) => string = ({ name }) => name,
): ReturnLine[] {
  const byId = new Map(order.items.map((item) => [item.id, item]))
  return lines.map((line) => {
    const item = byId.get(line.lineId!)
    // The order may no longer have the line, because a line of which nothing counts as shipped any more can be removed.
    const left = item === undefined ? ZERO_MILLI : keptOf(item)
    if (item === undefined || line.quantity > left) throw exceeded(order, { ...line, name: nameOf(line) }, left)
    return { ...line, amount: amountOfReturn(item, line.quantity) }
  })
}

function exceeded({ id: orderId, number }: Order, { lineId, name, quantity }: ReturnLine, left: Milli): Refusal {
  return new Refusal(
    'RETURN_EXCEEDS_SHIPPED',
    `${formatMilli(quantity)} of "${name}" would come back, but only ${formatMilli(left)} were shipped in line ${lineId} of order ${number} and not returned yet. Return less.`,
    { figures: { orderId, number, line: lineId!, product: name, asked: quantity, left } },
  )
}

/** Returns the return lines for the order lines that a request names, without amounts. */
function named(order: Order, asked: readonly Asked[]): ReturnLine[] {
  const byId = new Map(order.items.map((item) => [item.id, item]))
  const seen = new Set<number>()
  return asked.map(({ lineId, quantity, damaged, ...others }, at) => {
    for (const field of ['productId', 'amount', 'unitCost'] as const)
      if (others[field] !== undefined)
        throw invalid(`/lines/${at}/${field}`, 'must be left out: it follows from the order', 'NOT_VALID')
    if (lineId === undefined) throw invalid(`/lines/${at}/lineId`, 'is required for a return of an order', 'REQUIRED')
    const item = byId.get(lineId)
    if (item === undefined) throw invalid(`/lines/${at}/lineId`, 'must be the id of a line of the order', 'NOT_VALID')
    if (seen.has(lineId)) throw invalid(`/lines/${at}/lineId`, 'names the same line twice', 'TWICE')
    seen.add(lineId)
    return lineOf(item, { quantity, damaged: damaged ?? ZERO_MILLI })
  })
}

function lineOf(
  { id, productId, name, components }: OrderItem,
  quantities: Pick<ReturnLine, 'quantity' | 'damaged'>,
): ReturnLine {
  const line = { lineId: id, productId, name, ...quantities, amount: null, cost: null }
  return components === undefined ? line : { ...line, components }
}

function lineOfProduct(books: Books, asked: Asked, at: number): ReturnLine {
  const { lineId, productId, quantity, damaged = ZERO_MILLI, amount, unitCost } = asked
  if (lineId !== undefined) throw invalid(`/lines/${at}/lineId`, 'needs the `orderId` of the return', 'NOT_VALID')
  if (productId === undefined)
    throw invalid(`/lines/${at}/productId`, 'is required for a return without an order', 'REQUIRED')
  if (amount === undefined)
    throw invalid(`/lines/${at}/amount`, 'is required for a return without an order', 'REQUIRED')
  const { name } = stocked(findProduct(books, productId))
  const given = unitCost === undefined ? {} : { unitCost }
  return { lineId: null, productId, name, quantity, damaged, amount, ...given, cost: null }
}
