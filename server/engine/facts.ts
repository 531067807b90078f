/** Answers what rules ask of history. */
import type { FactQuery, Facts } from '../commands/define.ts'
import type { Lot, Order } from '../domain/records.ts'
import type { Tx } from '../store/database.ts'
import { findLot, findOlderFinishedOrder, findOrder, findOrderByExternalId, findReferences } from '../store/facts.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** An id that is not of the issued form is of nothing. */
export async function readFacts(tx: Tx, companyId: string, query: FactQuery): Promise<Facts> {
  switch (query.fact) {
    case 'order': {
      const json = UUID.test(query.id) ? await findOrder(tx, companyId, query.id) : null
      return { order: json === null ? null : (JSON.parse(json) as Order) }
    }
    case 'lot': {
      const json = UUID.test(query.id) ? await findLot(tx, companyId, query.id) : null
      return { lot: json === null ? null : (JSON.parse(json) as Lot) }
    }
    case 'orderIdByExternalId':
      return { orderIdByExternalId: await findOrderByExternalId(tx, companyId, query.source, query.externalId) }
    case 'olderFinishedOrder': {
      const json = await findOlderFinishedOrder(tx, companyId, query.id)
      return { olderFinishedOrder: json === null ? null : (JSON.parse(json) as Order) }
    }
    case 'references':
      return { references: UUID.test(query.id) ? await findReferences(tx, companyId, query.kind, query.id) : [] }
  }
}
