/** Helpers for tests of ordering: proposals, stock rules, supplier items, and documents made from other documents. */
import type { Client, Json } from '../node/client.ts'
import { moveDocument, type Shop } from './fixtures.ts'

export const DOCUMENTS = '/api/v1/procurement/documents'
export const PROPOSALS = '/api/v1/procurement/proposals'

/** Returns the rows of the reorder report. */
export async function proposals(client: Pick<Client, 'get'>, query = ''): Promise<Json[]> {
  const reply = await client.get(`/api/v1/reports/reorder?${query}`)
  if (reply.status !== 200) throw new Error(`The report answered ${reply.status}: ${reply.text}`)
  return reply.json.items
}

/** Returns the rows of the report on what to move between warehouses. */
export async function proposedTransfers(client: Pick<Client, 'get'>, query = ''): Promise<Json[]> {
  const reply = await client.get(`/api/v1/reports/proposed-transfers?${query}`)
  if (reply.status !== 200) throw new Error(`The report answered ${reply.status}: ${reply.text}`)
  return reply.json.items
}

/** Returns the request body for moving what a report row proposes. */
export const transferOf = ({ productId, fromWarehouseId, warehouseId, quantity, fromKept, target }: Json) => ({
  ...{ productId, warehouseId: fromWarehouseId, toWarehouseId: warehouseId, quantity },
  proposal: { fromKept, target },
})

export const addRule = ({ client }: Pick<Shop, 'client'>, fields: object): Promise<Json> =>
  client.made('POST', '/api/v1/stock-rules', fields)

export const addItem = ({ client }: Pick<Shop, 'client'>, fields: object): Promise<Json> =>
  client.made('POST', '/api/v1/supplier-items', fields)

/**
 * Drafts an order for everything that the given report rows propose; all rows must have the same supplier and
 * warehouse.
 */
export function orderRows({ client }: Pick<Shop, 'client'>, rows: readonly Json[], more: object = {}): Promise<Json> {
  return client.made('POST', PROPOSALS, { ...orderOf(rows), ...more })
}

/** Returns the request body for ordering the quantities that the given report rows propose. */
export const orderOf = (rows: readonly Json[]) => ({
  supplierId: rows[0].supplierId,
  warehouseId: rows[0].warehouseId,
  lines: rows.map(({ productId, quantity, ordered }) => ({ productId, quantity, ordered })),
})

/** Creates a document from another one, with the lines given as `[[productId, quantity]]`, and posts it. */
export async function madeFrom(
  { client }: Pick<Shop, 'client'>,
  source: Json,
  kind: string,
  { lines, warehouseId = source.warehouseId }: { lines: [string, number][]; warehouseId?: string },
): Promise<Json> {
  const draft = await client.made('POST', DOCUMENTS, {
    kind,
    sourceDocumentId: source.id,
    supplierId: source.supplierId,
    warehouseId,
    lines: lines.map(([productId, quantity]) => ({ productId, quantity, unitCost: 1 })),
  })
  return moveDocument(client, draft.id, 'posted')
}
