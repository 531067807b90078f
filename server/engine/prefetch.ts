/** Reads from the database what a rule must know besides the records in memory. */
import type { Prefetch, Prefetched } from '../commands/define.ts'
import { isHistoryKind } from '../domain/records.ts'
import { isIssuedId } from '../domain/schema.ts'
import type { Tx } from '../store/database.ts'
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
} from '../store/prefetch.ts'
import { findRecords } from '../store/records.ts'
import { parseStoredRecord } from './stored-records.ts'

/**
 * Whether another command of the same batch could change the answer to this question. A command that depends on such
 * an answer must be alone in its batch. Changes to records in memory do not matter, because rules see them in the
 * books.
 */
export function mustNotMove(query: Prefetch): boolean {
  if (query.fact === 'record') return isHistoryKind(query.kind)
  return query.fact !== 'idByExternalId'
}

/** Reads the answers to all questions of one command. */
export async function readPrefetched(tx: Tx, companyId: string, queries: readonly Prefetch[]): Promise<Prefetched> {
  let facts: Prefetched = {}
  for (const query of queries) {
    const found = await readFact(tx, companyId, query)
    facts = {
      ...facts,
      ...found,
      ...(found.records === undefined ? {} : { records: [...(facts.records ?? []), ...found.records] }),
    }
  }
  return facts
}

/** Reads the answer to one question. An id in the wrong format finds nothing. */
async function readFact(tx: Tx, companyId: string, query: Prefetch): Promise<Prefetched> {
  switch (query.fact) {
    case 'record': {
      const found = isIssuedId(query.id) ? await findRecords(tx, companyId, query.kind, [query.id]) : []
      return { records: found.map((json) => ({ kind: query.kind, record: parseStoredRecord(query.kind, json) })) }
    }
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
    case 'references':
      return { references: isIssuedId(query.id) ? await findReferences(tx, companyId, query.kind, query.id) : [] }
    case 'customValues':
      return { references: await findDocumentsWithValues(tx, companyId, query.keys, query.values) }
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
    case 'externalLink': {
      const json = await findExternalLink(tx, companyId, query)
      return { externalLink: json === null ? null : parseStoredRecord('externalLinks', json) }
    }
  }
}
