/**
 * Restores the responses to commands that placed orders under version 1. That version stored only where to find a
 * response: in the log and in the orders' table. The responses are stored in the format of version 1 before the log or
 * the table changes its shape, so that replays stay identical byte for byte.
 */
import type { Stored } from '../domain/upcasters.ts'
import { findProjectedRevision } from '../store/companies.ts'
import type { Tx } from '../store/database.ts'
import { findRecords } from '../store/records.ts'
import { holdProjection, listUntold, type ToldResult, writeResults } from '../store/shapes.ts'
import { fromFirstVersion } from './first-version.ts'

/** The number of commands that are examined at a time. */
const AT_ONCE = 500

/** The fields of an order, in the order in which version 1 serialized them. */
const ORDER = [
  ...['id', 'number', 'status', 'customer', 'customerId', 'warehouseId', 'channel', 'priceTypeId', 'externalNumber'],
  ...[
    'deliveryAddress',
    'note',
    'orderedAt',
    'externalSource',
    'externalId',
    'items',
    'total',
    'unpricedItems',
    'cost',
  ],
  ...['shippedAt', 'createdAt', 'updatedAt'],
]
const ITEM = ['productId', 'name', 'sku', 'quantity', 'price', 'amount', 'components']
const COMPONENT = ['productId', 'name', 'quantity']

interface Entry {
  readonly kind: string
  readonly id: string
  readonly was?: Stored
  readonly before?: Stored
}

/** An order placed under version 1, while the log is searched for the next change to this order. */
interface Sought {
  readonly revision: number
  /**
   * The order as it was placed, but without its items, which are in a later log entry. Null until a later change to the
   * order is found.
   */
  order: Stored | null
}

export async function writeFirstResults(tx: Tx, companyId: string): Promise<void> {
  await holdProjection(tx, companyId)
  const upTo = await findProjectedRevision(tx, companyId)
  const sought = new Map<string, Sought>()
  for (let since = 0; since < upTo; ) {
    const page = await listUntold(tx, companyId, { since, upTo, most: AT_ONCE })
    const told: ToldResult[] = []
    for (const { revision, changes, placed } of page) {
      for (const entry of JSON.parse(changes) as Entry[]) if (entry.kind === 'orders') told.push(...next(sought, entry))
      if (placed !== null) sought.set(placed, { revision, order: null })
    }
    await writeResults(tx, companyId, told)
    since = page.at(-1)?.revision ?? upTo
  }
  await writeResults(tx, companyId, await fromTable(tx, companyId, sought))
}

/**
 * Processes a log entry for one of the orders being searched for. Returns the order's first response once this entry
 * completes it.
 */
function next(sought: Map<string, Sought>, { id, was, before }: Entry): ToldResult[] {
  const one = sought.get(id)
  const entry = was ?? (before === undefined ? undefined : fromFirstVersion('orders', before))
  if (one === undefined || entry === undefined) return []
  one.order ??= entry
  if (entry.items === undefined) return []
  sought.delete(id)
  return [{ revision: one.revision, result: printFirst({ ...one.order, items: entry.items }) }]
}

async function fromTable(tx: Tx, companyId: string, sought: ReadonlyMap<string, Sought>): Promise<ToldResult[]> {
  const told: ToldResult[] = []
  const ids = [...sought.keys()]
  for (let at = 0; at < ids.length; at += AT_ONCE)
    for (const json of await findRecords(tx, companyId, 'orders', ids.slice(at, at + AT_ONCE))) {
      const now = JSON.parse(json) as Stored
      const { revision, order } = sought.get(now.id as string)!
      told.push({ revision, result: printFirst({ ...(order ?? now), items: now.items }) })
    }
  return told
}

function printFirst(order: Stored): string {
  const items = (order.items as Stored[]).map((item) => {
    const components = item.components as Stored[] | undefined
    if (components === undefined) return only(ITEM, item)
    return only(ITEM, { ...item, components: components.map((one) => only(COMPONENT, one)) })
  })
  return JSON.stringify(only(ORDER, { ...order, items }))
}

/** Returns an object with only the named fields, leaving out undefined ones. */
function only(names: readonly string[], object: Stored): Stored {
  return Object.fromEntries(names.map((name) => [name, object[name]]))
}
