/** Reads from the database the data that a rule needs besides the records in memory. */
import type { Prefetch, Prefetched, StocktakePosting, StocktakeReversal } from '../commands/define.ts'
import { isHistoryKind, type Lot } from '../domain/records.ts'
import { isIssuedId } from '../domain/schema.ts'
import type { Tx } from '../store/database.ts'
import { listDelivered, listOrdered } from '../store/ordered.ts'
import {
  findDocumentsWithValues,
  findExternalLink,
  findIdByExternalId,
  findNewestLots,
  findOlderFinishedOrder,
  findReferences,
  listDocumentMovements,
  listDocumentSources,
  listLotsOfMovements,
  listOrderMovements,
  listPaidOrders,
  listReturnMovements,
  listShipmentMovements,
} from '../store/prefetch.ts'
import { findRecords } from '../store/records.ts'
import { findPosting, findReversal, listGrown, listLinesOf } from '../store/stocktakes.ts'
import { parseStoredRecord } from './stored-records.ts'

/**
 * Whether another command in the same batch could change the result of this query. A command that depends on such a
 * result must be alone in its batch. Changes to records in memory do not matter, because rules read these records from
 * the books.
 */
export function mustNotMove(query: Prefetch): boolean {
  if (query.fact === 'record') return isHistoryKind(query.kind)
  return query.fact !== 'idByExternalId'
}

/** Runs all queries of one command. */
export async function readPrefetched(tx: Tx, companyId: string, queries: readonly Prefetch[]): Promise<Prefetched> {
  const records = await readRecords(tx, companyId, queries)
  let facts: Prefetched = records.length === 0 ? {} : { records }
  for (const query of queries) {
    if (query.fact === 'record') continue
    const found = await readFact(tx, companyId, query)
    facts = {
      ...facts,
      ...found,
      ...(found.records === undefined ? {} : { records: [...(facts.records ?? []), ...found.records] }),
    }
  }
  return facts
}

/**
 * Runs `record` queries with one statement per kind, because one command may request a hundred records. An id in the
 * wrong format finds nothing.
 */
async function readRecords(
  tx: Tx,
  companyId: string,
  queries: readonly Prefetch[],
): Promise<NonNullable<Prefetched['records']>> {
  const asked = queries.filter((query) => query.fact === 'record').filter(({ id }) => isIssuedId(id))
  const records: NonNullable<Prefetched['records']>[number][] = []
  for (const [kind, ofKind] of Map.groupBy(asked, (query) => query.kind)) {
    const ids = [...new Set(ofKind.map(({ id }) => id))]
    const found = await findRecords(tx, companyId, kind, ids)
    records.push(...found.map((json) => ({ kind, record: parseStoredRecord(kind, json) })))
  }
  return records
}

/** Runs one query of any kind except `record`. An id in the wrong format finds nothing. */
async function readFact(
  tx: Tx,
  companyId: string,
  query: Exclude<Prefetch, { readonly fact: 'record' }>,
): Promise<Prefetched> {
  switch (query.fact) {
    case 'idByExternalId':
      return { idByExternalId: await findIdByExternalId(tx, companyId, query) }
    case 'olderFinishedOrder': {
      const json = await findOlderFinishedOrder(tx, companyId, query.id)
      return { olderFinishedOrder: json === null ? null : parseStoredRecord('orders', json) }
    }
    case 'newestLot': {
      const isKnown = isIssuedId(query.productId) && isIssuedId(query.warehouseId)
      const { productId, warehouseId } = query
      const found = isKnown ? await findNewestLots(tx, companyId, { productIds: [productId], warehouseId }) : null
      const json = found?.get(productId)
      return { newestLot: json === undefined ? null : parseStoredRecord('lots', json) }
    }
    case 'newestLots': {
      const productIds = query.productIds.filter(isIssuedId)
      const found = isIssuedId(query.warehouseId)
        ? await findNewestLots(tx, companyId, { productIds, warehouseId: query.warehouseId })
        : new Map<string, string>()
      return { newestLots: lotsIn(found) }
    }
    case 'references':
      return { references: isIssuedId(query.id) ? await findReferences(tx, companyId, query.kind, query.id) : [] }
    case 'customValues':
      return { references: await findDocumentsWithValues(tx, companyId, query.keys, query.values) }
    case 'paymentWithOrders': {
      if (!isIssuedId(query.id)) return { records: [] }
      const payments = await findRecords(tx, companyId, 'payments', [query.id])
      const orders = await listPaidOrders(tx, companyId, query.id)
      const found = payments.map((json) => ({ kind: 'payments', record: parseStoredRecord('payments', json) }) as const)
      const refunded = found.flatMap(({ record }) => record.returnId ?? [])
      return {
        records: [
          ...found,
          ...(await readRecordsOf(tx, companyId, 'customerReturns', refunded)),
          ...orders.map((json) => ({ kind: 'orders', record: parseStoredRecord('orders', json) }) as const),
        ],
      }
    }
    case 'documentSources': {
      const found = isIssuedId(query.id) ? await listDocumentSources(tx, companyId, query.id) : []
      return { records: found.map((json) => ({ kind: 'documents', record: parseStoredRecord('documents', json) })) }
    }
    case 'documentMovements': {
      if (!isIssuedId(query.id)) return { movements: [], lots: [] }
      const movements = await listDocumentMovements(tx, companyId, query.id)
      const lots = await listLotsOfMovements(tx, companyId, query.id)
      return {
        movements: movements.map((json) => parseStoredRecord('movements', json)),
        lots: lots.map((json) => parseStoredRecord('lots', json)),
      }
    }
    case 'shipment':
      return readShipment(tx, companyId, query.id)
    case 'customerReturn':
      return readReturn(tx, companyId, query.id)
    case 'ordered': {
      const known = query.productIds.filter(isIssuedId)
      return { ordered: await listOrdered(tx, companyId, known) }
    }
    case 'delivered':
      return {
        delivered: isIssuedId(query.documentId) ? await listDelivered(tx, companyId, query.documentId) : new Map(),
      }
    case 'externalLink': {
      const json = await findExternalLink(tx, companyId, query)
      return { externalLink: json === null ? null : parseStoredRecord('externalLinks', json) }
    }
    case 'stocktakeLines': {
      const productIds = query.asked.map(({ productId }) => productId)
      const lines = await listLinesOf(tx, companyId, { stocktakeIds: query.stocktakeIds, productIds })
      const grownSince = await listGrown(tx, companyId, query.warehouseId, query.asked)
      return { stocktakeLines: lines.map((json) => parseStoredRecord('stocktakeLines', json)), grownSince }
    }
    case 'stocktakePosting':
      return { stocktakePosting: await readPosting(tx, companyId, query) }
    case 'stocktakeReversal':
      return { stocktakeReversal: await readReversal(tx, companyId, query) }
  }
}

const lotsIn = (found: ReadonlyMap<string, string>): ReadonlyMap<string, Lot> =>
  new Map([...found].map(([productId, json]) => [productId, parseStoredRecord('lots', json)]))

async function readPosting(
  tx: Tx,
  companyId: string,
  query: Prefetch & { readonly fact: 'stocktakePosting' },
): Promise<StocktakePosting> {
  const { lines, newestLots, ...found } = await findPosting(tx, companyId, query)
  return {
    ...found,
    lines: lines.map((json) => parseStoredRecord('stocktakeLines', json)),
    newestLots: lotsIn(newestLots),
  }
}

/** Reads the effects that cancelling a posted stocktake must undo. Finds nothing for an id in the wrong format. */
async function readReversal(
  tx: Tx,
  companyId: string,
  query: Prefetch & { readonly fact: 'stocktakeReversal' },
): Promise<StocktakeReversal> {
  if (!isIssuedId(query.id)) return { lines: [], movements: [], lots: [], left: 0, consumed: null }
  const found = await findReversal(tx, companyId, query)
  return {
    left: found.left,
    lines: found.lines.map((json) => parseStoredRecord('stocktakeLines', json)),
    movements: found.movements.map((json) => parseStoredRecord('movements', json)),
    lots: found.lots.map((json) => parseStoredRecord('lots', json)),
    consumed: found.consumed === null ? null : parseStoredRecord('lots', found.consumed),
  }
}

async function readShipment(tx: Tx, companyId: string, id: string): Promise<Prefetched> {
  const [json] = isIssuedId(id) ? await findRecords(tx, companyId, 'shipments', [id]) : []
  if (json === undefined) return { records: [] }
  const shipment = parseStoredRecord('shipments', json)
  const orders = await findRecords(tx, companyId, 'orders', [shipment.orderId])
  const texts = await listShipmentMovements(tx, companyId, shipment)
  return {
    records: [
      { kind: 'shipments', record: shipment },
      ...orders.map((text) => ({ kind: 'orders' as const, record: parseStoredRecord('orders', text) })),
    ],
    ...(await withLots(tx, companyId, texts)),
  }
}

/** Reads a return, together with the records that are needed to post it or to undo its posting. */
async function readReturn(tx: Tx, companyId: string, id: string): Promise<Prefetched> {
  const [json] = isIssuedId(id) ? await findRecords(tx, companyId, 'customerReturns', [id]) : []
  if (json === undefined) return { records: [] }
  const found = parseStoredRecord('customerReturns', json)
  const { orderId, status, lines, warehouseId } = found
  const isDraft = status === 'draft'
  const orders = orderId === null ? [] : await readRecordsOf(tx, companyId, 'orders', [orderId])
  const records = [{ kind: 'customerReturns' as const, record: found }, ...orders]
  if (isDraft && orderId === null) {
    const productIds = [...new Set(lines.map(({ productId }) => productId))]
    const newest = await findNewestLots(tx, companyId, { productIds, warehouseId })
    return { records, newestLots: lotsIn(newest) }
  }
  const texts = isDraft
    ? await listOrderMovements(tx, companyId, orderId!)
    : await listReturnMovements(tx, companyId, id)
  return { records, ...(await withLots(tx, companyId, texts)) }
}

/** Reads records of one kind by their ids. */
async function readRecordsOf(
  tx: Tx,
  companyId: string,
  kind: 'orders' | 'customerReturns',
  ids: readonly string[],
): Promise<NonNullable<Prefetched['records']>> {
  if (ids.length === 0) return []
  const found = await findRecords(tx, companyId, kind, [...ids])
  return found.map((json) => ({ kind, record: parseStoredRecord(kind, json) }))
}

/** Parses movements, and adds the lots from which they drew or which they created. */
async function withLots(
  tx: Tx,
  companyId: string,
  texts: readonly string[],
): Promise<Pick<Prefetched, 'movements' | 'lots'>> {
  const movements = texts.map((text) => parseStoredRecord('movements', text))
  const lotIds = new Set(movements.flatMap(({ lots }) => lots.map(({ lotId }) => lotId)))
  const lots = await findRecords(tx, companyId, 'lots', [...lotIds])
  return { movements, lots: lots.map((text) => parseStoredRecord('lots', text)) }
}
