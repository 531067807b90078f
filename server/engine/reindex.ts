/**
 * Rebuilds the tables of a company while the service runs. First, records that differ from the log are restored from
 * it. Then everything derived from records is computed from their JSON. For companies created before the log stored
 * records, only the second step runs.
 */
import { KIND_NAMES, type Kind } from '../domain/kinds.ts'
import type { CustomerReturn, Movement, Order, Shipment } from '../domain/records.ts'
import { costsOfLines, type Sale, type Sales, salesOf, salesReturned, salesTakenBack } from '../domain/sales.ts'
import { writeBeside } from '../store/commits.ts'
import { type Database, readCompany } from '../store/database.ts'
import { hasTable, PLAIN_TABLE, tableOf } from '../store/records.ts'
import {
  deleteExcess,
  forgetYears,
  listDiffering,
  listExcessDraws,
  listExcessItems,
  listShipped,
  reindexKind,
  replaceSales,
  restoreRecords,
  type ShippedTexts,
} from '../store/reindex.ts'
import { bringUpKinds } from './shapes.ts'
import { parseStoredRecord } from './stored-records.ts'

/**
 * The parts that can be rebuilt separately: a kind of record with its list tables, all kinds that have no table of
 * their own (`plain`), or data derived from several kinds.
 */
export type Indexed = Kind | 'plain' | 'sales' | 'turnover'

/**
 * The tables from which lists are read, each with the kind of record it belongs to. The tables of the records
 * themselves are not included.
 */
const LISTS: Readonly<Record<string, Indexed>> = {
  product_components: 'products',
  product_prices: 'products',
  product_filter_values: 'products',
  product_images: 'products',
  filter_values: 'filters',
  document_lines: 'documents',
  payment_orders: 'payments',
  order_items: 'orders',
  movement_lots: 'movements',
  sales: 'sales',
  deliveries: 'sales',
  turnover_years: 'turnover',
  turnover_totals: 'turnover',
}

const BY_TABLE = new Map<string, Indexed>([
  [PLAIN_TABLE, 'plain'],
  ...KIND_NAMES.filter(hasTable).map((kind) => [tableOf(kind), kind] as const),
  ...Object.entries(LISTS),
])

export const INDEX_TABLES = [...BY_TABLE.keys()].sort()

/** Returns the part that must be rebuilt for a table; undefined when the table is not derived. */
export function indexedIn(table: string): Indexed | undefined {
  return BY_TABLE.get(table)
}

/**
 * The kinds with list tables or derived columns. Referenced kinds come before the kinds that refer to them. Settings
 * and stock rows are missing because they have no list tables, and recognitions because they have no such columns.
 */
const KINDS: readonly Kind[] = [
  'warehouses',
  'priceTypes',
  'filters',
  'partners',
  'products',
  'organizations',
  'contracts',
  'customFields',
  'purchases',
  'documents',
  'payments',
  'externalLinks',
  'notifications',
  'imports',
  'lots',
  'orders',
  'shipments',
  'deliveryPhotos',
  'movements',
  'stocktakes',
  'stocktakeLines',
  'customerReturns',
  'stockRules',
  'supplierItems',
  ...KIND_NAMES.filter((kind) => !hasTable(kind)),
]

export interface Reindexed {
  /** The number of records that differed from the log and were rewritten. */
  readonly restored: number
  /** The number of records in the tables that the log does not have. The rebuild does not change them. */
  readonly unknown: number
  /** The number of rows that did not belong to any record. */
  readonly excess: number
}

/** Rebuilds one part of a company's tables (`only`), or all of them. */
export async function reindexCompany(database: Database, companyId: string, only?: Indexed): Promise<Reindexed> {
  const isDue = (one: Indexed) => only === undefined || only === one
  const isKindDue = (kind: Kind) => isDue(hasTable(kind) ? kind : 'plain')
  const differing = await readCompany(database, companyId, (tx) => listDiffering(tx, companyId))
  const due = differing.records.filter(({ kind }) => isKindDue(kind as Kind))
  const known = due.filter(({ revision }) => revision !== null)
  await restoreRecords(database, companyId, { seen: differing.seen, records: known })
  // Restored records have the shape in which the log stored them, so convert them to the current
  // shape.
  if (known.length > 0) await bringUpKinds(database, companyId, 1)
  for (const kind of KINDS) if (isKindDue(kind)) await reindexKind(database, companyId, kind)
  let excess = 0
  if (isDue('orders')) {
    const items = await readCompany(database, companyId, (tx) => listExcessItems(tx, companyId))
    await deleteExcess(database, companyId, 'items', items)
    excess += items[0]!.length
  }
  if (isDue('movements')) {
    const draws = await readCompany(database, companyId, (tx) => listExcessDraws(tx, companyId))
    await deleteExcess(database, companyId, 'draws', draws)
    excess += draws[0]!.length
  }
  if (isDue('sales')) await reindexSales(database, companyId)
  if (isDue('turnover')) await writeBeside(database, companyId, (tx) => forgetYears(tx, companyId))
  return { restored: known.length, unknown: due.length - known.length, excess }
}

async function reindexSales(database: Database, companyId: string): Promise<void> {
  let after: string | null = null
  do {
    const from: string | null = after
    after = await writeBeside(database, companyId, async (tx) => {
      const shipped = await listShipped(tx, companyId, from)
      const { ids } = shipped
      if (ids.length === 0) return null
      await replaceSales(tx, companyId, { ids, ...salesIn(shipped) })
      return ids.at(-1)!
    })
  } while (after !== null)
}

/** Computes the sales of orders and returns from the stored records and movements. */
function salesIn({ orders, shipments, returns, movements }: ShippedTexts): Sales {
  const moved = movements.map((json) => parseStoredRecord('movements', json))
  const ofShipment = Map.groupBy(moved, ({ shipmentId }) => shipmentId ?? null)
  const ofOrder = Map.groupBy(ofShipment.get(null) ?? [], ({ orderId }) => orderId)
  const whole = orders
    .map((json) => parseStoredRecord('orders', json))
    .filter(({ shippedAt, shipmentCount }) => shippedAt !== null && shipmentCount === undefined)
    .map((order) => salesOfWhole(order, ofOrder.get(order.id) ?? []))
  const parts = shipments
    .map((json) => parseStoredRecord('shipments', json))
    .map((shipment) => salesOfPart(shipment, ofShipment.get(shipment.id) ?? []))
  const returned = returns.map((json) => salesOfReturn(parseStoredRecord('customerReturns', json)))
  const each = [...whole, ...parts, ...returned]
  return {
    sales: addedUp(each.flatMap(({ sales }) => sales)),
    revenues: new Map(each.flatMap(({ revenues }) => [...revenues])),
  }
}

/** Computes the sales of an order that was shipped as a whole, before the service recorded shipments. */
function salesOfWhole({ id: orderId, shippedAt, items }: Order, movements: readonly Movement[]): Sales {
  const costs = costsOfLines(items, movements)
  const lines = items.map((item, at) => ({ ...item, cost: costs[at]! }))
  return salesOf({ orderId, at: shippedAt!, items: lines }, movements)
}

function salesOfPart(shipment: Shipment, movements: readonly Movement[]): Sales {
  const { sales, revenues } = salesOf(shipment, movements)
  return shipment.status === 'posted'
    ? { sales, revenues }
    : { sales: [...sales, ...salesTakenBack(shipment)], revenues }
}

function salesOfReturn(posted: CustomerReturn): Sales {
  const taken = salesReturned({ ...posted, status: 'posted' })
  const sales = posted.status === 'posted' ? taken : [...taken, ...salesReturned(posted)]
  return { sales, revenues: new Map() }
}

/** Adds up the sales of the same product, order and millisecond, because the table stores them in one row. */
function addedUp(sales: readonly Sale[]): Sale[] {
  const rows = new Map<string, Sale>()
  for (const sale of sales) {
    const key = `${sale.orderId} ${sale.productId} ${sale.shippedAt}`
    const other = rows.get(key)
    rows.set(key, other === undefined ? sale : sum(other, sale))
  }
  return [...rows.values()]
}

function sum(one: Sale, other: Sale): Sale {
  const add = (name: 'quantity' | 'revenue' | 'cost' | 'unpricedItems' | 'unpricedCost') => one[name] + other[name]
  const figures = { quantity: add('quantity'), revenue: add('revenue'), cost: add('cost') }
  return { ...one, ...figures, unpricedItems: add('unpricedItems'), unpricedCost: add('unpricedCost') } as Sale
}
