/**
 * The shipped quantities of an order, line by line, and the price of a part of a line for the customer. Each line
 * contains the totals of its earlier parts, so rules need not read earlier shipments. Source: S-SHIPMENT,
 * docs/decisions/0063.
 */
import { portionOf, shippedAmountOf } from '../../amounts/parts.ts'
import { type Milli, type Minor, minMilli, ZERO_MILLI } from '../../amounts/quantity.ts'
import type { OrderItem } from './availability.ts'
import type { Order } from './records.ts'

type Head = Pick<Order, 'fulfilment'> & { readonly status: string }

const isOpenStatus = (status: string): boolean => status === 'new' || status === 'picking'

/** Returns how much of a line is neither shipped nor cancelled. */
export function leftOf({ quantity, shipped, cancelled }: OrderItem): Milli {
  return (quantity - shipped - cancelled) as Milli
}

/**
 * Returns the amount for the next part of a line: the line's amount × the quantity shipped including this part ÷ the
 * ordered quantity, rounded half up, minus the amounts of earlier parts. This way all parts add up to the line's
 * amount, and the last part gets the remainder. null for a line without a price.
 */
export function amountOfPart(line: OrderItem, quantity: Milli): Minor | null {
  if (line.amount === null) return null
  const upTo = portionOf(line.amount, (line.shipped + quantity) as Milli, line.quantity)
  // After a change of quantity, rounding may have made the amount a kopeck smaller.
  return Math.max(0, upTo - shippedAmountOf(line)) as Minor
}

/** The amounts by which the shipment or return of goods changes an order line. */
export interface LineChange {
  /** The increase in the shipped or returned quantity; negative when a shipment or return is cancelled. */
  readonly quantity: Milli
  readonly amount: Minor | null
}

/** Returns a line after part of its reserve was shipped, or after a shipped part was put back into the reserve. */
export function shippedMore(line: OrderItem, { quantity, amount }: LineChange): OrderItem {
  const { shippedAmount: _before, ...rest } = line
  const shipped = (line.shipped + quantity) as Milli
  const reserved = (line.reserved - quantity) as Milli
  const shippedAmount = (shippedAmountOf(line) + (amount ?? 0)) as Minor
  return { ...rest, shipped, reserved, ...partAmount({ ...rest, shipped }, shippedAmount) }
}

/** Returns how much of a line's shipped quantity the customer still has. */
export function keptOf({ shipped, returned = ZERO_MILLI }: OrderItem): Milli {
  return (shipped - returned) as Milli
}

/**
 * Returns a line after part of it was returned, or after such a return was cancelled. Fields whose value would be zero
 * are left out.
 */
export function returnedMore(line: OrderItem, { quantity, amount }: LineChange): OrderItem {
  const { returned: returnedBefore = 0, returnedAmount: amountBefore = 0, ...rest } = line
  const returned = (returnedBefore + quantity) as Milli
  const returnedAmount = (amountBefore + (amount ?? 0)) as Minor
  return { ...rest, ...(returned > 0 ? { returned } : {}), ...(returnedAmount > 0 ? { returnedAmount } : {}) }
}

/** Returns `shippedAmount` for a partly shipped line that has a price; otherwise returns an empty object. */
export function partAmount(
  { quantity, price, shipped }: Pick<OrderItem, 'quantity' | 'price' | 'shipped'>,
  shippedAmount: Minor,
): Pick<OrderItem, 'shippedAmount'> {
  return shipped > 0 && shipped < quantity && price !== null ? { shippedAmount } : {}
}

/** Returns the lines that reserve stock, each with the quantity that it reserves. */
export function reservingLines(items: readonly OrderItem[]): OrderItem[] {
  return items.filter(({ reserved }) => reserved > 0).map((line) => ({ ...line, quantity: line.reserved }))
}

type Absent = NonNullable<Order['absent']>

/**
 * Returns the order with the given notes about goods that are not on the shelf. Without notes, the order has no
 * `absent` key.
 */
export function withAbsent({ absent: _before, ...order }: Order, absent: Absent): Order {
  return absent.length === 0 ? order : { ...order, absent }
}

/** The order fields from which `settled` derives the other fields. */
type Unsettled = Omit<Order, 'items' | 'fulfilment' | 'shippedAmount' | 'payment'>

/**
 * Returns the order with the given lines, their reserves, and the order fields that follow from its lines and status.
 * Reuses the given array when no line changes. Every rule that changes lines or the status ends by calling this
 * function. How much a backorder's line reserves is decided by the rule and by `withWaiting` (commands/waiting.ts).
 */
export function settled<O extends Unsettled>(order: O, items: readonly OrderItem[]): O & Settled {
  const { waiting: _before, reservedUntil, releasedAt, ...rest } = order
  const isOpen = isOpenStatus(order.status)
  const lines = items.map((line) => withReserve(line, order))
  const waiting = lines.reduce((sum, line) => sum + (line.waiting ?? 0), 0) as Milli
  const fulfilment = fulfilmentOf(items)
  return {
    ...rest,
    items: lines.every((line, at) => line === items[at]) ? items : lines,
    fulfilment,
    shippedAmount: items.reduce((sum, line) => sum + shippedAmountOf(line), 0) as Minor,
    ...(waiting > 0 ? { waiting } : {}),
    // A reservation expires only while nobody is working on the order.
    ...(order.status === 'new' && fulfilment === 'none' && reservedUntil !== undefined ? { reservedUntil } : {}),
    ...(isOpen && releasedAt !== undefined ? { releasedAt } : {}),
  } as unknown as O & Settled
}

type Settled = Pick<Order, 'items' | 'fulfilment' | 'shippedAmount'>

function withReserve(line: OrderItem, { status, backorder, releasedAt }: Unsettled): OrderItem {
  const holds = isOpenStatus(status) && releasedAt === undefined
  const left = leftOf(line)
  const reserved = !holds ? ZERO_MILLI : backorder ? minMilli(line.reserved, left) : left
  const waiting = holds && backorder ? ((left - reserved) as Milli) : ZERO_MILLI
  if (line.reserved === reserved && (line.waiting ?? 0) === waiting) return line
  const { waiting: _before, ...rest } = line
  return { ...rest, reserved, ...(waiting > 0 ? { waiting } : {}) }
}

/**
 * Returns the line with more of its waiting quantity reserved. `settled` then computes the quantity that still waits.
 */
export function reservedMore(line: OrderItem, quantity: Milli): OrderItem {
  return { ...line, reserved: (line.reserved + quantity) as Milli }
}

/** Returns the lines that wait for goods, each with the quantity that it waits for. */
export function waitingLines(items: readonly OrderItem[]): OrderItem[] {
  return items.flatMap((line) => (line.waiting === undefined ? [] : [{ ...line, quantity: line.waiting }]))
}

function fulfilmentOf(items: readonly OrderItem[]): Order['fulfilment'] {
  if (items.every(({ shipped }) => shipped === 0)) return 'none'
  return items.every(({ shipped, quantity }) => shipped === quantity) ? 'all' : 'part'
}

/** True when nothing is left to ship. */
export function isDone(items: readonly OrderItem[]): boolean {
  return items.every((line) => leftOf(line) === 0)
}

/**
 * Derives the shipped, cancelled and reserved quantities of an order's lines. This is possible when nothing or
 * everything was shipped, nothing was cancelled, and an open order reserves everything. The change log leaves out such
 * lines, and older versions stored them without these fields. The lines of a partly shipped order are returned as they
 * are.
 */
export function derivedLines<Line extends { readonly quantity: number }>(
  { fulfilment, status }: Head,
  lines: readonly Line[],
): readonly Line[] {
  if (fulfilment === 'part') return lines
  return lines.map((line) => {
    const {
      shippedAmount: _part,
      waiting: _waiting,
      ...rest
    } = line as Line & { shippedAmount?: unknown; waiting?: unknown }
    const shipped = fulfilment === 'all' ? line.quantity : 0
    const reserved = fulfilment === 'none' && isOpenStatus(status) ? line.quantity : 0
    return { ...rest, shipped, cancelled: 0, reserved } as unknown as Line
  })
}

/** True when `derivedLines` can rebuild an order's previous lines from its lines after a command. */
export function areDerivable(before: Order, after: readonly OrderItem[]): boolean {
  if (before.items === after) return before.fulfilment === 'part' || isPlain(before)
  return before.fulfilment !== 'part' && isPlain(before) && areSameLines(before.items, after)
}

/** Whether nothing was cancelled and, while the order is open, everything is reserved. */
function isPlain({ items, fulfilment, status }: Order): boolean {
  const isReserving = fulfilment === 'none' && isOpenStatus(status)
  return items.every(({ cancelled, reserved, quantity }) => cancelled === 0 && (!isReserving || reserved === quantity))
}

/** The fields of a line that shipping, closing and cancelling change. */
const CHANGED_BY_SHIPPING: ReadonlySet<string> = new Set([
  'shipped',
  'cancelled',
  'reserved',
  'waiting',
  'shippedAmount',
])

/** True when two lists of lines differ at most in their shipped, cancelled and reserved quantities. */
function areSameLines(some: readonly OrderItem[], others: readonly OrderItem[]): boolean {
  return some.length === others.length && some.every((line, at) => line === others[at] || isSameLine(line, others[at]!))
}

function isSameLine(line: OrderItem, other: OrderItem): boolean {
  const [mine, its] = [fieldsOf(line), fieldsOf(other)]
  return mine.length === its.length && mine.every(([name, value]) => (other as Record<string, unknown>)[name] === value)
}

const fieldsOf = (line: OrderItem) => Object.entries(line).filter(([name]) => !CHANGED_BY_SHIPPING.has(name))
