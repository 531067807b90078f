/**
 * Answers the prefetch queries of business rules from tables in memory. The service answers the same queries by SQL
 * (store/prefetch.ts).
 */
import type { Milli } from '../../../amounts/quantity.ts'
import type { Prefetch, Prefetched, ReferenceGroup } from '../../../server/commands/define.ts'
import { externalKey } from '../../../server/domain/books.ts'
import type {
  AnyRecord,
  CustomerReturn,
  ExternalLink,
  Kind,
  Lot,
  Movement,
  Order,
  Payment,
  ProcurementDocument,
  ReferencedKind,
  Shipment,
} from '../../../server/domain/records.ts'
import type { Json } from './model-kinds.ts'

export type Tables = ReadonlyMap<Kind, ReadonlyMap<string, AnyRecord>>

const FACTS_THAT_MUST_NOT_MOVE = [
  'references',
  'olderFinishedOrder',
  'newestLot',
  'newestLots',
  'delivered',
  'customerReturn',
  'customValues',
  'documentSources',
  'paymentWithOrders',
  'documentMovements',
  'shipment',
  'externalLink',
]

/** Whether a command with these queries must be the only one in its batch. */
export function mustBeAlone(queries: readonly Prefetch[]): boolean {
  return queries.some(
    (query) =>
      FACTS_THAT_MUST_NOT_MOVE.includes(query.fact) ||
      (query.fact === 'record' &&
        ['externalLinks', 'imports', 'notifications', 'shipments', 'movements'].includes(query.kind)),
  )
}

/**
 * A rule's prefetch query that the model can answer. The queries of stocktakes and ordering are covered by other models
 * (api/stocktakes-model.test.ts, api/ordering-model.test.ts).
 */
type Known = Exclude<Prefetch, { readonly fact: `stocktake${string}` | 'ordered' }>

export function answerFacts(tables: Tables, queries: readonly Prefetch[]): Prefetched {
  const facts = queries.map((query) => answerFact(tables, query as Known))
  const records = facts.flatMap((fact) => fact.records ?? [])
  return { ...Object.assign({}, ...facts), ...(records.length === 0 ? {} : { records }) }
}

function rowsOf<T>(tables: Tables, kind: Kind): T[] {
  return [...(tables.get(kind)?.values() ?? [])] as T[]
}

function answerFact(tables: Tables, query: Known): Prefetched {
  switch (query.fact) {
    case 'record': {
      const record = tables.get(query.kind)?.get(query.id)
      return record === undefined ? {} : { records: [{ kind: query.kind, record: record as never }] }
    }
    case 'idByExternalId': {
      const wanted = externalKey(query.source, query.externalId)
      const own = rowsOf<Order>(tables, query.kind).find(
        (order) => externalKey(`${order.externalSource}`, `${order.externalId}`) === wanted,
      )
      const linked = rowsOf<ExternalLink>(tables, 'externalLinks').find(
        (link) => link.entityType === 'order' && externalKey(link.source, link.externalId) === wanted,
      )
      return { idByExternalId: own?.id ?? (query.kind === 'orders' ? linked?.internalId : null) ?? null }
    }
    case 'olderFinishedOrder': {
      const isOlder = ({ id, status }: Order) => (status === 'shipped' || status === 'cancelled') && id < query.id
      const older = rowsOf<Order>(tables, 'orders').filter(isOlder)
      return { olderFinishedOrder: older.sort((a, b) => (a.id > b.id ? -1 : 1))[0] ?? null }
    }
    case 'newestLot':
      return { newestLot: newestLot(tables, query) }
    case 'newestLots': {
      const { productIds, warehouseId } = query
      const newest = productIds.flatMap((productId) => newestLot(tables, { productId, warehouseId }) ?? [])
      return { newestLots: new Map(newest.map((lot) => [lot.productId, lot])) }
    }
    case 'delivered':
      return { delivered: delivered(tables, query.documentId) }
    case 'references':
      return { references: references(tables, query.kind, query.id) }
    case 'customValues': {
      const { keys, values } = query
      const has = ({ customValues }: Json) =>
        keys.some((key) => customValues[key] != null && (values === null || values.includes(customValues[key])))
      return { references: groupsOf({ document: rowsOf<Json>(tables, 'documents').filter(has) }) }
    }
    case 'paymentWithOrders': {
      const payment = tables.get('payments')?.get(query.id) as Payment | undefined
      if (payment === undefined) return { records: [] }
      const orders = payment.orders.map(({ orderId }) => tables.get('orders')!.get(orderId) as Order)
      const refunded = tables.get('customerReturns')?.get(payment.returnId ?? '') as CustomerReturn | undefined
      return {
        records: [
          { kind: 'payments', record: payment },
          ...(refunded === undefined ? [] : [{ kind: 'customerReturns', record: refunded } as const]),
          ...orders.map((record) => ({ kind: 'orders', record }) as const),
        ],
      }
    }
    case 'documentSources': {
      const documents = tables.get('documents') as ReadonlyMap<string, ProcurementDocument> | undefined
      const chain: ProcurementDocument[] = []
      for (let next = documents?.get(query.id); next !== undefined && !chain.includes(next); ) {
        chain.push(next)
        next = documents?.get(next.sourceDocumentId ?? '')
      }
      return { records: chain.map((record) => ({ kind: 'documents', record })) }
    }
    case 'documentMovements': {
      const movements = rowsOf<Movement>(tables, 'movements').filter(({ documentId }) => documentId === query.id)
      return withLots(tables, movements)
    }
    case 'customerReturn': {
      const found = tables.get('customerReturns')?.get(query.id) as CustomerReturn | undefined
      if (found === undefined) return { records: [] }
      const order = tables.get('orders')?.get(found.orderId ?? '') as Order | undefined
      const isDraft = found.status === 'draft'
      const movements = rowsOf<Movement>(tables, 'movements').filter(({ returnId, orderId }) =>
        isDraft ? orderId !== undefined && orderId === found.orderId : returnId === query.id,
      )
      const ofOrder = order === undefined ? [] : [{ kind: 'orders' as const, record: order }]
      const { lines, warehouseId } = found
      const newest = lines.flatMap(({ productId }) => newestLot(tables, { productId, warehouseId }) ?? [])
      return {
        records: [{ kind: 'customerReturns', record: found }, ...ofOrder],
        ...withLots(tables, movements),
        newestLots: new Map(newest.map((lot) => [lot.productId, lot])),
      }
    }
    case 'shipment': {
      const [shipment] = rowsOf<Shipment>(tables, 'shipments').filter(({ id }) => id === query.id)
      if (shipment === undefined) return { records: [] }
      const order = tables.get('orders')?.get(shipment.orderId) as Order
      const movements = rowsOf<Movement>(tables, 'movements').filter(
        ({ shipmentId, type }) => shipmentId === query.id && type === 'shipment',
      )
      const records = [
        { kind: 'shipments', record: shipment },
        { kind: 'orders', record: order },
      ] as const
      return { records, ...withLots(tables, movements) }
    }
    case 'externalLink': {
      const { source, entityType, externalId } = query
      const isIt = (link: ExternalLink) =>
        link.source === source && link.entityType === entityType && link.externalId === externalId
      return { externalLink: rowsOf<ExternalLink>(tables, 'externalLinks').find(isIt) ?? null }
    }
  }
}

/**
 * Returns a product's newest lot, preferring the given warehouse. Lots of cancelled receipts and returns do not count.
 */
function newestLot(tables: Tables, asked: { readonly productId: string; readonly warehouseId: string }): Lot | null {
  const movements = rowsOf<Movement>(tables, 'movements')
  const madeBy = ({ returnId }: Movement) =>
    new Set(
      movements.flatMap((made) =>
        made.type === 'customer_return' && made.returnId === returnId
          ? made.lots.flatMap(({ lotId }) => (lotId > made.id ? [lotId] : []))
          : [],
      ),
    )
  const takenBack = new Set(
    movements.flatMap((movement) => {
      const ids = movement.lots.map(({ lotId }) => lotId)
      if (movement.reverses === 'receipt') return ids
      return movement.reverses === 'customer_return' ? ids.filter((id) => madeBy(movement).has(id)) : []
    }),
  )
  const lots = rowsOf<Lot>(tables, 'lots').filter(
    ({ id, productId }) => productId === asked.productId && !takenBack.has(id),
  )
  const here = lots.filter(({ warehouseId }) => warehouseId === asked.warehouseId)
  const ageOf = ({ receivedAt, id }: Lot) => `${receivedAt} ${id}`
  return (here.length > 0 ? here : lots).sort((a, b) => (ageOf(a) > ageOf(b) ? -1 : 1))[0] ?? null
}

/**
 * Returns the quantity of each product in the posted receipts created from a document, directly or through other
 * documents.
 */
function delivered(tables: Tables, documentId: string): ReadonlyMap<string, Milli> {
  const came = new Map<string, Milli>()
  const visit = (id: string): void => {
    for (const one of rowsOf<ProcurementDocument>(tables, 'documents')) {
      if (one.sourceDocumentId !== id) continue
      visit(one.id)
      if (one.kind !== 'receipt' || !['posted', 'closed'].includes(one.status)) continue
      for (const { productId, quantity } of one.lines)
        came.set(productId, ((came.get(productId) ?? 0) + quantity) as Milli)
    }
  }
  visit(documentId)
  return came
}

function withLots(tables: Tables, movements: readonly Movement[]): Pick<Prefetched, 'movements' | 'lots'> {
  const ids = new Set(movements.flatMap(({ lots }) => lots.map(({ lotId }) => lotId)))
  return { movements, lots: rowsOf<Lot>(tables, 'lots').filter(({ id }) => ids.has(id)) }
}

function references(tables: Tables, kind: ReferencedKind, id: string): ReferenceGroup[] {
  const where = (table: Kind, ...fields: string[]) =>
    rowsOf<Json>(tables, table).filter((row) => fields.some((field) => row[field] === id))
  const within = (table: Kind, list: string) =>
    rowsOf<Json>(tables, table).filter((row) => row[list].some((entry: Json) => entry.productId === id))
  const groups: Record<ReferencedKind, () => Record<string, Json[]>> = {
    products: () => ({
      order: within('orders', 'items'),
      lot: where('lots', 'productId'),
      movement: where('movements', 'productId'),
      bundle: within('products', 'components'),
      variant: where('products', 'parentProductId'),
      purchase: where('purchases', 'productId'),
      document: within('documents', 'lines'),
      stocktake: where('stocktakeLines', 'productId'),
      'stock row': where('stock', 'productId'),
      'customer return': within('customerReturns', 'lines'),
      'external link': where('externalLinks', 'internalId'),
    }),
    partners: () => ({
      order: where('orders', 'customerId'),
      lot: where('lots', 'supplierId'),
      product: where('products', 'preferredSupplierId'),
      purchase: where('purchases', 'supplierId'),
      document: where('documents', 'supplierId'),
      payment: where('payments', 'partnerId'),
      contract: where('contracts', 'partnerId'),
      'customer return': where('customerReturns', 'customerId'),
      'external link': where('externalLinks', 'internalId'),
    }),
    warehouses: () => ({
      order: where('orders', 'warehouseId'),
      lot: where('lots', 'warehouseId'),
      movement: where('movements', 'warehouseId', 'toWarehouseId'),
      'stock row': where('stock', 'warehouseId'),
      purchase: where('purchases', 'warehouseId'),
      document: where('documents', 'warehouseId'),
      stocktake: where('stocktakes', 'warehouseId'),
      'customer return': where('customerReturns', 'warehouseId'),
    }),
    organizations: () => ({
      contract: where('contracts', 'organizationId'),
      document: where('documents', 'organizationId'),
      payment: where('payments', 'organizationId'),
    }),
    contracts: () => ({ document: where('documents', 'contractId'), payment: where('payments', 'contractId') }),
    purchases: () => ({ receipt: where('movements', 'purchaseId') }),
    documents: () => ({ document: where('documents', 'sourceDocumentId'), payment: where('payments', 'documentId') }),
    orders: () => ({
      payment: rowsOf<Payment>(tables, 'payments').filter(({ orders }) => orders.some(({ orderId }) => orderId === id)),
      shipment: where('shipments', 'orderId'),
      'external link': where('externalLinks', 'internalId'),
    }),
  }
  return groupsOf(groups[kind]())
}

function groupsOf(named: Record<string, Json[]>): ReferenceGroup[] {
  return Object.entries(named)
    .filter(([, rows]) => rows.length > 0)
    .map(([entity, rows]) => ({ entity, count: rows.length, examples: [{ id: rows[0].id, label: entity }] }))
}
