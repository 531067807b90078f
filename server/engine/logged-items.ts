/**
 * Finds the items of orders in the change log, which stores most orders without them (engine/change-log.ts). An order's
 * items at a revision are in the next log entry that has items. If there is no such entry, the items have not changed
 * since.
 */
import type { View } from '../domain/costs.ts'
import { derivedLines } from '../domain/fulfilment.ts'
import type { Order } from '../domain/records.ts'
import { type Stored, upcast } from '../domain/upcasters.ts'
import { type ChangeEntry, isWhole, type OrderWithoutItems, parseLog, parseLogEntry } from './change-log.ts'
import { Collection } from './collection.ts'
import type { CompanyReading } from './company-store.ts'
import { serializeRecord } from './serialize.ts'
import type { StateSnapshot } from './state.ts'
import { parseStoredRecord } from './stored-records.ts'

type Items = Order['items']
/** An order line as the API shows it. */
type ShownLine = { readonly quantity: number }

/** The log entries of one record since an earlier revision, reduced to the order's items. */
interface Logged {
  readonly first: ChangeEntry
  /** The order's items before they were replaced or the order was deleted; null when neither happened. */
  readonly items: Items | null
}

const PAGE = { upTo: Number.MAX_SAFE_INTEGER, maxRows: 100, maxBytes: 4_194_304 }

/** Finds the items of orders: first in the log, then in the current state, then in the orders' table. */
export async function readLoggedItems(
  reading: CompanyReading,
  now: StateSnapshot,
  logged: Iterable<Logged>,
): Promise<(orderId: string) => Items> {
  const found = new Map<string, Items>()
  const elsewhere: string[] = []
  const orders = new Collection('orders', now.collections.orders)
  for (const { first, items } of logged) {
    if (isWhole(first.before)) continue
    const known = items ?? orders.get(first.id)?.items
    if (known === undefined) elsewhere.push(first.id)
    else found.set(first.id, known)
  }
  if (elsewhere.length > 0) await readElsewhere(reading, now, { elsewhere, found })
  return (orderId) => found.get(orderId)!
}

/**
 * Finds the items of orders that are no longer in the state. These items never change, because the orders are finished.
 * An order is missing from the result if it was deleted after the current state and before the transaction's snapshot.
 */
async function readElsewhere(
  reading: CompanyReading,
  { revision }: StateSnapshot,
  { elsewhere, found }: { elsewhere: string[]; found: Map<string, Items> },
): Promise<void> {
  for (const json of await reading.findRecords('orders', elsewhere)) {
    const { id, items } = parseStoredRecord('orders', json)
    found.set(id, items)
  }
  let reached = revision
  while (elsewhere.some((id) => !found.has(id))) {
    const page = await reading.listChangesSince({ since: reached, ...PAGE })
    if (page.length === 0) return
    for (const { kind, id, isGone, before } of page.flatMap(({ changes }) => parseLog(changes)))
      if (isGone && kind === 'orders') found.set(id, (before as Order).items)
    reached = page.at(-1)!.revision
  }
}

/**
 * The log's data about a command on an order: the log entry that contains the order before the command, and the
 * command's result, both as JSON.
 */
interface LoggedOrder {
  readonly before: string | null
  readonly result: string | null
  /** The shape version of the stored result. */
  readonly v: number
}

/**
 * Returns the order as it was before the command, in the form that the API shows; null when it did not exist, or when
 * the log does not have it.
 */
export function orderBefore({ before, result, v }: LoggedOrder, view: View): string | null {
  const order = before === null ? null : (parseLogEntry(before).before as Order | OrderWithoutItems | null)
  if (order === null) return null
  if ('items' in order) return serializeRecord('orders', order as Order, view)
  if (result === null) return null
  const shown = serializeRecord('orders', { ...order, items: [] }, view)
  // The stored result contains the same lines, already in the form that the API shows.
  const { items } = upcast('orders', { stored: JSON.parse(result) as Stored, from: v }) as { items: ShownLine[] }
  return JSON.stringify({ ...JSON.parse(shown), items: derivedLines(order, items) })
}
